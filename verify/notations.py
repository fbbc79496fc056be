"""How code writes the values of a column: credits or megacredits, 25, 0.25 or 1.25 for +25 %, the end of a band only.

All cells of a column are written alike, so the notation under which most of them are the book's is the one that is
meant. Each notation is one entry in a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from engine.errors import WrongKind
from engine.rulebook.kinds import RANGE_BAND, Kind
from engine.rulebook.misreadings import MISREADINGS
from engine.rulebook.names import exact, small_whole
from engine.rulebook.parsing import TRAIT_NAMES
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Change, Post, Quantity, Value
from verify.as_meant import Read, as_meant
from verify.effects import in_phrases
from verify.rulings import other_values
from verify.values import bare, read_value

Cell = tuple[str, str]
"""A rule, and what stands for it."""


@dataclass(frozen=True)
class Notation:
    """A way to write values, and how well it fits a column."""

    name: str
    read: Read
    fits: int = 0
    """Cells that can be read so."""
    known: int = 0
    """Those of them that are the book's, or what others are known to have."""
    distinct: int = 0
    """Different values among them."""
    right: int = 0
    """Those of them that are the book's."""
    ladder: bool = False
    """Whether its values are bands without a gap, some edges of which are the book's and some are not."""
    whole: bool = False
    """Whether several of its values are bands with both ends."""

    @property
    def is_end(self) -> bool:
        """Whether only the far ends of bands are told."""
        return self.name == FAR_END

    @property
    def guessed(self) -> bool:
        """Whether the values do not show it themselves: a bare number may be dice, or anything."""
        return self.name == "as a number of dice"


FAR_END = "as the far end"


def notation(kind: Kind, cells: list[Cell], field: str = "") -> Notation:
    """The notation of a column: the one under which most cells are the book's, then the first that fits most."""
    return _notation(kind, tuple(cells), field)


@lru_cache(maxsize=2048)
def _notation(kind: Kind, cells: tuple[Cell, ...], field: str) -> Notation:
    tried = [_tried(name, as_meant(read), kind, cells) for name, read in _notations(kind, field)]
    return max(tried, key=lambda n: (n.known, n.fits))


def _tried(name: str, read: Read, kind: Kind, cells: tuple[Cell, ...]) -> Notation:
    fits, right, known = 0, 0, []
    bands: list[tuple[Band, Band]] = []
    for rule, text in cells:
        with suppress(WrongKind):
            value, book = read(kind, text, rule), RAW[rule]
            fits += 1
            right += value == book
            if is_known_value(rule, value):
                known.append(value)
            if isinstance(value, Band) and isinstance(book, Band):
                bands.append((value, book))
    edges = _edges(bands) if len(known) < len(cells) == len(bands) else 0
    whole = sum(band.low is not None and band.high not in (None, band.low) for band, _ in bands) > 1
    return Notation(name, read, fits, max(len(known), edges), max(len(set(known)), edges), right, edges > 0, whole)


def _edges(bands: list[tuple[Band, Band]]) -> int:
    """How many bands of a ladder end, or begin, as the book's: an edge that is moved is one slip of two bands."""
    steps = sorted(bands, key=lambda pair: (pair[0].low is not None, pair[0].low or 0))
    for (before, _), (band, book) in pairwise(steps):
        if before.high is None or (band.low != before.high + 1 and band != book):
            return 0  # what has gaps, or overlaps, is no ladder
    ends = sum(value.high == book.high for value, book in bands)
    starts = sum(value.low == book.low for value, book in bands)
    return min(max(ends, starts), len(bands) - 1)


def is_known_value(rule: str, value: Value) -> bool:
    """Whether a value is the book's, another source's, or a known misreading."""
    if value == RAW[rule] or value in other_values(rule):
        return True
    with suppress(WrongKind):
        return rule in MISREADINGS and RAW.rule(rule).kind.value(MISREADINGS[rule]) == value
    return False


def _notations(kind: Kind, field: str) -> Iterator[tuple[str, Read]]:
    told = next((name for unit, name in _UNITS if unit.search(field)), "") if kind.name == "credits" else ""
    yield "as it stands", _plain
    yield from (way for way in _OTHERS.get(kind.name, ()) if not told or way[0] == told)
    if any(word in field.lower() for word in ("penalt", "malus")):
        yield "as a penalty", _penalty


_BARE = re.compile(r"[+-]?\.?\d[\d.]*")
"""A number without a unit."""


_UNITS = (
    (
        re.compile(r"(?i)mcr|megacredit|(?:^|[_ .])million|Millions?$"),
        "in megacredits",
    ),
    (re.compile(r"(?i)kcr|thousand"), "in thousands"),
    (re.compile(r"(?i)credits?$|(?:^|[_ .])cr$|(?<=[a-z])Cr$"), "in credits"),
)
"""Units in the names of fields, and the notation that each stands for."""


def _plain(kind: Kind, text: str, rule: str) -> Value:
    shared = kind.name == "posts" and RAW[rule] != ((1, None, ""),)
    if (kind.name in ("percent", "signed percent") or shared) and _BARE.fullmatch(text):
        raise WrongKind(f"{text!r} is not {kind.expects}")
    if kind.name == "credits" and _BARE.fullmatch(text) and text.count(".") < 2:
        return kind.value(_number(text)) if _number(text) >= 1000 or not _number(text) else _raise(kind, text)
    nothing = text.lower() in ("null", "none", "nil", "undefined", "n/a", "[]")
    if kind.name == "traits":
        return _traits(kind, "" if nothing or text in ("—", "–", "-") else text)
    if nothing and "—" not in kind.words:
        _raise(kind, text)
    if kind.name == "target" and (number := small_whole(text)) is not None and not 2 <= number <= 20:
        _raise(kind, text)  # a modifier, no number that 2D can reach
    return read_value(kind, text)


def _traits(kind: Kind, text: str) -> Value:
    """Traits of which one at least is known, or none."""
    traits = kind.value(re.sub(r"(?<=[a-z])(?=\d)|_", " ", text))
    if text and isinstance(traits, frozenset) and not any(trait.name in TRAIT_NAMES for trait in traits):
        _raise(kind, text)
    return traits


def _raise(kind: Kind, text: str) -> Value:
    raise WrongKind(f"{text!r} is not {kind.expects}")


@lru_cache(maxsize=4096)
def _number(text: str) -> Fraction:
    try:
        return exact(bare(text).replace(",", "").lstrip("+"))
    except ValueError:
        raise WrongKind(f"{text!r} is no number") from None


def _times(factor: int) -> Read:
    """An amount in a unit; nothing costs a thousand megacredits, so that a larger number among them is in credits."""

    def read(kind: Kind, text: str, rule: str) -> Value:
        number = _number(text)
        return kind.value(_whole(number if factor == 10**6 and number >= 1000 else number * factor))

    return read


def _whole(number: Fraction) -> int | Fraction:
    return int(number) if number.denominator == 1 else number


def _share(change: Callable[[Fraction], Fraction]) -> Read:
    def read(kind: Kind, text: str, rule: str) -> Value:
        share = change(_number(text))
        if share == 0 and "—" in kind.words:
            return None
        return kind.value(share)

    return read


def _penalty(kind: Kind, text: str, rule: str) -> Value:
    return kind.value(_whole(-_number(text)))


def _end(kind: Kind, text: str, rule: str) -> Value:
    """Only the far end of a band: `max: 1250`."""
    known = RAW[rule]
    far = text.lower() in ("infinity", "math.huge", "inf", "null", "none", "nil")
    if not isinstance(known, Band):
        raise WrongKind(text)
    if far:
        return Band(known.low, None)
    number = _whole(_number(re.sub(r"(?i)\s*(?:km|\+)+$", "", text)))
    if not isinstance(number, int):
        raise WrongKind(text)
    return Band(known.low, number)


def _start(kind: Kind, text: str, rule: str) -> Value:
    """Only the near end of a band: `11 km+`."""
    known, made = RAW[rule], _end(kind, text, rule)
    assert isinstance(known, Band)
    assert isinstance(made, Band)
    return Band(made.high, known.high)


BANDS = tuple(row.name for row in RAW.table("space/range-bands").rows)


def _reached(kind: Kind, text: str, rule: str) -> Value:
    """The bands that a weapon reaches, as a list: the furthest, if none before it is left out."""
    named = [RANGE_BAND.value(part.strip()) for part in text.split(",")]
    if len(named) < 2:
        raise WrongKind(text)
    places = sorted(BANDS.index(str(name)) for name in named)
    if places != list(range(places[-1] + 1)):
        lost = [BANDS[n] for n in range(places[-1]) if n not in places]
        return f"up to {BANDS[places[-1]]} without {' and '.join(lost)}"
    return BANDS[places[-1]]


def _unlimited(kind: Kind, text: str, rule: str) -> Value:
    if text.lower() not in ("null", "none", "nil", "[]", "any", "all"):
        return _reached(kind, text, rule)
    return "every band"


def _effect(kind: Kind, text: str, rule: str) -> Value:
    """What a critical does, in words or in fields; for its severity alone, or with what the lower ones did.

    One row may add up and the next not, so that each change is read for itself: the reading that is the book's counts.
    """
    value = plain_effect(kind, text, rule)
    changes = tuple(change for change in value if isinstance(change, Change)) if isinstance(value, tuple) else ()
    if not changes or is_known_value(rule, changes) or "/severity-" not in rule:
        return value
    return tuple(_alone(change, rule) for change in changes)


def plain_effect(kind: Kind, text: str, rule: str) -> Value:
    """What a critical does, as it stands there."""
    said = in_phrases(text, RAW.rule(rule).row)
    known = _known_parts(kind, said)
    value = kind.value(known)
    count = sum(isinstance(change, Change) for change in value) if isinstance(value, tuple) else 0
    if known != said and count < len(RAW.changes(rule)):
        raise WrongKind(f"{text!r} is not {kind.expects}")  # the rest may stand in what is not known
    return value


_FIELD = re.compile(r"\w+ \S+")
"""A field of a record that is not known, beside the words that say it: `dice 1D*10`."""


def _known_parts(kind: Kind, text: str) -> str:
    """An effect without what is said twice, and without fields that are not known, if anything else is left."""
    parts = list(dict.fromkeys(text.split(", ")))
    known = [part for part in parts if kind.accepts(part) or not _FIELD.fullmatch(part)]
    return ", ".join(known or parts)


def _alone(change: Change, rule: str) -> Change:
    """A change without what the lower severities did, if the book has it so: Thrust -2 in all is -1 here.

    Or with them, where the book adds up: DM-1 more at each severity is DM-3 at the third.
    """
    before, book = _before(change.what, rule), RAW.changes(rule).get(change.what)
    if not before or not isinstance(change.amount, (int, Fraction)) or not isinstance(book, (int, Fraction)):
        return change
    told = change.amount - sum(before) == book or change.amount == book - before[-1]
    return Change(change.what, book) if told else change


def _before(what: str, rule: str) -> list[Fraction]:
    """What the severities below one do, by the book."""
    row, _, column = rule.rpartition("/")
    lower = (RAW.changes(f"{row}/severity-{n}") for n in range(1, int(column.rpartition("-")[2])))
    return [Fraction(had) for changes in lower if isinstance(had := changes.get(what), (int, Fraction))]


def told_alone(change: Change, rule: str) -> bool:
    """Whether a change is the book's for its severity alone, and would be another if the lower ones were in it."""
    return bool(_before(change.what, rule)) and RAW.changes(rule).get(change.what) == change.amount


_CONDITION = re.compile(
    r"([+-]\d{1,2})(?: \(|,? (?:per|if|when|while|for each|for every)\b)(?:[^+-]|[+-](?!\d)|(?<=max )[+-])*",
    re.IGNORECASE,
)
"""A DM and when it counts, no other being named: `+1 per Minor Action`, `+1 if aiming`."""


def _conditional(kind: Kind, text: str, rule: str) -> Value:
    """A DM, alone or with when it counts behind it."""
    found = _CONDITION.fullmatch(text)
    return kind.value(int(found[1])) if found else read_value(kind, text)


def _dice_count(kind: Kind, text: str, rule: str) -> Value:
    return kind.value(f"{int(text)}D" if text.isdecimal() and len(text) < 9 else text)


def _counted(kind: Kind, text: str, rule: str) -> Value:
    """A number of advantages, or of disadvantages below 0; one that says so may be none of the book's."""
    found = re.fullmatch(r"([+-]?\d{1,3})(?:\s*(dis)?advantages?)?", text.strip(), re.IGNORECASE)
    if found is None or "dvantage" not in str(RAW[rule]):
        raise WrongKind(f"{text!r} is not {kind.expects}")
    number = -int(found[1]) if found[2] else int(found[1])
    told = f"{abs(number)} {'Advantage' if number > 0 else 'Disadvantage'}{'s' * (abs(number) != 1)}"
    return kind.value(told) if found[0] == found[1] else told


def _per_post(kind: Kind, text: str, rule: str) -> Value:
    """How many one of the crew is for: `TONS_PER_ENGINEER = 35`."""
    book, number = RAW[rule], _number(text)
    post = book[0] if isinstance(book, tuple) and len(book) == 1 else None
    if not isinstance(post, Post) or (post.per or 1) == 1 or number.denominator != 1 or number < 2:
        raise WrongKind(f"{text!r} is not {kind.expects}")
    return (post._replace(crew=1, per=int(number)),)


def _of_hull(unit: str, change: Callable[[Fraction], Fraction]) -> Read:
    """A number for a share of the hull or of its cost, where the book has one: 2 or 0.02 for 2 %."""

    def read(kind: Kind, text: str, rule: str) -> Value:
        book, number = RAW[rule], change(_number(text.removesuffix("%")))
        if not number and not isinstance(book, Quantity):
            return kind.value(0)
        if not isinstance(book, Quantity) or book.unit != unit or not 0 < number < 2:
            raise WrongKind(f"{text!r} is not {kind.expects}")
        return Quantity(number, unit)

    return read


def _per_ton(factor: int) -> Read:
    """A number for a price per ton, where the book has one."""

    def read(kind: Kind, text: str, rule: str) -> Value:
        book = RAW[rule]
        if not isinstance(book, Quantity) or book.unit != "ton":
            raise WrongKind(f"{text!r} is not {kind.expects}")
        return Quantity(_number(text) * factor, "ton")

    return read


_OTHERS: dict[str, tuple[tuple[str, Read], ...]] = {
    "credits": (("in megacredits", _times(10**6)), ("in thousands", _times(1000)), ("in credits", _times(1))),
    "tonnage": (
        ("in percent of the hull", _of_hull("hull", lambda n: n / 100)),
        ("as a share of the hull", _of_hull("hull", lambda n: n)),
    ),
    "price": (
        ("in megacredits per ton", _per_ton(10**6)),
        ("in credits per ton", _per_ton(1)),
        ("in percent of the hull's cost", _of_hull("hull cost", lambda n: n / 100)),
        ("as a share of the hull's cost", _of_hull("hull cost", lambda n: n)),
    ),
    "percent": (("in percent", _share(lambda n: n / 100)), ("as a share", _share(lambda n: n))),
    "signed percent": (
        ("in percent", _share(lambda n: n / 100)),
        ("as a factor", _share(lambda n: n - 1)),
        ("as a share", _share(lambda n: n)),
    ),
    "DM": (("with when it counts", _conditional),),
    "kilometres": ((FAR_END, _end), ("as the near end", _start)),
    "range band": (("as a list of bands", _reached), ("as a limit", _unlimited)),
    "dice": (("as a number of dice", _dice_count),),
    "choice": (("as a number", _counted),),
    "posts": (("as a number for one", _per_post),),
    "changes": (("in words", _effect),),
}
"""Other notations, by kind."""
