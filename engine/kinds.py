"""A kind says what values a rule can have, reads them from what books print, and prints them again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

from engine.errors import NotationError, WrongKind
from engine.names import normal, or_list
from engine.notation import Dice
from engine.values import Band, Post, Quantity, Trait, Value

NONE = "—"
"""What a table prints where there is no value."""

_SIGNS = dict.fromkeys(map(ord, "\u2212\u2013\u2012\ufe63\uff0d"), "-") | {0xA0: " "}


@dataclass(frozen=True)
class Kind:
    """One sort of value: how it is read, how it is shown, and what fits it, in words."""

    name: str
    fits: str
    read: Callable[[Any], Value]
    show: Callable[[Any], str] = str
    words: tuple[str, ...] = ()

    def value(self, given: object) -> Value:
        """The value that was meant, whether it came as a Python value or as printed text."""
        if isinstance(given, str):
            given = given.translate(_SIGNS).strip()
            for word in self.words:
                if normal(given) == normal(word) and (normal(word) or given in (NONE, "-", "")):
                    return None if word == NONE else word
        elif given is None and NONE in self.words:
            return None
        try:
            return self.read(given)
        except (ValueError, TypeError, NotationError) as error:
            allowed = or_list([self.fits, *(repr(word) for word in self.words)])
            raise WrongKind(f"{given!r} is not {allowed}") from error

    def text(self, value: Value) -> str:
        """The value as a book would print it."""
        if value is None:
            return NONE
        return value if isinstance(value, str) and value in self.words else self.show(value)

    def __or__(self, word: str) -> Kind:
        """The same kind, where this word may stand too: `DICE | "Special"`."""
        return replace(self, words=(*self.words, word))


def _match(pattern: str, text: object) -> re.Match[str]:
    found = re.fullmatch(pattern, text if isinstance(text, str) else "", re.IGNORECASE | re.ASCII)
    if found is None:
        raise ValueError(text)
    return found


def _plain_int(given: object) -> int | None:
    return given if isinstance(given, int) and not isinstance(given, bool) else None


def _whole(pattern: str, least: int | None = None) -> Callable[[object], int]:
    """A reader of whole numbers that stand in group 1 of a pattern, or come as they are."""

    def read(given: object) -> int:
        number = _plain_int(given)
        if number is None:
            number = int(_match(pattern, given)[1].replace(",", "").replace(" ", ""))
        if least is not None and number < least:
            raise ValueError(given)
        return number

    return read


def decimal(number: int | Fraction) -> str:
    """A number as a decimal where it has one, else as a fraction.

    >>> decimal(Fraction(1, 2)), decimal(Fraction(1, 3)), decimal(4)
    ('0.5', '1/3', '4')
    """
    number = Fraction(number)
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(number)
    shown = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{shown.normalize():f}"


def fraction(given: object) -> Fraction:
    """A number from text such as `1,250`, `0.5` or `1/4`, or as it comes; never a float."""
    if isinstance(given, (int, Fraction)) and not isinstance(given, bool):
        return Fraction(given)
    text = _match(r"([+-]?[\d,]*\.?\d+(?:/[1-9]\d*)?)", given)[1].replace(",", "")
    return Fraction(text)


def _positive(given: object) -> Fraction:
    number = fraction(given)
    if number < 0:
        raise ValueError(given)
    return number


def _percent(sign: str) -> Callable[[object], Fraction]:
    def read(given: object) -> Fraction:
        if isinstance(given, str):
            return fraction(_match(rf"({sign}[\d,.]+)\s?%", given)[1]) / 100
        return fraction(given)

    return read


def _credits(given: object) -> int:
    if isinstance(given, str):
        found = _match(r"(M|K|B)?Cr\s?([\d,]*\.?\d+)", given)
        amount = fraction(found[2]) * {"": 1, "K": 10**3, "M": 10**6, "B": 10**9}[(found[1] or "").upper()]
    else:
        amount = fraction(given)
    if amount.denominator != 1 or amount < 0:
        raise ValueError(given)
    return int(amount)


def show_credits(amount: int | Fraction) -> str:
    """Credits as the books print them.

    >>> show_credits(150_000), show_credits(500_000), show_credits(50_000)
    ('MCr0.15', 'MCr0.5', 'Cr50,000')
    """
    return f"Cr{decimal(amount)}" if amount < 1000 else _thousands(amount)


def _thousands(amount: int | Fraction) -> str:
    return f"MCr{decimal(Fraction(amount) / 10**6)}" if amount >= 100_000 else f"Cr{int(amount):,}"


def _band(unit: str) -> Callable[[object], Band]:
    tail = rf"\s*(?:{unit})?" if unit else ""
    number = r"([+-]?[\d,]+)"

    def read(given: object) -> Band:
        if isinstance(given, Band):
            return given
        if (whole := _plain_int(given)) is not None:
            return Band(whole, whole)
        text = str(given) if isinstance(given, str) else ""
        if found := re.fullmatch(rf"{number}{tail} or (less|more){tail}", text, re.IGNORECASE):
            end = int(found[1].replace(",", ""))
            return Band(None, end) if found[2].lower() == "less" else Band(end, None)
        if found := re.fullmatch(rf"up to {number}{tail}", text, re.IGNORECASE):
            return Band(None, int(found[1].replace(",", "")))
        if found := re.fullmatch(rf"{number}\+{tail}", text):
            return Band(int(found[1].replace(",", "")), None)
        if found := re.fullmatch(rf"more than {number}{tail}", text, re.IGNORECASE):
            return Band(int(found[1].replace(",", "")) + 1, None)
        if found := re.fullmatch(rf"{number}\s*(?:to|-)\s*{number}{tail}", text, re.IGNORECASE):
            low, high = (int(found[i].replace(",", "")) for i in (1, 2))
            if low > high:
                raise ValueError(given)
            return Band(low, high)
        exact = int(_match(rf"{number}{tail}", text)[1].replace(",", ""))
        return Band(exact, exact)

    return read


def _dice(given: object) -> Dice:
    if isinstance(given, Dice):
        return given
    if not isinstance(given, str):
        raise ValueError(given)
    dice = Dice.parse(given)
    if not dice.pools:
        raise ValueError(given)
    return dice


def read_traits(given: object) -> frozenset[Trait]:
    """Weapon traits from a list such as `AP 3, Radiation`."""
    if isinstance(given, frozenset):
        return frozenset(Trait(*trait) for trait in given)
    if not isinstance(given, str):
        raise ValueError(given)
    if given in ("", NONE, "-"):
        return frozenset()
    found = (_match(r"([A-Z][A-Z \-]*?)(?:\s+(\d+))?", part.strip()) for part in given.split(","))
    return frozenset(Trait(m[1].strip(), int(m[2]) if m[2] else None) for m in found)


def _posts(given: object) -> tuple[Post, ...]:
    if isinstance(given, tuple):
        return tuple(Post(*post) for post in given)
    if not isinstance(given, str):
        raise ValueError(given)
    posts = []
    for part in re.split(r"\s*;\s*|(?<=\d)\s+\+\s+(?=\d)", given):
        found = _match(r"(\d+)(?: \([^)]*\))?(?: per (?:([\d,]+)\s?(?:t|tons)? ?)?(\D.*))?", part)
        per = int(found[2].replace(",", "")) if found[2] else 1 if found[3] else None
        posts.append(Post(int(found[1]), per, (found[3] or "").strip()))
    return tuple(posts)


def _show_posts(posts: tuple[Post, ...]) -> str:
    shown = []
    for post in posts:
        per = "" if post.per is None else f" per {post.of}" if post.per == 1 else f" per {post.per:,} {post.of}"
        shown.append(f"{post.crew}{per}")
    return " + ".join(shown) if posts[0].per is None else "; ".join(shown)


def _quantity(units: tuple[str, ...]) -> Callable[[object], Quantity]:
    def read(given: object) -> Quantity:
        if isinstance(given, Quantity):
            amount, unit = given
        else:
            found = _match(r"(.*?\S)\s*(?:/|\bper\b|\bof\b)?\s*(" + "|".join(units) + ")", given)
            amount, unit = _amount(found[1]), found[2].lower()
        if unit not in units:
            raise ValueError(given)
        return Quantity(amount, unit)

    return read


def _amount(text: str) -> int | Fraction | Dice:
    """Credits, a percentage, dice or a number, whichever the text is."""
    for read in (_credits, _percent("[+-]?"), fraction, _dice):
        try:
            return read(text)
        except (ValueError, NotationError):
            continue
    raise ValueError(text)


def quantity(*units: str) -> Kind:
    """So much of one of these units; the amount may be dice: `1D×10 seconds`."""
    return Kind("quantity", f"an amount in {or_list(units)}", _quantity(units), lambda q: f"{q.amount} {q.unit}")


def _or_share(plain: Callable[[object], Value], *units: str) -> Callable[[object], Value]:
    """A reader of plain amounts, or of so much per ton or a share of the hull or its cost."""
    share = _quantity(units)

    def read(given: object) -> Value:
        try:
            return share(given)
        except ValueError:
            return plain(given)

    return read


def _show_share(plain: Callable[[Any], str]) -> Callable[[Any], str]:
    def show(value: Any) -> str:
        if not isinstance(value, Quantity):
            return plain(value)
        amount = Fraction(cast("int | Fraction", value.amount))
        return f"{plain(amount)} per ton" if value.unit == "ton" else f"{decimal(amount * 100)}% of {value.unit}"

    return show


def choice(*names: str) -> Kind:
    """One of these names, in any spelling."""
    known = {normal(name): name for name in names}

    def read(given: object) -> str:
        if not isinstance(given, str) or normal(given) not in known:
            raise ValueError(given)
        return known[normal(given)]

    return Kind("choice", f"one of {or_list(names)}", read)


def _flag(given: object) -> bool:
    if isinstance(given, bool):
        return given
    answers = {"yes": True, "true": True, "no": False, "false": False}
    if not isinstance(given, str) or given.lower() not in answers:
        raise ValueError(given)
    return answers[given.lower()]


def _prose(given: object) -> str:
    if not isinstance(given, str) or not given.strip():
        raise ValueError(given)
    return given


DM = Kind("DM", "a DM such as +1 or -2", _whole(r"(?:DM)?\s*([+-]?\s?\d+)"), lambda n: f"{n:+d}")
STEP = Kind("step", "a change such as -1", _whole(r"([+-]\s?\d+)"), lambda n: f"{n:+d}")
COUNT = Kind("count", "a whole number from 0 up", _whole(r"([\d,]+)", 0), lambda n: f"{n:,}")
TARGET = Kind("target", "a target such as 8+", _whole(r"(-?\d+)\+?"), lambda n: f"{n}+")
FACTOR = Kind("factor", "a factor such as ×3", _whole(r"[×x*]?\s?([\d,]+)", 0), lambda n: f"×{n:,}")
TL = Kind("TL", "a tech level from 0 up", _whole(r"(?:TL)?\s?(\d+)", 0))
NUMBER = Kind("number", "a number from 0 up", _positive, decimal)
TONS = Kind(
    "tons", "tons from 0 up", lambda g: _positive(re.sub(r"\s*t(ons?)?$", "", g) if isinstance(g, str) else g), decimal
)
PERCENT = Kind("percent", "a percentage such as 10%", _percent("[+-]?"), lambda n: f"{decimal(n * 100)}%")
SIGNED_PERCENT = Kind(
    "signed percent",
    "a change such as +10% or -25%",
    _percent("[+-]"),
    lambda n: f"{'+' * (n >= 0)}{decimal(n * 100)}%",
)
CREDITS = Kind("credits", "credits such as MCr0.5 or Cr150,000", _credits, show_credits)
PRICE = Kind(
    "price",
    "a price such as MCr2/ton or 10% of hull cost",
    _or_share(_credits, "ton", "hull cost"),
    _show_share(show_credits),
)
TONNAGE = Kind("tonnage", "tons, or a share such as 2% of hull", _or_share(_positive, "hull"), _show_share(decimal))
DICE = Kind("dice", "dice such as 4D or 3D+2", _dice)
TRAITS = Kind(
    "traits", "weapon traits such as AP 3, Radiation", read_traits, lambda t: ", ".join(sorted(map(str, t))) or NONE
)
POSTS = Kind("posts", "crew such as 1 + 1 per small craft", _posts, _show_posts)
FLAG = Kind("flag", "yes or no", _flag, lambda yes: "yes" if yes else "no")
PROSE = Kind("prose", "a sentence", _prose)
RESULTS = Kind("band", "a band such as 4 to 5 or 12 or more", _band(""))
KM = Kind("kilometres", "a band such as 11-1,250 km", _band("km"), lambda band: band.text("km"))


def _faces(given: object) -> tuple[tuple[int, int], ...]:
    if isinstance(given, tuple):
        return tuple((int(face), int(counts)) for face, counts in given)
    found = _match(r"((?:\d'?s(?:, | and )?)+)(?: on damage dice)? count as (\d)'?s", given)
    return tuple((int(face), int(found[2])) for face in re.findall(r"\d", found[1]))


def _show_faces(faces: tuple[tuple[int, int], ...]) -> str:
    return f"{' and '.join(f'{face}s' for face, _ in faces)} count as {faces[0][1]}s" if faces else NONE


FACES = Kind("faces", "faces such as 1s count as 2s", _faces, _show_faces)
