"""What takes the place of a wrong literal: the right value in the notation of the wrong one."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.late import late
from engine.notation import Dice
from engine.values import Band, Value

NUMBER = late(r"[-+−]?(?:\d+(?:_\d+|,\d{3}(?!\d))*(?:\.\d+)?|\.\d+)")
_DICE = late(r"(?P<count>\d*)(?P<d>[dD])(?P<sides>6?)(?![\w])")


def written(raw: str, value: Value, wanted: Value, kind: str, signed: bool = False) -> str | None:
    """A value as a literal writes another, in its own notation; None if that cannot be told.

    `signed` says that the values beside it have a plus where they are not below 0.

    >>> written("3d6", Dice.parse("3D"), Dice.parse("1D"), "dice"), written("400_000", 400_000, 1_000_000, "credits")
    ('1d6', '1_000_000')
    >>> written("0.9", 900_000, 500_000, "credits"), written("DM-2", -2, 1, "DM"), written("-2", -2, 1, "DM")
    ('0.5', 'DM+1', '1')
    >>> written("long", "Long", "Medium", "range band"), written("verylong", "Very Long", "Medium", "range band")
    ('medium', 'medium')
    """
    if isinstance(value, Dice) and isinstance(wanted, Dice):
        return _as_dice(raw, value, wanted)
    if isinstance(value, Band) and isinstance(wanted, Band):
        return _as_end(raw, value, wanted)
    if isinstance(value, (int, Fraction)) and isinstance(wanted, (int, Fraction)):
        return _as_number(raw, Fraction(value), Fraction(wanted), kind, signed)
    if isinstance(value, str) and isinstance(wanted, str):
        return _as_words(raw, wanted)
    return None


def _as_dice(raw: str, value: Dice, wanted: Dice) -> str | None:
    """Dice as others are written: `3d6` is no `3D`; a bare number counts them."""
    told = str(wanted)
    plain = re.fullmatch(r"(\d+)D", told)
    if raw.isdecimal():
        return plain[1] if plain and str(value) == f"{raw}D" else None
    found = _DICE.search(raw)
    if found is None or not plain or len(_DICE.findall(raw)) > 1 or not re.fullmatch(r"\d+D", str(value)):
        return None
    return f"{raw[: found.start()]}{plain[1]}{found['d']}{found['sides']}{raw[found.end() :]}"


def _as_end(raw: str, value: Band, wanted: Band) -> str | None:
    """The end of a band that stands there alone."""
    number = NUMBER.fullmatch(raw)
    if number is None:
        return None
    here = Fraction(plain_number(raw))
    for own, other in ((value.high, wanted.high), (value.low, wanted.low)):
        if own is not None and other is not None and own == here and own != other:
            return _like(raw, Fraction(other))
    return None


def _as_number(raw: str, value: Fraction, wanted: Fraction, kind: str, signed: bool) -> str | None:
    """A number in the unit of another, with a sign where that has one, or where DMs have."""
    numbers = list(NUMBER.finditer(raw))
    if len(numbers) != 1:
        return None
    found = numbers[0]
    here = Fraction(plain_number(found[0]))
    scale = _scale(here, value)
    if scale is None:
        return None
    spoken = kind == "DM" and (signed or found[0][0] == "+" or raw[: found.start()].rstrip().lower().endswith("dm"))
    text = _like(found[0], wanted / scale)
    sign = "+" if spoken and wanted >= 0 else ""
    return raw[: found.start()] + sign + text + raw[found.end() :] if text is not None else None


def _scale(here: Fraction, value: Fraction) -> Fraction | None:
    """How much one of the literal's unit is; a change by so many percent may be written as a factor."""
    if here and value and value / here in _SCALES:
        return value / here
    return Fraction(1) if here == value else None


_SCALES = {Fraction(1), Fraction(1000), Fraction(10**6), Fraction(1, 100), Fraction(-1)}
"""Credits in thousands and millions, percentages, penalties without their sign."""


def _like(raw: str, number: Fraction) -> str | None:
    """A number with the marks between its digits that another has."""
    if number.denominator == 1:
        mark = next((sign for sign in "_," if sign in raw), "")
        digits: str = (
            f"{number.numerator:,}".replace(",", mark) if mark or abs(number) < 1000 else str(number.numerator)
        )
        noughts = re.search(r"\.0+$", raw)
        return _signed(raw, digits + (noughts[0] if noughts else ""))
    for places in range(1, MOST_PLACES):
        if (number * 10**places).denominator == 1:
            whole, rest = divmod(int(abs(number) * 10**places), 10**places)
            return _signed(raw, f"{'-' if number < 0 else ''}{whole}.{rest:0{places}d}")
    return None


def _signed(raw: str, text: str) -> str:
    """A number with the minus sign that another has."""
    return text.replace("-", "−") if "−" in raw else text


MOST_PLACES = 7


def plain_number(text: str) -> str:
    """A number without the marks between its digits, and with a plain sign."""
    return text.replace("_", "").replace(",", "").replace("−", "-").lstrip("+")


def _as_words(raw: str, wanted: str) -> str | None:
    """A word in the case of another; of several words only where that shows how they are joined."""
    words: list[str] = re.findall(r"[A-Za-z]+|\d+", wanted)
    if not words or not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*", raw):
        return None
    case = str.lower if raw.islower() else str.upper if raw.isupper() else str.capitalize
    joint = next((sign for sign in " _-" if sign in raw), None)
    if joint is None and re.search(r"[a-z][A-Z]", raw):  # veryLong, VeryLong
        first = words[0].lower() if raw[0].islower() else words[0].capitalize()
        return first + "".join(word.capitalize() for word in words[1:])
    if len(words) > 1 and joint is None:
        return None
    return (joint or "").join(case(word) for word in words)
