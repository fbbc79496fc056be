"""What a gate says to mistakes in its words and its configuration, and what its report leaves out: nothing."""

import json
import os
import subprocess

import pytest

from tests.test_errata.gates import RAWCHECK, bound, made, repository, run
from tests.test_errata.vtts import RIGHT, WRONG, errors, report, write


def test_a_report_never_takes_the_place_of_a_file_of_the_codebase(tmp_path):
    write(tmp_path, WRONG)
    for name in ("src/combat.js", "data/weapons.json", "README.md"):
        before = (tmp_path / name).read_bytes()
        code, _, told = run(tmp_path, "--format", "json", "--output", name)
        assert (code, told) == (
            2,
            f"rawcheck: cannot write {name}: it is a file of the codebase, and no report of rawcheck\n",
        )
        assert (tmp_path / name).read_bytes() == before


SUFFIXES = {"markdown": "md", "junit": "xml", "html": "html"}


@pytest.mark.parametrize("form", ["json", "sarif", "gitlab", "markdown", "html", "junit"])
def test_an_older_report_or_an_empty_file_is_written_anew(tmp_path, form):
    name = f"out.{SUFFIXES.get(form, 'json')}"
    write(tmp_path, WRONG | {name: ""})
    for _ in range(2):
        assert run(tmp_path, "--format", form, "--output", name)[::2] == (1, "")


@pytest.mark.parametrize(
    "words", [("--output", "x", "--output", "y"), ("--format", "json", "--output", "x", "--output", "y")]
)
def test_each_output_needs_a_format_where_there_are_several(tmp_path, words):
    code, _, told = run(write(tmp_path, RIGHT), *words)
    assert code == 2
    assert "2 --output need as many --format" in told
    assert not (tmp_path / "x").exists()


def test_every_message_is_in_the_markdown_report(tmp_path):
    settings = "".join(f'[[table]]\nfile = "src/combat.js"\nat = "{at}"\nrule = "none"\n' for at in ("ONE", "TWO"))
    odd = "const RANGE_DM = { close: 'x', short: 'near', medium: 0, long: -2, distant: -6 };\n"
    write(tmp_path, WRONG | {"rawcheck.toml": settings, "src/odd.js": odd})
    _, [told, text] = made(tmp_path, "json", "markdown")
    findings = [f for f in json.loads(told)["findings"] if f["level"] != "note"]
    assert len([f for f in findings if f["code"] == "RC905"]) == 2
    for finding in findings:
        shown = finding["message"] if finding["code"][:3] != "RC2" else finding["actual"]
        assert shown in text


def test_a_refusal_names_files_with_their_folders(tmp_path):
    vtt = repository(tmp_path, WRONG)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"] + "\n"})
    assert run(vtt, "--fix")[2].startswith("rawcheck: src/combat.js: there are changes that are not committed")


@pytest.mark.skipif(not hasattr(os, "link"), reason="there are no hard links here")
def test_a_fix_reaches_every_name_of_a_file(tmp_path):
    write(tmp_path, WRONG)
    os.link(tmp_path / "src/combat.js", tmp_path / "src/same.txt")
    run(tmp_path, "--fix")
    assert (tmp_path / "src/same.txt").read_text() == RIGHT["src/combat.js"]
    assert (tmp_path / "src/combat.js").stat().st_nlink == 2


def test_of_a_key_that_comes_twice_only_the_last_value_counts_and_is_rewritten(tmp_path):
    text = '{"rangeDM": {"close": 0, "short": 5, "short": 3, "medium": 0, "long": -2, "veryLong": -4, "distant": -6}}'
    assert errors(report(tmp_path, {"a.json": text})) == [("space/range-bands/short/attack-dm", "3", 1, 47)]
    run(tmp_path, "--fix")
    assert (tmp_path / "a.json").read_text() == text.replace('"short": 3', '"short": 1')


def test_where_there_are_only_tests_each_command_names_its_own_way_to_read_them(tmp_path):
    write(tmp_path, {"tests/combat.js": RIGHT["src/combat.js"]})
    for words, way in (
        (("gate",), "tests = true in the configuration reads tests"),
        (("init",), "a configuration with tests = true reads tests"),
        (("errata", "."), "--tests reads tests"),
    ):
        told = subprocess.run([RAWCHECK, *words], cwd=tmp_path, capture_output=True, text=True, check=False).stderr
        assert told.endswith(f"all of it was left out: tests 1; {way}\n")


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
            "file: 'src/*.js' is a pattern; write a [[table]] for each file - at `$.table[0]`",
        ),
    ],
)
def test_a_value_that_the_configuration_does_not_know_is_told_with_the_nearest(tmp_path, settings, said):
    code, _, told = run(write(tmp_path, RIGHT | {"rawcheck.toml": settings}))
    assert code == 2
    assert said in told


def test_a_binding_that_denies_what_is_not_there_says_so_plainly(tmp_path):
    bound(tmp_path, "none", at="NOPE")
    told = " ".join(run(tmp_path)[1].split())
    assert "says of 'NOPE' in src/bands.js that it is no rule table, and there is no such table" in told


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.js": "export const A = 1;\n"}, "no table was recognised; a [[table]] says where one is, and which"),
        ({"a.js": RIGHT["src/combat.js"]}, "1 table recognised; look whether it was taken for the right one"),
    ],
)
def test_init_says_what_there_is_to_look_at(tmp_path, files, said):
    write(tmp_path, files)
    told = subprocess.run([RAWCHECK, "init"], cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert told == f"wrote rawcheck.toml: {said}\n"


def test_a_source_that_fails_the_gate_since_nothing_of_it_was_read_says_why(tmp_path):
    broken = '{"range": {"short": 1, "medium": 0, "long": -2, "distant": '
    told = " ".join(run(write(tmp_path, RIGHT | {"a.json": broken}))[1].split())
    assert "it names rules and nothing of it was checked, so that the gate cannot pass it" in told


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("SURPRISE_AMBUSHER_DM", 4, "personal/surprise/ambusher-dm"),
        ("HULL_TONS_PER_HARDPOINT", 50, "ship/mount-rules/hull-tons-per-hardpoint"),
        ("HULL_TONS_PER_TURRET", 50, ""),
        ("AMBUSHER_DM", 4, "personal/surprise/ambusher-dm"),
        ("AMBUSHER_DAMAGE_DICE", 4, ""),
    ],
)
def test_a_constant_that_is_called_like_a_rule_is_that_rule(tmp_path, name, value, rule):
    told = errors(report(tmp_path, RIGHT | {"src/k.js": f"export const {name} = {value};\n"}))
    assert [(found[0], found[1]) for found in told] == ([(rule, str(value))] if rule else [])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--accept-new",), "Error: --accept-new goes with --update-baseline."),
        (
            ("--fix", "--update-baseline"),
            "Error: --update-baseline records what is wrong, and --fix puts it right: one at a time.",
        ),
        (
            ("--diff", "--format", "json"),
            "Error: --diff prints a patch: it has no --format, and one --output at most.",
        ),
        (("--changed-since", ""), "Error: --changed-since needs a revision, such as origin/main."),
        (("nowhere",), "rawcheck: nowhere: there is no such file or folder"),
    ],
)
def test_words_that_contradict_each_other_are_refused(tmp_path, words, problem):
    code, _, told = run(write(tmp_path, RIGHT), *words)
    assert (code, told.splitlines()[-1]) == (2, problem)
