"""How code writes the values of a column: credits or megacredits, 25, 0.25 or 1.25 for +25 %, a band by its end.

Every way of writing that a kind allows is tried on a whole column; the one under which most cells are the book's wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from typing import NoReturn, cast

from engine.errors import WrongKind
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import (
    CHOICE,
    CREDITS,
    DICE,
    DM,
    KM,
    POSTS,
    PRICE,
    RANGE_BAND,
    SHARE,
    SIGNED_PERCENT,
    TARGET,
    TONNAGE,
    TRAITS,
    Kind,
)
from engine.rulebook.names import exact, small_whole
from engine.rulebook.parsing import TRAIT_NAMES
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Post, Quantity, Reach, Value
from verify.recognition.cell_agreement import is_known_value
from verify.recognition.code.critical_effects import read_effect
from verify.recognition.code.dice_notation import as_dice
from verify.recognition.values import bare, is_no_value, read_value, same_value

Cell = tuple[str, str]
"""A rule, and the text that stands for it."""
Read = Callable[[Kind, str, str], Value]
"""Reads a text as the value of a rule; raises WrongKind if it is none."""


@dataclass(frozen=True)
class Notation:
    """A way to write the values of a column, and how well it fits its cells."""

    way: Read
    kind: Kind
    cells: tuple[Cell, ...]
    values: list[tuple[str, Value]]
    """The rule and the value of each cell that can be read so."""
    unread: list[Cell]
    known: int
    """How many values are the book's, or what others are known to have."""
    distinct: int
    """Different values among the known ones."""
    right: int
    """How many values are the book's."""
    ladder: bool
    """Whether its values are bands without a gap, and some edges are the book's and some are not."""
    whole: bool
    """Whether several of its values are bands with both ends."""

    def read(self, kind: Kind, text: str, rule: str) -> Value:
        """The value of a text; what counts as other writing of the book's value is the book's."""
        return _read(self.way, kind, text, rule)

    @property
    def fits(self) -> int:
        """How many cells can be read so."""
        return len(self.values)

    @property
    def readable(self) -> int:
        """How many cells say something, right or wrong; all of them if most cannot be read."""
        if self.fits * 2 < len(self.cells):
            return len(self.cells)
        return self.fits + sum(is_no_value(self.kind, text, rule) for rule, text in self.unread)

    @property
    def is_swapped(self) -> bool:
        """Whether the values are the book's, all of them different, in another order: rows were swapped."""
        here, book = [value for _, value in self.values], [RAW[rule] for rule, _ in self.values]
        numbers = [value for value in here if isinstance(value, int)]
        several = len(set(here)) == len(here) == len(self.cells) > 1 and any(abs(number) > 1 for number in numbers)
        return several and here != book and set(here) == set(book)

    @property
    def is_end(self) -> bool:
        """Whether the column gives only the far ends of bands."""
        return self.way is _end

    @property
    def guessed(self) -> bool:
        """Whether the notation is a guess: a bare number may be dice, or anything."""
        return self.way is _dice_count


@lru_cache(maxsize=2048)
def notation(kind: Kind, cells: tuple[Cell, ...], field: str = "") -> Notation:
    """The notation of a column: the one under which most cells are the book's, then the first that fits most."""
    tried = [_try(way, kind, cells) for way in _ways(kind, field)]
    return max(tried, key=lambda notation: (notation.known, notation.fits))


def _try(way: Read, kind: Kind, cells: tuple[Cell, ...]) -> Notation:
    """Reads the cells of a column in one way, and counts how many are the book's."""
    values: list[tuple[str, Value]] = []
    unread = []
    for rule, text in cells:
        try:
            values.append((rule, _read(way, kind, text, rule)))
        except WrongKind:
            unread.append((rule, text))
    known = [value for rule, value in values if is_known_value(rule, value)]
    right = sum(value == RAW[rule] for rule, value in values)
    books = [(value, RAW[rule]) for rule, value in values]
    bands = [(value, book) for value, book in books if isinstance(value, Band) and isinstance(book, Band)]
    edges = _matching_edges(bands) if len(known) < len(cells) == len(bands) else 0
    whole = sum(band.low is not None and band.high not in (None, band.low) for band, _ in bands) > 1
    counted = max(len(known), edges), max(len(set(known)), edges), right
    return Notation(way, kind, cells, values, unread, *counted, edges > 0, whole)


def _matching_edges(bands: list[tuple[Band, Band]]) -> int:
    """How many bands of a ladder end, or begin, where the book's do: one moved edge makes two bands differ."""
    steps = sorted(bands, key=lambda pair: (pair[0].low is not None, pair[0].low or 0))
    for (before, _), (band, book) in pairwise(steps):
        if before.high is None or (band.low != before.high + 1 and band != book):
            return 0  # with gaps or overlaps it is no ladder
    ends = sum(value.high == book.high for value, book in bands)
    starts = sum(value.low == book.low for value, book in bands)
    return min(max(ends, starts), len(bands) - 1)


def _ways(kind: Kind, field: str) -> Iterator[Read]:
    """The ways to write a kind, as far as the name of the field allows."""
    unit = next((way for pattern, way in _UNITS if pattern.search(field)), None) if kind.is_a(CREDITS) else None
    yield _plain
    yield from (way for way in _OTHER_WAYS.get(kind.name, ()) if unit is None or way is unit)
    if any(word in field.lower() for word in ("penalt", "malus")):
        yield _PENALTY


# Values that are the book's in other writing: what is included, where a band begins, what is multiplied.


def _read(way: Read, kind: Kind, text: str, rule: str) -> Value:
    """Reads a text in some way, and also accepts other writing of the book's value.

    A price of 0 is "Included". A band may begin at 0 or where the one before it ends. A post may have other words, and
    the damage of a barbette its multiple.
    """
    book = RAW[rule]
    if text == "0" and book == "Included":
        return book
    value = way(kind, text, rule)
    if (multiplied := _multiplied(rule)) and str(value) == multiplied:
        return book
    if isinstance(value, Band) and isinstance(book, Band):
        value = _without_closed_ends(value, book, rule)
        lows = {book.low, _behind_previous(rule)} if kind.is_a(KM) else {book.low}
        begins_as_book = value.low in lows or (book.low == 0 and value.low is None)
        return book if begins_as_book and value.high == book.high else value
    return book if kind.is_a(POSTS) and same_value(value, book, kind) else value


@cache
def _multiplied(rule: str) -> str:
    """The book's value with the multiple of its table: `4D×3`; empty if the table has none."""
    table = RAW.tables.get(RAW.rule(rule).section)
    return f"{RAW[rule]}×{RAW[table.multiplied_by]}" if table is not None and table.multiplied_by else ""


def _without_closed_ends(value: Band, book: Band, rule: str) -> Band:
    """A band without the ends that code must close though the book's are open: from -99 to -6 is -6 or less."""
    if value.low == value.high:
        return value
    least, most = RAW.tables[RAW.rule(rule).section].reach or (-FURTHEST, FURTHEST)
    low = None if book.low is None and value.low is not None and value.low <= least else value.low
    high = None if book.high is None and value.high is not None and value.high >= most else value.high
    return Band(low, high)


FURTHEST = 99
"""A number beyond every result in a table, unless the table declares another limit."""
MOST_DM = 12
"""No DM of the book is as large."""


@cache
def _behind_previous(rule: str) -> int | Fraction:
    """The other number at which a band of distances may begin: right after the previous band, or 0."""
    cells = RAW.tables[RAW.rule(rule).section].cells(RAW.rule(rule).column)
    before = RAW[cells[cells.index(rule) - 1]] if rule in cells[1:] else None
    return before.high + 1 if isinstance(before, Band) and before.high is not None else 0


# One reader for each way.


_NUMBER_ALONE = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
"""A number without a unit."""
LEAST_PRICE = 1000
"""Credits that a thing costs at least. A smaller number without a unit is in megacredits."""
TARGETS = range(2, 21)
"""What the target of a check can be."""


def _plain(kind: Kind, text: str, rule: str) -> Value:
    """Reads a text as it stands, if it needs no unit."""
    shared_post = kind.is_a(POSTS) and RAW[rule] != ((1, None, ""),)
    if (kind.is_a(SHARE, SIGNED_PERCENT) or shared_post) and _NUMBER_ALONE.fullmatch(text):
        _refuse(kind, text)
    if kind.is_a(CREDITS) and _NUMBER_ALONE.fullmatch(text):
        return kind.value(_number(text)) if _number(text) >= LEAST_PRICE or not _number(text) else _refuse(kind, text)
    is_null = text.lower() in ("null", "none", "nil", "undefined", "n/a", "[]")
    if kind.is_a(TRAITS):
        text = "" if is_null or text in ("—", "–", "-") else re.sub(r"(?<=[a-z])(?=\d)|_", " ", text)
        traits = kind.value(text)
        if text and isinstance(traits, frozenset) and not any(trait.name in TRAIT_NAMES for trait in traits):
            _refuse(kind, text)
        return traits
    if is_null and "—" not in kind.words:
        _refuse(kind, text)
    if kind.is_a(TARGET) and (number := small_whole(text)) is not None and number not in TARGETS:
        _refuse(kind, text)  # a modifier, no number that 2D can reach
    if kind.is_a(DICE):
        with suppress(WrongKind):
            return read_value(kind, as_dice(bare(text)))
    return read_value(kind, text)


def _refuse(kind: Kind, text: str) -> NoReturn:
    raise WrongKind(f"{text!r} is not {kind.expects}")


@lru_cache(maxsize=4096)
def _number(text: str) -> Fraction:
    try:
        return exact(bare(text).replace(",", "").lstrip("+"))
    except ValueError:
        raise WrongKind(f"{text!r} is no number") from None


def _converted(change: Callable[[Fraction], Fraction]) -> Read:
    """A number that stands for another: megacredits, a penalty without its minus sign."""

    def read(kind: Kind, text: str, rule: str) -> Value:
        number = change(_number(text))
        return kind.value(int(number) if number.denominator == 1 else number)

    return read


def _share(change: Callable[[Fraction], Fraction]) -> Read:
    """A number for a share: 25, 0.25 or 1.25 for +25 %."""

    def read(kind: Kind, text: str, rule: str) -> Value:
        share = change(_number(text))
        return kind.value(share) if share or "—" not in kind.words else None

    return read


_PENALTY, _IN_CREDITS = _converted(lambda n: -n), _converted(lambda n: n)
_IN_MEGACREDITS = _converted(lambda n: n * 10**6 if n < LEAST_PRICE else n)  # nothing costs a thousand megacredits
_IN_THOUSANDS = _converted(lambda n: n * 1000)
_UNITS = (
    (re.compile(r"(?i)mcr|megacredit|(?:^|[_ .])million|Millions?$"), _IN_MEGACREDITS),
    (re.compile(r"(?i)kcr|thousand"), _IN_THOUSANDS),
    (re.compile(r"(?i)credits?$|(?:^|[_ .])cr$|(?<=[a-z])Cr$"), _IN_CREDITS),
)
"""Units in the names of fields, and the way to write that each stands for."""


def _quantity(unit: str, change: Callable[[Fraction], Fraction]) -> Read:
    """A number for so much per ton, or of the hull or its cost, where the book has that: 2 or 0.02 for 2 %."""
    is_share = unit != "ton"

    def read(kind: Kind, text: str, rule: str) -> Value:
        book, number = RAW[rule], change(_number(text.removesuffix("%") if is_share else text))
        if not number and not isinstance(book, Quantity):
            return kind.value(0)
        if not isinstance(book, Quantity) or book.unit != unit or (is_share and not 0 < number < 2):
            _refuse(kind, text)
        return Quantity(number, unit)

    return read


def _distance(text: str) -> int | None:
    """How far a band reaches: `1250`, `11 km+`; None if it has no end."""
    if text.lower() in ("infinity", "math.huge", "inf", "null", "none", "nil"):
        return None
    number = _number(re.sub(r"(?i)(?<!\s)\s*(?:km|\+){1,3}$", "", text))
    if number.denominator != 1:
        raise WrongKind(f"{text!r} is no distance in km")
    return int(number)


def _end(kind: Kind, text: str, rule: str) -> Value:
    """Only the far end of a band: `max: 1250`."""
    return Band(cast(Band, RAW[rule]).low, _distance(text))


def _start(kind: Kind, text: str, rule: str) -> Value:
    """Only the near end of a band: `11 km+`."""
    return Band(_distance(text), cast(Band, RAW[rule]).high)


BANDS = RANGE_BAND.choices
"""The range bands, the nearest first."""


def _reached(kind: Kind, text: str, rule: str) -> Value:
    """The bands that a weapon reaches, as a list: the furthest, if no nearer one is missing; or a word for no limit."""
    if text.lower() in ("null", "none", "nil", "[]", "any", "all"):
        return Reach(BANDS[-1])
    places = sorted(BANDS.index(str(RANGE_BAND.value(part.strip()))) for part in text.split(","))
    if len(places) < 2:
        _refuse(kind, text)
    furthest = BANDS[places[-1]]
    missing = tuple(BANDS[n] for n in range(places[-1]) if n not in places)
    return Reach(furthest, missing) if missing or len(set(places)) < len(places) else furthest


_CONDITION = re.compile(
    r"([+-]\d{1,2})(?: \(|,? (?:per|if|when|while|for each|for every)\b)(?:[^+-]|[+-](?!\d)|(?<=max )[+-])*",
    re.IGNORECASE,
)
"""A DM and its condition, without a second DM: `+1 per Minor Action`, `+1 if aiming`."""


def _conditional(kind: Kind, text: str, rule: str) -> Value:
    """A DM, alone or followed by its condition."""
    match = _CONDITION.fullmatch(text)
    return kind.value(int(match[1])) if match else read_value(kind, text)


def _dice_count(kind: Kind, text: str, rule: str) -> Value:
    """A bare number of dice."""
    return kind.value(f"{int(text)}D" if text.isdecimal() and len(text) < 9 else text)


def _counted(kind: Kind, text: str, rule: str) -> Value:
    """A number of advantages, negative for disadvantages; with the word, also a number that the book does not have."""
    match = re.fullmatch(r"([+-]?\d{1,3})(?:\s*(dis)?advantages?)?", text.strip(), re.IGNORECASE)
    if match is None or "dvantage" not in str(RAW[rule]):
        _refuse(kind, text)
    number = -int(match[1]) if match[2] else int(match[1])
    text = f"{abs(number)} {'Advantage' if number > 0 else 'Disadvantage'}{'s' * (abs(number) != 1)}"
    return kind.value(text) if match[0] == match[1] else text


def _per_post(kind: Kind, text: str, rule: str) -> Value:
    """The number of units per crew member: `TONS_PER_ENGINEER = 35`."""
    book, number = RAW[rule], _number(text)
    post = book[0] if isinstance(book, tuple) and len(book) == 1 else None
    if not isinstance(post, Post) or (post.per or 1) == 1 or number.denominator != 1 or number < 2:
        _refuse(kind, text)
    return (post._replace(crew=1, per=int(number)),)


_OTHER_WAYS: dict[str, tuple[Read, ...]] = {
    CREDITS.name: (_IN_MEGACREDITS, _IN_THOUSANDS, _IN_CREDITS),
    TONNAGE.name: (_quantity("hull", lambda n: n / 100), _quantity("hull", lambda n: n)),
    PRICE.name: (
        _quantity("ton", lambda n: n * 10**6),
        _quantity("ton", lambda n: n),
        _quantity("hull cost", lambda n: n / 100),
        _quantity("hull cost", lambda n: n),
    ),
    SHARE.name: (_share(lambda n: n / 100), _share(lambda n: n)),
    SIGNED_PERCENT.name: (_share(lambda n: n / 100), _share(lambda n: n - 1), _share(lambda n: n)),
    DM.name: (_conditional,),
    KM.name: (_end, _start),
    RANGE_BAND.name: (_reached,),
    DICE.name: (_dice_count,),
    CHOICE.name: (_counted,),
    POSTS.name: (_per_post,),
    CHANGES.name: (read_effect,),
}
"""The ways to write each kind besides the plain one, by the kind's name."""
