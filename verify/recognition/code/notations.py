"""Bands that the book leaves open and code closes, since a record needs a number: from -99 to -6 is -6 or less."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise

from engine.errors import WrongKind
from engine.rulebook.kinds import RANGE_BAND, Kind
from engine.rulebook.misreadings import MISREADINGS
from engine.rulebook.names import exact, small_whole
from engine.rulebook.parsing import TRAIT_NAMES
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Change, Post, Quantity, Value
from verify.recognition.code.dice_notation import as_dice
from verify.recognition.values import bare, read_value, same_value
from verify.rulings import other_values


def opened(value: Band, rule: str) -> Band:
    """A band without the ends that nothing lies beyond, where the book's has none.

    >>> str(opened(Band(-99, -6), "checks/effects/exceptional-failure/effect"))
    '-6 or less'
    >>> str(opened(Band(-7, -6), "checks/effects/exceptional-failure/effect"))
    '-7 to -6'
    """
    book = RAW[rule]
    if not isinstance(book, Band) or value.low == value.high:
        return value
    least, most = reach(RAW.rule(rule).section)
    low, high = value.low, value.high
    if book.low is None and low is not None and low <= least:
        low = None
    if book.high is None and high is not None and high >= most:
        high = None
    return Band(low, high)


@cache
def reach(section: str) -> tuple[int, int]:
    """The least and the most that there can be of what a table has bands of.

    An Effect is what the dice alone reach: 2 against Formidable, the hardest that is possible, and 12 against Simple.
    Another total of 2D has a DM too. Damage and people are counted from 1.

    >>> reach("checks/effects"), reach("healing/mortal-wounds"), reach("healing/final-attack")
    ((-12, 10), (-10, 24), (1, 99))
    """
    if section == "checks/effects":
        hardest, easiest = (RAW.number(f"checks/difficulties/{name}") for name in ("formidable", "simple"))
        return LEAST_ROLL - hardest, MOST_ROLL - easiest
    return _REACH.get(section, (-MOST, MOST))


LEAST_ROLL, MOST_ROLL = 2, 12
"""What 2D can give."""
MOST_DM = 12
"""No DM of the book is as large."""
MOST = 99
"""What nothing in a table of results comes to."""
_REACH = {
    "healing/mortal-wounds": (LEAST_ROLL - MOST_DM, MOST_ROLL + MOST_DM),
    "healing/final-attack": (1, MOST),
    "ship/quarters": (1, MOST),
    "space/range-bands": (0, 10**6 - 1),
}


# What a critical does, in the words and fields of code, as the phrases of the tables.


_DICE = r"(?:\d*[dD]\d*)"
_AMOUNT = r"[+-]?\s?(\d+|" + _DICE + r")"

_WORDS: tuple[tuple[str, str], ...] = (
    (r"(?:all )?checks? (?:to (?:use|operate) )?(?:the )?sensors?(?: checks?)? (?:suffer|have|get|take) DM ?-(\d+)",
     r"DM-\1 to sensor checks"),
    (r"DM ?-(\d+) (?:to|on) (?:all )?sensors?(?: checks?)?", r"DM-\1 to sensor checks"),
    (r"(?:sensors? )?(?:are )?(?:inoperative|blind) beyond (?P<b>[A-Za-z ]+?)(?: range)?", r"Inoperative beyond \g<b>"),
    (r"thrust (?:is )?reduced (?:by )?-?(\d+)", r"Thrust -\1"),
    (r"thrust (?:is )?reduced to (?:zero|0)", "Thrust 0"),
    (r"power (?:is )?reduced (?:by )?-?(\d+) ?%", r"Power -\1%"),
    (r"power (?:is )?(?:reduced to (?:zero|0)|offline)", "Power 0"),
    (rf"(?:fuel )?leak\W+(?:lose|loses?|-) ?({_DICE}) tons? ?(?:of fuel )?(?:/|per|an|each|every|a) ?(hour|round)",
     r"Leak: lose \1 tons/\2"),
    (rf"(?:fuel )?leak\W+(?:lose|loses?|-) ?({_DICE}) ?[x×*] ?10 ?% (?:of )?(?:total )?fuel",
     r"Leak: lose \1×10% fuel"),
    (r"(?:fuel )?leak\W+(?:lose|loses?|-) ?(\d+) ?% (?:of )?(?:total )?fuel", r"Leak: lose \1% fuel"),
    (r"fuel tank (?:is )?destroyed", "Tank destroyed"),
    (r"(?:an? |one )?random weapon (?:suffers|has|gets) (?:a )?bane(?: when used)?", "Random weapon: Bane"),
    (r"(?:an? |one )?random weapon (?:(?:suffers|has|gets) (?:a )?|(?:(?:is )?degraded)?\W+)DM ?-(\d+)(?: when used)?",
     r"Random weapon: DM-\1"),
    (r"(?:an? |one )?random weapons? (?:is |are )?(disabled|destroyed|explodes)", r"Random weapon \1"),
    (r"hull severity (?:(?:is )?(?:increased|raised) by )?\+?(\w+)", r"Hull Sev +\1"),
    (r"hull \+(\w+) severity", r"Hull Sev +\1"),
    (r"all checks (?:suffer |have |get |take )?DM ?-(\d+)", r"DM-\1 all checks"),
    (rf"armou?r (?:is )?reduced by {_AMOUNT}", r"Armour -\1"),
    (rf"(?:(?:space)?(?:craft|ship)|vessel) (?:suffers|takes) ({_DICE}) (?:extra |additional )?damage",
     r"\1 extra damage"),
    (r"(?:all )?checks to control (?:the )?(?:space)?(?:craft|ship) suffer DM ?-(\d+)", r"DM-\1 all checks"),
    (r"DM ?-(\d+) (?:to |on )?all checks(?: to control (?:the )?(?:space)?(?:craft|ship))?", r"DM-\1 all checks"),
    (rf"({_DICE}) ?[x×*] ?10 ?% (?:of )?(?:the )?cargo (?:is )?(?:destroyed|lost)", r"\1×10% cargo destroyed"),
    (r"(\d+) ?% (?:of )?(?:the )?cargo (?:is )?(?:destroyed|lost)", r"\1% cargo destroyed"),
    (r"all (?:of the )?cargo (?:is )?(?:destroyed|lost)", "All cargo destroyed"),
    (r"(?:all )?checks to use (?:the )?(?:jump drive|j-drive) suffer DM ?-(\d+)", r"DM-\1 to jump checks"),
    (r"(?:all )?jump (?:checks?|attempts?|rolls?) (?:suffer|have|get|take)s? (?:a )?DM ?-(\d+)",
     r"DM-\1 to jump checks"),
    (r"DM ?-(\d+) (?:to|on) (?:all )?jump(?: drive)?(?: (?:checks?|attempts?|rolls?))?", r"DM-\1 to jump checks"),
    (r"(?:jump drive|j-drive) (?:is )?(disabled|destroyed)", r"Jump drive \1"),
    (rf"(?:an? |one )?random (?:occupant|crew ?(?:member|man)?) takes ({_DICE})(?: damage)?",
     r"Random occupant takes \1"),
    (rf"life support fails (?:with)?in ({_DICE}) (hours|rounds)", r"Life support fails in \1 \2"),
    (rf"({_DICE}) occupants take ({_DICE})(?: damage)?", r"\1 occupants take \2"),
    (r"(?:all )?checks to use (?:the )?computers? suffer DM ?-(\d+)", r"DM-\1 to computer checks"),
    (r"(?:all )?computer checks? (?:suffer|have|get|take)s? (?:a )?DM ?-(\d+)", r"DM-\1 to computer checks"),
    (r"computer(?:'s)? rating (?:is )?reduced by -?(\d+)", r"Computer rating -\1"),
    (r"(?:computer|it) (?:is )?(disabled|destroyed)", r"Computer \1"),
)  # fmt: skip

_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("", r"sensor_?dm ([+-]?\d+)", r"DM\1 to sensor checks"),
    ("", r"sensor_?max (\w+)", r"Inoperative beyond \1"),
    ("power-plant", r"power_?reduction 100", "Power 0"),
    ("power-plant", r"power_?reduction (\d+)", r"Power -\1%"),
    ("m-drive", r"thrust 0", ""),
    ("", r"thrust ([+-]?\d+)", r"Thrust \1"),
    ("sensors", r"(?:inoperative_?)?beyond (\w+)", r"Inoperative beyond \1"),
    ("fuel", rf"leak ({_DICE}) tons? per (hour|round)", r"Leak: lose \1 tons/\2"),
    ("fuel", r"fuel_?leak (hour|round)", r"Leak: lose 1D tons/\1"),
    ("fuel", rf"lose ({_DICE}) ?[x×*] ?10", r"Leak: lose \1×10% fuel"),
    ("fuel", r"lose (\d+)%?", r"Leak: lose \1% fuel"),
    ("fuel", r"destroyed (?:true|1)", "Tank destroyed"),
    ("weapon", r"weapon_?dm ([+-]?\d+)", r"Random weapon: DM\1"),
    ("weapon", r"disabled (?:true|1)", "Random weapon disabled"),
    ("weapon", r"destroyed (?:true|1)", "Random weapon destroyed"),
    ("weapon", r"explodes (?:true|1)", "Random weapon explodes"),
    ("armour", rf"armou?r -?(\d+|{_DICE})", r"Armour -\1"),
    ("hull", rf"(?:(?:extra|hull)?_?damage )?({_DICE})", r"\1 extra damage"),
    ("power-plant", r"power_?(?:percent|pct) -?(\d+)", r"Power -\1%"),
    ("m-drive", r"(?:(?:pilot|control|(?:all_?)?checks?)_?)?dm ([+-]?\d+)", r"DM\1 all checks"),
    ("sensors", r"dm ([+-]?\d+)", r"DM\1 to sensor checks"),
    ("computer", r"(?:computer_?)?dm ([+-]?\d+)", r"DM\1 to computer checks"),
    ("computer", r"rating ([+-]?\d+)", r"Computer rating \1"),
    ("computer", r"(disabled|destroyed) (?:true|1)", r"Computer \1"),
    ("cargo", rf"(?:cargo_?)?(?:loss|lost|destroyed) ({_DICE}) ?[x×*] ?10 ?%?", r"\1×10% cargo destroyed"),
    ("cargo", r"(?:cargo_?)?(?:loss|lost|destroyed) 100 ?%?", "All cargo destroyed"),
    ("cargo", r"(?:cargo_?)?(?:loss|lost|destroyed) (\d+) ?%?", r"\1% cargo destroyed"),
    ("j-drive", r"(?:jump_?)?dm ([+-]?\d+)", r"DM\1 to jump checks"),
    ("j-drive", r"(disabled|destroyed) (?:true|1)", r"Jump drive \1"),
    ("crew", rf"crew_?damaged 1, ?({_DICE})", r"Random occupant takes \1"),
    ("crew", rf"crew_?damaged ({_DICE}), ?({_DICE})", r"\1 occupants take \2"),
    ("crew", rf"(?:occupants?|crew|who) 1, ?damage ({_DICE})", r"Random occupant takes \1"),
    ("crew", rf"fails_?in ({_DICE}) (hours|rounds)", r"Life support fails in \1 \2"),
    ("crew", rf"(?:occupants?|crew|who) ({_DICE}), ?damage ({_DICE})", r"\1 occupants take \2"),
    ("crew", r"life_?support_?fails (hours|rounds)", r"Life support fails in 1D \1"),
    ("crew", rf"life_?support ({_DICE}) (hours|rounds)", r"Life support fails in \1 \2"),
    ("", r"hull(?:_?sev(?:erity)?)? \+?(\d+)", r"Hull Sev +\1"),
)  # fmt: skip
"""Fields of records: the row that they belong to, or all; the field and its value; the phrase."""

_SPLIT = re.compile(r"\s*(?:\. |;|, and |, (?!damage \d)| and (?=thrust|hull|power))\s*", re.IGNORECASE)


def in_phrases(text: str, row: str) -> str:
    """An effect in the phrases of the table, as far as its words are known.

    A weapon that is destroyed and tears the hull has exploded.

    >>> in_phrases("Thrust reduced by -1. Power reduced by 10%", "power-plant")
    'Thrust -1, Power -10%'
    >>> in_phrases("pilotDM -2, thrust -1", "m-drive"), in_phrases("Spacecraft suffers 2D damage", "hull")
    ('DM-2 all checks, Thrust -1', '2D extra damage')
    >>> in_phrases("Leak \u2014 lose 1D tons/hour", "fuel"), in_phrases("Random crew member takes 1D damage", "crew")
    ('Leak: lose 1D tons/hour', 'Random occupant takes 1D')
    """
    parts = [part.strip(" .") for part in _SPLIT.split(text) if part.strip(" .")]
    phrases = [_phrase(part, row) for part in parts]
    if row == "weapon" and any(phrase.startswith("Hull Sev") for phrase in phrases):
        phrases = [phrase.replace("weapon destroyed", "weapon explodes") for phrase in phrases]
    return ", ".join(filter(None, phrases))


def _phrase(part: str, row: str) -> str:
    for pattern, phrase in _WORDS:
        if (found := re.fullmatch(pattern, part, re.IGNORECASE)) is not None:
            return _tidy(found.expand(phrase))
    for only, pattern, phrase in _FIELDS:
        if only in ("", row) and (found := re.fullmatch(pattern, part, re.IGNORECASE)) is not None:
            return _tidy(found.expand(phrase))
    return part


def _tidy(phrase: str) -> str:
    """Dice as the tables have them: `1D3` is D3, `2D6` is 2D."""
    phrase = re.sub(r"\b1[dD]3\b", "D3", phrase)
    return re.sub(r"\b(\d+)[dD]6\b", r"\1D", phrase)


# Values that are the book's though they are written otherwise: what is included, where a band begins, a multiple.


Read = Callable[[Kind, str, str], Value]
"""Reads a text as the value of a rule; WrongKind if it is none."""


def as_meant(read: Read) -> Read:
    """What costs nothing is included; a band that begins at 0, or where the one before it ends, is the book's.

    So is a post in other words, and the damage of a barbette together with its multiple.
    """
    known: dict[tuple[str, str, str], Value] = {}

    def once(kind: Kind, text: str, rule: str) -> Value:
        key = kind.name, text, rule
        if key not in known:
            known[key] = meant(kind, text, rule)
        return known[key]

    def meant(kind: Kind, text: str, rule: str) -> Value:
        book = RAW[rule]
        if text == "0" and book == "Included":
            return "Included"
        value = read(kind, text, rule)
        if rule.startswith(_MULTIPLIED) and str(value) == f"{book}×{RAW[_BY]}":
            return book
        if isinstance(value, Band):
            value = opened(value, rule)
        if isinstance(value, Band) and isinstance(book, Band) and value.high == book.high:
            lows = _begins(rule) if kind.name == "kilometres" else {book.low}
            return book if value.low in lows or (book.low == 0 and value.low is None) else value
        return book if kind.name == "posts" and same_value(value, book, kind.name) else value

    return once


_MULTIPLIED, _BY = "ship/barbettes/", "space/damage-multiples/barbette"
"""Weapons whose damage is multiplied, and the rule that says by what."""


@cache
def _begins(rule: str) -> frozenset[int | Fraction | None]:
    """Where a band of distances may begin: as in the book, or right behind the one before it."""
    known = RAW.rule(rule)
    rows = [f"{known.section}/{row.id}/{known.column}" for row in RAW.tables[known.section].rows]
    before = RAW[rows[rows.index(rule) - 1]] if rule in rows[1:] else None
    end = before.high if isinstance(before, Band) else None
    book = RAW[rule]
    lows = {book.low if isinstance(book, Band) else None}
    return frozenset(lows | ({end + 1} if end is not None else {0}))


# How code writes the values of a column: credits or megacredits, 25, 0.25 or 1.25 for +25 %, the end of a band only.


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
    if kind.name == "dice":
        with suppress(WrongKind):
            return read_value(kind, as_dice(bare(text)))
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
