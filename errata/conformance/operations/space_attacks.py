"""Attacks in space: weapons, the attack roll, damage, ion weapons."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.dice.distribution import ALL_FACES, Distribution, thin_dice
from engine.mechanics import crew_actions, ship_weapons, space_attack
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import flag, name_of, number, operation, or_none, rows, whole
from errata.conformance.operations.checks import BANES, BOONS
from errata.conformance.outcomes import Outcomes, Rounded, certain, each, mixed

BANDS = rows("space/range-bands")
TURRET_WEAPONS, BARBETTES = rows("ship/turret-weapons"), rows("ship/barbettes")
SINGLE_TURRET = "Single Turret"
MOUNTS = (SINGLE_TURRET, "Double Turret", "Triple Turret", "Fixed Mount", ship_weapons.BARBETTE)
ADVANTAGES = (
    "", *rows("ship/weapon-advantages"), *rows("ship/weapon-disadvantages"), "Accurate, High Yield",
    "High Yield, Very High Yield",
)  # fmt: skip
LIMITS = [
    limit for band in BANDS for limit in (RAW.band(RAW.path("space/range-bands", band, "distance")).high,) if limit
]

WEAPON = name_of(
    "weapon", (*TURRET_WEAPONS, *BARBETTES), "Pulse Laser",
    "ship/turret-weapons/{}/damage", "ship/barbettes/{}/damage", "space/attack-modifiers/{}",
)  # fmt: skip
MOUNT = name_of(
    "mount", MOUNTS, SINGLE_TURRET,
    "ship/mount-rules/weapons-in-{}", "space/linked-fire/damage-per-die", "space/damage-multiples/{}",
)  # fmt: skip
WEAPONS = or_none(whole("weapons", 1, 3, 1, "space/linked-fire/damage-per-die", "space/linked-fire/least-weapons"))
RANGE = name_of("range", BANDS, "Medium", "space/range-bands/{}/attack-dm")
GUNNER, DEX_DM = (
    whole("gunner", 0, 5, 0, "space/attack/skill"),
    whole("dex_dm", -3, 3, 0, "space/attack/characteristic"),
)
ARMOUR = whole("armour", 0, 15, 0, "space/damage/armour-subtracted")
LOCK = flag("lock", "space/sensor-lock/gives", "space/sensor-lock/dm")
SAND = or_none(whole("sand", 0, 10, 0, "space/disperse-sand/armour", "space/disperse-sand/against"))
COATING = name_of("coating", (None, *rows("ship/coatings")), None, "ship/coatings/{}/armour")
SENSORS = name_of("sensors", (None, *rows("ship/sensors")), None, "space/sensor-lock/sensor-dm-adds-to-attack")
TARGET_TL = or_none(whole("target_tl", 5, 15, 7, "personal/trait-rules/smart-per-tl"))
EVASION = or_none(whole("evasion", 0, 4, 0, "space/evasive-action/dm"))
FIRE_CONTROL = whole("fire_control", 0, 5, 0, "ship/fire-control/fire-control-{}/dm")
CALLED = flag("called", "space/critical/location")
BOON = whole("boons", 0, 1, 0, *BOONS)
BANE = whole("banes", 0, 1, 0, *BANES)
IMPROVED = name_of(
    "advantages", ADVANTAGES, "", "ship/weapon-advantages/{}/effect", "ship/weapon-disadvantages/{}/effect"
)
PILOT, THRUST = whole("pilot", 0, 4, 0), whole("thrust", 0, 6, 2)
"""What the rules do not heed here: the attacker's pilot, and the Thrust of the ships."""
AIMED = (
    WEAPON._replace(rules=("space/attack-modifiers/{}",)), MOUNT._replace(rules=()), WEAPONS._replace(rules=()),
)  # fmt: skip
"""The weapon, where only the roll to hit matters."""
ROLL = (
    WEAPON, MOUNT, WEAPONS, RANGE, GUNNER, DEX_DM, LOCK, SENSORS, TARGET_TL, EVASION, FIRE_CONTROL, CALLED,
    whole("dm", -4, 4, 0), BOON, BANE, IMPROVED, PILOT, THRUST,
)  # fmt: skip
"""What an attack roll may depend on."""
SEEDS: tuple[dict[str, Any], ...] = (
    *({"weapon": weapon, "range": "Short"} for weapon in (*TURRET_WEAPONS, *BARBETTES)),
    *({"weapon": weapon, "range": "Adjacent", "armour": 3, "gunner": 2} for weapon in (*TURRET_WEAPONS, *BARBETTES)),
    {"weapon": "Laser Drill", "range": "Adjacent", "armour": 4},
    {"weapon": "Particle Beam", "range": "Very Long"},
    {"weapon": "Missile Rack", "range": "Distant", "target_tl": 5},
    {"weapon": "Missile Rack", "target_tl": 9, "lock": True},
    {"weapon": "Fusion Barbette", "armour": 12, "gunner": 3},
    {"mount": "Triple Turret", "armour": 8, "gunner": 4},
    {"mount": "Triple Turret", "weapons": 2, "gunner": 2},
    {"mount": "Double Turret", "range": "Short", "gunner": 2, "lock": True},
    {"range": "Short", "gunner": 5, "dex_dm": 2, "lock": True, "fire_control": 3},
    {"evasion": 2, "lock": True}, {"boons": 1, "banes": 1}, {"boons": 1, "lock": True},
    {"armour": 9, "coating": "Reflective", "gunner": 2}, {"armour": 4, "sand": 6, "gunner": 2},
    {"weapon": "Railgun", "range": "Short", "sand": 6}, {"weapon": "Railgun", "range": "Short",
    "coating": "Reflective"},
    {"weapon": "Beam Laser", "advantages": "Long Range", "range": "Long"},
    {"weapon": "Railgun", "advantages": "Intense Focus", "range": "Short"},
)  # fmt: skip
ATTACK = "space/attack/dice space/attack/target"
DAMAGE = "space/damage/effect-added space/damage/armour-subtracted"


def _weapon(book: Rulebook, weapon: str, mount: str, weapons: int | None, advantages: str) -> ship_weapons.Weapon:
    """A weapon; a barbette weapon is in a barbette, unless another mount than the ordinary one is asked for."""
    improved = tuple(name.strip() for name in advantages.split(",") if name.strip())
    return ship_weapons.find(weapon, None if mount == SINGLE_TURRET else mount, weapons, improved, book)


def _attack(
    book: Rulebook, weapon: str, mount: str, weapons: int | None, advantages: str, sand: int | None = None, **scene: Any
) -> space_attack.Attack:
    """The attack of a scene."""
    thrown = None if sand is None else Distribution.constant(sand)
    scene = {name: value for name, value in scene.items() if name not in ("pilot", "thrust")}
    scene["evasion"] = scene.get("evasion") or 0
    return space_attack.attack(_weapon(book, weapon, mount, weapons, advantages), sand=thrown, book=book, **scene)


@operation("space.range_dm", "dm", RANGE, rules="space/range-bands/medium/attack-dm")
def range_dm(book: Rulebook, range: str) -> Outcomes:
    """The DM of a range band."""
    return certain(dm=book.number(book.path("space/range-bands", range, "attack-dm")))


@operation(
    "space.range_band",
    "band",
    number(
        "km",
        [0, 60000, *(limit + more for limit in LIMITS for more in (0, Fraction(1, 2), 1))],
        0,
        "space/range-bands[distance]/distance",
    ),
    rules="space/range-bands/close/distance",
)
def range_band(book: Rulebook, km: int | Fraction) -> Outcomes:
    """The range band of a distance."""
    return certain(band=crew_actions.range_band(km, book))


@operation(
    "space.weapon",
    "damage attack_dm ap multiple reach",
    WEAPON,
    MOUNT,
    WEAPONS,
    IMPROVED,
    rules="ship/turret-weapons/pulse-laser/damage",
    seeds=[
        {"mount": "Triple Turret", "weapons": 2},
        {"weapon": "Particle Beam", "mount": "Triple Turret"},
        *({"weapon": name, "advantages": better} for name in ("Missile Rack", "Railgun") for better in ADVANTAGES[1:]),
    ],
)
def weapon(book: Rulebook, weapon: str, mount: str, weapons: int | None, advantages: str) -> Outcomes:
    """A ship's weapon in its mount."""
    found = _weapon(book, weapon, mount, weapons, advantages)
    dm = found.attack_dm + sum(more for _, more in found.improved)
    return certain(damage=str(found.damage), attack_dm=dm, ap=found.ap, multiple=found.multiple, reach=found.reach)


@operation(
    "space.damage_multiple",
    "factor",
    name_of("mount", (*MOUNTS, *rows("space/damage-multiples")[1:]), SINGLE_TURRET, "space/damage-multiples/{}"),
    name_of("sort", ("laser", "particle", "missile", "other"), "other", "space/damage/multiple-applies-to-missiles"),
    rules="space/damage-multiples/barbette",
    seeds=[{"mount": ship_weapons.BARBETTE, "sort": "missile"}],
)
def damage_multiple(book: Rulebook, mount: str, sort: str) -> Outcomes:
    """The damage multiple of a weapon."""
    return certain(factor=ship_weapons.damage_multiple(mount, sort, book))


@operation(
    "space.attack", "hit effect damage critical severity", *ROLL[:6], ARMOUR, SAND, COATING, *ROLL[6:],
    rules=f"{ATTACK} {DAMAGE}", seeds=SEEDS,
)  # fmt: skip
def attack(book: Rulebook, **scene: Any) -> Outcomes:
    """An attack in space, from the roll to the critical hit."""
    ends = []
    for end, chance in _attack(book, **scene).joint():
        hit = {"effect": end.effect, "damage": end.damage, "critical": end.critical, "severity": end.severity}
        ends.append(({"hit": True, **hit} if end.hit else {"hit": False}, chance))
    return mixed(ends)


@operation(
    "space.hit_chance",
    "percent",
    *AIMED,
    *ROLL[3:],
    rules=ATTACK,
    seeds=[s for s in SEEDS if not {"armour", "sand", "coating"} & set(s)],
)
def hit_chance(book: Rulebook, **scene: Any) -> Outcomes:
    """The chance to hit, in percent, which is worked out and not rolled."""
    with thin_dice(ALL_FACES):
        return certain(percent=Rounded(100 * _attack(book, **scene).hit))


@operation(
    "space.modifiers",
    "dm dms",
    *AIMED,
    *ROLL[3:],
    rules="space/attack/target",
    seeds=[s for s in SEEDS if not {"armour", "sand", "coating"} & set(s)],
)
def modifiers(book: Rulebook, **scene: Any) -> Outcomes:
    """The DMs of an attack in space."""
    shot = _attack(book, **scene)
    return certain(dm=shot.dm, dms=shot.dms)


@operation(
    "space.damage",
    "damage",
    WEAPON,
    MOUNT,
    WEAPONS,
    whole("effect", 0, 8, 0, "space/damage/effect-added"),
    ARMOUR,
    SAND,
    COATING,
    IMPROVED,
    rules=DAMAGE,
    seeds=[
        {"effect": 6, "armour": 4}, {"weapon": "Fusion Barbette", "effect": 3, "armour": 9},
        {"weapon": "Railgun", "armour": 3, "effect": 1}, {"weapon": "Laser Drill", "armour": 6, "effect": 2},
        {"mount": "Triple Turret", "armour": 6, "effect": 2}, {"mount": "Triple Turret", "weapons": 2, "effect": 1},
        {"armour": 4, "coating": "Reflective", "effect": 2}, {"weapon": "Particle Barbette", "armour": 6},
    ],
)  # fmt: skip
def damage(
    book: Rulebook, weapon: str, mount: str, weapons: int | None, effect: int, armour: int, sand: int | None,
    coating: str | None, advantages: str,
) -> Outcomes:  # fmt: skip
    """Hull damage of a hit with a given Effect."""
    nearest = BANDS[0]
    shot = _attack(
        book, weapon, mount, weapons, advantages, sand, armour=armour, coating=coating, range=nearest, evasion=None
    )
    return each("damage", shot.damage_at(effect))


@operation(
    "space.ion",
    "hit power rounds",
    name_of("range", BANDS[:4], "Medium", "space/range-bands/{}/attack-dm"),
    GUNNER,
    whole("armour", 0, 15, 0, "space/ion/ignores-armour"),
    whole("dm", -4, 6, 0),
    rules="space/ion/effect-added space/ion/multiple-applies space/ion/rounds space/ion/long-effect",
    seeds=[{"armour": 10, "gunner": 3}, {"gunner": 5, "dm": 4}],
)
def ion(book: Rulebook, range: str, gunner: int, armour: int, dm: int) -> Outcomes:
    """A hit by an ion cannon: Power lost, and for how many rounds."""
    shot = space_attack.attack("ion cannon", range=range, gunner=gunner, armour=armour, dm=dm, book=book)
    drained = space_attack.drain(shot).joint
    hits = [({"hit": True, "power": power, "rounds": rounds}, chance) for (power, rounds), chance in drained.items()]
    hits = [end for end in hits if end[0]["power"] or end[0]["rounds"]]
    return mixed([*hits, ({"hit": False}, 1 - shot.hit)])


@operation(
    "space.power_left",
    "hardened rest",
    number("power", [0, 10, 59, 60, 61, 100], 60),
    number("lost", [0, 1, 20, 50, 60, 61, 100], 20),
    number("hardened", [0, 1, 20, 60], 0, "space/ion/hardened-powered-first"),
    rules="space/ion/hardened-powered-first",
    seeds=[{"power": 60, "lost": 50, "hardened": 20}, {"power": 10, "lost": 5, "hardened": 20}],
)
def power_left(book: Rulebook, power: int, lost: int, hardened: int) -> Outcomes:
    """What Power is left after an ion hit, for hardened systems and for the rest."""
    for_hardened, rest = space_attack.power_left(power, lost, hardened, book)
    return certain(hardened=for_hardened, rest=rest)
