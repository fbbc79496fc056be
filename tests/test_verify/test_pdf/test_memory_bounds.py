"""A file that is damaged, or made to take any amount of memory, is read as far as it goes, or given up soon."""

import re
import subprocess
import sys
import zlib
from random import Random

import pytest
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject

from engine.errors import RawcheckError
from tests.test_verify.test_pdf.test_book import TURRETS, book, found, table
from verify.pdf.reader import Wanted, read_book

BOMB = 300_000_000
"""Bytes that a small stream unpacks to."""
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Length 12"


def pdf(*objects):
    """A file of some objects; a reader finds them without a table."""
    made = b"".join(b"%d 0 obj %s endobj\n" % (n, one) for n, one in enumerate(objects, 1))
    return b"%PDF-1.4\n" + made + b"trailer <</Root 1 0 R/Size 9>>\n%%EOF"


def page(contents, resources=b"<<>>", *more):
    """A file with one page."""
    own = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources %s>>" % resources
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", own, contents, *more)


def bomb():
    """A page whose stream is blanks, and ever more of them."""
    pack, piece = zlib.compressobj(1), b" " * 1_000_000
    packed = b"".join(pack.compress(piece) for _ in range(BOMB // len(piece))) + pack.flush()
    return page(b"<</Filter/FlateDecode/Length %d>> stream\n%s\nendstream" % (len(packed), packed))


def endless():
    """A page with a form that draws itself twice."""
    twice = b"stream\n/X Do /X Do \nendstream"
    return page(b"<</Length 12>> " + twice, b"<</XObject<</X 5 0 R>>>>", b"<<%s>> %s" % (FORM, twice))


LOOK = """
import resource, sys
from pathlib import Path
from engine.errors import RawcheckError
from verify.pdf.reader import Wanted, read_book
if __name__ == "__main__":
    try:
        print(read_book(Wanted(Path(sys.argv[1]), "book.pdf")).pages)
    except RawcheckError as error:
        print(error)
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""
"""Reads a book, and tells how much memory that took, in MB."""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems know no such bounds")
@pytest.mark.parametrize("made", [bomb, endless])
def test_a_page_that_takes_ever_more_memory_is_given_up_soon(tmp_path, made):
    (tmp_path / "book.pdf").write_bytes(made())
    (tmp_path / "look.py").write_text(LOOK)
    words = [sys.executable, tmp_path / "look.py", tmp_path / "book.pdf"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    said, taken = done.stdout.splitlines()
    assert "no pages that can be read" in said
    assert int(taken) < 350


def test_labels_without_end_are_left_out_and_the_printed_numbers_lead(tmp_path):
    writer = PdfWriter(clone_from=book(tmp_path / "plain.pdf", {28: table(TURRETS)}, first=20))
    labels = DictionaryObject()
    at = writer._add_object(labels)
    labels[NameObject("/Kids")] = ArrayObject([at, at])
    writer._root_object[NameObject("/PageLabels")] = at
    writer.write(tmp_path / "book.pdf")
    made = read_book(Wanted(tmp_path / "book.pdf", "book.pdf", "HG"))
    assert not made.stopped
    assert not made.unread
    assert found(made).numbers == ("28",)


@pytest.mark.parametrize("kids", [b"2 0 R 2 0 R", b"2 0 R", b"9 0 R"])
def test_a_page_tree_that_leads_nowhere_is_damaged(tmp_path, kids):
    tree = b"<</Type/Pages/Kids[%s]/Count 100000>>" % kids
    (tmp_path / "book.pdf").write_bytes(pdf(b"<</Type/Catalog/Pages 2 0 R>>", tree))
    with pytest.raises(RawcheckError, match="it is damaged: it has no pages that can be read"):
        read_book(Wanted(tmp_path / "book.pdf", "book.pdf", "HG"))


def mutated(data, chance):
    """A file with a few accidents: bits that flip, bytes that are lost or doubled, numbers that become absurd."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 3, 20])):
        at = chance.randrange(len(data))
        end = at + chance.randrange(1, 200)
        match chance.randrange(5):
            case 0:
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end]
            case 3:
                data[at:] = re.sub(rb"\d+", chance.choice(NUMBERS), bytes(data[at:]), count=1)
            case 4 if at > 5000:
                del data[at:]
    return bytes(data)


NUMBERS = [b"2147483647", b"4294967296", b"-1", b"0", b"99999999999999999999", b"1", b"3"]


def is_calm(path):
    """Whether a book is read, or refused with a reason."""
    try:
        return read_book(Wanted(path, "book.pdf", "HG")).pages > 0
    except RawcheckError as error:
        return 10 < len(str(error)) < 300 and "Traceback" not in str(error)


def test_mutated_books_are_read_or_refused(tmp_path):
    data = book(tmp_path / "plain.pdf", {28: table(TURRETS)}, first=27, last=29).read_bytes()
    path = tmp_path / "mutated.pdf"
    for seed in range(16):
        path.write_bytes(mutated(data, Random(seed)))
        assert is_calm(path), seed


DEEP = 100_000


@pytest.mark.parametrize(
    "data",
    [
        page(b"<</Length 99999999999>> stream\n(x) Tj\nendstream"),
        page(b"<</Length 4 0 R>> stream\n(x) Tj\nendstream"),
        page(b"<</Filter[%s]/Length 3>> stream\nabc\nendstream" % (b"/FlateDecode " * 1000)),
        page(b"<</Length 3>> stream\nabc\nendstream", b"<</Font 4 0 R/XObject 3 0 R>>"),
        page(b"<</Length 9>> stream\n%s\nendstream" % (b"q " * DEEP)),
        page(b"[%s" % (b"[" * DEEP)),
        pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 2147483647/Kids[3 0 R]>>", b"<</Type/Page>>"),
        pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count -1/Kids[3 0 R]>>", b"<</Type/Page/Parent 3 0 R>>"),
        pdf(b"<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]>>"),
        pdf(b"1 0 R"),
        pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"%s3 0 R%s" % (b"<</Kids[" * 5000, b"]>>" * 5000)),
        page(b"<<>>").replace(b"[0 0 600 800]", b"[0 0 1e38 1e38]"),
        page(b"<<>>").replace(b"[0 0 600 800]", b"[4 0 R]/Rotate 45/UserUnit 1e9"),
        page(b"<<>>").replace(b"/Size 9", b"/Size 9/Prev 0/XRefStm 9/Encrypt 4 0 R"),
        page(b"<<>>").replace(b"/Size 9", b"/Size 9/Encrypt<</Filter/Standard/V 5/R 6/Length 9999/O()/U()/P 0>>"),
        b"%PDF-1.7\nstartxref\n9\n%%EOF",
        b"%PDF-1.7\nxref\n0 4294967295\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF",
    ],
)
def test_a_book_that_is_made_to_do_harm_is_read_or_refused(tmp_path, data):
    (tmp_path / "book.pdf").write_bytes(data)
    assert is_calm(tmp_path / "book.pdf")
