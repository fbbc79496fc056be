"""Report formats: each has what its consumer needs, and no text of a file can break out of it."""

import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.commands import FORMATS
from errata.report import Report
from errata.reports import Options, render
from errata.terminal import wrapped
from tests.test_errata.command import RAWCHECK, run_here
from tests.test_errata.gates import BEAM, SHORT, decide, formats_of, repository, run, with_baseline, with_comment
from tests.test_errata.vtts import RIGHT, WRONG, report, write
from tests.test_verify.miniatures import WRONG_BY_ONE
from verify.check import check_documents
from verify.documents.files import Document
from verify.findings import Finding, Place

SARIF_SCHEMA = Path(sys.prefix) / "sarif/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"


def test_several_formats_come_from_one_run_and_each_has_places_rules_and_the_version(tmp_path):
    write(tmp_path, WRONG)
    code, texts = formats_of(tmp_path, "json", "markdown", "github", "sarif", "junit", "gitlab", "html")
    assert code == 1
    for text in texts:
        assert "src/combat.js" in text
        assert SHORT[1] in text
        assert "RC201" in text
        assert "0.1.0" in text


def test_text_goes_to_the_terminal_and_other_formats_to_their_files(tmp_path):
    write(tmp_path, WRONG)
    code, printed, _ = run(tmp_path, "--format", "text", "--format=sarif", "--output", "a.sarif")
    assert code == 1
    assert printed.startswith("FAILED: 2 errors\n")
    assert json.loads((tmp_path / "a.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_sarif_has_rules_places_and_fingerprints_and_no_suppressed_findings(tmp_path):
    files = with_comment('// rawcheck: house "Ours"') | {"data/weapons.json": WRONG["data/weapons.json"]}
    write(tmp_path, files)
    _, [text] = formats_of(tmp_path, "sarif")
    [one] = json.loads(text)["runs"]
    assert one["tool"]["driver"]["version"] == "0.1.0"
    for rule in one["tool"]["driver"]["rules"]:
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    [result] = [result for result in one["results"] if result["level"] == "error"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "data/weapons.json"
    assert place["region"] == {"startLine": 4, "startColumn": 78, "endColumn": 83}
    assert result["partialFingerprints"]["rawcheck/v1"]
    assert one["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "RC201"


@pytest.mark.skipif(not SARIF_SCHEMA.is_file(), reason="the schema is not installed; make .venv/sarif does it")
@pytest.mark.parametrize(
    ("words", "finds"),
    [
        (("gate", "--level", "note"), True),
        (("gate", "--show-suppressed", "--fail-on", "note"), True),
        (("gate", "--show-known"), True),
        (("gate", "--changed-since", "HEAD"), False),
        (("errata", "."), True),
        (("verify", "README.md"), False),
    ],
)
def test_sarif_is_valid_by_the_official_schema(tmp_path, words, finds):
    strange = {"src/a b#c.js": WRONG["src/combat.js"], "src/broken.json": '{"short": 1, "medium": ', "old.js": "\udce4"}
    files = WRONG | {"src/meant.js": with_comment('// rawcheck: house "Ours"')["src/combat.js"]}
    repository(tmp_path, files | {name: text.encode("utf-8", "surrogateescape") for name, text in strange.items()})
    made = run_here(*words, "--format", "sarif", cwd=tmp_path)
    told, schema = json.loads(made.stdout), json.loads(SARIF_SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER).validate(told)
    assert (told["version"], bool(told["runs"][0]["results"])) == ("2.1.0", finds)


def test_the_end_of_a_value_in_sarif_is_where_it_ends_in_the_file(tmp_path):
    write(tmp_path, WRONG | {"b.yaml": "range_dm:\n  short: +3\n  medium: 0\n  long: -2\n  distant: -6\n"})
    [told] = json.loads(run(tmp_path, "--format", "sarif")[1])["runs"]
    values = set()
    for result in told["results"]:
        place = result["locations"][0]["physicalLocation"]
        line = (tmp_path / place["artifactLocation"]["uri"]).read_text(encoding="utf-8").split("\n")
        region = place["region"]
        values.add(line[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1])
    assert values == {"-2", '"3d6"', "+3"}


def test_sarif_tells_new_findings_from_known_ones_on_request(tmp_path):
    with_baseline(tmp_path, WRONG)
    write(tmp_path, {"b.js": WRONG["src/combat.js"]})

    def states(*words):
        [told] = json.loads(run(tmp_path, "--format", "sarif", *words)[1])["runs"]
        return sorted((r["baselineState"], r["properties"]["rule"]) for r in told["results"])

    assert states() == [("new", SHORT[1])]
    assert states("--show-known") == [("new", SHORT[1]), ("unchanged", BEAM[1]), ("unchanged", SHORT[1])]
    assert "baselineState" not in run_here("errata", ".", "--format", "sarif", cwd=tmp_path).stdout


def test_github_gets_one_annotation_for_each_rule_the_gravest_first(tmp_path):
    rows = ", ".join(f"{name}: 9" for name in ("adjacent", "close", "medium"))
    copies = {f"copy{n}.js": WRONG["src/combat.js"] for n in range(25)}
    other = {"other.js": WRONG["src/combat.js"].replace("short: -2", "short: -3")}
    milder = {
        "note.js": f"const RANGE_DM = {{ {rows}, bogus: 3 }};",
        "warning.js": "if (sensorLock) attackDM += 2;",
    }
    write(tmp_path, WRONG | copies | other | milder)
    lines = run(tmp_path, "--format", "github", "--level", "note")[1].splitlines()
    annotations = [line for line in lines if line.startswith("::")]
    levels = [re.match("::(error|warning|notice) ", line)[1] for line in annotations]
    assert list(dict.fromkeys(levels)) == ["error", "warning", "notice"]
    assert levels == sorted(levels, key=["error", "warning", "notice"].index)
    [short] = [line for line in annotations if SHORT[1] in line]
    [beam] = [line for line in annotations if BEAM[1] in line]
    assert short.count("%0AAlso at copy") == 19
    assert short.endswith("%0AAlso at 7 other places")
    assert "Also at" not in beam


def test_an_annotation_says_what_is_different_at_another_place(tmp_path):
    other = {"z.js": WRONG["src/combat.js"].replace("short: -2", "short: -3")}
    printed = run(write(tmp_path, WRONG | other), "--format", "github")[1]
    assert re.search(r"^::error file=z\.js,.*-3 here.*%0AAlso at src/combat\.js:2:57: .*-2 here", printed, re.MULTILINE)


def test_sarif_marks_suppressed_findings_on_request(tmp_path):
    write(tmp_path, with_comment('// rawcheck: house "ours"'))
    told = json.loads(run(tmp_path, "--format", "sarif", "--show-suppressed")[1])
    [result] = told["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "ours"}]


SAID = {"github": "::notice", "gitlab": '"severity": "info"', "junit": 'skipped="1"'}


@pytest.mark.parametrize(("form", "sign"), SAID.items())
def test_ci_formats_show_suppressed_findings_on_request_and_not_as_failures(tmp_path, form, sign):
    write(tmp_path, with_comment('// rawcheck: house "ours"'))
    code, text, _ = run(tmp_path, "--format", form, "--show-suppressed")
    assert (code, "meant: ours" in text, sign in text) == (0, True, True)
    assert not any(grave in text for grave in ("::error", '"major"', "<failure"))
    assert "meant: ours" not in run(tmp_path, "--format", form)[1]


def test_a_message_cannot_inject_a_workflow_command(tmp_path):
    odd = "const RANGE_DM = { close: 0, short: 1, medium: 0, long: -2 };\n"
    write(tmp_path, RIGHT | {"a%0A::error::b,c.js": odd.replace("short: 1", "short: -3")})
    _, [text] = formats_of(tmp_path, "github")
    [line] = [line for line in text.splitlines() if "space/range-bands/short" in line]
    assert line.startswith("::error file=a%250A%3A%3Aerror%3A%3Ab%2Cc.js,line=1,col=37,title=")


def test_junit_counts_failures_and_is_well_formed_whatever_a_file_holds(tmp_path):
    import xml.etree.ElementTree as Xml

    write(tmp_path, WRONG | {"src/odd.js": 'const RANGE_DM = { close: 0, short: "\\u0001<-5&", medium: 0, long: -9 };'})
    _, [text] = formats_of(tmp_path, "junit")
    suites = Xml.fromstring(text.encode("utf-8"))
    assert sum(int(suite.get("failures")) for suite in suites) == len(list(suites.iter("failure"))) == 3


def test_gitlab_gives_each_finding_its_own_fingerprint(tmp_path):
    write(tmp_path, WRONG | {"src/copy.js": WRONG["src/combat.js"]})
    _, [text] = formats_of(tmp_path, "gitlab")
    told = json.loads(text)
    assert len({one["fingerprint"] for one in told}) == len(told) >= 3
    places = {(one["location"]["path"], one["location"]["lines"]["begin"]) for one in told}
    assert places == {("src/combat.js", 2), ("src/copy.js", 2), ("data/weapons.json", 4)}


def test_rawchecks_own_reports_in_the_tree_are_not_read(tmp_path):
    write(tmp_path, WRONG)
    first = decide(tmp_path)[1]
    formats_of(tmp_path, "html", "junit", "markdown", "sarif", "json", "gitlab")
    for form, suffix in (("markdown", "md"), ("junit", "xml"), ("sarif", "json")):
        (tmp_path / f"out.{form}").rename(tmp_path / f"own-{form}.{suffix}")
    assert decide(tmp_path)[1] == first


def test_two_formats_cannot_go_to_the_same_file(tmp_path):
    write(tmp_path, RIGHT)
    assert run(tmp_path, "--format", "json", "--format", "sarif")[0] == 2
    both = ("--format", "json", "--output", "a", "--format", "sarif", "--output", "a")
    assert "would both go to a" in run(tmp_path, *both)[2]


def test_paths_are_relative_to_the_given_folder_and_the_baseline_to_its_own(tmp_path):
    with_baseline(tmp_path, WRONG | {"rawcheck.toml": 'stale-baseline = "error"'})
    write(tmp_path, RIGHT)
    _, printed, _ = run(tmp_path, "src", "--format", "github")
    assert "::error file=rawcheck-baseline.jsonl,line=3," in printed
    assert "FAILED: 1 error" in printed
    write(tmp_path / "vtt", WRONG)
    _, printed, _ = run(tmp_path, str(tmp_path / "vtt"), "--format", "sarif")
    assert '"uri": "vtt/src/combat.js"' in printed


@pytest.mark.parametrize("form", ["github", "gitlab", "junit", "sarif"])
@pytest.mark.parametrize("command", ["errata", "gate"])
def test_services_get_paths_from_the_top_of_the_repository(tmp_path, command, form):
    write(tmp_path, {f"vtt/{name}": text for name, text in WRONG.items()})
    assert "vtt/src/combat.js" not in run_here(command, "src", "--format", form, cwd=tmp_path / "vtt").stdout
    repository(tmp_path, {})
    for folder, path in (("vtt", "src"), ("vtt/src", "."), ("vtt/src", "combat.js"), (".", "vtt/src")):
        if command == "errata" or path != "combat.js":
            assert "vtt/src/combat.js" in run_here(command, path, "--format", form, cwd=tmp_path / folder).stdout


def test_a_file_that_only_mentions_a_report_is_read(tmp_path):
    table = '{"adjacent": 0, "close": 0, "short": -2, "medium": 0, "long": -2, "very_long": -4, "distant": -6}'
    files = {
        "a.py": f"# rawcheck 2 findings are left to be mended here\nRANGE_DM = {table}\n",
        "a.js": f"// <h1>rawcheck findings</h1>\nconst RANGE_DM = {table};",
    }
    assert [one[0] for one in decide(write(tmp_path, files))[1]] == ["RC201", "RC201"]


def test_errata_and_verify_have_every_format(tmp_path):
    write(tmp_path / "vtt", WRONG)
    sheet = write(tmp_path, {"sheet.md": "A combat round lasts 7 seconds.\n"}) / "sheet.md"
    for words, file in ((("errata", "vtt"), "vtt/src/combat.js"), (("verify", sheet.name), "sheet.md")):
        for form in ("github", "sarif", "junit", "gitlab"):
            ran = run_here(*words, "--format", form, cwd=tmp_path)
            assert (ran.returncode, ran.stderr) == (1, "")
            assert file in ran.stdout
            assert "RC201" in ran.stdout


@given(st.lists(st.sampled_from(["a", "b-b", " ", "DM ", " %", "\n"])).map("".join), st.integers(12, 40))
def test_wrapped_text_keeps_every_word_and_fits(text, room):
    lines = wrapped(text, room, "  ", "    ")
    assert "".join(lines).replace(" ", "") == "".join(text.split())
    assert all(len(line) <= room and line == line.rstrip() for line in lines)


def test_control_characters_of_a_value_are_not_printed(tmp_path):
    source = """[{"name": "Pulse Laser", "damage": "2D", "range": "\\u001b[2JShort\\ud800"},
{"name": "Beam Laser", "damage": "1D", "range": "Medium"}]"""
    told = report(tmp_path, {"weapons.json": source})
    assert any("Short" in f["actual"] for f in told["findings"])
    assert not any(sign in str(f) for f in told["findings"] for sign in ("\x1b", "\ud800"))


def test_equal_findings_in_one_file_have_fingerprints_of_their_own(tmp_path):
    source = "const ATTACK_RANGE_DM = { short: 3, medium: 0, long: -2, very_long: -4, distant: -6 };\n" * 2
    told = report(tmp_path, {"a.js": source})
    prints = [f["fingerprint"] for f in told["findings"]]
    assert len(prints) == len(set(prints)) > 1


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "gitlab", "junit", "markdown", "html"])
def test_a_folder_name_that_is_not_utf_8_can_be_reported_in_every_format(tmp_path, form):
    folder = os.fsencode(tmp_path) + b"/odd\xff"
    try:
        os.mkdir(folder)
    except OSError:
        pytest.skip("the file system takes no such name")
    write(Path(os.fsdecode(folder)), WRONG)
    made = subprocess.run(
        [os.fsencode(RAWCHECK), b"gate", b"--format", form.encode(), b"--output", b"out", b"odd\xff"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (1, b"")
    assert "short" in (tmp_path / "out").read_text(encoding="utf-8")


def test_a_value_cannot_inject_a_line_into_the_report(tmp_path):
    write(
        tmp_path, RIGHT | {"w.json": '{"weapons": [{"name": "Beam Laser", "damage": "\\n::warning::hi", "power": 4}]}'}
    )
    assert "\n::warning" not in run(tmp_path, "--level", "note")[1]


SCHEMA = json.loads((files("errata.reports") / "schema.json").read_text("utf-8"))


def test_a_format_exists_by_being_a_file():
    assert {"text", "json", "markdown", "html"} <= set(FORMATS)
    report, accounts = check_documents([Document("x", WRONG_BY_ONE)])
    for form in FORMATS:
        assert "RC201" in render(Report.of(report), form, Options(least="note", coverage=tuple(accounts)))


NASTY = "<script>alert(1)</script> | `x` *y* [z](javascript:1)"


def nasty_report():
    report = Report("verify")
    words = {"title": NASTY, "book": NASTY}
    report.findings.append(Finding("RC201", "differs", Place(NASTY, 1, 1), "", NASTY, NASTY, NASTY, words=words))
    return report


def test_nothing_from_a_document_becomes_markup():
    page = render(nasty_report(), "html", Options(least="note"))
    assert "<script>alert" not in page
    table = render(nasty_report(), "markdown", Options(least="note"))
    assert "<script>" not in table
    row = next(line for line in table.split("\n") if line.startswith("|") and "RC201" in line)
    assert len(re.findall(r"(?<!\\)\|", row)) == 7


def test_the_schema_refuses_an_unknown_level():
    told = json.loads(render(Report.of(check_documents([Document("x", WRONG_BY_ONE)])[0]), "json", Options()))
    told["findings"][0]["level"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(told, SCHEMA)
