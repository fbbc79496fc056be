"""`rawcheck probe` as a maintainer uses it: its finds, options, baseline, exit codes, formats, and what is started."""

import json
import os
import shlex
import shutil
import sys
from collections import Counter

import jsonschema
import pytest

from errata.commands import FORMATS
from errata.conformance.operation import operations
from tests.test_errata.command import run_here
from tests.test_errata.probes import KIT, LATER, RIGHT, WRONG, adapter, played, probe, ranges
from tests.test_errata.test_reports.pages import Dom
from tests.test_errata.test_reports.test_every_format import SARIF_SCHEMA, SCHEMA
from tests.test_errata.test_reports.test_hostile_text import HOSTILE, is_harmless

BASELINE = "rawcheck-probe-baseline.jsonl"
BOTH = (RIGHT, WRONG, LATER, ranges(short=2))
"""Four functions of which three differ."""


# What it finds


def test_the_first_line_says_how_many_functions_differ_and_each_find_says_how_to_see_it_again(tmp_path):
    ran = probe(adapter(tmp_path, *BOTH))
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith("3 of 4 functions differ from the rules, 1 agrees\n46 scenes, 46 runs; 4 of ")
    find = ran.stdout[ran.stdout.index("space.range_dm") :].split("\n\n")[0].splitlines()
    again = """rawcheck probe --op space.range_dm --at ships.py:20 --scene '{"range": "Short"}' --"""
    assert find == [
        "space.range_dm  ships.py:20  error RC951",
        "  scene  range Short, all else ordinary",
        "  here   DM+2",
        "  rules  DM+1",
        "  book   CRB 2016 p. 156: space/range-bands/short/attack-dm",
        f"  again  {again} {sys.executable} adapter.py",
    ]


def test_what_a_find_says_plays_it_again(tmp_path):
    [finding] = played(adapter(tmp_path, ranges(short=2)))["findings"]
    words = shlex.split(finding["probe"]["again"])
    ran = run_here(*words[1:], cwd=tmp_path)
    assert (ran.returncode, "  here   DM+2\n  rules  DM+1\n" in ran.stdout) == (1, True)


def test_lines_fit_80_columns_but_for_the_one_to_paste(tmp_path):
    lines = probe(adapter(tmp_path, *BOTH, ranges(label="x" * 30, skip="a long reason " * 9))).stdout.splitlines()
    assert [line for line in lines if len(line) > 80 and not line.startswith("  again  ")] == []


def test_a_vtt_that_follows_the_rules_passes(tmp_path):
    ran = probe(adapter(tmp_path, RIGHT, ranges()))
    assert (ran.returncode, ran.stdout.splitlines()[0]) == (0, "0 of 2 functions differ from the rules, 2 agree")


def test_values_that_follow_each_other_are_shown_as_a_range(tmp_path):
    off = RIGHT.replace("min(3, scene.score // 3 - 2)", "scene.score // 3 - 2")
    assert "  also   at score 19 to 30\n" in probe(adapter(tmp_path, off)).stdout


@pytest.mark.parametrize(("function", "rolls"), [(ranges(short=2), False), (LATER, True)])
def test_the_vector_to_paste_says_dice_only_where_dice_are_rolled(tmp_path, function, rolls):
    [finding] = played(adapter(tmp_path, function))["findings"]
    vector = finding["probe"]["vector"]
    assert ("dice" in vector, vector["id"].endswith("s")) == (rolls, rolls)


def test_two_functions_with_the_same_mistake_have_fingerprints_of_their_own(tmp_path):
    found = played(adapter(tmp_path, ranges(short=2), ranges(short=2)))["findings"]
    assert len({finding["fingerprint"] for finding in found}) == len(found) == 2


# What is played, and by which rules


@pytest.mark.parametrize(
    ("words", "operations"),
    [
        (("--op", "space.*"), {"space.dodges", "space.hull_critical", "space.range_dm"}),
        (("--op", "checks.*", "--op", "space.dodges"), {"checks.characteristic_dm", "space.dodges"}),
        (("--at", "ships.py:20"), {"space.range_dm"}),
        (("--op", "space.*", "--at", "ships.py:7"), {"space.dodges"}),
    ],
)
def test_some_functions_can_be_played_alone(tmp_path, words, operations):
    told = played(adapter(tmp_path, *BOTH), *words)
    assert {function["operation"] for function in told["functions"]} == operations


def test_one_scene_is_played_by_itself_and_shows_every_outcome(tmp_path):
    ran = probe(adapter(tmp_path, *BOTH), "--scene", '{"severity": 2}')
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[:5] == [
        "space.hull_critical  ships.py:30",
        "  scene  severity 2",
        "  DIFFERS",
        "  here   damage 1",
        "  rules  damage 10.5 on average",
    ]
    right = probe(tmp_path, "--scene", '{"range": "long"}', "--op", "space.range_dm")
    assert (right.returncode, right.stdout.splitlines()[2]) == (0, "  agrees")


@pytest.mark.parametrize(
    ("scene", "message"),
    [
        ('{"thrsut": 2}', "space.dodges has no input 'thrsut'; it has thrust"),
        ("[1]", "--scene takes a JSON object"),
        ("{", "--scene takes a JSON object"),
    ],
)
def test_a_scene_that_cannot_be_read_is_refused(tmp_path, scene, message):
    ran = probe(adapter(tmp_path, WRONG), "--scene", scene)
    assert (ran.returncode, message in ran.stderr) == (2, True)


def test_a_scene_is_not_played_in_a_function_that_is_skipped(tmp_path):
    ran = probe(adapter(tmp_path, ranges(short=2, skip="not yet")), "--scene", '{"range": "Short"}')
    assert (ran.returncode, "not yet" in ran.stdout, "DIFFERS" in ran.stdout) == (0, True, False)


@pytest.mark.parametrize(
    ("declared", "words", "book"),
    [
        ("2016", (), "2016"),
        ("2022", (), "2022"),
        ("2022", ("--edition", "2016"), "2016"),
        ("2016", ("--edition", "2022"), "2022"),
        ("2022", ("--edition", "auto"), "2022"),
    ],
)
def test_the_option_decides_the_edition_then_the_adapter(tmp_path, declared, words, book):
    adapter(tmp_path, ranges(short=2), edition=declared)
    [finding] = played(tmp_path, *words)["findings"]
    assert f"CRB {book}" in finding["source"]


def test_an_edition_that_does_not_exist_is_the_adapters_fault(tmp_path):
    ran = probe(adapter(tmp_path, ranges(edition="2008"), RIGHT))
    assert ran.returncode == 2
    assert "FAILED  space.range_dm  ships.py:20  there is no edition '2008'; there are" in ran.stdout
    assert "1 agrees, 1 not played" in ran.stdout


def test_house_rules_of_the_adapter_count(tmp_path):
    house = {"space/range-bands/short/attack-dm": "+2"}
    assert probe(adapter(tmp_path, ranges(short=2), house=house)).returncode == 0
    assert probe(adapter(tmp_path, ranges(short=0), house=house)).returncode == 1


def test_a_house_rule_that_does_not_exist_is_the_adapters_fault_in_that_function_alone(tmp_path):
    adapter(tmp_path, ranges(house={"no/such": 1}), WRONG)
    ran = probe(tmp_path)
    assert ran.returncode == 2
    assert "FAILED  space.range_dm  ships.py:20  no rule has the id 'no/such'" in ran.stdout
    assert "space.dodges  ships.py:7  error RC951" in ran.stdout
    assert "FAULT  space.range_dm" in probe(tmp_path, "--check").stdout


def test_house_rules_of_the_configuration_count(tmp_path):
    adapter(tmp_path, ranges(short=2))
    (tmp_path / "house.md").write_text("# House rules\n\nShort range in space: +2\n", encoding="utf-8")
    (tmp_path / "rawcheck.toml").write_text('house = "house.md"\n', encoding="utf-8")
    assert probe(tmp_path).returncode == 0


OTHERS = LATER.replace("1}", "sum(random.randint(1, 6) for _ in range(scene.severity))}")
"""Right by what others have where our references are doubtful (ruling 3)."""


def test_what_others_have_is_contested_and_can_be_followed(tmp_path):
    ran = probe(adapter(tmp_path, OTHERS))
    assert ran.returncode == 0
    assert ran.stdout.startswith("0 of 1 function differs from the rules, 0 agree, 1 contested\n")
    assert "warning RC952" in ran.stdout
    assert "  right  by ruling 3\n" in ran.stdout
    followed = probe(tmp_path, "--readings", "others")
    assert followed.stdout.startswith("0 of 1 function differs from the rules, 1 agrees\n")
    adapter(tmp_path, LATER)
    assert "--readings others --" in probe(tmp_path, "--readings", "others").stdout


# Known differences and skipped functions


def test_a_known_difference_passes_and_is_listed(tmp_path):
    ran = probe(adapter(tmp_path, ranges(short=2, known="wrong since 1.2", issue="https://example.org/1")))
    assert ran.returncode == 0
    assert ran.stdout.startswith("1 of 1 function differs from the rules (1 known), 0 agree\n")
    assert "known  space.range_dm  ships.py:20  wrong since 1.2 (https://example.org/1)" in ran.stdout


def test_a_known_difference_fails_once_it_agrees(tmp_path):
    ran = probe(adapter(tmp_path, ranges(known="wrong since 1.2", issue="https://example.org/1")))
    assert ran.returncode == 1
    assert "space.range_dm agrees with the rules now" in " ".join(ran.stdout.split())


def test_a_skipped_function_is_listed_and_not_run(tmp_path):
    skipped = ranges(short=2, skip="the bands are ours").replace("return", "sys.exit(9)\n    return")
    ran = probe(adapter(tmp_path, skipped, RIGHT))
    assert (ran.returncode, "skipped  space.range_dm  ships.py:20  the bands are ours" in ran.stdout) == (0, True)


# Exit codes

RAISES = ranges().replace("return", "return None\n    return")
NO_OPERATION = RIGHT.replace("characteristic_dm", "karacteristic_dm", 1)
NO_INPUT = RIGHT.replace('["score"]', '["score", "mood"]')


@pytest.mark.parametrize(
    ("functions", "words", "code"),
    [
        ((RIGHT,), (), 0),
        ((WRONG,), (), 1),
        ((WRONG, NO_OPERATION), (), 2),
        ((RIGHT, NO_INPUT), (), 2),
        ((RIGHT, RAISES), (), 2),
        ((RIGHT,), ("--op", "ship.*"), 2),
        ((), (), 2),
        ((RIGHT, WRONG), ("--check",), 0),
        ((RIGHT, NO_INPUT), ("--check",), 2),
        ((RIGHT, RAISES), ("--check",), 2),
    ],
)
def test_the_exit_code_is_1_for_a_difference_and_2_for_the_adapters_own_fault(tmp_path, functions, words, code):
    assert probe(adapter(tmp_path, *functions), *words).returncode == code


@pytest.mark.parametrize("command", [("no-such-program",), (sys.executable, "nowhere.py"), (sys.executable, "-c", "")])
def test_an_adapter_that_does_not_start_is_no_finding(tmp_path, command):
    ran = probe(tmp_path, command=command)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("rawcheck: the adapter ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "say how the adapter is started, after --"),
        (("--configured",), "rawcheck.toml names no adapter"),
        (("--update-baseline", "--op", "space.*", "--", "x"), "need a whole run"),
        (("--prune", "--scene", "{}", "--", "x"), "need a whole run"),
        (("--accept-new", "--", "x"), "--accept-new goes with --update-baseline"),
        (("--configured", "--", "x"), "it takes no other"),
    ],
)
def test_options_that_do_not_fit_are_refused(tmp_path, words, message):
    ran = probe(tmp_path, *words, command=())
    assert (ran.returncode, message in ran.stderr) == (2, True)


@pytest.mark.parametrize("fail_on", ["error", "warning", "note"])
def test_an_error_fails_at_every_level(tmp_path, fail_on):
    assert probe(adapter(tmp_path, WRONG), "--fail-on", fail_on).returncode == 1


DICE = """
@op("dice.roll", at="dice.py:1", takes={"dice": ["D3"]})
def roll(scene): return {"total": random.randint(1, 3)}
"""
DIES = """
@op("space.dodges", at="ships.py:7", takes=["thrust"])
def dodges(scene):
    if scene.thrust != 2: sys.modules["os"]._exit(3)
    return {"dodges": scene.thrust}
"""
REFUSES = """
@op("space.dodges", at="ships.py:7", takes=["thrust"])
def dodges(scene): refuse("not today")
"""
ELSE = """
@op("space.dodges", at="ships.py:7", takes=["thrust"])
def dodges(scene): return {"number": scene.thrust}
"""
NOBODY = """
@op("space.range_dm", at="ships.py:7", takes={"range": ["Shrot"]})
def range_dm(scene): return {"dm": 0}
"""
LISTS = """
@op("space.dodges", at="ships.py:7", takes=["thrust"])
def dodges(scene): return {"dodges": [[1], [], [{}]]}
"""


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (REFUSES, "no scene could be played"),
        (ELSE, "it gives number, which is no output of space.dodges"),
        (NOBODY, "space.range_dm has no range such as the adapter names"),
    ],
)
def test_what_could_not_be_played_does_not_agree(tmp_path, function, message):
    ran = probe(adapter(tmp_path, function))
    assert ran.returncode == 2
    assert ran.stdout.startswith("0 of 1 function differs from the rules, 0 agree, 1 not played\n")
    assert message in " ".join(ran.stdout.split())


def test_a_function_that_dies_too_often_leaves_the_others_theirs(tmp_path):
    many = [DIES.replace("ships.py:7", f"ships.py:{n}") for n in range(3)]
    told = played(adapter(tmp_path, *many, ranges(short=2)))
    verdicts = [(function["operation"], function["verdict"]) for function in told["functions"]]
    assert verdicts == [("space.dodges", "differs")] * 3 + [("space.range_dm", "differs")]
    assert [f["rule"] for f in told["findings"] if f["code"] == "RC951"] == ["space/range-bands/short/attack-dm"]


def test_a_fair_die_of_three_sides_is_fair(tmp_path):
    assert probe(adapter(tmp_path, DICE)).stdout.startswith("0 of 1 function differs from the rules, 1 agrees\n")


def test_outputs_of_odd_shapes_are_shown(tmp_path):
    ran = probe(adapter(tmp_path, LISTS))
    assert (ran.returncode, "  scene  thrust" in ran.stdout, ran.stderr) == (1, True, "")


def test_a_place_is_a_whole_place_or_a_file(tmp_path):
    functions = (WRONG.replace("ships.py:7", "ships.py:70"), ranges(short=2).replace("ships.py:20", "ships.py:7"))
    assert [f["at"] for f in played(adapter(tmp_path, *functions), "--at", "ships.py:7")["functions"]] == ["ships.py:7"]
    assert len(played(tmp_path, "--at", "ships.py")["functions"]) == 2


@pytest.mark.parametrize("score", ['"9"', "null", "2.5", "[1]", "31"])
def test_a_scene_that_cannot_be_is_refused(tmp_path, score):
    ran = probe(adapter(tmp_path, RIGHT), "--scene", f'{{"score": {score}}}')
    assert ran.returncode == 2
    assert ran.stderr.startswith("rawcheck: checks.characteristic_dm: score cannot be ")


HANGS = """
@op("space.dodges", at="ships.py:7", takes={"thrust": [0, 3]})
def dodges(scene):
    if scene.thrust == 3: sys.modules["os"]._exit(3)
    return {"dodges": scene.thrust}
"""


def test_a_warning_fails_only_where_that_is_asked_for_and_a_level_hides_it(tmp_path):
    adapter(tmp_path, OTHERS)
    ran = probe(tmp_path)
    assert (ran.returncode, "warning RC952" in ran.stdout) == (0, True)
    assert probe(tmp_path, "--fail-on", "warning").returncode == 1
    hidden = probe(tmp_path, "--level", "error")
    assert ("RC952" in hidden.stdout, "1 more below that level; --level" in hidden.stdout) == (False, True)


def test_colour_and_output_go_where_they_are_asked_for(tmp_path):
    adapter(tmp_path, WRONG)
    assert "\x1b[31merror RC951\x1b[0m" in probe(tmp_path, "--color", "always").stdout
    assert "\x1b" not in probe(tmp_path).stdout
    ran = probe(tmp_path, "--format", "json", "--output", "probe.json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert json.loads((tmp_path / "probe.json").read_text(encoding="utf-8"))["command"] == "probe"
    assert probe(tmp_path, "--check", "--output", "check.txt").stdout == ""
    assert (tmp_path / "check.txt").read_text(encoding="utf-8").startswith("ok     space.dodges")


def test_a_folder_can_be_named_and_comes_before_the_files_of_a_report(tmp_path):
    adapter(tmp_path / "vtt", WRONG)
    ran = probe(tmp_path, "--dir", "vtt", "--format", "github")
    assert "::error file=vtt/ships.py,line=7," in ran.stdout
    assert "--dir vtt --" in ran.stdout


# The baseline


def test_the_baseline_lets_known_differences_pass_and_new_ones_fail(tmp_path):
    adapter(tmp_path, *BOTH)
    ran = probe(tmp_path, "--update-baseline")
    assert (ran.returncode, f"{BASELINE}: 3 added, 0 removed (a new file)" in ran.stdout) == (0, True)
    known = probe(tmp_path)
    assert known.returncode == 0
    assert known.stdout.startswith("Passed: no new errors\n3 known findings (baseline) not shown\n3 of 4 functions")
    adapter(tmp_path, *BOTH, ranges(long=0, label="the old one"))
    new = probe(tmp_path)
    assert (new.returncode, new.stdout.splitlines()[0]) == (1, "FAILED: 1 error")
    assert "space.range_dm the old one" in new.stdout


def test_a_known_difference_may_move_and_another_value_is_new(tmp_path):
    probe(adapter(tmp_path, *BOTH), "--update-baseline")
    assert probe(adapter(tmp_path, *(text.replace("ships.py:20", "ships.py:99") for text in BOTH))).returncode == 0
    ran = probe(adapter(tmp_path, RIGHT, WRONG, LATER, ranges(short=3)))
    assert (ran.returncode, ran.stdout.splitlines()[0]) == (1, "FAILED: 1 error")


def test_a_mended_function_can_be_taken_out_of_the_baseline(tmp_path):
    probe(adapter(tmp_path, *BOTH), "--update-baseline")
    adapter(tmp_path, RIGHT, WRONG, LATER, ranges())
    assert "One baselined finding no longer occurs. Run `rawcheck probe --prune`" in probe(tmp_path).stdout
    [gone] = [f for f in played(tmp_path)["findings"] if f["code"] == "RC901"]
    assert "Run `rawcheck probe --prune`" in gone["message"]
    assert f"{BASELINE}: 0 added, 1 removed" in probe(tmp_path, "--prune").stdout
    assert len((tmp_path / BASELINE).read_text(encoding="utf-8").splitlines()) == 3


def test_new_errors_are_added_only_where_that_is_asked_for(tmp_path):
    probe(adapter(tmp_path, *BOTH), "--update-baseline")
    adapter(tmp_path, *BOTH, ranges(long=0))
    refused = probe(tmp_path, "--update-baseline")
    assert (refused.returncode, "--accept-new adds" in refused.stdout) == (1, True)
    assert probe(tmp_path, "--update-baseline", "--accept-new").returncode == 0
    assert probe(tmp_path).returncode == 0


def test_a_run_of_some_functions_calls_no_other_gone(tmp_path):
    probe(adapter(tmp_path, *BOTH), "--update-baseline")
    ran = probe(tmp_path, "--op", "space.dodges")
    assert (ran.returncode, "no longer occur" in ran.stdout) == (0, False)


def test_an_adapter_that_fails_neither_changes_the_baseline_nor_calls_anything_gone(tmp_path):
    probe(adapter(tmp_path, *BOTH), "--update-baseline")
    before = (tmp_path / BASELINE).read_bytes()
    adapter(tmp_path, *BOTH[:3], RAISES)
    for words in ((), ("--update-baseline",), ("--prune",)):
        ran = probe(tmp_path, *words)
        assert (ran.returncode, "no longer occur" in ran.stdout) == (2, False)
    assert (tmp_path / BASELINE).read_bytes() == before


# Formats


@pytest.fixture(scope="module")
def vtt(tmp_path_factory):
    """A VTT with functions of every kind."""
    return adapter(
        tmp_path_factory.mktemp("vtt"),
        *BOTH,
        ranges(short=3, label="sheet", known="old", issue="https://example.org/1"),
        ranges(label="ours", skip="ours"),
        NO_INPUT,
    )


def test_json_has_the_functions_what_is_not_offered_and_the_words_of_a_find_by_the_schema(vtt):
    told = played(vtt)
    jsonschema.validate(told, SCHEMA)
    assert told["command"] == "probe"
    assert [function["verdict"] for function in told["functions"]] == [
        "agrees", "differs", "differs", "differs", "known", "skipped", "failed",
    ]  # fmt: skip
    assert {name: told["summary"][name] for name in ("differs", "agrees", "unchecked")} == {
        "differs": 4, "agrees": 1, "unchecked": 2,
    }  # fmt: skip
    assert "space.attack" in told["not_offered"]
    assert "space.dodges" not in told["not_offered"]
    [found] = [f["probe"] for f in told["findings"] if f["probe"]["operation"] == "space.hull_critical"]
    assert (found["scene"], found["also"], found["function"]) == (
        "severity 1",
        "severity 2 to 4",
        "space.hull_critical",
    )
    assert found["vector"]["op"] == "space.hull_critical"
    assert found["spread"] == {
        "output": "damage",
        "rules": {str(face): "1/6" for face in range(1, 7)},
        "here": {"1": "1"},
    }


def test_junit_has_a_case_for_each_function(vtt):
    import xml.etree.ElementTree as Xml

    suites = Xml.fromstring(probe(vtt, "--format", "junit").stdout)
    cases = [(case.get("name"), *(child.tag for child in case)) for case in suites.iter("testcase")]
    assert sorted(cases) == [
        ("checks.characteristic_dm",),
        ("checks.characteristic_dm", "error"),
        ("space.dodges", "failure"),
        ("space.hull_critical", "failure"),
        ("space.range_dm", "failure"),
        ("space.range_dm ours", "skipped"),
        ("space.range_dm sheet", "system-out"),
    ]
    for suite in suites:
        counts = {name: int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")}
        tags = [child.tag for case in suite for child in case]
        assert counts == {
            "tests": len(suite),
            "failures": tags.count("failure"),
            "errors": tags.count("error"),
            "skipped": tags.count("skipped"),
        }


@pytest.mark.skipif(not SARIF_SCHEMA.is_file(), reason="the schema is not installed; make .venv/sarif does it")
def test_sarif_is_valid_and_says_what_was_not_played(vtt):
    told = json.loads(probe(vtt, "--format", "sarif").stdout)
    schema = json.loads(SARIF_SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER).validate(told)
    [run] = told["runs"]
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "was not played: checks.characteristic_dm has no input 'mood'" in str(invocation)
    assert {result["properties"]["scene"] for result in run["results"]} >= {"thrust 2", "range Short"}


def test_gitlab_and_github_show_each_find_and_github_what_was_not_played(vtt):
    issues = json.loads(probe(vtt, "--format", "gitlab").stdout)
    assert {issue["location"]["path"] for issue in issues} == {"ships.py"}
    printed = probe(vtt, "--format", "github").stdout
    assert printed.count("::error file=ships.py,") == 3
    assert "::error file=rules.py,line=1,title=checks.characteristic_dm was not played" in printed


def test_markdown_begins_with_what_matters_and_has_a_table_and_a_vector_to_paste(vtt):
    text = probe(vtt, "--format", "markdown").stdout
    assert text.splitlines()[2] == "**4 of 7 functions differ from the rules (1 known), 1 agrees, 2 not played**"
    assert "| `space.dodges` |  | `ships.py:7` | differs | 4 | 4 |  |" in text
    assert '<details><summary>A test vector</summary>\n\n`{"id":"space.dodges/' in text


def test_the_page_shows_every_operation_and_leads_from_a_function_to_what_differs(vtt):
    page = Dom(probe(vtt, "--format", "html").stdout)
    assert page.all("h1")[0]["text"].startswith("4 of 7 functions differ from the rules")
    rows = page.all("tbody")
    shown = Counter(row["attrs"]["data-verdict"] for row in rows if "data-verdict" in row["attrs"])
    offered = {"differs": 3, "known": 1, "agrees": 1, "skipped": 1, "failed": 1}
    assert {verdict: shown[verdict] for verdict in offered} == offered
    assert shown["not offered"] == len(operations()) - 4
    links = [link["attrs"]["href"] for link in page.all("a") if link["attrs"]["href"].startswith("#d-")]
    articles = page.all("article")
    assert sorted(f"#{article['attrs']['id']}" for article in articles) == sorted(links)
    [ordinary] = [article for article in articles if "space.range_dm: range Short" in article["text"]]
    assert "CRB 2016 p. 156: space/range-bands/short/attack-dm" in ordinary["text"]
    assert '{"id":"space.range_dm/range-short"' in ordinary["text"]


HOSTILE_FUNCTION = """
text = {text!r}
@op("space.dodges", at=text + ":7", label=text, takes=["thrust"])
def dodges(scene, text=text):
    if scene.thrust == 3: raise ValueError(text)
    return {{"dodges": text}}
@op("space.range_dm", at="a.py:1", label=text, takes=["range"], known=text, issue=text)
def known(scene): return {{"dm": 99}}
@op("space.range_dm", at=text, label=text, takes=["range"], skip=text, issue=text)
def skipped(scene): return {{"dm": 99}}
@op("space." + text, at=text, label=text, takes=[text], skip=text, issue=text)
def no_operation(scene): return {{}}
"""


@pytest.mark.parametrize("form", FORMATS)
def test_what_an_adapter_says_stays_text_in_every_format(tmp_path, form):
    adapter(tmp_path, *(HOSTILE_FUNCTION.format(text=text) for text in HOSTILE.values()), name="::error::\u202e<b>")
    ran = probe(tmp_path, "--format", form, "--level", "note", "-v")
    assert ran.returncode == 2
    assert is_harmless(ran.stdout, form)
    assert is_harmless(ran.stderr)


# Starting it


@pytest.mark.parametrize("language", ["node", "python", "lua", "foundry", "fantasy-grounds"])
def test_init_writes_an_adapter_and_says_how_to_try_it_and_never_over_files(tmp_path, language):
    (tmp_path / "game.js").write_text("export function getRangeDM(range) {}\n", encoding="utf-8")
    ran = probe(tmp_path, "--init", language, command=())
    assert ran.returncode == 0
    *written, hint = ran.stdout.splitlines()
    assert all((tmp_path / line.removeprefix("wrote ")).is_file() for line in written)
    assert hint.startswith("Try it: rawcheck probe -- ")
    again = probe(tmp_path, "--init", language, command=())
    assert (again.returncode, "is there already; move it away first" in again.stderr) == (2, True)


def test_the_python_adapter_of_init_passes_at_once(tmp_path):
    probe(tmp_path, "--init", "python", command=())
    ran = probe(tmp_path, command=(sys.executable, "rawcheck_adapter.py"))
    assert (ran.returncode, ran.stdout.splitlines()[0]) == (0, "0 of 1 function differs from the rules, 1 agrees")


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_node_adapter_of_init_passes_at_once_and_guesses_by_names(tmp_path):
    (tmp_path / "game.js").write_text("export function getRangeDM(range) {}\n", encoding="utf-8")
    probe(tmp_path, "--init", "node", command=())
    assert "space.range_dm               getRangeDM  game.js:1" in (tmp_path / "rawcheck-adapter.mjs").read_text(
        "utf-8"
    )
    assert probe(tmp_path, command=("node", "rawcheck-adapter.mjs")).returncode == 0


def test_the_command_of_the_configuration_is_run_only_where_that_is_asked_for_and_is_printed(tmp_path):
    adapter(tmp_path, WRONG)
    command = json.dumps([sys.executable, "adapter.py"])
    (tmp_path / "rawcheck.toml").write_text(f"probe = {command}\n", encoding="utf-8")
    ran = probe(tmp_path, "--configured", command=())
    assert (ran.returncode, ran.stderr) == (1, f"rawcheck: running {sys.executable} adapter.py\n")
    assert probe(tmp_path, command=()).returncode == 2


@pytest.mark.parametrize(
    "words",
    [("errata", "."), ("gate",), ("verify", "sheet.md"), ("house", "house.md"), ("site", "public", "."), ("init", ".")],
    ids=" ".join,
)
def test_no_other_command_starts_an_adapter(tmp_path, words):
    started = f"open({os.fspath(tmp_path / 'started')!r}, 'w').close()\n"
    adapter(tmp_path, started, WRONG)
    for name, text in {
        "rawcheck.toml": f"probe = {json.dumps([sys.executable, 'adapter.py'])}\n" if words[0] != "init" else "",
        "sheet.md": "A combat round lasts 7 seconds.\n",
        "house.md": "Short range in space: +2\n",
    }.items():
        if text:
            (tmp_path / name).write_text(text, encoding="utf-8")
    assert run_here(*words, cwd=tmp_path).returncode in (0, 1)
    assert not (tmp_path / "started").exists()
    assert KIT.is_file()
    probe(tmp_path)
    assert (tmp_path / "started").exists()
