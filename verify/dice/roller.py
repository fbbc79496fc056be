"""A roller works die by die, as a hand does: it rolls faces, reads them, keeps some, adds up. It knows no formula.

The bits come from Philox, a counter-based generator whose stream numpy promises to keep, and are made into faces here,
so the same seed gives the same rolls everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias
from zlib import crc32

from engine.dice.notation import DESTRUCTIVE_TIMES, Dice, Pool
from engine.rulebook.values import Faces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rolled: TypeAlias = NDArray[np.integer[Any]]
    """Faces, one row for each die and one column for each roll."""
    Totals: TypeAlias = NDArray[np.int64]

Tally: TypeAlias = dict[int, int]
"""How often each value came."""

BLOCK = 1 << 15
"""Rolls that are made at a time, so that they stay in the processor's cache."""

DENSE = 1 << 16
"""Values up to this far apart are counted by place; others are sorted first."""


@dataclass(frozen=True, slots=True)
class Handful:
    """Like dice that are thrown together, and what is done with them."""

    dice: int
    sides: int = 6
    faces: Faces = ()
    """Faces that count as others: `((1, 2),)`."""
    each: int = 0
    """Points added to each die."""
    keep: int | None = None
    """How many of the dice count; all unless told."""
    best: bool = True
    """Whether the best are kept, or the worst."""
    times: int = 1


@dataclass(frozen=True, slots=True)
class Procedure:
    """What a hand does for one roll: throws these, adds them up, adds a number."""

    handfuls: tuple[Handful, ...]
    plus: int = 0


def by_hand(dice: Dice, faces: Faces = (), each: int = 0) -> Procedure:
    """What a hand does for a dice expression; `faces` and `each` say how dice of six sides are read.

    >>> by_hand(Dice.parse("2D boon+1")).handfuls[0].keep
    2
    """
    return Procedure(tuple(_handful(pool, faces, each) for pool in dice.pools), dice.plus)


def _handful(pool: Pool, faces: Faces, each: int) -> Handful:
    times = pool.times * DESTRUCTIVE_TIMES if pool.destructive else pool.times
    if pool.mode in ("boon", "bane"):
        return Handful(pool.count + 1, keep=pool.count, best=pool.mode == "boon", times=times)
    if pool.sides != 6 or pool.mode:
        yields: dict[str, Faces] = {"high yield": ((1, 2),), "very high yield": ((1, 3), (2, 3))}
        return Handful(pool.count, pool.sides, yields.get(pool.mode, ()), times=times)
    return Handful(pool.count, faces=faces, each=each, times=times)


class Roller:
    """Rolls dice from a seed. What a procedure gives does not depend on what was rolled before it.

    >>> tally = Roller(seed=1).tally(by_hand(Dice.parse("2D")), rolls=36_000)
    >>> min(tally), max(tally), 5_800 < tally[7] < 6_200
    (2, 12, True)
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._stream(0)

    def _stream(self, key: int) -> None:
        import numpy as np

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
        import numpy as np

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
        import numpy as np

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
        import numpy as np

        result = shown.astype(np.int64) if faces else shown
        for face, counts_as in faces:
            result[shown == face] = counts_as
        return result

    def kept(self, shown: Rolled, keep: int, best: bool) -> Rolled:
        """The best or the worst dice of each roll: its dice are sorted, and the others put aside."""
        import numpy as np

        in_order = np.sort(shown, axis=0)
        return in_order[len(in_order) - keep :] if best else in_order[:keep]

    def added(self, shown: Rolled) -> Totals:
        """The sum of the dice of each roll, die by die."""
        import numpy as np

        total = np.zeros(shown.shape[1], dtype=np.int64)
        for die in shown:
            total += die
        return total


def counted(results: Totals) -> list[tuple[int, int]]:
    """Each value that came with its count."""
    import numpy as np

    low, high = int(results.min()), int(results.max())
    if high - low < DENSE:
        counts = np.bincount(results - low)
        values = np.flatnonzero(counts)
        return list(zip((values + low).tolist(), counts[values].tolist(), strict=True))
    values, counts = np.unique(results, return_counts=True)
    return list(zip(values.tolist(), counts.tolist(), strict=True))
