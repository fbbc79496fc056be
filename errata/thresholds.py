"""Ladders of comparisons as bands: `x <= -6`, then `x <= -2`, is -6 or less, then -5 to -2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.record import record, replace
from engine.text import exact
from engine.values import Band
from errata.literals import Leaf, Node


@record
class Threshold:
    """A comparison with a number: what is asked of the subject, and where the number stands. No sign is `otherwise`."""

    sign: str
    number: int
    leaf: Leaf | None = None
    subject: str = ""
    and_also: tuple[str, int] | None = None

    @classmethod
    def of(cls, sign: str, leaf: Leaf, subject: str) -> Threshold:
        """A comparison; one with a part of a number is none of ours, since the bands of the rules are whole."""
        try:
            number = exact(leaf.text)
        except ValueError:
            return cls("?", 0, leaf, subject)
        whole = number.denominator == 1 and abs(number) < 10**12
        return cls(sign if whole else "?", int(number), leaf, subject)

    def met(self, other: Threshold) -> Threshold:
        """Both at once."""
        return replace(self, and_also=(other.sign, other.number))


def banded(rungs: Sequence[tuple[Sequence[Leaf | Threshold], Node]]) -> Iterator[tuple[Leaf, Node]]:
    """The rungs of a ladder with the band that leads to each as its key."""
    low: int | None = None
    high: int | None = None
    for keys, value in rungs:
        for key in _joined(keys):
            if isinstance(key, Leaf):
                yield key, value
                continue
            band = _band(key, low, high)
            if band is None:
                continue
            place = key.leaf or (value if isinstance(value, Leaf) else None)
            line, column = (place.line, place.column) if place is not None else (value.line, value.column)
            yield Leaf(str(band), line, column, "number"), value
            low, high = _left(key, low, high)


def _joined(keys: Sequence[Leaf | Threshold]) -> Sequence[Leaf | Threshold]:
    """Numbers that follow each other, each asked for by itself, as the band that they are: `n == 1 || n == 2`."""
    numbers = [key.number for key in keys if isinstance(key, Threshold) and key.sign in EQUAL and not key.and_also]
    first = keys[0] if keys else None
    if len(numbers) < 2 or not isinstance(first, Threshold):
        return keys
    in_order = numbers == list(range(numbers[0], numbers[0] + len(keys)))
    return [replace(first, sign=">=", and_also=("<=", numbers[-1]))] if in_order else keys


EQUAL = ("==", "===", "is", "eq")


def _ends(sign: str, number: int) -> tuple[int | None, int | None]:
    return {
        "<=": (None, number),
        "<": (None, number - 1),
        ">=": (number, None),
        ">": (number + 1, None),
    }.get(sign, (number, number))


def _band(key: Threshold, low: int | None, high: int | None) -> Band | None:
    """The numbers that come to a rung, of those that no rung above has taken."""
    if key.sign == "?" or key.sign in ("!=", "!==", "~="):
        return None
    below, above = (None, None) if not key.sign else _ends(key.sign, key.number)
    if key.and_also is not None:
        also = _ends(*key.and_also)
        below = also[0] if below is None else below
        above = also[1] if above is None else above
    bottom = max((n for n in (below, low) if n is not None), default=None)
    top = min((n for n in (above, high) if n is not None), default=None)
    if (bottom is None and top is None) or (bottom is not None and top is not None and bottom > top):
        return None
    return Band(bottom, top)


def _left(key: Threshold, low: int | None, high: int | None) -> tuple[int | None, int | None]:
    """What is left for the rungs below."""
    if key.and_also is not None:
        band = _band(key, low, high)
        if band is None or band.low is None or band.high is None:
            return low, high
        if low is not None and band.low <= low:
            return band.high + 1, high
        return (low, band.low - 1) if high is not None and band.high >= high else (low, high)
    below, above = _ends(key.sign, key.number) if key.sign else (None, None)
    if below is None and above is not None:
        return above + 1, high
    if above is None and below is not None:
        return low, below - 1
    if below is not None and below == above:
        if low is None or below == low:
            return below + 1, high
        if high is not None and below == high:
            return low, high - 1
    return low, high
