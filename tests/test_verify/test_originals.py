"""Documents as people bring them, where they are present beside the project: only what is wrong is called wrong."""

from pathlib import Path

import pytest

from verify.check import check_documents
from verify.documents.files import load

SEEDS = sorted((Path(__file__).parents[3] / "shared" / "seeds").glob("*.txt"))
pytestmark = pytest.mark.skipif(not SEEDS, reason="the originals are not here")


@pytest.fixture(scope="module")
def run():
    return check_documents([load(path, path.name) for path in SEEDS])


def test_the_only_errors_are_the_false_claim_the_overlap_and_the_gap(run):
    errors = sorted((f.place.file[:3], f.code) for f in run[0].findings if f.level == "error")
    assert errors == [("000", "RC401"), ("003", "RC501"), ("003", "RC502")]


def test_the_false_claim_is_told_with_what_it_would_be_right_for(run):
    [finding] = [f for f in run[0].findings if f.code == "RC401"]
    assert "28.6%" in finding.message
    assert "+1 point per die" in finding.message


def test_nearly_every_number_is_accounted_for(run):
    for account in run[1]:
        assert account.share >= 0.95


def test_what_is_damaged_is_reported_with_its_reconstruction(run):
    damaged = {
        (f.place.line, f.actual) for f in run[0].findings if f.code == "RC104" and f.place.file.startswith("003")
    }
    told = {line for line, _ in damaged}
    assert {5, 17, 18, 20, 25, 27, 43, 49, 69, 94, 96, 98, 100, 150, 192, 199, 201} <= told
    routine = next(f for f in run[0].findings if f.code == "RC104" and f.place.line == 5)
    assert "`4+ 6+` was taken for `6+`" in routine.message
    lost = {f.rule for f in run[0].findings if f.code == "RC105"}
    assert lost == {"checks/effects/average-failure/effect", "checks/effects/average-success/chain-dm"}


def test_doubts_that_the_document_states_are_notes(run):
    notes = {f.code for f in run[0].findings if f.place.file.startswith("000") and f.level == "note"}
    assert {"RC701", "RC702", "RC703"} <= notes
    assert any("Fire Control" in f.message for f in run[0].findings if f.code == "RC703")


def test_every_table_is_recognised(run):
    assert [f.message for f in run[0].findings if f.code == "RC304"] == []
