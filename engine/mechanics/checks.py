"""Checks: 2D and DMs against a target, what the Effect means, and tasks that hang together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.dice.distribution import Distribution, faces
from engine.dice.notation import Dice
from engine.errors import RuleBroken
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Row, Rulebook, Table

BOON, BANE, PLAIN = "boon", "bane", ""

WRITTEN_FOR = 2
"""The dice that Boon and Bane are written for; other rolls add as many dice and keep their own number."""


def dice(mode: str = PLAIN, book: Rulebook = RAW) -> Distribution:
    """The dice of a check: plain, with a Boon or with a Bane.

    >>> dice(BOON).mean()
    Fraction(203, 24)
    """
    return rolled(plain_dice(book), mode, book)


def plain_dice(book: Rulebook = RAW) -> Dice:
    """The dice of a check without a Boon or a Bane, as they are written: 2D."""
    return book.dice("checks/check/dice")


def thrown_and_kept(what: Dice, book: Rulebook = RAW) -> tuple[int, int]:
    """How many dice a Boon or a Bane throws for some dice, and how many of them it keeps.

    >>> thrown_and_kept(Dice.parse("2D")), thrown_and_kept(Dice.parse("3D"))
    ((3, 2), (4, 3))
    """
    here = "checks/boon-and-bane"
    thrown, kept = book.number(f"{here}/dice"), book.number(f"{here}/keep")
    if kept > thrown:
        raise book.broken(f"{here}/keep", f"a Boon or a Bane cannot keep {kept} of {thrown} dice")
    return (thrown, kept) if what.count == WRITTEN_FOR else (what.count + thrown - kept, what.count)


def keeps_best(mode: str, book: Rulebook = RAW) -> bool:
    """Whether a Boon or a Bane keeps the best dice, and not the worst."""
    return book.word(f"checks/boon-and-bane/{mode}-keeps") == "best"


def rolled(what: Dice, mode: str, book: Rulebook = RAW) -> Distribution:
    """Dice rolled plain, with a Boon or with a Bane, which roll some more and keep as many as before."""
    return _rolled(what, mode, book, faces())


@lru_cache(maxsize=256, typed=True)
def _rolled(what: Dice, mode: str, book: Rulebook, shown: tuple[int, ...]) -> Distribution:
    if mode == PLAIN:
        return what.distribution()
    if mode not in (BOON, BANE):
        raise RuleBroken(f"a roll has a {BOON} or a {BANE}, not a {mode!r}")
    thrown, kept = thrown_and_kept(what, book)
    pool = what.pools[0]
    if len(what.pools) != 1 or pool.sides != 6 or pool.times != 1 or pool.mode or pool.destructive:
        raise RuleBroken(f"{what} cannot have a {mode}: it is not one plain roll of D")
    die = Distribution.die(6)
    return (die.best(kept, thrown) if keeps_best(mode, book) else die.worst(kept, thrown)) + what.plus


def mode_of(boons: int, banes: int, book: Rulebook = RAW) -> str:
    """Boon, Bane or neither: they cancel out (ruling 41), or else a Bane spoils any Boon."""
    if boons and banes and not book.flag("checks/boon-and-bane/cancel"):
        return BANE
    return BOON if boons > banes else BANE if banes > boons else PLAIN


@dataclass(frozen=True)
class Check:
    """A check: the distribution of its Effect, and the target that it was made against."""

    effect: Distribution
    target: int
    book: Rulebook = RAW

    @cached_property
    def success(self) -> Fraction:
        """The chance to succeed: an Effect of 0 or more."""
        return self.effect.chance(">=", 0)

    def results(self) -> dict[str, Fraction]:
        """The chance of each named result, worst first."""
        return chances_of_rows(self.effect, "checks/effects", "effect", self.book)

    def then(self, dm: int = 0, difficulty: str | None = None, mode: str = PLAIN) -> Check:
        """The next check of a task chain, helped or hindered by this one."""
        book = self.book
        parts = [(check(dm + chain_dm(e, book), difficulty, mode, book=book).effect, count) for e, count in self.effect]
        return Check(Distribution.mixture(parts), check(dm, difficulty, mode, book=book).target, book)


def chances_of_rows(rolled: Distribution, table: str, column: str, book: Rulebook = RAW) -> dict[str, Fraction]:
    """The chance of each row of a table, in its order, to have what is rolled in its band."""
    found = rolled.chances_of(lambda number: book.holding(table, column, number).name)
    return {row.name: found.get(row.name, Fraction(0)) for row in book.table(table).rows}


def check(dm: int = 0, difficulty: str | None = None, mode: str = PLAIN, luck: int = 0, book: Rulebook = RAW) -> Check:
    """A check with all its DMs added up, and LUCK that was declared before the roll; Average unless told.

    >>> check(dm=1, difficulty="Difficult").success
    Fraction(5, 18)
    """
    needed = target(difficulty or book.word("checks/check/average-difficulty"), book)
    added = luck if book.flag("checks/check/luck-adds") else 0
    return Check(dice(mode, book) + (dm + added - needed), needed, book)


def target(difficulty: str, book: Rulebook = RAW) -> int:
    """What a check of this difficulty must reach."""
    return book.number(book.path("checks/difficulties", difficulty))


def characteristic_dm(score: int, book: Rulebook = RAW) -> int:
    """The DM of a characteristic.

    >>> [characteristic_dm(score) for score in (0, 2, 7, 9, 12, 15)]
    [-3, -2, 0, 1, 2, 3]
    """
    table = "checks/characteristic-dms"
    return book.number(f"{table}/{book.holding(table, 'score', score).id}/dm")


def result(effect: int, book: Rulebook = RAW) -> str:
    """The name of an Effect: `Exceptional Success` and so on."""
    return book.holding("checks/effects", "effect", effect).name


def chain_dm(effect: int, book: Rulebook = RAW) -> int:
    """The DM that an Effect gives the next check of a task chain."""
    table = "checks/effects"
    return book.number(f"{table}/{book.holding(table, 'effect', effect).id}/chain-dm")


def harder(difficulty: str, steps: int = 1, book: Rulebook = RAW) -> str:
    """The difficulty so many steps up; above the last one nothing can be tried."""
    return _steps_from("difficulty", book.table("checks/difficulties"), difficulty, steps).name


def _steps_from(what: str, table: Table, name: str, steps: int) -> Row:
    """The row so many steps down a table from another."""
    at = table.position(name) + steps
    if not 0 <= at < len(table.rows):
        raise RuleBroken(f"there is no {what} {steps:+d} steps from {name}")
    return table.rows[at]


def several_at_once(difficulty: str, book: Rulebook = RAW) -> str:
    """The difficulty of each of several tasks done at once."""
    return harder(difficulty, book.number("checks/tasks/multiple-steps"), book)


def in_another_time(timeframe: str, steps: int, book: Rulebook = RAW) -> tuple[str, Distribution, int]:
    """A task done so many timeframes slower (+) or faster (−): the unit, how many of it, and the DM.

    >>> unit, time, dm = in_another_time("Minutes", -1)
    >>> unit, time.mean(), dm
    ('seconds', Fraction(35, 1), -2)
    """
    row = _steps_from("timeframe", book.table("checks/timeframes"), timeframe, steps)
    time = book.quantity(f"checks/timeframes/{row.id}/time")
    amount = time.amount.distribution() if isinstance(time.amount, Dice) else Distribution.constant(int(time.amount))
    return time.unit, amount, steps * book.number("checks/tasks/dm-per-timeframe")


class Opposed(NamedTuple):
    """Two checks against each other, from the side of the first."""

    win: Fraction
    tie: Fraction
    lose: Fraction
    winning_effect: dict[int, Fraction]
    """The chance to win with each Effect."""


def opposed(mine: Check, theirs: Check) -> Opposed:
    """Two checks against each other; who wins a tie is not in the references (ruling 38).

    >>> opposed(check(), check()).tie
    Fraction(73, 648)
    """
    by_total = mine.book.word("checks/tasks/opposed-winner") == "higher total"
    ahead = mine.target - theirs.target if by_total else 0
    win = {e: chance * theirs.effect.chance("<", e + ahead) for e, chance in mine.effect.pmf().items()}
    tie = sum((chance * theirs.effect.chance("==", e + ahead) for e, chance in mine.effect.pmf().items()), Fraction(0))
    total = sum(win.values(), Fraction(0))
    return Opposed(total, tie, 1 - total - tie, {e: chance for e, chance in win.items() if chance})


def difficulties(book: Rulebook = RAW) -> Iterator[tuple[str, int]]:
    """Every difficulty with its target, easiest first."""
    return ((row.name, target(row.name, book)) for row in book.table("checks/difficulties").rows)


@dataclass(frozen=True)
class AttackRoll:
    """An attack roll; an Effect of 0 or more hits."""

    effect: Distribution
    """The Effect of the attack roll; below 0 it misses."""
    dms: Mapping[str, int]
    """Each DM of the attack roll by its name; those of 0 are left out."""

    @property
    def dm(self) -> int:
        """All DMs of the attack roll added up."""
        return sum(self.dms.values())

    @cached_property
    def hit(self) -> Fraction:
        """The chance to hit."""
        return self.effect.chance(">=", 0)

    def damage_at(self, effect: int) -> Distribution:
        """Damage of a hit with this Effect."""
        raise TypeError("an attack roll alone does no damage")

    def damage_by_effect(self) -> Distribution:
        """Damage in all, worked out Effect by Effect; misses count as none."""
        nothing = Distribution.constant(0)
        return Distribution.mixture((self.damage_at(e) if e >= 0 else nothing, count) for e, count in self.effect)
