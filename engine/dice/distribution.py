"""Exact distributions of dice: a whole number of equally likely outcomes per value, packed into one big integer.

Limb `i` of the integer holds the count of the i-th value, and no limb runs over. Multiplying two such integers adds two
independent rolls; a remainder by `2^width - 1` adds up all limbs.
"""

from __future__ import annotations

import operator
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb, gcd, lcm
from typing import Literal, TypeVar

from engine.errors import LimitError

LIMB_BITS = 32
"""Limbs grow by this many bits: up to 12 dice of six faces fit the first size."""

MAX_LIMBS = 200_000
"""The widest spread of values that is computed; `1D×1000000 + 1D` lies beyond it."""

MAX_WORK = 10**10
"""Bits that may be multiplied to keep some of many rolls; about a second's worth."""

_FORMATS: dict[int, Literal["I", "Q"]] = {32: "I", 64: "Q"} if sys.byteorder == "little" else {}
"""Limb widths that the machine reads by itself."""


def width_for(total: int) -> int:
    """The limb width whose largest number is above `total`.

    >>> width_for(6**12), width_for(6**13)
    (32, 64)
    """
    return -(-(total + 2).bit_length() // LIMB_BITS) * LIMB_BITS


def pack(limbs: Iterable[int], width: int) -> int:
    """One integer from its limbs, lowest first."""
    if fast := _FORMATS.get(width):
        return int.from_bytes(array(fast, limbs).tobytes(), "little")
    return int.from_bytes(b"".join(limb.to_bytes(width // 8, "little") for limb in limbs), "little")


def unpack(packed: int, width: int) -> Iterator[int]:
    """The limbs of an integer, lowest first, zeros included.

    >>> list(unpack(pack([1, 0, 6**20], 64), 64)) == [1, 0, 6**20]
    True
    """
    data = packed.to_bytes(-(-packed.bit_length() // width) * width // 8, "little")
    if fast := _FORMATS.get(width):
        return iter(memoryview(data).cast(fast))
    size = width // 8
    return (int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size))


def check_span(limbs: int) -> None:
    """Refuse a distribution with too many values before any of it is computed."""
    if limbs > MAX_LIMBS:
        raise LimitError(f"the result would span {limbs:,} values; the limit is {MAX_LIMBS:,}")


# Thin dice: dice that show some of their faces only, each as likely as the others. What is rolled with them has far
# fewer ways to fall, and is as exact.

ALL_FACES = (1, 2, 3, 4, 5, 6)
_faces: ContextVar[tuple[int, ...]] = ContextVar("faces", default=ALL_FACES)


def faces() -> tuple[int, ...]:
    """The faces that a die of six shows."""
    return _faces.get()


@contextmanager
def thin_dice(shown: Iterable[int]) -> Iterator[None]:
    """Dice that show these faces only; a die of other sides shows those that stand as high among its own.

    >>> with thin_dice([1, 6]):
    ...     print(Distribution.die(6).pmf(), Distribution.die(3).high, Distribution.die(6).sum_of(3).total)
    {1: Fraction(1, 2), 6: Fraction(1, 2)} 3 8
    """
    faces = tuple(sorted(set(shown)))
    if not faces or not set(faces) <= set(ALL_FACES):
        raise ValueError(f"the faces of a die are some of 1 to 6, not {faces}")
    before = _faces.set(faces)
    try:
        yield
    finally:
        _faces.reset(before)


# Distributions

Key = TypeVar("Key", bound=Hashable)

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class Distribution:
    """What a roll can give, and in how many of all equally likely ways.

    >>> two = Distribution.die(6).sum_of(2)
    >>> two.chance(">=", 8), two.mean(), two.variance()
    (Fraction(5, 12), Fraction(7, 1), Fraction(35, 6))
    """

    __slots__ = ("_low", "_packed", "_step", "_total", "_width")

    def __init__(self, counts: Mapping[int, int]) -> None:
        """Take counts by value: `Distribution({1: 5, 2: 1})`."""
        if not all(type(number) is int for pair in counts.items() for number in pair):
            raise TypeError("values and counts are whole numbers")
        kept = {value: count for value, count in counts.items() if count}
        if not kept:
            raise ValueError("a distribution needs at least one outcome")
        if min(kept.values()) < 0:
            raise ValueError("a count cannot be negative")
        low = min(kept)
        step = reduce(gcd, (value - low for value in kept)) or 1
        check_span((max(kept) - low) // step)
        total = sum(kept.values())
        width = width_for(total)
        limbs = ((count << width * ((value - low) // step)) for value, count in kept.items())
        self._packed, self._low, self._step = reduce(int.__or__, limbs), low, step
        self._total, self._width = total, width

    def __reduce__(self) -> tuple[type[Distribution], tuple[dict[int, int]]]:
        return Distribution, (dict(self),)

    # Where they come from

    @staticmethod
    def die(sides: int) -> Distribution:
        """One die with faces from 1 to `sides`, or some of them where dice are thin."""
        return _die(sides, faces())

    @staticmethod
    def constant(value: int) -> Distribution:
        """The value that always comes up."""
        if not isinstance(value, int):
            raise TypeError(f"a value is a whole number, not {value!r}")
        return _new(1, value, 1, 1, LIMB_BITS)

    @staticmethod
    def from_chances(chances: Iterable[tuple[int, int | Fraction]]) -> Distribution:
        """Each value with its chance, or any other weight; a value may come more than once.

        >>> Distribution.from_chances([(0, Fraction(1, 3)), (1, Fraction(2, 3))]).mean()
        Fraction(2, 3)
        """
        weights = [(value, weight) for value, weight in chances if weight]
        scale = lcm(*(weight.denominator for _, weight in weights))
        counts: dict[int, int] = {}
        for value, weight in weights:
            counts[value] = counts.get(value, 0) + scale // weight.denominator * weight.numerator
        return Distribution(counts)

    @staticmethod
    def mixture(parts: Iterable[tuple[Distribution, int | Fraction]]) -> Distribution:
        """One of several distributions, each chosen with its weight.

        >>> Distribution.mixture([(Distribution.die(4), 1), (Distribution.die(6), 1)]).mean()
        Fraction(3, 1)
        """
        chosen = [(part, Fraction(weight)) for part, weight in parts if weight]
        if not chosen or min(weight for _, weight in chosen) < 0:
            raise ValueError("a mixture needs weights above zero")
        scale = lcm(*(part._total * weight.denominator for part, weight in chosen))
        counts: dict[int, int] = {}
        for part, weight in chosen:
            factor = scale // (part._total * weight.denominator) * weight.numerator
            for value, count in part:
                counts[value] = counts.get(value, 0) + count * factor
        return Distribution(counts)

    # What they say

    @property
    def low(self) -> int:
        """The lowest value that can come up."""
        return self._low

    @property
    def high(self) -> int:
        """The highest value that can come up."""
        return self._low + self._step * ((self._packed.bit_length() - 1) // self._width)

    @property
    def total(self) -> int:
        """How many equally likely outcomes there are."""
        return self._total

    def _limbs(self) -> Iterator[int]:
        """Every limb from the lowest value up, zeros included."""
        return unpack(self._packed, self._width)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Each value that can come up with its count, lowest first."""
        value = self._low
        for count in self._limbs():
            if count:
                yield value, count
            value += self._step

    def __contains__(self, value: object) -> bool:
        """Whether a value can come up."""
        return any(value == possible for possible, _ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def pmf(self) -> dict[int, Fraction]:
        """The chance of each value that can come up, lowest first."""
        return {value: Fraction(count, self._total) for value, count in self}

    def chances_of(self, what: Callable[[int], Key]) -> dict[Key, Fraction]:
        """The chance of each thing that values come to.

        >>> Distribution.die(6).chances_of(lambda value: "high" if value > 4 else "low")
        {'low': Fraction(2, 3), 'high': Fraction(1, 3)}
        """
        return tally((what(value), chance) for value, chance in self.pmf().items())

    def mean(self) -> Fraction:
        """The expected value."""
        first = sum(i * count for i, count in enumerate(self._limbs()))
        return self._low + Fraction(self._step * first, self._total)

    def variance(self) -> Fraction:
        """The mean square distance from the mean."""
        first = second = 0
        for i, count in enumerate(self._limbs()):
            first += i * count
            second += i * i * count
        return self._step**2 * (Fraction(second, self._total) - Fraction(first, self._total) ** 2)

    def chance(self, comparison: str, value: int) -> Fraction:
        """How likely the result compares so: `chance(">=", 8)`."""
        if comparison == ">=":
            return Fraction(self._count_from(value), self._total)
        if comparison == "<":
            return Fraction(self._total - self._count_from(value), self._total)
        holds = _comparison(comparison)
        return Fraction(sum(count for v, count in self if holds(v, value)), self._total)

    def percentile(self, share: int | Fraction) -> int:
        """The lowest value with at least `share` percent of the outcomes at or below it."""
        if not 0 <= share <= 100:
            raise ValueError(f"a percentile lies from 0 to 100, not at {share}")
        needed, seen = Fraction(share) * self._total / 100, 0
        for value, count in self:
            seen += count
            if seen >= needed:
                return value
        raise AssertionError("the counts do not add up to the total")

    # What can be done with them

    def __add__(self, other: Distribution | int) -> Distribution:
        """The sum with a number, or with an independent roll."""
        if not isinstance(other, Distribution):
            if not isinstance(other, int):
                return NotImplemented
            return _new(self._packed, self._low + other, self._step, self._total, self._width)
        step = self._step
        a, b = self, other
        if step != other._step:
            step = gcd(self._grid(), other._grid()) or 1
            a, b = self._spread(step), other._spread(step)
        check_span((a.high - a._low + b.high - b._low) // step)
        total = a._total * b._total
        width = width_for(total)
        return _new(a._at(width) * b._at(width), a._low + b._low, step, total, width)

    __radd__ = __add__

    def __neg__(self) -> Distribution:
        return self * -1

    def __sub__(self, other: Distribution | int) -> Distribution:
        return self + -other

    def __rsub__(self, other: int) -> Distribution:
        return -self + other

    def __mul__(self, factor: int) -> Distribution:
        """Every value multiplied: `1D×10`."""
        if not isinstance(factor, int):
            return NotImplemented
        if factor > 0:
            return _new(self._packed, self._low * factor, self._step * factor, self._total, self._width)
        if factor == 0:
            return Distribution.constant(0)
        counts = list(self._limbs())
        counts.reverse()
        packed = pack(counts, self._width)
        return _new(packed, self.high * factor, self._step * -factor, self._total, self._width)

    __rmul__ = __mul__

    def sum_of(self, times: int) -> Distribution:
        """The sum of so many independent rolls of this."""
        if not isinstance(times, int) or times < 0:
            raise ValueError(f"a roll is made a whole number of times, from 0 up, not {times!r}")
        check_span(times * ((self.high - self._low) // self._step))
        total = self._total**times
        width = width_for(total)
        return _new(self._at(width) ** times, self._low * times, self._step, total, width)

    def best(self, keep: int, of: int) -> Distribution:
        """The sum of the best `keep` of `of` independent rolls: a Boon is `best(2, of=3)`.

        >>> Distribution.die(6).best(2, of=3).mean()
        Fraction(203, 24)
        """
        return self._without_lowest(of) if 0 <= keep == of - 1 else self._kept(keep, of)

    def worst(self, keep: int, of: int) -> Distribution:
        """The sum of the worst `keep` of `of` independent rolls: a Bane is `worst(2, of=3)`."""
        return -(-self).best(keep, of)

    def _without_lowest(self, of: int) -> Distribution:
        """The sum of so many rolls without the lowest of them.

        If the lowest is the value in limb `t`, all rolls are at or above it but not all above it: with `Q(t)` the
        limbs from `t` up, that is `Q(t)^of - (x Q(t+1))^of` above `t · of`, less the roll dropped. Added up over `t`,
        all but the first term telescopes into `(1 - x) Q(t)^of` above `t · (of - 1)`.
        """
        check_span(of * self._packed.bit_length() // self._width)
        total = self._total**of
        width = width_for(total)
        whole = self._at(width)
        tails = place = 0
        rest = whole >> width
        while rest:
            place += width * (of - 1)
            tails += rest**of << place
            rest >>= width
        packed = whole**of + tails - (tails << width)
        return _trimmed(packed, self._low * (of - 1), self._step, total, width)

    def _kept(self, keep: int, of: int) -> Distribution:
        """Sum over the value of the highest roll dropped: some are below it, and enough show it."""
        if not 0 <= keep <= of:
            raise ValueError(f"cannot keep {keep} of {of}")
        drop = of - keep
        if not drop:
            return self.sum_of(of)
        limbs = -(-self._packed.bit_length() // self._width)
        if (limbs * drop * of) ** 2 * self._total.bit_length() > MAX_WORK:
            raise LimitError(
                f"keeping {keep} of {of} rolls would take too long; the limit is {MAX_WORK:,} bits to multiply"
            )
        check_span(of * self._packed.bit_length() // self._width)
        total = self._total**of
        width = width_for(total)
        above = packed = 0
        below = self._total
        for i, count in reversed(list(enumerate(self._limbs()))):
            below -= count
            place = width * i
            here = count << place
            for j in range(drop):  # so many are below this value
                rest, need = of - j, drop - j
                fewer = sum(comb(rest, m) * here**m * above ** (rest - m) for m in range(need))
                packed += comb(of, j) * below**j * ((above + here) ** rest - fewer) >> place * need
            above += here
        return _trimmed(packed, self._low * keep, self._step, total, width)

    def map(self, change: Callable[[int], int] | Mapping[int, int]) -> Distribution:
        """Each value changed by a function, or by a table that names the ones that change.

        >>> Distribution.die(6).map({1: 2}).mean()
        Fraction(11, 3)
        """
        counts: dict[int, int] = {}
        for value, count in self:
            new = change.get(value, value) if isinstance(change, Mapping) else change(value)
            counts[new] = counts.get(new, 0) + count
        return Distribution(counts)

    def clamp(self, low: int | None = None, high: int | None = None) -> Distribution:
        """Values below `low` count as `low`, those above `high` as `high`."""
        if low is not None and high is not None and low > high:
            raise ValueError(f"cannot clamp between {low} and {high}")
        if high is None and low is not None and (low - self._low) % self._step == 0:
            return self._floored(low)
        raised = self if low is None else self.map(lambda value: max(value, low))
        return raised if high is None else raised.map(lambda value: min(value, high))

    def _floored(self, low: int) -> Distribution:
        """`clamp(low)` where `low` lies on this distribution's own grid: two shifts and a remainder."""
        below = (low - self._low) // self._step
        if below <= 0:
            return self
        width = self._width
        split = width * (below + 1)
        top = self._packed >> split
        under = (self._packed - (top << split)) % ((1 << width) - 1)
        return _trimmed((top << width) + under, low, self._step, self._total, width)

    def beyond(self, other: Distribution, limits: Iterable[int], times: int = 1, gate: int = 0) -> list[Distribution]:
        """`max(0, self + other - limit) × times` where this is at least `gate`, else 0; one for each limit.

        That is a blow: the Effect of an attack, its damage, the armour it meets and the damage multiple.
        Every step is a shift of one product, so a whole row of armours costs little more than one.

        >>> effect = Distribution.die(6).sum_of(2) - 8
        >>> effect.beyond(Distribution.die(6), [4], times=3)[0].mean()
        Fraction(5, 3)
        """
        if self._step != 1 or other._step != 1 or times < 1:
            return [self._beyond_by_hand(other, limit, times, gate) for limit in limits]
        total = self._total * other._total
        width = width_for(total)
        failed = max(0, gate - self._low)
        product = (self._at(width) >> width * failed) * other._at(width)
        low = self._low + failed + other._low
        ones = (1 << width) - 1
        results = []
        for limit in limits:
            absorbed = limit - low
            if absorbed > 0:
                through = product >> width * absorbed
            else:
                check_span(-absorbed)
                through = product << width * -absorbed
            stopped = total - through % ones
            build = _new if stopped else _trimmed
            results.append(build(through + stopped, 0, times, total, width))
        return results

    def _beyond_by_hand(self, other: Distribution, limit: int, times: int, gate: int) -> Distribution:
        counts: dict[int, int] = {}
        for a, ways_a in self:
            for b, ways_b in other:
                dealt = max(0, a + b - limit) * times if a >= gate else 0
                counts[dealt] = counts.get(dealt, 0) + ways_a * ways_b
        return Distribution(counts)

    def given(self, comparison: str, value: int) -> Distribution:
        """This roll, known to compare so: `given(">=", 8)` is what a hit looks like."""
        holds = _comparison(comparison)
        kept = {v: count for v, count in self if holds(v, value)}
        if not kept:
            raise ValueError(f"no outcome is {comparison} {value}: values lie from {self._low} to {self.high}")
        return Distribution(kept)

    # How they compare

    def _canonical(self) -> tuple[tuple[int, int], ...]:
        counts = tuple(self)
        shared = gcd(*(count for _, count in counts))
        return tuple((value, count // shared) for value, count in counts)

    def __eq__(self, other: object) -> bool:
        """Two distributions are the same if every value has the same chance."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._canonical() == other._canonical()

    def __hash__(self) -> int:
        return hash(self._canonical())

    def __repr__(self) -> str:
        return f"<Distribution {self._low} to {self.high}, mean {self.mean()}>"

    # Limbs

    def _at(self, width: int) -> int:
        """The packed integer with limbs of another width."""
        return self._packed if width == self._width else pack(self._limbs(), width)

    def _grid(self) -> int:
        """The step between values; 0 if there is only one value, which fits any grid."""
        return self._step if self._packed.bit_length() > self._width else 0

    def _spread(self, step: int) -> Distribution:
        """The same distribution with its values on a finer grid."""
        if step == self._step or not self._grid():
            return _new(self._packed, self._low, step, self._total, self._width)
        apart = self._step // step
        check_span((self.high - self._low) // step)
        width = self._width
        packed = sum(count << width * apart * i for i, count in enumerate(self._limbs()) if count)
        return _new(packed, self._low, step, self._total, width)

    def _count_from(self, value: int) -> int:
        """How many outcomes are at or above a value."""
        below = -((self._low - value) // self._step)
        if below <= 0:
            return self._total
        return (self._packed >> self._width * below) % ((1 << self._width) - 1)


@lru_cache(maxsize=256)
def _die(sides: int, shown: tuple[int, ...]) -> Distribution:
    if shown == ALL_FACES:
        return Distribution(dict.fromkeys(range(1, sides + 1), 1))
    middles = ((2 * face - 1) * sides // 12 + 1 for face in shown)  # of the sixths in which the faces lie
    return Distribution(Counter(middles))


_blank = object.__new__


def _new(packed: int, low: int, step: int, total: int, width: int) -> Distribution:
    new = _blank(Distribution)
    new._packed, new._low, new._step, new._total, new._width = packed, low, step, total, width
    return new


def _trimmed(packed: int, low: int, step: int, total: int, width: int) -> Distribution:
    """A distribution whose lowest limbs may be empty."""
    empty = ((packed & -packed).bit_length() - 1) // width
    return _new(packed >> empty * width, low + empty * step, step, total, width)


def _comparison(sign: str) -> Callable[[int, int], bool]:
    if sign not in COMPARISONS:
        raise ValueError(f"unknown comparison {sign!r}: use one of {' '.join(COMPARISONS)}")
    return COMPARISONS[sign]


def tally(pairs: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    """Each outcome once, with the sum of its chances; what cannot happen is left out.

    >>> tally([("hit", Fraction(1, 4)), ("miss", Fraction(1, 2)), ("hit", Fraction(1, 4))])
    {'hit': Fraction(1, 2), 'miss': Fraction(1, 2)}
    """
    total: dict[Key, Fraction] = {}
    for key, chance in pairs:
        if chance:
            total[key] = total[key] + chance if key in total else chance
    return total
