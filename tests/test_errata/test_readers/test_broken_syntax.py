"""Typos in every format: the rest of the table is still read, or the file is reported, quickly and without a crash."""

from time import monotonic

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errata.literals.model import ProblemKind
from errata.readers import reader_of
from errata.source.files import Source
from errata.source.scan import scan_file
from tests.test_errata.vtts import RIGHT, errors, report

MINIATURES = {
    **RIGHT,
    "a.py": 'RANGE_DM = {"adjacent": 0, "close": 0, "short": 1, "medium": 0, "long": -2, "very_long": -4}\n'
    "def dm_of(score):\n    return -3 if score == 0 else -2 if score <= 2 else -1 if score <= 5 else 0\n",
    "a.lua": "RANGE_DM = { close = 0, short = 1, medium = 0, long = -2, distant = -6 }\n",
    "Sensors.cs": "public record SensorSuite(string Name, int? TL, int DM, int Power, double Tons, decimal CostMCr);\n"
    "public static class Suites {\n  public static readonly List<SensorSuite> All = new() {\n"
    '    new("Basic", null, -4, 0, 0, 0m), new("Civilian", 9, -2, 1, 1, 0.05m),\n'
    '    new("Military", 10, 0, 2, 2, 1m), new("Improved", 12, 1, 3, 3, 2m), new("Advanced", 15, 2, 5, 5, 5.3m) };\n'
    "  int Dm(Band b) => b switch { Band.Short => 1, Band.Medium => 0, Band.Long => -2, Band.Distant => -6 };\n}\n",
    "a.ts": "enum Difficulty { Simple = 2, Easy = 4, Routine = 6, Average = 8, Difficult = 10, Formidable = 14 }\n"
    "switch (band) { case 'short': dm = 1; break; case 'medium': dm = 0; break; case 'long': dm = -2; break; }\n",
    "a.yaml": "range_dm:\n  short: 1\n  medium: 0\n  long: -2\n  very long: -4\n  distant: -6\n",
    "a.csv": "Weapon,TL,Range,Power,Damage,Cost\nBeam Laser,10,Medium,4,1D,MCr0.5\nPulse Laser,9,Long,4,2D,MCr1\n",
    "a.html": "<table><tr><th>Range</th><th>Attack DM</th></tr><tr><td>Short</td><td>+1</td></tr>"
    "<tr><td>Medium</td><td>+0</td></tr><tr><td>Long</td><td>-2</td></tr><tr><td>Distant</td><td>-6</td></tr></table>\n",
    "a.xml": '<weapons><weapon name="Beam Laser" tl="10" range="Medium" power="4" damage="1D" cost="500000"/>'
    '<weapon name="Pulse Laser" tl="9" range="Long" power="4" damage="2D" cost="1000000"/></weapons>\n',
    "a.md": "| Range | Attack DM |\n|---|---|\n| Short | +1 |\n| Medium | +0 |\n| Long | -2 |\n| Distant | -6 |\n",
    "b.jsx": "const CRITS = { Fuel: ['Leak: lose 1D tons/hour', 'Leak: lose 1D tons/round', 'Leak: lose 10% fuel'],\n"
    "  Sensors: ['DM-2', 'inoperative beyond Medium', 'inoperative beyond Short', 'inoperative beyond Close'] };\n",
}
"""A small right table or two in every format."""
SLIPS = (
    "++", "--", ",,", "e99999999", "1e99999999", "9" * 6000, "/0", "=", "==", "?", ":", ";", "|", "%", "\\", "/*", "//",
    "#", "<!--", "<", ">", "'", '"', "`${", "{", "}", "[", "]", "(", ")", "\n", "\t", "\x00", "½", "٣", "²", "−",
    "0x", "1_", "..", "D", "DD", "null", "NaN", "true", "if", "else", "return", "\ufeff", "*a", "&a", "\u2028",
)  # fmt: skip
"""What a finger, a merge or a spreadsheet leaves in a file."""
MAX_SECONDS = 3


@pytest.mark.parametrize("number", ["1e99999999", "4001e990000", "4e5000", "9" * 5000, "1/0", "++1", "--1", "1e", "-"])
@pytest.mark.parametrize(
    "name", ["a.yaml", "a.csv", "a.html", "a.md", "a.xml", "a.py", "src/combat.js", "data/weapons.json"]
)
def test_a_gigantic_number_is_reported_quickly_and_cut_short(tmp_path, name, number):
    text = MINIATURES[name]
    for value in ("MCr0.5", "500000", '"short": 1', "short: 1", "+1", "10"):
        if value in text:
            text = text.replace(value, value.rstrip("+10.5") + number, 1)
            break
    start = monotonic()
    told = report(
        tmp_path, {name: text, "quoted.js": f"const RANGE_DM = {{ short: '{number}', medium: '0', long: '-2' }}"}
    )
    assert monotonic() - start < MAX_SECONDS
    assert "RC111" not in {finding["code"] for finding in told["findings"]}
    assert not [
        f for f in told["findings"] if "→" in str(f["impact"]) and ("  " in str(f["impact"]) or len(str(f)) > 3000)
    ]


def test_a_missing_argument_costs_only_its_row(tmp_path):
    text = MINIATURES["Sensors.cs"].replace("10, 0, 2, 2, 1m", "10,,0, 2, 2, 1m").replace("9, -2", "9, -3")
    told = report(tmp_path, {"Sensors.cs": text})
    assert [(f["rule"], f["actual"]) for f in told["findings"] if f["level"] == "error"] == [
        ("ship/sensors/civilian/dm", "-3")
    ]


@pytest.mark.parametrize("value", ["++1", "--1", "+-1", "+", "1+1"])
def test_an_extra_sign_costs_only_its_cell(tmp_path, value):
    files = {name: MINIATURES[name].replace("+1", value).replace("-6", "-7") for name in ("a.html", "a.md")}
    found = {(f["file"], f["rule"].split("/")[2], f["actual"]) for f in report(tmp_path, files)["findings"]}
    assert {("a.html", "distant", "-7"), ("a.md", "distant", "-7")} <= found


@given(
    name=st.sampled_from(sorted(MINIATURES)),
    slips=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 3), st.sampled_from(SLIPS)), min_size=1, max_size=6),
)
@settings(
    max_examples=250, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_typo_anywhere_never_makes_a_reader_fail(tmp_path, name, slips):
    text = MINIATURES[name]
    for place, lost, slip in slips:
        at = place % (len(text) + 1)
        text = text[:at] + slip + text[at + lost :]
    path = tmp_path / name.replace("/", "-")
    path.write_bytes(text.encode())
    source = Source(str(path).encode(), name, reader_of(name))
    start = monotonic()
    made = scan_file(source)
    assert made.problem is None or made.problem.kind is not ProblemKind.READER_FAILED, made.problem
    assert monotonic() - start < MAX_SECONDS


TABLE = "const RANGE_DM = { close: 0, short: 1, medium: 0, long: -2, veryLong: -4 };\n"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.js", TABLE + "function f( {\n", 2),
        ("a.ts", TABLE + TABLE + "let x: = 3;\n" + TABLE, 3),
        ("a.py", "RANGE_DM = {'close': 0, 'short': 1, 'medium': 0, 'long': -2}\n\nif x\n", 3),
        ("a.json", '{\n  "close": 0,\n  "short": 1,\n  "medium" 0,\n  "long": -2\n}\n', 4),
        ("a.json", '{\n  "close": 0, "short": 1,\n  "medium": 0, "long": -2\n', 4),
        ("a.db", '{"close": 0}\n{"close": 0, "short": 1, "medium": 0, "long" -2}\n', 2),
        ("a.yaml", "close: 0\nshort: 1\nmedium: 0\nlong: [-2\n", 5),
        ("a.xml", MINIATURES["a.xml"] + "</weapon>\n", 2),
    ],
)
def test_a_parse_error_is_a_note_on_its_line(tmp_path, name, text, line):
    [finding] = [f for f in report(tmp_path, {name: text})["findings"] if f["code"] == "RC110"]
    assert (finding["level"], finding["line"]) == ("note", line)


@pytest.mark.parametrize("name", ["a.jsx", "a.js", "a.tsx"])
@pytest.mark.parametrize(
    "text", ["<b>Hull & Armour</b>", "<b>R&D</b>", "<b>{x} & y; {z}</b>", "<A by='&copy <a href=\"x\">y</a>' />"]
)
def test_a_bare_ampersand_in_an_element_is_no_parse_error(tmp_path, name, text):
    source = f"const panel = {text};\nconst both = a & b;\n{TABLE}".replace("short: 1", "short: -2")
    told = report(tmp_path, {name: source})
    assert "RC110" not in {f["code"] for f in told["findings"]}
    assert [(line, column) for *_, line, column in errors(told)] == [(3, 37)]


def test_a_parse_error_beside_an_ampersand_is_still_one(tmp_path):
    told = report(tmp_path, {"a.jsx": f"{TABLE}const a = <b>Hull & Armour</b>;\nconst b = foo(;\n"})
    assert [f["line"] for f in told["findings"] if f["code"] == "RC110"] == [3]
