"""A roller works die by die, as a hand does: it rolls faces, reads them, keeps some, adds up. It knows no formula.

The bits come from Philox, a counter-based generator whose stream numpy promises to keep, and are made into faces here,
so the same seed gives the same rolls everywhere.
"""

from __future__ import annotations

from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.rulebook.values import Faces
from verify.dice.procedures import Handful, Procedure

Rolled: TypeAlias = NDArray[np.integer[Any]]
"""Faces, one row for each die and one column for each roll."""
Totals: TypeAlias = NDArray[np.int64]
Tally: TypeAlias = dict[int, int]
"""How often each value came."""

BLOCK = 1 << 15
"""Rolls that are made at a time, so that they stay in the processor's cache."""

DENSE = 1 << 16
"""Values up to this far apart are counted by place; others are sorted first."""


class Roller:
    """Rolls dice from a seed. What a procedure gives does not depend on what was rolled before it.

    >>> from engine.dice.notation import Dice
    >>> from verify.dice.procedures import by_hand
    >>> tally = Roller(seed=1).tally(by_hand(Dice.parse("2D")), rolls=36_000)
    >>> min(tally), max(tally), 5_800 < tally[7] < 6_200
    (2, 12, True)
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._stream(0)

    def _stream(self, key: int) -> None:
        self._bits = np.random.Philox(np.random.SeedSequence([self.seed, key]))

    def tally(self, procedure: Procedure, rolls: int) -> Tally:
        """How often each value comes in so many rolls."""
        self._stream(crc32(repr(procedure).encode()))
        seen: Tally = {}
        for start in range(0, rolls, BLOCK):
            for value, count in counted(self.roll(procedure, min(BLOCK, rolls - start))):
                seen[value] = seen.get(value, 0) + count
        return dict(sorted(seen.items()))

    def roll(self, procedure: Procedure, rolls: int) -> Totals:
        """The result of each of so many rolls."""
        total = np.full(rolls, procedure.plus, dtype=np.int64)
        for handful in procedure.handfuls:
            total += self.throw(handful, rolls) * handful.times
        return total

    def throw(self, handful: Handful, rolls: int) -> Totals:
        """What one handful shows, before it is multiplied, in each of so many rolls."""
        if handful.sides == 66:  # two dice, read as tens and units
            pair = self.faces(rolls, 2)
            return self.added(pair[:1]) * 10 + self.added(pair[1:])
        if handful.sides == 3:  # half a die, rounded up
            shown = (self.faces(rolls, handful.dice) + 1) // 2
        else:
            shown = self.faces(rolls, handful.dice, handful.sides)
        shown = self.read(shown, handful.faces)
        if handful.keep is not None:
            shown = self.kept(shown, handful.keep, handful.best)
        return self.added(shown) + handful.each * len(shown)

    def faces(self, rolls: int, dice: int, sides: int = 6) -> Rolled:
        """Faces of so many dice in so many rolls, each as likely as the others.

        A random byte is a face if it lies below the largest multiple of the sides; one above it is thrown away.
        """
        wanted = rolls * dice
        fair = 256 // sides * sides
        found = np.empty(0, dtype=np.uint8)
        while len(found) < wanted:
            missing = wanted - len(found)
            words = self._bits.random_raw(missing * 256 // fair // 8 + 64)
            fresh = np.asarray(words, dtype="<u8").view(np.uint8)
            found = np.concatenate([found, fresh[fresh < fair]])
        return (found[:wanted] % sides + 1).reshape(dice, rolls)

    def read(self, shown: Rolled, faces: Faces) -> Rolled:
        """The dice with some faces counted as others."""
        result = shown.astype(np.int64) if faces else shown
        for face, counts_as in faces:
            result[shown == face] = counts_as
        return result

    def kept(self, shown: Rolled, keep: int, best: bool) -> Rolled:
        """The best or the worst dice of each roll: its dice are sorted, and the others put aside."""
        in_order = np.sort(shown, axis=0)
        return in_order[len(in_order) - keep :] if best else in_order[:keep]

    def added(self, shown: Rolled) -> Totals:
        """The sum of the dice of each roll, die by die."""
        total = np.zeros(shown.shape[1], dtype=np.int64)
        for die in shown:
            total += die
        return total


def counted(results: Totals) -> list[tuple[int, int]]:
    """Each value that came with its count."""
    low, high = int(results.min()), int(results.max())
    if high - low < DENSE:
        counts = np.bincount(results - low)
        values = np.flatnonzero(counts)
        return list(zip((values + low).tolist(), counts[values].tolist(), strict=True))
    values, counts = np.unique(results, return_counts=True)
    return list(zip(values.tolist(), counts.tolist(), strict=True))
