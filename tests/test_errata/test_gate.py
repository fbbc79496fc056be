"""The gate in made repositories: what is new fails; what was there before, or is meant, does not get in the way."""

import datetime
import json
import os
import subprocess
import sysconfig
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine.errors import RawcheckError
from errata.gate import Asked, gate
from tests.test_errata.vtts import RIGHT, WRONG, write

RAWCHECK = str(Path(sysconfig.get_path("scripts")) / "rawcheck")
TODAY = datetime.date(2026, 11, 16)


def run(folder, *words):
    """The installed command in a folder: its exit code, what it printed, and what it said besides."""
    made = subprocess.run([RAWCHECK, "gate", *words], cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in made.stderr
    return made.returncode, made.stdout, made.stderr


def asked(folder, **wanted):
    """What a gate decides: the report, and the codes of the findings that count."""
    report, code = gate(str(folder), Asked(**{"today": TODAY, **wanted}), lambda _: lambda: None)
    return code, [(f.code, f.rule, f.actual) for f in report.findings if f.level == "error"], report.decision


SHORT = ("RC201", "space/range-bands/short/attack-dm", "-2")
BEAM = ("RC201", "ship/turret-weapons/beam-laser/damage", "3d6")


def test_a_right_codebase_passes_and_a_wrong_one_fails(tmp_path):
    assert asked(write(tmp_path / "right", RIGHT))[:2] == (0, [])
    code, found, _ = asked(write(tmp_path / "wrong", WRONG))
    assert (code, set(found)) == (1, {BEAM, SHORT})
    code, printed, _ = run(tmp_path / "wrong")
    assert code == 1
    assert printed.startswith("FAILED: 2 errors\n")
    code, printed, _ = run(tmp_path / "right")
    assert (code, printed.split("\n")[0]) == (0, "passed: nothing new from error up")


def test_a_codebase_in_which_nothing_is_recognised_fails(tmp_path):
    write(tmp_path, {"a.js": "const x = 1;"})
    assert asked(tmp_path)[1] == [("RC906", "", "")]


# The baseline


def with_baseline(tmp_path, files):
    write(tmp_path, files)
    assert asked(tmp_path, update=True)[0] == 0
    return tmp_path


def test_what_is_in_the_baseline_passes_and_what_is_new_fails(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    assert asked(vtt)[:2] == (0, [])
    write(vtt, {"src/more.js": "export const RANGE_DM = { close: 0, short: 1, medium: 0, long: -3, distant: -6 };"})
    code, found, decision = asked(vtt)
    assert (code, found) == (1, [("RC201", "space/range-bands/long/attack-dm", "-3")])
    assert decision.known == 2


def test_a_departure_that_moved_in_its_file_or_with_it_stays_known(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": "// a line more\n\n" + WRONG["src/combat.js"]})
    assert asked(vtt)[0] == 0
    (vtt / "src/combat.js").rename(vtt / "src/rules.js")
    assert asked(vtt)[0] == 0


def test_a_departure_that_becomes_another_wrong_value_is_new_and_the_old_entry_stale(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"].replace("short: -2", "short: -3")})
    code, found, _ = asked(vtt)
    assert code == 1
    assert {one[0] for one in found} == {"RC201", "RC901"}


def test_the_same_departure_in_another_file_is_new_while_the_first_file_is_there(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"], "src/other.js": WRONG["src/combat.js"]})
    assert {one[0] for one in asked(vtt)[1]} == {"RC201", "RC901"}


def test_a_repaired_departure_is_stale_until_the_baseline_is_updated(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    code, found, _ = asked(vtt)
    assert (code, [one[0] for one in found]) == (1, ["RC901"])
    assert asked(vtt, update=True)[0] == 0
    assert asked(vtt)[0] == 0
    assert "short" not in (vtt / "rawcheck-baseline.jsonl").read_text(encoding="utf-8")


def test_an_update_does_not_swallow_a_new_error_unless_it_is_accepted(tmp_path):
    vtt = with_baseline(tmp_path, RIGHT)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"]})
    code, found, decision = asked(vtt, update=True)
    assert (code, found) == (1, [SHORT])
    assert decision.said == ["rawcheck-baseline.jsonl: 0 added, 0 removed"]
    code, _, decision = asked(vtt, update=True, accept_new=True)
    assert code == 0
    assert decision.said[1].startswith("  + space/range-bands/short/attack-dm: -2  src/combat.js:")


def test_the_baseline_is_sorted_one_entry_to_a_line_and_does_not_change_by_itself(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    first = (vtt / "rawcheck-baseline.jsonl").read_bytes()
    assert asked(vtt, update=True)[0] == 0
    assert (vtt / "rawcheck-baseline.jsonl").read_bytes() == first
    head, *entries = first.decode().splitlines()
    assert json.loads(head) == {"rawcheck": "baseline", "version": 1}
    assert entries == sorted(entries)
    assert {json.loads(line)["file"] for line in entries} == {"data/weapons.json", "src/combat.js"}


@pytest.mark.parametrize("text", ["rubbish", "[1]", '{"file": 1}', "<<<<<<< HEAD\n", "[" * 100_000])
def test_a_broken_baseline_is_named_with_its_line(tmp_path, text):
    write(tmp_path, WRONG | {"rawcheck-baseline.jsonl": text})
    code, _, said = run(tmp_path)
    assert code == 2
    assert "rawcheck-baseline.jsonl:1" in said


# Suppressions


def meant(remark, value=-2):
    table = f"  short: {value}, {remark}\n  medium: 0, long: -2, veryLong: -4, distant: -6 }};"
    return RIGHT | {"src/combat.js": f"export const RANGE_DM = {{ adjacent: 0, close: 0,\n{table}\n"}


def test_a_departure_that_is_meant_passes_with_its_reason(tmp_path):
    write(tmp_path, meant('// rawcheck: house "We fight closer"'))
    code, found, decision = asked(tmp_path)
    assert (code, found) == (0, [])
    assert [(f.actual, why) for f, why in decision.suppressed] == [("-2", "We fight closer")]


@pytest.mark.parametrize(
    ("remark", "code"),
    [
        ('// rawcheck: house "Until the next campaign" until 2026-11-15', "RC904"),
        ("// rawcheck: house", "RC903"),
        ('// rawcheck: house ""', "RC903"),
        ('// rawcheck: hose "A slip"', "RC903"),
        ('// rawcheck: house RC999 "No such code"', "RC903"),
        ('// rawcheck: house space/rnage-bands "No such rule"', "RC903"),
        ('// rawcheck: house "A bad date" until tomorrow', "RC903"),
        ('// rawcheck: house ship/mounts "Another rule"', "RC902"),
    ],
)
def test_a_suppression_that_is_expired_or_not_understood_does_not_hold_and_is_told(tmp_path, remark, code):
    write(tmp_path, meant(remark))
    assert [one[0] for one in asked(tmp_path)[1]] == ["RC201", code]


@pytest.mark.parametrize("last", ["2026-11-16", "2027-01-31"])
def test_a_suppression_holds_to_the_end_of_its_last_day(tmp_path, last):
    write(tmp_path, meant(f'// rawcheck: house RC201 "For now" until {last}'))
    assert asked(tmp_path)[0] == 0


def test_a_suppression_that_suppresses_nothing_is_told(tmp_path):
    write(tmp_path, meant('// rawcheck: house "We fight closer"', value=1))
    assert [one[0] for one in asked(tmp_path)[1]] == ["RC902"]


REMARKS = {
    "above the value": (
        "a.py",
        'RANGE_DM = {"close": 0,\n  # rawcheck: house "Ours"\n  "short": -2, "medium": 0, "long": -2, "distant": -6}',
    ),
    "above the table": (
        "a.lua",
        '-- rawcheck: house "Ours"\nrangeDM = { close = 0,\n short = -2, medium = 0, long = -2, distant = -6 }',
    ),
    "in yaml": ("a.yaml", 'range_dm:\n  close: 0\n  short: -2 # rawcheck: house "Ours"\n  medium: 0\n  long: -2\n'),
    "in a comment that closes": (
        "a.ts",
        'const RANGE_DM = { close: 0, short: -2, medium: 0, long: -2 }; /* rawcheck: house "Ours" */',
    ),
    "in C#": (
        "A.cs",
        "class A { static Dictionary<string, int> RangeDM = new() {\n"
        '  ["close"] = 0,\n  ["short"] = -2, // rawcheck: house "Ours"\n  ["medium"] = 0, ["long"] = -2 }; }',
    ),
    "in markdown": (
        "rules.md",
        '## Attack DM by range\n\n<!-- rawcheck: house "Ours" -->\n'
        "| Range | DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n",
    ),
    "beside an apostrophe in a text": (
        "c.js",
        'const RANGE_DM = { close: 0, short: -2, label: "Gunner\'s", medium: 0, long: -2 }; // rawcheck: house "Ours"',
    ),
    "beside an apostrophe in a document": (
        "more.md",
        "## Attack DM by range\n\n| Range | DM | Whose |\n|---|---|---|\n"
        '| Short | -2 | the gunner\'s | <!-- rawcheck: house "Ours" -->\n| Medium | 0 | |\n'
        "| Long | -2 | |\n| Distant | -6 | |\n",
    ),
    "before the value": (
        "a.js",
        'const RANGE_DM = { close: 0,\n /* rawcheck: house "Ours" */ short: -2,\n medium: 0, long: -2 };',
    ),
    "beside a remark to another tool": (
        "b.py",
        'RANGE_DM = {"close": 0, "short": -2, "medium": 0, "long": -2}  # rawcheck: house "Ours"  # noqa: E501',
    ),
    "above the name of a table": (
        "b.yaml",
        '# rawcheck: house "Ours"\nrange_dm:\n  close: 0\n  short: -2\n  medium: 0\n  long: -2\n  distant: -6\n',
    ),
    "in a page": (
        "a.html",
        '<script>\nconst RANGE_DM = { close: 0,\n short: -2, // rawcheck: house "Ours"\n'
        " medium: 0, long: -2 };\n</script>",
    ),
}


@pytest.mark.parametrize("name", REMARKS)
def test_a_remark_is_read_in_the_comments_of_each_language(tmp_path, name):
    file, source = REMARKS[name]
    code, found, decision = asked(write(tmp_path, {file: source}))
    assert found == []
    assert code == 0
    assert [f.actual for f, _ in decision.suppressed if f.code == "RC201"] == ["-2"]


def test_suppressed_findings_are_listed_with_their_impact(tmp_path):
    write(tmp_path, meant('// rawcheck: house "We fight closer"'))
    _, printed, _ = run(tmp_path, "--show-suppressed")
    assert "meant: We fight closer" in printed
    assert "hit chance" in printed.partition("meant:")[2]


def test_the_configuration_suppresses_where_a_format_has_no_comments(tmp_path):
    settings = """[[suppress]]
file = "data/*.json"
rule = "ship/turret-weapons/beam-laser/damage"
reason = "Ours hit harder"
until = 2027-01-31
"""
    write(tmp_path, WRONG | {"src/combat.js": RIGHT["src/combat.js"], "rawcheck.toml": settings})
    assert asked(tmp_path)[:2] == (0, [])
    assert [one[0] for one in asked(tmp_path, today=datetime.date(2027, 2, 1))[1]] == ["RC201", "RC904"]


# Bindings


TIMES = "export const BANDS = { adjacent: 1, close: 1, short: 2, medium: 5, long: 11, veryLong: 25, distant: 50 };"


def bound(tmp_path, rule, at="BANDS", files=None):
    settings = f'[[table]]\nfile = "src/bands.js"\nat = "{at}"\nrule = "{rule}"\n'
    return asked(write(tmp_path, (files or RIGHT) | {"src/bands.js": TIMES, "rawcheck.toml": settings}))


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
    head, mark, tables = (
        (tmp_path / "rawcheck.toml").read_text(encoding="utf-8").partition("if it is something else.\n")
    )
    bare = "\n".join(line.removeprefix("# ") if "values" not in line else line for line in tables.split("\n"))
    (tmp_path / "rawcheck.toml").write_text(head + mark + bare, encoding="utf-8")
    assert set(asked(tmp_path)[1]) == before
    again = subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr) == (
        2,
        "rawcheck: rawcheck.toml: there is one already; --force writes it anew\n",
    )


# The configuration


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("editon = '2016'", "rawcheck.toml: there is no key 'editon'; the nearest: edition"),
        ("edition = '1977'", "rawcheck.toml: edition: 2016 or 2022 belongs there"),
        ("include = 'src'", "rawcheck.toml: include: a list of texts belongs there"),
        ("tests = 1", "rawcheck.toml: tests: true or false belongs there"),
        ("fail-on = 'never'", "rawcheck.toml: fail-on: error, warning or note belongs there"),
        ("ignore = ['RC2O1']", "rawcheck.toml: ignore: there is no 'RC2O1'; the nearest: RC201"),
        ("select = ['spcae/attack']", "rawcheck.toml: select: there is no 'spcae/attack'"),
        ("[severity]\nRC301 = 'fatal'", "rawcheck.toml: severity.RC301: error, warning, note or off belongs there"),
        ("[[table]]\nfile = 'a.js'\nat = 'A'", "rawcheck.toml: table: 'rule' is missing"),
        ("[[table]]\nfile = 'a.js'\nat = 'A'\nrule = 'x/y'", "rawcheck.toml: table: rule: no rule table is called"),
        ("[[suppress]]\nfile = 'a'\nrule = 'RC201'", "rawcheck.toml: suppress: 'reason' is missing"),
        ("baseline = ''", "rawcheck.toml: baseline: a text on one line belongs there"),
        ("house = 'none.toml'", "none.toml: no such file or directory"),
        ("= 3", "rawcheck.toml: it is not TOML"),
        (b"\xff\xfe", "rawcheck.toml: it is not UTF-8"),
    ],
)
def test_a_broken_configuration_is_told_and_ends_with_2(tmp_path, settings, said):
    write(tmp_path, RIGHT | {"rawcheck.toml": settings})
    code, printed, told = run(tmp_path)
    assert (code, printed) == (2, "")
    assert told.startswith(f"rawcheck: {said}")


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


# What the change touched


def git(folder, *words):
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def repository(folder, files):
    write(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "begin")
    return folder


def test_only_what_the_change_touched_is_shown_and_all_decides(tmp_path):
    vtt = repository(tmp_path, WRONG)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"].replace("long: -2", "long: -3")})
    write(vtt, {"src/new.js": "export const DIFFICULTY = { easy: 4, routine: 6, average: 9, difficult: 10 };"})
    code, found, decision = asked(vtt, since="HEAD")
    assert code == 1
    assert {rule for _, rule, _ in found} == {
        "space/range-bands/short/attack-dm",
        "space/range-bands/long/attack-dm",
        "checks/difficulties/average",
    }
    assert decision.hidden == 1
    code, found, decision = asked(repository(tmp_path / "b", WRONG), since="HEAD")
    assert (code, found, decision.hidden) == (1, [], 2)
    _, printed, _ = run(tmp_path / "b", "--changed-since", "HEAD")
    assert printed.startswith("FAILED, by what the change did not touch\napart from these: 2 not shown, since")


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("nosuch", "git knows no revision 'nosuch'"),
        ("--output=x", "'--output=x' is no revision"),
        ("HEAD", "git cannot tell"),
    ],
)
def test_what_git_cannot_tell_is_told(tmp_path, revision, said):
    vtt = repository(tmp_path, RIGHT) if revision != "HEAD" else write(tmp_path, RIGHT)
    code, _, told = run(vtt, f"--changed-since={revision}")
    assert code == 2
    assert told.startswith(f"rawcheck: {said}")


# Where the result goes


def made(folder, *forms):
    """The files of several formats from one run."""
    words = [word for form in forms for word in ("--format", form, "--output", f"out.{form}")]
    code, printed, _ = run(folder, *words)
    assert printed == ""
    return code, [(folder / f"out.{form}").read_text(encoding="utf-8") for form in forms]


def test_several_formats_come_from_one_run_and_each_has_places_rules_and_the_version(tmp_path):
    write(tmp_path, WRONG)
    code, texts = made(tmp_path, "json", "markdown", "github", "sarif", "junit", "gitlab", "html")
    assert code == 1
    for text in texts:
        assert "src/combat.js" in text
        assert SHORT[1] in text
        assert "RC201" in text
        assert "0.1.0" in text


def test_text_goes_to_the_terminal_and_another_format_to_its_file(tmp_path):
    write(tmp_path, WRONG)
    code, printed, _ = run(tmp_path, "--format", "text", "--format=sarif", "--output", "a.sarif")
    assert code == 1
    assert printed.startswith("FAILED: 2 errors\n")
    assert json.loads((tmp_path / "a.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_sarif_has_rules_with_help_places_and_fingerprints_and_nothing_that_is_suppressed(tmp_path):
    files = meant('// rawcheck: house "Ours"') | {"data/weapons.json": WRONG["data/weapons.json"]}
    write(tmp_path, files)
    _, [text] = made(tmp_path, "sarif")
    [one] = json.loads(text)["runs"]
    assert one["tool"]["driver"]["version"] == "0.1.0"
    for rule in one["tool"]["driver"]["rules"]:
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    [result] = [result for result in one["results"] if result["level"] == "error"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "data/weapons.json"
    assert place["region"] == {"startLine": 4, "startColumn": 78}
    assert result["partialFingerprints"]["rawcheck/v1"]
    assert one["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "RC201"


def test_a_message_cannot_begin_another_command_of_a_workflow(tmp_path):
    odd = "const RANGE_DM = { close: 0, short: 1, medium: 0, long: -2 };\n"
    write(tmp_path, RIGHT | {"a%0A::error::b,c.js": odd.replace("short: 1", "short: -3")})
    _, [text] = made(tmp_path, "github")
    [line] = [line for line in text.splitlines() if "space/range-bands/short" in line]
    assert line.startswith("::error file=a%250A%3A%3Aerror%3A%3Ab%2Cc.js,line=1,col=")


def test_junit_counts_failures_and_can_be_read_whatever_stands_in_a_file(tmp_path):
    import xml.etree.ElementTree as Xml

    write(tmp_path, WRONG | {"src/odd.js": 'const RANGE_DM = { close: 0, short: "\\u0001<-5&", medium: 0, long: -9 };'})
    _, [text] = made(tmp_path, "junit")
    suites = Xml.fromstring(text.encode("utf-8"))
    assert sum(int(suite.get("failures")) for suite in suites) == len(list(suites.iter("failure"))) >= 2


def test_gitlab_has_a_fingerprint_of_its_own_for_each_finding(tmp_path):
    write(tmp_path, WRONG | {"src/copy.js": WRONG["src/combat.js"]})
    _, [text] = made(tmp_path, "gitlab")
    told = json.loads(text)
    assert len({one["fingerprint"] for one in told}) == len(told) >= 3
    assert told[0]["location"]["lines"]["begin"] > 0


# Fixes


def test_what_is_certain_is_rewritten_in_its_own_notation_and_nothing_else_changes(tmp_path):
    vtt = repository(tmp_path, WRONG)
    before = {name: (vtt / name).read_bytes() for name in WRONG}
    assert run(vtt, "--diff")[1].count("\n-") - run(vtt, "--diff")[1].count("\n--- ") == 2
    assert {name: (vtt / name).read_bytes() for name in WRONG} == before
    code, printed, _ = run(vtt, "--fix")
    assert code == 0
    assert printed.startswith("fixed: 2 values in 2 files\n")
    assert {name: (vtt / name).read_text(encoding="utf-8") for name in WRONG} == RIGHT
    assert run(vtt, "--fix", "--allow-dirty")[1].startswith("passed")


def test_a_file_with_uncommitted_changes_is_not_rewritten_unless_that_is_allowed(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, WRONG)
    code, _, told = run(vtt, "--fix")
    assert code == 2
    assert "changes that are not committed" in told
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]
    assert run(vtt, "--fix", "--allow-dirty")[0] == 0


STYLES = [
    ("a.js", "const RANGE_DM = { close: 0, short: '@', medium: 0, long: -2 };", "DM-2", "DM+1"),
    ("a.js", "const WEAPONS = [{ name: 'Pulse Laser', tl: 9, damage: `@`, range: 'long' }];", "3D6", "2D6"),
    (
        "a.js",
        "const WEAPONS = [{ name: 'Pulse Laser', tl: 9, damage: '2D', cost: @, range: 'long' }];",
        "2_000_000",
        "1_000_000",
    ),
    (
        "a.py",
        "WEAPONS = [dict(name='Pulse Laser', tl=9, damage='2D', cost_mcr=@, range='Long')]  # was 2.0",
        "2.0",
        "1.0",
    ),
    (
        "a.js",
        "const WEAPONS = [{ name: 'Pulse Laser', tl: 9, damage: '2D', price: '@' }];",
        "Cr2,000,000",
        "Cr1,000,000",
    ),
    ("a.ts", "const W = { pulse_laser: { tl: 9, damage: '2D', range: '@', power: 4 } };", "very_long", "long"),
    ("a.ts", "const W = { pulse_laser: { tl: 9, damage: '2D', range: '@', power: 4 } };", "veryLong", "long"),
    ("a.js", "const RANGE_DM = { close: 0, short: 1, medium: 0, long: '@' };", "\u22123", "\u22122"),
    ("a.yaml", "weapons:\r\n- name: Pulse Laser # odd\r\n  tl: 9\r\n  damage: @\r\n  range: Long\r\n", "3D", "2D"),
    ("A.cs", "class A { const decimal StateroomCostMCr = 0.5m, EmergencyLowBerthTons = @; }", "2m", "1m"),
    (
        "a.js",
        "const kmOfBand = { close: 10, short: @, medium: 10000, long: 25000, 'very long': 50000 };",
        "1500",
        "1250",
    ),
]


@pytest.mark.parametrize(("file", "source", "wrong", "right"), STYLES)
def test_quotes_units_and_notation_stay(tmp_path, file, source, wrong, right):
    held = {"held.js": RIGHT["src/combat.js"], "data.json": RIGHT["data/weapons.json"]}
    write(tmp_path, held | {file: source.replace("@", wrong)})
    assert run(tmp_path, "--fix")[0] == 0
    assert (tmp_path / file).read_bytes().decode() == source.replace("@", right)


def test_what_is_contested_is_rewritten_only_when_that_is_asked_for(tmp_path):
    rolls = "const CRITICAL_LOCATION = { 2: 'Sensors', 3: 'Power Plant', 4: 'Fuel', 5: 'Weapon', 6: 'Armour',"
    rolls += " 7: 'Hull', 8: 'M-Drive', 9: 'Cargo', 10: 'J-Drive', 11: 'Crew', 12: 'Bridge' };"
    write(tmp_path, {"a.js": rolls})
    run(tmp_path, "--fix")
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == rolls
    run(tmp_path, "--fix-unsafe")
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == rolls.replace("Bridge", "Computer")


# Faults of our own


def test_a_reader_that_fails_is_told_with_its_file_and_ends_with_2_whatever_the_baseline_says(tmp_path, monkeypatch):
    write(tmp_path, RIGHT)

    def fails(data, name, wanted):
        raise TypeError("a slip of ours")

    monkeypatch.setattr("errata.readers.json.read", fails)
    report, code = gate(str(tmp_path), Asked(cached=False, update=True), lambda _: lambda: None)
    [finding] = [f for f in report.findings if f.level == "error"]
    assert (code, finding.code, finding.place.file) == (2, "RC111", "data/weapons.json")
    assert "TypeError: a slip of ours" in finding.message


def test_an_internal_error_says_so_without_a_traceback(tmp_path, monkeypatch, capsys):
    from errata import cli

    def fails(*_):
        raise KeyError("what")

    monkeypatch.setattr("errata.gate.gate", fails)
    monkeypatch.setattr("sys.argv", ["rawcheck", "gate", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    told = capsys.readouterr()
    assert left.value.code == 2
    assert told.err.startswith("rawcheck: an internal error: KeyError: 'what' (test_gate.py:")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_checkout_that_cannot_be_written_is_checked_and_an_update_says_why_not(tmp_path):
    write(tmp_path, WRONG)
    tmp_path.chmod(0o555)
    try:
        assert run(tmp_path)[0] == 1
        code, _, told = run(tmp_path, "--update-baseline")
        assert (code, told) == (2, "rawcheck: cannot write rawcheck-baseline.jsonl: permission denied\n")
    finally:
        tmp_path.chmod(0o755)


def test_a_run_that_is_killed_while_it_writes_leaves_the_old_file(tmp_path, monkeypatch):
    vtt = with_baseline(tmp_path, WRONG)
    before = (vtt / "rawcheck-baseline.jsonl").read_bytes()

    def killed(*_):
        raise KeyboardInterrupt

    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    names = {path.name for path in vtt.iterdir()}
    monkeypatch.setattr("errata.writing.os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        asked(vtt, update=True, cached=False)
    assert (vtt / "rawcheck-baseline.jsonl").read_bytes() == before
    assert {path.name for path in vtt.iterdir()} == names


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_windows_line_ends_change_nothing(tmp_path, ends):
    files = {name: text.replace("\n", ends).encode() for name, text in meant('// rawcheck: house "Ours"').items()}
    assert asked(write(tmp_path, files))[:2] == (0, [])


@given(
    settings=st.text(max_size=80),
    remark=st.text(max_size=60),
    entry=st.text(max_size=60),
    source=st.binary(max_size=200),
)
@hypothesis_settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rubbish_gives_a_message_and_never_a_traceback(tmp_path, settings, remark, entry, source):
    files = {
        "rawcheck.toml": settings.encode("utf-8", "replace"),
        "rawcheck-baseline.jsonl": entry.encode("utf-8", "replace"),
        "src/a.js": b"const RANGE_DM = { close: 0, short: -2, medium: 0, long: -2 }; // rawcheck: "
        + remark.encode("utf-8", "replace"),
        "src/b.js": b"const WEAPONS = [{ name: 'Pulse Laser', damage: " + source,
    }
    write(tmp_path, files)
    code = 0
    with suppress(RawcheckError):
        _, code = gate(str(tmp_path), Asked(cached=False), lambda _: lambda: None)
    assert code in (0, 1)


# A path below the configuration, and other odd ways to ask


def test_a_path_below_the_configuration_knows_its_entries_and_leaves_the_others_alone(tmp_path):
    meant_one = '[[suppress]]\nfile = "a/data/weapons.json"\nrule = "ship/turret-weapons"\nreason = "Ours"\n'
    write(tmp_path / "a", WRONG)
    write(tmp_path / "b", WRONG)
    write(tmp_path, {"rawcheck.toml": meant_one})
    assert asked(tmp_path, update=True)[0] == 0
    before = (tmp_path / "rawcheck-baseline.jsonl").read_bytes()
    assert asked(tmp_path / "a")[:2] == (0, [])
    assert asked(tmp_path / "b")[:2] == (0, [])
    assert asked(tmp_path / "a/src/combat.js")[:2] == (0, [])
    assert asked(tmp_path / "a", update=True)[0] == 0
    assert (tmp_path / "rawcheck-baseline.jsonl").read_bytes() == before


def test_a_binding_to_a_rule_that_the_table_cannot_be_is_told(tmp_path):
    code, found, _ = bound(tmp_path, "ship/turret-weapons")
    assert (code, [one[0] for one in found]) == (1, ["RC905"])


def test_a_selection_under_which_nothing_is_checked_fails(tmp_path):
    write(tmp_path, WRONG | {"rawcheck.toml": "select = ['personal/*']"})
    code, found, decision = asked(tmp_path)
    assert (code, found, decision.left_out) == (1, [("RC906", "", "")], 2)


def test_a_note_that_was_recorded_is_not_stale_when_notes_no_longer_count(tmp_path):
    write(tmp_path, {"a.js": "const RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2 };"})
    assert asked(tmp_path, update=True, fail_on="note")[0] == 0
    assert asked(tmp_path)[:2] == (0, [])


@pytest.mark.parametrize(
    "words",
    [
        ("--fix", "--changed-since", "nosuch"),
        ("--update-baseline", "--changed-since", "nosuch"),
        ("--fix", "--output", "no/such/folder.txt"),
        ("--fix", "--update-baseline"),
        ("--diff", "--update-baseline"),
    ],
)
def test_nothing_is_written_where_what_is_asked_cannot_be_done(tmp_path, words):
    vtt = repository(tmp_path, WRONG)
    assert run(vtt, *words)[0] == 2
    assert not (vtt / "rawcheck-baseline.jsonl").exists()
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]


def test_a_patch_can_be_applied_whatever_signs_a_file_holds(tmp_path):
    odd = WRONG["src/combat.js"] + "// \x0c \x0b \x85 \u2028 × −\n"
    vtt = repository(tmp_path, WRONG | {"src/my file é.js": odd})
    code, patch, _ = run(vtt, "--diff")
    assert code == 1
    (tmp_path / "a.patch").write_text(patch, encoding="utf-8", newline="\n")
    git(vtt, "apply", str(tmp_path / "a.patch"))
    assert (vtt / "src/my file é.js").read_bytes().decode() == odd.replace("short: -2", "short: 1")


def test_a_file_that_git_does_not_know_yet_is_not_rewritten(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, {":(x).js": WRONG["src/combat.js"]})
    assert run(vtt, "--fix")[0] == 2
    assert run(vtt, "--fix", "--allow-dirty")[0] == 0


@pytest.mark.parametrize("settings", [("diff.mnemonicPrefix", "true"), ("diff.noprefix", "true")])
def test_what_a_change_touched_is_known_whatever_git_is_set_to(tmp_path, settings):
    vtt = repository(tmp_path, RIGHT | {".gitattributes": "*.js -diff\n", 'src/\u4e2d"x.js': RIGHT["src/combat.js"]})
    git(vtt, "config", *settings)
    write(vtt, {'src/\u4e2d"x.js': "// ++ b/zz\n" + WRONG["src/combat.js"]})
    assert [rule for _, rule, _ in asked(vtt, since="HEAD")[1]] == [SHORT[1]]


def test_what_the_other_branch_did_is_not_what_the_change_touched(tmp_path):
    vtt = repository(tmp_path, WRONG)
    git(vtt, "checkout", "-qb", "other")
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    git(vtt, "commit", "-qam", "repaired")
    git(vtt, "checkout", "-q", "-")
    assert asked(vtt, since="other")[1] == []


def test_the_terminal_tells_what_is_wrong_with_each_suppression_and_entry(tmp_path):
    write(tmp_path, meant("// rawcheck: house"))
    assert "it has no reason" in run(tmp_path)[1].replace("\n        ", " ")


def test_what_only_shows_how_a_remark_is_written_is_none(tmp_path):
    shown = {
        "help.md": '```js\nshort: -2 // rawcheck: house "x"\n<!-- rawcheck: house "x" -->\n```\n',
        "help.js": "const HELP = \"write // rawcheck: house 'why'\";\n",
        "help.json": '{ "help": "write // rawcheck: house" }',
    }
    assert asked(write(tmp_path, RIGHT | shown))[:2] == (0, [])


def test_reports_of_our_own_in_the_tree_are_not_read(tmp_path):
    write(tmp_path, WRONG)
    first = asked(tmp_path)[1]
    made(tmp_path, "html", "junit", "markdown", "sarif", "json", "gitlab")
    for form, suffix in (("markdown", "md"), ("junit", "xml"), ("sarif", "json")):
        (tmp_path / f"out.{form}").rename(tmp_path / f"own-{form}.{suffix}")
    assert asked(tmp_path)[1] == first


@pytest.mark.parametrize("settings", ["ignore = ['RC902']", "[severity]\nRC9 = 'off'"])
def test_what_is_about_the_gate_itself_cannot_be_turned_off(tmp_path, settings):
    code, _, told = run(write(tmp_path, RIGHT | {"rawcheck.toml": settings}))
    assert code == 2
    assert "is about the gate itself, and always counts" in told
