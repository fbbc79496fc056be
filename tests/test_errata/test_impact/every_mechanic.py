"""Every mechanic of the engine, played once with a rulebook."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.mechanics import (
    checks,
    crew_actions,
    criticals,
    healing,
    personal_actions,
    personal_attack,
    ship_design,
    space_attack,
    wounds,
)
from engine.mechanics.personal_attack import Situation, Weapon, cover_armour, dodge_dm, next_action_dm, parry_dm
from engine.mechanics.personal_attack import attack as shoot
from engine.mechanics.ship_weapons import custom
from engine.mechanics.space_attack import attack
from engine.rulebook.rulebook import Rulebook

RIFLE = Weapon.of("3D", 250, "AP 2, Auto 3, Scope")
SPACE_ATTACKS = (
    {"weapon": "pulse laser", "mount": "triple turret", "range": "Short", "gunner": 1, "armour": 4, "lock": True},
    {"weapon": "beam laser", "sand": Distribution({0: 1, 5: 1}), "sensors": "Military", "evasion": 1},
    {"weapon": "railgun", "armour": 8, "gunner": 2, "banes": 1},
    {"weapon": "particle barbette", "range": "Very Long", "gunner": 4, "advantages": ["Intense Focus"]},
    {"weapon": "plasma gun", "mount": "barbette", "gunner": 3, "armour": 6},
    {"weapon": "torpedo", "gunner": 2},
    {"weapon": "pulse laser", "advantages": ["High Yield"], "lock": True, "boons": 1, "banes": 1},
    {"weapon": "missile rack", "range": "Distant", "gunner": 6},
    {"weapon": "fusion gun", "range": "Short", "called": True},
    {"weapon": "fusion gun", "range": "Close", "coating": "Reflective", "armour": 1000, "gunner": 9},
    {"weapon": "pulse laser", "range": "Long", "coating": "Reflective"},
    {"weapon": "railgun", "sand": Distribution.constant(3)},
    {"weapon": "pulse laser", "advantages": ["Accurate", "Inaccurate"]},
)
SITUATIONS = (
    Situation(metres=60, aim=2, laser_sight=True),
    Situation(metres=200, aim=1, moved_metres=25, cover="stone wall", prone=True),
    Situation(metres=90, firing="full auto", dual=True, reaction_dm=-2),
    Situation(metres=400, calm=True, firing="burst", unaware=True, dive=True, hiding=True, cover="fortifications"),
    Situation(metres=250, smaller_scale=True, spacecraft=True, dive=False),
    Situation(laser_sight=True),
    Situation(aim=1, firing="burst"),
)


def every_mechanic(book: Rulebook) -> Iterator[Callable[[], object]]:
    """Each mechanic as a thing to call."""
    yield from (lambda a=a: _space(book, a) for a in SPACE_ATTACKS)
    yield lambda: space_attack.drain(attack("ion cannon", gunner=5, armour=2, book=book))
    yield lambda: space_attack.power_left(60, 50, 20, book)
    yield from (
        lambda m=m: custom("Bay", "4D", m, book=book).multiple
        for m in ("small bay", "medium bay", "large bay", "spinal")
    )
    yield from (lambda n=n: [criticals.critical(p, n, book) for p in criticals.locations(book)] for n in range(1, 5))
    yield from (lambda n=n: criticals.extra_damage(n, 1, book).mean() for n in range(1, 8))
    yield lambda: criticals.sustained_odds(40, 3, Distribution.die(6).sum_of(3), book)
    yield lambda: [
        crew_actions.thrust_between(a, b, book) for a, b in (("Adjacent", "Distant"), ("Distant", "Adjacent"))
    ]
    yield lambda: [crew_actions.range_band(km, book) for km in (1, 5, 100, 5000, 20_000, 30_000, 60_000)]
    yield lambda: crew_actions.dodges(4, book)
    yield lambda: crew_actions.aid_gunners(2, book=book)
    yield from (
        lambda g=row.name: crew_actions.sensor_lock(1, g, book=book).success for row in book.table("ship/sensors").rows
    )
    yield lambda: crew_actions.repair(1, 1, weapon=["Easy to Repair"], book=book).success
    yield lambda: crew_actions.severity_to(["Resilient"], 2, book)
    yield lambda: crew_actions.point_defence(2, 6, book=book).mean()
    yield lambda: crew_actions.disperse_sand(1, book=book).mean()
    yield from (lambda n=n: crew_actions.fire_control_as_gunner(n, book) for n in range(1, 6))
    yield from (lambda n=n: crew_actions.split_fire_control(n, [1, n - 1], book) for n in range(1, 6))
    yield from (lambda w=w: crew_actions.overload(w, 2, book=book) for w in ("drive", "plant"))
    yield from (lambda w=w: crew_actions.repair(2, 3, w, book=book).success for w in ("system", "hull", "destroyed"))
    yield lambda: crew_actions.jump(1, book=book).success
    yield lambda: crew_actions.improve_initiative(1, book=book).mean()
    yield from _checks(book)
    yield from _people(book)
    yield from _ships(book)


def _space(book: Rulebook, options: dict[str, object]) -> object:
    shot = attack(**options, book=book)
    return shot.hit, shot.damage.mean(), shot.critical, sum(chance for _, chance in shot.joint())


def _checks(book: Rulebook) -> Iterator[Callable[[], object]]:
    names = [row.name for row in book.table("checks/difficulties").rows]
    yield from (lambda d=d: checks.check(1, d, checks.BOON, luck=1, book=book).results() for d in names)
    yield lambda: checks.check(1, mode=checks.BANE, book=book).then(1, "Difficult").success
    yield lambda: checks.check(-9, book=book).then().success
    yield lambda: checks.opposed(checks.check(1, "Difficult", book=book), checks.check(book=book))
    yield lambda: [checks.characteristic_dm(score, book) for score in range(18)]
    yield lambda: [checks.several_at_once(d, book) for d in names[:-1]]
    frames = [row.name for row in book.table("checks/timeframes").rows]
    yield from (lambda f=f: checks.in_another_time(f, 0, book) for f in frames)
    yield lambda: checks.in_another_time("Minutes", 1, book)


def _people(book: Rulebook) -> Iterator[Callable[[], object]]:
    yield from (lambda s=s: shoot(RIFLE, 2, 1, 6, s, book=book).states(wounds.Body(), volley=True) for s in SITUATIONS)
    yield lambda: shoot(RIFLE, 2, situation=Situation(metres=2000), book=book).hit
    yield lambda: shoot(Weapon.of("3D", 40), 2, situation=Situation(metres=70), book=book).hit
    yield lambda: shoot(Weapon.of("2D"), situation=Situation(dive=True, cover="vegetation"), book=book).hit
    yield lambda: shoot(Weapon.of("1DD", 90), 2, book=book).damage.mean()
    yield lambda: shoot(Weapon.of("3D", 10, "Blast 3, Smart"), situation=Situation(reaction_dm=-1), book=book).dm
    yield lambda: shoot(Weapon.of("3D", 9, "Smart", tl=12), situation=Situation(target_tl=8), book=book).dm
    yield lambda: shoot(
        Weapon.of("2D", None, "Bulky"), situation=Situation(strength=7, leaving=True), book=book
    ).states(wounds.Body())
    yield lambda: shoot(Weapon.of("2D", 9, "Very Bulky, Stun"), situation=Situation(strength=7), book=book).stuns(
        wounds.Body()
    )
    yield lambda: shoot(Weapon.of("1DD", 90), boons=1, situation=Situation(dual=True, aim=1), book=book).damage.mean()
    covers = [row.name for row in book.table("personal/cover").rows]
    yield from (lambda c=c: cover_armour(Situation(cover=c), book) for c in covers)
    yield lambda: (dodge_dm(1, 2, book), parry_dm(2, book), next_action_dm(1, 1, book))
    yield lambda: (
        personal_attack.radiation(True, book).mean(),
        personal_attack.radiation_metres(Dice.parse("2DD"), book),
    )
    yield lambda: personal_attack.blast_metres(3, book)
    yield from (
        lambda s=s: personal_actions.initiative(1, None if s else 1, s, book=book).mean()
        for s in ("", "ambusher", "surprised")
    )
    yield lambda: personal_actions.initiative(1, 1, "surprised", book=book).mean()
    yield lambda: personal_actions.acts_first(checks.check(1).effect, checks.check().effect, 7, 7, book)
    yield lambda: [personal_actions.fits_in_round(s, m, book) for s in (0, 1) for m in (1, 3)]
    yield lambda: personal_actions.movement(2, True, True, book)
    yield lambda: personal_actions.in_close_combat(Fraction(3, 2), book)
    yield lambda: (personal_actions.grapple(1, 0, 3, book), personal_actions.throw(book))
    yield lambda: personal_actions.leadership(1, book=book).mean()
    yield lambda: personal_actions.extended_action(1, 4, book=book)
    yield from (
        lambda n=n: [wounds.survival(n, care, book=book) for care in ("none", "basic", "prompt")] for n in (2, 5, 9)
    )
    yield lambda: [wounds.lasting_loss(row.name, book) for row in book.table("healing/mortal-wounds").rows]
    yield lambda: healing.first_aid(1, minutes=1, book=book).mean()
    yield lambda: (healing.surgery(1, book=book).mean(), healing.needs_surgery(3, book))
    yield lambda: healing.medical_care(1, 2, 2, book=book).mean()
    yield lambda: [healing.every_days(way, book) for way in ("natural", "medical-care")]
    yield lambda: (healing.natural_healing(1, True, book).mean(), healing.natural_healing(1, book=book).mean())
    yield lambda: (
        healing.waking(0, book).mean(),
        healing.mental_healing(3, book),
        healing.augmentation_dm(12, 9, book),
    )


def _ships(book: Rulebook) -> Iterator[Callable[[], object]]:
    design = ship_design
    for name in ("fixed mount", "single", "double", "triple"):
        yield lambda n=name: design.mount(n, ["pulse laser"], pop_up=True, book=book)
    yield lambda: design.mount("single", pop_up=True, adjustable_hull=True, book=book)
    for row in book.table("ship/turret-weapons").rows:
        yield lambda n=row.name: design.mount("single", [n], book=book)
        yield lambda n=row.name: attack(n, book=book).damage.mean()
    for row in book.table("ship/barbettes").rows:
        yield lambda n=row.name: (design.barbette(n, book), attack(n, "barbette", book=book).damage.mean())
    levels = [row.name for row in book.table("ship/technology-levels").rows]
    beam = ship_design.barbette("pulse laser")
    for level, changes in zip(
        levels,
        (
            ["Inaccurate", "Increased Size"],
            ["Inaccurate"],
            ["Increased Size"],
            ["Resilient"],
            ["Accurate"],
            ["Long Range"],
        ),
        strict=True,
    ):
        yield lambda v=level, c=changes: design.customise(beam, v, c, book=book)
    for row in (*book.table("ship/weapon-advantages").rows, *book.table("ship/weapon-disadvantages").rows):
        yield lambda n=row.name: attack("pulse laser", "barbette", advantages=[n], book=book).hit
    yield lambda: design.customise(beam, "Budget", ["Energy Inefficient"], book=book)
    yield lambda: design.customise(beam, "Very Advanced", ["Energy Efficient", "Size Reduction"], book=book)
    yield lambda: design.customise(beam, "Very Advanced", ["Energy Efficient", "Energy Efficient"], book=book)
    drive = design.Component("Drive", Fraction(20), Fraction(9), Fraction(10**7), 9)
    for row in book.table("ship/component-advantages").rows:
        kind, name = row.name.split(": ")
        yield lambda k=kind, n=name: design.customise(drive, "High Technology", [n], k, book)
    yield from (lambda n=row.name: design.sensors(n, book) for row in book.table("ship/sensors").rows)
    yield from (
        lambda n=row.name: attack("pulse laser", sensors=n, book=book).dm for row in book.table("ship/sensors").rows
    )
    yield from (lambda n=row.name: design.coating(n, 600, 10**7, book) for row in book.table("ship/coatings").rows)
    for row in book.table("ship/quarters").rows:
        yield lambda n=row.name: (design.quarters(n, 3, book), design.berths_for(9, n, book))
    yield lambda: (design.common_areas(4, book), design.adjustable_hull(600, 10**7, book))
    yield lambda: (design.hardpoints(650, book), design.hardpoints_used(2, 1, book))
    yield from (lambda n=n: design.fire_control(n, book) for n in range(1, 6))
    ship = design.ShipNumbers(8000, 100, 2, 6, 2, 1, 130)
    yield from (lambda s=s: design.crew(ship, s, book) for s in ("commercial", "military"))
