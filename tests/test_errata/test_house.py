"""House rules: what a page changes, in every format that GMs write, and what that does at the table."""

import json
import subprocess
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import RawcheckError
from engine.raw import RAW
from errata.house import house_rules
from errata.house.command import Asked, house
from errata.house.judged import judged
from errata.house.own_scenes import read_scenes
from errata.house.readers import read_page
from errata.house.starting import listing
from errata.house.sweeping import sweep
from errata.reports import Options
from tests.test_engine.test_scenes import brute
from tests.test_errata.gates import RAWCHECK, asked
from tests.test_errata.vtts import WRONG, write
from tests.test_verify.test_plain_lines import LINES
from verify.playing import play

SHORT = "space/range-bands/short/attack-dm"


def told(tmp_path, text, name="house.md"):
    """The codes of a page, each with its line and rule."""
    path = write(tmp_path, {name: text}) / name
    return [(f.code, f.place.line, f.rule) for f in judged([read_page(path, name)]).findings]


def changed(tmp_path, text, name="house.md"):
    """What a page changes."""
    path = write(tmp_path, {name: text}) / name
    made = judged([read_page(path, name)]).changes
    return {id: value for own in made.values() for id, value in own.items()}


def run(*words, cwd=None):
    made = subprocess.run([RAWCHECK, "house", *words], cwd=cwd, capture_output=True, text=True, check=False)
    assert "Traceback" not in made.stderr
    return made.returncode, made.stdout, made.stderr


FORMATS = {
    "lines.txt": "Short range in space: +2 instead of +1\nBeam lasers do 2D damage\n",
    "list.md": "# House rules\n\n## Space combat\n\n* **Short range:** +2\n* Beam lasers do 2D damage.\n",
    "table.md": "## House rules\n\n| Range Band | Attack DM |\n|---|---|\n| Short | +2 |\n| Medium | +0 |\n\n"
    "| Weapon | TL | Damage |\n|---|---|---|\n| Beam Laser | 10 | 2D |\n| Pulse Laser | 9 | 2D |\n",
    "ids.md": f"- `{SHORT}`: +2\n- ship/turret-weapons/beam-laser/damage = 2D\n",
    "rules.toml": f'"{SHORT}" = "+2"\n"ship/turret-weapons/beam-laser/damage" = "2D"\n',
    "nested.toml": "[space.range-bands.short]\nattack-dm = 2\n[ship.turret-weapons.beam-laser]\ndamage = '2D'\n",
    "rules.csv": "rule,value,was\nShort range in space,+2,+1\nship/turret-weapons/beam-laser/damage,2D,1D\n",
    "table.csv": "Weapon,TL,Damage\nBeam Laser,10,2D\nPulse Laser,9,2D\n",
    "settings.json": '{"theme": "dark", "houseRules": {"spaceShortRangeAttackDM": 2, "beamLaserDamage": "2D"}}',
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_page_says_the_same_in_every_format(tmp_path, name):
    beam = {"ship/turret-weapons/beam-laser/damage": RAW.rule("ship/turret-weapons/beam-laser/damage").kind.value("2D")}
    wanted = beam if name == "table.csv" else {SHORT: 2} | beam
    assert changed(tmp_path, FORMATS[name], name) == wanted


def test_each_line_is_what_it_is(tmp_path):
    page = """## Space combat

- Short range: +2 instead of +1
- Long range: -2
- High Yield adds +1D
- Sensor lock gives +2
- Medium range: +1 instead of -3
- Short range: +3
- Everybody brings snacks
- Distant range +900
- Ion weapons hurt more
"""
    found = told(tmp_path, page)
    assert [one for one in found if one[0] != "RC009"] == [
        ("RC006", 9, ""),
        ("RC006", 11, ""),
        ("RC001", 3, SHORT),
        ("RC002", 4, "space/range-bands/long/attack-dm"),
        ("RC005", 5, "ship/weapon-advantages/high-yield/effect"),
        ("RC004", 6, "space/sensor-lock/dm"),
        ("RC008", 7, "space/range-bands/medium/attack-dm"),
        ("RC001", 7, "space/range-bands/medium/attack-dm"),
        ("RC003", 8, SHORT),
        ("RC001", 8, SHORT),
        ("RC007", 10, "space/range-bands/distant/attack-dm"),
    ]
    assert changed(tmp_path, page)[SHORT] == 3
    assert "space/range-bands/distant/attack-dm" not in changed(tmp_path, page)


def test_nothing_that_a_page_says_is_dropped(tmp_path):
    page = """## Gunfights

Extreme range -5, laser sight +2. A combat round lasts 10 seconds. Everybody who dodges is tired for 3 days.
Barbettes multiply damage by
5.
**Pulse laser damage 3D**
~~Prone targets are -2~~

```
Criticals on Effect 5+; Stone wall gives +10
```
"""
    assert ("RC006", 10, "") in told(tmp_path, page)
    rules = {rule for _, _, rule in told(tmp_path, page)}
    assert rules == {
        "",
        "personal/ranges/extreme/attack-dm",
        "personal/attack-modifiers/laser-sight",
        "personal/round/seconds",
        "space/damage-multiples/barbette",
        "ship/turret-weapons/pulse-laser/damage",
    }
    assert ("RC006", 3, "") in told(tmp_path, page)
    assert told(tmp_path, "## Gunfights\n\n- Long range -4\n")[-1][2] == "personal/ranges/long/attack-dm"


@pytest.mark.parametrize("fence", ["```", "~~~", "````python"])
def test_code_is_no_rule_and_is_told(tmp_path, fence):
    page = (
        f"Short range in space: +2\n\n{fence}\nShort range in space: +3\n{fence.rstrip('python')}\n\nStone wall +10\n"
    )
    assert changed(tmp_path, page) == {SHORT: 2, "personal/cover/stone-wall": 10}
    assert ("RC006", 4, "") in told(tmp_path, page)


def test_markup_is_no_part_of_a_line(tmp_path):
    assert changed(tmp_path, "Short range: +2 <script>alert(1)</script>") == {SHORT: 2}
    assert changed(tmp_path, "<b>Short range in space:</b> +2") == {SHORT: 2}


BEAM, PULSE = "ship/turret-weapons/beam-laser/damage", "ship/turret-weapons/pulse-laser/damage"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "| Weapon | Damage |\n|---|---|\n| Beam laser | 2D |\n| Pulse laser | 3D |\n"),
        ("b.md", "| Weapon | Damage |\n|---|---|\n| Beam laser | 2D |\n| Pulse laser | 3D |\n| Missile | 5D |\n"),
        ("c.md", "## Turrets\n\n| Weapon | Damage |\n|---|---|\n| Beam laser | 2D |\n| Pulse laser | 3D |\n"),
        ("d.csv", "Weapon,Damage\nBeam laser,2D\nPulse laser,3D\n"),
        ("e.csv", "Weapon,TL,Damage\nBeam laser,10,2D\nPulse laser,9,3D\n"),
    ],
)
def test_a_table_is_not_the_one_that_happens_to_agree_with_the_book(tmp_path, name, text):
    # 2D and 3D are what barbettes have; in turrets it is 1D and 2D
    made = changed(tmp_path, text, name)
    assert {rule: str(value) for rule, value in made.items()} == {BEAM: "2D", PULSE: "3D"}
    codes = {code for code, *_ in told(tmp_path, text, name)}
    assert ("RC009" in codes) == (name != "c.md")


def test_a_table_is_the_one_that_its_heading_names(tmp_path):
    rows = "| Weapon | Damage |\n|---|---|\n| Beam laser | 3D |\n| Fusion | 6D |\n"
    barbettes = {"ship/barbettes/beam-laser-barbette/damage", "ship/barbettes/fusion-barbette/damage"}
    assert set(changed(tmp_path, f"## Barbettes\n\n{rows}")) == barbettes
    assert set(changed(tmp_path, rows.replace("Weapon", "Barbette"))) == barbettes


@pytest.mark.parametrize(
    "page",
    [
        "| Range | Sensor DM |\n|---|---|\n| Short | +2 |\n| Medium | +1 |\n| Long | -1 |\n",
        "| Range | Stealth check DM |\n|---|---|\n| Short | +2 |\n| Long | -1 |\n",
        "| Cargo | Tons | Price |\n|---|---|---|\n| Low berth | 4 | Cr 900 |\n| Grain | 10 | Cr 300 |\n",
        "| Loot | Value |\n|---|---|\n| Low berth | Cr 900 |\n| Beam laser | Cr 30000 |\n",
        "The corsair had armour 6. Medic check 9, Effect 1, restored 1 END.\n",
        "First aid restored 4 points\n",
        "Surgery healed 5 points last week\n",
        "Unlimited reactions are out; each character gets one per round\n",
        "Where there is no cover, the attack has DM-1\n",
    ],
)
def test_what_is_about_something_else_changes_no_rule(tmp_path, page):
    assert changed(tmp_path, page) == {}
    assert {code for code, *_ in told(tmp_path, page)} == {"RC006"}


@pytest.mark.parametrize(
    "page", ["Dual weapons: +3 penalty", "Dual weapons give a penalty of +3", "Dual weapons: a 3 penalty"]
)
def test_a_claim_does_not_turn_a_penalty_into_a_bonus(tmp_path, page):
    assert changed(tmp_path, page) == {"personal/attack-modifiers/dual-weapons": -3}


def test_a_clause_with_a_lead_of_its_own_is_about_that(tmp_path):
    assert changed(tmp_path, "Prone: -3 penalty, cover: penalty 4") == {
        "personal/attack-modifiers/prone-target": -3,
        "personal/attack-modifiers/target-in-cover": -4,
    }


def test_a_claim_is_not_made_of_a_row_that_it_does_not_know(tmp_path):
    assert changed(tmp_path, "Formidable checks need a 13\n") == {"checks/difficulties/formidable": 13}


def test_a_rule_for_boons_and_banes_alike_is_told_where_a_line_names_one(tmp_path):
    dice = "checks/boon-and-bane/dice"
    assert told(tmp_path, "Boons roll 4 dice\n") == [("RC011", 1, dice), ("RC001", 1, dice)]
    assert told(tmp_path, "Boons and Banes roll 4 dice\n") == [("RC001", 1, dice)]
    assert told(tmp_path, f"{dice}: 4\n") == [("RC001", 1, dice)]
    assert told(tmp_path, "checks/boon-and-bane/boon-keeps: worst\n")[-1] == (
        "RC001",
        1,
        "checks/boon-and-bane/boon-keeps",
    )


def test_a_settings_file_with_five_thousand_keys_takes_seconds(tmp_path):
    text = json.dumps({"houseRules": {f"beamLaserShade{n}": n for n in range(5000)}}, indent=1)
    path = write(tmp_path, {"s.json": text}) / "s.json"
    start = time.process_time()
    page = read_page(path, "s.json")
    assert time.process_time() - start < 10
    assert (len(page.problems), page.problems[-1].place.line) == (5000, 5002)


def test_what_of_a_line_is_not_understood_is_told(tmp_path):
    page = "- Beam lasers do 2D damage and blind the crew\n- A combat round lasts 10 seconds and nobody sleeps\n"
    assert [one for one in told(tmp_path, page) if one[0] == "RC010"] == [("RC010", 1, ""), ("RC010", 2, "")]
    assert changed(tmp_path, page)["personal/round/seconds"] == 10
    first = run("house.md", cwd=tmp_path)[1].partition("\n1 file")[0]
    assert " ".join(first.split()) == "2 house rules: 2 depart from the book; 2 lines are read in part"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "rule,value\nStone wall and robots laugh,+10\n"),
        ("a.json", '{"houseRules": {"stoneWallRobotsArmour": "+10"}}'),
    ],
)
def test_what_is_left_of_a_name_is_told_in_every_format(tmp_path, name, text):
    codes = {code for code, *_ in told(tmp_path, text, name)}
    assert codes & {"RC006", "RC010"}


def test_items_are_about_what_stands_above_them(tmp_path):
    beam = "ship/turret-weapons/beam-laser"
    page = "## Space combat\n\nBeam lasers:\n- TL 9\n- Power 5\n- Short range +2\n\nMedium range: +1\n"
    assert changed(tmp_path, page) == {f"{beam}/tl": 9, f"{beam}/power": 5, "space/range-bands/medium/attack-dm": 1}
    assert ("RC006", 6, "") in told(tmp_path, page)
    nested = "- Beam lasers:\n  - TL 9\n- Medium range in space: +1\n"
    assert changed(tmp_path, nested) == {f"{beam}/tl": 9, "space/range-bands/medium/attack-dm": 1}
    assert changed(tmp_path, "## Beam lasers\n\n* TL 9\n\n## Criticals\n\n* on Effect 5+\n") == {
        f"{beam}/tl": 9,
        "space/critical/effect": 5,
    }


@pytest.mark.parametrize("name", ["combat-quick-sheet", "combat-cheat-sheet", "high-guard", "referee-screen"])
def test_a_page_that_says_what_the_book_says_departs_from_it_nowhere(name):
    path = Path(__file__).parents[2] / "references" / f"{name}.md"
    found = judged([read_page(path, name)], RAW).findings
    own = [f for f in found if f.code in ("RC001", "RC007", "RC008")]
    assert [(f.place.line, f.message) for f in own] == []
    edition = [f for f in found if f.code == "RC004" and "2022 Core Rulebook" not in f.message]
    assert [(f.place.line, f.message) for f in edition] == []
    assert sum(f.code == "RC002" for f in found) > 140


SCOPES = [
    "{} for NPCs", "{} if the captain is drunk", "{} against robots", "{} unless in an atmosphere", "{} when berserk",
    "{} in the Spinward Marches", "{} with a bipod", "{} to elves", "{} at night", "Imperial Navy: {}", "For Vargr, {}",
    "If cornered, {}", "Aslan {}",
]  # fmt: skip


@pytest.mark.parametrize("scope", SCOPES)
def test_for_whom_and_when_a_rule_holds_is_never_dropped(tmp_path, scope):
    rules = [*LINES, "Sensor lock gives a Bane", "Ion weapons last two rounds", "Barbettes do x2 damage"]
    page = "".join(f"- {scope.format(rule)}\n" for rule in rules)
    read = read_page(write(tmp_path, {"h.md": page}) / "h.md", "h.md")
    told = {problem.place.line for problem in read.problems}
    assert [rules[n - 1] for n in {rule.place.line for rule in read.rules} - told] == []


@pytest.mark.parametrize(
    ("page", "rules"),
    [
        ("* **Space combat**\n  * Short range +2\n", {SHORT}),
        ("Space combat\n============\n\nShort range +2\n", {SHORT}),
        ("Gunfights\n---------\n\nShort range +2\n", {"personal/ranges/short/attack-dm"}),
        (
            "* Cover\n  * Stone wall +10\n  * Tree trunk +4\n",
            {"personal/cover/stone-wall", "personal/cover/tree-trunk"},
        ),
        ("We play the book, except:\n\n- Stone wall +10\n", {"personal/cover/stone-wall"}),
        ("1. Beam lasers\n   - damage 2D\n2. Stone wall +10\n", {BEAM, "personal/cover/stone-wall"}),
        ("- Lasers\n  - Beam lasers\n    - damage 2D\n  - Pulse lasers\n    - damage 3D\n", {BEAM, PULSE}),
    ],
)
def test_a_line_that_only_says_what_those_below_are_about_is_no_rule_and_no_riddle(tmp_path, page, rules):
    assert set(changed(tmp_path, page)) == rules
    assert "RC006" not in {code for code, *_ in told(tmp_path, page)}


def test_an_item_about_one_of_several_names_them_all(tmp_path):
    path = write(tmp_path, {"h.md": "* Missiles\n  + damage 5D\n"}) / "h.md"
    [problem] = read_page(path, "h.md").problems
    assert problem.nearest == ("ship/turret-weapons/missile-rack/damage", "ship/barbettes/missile-barbette/damage")


@pytest.mark.parametrize("heading", ["Sensors", "Detection"])
def test_what_stands_under_a_heading_that_the_rule_does_not_know_is_unclear(tmp_path, heading):
    table = f"## {heading}\n\n| Range | DM |\n|---|---|\n| Short | +2 |\n| Medium | +1 |\n"
    assert changed(tmp_path, table) == changed(tmp_path, f"## {heading}\n\n- Short: +2\n") == {}


def test_a_heading_tells_of_which_combat_a_rule_is(tmp_path):
    page = "## Gunfights\n\n- You hit on 7+\n- Effect is not added to damage\n"
    assert changed(tmp_path, page) == {"personal/attack/target": 7, "personal/damage/effect-added": False}
    assert {code for code, *_ in told(tmp_path, page)} == {"RC001"}


@pytest.mark.parametrize(
    "page",
    [
        "Combat rounds last 0 seconds",
        "First aid must be given within 0 minutes",
        "Boon: roll 1 die",
        "checks/boon-and-bane/keep: 5",
        "checks/boon-and-bane/dice: 0",
    ],
)
def test_a_value_that_nobody_can_play_is_refused(tmp_path, page):
    assert "RC007" in {code for code, *_ in told(tmp_path, page)}
    assert changed(tmp_path, page) == {}


def test_as_many_dice_may_be_kept_as_the_page_rolls(tmp_path):
    page = "checks/boon-and-bane/dice: 1\nchecks/boon-and-bane/keep: 1\n"
    assert changed(tmp_path, page) == {"checks/boon-and-bane/dice": 1, "checks/boon-and-bane/keep": 1}


def test_a_rule_that_is_said_twice_counts_once(tmp_path):
    write(tmp_path, {"h.md": "Short range in space: +2\nShort range in space: +2\n"})
    assert run("h.md", "h.md", cwd=tmp_path)[1].startswith("1 house rule: 1 departs from the book")


def test_a_page_that_is_too_long_says_so_first(tmp_path):
    path = write(tmp_path, {"h.md": "Everybody brings snacks.\n\n" * 2001}) / "h.md"
    first = read_page(path, "h.md").problems[0]
    assert (first.place.line, "from line 4,001 on" in first.why) == (1, True)


def test_settings_that_are_no_rules_are_named(tmp_path):
    write(tmp_path, {"s.json": '{"chatColor": "red", "beamLaserDamage": "2D"}'})
    assert "settings that are no rules (chatColor) 1" in run("s.json", cwd=tmp_path)[1]


def test_boxes_that_are_not_ticked_and_marks_of_footnotes_are_no_rules(tmp_path):
    page = "- [ ] Distant range in space: -9\n- [x] Short range in space: +2 [^1]\n"
    assert changed(tmp_path, page) == {SHORT: 2}


def test_an_exact_id_is_never_taken_for_a_sentence(tmp_path):
    rule = "ship/barbettes/particle-barbette/damage"
    assert changed(tmp_path, f"- {rule}: 6D\n") == {rule: RAW.rule(rule).kind.value("6D")}
    assert changed(tmp_path, "Particle barbette does 6D\n") == {rule: RAW.rule(rule).kind.value("6D")}


@pytest.mark.parametrize(
    "page",
    ["Criticals on Effect 9+", "space/attack/target: 11", "space/attack/dice: 1D", "Medium range in space: -9"],
)
def test_rules_under_which_something_can_no_longer_happen_are_played_all_the_same(tmp_path, page):
    write(tmp_path, {"h.md": f"{page}\nStone wall gives +10\n"})
    code, printed, _ = run("h.md", cwd=tmp_path)
    assert code == 0
    assert "At the table" in printed


def test_what_only_all_of_them_do_is_told_where_none_does_it_alone(tmp_path):
    write(tmp_path, {"h.md": "space/ion/long-effect: 3\nspace/ion/long-rounds: 2D\n"})
    code, printed, _ = run("h.md", cwd=tmp_path)
    assert code == 0
    assert "only together +0.83 rounds" in " ".join(printed.split())


def test_a_table_of_what_was_and_what_is_and_a_rule_set_as_a_heading(tmp_path):
    table = "| Rule | RAW | House |\n|---|---|---|\n| Criticals on Effect | 6+ | 5+ |\n| Stone wall | +8 | +10 |\n"
    assert changed(tmp_path, table) == {"space/critical/effect": 5, "personal/cover/stone-wall": 10}
    assert "RC003" not in {code for code, *_ in told(tmp_path, table)}
    assert changed(tmp_path, "## Criticals on Effect 5+\n") == {"space/critical/effect": 5}


def test_a_rule_that_is_said_twice_alike_is_only_noted(tmp_path):
    page = "Short range in space: +2\nShort range in space: +2\n"
    assert [code for code, *_ in told(tmp_path, page)] == ["RC001", "RC003"]
    write(tmp_path, {"h.md": page})
    assert "a later line" not in run("h.md", cwd=tmp_path)[1]


def test_a_line_does_not_repeat_itself(tmp_path):
    page = "Short range in space +2; every shot at Short range in space has +2\n"
    assert [code for code, *_ in told(tmp_path, page)] == ["RC001"]


def test_a_rule_for_some_of_a_name_is_none_for_all(tmp_path):
    assert changed(tmp_path, "Triple turrets use 2 hardpoints") == {}
    assert changed(tmp_path, "Turrets use 2 hardpoints") == {"ship/mount-rules/hardpoints-per-turret": 2}


def test_a_list_is_not_the_table_that_happens_to_agree_with_the_book(tmp_path):
    # a beam laser does 1D in a turret and 2D in a barbette, a pulse laser 2D and 3D
    page = "- Beam laser: 2D\n- Pulse laser: 3D\n- Missile rack: 5D\n"
    assert {id.split("/")[1] for id in changed(tmp_path, page)} == {"turret-weapons"}
    assert {id.split("/")[1] for id in changed(tmp_path, f"## Barbettes\n{page}")} == {"barbettes"}


@pytest.mark.parametrize(
    "heads", ["| Situation | RAW | Us |", "| Modifier | Book DM | Our DM |", "| Rule | Old | New |"]
)
@pytest.mark.parametrize("name", ["house.md", "house.csv"])
def test_the_column_of_the_book_is_not_what_is_played(tmp_path, heads, name):
    rows = "| Aiming | +1 | +2 |\n| Laser sight | +1 | +2 |\n| Prone target | -1 | -3 |\n| On horseback | 0 | -2 |\n"
    page = f"{heads}\n|---|---|---|\n{rows}"
    if name.endswith("csv"):
        page = "\n".join(line.strip("| ").replace(" | ", ",") for line in (heads, *rows.splitlines()))
    made = {id.rpartition("/")[2]: value for id, value in changed(tmp_path, page, name).items()}
    assert made == {"aiming": 2, "laser-sight": 2, "prone-target": -3}
    assert [line for code, line, _ in told(tmp_path, page, name) if code == "RC006"] == [6 - name.endswith("csv")]


def test_a_row_or_column_that_a_table_of_the_book_does_not_have_is_told(tmp_path):
    heads = "| Range Band | Attack DM | Sensor DM |\n|---|---|---|\n"
    table = f"{heads}| Short | +2 | |\n| Medium | +0 | +3 |\n| Orbital | -8 | |\n"
    found = told(tmp_path, f"## Space combat\n\n{table}")
    assert [line for code, line, _ in found if code == "RC006"] == [6, 7]
    assert ("RC001", 5, SHORT) in found


def test_numbered_parts_and_every_sort_of_bullet_are_items(tmp_path):
    page = "1. Space combat\n1.1 Short: +2\n1.2 Very Long: –5\n\n◦ Beam laser – 2D\n▪ Pulse laser — 3D\n"
    assert [code for code, *_ in told(tmp_path, page)] == ["RC001"] * 4


def test_a_title_is_no_riddle(tmp_path):
    assert told(tmp_path, "HOUSE RULES\n\nBeam lasers do 2D\n") == [
        ("RC001", 3, "ship/turret-weapons/beam-laser/damage")
    ]


def said(tmp_path, text):
    """The messages of a page."""
    path = write(tmp_path, {"house.md": text}) / "house.md"
    return [finding.message for finding in judged([read_page(path, "house.md")]).findings]


def test_what_no_rule_says_is_told_with_how_it_is_played(tmp_path):
    [one] = said(tmp_path, "Boons and Banes do not cancel")
    assert "it is played with the Bane alone" in one


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (
            "Sensor lock gives +2 instead of a Boon",
            "; contested: the 2022 Core Rulebook has it so (ruling 11); "
            "the errata log of the references has it as a misreading: +2 flat to attacks",
        ),
        ("Ion weapons cause criticals", "; contested: other sources have it so (ruling 13)"),
        ("Boons and Banes do not cancel", "; contested: ruling 41 tells who says what"),
    ],
)
def test_why_a_rule_is_contested_is_one_clause(tmp_path, text, end):
    [one] = said(tmp_path, text)
    assert one.endswith(end)


def test_what_is_lacking_is_told_as_lacking():
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


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.toml", f'"{SHORT}" = 2\n"{SHORT}" = 3\n"space/attack/target" = 7\n', 2),
        ("a.json", f'{{"{SHORT}": 2,\n"{SHORT}": 3,\n"space/attack/target": 7}}', 2),
    ],
)
def test_a_rule_that_is_named_twice_is_told_and_the_rest_counts(tmp_path, name, text, line):
    assert ("RC003", line, SHORT) in told(tmp_path, text, name)
    assert changed(tmp_path, text, name) == {SHORT: 3, "space/attack/target": 7}


def test_a_flat_dm_for_a_lock_takes_the_place_of_its_boon_unless_the_page_says_otherwise(tmp_path):
    assert changed(tmp_path, "Sensor lock gives +2") == {"space/sensor-lock/dm": 2, "space/sensor-lock/gives": "none"}
    both = "Sensor lock gives a Boon\nSensor lock gives +2\n"
    assert ("RC003", 2, "space/sensor-lock/dm") in told(tmp_path, both)
    assert changed(tmp_path, both) == {"space/sensor-lock/dm": 2, "space/sensor-lock/gives": "none"}
    assert changed(tmp_path, "Sensor lock gives +2\nspace/sensor-lock/dm: 0\n") == {}


def test_one_line_may_give_a_lock_its_boon_and_a_dm_besides(tmp_path):
    page = "Sensor lock: Boon on attacks, plus DM+1\n"
    assert changed(tmp_path, page) == {"space/sensor-lock/dm": 1}
    assert [code for code, *_ in told(tmp_path, page)] == ["RC002", "RC004"]
    assert "in place of" not in " ".join(said(tmp_path, page))


def test_a_rule_that_both_sorts_of_combat_have_is_of_that_of_its_heading(tmp_path):
    assert changed(tmp_path, "Ground:\nBase to-hit is 9+ instead of 8+\n") == {"personal/attack/target": 9}


def test_the_impact_is_exact_and_told_in_a_sentence(tmp_path):
    page = write(tmp_path, {"house.md": "Short range in space: +2\n"}) / "house.md"
    told = json.loads(house([str(page)], "json", Options(), "error", Asked())[0])
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
def test_what_a_rule_does_is_told_by_the_scene_that_is_about_it(rule, value, said):
    told = play({"x": {rule: RAW.rule(rule).kind.value(value)}}).alone["x"]
    assert said in told.sentence


def test_the_distance_of_two_scenes_is_the_share_of_rolls_that_come_out_otherwise():
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


def test_a_chance_by_range_is_told_for_every_band_where_one_of_them_changes():
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
def test_a_sweep_that_cannot_be_made_is_told(asked, said):
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "scenes stand under"),
        ("[[scene]]\ntitle = 'x'", "give a weapon for space"),
        (SCENE.replace("gunner", "gunnner"), "the nearest: gunner"),
        (SCENE.replace("2\n", "'two'\n", 1), "a whole number belongs there"),
        (SCENE.replace("beam laser", "death star"), "death star"),
        (SCENE.replace("Short", "Distant"), "reaches Medium, not Distant"),
        ("= 3", "it is not TOML"),
        (SCENE + SCENE, "more than one scene is called 'Ours'"),
        (SCENE + "advantages = [1]\n", "advantages: a list of names belongs there"),
        (SCENE + "boons = -1\n", "boons: it cannot be less than 0"),
    ],
)
def test_a_scene_that_cannot_be_played_is_told(tmp_path, text, said):
    write(tmp_path, {"mine.toml": text})
    with pytest.raises(RawcheckError, match=said):
        read_scenes(tmp_path / "mine.toml")


def test_a_page_to_begin_with_changes_nothing_and_every_rule_is_listed(tmp_path):
    assert run("--init", "house.md", cwd=tmp_path)[0] == 0
    assert told(tmp_path, (tmp_path / "house.md").read_text(encoding="utf-8")) == []
    assert run("--init", "house.md", cwd=tmp_path)[0] == 2
    assert run("--init", "all.toml", cwd=tmp_path)[0] == 0
    bare = (tmp_path / "all.toml").read_text(encoding="utf-8").replace('\n# "', '\n"')
    assert {code for code, *_ in told(tmp_path, bare, "all.toml")} == {"RC002"}
    assert len(changed(tmp_path, bare, "all.toml")) == 0
    printed = run("--list", "*")[1]
    assert all(id in printed for id in RAW)
    assert "CRB 2016 p. 156" in run("--list", "short attack")[1]


def test_nothing_that_is_printed_is_wider_than_the_terminal(tmp_path):
    page = """checks/effects/exceptional-failure/chain-dm: -1
healing/mortal-wounds/weakened/other-losses: 2D
healing/final-attack/heavy/dm: +2
- Beam lasers do 2D damage and cost MCr1
- Nobody at this table has ever understood how the sensors of a ship in the dark can find 3 others
"""
    write(tmp_path, {"house.md": page})
    printed = house(
        [str(tmp_path / "house.md")], "text", Options(width=80), "error", Asked(sweeps=("short range=0..4",))
    )
    swept = [line for line in printed[0].split("\n") if tmp_path.name not in line]
    assert max(map(len, swept)) <= 80
    assert max(map(len, listing("*", room=80).split("\n"))) <= 80
    assert all(id in listing("*", room=80) for id in RAW)
    assert len(listing("*").split("\n")) == len(RAW) + 4


def test_the_first_line_tells_how_many_and_the_json_fits_the_schema(tmp_path):
    write(tmp_path, {"house.md": "Short range in space: +2\nMedium range in space: +0\nSnacks\n"})
    code, printed, _ = run("house.md", cwd=tmp_path)
    assert code == 0
    assert printed.startswith("2 house rules: 1 departs from the book, 1 repeats it; 1 line is not understood\n")
    from importlib.resources import files

    schema = json.loads((files("errata.reports") / "schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(run("house.md", "--format", "json", cwd=tmp_path)[1]), schema)


@pytest.mark.parametrize(
    ("name", "text", "code", "said"),
    [
        ("a.md", "", 2, "a.md: it is empty"),
        ("a.toml", "= 3", 2, "a.toml: it is not TOML"),
        ("a.json", "{", 2, "a.json:1: it is not JSON"),
        ("a.toml", '"space/shrot" = 2', 0, "no rule has the id 'space/shrot'"),
        ("a.toml", f'"{SHORT}" = [1]', 1, "a text or a number belongs there"),
        ("a.toml", f'"{SHORT}" = "lots"', 1, "'lots' is not a DM"),
        ("a.csv", "rule,value\nShort range in space,\n", 0, "it gives no value"),
        ("a.md", "\0\0\0", 2, "a.md"),
        (
            "a.md",
            "Beam lasers do 2Dx+ damage\nStone wall gives +10",
            0,
            "'Beam lasers do 2Dx+ damage': '2Dx+' cannot be read as a value",
        ),
        ("a.csv", "rule,value\nStone wall,+10,or so\n", 0, "'or so': the row has more cells than the first one"),
        ("a.json", '{"a":' * 5000 + "1" + "}" * 5000, 2, "a.json: it is nested too deeply to be read"),
        ("a.json", '{"a":' * 60 + '{"sensorLockDM": 2}' + "}" * 60, 0, "+2 instead of +0"),
        ("a.toml", '"space/attack/target" = 7\n[x\n', 1, "a.toml:2"),
    ],
)
def test_a_page_that_is_wrong_is_told_with_its_line(tmp_path, name, text, code, said):
    write(tmp_path, {name: text})
    ended, printed, error = run(name, cwd=tmp_path)
    assert ended == code
    assert said in " ".join((printed + error).split())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_page_in_another_encoding_is_read_and_shown_as_it_stands(tmp_path, encoding):
    (tmp_path / "h.md").write_bytes(
        "Stone wall gives +10 – \r\nLong range in space: −3\r\n".encode(encoding, "replace")
    )
    code, printed, _ = run("h.md", cwd=tmp_path)
    assert code == 0
    assert "h.md:1  Stone wall gives +10" in printed
    assert ("It is not UTF-8" in printed) == (encoding != "utf-8-sig")
    assert "\ufffd" not in printed


def test_one_bad_file_does_not_hide_another(tmp_path):
    write(tmp_path, {"a.md": "Short range in space: +2\n"})
    code, printed, _ = run("a.md", "none.md", cwd=tmp_path)
    assert code == 1
    assert "departs" in printed
    assert "none.md" in printed


def test_a_gate_takes_house_rules_in_plain_words_and_refuses_what_it_does_not_understand(tmp_path):
    files = WRONG | {"rawcheck.toml": "house = 'house.md'", "house.md": "- Short range in space: -2\n"}
    assert [rule for _, rule, _ in asked(write(tmp_path, files))[1]] == ["ship/turret-weapons/beam-laser/damage"]
    write(tmp_path, {"house.md": "Snacks for all\n"})
    with pytest.raises(RawcheckError, match=r"house\.md:1:1"):
        asked(tmp_path)


def test_the_settings_of_a_vtt_that_are_no_rules_are_only_counted(tmp_path):
    text = json.dumps({"theme": "dark", "fontSize": 12, "houseRules": {"sensorLockDM": 2, "funFactor": 11}})
    path = write(tmp_path, {"s.json": text}) / "s.json"
    page = read_page(path, "s.json")
    assert [list(rule.changes) for rule in page.rules] == [["space/sensor-lock/dm"]]
    assert [problem.text for problem in page.problems] == ["houseRules.funFactor: 11"]
    assert len(page.left_alone) == 2


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200), st.sampled_from(["a.md", "a.txt", "a.csv", "a.toml", "a.json"]))
def test_rubbish_gives_a_message_and_never_a_traceback(tmp_path, text, name):
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    with suppress(RawcheckError):
        house([str(tmp_path / name)], "text", Options(), "error", Asked())


def test_a_book_of_house_rules_can_be_played(tmp_path):
    path = write(tmp_path, {"h.md": "Short range in space: +2"}) / "h.md"
    assert house_rules(path, RAW)[SHORT] == 2


@pytest.mark.parametrize(
    "text",
    [
        "# Space combat\n\n- NPC ships get +2 at Short range\n- Enemy ships have +2 at Short range",
        "# Checks\n\n- Roll 3D and drop the lowest for all checks\n- Roll 3D, drop the lowest",
        "Staterooms cost MCr0.4 per person",
        "Used beam lasers cost MCr0.3, 2 tons",
        "Checks roll 40D6",
    ],
)
def test_what_holds_for_some_or_means_something_else_changes_nothing(tmp_path, text):
    assert changed(tmp_path, text) == {}


def test_thousands_of_a_price_that_a_claim_knows(tmp_path):
    assert changed(tmp_path, "Low berths: 1 ton, Cr 75k")["ship/quarters/low-berth/cost"] == 75_000
    assert changed(tmp_path, "Staterooms cost Cr 600.000") == {"ship/quarters/standard-stateroom/cost": 600_000}


def test_a_rule_of_toml_that_is_told_twice_has_both_its_lines(tmp_path):
    path = write(tmp_path, {"h.toml": '"space/critical/effect" = 5\n[space.critical]\neffect=4\n'}) / "h.toml"
    assert [(rule.place.line, rule.place.column) for rule in read_page(path, "h.toml").rules] == [(1, 27), (3, 8)]


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


@pytest.mark.parametrize(
    ("rule", "value", "entry"),
    [
        ("space/ion/permanent", "yes", "permanent"),
        ("ship/customising/maximum-tl-difference", "5", "+5 TL = 3 slots"),
        ("ship/weapon-advantages/long-range/advantages", "1", "1 slot"),
    ],
)
def test_an_entry_of_the_errata_log_is_known_by_what_it_plays(tmp_path, rule, value, entry):
    written = value if value.isdecimal() else f'"{value}"'
    path = write(tmp_path, {"a.toml": f'"{rule}" = {written}\n'}) / "a.toml"
    [finding] = [one for one in judged([read_page(path, "a.toml")]).findings if one.rule == rule]
    assert (finding.code, f"the old misreading: {entry} (" in finding.message) == ("RC005", True)


def test_what_stands_behind_the_last_statement_that_is_read_is_left_out_and_told(tmp_path):
    found = told(tmp_path, "Short range in space: +2\n" * 2000 + "Stone wall: +10\n")
    assert found[0][:2] == ("RC006", 1)
    assert {rule for _, _, rule in found[1:]} == {SHORT}


def test_what_a_line_has_beyond_what_is_read_of_it_is_told(tmp_path):
    found = told(tmp_path, "Stone wall: +10\n" + "la " * 20_000 + "Short range in space: +2\n")
    assert ("RC006", 2, "") in found
    assert SHORT not in {rule for _, _, rule in found}


def test_a_page_that_says_the_same_many_times_is_read_in_little_time(tmp_path):
    path = (
        write(tmp_path, {"house.md": "Aiming gives +2\nStone wall +10\nShort range in space: +2\n" * 8000}) / "house.md"
    )
    start = time.process_time()
    read_page(path, "house.md")
    assert time.process_time() - start < 10  # each statement was held against each value of the page: a minute


def test_an_update_in_a_line_of_its_own_counts(tmp_path):
    page = "Vegetation +1\nUpdate 2024-05: now +3\n\nStone wall +9. Update: +7\n"
    assert changed(tmp_path, page) == {"personal/cover/vegetation": 3, "personal/cover/stone-wall": 7}


@pytest.mark.parametrize(
    "page", ["Point defence: +1 missile per Effect\n", "## Point defence\n\n* +1 missile per Effect\n"]
)
def test_one_more_is_not_one(tmp_path, page):
    [(code, _, rule)] = told(tmp_path, page)
    assert (code, rule) == ("RC006", "")
    assert told(tmp_path, page.replace("+1 missile", "2 missiles"))[0][2] == "space/point-defence/missiles-per-effect"


def test_a_plus_on_tons_is_not_their_total(tmp_path):
    assert changed(tmp_path, "Barbettes: +2 tons\n") == {}
    assert told(tmp_path, "Barbettes: +2 tons\n") == [("RC006", 1, "")]


@pytest.mark.parametrize("line", ["Pistols at short range get +2.", "Melee at short range gets +2."])
@pytest.mark.parametrize("beside", ["", "Snipers with a scope ignore long range penalties.", "Extreme range -6"])
def test_a_line_about_one_sort_of_weapon_is_no_rule_for_all_whatever_stands_beside_it(tmp_path, line, beside):
    assert ("RC006", 1, "") in told(tmp_path, f"{line}\n{beside}\n")
    assert "personal/ranges/short/attack-dm" not in changed(tmp_path, f"{line}\n{beside}\n")
    assert changed(tmp_path, f"## Personal combat\n\n{line}\n") == {}


def test_a_line_that_is_not_understood_says_nothing_of_those_beside_it(tmp_path):
    line = "At short range attacks get +2."
    beside = "Snipers with a scope ignore long range penalties."
    assert changed(tmp_path, f"{line}\n{beside}\n") == changed(tmp_path, f"{line}\n") == {SHORT: 2}


def test_what_is_out_of_all_reason_is_said_to_be(tmp_path):
    assert told(tmp_path, "Barbettes multiply damage by 0.\n") == [("RC007", 1, "space/damage-multiples/barbette")]
    path = write(tmp_path, {"dice.md": "Beam laser damage: 900D\n"}) / "dice.md"
    [finding] = judged([read_page(path, "dice.md")]).findings
    assert "'900D' is out of all reason: nobody rolls so many dice" in finding.message


def test_a_line_that_is_cut_says_so(tmp_path):
    line = "The steward of our ship keeps a garden of small trees in the common area, which everybody likes very much."
    path = write(tmp_path, {"long.md": f"{line} It gives +2.\n"}) / "long.md"
    first = judged([read_page(path, "long.md")]).findings[0]
    assert first.actual == f"{line[:79].rstrip()}…"
    assert repr(first.actual) in first.message


PARTIAL = {
    "| Location | Severity 1 | Severity 2 |\n|---|---|---|\n| Sensors | DM-3 to sensor checks | frobbed |\n": (
        [("RC001", 3, "space/critical-effects/sensors/severity-1"), ("RC007", 3, "")]
    ),
    "| Location | Severity 1 | Severity 2 |\n|---|---|---|\n| Armour | Armour -1 | Armour -3 |\n": (
        [
            ("RC002", 3, "space/critical-effects/armour/severity-1"),
            ("RC001", 3, "space/critical-effects/armour/severity-2"),
        ]
    ),
    "| Position | Commercial | Military |\n|---|---|---|\n| Pilot | 1 + 1 per small craft | 4 |\n": (
        [("RC002", 3, "ship/crew/pilot/commercial"), ("RC001", 3, "ship/crew/pilot/military")]
    ),
}


@pytest.mark.parametrize("table", PARTIAL)
def test_each_cell_of_a_table_of_one_row_is_read_or_listed(tmp_path, table):
    assert sorted(told(tmp_path, table)) == sorted(PARTIAL[table])


def test_a_row_of_which_nothing_is_understood_is_told_with_all_that_it_has(tmp_path):
    path = (
        write(tmp_path, {"rays.md": "| Weapon | Damage | Notes |\n|---|---|---|\n| Ray | 9D | 4 tons |\n"}) / "rays.md"
    )
    [problem] = read_page(path, "rays.md").problems
    assert problem.text == "Ray Damage: 9D; Ray Notes: 4 tons"


def test_what_is_out_of_all_reason_is_counted_once(tmp_path):
    page = "Short range in space: +2\nShort range in space: +900\nFrobbing gives +3\nBeam lasers do 1D damage\n"
    path = write(tmp_path, {"house.md": page}) / "house.md"
    printed = house([str(path)], "json", Options(least="note"), "error", Asked())[0]
    made = json.loads(printed)
    codes = [finding["code"] for finding in made["findings"]]
    assert sorted(codes) == ["RC001", "RC002", "RC006", "RC007"]
    assert [made["summary"][verdict] for verdict in ("differs", "agrees", "unchecked", "facts")] == [1, 1, 2, 4]
