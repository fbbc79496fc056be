"""Documents as files: encodings, line endings, sizes, editions, and refusals with a reason."""

from time import process_time

import pytest

from verify.bounded_files import Unreadable
from verify.check import check_document
from verify.documents.files import MAX_BYTES, Document, decode, load

COVER = "| Cover | Bonus Armour |\n|---|---|\n| Vegetation | +2 |\n| Stone Wall | +9 |\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"abc\0def", "binary"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "binary"),
        (b"\xff\xfe\x00", "UTF-16"),
        (bytes(range(1, 256)) * 3, "not text"),
    ],
)
def test_a_binary_file_is_refused_with_a_reason(data, why):
    with pytest.raises(Unreadable, match=why):
        decode(data, "x")


def test_a_folder_and_a_file_that_is_missing_or_huge_are_refused(tmp_path):
    with pytest.raises(Unreadable, match="folder"):
        load(tmp_path, "x")
    with pytest.raises(Unreadable, match="no such file"):
        load(tmp_path / "missing.md", "x")
    huge = tmp_path / "huge.md"
    with huge.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(Unreadable, match="more than"):
        load(huge, "x")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_every_usual_encoding_is_read(encoding):
    document = decode(COVER.encode(encoding), "x")
    assert [f.place.line for f in check_document(document).findings if f.code == "RC201"] == [4]


def test_another_encoding_is_read_and_noted():
    document = decode("Caf\xe9: a combat round lasts 7 seconds.".encode("cp1252"), "x")
    codes = {f.code for f in check_document(document).findings}
    assert {"RC102", "RC201"} <= codes


def test_line_endings_do_not_change_places():
    for end in ("\n", "\r\n", "\r"):
        found = check_document(Document("x", COVER.replace("\n", end))).findings
        assert [(f.place.line, f.place.column) for f in found if f.code == "RC201"] == [(4, 16)]


def test_a_line_of_ten_megabytes_is_skipped_and_the_rest_is_checked():
    text = COVER + "\n" + "x " * 5_000_000 + "\n" + "|" * 1_000_000 + "\n\nA combat round lasts 7 seconds.\n"
    found = check_document(Document("x", text)).findings
    assert [f.place.line for f in found if f.code == "RC107"] == [6, 7]
    assert [f.place.line for f in found if f.code == "RC201"] == [4, 9]


def test_form_feeds_and_unicode_separators_end_no_line():
    text = f"A page\x0cbreak, a line\u2028separator.\n\n$1D \\times 10$\n\n{COVER}"
    found = {f.code: f.place.line for f in check_document(Document("x", text)).findings}
    assert found["RC104"] == 3
    assert found["RC201"] == 8


def test_an_unknown_table_with_thousands_of_rows_is_fast():
    rows = "".join(f"| Vegetation | +2 |\n| Row {n} of mine | +{n} |\n" for n in range(5000))
    started = process_time()
    check_document(Document("x", "| Cover | Bonus Armour |\n|---|---|\n" + rows))
    assert process_time() - started < 15


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("Core Rulebook 2016 (CRB)", "2016"),
        ("Mongoose Traveller 2e Core Rulebook, 2022 Update", "2022"),
        ("after the 2022 update of the Core Rulebook", "2022"),
        ("High Guard 2022 Update", ""),
        ("no word of it", ""),
    ],
)
def test_the_edition_is_read_from_the_document(text, edition):
    assert Document("x", text).edition == edition
