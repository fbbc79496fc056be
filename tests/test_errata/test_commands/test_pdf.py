"""`rawcheck pdf`: findings in every format, attestations, and hostile or broken PDFs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, RectangleObject

from errata.commands import rawcheck
from errata.gate.decision import GateOptions, gate
from tests.test_errata.vtts import RIGHT, write
from tests.test_verify.test_pdf.books import Maker, drawn, printed
from tests.test_verify.test_pdf.test_book import PULSE, TURRETS, book, read, table

LOOP = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</XObject<</A 6 0 R>>>>>> endobj
5 0 obj <</Length 12>> stream
/A Do /A Do
endstream endobj
6 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Length 12/Resources<</XObject<</A 6 0 R>>>>>> stream
/A Do /A Do
endstream endobj
trailer <</Root 1 0 R/Size 8>>
%%EOF"""
"""Pages that hold themselves, and a drawing that draws itself."""


def run(*words, sent=None):
    """A run of the command as it is from a shell, with some text sent in: the text, and the exit code."""
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", "from errata.cli import main; main()", "pdf", *map(str, words)],
        capture_output=True,
        input=sent,
        text=True,
        check=False,
        timeout=120,
        encoding="utf-8",
        env={"PATH": "", "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
    )
    folded = done.stdout if "json" in words else " ".join(done.stdout.split())
    return folded + done.stderr, done.returncode


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """A book with one cell changed."""
    return book(tmp_path_factory.mktemp("pdf") / "hg.pdf", {28: table(TURRETS, {PULSE: "12"})}, first=20)


def test_a_wrong_cell_is_reported_with_page_and_offset_and_exit_code_1(wrong):
    text, code = run(wrong)
    assert code == 1
    assert "error RC602 Turret weapons: Pulse Laser, TL: the book prints 12 (HG 2022 p. 28, page 9 of the file)" in text
    assert "HG 2022 (its title); page 1 of the file is printed page 20 (by the numbers on 15 of 15 pages)" in text
    assert "16 tables are from CRB, which was not given" in text


def test_every_format_has_the_finding(wrong):
    from errata.commands import FORMATS
    from errata.report import Report
    from errata.reports import Options, render
    from verify.pdf.check import check_books

    report = check_books([read(wrong)], {})
    for form in FORMATS:
        text = render(Report.of(report), form, Options())
        assert PULSE in text or "Pulse Laser" in text


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_every_format_for_people_and_json_shows_which_book_it_is_and_the_offset(wrong, form):
    text, _ = run(wrong, "--format", form)
    assert "HG 2022 (its title); page 1 of the file is printed page 20" in text


def test_json_keeps_the_contract_and_the_book_is_what_is_right(wrong):
    import jsonschema

    from errata.reports import json as report

    text, _ = run(wrong, "--format", "json", "--facts")
    told = json.loads(text)
    schema = json.loads(Path(report.__file__).with_name("schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(told, schema)
    fact = next(fact for fact in told["facts"] if fact["rule"] == PULSE)
    assert (fact["expected"], fact["actual"], fact["verdict"], fact["line"]) == ("12", "9", "differs", 9)
    assert {fact["verdict"] for fact in told["facts"]} == {"agrees", "differs", "missing", "unchecked"}


def test_several_books_are_matched_to_the_cites(wrong, tmp_path):
    def bands(page):
        drawn(page, printed("space/range-bands"), 60, 700, [90, 120, 80, 80])

    core = tmp_path / "core.pdf"
    made = Maker(core, first=153, title="Core Rulebook 2016 edition")
    for number in range(153, 160):
        made.page(bands if number == 156 else lambda page: None)
    made.save()
    text, code = run("--book", f"HG={wrong}", "--book", f"CRB={core}")
    assert code == 1
    assert "HG (as you say), 2022 by its own pages" in text
    assert "CRB (as you say), 2016 by its own pages" in text
    assert "not given" not in text
    assert "74 agree" in text  # 53 and 21


def test_attested_cells_are_evidence_for_verify_and_gate(wrong, tmp_path):
    text, _ = run(wrong, "--attest", tmp_path / "seen.json")
    assert "53 cells attested" in text
    told = json.loads((tmp_path / "seen.json").read_text(encoding="utf-8"))
    assert {cell["page"] for cell in told["cells"]} == {"28"}
    assert PULSE not in {cell["rule"] for cell in told["cells"]}
    done = CliRunner().invoke(rawcheck, ["verify", "--attestation", str(tmp_path / "seen.json")])
    assert "seen in print, as attested: " in done.output
    assert done.exit_code == 0


def test_a_gate_counts_attested_values_and_reports_stale_ones(tmp_path):
    from errata.reports import Options, render
    from verify.attestation import Witness, mark, written

    rule = "space/range-bands/short/attack-dm"
    text = written([Witness("CRB", "Core Rulebook", "2016", "0" * 64, "2026-01-31")], [(rule, 0, "156")])
    files = RIGHT | {"rawcheck.toml": 'attestation = "seen.json"\n', "seen.json": text}
    report, code = gate(str(write(tmp_path / "right", files)), GateOptions(cached=False), lambda _: lambda: None)
    assert (report.seen, code) == (1, 0)
    files["seen.json"] = text.replace(mark(rule, "+1"), "0" * 16)
    report, _ = gate(str(write(tmp_path / "stale", files)), GateOptions(cached=False), lambda _: lambda: None)
    assert report.seen == 0
    assert [finding.place.file for finding in report.findings if finding.code == "RC608"] == ["seen.json"]
    told = " ".join(render(report, "text", Options()).split())
    assert "another value was seen in print (CRB 2016 p. 156, attested 2026-01-31) than +1" in told


def test_show_writes_a_picture_of_the_page(wrong, tmp_path):
    from PIL import Image

    text, code = run(wrong, "--show", TURRETS, "--output", tmp_path / "page.png")
    assert (code, text.strip()) == (0, f"{tmp_path / 'page.png'}: Turret weapons, page 28; 53 of 54 cells agree")
    colours = {colour for _, colour in Image.open(tmp_path / "page.png").getcolors(1_000_000)}
    assert {(0xCF, 0x22, 0x2E), (0x1A, 0x7F, 0x37), (0x09, 0x69, 0xDA)} <= colours
    text, code = run(wrong, "--show", "ship/turret-wapons")
    assert (code, "the nearest: ship/turret-weapons" in text) == (2, True)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "it is empty"),
        (b"hello" * 100, "it is no PDF"),
        (b"%PDF-1.7\n" + b"\0" * 100_000, "it is damaged"),
    ],
)
def test_a_file_that_is_no_book_is_refused_with_the_reason(tmp_path, data, told):
    (tmp_path / "a.pdf").write_bytes(data)
    text, code = run(tmp_path / "a.pdf")
    assert (code, told in text) == (2, True)


def test_a_truncated_book_is_reported_and_the_other_is_still_checked(wrong, tmp_path):
    (tmp_path / "a.pdf").write_bytes(wrong.read_bytes()[: wrong.stat().st_size // 2])
    text, code = run(tmp_path / "a.pdf", wrong)
    assert code == 2
    assert "error RC101" in text
    assert "it is damaged: it has no pages that can be read" in text
    assert "the book prints 12" in text


def test_an_endless_book_is_given_up(tmp_path):
    (tmp_path / "a.pdf").write_bytes(LOOP)
    text, code = run(tmp_path / "a.pdf")
    assert code in (0, 2)
    assert "Traceback" not in text
    assert "internal error" not in text


@pytest.mark.parametrize("algorithm", ["AES-256", "RC4-128"])
def test_an_encrypted_book_asks_for_its_password_and_never_prints_it(wrong, tmp_path, algorithm):
    made = PdfWriter(clone_from=wrong)
    made.encrypt("s3cret-word", algorithm=algorithm)
    made.write(tmp_path / "a.pdf")
    text, code = run(tmp_path / "a.pdf")
    assert (code, "it is encrypted; give its password with --password" in text) == (2, True)
    text, code = run(tmp_path / "a.pdf", "--password", "wr0ng-word")
    assert (code, "the password is wrong" in text, "wr0ng-word" in text) == (2, True, False)
    text, code = run(tmp_path / "a.pdf", "--password", "s3cret-word", "--format", "json")
    assert (code, "s3cret-word" in text) == (1, False)


def test_a_password_can_come_from_standard_input(wrong, tmp_path):
    made = PdfWriter(clone_from=wrong)
    made.encrypt("s3cret-word")
    made.write(tmp_path / "a.pdf")
    text, code = run(tmp_path / "a.pdf", "--password", "-", sent="s3cret-word\n")
    assert (code, "the book prints 12" in text) == (1, True)
    assert not [word for word in ("Warning", "s3cret", "echo") if word in text]
    text, code = run(tmp_path / "a.pdf", "--password", "-", sent="")
    assert (code, "no password was sent in, and there is no terminal to ask at" in text) == (2, True)


def draw_without_end(made, page, depth=24):
    """Put a drawing on a page that draws the next one twice, and so on to the last, which draws the first."""
    forms = []
    for _ in range(depth + 1):
        form = DecodedStreamObject()
        form.set_data(b"/A Do /A Do")
        form[NameObject("/Subtype")] = NameObject("/Form")
        form[NameObject("/BBox")] = RectangleObject((0, 0, 600, 800))
        forms.append(made._add_object(form))
    for n, form in enumerate([page, *(form.get_object() for form in forms[1:])]):
        held = DictionaryObject({NameObject("/A"): forms[1 + n % depth]})
        form[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): held})
    page[NameObject("/Contents")] = forms[0]


def test_a_page_that_draws_itself_endlessly_is_skipped_and_the_rest_is_read(wrong, tmp_path):
    from resource import RUSAGE_CHILDREN, getrusage
    from time import monotonic

    made = PdfWriter(clone_from=wrong)
    made.insert_blank_page(600, 800, 3)
    draw_without_end(made, made.pages[3])
    made.write(tmp_path / "a.pdf")
    start = monotonic()
    text, code = run(tmp_path / "a.pdf")
    assert (code, "the book prints 12" in text) == (1, True)
    assert "Page 4 of the file could not be read" in text
    assert monotonic() - start < 30
    assert getrusage(RUSAGE_CHILDREN).ru_maxrss < 1.3 * 2**20
    text, code = run(tmp_path / "a.pdf", "--show", TURRETS, "--output", tmp_path / "page.png")
    assert (code, "53 of 54 cells agree" in text) == (0, True)


def test_a_book_of_5000_pages_is_read_in_a_bounded_time(tmp_path):
    from time import monotonic

    made = Maker(tmp_path / "a.pdf", title="High Guard 2022 edition")
    for number in range(1, 5001):
        made.page(
            table(TURRETS) if number == 28 else lambda page: page.drawString(60, 700, "Some text that says nothing")
        )
    path = made.save()
    start = monotonic()
    text, code = run(path)
    assert (code, "54 agree" in text) == (0, True)
    assert monotonic() - start < 60


def test_usage_errors_are_reported(tmp_path):
    for words, told in (
        (["--book", "XY=a.pdf"], "cites name no book 'XY'; there are CRB, HG"),
        (["--book", "a.pdf"], "write it as --book HG=path/to/book.pdf"),
        ([tmp_path / "none.pdf"], "there is no such file"),
        ([tmp_path], "it is a folder"),
        (["--level", "note"], "name a PDF"),
    ):
        text, code = run(*words)
        assert (code, told in text) == (2, True), text


@pytest.mark.parametrize("words", [("--attest",), ("--output",), ("--show", TURRETS, "--output")])
def test_a_book_is_never_overwritten(tmp_path, words):
    path = Path(book(tmp_path / "mine.pdf", {28: table(TURRETS)}, last=28, first=28))
    before = path.read_bytes()
    told, code = run(path, *words, path)
    assert (code, path.read_bytes() == before) == (2, True)
    assert "is the book itself" in told


@pytest.mark.parametrize("text", ["9 or 12", "9, 15", "9 to 12", "~9", "9½"])
def test_a_cell_that_only_begins_with_the_value_does_not_agree(tmp_path, text):
    path = book(tmp_path / "hg.pdf", {28: table(TURRETS, {PULSE: text})}, last=28, first=28)
    told, _ = run(path, "--format", "json", "--facts")
    assert [f["verdict"] for f in json.loads(told)["facts"] if f["rule"] == PULSE] != ["agrees"]


def test_a_book_of_another_edition_attests_nothing(tmp_path):
    path = book(tmp_path / "old.pdf", {28: table(TURRETS)}, said="High Guard 2016 edition")
    text, _ = run(path, "--attest", tmp_path / "seen.json")
    assert "0 cells attested" in text
    assert "another edition" in text
    assert json.loads((tmp_path / "seen.json").read_text())["cells"] == []


@pytest.mark.parametrize(
    ("name", "why"),
    [("notes.pdf", "nothing says which book it is"), ("hg.pdf", "only the name of the file says that it is HG")],
)
def test_a_book_that_does_not_say_which_it_is_attests_nothing(tmp_path, name, why):
    path = book(tmp_path / name, {28: table(TURRETS)}, said="Some notes")
    text, _ = run(path, "--attest", tmp_path / "seen.json")
    assert "0 cells attested" in text
    assert f"Nothing was attested: {why}; say it with --book HG=" in text
    assert json.loads((tmp_path / "seen.json").read_text())["books"] == []
    text, _ = run("--book", f"HG={path}", "--attest", tmp_path / "seen.json")
    assert "54 cells attested" in text


def test_swapped_books_are_reported_and_attest_nothing(wrong, tmp_path):
    core = tmp_path / "core.pdf"
    made = Maker(core, first=153, title="Core Rulebook 2016 edition")
    for number in range(153, 160):
        made.page(lambda page, n=number: n == 156 and drawn(page, printed("space/range-bands"), 60, 700, [90] * 4))
    made.save()
    text, _ = run("--book", f"HG={core}", "--book", f"CRB={wrong}", "--attest", tmp_path / "seen.json")
    assert "It is CRB by its title, and --book says HG: are two books swapped?" in text
    assert "It is HG by its title, and --book says CRB: are two books swapped?" in text
    assert "0 differ, 0 contested, 0 missing" in text
    assert "0 cells attested" in text


def test_a_book_that_is_named_twice_is_read_once(wrong):
    text, _ = run(wrong, wrong, "--book", f"HG={wrong}")
    assert "1 differ" in text
    assert "1 file, 1 table" in text


def test_a_book_in_two_files_lacks_only_what_neither_has(tmp_path):
    halves = []
    for number, id, widths in ((28, "ship/turret-weapons", [75] * 7), (24, "ship/quarters", [90] * 4)):
        draw = {number: lambda page, id=id, widths=widths: drawn(page, printed(id), 30, 700, widths)}
        halves.append(book(tmp_path / f"{number}.pdf", draw, first=20))
    missing = []
    for files in (halves[:1], halves):
        words = [word for path in files for word in ("--book", f"HG={path}")]
        text, _ = run(*words, "--attest", tmp_path / "seen.json", "--format", "json")
        missing.append(json.loads(text)["summary"]["missing"])
    assert missing[0] - missing[1] == len(printed("ship/quarters")[1:]) * 3
    pages = {cell["page_of_file"] for cell in json.loads((tmp_path / "seen.json").read_text())["cells"]}
    assert pages == {5, 9}


def test_a_table_that_is_not_found_says_what_its_page_has(tmp_path):
    def names(page):
        for n, row in enumerate(printed(TURRETS)[1:7]):
            page.drawString(60, 700 - 20 * n, row[0])

    path = book(tmp_path / "hg.pdf", {28: names}, first=20)
    text, _ = run(path)
    assert (
        "Turret weapons: the table was not found in the book; page 28, page 9 of the file, has 6 of its 9 rows" in text
    )
    assert (
        "Barbette weapons: the table was not found in the book; page 30, page 11 of the file, has none of its" in text
    )
    assert (
        "Prototype and advanced components: the table was not found in the book; no page has the printed number 70"
        in text
    )
    assert "Space attack modifiers" not in text  # it is from the other book, but for some cells


def test_the_references_are_checked_once_for_as_long_as_they_are_the_same(wrong, monkeypatch, tmp_path):
    from errata.commands import pdf as command
    from verify import check

    def report():
        return CliRunner().invoke(rawcheck, ["pdf", "--book", f"HG={wrong}", "--format", "json", "--facts"])

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    first = report()
    assert json.loads(first.output)["facts"]
    monkeypatch.setattr(check, "check_documents", None)
    assert report().output == first.output
    documents = command.bundled()
    monkeypatch.setattr(command, "bundled", lambda: documents[:1])
    assert isinstance(report().exception, TypeError)
