"""The impact of house rules: scenes played by both rulebooks, together and alone, sweeps and own scenes."""

import json
import time
from fractions import Fraction

import pytest

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from errata.commands.house import Asked, house_report
from errata.house import house_rules
from errata.house.scene_files import read_scenes
from errata.house.sweep import sweep
from errata.impact.playing import play
from errata.reports import Options
from tests.test_errata.test_house.pages import SHORT, changed, run, said
from tests.test_errata.test_impact.test_scenes import brute
from tests.test_errata.vtts import write


def test_a_page_can_change_how_many_dice_are_rolled_and_kept(tmp_path):
    page = "checks/boon-and-bane/dice: 1\nchecks/boon-and-bane/keep: 1\n"
    assert changed(tmp_path, page) == {"checks/boon-and-bane/dice": 1, "checks/boon-and-bane/keep": 1}


@pytest.mark.parametrize(
    "page",
    ["Criticals on Effect 9+", "space/attack/target: 11", "space/attack/dice: 1D", "Medium range in space: -9"],
)
def test_rules_that_make_something_impossible_are_still_played(tmp_path, page):
    write(tmp_path, {"h.md": f"{page}\nStone wall gives +10\n"})
    code, printed, _ = run("h.md", cwd=tmp_path)
    assert code == 0
    assert "At the table" in printed


def test_an_effect_of_all_rules_together_is_reported_if_none_has_it_alone(tmp_path):
    write(tmp_path, {"h.md": "space/ion/long-effect: 3\nspace/ion/long-rounds: 2D\n"})
    code, printed, _ = run("h.md", cwd=tmp_path)
    assert code == 0
    assert "only together +0.83 rounds" in " ".join(printed.split())


def test_the_message_says_how_a_rule_is_played_if_the_book_does_not(tmp_path):
    [one] = said(tmp_path, "Boons and Banes do not cancel")
    assert "it is played with the Bane alone" in one


def test_a_shortage_is_stated_as_what_is_lacking():
    [scene] = play({"a": {"ship/mount-rules/hull-tons-per-hardpoint": 200}}).moved
    # 600 tons have three hardpoints then, and three turrets and a barbette need four
    assert scene.sentence == "Ships of 600 tons now lack 1 of the 4 hardpoints that their weapons need."


def test_rules_that_do_nothing_alone_are_found_together():
    changes = {"a": {"space/ion/long-effect": 3}, "b": {"space/ion/long-rounds": RAW.dice("space/ion/long-rounds")}}
    kind = RAW.rule("space/ion/long-rounds").kind
    changes["b"] = {"space/ion/long-rounds": kind.value("2D")}
    scene = next(s for s in play(changes).scenes if "ion cannon" in s.title.lower())
    change = next(c for c in scene.changes if c.name == "rounds until Power is back")
    assert change.together == change.difference - sum(change.alone.values()) != 0


def test_the_impact_is_exact_and_has_a_sentence(tmp_path):
    page = write(tmp_path, {"house.md": "Short range in space: +2\n"}) / "house.md"
    told = json.loads(house_report([str(page)], "json", Options(), "error", Asked())[0])
    scene = next(s for s in told["panel"]["scenes"] if s["title"] == "A double turret of pulse lasers at Short range")
    hit = next(f for f in scene["figures"] if f["name"] == "hit chance")
    # 2D+2 against 8, then 2D+3: 26 and 30 of 36
    assert (hit["before"], hit["after"], hit["distance"]) == ("13/18", "5/6", "1/9")
    assert scene["sentence"].startswith("Pulse lasers at Short range now hit 83 % of the time instead of 72 %;")
    assert "a free trader is disabled about two rounds sooner." in scene["sentence"]
    damage = next(f for f in scene["figures"] if f["name"] == "damage")
    for which in ("before", "after"):
        pmf = {int(n): Fraction(share) for n, share in damage["distributions"][which].items()}
        assert sum(pmf.values()) == 1
        assert sum(n * share for n, share in pmf.items()) == Fraction(damage[which])


@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [
        ("ship/turret-weapons/pulse-laser/damage", "3D", "Pulse lasers at Short range now do"),
        ("checks/boon-and-bane/dice", 4, "Average checks with a Boon now succeed"),
        ("space/attack/target", 9, "Beam lasers at Medium range now hit 72 % of the time instead of 83 %"),
        ("ship/turret-weapons/beam-laser/tl", 11, "A single turret with a beam laser needs TL 11 instead of 10."),
        ("ship/mount-rules/hardpoints-per-barbette", 2, "Ships of 600 tons have 1 hardpoint left instead of 2."),
        ("space/ion/permanent", True, "now see to it that Power is never back, which by the book takes 0.6 rounds"),
    ],
)
def test_the_impact_of_a_rule_is_shown_by_the_scene_about_it(rule, value, said):
    told = play({"x": {rule: RAW.rule(rule).kind.value(value)}}).alone["x"]
    assert said in told.sentence


def test_the_distance_of_two_distributions_is_the_share_of_rolls_that_change():
    changed = play({"x": {"space/range-bands/short/attack-dm": 2}})
    scene = next(one for one in changed.scenes if one.title == "A double turret of pulse lasers at Short range")
    damage = next(one for one in scene.changes if one.name == "damage")
    before, after = brute(2)[0], brute(3)[0]
    apart = sum(abs(before[n] - after[n]) for n in {*before, *after})
    assert damage.distance == Fraction(apart, 2 * 6**4) == Fraction(10, 81)


def test_rules_that_only_matter_together_are_found():
    changes = {
        "it can be chosen": {"space/critical/location": "chosen", "space/critical/called-shot-range": "Short"},
        "at a price": {"space/critical/called-shot-dm": -4},
    }
    scene = next(s for s in play(changes).scenes if s.title == "A shot that is called at Short range")
    hit = next(c for c in scene.changes if c.name == "hit chance")
    assert hit.before is None
    lock = {"a": {"space/sensor-lock/dm": 2}, "b": {"space/critical/effect": 5}}
    scene = next(s for s in play(lock).scenes if "sensor lock" in s.title)
    critical = next(c for c in scene.changes if c.name == "critical chance")
    assert critical.together == critical.difference - sum(critical.alone.values())
    assert critical.together != 0


def test_a_chance_by_range_is_listed_for_every_band_if_one_changes():
    ranged = next(one for one in play({"x": {SHORT: 2}}).ranges if one.title == "A double turret of pulse lasers")
    assert ranged.name == "hit chance"
    assert [band for band, *_ in ranged.points][:5] == ["Adjacent", "Close", "Short", "Medium", "Long"]
    assert [band for band, before, after in ranged.points if before != after] == ["Short"]


def test_ten_house_rules_take_less_than_a_second():
    ids = (
        SHORT, "space/attack/target", "space/critical/effect", "ship/turret-weapons/beam-laser/damage",
        "space/damage-multiples/barbette", "personal/attack/target", "personal/cover/stone-wall",
        "checks/boon-and-bane/dice", "ship/mounts/double-turret/cost", "healing/natural/restores",
    )  # fmt: skip
    values = (2, 7, 5, "2D", 4, 7, 10, 4, "MCr1", "2D")
    changes = {id: {id: RAW.rule(id).kind.value(value)} for id, value in zip(ids, values, strict=True)}
    play({"x": {SHORT: 3}})  # the standing scenes, by the book
    start = time.process_time()
    assert len(play(changes).scenes) > 60
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("asked", "values", "first"),
    [
        ("short range=0..4", ["+0", "+1", "+2", "+3", "+4"], Fraction(21, 36)),
        ("space/attack/target=6,8,10", ["6+", "8+", "10+"], None),
        ("beam laser damage=1D..3D", ["1D", "2D", "3D"], None),
        (f"{SHORT}=2..0", ["+2", "+1", "+0"], None),
        ("evasive action=-3..-1", ["-3", "-2", "-1"], None),
        ("crit effect=5..6", ["5", "6"], None),
        ("boon dice=3..4", ["3", "4"], None),
    ],
)
def test_a_sweep_tries_each_value(asked, values, first):
    swept = next(iter(sweep(asked, RAW, "pulse lasers at short" if first is not None else "")))
    assert [text for text, _ in swept.points] == values
    if first is not None:
        assert swept.points[0][1] == first
    assert len({outcome for _, outcome in swept.points}) > 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("0..4", "is no sweep"),
        ("shrot range=0..4", "it is not clear which rule"),
        ("short range=1D..3D", "is not a DM"),
        ("short range=0..999", "more than 101 values"),
        ("short range=", "gives no values"),
        ("personal/round/seconds=1..3", "no scene comes out otherwise"),
    ],
)
def test_an_impossible_sweep_is_refused(asked, said):
    with pytest.raises(RawcheckError, match=said):
        list(sweep(asked, RAW))


SCENE = '[[scene]]\ntitle = "Ours"\nweapon = "beam laser"\nrange = "Short"\ngunner = 2\narmour = 4\nhull = 40\n'


def test_a_gms_own_scene_is_played_with_the_others(tmp_path):
    write(tmp_path, {"house.md": "Short range in space: -5\n", "mine.toml": SCENE})
    code, printed, _ = run("house.md", "--scene", "mine.toml", "--format", "markdown", cwd=tmp_path)
    assert code == 0
    assert "| Ours" in printed
    personal = '[[scene]]\ntitle = "P"\ndamage = "3D"\nrange_metres = 50\nmetres = 10\nskill = 2\n'
    check = '[[scene]]\ntitle = "C"\ndifficulty = "Difficult"\ndm = 2\nmode = "boon"\n'
    write(tmp_path, {"more.toml": SCENE + personal + check})
    assert [scene.title for scene in read_scenes(tmp_path / "more.toml")] == ["Ours", "P", "C"]


def test_an_unplayable_scene_is_reported_and_the_rest_is_still_shown(tmp_path):
    bad = SCENE.replace("Ours", "Theirs").replace("beam laser", "death star")
    write(tmp_path, {"house.md": "Short range in space: -5\n", "mine.toml": bad + SCENE, "none.toml": "junk"})
    _, printed, _ = run("house.md", "--scene", "mine.toml", "--format", "markdown", cwd=tmp_path)
    assert "A scene cannot be played: mine.toml: scene 1" in printed
    assert "death star" in printed
    assert "| Ours" in printed
    _, printed, _ = run("house.md", "--scene", "none.toml", cwd=tmp_path)
    assert "it is not TOML" in printed
    assert "1 house rule: 1 departs from the book" in printed


def test_combat_is_reported_before_healing_and_cost(tmp_path):
    write(tmp_path, {"house.md": "Natural healing: 3D a day\nAttack rolls need 9+ in space combat\n"})
    _, printed, _ = run("house.md", cwd=tmp_path)
    first = printed.partition("Most of all: ")[2].partition("\n\n")[0]
    assert "hit" in first
    assert "heal" not in first


def test_a_check_is_summed_up_by_its_chance_and_not_its_effect(tmp_path):
    write(tmp_path, {"house.md": "Very Difficult is 14+\n"})
    _, printed, _ = run("house.md", cwd=tmp_path)
    first = " ".join(printed.partition("Most of all: ")[2].partition("\n\n")[0].split())
    assert "of the time instead of" in first
    assert "an Effect of" not in printed


def test_a_page_without_rules_says_how_to_begin(tmp_path):
    write(tmp_path, {"house.md": "# Our rules\n\n## Combat\n", "raw.md": "Aiming +1\n"})
    _, printed, _ = run("house.md", cwd=tmp_path)
    assert "no line states one" in printed
    _, printed, _ = run("raw.md", cwd=tmp_path)
    assert printed.startswith("1 house rule: 1 repeats the book\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "scenes stand under"),
        ("[[scene]]\ntitle = 'x'", "give a weapon for space"),
        (SCENE.replace("gunner", "gunnner"), "the nearest: gunner"),
        (SCENE.replace("2\n", "'two'\n", 1), "a whole number belongs there"),
        (SCENE.replace("beam laser", "death star"), "death star"),
        (SCENE.replace("gunner = 2", "gunner = 900"), "900 is out of all reason"),
        (SCENE.replace("Short", "Distant"), "reaches Medium, not Distant"),
        ("= 3", "it is not TOML"),
        (SCENE + SCENE, "more than one scene is called 'Ours'"),
        (SCENE + "advantages = [1]\n", "advantages: a list of names belongs there"),
        (SCENE + "boons = -1\n", "boons: it cannot be less than 0"),
    ],
)
def test_an_unplayable_scene_is_refused(tmp_path, text, said):
    write(tmp_path, {"mine.toml": text})
    with pytest.raises(RawcheckError, match=said):
        read_scenes(tmp_path / "mine.toml")


def test_a_book_of_house_rules_can_be_played(tmp_path):
    path = write(tmp_path, {"h.md": "Short range in space: +2"}) / "h.md"
    assert house_rules(path, RAW)[SHORT] == 2


def test_rules_that_do_nothing_to_a_figure_alone_are_both_named(tmp_path):
    # a laser drill cannot reach an Effect of 5 by the book, nor of 6 with DM+2 at Adjacent range
    adjacent = "space/range-bands/adjacent/attack-dm"
    panel = play({"near": {adjacent: 2}, "crits": {"space/critical/effect": 5}})
    scene = next(one for one in panel.scenes if "laser drill" in one.title.lower())
    [change] = [one for one in scene.changes if one.name == "critical chance"]
    assert (change.alone, set(change.joined)) == ({}, {"near", "crits"})
    assert change.together == change.difference == Fraction(1, 36)
    [hit] = [one for one in scene.changes if one.name == "hit chance"]
    assert (set(hit.alone), hit.joined) == ({"near"}, ())


def test_a_scene_file_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\x00\xff\xfe")
    with pytest.raises(RawcheckError, match=r"it is no text; scenes are written in TOML"):
        read_scenes(tmp_path / "mine.toml")


def test_the_largest_effect_is_shown_by_a_scene_of_the_changed_rules(tmp_path):
    (tmp_path / "house.md").write_text("Pulse lasers do 3D\n")
    told = run("house.md", cwd=tmp_path)[1].partition("Most of all: ")[2]
    assert told.startswith("Pulse lasers at Short range now do ")


def test_the_largest_effect_is_not_smaller_than_that_of_the_first_scene(tmp_path):
    (tmp_path / "house.md").write_text("In space combat, attacks hit on 6+\n")
    printed = run("house.md", cwd=tmp_path)[1]
    most = printed.partition("Most of all: ")[2].partition("\n\n")[0]
    below = printed.partition("come out otherwise\n\n")[2]
    assert " ".join(below.split()).startswith(" ".join(most.split()))


def test_of_one_weapon_against_several_armours_the_largest_change_is_shown():
    rule = "ship/barbettes/particle-barbette/damage"
    told = play({"x": {rule: RAW.rule(rule).kind.value("5D")}}).alone["x"]
    assert told.sentence.startswith("Particle barbettes against armour 12 ")
