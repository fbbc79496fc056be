"""A page that would take any amount of memory is given up soon."""

import subprocess
import sys
import zlib

import pytest

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
