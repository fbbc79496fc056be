"""What a crew does in a space combat: move, dodge, lock on, shoot down missiles, scatter sand, repair."""

from __future__ import annotations

from engine.mechanics import crew_actions
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import MODE, name_of, operation, whole
from errata.conformance.operations.checks import difficulty
from errata.conformance.operations.space_attacks import BANDS, IMPROVED
from errata.conformance.outcomes import Outcomes, certain, each, mixed, yes_or_no

SKILL_DMS = -2, 6
LASERS = ("Pulse Laser", "Beam Laser", "Railgun", "Pulse Laser Barbette")


@operation(
    "space.thrust_between",
    "thrust",
    name_of("start", BANDS, "Medium", "space/range-bands/{}/thrust"),
    name_of("end", BANDS, "Medium", "space/range-bands/{}/thrust"),
    rules="space/range-bands/medium/thrust",
    seeds=[{"start": start, "end": end} for start in BANDS for end in BANDS],
    ruling=45,
)
def thrust_between(book: Rulebook, start: str, end: str) -> Outcomes:
    """Thrust to get from one range band to another."""
    return certain(thrust=crew_actions.thrust_between(start, end, book))


@operation("space.dodges", "dodges", whole("thrust", 0, 9, 2), rules="space/evasive-action/thrust")
def dodges(book: Rulebook, thrust: int) -> Outcomes:
    """The attacks that a pilot can dodge."""
    return certain(dodges=crew_actions.dodges(thrust, book))


@operation(
    "space.sensor_lock",
    "success",
    whole("dm", *SKILL_DMS, 0),
    name_of("sensors", ("Military", "Basic", "Civilian", "Improved", "Advanced"), "Military", "ship/sensors/{}/dm"),
    MODE,
    rules="space/sensor-lock/difficulty",
)
def sensor_lock(book: Rulebook, dm: int, sensors: str, mode: str) -> Outcomes:
    """The check for a sensor lock."""
    return yes_or_no("success", crew_actions.sensor_lock(dm, sensors, mode, book).success)


@operation(
    "space.point_defence",
    "destroyed",
    whole("gunner_dm", *SKILL_DMS, 0),
    whole("salvo", 1, 6, 1),
    name_of("weapon", LASERS, "Pulse Laser", "space/point-defence/weapons"),
    name_of("mount", ("Single Turret", "Double Turret", "Triple Turret"), "Single Turret", "space/point-defence/mount"),
    MODE,
    rules="space/point-defence/missiles-per-effect",
    seeds=[{"gunner_dm": dm, "salvo": salvo} for dm in (0, 2, 5) for salvo in (3, 6)],
)
def point_defence(book: Rulebook, gunner_dm: int, salvo: int, weapon: str, mount: str, mode: str) -> Outcomes:
    """Missiles of a salvo that a turret laser takes out."""
    placed = None if weapon.endswith("Barbette") else mount
    return each("destroyed", crew_actions.point_defence(gunner_dm, salvo, weapon, placed, mode, book))


@operation("space.disperse_sand", "armour", whole("gunner_dm", *SKILL_DMS, 0), MODE, rules="space/disperse-sand/armour")
def disperse_sand(book: Rulebook, gunner_dm: int, mode: str) -> Outcomes:
    """Armour that a sandcaster adds against an attack."""
    return each("armour", crew_actions.disperse_sand(gunner_dm, mode, book))


@operation("space.aid_gunners", "dm", whole("pilot_dm", *SKILL_DMS, 0), MODE, rules="space/actions/aid-gunners")
def aid_gunners(book: Rulebook, pilot_dm: int, mode: str) -> Outcomes:
    """The DM that a pilot's check gives the gunners."""
    return mixed(({"dm": dm}, chance) for dm, chance in crew_actions.aid_gunners(pilot_dm, mode, book).items())


@operation(
    "space.fire_control",
    "dm",
    whole("rating", 1, 5, 1, "ship/fire-control/fire-control-{}/dm"),
    rules="space/fire-control/acts-as-gunner",
)
def fire_control(book: Rulebook, rating: int) -> Outcomes:
    """The DM of an attack that fire control makes by itself."""
    return certain(dm=crew_actions.fire_control_as_gunner(rating, book))


@operation(
    "space.split_fire_control",
    "allowed",
    whole("rating", 1, 5, 1, "ship/fire-control/fire-control-{}/split"),
    name_of("shares", [(1,), (1, 1), (2,), (2, 1), (3,), (1, 1, 1), (4, 1), (5,), (3, 3)], (1,)),
    rules="space/fire-control/dm-can-be-split",
    seeds=[{"rating": rating, "shares": shares} for rating in (2, 3, 5) for shares in ((1, 1), (2, 1), (4, 1), (3, 3))],
)
def split_fire_control(book: Rulebook, rating: int, shares: tuple[int, ...]) -> Outcomes:
    """Whether the DM of fire control can be split so."""
    return certain(allowed=crew_actions.split_fire_control(rating, shares, book) == list(shares))


@operation(
    "space.overload",
    "success gain mishap severity",
    name_of("what", ("drive", "plant"), "drive", "space/actions/overload-{}-difficulty"),
    whole("engineer_dm", *SKILL_DMS, 0),
    MODE,
    rules="space/actions/overload-drive-difficulty",
    seeds=[{"what": "plant", "engineer_dm": dm} for dm in (-2, 2, 4)],
)
def overload(book: Rulebook, what: str, engineer_dm: int, mode: str) -> Outcomes:
    """A try to get more out of a drive or a plant."""
    tried = crew_actions.overload(what, engineer_dm, mode, book)
    return mixed(
        [
            ({"success": True, "gain": tried.gain, "mishap": False}, tried.success),
            ({"success": False, "mishap": True, "severity": tried.severity}, tried.mishap),
            ({"success": False, "mishap": False}, 1 - tried.success - tried.mishap),
        ]
    )


@operation(
    "space.repair",
    "success",
    whole("engineer_dm", *SKILL_DMS, 0),
    whole("severity", 1, 6, 1, "space/actions/repair-dm-per-severity"),
    name_of("what", ("system", "hull", "destroyed"), "system", "space/actions/repairs-{}"),
    IMPROVED,
    MODE,
    rules="space/actions/repair-difficulty space/actions/repair-dm-per-severity",
    seeds=[{"engineer_dm": dm, "severity": severity} for dm in (1, 3, 5) for severity in (2, 4, 6)],
)
def repair(book: Rulebook, engineer_dm: int, severity: int, what: str, advantages: str, mode: str) -> Outcomes:
    """The check to repair a system in combat."""
    named = [name.strip() for name in advantages.split(",") if name.strip()]
    return yes_or_no("success", crew_actions.repair(engineer_dm, severity, what, mode, named, book).success)


@operation(
    "space.jump", "success", whole("engineer_dm", *SKILL_DMS, 0), difficulty(), MODE, rules="space/actions/jump-dm"
)
def jump(book: Rulebook, engineer_dm: int, difficulty: str, mode: str) -> Outcomes:
    """An emergency jump in combat."""
    return yes_or_no("success", crew_actions.jump(engineer_dm, difficulty, mode, book).success)


@operation(
    "space.improve_initiative",
    "dm",
    whole("leadership_dm", *SKILL_DMS, 0),
    MODE,
    rules="space/actions/improve-initiative",
)
def improve_initiative(book: Rulebook, leadership_dm: int, mode: str) -> Outcomes:
    """What a captain adds to the initiative of the next round."""
    return each("dm", crew_actions.improve_initiative(leadership_dm, mode, book))
