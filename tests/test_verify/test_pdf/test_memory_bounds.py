"""A page that would take any amount of memory is given up soon."""

import subprocess
import sys
import zlib

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
