"""House rules in tables, lists and settings: which column is played, and which rule table is meant."""

import json
import time

import pytest

from engine.rulebook.raw import RAW
from errata.house.readers import read_page
from tests.test_errata.test_house.pages import BEAM, PULSE, SHORT, changed, run, told
from tests.test_errata.vtts import write

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


def test_a_settings_file_with_two_thousand_keys_takes_seconds(tmp_path):
    text = json.dumps({"houseRules": {f"beamLaserShade{n}": n for n in range(2000)}}, indent=1)
    path = write(tmp_path, {"s.json": text}) / "s.json"
    start = time.process_time()
    page = read_page(path, "s.json")
    assert time.process_time() - start < 4
    assert (len(page.problems), page.problems[-1].place.line) == (2000, 2002)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "rule,value\nStone wall and robots laugh,+10\n"),
        ("a.json", '{"houseRules": {"stoneWallRobotsArmour": "+10"}}'),
    ],
)
def test_unread_words_of_a_name_are_reported_in_every_format(tmp_path, name, text):
    codes = {code for code, *_ in told(tmp_path, text, name)}
    assert codes & {"RC006", "RC010"}


def test_settings_that_are_no_rules_are_named(tmp_path):
    write(tmp_path, {"s.json": '{"chatColor": "red", "beamLaserDamage": "2D"}'})
    assert "Skipped: 1 setting that is no rule (chatColor)" in run("s.json", cwd=tmp_path)[1]


def test_a_table_with_old_and_new_values_under_the_name_of_a_rule_set_is_read(tmp_path):
    table = "| Rule | RAW | House |\n|---|---|---|\n| Criticals on Effect | 6+ | 5+ |\n| Stone wall | +8 | +10 |\n"
    assert changed(tmp_path, table) == {"space/critical/effect": 5, "personal/cover/stone-wall": 10}
    assert "RC003" not in {code for code, *_ in told(tmp_path, table)}
    assert changed(tmp_path, "## Criticals on Effect 5+\n") == {"space/critical/effect": 5}


def test_a_list_is_not_the_table_that_happens_to_agree_with_the_book(tmp_path):
    # a beam laser does 1D in a turret and 2D in a barbette, a pulse laser 2D and 3D
    page = "- Beam laser: 2D\n- Pulse laser: 3D\n- Missile rack: 5D\n"
    assert {id.split("/")[1] for id in changed(tmp_path, page)} == {"turret-weapons"}
    assert {id.split("/")[1] for id in changed(tmp_path, f"## Barbettes\n{page}")} == {"barbettes"}


@pytest.mark.parametrize(
    "heads", ["| Situation | RAW | Us |", "| Modifier | Book DM | Our DM |", "| Rule | Old | New |"]
)
@pytest.mark.parametrize("name", ["house.md", "house.csv"])
def test_the_column_with_the_books_values_is_not_played(tmp_path, heads, name):
    rows = "| Aiming | +1 | +2 |\n| Laser sight | +1 | +2 |\n| Prone target | -1 | -3 |\n| On horseback | 0 | -2 |\n"
    page = f"{heads}\n|---|---|---|\n{rows}"
    if name.endswith("csv"):
        page = "\n".join(line.strip("| ").replace(" | ", ",") for line in (heads, *rows.splitlines()))
    made = {id.rpartition("/")[2]: value for id, value in changed(tmp_path, page, name).items()}
    assert made == {"aiming": 2, "laser-sight": 2, "prone-target": -3}
    assert [line for code, line, _ in told(tmp_path, page, name) if code == "RC006"] == [6 - name.endswith("csv")]


def test_an_unknown_row_or_column_is_reported(tmp_path):
    heads = "| Range Band | Attack DM | Sensor DM |\n|---|---|---|\n"
    table = f"{heads}| Short | +2 | |\n| Medium | +0 | +3 |\n| Orbital | -8 | |\n"
    found = told(tmp_path, f"## Space combat\n\n{table}")
    assert [line for code, line, _ in found if code == "RC006"] == [6, 7]
    assert ("RC001", 5, SHORT) in found


def test_the_settings_of_a_vtt_that_are_no_rules_are_only_counted(tmp_path):
    text = json.dumps({"theme": "dark", "fontSize": 12, "houseRules": {"sensorLockDM": 2, "funFactor": 11}})
    path = write(tmp_path, {"s.json": text}) / "s.json"
    page = read_page(path, "s.json")
    assert [list(rule.changes) for rule in page.rules] == [["space/sensor-lock/dm"]]
    assert [problem.text for problem in page.problems] == ["houseRules.funFactor: 11"]
    assert len(page.left_alone) == 2


def test_a_duplicate_rule_in_toml_is_reported_with_both_lines(tmp_path):
    path = write(tmp_path, {"h.toml": '"space/critical/effect" = 5\n[space.critical]\neffect=4\n'}) / "h.toml"
    assert [(rule.place.line, rule.place.column) for rule in read_page(path, "h.toml").rules] == [(1, 27), (3, 8)]


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


def test_an_unreadable_row_is_reported_in_full(tmp_path):
    path = (
        write(tmp_path, {"rays.md": "| Weapon | Damage | Notes |\n|---|---|---|\n| Ray | 9D | 4 tons |\n"}) / "rays.md"
    )
    [problem] = read_page(path, "rays.md").problems
    assert problem.text == "Ray Damage: 9D; Ray Notes: 4 tons"


def test_a_transposed_table_is_read(tmp_path):
    table = "| Range | Adjacent | Close | Short | Long |\n|---|---|---|---|---|\n| Attack DM | +1 | +1 | +2 | -1 |\n"
    bands = {"adjacent": 1, "close": 1, "short": 2, "long": -1}
    wanted = {f"space/range-bands/{band}/attack-dm": dm for band, dm in bands.items()}
    assert changed(tmp_path, f"# Rules\n\n{table}") == wanted


@pytest.mark.parametrize("name", ["rules.csv", "rules.md"])
def test_a_column_before_the_names_is_like_a_heading(tmp_path, name):
    rows = ["Area,Rule,RAW,House", "Space combat,Long range DM,-2,-3", "Personal combat,Long range DM,-2,-1"]
    if name.endswith(".md"):
        rows = [f"| {' | '.join(row.split(','))} |" for row in rows]
        rows.insert(1, "|---|---|---|---|")
    assert changed(tmp_path, "\n".join(rows) + "\n", name) == {
        "space/range-bands/long/attack-dm": -3,
        "personal/ranges/long/attack-dm": -1,
    }


def test_neighbouring_rows_decide_between_space_and_personal_combat(tmp_path):
    page = "Rule,RAW,House\nAiming,+1,+2\nProne target,-1,-2\nShort range,+1,+3\n"
    assert changed(tmp_path, page, "rules.csv")["personal/ranges/short/attack-dm"] == 3


def test_crew_requirements_are_read_in_words(tmp_path):
    heads = "| Position | Commercial | Military |\n|---|---|---|\n"
    table = f"{heads}| Medic | One per 60 crew and passengers | One per 80 crew |\n"
    assert changed(tmp_path, f"# Rules\n\n{table}") == {
        "ship/crew/medic/commercial": ((1, 60, "crew+passengers"),),
        "ship/crew/medic/military": ((1, 80, "crew"),),
    }


def test_a_number_in_a_row_name_is_not_its_value(tmp_path):  # by the book a score of 0 is the row 0
    page = "| Score | DM |\n|---|---|\n| 0 | -3 |\n| 7-9 | 0 |\n| 10-12 | +1 |\n"
    assert changed(tmp_path, page) == {}
    assert {(code, line) for code, line, _ in told(tmp_path, page)} == {("RC002", 3), ("RC006", 4), ("RC006", 5)}


def test_the_books_value_may_stand_in_words_beside_the_played_one(tmp_path):  # by the book 6+, 1 minute, 4 tons
    page = (
        "| Rule | RAW | House |\n|---|---|---|\n| Critical | Effect 6+ | Effect 5+ |\n"
        "| First aid | within 1 minute | within 5 minutes |\n| Stateroom | 4 tons | 5 tons |\n"
    )
    rules = ("space/critical/effect", "healing/first-aid/within-minutes", "ship/quarters/standard-stateroom/tons")
    assert changed(tmp_path, page) == dict.fromkeys(rules, 5)
    assert {code for code, _, _ in told(tmp_path, page)} == {"RC001"}


ADVANTAGES = "| Advantage | Effect | Cost |\n|---|---|---|\n| High Yield | 1s count as 3s | 1 |\n"
WEAPONS = "| Weapon | Damage | Traits |\n|---|---|---|\n| Railgun | 2D | — |\n"


@pytest.mark.parametrize(
    ("table", "row", "cell"),
    [
        (ADVANTAGES, "| Very High Yield | every die counts as 3s | 2 |", "every die counts as 3s"),
        (ADVANTAGES, "| Very High Yield | 1s count as 3s | dear |", "dear"),
        (ADVANTAGES, "| Accurate | hits more often | 2 |", "hits more often"),
        (WEAPONS, "| Beam laser | acid | — |", "acid"),
        (WEAPONS, "| Pulse laser | 3D | melts hulls |", "melts hulls"),
        (WEAPONS, "| Pulse laser | huge | AP 2 |", "huge"),
        (WEAPONS, "| Sandcaster | see below | — |", "see below"),
        ("| Range | Attack DM | Thrust |\n|---|---|---|\n| Short | +2 | 1 |\n", "| Long | -3 | plenty |", "plenty"),
        ("| Range | Attack DM | Thrust |\n|---|---|---|\n| Short | +2 | 1 |\n", "| Long | bad | 10 |", "bad"),
        ("| Range | Attack DM | Special |\n|---|---|---|\n| Short | +2 | |\n", "| Medium | +1 | no sand |", "no sand"),
        ("| Cover | Armour |\n|---|---|\n| Stone wall | +10 |\n", "| Tree trunk | sturdy |", "sturdy"),
        ("| Sensors | DM | TL |\n|---|---|---|\n| Basic | -3 | 8 |\n", "| Military | good | 12 |", "good"),
        ("| Mount | Power | Cost |\n|---|---|---|\n| Single turret | 1 | 0.3 |\n", "| Fixed mount | odd | 1 |", "odd"),
        ("| Rule | RAW | Us | Max |\n|---|---|---|---|\n| Aiming | +1 | +2 | |\n", "| Prone | -1 | -2 | 2x |", "2x"),
        ("| | Beam laser | Pulse laser |\n|---|---|---|\n| Power | 4 | 3 |\n", "| Damage | 2D | ouch |", "ouch"),
    ],
)  # fmt: skip
def test_an_unreadable_cell_is_listed_and_the_others_are_read(tmp_path, table, row, cell):
    path = write(tmp_path, {"h.md": f"{table}{row}\n"}) / "h.md"
    assert any(cell in problem.text and problem.place.line == 4 for problem in read_page(path, "h.md").problems)


def test_a_column_of_reasons_gets_no_finding(tmp_path):
    page = "| Weapon | Damage | Why |\n|---|---|---|\n| Beam laser | 2D | it was weak |\n| Pulse laser | 3D | fun |\n"
    assert "RC006" not in {code for code, *_ in told(tmp_path, page)}


def test_an_unreadable_cell_of_a_csv_list_is_listed_too(tmp_path):
    page = "Weapon,Damage,Traits\nRailgun,2D,melts hulls\nBeam laser,acid,AP 1\n"
    assert [one[:2] for one in told(tmp_path, page, "h.csv") if one[0] == "RC006"] == [("RC006", 2), ("RC006", 3)]


@pytest.mark.parametrize("cell", ["+25 (bunkers only)", "+25 (not against lasers)", "+25, prone only", "+25 if dug in"])
def test_a_condition_in_a_cell_restricts_its_value(tmp_path, cell):
    rows = f"| Fortifications | {cell} |\n| Stone wall | +9 |\n| Tree trunk | +7 |\n"
    page = f"## Cover\n\n| Behind | Adds |\n|---|---|\n{rows}"
    assert changed(tmp_path, page) == {"personal/cover/stone-wall": 9, "personal/cover/tree-trunk": 7}
    assert ("RC006", 5) in {(code, line) for code, line, _ in told(tmp_path, page)}


def test_a_range_beside_the_damage_in_a_cell_is_not_the_range_of_the_weapon(tmp_path):  # by the book Medium
    rows = "| Fusion gun | 5D (at Short range) |\n| Pulse laser | 3D |\n"
    page = f"# House rules\n\n| Weapon | Damage |\n|---|---|\n{rows}"
    assert list(changed(tmp_path, page)) == [PULSE]


def test_the_decided_value_is_played_and_not_the_proposed_one(tmp_path):  # by the book +1, and -1
    rows = "| Rule | Proposed | Decided |\n|---|---|---|\n| Aiming | +3 | +2 |\n| Prone target | -3 | no |\n"
    assert changed(tmp_path, rows) == {"personal/attack-modifiers/aiming": 2}


@pytest.mark.parametrize("editions", ["2016 | 2022", "2022"])
def test_a_column_for_an_edition_is_not_played(tmp_path, editions):
    cells = " | ".join(["+1"] * (editions.count("|") + 1))
    line = "|---" * (editions.count("|") + 3) + "|"
    rows = f"| Rule | {editions} | Us |\n{line}\n| Aiming | {cells} | +2 |\n"
    assert changed(tmp_path, rows) == {"personal/attack-modifiers/aiming": 2}
    assert [code for code, _, _ in told(tmp_path, rows)] == ["RC001"]
