"""Operations: chances add up, the engine agrees with itself, every rule matters, and rolling all dice proves them."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import ceil

import pytest

from engine.dice.distribution import ALL_FACES
from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import RecordingRulebook
from errata.conformance.hunt import Hunt, Limits, Offered
from errata.conformance.operation import find, operations
from errata.conformance.outcomes import outcome, reduced
from errata.conformance.scenes import all_values, in_order
from errata.conformance.vectors import vectors_of
from tests.mutate import other_values
from tests.test_errata.test_conformance.engine_player import EnginePlayer

THIN = (1, 6)
FACES = [ALL_FACES, THIN, (1, 3, 6)]
OPERATIONS = list(operations())
SCENES = 150
"""Scenes that an ordinary hunt plays."""


def scenes(operation):
    return islice(in_order(operation, all_values(operation)), SCENES)


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_chances_of_all_outcomes_add_up_to_1(name):
    operation = find(name)
    for scene in scenes(operation):
        outcomes = operation.outcomes(scene)
        assert sum(outcomes.values()) == 1, scene
        assert all(chance > 0 for chance in outcomes.values())
        assert {output for end in outcomes for output, _ in end} <= {*operation.outputs, "refused"}


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("draws", [2, 9], ids=["whole dice", "thin dice"])
def test_a_hunt_finds_nothing_in_the_engine_itself(name, draws):
    operation = find(name)
    offered = Offered(all_values(operation), operation.outputs, refuses=True)
    player = EnginePlayer(operation, draws=draws)
    result = Hunt(operation, offered, player, limits=Limits(scenes=40, seconds=600)).result()
    assert not result.finds
    assert result.scenes > 0
    assert not result.not_played


# Every rule matters


@cache
def plays(name):
    """Each scene of the vectors of an operation and of a hunt, with what comes of it and the rules that are read."""
    operation = find(name)
    faced = [(operation.scene(vector.changed), (vector.face or 1,)) for vector in vectors_of(operation, RAW)]
    faced += [(operation.defaults, ALL_FACES), *((scene, THIN) for scene in scenes(operation))]
    played = []
    for scene, faces in faced:
        book = RecordingRulebook(RAW)
        played.append((scene, faces, operation.outcomes(scene, book, faces), frozenset(book.read)))
    return played


def other_books(rule):
    """Rulebooks in which one rule has another value."""
    for value in other_values(RAW[rule], RAW.rule(rule)):
        try:
            book = RAW.overlay({rule: value})
        except RawcheckError:
            continue
        if book[rule] != RAW[rule]:
            yield book


def notices(name, rule, book):
    """Whether something else comes of a scene of an operation by another rulebook."""
    operation = find(name)
    for scene, faces, outcomes, read in plays(name):
        if rule in read:
            try:
                if operation.outcomes(scene, book, faces) != outcomes:
                    return True
            except (RawcheckError, ValueError):  # the mechanic refuses that value
                return True
    return False


UNNOTICED = {
    **{
        f"ship/coatings/{coating}/{what}": "a coating adds armour only if both say so"
        for coating in ("emission-absorption-grid", "heat-shielding", "radiation-shielding")
        for what in ("against", "armour")
    },
    "ship/fire-control/fire-control-1/split": "a DM of 1 cannot be split",
    "ship/turret-weapons/sandcaster/range": "nobody is attacked with a sandcaster",
    "ship/turret-weapons/sandcaster/traits": "nobody is attacked with a sandcaster",
    "space/critical/called-shot-range": "it counts only where called shots are allowed",
}
"""Rules that are read and that none notices, each with the reason."""


def test_every_rule_that_an_operation_reads_is_noticed_by_some_operation():
    readers = {}
    for name in OPERATIONS:
        for rule in frozenset().union(*(read for _, _, _, read in plays(name))):
            readers.setdefault(rule, []).append(name)
    unnoticed = {
        rule for rule, names in readers.items()
        if not any(notices(name, rule, book) for book in islice(other_books(rule), 4) for name in names)
    }  # fmt: skip
    assert unnoticed == set(UNNOTICED)


# Twelve operations by brute force: every way in which the dice can fall


def rolled(faces, dice):
    return product(faces, repeat=dice)


def tallied(ends):
    """Each outcome with its share of all ways; `ends` yields outputs, or outputs with how many ways they count."""
    ways = Counter()
    for end in ends:
        outputs, count = end if isinstance(end, tuple) else (end, 1)
        ways[outcome(**outputs)] += count
    return {end: Fraction(count, ways.total()) for end, count in ways.items()}


def space_attack(faces):  # a Beam Laser Barbette (DM+4, 2D × 3) against armour 4
    for a, b, c, d in rolled(faces, 4):
        effect = a + b + 4 - 8
        damage = max(0, c + d + effect - 4) * 3
        hit = {"hit": True, "effect": effect, "damage": damage, "critical": effect >= 6 and damage > 0}
        yield {**hit, "severity": ceil(damage / 10) if hit["critical"] else 0} if effect >= 0 else {"hit": False}


def personal_attack(faces):  # 2D, skill 1, AP 2, against armour 9
    for a, b, c, d in rolled(faces, 4):
        effect = a + b + 1 - 8
        damage = max(0 if effect < 6 else 1, c + d + effect - (9 - 2))
        yield {"hit": True, "effect": effect, "damage": damage} if effect >= 0 else {"hit": False}


def check_with_boon(faces):  # Difficult, DM+1
    for dice in rolled(faces, 3):
        effect = sum(dice) - min(dice) + 1 - 10
        yield {"success": effect >= 0, "effect": effect}


def opposed(faces):  # DM+1 against DM+0 on a Routine task
    for a, b, c, d in rolled(faces, 4):
        mine, theirs = a + b + 1 - 8, c + d - 6
        yield {"outcome": "win", "effect": mine} if mine > theirs else {"outcome": "tie" if mine == theirs else "lose"}


def chain(faces):  # two checks, the first with DM+1
    dms = [(-6, -3), (-2, -2), (-1, -1), (0, 0), (5, 1), (99, 2)]  # up to which Effect of the first, and the DM
    for a, b, c, d in rolled(faces, 4):
        effect = c + d + next(dm for most, dm in dms if a + b + 1 - 8 <= most) - 8
        yield {"success": effect >= 0, "effect": effect}


def ion(faces):  # 7D × 3 of Power for a round, for D3 rounds from Effect 6 on
    power = Counter(map(sum, rolled(faces, 7)))
    for (a, b, long), (lost, count) in product(rolled(faces, 3), power.items()):
        effect = a + b + 2 - 8
        hit = {"hit": True, "power": lost * 3, "rounds": (long + 1) // 2 if effect >= 6 else 1}
        yield (hit if effect >= 0 else {"hit": False}), count


def point_defence(faces):
    for a, b in rolled(faces, 2):
        yield {"destroyed": min(3, max(0, a + b + 1 - 8))}


def sand(faces):
    for a, b, c in rolled(faces, 3):
        effect = a + b + 1 - 8
        yield {"armour": c + effect if effect >= 0 else 0}


def mortal_wound(faces):  # the final attack does 7: DM-2
    highest = {1: "Destroyed", 3: "Killed", 5: "Disabled", 7: "Weakened", 9: "Scarred", 11: "Lucky", 99: "Unscathed"}
    for a, b in rolled(faces, 2):
        yield {"fate": next(fate for most, fate in highest.items() if a + b - 2 <= most)}


def first_aid(faces):
    for a, b in rolled(faces, 2):
        effect = a + b + 2 - 8
        yield {"points": max(1, effect) if effect >= 0 else 0}


def grapple(faces):  # 2 + Effect, whatever the armour
    for a, b, c, d in rolled(faces, 4):
        mine, theirs = a + b + 1 - 8, c + d - 8
        won = {"outcome": "win", "damage": max(0, 2 + mine), "disarm": True, "take_weapon": mine >= 6}
        yield won if mine > theirs else {"outcome": "tie" if mine == theirs else "lose"}


def waking(faces):  # END DM+2: a check each minute, with DM+1 more after each
    ways, asleep = [a + b for a, b in rolled(faces, 2)], 1
    for minute in range(1, 6):
        awake = sum(total + 2 + minute - 1 >= 8 for total in ways)
        yield {"minutes": minute}, asleep * awake * len(ways) ** (5 - minute)
        asleep *= len(ways) - awake


BY_FORCE = {
    space_attack: ("space.attack", {"weapon": "Beam Laser Barbette", "armour": 4}),
    personal_attack: ("personal.attack", {"skill": 1, "ap": 2, "armour": 9}),
    check_with_boon: ("checks.check", {"boons": 1, "dm": 1, "difficulty": "Difficult"}),
    opposed: ("checks.opposed", {"my_dm": 1, "their_difficulty": "Routine"}),
    chain: ("checks.chain", {"dm": 1}),
    ion: ("space.ion", {"dm": 2, "armour": 5}),
    point_defence: ("space.point_defence", {"gunner_dm": 1, "salvo": 3}),
    sand: ("space.disperse_sand", {"gunner_dm": 1}),
    mortal_wound: ("personal.mortal_wound", {"final_damage": 7}),
    first_aid: ("healing.first_aid", {"medic_dm": 2}),
    grapple: ("personal.grapple", {"my_dm": 1, "armour": 3}),
    waking: ("healing.waking", {"end_dm": 2}),
}


@pytest.mark.parametrize("faces", FACES, ids=str)
@pytest.mark.parametrize("by_hand", BY_FORCE, ids=lambda by_hand: by_hand.__name__)
def test_an_operation_gives_what_rolling_all_dice_gives(by_hand, faces):
    name, changed = BY_FORCE[by_hand]
    operation = find(name)
    outcomes = operation.outcomes(operation.scene(changed), RAW, faces)
    assert reduced(outcomes, operation.outputs) == {end: c for end, c in tallied(by_hand(faces)).items() if c}
