"""`rawcheck house`: the summary, starter pages, unreadable or oversized pages, duplicate rules."""

import json
import time
from contextlib import suppress

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from errata.commands.house import Asked, house_report
from errata.house.judging import judged
from errata.house.readers import read_page
from errata.house.starter_page import listing
from errata.reports import Options
from tests.test_errata.gates import decide
from tests.test_errata.test_house.pages import SHORT, changed, run, said, told
from tests.test_errata.vtts import WRONG, write


@pytest.mark.parametrize(
    "page",
    [
        "Combat rounds last 0 seconds",
        "First aid must be given within 0 minutes",
        "Boon: roll 1 die",
        "checks/boon-and-bane/keep: 5",
        "checks/boon-and-bane/dice: 0",
    ],
)
def test_an_unplayable_value_is_refused(tmp_path, page):
    assert "RC007" in {code for code, *_ in told(tmp_path, page)}
    assert changed(tmp_path, page) == {}


def test_a_rule_repeated_on_a_page_counts_once(tmp_path):
    write(tmp_path, {"h.md": "Short range in space: +2\nShort range in space: +2\n"})
    assert run("h.md", "h.md", cwd=tmp_path)[1].startswith("1 house rule: 1 departs from the book")


def test_a_page_that_is_too_long_is_reported_first(tmp_path):
    path = write(tmp_path, {"h.md": "Everybody brings snacks.\n\n" * 1001}) / "h.md"
    first = read_page(path, "h.md").problems[0]
    assert (first.place.line, "from line 2,001 on" in first.why) == (1, True)
    page = read_page(write(tmp_path, {"h.md": "\n" * 4000 + "Short range in space: +2\n"}) / "h.md", "h.md")
    assert (page.rules, [(one.place.line, "more than 4,000 lines" in one.why) for one in page.problems]) == (
        [],
        [(4001, True)],
    )


def test_a_rule_repeated_with_the_same_value_gets_a_note(tmp_path):
    page = "Short range in space: +2\nShort range in space: +2\n"
    assert [code for code, *_ in told(tmp_path, page)] == ["RC001", "RC003"]
    write(tmp_path, {"h.md": page})
    assert "a later line" not in run("h.md", cwd=tmp_path)[1]


def test_a_value_repeated_within_a_line_is_read_once(tmp_path):
    page = "Short range in space +2; every shot at Short range in space has +2\n"
    assert [code for code, *_ in told(tmp_path, page)] == ["RC001"]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (
            "Sensor lock gives +2 instead of a Boon",
            "; contested: the 2022 Core Rulebook has it so (ruling 11); "
            "the errata log of the references has it as a misreading: +2 flat to attacks",
        ),
        ("Ion weapons cause criticals", "; contested: other sources have it so (ruling 13)"),
        ("Boons and Banes do not cancel", "; contested: ruling 41 tells who says what"),
    ],
)
def test_the_reason_why_a_rule_is_contested_is_one_clause(tmp_path, text, end):
    [one] = said(tmp_path, text)
    assert one.endswith(end)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.toml", f'"{SHORT}" = 2\n"{SHORT}" = 3\n"space/attack/target" = 7\n', 2),
        ("a.json", f'{{"{SHORT}": 2,\n"{SHORT}": 3,\n"space/attack/target": 7}}', 2),
    ],
)
def test_a_duplicate_key_is_reported_and_the_rest_counts(tmp_path, name, text, line):
    assert ("RC003", line, SHORT) in told(tmp_path, text, name)
    assert changed(tmp_path, text, name) == {SHORT: 3, "space/attack/target": 7}


def test_the_starter_page_changes_nothing_and_the_listing_has_every_rule(tmp_path):
    assert run("--init", "house.md", cwd=tmp_path)[0] == 0
    assert told(tmp_path, (tmp_path / "house.md").read_text(encoding="utf-8")) == []
    assert run("--init", "house.md", cwd=tmp_path)[0] == 2
    assert run("--init", "--help", cwd=tmp_path)[0] == 2
    assert not (tmp_path / "--help").exists()
    assert run("--init", "all.toml", cwd=tmp_path)[0] == 0
    bare = (tmp_path / "all.toml").read_text(encoding="utf-8").replace('\n# "', '\n"')
    assert {code for code, *_ in told(tmp_path, bare, "all.toml")} == {"RC002"}
    assert len(changed(tmp_path, bare, "all.toml")) == 0
    printed = run("--list", "*")[1]
    assert all(id in printed for id in RAW)
    assert "CRB 2016 p. 156" in run("--list", "short attack")[1]


def test_no_output_is_wider_than_the_terminal(tmp_path):
    page = """checks/effects/exceptional-failure/chain-dm: -1
healing/mortal-wounds/weakened/other-losses: 2D
healing/final-attack/heavy/dm: +2
- Beam lasers do 2D damage and cost MCr1
- Nobody at this table has ever understood how the sensors of a ship in the dark can find 3 others
"""
    write(tmp_path, {"house.md": page})
    printed = house_report(
        [str(tmp_path / "house.md")], "text", Options(width=80), "error", Asked(sweeps=("short range=0..4",))
    )
    swept = [line for line in printed[0].split("\n") if tmp_path.name not in line]
    assert max(map(len, swept)) <= 80
    every_rule = listing("*", room=80)
    assert max(map(len, every_rule.split("\n"))) <= 80
    assert all(id in every_rule for id in RAW)
    assert "  ship/turret-weapons/beam-laser/damage     1D\n" in every_rule
    assert every_rule.count("Turret weapons [HG 2022 p. 28]") == 1
    assert len(listing("*").split("\n")) == len(RAW) + 4


def test_the_first_line_counts_the_rules_and_the_json_matches_the_schema(tmp_path):
    write(tmp_path, {"house.md": "Short range in space: +2\nMedium range in space: +0\nSnacks\n"})
    code, printed, _ = run("house.md", cwd=tmp_path)
    assert code == 0
    assert printed.startswith("2 house rules: 1 departs from the book, 1 repeats it; 1 line is not understood\n")
    from importlib.resources import files

    schema = json.loads((files("errata.reports") / "schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(run("house.md", "--format", "json", cwd=tmp_path)[1]), schema)


@pytest.mark.parametrize(
    ("name", "text", "code", "said"),
    [
        ("a.md", "", 2, "a.md: it is empty"),
        ("a.toml", "= 3", 2, "a.toml: it is not TOML"),
        ("a.json", "{", 2, "a.json:1: it is not JSON"),
        ("a.toml", '"space/shrot" = 2', 0, "no rule has the id 'space/shrot'"),
        ("a.toml", f'"{SHORT}" = [1]', 1, "a text or a number belongs there"),
        ("a.toml", f'"{SHORT}" = "lots"', 1, "'lots' is not a DM"),
        ("a.csv", "rule,value\nShort range in space,\n", 0, "it gives no value"),
        ("a.md", "\0\0\0", 2, "a.md"),
        (
            "a.md",
            "Beam lasers do 2Dx+ damage\nStone wall gives +10",
            0,
            "a.md:1 Beam lasers do 2Dx+ damage unclear '2Dx+' cannot be read as a value",
        ),
        ("a.csv", "rule,value\nStone wall,+10,or so\n", 0, "'or so': the row has more cells than the first one"),
        ("a.json", '{"a":' * 5000 + "1" + "}" * 5000, 2, "a.json: it is nested too deeply to be read"),
        ("a.json", '{"a":' * 60 + '{"sensorLockDM": 2}' + "}" * 60, 0, "+2 instead of +0"),
        ("a.toml", '"space/attack/target" = 7\n[x\n', 1, "a.toml:2"),
    ],
)
def test_a_broken_page_is_reported_with_its_line(tmp_path, name, text, code, said):
    write(tmp_path, {name: text})
    ended, printed, error = run(name, cwd=tmp_path)
    assert ended == code
    assert said in " ".join((printed + error).split())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_page_in_another_encoding_is_read_and_quoted_correctly(tmp_path, encoding):
    (tmp_path / "h.md").write_bytes(
        "Stone wall gives +10 – \r\nLong range in space: −3\r\n".encode(encoding, "replace")
    )
    code, printed, _ = run("h.md", cwd=tmp_path)
    assert code == 0
    assert "h.md:1  Stone wall gives +10" in printed
    assert ("It is not UTF-8" in printed) == (encoding != "utf-8-sig")
    assert "\ufffd" not in printed


def test_one_bad_file_does_not_hide_another(tmp_path):
    write(tmp_path, {"a.md": "Short range in space: +2\n"})
    code, printed, _ = run("a.md", "none.md", cwd=tmp_path)
    assert code == 1
    assert "departs" in printed
    assert "none.md" in printed


def test_a_gate_takes_house_rules_in_plain_words_and_refuses_what_it_does_not_understand(tmp_path):
    files = WRONG | {"rawcheck.toml": "house = 'house.md'", "house.md": "- Short range in space: -2\n"}
    assert [rule for _, rule, _ in decide(write(tmp_path, files))[1]] == ["ship/turret-weapons/beam-laser/damage"]
    write(tmp_path, {"house.md": "Snacks for all\n"})
    with pytest.raises(RawcheckError, match=r"house\.md:1:1"):
        decide(tmp_path)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200), st.sampled_from(["a.md", "a.txt", "a.csv", "a.toml", "a.json"]))
def test_rubbish_is_refused_with_a_message_and_no_traceback(tmp_path, text, name):
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    with suppress(RawcheckError):
        house_report([str(tmp_path / name)], "text", Options(), "error", Asked())


@pytest.mark.parametrize(
    ("rule", "value", "entry"),
    [
        ("space/ion/permanent", "yes", "permanent"),
        ("ship/customising/maximum-tl-difference", "5", "+5 TL = 3 slots"),
        ("ship/weapon-advantages/long-range/advantages", "1", "1 slot"),
    ],
)
def test_a_known_misreading_names_its_entry_in_the_errata_log(tmp_path, rule, value, entry):
    written = value if value.isdecimal() else f'"{value}"'
    path = write(tmp_path, {"a.toml": f'"{rule}" = {written}\n'}) / "a.toml"
    [finding] = [one for one in judged([read_page(path, "a.toml")]).findings if one.rule == rule]
    assert (finding.code, f"the old misreading: {entry} (" in finding.message) == ("RC005", True)


def test_statements_beyond_the_limit_are_skipped_and_reported(tmp_path):
    found = told(tmp_path, "Short range in space: +2\n" * 2000 + "Stone wall: +10\n")
    assert found[0][:2] == ("RC006", 1)
    assert {rule for _, _, rule in found[1:]} == {SHORT}


def test_the_unread_rest_of_a_line_is_reported(tmp_path):
    found = told(tmp_path, "Stone wall: +10\n" + "la " * 20_000 + "Short range in space: +2\n")
    assert ("RC006", 2, "") in found
    assert SHORT not in {rule for _, _, rule in found}


def test_a_page_that_repeats_itself_8000_times_is_read_quickly(tmp_path):
    path = (
        write(tmp_path, {"house.md": "Aiming gives +2\nStone wall +10\nShort range in space: +2\n" * 8000}) / "house.md"
    )
    start = time.process_time()
    read_page(path, "house.md")
    assert time.process_time() - start < 10  # each statement was held against each value of the page: a minute


def test_absurd_values_are_refused(tmp_path):
    assert told(tmp_path, "Barbettes multiply damage by 0.\n") == [("RC007", 1, "space/damage-multiples/barbette")]
    path = write(tmp_path, {"dice.md": "Beam laser damage: 900D\n"}) / "dice.md"
    [finding] = judged([read_page(path, "dice.md")]).findings
    assert "'900D' is out of all reason: nobody rolls so many dice" in finding.message


def test_a_shortened_line_ends_with_an_ellipsis(tmp_path):
    line = "The steward of our ship keeps a garden of small trees in the common area, which everybody likes very much."
    path = write(tmp_path, {"long.md": f"{line} It gives +2.\n"}) / "long.md"
    first = judged([read_page(path, "long.md")]).findings[0]
    assert first.actual == f"{line[:79].rstrip()}…"
    assert repr(first.actual) in first.message


def test_an_absurd_value_is_counted_once(tmp_path):
    page = "Short range in space: +2\nShort range in space: +900\nFrobbing gives +3\nBeam lasers do 1D damage\n"
    path = write(tmp_path, {"house.md": page}) / "house.md"
    printed = house_report([str(path)], "json", Options(least="note"), "error", Asked())[0]
    made = json.loads(printed)
    codes = [finding["code"] for finding in made["findings"]]
    assert sorted(codes) == ["RC001", "RC002", "RC006", "RC007"]
    assert [made["summary"][verdict] for verdict in ("differs", "agrees", "unchecked", "facts")] == [1, 1, 2, 4]


def test_the_first_line_counts_contradictions(tmp_path):
    page = write(tmp_path, {"house.md": f"- {SHORT}: +2\n- {SHORT}: +3\n"}) / "house.md"
    out = run(str(page))[1]
    assert out.splitlines()[0].endswith("; 1 contradicts another")
    assert "\n  against   " in out


@pytest.mark.parametrize(
    ("line", "rule", "book", "played"),
    [
        ("Pulse lasers do 1D more.", "ship/turret-weapons/pulse-laser/damage", "2D", "3D"),
        ("Budget gear is 30% cheaper.", "ship/technology-levels/budget/cost", "-25%", "-30%"),
        ("Ion weapons add Effect.", "space/ion/effect-added", "no", "yes"),
    ],
)
def test_a_line_with_the_books_value_and_the_played_one_plays_the_latter(tmp_path, line, rule, book, played):
    (tmp_path / "house.md").write_text(line, encoding="utf-8")
    found = json.loads(run("house.md", "--format", "json", cwd=tmp_path)[1])["findings"]
    assert [(f["rule"], f["expected"], f["actual"]) for f in found] == [(rule, book, played)]


def test_a_replacement_switches_off_what_it_replaces(tmp_path):
    both = changed(tmp_path, "Sensor lock gives +2 and no Boon.")
    assert both == {"space/sensor-lock/gives": "none", "space/sensor-lock/dm": 2}
    (tmp_path / "house.md").write_text("Sensor lock gives +2 and no Boon.", encoding="utf-8")
    printed = " ".join(run("house.md", cwd=tmp_path)[1].split())
    assert "under a sensor lock now hit 83 % of the time" in printed.partition("in place of Boon")[2]
    assert "95 %" not in printed


def test_an_impossible_effect_is_refused(tmp_path):
    assert told(tmp_path, "Criticals on Effect 60+\n") == [("RC007", 1, "space/critical/effect")]


def test_the_nearest_rules_are_suggested_by_name(tmp_path):
    [message] = said(tmp_path, "Beam lasers do some damage.")
    assert "'Turret weapons: Beam Laser, Damage'" in message
    assert "ship/turret-weapons" not in message
    assert "'Range of a weapon: Short, DM'" in " ".join(said(tmp_path, "Short range: +2"))


def test_the_line_of_a_broken_file_is_named_once(tmp_path):
    [message] = [one for one in said(tmp_path, '"space/attack/target" = 7\n\n"space = \n', "a.toml") if "TOML" in one]
    assert "line 1" not in message


def test_an_ambiguous_sweep_names_the_other_rule():
    assert "It could also be personal/ranges/short/attack-dm" in " ".join(run("--sweep", "short range=0..1")[1].split())
    assert "It could also be" not in run("--sweep", f"{SHORT}=0..1")[1]


def test_a_multiple_of_zero_is_not_stated_as_times_as_much(tmp_path):
    assert "times" not in said(tmp_path, "Low berths cost Cr0")[0]
