"""The formats of the gate: each has what its reader needs, and nothing in a file can break it."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.terminal import wrapped
from tests.test_errata.gates import (
    RAWCHECK,
    SHORT,
    asked,
    made,
    meant,
    repository,
    run,
    with_baseline,
)
from tests.test_errata.vtts import RIGHT, WRONG, write

SCHEMA = Path(sys.prefix) / "sarif/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"


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


@pytest.mark.skipif(not SCHEMA.is_file(), reason="the schema is not installed; make .venv/sarif does it")
@pytest.mark.parametrize(
    ("words", "finds"),
    [
        (("gate", "--level", "note"), True),
        (("gate", "--show-suppressed", "--fail-on", "note"), True),
        (("gate", "--changed-since", "HEAD"), False),
        (("errata", "."), True),
        (("verify", "README.md"), False),
    ],
)
def test_sarif_is_valid_by_the_official_schema(tmp_path, words, finds):
    strange = {"src/a b#c.js": WRONG["src/combat.js"], "src/broken.json": '{"short": 1, "medium": ', "old.js": "\udce4"}
    files = WRONG | {"src/meant.js": meant('// rawcheck: house "Ours"')["src/combat.js"]}
    repository(tmp_path, files | {name: text.encode("utf-8", "surrogateescape") for name, text in strange.items()})
    made = subprocess.run([RAWCHECK, *words, "--format", "sarif"], cwd=tmp_path, capture_output=True, check=False)
    told, schema = json.loads(made.stdout), json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER).validate(told)
    assert (told["version"], bool(told["runs"][0]["results"])) == ("2.1.0", finds)


def test_sarif_has_what_is_suppressed_as_such_if_it_is_asked_for(tmp_path):
    write(tmp_path, meant('// rawcheck: house "ours"'))
    told = json.loads(run(tmp_path, "--format", "sarif", "--show-suppressed")[1])
    [result] = told["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "ours"}]


SAID = {"github": "::notice", "gitlab": '"severity": "info"', "junit": 'skipped="1"'}


@pytest.mark.parametrize(("form", "sign"), SAID.items())
def test_formats_of_services_tell_what_is_meant_if_it_is_asked_for_and_not_as_a_failure(tmp_path, form, sign):
    write(tmp_path, meant('// rawcheck: house "ours"'))
    code, text, _ = run(tmp_path, "--format", form, "--show-suppressed")
    assert (code, "meant: ours" in text, sign in text) == (0, True, True)
    assert not any(grave in text for grave in ("::error", '"major"', "<failure"))
    assert "meant: ours" not in run(tmp_path, "--format", form)[1]


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


def test_reports_of_our_own_in_the_tree_are_not_read(tmp_path):
    write(tmp_path, WRONG)
    first = asked(tmp_path)[1]
    made(tmp_path, "html", "junit", "markdown", "sarif", "json", "gitlab")
    for form, suffix in (("markdown", "md"), ("junit", "xml"), ("sarif", "json")):
        (tmp_path / f"out.{form}").rename(tmp_path / f"own-{form}.{suffix}")
    assert asked(tmp_path)[1] == first


def test_two_formats_cannot_go_to_one_place(tmp_path):
    write(tmp_path, RIGHT)
    assert run(tmp_path, "--format", "json", "--format", "sarif")[0] == 2
    both = ("--format", "json", "--output", "a", "--format", "sarif", "--output", "a")
    assert "would both go to a" in run(tmp_path, *both)[2]


def test_a_path_outside_is_named_from_itself_and_the_baseline_from_where_it_stands(tmp_path):
    with_baseline(tmp_path, WRONG)
    write(tmp_path, RIGHT)
    _, printed, _ = run(tmp_path, "src", "--format", "github")
    assert (
        "::error file=rawcheck-baseline.jsonl,line=3," in printed or "file=rawcheck-baseline.jsonl,line=2," in printed
    )
    assert "FAILED: 1 error" in printed
    write(tmp_path / "vtt", WRONG)
    _, printed, _ = run(tmp_path, str(tmp_path / "vtt"), "--format", "sarif")
    assert '"uri": "vtt/src/combat.js"' in printed


def test_what_only_speaks_of_a_report_of_ours_is_read(tmp_path):
    table = '{"adjacent": 0, "close": 0, "short": -2, "medium": 0, "long": -2, "very_long": -4, "distant": -6}'
    files = {
        "a.py": f"# rawcheck 2 findings are left to be mended here\nRANGE_DM = {table}\n",
        "a.js": f"// <h1>rawcheck findings</h1>\nconst RANGE_DM = {table};",
    }
    assert [one[0] for one in asked(write(tmp_path, files))[1]] == ["RC201", "RC201"]


def test_errata_and_verify_have_every_format_too(tmp_path):
    write(tmp_path / "vtt", WRONG)
    sheet = write(tmp_path, {"sheet.md": "A combat round lasts 7 seconds.\n"}) / "sheet.md"
    for words, file in ((("errata", "vtt"), "vtt/src/combat.js"), (("verify", sheet.name), "sheet.md")):
        for form in ("github", "sarif", "junit", "gitlab"):
            ran = subprocess.run([RAWCHECK, *words, "--format", form], cwd=tmp_path, capture_output=True, check=False)
            assert (ran.returncode, ran.stderr) == (1, b"")
            assert file.encode() in ran.stdout
            assert b"RC201" in ran.stdout


@given(st.lists(st.sampled_from(["a", "b-b", " ", "DM ", " %", "\n"])).map("".join), st.integers(12, 40))
def test_a_text_in_lines_keeps_every_word_and_fits(text, room):
    lines = wrapped(text, room, "  ", "    ")
    assert "".join(lines).replace(" ", "") == "".join(text.split())
    assert all(len(line) <= room and line == line.rstrip() for line in lines)
