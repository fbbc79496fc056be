"""Consistency of a document: bands, ladders, numbered lists, cites, status marks, scanner damage."""

import pytest

from verify.check import check_documents
from verify.documents.files import Document


def told(text, *codes):
    report, _ = check_documents([Document("x.md", text)])
    return [(f.code, f.place.line, f.message) for f in report.sorted() if f.code in codes]


HOUSE = "# House fates\n\n| Roll | What happens |\n|---|---|\n| 2-3 | a |\n| {} | b |\n| 7-9 | c |\n| 10+ | d |\n"


@pytest.mark.parametrize(
    ("band", "code"), [("4-6", None), ("4-5", "RC501"), ("5-6", "RC501"), ("3-6", "RC502"), ("4-7", "RC502")]
)
def test_bands_of_an_unknown_table_must_cover_every_result_once(band, code):
    assert [c for c, _, _ in told(HOUSE.format(band), "RC501", "RC502")] == ([code] if code else [])


LADDER = "| Difficulty | Target |\n|---|---|\n" + "".join(
    f"| {name} | {target}+ |\n"
    for name, target in zip(
        ("Simple", "Easy", "Routine", "Average", "Difficult", "Very Difficult", "Formidable", "Impossible"),
        range(2, 18, 2),
        strict=True,
    )
)


def test_a_step_that_is_wrong_is_one_finding_and_not_two():
    assert told(LADDER, "RC201") == []
    [(code, line, message)] = told(LADDER.replace("| 8+ |", "| 9+ |"), "RC201")
    assert (code, line) == ("RC201", 6)
    assert "Average" in message


LOG = """## Errata

| Item | Old (Wrong) Value | Corrected (RAW) Value | Source |
|---|---|---|---|
| Range DM: Short | {old} | {new} | CRB p. {page} |
| Range DM: Long | -6 | -2 | CRB p. 156 |
| Beam Laser TL | 9 | 10 | HG p. 28 |
"""


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"new": "+2"}, ["RC201"]),
        ({"old": "+1"}, ["RC505"]),
        ({"old": "-3"}, ["RC505"]),
        ({"page": "165"}, ["RC403"]),
    ],
)
def test_the_errata_log_is_checked_on_both_sides(changes, codes):
    text = LOG.format(**{"old": "-2", "new": "+1", "page": "156"} | changes)
    found = told(text, "RC201", "RC403", "RC505")
    assert [code for code, _, _ in found] == codes
    assert all(line == 5 for _, line, _ in found)


def test_the_date_of_an_audit_must_be_the_same_throughout():
    text = "**Status:** audit of 2026-02-09\n\n**Audit Date:** {}\n\n## Corrections from 2026-02-09 audit\n"
    assert told(text.format("2026-02-09"), "RC507") == []
    assert [line for _, line, _ in told(text.format("2026-02-08"), "RC507")] == [3]


def test_a_numbered_list_that_skips_is_noticed_and_lists_may_start_again():
    assert told("1. a\n2. b\n3. c\n\nText.\n\n1. d\n2. e\n3. f\n", "RC508") == []
    assert [line for _, line, _ in told("1. a\n2. b\n4. c\n4. d\n", "RC508")] == [3]


def test_a_page_in_a_heading_belongs_to_what_stands_below_it():
    text = "## Range bands (CRB p. {})\n\n" + (
        "| Range Band | Thrust |\n|---|---|\n| Short | 2 |\n| Medium | 5 |\n| Long | 10 |\n"
    )
    assert told(text.format("155-156"), "RC403") == []
    assert [line for _, line, _ in told(text.format("166"), "RC403")] == [1]


def test_a_ruling_that_does_not_exist_or_is_about_something_else_is_named():
    text = "## Reactions\n\nDiving for cover uses up all actions of the round (ruling {}).\n"
    assert told(text.format(30), "RC405") == []
    assert told(text.format(999), "RC405")[0][2] == "There is no ruling 999"
    assert "ruling 30" in told(text.format(3), "RC405")[0][2]


def test_marks_of_doubt_are_notes():
    text = "## Hull\n\n**NEEDS VERIFICATION**: a combat round lasts 6 seconds. RAW is ambiguous here.\n"
    assert [code for code, _, _ in told(text, "RC701", "RC702")] == ["RC701", "RC702"]


def test_sections_without_a_mark_or_page_are_notes_where_others_have_them():
    head = "".join(f"## Section {c} (CRB p. 15{n}) [V]\n\nText.\n\n" for n, c in enumerate("abc"))
    plain = "## Cover\n\n| Cover | Bonus Armour |\n|---|---|\n| Vegetation | +2 |\n| Stone Wall | +8 |\n"
    [(_, _, message)] = told(head + plain, "RC703")
    assert message == "Cover: no mark and no page for 2 statements"
    assert told(plain, "RC703") == []


DAMAGED = [
    ("Difficulty\tTarget\nEasy\t4+\nRoutine\t4+ 6+\nAverage\t8+\n", 3, "`6+`"),
    ("Cover\tBonus Armour\nVegetation Stone Wall\t+2 +8\nFortifications\t+20\n", 2, "Stone Wall = +8"),
    ("Time\n\n$1D \\times 10$ minutes\n\nA combat round lasts 6 seconds.\n", 3, "1D × 10"),
    ("Сover\tBonus Armour\nVegetation\t+2\nStone Wall\t+8\n", 1, "Cover"),
]


SPILLED = [
    ("Difficulty\tTarget\nSimple\t2+\nEasy\n4+\nRoutine\t6+\nAverage\t8+\n", 3, "checks/difficulties/easy"),
    (
        "Difficulty\tTarget\nDifficult\t10+\nVery\nDifficult\t12+\nFormidable\t14+\n",
        3,
        "checks/difficulties/very-difficult",
    ),
    (
        "| 2D | Location |\n|---|---|\n| 2 | Sensors |\n| 3 | Power\nPlant |\n| 4 | Fuel |\n",
        4,
        "space/critical-locations/3",
    ),
]


@pytest.mark.parametrize(("text", "line", "rule"), SPILLED, ids=["value", "name", "pipes"])
def test_a_spilled_row_is_read_and_reported(text, line, rule):
    report, _ = check_documents([Document("x.md", text)])
    assert [at for _, at, _ in told(text, "RC104")] == [line]
    assert ("agrees", rule) in [(verdict, fact.rule) for fact, verdict in report.facts]
    assert told(text, "RC201", "RC202", "RC310") == []


@pytest.mark.parametrize(("text", "line", "part"), DAMAGED)
def test_damage_is_reported_with_its_reconstruction(text, line, part):
    assert any(at == line and part in message for _, at, message in told(text, "RC104")), told(text, "RC104")
    assert told(text, "RC201", "RC202") == []


def test_a_damaged_value_that_is_wrong_is_still_found():
    text = DAMAGED[0][0].replace("4+ 6+", "4+ 7+")
    assert [line for _, line, _ in told(text, "RC201")] == [3]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A ship of 600 tons has 6 hardpoints.", None),
        ("A ship of 600 tons has 7 hardpoints.", "RC402"),
        ("A ship of 650 tons has 6 hardpoints.", "RC404"),
        ("Linked: triple pulse laser = one roll, 2D+4 damage.", None),
        ("Linked: triple pulse laser = one roll, 2D+5 damage.", "RC402"),
        ("Linked: triple pulse laser = two rolls, 2D+4 damage.", "RC402"),
    ],
)
def test_worked_examples_are_worked_again(text, code):
    assert [c for c, _, _ in told(text, "RC402", "RC404")] == ([code] if code else [])
