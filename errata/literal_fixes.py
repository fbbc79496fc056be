"""One wrong literal: what takes its place, in its own notation, or why nothing does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Band
from errata.rewriting import Around, written
from errata.spans import span
from errata.text import in_line
from verify.findings import Fact
from verify.recognition.values import bare_number


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
    value = bare_number(fact.printed, kind) if fact.problem else fact.value
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
