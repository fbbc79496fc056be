"""`rawcheck explain`: rules, finding codes, rulings, tables, figures, and the examples that it shows."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from errata.commands.explain import explanation
from errata.commands.verify import read_documents
from errata.gate.decision import GateOptions, gate
from errata.house.judging import judged
from errata.house.readers.text import read
from tests.test_errata.command import rawcheck
from tests.test_errata.test_commands.example_books import BANDS, findings_in
from tests.test_errata.vtts import RIGHT, write
from verify.check import check_documents
from verify.finding_codes import CODES, Chapter


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["space/attack/target"], ["8+", "CRB 2016 p. 156", "references/high-guard.md"]),
        (["space/critical-effects/hull/severity-2"], ["ruling", "2D extra damage"]),
        (["RC201"], ["error", "book"]),
        (["rc401"], ["RC401"]),
        (["ruling", "3"], ["Hull criticals", "contested"]),
        (["3"], ["Hull criticals"]),
        (["personal/cover"], ["Vegetation: +2"]),
        (["dice/boon/mean"], ["8.458", "203/24"]),
        (["space/ion"], ["space/ion/rounds"]),
    ],
)
def test_explain_finds_rules_codes_rulings_tables_and_figures(words, parts):
    run = rawcheck("explain", *words)
    assert run.returncode == 0
    assert all(part in run.stdout for part in parts), run.stdout


def test_explain_suggests_the_nearest_id():
    run = rawcheck("explain", "space/atack/target")
    assert run.returncode == 2
    assert "space/attack/target" in run.stderr


def test_every_code_has_a_page():
    for code, entry in CODES.items():
        page = explanation(code)
        assert page.startswith(f"{code}: {entry.title}")
        assert entry.means.endswith(".")
        assert entry.do.endswith(".")


SHOWN = sorted(code for code in CODES if not CODES[code].shown)
"""What an example can show; only a fault of our own has none."""


def as_bytes(text):
    """An example as the bytes of a file."""
    text = re.sub(r"(\S* \S+?)\{([\d,]+) times\}", lambda m: m[1] * int(m[2].replace(",", "")), text)
    parts = re.split(r"\\x([0-9a-f]{2})", text)
    return b"".join(bytes.fromhex(part) if n % 2 else part.encode() for n, part in enumerate(parts))


def found(folder, code, files):
    """What of a code is found in the files of an example: by verify in documents, by the gate in code."""
    return [finding.message for finding in all_found(folder, code, files) if finding.code == code]


def all_found(folder, code, files):
    if code[:3] == "RC0":
        return judged([read(text, file) for file, text in files.items()]).findings
    if "book.pdf" in files:
        folder.mkdir()
        return [f for f in findings_in(folder, files["book.pdf"]) if f.code != "RC603" or f.rule.startswith(BANDS)]
    if all(file.endswith(".md") for file in files):
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_bytes(as_bytes(text))
        documents, refused = read_documents([str(folder / file) for file in files])
        report, _ = check_documents([replace(one, name=Path(one.name).name) for one in documents])
        report.findings += refused
    else:
        held = {} if code == "RC906" else {"held.js": RIGHT["src/combat.js"]}
        report, _ = gate(str(write(folder, held | files)), GateOptions(cached=False), lambda _: lambda: None)
    return report.findings


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_example_is_found_and_the_right_one_is_not(tmp_path, code):
    messages = found(tmp_path / "wrong", code, CODES[code].wrong)
    assert messages
    assert not [message for message in messages if re.search(r"[{}]|: ;|  |^\W*$", message)]
    assert not found(tmp_path / "right", code, CODES[code].right)


MECHANICS = [code for code in SHOWN if CODES[code].chapter is Chapter.MECHANICS]


@pytest.mark.parametrize("code", MECHANICS)
def test_the_level_that_explain_gives_is_the_one_of_the_finding(tmp_path, code):
    levels = {finding.level for finding in all_found(tmp_path, code, CODES[code].wrong) if finding.code == code}
    assert levels == {CODES[code].level}


@pytest.mark.parametrize("code", MECHANICS)
def test_no_right_example_is_wrong_in_another_way(tmp_path, code):
    assert [finding.code for finding in all_found(tmp_path, code, CODES[code].right)] == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_explain_covers_meaning_reason_remedy_and_suppression(code):
    told = explanation(code, width=1000)
    known = CODES[code]
    for text in (known.title, known.means, known.matters, known.do, "\nmeant "):
        assert text in told
    for text in (*known.wrong.values(), *known.right.values()):
        for line in text.splitlines():
            assert line in told


def test_every_code_but_internal_errors_and_those_of_a_probe_has_an_example():
    assert all(bool(known.wrong) != bool(known.shown) for known in CODES.values())
    played = [code for code in CODES if CODES[code].chapter is Chapter.CONFORMANCE]
    assert [code for code in CODES if CODES[code].shown] == ["RC111", *played]
    assert all(CODES[code].wrong.keys() == CODES[code].right.keys() for code in CODES)
    assert all(CODES[code].wrong != CODES[code].right for code in SHOWN)


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_fits_a_terminal_of_eighty_columns(code):
    wide = [line for line in explanation(code, width=80).splitlines() if len(line) > 80]
    assert all('"mark": ' in line for line in wide)  # an entry of a baseline is one line, for merging


def test_an_operation_is_explained_with_its_inputs_outputs_and_rules():
    lines = rawcheck("explain", "space.ion").stdout.splitlines()
    assert lines[:3] == [
        "A hit by an ion cannon: Power lost, and for how many rounds",
        "operation space.ion",
        "inputs    range: Adjacent | Close | Short | Medium [Medium]",
    ]
    assert "outputs   hit, power, rounds" in lines
    assert "          space/ion/rounds = 1 (HG 2022 p. 30)" in lines
    assert "the nearest: space.ion" in rawcheck("explain", "space.iom").stderr


def test_a_difference_that_a_probe_found_is_meant_in_the_adapter():
    assert "known: 'why'" in rawcheck("explain", "RC951").stdout
