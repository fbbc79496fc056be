"""The references that come with rawcheck: clean, complete, and every number in them is checked."""

import random
import re

import pytest

from engine.rulebook.editions import CRB_2022
from engine.rulebook.raw import RAW
from verify.check import check_document, check_documents
from verify.documents.files import BUNDLED, Document, bundled
from verify.rulings import alternatives, doubtful_rulings, rulings, source_of, with_other_readings


@pytest.fixture(scope="module")
def run():
    return check_documents(bundled())


def test_no_reference_has_an_error_or_a_warning(run):
    report, _ = run
    assert [(str(f.place), f.message) for f in report.findings if f.level != "note"] == []


def test_every_number_is_accounted_for(run):
    _, accounts = run
    for account in accounts:
        assert account.share >= 0.99, account.unclaimed
        assert len(account.numbers) > 100


def test_every_rule_of_the_engine_is_stated_by_a_reference(run):
    report, _ = run
    stated = {fact.rule for fact, verdict in report.facts if verdict in ("agrees", "contested")}
    assert sorted(set(RAW) - stated) == []


def test_every_table_is_recognised_and_nothing_is_unchecked(run):
    summary = run[0].summary()
    assert summary["unchecked"] == 0
    assert summary["differs"] == 0
    assert summary["tables"] > 35


def test_disagreements_of_the_references_are_contested_and_ruled(run):
    apart = [f for f in run[0].findings if f.code == "RC601"]
    assert {f.rule for f in apart} >= {"personal/reactions/dive-costs", "personal/grapple/disarm-effect"}
    for finding in apart:
        assert finding.verdict == "contested"
        assert "ruling" in finding.message
        assert len({line.split(": ")[0] for line in finding.evidence}) > 1


def numbers(document):
    """Every number of a table or a claim: line, column, text."""
    _, [account] = check_documents([document])
    return [n for n in account.numbers if n.category in ("table", "claim")]


def changed(document, number):
    """The document with the digits of one number raised by one."""
    lines = document.text.split("\n")
    line = lines[number.line - 1]
    start = number.column - 1
    found = re.compile(r"\d+").search(line, start, start + len(number.text))
    if found is None:
        return None
    other = str(int(found[0]) + 1).zfill(len(found[0]))
    lines[number.line - 1] = line[: found.start()] + other + line[found.end() :]
    return Document(document.name, "\n".join(lines))


@pytest.mark.parametrize("name", BUNDLED)
def test_a_changed_number_in_a_reference_is_reported_on_its_line(name):
    """A sample; `make mutate` does it with every number."""
    [document] = [d for d in bundled() if d.name.endswith(name)]
    before = {(f.place.line, f.code, f.message) for f in check_document(document).findings}
    for number in random.Random(1).sample(numbers(document), 25):
        other = changed(document, number)
        if other is not None:
            after = {(f.place.line, f.code, f.message) for f in check_document(other).findings}
            assert any(line == number.line for line, _, _ in after - before), number


def test_a_changed_constant_of_the_engine_is_reported():
    """A sample; `make mutate` does it with every constant."""
    plain = [rule for rule in RAW.rules.values() if type(rule.value) is int]
    for rule in random.Random(2).sample(plain, 12):
        book = RAW.overlay({rule.id: rule.value + 1 if rule.kind.accepts(rule.value + 1) else rule.value - 1})
        report, _ = check_documents(bundled(), book)
        assert any(f.rule == rule.id and f.verdict in ("differs", "contested") for f in report.findings), rule.id


def test_every_ruling_is_about_rules_that_carry_its_number():
    for number, ruling in rulings().items():
        covered = [rule for rule in RAW.rules.values() if ruling.covers(rule.id)]
        assert all(rule.ruling == number for rule in covered), number
        assert bool(ruling.rules) == bool(covered), number
        assert {rule for rule, _ in ruling.others} <= {rule.id for rule in covered}, number
    assert all(rulings()[rule.ruling].covers(rule.id) for rule in RAW.rules.values() if rule.ruling)


def test_other_values_come_from_rulings_and_editions():
    assert alternatives(RAW.rule("ship/sensors/civilian/cost")) == [("ruling 14", 3_000_000)]
    assert alternatives(RAW.rule("space/critical-locations/12")) == [("CRB 2022", "Bridge")]
    assert alternatives(CRB_2022.rule("space/critical-locations/12")) == [("CRB 2016", "Computer")]
    assert alternatives(RAW.rule("space/attack/target")) == []


def test_the_readings_of_others_are_an_overlay_in_which_our_reference_is_the_other_value():
    cost, hull = "ship/sensors/civilian/cost", "space/critical-effects/hull/severity-2"
    others = with_other_readings(RAW, doubtful_rulings())
    assert (others.rule(cost).text, others.rule(hull).text) == ("MCr3", "2D extra damage")
    assert alternatives(others.rule(cost)) == [("our reference", 50_000)]
    only_sensors = with_other_readings(RAW, [14])
    assert (only_sensors[cost], only_sensors[hull]) == (3_000_000, RAW[hull])
    assert others["space/critical-locations/12"] == "Computer", "editions are another question"


def test_a_doubtful_reference_is_named_as_the_source_instead_of_a_page():
    assert source_of(RAW.rule("ship/sensors/civilian/cost")) == "our reference, which is doubtful: ruling 14"
    assert source_of(RAW.rule("ship/sensors/civilian/dm")) == "HG 2022 p. 76-78, CRB 2016 p. 160"
    read_by_others = with_other_readings(RAW, [14]).rule("ship/sensors/civilian/cost")
    assert source_of(read_by_others) == "ruling 14: two ship builders and one VTT"


def test_no_line_of_the_text_is_too_long():
    for document in bundled():
        for line in document.text.split("\n"):
            assert len(line) <= 120 or line.startswith("|"), f"{document.name}: {line}"


def test_a_ruling_can_name_several_values_of_one_rule():
    ion = "ship/barbettes/ion-cannon/damage"
    assert [(who, RAW.rule(ion).kind.text(value)) for who, value in alternatives(RAW.rule(ion))] == [
        ("ruling 62", "2D×10"),
        ("ruling 62", "2D"),
    ]
