"""Table talk: what people say of a rule besides the words of the book, for lines in plain English."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

_TALK = {
    "checks/difficulties/*": "need target better success succeed throw",
    "checks/characteristic-dms/*": "characteristic stat attribute score str dex end int edu soc dm",
    "checks/effects/*/chain-dm": "task chain next person helper follow-up dm pass",
    "checks/timeframes/*/time": "long time timeframe",
    "checks/tasks/dm-per-timeframe": "rush hurry haste hasty slow fast quick time timeframe step check dm cost"
    " job work",
    "checks/tasks/multiple-steps": "at once simultaneous juggle step difficulty several level raise increase",
    "checks/boon-and-bane/*": "boon bane advantage disadvantage die dice keep two best worst high low drop",
    "checks/check/dice": "every basic check dice",
    "space/range-bands/*/attack-dm": "attack gunner fire target range dm ship",
    "space/range-bands/*/thrust": "cross close leave change move band range thrust cost",
    "space/range-bands/*/distance": "from begin reach out far band range",
    "space/attack-modifiers/*": "attack ship gunner accurate fire dm turret",
    "space/attack/dice": "dm",
    "space/attack/*": "gunner ship fire turret weapon attack land succeed",
    "space/sensor-lock/*": "sensor lock operator electronic attack gunner fire on target",
    "space/sensor-lock/*electronic-warfare": "jam break broken electronic warfare ecm",
    "space/damage/*": "ship attack weapon armour ap effect",
    "space/damage/armour-subtracted": "barbette bay spinal mount",
    "space/damage/effect-added": "barbette bay spinal mount",
    "space/damage/multiple-applies-to-missiles": "barbette bay",
    "space/damage-multiples/*": "damage multiple ship weapon",
    "space/evasive-action/*": "evasive dodge fire pilot thrust attack skill level dm cost spend",
    "space/point-defence/*": "missile salvo laser gunner attack down destroy kill stop effect",
    "space/disperse-sand/*": "sand sandcaster caster canister cloud armour laser absorb soak stop block protect shield",
    "space/fire-control/*": "software program computer gunner",
    "space/linked-fire/*": "link weapon laser turret same shot fire die damage double triple",
    "space/actions/aid-gunners*": "pilot help",
    "space/actions/improve-initiative*": "captain leadership",
    "space/actions/jump-dm": "jump emergency escape battle engineer hurry fight fire check dm",
    "space/actions/overload-*": "overload overcharge push engineer redline",
    "space/actions/overload-drive-*": "manoeuvre drive m thrust",
    "space/actions/overload-plant-*": "power plant reactor",
    "space/actions/repair-*": "repair fix patch damage control field battle mid fight engineer system critical",
    "space/actions/electronic-warfare-*": "jam electronic warfare sensor operator missile comms",
    "space/critical/effect": "critical attack ship",
    "space/critical/location*": "location where random",
    "space/critical/severity-*": "critical severity damage attack",
    "space/critical/severity-divisor": "divisor point every",
    "space/critical/severity-rounds": "round down up",
    "space/critical/maximum-severity": "maximum critical severity attack top limit high",
    "space/critical/beyond-maximum": "beyond above over past maximum severity critical hull damage extra take",
    "space/critical/called-shot-*": "call shot aim attack location",
    "space/sustained-damage/*": "hull lose lost loss critical damage attack sustained percent ship hit total",
    "space/critical-effects/*": "critical attack severity effect damage",
    "space/critical-locations/*": "critical attack location ship",
    "space/ion/*": "ion weapon cannon barbette attack damage power drain target ship effect knock kill shut",
    "space/ion/*rounds": "last long lose power",
    "ship/mounts/*": "turret mount",
    "ship/mount-rules/weapons-in-*": "turret hold carry fit weapon gun mount",
    "ship/mount-rules/hardpoints-*": "ship hardpoint use",
    "ship/mount-rules/hull-*": "hull ship hardpoint ton turret",
    "ship/turret-weapons/*": "turret weapon gun ship",
    "ship/turret-weapons/*/damage": "fire hit",
    "ship/barbettes/*/damage": "fire hit",
    "ship/turret-weapons/*/power": "draw consume energy power",
    "ship/barbettes/*/power": "draw consume energy power",
    "ship/turret-weapons/*/range": "reach far range band",
    "ship/barbettes/*/range": "reach far range band",
    "ship/*/*/tl": "available introduce appear",
    "ship/*/*/cost": "run expensive credit megacredit apiece",
    "ship/*/*/tons": "displace space occupy big large",
    "ship/barbettes/*": "weapon gun ship",
    "ship/barbette-rules/*": "barbette buy own military civilian mount displace",
    "ship/technology-levels/*": "component part gear equipment ship system drive weapon technology",
    "ship/customising/*": "component weapon ship modification advantage buy customise",
    "ship/weapon-advantages/*": "weapon",
    "ship/weapon-advantages/*yield/effect": "damage die dice",
    "ship/*-advantages/*energy-efficient/effect": "power",
    "ship/*-advantages/*size-reduction/effect": "ton size",
    "ship/weapon-advantages/*/advantages": "advantage slot pick choice upgrade",
    "ship/weapon-disadvantages/*": "weapon",
    "ship/weapon-advantages/accurate/effect": "attack dm",
    "ship/weapon-disadvantages/inaccurate/effect": "attack dm",
    "ship/component-advantages/*/advantages": "advantage slot pick choice upgrade",
    "ship/sensors/*": "sensor suite package array grade check dm",
    "ship/coatings/*": "coat hull stealth detect laser armour",
    "ship/quarters/*": "ship stateroom berth cabin",
    "ship/quarters/*/occupants": "hold sleep person people seat fit carry",
    "ship/quarters-rules/common-area*": "common area",
    "ship/fire-control/*": "software program computer gunner",
    "ship/crew/*": "crew ship",
    "personal/*": "gunfight firefight",
    "personal/initiative/*": "initiative fight begin",
    "personal/initiative/tactics*": "leader commander tactics",
    "personal/surprise/*": "ambush surprise character traveller victim initiative dm attacker side",
    "*rounds": "last long",
    "*metres": "distance far within",
    "*hours": "last long",
    "*minutes": "last long",
    "personal/round/seconds": "round second last long time",
    "personal/round/grid-metres": "square grid map metre wide",
    "personal/actions/*/per-round": "action turn round character limit maximum",
    "personal/action-kinds/*": "action",
    "personal/action-kinds/draw": "weapon gun",
    "personal/movement/*": "move walk run metre action traveller character",
    "personal/movement/reload-actions": "reload magazine weapon gun minor action",
    "personal/movement/draw-actions": "draw weapon gun minor action",
    "personal/close-combat/*": "melee close",
    "personal/close-combat/metres": "reach",
    "personal/close-combat/leaving-attack-dm": "leave flee retreat disengage free attack dm enemy opponent foe swing",
    "personal/extended-actions/*": "long extended action work",
    "personal/leadership/*": "leader leadership boon bane effect",
    "personal/reactions/next-action-dm": "dodge dodges react reaction next action turn round attack dm cost",
    "personal/reactions/dive-dm": "dive cover attack attacker dm",
    "personal/reactions/*": "dodge parry dive reaction",
    "personal/attack/*": "base gun melee gunfight fight shot personal attack land succeed",
    "personal/ranges/*/attack-dm": "attack range dm personal gun gunfire gunfight firefight shot fire target",
    "personal/ranges/*/up-to": "range reach times weapon gun listed stated printed normal",
    "personal/range-limit/metres": "shot beyond past over extreme count range metre",
    "personal/attack-modifiers/*": "attack target dm gun shot fire minor action traveller",
    "personal/attack-modifiers/laser-sight": "aim",
    "personal/attack-modifiers/target-in-cover": "ranged",
    "personal/attack-modifiers/dual-weapons": "wield akimbo two pistol gun dual weapon fight",
    "personal/modifier-rules/aim-maximum": "aim maximum bonus total dm top limit",
    "personal/damage/*": "damage armour characteristic wound fall drop",
    "personal/armour/*": "ap armour personal",
    "personal/destructive/*": "destructive weapon damage dice multiple dd",
    "personal/cover/*": "cover armour behind crouch hide protect target",
    "personal/grapple/*": "grapple wrestle opponent enemy hold damage throw metre",
    "personal/trait-rules/bulky-*": "bulky weapon gun strength str wield",
    "personal/trait-rules/very-bulky-*": "very bulky weapon gun strength str wield",
    "personal/trait-rules/blast-*": "blast grenade explosion radius weapon",
    "personal/trait-rules/smart-*": "smart weapon missile round dm",
    "personal/trait-rules/*-per-*": "point",
    "personal/trait-rules/burst-*": "burst auto fire weapon ammunition",
    "personal/trait-rules/full-auto-*": "full auto fire weapon ammunition hit target",
    "personal/trait-rules/*-rounds-per-auto": "burn eat consume shot bullet",
    "personal/trait-rules/stun-armour-counts": "armour protect help",
    "personal/trait-rules/stun-*": "stun weapon stunner effect wear recover last point damage",
    "personal/trait-rules/radiation-*": "radiation weapon",
    "healing/first-aid/*": "first aid medic treat treatment characteristic minute patient wounded casualty",
    "healing/first-aid/times": "attempt try",
    "healing/first-aid/within-minutes": "time limit window deadline",
    "healing/surgery/*": "surgeon surgery operation patient point",
    "healing/surgery/failure-loses": "fail failed botch cost lose",
    "healing/medical-care/*": "medical care hospital sickbay doctor day bed patient restore medic",
    "healing/natural/*": "natural rest bed recovery sleep day wound restore",
    "healing/other/mental-per-day": "int edu mental day restore characteristic point",
    "healing/waking/*": "wake unconscious end check",
    "healing/final-attack/*": "mortal wound final attack damage dm",
}
"""By the ids of rules, in the form of globs."""
_CORE = {
    "space/sustained-damage/share": "hull",
    "space/point-defence/*": "pd",
    "personal/attack/suppressive-fire": "suppressive",
    "space/linked-fire/*": "linked",
    "space/evasive-action/*": "evasive dodge",
    "space/disperse-sand/*": "sandcaster",
    "personal/initiative/tactics-*": "tactics",
    "healing/natural/*": "rest",
    "healing/medical-care/*": "hospital sickbay doctor",
}
"""Words that are enough to say which set of facts is meant, where the book has another name for it."""


_EACH = {
    "checks/tasks/dm-per-timeframe": "step notch bracket",
    "personal/trait-rules/blast-metres-per-score": "blast",
}
"""For each of what a rule is, in other words than the book's."""


def each_of(id: str) -> str:
    """The words that people say for what a rule is for each of: the last part of its id, and others.

    >>> each_of("checks/tasks/dm-per-timeframe"), each_of("checks/check/dice")
    ('timeframe step notch bracket', '')
    """
    what = id.partition("-per-")[2].replace("-", " ")
    return f"{what} {_joined(_EACH, id)}".strip() if what else ""


def said_of(id: str) -> str:
    """The words that people say of a rule.

    >>> said_of("space/critical/effect")
    'critical attack ship'
    """
    return _joined(_TALK, id)


def core_of(id: str) -> str:
    """The words that people say for the set that a rule belongs to."""
    return _joined(_CORE, id)


def _joined(said: Mapping[str, str], id: str) -> str:
    return " ".join(told for glob, told in said.items() if fnmatchcase(id, glob))
