"""The examples that `rawcheck explain` shows: the wrong one is found under its code, the right one is not."""

import pytest

from errata.explain import explain
from errata.gate import Asked, gate
from errata.house.judged import judged
from errata.house.readers.text import read
from tests.test_errata.vtts import RIGHT, write
from verify.check import check_documents
from verify.codes import CODES
from verify.documents import Document

SHOWN = sorted(code for code in CODES if not CODES[code].shown)
"""What a text can show; bytes that are none, another encoding, a line without end, a PDF are told in words."""


def found(folder, code, files):
    """The codes that are found in the files of an example: by verify in documents, by the gate in code."""
    if code[:3] == "RC0":
        return {finding.code for finding in judged([read(text, file) for file, text in files.items()]).findings}
    if all(file.endswith(".md") for file in files):
        report, _ = check_documents([Document(file, text) for file, text in files.items()])
    else:
        held = {} if code == "RC906" else {"held.js": RIGHT["src/combat.js"]}
        report, _ = gate(str(write(folder, held | files)), Asked(cached=False), lambda _: lambda: None)
    return {finding.code for finding in report.findings}


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_example_is_found_and_the_right_one_is_not(tmp_path, code):
    assert code in found(tmp_path / "wrong", code, CODES[code].wrong)
    assert code not in found(tmp_path / "right", code, CODES[code].right)


@pytest.mark.parametrize("code", sorted(CODES))
def test_explain_says_what_it_means_why_it_matters_what_to_do_and_how_to_suppress_it(code):
    told = explain(code, width=1000)
    known = CODES[code]
    for text in (known.title, known.means, known.matters, known.do, "\nmeant "):
        assert text in told
    for text in (*known.wrong.values(), *known.right.values()):
        for line in text.splitlines():
            assert line in told


def test_only_what_no_text_can_show_has_no_example():
    assert all(bool(known.wrong) != bool(known.shown) for known in CODES.values())
    assert {code[:4] for code in CODES if CODES[code].shown} == {"RC10", "RC11", "RC60", "RC61"}
    assert all(CODES[code].wrong.keys() == CODES[code].right.keys() for code in CODES)
    assert all(CODES[code].wrong != CODES[code].right for code in SHOWN)


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_fits_a_terminal_of_eighty_columns(code):
    wide = [line for line in explain(code, width=80).splitlines() if len(line) > 80]
    assert all('"mark": ' in line for line in wide)  # an entry of a baseline is one line, for merging
