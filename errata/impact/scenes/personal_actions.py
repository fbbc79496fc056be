"""Personal combat, what people do besides shooting: acting first, leading, moving, grappling, and what blasts reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dice.notation import Dice
from engine.mechanics import personal_actions, personal_attack
from engine.mechanics.personal_actions import initiative
from engine.mechanics.personal_attack import dodge_dm
from engine.rulebook.rulebook import Rulebook
from errata.impact.scenes import Scene
from errata.impact.scenes.figures import Figure, amount, chance, damage, rolled
from errata.impact.scenes.firefights import ARMOUR

FAMILY = "personal combat"
_FIGHTER = "skill 1, DM+1 for DEX, a dodge by Athletics 2"


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield Scene("Who acts first, who leads, and what fits in a round", "Fighters", _round, given=_FIGHTER)
    yield Scene("A grapple between equals", "Wrestlers", _grapple, given=f"DM+1 each, armour {ARMOUR}")
    yield Scene("Radiation and blasts", "Radiation weapons", _around)


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
