"""House rules in the settings files of a VTT: which records are rules and which are not."""

import json

import pytest

from errata.house.readers import read_page
from tests.test_errata.test_house.pages import BEAM, changed, run, said
from tests.test_errata.vtts import write

AIMING, COVER = "personal/attack-modifiers/aiming", "personal/attack-modifiers/target-in-cover"


def read(tmp_path, told):
    return read_page(write(tmp_path, {"s.json": json.dumps(told)}) / "s.json", "s.json")


@pytest.mark.parametrize("name", ["name", "rule", "key", "setting", "title", "label"])
def test_a_record_has_its_name_in_one_of_several_fields(tmp_path, name):
    text = json.dumps({"houseRules": [{name: "Cover", "value": -3}]})
    assert changed(tmp_path, text, "s.json") == {COVER: -3}


def test_a_setting_with_a_nested_value_keeps_its_own_name(tmp_path):
    page = read(tmp_path, {"mgt2e.aimBonus": {"value": 2, "default": 1, "type": "Number", "scope": "world"}})
    assert [(rule.text, dict(rule.changes)) for rule in page.rules] == [("mgt2e.aimBonus: 2", {AIMING: 2})]
    assert set(page.left_alone) == {f"mgt2e.aimBonus.{key}" for key in ("default", "type", "scope")}


@pytest.mark.parametrize(
    "beside",
    [
        {"description": "only heavy cover"},
        {"notes": "rejected"},
        {"condition": "NPCs only"},
        {"when": "in vacuum"},
        {"appliesTo": "NPCs"},
        {"enabled": False},
        {"active": False},
        {"isActive": False},
        {"disabled": True},
        {"status": "draft"},
    ],
)
def test_other_fields_of_a_record_count(tmp_path, beside):
    page = read(tmp_path, {"houseRules": [{"name": "Cover", "value": -3, **beside}]})
    assert not page.rules
    assert [(one.code, one.nearest) for one in page.problems] == [("RC006", (COVER,))]


@pytest.mark.parametrize(
    "beside",
    [
        {"description": "faster play"},
        {"notes": "agreed in May"},
        {"when": "always"},
        {"enabled": True},
        {"disabled": False},
        {"status": "adopted"},
        {"scope": "world", "config": True},
        {"default": -2, "min": -6, "max": 0},
    ],
)
def test_a_comment_field_does_not_restrict_the_value(tmp_path, beside):
    page = read(tmp_path, {"houseRules": [{"name": "Cover", "value": -3, **beside}]})
    assert [dict(rule.changes) for rule in page.rules] == [{COVER: -3}]
    assert not page.problems
    assert len(page.left_alone) == len(beside)


def test_a_disabled_setting_is_not_played(tmp_path):
    told = {
        "lasers": {"enabled": False, "beamLaserDamage": "2D"},
        "aimBonus": 2,
        "aimEnabled": False,
        "sensorLockActive": False,
        "sensorLockBonus": 2,
        "dual": {"when": "for NPCs", "rules": ["Dual weapons -4"]},
        "useCover": True,
        "cover": -3,
    }
    page = read(tmp_path, told)
    assert [dict(rule.changes) for rule in page.rules] == [{COVER: -3}]
    assert {BEAM, AIMING, "space/sensor-lock/dm"} <= {one.nearest[0] for one in page.problems if one.nearest}


@pytest.mark.parametrize(("told", "read_so"), [({"shortRange": 10}, 0), ({"shortRange": 2}, 1), ({"stoneWall": 10}, 1)])
def test_a_bare_number_that_may_be_a_distance_is_not_read_as_a_dm(tmp_path, told, read_so):
    assert len(read(tmp_path, told).rules) == read_so


def test_settings_that_are_no_rules_are_counted_and_listed(tmp_path):
    names = [f"chatColour{n}" for n in range(9)]
    write(tmp_path, {"s.json": json.dumps({"aimBonus": 2} | dict.fromkeys(names, "red"))})
    text = " ".join(run("s.json", cwd=tmp_path)[1].split())
    assert "Skipped: 9 settings that are no rules (chatColour0," in text
    assert "chatColour4 and 4 more, which --format json lists)" in text
    assert json.loads(run("s.json", "--format", "json", cwd=tmp_path)[1])["left_alone"] == names


def test_a_setting_is_reported_by_its_own_name_whatever_the_line_breaks(tmp_path):
    write(tmp_path, {"s.json": json.dumps({"version": "2.1", "combat": {"aimBonus": 2, "sensorLockBonus": 3}})})
    lines = run("s.json", cwd=tmp_path)[1].split("\n")
    assert [line for line in lines if line.startswith("s.json:")] == [
        "s.json:1  aimBonus: 2",
        "s.json:1  sensorLockBonus: 3",
    ]


def test_settings_on_one_line_are_reported_separately(tmp_path):
    text = '{"houseRules": {"shortRangeDM": 2, "beamLaserDamage": "2D", "criticalEffect": 5}}\n'
    (tmp_path / "house.json").write_text(text)
    _, printed, _ = run("house.json", cwd=tmp_path)
    assert "together with the rest of its line" not in printed
    assert printed.partition("At the table")[0].count("  does ") == 3


def test_a_setting_under_the_name_of_a_rule_set_is_reported(tmp_path):
    text = '{"initiative": {"perRound": true, "showTracker": true}}'
    assert len(said(tmp_path, text, "house.json")) == 1
    assert "initiative.perRound" in said(tmp_path, text, "house.json")[0]


def test_json_lines_are_refused_with_a_way_out(tmp_path):
    (tmp_path / "house.json").write_text('{"key": "aimBonus"}\n{"key": "beamLaserDamage"}\n')
    assert "put them between [ and ]" in run("house.json", cwd=tmp_path)[2]


@pytest.mark.parametrize("around", ["rules", "house-rules", "house_rules", "overrides"])
def test_a_table_called_house_rules_is_not_part_of_the_ids(tmp_path, around):
    text = f'[{around}]\n"personal/attack-modifiers/aiming" = 2\n'
    assert changed(tmp_path, text, "house.toml") == {"personal/attack-modifiers/aiming": 2}


def test_a_table_that_says_its_rules_are_not_played_is_respected(tmp_path):
    assert changed(tmp_path, '[disabled]\n"personal/attack-modifiers/aiming" = 2\n', "house.toml") == {}


def test_a_decimal_comma_does_not_separate_cells_if_another_separator_does(tmp_path):  # by the book MCr0.5
    text = "Weapon;Damage;Cost\nBeam laser;1D;0,75\n"
    assert changed(tmp_path, text, "house.csv") == {"ship/turret-weapons/beam-laser/cost": 750_000}
