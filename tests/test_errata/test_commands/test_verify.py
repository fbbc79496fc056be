"""`rawcheck verify`, `dice` and `explain` as a person types them."""

import json
import re
import subprocess
import sysconfig
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from errata.commands.explain import explanation
from errata.report import Report
from errata.reports import Options, formats, render
from tests.test_verify.miniatures import RIGHT, SILENT, WRONG_BY_ONE
from verify.check import check_documents
from verify.codes import CODES
from verify.documents.files import Document
from verify.findings import Finding, Place

COMMAND = Path(sysconfig.get_path("scripts")) / "rawcheck"
SCHEMA = json.loads((files("errata.reports") / "schema.json").read_text("utf-8"))


def rawcheck(*words, **environment):
    return subprocess.run(
        [str(COMMAND), *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PATH": "", "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **environment},
        check=False,
    )


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


def test_the_exit_code_tells_right_from_wrong_from_unreadable(sheets):
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


def test_the_text_names_rule_value_book_page_and_place_in_eighty_columns(sheets):
    run = rawcheck("verify", sheets / "wrong.md")
    lines = [line for line in run.stdout.split("\n") if str(sheets) not in line]
    assert max(map(len, lines)) <= 80
    told = " ".join(run.stdout.split())
    assert "19:17 error RC201 Space range bands: Short, Attack DM: +2 here, +1 in CRB 2016" in told
    assert "[CRB 2016 p. 156]" in told


def test_colour_is_for_terminals_and_for_those_who_ask(sheets):
    assert "\x1b[" not in rawcheck("verify", sheets / "wrong.md").stdout
    assert "\x1b[31m" in rawcheck("verify", sheets / "wrong.md", "--color", "always").stdout


@pytest.mark.parametrize("extra", [(), ("--facts",), ("--coverage",), ("--facts", "--coverage")])
def test_json_is_what_the_schema_says(sheets, extra):
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


def test_the_schema_refuses_what_is_not_in_the_contract():
    told = json.loads(render(Report.of(check_documents([Document("x", WRONG_BY_ONE)])[0]), "json", Options()))
    told["findings"][0]["level"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(told, SCHEMA)


def test_a_format_exists_by_being_a_file():
    assert {"text", "json", "markdown", "html"} <= set(formats())
    report, accounts = check_documents([Document("x", WRONG_BY_ONE)])
    for form in formats():
        assert "RC201" in render(Report.of(report), form, Options(least="note", coverage=tuple(accounts)))


NASTY = "<script>alert(1)</script> | `x` *y* [z](javascript:1)"


def nasty_report():
    report = Report("verify")
    report.findings.append(Finding("RC201", "differs", NASTY, Place(NASTY, 1, 1), "", NASTY, NASTY, NASTY))
    return report


def test_nothing_from_a_document_becomes_markup():
    page = render(nasty_report(), "html", Options(least="note"))
    assert "<script>alert" not in page
    table = render(nasty_report(), "markdown", Options(least="note"))
    assert "<script>" not in table
    row = next(line for line in table.split("\n") if line.startswith("|") and "RC201" in line)
    assert len(re.findall(r"(?<!\\)\|", row)) == 7


def test_the_coverage_view_shows_each_number_in_its_colour(sheets, tmp_path):
    page = tmp_path / "coverage.html"
    run = rawcheck("verify", sheets / "right.md", "--coverage", "--format", "html", "--output", page)
    assert run.returncode == 0
    text = page.read_text("utf-8")
    assert '<span class="n table" title="checked by a table">1,251-10,000</span>' in text
    assert '<span class="n claim" title="checked by a claim">8.46</span>' in text.replace("about ", "")
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


def test_the_fingerprint_survives_a_moved_line_and_not_another_value():
    def prints(text):
        return {f.fingerprint for f in check_documents([Document("x", text)])[0].findings if f.level == "error"}

    assert prints(WRONG_BY_ONE) == prints("# One more line\n\n" + WRONG_BY_ONE)
    assert prints(WRONG_BY_ONE) != prints(WRONG_BY_ONE.replace("**+2**", "**+3**"))


def test_many_documents_are_checked_by_several_processes_alike(monkeypatch):
    documents = [Document(f"{n}.md", WRONG_BY_ONE if n % 3 else RIGHT) for n in range(6)]
    alone, _ = check_documents(documents)
    monkeypatch.setattr("verify.check.MANY", 2)
    monkeypatch.setattr("verify.check.cpu_count", lambda: 2)
    shared, _ = check_documents(documents)
    assert shared.sorted() == alone.sorted()
    assert shared.summary() == alone.summary()


def test_a_machine_without_processes_checks_them_one_by_one(monkeypatch):
    def refuse(*_, **__):
        raise OSError("no processes")

    monkeypatch.setattr("verify.check.MANY", 2)
    monkeypatch.setattr("verify.check.cpu_count", lambda: 2)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    report, _ = check_documents([Document(f"{n}.md", WRONG_BY_ONE) for n in range(3)])
    assert report.files == 3
    assert sum(f.level == "error" for f in report.findings) == 3


# explain


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["space/attack/target"], ["8+", "CRB 2016 p. 156", "references/high-guard.md"]),
        (["space/critical-effects/hull/severity-2"], ["ruling", "2D extra damage"]),
        (["RC201"], ["error", "book"]),
        (["rc401"], ["RC401"]),
        (["ruling", "3"], ["Hull criticals", "contested"]),
        (["3"], ["Hull criticals"]),
        (["personal/cover"], ["Vegetation: +2"]),
        (["dice/boon/mean"], ["8.458", "203/24"]),
        (["space/ion"], ["space/ion/rounds"]),
    ],
)
def test_explain_knows_rules_codes_rulings_tables_and_figures(words, parts):
    run = rawcheck("explain", *words)
    assert run.returncode == 0
    assert all(part in run.stdout for part in parts), run.stdout


def test_explain_names_what_is_near():
    run = rawcheck("explain", "space/atack/target")
    assert run.returncode == 2
    assert "space/attack/target" in run.stderr


def test_every_code_has_a_page():
    for code, entry in CODES.items():
        page = explanation(code)
        assert page.startswith(f"{code}: {entry.title}")
        assert entry.means.endswith(".")
        assert entry.do.endswith(".")


# dice


def test_dice_lists_what_is_printed_with_its_exact_value_and_agrees():
    run = rawcheck("dice", "--departure", "0.05")
    assert run.returncode == 0
    assert "all agree" in run.stdout.split("\n")[0]
    assert "203/24" in run.stdout
    assert "one run in 1,000,000" in " ".join(run.stdout.split())
    assert max(map(len, run.stdout.split("\n"))) <= 80


def test_dice_finds_a_printed_value_that_is_wrong(tmp_path):
    sheet = tmp_path / "sheet.md"
    sheet.write_text("A Boon lifts the mean of 2D from 7 to about 8.64.\n")
    run = rawcheck("dice", sheet, "--departure", "0.05", "--format", "json")
    assert run.returncode == 1
    [boon] = [claim for claim in json.loads(run.stdout)["claims"] if claim["id"] == "dice/boon/mean"]
    assert boon["verdict"] == "printed value is wrong"
    assert boon["exact"] == "203/24"


def test_a_seed_gives_the_same_rolls_again():
    first, second, other = (
        rawcheck("dice", "--departure", "0.1", "--format", "json", "--seed", seed).stdout for seed in (1, 1, 2)
    )
    assert first == second != other


def test_rolls_from_a_log_are_tested(tmp_path):
    log = tmp_path / "log.txt"
    log.write_text("# a remark\n7, 8 6\n13\n")
    run = rawcheck("dice", "--rolls", log, "--of", "2D")
    assert run.returncode == 1
    assert "impossible: 13 as roll 4" in run.stdout
    log.write_text("7 8 6 9 5 7 3 11 8 6\n")
    assert rawcheck("dice", "--rolls", log).returncode == 0


@pytest.mark.parametrize(
    ("text", "words", "part"),
    [
        ("seven", [], "line 1: 'seven' is no roll"),
        ("", [], "holds no rolls"),
        ("7 8", ["--of", "banana"], "banana"),
        ("7 8", ["--all"], "--of and --format only"),
    ],
)
def test_rolls_that_cannot_be_tested_are_refused_in_words(tmp_path, text, words, part):
    log = tmp_path / "log.txt"
    log.write_text(text)
    run = rawcheck("dice", "--rolls", log, *words)
    assert run.returncode == 2
    assert part in run.stderr
    assert "Traceback" not in run.stderr
