"""Attacks on people: the roll with its DMs, the traits of the weapon, armour, and what is left of the target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from engine.dice.distribution import Distribution, tally
from engine.dice.notation import Dice
from engine.errors import RuleBroken, refuse_negative
from engine.mechanics import checks
from engine.mechanics.checks import AttackRoll, characteristic_dm
from engine.mechanics.wounds import Body, state, stunned, wounds
from engine.rulebook import parsing
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Trait

RULES, MODIFIER_RULES = "personal/trait-rules", "personal/modifier-rules"
SINGLE, BURST, FULL_AUTO = "single", "burst", "full auto"


class Firing(NamedTuple):
    """One action with an automatic weapon."""

    attacks: int
    rounds: int
    damage: int
    """Added to the damage of each attack."""


def firing(auto: int, mode: str = SINGLE, book: Rulebook = RAW) -> Firing:
    """How a weapon with this Auto score fires.

    >>> firing(3, "burst"), firing(3, "full auto")
    (Firing(attacks=1, rounds=3, damage=3), Firing(attacks=3, rounds=9, damage=0))
    """
    if mode == SINGLE:
        return Firing(1, 1, 0)
    if mode not in (BURST, FULL_AUTO) or auto < 1:
        raise RuleBroken(
            f"a weapon fires single; with an Auto score also burst or full auto, not {mode!r} (Auto {auto})"
        )
    if mode == BURST:
        rounds, damage = (book.number(f"{RULES}/burst-{what}-per-auto") for what in ("rounds", "damage"))
        return Firing(1, auto * rounds, auto * damage)
    attacks, rounds = (book.number(f"{RULES}/full-auto-{what}-per-auto") for what in ("attacks", "rounds"))
    return Firing(auto * attacks, auto * rounds, 0)


def blast_metres(score: int, book: Rulebook = RAW) -> int:
    """How far a blast reaches."""
    return score * book.number(f"{RULES}/blast-metres-per-score")


def bulky_dm(strength: int, trait: str = "Bulky", book: Rulebook = RAW) -> int:
    """The DM for handling a Bulky or Very Bulky weapon with this STR.

    >>> bulky_dm(9), bulky_dm(7), bulky_dm(7, "Very Bulky")
    (0, -1, -2)
    """
    which = {"bulky": "bulky", "verybulky": "very-bulky"}.get(normal(trait))
    if which is None:
        raise RuleBroken(f"a weapon is Bulky or Very Bulky, not {trait!r}")
    if strength >= book.number(f"{RULES}/{which}-str"):
        return 0
    return min(0, characteristic_dm(strength, book) - book.number(f"{RULES}/{which}-dm"))


def smart_dm(weapon_tl: int, target_tl: int, book: Rulebook = RAW) -> int:
    """The DM of a Smart weapon.

    >>> smart_dm(12, 9), smart_dm(9, 12), smart_dm(15, 5)
    (3, 1, 6)
    """
    lead = (weapon_tl - target_tl) * book.number(f"{RULES}/smart-per-tl")
    return max(book.number(f"{RULES}/smart-minimum"), min(lead, book.number(f"{RULES}/smart-maximum")))


def radiation(spacecraft_scale: bool = False, book: Rulebook = RAW) -> Distribution:
    """Rads for everyone near the firer, the target and the line between.

    >>> radiation().mean(), radiation(spacecraft_scale=True).mean()
    (Fraction(140, 1), Fraction(700, 1))
    """
    times = book.number(f"{RULES}/radiation-spacecraft-times") if spacecraft_scale else 1
    return book.dice(f"{RULES}/radiation-rads").distribution() * times


def radiation_metres(damage: Dice, book: Rulebook = RAW) -> int | None:
    """How far a Destructive weapon irradiates; the references give no distance for others (ruling 42)."""
    return damage.count * book.number(f"{RULES}/radiation-destructive-metres") if damage.destructive else None


# Personal combat: an attack from the roll through armour to the target's characteristics.


class Weapon(NamedTuple):
    """A personal weapon: damage, the Range that its bands are multiples of, and traits."""

    damage: Dice
    range_metres: int | None = None
    """None is a melee weapon."""
    traits: frozenset[Trait] = frozenset()
    tl: int = 0

    @classmethod
    def of(cls, damage: str, range_metres: int | None = None, traits: str = "", tl: int = 0) -> Weapon:
        """A weapon as a table prints it: `Weapon.of("3D", 250, "AP 2, Auto 3")`."""
        return cls(Dice.parse(damage), range_metres, parsing.traits(traits), tl)

    def score(self, trait: str) -> int:
        """The score of a trait; 0 without it."""
        return next((t.score or 0 for t in self.traits if t.name.lower() == trait.lower()), 0)

    def has(self, trait: str) -> bool:
        """Whether the weapon has a trait."""
        return any(t.name.lower() == trait.lower() for t in self.traits)


class Situation(NamedTuple):
    """Everything else that affects an attack."""

    metres: int | Fraction | None = None
    """How far the target is; None is Normal range."""
    aim: int = 0
    """Minor Actions spent aiming."""
    laser_sight: bool = False
    moved_metres: int = 0
    """How far the target moved relative to the attacker in the round."""
    dual: bool = False
    prone: bool = False
    cover: str | None = None
    """What the target is behind: a row of the cover table."""
    hiding: bool = False
    reaction_dm: int = 0
    """What a dodge or a parry takes off, as `dodge_dm` and `parry_dm` give it: 0 or less."""
    dive: bool | None = None
    """The target dives for cover: there is some, or there is none."""
    leaving: bool = False
    """The target moves away from close combat: this is the free attack."""
    calm: bool = False
    """Nothing presses, and the referee has moved the 100 m limit."""
    unaware: bool = False
    """The target does not know of the attack."""
    smaller_scale: bool = False
    """The target is of a smaller scale than the weapon."""
    spacecraft: bool = False
    """The target is a spacecraft, and the weapon is not of that scale."""
    target_tl: int = 0
    strength: int | None = None
    """STR of the attacker, for Bulky weapons and melee damage."""
    firing: str = SINGLE


ORDINARY = Situation()
"""Normal range, and nothing that helps or hinders."""


class Outcome(NamedTuple):
    """One way that an attack can end."""

    hit: bool
    effect: int
    damage: int


@dataclass(frozen=True)
class Attack(AttackRoll):
    """An attack that can be asked for any of its odds; misses count as no damage."""

    weapon: Weapon
    added: int
    """Damage besides the dice and the Effect."""
    armour: int
    """What is left of armour and cover after AP."""
    attacks: int = 1
    """How many of these one action makes: on full automatic more than one."""
    adds_effect: bool = True
    book: Rulebook = RAW

    def damage_at(self, effect: int) -> Distribution:
        """Damage through armour of a hit with this Effect."""
        book, rolled = self.book, self.weapon.damage.distribution(self.book.number("personal/destructive/times"))
        added = self.added + (effect if self.adds_effect else 0)
        through = (rolled + (added - self.armour)).clamp(0)
        if effect >= book.number("personal/armour/always-hurts-effect"):
            return through.clamp(book.number("personal/armour/always-hurts-damage"))
        return through

    def joint(self) -> Iterator[tuple[Outcome, Fraction]]:
        """Every way that it can end, with its chance; the chances add up to 1."""
        for effect, chance in self.effect.pmf().items():
            if effect < 0:
                yield Outcome(False, effect, 0), chance
                continue
            for damage, share in self.damage_at(effect).pmf().items():
                yield Outcome(True, effect, damage), chance * share

    @cached_property
    def damage(self) -> Distribution:
        """Damage through armour."""
        return self.damage_by_effect()

    @cached_property
    def volley(self) -> Distribution:
        """Damage of all attacks of the action, if all go at one target."""
        return self.damage.sum_of(self.attacks)

    def stuns(self, body: Body, volley: bool = False) -> dict[tuple[int, int], Fraction]:
        """The chance of each pair of END left and rounds out of action, from a weapon with Stun."""
        dealt = self.volley if volley else self.damage
        ends = ((stunned(body, points, self.book), chance) for points, chance in dealt.pmf().items())
        return tally(((after.end, rounds), chance) for (after, rounds), chance in ends)

    def wounds(self, body: Body, spare: str = "", volley: bool = False) -> dict[Body, Fraction]:
        """The chance of each way that the target can be left, by one attack or by the whole volley."""
        if not self.weapon.has("Stun"):
            return wounds(body, self.volley if volley else self.damage, spare, self.book)
        return tally((body._replace(end=end), chance) for (end, _), chance in self.stuns(body, volley).items())

    def states(self, body: Body, spare: str = "", volley: bool = False) -> dict[str, Fraction]:
        """The chance that the target is unhurt, wounded, unconscious or dead."""
        ends = self.wounds(body, spare, volley=volley).items()
        return tally((state(after, body, self.book), chance) for after, chance in ends)


def range_band(
    metres: int | Fraction, weapon: Weapon, aimed: bool = False, calm: bool = False, book: Rulebook = RAW
) -> str:
    """The band of a distance, by the weapon's Range, the 100 m rule and Scope.

    >>> rifle = Weapon.of("3D", 250)
    >>> range_band(60, rifle), range_band(150, rifle), range_band(150, Weapon.of("3D", 250, "Scope"), aimed=True)
    ('Short', 'Extreme', 'Normal')
    """
    if weapon.range_metres is None:
        raise RuleBroken("a melee weapon has no Range")
    table = book.table("personal/ranges")
    reach = {row.name: book.fraction(f"{table.id}/{row.id}/up-to") * weapon.range_metres for row in table.rows}
    band = next((name for name, limit in reach.items() if metres <= limit), None)
    if band is None and book.word("personal/range-limit/beyond-extreme") == "Extreme":
        return "Extreme"
    if band is None:
        raise RuleBroken(f"{metres} m is beyond Extreme Range, {reach['Extreme']} m ({table.cite})")
    limit = book.number(f"personal/range-limit/{'calm-metres' if calm else 'metres'}")
    steady = aimed or not book.flag("personal/trait-rules/scope-needs-aim")
    scoped = weapon.has("Scope") and steady and book.flag("personal/range-limit/scope-ignores")
    return book.word("personal/range-limit/counts-as") if metres > limit and not scoped else band


def attack(
    weapon: Weapon,
    skill: int = 0,
    characteristic_dm: int = 0,
    armour: int = 0,
    situation: Situation = ORDINARY,
    *,
    dm: int = 0,
    boons: int = 0,
    banes: int = 0,
    book: Rulebook = RAW,
) -> Attack:
    """An attack on a person.

    >>> shot = attack(Weapon.of("3D", 50), skill=1, characteristic_dm=1, armour=5, situation=Situation(metres=10))
    >>> shot.dm, shot.hit
    (3, Fraction(5, 6))
    """
    mode = checks.mode_of(boons, banes, book)
    roll = checks.rolled(book.dice("personal/attack/dice"), mode, book)
    basic = {"Skill": skill, "Characteristic": characteristic_dm, "Other": dm}
    dms = {name: n for name, n in basic.items() if n} | modifiers(weapon, situation, book)
    fired = firing(weapon.score("Auto"), situation.firing, book)
    added = fired.damage
    if weapon.range_metres is None and situation.strength is not None and book.flag("personal/damage/melee-adds-str"):
        added += checks.characteristic_dm(situation.strength, book)
    pierces = not situation.spacecraft or book.word("personal/armour/ap-on-spacecraft") == "all weapons"
    pierced = weapon.score("AP") * book.number("personal/armour/armour-per-ap") if pierces else 0
    refuse_negative(armour=armour)
    shields = weapon.range_metres is not None or book.word("personal/modifier-rules/cover-against") == "all attacks"
    protection = max(0, armour + (cover_armour(situation, book) if shields else 0) - pierced)
    effect = roll + (sum(dms.values()) - book.number("personal/attack/target"))
    return Attack(effect, dms, weapon, added, protection, fired.attacks, _adds_effect(weapon, situation, book), book)


def _adds_effect(weapon: Weapon, situation: Situation, book: Rulebook) -> bool:
    """Whether the Effect of the attack counts as damage."""
    if weapon.damage.destructive and not book.flag("personal/destructive/effect-added"):
        return False
    if situation.smaller_scale and not book.flag("personal/damage/effect-added-to-smaller-scale"):
        return False
    return book.flag("personal/damage/effect-added")


def modifiers(weapon: Weapon, situation: Situation, book: Rulebook = RAW) -> dict[str, int]:
    """The DMs of an attack by name, without those of 0."""
    _check_together(weapon, situation, book)
    table, ranged = "personal/attack-modifiers", weapon.range_metres is not None
    aim = situation.aim
    sighted = situation.laser_sight and (aim > 0 or not book.flag("personal/modifier-rules/laser-sight-needs-aim"))
    shields = ranged or book.word("personal/modifier-rules/cover-against") == "all attacks"
    dived = situation.dive is not None and (ranged or book.word("personal/reactions/dive-against") == "all attacks")
    dive = "personal/reactions/dive-dm" if situation.dive else "personal/reactions/dive-dm-without-cover"
    # One who dives is in cover, or else prone, by diving: neither counts twice.
    covered = situation.cover is not None and shields and not (dived and situation.dive)
    prone = situation.prone and not (dived and situation.dive is False)
    band = "Normal"
    if ranged and situation.metres is not None:
        steady = aim > 0 and (situation.firing == SINGLE or book.flag("personal/trait-rules/auto-with-scope"))
        band = range_band(situation.metres, weapon, steady, situation.calm, book)
    dms = {
        f"{band} range": book.number(f"personal/ranges/{band.lower()}/attack-dm") if ranged else 0,
        "Aiming": min(aim * book.number(f"{table}/aiming"), book.number("personal/modifier-rules/aim-maximum")),
        "Laser sight": book.number(f"{table}/laser-sight") if sighted else 0,
        "Fast-moving target": book.number(f"{table}/fast-moving-target")
        * (situation.moved_metres // book.number("personal/modifier-rules/fast-metres")),
        "Dual weapons": book.number(f"{table}/dual-weapons") if situation.dual else 0,
        "Prone target": book.number(f"{table}/prone-target") if prone else 0,
        "Target in cover": book.number(f"{table}/target-in-cover") if covered else 0,
        "Target dives": book.number(dive) if dived else 0,
        "Target reacts": situation.reaction_dm,
        "Target unaware": book.number("personal/surprise/attack-dm") if situation.unaware else 0,
        "Target leaves": book.number("personal/close-combat/leaving-attack-dm") if situation.leaving else 0,
        "Smart": smart_dm(weapon.tl, situation.target_tl, book) if weapon.has("Smart") else 0,
    }
    for trait in ("Bulky", "Very Bulky"):
        if weapon.has(trait) and situation.strength is not None:
            dms[trait] = bulky_dm(situation.strength, trait, book)
    return {name: dm for name, dm in dms.items() if dm}


def _check_together(weapon: Weapon, situation: Situation, book: Rulebook) -> None:
    """Raise RuleBroken for combinations that the rules forbid."""
    if situation.aim < 0 or situation.moved_metres < 0 or situation.reaction_dm > 0:
        raise RuleBroken("aim and movement are counted from 0 up, and a reaction never helps the attacker")
    near = book.number("personal/close-combat/metres")
    if weapon.range_metres is None and (situation.metres or 0) > near:
        raise book.broken("personal/close-combat/metres", f"a melee attack reaches {near} m")
    automatic, aimed = situation.firing != SINGLE, situation.aim > 0
    for happens, allowed, reason in (
        (weapon.has("Blast") and situation.reaction_dm, f"{RULES}/blast-can-be-dodged", "a blast cannot be dodged"),
        (aimed and situation.dual, f"{MODIFIER_RULES}/dual-allows-aiming", "two weapons at once cannot be aimed"),
        (aimed and automatic, f"{RULES}/auto-with-aiming", "automatic fire cannot be aimed"),
    ):
        if happens and not book.flag(allowed):
            raise book.broken(allowed, reason)
    if aimed and weapon.range_metres is None:
        raise RuleBroken("a melee attack cannot be aimed")


def cover_armour(situation: Situation, book: Rulebook = RAW) -> int:
    """What cover adds to armour."""
    if situation.cover is None or (
        book.word("personal/cover-rules/armour-applies") == "hiding" and not situation.hiding
    ):
        return 0
    return book.number(book.path("personal/cover", situation.cover))


def dodge_dm(dex_dm: int, athletics: int, book: Rulebook = RAW) -> int:
    """What a dodge takes off an attack; it never helps the attacker."""
    rule = book.word("personal/reactions/dodge-subtracts")
    counts = {"DEX DM": dex_dm, "Athletics (dexterity)": athletics}
    return -max(0, counts.get(rule, max(dex_dm, athletics)))


def parry_dm(melee: int, book: Rulebook = RAW) -> int:
    """What a parry takes off a melee attack."""
    return -max(0, melee) if book.word("personal/reactions/parry-subtracts") == "Melee skill" else 0


def next_action_dm(dodges: int = 0, other_reactions: int = 0, book: Rulebook = RAW) -> int:
    """The DM of the next actions of one who has reacted."""
    every = book.word("personal/reactions/next-action-dm-from") == "all reactions"
    return (dodges + (other_reactions if every else 0)) * book.number("personal/reactions/next-action-dm")
