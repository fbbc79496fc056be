"""An attack in space: the roll, what it does to the hull, whether it is a critical, and how severe.

>>> attack("pulse laser", "triple turret", range="Short", gunner=1, armour=4, lock=True).hit
Fraction(53, 54)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from engine.dice.distribution import Distribution, tally
from engine.errors import RuleBroken, refuse_negative
from engine.mechanics.checks import AttackRoll, mode_of, rolled
from engine.mechanics.criticals import maximum_severity
from engine.mechanics.personal_attack import smart_dm
from engine.mechanics.ship_weapons import Weapon, find
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Row, Rule, Rulebook


class Outcome(NamedTuple):
    """One way that an attack can end."""

    hit: bool
    effect: int
    damage: int
    critical: bool
    severity: int


def severity(effect: int, damage: int, book: Rulebook = RAW) -> int:
    """How severe a hit is: 0 if it is no critical.

    >>> severity(effect=6, damage=21), severity(effect=5, damage=21), severity(effect=9, damage=0)
    (3, 0, 0)
    """
    if effect < book.number("space/critical/effect") or (damage <= 0 and book.flag("space/critical/needs-damage")):
        return 0
    less = book.number("space/critical/severity-less")
    if book.word("space/critical/severity-from") == "Effect":
        raw = effect - less
    else:
        divisor = book.number("space/critical/severity-divisor")
        counted = damage - less
        rounded = {
            "up": -(-counted // divisor),
            "down": counted // divisor,
            "nearest": (2 * counted + divisor) // (2 * divisor),
        }
        raw = rounded[book.word("space/critical/severity-rounds")]
    return max(1, min(raw, maximum_severity(book)))


@dataclass(frozen=True)
class Attack(AttackRoll):
    """An attack that can be asked for any of its odds; misses count as no damage."""

    weapon: Weapon
    armour: Distribution
    """What is left of the armour after AP."""
    pierced: int
    """What AP took off it."""
    range: str
    """The range band."""
    mode: str = ""
    """Boon, Bane or neither."""
    book: Rulebook = RAW

    @property
    def rolled(self) -> Rule:
        """The rule for the dice of the attack roll."""
        return self.book.rule("space/attack/dice")

    @property
    def target(self) -> Rule:
        """The rule for what the roll must reach."""
        return self.book.rule("space/attack/target")

    @property
    def adds_effect(self) -> bool:
        """Whether the Effect counts as damage, before the damage multiple or after it."""
        return self.book.word("space/damage/effect-added") != "never"

    def damage_at(self, effect: int) -> Distribution:
        """Hull damage of a hit with this Effect."""
        if self.weapon.ion:
            hull = self.book.word("space/ion/reduces") == "Hull"
            return self.loss_at(effect) if hull else Distribution.constant(0)
        when = self.book.word("space/damage/effect-added")
        added = Distribution.constant(effect if when == "before the multiple" else 0)
        dealt = _hull_damage(added, self.weapon, self.armour, self.book)
        return dealt + effect if when == "after the multiple" else dealt

    def loss_at(self, effect: int) -> Distribution:
        """The loss from an ion hit with this Effect, by the rules for ion weapons."""
        book, path = self.book, "space/ion"
        armour = Distribution.constant(0) if book.flag(f"{path}/ignores-armour") else self.armour
        added = effect if book.flag(f"{path}/effect-added") else 0
        times = self.weapon.multiple if book.flag(f"{path}/multiple-applies") else 1
        return (self.weapon.roll() + added - armour).clamp(0) * times

    @cached_property
    def damage(self) -> Distribution:
        """Hull damage."""
        if not self.weapon.ion and self.book.word("space/damage/effect-added") == "before the multiple":
            return _hull_damage(self.effect, self.weapon, self.armour, self.book)
        return self.damage_by_effect()

    @cached_property
    def severities(self) -> dict[int, Fraction]:
        """The chance of a critical of each severity."""
        return dict(sorted(tally((level, chance) for level, _, chance in self.graded if level).items()))

    @cached_property
    def critical(self) -> Fraction:
        """The chance of a critical hit."""
        return sum(self.severities.values(), Fraction(0))

    @cached_property
    def graded(self) -> tuple[tuple[int, Distribution, Fraction], ...]:
        """Each severity (0 for no critical) with its hull damage and its chance."""
        parts: list[tuple[int, Distribution, Fraction]] = []
        for effect, chance in self.effect.pmf().items():
            if effect < 0:
                parts.append((0, Distribution.constant(0), chance))
            elif not self.weapon.ion and effect < self.book.number("space/critical/effect"):
                parts.append((0, self.damage_at(effect), chance))
            else:
                by_level: dict[int, list[tuple[int, Fraction]]] = {}
                for damage, level, share in self._ends(effect):
                    by_level.setdefault(level, []).append((damage, share))
                for level, ends in by_level.items():
                    parts.append((level, Distribution.from_chances(ends), chance * sum(share for _, share in ends)))
        return tuple(parts)

    def joint(self) -> Iterator[tuple[Outcome, Fraction]]:
        """Every way that it can end, with its chance; the chances add up to 1."""
        for effect, chance in self.effect.pmf().items():
            if effect < 0:
                yield Outcome(False, effect, 0, False, 0), chance
                continue
            for damage, severe, share in self._ends(effect):
                yield Outcome(True, effect, damage, severe > 0, severe), chance * share

    def _ends(self, effect: int) -> Iterator[tuple[int, int, Fraction]]:
        """Hull damage, severity and chance of each way that a hit with this Effect can end."""
        book = self.book
        if not self.weapon.ion:
            yield from ((d, severity(effect, d, book), share) for d, share in self.damage_at(effect).pmf().items())
            return
        hull, critical = book.word("space/ion/reduces") == "Hull", book.flag("space/ion/causes-criticals")
        for lost, share in self.loss_at(effect).pmf().items():
            yield lost if hull else 0, severity(effect, lost, book) if critical else 0, share


def _hull_damage(effect: Distribution, weapon: Weapon, armour: Distribution, book: Rulebook) -> Distribution:
    """Dice plus Effect, minus armour, times the multiple, in the rulebook's order."""
    rolled, armours = weapon.roll(), armour.pmf()
    if book.word("space/damage/armour-subtracted") == "after the multiple":
        whole = effect.beyond(rolled, [0], weapon.multiple)[0]
        parts = [(whole - points).clamp(0) for points in armours]
    else:
        parts = effect.beyond(rolled, armours, weapon.multiple)
    return parts[0] if len(parts) == 1 else Distribution.mixture(zip(parts, armours.values(), strict=True))


def attack(
    weapon: str | Weapon,
    mount: str | None = None,
    *,
    range: str | None = None,
    gunner: int = 0,
    dex_dm: int = 0,
    armour: int | Distribution = 0,
    lock: bool = False,
    sand: Distribution | None = None,
    coating: str | None = None,
    sensors: str | None = None,
    target_tl: int | None = None,
    evasion: int = 0,
    fire_control: int = 0,
    called: bool = False,
    dm: int = 0,
    boons: int = 0,
    banes: int = 0,
    weapons: int | None = None,
    advantages: Sequence[str] = (),
    book: Rulebook = RAW,
) -> Attack:
    """An attack with a ship's weapon.

    `sand` is the armour that a sandcaster adds and `coating` that of the target's hull, `sensors` the grade of the
    attacker's own, `target_tl` what a Smart weapon is up against (ruling 58), `evasion` the skill of the pilot who
    dodges, `fire_control` the DM that the software gives this attack, `called` a shot at a chosen location, `weapons`
    how many of the mount's weapons fire linked (all, unless told). RAW adds no DM for sensors and knows no called
    shots; other rulebooks do.

    >>> shot = attack("pulse laser", "triple turret", range="short", gunner=1, armour=4, lock=True)
    >>> shot.dm, shot.hit
    (4, Fraction(53, 54))
    """
    if isinstance(weapon, Weapon) and (mount or weapons or advantages):
        raise RuleBroken("a weapon that is built already has its mount, its links and its advantages")
    armed = weapon if isinstance(weapon, Weapon) else find(weapon, mount, weapons, advantages, book)
    locked = lock and book.word("space/sensor-lock/gives")
    mode = mode_of(boons + (locked == "Boon"), banes + (locked == "Bane"), book)
    band = _band(range, armed, book)
    if called and book.word("space/critical/location") == "random":
        raise book.broken("space/critical/location", "there are no called shots: the location is random")
    table, limit = book.table("space/range-bands"), book["space/critical/called-shot-range"]
    if called and isinstance(limit, str) and table.position(band.name) > table.position(limit):
        raise book.broken("space/critical/called-shot-range", f"a shot can be called at {limit} range or less")
    dms = {
        "Gunner": gunner,
        "DEX": dex_dm,
        armed.name: armed.attack_dm,
        **dict(armed.improved),
        f"{band.name} range": book.number(f"space/range-bands/{band.id}/attack-dm"),
        "Sensor lock": book.number("space/sensor-lock/dm") if lock else 0,
        "Sensors": _sensor_dm(sensors, book) if sensors else 0,
        "Called shot": book.number("space/critical/called-shot-dm") if called else 0,
        "Smart": smart_dm(armed.smart_tl, target_tl, book)
        if target_tl is not None and armed.smart_tl is not None
        else 0,
        "Evasive action": evasion * book.number("space/evasive-action/dm"),
        "Fire control": fire_control,
        "Other": dm,
    }
    dms = {name: dm for name, dm in dms.items() if dm}
    roll = rolled(book.dice("space/attack/dice"), mode, book)
    effect = roll + (sum(dms.values()) - book.number("space/attack/target"))
    refuse_negative(armour=armour if isinstance(armour, int) else armour.low, evasion=evasion)
    protection = armour if isinstance(armour, Distribution) else Distribution.constant(armour)
    if sand is not None:
        if armed.sort != "laser" and book.word("space/disperse-sand/against") == "laser":
            raise book.broken("space/disperse-sand/against", "sand helps against lasers only")
        protection = protection + sand
    if coating is not None:
        protection = protection + _coating_armour(coating, armed, book)
    pierced = armed.ap * book.number("space/damage/armour-per-ap")
    return Attack(effect, dms, armed, (protection - pierced).clamp(0), pierced, band.name, mode, book)


def _coating_armour(name: str, weapon: Weapon, book: Rulebook) -> int:
    """Armour that a hull coating adds against this weapon."""
    path = book.path("ship/coatings", name)
    armour = book[f"{path}/armour"]
    helps = book.word(f"{path}/against") == "lasers" and weapon.sort == "laser"
    return armour if helps and isinstance(armour, int) else 0


def _sensor_dm(grade: str, book: Rulebook) -> int:
    """The DM that the attacker's sensors add to the attack."""
    dm = book.number(book.path("ship/sensors", grade, "dm"))
    return dm if book.flag("space/sensor-lock/sensor-dm-adds-to-attack") else 0


def _band(range: str | None, weapon: Weapon, book: Rulebook) -> Row:
    """The range band of an attack; without one, Medium or as far as the weapon reaches."""
    table = book.table("space/range-bands")
    names = [row.name for row in table.rows]
    reach = names.index(weapon.reach) if weapon.reach in names else len(names) - 1
    at = min(reach, names.index("Medium")) if range is None else table.position(range)
    if at > reach:
        cite = book.cite(f"{weapon.rule}/range") if weapon.rule else "as it was built"
        raise RuleBroken(f"{weapon.name} reaches {weapon.reach}, not {names[at]} ({cite})")
    return table.rows[at]


# Ion weapons: they take Power, not Hull, and for a while only.


class Drain(NamedTuple):
    """What an ion attack does; a miss takes nothing for no time."""

    power: Distribution
    """Power lost."""
    rounds: Distribution | None
    """Rounds that the loss lasts; None if it never ends."""
    joint: dict[tuple[int, int | None], Fraction]
    """The chance of each pair of Power lost and rounds."""
    critical: Fraction
    """The chance of a critical, which the rules leave open (ruling 13)."""


def drain(shot: Attack) -> Drain:
    """The Power that an ion attack takes, and for how long.

    >>> from engine.mechanics.space_attack import attack
    >>> drain(attack("ion cannon", range="Medium", gunner=2, armour=12)).power.high
    126
    """
    book = shot.book
    usual = Distribution.constant(book.number("space/ion/rounds"))
    long = book.dice("space/ion/long-rounds").distribution()
    permanent = book.flag("space/ion/permanent")
    ends: list[tuple[tuple[int, int | None], Fraction]] = []
    for effect, chance in shot.effect.pmf().items():
        if effect < 0:
            ends.append(((0, None if permanent else 0), chance))
            continue
        lasting = long if effect >= book.number("space/ion/long-effect") else usual
        for power, share in shot.loss_at(effect).pmf().items():
            for rounds, part in lasting.pmf().items():
                ends.append(((power, None if permanent else rounds), chance * share * part))
    joint = tally(ends)
    power_lost = Distribution.from_chances((power, chance) for (power, _), chance in joint.items())
    times_lost = Distribution.from_chances((rounds or 0, chance) for (_, rounds), chance in joint.items())
    return Drain(power_lost, None if permanent else times_lost, joint, shot.critical)


def power_left(power: int, lost: int, hardened: int = 0, book: Rulebook = RAW) -> tuple[int, int]:
    """Power for the hardened systems and for the rest, after so much was lost.

    >>> power_left(power=60, lost=50, hardened=20)
    (20, 0)
    """
    if book.flag("space/ion/hardened-powered-first"):
        hardened_power = min(power, hardened)
        return hardened_power, max(0, power - hardened_power - lost)
    remaining = max(0, power - lost)
    return min(remaining, hardened), max(0, remaining - hardened)
