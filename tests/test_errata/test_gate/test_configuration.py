"""The configuration: what is read, what counts, and what a table is."""

import json
import re
import subprocess

import pytest

from errata.gate.configuration import WrongSettings
from errata.gate.decision import GateOptions, gate
from tests.test_errata.gates import BEAM, RAWCHECK, SHORT, TODAY, asked, bound, repository, run
from tests.test_errata.vtts import RANGES, RIGHT, WRONG, write


def test_a_table_can_be_said_to_be_a_rule_or_something_else(tmp_path):
    wrong = ("RC201", "space/range-bands/long/thrust", "11")
    assert bound(tmp_path / "a", "space/range-bands/thrust")[:2] == (1, [wrong])
    assert bound(tmp_path / "b", "none")[:2] == (0, [])


def test_a_binding_that_finds_no_table_is_told(tmp_path):
    code, found, _ = bound(tmp_path / "a", "none", at="BINDS")
    assert (code, [one[0] for one in found]) == (1, ["RC905"])
    (tmp_path / "a/src/bands.js").unlink()
    assert [one[0] for one in asked(tmp_path / "a")[1]] == ["RC905"]


def test_what_init_writes_is_a_configuration_that_changes_nothing_commented_or_not(tmp_path):
    write(tmp_path, WRONG)
    before = set(asked(tmp_path)[1])
    made = subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.stdout == "wrote rawcheck.toml: 2 tables recognised; look whether each was taken for the right one\n"
    assert set(asked(tmp_path)[1]) == before
    head, mark, tables = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8").partition("the guess is right.\n")
    assert mark
    bare = "\n".join(line.removeprefix("# ") if "values" not in line else line for line in tables.split("\n"))
    (tmp_path / "rawcheck.toml").write_text(head + mark + bare, encoding="utf-8")
    assert set(asked(tmp_path)[1]) == before
    again = subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr) == (
        2,
        "rawcheck: rawcheck.toml: there is one already; --force writes it anew\n",
    )


@pytest.mark.parametrize("by", [1, 2])
def test_a_table_that_init_names_is_checked_whatever_its_values_become(tmp_path, by):
    write(tmp_path, RIGHT)
    subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, check=False)
    assert asked(tmp_path)[:2] == (0, [])
    other = {name.replace("Very Long", "veryLong").lower(): dm + by for name, dm in RANGES.items()}
    cells = ", ".join(f"{name}: {dm}" for name, dm in other.items()).replace("verylong", "veryLong")
    write(tmp_path, {"src/combat.js": f"export const RANGE_DM = {{ {cells} }};\n"})
    code, found, _ = asked(tmp_path)
    assert (code, len(found), {one[0] for one in found}) == (1, 7, {"RC201"})


def test_a_table_that_init_names_and_that_is_gone_is_told(tmp_path):
    write(tmp_path, RIGHT)
    subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, check=False)
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"].replace("RANGE_DM", "DM_BY_RANGE")})
    code, found, _ = asked(tmp_path)
    assert (code, [one[0] for one in found]) == (1, ["RC905"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("editon = '2016'", "rawcheck.toml: there is no key 'editon'; the nearest: edition"),
        ("foo = 1", "rawcheck.toml: there is no key 'foo'; there are edition, "),
        ("edition = '1977'", "rawcheck.toml: edition: 2016 or 2022 belongs there"),
        ("include = 'src'", "rawcheck.toml: Expected `array`, got `str` - at `$.include`"),
        ("tests = 1", "rawcheck.toml: Expected `bool`, got `int` - at `$.tests`"),
        ("fail-on = 'never'", "rawcheck.toml: fail-on: error, warning or note belongs there"),
        ("ignore = ['RC2O1']", "rawcheck.toml: ignore: there is no 'RC2O1'; the nearest: RC201"),
        ("select = ['spcae/attack']", "rawcheck.toml: select: there is no 'spcae/attack'"),
        ("[severity]\nRC301 = 'fatal'", "rawcheck.toml: severity.RC301: error, warning, note or off belongs there"),
        ("[[table]]\nfile = 'a.js'\nat = 'A'", "rawcheck.toml: Object missing required field `rule` - at `$.table[0]`"),
        (
            "[[table]]\nfile = 'a.js'\nat = 'A'\nrule = 'nope'",
            "rawcheck.toml: rule: no rule table is called 'nope'; there are "
            "checks/*, healing/*, personal/*, ship/*, space/* - at `$.table[0]`",
        ),
        ("[[table]]\nfle = 'a.js'", "rawcheck.toml: table[0]: there is no key 'fle'; the nearest: file"),
        ("[[table]]\nat = ' '", "rawcheck.toml: table[0].at: a text on one line belongs there"),
        (
            "[[table]]\nfile = 'a.js'\nat = 'A'\nrule = 'none'\n"
            "[[table]]\nfile = 'a.js'\nat = 'A'\nrule = 'space/range-bands'",
            "rawcheck.toml: table: 'A' in a.js is both space/range-bands and none; keep one",
        ),
        (
            "[[suppress]]\nfile = 'a'\nrule = 'RC201'",
            "rawcheck.toml: Object missing required field `reason` - at `$.suppress[0]`",
        ),
        ("baseline = ''", "rawcheck.toml: baseline: a text on one line belongs there"),
        ("house = 'none.toml'", "rawcheck.toml: house: there is no 'none.toml' beside it"),
        ("= 3", "rawcheck.toml: it is not TOML"),
        (b"\xff\xfe", "rawcheck.toml: it is not UTF-8"),
    ],
)
def test_a_broken_configuration_is_told_and_ends_with_2(tmp_path, settings, said):
    write(tmp_path, RIGHT | {"rawcheck.toml": settings})
    code, printed, told = run(tmp_path)
    assert (code, printed) == (2, "")
    assert told.startswith(f"rawcheck: {said}")


@pytest.mark.parametrize("select", ["RC201", "RC2*", "space/*"])
def test_a_selection_by_code_or_rule_checks_what_it_selects(tmp_path, select):
    write(tmp_path / "a", RIGHT | {"rawcheck.toml": f"select = ['{select}']"})
    assert asked(tmp_path / "a")[:2] == (0, [])
    write(tmp_path / "b", WRONG | {"rawcheck.toml": f"select = ['{select}']"})
    assert SHORT in asked(tmp_path / "b")[1]


@pytest.mark.parametrize(
    "settings",
    [
        "ignore = ['RC2*', 'RC8*']",
        "select = ['RC302']",
        "ignore = ['RC20?', 'RC8*']",
        "ignore = ['RC*']",
        "[severity]\n'*' = 'off'",
        "ignore = ['*']",
    ],
)
def test_a_configuration_that_turns_everything_off_fails(tmp_path, settings):
    assert [one[0] for one in asked(write(tmp_path, WRONG | {"rawcheck.toml": settings}))[1]] == ["RC906"]


def test_a_folder_that_is_left_out_by_its_name_is_read_if_it_is_included(tmp_path):
    files = {"bin/combat.js": WRONG["src/combat.js"], "src/combat.js": RIGHT["src/combat.js"]}
    assert asked(write(tmp_path / "a", files))[:2] == (0, [])
    assert asked(write(tmp_path / "b", files | {"rawcheck.toml": "include = ['./bin/', 'src']"}))[1] == [SHORT]


def test_a_file_that_names_rules_and_cannot_be_read_is_told_without_being_asked_for(tmp_path):
    broken = '{"rangeDM": {"adjacent": 0, "close": 0, "short": -2, "medium": 0, "long": -2, "distant": -6,}'
    write(tmp_path, RIGHT | {"a.json": broken, "b.js": "x" * 3_000_000, "rawcheck.toml": "select = ['space/*']"})
    _, printed, _ = run(tmp_path)
    assert "a.json:1:1  error RC110" in printed
    assert "2 unchecked" in printed


def test_a_house_rule_is_what_a_departure_is_measured_against(tmp_path):
    house = {"rawcheck.toml": "house = 'h.toml'", "h.toml": '"space/range-bands/short/attack-dm" = "+3"'}
    _, printed, _ = run(write(tmp_path, WRONG | house))
    assert "book  +3 [house rules, h.toml]" in printed
    assert "91.7 % → 27.8 %" in printed


def test_init_beside_settings_in_pyproject_is_refused(tmp_path):
    write(tmp_path, RIGHT | {"pyproject.toml": "[tool.rawcheck]\nexclude = ['legacy/']"})
    made = subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 2
    assert "would no longer count" in made.stderr


def test_what_fails_is_listed_whatever_level_is_usual(tmp_path):
    table = RIGHT["src/combat.js"].replace("distant: -6", "distant: -6, bogus: 3")
    code, printed, _ = run(write(tmp_path, RIGHT | {"src/combat.js": table}), "--fail-on", "note")
    assert code == 1
    assert "note RC303" in printed


def test_what_fails_is_not_said_to_have_passed(tmp_path):
    write(tmp_path, RIGHT | {"lock.js": "if (sensorLock) attackDM += 2;"})
    assert "passed by" in run(tmp_path)[1]
    assert "passed by" not in run(tmp_path, "--fail-on", "warning")[1]


def test_a_configuration_is_found_upwards_and_in_pyproject(tmp_path):
    write(tmp_path, {"pyproject.toml": "[tool.rawcheck]\nignore = ['RC201']\n"})
    write(tmp_path / "vtt", WRONG)
    assert asked(tmp_path / "vtt")[:2] == (0, [])


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ("exclude = ['src/']", {BEAM}),
        ("exclude = ['*.json']", {SHORT}),
        ("include = ['data/']", {BEAM}),
        ("select = ['space/range-bands']", {SHORT}),
        ("ignore = ['space/*']", {BEAM}),
        ("[severity]\n'ship/*' = 'warning'", {SHORT}),
        ("[severity]\nRC201 = 'off'", set()),
        ("house = 'house.toml'", {BEAM}),
    ],
)
def test_what_is_read_and_what_counts_is_for_the_configuration_to_say(tmp_path, settings, left):
    house = '"space/range-bands/short/attack-dm" = "-2"\n'
    assert set(asked(write(tmp_path, WRONG | {"rawcheck.toml": settings, "house.toml": house}))[1]) == left


def test_it_is_said_by_what_a_value_passed_that_is_not_the_books(tmp_path):
    house = '"space/range-bands/short/attack-dm" = "-2"\n'
    files = WRONG | {"rawcheck.toml": "house = 'house.toml'", "house.toml": house, "data/weapons.json": "[]"}
    assert asked(write(tmp_path / "a", files))[2].passed == {"house rules, house.toml": 1}
    rolls = "export const CRITICAL_LOCATION = { 2: 'Sensors', 3: 'Power Plant', 4: 'Fuel', 5: 'Weapon', 6: 'Armour',"
    rolls += " 7: 'Hull', 8: 'M-Drive', 9: 'Cargo', 10: 'J-Drive', 11: 'Crew', 12: 'Bridge' };"
    assert asked(write(tmp_path / "b", {"a.js": rolls}))[2].passed == {"CRB 2022": 1}
    code, found, decision = asked(write(tmp_path / "c", {"a.js": rolls, "rawcheck.toml": "edition = '2022'"}))
    assert (code, found) == (0, [])
    assert list(decision.passed.values()) == [1]


def test_a_binding_to_a_rule_that_the_table_cannot_be_is_told(tmp_path):
    code, found, _ = bound(tmp_path, "ship/turret-weapons")
    assert (code, [one[0] for one in found]) == (1, ["RC905"])


def test_a_selection_under_which_nothing_is_checked_fails(tmp_path):
    write(tmp_path, WRONG | {"rawcheck.toml": "select = ['personal/*']"})
    code, found, decision = asked(tmp_path)
    assert (code, found, decision.left_out) == (1, [("RC906", "", "")], 2)


def test_a_binding_to_a_file_that_is_left_out_says_so(tmp_path):
    table = '[[table]]\nfile = "src/combat.js"\nat = "RANGE_DM"\nrule = "space/range-bands"\n'
    _, printed, _ = run(write(tmp_path, RIGHT | {"rawcheck.toml": f"exclude = ['src/']\n{table}"}), "--format", "json")
    (told,) = [f["message"] for f in json.loads(printed)["findings"] if f["code"] == "RC905"]
    assert told.endswith("that it is space/range-bands, and that file is not read")


@pytest.mark.parametrize("settings", ["ignore = ['RC902']", "[severity]\nRC9 = 'off'"])
def test_what_is_about_the_gate_itself_cannot_be_turned_off(tmp_path, settings):
    code, _, told = run(write(tmp_path, RIGHT | {"rawcheck.toml": settings}))
    assert code == 2
    assert "is about the gate itself, and always counts" in told


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        (
            {"src/combat.js": RIGHT["src/combat.js"].replace("RANGE_DM", "DM_BY_RANGE")},
            "'DM_BY_RANGE' in src/combat.js",
        ),
        ({"src/combat.js": "// empty\n", "lib/dm.js": RIGHT["src/combat.js"]}, "'RANGE_DM' in lib/dm.js"),
    ],
)
def test_a_binding_that_lost_its_table_says_where_that_may_be_now(tmp_path, moved, said):
    write(tmp_path, RIGHT)
    subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, check=False)
    _, printed, _ = run(write(tmp_path, moved))
    told = (
        "The configuration says of 'RANGE_DM' in src/combat.js that it is space/range-bands, and there is no such table"
    )
    assert told in " ".join(printed.split())
    assert f"it may be {said} now" in " ".join(printed.split())


def test_a_number_that_is_no_value_in_a_named_table_is_wrong_and_counts_as_checked(tmp_path):
    write(tmp_path, RIGHT)
    subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, check=False)
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"].replace("short: 1", "short: -2.5")})
    code, found, _ = asked(tmp_path)
    assert (code, [one[:2] for one in found]) == (1, [("RC202", "space/range-bands/short/attack-dm")])


@pytest.mark.parametrize("cell", ["near()", "'near'", "HOUSE ? 1 : 2"])
def test_a_value_of_a_named_table_that_can_no_longer_be_read_fails(tmp_path, cell):
    write(tmp_path, RIGHT)
    subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, check=False)
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"].replace("short: 1", f"short: {cell}")})
    code, found, _ = asked(tmp_path)
    assert (code, [one[:2] for one in found]) == (1, [("RC907", "space/range-bands")])
    settings = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8")
    (tmp_path / "rawcheck.toml").write_text(settings.replace("values = 7", "values = 6"), encoding="utf-8")
    assert asked(tmp_path)[0] == 0


def test_the_values_of_one_column_are_counted_too(tmp_path):
    settings = '[[table]]\nfile = "src/combat.js"\nat = "RANGE_DM"\nrule = "space/range-bands/attack-dm"\nvalues = @\n'
    for values, code in ((7, 0), (8, 1)):
        write(tmp_path, RIGHT | {"rawcheck.toml": settings.replace("@", str(values))})
        assert asked(tmp_path)[0] == code


PACK = [
    {"name": "Pulse Laser", "tl": 9, "range": "Long", "power": 4, "damage": "2D", "cost": 1000000},
    {"name": "Beam Laser", "tl": 10, "range": "Medium", "power": 4, "damage": "1D", "cost": 500000},
]


def _init(folder, files):
    """A codebase with the configuration that init writes, which changes nothing."""
    before = asked(write(folder, files))
    subprocess.run([RAWCHECK, "init"], cwd=folder, capture_output=True, check=True)
    assert asked(folder)[:2] == before[:2] == (0, [])
    return folder


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("packs/weapons.json", "%s"),
        ("weapons.js", "export default %s;\n"),
        ("weapons.lua", "return %s\n"),
    ],
)
def test_a_table_without_a_name_is_held_to_what_it_was(tmp_path, file, form):
    lua = file.endswith(".lua")

    def text(rows, indent=1):
        told = json.dumps(rows, indent=indent)
        return form % (re.sub(r'"(\w+)":', r"\1 =", told).translate({91: "{", 93: "}"}) if lua else told)

    vtt = _init(tmp_path, {file: text(PACK), "held.js": RIGHT["src/combat.js"]})
    assert 'at = "unnamed"' in (vtt / "rawcheck.toml").read_text(encoding="utf-8")
    write(vtt, {file: "\n\n" + text(PACK, 2)})
    assert asked(vtt)[:2] == (0, [])
    code, found, _ = asked(write(vtt, {file: text([PACK[0], PACK[1] | {"name": "Beam Lazer"}])}))
    assert (code, [one[0] for one in found]) == (1, ["RC907"])
    (vtt / file).unlink()
    assert [one[0] for one in asked(vtt)[1]] == ["RC905"]


def test_a_list_of_several_rule_tables_can_be_named_and_nothing_is_missing_in_it(tmp_path):
    names = {"aiming": 1, "laserSight": 1, "shortRange": 1, "longRange": -2, "extremeRange": -4, "proneTarget": -1}
    text = (
        f"/** Personal combat: common modifiers to attacks. */\nexport const ATTACK_MODIFIERS = {json.dumps(names)};\n"
    )
    vtt = _init(tmp_path, {"src/personal.ts": text})
    report, _ = gate(str(vtt), GateOptions(today=TODAY), lambda _: lambda: None)
    assert report.findings == []
    assert asked(write(vtt, {"src/personal.ts": text.replace("-4", "-3")}))[1] == [
        ("RC201", "personal/ranges/extreme/attack-dm", "-3")
    ]


def test_what_is_no_longer_checked_is_named(tmp_path):
    vtt = _init(tmp_path, RIGHT)
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"].replace(" veryLong: -4,", "").replace(" long: -2,", "")})
    report, _ = gate(str(vtt), GateOptions(today=TODAY), lambda _: lambda: None)
    [message] = [finding.message for finding in report.findings if finding.code == "RC907"]
    assert message == (
        "5 values of 'RANGE_DM' were checked, and the configuration counts 7;"
        " not among them: Long, Attack DM, Very Long, Attack DM"
    )


def test_a_broken_configuration_can_be_written_anew(tmp_path):
    write(tmp_path, RIGHT | {"rawcheck.toml": "edition = [\n"})
    told = subprocess.run([RAWCHECK, "init", "--force"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert asked(tmp_path)[0] == 0


@pytest.mark.parametrize("path", ["../x.jsonl", "/etc/x", "a/../../x", ".", "a/", "C:/x"])
def test_a_baseline_outside_of_the_codebase_is_refused(tmp_path, path):
    write(tmp_path, WRONG | {"rawcheck.toml": f'baseline = "{path}"\n'})
    with pytest.raises(
        WrongSettings, match="baseline: a file in the folder of the configuration, or below it, belongs"
    ):
        asked(tmp_path, update=True)


def test_a_pattern_that_fits_nothing_has_the_nearest_one_named(tmp_path):
    write(tmp_path, RIGHT | {"rawcheck.toml": 'select = ["spce/*"]\n'})
    with pytest.raises(WrongSettings, match=r"there is no 'spce/\*'; the nearest: space/\*"):
        asked(tmp_path)


def test_a_configuration_is_looked_for_up_to_the_top_of_the_repository_and_no_further(tmp_path):
    write(tmp_path, {"rawcheck.toml": 'ignore = ["RC201"]'})
    vtt = repository(tmp_path / "vtt", WRONG)
    assert asked(vtt / "src")[0] == 1
    write(vtt, {"rawcheck.toml": 'ignore = ["RC201"]'})
    assert asked(vtt / "src")[0] == 0
