"""`rawcheck verify`: exit codes, text, JSON and the coverage view."""

import json
import re
from importlib.resources import files

import jsonschema
import pytest

from tests.test_errata.command import rawcheck
from tests.test_verify.miniatures import RIGHT, SILENT, WRONG_BY_ONE

SCHEMA = json.loads((files("errata.reports") / "schema.json").read_text("utf-8"))


@pytest.fixture
def sheets(tmp_path):
    for name, text in (("right", RIGHT), ("wrong", WRONG_BY_ONE), ("silent", SILENT)):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_bundled_references_are_checked_without_an_argument():
    run = rawcheck("verify")
    assert run.returncode == 0
    assert re.match(r"0 differ, \d+ contested, \d+ missing, 0 unchecked, [\d,]+ agree\n4 files", run.stdout)
    assert run.stderr == ""


def test_the_exit_code_is_0_for_right_1_for_wrong_2_for_unreadable(sheets):
    assert rawcheck("verify", sheets / "right.md").returncode == 0
    assert rawcheck("verify", sheets / "wrong.md").returncode == 1
    assert rawcheck("verify", sheets / "missing.md").returncode == 2
    assert rawcheck("verify", sheets / "right.md", "--fail-on", "note").returncode == 1


def test_one_file_that_cannot_be_read_does_not_stop_the_others(sheets):
    (sheets / "empty.md").write_text("")
    run = rawcheck("verify", sheets / "empty.md", sheets / "wrong.md")
    assert run.returncode == 1
    assert "RC101" in run.stdout
    assert "RC201" in run.stdout


def test_the_text_names_rule_values_page_and_place_in_eighty_columns(sheets):
    run = rawcheck("verify", sheets / "wrong.md")
    lines = [line for line in run.stdout.split("\n") if str(sheets) not in line]
    assert max(map(len, lines)) <= 80
    told = " ".join(run.stdout.split())
    assert "19:17 error RC201 Space range bands: Short, Attack DM: +2 here, +1 in CRB 2016" in told
    assert "[CRB 2016 p. 156]" in told


def test_colour_is_used_only_on_terminals_or_on_request(sheets):
    assert "\x1b[" not in rawcheck("verify", sheets / "wrong.md").stdout
    assert "\x1b[31m" in rawcheck("verify", sheets / "wrong.md", "--color", "always").stdout


@pytest.mark.parametrize("extra", [(), ("--facts",), ("--coverage",), ("--facts", "--coverage")])
def test_json_matches_its_schema(sheets, extra):
    run = rawcheck("verify", sheets / "wrong.md", sheets / "silent.md", "--format", "json", *extra)
    told = json.loads(run.stdout)
    jsonschema.validate(told, SCHEMA)
    summary = told["summary"]
    assert summary["facts"] == sum(summary[v] for v in ("agrees", "differs", "contested", "missing", "unchecked"))
    [finding] = [f for f in told["findings"] if f["level"] == "error"]
    line = WRONG_BY_ONE.split("\n")[finding["line"] - 1]
    assert line[finding["column"] - 1 :].startswith("**+2**")
    assert ("facts" in told) == ("--facts" in extra)
    if "--facts" in extra:
        assert sum(fact["verdict"] == "agrees" for fact in told["facts"]) == summary["agrees"]


def test_the_coverage_view_shows_each_number_in_its_colour(sheets, tmp_path):
    page = tmp_path / "coverage.html"
    run = rawcheck("verify", sheets / "right.md", "--coverage", "--format", "html", "--output", page)
    assert run.returncode == 0
    text = page.read_text("utf-8")
    assert '<span class="n table" title="checked by a table">1,251-10,000</span>' in text
    assert '<span class="n claim" title="checked by a claim">8.46</span>' in text.replace("about ", "")
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


# explain


# dice
