"""Names in code: which rows of the rule tables a key, an id or a text can mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from engine.rulebook.names import normal
from verify.recognition.rule_tables import Shape, by_row_name, shapes
from verify.recognition.words import says_roll, words_in

LEFT_ALONE = ("prose", "flag", "skill")
"""Kinds that code does not state as a value."""
_WORDED = (*LEFT_ALONE, "choice", "quantity")


@cache
def rows_needed(shape: Shape) -> int:
    """How many of its rows make a table: one of a thing that has a price or dice, three of what is only named."""
    if any(column.kind is not None and column.kind.name == "credits" for column in shape.columns):
        return 1
    return min(3, len(shape.rows)) if shape.complete else 2


@cache
def code_shapes() -> tuple[Shape, ...]:
    """The tables whose values code can state; the others are words."""
    return tuple(s for s in shapes() if any(c.kind is not None and c.kind.name not in _WORDED for c in s.columns))


def row_names(texts: list[str]) -> list[str]:
    """Names as recognition wants them: the last part of a path, without what all of them share.

    >>> row_names(["rangeShort", "rangeVeryLong", "rangeMedium"]), row_names(["bCover", "bProne", "bLaserSight"])
    (['short', 'very long', 'medium'], ['Cover', 'Prone', 'LaserSight'])
    """
    names = [_BEHIND.sub("", text.strip()) or text.strip() for text in texts]
    if len(names) > 2 and len({name[:1] for name in names if name}) == 1 and all(map(_SORT.match, filter(None, names))):
        names = [name[1:] for name in names]
    split = [words_in(name) for name in names if name]
    if len(split) < 3 or sum(normal(name) in by_row_name() for name in names) * 2 > len(split):
        return names
    shared = _shared(split)
    tail = _shared([words[::-1] for words in split])
    if not shared and not tail:
        return names
    cut = [words_in(name) for name in names]
    made = [
        " ".join(words[shared : len(words) - tail]) if len(words) > shared + tail else name
        for words, name in zip(cut, names, strict=True)
    ]
    if any(name.isdecimal() for name in made) and not _COUNTED.issuperset(
        (*split[0][:shared], *split[0][-tail:][:tail])
    ):
        return names
    return made


_COUNTED = frozenset(
    {"roll", "result", "score", "stat", "characteristic", "effect", "severity", "sev", "level", "dice", "die", "d", "r"}
)
"""Words before a number that leave it the number of a table: `roll7`; a `pop8` is a population."""
_BEHIND = re.compile(r"\s*\([^()]{1,20}\)$")
"""What stands in brackets behind a name: `Average (8+)`."""
_SORT = re.compile(r"[a-z](?=[A-Z])")
"""A letter before a name that says what sort of value it has: `bLaserSight`."""


def _shared(split: list[tuple[str, ...]]) -> int:
    """How many words all names begin with, as long as each has another."""
    count = 0
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return min(count, min(len(words) for words in split) - 1) if count else 0


_ROLLS = frozenset(
    {"", "roll", "range", "2d", "2d6", "dice", "result", "key", "id", "index", "number", "total", "band"}
)
"""Fields whose numbers can be those of a roll."""


def is_rolled(field: str) -> bool:
    """Whether the numbers in a field can be those of a roll."""
    return field.isdecimal() or normal(field.rpartition(".")[2]) in _ROLLS or says_roll(field)


def has_keys(shape: Shape) -> bool:
    """Whether code can know the rows of a shape by bands of numbers."""
    return shape.key == 0


@lru_cache(maxsize=50_000)
def rows_in_code(name: str) -> Mapping[Shape, int]:
    """The rows that a name in code may mean, by table: the name itself, its words in any order, or among others."""
    name = name.strip()
    if not name or len(name) > 60 or (name.isascii() and _words_of_rows().isdisjoint(words_in(name))):
        return {}
    named = (shape for shape in by_row_name().get(normal(name), ()) if shape in code_shapes())
    found = {shape: row for shape in named if (row := shape.find_row(name)) is not None}
    if name.strip("+-").isdecimal():
        return found
    words = frozenset(words_in(name))
    for shape, row in _by_words(words).items():
        found.setdefault(shape, row)
    if not found and "." in name and " " not in name:
        return rows_in_code(name.rpartition(".")[2])
    return found


def row_in_code(shape: Shape, name: str) -> int | None:
    """The row of a table that a name in code means."""
    return rows_in_code(name).get(shape)


def _by_words(words: frozenset[str]) -> dict[Shape, int]:
    """Rows of which all words are there, and none besides that would make another thing of it."""
    fitting: dict[Shape, list[tuple[frozenset[str], int]]] = {}
    for word in words:
        for own, shape, row in _word_index().get(word, ()):
            clear = len(own) > 1 or any(word in words for word in shape.where)
            if own <= words and (len(own) == len(words) or (clear and words - own <= _HARMLESS)):
                fitting.setdefault(shape, []).append((own, row))
    made = {}
    for shape, rows in fitting.items():
        most = max(rows, key=lambda found: len(found[0]))
        if all(own <= most[0] for own, _ in rows):  # else two rows are named at once
            made[shape] = most[1]
    return made


@lru_cache(maxsize=20_000)
def things_in(text: str) -> frozenset[Shape]:
    """The tables of which a row is named in a text, whatever else is."""
    words = frozenset(words_in(text))
    found = (entry for word in words for entry in _word_index().get(word, ()))
    return frozenset(shape for own, shape, _ in found if own <= words and (len(own) > 1 or len(words) == 1))


@cache
def _words_of_rows() -> frozenset[str]:
    """All words that names of rows have, and these names as one word: without any of them, nothing is a row."""
    names = (name for shape in code_shapes() for row in shape.rows for name in (row.name, *row.also))
    return frozenset(word for name in (*by_row_name(), *names) for word in words_in(name))


@cache
def _word_index() -> Mapping[str, tuple[tuple[frozenset[str], Shape, int], ...]]:
    """The names of all rows by the longest of their words."""
    found: dict[str, list[tuple[frozenset[str], Shape, int]]] = {}
    for shape in code_shapes():
        for n, row in enumerate(shape.rows):
            for own in {frozenset(words_in(name)) for name in (row.name, *row.also)}:
                if own and not all(word.isdecimal() for word in own):
                    found.setdefault(max(own, key=lambda word: (len(word), word)), []).append((own, shape, n))
    return {word: tuple(rows) for word, rows in found.items()}


_HARMLESS = frozenset(
    (
        "turret", "mount", "weapon", "ship", "space", "spacecraft", "starship", "system", "grade", "sensor", "suite",
        "range", "band", "type", "level", "b", "standard", "mk", "std", "the", "a", "an", "of", "basic", "0", "1",
        "2", "3", "4", "5", "6", "7", "8", "9", "crit", "critical", "hit", "dm", "modifier", "difficulty", "task",
        "target", "bon", "pen",
    )
)  # fmt: skip
"""Words that a name may have besides its own."""


@lru_cache(maxsize=4096)
def is_telling(name: str) -> bool:
    """Whether a name alone says what is meant: two words, or a long one. `Short` could be anything."""
    words = words_in(name)
    return len(words) >= 2 or len("".join(words)) >= 9 or words == ("railgun",)
