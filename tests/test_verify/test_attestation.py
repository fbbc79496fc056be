"""Attestations: which rules were seen in print, when they go stale, and that they hold no text of a book."""

import json
from dataclasses import replace

import pytest

from engine.rulebook.raw import RAW
from verify.attestation import Attestation, Seen, Witness, WrongAttestation, applied, load, mark, written
from verify.check import check_documents
from verify.documents.files import Document

RULE = "space/range-bands/short/attack-dm"
BOOK = Witness("CRB", "Core Rulebook", "2016", "ab" * 32, "2026-01-31")
SHEET = """## Space range bands

| Range Band | Attack DM |
|---|---|
| Adjacent | +0 |
| Close | +0 |
| Short | {} |
| Medium | +0 |
| Long | -2 |
| Very Long | -4 |
| Distant | -6 |
"""


def report_on(dm, attestation):
    report, _ = check_documents([Document("sheet.md", SHEET.format(dm))])
    applied(report, attestation, "seen.json")
    return report


@pytest.fixture
def seen(tmp_path):
    path = tmp_path / "seen.json"
    path.write_text(written([BOOK], [(RULE, 0, "156")]), encoding="utf-8")
    return load(path, "seen.json")


def test_an_attestation_is_read_back_as_written(seen):
    assert seen.seen == {RULE: Seen(mark(RULE, "+1"), BOOK, "156")}
    assert not list(seen.stale())


def test_an_attestation_contains_no_value_and_no_word_of_a_table():
    text = written([BOOK], [(RULE, 0, "156")])
    assert json.loads(text)["cells"] == [{"rule": RULE, "value": mark(RULE, "+1"), "book": 0, "page": "156"}]


def test_the_page_of_the_file_is_given_if_no_page_number_is_printed(tmp_path):
    path = tmp_path / "seen.json"
    path.write_text(written([BOOK], [(RULE, 0, "", 158)]), encoding="utf-8")
    assert json.loads(path.read_text())["cells"][0]["page_of_file"] == 158
    assert str(load(path).seen[RULE]) == "seen in print: CRB 2016 page 158 of the file, attested 2026-01-31"


def test_a_value_that_agrees_is_marked_as_seen_in_print(seen):
    report = report_on("+1", seen)
    told = {fact.rule: fact.evidence for fact, _ in report.facts}
    assert "seen in print: CRB 2016 p. 156, attested 2026-01-31" in told[RULE]
    assert report.summary()["seen_in_print"] == 1


def test_a_value_that_differs_says_that_the_rulebooks_value_was_seen_in_print(seen):
    report = report_on("-2", seen)
    finding = next(finding for finding in report.findings if finding.rule == RULE)
    assert "+1 was seen in print: CRB 2016 p. 156, attested 2026-01-31" in finding.evidence
    assert report.seen == 0


def test_an_attestation_goes_stale_when_the_rule_changes(seen):
    other = RAW.overlay({RULE: "+2"}, name="Another")
    assert list(seen.stale(other)) == [RULE]
    report, _ = check_documents([Document("sheet.md", SHEET.format("+2"))], other)
    applied(report, seen, "seen.json")
    finding = next(finding for finding in report.findings if finding.code == "RC608")
    assert (finding.rule, finding.level, finding.place.file) == (RULE, "warning", "seen.json")
    assert "another value was seen in print (CRB 2016 p. 156, attested 2026-01-31) than +2" in finding.message
    assert report.seen == 0


def test_a_stale_attestation_names_the_document_that_still_agrees(seen):
    other = RAW.overlay({RULE: "+2"}, name="Another")
    report, _ = check_documents([Document("sheet.md", SHEET.format("+1"))], other)
    applied(report, seen, "seen.json")
    told = [finding.message for finding in report.findings if finding.code == "RC608"]
    assert len(told) == 1
    assert told[0].endswith("than +2, which the engine has; sheet.md:7:11 still has it: +1")


def test_an_attested_cell_goes_stale_when_a_reference_changes(seen):
    report = report_on("-2", seen)
    finding = next(finding for finding in report.findings if finding.code == "RC608")
    assert (finding.place.file, finding.place.line, finding.expected, finding.actual) == ("sheet.md", 7, "+1", "-2")
    assert "-2 here, and +1 was seen in print (CRB 2016 p. 156, attested 2026-01-31)" in finding.message
    assert not [finding for finding in report_on("+1", seen).findings if finding.code == "RC608"]


def test_an_attestation_of_a_removed_rule_is_ignored(seen):
    gone = Attestation("seen.json", {"no/such/rule": replace_mark(seen)})
    assert not list(gone.stale())
    assert report_on("+1", gone).seen == 0


def replace_mark(seen):
    return next(iter(seen.seen.values()))._replace(mark="0" * 16)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rubbish", "no attestation, nor JSON"),
        ("[]", "no attestation; rawcheck pdf --attest writes one"),
        ("[" * 100_000, "nor JSON"),
        ('{"rawcheck": "attestation", "version": 9}', "a later version"),
        ('{"rawcheck": "attestation", "version": 1, "books": [], "cells": [{"rule": "x"}]}', "not as rawcheck"),
        ('{"rawcheck": "attestation", "version": 1, "books": [{"id": 1}], "cells": []}', "not as rawcheck"),
    ],
)
def test_a_malformed_attestation_is_refused_with_the_reason(tmp_path, text, told):
    path = tmp_path / "seen.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WrongAttestation, match=told):
        load(path)


def test_a_missing_attestation_is_named(tmp_path):
    with pytest.raises(WrongAttestation, match=r"seen\.json: no such file"):
        load(tmp_path / "seen.json", "seen.json")


def test_findings_on_other_rules_stay_unchanged(seen):
    report, _ = check_documents([Document("sheet.md", SHEET.format("+1").replace("| Long | -2", "| Long | -3"))])
    before = [replace(finding) for finding in report.findings]
    applied(report, seen, "seen.json")
    assert report.findings == before


@pytest.mark.parametrize(
    ("book", "said"),
    [
        (BOOK._replace(sha256="zz"), "the SHA-256 of CRB is none"),
        (BOOK._replace(date="2999-01-01"), "which is yet to come"),
        (BOOK._replace(id="book", edition=""), "by a book 'book', and the rules are cited from CRB and HG"),
        (BOOK._replace(edition="1899"), "by CRB 1899, and the rules are cited from CRB 2016"),
    ],
)
def test_an_impossible_book_attests_nothing(tmp_path, book, said):
    (tmp_path / "seen.json").write_text(written([book], [(RULE, 0, "156")]), encoding="utf-8")
    with pytest.raises(WrongAttestation, match=said):
        load(tmp_path / "seen.json")


def with_cells(tmp_path, change):
    told = json.loads(written([BOOK], [(RULE, 0, "156")]))
    told["cells"] = change(told["cells"])
    (tmp_path / "seen.json").write_text(json.dumps(told), encoding="utf-8")
    return load(tmp_path / "seen.json", "seen.json")


def test_a_cell_is_attested_once(tmp_path):
    with pytest.raises(WrongAttestation, match="stands there 2 times"):
        with_cells(tmp_path, lambda cells: [*cells, *cells])


def test_a_cell_of_an_unknown_rule_is_out_of_date_and_the_rest_counts(tmp_path):
    report = report_on("+1", with_cells(tmp_path, lambda cells: [*cells, *[{**cells[0], "rule": "no/such"}] * 2]))
    (told,) = [finding for finding in report.findings if finding.code == "RC608"]
    assert (told.rule, told.level, report.seen) == ("no/such", "warning", 1)
    assert told.message == (
        "no/such: it was seen in print (CRB 2016 p. 156, attested 2026-01-31), and no rule has this id any more"
    )


def test_many_outdated_cells_of_a_table_are_reported_once(tmp_path):
    bands = [rule for rule in RAW if rule.startswith("space/range-bands/") and rule.endswith("/attack-dm")]
    old = lambda cells: [{**cells[0], "rule": rule, "value": "0" * 16} for rule in bands]  # noqa: E731
    report = report_on("+1", with_cells(tmp_path, old))
    (told,) = [finding for finding in report.findings if finding.code == "RC608"]
    assert (told.rule, told.evidence[0]) == ("space/range-bands", "adjacent/attack-dm")
    assert told.message == (
        "Space range bands: of 7 cells, other values were seen in print (CRB 2016 p. 156, attested 2026-01-31)"
        " than the engine has"
    )
