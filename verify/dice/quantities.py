"""Every quantity that a document can claim about dice: its exact value in a rulebook, and how a hand would roll it.

A quantity is a mean or a chance of one roll, or how far one roll lies above another, in points or as a share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd
from types import MappingProxyType

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.errors import RawcheckError, RuleBroken, WrongKind
from engine.mechanics import advantages
from engine.mechanics.checks import BANE, BOON, WRITTEN_FOR, target
from engine.mechanics.checks import dice as check_dice
from engine.mechanics.ship_weapons import Weapon, improve
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Faces
from verify.dice.procedures import Handful, Procedure, by_hand

CHECK, BOONS, CRITICAL, LINKED = "checks/check/dice", "checks/boon-and-bane", "space/critical", "space/linked-fire"
ONE_DIE, DIE = Dice.parse("1D"), Distribution.die(6)

Wins = Callable[[Rulebook], Callable[[int], bool]]
"""Which results of a roll count, in a rulebook."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A way to roll dice: what the engine makes of it, and what a hand does, each from the rulebook's own values."""

    title: str
    exact: Callable[[Rulebook], Distribution]
    by_hand: Callable[[Rulebook], Procedure]
    rules: tuple[str, ...] = ()
    """The ids of the rules that say so."""


@dataclass(frozen=True, slots=True)
class NamedQuantity:
    """A quantity with its id; a `%` quantity is stored as a share.

    >>> QUANTITIES["dice/boon/mean"].exact(RAW), QUANTITIES["dice/high-yield/gain"].exact(RAW)
    (Fraction(203, 24), Fraction(1, 21))
    """

    id: str
    title: str
    roll: Roll
    unit: str = ""
    against: Roll | None = None
    """The roll that it is compared with."""
    share: bool = False
    """Whether it is the gain over that roll as a share of it, and not the difference."""
    wins: Wins | None = None
    """The results whose chance it is; without this it is a mean."""
    more_rules: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules that it follows from."""
        against = self.against.rules if self.against else ()
        return tuple(dict.fromkeys((*self.roll.rules, *against, *self.more_rules)))

    def scored(self, roll: Roll, book: Rulebook) -> Distribution:
        """What a roll counts for: its result, or 1 where the result wins and 0 where not."""
        if self.wins is None:
            return roll.exact(book)
        wins = self.wins(book)
        return roll.exact(book).map(lambda value: int(wins(value)))

    def exact(self, book: Rulebook = RAW) -> Fraction:
        """The exact value in a rulebook."""
        mean = self.scored(self.roll, book).mean()
        if self.against is None:
            return mean
        other = self.scored(self.against, book).mean()
        if self.share and not other:
            raise RuleBroken(f"{self.title}: nothing is a share of a mean of 0")
        return mean / other - 1 if self.share else mean - other


# Rolls


def written(text: str) -> Roll:
    """Dice as they are written, whatever the rulebook."""
    dice = Dice.parse(text)
    return Roll(text, lambda book: dice.distribution(), lambda book: by_hand(dice))


def ruled(title: str, rule: str, what: str = "") -> Roll:
    """The dice that are the value of a rule, or of one change (`what`) that it makes."""

    def dice(book: Rulebook) -> Dice:
        value = book.changes(rule).get(what) if what else book.dice(rule)
        if not isinstance(value, Dice):
            raise WrongKind(f"{rule} is {book.rule(rule).text}, which has no dice for {what}")
        return value

    return Roll(title, lambda book: dice(book).distribution(), lambda book: by_hand(dice(book)), (rule,))


def _kept_by_hand(mode: str, book: Rulebook) -> Procedure:
    """A Boon or a Bane: more dice are thrown, and as many kept as were asked for."""
    dice = book.dice(CHECK)
    more, keep = book.number(f"{BOONS}/dice"), book.number(f"{BOONS}/keep")
    if dice.count != WRITTEN_FOR:
        more, keep = dice.count + more - keep, dice.count
    best = book.word(f"{BOONS}/{mode}-keeps") == "best"
    return Procedure((Handful(more, keep=keep, best=best),), dice.plus)


def with_mode(mode: str) -> Roll:
    """A check with a Boon or with a Bane."""
    rules = (CHECK, *(f"{BOONS}/{name}" for name in ("dice", "keep", f"{mode}-keeps")))
    title = f"a check with a {mode.capitalize()}"
    return Roll(title, lambda book: check_dice(mode, book), lambda book: _kept_by_hand(mode, book), rules)


def _improved_by_hand(name: str, book: Rulebook) -> Procedure:
    """A damage die of a weapon with an advantage: some faces count as others, or dice are added."""
    changes = advantages.find(name, advantages.WEAPON, book).changes
    faces, added = changes.get("faces", ()), changes.get("damage-dice", Dice())
    read: Faces = faces if isinstance(faces, tuple) else ()
    more = added if isinstance(added, Dice) else Dice()
    return by_hand(Dice(ONE_DIE.pools + more.pools, more.plus), read)


def improved(name: str) -> Roll:
    """One damage die of a weapon that has an advantage."""
    rule = f"{RAW.path('ship/weapon-advantages', name)}/effect"
    plain = Weapon("A laser of one die", ONE_DIE, mount="Barbette", sort="laser")  # which any advantage fits
    return Roll(
        f"a {name} die",
        lambda book: improve(plain, (name,), book).roll(),
        lambda book: _improved_by_hand(name, book),
        (rule,),
    )


def raised(title: str, points: Callable[[Rulebook], int], *rules: str) -> Roll:
    """One die with points added to it."""
    return Roll(
        title,
        lambda book: DIE + points(book),
        lambda book: by_hand(ONE_DIE, each=points(book)),
        rules,
    )


def linked(weapons: int) -> Roll:
    """One damage die of so many weapons that fire as one."""

    def points(book: Rulebook) -> int:
        together = weapons >= book.number(f"{LINKED}/least-weapons")
        return (weapons - 1) * book.number(f"{LINKED}/damage-per-die") if together else 0

    return raised(f"a die of {weapons} linked weapons", points, f"{LINKED}/least-weapons", f"{LINKED}/damage-per-die")


PLAIN = ruled("a check", CHECK)
BOON_ROLL, BANE_ROLL = with_mode(BOON), with_mode(BANE)
PLAIN_DIE = written("1D")


# Quantities


def at_least(number: int) -> Wins:
    """Results of so many or more."""
    return lambda book: lambda value: value >= number


def _sums() -> Iterator[NamedQuantity]:
    for dice in range(1, 9):
        yield NamedQuantity(f"dice/{dice}d/mean", f"mean of {dice}D", written(f"{dice}D"))
    yield NamedQuantity("dice/d3/mean", "mean of D3", written("D3"))
    for number in range(3, 13):
        yield NamedQuantity(
            f"dice/2d/{number}-or-more", f"chance of {number}+ on 2D", written("2D"), "%", wins=at_least(number)
        )


def _boons() -> Iterator[NamedQuantity]:
    for mode, roll in ((BOON, BOON_ROLL), (BANE, BANE_ROLL)):
        name, here = mode.capitalize(), f"dice/{mode}"
        yield NamedQuantity(f"{here}/mean", f"mean of 2D with a {name}", roll)
        yield NamedQuantity(f"{here}/shift", f"what a {name} adds to the mean", roll, against=PLAIN)
        for number in range(3, 13):
            title = f"chance of {number}+ on 2D with a {name}"
            yield NamedQuantity(f"{here}/{number}-or-more", title, roll, "%", wins=at_least(number))
        title = f"what a {name} adds to the chance of 8+, in points"
        yield NamedQuantity(f"{here}/8-or-more-shift", title, roll, "%", against=PLAIN, wins=at_least(8))


def _difficulties() -> Iterator[NamedQuantity]:
    for row in RAW.table("checks/difficulties").rows:
        rule = RAW.path("checks/difficulties", row.name)

        def reached(book: Rulebook, name: str = row.name) -> Callable[[int], bool]:
            needed = target(name, book)
            return lambda value: value >= needed

        title = f"chance of a check that is {row.name}, without DMs"
        yield NamedQuantity(f"dice/difficulty/{row.id}/chance", title, PLAIN, "%", wins=reached, more_rules=(rule,))


def _gains(here: str, name: str, roll: Roll) -> Iterator[NamedQuantity]:
    yield NamedQuantity(f"{here}/mean-per-die", f"mean of a die with {name}", roll)
    yield NamedQuantity(f"{here}/gain-per-die", f"gain by {name}, in points per die", roll, against=PLAIN_DIE)
    title = f"gain by {name}, as a share of the mean"
    yield NamedQuantity(f"{here}/gain", title, roll, "%", against=PLAIN_DIE, share=True)


def _damage() -> Iterator[NamedQuantity]:
    yield from _gains("dice/high-yield", "High Yield", improved("High Yield"))
    yield from _gains("dice/very-high-yield", "Very High Yield", improved("Very High Yield"))
    yield from _gains("dice/point-per-die", "+1 point per die", raised("a die and 1 point", lambda book: 1))
    for weapons in (2, 3):
        yield from _gains(f"dice/linked-fire/{weapons}-weapons", f"{weapons} linked weapons", linked(weapons))
    for dice in range(1, 13):
        more, less = written(f"{dice + 1}D"), written(f"{dice}D")
        title = f"gain by +1D on {dice}D, as a share of the mean"
        yield NamedQuantity(f"dice/another-die/{dice}d/gain", title, more, "%", against=less, share=True)
    for table in ("ship/turret-weapons", "ship/barbettes"):
        for row in RAW.table(table).rows:
            rule = f"{table}/{row.id}/damage"
            if isinstance(RAW[rule], Dice):
                title = f"mean of the damage dice: {row.name}"
                yield NamedQuantity(f"dice/damage/{row.id}/mean", title, ruled(row.name, rule))


RULED = (
    ("dice/sand/armour-mean", "mean armour of dispersed sand, without the Effect", "space/disperse-sand/armour", ""),
    ("dice/radiation/rads-mean", "mean rads of a hit with Radiation", "personal/trait-rules/radiation-rads", ""),
    ("dice/ion/rounds-mean", "mean rounds that a good ion hit lasts", "space/ion/long-rounds", ""),
    *(
        (
            f"dice/hull-critical/severity-{n}/mean",
            f"mean damage of a hull critical of Severity {n}",
            f"space/critical-effects/hull/severity-{n}",
            "hull-damage",
        )
        for n in (1, 2, 3, 4)
    ),
    *(
        (
            f"dice/armour-critical/severity-{n}/mean",
            f"mean armour lost by a critical of Severity {n}",
            f"space/critical-effects/armour/severity-{n}",
            "armour-dice",
        )
        for n in (2, 3, 4)
    ),
    ("dice/critical/beyond-maximum/mean", "mean damage of a hit beyond Severity 6", f"{CRITICAL}/beyond-maximum", ""),
    ("dice/natural-healing/mean", "mean points of a day's rest, without the END DM", "healing/natural/restores", ""),
)
"""Means of dice that a rule names: id, title, rule, and which of its changes."""


def _criticals() -> Iterator[NamedQuantity]:
    for id, title, rule, what in RULED:
        yield NamedQuantity(id, title, ruled(title.removeprefix("mean "), rule, what))
    table = RAW.table("space/critical-locations")
    rolled = ruled("the location of a critical", f"{CRITICAL}/location-dice")
    rules = tuple(f"{table.id}/{row.id}" for row in table.rows)
    for place in dict.fromkeys(RAW.word(rule) for rule in rules):

        def strikes(book: Rulebook, place: str = place) -> Callable[[int], bool]:
            struck = {int(row.name) for row in table.rows if book.word(f"{table.id}/{row.id}") == place}
            return struck.__contains__

        id, title = f"dice/critical-location/{place.lower().replace(' ', '-')}/chance", f"chance of a critical: {place}"
        yield NamedQuantity(id, title, rolled, "%", wins=strikes, more_rules=rules)


def _all() -> Iterator[NamedQuantity]:
    for family in (_sums, _boons, _difficulties, _damage, _criticals):
        yield from family()


QUANTITIES: Mapping[str, NamedQuantity] = MappingProxyType({quantity.id: quantity for quantity in _all()})
"""The closed registry, by id."""


# What a number would be right for


@dataclass(frozen=True, slots=True)
class Match:
    """A quantity that has a value in some interval; one of the family has no id."""

    title: str
    exact: Fraction
    unit: str
    id: str = ""


def search(low: Fraction, high: Fraction, book: Rulebook = RAW, unit: str | None = None) -> list[Match]:
    """What has an exact value in an interval, simplest first: named quantities, then what dice could do otherwise.

    `unit` leaves out what is not printed so.

    >>> [match.title for match in search(Fraction(571, 2000), Fraction(573, 2000))][0]
    'gain by +1 point per die, as a share of the mean'
    """
    found = [match for match in (*_named(book), *family()) if low <= match.exact <= high]
    return [match for match in found if unit is None or match.unit == unit]


@cache
def _named(book: Rulebook) -> tuple[Match, ...]:
    """Every named quantity that the rulebook can play."""
    matches = []
    for quantity in QUANTITIES.values():
        try:
            matches.append(Match(quantity.title, quantity.exact(book), quantity.unit, quantity.id))
        except RawcheckError:
            continue
    return tuple(matches)


@cache
def family() -> tuple[Match, ...]:
    """What dice could do besides, simplest first: more points, more dice, other faces, rerolls, other dice kept."""
    by_steps = sorted(_family(), key=lambda pair: pair[0])
    return tuple(match for _, match in by_steps)


def _family() -> Iterator[tuple[int, Match]]:
    """Each with how far it is from the rules, in steps."""
    mean = DIE.mean()
    for points in range(2, 7):
        yield points, Match(f"gain by +{points} points per die, as a share", points / mean, "%")
    for added, dice in product(range(1, 7), range(1, 13)):
        if gcd(added, dice) > 1:
            continue  # +2D on 4D is +1D on 2D
        if added > 1:
            yield added + dice, Match(f"gain by +{added}D on {dice}D, as a share", Fraction(added, dice), "%")
        if dice > 1:
            title = f"gain by +{added} point{'s' * (added > 1)} on {dice}D in all, as a share"
            yield added + dice, Match(title, added / (dice * mean), "%")
    for up_to in range(1, 6):
        lowest = "1s" if up_to == 1 else "1s and 2s" if up_to == 2 else f"1s to {up_to}s"
        for face in range(up_to + 1, 7):
            die = DIE.map(dict.fromkeys(range(1, up_to + 1), face))
            yield from _die(up_to + face, f"{lowest} that count as {face}s", die)
        again = Distribution.mixture((DIE if value <= up_to else Distribution.constant(value), 1) for value, _ in DIE)
        yield from _die(up_to + 2, f"{lowest} rolled again once", again)
    yield from _kept()


def _die(cost: int, name: str, die: Distribution) -> Iterator[tuple[int, Match]]:
    yield cost, Match(f"mean of a die with {name}", die.mean(), "")
    yield cost + 1, Match(f"gain by {name}, as a share", die.mean() / DIE.mean() - 1, "%")
    yield cost + 2, Match(f"what {name} add to the mean of a die", die.mean() - DIE.mean(), "")


def _kept() -> Iterator[tuple[int, Match]]:
    for thrown in range(2, 7):
        for keep in range(1, thrown):
            for words, dice in (("best", DIE.best(keep, thrown)), ("worst", DIE.worst(keep, thrown))):
                cost, name, plain = 2 * thrown, f"the {words} {keep} of {thrown} dice", keep * DIE.mean()
                yield cost, Match(f"mean of {name}", dice.mean(), "")
                yield cost + 1, Match(f"what {name} add to the mean of {keep}D", dice.mean() - plain, "")
                yield cost + 2, Match(f"gain by {name} on {keep}D, as a share", dice.mean() / plain - 1, "%")
                if keep == 2:
                    for number in range(3, 13):
                        title = f"chance of {number}+ with {name}"
                        yield cost + 3, Match(title, dice.chance(">=", number), "%")
