"""A table that stands twice: both are read, and a book that contradicts itself is told to."""

from tests.test_verify.test_pdf.test_book import PULSE, TURRETS, book, checked, found, read, table


def verdict(report, rule=PULSE):
    return next(verdict for fact, verdict in report.facts if fact.rule == rule)


def contradiction(report):
    return next((finding for finding in report.findings if finding.code == "RC610"), None)


def test_two_copies_that_no_cite_chooses_between_prove_nothing_where_they_differ(tmp_path):
    for pages in ({12: table(TURRETS), 20: table(TURRETS, {PULSE: "12"})},
                  {12: table(TURRETS, {PULSE: "12"}), 20: table(TURRETS)}):  # fmt: skip
        report, _ = checked(read(book(tmp_path / "a.pdf", pages)))
        told = contradiction(report)
        assert (verdict(report), told.level, told.verdict) == ("unchecked", "warning", "unchecked")
        assert "on page 12" in told.message
        assert "on page 20" in told.message
        assert report.summary()["agrees"] == 53


def test_two_copies_beside_the_cited_page_prove_nothing_where_they_differ(tmp_path):
    pages = {28: table(TURRETS), 29: table(TURRETS, {PULSE: "12"})}
    report, _ = checked(read(book(tmp_path / "a.pdf", pages)))
    assert verdict(report) == "unchecked"
    assert "9 on page 28, 12 on page 29; no cite chooses" in contradiction(report).message


def test_a_cite_chooses_and_the_contradiction_is_told(tmp_path):
    pages = {10: table(TURRETS), 28: table(TURRETS, {PULSE: "12"})}
    report, codes = checked(read(book(tmp_path / "a.pdf", pages)))
    assert (verdict(report), codes["RC602"].rule) == ("differs", PULSE)
    assert "12 on page 28, 9 on page 10; the cite leads to the first" in contradiction(report).message


def test_two_copies_on_one_page_are_both_read(tmp_path):
    from tests.test_verify.test_pdf.books import drawn, printed
    from tests.test_verify.test_pdf.test_tables import WIDTHS

    def draw(page):
        drawn(page, printed(TURRETS), 60, 760, WIDTHS[TURRETS])
        drawn(page, printed(TURRETS, {PULSE: "12"}), 60, 400, WIDTHS[TURRETS])

    report, _ = checked(read(book(tmp_path / "a.pdf", {28: draw})))
    assert verdict(report) == "unchecked"
    assert contradiction(report) is not None


def test_two_copies_that_agree_are_as_good_as_one(tmp_path):
    made = read(book(tmp_path / "a.pdf", {12: table(TURRETS), 28: table(TURRETS)}))
    report, _ = checked(made)
    assert found(made).is_cited
    assert (report.summary()["agrees"], contradiction(report)) == (54, None)
