"""The impact of house rules as shown: combined effects, cancelling rules, spread, own scenes, assumptions."""

import json
import math
from collections import Counter
from fractions import Fraction
from importlib.resources import files
from itertools import product

import jsonschema
import pytest

from engine.rulebook.raw import RAW
from errata.commands.house import Asked, house_report
from errata.impact.playing import play
from errata.impact.scenes import COMMON, OWN, Scene, panel
from errata.impact.scenes.scene_figures import amount, rolled
from errata.reports import Options
from errata.reports.parts.house_impact import panel_in_text as in_text
from errata.reports.parts.scenes_page import scenes
from tests.test_errata.test_house.pages import run
from tests.test_errata.test_impact.test_scenes import brute
from tests.test_errata.vtts import write

SHORT = "space/range-bands/short/attack-dm"
SMART, PER_TL = "personal/trait-rules/smart-maximum", "personal/trait-rules/smart-per-tl"
OURS = '[[scene]]\ntitle = "Ours"\nweapon = "beam laser"\nrange = "Short"\narmour = 4\nhull = 40\n'


def said(tmp_path, page, form="text", name="house.toml", own=None):
    """What the command prints of a page, in one line."""
    write(tmp_path, {name: page} | ({"own.toml": own} if own else {}))
    asked = Asked(scenes=str(tmp_path / "own.toml") if own else None)
    return " ".join(
        house_report([str(tmp_path / name)], form, Options(width=80, least="note"), "error", asked)[0].split()
    )


def by_hand(maximum, per_tl):
    """A smart round of TL 12 at TL 9, skill 1, 3D, armour 4, by counting all rolls: its mean damage."""
    dm, total = 1 + min(maximum, 3 * per_tl), 0
    for hit, ways in Counter(map(sum, product(range(1, 7), repeat=2))).items():
        for dice, more in Counter(map(sum, product(range(1, 7), repeat=3))).items():
            effect = hit + dm - 8
            total += ways * more * max(0, dice + effect - 4) * (effect >= 0)
    return Fraction(total, 6**5)


def test_an_effect_of_several_rules_together_is_exact_and_names_the_partner():
    panel = play({"most": {SMART: 9}, "each": {PER_TL: 3}})
    damage = next(change for change in panel.scenes[0].changes if change.name == "damage")
    assert (damage.before, damage.after) == (by_hand(6, 1), by_hand(9, 3))
    assert damage.alone == {"each": by_hand(6, 3) - by_hand(6, 1)}
    assert damage.together == by_hand(9, 3) - by_hand(6, 3) == 3
    assert damage.joined == ("most",)
    assert panel.together["most"].partners == ("each",)
    assert "most" not in panel.alone
    assert list(panel.together) == ["most"]


@pytest.mark.parametrize("form", ["text", "html", "markdown"])
def test_an_effect_of_several_rules_together_is_shown(tmp_path, form):
    page = f'"{SMART}" = 9\n"{PER_TL}" = 3\n'
    printed = said(tmp_path, page, form).replace("\\", "")
    assert "only together +3 points" in printed
    assert "only together +29.5 %-points" in printed
    assert f"othing by itself; together with “{PER_TL} = 3”: Smart rounds" in printed
    assert f"“{SMART} = 9” nothing" in printed


def test_a_rule_that_needs_another_names_it_as_its_partner():
    panel = play(
        {
            "chosen": {"space/critical/location": "chosen", "space/critical/called-shot-range": "Short"},
            "price": {"space/critical/called-shot-dm": -4},
            "apart": {"healing/natural/days": 2},
        }
    )
    assert panel.together["price"].partners == ("chosen",)
    assert panel.together["price"].scene.title == "A shot that is called at Short range"


@pytest.mark.parametrize("form", ["text", "html"])
def test_rules_that_cancel_each_other_out_are_reported(tmp_path, form):
    printed = said(tmp_path, f'"{SMART}" = 3\n"{PER_TL}" = 2\n', form)
    assert "A smart round: these rules cancel each other out, so that it comes out as by the book." in printed
    assert f"0 of {len(panel())} scenes come out otherwise; in 1 more, rules cancel each other out" in printed
    assert "92 % of the time instead of 92 %" not in printed
    assert "Most of all" not in printed


def test_the_spread_is_shown_beside_the_mean_and_exact(tmp_path):
    changed = {"title": "A double turret of pulse lasers at Short range", "rule": f'"{SHORT}" = 2\n'}
    shown = json.loads(said(tmp_path, changed["rule"], "json"))
    jsonschema.validate(shown, json.loads(files("errata.reports").joinpath("schema.json").read_text(encoding="utf-8")))
    scene = next(one for one in shown["panel"]["scenes"] if one["title"] == changed["title"])
    damage = next(one for one in scene["figures"] if one["name"] == "damage")
    deviations = []
    for dm, which in ((2, "before"), (3, "after")):
        dealt, ways = brute(dm)[0], 6**4
        mean = Fraction(sum(n * count for n, count in dealt.items()), ways)
        variance = sum((n - mean) ** 2 * count for n, count in dealt.items()) / ways
        assert Fraction(damage["variances"][which]) == variance
        deviations.append(math.sqrt(variance))
    panel = play({"x": {SHORT: 2}})
    rows = next(one.figures for one in scenes(panel) if one.scene.title == changed["title"])
    [row] = [row for row in rows if row.name == "damage: spread"]
    before, after = deviations
    assert row[1:] == (f"±{before:.1f} points", f"±{after:.1f} points", f"{after - before:+.2f} points", "")
    for form in ("text", "html", "markdown"):
        assert "damage: spread" in said(tmp_path, changed["rule"], form)


def test_a_change_of_the_spread_alone_is_reported():
    def play_it(book):
        count = book.number(SHORT)
        yield rolled("damage", "points", RAW.dice("space/attack/dice").distribution() * count - 7 * count, "{after}")

    [scene] = play({"x": {SHORT: 2}}, own=[Scene("Odd", "They", play_it, OWN, COMMON)]).scenes[:1]
    assert scene.sentence == "Odd: damage is 0 on average as by the book, but lies ±4.8 around that instead of ±2.4."
    assert scene.moved
    assert scene.weight > 0


@pytest.mark.parametrize("form", ["text", "html", "markdown", "json"])
def test_own_scenes_come_first_and_are_shown_where_nothing_changes(tmp_path, form):
    sniper = '[[scene]]\ntitle = "Sniper"\ndamage = "3D"\nrange_metres = 50\nmetres = 40\n'
    printed = said(tmp_path, f'"{SHORT}" = 2\n', form, own=OURS + sniper)
    assert "Sniper: unchanged by these rules." in printed
    table = printed[printed.index('"scenes"' if form == "json" else "scenes come out otherwise") :]
    assert table.index("Ours") < table.index("Sniper") < table.index("double turret of pulse lasers at Short")
    assert "beam laser, gunner 0, armour 4, hull 40, evasion 0, range Short" in printed


def test_own_scenes_are_shown_without_changes_and_never_swept(tmp_path):
    printed = said(tmp_path, "Short range in space: +1\n", name="house.md", own=OURS)
    assert "Ours: unchanged by these rules." in printed
    assert "0 of 1 scenes come out otherwise" in printed
    panel = play({"x": {SHORT: 2}}, own=[Scene("Still", "They", lambda _: [amount("n", "", 1, "")], OWN)])
    assert [scene.title for scene in panel.scenes if not scene.moved] == ["Still"]
    assert panel.first in panel.moved
    assert max(map(len, in_text(panel, 80))) <= 80


@pytest.mark.parametrize("form", ["text", "html", "markdown", "json"])
def test_a_scene_states_its_assumptions(tmp_path, form):
    printed = said(tmp_path, f'"{SHORT}" = 2\n', form)
    assert "Short range, Gunner 1; a free trader with armour 2 and Hull 80 that dodges, Pilot 2" in printed
    printed = said(tmp_path, '"personal/attack/target" = 7\n', form)
    assert "skill 1, DM+0 for DEX; the target: STR 7, DEX 7, END 7, armour 4" in printed


@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [
        ("space/ion/rounds", 2, "Ion cannons now take Power away for 1.2 rounds on average instead of 0.6."),
        ("healing/natural/restores", "2D", "instead of 3.5; they are well about two days sooner."),
        ("ship/quarters/standard-stateroom/tons", 3, "A set of ten standard staterooms takes 30 tons instead of 40."),
        ("ship/turret-weapons/beam-laser/damage", "1D-20", "a free trader is never disabled any more"),
        ("healing/natural/days", 2, "they are well about four days later."),
        ("healing/medical-care/end-dm-added", False, "The hardy in a sick bay now heal 4 points a day instead of 5."),
        ("space/ion/long-effect", 5, "Ion cannons in skilled hands now take Power away for"),
        ("space/critical/maximum-severity", 4, "Particle barbettes now score criticals of severity 4 on average"),
        ("ship/turret-weapons/railgun/traits", "AP 6", "Railgun turrets at armour 8 now do"),
        ("space/range-bands/short/attack-dm", -5, "Ships 1,000 km apart now fire with DM-5 instead of +1."),
        ("space/critical/effect", 9, "Critical hits have severity: 2 by the book, none now."),
        ("space/actions/overload-drive-thrust", 2, "Engineers who overload now gain 2 Thrust instead of 1."),
        ("ship/sensors/military/dm", 2, "Sensor operators with military sensors now get a lock"),
        ("personal/surprise/ambusher-dm", 3, "who are in ambush now roll 5 for initiative, not 8"),
        ("personal/modifier-rules/aim-maximum", 3, "Shots that are aimed for long now hit"),
        ("personal/grapple/damage", 4, "Wrestlers now do"),
        ("personal/trait-rules/burst-rounds-per-auto", 2, "Bursts now use up 6 shots instead of 3."),
        ("personal/trait-rules/stun-rounds-per-excess", 2, "Stunners put their target out of action for"),
        ("healing/first-aid/within-minutes", 5, "First aid two minutes after the wound: it can happen now"),
        ("space/damage/armour-per-ap", 2, "Railgun turrets at armour 8 now do"),
    ],
)
def test_every_sort_of_scene_has_its_sentence(rule, value, said):
    panel = play({"x": {rule: RAW.rule(rule).kind.value(value)}})
    assert said in " ".join(scene.sentence for scene in panel.scenes)


def test_singular_and_plural_fit_the_number():
    panel = play({"x": {"ship/mount-rules/hardpoints-per-barbette": 2}})
    cells = [cell for shown in scenes(panel) for figure in shown.figures for cell in figure]
    assert "1 hardpoint" in cells
    assert "1 hardpoints" not in cells


def test_lines_of_prose_are_listed_at_the_end_and_none_is_dropped(tmp_path):
    prose = ["We meet on Tuesdays.", "Bring snacks please.", "Bananas are tasty, " + "and so on " * 9 + "for ever."]
    (tmp_path / "house.md").write_text("\n\n".join([*prose, "Aiming +3", "Bananas +3"]))
    printed = run("house.md", cwd=tmp_path)[1]
    rules, _, listed = printed.partition("3 lines give no value and were taken for prose:\n")
    assert "Tuesdays" not in rules
    assert "Bananas +3" in rules
    assert [line.split()[0] for line in listed.split("\n")[:3]] == ["house.md:1", "house.md:3", "house.md:5"]
    assert all(len(line) <= 80 for line in listed.split("\n")[:3])


def test_rules_of_one_line_that_change_one_scene_share_a_sentence(tmp_path):
    (tmp_path / "house.md").write_text("Pulse lasers get +3 and do 1D\n")
    printed = " ".join(run("house.md", cwd=tmp_path)[1].split())
    own = printed.partition("At the table")[0]
    assert own.count("does ") == own.count("together with the rest of its line: ") == 1
