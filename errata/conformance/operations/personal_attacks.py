"""Attacks on people: range, the roll with its DMs, weapon traits, damage."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.dice.notation import Dice
from engine.errors import RuleBroken
from engine.mechanics import personal_attack
from engine.mechanics.personal_attack import BURST, FULL_AUTO, SINGLE, Situation, Weapon
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import flag, name_of, number, operation, rows, whole
from errata.conformance.operations.checks import BANES, BOONS
from errata.conformance.outcomes import Outcomes, certain, each, mixed

RANGE_METRES = 40
"""The Range of a firearm whose target is in a named band: none of its bands reaches beyond 100 metres but Extreme."""
BANDS = ("Normal", "Short", "Long", "Extreme")
TRAITS = "personal/trait-rules"
MODIFIER = "personal/attack-modifiers"
COVERS = rows("personal/cover")

DAMAGE = name_of("damage", ("1D", "2D", "3D", "2D+2", "1DD"), "2D", "personal/destructive/times")
MELEE = flag("melee", "personal/damage/melee-adds-str")
ARMOUR = whole("armour", 0, 12, 0, "personal/armour/subtracts")
AP = whole("ap", 0, 6, 0, "personal/armour/armour-per-ap")
AUTO = whole("auto", 0, 4, 0)
FIRING = name_of(
    "firing", (SINGLE, BURST, FULL_AUTO), SINGLE, f"{TRAITS}/burst-damage-per-auto", f"{TRAITS}/auto-with-aiming"
)
STRENGTH = whole("strength", 1, 15, 7, "personal/damage/melee-adds-str", f"{TRAITS}/bulky-str")
COVER = name_of("cover", (None, *COVERS), None, "personal/cover/{}", f"{MODIFIER}/target-in-cover")
SCALE = name_of(
    "scale",
    ("same", "smaller", "spacecraft"),
    "same",
    "personal/damage/effect-added-to-smaller-scale",
    "personal/armour/ap-on-spacecraft",
)
ROLL = (
    DAMAGE,
    MELEE,
    whole("skill", 0, 4, 0),
    whole("characteristic_dm", -3, 3, 0),
    ARMOUR,
    AP,
    name_of("band", BANDS, "Normal", "personal/ranges/{}/attack-dm"),
    AUTO,
    FIRING,
    STRENGTH,
    name_of("bulky", ("", "Bulky", "Very Bulky"), "", f"{TRAITS}/{{}}-str", f"{TRAITS}/{{}}-dm"),
    whole("dm", -4, 4, 0),
    whole("boons", 0, 1, 0, *BOONS),
    whole("banes", 0, 1, 0, *BANES),
    whole("aim", 0, 8, 0, f"{MODIFIER}/aiming", "personal/modifier-rules/aim-maximum"),
    flag("laser_sight", f"{MODIFIER}/laser-sight", "personal/modifier-rules/laser-sight-needs-aim"),
    whole("moved_metres", 0, 31, 0, f"{MODIFIER}/fast-moving-target", "personal/modifier-rules/fast-metres"),
    flag("dual", f"{MODIFIER}/dual-weapons"),
    flag("prone", f"{MODIFIER}/prone-target"),
    COVER,
    flag("hiding", "personal/cover-rules/armour-applies"),
    whole("reaction_dm", -4, 0, 0, "personal/reactions/dodge-subtracts"),
    name_of(
        "dive",
        (None, "cover", "no cover"),
        None,
        "personal/reactions/dive-dm",
        "personal/reactions/dive-dm-without-cover",
    ),
    flag("leaving", "personal/close-combat/leaving-attack-dm"),
    flag("unaware", "personal/surprise/attack-dm"),
    flag("smart", f"{TRAITS}/smart-per-tl", f"{TRAITS}/smart-minimum", f"{TRAITS}/smart-maximum"),
    flag("blast", f"{TRAITS}/blast-can-be-dodged"),
    whole("tl", 5, 16, 10, f"{TRAITS}/smart-per-tl"),
    whole("target_tl", 5, 16, 10, f"{TRAITS}/smart-per-tl"),
    SCALE,
)
SEEDS: tuple[dict[str, Any], ...] = (
    {"melee": True, "strength": 12}, {"melee": True, "strength": 3}, {"melee": True, "armour": 3, "ap": 2},
    {"melee": True, "strength": 15, "armour": 12}, {"melee": True, "cover": "Tree Trunk"},
    {"melee": True, "band": "Long"}, {"melee": True, "dive": "cover"}, {"melee": True, "aim": 2},
    {"auto": 3, "firing": BURST}, {"auto": 2, "firing": BURST, "armour": 4}, {"auto": 3, "firing": FULL_AUTO},
    {"auto": 3, "firing": BURST, "aim": 2},
    {"bulky": "Bulky", "strength": 5}, {"bulky": "Bulky", "strength": 9}, {"bulky": "Bulky", "strength": 12},
    {"bulky": "Very Bulky", "strength": 9}, {"bulky": "Very Bulky", "strength": 12}, {"bulky": "Very Bulky",
    "strength": 2},
    {"armour": 9, "ap": 3}, {"armour": 2, "ap": 6}, {"armour": 12, "skill": 4}, {"armour": 12, "skill": 4, "dm": 4},
    {"damage": "1DD", "skill": 3}, {"damage": "1DD", "armour": 12}, {"damage": "2D+2", "armour": 6},
    {"skill": 2, "characteristic_dm": 1, "band": "Long"}, {"boons": 1, "banes": 1},
    {"aim": 3, "laser_sight": True}, {"aim": 7, "laser_sight": True}, {"aim": 2, "dual": True},
    {"cover": "Stone Wall", "armour": 4}, {"cover": "Stone Wall", "hiding": True}, {"cover": "Stone Wall", "ap": 6},
    {"cover": "Tree Trunk", "dive": "cover"}, {"prone": True, "dive": "no cover"}, {"melee": True, "prone": True},
    {"smart": True, "target_tl": 5}, {"smart": True, "target_tl": 15}, {"smart": True, "tl": 12, "target_tl": 9},
    {"blast": True, "reaction_dm": -2}, {"scale": "spacecraft", "ap": 4, "armour": 4}, {"scale": "smaller", "skill": 3},
    {"melee": True, "leaving": True},
)  # fmt: skip
PLAIN_ATTACK = "personal/attack/dice personal/attack/target"


def _weapon(damage: str, melee: bool, ap: int = 0, auto: int = 0, tl: int = 0, *traits: str) -> Weapon:
    """A weapon with these traits; a firearm has the Range of those in named bands."""
    named = [*traits, *([f"AP {ap}"] if ap else []), *([f"Auto {auto}"] if auto else [])]
    return Weapon.of(damage, None if melee else RANGE_METRES, ", ".join(name for name in named if name), tl)


def _metres(band: str, book: Rulebook) -> Fraction:
    """A distance that lies in a named band."""
    return book.fraction(f"personal/ranges/{band.lower()}/up-to") * RANGE_METRES


def _situation(book: Rulebook, scene: dict[str, Any]) -> Situation:
    dive = {None: None, "cover": True, "no cover": False}[scene["dive"]]
    return Situation(
        metres=None if scene["melee"] else _metres(scene["band"], book), strength=scene["strength"], dive=dive,
        smaller_scale=scene["scale"] == "smaller", spacecraft=scene["scale"] == "spacecraft",
        **{name: scene[name] for name in (
            "firing", "aim", "laser_sight", "moved_metres", "dual", "prone", "cover", "hiding", "reaction_dm",
            "leaving",
            "unaware", "target_tl",
        )},
    )  # fmt: skip


def _attack(book: Rulebook, scene: dict[str, Any]) -> personal_attack.Attack:
    traits = ("Smart" if scene["smart"] else "", "Blast 3" if scene["blast"] else "", scene["bulky"])
    weapon = _weapon(scene["damage"], scene["melee"], scene["ap"], scene["auto"], scene["tl"], *traits)
    numbers = {name: scene[name] for name in ("skill", "characteristic_dm", "armour", "dm", "boons", "banes")}
    return personal_attack.attack(weapon, situation=_situation(book, scene), **numbers, book=book)


@operation(
    "personal.range_band",
    "band",
    number("metres", [0, 5, Fraction(13, 2), 10, 12, 13, 25, 26, 50, 51, 80, 99, 100, 101, 200, 299, 300, 301,
    400, 1000, 1001], 10,
           "personal/ranges/short/up-to", "personal/range-limit/metres"),
    number("range", [5, 10, 25, 50, 100, 250, 500], 50, "personal/ranges/normal/up-to"),
    flag("scope", "personal/range-limit/scope-ignores"),
    flag("aimed", f"{TRAITS}/scope-needs-aim"),
    flag("calm", "personal/range-limit/calm-metres"),
    rules="personal/ranges/normal/up-to",
    seeds=[
        {"metres": 101, "range": 250}, {"metres": 101, "range": 250, "scope": True},
        {"metres": 101, "range": 250, "scope": True, "aimed": True}, {"metres": 301, "range": 250, "calm": True},
        {"metres": 200, "range": 250, "calm": True}, {"metres": 100, "range": 250}, {"metres": 51, "range": 50},
        {"metres": 201, "range": 50}, {"metres": 200, "range": 50}, {"metres": 101, "range": 50},
        {"metres": 12, "range": 50}, {"metres": 50, "range": 25}, {"metres": 51, "range": 25},
    ],
)  # fmt: skip
def range_band(book: Rulebook, metres: int | Fraction, range: int, scope: bool, aimed: bool, calm: bool) -> Outcomes:
    """The band of a distance, by the weapon's Range."""
    weapon = Weapon.of("2D", range, "Scope" if scope else "")
    return certain(band=personal_attack.range_band(metres, weapon, aimed, calm, book))


@operation(
    "personal.attack", "hit effect damage", *ROLL, rules=f"{PLAIN_ATTACK} personal/damage/effect-added", seeds=SEEDS
)
def attack(book: Rulebook, **scene: Any) -> Outcomes:
    """An attack on a person, from the roll to the damage through armour."""
    ends = _attack(book, scene).joint()
    return mixed(
        ({"hit": True, "effect": end.effect, "damage": end.damage} if end.hit else {"hit": False}, chance)
        for end, chance in ends
    )


@operation("personal.modifiers", "dm dms", *ROLL, rules="personal/attack/ranged-characteristic", seeds=SEEDS)
def modifiers(book: Rulebook, **scene: Any) -> Outcomes:
    """The DMs of an attack on a person."""
    shot = _attack(book, scene)
    return certain(dm=shot.dm, dms=shot.dms)


@operation(
    "personal.damage",
    "damage",
    DAMAGE,
    MELEE,
    whole("effect", 0, 8, 0, "personal/damage/effect-added", "personal/armour/always-hurts-effect"),
    ARMOUR,
    AP,
    AUTO,
    FIRING._replace(values=(SINGLE, BURST)),
    COVER,
    STRENGTH,
    SCALE,
    rules="personal/damage/effect-added",
    seeds=[
        {"effect": 6, "armour": 12},
        *({"damage": "1D", "effect": effect, "armour": 12} for effect in (5, 6)),
        {"effect": 5, "armour": 12},
        {"effect": 3, "armour": 4, "ap": 2},
        {"melee": True, "strength": 12},
        {"melee": True, "strength": 3, "effect": 2},
        {"auto": 3, "firing": BURST},
        {"damage": "1DD", "effect": 4},
        {"cover": "Vegetation", "armour": 2},
        {"scale": "smaller", "effect": 4},
        {"scale": "spacecraft", "armour": 4, "ap": 4},
        {"melee": True, "cover": "Stone Wall"},
    ],
)
def damage(
    book: Rulebook, damage: str, melee: bool, effect: int, armour: int, ap: int, auto: int, firing: str,
    cover: str | None, strength: int, scale: str,
) -> Outcomes:  # fmt: skip
    """Damage through armour of a hit with a given Effect."""
    situation = Situation(
        firing=firing,
        cover=cover,
        strength=strength,
        smaller_scale=scale == "smaller",
        spacecraft=scale == "spacecraft",
    )
    weapon = _weapon(damage, melee, ap, auto)
    shot = personal_attack.attack(weapon, armour=armour, situation=situation, book=book)
    return each("damage", shot.damage_at(effect))


@operation("personal.cover", "armour", COVER, flag("hiding", "personal/cover-rules/armour-applies"),
           rules="personal/cover-rules/armour-applies",
           seeds=[{"cover": cover, "hiding": True} for cover in COVERS])  # fmt: skip
def cover(book: Rulebook, cover: str | None, hiding: bool) -> Outcomes:
    """What cover adds to armour."""
    return certain(armour=personal_attack.cover_armour(Situation(cover=cover, hiding=hiding), book))


@operation("personal.dodge", "dm", whole("dex_dm", -3, 3, 0), whole("athletics", 0, 4, 0),
           rules="personal/reactions/dodge-subtracts",
           seeds=[{"dex_dm": dex, "athletics": skill} for dex, skill in ((1, 1), (2, 1), (1, 3), (-1, 2), (-2,
           0))])  # fmt: skip
def dodge(book: Rulebook, dex_dm: int, athletics: int) -> Outcomes:
    """What a dodge takes off an attack."""
    return certain(dm=personal_attack.dodge_dm(dex_dm, athletics, book))


@operation("personal.parry", "dm", whole("melee", -3, 4, 0), rules="personal/reactions/parry-subtracts")
def parry(book: Rulebook, melee: int) -> Outcomes:
    """What a parry takes off a melee attack."""
    return certain(dm=personal_attack.parry_dm(melee, book))


@operation("personal.next_action", "dm", whole("dodges", 0, 3, 0, "personal/reactions/next-action-dm"),
           whole("other_reactions", 0, 3, 0, "personal/reactions/next-action-dm-from"),
           rules="personal/reactions/next-action-dm", seeds=[{"dodges": 1, "other_reactions": 1}])  # fmt: skip
def next_action(book: Rulebook, dodges: int, other_reactions: int) -> Outcomes:
    """The DM of the next actions of somebody who has reacted."""
    return certain(dm=personal_attack.next_action_dm(dodges, other_reactions, book))


@operation(
    "personal.firing",
    "attacks rounds damage",
    whole("auto", 1, 8, 3),
    name_of(
        "mode",
        (SINGLE, BURST, FULL_AUTO),
        SINGLE,
        f"{TRAITS}/burst-rounds-per-auto",
        f"{TRAITS}/full-auto-rounds-per-auto",
    ),
    rules=f"{TRAITS}/auto-settings",
    seeds=[{"auto": auto, "mode": mode} for auto in (1, 2, 4, 8) for mode in (BURST, FULL_AUTO)],
)
def firing(book: Rulebook, auto: int, mode: str) -> Outcomes:
    """One action with an automatic weapon."""
    return certain(**personal_attack.firing(auto, mode, book)._asdict())


@operation("personal.blast", "metres", whole("score", 0, 10, 3), rules=f"{TRAITS}/blast-metres-per-score")
def blast(book: Rulebook, score: int) -> Outcomes:
    """How far a blast reaches."""
    return certain(metres=personal_attack.blast_metres(score, book))


@operation("personal.bulky", "dm", whole("strength", 1, 18, 7),
           name_of("trait", ("Bulky", "Very Bulky"), "Bulky", f"{TRAITS}/{{}}-str", f"{TRAITS}/{{}}-dm"),
           rules=f"{TRAITS}/bulky-str {TRAITS}/bulky-dm",
           seeds=[{"strength": strength, "trait": "Very Bulky"} for strength in (2, 5, 8, 9, 11, 12, 15)])  # fmt: skip
def bulky(book: Rulebook, strength: int, trait: str) -> Outcomes:
    """The DM for handling a heavy weapon."""
    return certain(dm=personal_attack.bulky_dm(strength, trait, book))


@operation("personal.smart", "dm", whole("weapon_tl", 5, 16, 10), whole("target_tl", 5, 16, 10),
           rules=f"{TRAITS}/smart-per-tl {TRAITS}/smart-minimum {TRAITS}/smart-maximum")  # fmt: skip
def smart(book: Rulebook, weapon_tl: int, target_tl: int) -> Outcomes:
    """The DM of a Smart weapon."""
    return certain(dm=personal_attack.smart_dm(weapon_tl, target_tl, book))


@operation(
    "personal.radiation",
    "rads",
    flag("spacecraft", f"{TRAITS}/radiation-spacecraft-times"),
    rules=f"{TRAITS}/radiation-rads",
)
def radiation(book: Rulebook, spacecraft: bool) -> Outcomes:
    """Rads of a hit with Radiation."""
    return each("rads", personal_attack.radiation(spacecraft, book))


@operation("personal.radiation_reach", "metres", name_of("damage", ("2D", "1DD", "2DD", "8DD"), "2DD"),
           rules=f"{TRAITS}/radiation-destructive-metres")  # fmt: skip
def radiation_reach(book: Rulebook, damage: str) -> Outcomes:
    """How far a Destructive weapon irradiates."""
    metres = personal_attack.radiation_metres(Dice.parse(damage), book)
    if metres is None:
        raise RuleBroken("the references give no distance for other weapons (ruling 42)")
    return certain(metres=metres)
