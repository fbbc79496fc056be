"""A fix never breaks a file: it still parses, only the literal is another, and read again it states the right value."""

import ast
import csv
import json
import re
import stat
import tempfile
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from errata.fix.recheck import FixOptions
from errata.readers import csharp, javascript, lua, typescript
from errata.source.text import UTF8_MARK
from tests.test_errata.gates import decide, run
from tests.test_errata.vtts import RIGHT, WRONG, errors, report, write

BANDS = {"close": 0, "short": 1, "medium": 0, "long": -2, "veryLong": -4, "distant": -6}
"""The attack DMs of the range bands, CRB 2016 p. 156."""
HELD = {"held.js": RIGHT["src/combat.js"], "held.json": RIGHT["data/weapons.json"]}
"""Other files of the codebase, which show that it is about these rules."""


def parse_code(syntax):
    def parse(text):
        if syntax.parse(text.encode()).has_error:
            raise SyntaxError

    return parse


def parse_jsonc(text):
    json.loads(re.sub(r"//[^\n]*", "", text))


def parse_ndjson(text):
    for line in text.splitlines():
        json.loads(line)


class Page(HTMLParser):
    """Parses the scripts of a page."""

    def handle_data(self, data):
        if self.lasttag == "script":
            parse_code(javascript.SYNTAX)(data)


def parse_page(text):
    Page().feed(text)
    if text.count("<td>") != text.count("</td>"):
        raise SyntaxError


def parse_rows(text):
    if len({len(row) for row in csv.reader(text.splitlines())}) != 1:
        raise SyntaxError


def parse_document(text):
    if len({line.count("|") for line in text.splitlines() if "|" in line}) != 1:
        raise SyntaxError


FORMATS = {
    "a.js": ("// Größe\nconst RANGE_DM = {\n@};", "  {}: {},\n", parse_code(javascript.SYNTAX)),
    "a.ts": ("// Größe\nconst RANGE_DM = {\n@} as const;", "  {}: {},\n", parse_code(typescript.SYNTAX)),
    "a.lua": ("-- Größe\nRANGE_DM = {\n@}", "  {} = {},\n", parse_code(lua.SYNTAX)),
    "a.cs": (
        "// Größe\nclass A { static Dictionary<string, object> RangeDM = new() {\n@}; }",
        '  ["{}"] = {},\n',
        parse_code(csharp.SYNTAX),
    ),
    "a.py": ("# -*- coding: %s -*-\n# Größe\nRANGE_DM = {\n@}", "  '{}': {},\n", ast.parse),
    "a.json": ('{"note": "Größe", "rangeDM": {\n@  "note": ""}}', '  "{}": {},\n', json.loads),
    "a.jsonc": ('{ // Größe\n"rangeDM": {\n@  "note": ""}}', '  "{}": {}, // so\n', parse_jsonc),
    "a.ndjson": ('{"note": "Größe"}\n{"rangeDM": {@ "note": ""}}\n{"x": 1}', ' "{}": {},', parse_ndjson),
    "a.yaml": ("# Größe\nrange_dm:\n@note: ''", "  {}: {}\n", lambda text: list(yaml.safe_load_all(text))),
    "a.xml": ("<!-- Größe --><ranges>\n@</ranges>", '  <range name="{}" attack_dm="{}"/>\n', ElementTree.fromstring),
    "b.xml": ("<!-- Größe --><a><script>\nRANGE_DM = {\n@}</script></a>", "  {} = {},\n", ElementTree.fromstring),
    "a.html": (
        "<table>Größe<tr><th>Range</th><th>Attack DM</th></tr>\n@</table>",
        "<tr><td>{}</td><td>{}</td></tr>\n",
        parse_page,
    ),
    "b.html": ("<p>Größe</p><script>const RANGE_DM = {\n@};</script>", "  {}: {},\n", parse_page),
    "a.csv": ("Range,Attack DM\n@Größe,0", "{},{}\n", parse_rows),
    "a.md": ("Größe\n\n| Range | Attack DM |\n|---|---|\n@", "| {} | {} |\n", parse_document),
}
"""A table of range bands in every format: the file around it, a row, and the strictest parser there is."""
QUOTES = ("", "'", '"', "**")
NUMBERS = (
    "{n}",
    "{n:+}",
    "DM{n:+}",
    "{minus}",
    "DM{minus}",
    "{blank}",
    "{entity}",
    "{n:#04x}",
    "{n}.0",
    "{n:03}",
    "{n}e0",
)
"""How a number is written."""


def literal(number, quote, notation):
    plain = str(number)
    signs = {
        "minus": plain.replace("-", "−"),
        "blank": plain.replace("-", "- "),
        "entity": plain.replace("-", "&minus;"),
    }
    return quote + notation.format(n=number, **signs) + quote


def source(name, band, value, others=("", "{n}"), encoding="utf-8"):
    """A file whose table has one value as it is given, and the others in a notation."""
    around, row, _ = FORMATS[name]
    rows = (row.format(key, value if key == band else literal(n, *others)) for key, n in BANDS.items())
    return around.replace("%s", encoding).replace("@", "".join(rows))


def parses(name, text):
    """Whether a file parses."""
    try:
        FORMATS[name][2](text)
    except (ValueError, SyntaxError, yaml.YAMLError):
        return False
    return True


NOTATIONS = {
    name: [pair for pair in product(QUOTES, NUMBERS) if parses(name, source(name, "short", literal(-3, *pair), pair))]
    for name in FORMATS
}
"""The notations that each format has."""
PLAIN = {name: [pair for pair in pairs if pair[1] in NUMBERS[:2]] for name, pairs in NOTATIONS.items()}
"""Those that its other values are written in."""


def fixed(name, data):
    """A file after `gate --fix`, and the rules that it still gets wrong."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), HELD | {name: data})
        decide(folder, fix=FixOptions(unsafe=True, allow_dirty=True))
        return (Path(folder) / name).read_bytes(), {rule for rule, *_ in errors(report(Path(folder)))}


@pytest.mark.parametrize("name", FORMATS)
@given(
    band=st.sampled_from(sorted(BANDS)),
    value=st.integers(-12, 12),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "cp1252"]),
    ends=st.sampled_from(["\n", "\r\n"]),
    final=st.sampled_from(["", "\n", "\n\n"]),
    data=st.data(),
)
def test_a_fixed_file_parses_and_differs_in_the_literal_only(name, band, value, encoding, ends, final, data):
    notation, others = (data.draw(st.sampled_from(pairs)) for pairs in (NOTATIONS[name], PLAIN[name]))
    text = (source(name, band, "@", others, encoding) + final).replace("\n", ends)
    head, tail = (part.encode(encoding.removesuffix("-sig"), "ignore") for part in text.split("@"))
    text = text.replace("@", literal(value, *notation))
    assume(value != BANDS[band] and parses(name, text) and (encoding != "cp1252" or "−" not in text))
    after, wrong = fixed(name, text.encode(encoding))
    if after != text.encode(encoding):
        assert parses(name, after.decode(encoding))
        assert f"space/range-bands/{band.replace('L', '-l')}/attack-dm" not in wrong
        assert after.removeprefix(UTF8_MARK).startswith(head)
        assert after.endswith(tail)
        assert b"\n" not in after.removeprefix(UTF8_MARK)[len(head) : -len(tail)]


@pytest.mark.parametrize("name", FORMATS)
def test_a_plain_number_is_fixed_in_every_format(name):
    assert fixed(name, source(name, "short", "-3").encode())[0].decode() == source(name, "short", "1")


@pytest.mark.parametrize("name", ["a.json", "a.jsonc", "a.ndjson", "a.lua", "b.xml"])
@pytest.mark.parametrize("plain", ["{}", "{}.0"])
def test_a_number_gets_no_plus_from_texts_beside_it_where_the_format_has_none(name, plain):
    wrong, right = (source(name, "short", plain.format(value), ('"', "{n:+}")) for value in (-3, 1))
    assert fixed(name, wrong.encode())[0].decode() == right


@pytest.mark.parametrize("mode", [0o755, 0o600, 0o644])
def test_a_fix_keeps_the_mode_of_a_file(tmp_path, mode):
    write(tmp_path, WRONG)
    (tmp_path / "src/combat.js").chmod(mode)
    assert run(tmp_path, "--fix")[0] == 0
    assert stat.S_IMODE((tmp_path / "src/combat.js").stat().st_mode) == mode


def test_a_fix_goes_through_a_link_and_keeps_it(tmp_path):
    write(tmp_path, WRONG)
    (tmp_path / "link.js").symlink_to("src/combat.js")
    assert run(tmp_path, "link.js", "--fix")[0] == 0
    assert (tmp_path / "link.js").readlink() == Path("src/combat.js")
    assert (tmp_path / "src/combat.js").read_text(encoding="utf-8") == RIGHT["src/combat.js"]
