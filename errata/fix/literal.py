"""Where a literal stands in a text, as it is written there: `- 3` and `&minus;3` were read as `-3`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Band
from errata.fix.notation import NUMBER, OTHER_NUMBER, Around, other_number, plain_number, written
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
"""How a sign that was read may be written."""
_LEAD = re.compile(rf"\[?[*\s]*(?:[@$fFrRbBuU]{{1,2}}(?={_QUOTE}))?[\"'`*\s]*")
"""What may stand before a literal at its place: a bracket, a quote, emphasis."""
_SIGN = re.compile(
    rf"(?<!\d)(?<!\d )(?P<minus>{_MINUS}){_BLANK}*(?=\.?\d)|(?P<plus>{_PLUS}){_BLANK}*(?=\.?\d)"
    r"|(?P<blank>&(?:nbsp|#160|#xa0);)"
)
_OWNER = re.compile(r"(?:[A-Za-z_]\w*(?:\.|::))+")
"""What the name of a choice belongs to: `RangeBand.Long`."""
_SIGNED_NUMBER = re.compile(rf"(?:(?:{_MINUS}|{_PLUS}){_BLANK}*)?(?:\d[\d_,.]*|\.\d+)")


class Span(NamedTuple):
    """A literal as it is written: where it begins, its own signs, and what stands before them at its place."""

    start: int
    raw: str
    lead: str

    @property
    def listed(self) -> bool:
        """Whether it is what a list holds."""
        return self.lead.startswith("[")

    @property
    def quote(self) -> str:
        """The quote that it stands in, if it does."""
        return self.lead[-1:] if self.lead[-1:] in ("'", '"', "`") else ""

    @property
    def owner(self) -> str:
        """What it is a name of, with the sign between them: `RangeBand.`; empty if it is a literal."""
        found = _OWNER.fullmatch(self.lead)
        return found[0] if found is not None else ""

    @property
    def plain(self) -> str:
        """Its signs as they are read."""
        return _SIGN.sub(lambda m: "-" if m["minus"] else "+" if m["plus"] else " ", self.raw)

    def respelt(self, text: str) -> str:
        """Another text with its minus and its blanks.

        >>> Span(0, "&minus;3", "").respelt("-2"), Span(0, "- 3", "").respelt("-2"), Span(0, "−3", "").respelt("+1")
        ('&minus;2', '- 2', '+1')
        """
        minus = next((m[0] for m in _SIGN.finditer(self.raw) if m["minus"]), "-")
        plus = next((m[0] for m in _SIGN.finditer(self.raw) if m["plus"]), "+")
        blank = next((m[0] for m in _SIGN.finditer(self.raw) if m["blank"]), " ")
        kept = text.replace(" ", blank)
        return re.sub(r"[-+](?=\.?\d)", lambda m: minus if m[0] == "-" else plus, kept)


def span(text: str, at: int, printed: str, is_band: bool = False) -> Span | None:
    """The literal at a place that was read as so much; None if it is written in another way.

    Of a band one end may stand there: its number then is not what was read.

    >>> span("short: - 3,", 7, "-3"), span("cost: 2_000_000", 6, "2000000").raw, span("long: LONG", 6, "-3")
    (Span(start=7, raw='- 3', lead=''), '2_000_000', None)
    """
    end = text.find("\n", at)
    rest = text[at : end if end >= 0 else len(text)]
    found = _LEAD.match(rest)
    lead = found[0] if found is not None else ""
    raw = _raw(rest[len(lead) :], printed)
    if raw is None and printed[:1].isalpha() and (owner := _OWNER.match(rest)):
        lead = owner[0]
        raw = _raw(rest[len(lead) :], printed)
    if raw is None and is_band and (end_of := _SIGNED_NUMBER.match(rest[len(lead) :])):
        raw = end_of[0].rstrip("_,.")
    return Span(at + len(lead), raw, lead) if raw is not None else None


def _raw(rest: str, printed: str) -> str | None:
    """What stands there, as it was read: the same signs, or a number with marks between its digits."""
    other = OTHER_NUMBER.match(rest)
    if other is not None and printed.isdecimal() and other_number(other[0]) == int(printed):
        return other[0]
    number = _SIGNED_NUMBER.match(rest)
    if number is not None and NUMBER.fullmatch(printed) is not None:
        raw = number[0].rstrip("_,.")
        plain = Span(0, raw, "").plain
        if NUMBER.fullmatch(plain) and Fraction(plain_number(plain)) == Fraction(plain_number(printed)):
            return raw
    if not printed:
        return None
    same = re.match("".join(_form(printed, n) for n in range(len(printed))), rest)
    if same is None or re.match(r"\w|\.\d", rest[same.end() :]):
        return None
    return same[0]


def _form(printed: str, n: int) -> str:
    """A pattern for one sign of what was read; a blank behind a comma, or behind a sign of a number, need not be."""
    sign = printed[n]
    if sign == " " and printed[n - 1 : n] == ",":
        return ""
    form = _FORMS.get(sign, re.escape(sign))
    return f"{form}{_BLANK}*" if sign in "-–+" and printed[n + 1 : n + 2].isdigit() else form


# One wrong literal: what takes its place, in its own notation, or why nothing does.


@dataclass(frozen=True)
class Fix:
    """A literal and what takes its place: where its own signs begin in the text, and which they are."""

    fact: Fact
    start: int
    was: str
    text: str


def fix_of(fact: Fact, text: str, starts: list[int], book: Rulebook, reader: str, beside: Beside) -> Fix | str:
    """The fix of a wrong literal; or why it cannot be rewritten."""
    at = starts[fact.place.line - 1] + fact.place.column - 1 if fact.place.line <= len(starts) else len(text)
    there = span(text, at, fact.printed, isinstance(fact.value, Band))
    if there is None:
        return _no_literal(text[at : at + ROOM + 1], fact.printed)
    spoken = not there.owner and (bool(there.quote) or reader in _OF_TEXT or there.raw[:1].isdigit())
    joint = f"{there.quote}, {there.quote}" if there.listed else ", "
    nothing = None if there.listed else beside.nothing
    around = Around(beside.signed, beside.zero, text, spoken, there.owner, nothing, joint)
    kind = RAW.rule(fact.rule).kind.name
    value = bare_number(fact.printed, RAW.rule(fact.rule).kind) if fact.problem else fact.value
    new = written(there.plain, value, book[fact.rule], kind, around)
    wanted = book.rule(fact.rule).text
    if new is None:
        if there.owner:
            return f"the file has no name for {wanted} like {there.owner}{there.raw}"
        return f"it is not clear how {wanted} is written where {there.raw} stands"
    new = there.respelt(new)
    return (
        Fix(fact, there.start, there.raw, new) if new != there.raw else f"{there.raw} is read as something else there"
    )


ROOM = 24
"""Signs of a source that a reason shows."""
_OF_TEXT = ("markdown", "csv", "html", "xml", "yaml", "json")
"""Readers of what has no names of its own: a word is a text."""


def _no_literal(rest: str, printed: str) -> str:
    """What stands at a place where what was read does not."""
    what = re.split(r"[,;)}\]\n<]", rest.lstrip("\"'`"))[0].strip()
    what = in_line(what if len(what) <= ROOM else f"{what[:ROOM]}…")
    sort = next((told for sign, told in _SORTS if sign.fullmatch(what)), "")
    return f"{sort}: {what}" if sort else f"{printed} does not stand there by itself" + (f": {what}" if what else "")


_SORTS = (
    (
        re.compile(r"[A-Za-z_$][A-Za-z_$\w]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*"),
        "a name stands there, which may be used elsewhere too",
    ),
    (re.compile(r"[-+(]*[\w.$]+\)?(?:\s*[-+*/|&<>%]+\s*[\w.$(]+\)?)+"), "it is worked out"),
    (re.compile(r"[-+]?\d[\w.]*"), "it is in another notation"),
)
"""What may stand where a value was read and is none that can be rewritten."""


def fixed(text: str, fixes: Iterable[Fix]) -> str:
    """A text with its fixes."""
    for fix in sorted(fixes, key=lambda one: -one.start):
        text = text[: fix.start] + fix.text + text[fix.start + len(fix.was) :]
    return text


# What stands beside it


@dataclass(frozen=True)
class Beside:
    """How the other values of a column are written."""

    signed: bool = False
    """Whether they have a plus."""
    zero: str = ""
    """How 0 is written, if one of them is."""
    nothing: str | None = None
    """What stands where there is none."""


Columns = dict[tuple[int, str], Beside]
"""The columns of a file: the line at which the table begins, and the column."""


def column(fact: Fact) -> tuple[int, str]:
    """The column that a value belongs to: the line at which the table begins, and what it is of which table."""
    rule = RAW.rule(fact.rule)
    return fact.begins, f"{rule.section}/{rule.column}"


def beside_each(facts: Iterable[Fact]) -> Columns:
    """How the columns of a file are written, as far as their values show it."""
    made: Columns = {}
    for fact in (fact for fact in facts if fact.begins and not fact.problem):
        was = made.get(column(fact), Beside())
        nothing = fact.printed if fact.value in (None, frozenset()) and fact.printed in _NOTHING else was.nothing
        zero = fact.printed if fact.printed in ("0", "+0") else was.zero
        made[column(fact)] = Beside(was.signed or fact.printed.startswith("+"), zero, nothing)
    return made


_NOTHING = ("—", "–", "-", "")
"""What a text may be that says that there is none."""
