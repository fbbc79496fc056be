"""Suppressions in comments and in the configuration: reasons, expiry, what each covers."""

import datetime
import json

import pytest

from tests.test_errata.gates import (
    decide,
    run,
    with_comment,
)
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_a_suppressed_departure_passes_with_its_reason(tmp_path):
    write(tmp_path, with_comment('// rawcheck: house "We fight closer"'))
    code, found, decision = decide(tmp_path)
    assert (code, found) == (0, [])
    assert [(f.actual, why) for f, why in decision.suppressed] == [("-2", "We fight closer")]


@pytest.mark.parametrize(
    ("remark", "code"),
    [
        ('// rawcheck: house "Until the next campaign" until 2026-11-15', "RC904"),
        ("// rawcheck: house", "RC903"),
        ('// rawcheck: house ""', "RC903"),
        ('// rawcheck: hose "A slip"', "RC903"),
        ('// rawcheck: house RC999 "No such code"', "RC903"),
        ('// rawcheck: house space/rnage-bands "No such rule"', "RC903"),
        ('// rawcheck: house "A bad date" until tomorrow', "RC903"),
        ('// rawcheck: house ship/mounts "Another rule"', "RC902"),
        ("// contested, see #12 // rawcheck: house", "RC903"),
        ('// rawchek: house "A slip of the mark"', "RC903"),
        ("// Rawcheck : ignore RC201 'A slip of the mark'", "RC903"),
        ("/* contested */ /* see above; rawcheck: hose 'A slip' */", "RC903"),
    ],
)
def test_an_expired_or_malformed_suppression_is_reported_and_does_not_count(tmp_path, remark, code):
    write(tmp_path, with_comment(remark))
    assert [one[0] for one in decide(tmp_path)[1]] == ["RC201", code]


@pytest.mark.parametrize("remark", ["// recheck: ignore 'x'", "// eslint: ignore 'x'", "// see `rawchek: house 'x'`"])
def test_another_word_before_a_verb_is_no_suppression(tmp_path, remark):
    write(tmp_path, with_comment(remark))
    assert [one[0] for one in decide(tmp_path)[1]] == ["RC201"]


@pytest.mark.parametrize("last", ["2026-11-16", "2027-01-31"])
def test_a_suppression_counts_until_the_end_of_its_last_day(tmp_path, last):
    write(tmp_path, with_comment(f'// rawcheck: house RC201 "For now" until {last}'))
    assert decide(tmp_path)[0] == 0


def test_an_unused_suppression_is_reported(tmp_path):
    write(tmp_path, with_comment('// rawcheck: house "We fight closer"', value=1))
    assert [one[0] for one in decide(tmp_path)[1]] == ["RC902"]


REMARKS = {
    "above the value": (
        "a.py",
        'RANGE_DM = {"close": 0,\n  # rawcheck: house "Ours"\n  "short": -2, "medium": 0, "long": -2, "distant": -6}',
    ),
    "above the table": (
        "a.lua",
        '-- rawcheck: house "Ours"\nrangeDM = { close = 0,\n short = -2, medium = 0, long = -2, distant = -6 }',
    ),
    "in yaml": ("a.yaml", 'range_dm:\n  close: 0\n  short: -2 # rawcheck: house "Ours"\n  medium: 0\n  long: -2\n'),
    "in a comment that closes": (
        "a.ts",
        'const RANGE_DM = { close: 0, short: -2, medium: 0, long: -2 }; /* rawcheck: house "Ours" */',
    ),
    "in C#": (
        "A.cs",
        "class A { static Dictionary<string, int> RangeDM = new() {\n"
        '  ["close"] = 0,\n  ["short"] = -2, // rawcheck: house "Ours"\n  ["medium"] = 0, ["long"] = -2 }; }',
    ),
    "in markdown": (
        "rules.md",
        '## Attack DM by range\n\n<!-- rawcheck: house "Ours" -->\n'
        "| Range | DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n",
    ),
    "beside an apostrophe in a text": (
        "c.js",
        'const RANGE_DM = { close: 0, short: -2, label: "Gunner\'s", medium: 0, long: -2 }; // rawcheck: house "Ours"',
    ),
    "beside an apostrophe in a document": (
        "more.md",
        "## Attack DM by range\n\n| Range | DM | Whose |\n|---|---|---|\n"
        '| Short | -2 | the gunner\'s | <!-- rawcheck: house "Ours" -->\n| Medium | 0 | |\n'
        "| Long | -2 | |\n| Distant | -6 | |\n",
    ),
    "before the value": (
        "a.js",
        'const RANGE_DM = { close: 0,\n /* rawcheck: house "Ours" */ short: -2,\n medium: 0, long: -2 };',
    ),
    "beside a remark to another tool": (
        "b.py",
        'RANGE_DM = {"close": 0, "short": -2, "medium": 0, "long": -2}  # rawcheck: house "Ours"  # noqa: E501',
    ),
    "above the name of a table": (
        "b.yaml",
        '# rawcheck: house "Ours"\nrange_dm:\n  close: 0\n  short: -2\n  medium: 0\n  long: -2\n  distant: -6\n',
    ),
    "inside a comment of several lines": (
        "d.js",
        'const RANGE_DM = { close: 0,\n  /*\n   * They asked for it.\n   * rawcheck: house "Ours"\n   */\n'
        "  short: -2, medium: 0, long: -2 };",
    ),
    "inside a comment of a page": (
        "b.html",
        '<script>\n/* Why:\n   rawcheck: house "Ours"\n*/\n'
        "const RANGE_DM = { close: 0, short: -2, medium: 0, long: -2 };\n</script>",
    ),
    "above another comment": (
        "a.lua",
        '--[[ rawcheck: house "Ours" ]]\n-- by range\nRANGE_DM = { close = 0, short = -2, medium = 0, long = -2 }',
    ),
    "behind another remark": (
        "e.js",
        "const RANGE_DM = { close: 0,\n"
        '  short: -2, // contested, see #12 // rawcheck: house "Ours"\n  medium: 0, long: -2 };',
    ),
    "behind a sentence": (
        "f.js",
        'const RANGE_DM = { close: 0,\n  short: -2, // see above; rawcheck: house "Ours"\n  medium: 0, long: -2 };',
    ),
    "behind another comment": (
        "g.js",
        'const RANGE_DM = { close: 0,\n  short: -2, /* why */ // rawcheck: house "Ours"\n  medium: 0, long: -2 };',
    ),
    "behind another comment above the value": (
        "h.js",
        'const RANGE_DM = { close: 0,\n  /* why */ // rawcheck: house "Ours"\n  short: -2,\n  medium: 0, long: -2 };',
    ),
    "before another comment above the value": (
        "i.js",
        'const RANGE_DM = { close: 0,\n  /* rawcheck: house "Ours" */ // why\n  short: -2,\n  medium: 0, long: -2 };',
    ),
    "behind another remark in Lua": (
        "b.lua",
        'rangeDM = { close = 0,\n short = -2, -- TODO -- rawcheck: house "Ours"\n medium = 0, long = -2 }',
    ),
    "behind another remark in Python": (
        "c.py",
        'RANGE_DM = {"close": 0,\n  "short": -2,  # TODO # rawcheck: house "Ours"\n  "medium": 0, "long": -2}',
    ),
    "behind another remark in yaml": (
        "c.yaml",
        'range_dm:\n  close: 0\n  short: -2 # TODO # rawcheck: house "Ours"\n  medium: 0\n  long: -2\n',
    ),
    "behind another remark in JSON": (
        "a.json",
        '{"rangeDM": {"close": 0,\n"short": -2, // TODO // rawcheck: house "Ours"\n"medium": 0, "long": -2}}',
    ),
    "behind another remark in a document": (
        "c.md",
        '## Attack DM by range\n\n<!-- old --> <!-- TODO; rawcheck: house "Ours" -->\n'
        "| Range | DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n",
    ),
    "in a page": (
        "a.html",
        '<script>\nconst RANGE_DM = { close: 0,\n short: -2, // rawcheck: house "Ours"\n'
        " medium: 0, long: -2 };\n</script>",
    ),
}


@pytest.mark.parametrize("name", REMARKS)
def test_a_suppression_is_read_in_the_comments_of_every_language(tmp_path, name):
    file, source = REMARKS[name]
    code, found, decision = decide(write(tmp_path, {file: source}))
    assert found == []
    assert code == 0
    assert [f.actual for f, _ in decision.suppressed if f.code == "RC201"] == ["-2"]


W = "{ adjacent: 0, close: 0, short: -2, medium: 0, long: -2, veryLong: -4, distant: -6 }"


@pytest.mark.parametrize(
    "files",
    [
        {"a.js": f'const RANGE_DM = {W}; // rawcheck: house "x"\nconst RANGE_DM_2 = {W};'},
        {"b.js": f'// rawcheck: house "x"\nconst SPEED = 3;\nconst RANGE_DM = {W};'},
        {"b.yaml": 'a: "1\n  # rawcheck: house x\n  2"\nrange_dm:\n  close: 0\n  short: -2\n  medium: 0\n  long: -2\n'},
        {"a.yaml": 'help: |\n  # rawcheck: house "x"\nrange_dm:\n  close: 0\n  short: -2\n  medium: 0\n  long: -2\n'},
        {"a.vue": f'<script>\nconst HELP = `\n// rawcheck: house "x"\n`;\nconst RANGE_DM = {W};\n</script>'},
        {"a.html": f'<pre>\n// rawcheck: house "x"\n</pre>\n<script>const RANGE_DM = {W};</script>'},
        {"a.tsx": f'const A = <p>\n// rawcheck: house "x"\n</p>;\nconst RANGE_DM = {W};'},
    ],
    ids=[
        "on the line above",
        "above another statement",
        "in a quoted text of YAML",
        "in a text of YAML",
        "in a template",
        "in a page",
        "in JSX",
    ],
)
def test_other_text_on_the_line_suppresses_nothing(tmp_path, files):
    code, found, _ = decide(write(tmp_path, files))
    assert code == 1
    assert "RC201" in [one[0] for one in found]


def test_suppressed_findings_are_listed_with_their_impact(tmp_path):
    write(tmp_path, with_comment('// rawcheck: house "We fight closer"'))
    _, printed, _ = run(tmp_path, "--show-suppressed")
    assert "meant: We fight closer" in printed
    assert "hit chance" in printed.partition("meant:")[2]
    _, printed, _ = run(tmp_path, "--show-suppressed", "--format", "markdown")
    assert "| We fight closer" in printed.partition("## Meant")[2]
    assert "hit chance" in printed.partition("## Meant")[2]
    assert "## Meant" not in run(tmp_path, "--format", "markdown")[1]


def test_the_configuration_can_suppress_in_formats_without_comments(tmp_path):
    settings = """[[suppress]]
file = "data/*.json"
rule = "ship/turret-weapons/beam-laser/damage"
reason = "Ours hit harder"
until = 2027-01-31
"""
    write(tmp_path, WRONG | {"src/combat.js": RIGHT["src/combat.js"], "rawcheck.toml": settings})
    assert decide(tmp_path)[:2] == (0, [])
    assert [one[0] for one in decide(tmp_path, today=datetime.date(2027, 2, 1))[1]] == ["RC201", "RC904"]


def test_the_terminal_shows_what_is_wrong_with_each_suppression_and_entry(tmp_path):
    write(tmp_path, with_comment("// rawcheck: house"))
    assert "it has no reason" in run(tmp_path)[1].replace("\n        ", " ")


def test_a_quoted_example_of_a_suppression_is_none(tmp_path):
    shown = {
        "help.md": '```js\nshort: -2 // rawcheck: house "x"\n<!-- rawcheck: house "x" -->\n```\n',
        "help.js": "const HELP = \"write // rawcheck: house 'why'\";\n",
        "help.json": '{ "help": "write // rawcheck: house" }',
        "help.py": 'def gate():\n    """A remark:\n\n    # rawcheck: house "why"\n    """\n',
        "help.ts": "const HELP = `\n// rawcheck: house 'why'\n`;\n",
        "help.yaml": "help: 'write # rawcheck: house'\n",
        "more.md": 'Write `<!-- rawcheck: house "why" -->` there, or\n\n    <!-- rawcheck: house "why" -->\n',
        "page.html": '<p>// rawcheck: house "why"</p><script>const s = "a // rawcheck: house";</script>',
        "page.xml": '<desc>Use -- rawcheck: house "why"<![CDATA[<!-- rawcheck: house "why" -->]]></desc>',
        "quoted.md": 'So: ``<!-- rawcheck: house "why" -->``\n\n> ```\n> <!-- rawcheck: house "why" -->\n> ```\n',
        "see.py": "# rawcheck: see docs/rawcheck.md\n# `rawcheck: house` says so, and 'rawcheck: ignore' too\n",
        "single.json5": "{ help: 'write // rawcheck: house' }",
    }
    assert decide(write(tmp_path, RIGHT | shown))[:2] == (0, [])


@pytest.mark.parametrize(
    "remark",
    [
        '// Rawcheck: House "closer"',
        "// rawcheck: house “We fight closer”",
        '// rawcheck: house "so-called \\"close\\" fights"',
    ],
)
def test_spelling_variants_of_a_suppression_are_read(tmp_path, remark):
    assert decide(write(tmp_path, with_comment(remark)))[:2] == (0, [])


ROWS = {
    "a.yml": 'difficulty:\n  easy: 5 # {}\n  routine: 6\n  average: 8\n  difficult: 11\n  formidable: 14\n',
    "b.yml": 'difficulty:\n  # {}\n  easy: 5\n  routine: 6\n  average: 8\n  difficult: 11\n  formidable: 14\n',
    "c.yml": "- name: Beam Laser # {}\n  damage: 2D\n  tl: 10\n- name: Pulse Laser\n  damage: 3D\n  tl: 9\n",
    "a.js": "const RANGE_DM = { short: 2, // {}\n  medium: 0, long: -3, veryLong: -4, distant: -6 };\n",
    "b.js": "const TURRET_WEAPONS = [\n  { // {}\n    name: 'Beam Laser', damage: '2D', tl: 10 },\n"
    "  { name: 'Pulse Laser', damage: '3D', tl: 9 },\n];\n",
    "a.ts": "export const SHORT_RANGE_DM = 2; // {}\nexport const MEDIUM_RANGE_DM = 0;\n"
    "export const LONG_RANGE_DM = -3;\nexport const VERY_LONG_RANGE_DM = -4;\n",
    "a.py": "class Difficulty(IntEnum):\n    SIMPLE = 3  # {}\n    EASY = 4\n    ROUTINE = 6\n    AVERAGE = 8\n"
    "    DIFFICULT = 11\n    FORMIDABLE = 14\n",
}  # fmt: skip
"""Tables with two wrong values, and a remark at the first row."""


@pytest.mark.parametrize("name", ROWS)
def test_a_suppression_at_the_first_row_covers_that_row_only(tmp_path, name):
    write(tmp_path, {name: ROWS[name].replace("{}", 'rawcheck: house "ours"')})
    code, text, _ = run(tmp_path, "--format", "json")
    told = json.loads(text)
    left = [finding for finding in told["findings"] if finding["level"] == "error"]
    assert (code, len(left), len(told["gate"]["suppressed"])) == (1, 1, 1)


TABLES = {
    "a.yml": 'difficulty: # {}\n  easy: 5\n  routine: 6\n  average: 8\n  difficult: 11\n  formidable: 14\n',
    "b.yml": '# {}\ndifficulty:\n  easy: 5\n  routine: 6\n  average: 8\n  difficult: 11\n  formidable: 14\n',
    "a.js": "// {}\nconst RANGE_DM = { short: 2,\n  medium: 0, long: -3, veryLong: -4, distant: -6 };\n",
    "b.js": "const RANGE_DM = { // {}\n  short: 2, medium: 0, long: -3, veryLong: -4, distant: -6 };\n",
    "a.py": "class Difficulty(IntEnum):  # {}\n    SIMPLE = 3\n    EASY = 4\n    ROUTINE = 6\n    AVERAGE = 8\n"
    "    DIFFICULT = 11\n    FORMIDABLE = 14\n",
    "b.py": "def characteristic_dm(score):  # {}\n    if score <= 0: return -2\n    if score <= 2: return -2\n"
    "    if score <= 5: return -1\n    if score <= 8: return 0\n    if score <= 11: return 1\n"
    "    if score <= 14: return 1\n    return 3\n",
}  # fmt: skip
"""The same with the remark where the table begins."""


@pytest.mark.parametrize("name", TABLES)
def test_a_suppression_at_the_head_of_a_table_covers_all_of_it(tmp_path, name):
    write(tmp_path, {name: TABLES[name].replace("{}", 'rawcheck: house "ours"')})
    code, text, _ = run(tmp_path, "--format", "json")
    held = [one["finding"] for one in json.loads(text)["gate"]["suppressed"]]
    assert (code, sum(finding["level"] == "error" for finding in held)) == (0, 2)


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_windows_line_endings_change_nothing(tmp_path, ends):
    files = {
        name: text.replace("\n", ends).encode() for name, text in with_comment('// rawcheck: house "Ours"').items()
    }
    assert decide(write(tmp_path, files))[:2] == (0, [])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("name", ["in yaml", "behind another remark", "behind another remark in JSON", "in markdown"])
def test_a_suppression_is_read_in_every_encoding(tmp_path, name, encoding):
    file, source = REMARKS[name]
    head = {"yaml": "# Größe\n", "js": "// Größe\n", "json": "// Größe\n", "md": "Größe\n\n"}[file.partition(".")[2]]
    code, found, _ = decide(write(tmp_path, {file: (head.replace("Größe", "Größe " * 20) + source).encode(encoding)}))
    assert (code, found) == (0, [])
