"""`rawcheck gate`: options that contradict each other, and files that a report must not overwrite."""

import json

import pytest

from tests.test_errata.command import run_here
from tests.test_errata.gates import formats_of, run
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_a_report_never_overwrites_a_file_of_the_codebase(tmp_path):
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
def test_an_older_report_or_an_empty_file_is_overwritten(tmp_path, form):
    name = f"out.{SUFFIXES.get(form, 'json')}"
    write(tmp_path, WRONG | {name: ""})
    for _ in range(2):
        assert run(tmp_path, "--format", form, "--output", name)[::2] == (1, "")


@pytest.mark.parametrize(
    "words", [("--output", "x", "--output", "y"), ("--format", "json", "--output", "x", "--output", "y")]
)
def test_several_outputs_need_as_many_formats(tmp_path, words):
    code, _, told = run(write(tmp_path, RIGHT), *words)
    assert code == 2
    assert "2 --output need as many --format" in told
    assert not (tmp_path / "x").exists()


def test_every_message_is_in_the_markdown_report(tmp_path):
    settings = "".join(f'[[table]]\nfile = "src/combat.js"\nat = "{at}"\nrule = "none"\n' for at in ("ONE", "TWO"))
    odd = "const RANGE_DM = { close: 'x', short: 'near', medium: 0, long: -2, distant: -6 };\n"
    write(tmp_path, WRONG | {"rawcheck.toml": settings, "src/odd.js": odd})
    _, [told, text] = formats_of(tmp_path, "json", "markdown")
    findings = [f for f in json.loads(told)["findings"] if f["level"] != "note"]
    assert len([f for f in findings if f["code"] == "RC905"]) == 2
    for finding in findings:
        shown = finding["message"] if finding["code"][:3] != "RC2" else finding["actual"]
        assert shown in text


def test_each_command_names_its_own_option_to_read_tests(tmp_path):
    write(tmp_path, {"tests/combat.js": RIGHT["src/combat.js"]})
    for words, way in (
        (("gate",), "tests = true in the configuration reads tests"),
        (("init",), "a configuration with tests = true reads tests"),
        (("errata", "."), "--tests reads tests"),
    ):
        told = run_here(*words, cwd=tmp_path).stderr
        assert told.endswith(f"all of it was skipped: tests 1; {way}\n")


def test_an_unreadable_source_that_fails_the_gate_says_why(tmp_path):
    broken = '{"range": {"short": 1, "medium": 0, "long": -2, "distant": '
    told = " ".join(run(write(tmp_path, RIGHT | {"a.json": broken}))[1].split())
    assert "it names rules and nothing of it was checked, so that the gate cannot pass it" in told


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
def test_contradicting_options_are_refused(tmp_path, words, problem):
    code, _, told = run(write(tmp_path, RIGHT), *words)
    assert (code, told.splitlines()[-1]) == (2, problem)
