"""A kind says what values a rule can have, reads them from what books print, and prints them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from engine.errors import LimitError, NotationError, WrongKind
from engine.rulebook import parsing
from engine.rulebook.names import WHOLE, normal, or_list, plain
from engine.rulebook.parsing import NONE
from engine.rulebook.values import Faces, Post, Quantity, Value


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of value: how it is read, how it is shown, and what fits it, in words."""

    name: str
    expects: str
    read: Callable[[Any], Value]
    show: Callable[[Any], str] = str
    words: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """The names of which it is one, where it is one of some names."""
    most: int = 0
    """The most that anyone plays, and of dice how many; 0 if there is no such limit."""
    unit: str = ""
    """What it is so much of, if there must be some of it: `metres`, `days`."""

    def value(self, given: object) -> Value:
        """The value that was meant, whether it came as a Python value or as printed text."""
        if isinstance(given, str):
            given = plain(given).strip()
            for word in self.words:
                if normal(given) == normal(word) and (normal(word) or given in (NONE, "-", "")):
                    return None if word == NONE else word
        elif given is None and NONE in self.words:
            return None
        try:
            return self.read(given)
        except LimitError as error:
            raise WrongKind(f"{given!r} is not {self.expects}: {error}") from error
        except (ValueError, TypeError, NotationError) as error:
            allowed = or_list([self.expects, *(repr(word) for word in self.words)])
            raise WrongKind(f"{given!r} is not {allowed}") from error

    def accepts(self, given: object) -> bool:
        """Whether something can be read as a value of this kind."""
        try:
            self.value(given)
        except WrongKind:
            return False
        return True

    def is_a(self, *kinds: Kind) -> bool:
        """Whether this is one of these kinds, whatever words may stand in place of a value: `DICE | "Special"`."""
        return self.name in [kind.name for kind in kinds]

    def text(self, value: Value) -> str:
        """The value as a book would print it."""
        if value is None:
            return NONE
        return value if isinstance(value, str) and value in self.words else self.show(value)

    def __or__(self, word: str) -> Kind:
        """The same kind, where this word may stand too: `DICE | "Special"`."""
        return replace(self, words=(*self.words, word))

    def or_one_of(self, *names: str) -> Kind:
        """The same kind, where one of these names may stand too, as in plain lines: dice, or the Effect."""
        return replace(self, words=(*self.words, *names), choices=names)

    def named(self, name: str) -> Kind:
        """The same kind under a name of its own."""
        return replace(self, name=name)

    def of(self, unit: str) -> Kind:
        """The same kind, of something of which there must be some: `COUNT.of("metres")`."""
        return replace(self, unit=unit)


def decimal(number: int | Fraction) -> str:
    """A number as a decimal where it has one, else as a fraction.

    >>> decimal(Fraction(1, 2)), decimal(Fraction(1, 3)), decimal(4), decimal(Fraction(-5, 4))
    ('0.5', '1/3', '4', '-1.25')
    """
    number = Fraction(number)
    rest, digits = number.denominator, 0
    while 10**digits % rest and digits <= rest.bit_length():
        digits += 1
    if 10**digits % rest:
        return str(number)
    whole, part = divmod(abs(number.numerator) * (10**digits // rest), 10**digits)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def show_credits(amount: int | Fraction) -> str:
    """Credits as the books print them.

    >>> show_credits(150_000), show_credits(500_000), show_credits(50_000), show_credits(Fraction(12345, 2))
    ('MCr0.15', 'MCr0.5', 'Cr50,000', 'Cr6,172.5')
    """
    if amount >= 100_000:
        return f"MCr{decimal(Fraction(amount) / 10**6)}"
    whole, rest = divmod(Fraction(amount), 1)
    return f"Cr{whole:,}{decimal(rest).removeprefix('0') if rest else ''}"


def _show_posts(posts: tuple[Post, ...]) -> str:
    shown = []
    for post in posts:
        per = "" if post.per is None else f" per {post.of}" if post.per == 1 else f" per {post.per:,} {post.of}"
        shown.append(f"{post.crew}{per}")
    return " + ".join(shown) if posts[0].per is None else "; ".join(shown)


def _show_share(show: Callable[[Any], str]) -> Callable[[Any], str]:
    """How to show an amount that may be so much per ton, or a share of the hull or its cost."""

    def shown(value: Any) -> str:
        if not isinstance(value, Quantity):
            return show(value)
        amount = Fraction(cast("int | Fraction", value.amount))
        return f"{show(amount)} per ton" if value.unit == "ton" else f"{decimal(amount * 100)}% of {value.unit}"

    return shown


def _show_faces(faces: Faces) -> str:
    return f"{' and '.join(f'{face}s' for face, _ in faces)} count as {faces[0][1]}s"


def quantity(*units: str) -> Kind:
    """So much of one of these units; the amount may be dice: `1D×10 seconds`."""
    return Kind(
        "quantity", f"an amount in {or_list(units)}", parsing.quantity(*units), lambda q: f"{q.amount} {q.unit}"
    )


def choice(*names: str | tuple[str, ...]) -> Kind:
    """One of these names, in any spelling; a tuple gives a name and what else it is called."""
    every = [name if isinstance(name, tuple) else (name,) for name in names]
    known = {normal(spelling): name[0] for name in every for spelling in name}

    def read(given: object) -> str:
        if not isinstance(given, str) or normal(given) not in known:
            raise ValueError(given)
        return known[normal(given)]

    first = tuple(name[0] for name in every)
    return Kind("choice", f"one of {or_list(first)}", read, choices=first)


DM = Kind(
    "DM", "a DM such as +1 or -2", parsing.integer(r"(?:DM)?\s*([+-]?\s?\d+)(?:\s?DM)?"), lambda n: f"{n:+d}", most=20
)
STEP = Kind("step", "a change such as -1", parsing.integer(r"([+-]\s?\d+)"), lambda n: f"{n:+d}")
COUNT = Kind("count", "a whole number from 0 up", parsing.integer(rf"\+?({WHOLE})", 0), lambda n: f"{n:,}")
EFFECT = replace(COUNT, most=20)
"""An Effect that is needed."""
POSITIVE = Kind("count", "a whole number from 1 up", parsing.integer(rf"\+?({WHOLE})", 1), lambda n: f"{n:,}")
TARGET = Kind("target", "a target such as 8+", parsing.integer(r"(-?\d+)\s?\+?"), lambda n: f"{n}+", most=20)
FACTOR = Kind("factor", "a factor such as ×3", parsing.integer(rf"[×x*]?\s?({WHOLE})\s?[×x]?", 0), lambda n: f"×{n:,}")
TL = Kind("TL", "a tech level from 0 up", parsing.integer(r"(?:TL)?\s?(\d+)", 0), most=33)
NUMBER = Kind("number", "a number from 0 up", parsing.positive, decimal)
TONS = Kind("tons", "tons from 0 up", parsing.tons, decimal)
SHARE = Kind("percent", "a share such as 10%", parsing.percentage("", 0, 1), lambda n: f"{decimal(n * 100)}%", most=10)
SIGNED_PERCENT = Kind(
    "signed percent",
    "a change such as +10% or -25%",
    parsing.percentage("[+-]", -1),
    lambda n: f"{'+' * (n >= 0)}{decimal(n * 100)}%",
    most=10,
)
CREDITS = Kind("credits", "credits such as MCr0.5 or Cr150,000", parsing.credits, show_credits)
PRICE = Kind(
    "price",
    "a price such as MCr2/ton or 10% of hull cost",
    parsing.either(parsing.quantity("ton", "hull cost", rolled=False), parsing.credits),
    _show_share(show_credits),
)
TONNAGE = Kind(
    "tonnage",
    "tons, or a share such as 2% of hull",
    parsing.either(parsing.quantity("hull", rolled=False), parsing.tons),
    _show_share(decimal),
)
DICE = Kind("dice", "dice such as 4D or 3D+2", parsing.dice, most=40)
ROLL = replace(DICE, most=10)
"""The dice of a check or an attack."""
TRAITS = Kind(
    "traits", "weapon traits such as AP 3, Radiation", parsing.traits, lambda t: ", ".join(sorted(map(str, t))) or NONE
)
POSTS = Kind("posts", "crew such as 1 + 1 per small craft", parsing.posts, _show_posts)
FLAG = Kind("flag", "yes or no", parsing.flag, lambda yes: "yes" if yes else "no")
PROSE = Kind("prose", "a sentence", parsing.sentence)
SKILL = Kind("skill", "a skill such as Gunner (turret)", parsing.sentence)
RESULTS = Kind("band", "a band such as 4 to 5 or 12 or more", parsing.band(""))
KM = Kind("kilometres", "a band such as 11-1,250 km", parsing.band("km"), lambda band: band.text("km"))
FACES = Kind("faces", "faces such as 1s count as 2s", parsing.faces, _show_faces)
RANGE_BAND = choice(
    "Adjacent", "Close", "Short", ("Medium", "med"), "Long", ("Very Long", "vlong"), "Distant"
).named("range band")  # fmt: skip
CHARACTERISTIC = choice("STR", "DEX", "END", "INT", "EDU", "SOC", "STR or DEX", "DEX or INT").named("characteristic")
CHOICE, QUANTITY = choice("one name"), quantity("one unit")
"""Any choice among names and any quantity, for `is_a`."""
