"""The configuration: where it is found, what it selects, and messages about mistakes in it."""

import pytest

from errata.gate.configuration import WrongSettings
from tests.test_errata.gates import BEAM, SHORT, decide, repository, run
from tests.test_errata.vtts import RIGHT, WRONG, write


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("editon = '2016'", "rawcheck.toml: there is no key 'editon'; the nearest: edition"),
        ("[rulings]\n3 = 'ours'", "rawcheck.toml: rulings: '3' must be references or others, not 'ours'"),
        ("[rulings]\n99 = 'others'", "rawcheck.toml: rulings: no ruling '99' names another value; these do: 1, 2, 3, "),
        ("rulings = 'others'", "rawcheck.toml: 'rulings' must be a table such as 3 = \"others\", not a text"),
        ("foo = 1", "rawcheck.toml: there is no key 'foo'; there are edition, "),
        ("edition = '1977'", "rawcheck.toml: 'edition' must be 2016, 2022 or auto, not '1977'"),
        ("include = 'src'", "rawcheck.toml: 'include' must be a list of texts, not a text"),
        ("include = ['src', 3]", "rawcheck.toml: include 2 must be a text, not a number"),
        ("tests = 1", "rawcheck.toml: 'tests' must be true or false, not a number"),
        ("fail-on = 'never'", "rawcheck.toml: 'fail-on' must be error, warning or note, not 'never'"),
        ("ignore = ['RC2O1']", "rawcheck.toml: ignore: there is no 'RC2O1'; the nearest: RC201"),
        ("select = ['spcae/attack']", "rawcheck.toml: select: there is no 'spcae/attack'"),
        ("[severity]\nRC301 = 'fatal'", "rawcheck.toml: severity: 'RC301' must be error, warning, "),
        ("[[table]]\nfile = 'a.js'\nat = 'A'", "rawcheck.toml: table 1 has no 'rule'"),
        (
            "[[table]]\nfile = 'a.js'\nat = 'A'\nrule = 'nope'",
            "rawcheck.toml: table 1: rule: no rule table is called 'nope'; there are "
            "checks/*, healing/*, personal/*, ship/*, space/*",
        ),
        ("[[table]]\nfle = 'a.js'", "rawcheck.toml: table 1: there is no key 'fle'; the nearest: file"),
        ("[[table]]\nat = ' '", "rawcheck.toml: table 1: 'at' must be a text on one line"),
        (
            "[[table]]\nfile = 'a.js'\nat = 'A'\nrule = 'none'\n"
            "[[table]]\nfile = 'a.js'\nat = 'A'\nrule = 'space/range-bands'",
            "rawcheck.toml: table: 'A' in a.js is both space/range-bands and none; keep one",
        ),
        (
            "[[suppress]]\nfile = 'a'\nrule = 'RC201'",
            "rawcheck.toml: suppress 1 has no 'reason'",
        ),
        (
            "[[suppress]]\nfile = 'a'\nrule = 'RC201'\nreason = 'x'\nuntil = 'soon'",
            "rawcheck.toml: suppress 1: 'until' must be a date such as 2027-01-31, not a text",
        ),
        ("table = 1", "rawcheck.toml: 'table' must be tables, each under [[table]], not a number"),
        ("baseline = ''", "rawcheck.toml: 'baseline' must be a text on one line"),
        ("house = 'none.toml'", "rawcheck.toml: house: there is no 'none.toml' beside it"),
        ("= 3", "rawcheck.toml: it is not TOML"),
        (b"\xff\xfe", "rawcheck.toml: it is not UTF-8"),
    ],
)
def test_a_broken_configuration_is_refused_with_exit_code_2(tmp_path, settings, said):
    write(tmp_path, RIGHT | {"rawcheck.toml": settings})
    code, printed, told = run(tmp_path)
    assert (code, printed) == (2, "")
    assert told.startswith(f"rawcheck: {said}")


@pytest.mark.parametrize("select", ["RC201", "RC2*", "space/*"])
def test_select_takes_codes_and_rules(tmp_path, select):
    write(tmp_path / "a", RIGHT | {"rawcheck.toml": f"select = ['{select}']"})
    assert decide(tmp_path / "a")[:2] == (0, [])
    write(tmp_path / "b", WRONG | {"rawcheck.toml": f"select = ['{select}']"})
    assert SHORT in decide(tmp_path / "b")[1]


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
    assert [one[0] for one in decide(write(tmp_path, WRONG | {"rawcheck.toml": settings}))[1]] == ["RC906"]


def test_a_folder_skipped_by_its_name_is_read_if_included(tmp_path):
    files = {"bin/combat.js": WRONG["src/combat.js"], "src/combat.js": RIGHT["src/combat.js"]}
    assert decide(write(tmp_path / "a", files))[:2] == (0, [])
    assert decide(write(tmp_path / "b", files | {"rawcheck.toml": "include = ['./bin/', 'src']"}))[1] == [SHORT]


def test_an_unreadable_file_that_names_rules_is_reported_whatever_is_selected(tmp_path):
    broken = '{"rangeDM": {"adjacent": 0, "close": 0, "short": -2, "medium": 0, "long": -2, "distant": -6,}'
    write(tmp_path, RIGHT | {"a.json": broken, "b.js": "x" * 3_000_000, "rawcheck.toml": "select = ['space/*']"})
    _, printed, _ = run(tmp_path)
    assert "a.json:1:1  error RC110" in printed
    assert "2 unchecked" in printed


def test_a_departure_is_measured_against_the_house_rule(tmp_path):
    house = {"rawcheck.toml": "house = 'h.toml'", "h.toml": '"space/range-bands/short/attack-dm" = "+3"'}
    _, printed, _ = run(write(tmp_path, WRONG | house))
    assert "book  +3 [house rules, h.toml]" in printed
    assert "91.7 % → 27.8 %" in printed


def test_findings_that_fail_the_gate_are_listed_whatever_the_level(tmp_path):
    table = RIGHT["src/combat.js"].replace("distant: -6", "distant: -6, bogus: 3")
    code, printed, _ = run(write(tmp_path, RIGHT | {"src/combat.js": table}), "--fail-on", "note")
    assert code == 1
    assert "note RC303" in printed


def test_a_finding_that_fails_is_not_also_listed_as_let_through(tmp_path):
    write(tmp_path, RIGHT | {"lock.js": "if (sensorLock) attackDM += 2;"})
    assert "1 contested value let through; see `rawcheck explain " in run(tmp_path)[1]
    assert "let through" not in run(tmp_path, "--fail-on", "warning")[1]


def test_the_configuration_is_found_in_a_parent_folder_and_in_pyproject(tmp_path):
    write(tmp_path, {"pyproject.toml": "[tool.rawcheck]\nignore = ['RC201']\n"})
    write(tmp_path / "vtt", WRONG)
    assert decide(tmp_path / "vtt")[:2] == (0, [])


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
def test_the_configuration_decides_what_is_read_and_what_counts(tmp_path, settings, left):
    house = '"space/range-bands/short/attack-dm" = "-2"\n'
    assert set(decide(write(tmp_path, WRONG | {"rawcheck.toml": settings, "house.toml": house}))[1]) == left


def test_each_value_let_through_is_counted_by_its_reason(tmp_path):
    house = '"space/range-bands/short/attack-dm" = "-2"\n'
    files = WRONG | {"rawcheck.toml": "house = 'house.toml'", "house.toml": house, "data/weapons.json": "[]"}
    assert decide(write(tmp_path / "a", files))[2].let_through == {"house rules, house.toml": 1}
    rolls = "export const CRITICAL_LOCATION = { 2: 'Sensors', 3: 'Power Plant', 4: 'Fuel', 5: 'Weapon', 6: 'Armour',"
    rolls += " 7: 'Hull', 8: 'M-Drive', 9: 'Cargo', 10: 'J-Drive', 11: 'Crew', 12: 'Bridge' };"
    assert decide(write(tmp_path / "b", {"a.js": rolls}))[2].let_through == {"CRB 2022": 1}
    code, found, decision = decide(write(tmp_path / "c", {"a.js": rolls, "rawcheck.toml": "edition = '2022'"}))
    assert (code, found) == (0, [])
    assert list(decision.let_through.values()) == [1]


def test_a_selection_under_which_nothing_is_checked_fails(tmp_path):
    write(tmp_path, WRONG | {"rawcheck.toml": "select = ['personal/*']"})
    code, found, decision = decide(tmp_path)
    assert (code, found, decision.not_counted) == (1, [("RC906", "", "")], 2)


@pytest.mark.parametrize("settings", ["ignore = ['RC902']", "[severity]\nRC9 = 'off'"])
def test_findings_about_the_gate_itself_cannot_be_turned_off(tmp_path, settings):
    code, _, told = run(write(tmp_path, RIGHT | {"rawcheck.toml": settings}))
    assert code == 2
    assert "is about the gate itself, and always counts" in told


@pytest.mark.parametrize("path", ["../x.jsonl", "/etc/x", "a/../../x", ".", "a/", "C:/x"])
def test_a_baseline_outside_the_codebase_is_refused(tmp_path, path):
    write(tmp_path, WRONG | {"rawcheck.toml": f'baseline = "{path}"\n'})
    with pytest.raises(
        WrongSettings, match="baseline: a file in the folder of the configuration, or below it, belongs"
    ):
        decide(tmp_path, update=True)


@pytest.mark.parametrize("key", ["baseline", "house", "attestation"])
@pytest.mark.parametrize(
    ("name", "link", "where"),
    [
        ("link", "../outside", "the folder of the configuration"),
        ("link", "../outside", "the repository"),
        ("folder/x", "..", "the repository"),
        (".git/hooks/x", "", "the repository"),
        ("../outside", "", "the folder of the configuration"),
        ("/etc/passwd", "", "the repository"),
    ],
)
def test_a_file_that_the_configuration_names_lies_in_the_repository(tmp_path, key, name, link, where):
    write(tmp_path, {"outside": "x"})
    vtt = write(tmp_path / "vtt", WRONG | {"rawcheck.toml": f"{key} = '{name}'"})
    if link:
        (vtt / name.split("/")[0]).symlink_to(link)
    if where == "the repository":
        repository(vtt, {})
    for words in ([], ["--update-baseline"], ["src"]):
        code, _, told = run(vtt, *words)
        assert code == 2
        if key != "baseline" or (".." not in name and name[0] != "/"):
            assert told == f"rawcheck: rawcheck.toml: {key}: {name!r} lies outside of {where}\n"
    assert (tmp_path / "outside").read_text() == "x"
    assert not (vtt / ".git/hooks/x").exists()


def test_a_file_elsewhere_in_the_repository_may_be_named(tmp_path):
    vtt = repository(tmp_path, {"shared/house.toml": '"space/range-bands/short/attack-dm" = -2\n'})
    write(vtt, {f"vtt/{name}": text for name, text in WRONG.items()})
    write(vtt, {"vtt/rawcheck.toml": 'house = "../shared/house.toml"'})
    assert decide(vtt / "vtt")[1] == [BEAM]


@pytest.mark.parametrize("where", ["the repository", "the folder of the configuration"])
@pytest.mark.parametrize(("name", "text"), [("rawcheck.toml", ""), ("pyproject.toml", "[tool.rawcheck]\n")])
def test_a_configuration_that_is_a_link_out_of_the_repository_is_refused(tmp_path, where, name, text):
    write(tmp_path, {"outside": f"{text}ignore = ['*']\n"})
    vtt = repository(tmp_path / "vtt", WRONG) if where == "the repository" else write(tmp_path / "vtt", WRONG)
    (vtt / name).symlink_to("../outside")
    assert run(vtt) == (2, "", f"rawcheck: {name}: it is a link that leads out of {where}\n")


def test_a_configuration_that_is_a_link_within_the_repository_is_read(tmp_path):
    vtt = repository(tmp_path, WRONG | {"shared/rawcheck.toml": "ignore = ['RC2*']\n"})
    (vtt / "src/rawcheck.toml").symlink_to("../shared/rawcheck.toml")
    assert SHORT not in decide(vtt / "src")[1]


def test_a_baseline_that_is_a_link_out_of_the_codebase_is_refused_without_a_configuration_too(tmp_path):
    vtt = write(tmp_path / "vtt", WRONG)
    (vtt / "rawcheck-baseline.jsonl").symlink_to("../new")
    code, _, told = run(vtt, "--update-baseline")
    assert (code, told.partition("' ")[2]) == (2, "lies outside of the folder of the configuration\n")
    assert not (tmp_path / "new").exists()


def test_a_pattern_that_fits_nothing_is_refused_with_the_nearest(tmp_path):
    write(tmp_path, RIGHT | {"rawcheck.toml": 'select = ["spce/*"]\n'})
    with pytest.raises(WrongSettings, match=r"there is no 'spce/\*'; the nearest: space/\*"):
        decide(tmp_path)


def test_the_configuration_is_searched_no_further_than_the_top_of_the_repository(tmp_path):
    write(tmp_path, {"rawcheck.toml": 'ignore = ["RC201"]'})
    vtt = repository(tmp_path / "vtt", WRONG)
    assert decide(vtt / "src")[0] == 1
    write(vtt, {"rawcheck.toml": 'ignore = ["RC201"]'})
    assert decide(vtt / "src")[0] == 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('ignore = ["RC9999"]', "there is no 'RC9999'; the nearest: RC9"),
        ('ignore = ["RC2999"]', "there is no 'RC2999'; the nearest: RC20"),
        ('select = ["nosuch/*"]', "there is no 'nosuch/*'; there are checks/*, "),
        ('select = ["space/xyzzy"]', "there is no 'space/xyzzy'; the nearest: space/"),
        (
            '[[table]]\nfile = "a.js"\nat = "A"\nrule = "space/nope"',
            "no rule table is called 'space/nope'; the nearest: sp",
        ),
        (
            '[[table]]\nfile = "src/*.js"\nat = "A"\nrule = "none"',
            "table 1: file: 'src/*.js' is a pattern; write a [[table]] for each file",
        ),
    ],
)
def test_an_unknown_value_in_the_configuration_is_refused_with_the_nearest(tmp_path, settings, said):
    code, _, told = run(write(tmp_path, RIGHT | {"rawcheck.toml": settings}))
    assert code == 2
    assert said in told


@pytest.mark.parametrize("target", ["nowhere.toml", "rawcheck.toml", "/dev/null"])
def test_an_unreadable_configuration_is_refused(tmp_path, target):
    (write(tmp_path, RIGHT) / "rawcheck.toml").symlink_to(target)
    code, _, told = run(tmp_path)
    assert (code, told.partition("rawcheck.toml: ")[0]) == (2, "rawcheck: ")
