"""Scenes: their figures by the book, worked out by hand, and the rules on which they depend."""

from collections import Counter
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.errors import LimitError, RuleBroken
from engine.rulebook import parsing
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.impact.scenes import PLAIN, panel
from errata.impact.scenes.scene_figures import mean_rounds

SCENES = {scene.title: scene for scene in panel()}


def figure(title, name, book=RAW):
    return next(one.value for one in SCENES[title].figures(book) if one.name == name)


def by_hand(points, loss):
    """The same mean by the definition, state by state."""
    means = [Fraction(0)]
    none = Fraction(sum(count for lost, count in loss if lost <= 0), loss.total)
    for left in range(1, points + 1):
        further = sum(share * means[max(0, left - lost)] for lost, share in loss.pmf().items() if lost > 0)
        means.append((1 + further) / (1 - none))
    return means[points]


@given(
    st.integers(1, 25),
    st.dictionaries(st.integers(0, 9), st.integers(1, 7), min_size=1, max_size=6).filter(lambda d: max(d) > 0),
)
def test_the_mean_number_of_rounds_is_that_of_the_definition(points, counts):
    loss = Distribution(counts)
    assert mean_rounds(points, loss) == by_hand(points, loss)


def test_a_scene_that_never_ends_has_no_mean_and_too_long_a_one_is_refused():
    assert mean_rounds(5, Distribution.constant(0)) is None
    with pytest.raises(RuleBroken):
        mean_rounds(0, Distribution.die(6))
    with pytest.raises(LimitError):
        mean_rounds(10**6, Distribution.die(6))


@pytest.mark.parametrize(
    ("title", "name", "value"),
    [
        # Gunner 1, pulse laser +2, Short +1, against Pilot 2: DM+2, so 6 or more of 2D
        ("A double turret of pulse lasers at Short range", "hit chance", Fraction(26, 36)),
        # beam laser +4 at Medium +0: DM+3, so 5 or more
        ("A double turret of beam lasers at Medium range", "hit chance", Fraction(30, 36)),
        ("A particle barbette at a patrol corvette, Hull 160, armour 0", "hit chance", Fraction(21, 36)),
        # two linked beam lasers do 1D+1, with the Effect, less armour 2; DM+3
        ("A Difficult check, DM+1", "success", Fraction(10, 36)),
        ("A Difficult check with a Boon, DM+1", "success", Fraction(113, 216)),
        # skill 1 and +1 at Short range: 6 or more
        ("A carbine, 3D, at a target at Short range", "hit chance", Fraction(26, 36)),
        ("A Traveller who has lost 12 points and rests", "points a day", Fraction(7, 2)),
        ("A ship that closes from Distant to Adjacent", "Thrust to close", Fraction(1 + 2 + 5 + 10 + 25 + 50)),
        # a double turret 0.5, a beam laser 0.5 and a sandcaster 0.25, civilian sensors, ten staterooms, twenty berths
        ("An empty pop-up double turret: cost, tons, Power and TL", "cost", Fraction(1_500_000)),
    ],
)
def test_a_scene_has_the_figures_of_the_book(title, name, value):
    assert figure(title, name) == value


def brute(dm, armour=2):
    """Two linked pulse lasers, 2D+2, by counting all rolls: damage, and what the Hull of 80 loses with criticals."""
    dealt, lost = Counter(), Counter()
    for hit in product(range(1, 7), repeat=2):
        effect = sum(hit) + dm - 8
        for dice in product(range(1, 7), repeat=2):
            damage = max(0, sum(dice) + 2 + effect - armour) if effect >= 0 else 0
            dealt[damage] += 1
            if effect < 6 or not damage:
                lost[damage] += 6**3 * 36
                continue
            severity = -(-damage // 10)  # 1 on the Hull adds 1D, 2 adds 3D; on 7 of 2D, 6 of 36
            for more in product(range(1, 7), repeat=3):
                lost[damage + sum(more[: 1 if severity == 1 else 3])] += 6
            lost[damage] += 6**3 * 30
    return dealt, lost


@pytest.mark.parametrize(("short", "dm"), [(1, 2), (2, 3)])
def test_a_duel_has_the_figures_that_counting_all_rolls_gives(short, dm):
    book = RAW.overlay({"space/range-bands/short/attack-dm": short})
    title = "A double turret of pulse lasers at Short range"
    dealt, lost = brute(dm)
    spread = next(one.spread for one in SCENES[title].figures(book) if one.name == "damage")
    assert spread.pmf() == {n: Fraction(count, 6**4) for n, count in dealt.items()}
    assert figure(title, "rounds to disable", book) == by_hand(80, Distribution(dict(lost)))


def spread(title, name, book=RAW):
    return next(one.spread for one in SCENES[title].figures(book) if one.name == name)


@pytest.mark.parametrize(("long_effect", "die"), [(6, 3), (4, 6)])
def test_an_ion_cannon_takes_no_more_power_than_there_is_and_for_as_long_as_counting_gives(long_effect, die):
    book = RAW.overlay({"space/ion/long-effect": long_effect, "space/ion/long-rounds": Dice.parse(f"D{die}")})
    title, rounds = "An ion cannon in skilled hands at a ship with Power 60", Counter()
    for hit in product(range(1, 7), repeat=2):  # Gunner 3, Short range +1
        for lasts in range(1, die + 1):
            effect = sum(hit) + 4 - 8
            rounds[0 if effect < 0 else lasts if effect >= long_effect else 1] += 1
    assert spread(title, "rounds until Power is back", book).pmf() == {
        n: Fraction(c, 36 * die) for n, c in rounds.items()
    }
    assert spread(title, "Power lost").high == 60
    sevens = Counter(map(sum, product(range(1, 7), repeat=7)))  # 7D, times 3 for a barbette, less nothing
    lost = sum(min(60, 3 * rolled) * count for rolled, count in sevens.items())
    assert figure("An ion cannon at a ship with Power 60", "Power lost") == Fraction(21, 36) * Fraction(lost, 6**7)


@pytest.mark.parametrize(("ap", "per_ap"), [(4, 1), (6, 1), (4, 2)])
def test_a_railgun_meets_the_armour_that_its_ap_leaves(ap, per_ap):
    traits = {"ship/turret-weapons/railgun/traits": parsing.traits(f"AP {ap}"), "space/damage/armour-per-ap": per_ap}
    dealt = 0
    for roll in product(range(1, 7), repeat=4):  # Gunner 1, Short range +1; 2D
        effect = sum(roll[:2]) + 2 - 8
        dealt += max(0, sum(roll[2:]) + effect - max(0, 8 - ap * per_ap)) * (effect >= 0)
    assert figure("A railgun turret at armour 8", "damage", RAW.overlay(traits)) == Fraction(dealt, 6**4)


@pytest.mark.parametrize(
    ("title", "rules", "points", "days"),
    [
        ("A hardy Traveller who has lost 12 points and rests", {}, Fraction(9, 2), 1),
        ("A hardy Traveller who has lost 12 points and rests", {"natural/end-dm-added": False}, Fraction(7, 2), 1),
        ("A Traveller who has lost 12 points and rests", {"natural/days": 7}, Fraction(1, 2), 7),
        (
            "A hardy Traveller who has lost 12 points in a sick bay",
            {"medical-care/end-dm-added": False},
            Fraction(4),
            1,
        ),
        ("A Traveller who has lost 12 points in a sick bay", {"medical-care/days": 2}, Fraction(2), 2),
    ],
)
def test_a_patient_heals_points_per_day_as_worked_out_by_hand(title, rules, points, days):
    book = RAW.overlay({f"healing/{id}": value for id, value in rules.items()})
    each = int(points * days) if "sick bay" in title else Distribution.die(6) + int(points * days - Fraction(7, 2))
    loss = Distribution.constant(each) if isinstance(each, int) else each
    assert figure(title, "points a day", book) == points
    assert figure(title, "days to recover", book) == by_hand(12, loss) * days
    assert SCENES[title].figures(RAW.overlay({"healing/natural/days": 0, "healing/medical-care/days": 0})) == ()


@pytest.mark.parametrize("most", [3, 6])
def test_the_maximum_severity_bounds_the_criticals_of_a_barbette(most):
    severities = Counter()
    for effect, count in Counter(map(sum, product(range(1, 7), repeat=2))).items():  # Gunner 3: Effect 6 from 11 up
        for rolled, ways in Counter(map(sum, product(range(1, 7), repeat=4))).items():
            damage = max(0, rolled + effect + 3 - 8 - 2) * 3
            severities[min(most, -(-damage // 10))] += count * ways * (effect + 3 - 8 >= 6)
    book = RAW.overlay({"space/critical/maximum-severity": most})
    mean = Fraction(sum(n * count for n, count in severities.items()), severities.total())
    assert figure("Critical hits by a particle barbette", "severity", book) == mean


@pytest.mark.parametrize("per_excess", [1, 2])
def test_a_stunner_puts_its_target_out_of_action_for_as_long_as_counting_gives(per_excess):
    lasts = Counter()
    for roll in product(range(1, 7), repeat=4):  # skill 1, 2D, armour 4, END 7
        effect = sum(roll[:2]) + 1 - 8
        lasts[max(0, sum(roll[2:]) + effect - 4 - 7) * per_excess if effect >= 0 else 0] += 1
    book = RAW.overlay({"personal/trait-rules/stun-rounds-per-excess": per_excess})
    assert spread("A stunner", "rounds out of action", book).pmf() == {n: Fraction(c, 6**4) for n, c in lasts.items()}


@pytest.mark.parametrize(("most", "dm"), [(6, 6), (3, 3), (9, 8)])
def test_long_aiming_counts_up_to_its_maximum(most, dm):
    book = RAW.overlay({"personal/modifier-rules/aim-maximum": most})
    hits = sum(sum(roll) + 1 + dm >= 8 for roll in product(range(1, 7), repeat=2))
    assert figure("A shot that is aimed for long", "hit chance", book) == Fraction(hits, 36)


def test_every_attack_scene_states_its_assumptions():
    for scene in SCENES.values():
        if any(one.name == "hit chance" for one in scene.figures(RAW)):
            assert "Gunner" in scene.given or "skill" in scene.given, scene.title
            assert "armour" in scene.given, scene.title
    duel = SCENES["A double turret of beam lasers at Short range"]
    given = "Short range, Gunner 1; a free trader with armour 2 and Hull 80 that dodges, Pilot 2"
    assert duel.given == f"{given}; criticals harm only the Hull, sustained damage left out"


class Watched(Rulebook):
    """A rulebook that notes what is read, and is equal to no other."""

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other

    def __getitem__(self, id):
        self.seen.add(id)
        return super().__getitem__(id)


_UNSEEN = """
healing/other/augmentation-dm-per-tl healing/surgery/needed-at-zero personal/actions/*/per-round
personal/armour/ap-on-spacecraft personal/initiative/tactics-when-surprised personal/modifier-rules/dual-allows-aiming
personal/modifier-rules/laser-sight-needs-aim personal/range-limit/calm-metres personal/reactions/dive-against
personal/reactions/next-action-dm* personal/trait-rules/auto-with-aiming personal/trait-rules/blast-can-be-dodged
personal/trait-rules/radiation-spacecraft-times ship/adjustable-hull/pop-up-included ship/customising/can-repeat
ship/customising/mixes-advantages-and-disadvantages space/actions/repairs-*
space/critical/called-shot-dm space/critical/cumulative space/disperse-sand/against space/fire-control/dm-can-be-split
space/ion/hardened-powered-first space/range-bands/adjacent/thrust space/sensor-lock/sensor-dm-adds-to-attack
"""
UNSEEN = _UNSEEN.split()
"""Rules that a mechanic plays and no scene turns on by the book: permissions, and what only other rules bring up."""


def test_every_rule_that_a_mechanic_plays_is_in_a_scene_or_listed():
    told = Path(__file__).with_name("rules_not_played.txt").read_text(encoding="utf-8").splitlines()
    silent = [line for line in told if line and not line.startswith("#")]
    watched = Watched(RAW.name, RAW.rules, RAW.tables)
    watched.seen = set()
    for scene in panel():
        scene.figures(watched)
    played = {id for id in RAW if not any(fnmatchcase(id, pattern) for pattern in silent)}
    unseen = {id for id in played - watched.seen if not any(fnmatchcase(id, pattern) for pattern in UNSEEN)}
    assert unseen == set()
    assert [p for p in UNSEEN if not any(fnmatchcase(id, p) for id in played - watched.seen)] == []


def test_scenes_have_titles_of_their_own_and_an_impossible_scene_has_no_figures():
    assert len(SCENES) == len(panel()) > 150
    assert SCENES["A double turret of beam lasers at Distant range"].figures(RAW) == ()
    far = RAW.overlay({"ship/turret-weapons/beam-laser/range": "Distant"})
    assert SCENES["A double turret of beam lasers at Distant range"].figures(far)


def test_the_first_scenes_are_the_most_common_situations():
    plain = [scene.title for scene in panel() if scene.rank == PLAIN]
    assert "An Average check, DM+1" in plain
    assert "A double turret of beam lasers at Short range" in plain
    assert "A carbine, 3D, at a target at Short range" in plain
    assert not any("Adjacent" in title or "sand" in title for title in plain)


def test_a_longer_reach_never_lowers_the_hit_chance():
    # by the book a railgun reaches Short, the third band of seven
    [scene] = [one for one in panel() if one.title == "Railgun at a free trader that dodges"]
    there = {"ship/turret-weapons/railgun/range": "Medium"}
    before, after = ({f.name: f.value for f in scene.figures(book)} for book in (RAW, RAW.overlay(there)))
    assert (before.pop("reach"), after.pop("reach")) == (3, 4)
    # 2D with Gunner 1 and Short +1 against Pilot 2 needs 8: 15 of 36
    assert before == after
    assert after["hit chance"] == Fraction(15, 36)
    near = {f.name: f.value for f in scene.figures(RAW.overlay({"ship/turret-weapons/railgun/range": "Close"}))}
    assert near == {"reach": 2}
