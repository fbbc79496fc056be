"""Writes the right value in the notation of the wrong one: separators, decimals, base, sign, unit, dice, words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from engine.dice.notation import Dice
from engine.errors import LimitError, NotationError
from engine.rulebook.kinds import KM, decimal
from engine.rulebook.values import Band, Change, Post, Quantity, Value
from errata.fix.word_notation import as_traits, as_words, case_of
from errata.literals.numerals import signed_number

NUMBER = re.compile(r"[-+−]?(?:\d+(?:_\d+|,\d{3}(?!\d))*(?:\.\d+)?|\.\d+)")
OTHER_NUMBER = re.compile(
    r"(?P<hex>0[xX])(?P<digits>[0-9a-fA-F]+)\b|(?P<first>\d+(?:\.\d+)?)(?P<e>[eE]\+?)(?P<noughts>\d{1,2})\b"
)
"""A whole number that is hexadecimal or has an exponent: 0x0F, 5e5."""
MAX_PLACES = 6
"""Decimal places of a number that is written."""
_BAND_END = re.compile(r"(?<![\d.])[-−]?\d+(?:_\d+|,\d{3}(?!\d))*(?![\d.])")
_DICE = re.compile(
    r"(?<!\w)(?P<count>\d*)(?P<gap>\s?)(?P<d>[dD])(?P<sides>\d*)"
    r"(?P<by>(?:\s?[×x*]\s?)(?=\d))?(?P<times>(?(by)\d+))(?P<sign>(?:\s?[-+]\s?)(?=\d))?(?P<plus>(?(sign)\d+))(?!\w)"
)
_SIGNED = ("DM", "step", "signed percent")
"""Kinds whose values are written with a plus where their column does so."""
_SCALES = {Fraction(1), Fraction(1000), Fraction(10**6), Fraction(1, 100), Fraction(-1)}
"""Credits in thousands and millions, percentages, penalties without their sign."""
_UNITS = {"%": Fraction(1, 100), "mcr": Fraction(10**6), "kcr": Fraction(1000)}
"""Units that a literal names itself."""


def number_of(text: str) -> Fraction:
    """The value of a number, in any notation that `NUMBER` and `OTHER_NUMBER` match.

    >>> number_of("−1,300.5"), number_of("0x0F"), number_of("2.5e6")
    (Fraction(-2601, 2), Fraction(15, 1), Fraction(2500000, 1))
    """
    return Fraction(signed_number(text.replace(",", "").replace("−", "-")))


def like(raw: str, number: Fraction) -> str | None:
    """A number with the digit separators, decimals and minus sign of another.

    >>> like("1,300", Fraction(1250)), like("2.0", Fraction(1)), like("−3", Fraction(-2)), like("1", Fraction(1, 2))
    ('1,250', '1.0', '−2', '0.5')
    """
    if number.denominator == 1:
        separator = next((sign for sign in "_," if sign in raw), "")
        noughts = re.search(r"\.0+$", raw)
        text = f"{number.numerator:,}".replace(",", separator) + (noughts[0] if noughts else "")
    elif 10**MAX_PLACES % number.denominator == 0:
        text = decimal(number)
    else:
        return None
    return text.replace("-", "−") if "−" in raw else text


class ColumnNotation(NamedTuple):
    """How the other values of a column are written."""

    signed: bool = False
    """Whether they have a plus."""
    zero: str = ""
    """How 0 is written, if one of them is 0."""
    nothing: str | None = None
    """How the absence of a value is written."""


class Context(NamedTuple):
    """How the text around a literal writes such values."""

    column: ColumnNotation = ColumnNotation()
    text: str = ""
    """The whole text of the file."""
    is_text: bool = True
    """Whether it is a text, in which blanks may separate words, and not a name in code."""
    owner: str = ""
    """The owner of an enum member: `RangeBand.`; empty for a literal."""
    separator: str = ", "
    """What separates the items of a list, if it is one."""


_NO_CONTEXT = Context()


def written(raw: str, value: Value, wanted: Value, kind: str, context: Context = _NO_CONTEXT) -> str | None:
    """The wanted value in the notation of a literal (`raw`) that was read as `value`; None if that is not clear.

    >>> written("3d6", Dice.parse("3D"), Dice.parse("1D"), "dice"), written("400_000", 400_000, 1_000_000, "credits")
    ('1d6', '1_000_000')
    >>> written("0.9", 900_000, 500_000, "credits"), written("DM-2", -2, 1, "DM"), written("-2", -2, 1, "DM")
    ('0.5', 'DM+1', '1')
    >>> written("+50%", Fraction(1, 2), Fraction(10), "signed percent")
    '+1000%'
    """
    if wanted in (None, frozenset()):
        return context.column.nothing
    if isinstance(value, Dice) and isinstance(wanted, Dice):
        return _as_dice(raw, value, wanted)
    if isinstance(value, Band) and isinstance(wanted, Band):
        return _as_band(raw, value, wanted, kind)
    if isinstance(value, Quantity) and isinstance(wanted, Quantity):
        return written(raw, value.amount, wanted.amount, kind, context) if value.unit == wanted.unit else None
    if isinstance(value, bool) and isinstance(wanted, bool):
        answers = next((words for words in (("false", "true"), ("no", "yes")) if raw.lower() in words), None)
        return case_of(raw)(answers[wanted]) if answers is not None else None
    if isinstance(value, (int, Fraction)) and isinstance(wanted, (int, Fraction)):
        return _as_number(raw, Fraction(value), Fraction(wanted), kind, context.column)
    if isinstance(value, str) and isinstance(wanted, str):
        return as_words(raw, wanted, context.text, context.is_text, context.owner)
    if isinstance(value, frozenset) and isinstance(wanted, frozenset):
        return as_traits(raw, wanted, context.separator)
    if isinstance(value, tuple) and isinstance(wanted, tuple):
        return _as_parts(raw, value, wanted, kind, context)
    return None


def _replaced(raw: str, match: re.Match[str], text: str | None) -> str | None:
    """A literal with another text for a part of it; None if there is none."""
    return raw[: match.start()] + text + raw[match.end() :] if text is not None else None


def _as_parts(
    raw: str, value: tuple[object, ...], wanted: tuple[object, ...], kind: str, context: Context
) -> str | None:
    """A value of several parts, of which one differs in one thing: -20% Power, 1 per 30t drives.

    >>> _as_parts("DM-1 to sensor checks", (Change("sensor DM", -1),), (Change("sensor DM", -2),), "", Context())
    'DM-2 to sensor checks'
    >>> _as_parts("1 per 30t drives", (Post(1, 30, "drives"),), (Post(1, 35, "drives"),), "posts", Context())
    '1 per 35t drives'
    """
    differing = [pair for pair in zip(value, wanted, strict=False) if pair[0] != pair[1]]
    if len(value) != len(wanted) or len(differing) != 1:
        return None
    here, book = differing[0]
    if isinstance(here, Post) and isinstance(book, Post):
        numbers = [pair for pair in ((here.crew, book.crew), (here.per, book.per)) if pair[0] != pair[1]]
        old, new = numbers[0] if len(numbers) == 1 else (None, None)
        same = [match for match in NUMBER.finditer(raw) if number_of(match[0]) == old]
        if len(same) != 1 or new is None:
            return None
        return _replaced(raw, same[0], like(same[0][0], Fraction(new)))
    if not isinstance(here, Change) or not isinstance(book, Change) or here.what != book.what:
        return None
    if not isinstance(here.amount, str) or not isinstance(book.amount, str):
        return written(raw, here.amount, book.amount, kind, context)
    words = list(re.finditer(rf"(?<!\w){re.escape(here.amount)}(?!\w)", raw, re.IGNORECASE))
    return _replaced(raw, words[0], as_words(words[0][0], book.amount)) if len(words) == 1 else None


def _as_dice(raw: str, value: Dice, wanted: Dice) -> str | None:
    """Dice in the notation of others: `3d6` stays `d6`, a bare number counts dice, a bonus is added or removed.

    >>> _as_dice("2D6+1", Dice.parse("2D+1"), Dice.parse("2D")), _as_dice("5 d6", Dice.parse("5D"), Dice.parse("4D+2"))
    ('2D6', '4 d6+2')
    """
    if raw.isdecimal():
        plain = re.fullmatch(r"(\d+)D", str(wanted))
        return plain[1] if plain and str(value) == f"{raw}D" else None
    matches = list(_DICE.finditer(raw))
    same_modes = [pool.mode for pool in value.pools] == [pool.mode for pool in wanted.pools]
    if len(matches) != 1 or not same_modes or not _is(matches[0][0], value):
        return None
    match, pool = matches[0], wanted.pools[0]
    count = "" if pool.count == 1 and not match["count"] else f"{pool.count}{match['gap']}"
    sides = match["sides"] if pool.sides == 6 and match["sides"] in ("", "6") else str(pool.sides)
    text = f"{count}{match['d']}{sides}"
    if abs(pool.times) != 1:
        text += f"{match['by'] or '×'}{abs(pool.times)}"
    if wanted.plus:
        gap = " " if (match["sign"] or "").startswith(" ") else ""
        text += f"{gap}{'+' if wanted.plus > 0 else '-'}{gap}{abs(wanted.plus)}"
    return _replaced(raw, match, text) if _is(text, wanted) else None


def _is(text: str, dice: Dice) -> bool:
    """True if a text states these dice, whatever their mode."""
    try:
        return Dice.parse(text) == dice.in_mode("")
    except (NotationError, LimitError):
        return False


def _as_band(raw: str, value: Band, wanted: Band, kind: str = "") -> str | None:
    """A band with other ends, or its wrong end if only one is written; the band of `> 10` begins at 11.

    Distances are no whole numbers, so that `< 1 km` is not `up to 0 km`.

    >>> _as_band("11-1,300 km", Band(11, 1300), Band(11, 1250)), _as_band("10", Band(6, 9), Band(6, 8))
    ('11-1,250 km', '9')
    """
    if (value.low is None, value.high is None) != (wanted.low is None, wanted.high is None):
        return None
    numbers = list(_BAND_END.finditer(raw))
    ends = [pair for pair in ((value.low, wanted.low), (value.high, wanted.high)) if pair[0] is not None]
    if len(numbers) == 1 and len(ends) == 2:  # only one end is written: the wrong one
        if value.low != value.high:
            here = int(number_of(numbers[0][0]))
            if (here, here) in ends:
                return None
            ends = [(old, new) for old, new in ends if old != new and old is not None and abs(here - old) <= 1]
        ends = ends[-1:]
    if not numbers or len(numbers) != len(ends):
        return None
    fixed: str | None = raw
    for match, (old, new) in reversed(list(zip(numbers, ends, strict=True))):
        offset = int(number_of(match[0])) - (old or 0)
        if fixed is None or abs(offset) > (kind != KM.name):
            return None
        fixed = _replaced(fixed, match, like(match[0], Fraction((new or 0) + offset)))
    return fixed


def _as_number(raw: str, value: Fraction, wanted: Fraction, kind: str, column: ColumnNotation) -> str | None:
    """A number in the unit of another, with a plus if that or its column has one."""
    other = OTHER_NUMBER.fullmatch(raw)
    numbers = [other] if other is not None else list(NUMBER.finditer(raw))
    if len(numbers) != 1:
        return None
    match, here = numbers[0], number_of(numbers[0][0])
    if here and value and value / here in _SCALES:  # MCr0.5 is 500,000
        scale = value / here
    else:
        scale = next((unit for sign, unit in _UNITS.items() if sign in raw.lower()), Fraction(1))
        if here != value or (here and scale != 1):
            return None
    if other is not None:
        return _like_other(other, wanted / scale)
    has_sign = match[0][0] == "+" or raw[: match.start()].rstrip().lower().endswith("dm")
    column_has_sign = column.signed and kind in _SIGNED and here <= 0
    plus = has_sign or (column_has_sign and (wanted > 0 or column.zero == "+0"))
    text = like(match[0], wanted / scale)
    return _replaced(raw, match, f"+{text}" if text is not None and plus and wanted >= 0 else text)


def _like_other(match: re.Match[str], wanted: Fraction) -> str | None:
    """A number like one that is hexadecimal or has an exponent: with as many digits, or the same exponent."""
    if wanted < 0:
        return None
    if match["hex"]:
        style = f"0{len(match['digits'])}{'X' if match['digits'].isupper() else 'x'}"
        return f"{match['hex']}{int(wanted):{style}}" if wanted.denominator == 1 else None
    first = like(match["first"], wanted / 10 ** int(match["noughts"]))
    return f"{first}{match['e']}{match['noughts']}" if first is not None else None
