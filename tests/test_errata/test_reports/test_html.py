"""The HTML page: order, links, excerpts, and nothing from a file becomes markup."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from errata.excerpts import ROOM, excerpts
from errata.report import Decision, Matrix
from tests.test_errata.command import run_here
from tests.test_errata.test_reports.pages import (
    HOSTILE,
    SHORT,
    Dom,
    finding,
    hostile_report,
    page,
    panel_report,
    report,
)
from tests.test_errata.vtts import WRONG, write
from verify.finding_codes import CODES

PAGES = Path(__file__).parents[3] / "errata" / "reports" / "pages"


def made(folder, *words):
    ran = run_here(*words, "--format", "html", cwd=folder)
    assert ran.stderr == ""
    return Dom(ran.stdout)


def test_the_page_of_a_codebase_shows_each_finding_with_values_source_place_and_excerpt(tmp_path):
    write(tmp_path / "vtt", WRONG)
    dom = made(tmp_path, "errata", "vtt")
    [item] = [one for one in dom.all("tbody") if SHORT in one["text"]]
    for told in (
        "error",
        "differs",
        "+1",
        "CRB 2016 p. 156",
        "-2",
        "src/combat.js:2:57",
        "72.2\u00a0% → 27.8\u00a0%",
        "RC201",
    ):
        assert told in item["text"]
    assert [one["text"] for one in dom.all("mark") if item in one["within"]] == ["-2"]
    [lines] = [one["text"] for one in dom.all("pre", class_="code") if item in one["within"]]
    assert lines.splitlines()[1].startswith("    2 › export const RANGE_DM = {")


def test_the_first_line_of_a_page_is_the_decision_or_the_verdicts(tmp_path):
    write(tmp_path / "vtt", WRONG)
    [failed] = made(tmp_path, "gate", "vtt").all("h1")
    assert failed["text"] == "FAILED: 2 errors"
    dom = made(tmp_path, "errata", "vtt")
    assert dom.all("h1")[0]["text"].startswith("2 differ")
    assert dom.all("title")[0]["text"] == "2 differ: rawcheck errata vtt"
    assert [one["tag"] for one in dom.elements if one["tag"] in ("main", "h1", "h2")][:2] == ["main", "h1"]


def test_the_page_of_house_rules_begins_with_the_largest_impact():
    dom = Dom(page(panel_report()))
    assert dom.all("h1")[0]["text"] == "Beam lasers at Short now hit more often."
    text = "".join(section["text"] for section in dom.all("section")[:2])
    assert "2 of 41 scenes come out otherwise" in text
    for told in (
        "41.7\u00a0%",
        "58.3\u00a0%",
        "+16.7\u00a0%-points",
        "MCr0.5",
        "+MCr0.15",
        "only together +0.5 points",
    ):
        assert told in text


def test_percent_signs_do_not_wrap_and_excerpts_keep_their_spaces(tmp_path):
    write(tmp_path / "vtt", {**WRONG, "src/combat.js": f"const odd = 50 % 3;\n{WRONG['src/combat.js']}"})
    dom = made(tmp_path, "errata", "vtt")
    assert any("50 % 3" in one["text"] for one in dom.all("pre", class_="code"))
    [item] = [one for one in dom.all("tbody") if SHORT in one["text"]]
    assert "72.2\u00a0% → 27.8\u00a0%" in item["text"]


def test_lines_that_are_not_understood_come_before_the_scenes(tmp_path):
    page = write(tmp_path, {"house.md": "Short range in space +2\nBeam lasers do 2D\nIon weapons hurt more\n"})
    dom = made(page, "house", "house.md")
    heads = [head["text"] for head in dom.all("h2")]
    assert heads[:4] == ["Each rule by itself", "Not understood", "At the table", "Findings"]
    [item] = [one["text"] for one in dom.all("ul")[0:1]]
    assert "line 3" in item
    assert "'Ion weapons hurt more': it gives no value; the nearest:" in item


def test_each_finding_code_is_explained_once():
    dom = Dom(page(report(findings=[finding(), finding(column=3), finding("RC301", "missing")])))
    assert [one["attrs"]["id"] for one in dom.all("dt")] == ["RC201", "RC301"]
    assert CODES["RC201"].do in dom.all("dd")[0]["text"]
    assert len(dom.all("a", href="#RC201")) == 2


def test_every_id_is_unique_and_every_link_has_a_target():
    same = [finding() for _ in range(3)]
    dom = Dom(page(replace_matrix(report(findings=same))))
    ids = [one["attrs"]["id"] for one in dom.elements if "id" in one["attrs"]]
    assert len(ids) == len(set(ids))
    links = [one["attrs"]["href"] for one in dom.all("a")]
    assert links
    assert {link.removeprefix("#") for link in links} <= set(ids)


def replace_matrix(made):
    made.findings = [replace(f, place=f.place._replace(file=f"one/{f.place.file}")) for f in made.findings]
    made.matrix = Matrix(("one", "two"), ((SHORT, ("-2", "")),), (SHORT,))
    return made


def test_the_comparison_of_codebases_links_to_the_findings():
    dom = Dom(page(replace_matrix(report())))
    [cell] = dom.all("td", class_="differs")
    [link] = [one for one in dom.all("a") if cell in one["within"]]
    assert link["text"] == "-2"
    assert any(one["attrs"]["id"] == link["attrs"]["href"][1:] for one in dom.all("tbody", **{"data-level": "error"}))
    assert [one["text"].strip() for one in dom.all("td", class_="silent")] == ["silent"]


def test_suppressed_findings_are_shown_with_their_reason_on_request():
    gated = report("gate")
    gated.decision = Decision("error", suppressed=[(finding(), "We like it so")])
    assert "Meant: We like it so" in page(gated)
    assert "We like it so" not in page(gated, suppressed=False)


def test_lower_levels_are_on_the_page_but_not_selected():
    both = [finding(), finding(level_given="note")]
    boxes = {
        one["attrs"]["value"]: one
        for one in Dom(page(report(findings=both), least="warning")).all("input", name="level")
    }
    assert "checked" in boxes["error"]["attrs"]
    assert "checked" not in boxes["note"]["attrs"]
    [only] = Dom(page(report(findings=both[1:]), least="warning")).all("input", name="level")
    assert "checked" in only["attrs"]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_from_a_file_becomes_markup(text):
    harmless, dom = (Dom(page(hostile_report(one), base=one, title=one)) for one in ("harmless", text))
    assert dom.shape() == harmless.shape()
    assert len(dom.all("script")) == len(dom.all("style")) == 1
    written = page(hostile_report(text))
    assert "1337" not in written
    assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", written)
    written.encode("utf-8")


def test_bidirectional_control_characters_are_escaped():
    assert "[U+202E]gnp.exe" in page(hostile_report(HOSTILE[5]))


def test_no_attribute_is_executable_and_the_policy_allows_only_the_pages_own_script():
    import base64
    import hashlib

    dom = Dom(page(hostile_report(HOSTILE[0])))
    for one in dom.elements:
        assert not any(name == "style" or name.startswith("on") for name in one["attrs"]), one
        assert one["tag"] not in ("img", "link", "iframe", "object", "base", "embed")
        assert one["attrs"].get("href", "#").startswith("#")
        assert "src" not in one["attrs"]
    [policy] = [one["attrs"]["content"] for one in dom.all("meta", **{"http-equiv": "Content-Security-Policy"})]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        [inline] = dom.all(tag)
        digest = base64.b64encode(hashlib.sha256(inline["text"].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_templates_quote_every_attribute_and_trust_nothing_but_our_own_style_and_script():
    for template in PAGES.glob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert set(re.findall(r"(\w+)\|safe", text)) <= {"style", "script"}
        assert not re.search(r"=\s*\{\{", text), template.name
        assert not re.search(r"https?:|//\w", text), template.name


def test_an_excerpt_has_two_lines_of_context_and_cuts_long_lines_around_the_value():
    lines = [f"  line {n}" for n in range(1, 8)]
    lines[3] = "  " + "x" * 500 + "-2" + "y" * 500
    [cut] = excerpts([finding(line=4, column=503)], {"src/combat.js": lambda: "\r\n".join(lines)})
    assert [line.number for line in cut] == [2, 3, 4, 5, 6]
    assert cut[0].before == "line 2"
    assert cut[2].value == "-2"
    assert len(cut[2].before + cut[2].value + cut[2].behind) <= ROOM + 2
    assert cut[2].before.startswith("…")
    assert cut[2].behind.endswith("…")


def test_each_file_is_read_once_and_one_that_cannot_be_read_has_no_excerpt():
    read = []

    def gone():
        raise PermissionError

    texts = {"src/combat.js": lambda: read.append(1) or "short: -2\n", "gone.js": gone}
    found = [finding(line=1, column=8), finding(file="gone.js"), finding(line=1, column=8), finding(file="other.js")]
    one, two, three, four = excerpts(found, texts)
    assert (one, len(read)) == (three, 1)
    assert (two, four) == ((), ())


@pytest.mark.parametrize(("line", "column"), [(0, 1), (1, 0), (1, 99), (99, 1), (2, 1)])
def test_a_place_beyond_the_file_is_no_error(line, column):
    [cut] = excerpts([finding(line=line, column=column)], {"src/combat.js": lambda: "short\n"})
    assert all(not line.value for line in cut)


def test_long_values_are_cut_and_two_thousand_findings_stay_below_four_megabytes():
    import time

    many = [
        finding(line=n + 1, actual=str(n), evidence=("7 of 7 rows are rows of Space range bands",)) for n in range(2000)
    ]
    many[0] = finding(actual="9" * 10**6, words={"title": "m" * 10**6, "book": "the book"})
    started = time.perf_counter()
    text = page(report(findings=many, texts={"src/combat.js": lambda: "  short: -2, // as it was\n" * 2000}))
    assert len(text) < 4_000_000
    assert time.perf_counter() - started < 10


def test_the_page_loads_jinja_only_when_it_is_rendered():
    seen = "import sys, errata.cli, errata.commands.gate, errata.commands.verify, errata.reports.text; "
    seen += "print([name for name in sys.modules if 'jinja2' in name or name == 'errata.reports.html'])"
    assert subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_rawchecks_own_page_in_the_tree_is_not_read(tmp_path):
    write(tmp_path, WRONG)
    before = made(tmp_path, "errata", ".").all("h1")[0]["text"]
    (tmp_path / "errata.html").write_text(page(report()), encoding="utf-8")
    assert made(tmp_path, "errata", ".").all("h1")[0]["text"] == before


def test_values_are_sorted_by_their_numbers(tmp_path):
    wrong = WRONG["src/combat.js"].replace("long: -2", "long: -1").replace("distant: -6", "distant: 12")
    dom = made(tmp_path, "errata", str(write(tmp_path / "vtt", {"src/combat.js": wrong})))
    orders = ({one["attrs"]["data-sort"] for one in dom.all("td", class_=side)} for side in ("book", "here"))
    assert tuple(orders) == ({"1", "-2", "-6"}, {"-2", "-1", "12"})


def test_house_rules_without_effect_come_after_those_with_one(tmp_path):
    write(tmp_path, {"page.md": "- Our ship smells of fish +2\n- Short range: +2 instead of +1\n"})
    items = [one["text"] for one in made(tmp_path, "house", "page.md").all("tbody") if one["attrs"].get("data-level")]
    assert "Attack DM" in items[0]
    assert "fish" in items[-1]


def test_a_finding_on_a_house_rule_quotes_its_line(tmp_path):
    write(tmp_path, {"page.md": "- Short range: +2 instead of +1\n"})
    items = [one["text"] for one in made(tmp_path, "house", "page.md").all("tbody") if one["attrs"].get("data-level")]
    line = "Short range: +2 instead of +1"
    assert items[0].count(line) == 2
    assert items[0].index(line) < items[0].index("›")
