"""Dice as the books print them: `2D`, `3D+2`, `1D×10`, `2DD`, `D66`, `2D boon`, `4D high yield`.

    expression = term, { ("+" | "-"), term } ;
    term       = dice, { mode | times } | number ;
    dice       = [ number ], ("D" [ sides ] | "DD") ;
    times      = ("×" | "x" | "*"), number ;
    mode       = "boon" | "bane" | "high yield" | "very high yield" ;

A mode at the end of an expression with one roll of dice belongs to that roll: `3D+2 high yield`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.dice.distribution import Distribution, faces
from engine.errors import LimitError, NotationError
from engine.rulebook.names import plain

MAX_DICE = 200
"""Dice in one roll."""
MAX_SIDES = 100
"""Faces of one die."""
MAX_NUMBER = 1_000_000
"""A number that is added, or that a roll is multiplied by."""
MAX_LENGTH = 200
"""Letters in one expression."""

DESTRUCTIVE_TIMES = 10
"""What the second D of `2DD` multiplies by. Combat quick sheet, Destructive weapons."""

ACCEPTED = "accepted: 2D, 2d6, D3, D66, 3D+2, 2D-1, 1D×10, 2DD, 2D boon, 2D bane,\n4D high yield, 4D very high yield"

_TOKEN = re.compile(
    r"\s*+(?:(?P<dice>(?P<count>\d*+)\s*+D(?:(?P<double>D)|(?P<sides>\d+))?(?!(?!X\s*\d)[A-Z\d]))"
    r"|(?P<number>\d+)|(?P<sign>[+-])|(?P<times>[×x*])|(?P<mode>very\s+high\s+yield|high\s+yield|boon|bane)\b)",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Pool:
    """One roll of like dice: so many, of so many sides, in a mode, multiplied; `times` may be negative."""

    count: int
    sides: int = 6
    mode: str = ""
    times: int = 1
    destructive: bool = False

    def distribution(self, destructive_times: int = DESTRUCTIVE_TIMES) -> Distribution:
        """What this roll can give."""
        times = self.times * destructive_times if self.destructive else self.times
        return _pool_distribution(self.count, self.sides, self.mode, faces()) * times

    def __str__(self) -> str:
        sides = "" if self.sides == 6 else str(self.sides)
        count = "" if self.count == 1 and sides else str(self.count)
        double = "D" if self.destructive else ""
        times = "" if abs(self.times) == 1 else f"×{abs(self.times)}"
        return f"{count}D{sides}{double}{' ' + self.mode if self.mode else ''}{times}"


@dataclass(frozen=True, slots=True)
class Dice:
    """A dice expression: rolls added up, plus a number.

    >>> str(Dice.parse("3d6 + 2")), Dice.parse("3D+2") == Dice.parse("3d6+ 2")
    ('3D+2', True)
    """

    pools: tuple[Pool, ...] = ()
    plus: int = 0

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> Dice:
        """Read an expression, or say where it goes wrong."""
        if len(text) > MAX_LENGTH:
            raise LimitError(f"a dice expression of {len(text):,} letters: the limit is {MAX_LENGTH}")
        return _Reader(text).dice()

    @property
    def count(self) -> int:
        """How many dice are rolled in all."""
        return sum(pool.count for pool in self.pools)

    @property
    def destructive(self) -> bool:
        """Whether a roll has two Ds: `2DD`."""
        return any(pool.destructive for pool in self.pools)

    def distribution(self, destructive_times: int = DESTRUCTIVE_TIMES) -> Distribution:
        """What the whole expression can give; a rulebook may multiply destructive dice by another number."""
        total = Distribution.constant(self.plus)
        for pool in self.pools:
            total = total + pool.distribution(destructive_times)
        return total

    def __add__(self, number: int) -> Dice:
        return replace(self, plus=self.plus + number)

    def in_mode(self, mode: str) -> Dice:
        """The same dice rolled in a mode: `Dice.parse("2D").in_mode("boon")`."""
        return replace(self, pools=tuple(replace(pool, mode=mode) for pool in self.pools))

    def together(self) -> Dice:
        """The same with like dice in one roll, unless a mode is about each roll by itself.

        >>> Dice.parse("1D+1D+2").together(), Dice.parse("1D boon+1D boon").together()
        (Dice('2D+2'), Dice('1D boon+1D boon'))
        """
        merged: dict[Pool, Pool] = {}
        for n, pool in enumerate(self.pools):
            alike = replace(pool, count=n if pool.mode or pool.sides == 66 else -1)
            merged[alike] = replace(pool, count=merged[alike].count + pool.count) if alike in merged else pool
        return replace(self, pools=tuple(merged.values())) if len(merged) < len(self.pools) else self

    def __str__(self) -> str:
        alone = len(self.pools) == 1 and self.plus != 0 and self.pools[0].times == 1
        mode = self.pools[0].mode if alone else ""
        shown = self.in_mode("").pools if mode else self.pools
        text = "".join(f"{'-' if pool.times < 0 else '+'}{pool}" for pool in shown)
        if self.plus or not self.pools:
            text += f"{self.plus:+d}"
        return (f"{text} {mode}" if mode else text).removeprefix("+")

    def __repr__(self) -> str:
        return f"Dice({str(self)!r})"


def roll(text: str) -> Distribution:
    """The exact distribution of a roll.

    >>> roll("2D boon").mean(), roll("2D").chance(">=", 8)
    (Fraction(203, 24), Fraction(5, 12))
    """
    return Dice.parse(text).distribution()


@lru_cache(maxsize=1024)
def _pool_distribution(count: int, sides: int, mode: str, shown: tuple[int, ...]) -> Distribution:
    if sides == 66:
        return Distribution.die(6) * 10 + Distribution.die(6)
    die = Distribution.die(sides)
    if mode == "boon":
        return die.best(count, of=count + 1)
    if mode == "bane":
        return die.worst(count, of=count + 1)
    if mode == "high yield":
        die = die.map({1: 2})
    if mode == "very high yield":
        die = die.map({1: 3, 2: 3})
    return die.sum_of(count)


class _Reader:
    """Reads one expression, token by token; the kind of a token is the name of the group that it matched."""

    def __init__(self, text: str) -> None:
        self.shown = text
        self.tokens: list[re.Match[str]] = []
        self.at = position = 0
        signs = plain(text).rstrip()
        while position < len(signs):
            token = _TOKEN.match(signs, position)
            if token is None:
                position += len(signs[position:]) - len(signs[position:].lstrip())
                raise NotationError(text, position, "this is not dice notation", ACCEPTED)
            self.tokens.append(token)
            position = token.end()

    def fail(self, reason: str) -> NotationError:
        place = _start(self.tokens[self.at]) if self.at < len(self.tokens) else len(self.shown.rstrip())
        return NotationError(self.shown, place, reason, ACCEPTED)

    def take(self, kind: str) -> re.Match[str] | None:
        if self.at < len(self.tokens) and self.tokens[self.at].lastgroup == kind:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def number(self, token: re.Match[str], digits: str, limit: int, what: str) -> int:
        # Compared by length first: a text of a million digits is never turned into a number.
        digits = digits.lstrip("0") or "0"
        if len(digits) > len(str(limit)) or int(digits) > limit:
            named = digits if len(digits) <= 12 else f"a number of {len(digits)} digits"
            where = f"{_short(self.shown)!r} at column {_start(token) + 1}"
            raise LimitError(f"{named} {what} in {where}: the limit is {limit:,}")
        return int(digits)

    def dice(self) -> Dice:
        pools: list[Pool] = []
        plus = 0
        sign = -1 if (first := self.take("sign")) and first["sign"] == "-" else 1
        while True:
            if token := self.take("dice"):
                pools.append(self.pool(token, sign))
            elif token := self.take("number"):
                plus += sign * self.number(token, token["number"], MAX_NUMBER, "is too large")
                self.trailing_mode(pools)
            else:
                raise self.fail("expected dice or a number here")
            if self.at == len(self.tokens):
                break
            next_sign = self.take("sign")
            if next_sign is None:
                raise self.fail("expected + or - here")
            sign = -1 if next_sign["sign"] == "-" else 1
        whole = Dice(tuple(pools), plus)
        if whole.count > MAX_DICE:
            raise LimitError(f"{whole.count} dice in {_short(self.shown)!r}: the limit is {MAX_DICE}")
        return whole

    def pool(self, token: re.Match[str], sign: int) -> Pool:
        count = self.number(token, token["count"] or "1", MAX_DICE, "dice")
        sides = self.number(token, token["sides"] or "6", MAX_SIDES, "sides")
        if sides < 2 or (sides == 66 and count != 1):
            self.at -= 1
            raise self.fail("D66 is read, not added up: roll it once" if sides == 66 else "a die has at least 2 sides")
        pool = Pool(count, sides, "", sign, token["double"] is not None)
        while True:
            if mode := self.take("mode"):
                pool = self.with_mode(pool, mode)
            elif self.take("times"):
                number = self.take("number")
                if number is None:
                    raise self.fail("expected the number to multiply by here")
                factor = self.number(number, number["number"], MAX_NUMBER, "is too large")
                pool = replace(pool, times=pool.times * factor)
            else:
                return pool

    def trailing_mode(self, pools: list[Pool]) -> None:
        while mode := self.take("mode"):
            if len(pools) != 1:
                self.at -= 1
                raise self.fail("it is not clear which dice this belongs to; write it right after them")
            pools[0] = self.with_mode(pools[0], mode)

    def with_mode(self, pool: Pool, token: re.Match[str]) -> Pool:
        mode = " ".join(token["mode"].lower().split())
        if pool.mode or pool.sides != 6:
            self.at -= 1
            why = f"these dice are already {pool.mode}" if pool.mode else f"a D{pool.sides} has no {mode}"
            raise self.fail(why)
        return replace(pool, mode=mode)


def _start(token: re.Match[str]) -> int:
    """Where a token begins, after the spaces before it."""
    return token.start(token.lastgroup or 0)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
