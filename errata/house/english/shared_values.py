"""A value that several things share: `Short and Medium range: +1`, `Beam and pulse lasers do 2D`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from engine.rulebook.raw import RAW
from errata.house.english.in_pairs import in_pairs
from errata.house.english.old_values import without_old
from errata.house.english.plain_lines import Line, family_of, read_line
from errata.house.english.rule_names import known_to
from errata.house.english.rule_words import names
from errata.house.english.said_values import has_value, said_values
from errata.house.english.stories import no_rule
from errata.house.english.word_forms import words

_AND = re.compile(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|as well as)\s+|\s*[&/]\s*", re.IGNORECASE)
MOST = 4
"""Words of the last name that may stand where each of the others is meant."""


def read_shared(text: str, around: Sequence[str] = (), family: str = "") -> list[Line]:
    """What a line states of several things at once, one for each; nothing if it does not name several.

    >>> [one.rule.split("/")[2] for one in read_shared("Short and Medium range in space: +1")]
    ['short', 'medium']
    """
    if made := _sides(text) or in_pairs(text, around, family):
        return made
    values = [said for said in said_values(without_old(text)[0]) if said.sort != "times"]
    cuts = list(_AND.finditer(text, 0, values[0].start if values else len(text)))
    for n in range(len(cuts), 0, -1):
        if made := _several(text, cuts[:n], around, family):
            return made
    return []


_PAIR = re.compile(r"(?P<plus>\+\s?\d+)\s*(?:/|,|and|or)\s*(?P<minus>[-−–]\s?\d+)(?!\d|\s?[%D])", re.IGNORECASE)
"""A bonus for one side and a penalty for the other."""


def _sides(text: str) -> list[Line]:
    """What a line gives to two sides, of which one has a bonus by the book and the other a penalty.

    >>> [(one.rule.split("/")[2], one.value) for one in _sides("Ambush DMs are +4/-4 instead of +6/-6")]
    [('ambusher-dm', 4), ('surprised-dm', -4)]
    """
    pairs = list(_PAIR.finditer(text))
    said = frozenset(words(_PAIR.sub(" ", text)))
    if not pairs or no_rule(text) or has_value(_PAIR.sub(" ", text)) or len(pairs) > 1 + bool(_INSTEAD.search(text)):
        return []
    found = [sides for sides in _two_sided() if said and all(said <= known_to(rule) for rule in sides)]
    if len(found) != 1:
        return []
    made = []
    for rule, side in zip(found[0], ("plus", "minus"), strict=True):
        number = int(re.sub(r"\D", "", pairs[0][side]))
        made.append(Line(rule, pairs[0][side], number if side == "plus" else -number, pairs[0].start(side)))
    return made


_INSTEAD = re.compile(r"\b(?:instead of|rather than|not|was|were|RAW|book)\b", re.IGNORECASE)


@cache
def _two_sided() -> tuple[tuple[str, str], ...]:
    """The sets of rules that give one side a bonus and the other as great a penalty."""
    made: dict[str, list[tuple[int, str]]] = {}
    for rule in RAW.rules.values():
        if rule.kind.name == "DM" and isinstance(rule.value, int) and rule.value and not rule.row:
            made.setdefault(rule.section, []).append((rule.value, rule.id))
    pairs = (sorted(own, reverse=True) for own in made.values() if len(own) == len(("plus", "minus")))
    return tuple((one[1], two[1]) for one, two in pairs if one[0] == -two[0])


def _several(text: str, cuts: Sequence[re.Match[str]], around: Sequence[str], family: str) -> list[Line]:
    """A line that is cut between the names of several things, the last of which has the value beside it."""
    at = cuts[-1].end()
    last = read_line(text[at:], around, family)
    if not isinstance(last, Line) or last.left or RAW.rule(last.rule).section not in RAW.tables:
        return []
    made = []
    for start, end in zip((0, *(cut.end() for cut in cuts)), (cut.start() for cut in cuts), strict=False):
        alike = (one for tail in _tails(text[at:]) if (one := _alike(text[start:end], tail, last, around)))
        if (one := next(alike, None)) is None:
            return []
        made.append(one)
    made.append(last)
    if len({one.rule for one in made}) < len(made):
        return []
    return [one._replace(offset=last.offset + at) for one in made]


def _tails(text: str) -> Iterator[str]:
    """A text without its first words."""
    for n, found in enumerate(re.finditer(r"\s+|(?=:)", text)):
        if n >= MOST:
            return
        yield text[found.end() :]


def _alike(name: str, tail: str, last: Line, around: Sequence[str]) -> Line | None:
    """What a line says of a name, if it is the same of another thing; what is more by as much may be another value.

    What is called by the tail alone is only a part of the last name: `In space, Very Long range` names one.
    """
    found, own = read_line(f"{name} {tail}", around, family_of(last.rule)), RAW.rule(last.rule)
    if not isinstance(found, Line) or found.left or _is_called(found.rule, tail):
        return None
    rule = RAW.rule(found.rule)
    same = (rule.section, rule.column, found.printed) == (own.section, own.column, last.printed)
    return found if same and rule.row != own.row else None


def _is_called(rule: str, text: str) -> bool:
    """Whether a text has the whole name of what a rule is about."""
    said = frozenset(words(text))
    return any(name <= said for name in names()[rule].must)
