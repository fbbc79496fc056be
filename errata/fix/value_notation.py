"""Writes the right value in the notation of the wrong one: separators, decimals, base, sign, unit, dice, words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from engine.dice.notation import Dice
from engine.errors import LimitError, NotationError
from engine.rulebook.values import Band, Change, Post, Quantity, Value
from errata.fix.word_notation import as_traits, as_words

NUMBER = re.compile(r"[-+−]?(?:\d+(?:_\d+|,\d{3}(?!\d))*(?:\.\d+)?|\.\d+)")
OTHER_NUMBER = re.compile(
    r"(?P<hex>0[xX])(?P<digits>[0-9a-fA-F]+)\b|(?P<first>\d+(?:\.\d+)?)(?P<e>[eE]\+?)(?P<noughts>\d{1,2})\b"
)
"""A whole number that is hexadecimal or has an exponent: 0x0F, 5e5."""


def like(raw: str, number: Fraction) -> str | None:
    """A number with the digit separators, decimals and minus sign of another.

    >>> like("1,300", Fraction(1250)), like("2.0", Fraction(1)), like("−3", Fraction(-2)), like("1", Fraction(1, 2))
    ('1,250', '1.0', '−2', '0.5')
    """
    if number.denominator == 1:
        mark = next((sign for sign in "_," if sign in raw), "")
        digits: str = (
            f"{number.numerator:,}".replace(",", mark) if mark or abs(number) < 1000 else str(number.numerator)
        )
        decimals = re.search(r"\.0+$", raw)
        return _signed(raw, digits + (decimals[0] if decimals else ""))
    for places in range(1, MAX_PLACES):
        if (number * 10**places).denominator == 1:
            whole, rest = divmod(int(abs(number) * 10**places), 10**places)
            return _signed(raw, f"{'-' if number < 0 else ''}{whole}.{rest:0{places}d}")
    return None


def _signed(raw: str, text: str) -> str:
    """A number with the minus sign that another has."""
    return text.replace("-", "−") if "−" in raw else text


MAX_PLACES = 7


def number_of(text: str) -> Fraction:
    """The value of a number, in any notation that `NUMBER` and `OTHER_NUMBER` match.

    >>> number_of("−1,300.5"), number_of("0x0F"), number_of("2.5e6")
    (Fraction(-2601, 2), Fraction(15, 1), Fraction(2500000, 1))
    """
    if text[:2] in ("0x", "0X"):
        return Fraction(int(text, 16))
    return Fraction(text.replace("_", "").replace(",", "").replace("−", "-"))


def _like_other(found: re.Match[str], wanted: Fraction) -> str | None:
    """A number like one that is hexadecimal or has an exponent: with as many digits, or the same exponent."""
    if wanted < 0:
        return None
    if found["hex"]:
        capital = found["digits"].isupper()
        digits = f"{int(wanted):0{len(found['digits'])}{'X' if capital else 'x'}}" if wanted.denominator == 1 else ""
        return found["hex"] + digits if digits else None
    first = like(found["first"], wanted / 10 ** int(found["noughts"]))
    return f"{first}{found['e']}{found['noughts']}" if first is not None else None


_DICE = re.compile(
    r"(?<!\w)(?P<count>\d*)(?P<gap>\s?)(?P<d>[dD])(?P<sides>\d*)"
    r"(?P<by>(?:\s?[×x*]\s?)(?=\d))?(?P<times>(?(by)\d+))(?P<sign>(?:\s?[-+]\s?)(?=\d))?(?P<plus>(?(sign)\d+))(?!\w)"
)
_SIGNED = ("DM", "step", "signed percent")
"""Kinds whose values are written with a plus where their column does so."""


class Context(NamedTuple):
    """How the text around a literal writes such values."""

    signed: bool = False
    """Whether its column writes a plus."""
    zero: str = ""
    """How its column writes a DM of 0: 0 or +0."""
    text: str = ""
    """The whole text of the file."""
    is_text: bool = True
    """Whether it is a text, in which blanks may separate words, and not a name in code."""
    owner: str = ""
    """The owner of an enum member: `RangeBand.`; empty for a literal."""
    nothing: str | None = None
    """How its column writes the absence of a value."""
    separator: str = ", "
    """What separates the items of a list, if it is one."""


def written(raw: str, value: Value, wanted: Value, kind: str, context: Context | None = None) -> str | None:
    """The wanted value in the notation of a literal (`raw`) that was read as `value`; None if that is not clear.

    >>> written("3d6", Dice.parse("3D"), Dice.parse("1D"), "dice"), written("400_000", 400_000, 1_000_000, "credits")
    ('1d6', '1_000_000')
    >>> written("0.9", 900_000, 500_000, "credits"), written("DM-2", -2, 1, "DM"), written("-2", -2, 1, "DM")
    ('0.5', 'DM+1', '1')
    >>> written("+50%", Fraction(1, 2), Fraction(10), "signed percent")
    '+1000%'
    """
    context = context or Context()
    if wanted in (None, frozenset()):
        return context.nothing
    if isinstance(value, Dice) and isinstance(wanted, Dice):
        return _as_dice(raw, value, wanted)
    if isinstance(value, Band) and isinstance(wanted, Band):
        return _as_band(raw, value, wanted)
    if isinstance(value, Quantity) and isinstance(wanted, Quantity):
        return written(raw, value.amount, wanted.amount, kind, context) if value.unit == wanted.unit else None
    if isinstance(value, bool) and isinstance(wanted, bool):
        return _as_flag(raw, wanted)
    if isinstance(value, (int, Fraction)) and isinstance(wanted, (int, Fraction)):
        return _as_number(raw, Fraction(value), Fraction(wanted), kind, context)
    if isinstance(value, str) and isinstance(wanted, str):
        return as_words(raw, wanted, context.text, context.is_text, context.owner)
    if isinstance(value, frozenset) and isinstance(wanted, frozenset):
        return as_traits(raw, wanted, context.separator)
    if isinstance(value, tuple) and isinstance(wanted, tuple):
        return _as_parts(raw, list(value), list(wanted), kind, context)
    return None


def _as_parts(raw: str, value: list[object], wanted: list[object], kind: str, context: Context) -> str | None:
    """A value of several parts, of which one differs in one thing: -20% Power, 1 per 30t drives.

    >>> _as_parts("DM-1 to sensor checks", [Change("sensor DM", -1)], [Change("sensor DM", -2)], "", Context())
    'DM-2 to sensor checks'
    >>> _as_parts("1 per 30t drives", [Post(1, 30, "drives")], [Post(1, 35, "drives")], "posts", Context())
    '1 per 35t drives'
    """
    differing = [pair for pair in zip(value, wanted, strict=False) if pair[0] != pair[1]]
    if len(value) != len(wanted) or len(differing) != 1:
        return None
    here, book = differing[0]
    if isinstance(here, Post) and isinstance(book, Post):
        numbers = [(one, other) for one, other in ((here.crew, book.crew), (here.per, book.per)) if one != other]
        return _as_one_number(raw, *numbers[0]) if len(numbers) == 1 else None
    if not isinstance(here, Change) or not isinstance(book, Change) or here.what != book.what:
        return None
    if not isinstance(here.amount, str) or not isinstance(book.amount, str):
        return written(raw, here.amount, book.amount, kind, context)
    words = list(re.finditer(rf"(?<!\w){re.escape(here.amount)}(?!\w)", raw, re.IGNORECASE))
    new = as_words(words[0][0], book.amount) if len(words) == 1 else None
    return raw[: words[0].start()] + new + raw[words[0].end() :] if new is not None else None


def _as_one_number(raw: str, here: int | None, wanted: int | None) -> str | None:
    """A text in which a number occurs once, with that number replaced."""
    same = [found for found in NUMBER.finditer(raw) if number_of(found[0]) == here]
    text = like(same[0][0], Fraction(wanted)) if len(same) == 1 and wanted is not None else None
    return raw[: same[0].start()] + text + raw[same[0].end() :] if text is not None else None


def _as_dice(raw: str, value: Dice, wanted: Dice) -> str | None:
    """Dice in the notation of others: `3d6` stays `d6`, a bare number counts dice, a bonus is added or removed.

    >>> _as_dice("2D6+1", Dice.parse("2D+1"), Dice.parse("2D")), _as_dice("5 d6", Dice.parse("5D"), Dice.parse("4D+2"))
    ('2D6', '4 d6+2')
    """
    if raw.isdecimal():
        plain = re.fullmatch(r"(\d+)D", str(wanted))
        return plain[1] if plain and str(value) == f"{raw}D" else None
    every = list(_DICE.finditer(raw))
    if (
        len(every) != 1
        or not _is(every[0][0], value)
        or [p.mode for p in value.pools] != [p.mode for p in wanted.pools]
    ):
        return None
    found, pool = every[0], wanted.pools[0]
    count = "" if pool.count == 1 and not found["count"] else str(pool.count)
    sides = found["sides"] if pool.sides == 6 and found["sides"] in ("", "6") else str(pool.sides)
    text = f"{count}{found['gap'] if count else ''}{found['d']}{sides}"
    if abs(pool.times) != 1:
        text += f"{found['by'] or '×'}{abs(pool.times)}"
    if wanted.plus:
        gap = " " if (found["sign"] or "").startswith(" ") else ""
        text += f"{gap}{'+' if wanted.plus > 0 else '-'}{gap}{abs(wanted.plus)}"
    return raw[: found.start()] + text + raw[found.end() :] if _is(text, wanted) else None


def _is(text: str, dice: Dice) -> bool:
    """True if a text states these dice, whatever their mode."""
    try:
        return Dice.parse(text) == dice.in_mode("")
    except (NotationError, LimitError):
        return False


def _as_flag(raw: str, wanted: bool) -> str | None:
    """Yes or no, true or false, in the case of the other."""
    for words in (("false", "true"), ("no", "yes")):
        if raw.lower() in words:
            case = str.upper if raw.isupper() else str.capitalize if raw[0].isupper() else str.lower
            return case(words[wanted])
    return None


_END = re.compile(r"(?<![\d.])[-−]?\d+(?:_\d+|,\d{3}(?!\d))*(?![\d.])")


def _as_band(raw: str, value: Band, wanted: Band) -> str | None:
    """A band with other ends, or its wrong end if only one is written; the band of `> 10` begins at 11.

    >>> _as_band("11-1,300 km", Band(11, 1300), Band(11, 1250)), _as_band("10", Band(6, 9), Band(6, 8))
    ('11-1,250 km', '9')
    """
    if (value.low is None, value.high is None) != (wanted.low is None, wanted.high is None):
        return None
    numbers = list(_END.finditer(raw))
    ends = [pair for pair in ((value.low, wanted.low), (value.high, wanted.high)) if pair[0] is not None]
    if len(numbers) == 1 and len(ends) == 2:  # only one end is written: the wrong one
        if value.low != value.high:
            here = int(number_of(numbers[0][0]))
            if (here, here) in ends:
                return None
            ends = [(own, other) for own, other in ends if own != other and own is not None and abs(here - own) <= 1]
        ends = ends[-1:]
    if not numbers or len(numbers) != len(ends):
        return None
    fixed = raw
    for found, (own, other) in reversed(list(zip(numbers, ends, strict=True))):
        off = int(number_of(found[0])) - (own or 0)
        text = like(found[0], Fraction((other or 0) + off)) if abs(off) <= 1 else None
        if text is None:
            return None
        fixed = fixed[: found.start()] + text + fixed[found.end() :]
    return fixed


def _as_number(raw: str, value: Fraction, wanted: Fraction, kind: str, context: Context) -> str | None:
    """A number in the unit of another, with a plus if that or its column has one."""
    if other := OTHER_NUMBER.fullmatch(raw):
        scale = _scale(number_of(raw), value, raw)
        return _like_other(other, wanted / scale) if scale is not None else None
    numbers = list(NUMBER.finditer(raw))
    if len(numbers) != 1:
        return None
    found = numbers[0]
    here = number_of(found[0])
    scale = _scale(here, value, raw)
    if scale is None:
        return None
    has_sign = found[0][0] == "+" or raw[: found.start()].rstrip().lower().endswith("dm")
    column_has_sign = context.signed and kind in _SIGNED and here <= 0
    text = like(found[0], wanted / scale)
    plus = has_sign or (column_has_sign and (wanted > 0 or context.zero == "+0"))
    sign = "+" if plus and wanted >= 0 else ""
    return raw[: found.start()] + sign + text + raw[found.end() :] if text is not None else None


def _scale(here: Fraction, value: Fraction, raw: str) -> Fraction | None:
    """What one unit of the literal is worth: MCr0.5 is 500,000; None if the literal is not that value in any unit."""
    if here and value and value / here in _SCALES:
        return value / here
    unit = next((scale for sign, scale in _UNITS.items() if sign in raw.lower()), Fraction(1))
    return unit if here == value and (not here or unit == 1) else None


_SCALES = {Fraction(1), Fraction(1000), Fraction(10**6), Fraction(1, 100), Fraction(-1)}
"""Credits in thousands and millions, percentages, penalties without their sign."""
_UNITS = {"%": Fraction(1, 100), "mcr": Fraction(10**6), "kcr": Fraction(1000)}
"""Units that a literal names itself."""
