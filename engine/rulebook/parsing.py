"""Printed values read into typed ones: `MCr0.5`, `10,001-25,000 km`, `AP 3, Radiation`, `1 per 35t drives`.

Each reader takes what came, printed text or a Python value of the right type, and raises ValueError on anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from engine.dice.notation import Dice
from engine.errors import LimitError, NotationError
from engine.rulebook.names import COUNTED, WHOLE, exact, in_decimals, normal, whole
from engine.rulebook.values import Band, Faces, Post, Quantity, Trait, Value

NONE = "—"
"""What a table prints where there is no value."""
MAX_LETTERS = 400
"""Letters in one value."""

TRAIT_NAMES = (
    "AP", "Auto", "Blast", "Bulky", "Destructive", "Ion", "Radiation", "Scope", "Smart", "Stun", "Very Bulky", "Zero-G",
)  # fmt: skip
"""The traits that the references know; others are kept as they are written."""

_TRAITS = {normal(name): name for name in TRAIT_NAMES} | {"highrecoil": "Bulky", "rad": "Radiation"}
_CREDIT_UNITS = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9}


def match(pattern: str, text: object) -> re.Match[str]:
    """The match of a whole text, or ValueError."""
    is_short = isinstance(text, str) and len(text) <= MAX_LETTERS
    found = re.fullmatch(pattern, str(text), re.IGNORECASE | re.ASCII) if is_short else None
    if found is None:
        raise ValueError(text)
    return found


def plain_int(given: object) -> int | None:
    """A Python int, unless it is True or False."""
    return given if isinstance(given, int) and not isinstance(given, bool) else None


def integer(pattern: str, least: int | None = None) -> Callable[[object], int]:
    """A reader of whole numbers that stand in group 1 of a pattern, or come as they are."""

    def read(given: object) -> int:
        number = plain_int(given)
        if number is None:
            number = whole(match(pattern, given)[1])
        if least is not None and number < least:
            raise ValueError(given)
        return number

    return read


def fraction(given: object) -> Fraction:
    """A number from text such as `1,250`, `0.5`, `1/4` or `1½`, or as it comes; never a float."""
    if isinstance(given, (int, Fraction)) and not isinstance(given, bool):
        return Fraction(given)
    text = in_decimals(given) if isinstance(given, str) else given
    return exact(match(rf"([+-]?(?:{WHOLE}(?:\.\d+)?|\.\d+)(?:/[1-9]\d*)?)", text)[1].replace(",", ""))


def positive(given: object) -> Fraction:
    """A number from 0 up."""
    number = fraction(given)
    if number < 0:
        raise ValueError(given)
    return number


def tons(given: object) -> Fraction:
    """Tons from 0 up, with or without the unit."""
    return positive(re.sub(r"(?<!\s)\s*t(ons?)?$", "", given) if isinstance(given, str) else given)


def percentage(sign: str, least: int | None = None, most: int | None = None) -> Callable[[object], Fraction]:
    """A reader of percentages as shares of 1; a bare whole number is refused, since 10 may mean 10 % or 1000 %."""

    def read(given: object) -> Fraction:
        if isinstance(given, str):
            share = fraction(match(rf"({sign}[\d,.]+)\s?%", given)[1]) / 100
        elif isinstance(given, Fraction) or given in (0, 1):
            share = fraction(given)
        else:
            raise ValueError(given)
        if (least is not None and share < least) or (most is not None and share > most):
            raise ValueError(given)
        return share

    return read


def credits(given: object) -> int:
    """Credits: `MCr0.5`, `Cr150,000`, or a whole number of them."""
    if isinstance(given, str):
        found = match(r"([KMB])?Cr\s?([\d,.]+)", given)
        amount = fraction(found[2]) * _CREDIT_UNITS[(found[1] or "").upper()]
    else:
        amount = fraction(given)
    if amount.denominator != 1 or amount < 0:
        raise ValueError(given)
    return int(amount)


def band(unit: str) -> Callable[[object], Band]:
    """A reader of bands: `4 to 5`, `-6 or less`, `12+`, `≥ 6`, `more than 50,000 km`, `up to 4`."""
    tail = rf"\s*(?:{unit})?" if unit else ""
    number = rf"([+-]?{WHOLE})"
    open_ends: tuple[tuple[str, str, Callable[[int], Band]], ...] = (
        ("less|under|below|lower|fewer", rf"{number}{tail} (?:or|and) (?:@){tail}", lambda n: Band(None, n)),
        ("up to|≤|<=", rf"(?:@)\s*{number}{tail}", lambda n: Band(None, n)),
        ("more|over|above|up|higher", rf"{number}{tail} (?:or|and) (?:@){tail}", lambda n: Band(n, None)),
        ("+|≥|>=", rf"(?:{number}{tail}\+|(?:≥|>=)\s*{number}){tail}", lambda n: Band(n, None)),
        ("more than|over|above|>", rf"(?:@)\s*{number}{tail}", lambda n: Band(n + 1, None)),
        ("less than|under|below|<", rf"(?:@)\s*{number}{tail}", lambda n: Band(None, n - 1)),
        ("", rf"{number}{tail}", lambda n: Band(n, n)),
    )
    """The words of which the text must have one (`@` in the pattern), the pattern, and the band that its number gives.

    Looking for a word first is faster than trying every pattern.
    """

    def read(given: object) -> Band:
        if isinstance(given, Band):
            ends = [end for end in (given.low, given.high) if end is not None]
            if not ends or not all(type(end) is int for end in ends) or ends != sorted(ends):
                raise ValueError(given)
            return given
        if (exact := plain_int(given)) is not None:
            return Band(exact, exact)
        small = given.lower() if isinstance(given, str) else ""
        for signs, pattern, make in open_ends:
            if not any(sign in small for sign in signs.split("|")):
                continue
            try:
                return make(whole(next(filter(None, match(pattern.replace("@", signs), given).groups()))))
            except ValueError:
                continue
        found = match(rf"{number}\s*(?:to|-)\s*{number}{tail}", given)
        low, high = whole(found[1]), whole(found[2])
        if low > high:
            raise ValueError(given)
        return Band(low, high)

    return read


def dice(given: object) -> Dice:
    """A dice expression that rolls something; like dice are rolled together: `1D+1D` is `2D`."""
    expression = Dice.parse(given) if isinstance(given, str) else given
    if not isinstance(expression, Dice) or not expression.count:
        raise ValueError(given)
    return expression.together()


def traits(given: object) -> frozenset[Trait]:
    """Weapon traits from a list such as `AP 3, Radiation`.

    >>> sorted(traits("radiation, ap 3")) == sorted(traits("AP(3), Radiation"))
    True
    """
    if isinstance(given, frozenset):
        read = [Trait(*trait) for trait in given if isinstance(trait, tuple)]
        if len(read) < len(given) or not all(
            isinstance(t.name, str) and type(t.score) in (int, type(None)) for t in read
        ):
            raise ValueError(given)
    elif given in ("", NONE, "-"):
        return frozenset()
    elif isinstance(given, str):
        found = (match(r"([A-Z][A-Z \-]*?)[\s:(]*(\d+)?\)?", part.strip()) for part in given.split(","))
        read = [Trait(_TRAITS.get(normal(m[1]), m[1].strip()), whole(m[2]) if m[2] else None) for m in found]
    else:
        raise ValueError(given)
    if len({trait.name for trait in set(read)}) < len(set(read)):
        raise ValueError(given)
    return frozenset(read)


def posts(given: object) -> tuple[Post, ...]:
    """Crew for a position: `1 + 1 per small craft`, `1 per 35t drives`, `1 per turret; 2 per bay`.

    >>> posts("One per 60 tons of drives and craft")
    (Post(crew=1, per=60, of='drives+craft'),)
    """
    if isinstance(given, tuple) and given:
        if not all(isinstance(p, tuple) and all(n is None or (type(n) is int and n > 0) for n in p[:2]) for p in given):
            raise ValueError(given)
        return tuple(Post(*post) for post in given)
    if not isinstance(given, str):
        raise ValueError(given)
    for number, word in enumerate(COUNTED[1:], 1):
        given = re.sub(rf"\b{word}(?=\s+(?:per|for|plus|and)\b|$)", str(number), given, flags=re.IGNORECASE)
    crew = []
    for part in re.split(r"(?<!\s)\s*;\s*|(?<=\d)(?:,?\s+plus\s+|,?\s+and\s+|\s+\+\s+)(?=\d)|,\s+(?=\d+ per\b)", given):
        part = re.sub(r"\bfor (?:each|every)\b", "per", re.sub(r"(?<=[a-z])\s+(?:and|&)\s+(?=[a-z])", "+", part))
        part = re.sub(rf"(per {WHOLE})\s?t(?:ons?)?\b(?: of)?\s*$", r"\1 ship", part)  # tons of what: the ship's
        found = match(rf"(\d+)(?: \([^)]*\))?(?: per (?:({WHOLE})(?:\s?t(?:ons?)?\b)?(?: of)?\s*)?([A-Z(].*))?", part)
        per = whole(found[2]) if found[2] else 1 if found[3] else None
        if per == 0:
            raise ValueError(given)
        crew.append(Post(whole(found[1]), per, (found[3] or "").strip()))
    return tuple(crew)


def quantity(*units: str, rolled: bool = True) -> Callable[[object], Quantity]:
    """A reader of amounts in one of these units; the amount may be credits, a percentage or, if `rolled`, dice."""

    def read(given: object) -> Quantity:
        if isinstance(given, Quantity):
            amount, unit = given
        else:
            found = match(r"(.*?\S)\s*(?:/|\bper\b|\bof(?: the)?\b)?\s*(" + "|".join(units) + ")", given)
            amount, unit = _amount(found[1]), found[2].lower()
        fits = rolled if isinstance(amount, Dice) else isinstance(amount, (int, Fraction)) and amount >= 0
        if unit not in units or not fits:
            raise ValueError(given)
        return Quantity(amount, unit)

    return read


def _amount(text: str) -> int | Fraction | Dice:
    """Credits, a percentage, a number or dice, whichever the text is."""
    readers: tuple[Callable[[object], int | Fraction | Dice], ...] = (credits, percentage("[+-]?"), fraction, dice)
    for read in readers:
        try:
            return read(text)
        except (ValueError, NotationError, LimitError):
            continue
    raise ValueError(text)


def either(first: Callable[[object], Value], second: Callable[[object], Value]) -> Callable[[object], Value]:
    """A reader that tries a second where the first does not fit."""

    def read(given: object) -> Value:
        try:
            return first(given)
        except ValueError:
            return second(given)

    return read


def flag(given: object) -> bool:
    """Yes or no."""
    if isinstance(given, bool):
        return given
    answers = {"yes": True, "true": True, "no": False, "false": False}
    if not isinstance(given, str) or given.lower() not in answers:
        raise ValueError(given)
    return answers[given.lower()]


def sentence(given: object) -> str:
    """Any words."""
    if not isinstance(given, str) or not given.strip():
        raise ValueError(given)
    return given


def faces(given: object) -> Faces:
    """Faces that count as others: `1's on damage dice count as 2's`."""
    if isinstance(given, tuple) and given:
        return tuple((int(face), int(counts)) for face, counts in given)
    found = match(r"((?:[1-6]'?s(?:, | and )?)+)(?: on damage dice)? count as ([1-6])'?s", given)
    return tuple((int(face), int(found[2])) for face in re.findall(r"\d", found[1]))
