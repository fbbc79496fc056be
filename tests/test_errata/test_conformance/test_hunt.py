"""The hunt for the smallest scene that differs, on implementations made of the engine by other rulebooks."""

from fractions import Fraction

import pytest

from engine.dice.distribution import ALL_FACES
from engine.rulebook.editions import CRB_2022
from engine.rulebook.raw import RAW
from errata.conformance.hunt import Died, Hunt, Limits, NotPlayed, Offered, Played, is_sample_of
from errata.conformance.operation import find
from errata.conformance.outcomes import outcome
from errata.conformance.readings import readings
from errata.conformance.scenes import all_values
from tests.test_errata.test_conformance.engine_player import EnginePlayer


def hunted(name, player, limits=None, others=(), varied=None, **terms):
    """The result of a hunt for differences of an implementation."""
    operation = find(name)
    offered = Offered(varied or all_values(operation), terms.pop("outputs", operation.outputs), **terms)
    return Hunt(operation, offered, player(operation), RAW, limits).result(others)


def by(changes, draws=4):
    """An implementation that plays other values of some rules."""
    return lambda operation: EnginePlayer(operation, RAW.overlay(changes), draws)


@pytest.mark.parametrize(
    ("operation", "changes", "odd", "values"),
    [
        ("space.attack", {"space/evasive-action/dm": 1}, {"evasion": 1}, [1, 2, 3, 4]),
        ("space.attack", {"space/range-bands/long/attack-dm": -1}, {"range": "Long"}, ["Long"]),
        ("space.attack", {"space/linked-fire/damage-per-die": 2}, {"mount": "Double Turret"}, None),
        ("checks.characteristic_dm", {"checks/characteristic-dms/15/dm": 4}, {"score": 15}, list(range(15, 31))),
        ("checks.characteristic_dm", {"checks/characteristic-dms/6-8/dm": 1}, {"score": 7}, [6, 7, 8]),
        ("checks.check", {"checks/boon-and-bane/boon-keeps": "worst"}, {"boons": 1}, [1, 2]),
        ("space.repair", {"ship/weapon-advantages/easy-to-repair/effect": "DM+2 to all repair attempts"},
         {"advantages": "Easy to Repair"}, ["Easy to Repair"]),
        ("space.severity", {"space/critical/severity-rounds": "down"}, {"effect": 6, "damage": 11}, []),
        ("personal.dodge", {"personal/reactions/dodge-subtracts": "DEX DM"}, {"athletics": 1}, [1, 2, 3, 4]),
        ("space.range_band", {"space/range-bands/close/distance": "1-11 km"}, {"km": Fraction(21, 2)},
         [Fraction(21, 2), 11]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("draws", [4, 9], ids=["whole dice", "thin dice"])
def test_a_changed_rule_is_found_with_the_smallest_scene(operation, changes, odd, values, draws):
    found = hunted(operation, by(changes, draws))
    assert found.finds[0].odd == odd
    assert values is None or found.finds[0].values == values
    assert found.finds[0].confirmed


def test_what_is_odd_is_set_aside_so_that_one_difference_hides_no_other():
    changes = {
        "space/evasive-action/dm": 1,
        "space/range-bands/long/attack-dm": 0,
        "space/attack-modifiers/beam-laser": 3,
    }
    found = hunted("space.attack", by(changes))
    assert [find.odd for find in found.finds] == [{"range": "Long"}, {"evasion": 1}, {"weapon": "Beam Laser"}]


def test_a_dm_too_much_in_every_scene_is_one_find_and_hides_nothing():
    found = hunted("space.attack", by({"space/attack/target": 7, "space/evasive-action/dm": 1}))
    first, second = found.finds
    assert (first.odd, first.shift) == ({}, 1)
    assert second.odd == {"evasion": 1}


def test_where_everything_differs_what_each_input_adds_is_compared():
    found = hunted("space.repair", by({"space/actions/repair-dm-per-severity": 0}))
    first, second = found.finds
    assert first.odd == {}
    assert (second.odd, second.increments) == ({"severity": 2}, ("DM", 0, -1))


def test_an_implementation_that_follows_another_edition_as_a_whole_is_right_by_that():
    operation = find("space.attack")
    others = readings(operation, RAW)
    found = hunted("space.attack", lambda operation: EnginePlayer(operation, CRB_2022), others=others)
    assert found.finds
    assert {find.reading for find in found.finds} == {"CRB 2022"}


def test_half_a_rule_of_another_edition_is_no_reading():
    half = {"space/sensor-lock/dm": 2}  # besides the Boon, which that edition does not give
    operation = find("space.attack")
    found = hunted("space.attack", by(half), others=readings(operation, RAW))
    assert [(find.odd, find.reading) for find in found.finds] == [({"lock": True}, "")]


def test_a_section_of_another_edition_is_one():
    """Right by the declared edition in all but how severe a critical is, it is held to that edition in all else."""
    changed = {"space/critical/severity-from": "Effect", "space/critical/severity-less": 5}
    others = readings(find("space.attack"), RAW)
    assert {each.reading for each in hunted("space.attack", by(changed), others=others).finds} == {"CRB 2022"}


def test_inputs_that_add_too_little_are_all_named_where_everything_differs():
    wrong = {
        "space/damage/effect-added": "never",
        "space/evasive-action/dm": 1,
        "space/attack-modifiers/pulse-laser": 0,
    }
    odd = [each.odd for each in hunted("space.attack", by(wrong)).finds]
    assert {"gunner": 1} in odd
    assert {"evasion": 1} in odd


PAIRS = (
    {"lock": True, "evasion": 3}, {"gunner": 5, "range": "Long"}, {"gunner": 2, "evasion": 1},
    {"evasion": 4, "armour": 2}, {"range": "Short", "lock": True}, {"armour": 7, "gunner": 4},
    {"dm": -2, "lock": True}, {"dm": 3, "range": "Adjacent"},
)  # fmt: skip
"""Bugs that two values make together."""


def test_most_bugs_that_two_inputs_make_together_are_found():
    operation = find("space.attack")
    varied = {name: operation.input(name).values for name in ("range", "gunner", "lock", "evasion", "armour", "dm")}

    class Player(EnginePlayer):
        def _answer(self, scene, faces, limit):
            more = all(scene[name] == value for name, value in self.bug.items())
            return super()._answer({**scene, "dex_dm": scene["dex_dm"] + more}, faces, limit)

    def found(bug):
        player = Player(operation)
        player.bug = bug
        return [each.odd for each in hunted("space.attack", lambda _: player, varied=varied).finds]

    assert sum(found(bug) == [bug] for bug in PAIRS) >= 6


def test_an_input_that_the_rules_do_not_heed_is_named():
    def with_pilot(operation):
        class Player(EnginePlayer):
            def _answer(self, scene, faces, limit):
                return super()._answer({**scene, "gunner": scene["gunner"] + scene["pilot"]}, faces, limit)

        return Player(operation)

    [found] = hunted("space.attack", with_pilot).finds
    assert (found.odd, found.inert) == ({"pilot": 1}, ("pilot",))


def test_outputs_that_are_never_given_are_not_offered():
    def without_effect(operation):
        class Player(EnginePlayer):
            def _answer(self, scene, faces, limit):
                played = super()._answer(scene, faces, limit)
                ends = {}
                for end, chance in played.outcomes.items():
                    kept = tuple(pair for pair in end if pair[0] == "success")
                    ends[kept] = ends.get(kept, 0) + chance
                return Played(ends, {}, 2)

        return Player(operation)

    assert not hunted("checks.check", without_effect, outputs=()).finds


def test_values_that_are_not_heeded_are_not_played():
    changes = {"space/range-bands/long/attack-dm": 0}
    varied = {"range": ("Short", "Medium"), "gunner": (0, 1)}
    found = hunted("space.attack", by(changes), varied=varied)
    assert not found.finds
    assert found.scenes == 4


def test_a_refusal_counts_only_where_it_is_asked_for():
    allowing = by({"ship/mount-rules/weapons-in-single-turret": 2})
    assert not hunted("ship.mount", allowing).finds
    assert {"number": 2} in [find.odd for find in hunted("ship.mount", allowing, refuses=True).finds]


def test_a_scene_that_kills_the_adapter_is_blamed_alone():
    def dying(operation):
        class Player(EnginePlayer):
            def _answer(self, scene, faces, limit):
                return Died("no answer") if scene["gunner"] == 3 else super()._answer(scene, faces, limit)

        return Player(operation)

    [found] = hunted("space.attack", dying).finds
    assert found.odd == {"gunner": 3}
    assert found.scene.died


def test_scenes_that_an_adapter_does_not_play_are_counted():
    def skipping(operation):
        class Player(EnginePlayer):
            def _answer(self, scene, faces, limit):
                none = NotPlayed("no missiles here")
                return none if scene["weapon"] == "Missile Rack" else super()._answer(scene, faces, limit)

        return Player(operation)

    found = hunted("space.attack", skipping)
    assert not found.finds
    assert found.not_played == {"no missiles here": 5}


def test_a_difference_that_only_thin_dice_show_is_not_confirmed():
    def fair_but_thin(operation):
        class Player(EnginePlayer):
            def _answer(self, scene, faces, limit):
                played = super()._answer(scene, faces, limit)
                wrong = isinstance(played, Played) and faces not in (ALL_FACES, (6,)) and scene["gunner"] == 1
                return played._replace(outcomes={outcome(hit=False): Fraction(1)}) if wrong else played

        return Player(operation, draws=9)

    [found] = hunted("space.attack", fair_but_thin).finds
    assert found.odd == {"gunner": 1}
    assert not found.confirmed


def test_dice_that_cannot_be_set_are_sampled():
    class Rolled(EnginePlayer):
        def play(self, runs, limit):
            raise AssertionError("its dice cannot be set")

    changed = RAW.overlay({"space/actions/jump-dm": 0})
    assert not hunted("space.jump", Rolled, walks=False).finds
    assert hunted("space.jump", lambda operation: Rolled(operation, changed), walks=False).finds[0].odd == {}


def test_a_deeper_search_finds_values_between_the_edges():
    class Odd(EnginePlayer):
        def _answer(self, scene, faces, limit):
            if scene["hull"] == 33 and scene["damage"] > 7:
                return Played({outcome(criticals=9, any=True): Fraction(1)}, {}, 0)
            return super()._answer(scene, faces, limit)

    assert not hunted("space.sustained", Odd).finds
    deeper = Limits(deeper=500)
    assert [find.odd for find in hunted("space.sustained", Odd, deeper).finds] == [{"hull": 33, "damage": 8}]


@pytest.mark.parametrize(
    ("counts", "fits"),
    [({True: 2500, False: 3500}, True), ({True: 3000, False: 3000}, False), ({True: 2500, "perhaps": 3500}, False)],
)
def test_rolls_fit_a_distribution_or_not(counts, fits):
    expected = {outcome(hit=True): Fraction(15, 36), outcome(hit=False): Fraction(21, 36)}
    assert is_sample_of(expected, {outcome(hit=hit): count for hit, count in counts.items()}) == fits


def test_a_hunt_is_the_same_every_time():
    changes = {"space/evasive-action/dm": 1, "space/damage/armour-subtracted": "after the multiple"}
    first, second = (hunted("space.attack", by(changes)) for _ in range(2))
    assert [find.scene.given for find in first.finds] == [find.scene.given for find in second.finds]
