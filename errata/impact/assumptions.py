"""What a scene takes for granted, in words: who attacks, with what, and what the target has."""

from __future__ import annotations

from engine.mechanics.personal_attack import Situation, Weapon
from engine.mechanics.wounds import Body

ONLY_HULL = "criticals harm only the Hull, sustained damage left out"
"""What duels leave out: criticals of sustained damage, repeated ones, and what they do to anything but the Hull."""


def in_space(
    gunner: int, armour: int, hull: int | None = None, pilot: int = 0, target: str = "the target", band: str = ""
) -> str:
    """Who fires in space, and at what; without a range, Medium, or as far as the weapon reaches.

    >>> in_space(1, 2, 80, 2, "a free trader", "Short").split("; ")[:2]
    ['Short range, Gunner 1', 'a free trader with armour 2 and Hull 80 that dodges, Pilot 2']
    >>> in_space(3, 4)
    'Medium range or as far as it reaches, Gunner 3; the target with armour 4'
    """
    where = f"{band or 'Medium'} range{'' if band else ' or as far as it reaches'}"
    whole = f" and Hull {hull}" if hull is not None else ""
    left = f"; {ONLY_HULL}" if hull is not None else ""
    dodging = f" that dodges, Pilot {pilot}" if pilot else " that does not dodge" if hull is not None else ""
    return f"{where}, Gunner {gunner}; {target} with armour {armour}{whole}{dodging}{left}"


def at_a_person(weapon: Weapon, skill: int, armour: int, there: Situation, body: Body, dm: int = 0) -> str:
    """Who attacks a person, with what and from where, and what the target has.

    >>> at_a_person(Weapon.of("3D", 50, "AP 2"), 1, 4, Situation(metres=40, aim=2), Body())
    '3D, AP 2, Range 50 m, at 40 m; skill 1, DM+0 for DEX, aim 2; the target: STR 7, DEX 7, END 7, armour 4'
    """
    melee = weapon.range_metres is None
    arms = [str(weapon.damage), *sorted(map(str, weapon.traits)), f"TL {weapon.tl}" if weapon.tl else ""]
    arms += ["melee"] if melee else [f"Range {weapon.range_metres} m"]
    arms += [f"at {there.metres} m"] if there.metres is not None else []
    who = [f"skill {skill}", f"DM{dm:+d} for {'STR or DEX' if melee else 'DEX'}"]
    who += [f"STR {there.strength}"] if there.strength is not None else []
    who += [f"aim {there.aim}"] if there.aim else []
    has = [f"STR {body.str}, DEX {body.dex}, END {body.end}, armour {armour}"]
    has += [f"behind {there.cover.lower()}"] if there.cover else []
    has += [f"moved {there.moved_metres} m"] if there.moved_metres else []
    has += [f"reacts, DM{there.reaction_dm}"] if there.reaction_dm else []
    has += [f"TL {there.target_tl}"] if there.target_tl else []
    return f"{', '.join(filter(None, arms))}; {', '.join(who)}; the target: {', '.join(has)}"
