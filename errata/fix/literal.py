"""Finds the literal of a wrong value in a text, and makes its fix: `- 3` and `&minus;3` are read as `-3`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Band
from errata.fix.value_notation import NUMBER, OTHER_NUMBER, ColumnNotation, Context, number_of, written
from errata.source.text import in_line
from verify.findings import Fact
from verify.recognition.values import bare_number

_MINUS = r"(?:-|−|–|‐|&minus;|&#8722;|&#x2212;|&ndash;|&#8211;|\\u2212)"
_PLUS = r"(?:\+|&plus;|&#43;)"
_BLANK = r"(?:[^\S\n]|&nbsp;|&#160;|&#xa0;)"
_QUOTE = r"[\"'`]"
_FORMS = {
    "-": _MINUS,
    "–": _MINUS,
    "+": _PLUS,
    " ": f"{_BLANK}+",
    ",": rf"{_QUOTE}?{_BLANK}*,{_BLANK}*{_QUOTE}?",
    "×": r"(?:×|&times;|&#215;)",
    "±": r"(?:±|&plusmn;|&#177;)",
    "—": r"(?:—|&mdash;|&#8212;)",
}
"""How a character that was read may be written in a source."""
_BEFORE = re.compile(rf"\[?[*\s]*(?:[@$fFrRbBuU]{{1,2}}(?={_QUOTE}))?[\"'`*\s]*")
"""What may come before a literal: a bracket, a quote, emphasis."""
_SIGN = re.compile(
    rf"(?<!\d)(?<!\d )(?P<minus>{_MINUS}){_BLANK}*(?=\.?\d)|(?P<plus>{_PLUS}){_BLANK}*(?=\.?\d)"
    r"|(?P<blank>&(?:nbsp|#160|#xa0);)"
)
_OWNER = re.compile(r"(?:[A-Za-z_]\w*(?:\.|::))+")
"""The owner of an enum member: `RangeBand.` in `RangeBand.Long`."""
_SIGNED_NUMBER = re.compile(rf"(?:(?:{_MINUS}|{_PLUS}){_BLANK}*)?(?:\d[\d_,.]*|\.\d+)")


class Span(NamedTuple):
    """A literal as it is written: where it begins, its characters, and those before them (`[`, a quote, an owner)."""

    start: int
    raw: str
    lead: str

    @property
    def listed(self) -> bool:
        """True if it is an item of a list."""
        return self.lead.startswith("[")

    @property
    def quote(self) -> str:
        """The quote around it, if there is one."""
        return self.lead[-1:] if self.lead[-1:] in ("'", '"', "`") else ""

    @property
    def owner(self) -> str:
        """The owner of an enum member, `RangeBand.`; empty for a literal."""
        return self.lead if _OWNER.fullmatch(self.lead) else ""

    @property
    def plain(self) -> str:
        """Its characters as they are read: with a plain minus, plus and blank."""
        return _SIGN.sub(lambda m: "-" if m["minus"] else "+" if m["plus"] else " ", self.raw)

    def respelt(self, text: str) -> str:
        """Another text, written with its minus, plus and blanks.

        >>> Span(0, "&minus;3", "").respelt("-2"), Span(0, "- 3", "").respelt("-2"), Span(0, "−3", "").respelt("+1")
        ('&minus;2', '- 2', '+1')
        """
        minus, plus, blank = (
            next((m[0] for m in _SIGN.finditer(self.raw) if m[sign]), plain)
            for sign, plain in (("minus", "-"), ("plus", "+"), ("blank", " "))
        )
        return re.sub(r"[-+](?=\.?\d)", lambda m: minus if m[0] == "-" else plus, text.replace(" ", blank))


def span(text: str, at: int, printed: str, is_band: bool = False) -> Span | None:
    """The literal at an offset, if it is what was read (`printed`); None if something else is written there.

    For a band, only one of its ends may be written there, so any number will do.

    >>> span("short: - 3,", 7, "-3"), span("cost: 2_000_000", 6, "2000000").raw, span("long: LONG", 6, "-3")
    (Span(start=7, raw='- 3', lead=''), '2_000_000', None)
    """
    end = text.find("\n", at)
    rest = text[at : end if end >= 0 else len(text)]
    match = _BEFORE.match(rest)
    lead = match[0] if match is not None else ""
    raw = _raw(rest[len(lead) :], printed)
    if raw is None and printed[:1].isalpha() and (owner := _OWNER.match(rest)):
        lead = owner[0]
        raw = _raw(rest[len(lead) :], printed)
    if raw is None and is_band and (end_of := _SIGNED_NUMBER.match(rest[len(lead) :])):
        raw = end_of[0].rstrip("_,.")
    return Span(at + len(lead), raw, lead) if raw is not None else None


def _raw(rest: str, printed: str) -> str | None:
    """The characters that were read as `printed`: the same ones, or a number with digit separators; None if others."""
    other = OTHER_NUMBER.match(rest)
    if other is not None and printed.isdecimal() and number_of(other[0]) == int(printed):
        return other[0]
    number = _SIGNED_NUMBER.match(rest)
    if number is not None and NUMBER.fullmatch(printed) is not None:
        raw = number[0].rstrip("_,.")
        plain = Span(0, raw, "").plain
        if NUMBER.fullmatch(plain) and number_of(plain) == number_of(printed):
            return raw
    if not printed:
        return None
    match = re.match("".join(_form(printed, n) for n in range(len(printed))), rest)
    if match is None or re.match(r"\w|\.\d", rest[match.end() :]):
        return None
    return match[0]


def _form(printed: str, n: int) -> str:
    """A pattern for one character of `printed`; a blank behind a comma or a sign is optional."""
    sign = printed[n]
    if sign == " " and printed[n - 1 : n] == ",":
        return ""
    form = _FORMS.get(sign, re.escape(sign))
    return f"{form}{_BLANK}*" if sign in "-–+" and printed[n + 1 : n + 2].isdigit() else form


class Fix(NamedTuple):
    """The replacement of one literal: where it begins in the text, what it was, and the new text."""

    fact: Fact
    start: int
    was: str
    text: str


def fix_of(
    fact: Fact, text: str, starts: list[int], book: Rulebook, reader: str, notation: ColumnNotation
) -> Fix | str:
    """The fix of a wrong literal, or the reason why it cannot be rewritten."""
    at = starts[fact.place.line - 1] + fact.place.column - 1 if fact.place.line <= len(starts) else len(text)
    literal = span(text, at, fact.printed, isinstance(fact.value, Band))
    if literal is None:
        return _no_literal(text[at : at + MAX_SHOWN + 1], fact.printed)
    is_text = not literal.owner and (bool(literal.quote) or reader in _WITHOUT_NAMES or literal.raw[:1].isdigit())
    separator = f"{literal.quote}, {literal.quote}" if literal.listed else ", "
    column = notation._replace(nothing=None) if literal.listed else notation
    context = Context(column, text, is_text, literal.owner, separator)
    kind = RAW.rule(fact.rule).kind.name
    value = bare_number(fact.printed, RAW.rule(fact.rule).kind) if fact.problem else fact.value
    new = written(literal.plain, value, book[fact.rule], kind, context)
    wanted = book.rule(fact.rule).text
    if new is None:
        if literal.owner:
            return f"the file has no name for {wanted} like {literal.owner}{literal.raw}"
        return f"it is not clear how {wanted} is written where {literal.raw} stands"
    new = literal.respelt(new)
    if new == literal.raw:
        return f"{literal.raw} is read as something else there"
    return Fix(fact, literal.start, literal.raw, new)


MAX_SHOWN = 24
"""Characters of a source that a reason shows."""
_WITHOUT_NAMES = ("markdown", "csv", "html", "xml", "yaml", "json")
"""Readers of data formats, in which every word is a text and none is a name."""


def _no_literal(rest: str, printed: str) -> str:
    """The reason why there is no literal to fix: what is written there instead."""
    written_there = re.split(r"[,;)}\]\n<]", rest.lstrip("\"'`"))[0].strip()
    written_there = in_line(written_there if len(written_there) <= MAX_SHOWN else f"{written_there[:MAX_SHOWN]}…")
    default = f"{printed} does not stand there by itself"
    reason = next((reason for pattern, reason in _NO_LITERALS if pattern.fullmatch(written_there)), default)
    return f"{reason}: {written_there}" if written_there else reason


_NO_LITERALS = (
    (
        re.compile(r"[A-Za-z_$][A-Za-z_$\w]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*"),
        "a name stands there, which may be used elsewhere too",
    ),
    (re.compile(r"[-+(]*[\w.$]+\)?(?:\s*[-+*/|&<>%]+\s*[\w.$(]+\)?)+"), "it is worked out"),
    (re.compile(r"[-+]?\d[\w.]*"), "it is in another notation"),
)
"""What may be written there that cannot be replaced."""


def with_fixes(text: str, fixes: Iterable[Fix]) -> str:
    """A text with its fixes applied."""
    for fix in sorted(fixes, key=lambda fix: -fix.start):
        text = text[: fix.start] + fix.text + text[fix.start + len(fix.was) :]
    return text


ColumnNotations = defaultdict[tuple[int, str], ColumnNotation]
"""By column: the line on which the table begins, and the rule table with the column."""


def column_of(fact: Fact) -> tuple[int, str]:
    """The column of a value: the line on which its table begins, and the rule table with the column."""
    rule = RAW.rule(fact.rule)
    return fact.begins, f"{rule.section}/{rule.column}"


def column_notations(facts: Iterable[Fact]) -> ColumnNotations:
    """How each column of a file writes its values, as far as these show it."""
    notations: ColumnNotations = defaultdict(ColumnNotation)
    for fact in (fact for fact in facts if fact.begins and not fact.problem):
        signed, zero, nothing = notations[column_of(fact)]
        if fact.value in (None, frozenset()) and fact.printed in ("—", "–", "-", ""):
            nothing = fact.printed
        zero = fact.printed if fact.printed in ("0", "+0") else zero
        notations[column_of(fact)] = ColumnNotation(signed or fact.printed.startswith("+"), zero, nothing)
    return notations
