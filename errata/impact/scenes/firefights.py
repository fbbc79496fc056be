"""Personal combat: a firefight at each range with and without cover, a melee, and what else people do in a fight.

Everybody is average: STR, DEX and END 7, skill 1, armour 4. A target gives up END, then DEX, then STR, and is down
when it is unconscious or dead; rounds count one attack each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.mechanics import personal_actions, personal_attack
from engine.mechanics.personal_actions import initiative
from engine.mechanics.personal_attack import SINGLE, Attack, Situation, Weapon, attack, dodge_dm, firing, parry_dm
from engine.mechanics.wounds import DEAD, UNCONSCIOUS, Body, hurt, state
from engine.rulebook.rulebook import Rulebook
from engine.rules.damage_and_armour import COVER
from errata.impact.scenes import COMMON, PLAIN, SPECIAL, Scene, a
from errata.impact.scenes.scene_figures import Figure, amount, chance, damage, hit, mean_rounds, rolled


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


SKILL, ARMOUR, BODY = 1, 4, Body()
CARBINE = Weapon.of("3D", 50)
HEAVY = Weapon.of("8D", 50)
BLADE = Weapon.of("2D")
RIFLE = Weapon.of("3D", 250, "AP 2, Auto 3, Scope")
METRES = {"Short": 10, "Normal": 40, "Long": 90, "Extreme": 180}
"""A distance in each band of a weapon with Range 50."""
_SPECIAL = {
    "A burst from an automatic rifle": ("Bursts", RIFLE, Situation(metres=80, firing="burst")),
    "Full automatic fire": ("Weapons on full automatic", RIFLE, Situation(metres=80, firing="full auto")),
    "An aimed shot through a scope": ("Shots aimed through a scope", RIFLE, Situation(metres=200, aim=3)),
    "A shot through a scope that is not aimed": ("Shots through a scope without aim", RIFLE, Situation(metres=200)),
    "A shot that is aimed for long": ("Shots that are aimed for long", CARBINE, Situation(metres=40, aim=8)),
    "A laser sight": ("Weapons with a laser sight", RIFLE, Situation(metres=80, aim=1, laser_sight=True)),
    "A shot at a moving target": ("Shots at a moving target", CARBINE, Situation(metres=40, moved_metres=25)),
    "A shot at a prone target": ("Shots at a prone target", CARBINE, Situation(metres=40, prone=True)),
    "A shot with two weapons at once": ("Shots with two weapons", CARBINE, Situation(metres=10, dual=True)),
    "A shot from ambush": ("Shots from ambush", CARBINE, Situation(metres=10, unaware=True)),
    "A shot at one who dodges": ("Shots at one who dodges", CARBINE, Situation(metres=40, reaction_dm=-1)),
    "A shot at one who dives for cover": (
        "Shots at one who dives for cover",
        CARBINE,
        Situation(metres=40, dive=True, cover="vegetation"),
    ),
    "A shot at one who dives and finds no cover": (
        "Shots at one who dives and finds no cover",
        CARBINE,
        Situation(metres=40, dive=False),
    ),
    "A blow at one who leaves": ("Blows at one who leaves", BLADE, Situation(leaving=True)),
    "A shot at a small target from a ship's gun": (
        "Ships' guns at small targets",
        Weapon.of("4D", 500),
        Situation(metres=90, smaller_scale=True),
    ),
    "A very heavy weapon": (
        "Very bulky weapons in weak hands",
        Weapon.of("6D", 50, "Very Bulky"),
        Situation(metres=40, strength=7),
    ),
    "A shot beyond its reach": ("Shots beyond Extreme range", CARBINE, Situation(metres=300)),
    "A smart round": ("Smart rounds", Weapon.of("3D", 50, "Smart", tl=12), Situation(metres=40, target_tl=9)),
    "A heavy weapon in weak hands": (
        "Bulky weapons in weak hands",
        Weapon.of("4D", 50, "Bulky"),
        Situation(metres=40, strength=7),
    ),
    "A stunner": ("Stunners", Weapon.of("2D", 20, "Stun"), Situation(metres=10)),
    "A grenade launcher": ("Grenade launchers", Weapon.of("5D", 100, "Blast 6"), Situation(metres=40)),
    "A destructive weapon": ("Destructive weapons", Weapon.of("1DD", 90), Situation(metres=40)),
}
"""Other attacks: what a sentence calls them, the weapon, and what stands for or against it."""


def scenes() -> Iterator[Scene]:
    """All of them."""
    for band, metres in METRES.items():
        for cover in (None, "stone wall"):
            behind = f" behind a {cover}" if cover else ""
            series = f"A carbine, 3D, at a target{behind}"
            there = Situation(metres, cover=cover, hiding=cover is not None)
            scene = _attack(f"{series} at {band} range", f"Carbines at {band} range{behind}", CARBINE, there)
            rank = PLAIN if band in ("Short", "Normal") and not cover else COMMON
            yield replace(scene, rank=rank, band=band, series=series)
    for row in COVER.rows:
        name = row.name.lower() if row.name in ("Vegetation", "Fortifications") else a(row.name.lower())
        there = Situation(METRES["Normal"], cover=row.name, hiding=True)
        title, subject = f"A heavy weapon, 8D, at one who hides behind {name}", f"Heavy weapons at one behind {name}"
        yield _attack(title, subject, HEAVY, there, armour=0)
    title, there = "A heavy weapon, 8D, at one who is weak and tough", Situation(METRES["Normal"])
    yield _attack(title, "Heavy weapons at the tough", HEAVY, there, body=Body(4, 7, 10))
    given = at_a_person(BLADE, SKILL, ARMOUR, Situation(strength=9), BODY, 1) + ", parries with skill 1"
    yield Scene("A melee with blades, STR 9 against one who parries", "Blades", _melee, given=given)
    for title, (subject, weapon, there) in _SPECIAL.items():
        yield _attack(title, subject, weapon, there)
    given = "skill 1, DM+1 for DEX, a dodge by Athletics 2"
    yield Scene("Who acts first, who leads, and what fits in a round", "Fighters", _round, given=given)
    yield Scene("A grapple between equals", "Wrestlers", _grapple, given=f"DM+1 each, armour {ARMOUR}")
    yield Scene("Radiation and blasts", "Radiation weapons", _around)


def attack_figures(shot: Attack, body: Body = BODY) -> Iterable[Figure]:
    """What an attack comes to: hit, damage, down, dead, rounds to put down."""
    yield hit(shot.hit)
    yield damage(shot.volley)
    ends = shot.states(body, "STR", volley=True)
    dead = ends.get(DEAD, Fraction(0))
    yield chance("chance to put down", ends.get(UNCONSCIOUS, 0) + dead, "put an average Traveller down")
    yield chance("chance to kill", dead, "kill")
    if shot.weapon.has("Stun"):
        lasting = Distribution.mixture((Distribution.constant(n), c) for (_, n), c in shot.stuns(body, True).items())
        told = "put their target out of action for {after} rounds on average instead of {before}"
        yield rolled("rounds out of action", "rounds", lasting, told)
        return
    every, down = range(1, sum(body) + 1), (UNCONSCIOUS, DEAD)
    points = next((n for n in every if state(hurt(body, n, "STR", shot.book), body, shot.book) in down), None)
    if points is not None:
        told = "an average Traveller{never} goes down {sooner}"
        yield amount("rounds to put down", "rounds", mean_rounds(points, shot.volley), told)


def _attack(
    title: str, subject: str, weapon: Weapon, there: Situation, armour: int = ARMOUR, body: Body = BODY
) -> Scene:
    def play(book: Rulebook) -> Iterable[Figure]:
        yield from attack_figures(attack(weapon, SKILL, 0, armour, there, book=book), body)
        if there.firing != SINGLE:
            used = firing(weapon.score("Auto"), there.firing, book).rounds
            yield amount("ammunition", "shots", used, "now use up {after} shots instead of {before}")

    given = at_a_person(weapon, SKILL, armour, there, body)
    return Scene(title, subject, play, rank=SPECIAL if there.smaller_scale else COMMON, given=given)


def _melee(book: Rulebook) -> Iterable[Figure]:
    there = Situation(strength=9, reaction_dm=parry_dm(1, book))
    return attack_figures(attack(BLADE, SKILL, 1, ARMOUR, there, book=book))


# What people do besides shooting


def _round(book: Rulebook) -> Iterable[Figure]:
    mine = initiative(1, 1, book=book)
    yield rolled("initiative", "points", mine, "now roll {after} for initiative instead of {before}")
    ambusher, surprised = (initiative(0, surprise=who, book=book) for who in ("ambusher", "surprised"))
    first, _ = personal_actions.acts_first(ambusher, surprised, 7, 7, book)
    yield chance("chance that an ambusher acts first", first, "in ambush act first {after} of the time, not {before}")
    quick, _ = personal_actions.acts_first(mine, mine, 8, 7, book)
    told = "of DEX 8 act before DEX 7 {after} of the time, not {before}"
    yield chance("chance that DEX 8 acts before DEX 7", quick, told)
    for who, they_are in (("ambusher", "in ambush"), ("surprised", "surprised")):
        theirs = initiative(1, surprise=who, book=book)
        told = f"who are {they_are} now roll {{after}} for initiative, not {{before}}"
        yield rolled(f"initiative, {who}", "points", theirs, told)
    led = personal_actions.leadership(1, book=book)
    yield rolled("Boons from a leader", "Boons", led, "now get {after} Boons from a leader instead of {before}")
    walked = personal_actions.movement(book=book)
    yield amount("metres in a Minor Action", "metres", walked, "now move {after} m, not {before}")
    prone = personal_actions.movement(1, True, True, book)
    yield amount("metres, prone, over rough ground", "metres", prone, "now crawl {after} m instead of {before}")
    yield amount("DM of a dodge", "DM", dodge_dm(1, 2, book), "now dodge by DM{after} instead of {before}")
    task = personal_actions.extended_action(1, 3, book=book)
    yield chance("chance that a task survives a hit", task.goes_on, "keep at a task {after} of the time, not {before}")
    yield chance("chance that a hit ruins a task", task.task_lost, "lose a task {after} of the time, not {before}")


def _grapple(book: Rulebook) -> Iterable[Figure]:
    held = personal_actions.grapple(1, 1, ARMOUR, book)
    yield chance("chance to win", held.contest.win, "now win")
    yield damage(held.damage)
    yield chance("chance to disarm", held.disarm, "now disarm")
    yield chance("chance to take a weapon", held.take_weapon, "take a weapon")
    metres, harm = personal_actions.throw(book)
    yield rolled("metres of a throw", "metres", metres, "now throw {after} m instead of {before}")
    yield rolled("damage of a throw", "points", harm, "now do {after} damage by a throw instead of {before}")


def _around(book: Rulebook) -> Iterable[Figure]:
    yield rolled("rads", "rads", personal_attack.radiation(book=book), "now give {after} rads instead of {before}")
    reach = personal_attack.radiation_metres(Dice.parse("1DD"), book)
    yield amount("metres of radiation", "metres", reach, "now reach {after} m instead of {before}")
    yield amount("metres of Blast 3", "metres", personal_attack.blast_metres(3, book), "reach {after} m, not {before}")
