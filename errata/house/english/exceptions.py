"""Exceptions in plain lines: a clause that begins with another value, for some of what the one before it speaks of.

`Beam lasers get +4, +5 at Short` says nothing of Short range, and +4 is not for all; `half that` is of what was said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.house.english.clauses import Clause, clauses
from errata.house.english.plain_lines import Line, read_line
from errata.house.english.rule_names import row_in
from errata.house.english.rule_words import names
from errata.house.english.said_values import said_values
from errata.house.english.word_forms import words

_LEAD = re.compile(
    r"\W*(?:(?:or|but|only|even|just|then|though|yet|it['’]?s?|is|are|an?(?=\s+(?:DM\s?)?[+-]))\s+)*", re.IGNORECASE
)
"""What may stand before the value that a clause begins with."""
_UNDER = re.compile(
    r"\W*(?:DM\s+)?(?:(?:damage|points?|tons?|attacks?|instead|more|extra|only)\s+)*"
    r"(?P<word>if|when|whenever|while|once|where|unless|until|before|after|during|against|vs|versus|behind|under|with"
    r"|without|inside|outside|near|beyond|within|past|aboard|at|in|on|from|for|to|of|by)\b"
    r"(?!\s+(?:hit|most|least|total|all|each|every|attack\W*$|top|addition|damage\W*$|space|combat|general|our|my|this)\b)",
    re.IGNORECASE,
)
"""What begins with whom or where a value holds, behind it."""
_OF = frozenset({"for", "on", "to", "of", "from"})
"""Words after which something else of the same table may stand as well."""
_WORDED = re.compile(r"\b(?:boon|bane)\b", re.IGNORECASE)
"""Values that are words, beside which a number may stand."""


def exception(text: str, stated: Mapping[int, str]) -> str:
    """Why a line is not for all: a clause of it that gives another value for some; empty if none does.

    `stated` are the rules that it seems to state, by where in the text their values stand.

    >>> exception("Beam lasers get +4, +5 at Short", {16: "space/attack-modifiers/beam-laser"})
    "'+5 at Short' is an exception, so '+4' is not for all"
    >>> exception("Beam lasers get +4, pulse lasers +3", {16: "space/attack-modifiers/beam-laser"})
    ''
    """
    made = clauses(text)
    for n, clause in enumerate(made):
        first = next((one for one in reversed(made[:n]) if _value_of(one)), None)
        if first is None or not (rest := _under(clause)) or not _is_of_all(first):
            continue
        own, other = (next((rule for at, rule in stated.items() if c.start <= at < c.end), "") for c in (first, clause))
        if not own and isinstance(found := read_line(first.text), Line):
            own = found.rule
        if own and not _is_another(own, other, rest):
            return f"{clause.text.strip(' .')!r} is an exception, so {_value_of(first)!r} is not for all"
    return ""


def _value_of(clause: Clause) -> str:
    """The last value of a clause as it stands there; empty if it has none."""
    if said := said_values(clause.text):
        return said[-1].printed
    found = _WORDED.search(clause.text)
    return found[0] if found else ""


def _under(clause: Clause) -> str:
    """Under what the value holds that a clause begins with; empty if it does not so begin, or goes on otherwise."""
    said = next(iter(said_values(clause.text)), None)
    lead = _LEAD.match(clause.text)
    if said is None or lead is None or lead.end() < said.start or said.more:
        return ""
    rest = clause.text[said.end :]
    bare = said.sort in ("signed", "dice") and row_in(words(rest))
    return rest if _UNDER.match(rest) or bare else ""


def _is_of_all(clause: Clause) -> bool:
    """Whether a clause names what its value is of before that, and nothing of whom or where behind it."""
    said = said_values(clause.text)
    if not said:
        return True
    return bool(words(clause.text[: said[0].start])) and not _UNDER.match(clause.text, said[-1].end)


def _is_another(own: str, other: str, rest: str) -> bool:
    """Whether a value is of another thing of the same table, or of a fuller name of the same, and no exception."""
    if not other or own == other:
        return False
    one, two = RAW.rule(own), RAW.rule(other)
    if (one.section, one.row) == (two.section, two.row) and one.row:
        return True  # another column
    if not one.row and two.id.startswith(f"{one.id}-"):
        return True  # the book has a rule for that as well
    found = _UNDER.match(rest)
    told = found["word"].lower() if found else ""
    if (one.section, one.column) == (two.section, two.column):
        return told in _OF or (told in ("at", "in") and "range" in one.section)
    rows = names()[own].must, names()[other].must
    return bool(told) and any(row < fuller for row in rows[0] for fuller in rows[1])


_THAT = re.compile(r"\s+(?:of\s+)?(?:that|this|it|as\s+(?:much|many|dear|expensive|big|large|long))\b", re.IGNORECASE)


def of_that(text: str, end: int) -> bool:
    """Whether what stands before a place in a text is so many times something that was said.

    >>> of_that("low berth half that", 14), of_that("low berth half the price", 14)
    (True, False)
    """
    return _THAT.match(text, end) is not None


def times_that(rule: str, times: str, before: str, value: Value) -> Value:
    """So many times the value of a rule before it, as one of another rule of the same kind; None if it can be none.

    >>> times_that("ship/quarters/low-berth/cost", "0.5", "ship/quarters/standard-stateroom/cost", 500_000)
    250000
    """
    kind = RAW.rule(rule).kind
    alike = kind.name == RAW.rule(before).kind.name and isinstance(value, (int, Fraction))
    if not alike or isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        return None
    made = Fraction(times) * value
    try:
        return kind.value(int(made) if made.denominator == 1 else made)
    except RawcheckError:
        return None
