"""Counts packed into one big integer: limb `i` holds the count of the i-th value, and no limb runs over.

Multiplying two such integers adds two independent rolls; a remainder by `2^width - 1` adds up all limbs.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from typing import Literal

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


def check_work(bits: int, what: str) -> None:
    """Refuse a sum over many cases before it is begun."""
    if bits > MAX_WORK:
        raise LimitError(f"{what} would take too long; the limit is {MAX_WORK:,} bits to multiply")
