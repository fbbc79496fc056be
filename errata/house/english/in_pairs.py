"""Several names and as many values: `Short/Long: +2/-1`, or each beside its own, `Average 7 Difficult 9`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.rulebook.raw import RAW
from errata.house.english.old_values import without_old
from errata.house.english.plain_lines import Line, read_line
from errata.house.english.said_values import ANY, Said, said_values
from errata.house.english.stories import no_rule
from errata.house.english.word_forms import words

_STROKES = re.compile(
    rf"(?P<names>[A-Za-z][\w ]*(?:\s?/\s?[A-Za-z][\w ]*)+?)\s*[:=]?\s*(?P<values>(?:{ANY})(?:\s?/\s?(?:{ANY}))+)\W*",
    re.IGNORECASE,
)
"""Names that strokes part, and values that they part as well."""
_SORTS = frozenset({"signed", "plain", "target", "dice", "money", "factor"})
_FAMILIES = ("", "space", "personal")
MOST_WORDS = 3
"""Words of a name."""


def in_pairs(text: str, around: Sequence[str] = (), family: str = "") -> list[Line]:
    """What a line states of several things of one table, each with a value of its own; nothing if it is no such line.

    >>> [(one.rule.split("/")[2], one.value) for one in in_pairs("Average 7 Difficult 9 Formidable 13")]
    [('average', 7), ('difficult', 9), ('formidable', 13)]
    >>> [(one.rule.split("/")[2], one.value) for one in in_pairs("Normal/Extreme: +1/-3")]
    [('normal', 1), ('extreme', -3)]
    """
    pairs = list(_by_strokes(text)) or _side_by_side(text)
    if len(pairs) < 2 or no_rule(text) or without_old(text)[1]:
        return []
    for told in (family,) if family else _FAMILIES:
        found = [read_line(f"{name} {value.printed}", around, told) for name, value in pairs]
        made = [one for one in found if isinstance(one, Line) and not one.left]
        if len(made) == len(pairs) and _are_alike(made):
            values = (value for _, value in pairs)
            return [one._replace(offset=value.start) for one, value in zip(made, values, strict=True)]
    return []


def _are_alike(made: Sequence[Line]) -> bool:
    """Whether some lines are of one column of one table, and each of another row."""
    rules = [RAW.rule(one.rule) for one in made]
    columns = {(rule.section, rule.column) for rule in rules}
    return len(columns) == 1 and all(rule.row for rule in rules) and len({rule.row for rule in rules}) == len(rules)


def _by_strokes(text: str) -> Iterator[tuple[str, Said]]:
    """The names and values of a line in which strokes part them, if there are as many of the one as of the other."""
    found = _STROKES.fullmatch(text.strip()) if text.count("/") > 1 else None
    if found is None:
        return
    names = [name.strip() for name in found["names"].split("/")]
    values = [one for one in said_values(text) if one.start >= found.start("values")]
    if len(names) == len(values):
        yield from zip(names, values, strict=True)


def _side_by_side(text: str) -> list[tuple[str, Said]]:
    """The names and values of a line that has nothing between them, all values of one sort."""
    values = said_values(text)
    if len({one.sort for one in values} & _SORTS) != 1 or len({one.sort for one in values}) != 1:
        return []
    starts = [0, *(one.end for one in values)]
    names = [text[start : one.start] for start, one in zip(starts, values, strict=False)]
    plain = all(re.fullmatch(r"\s*[A-Za-z][A-Za-z -]*[:=]?\s*", name) for name in names)
    few = all(0 < len(words(name)) <= MOST_WORDS for name in names)
    return list(zip(names, values, strict=True)) if plain and few and not text[starts[-1] :].strip(" .") else []
