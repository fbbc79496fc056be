"""Files made to stop a run: each costs seconds and is reported, and what stands before its trap is still checked."""

from time import thread_time

import pytest

from errata.source import scan, tables_dump
from tests.test_errata.command import rawcheck
from tests.test_errata.vtts import report, write
from verify.recognition.code.code_table_recogniser import recognise_code_table

TABLES = {
    "src/a.js": "// rawcheck: x\nconst RANGE_DM = { short: 3, medium: 0, long: -2, distant: -6 };\n",
    "src/a.ts": "// rawcheck: x\nconst RANGE_DM = { short: 3, medium: 0, long: -2, distant: -6 };\n",
    "a.lua": "-- rawcheck: x\nRANGE_DM = { short = 3, medium = 0, long = -2, distant = -6 }\n",
    "A.cs": '// rawcheck: x\nclass A { var RangeDM = new() { ["short"] = 3, ["medium"] = 0, ["long"] = -2 }; }\n',
    "a.py": '# rawcheck: x\nRANGE_DM = {"short": 3, "medium": 0, "long": -2, "distant": -6}\n',
    "a.json": '{"rangeDM": {"short": 3, "medium": 0, "long": -2, "distant": -6}, // rawcheck: x\n',
    "a.jsonl": '{"rangeDM": {"short": 3, "medium": 0, "long": -2, "distant": -6}} // rawcheck: x\n',
    "a.yaml": "# rawcheck: x\nrange_dm:\n  short: 3\n  medium: 0\n  long: -2\n  distant: -6\n",
    "a.xml": '<a><!-- rawcheck: x --><band name="short" dm="3"/><band name="medium" dm="0"/>\n',
    "a.html": "<!-- rawcheck: x --><table><tr><th>Range<th>Attack DM<tr><td>Short<td>+3<tr><td>Long<td>-2</table>\n",
    "a.csv": "Range,Attack DM\nShort,+3\nMedium,0\nLong,-2\n",
    "a.md": "<!-- rawcheck: x -->\n| Range | Attack DM |\n|---|---|\n| Short | +3 |\n| Long | -2 |\n",
}
"""A small table in each format, with a remark that asks for the comments of the file."""
TRAPS = (
    " ", ",", "]", "`", "`a ", '\\"', "# a\n", "x / 2 ", "<script>", "<ul>", "<!--", "- a: 1\n", "'",
    '["short", 1],', "/*", "1D+", "|", "~~", "--[[",
)  # fmt: skip
SIZE = 100_000


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("trap", TRAPS)
def test_a_long_repetition_costs_no_more_than_the_limit_of_each_step(tmp_path, monkeypatch, name, trap):
    monkeypatch.setattr(scan, "MAX_SECONDS", 0.2)
    start = thread_time()
    told = report(tmp_path, {name: TABLES[name] + trap * (SIZE // len(trap)) + "\n"}, cached=False)
    assert thread_time() - start < 3
    assert "RC111" not in {finding["code"] for finding in told["findings"]}


@pytest.mark.parametrize("trap", [*TRAPS, "1", "a", "(", "2D "])
@pytest.mark.parametrize("command", [("odds",), ("dice", "--of", "2D", "--rolls"), ("verify",)])
def test_no_other_command_takes_long_over_one(tmp_path, trap, command):
    text = trap * (SIZE // len(trap))
    given = tmp_path / "a.md"
    given.write_text(f"| Range | Attack DM |\n|---|---|\n| Short | +3 |\n\n{text}\n", "utf-8")
    start = thread_time()
    run = rawcheck(*command, str(given) if command != ("odds",) else text)
    assert thread_time() - start < 3
    assert "internal error" not in run.stderr


TOML = {
    "dotted": (f"{'.'.join('a' * 50_000)} = 1\n", ":1: a key of more than 30 dots"),
    "header": (f"x = 1\n[{'.'.join('a' * 50_000)}]\n", ":2: a key of more than 30 dots"),
    "quoted": (f"x = {{ {'.'.join(['{q}a{q}'.format(q=chr(34))] * 5000)} = 1 }}\n", ":1: a key of more than 30 dots"),
    "escaped": (f"{'.'.join([chr(34) + chr(92) * 2 + chr(34)] * 50_000)} = 1\n", ":1: a key of more than 30 dots"),
    "in a list": (f"x = [\n{{{'.'.join('a' * 5000)} = 1}},\n]\n", ":2: a key of more than 30 dots"),
    "listed digits": (f"x = [1,\n  -{'9' * 5000}]\n", ":2: a number of more than 100 digits"),
    "hexadecimal": (f"x = 0x{'f' * 5000}\n", ":1: a number of more than 100 digits"),
    "digits": (f"x = 1\ny = {'9' * 5000}\n", ":2: a number of more than 100 digits"),
    "nested": (f"x = {'[' * 5000}{']' * 5000}\n", ": it is nested too deeply"),
}


@pytest.mark.parametrize("case", TOML)
@pytest.mark.parametrize("command", ["gate", "house", "scene"])
def test_toml_out_of_all_reason_is_refused_with_its_place(tmp_path, case, command):
    text, reason = TOML[case]
    name = "rawcheck.toml" if command == "gate" else "own.toml"
    (tmp_path / name).write_text(text, "utf-8")
    path = str(tmp_path / name)
    words = {"gate": ["gate", str(tmp_path)], "house": ["house", path]}
    run = rawcheck(*words.get(command, ["house", "--sweep", "short range=0..2", "--scene", path]))
    assert run.returncode == 2
    assert f"{name}{reason}" in run.stderr


@pytest.mark.parametrize("remark", [f"{'.' * 200} {'_' * 200}", "see " + "a." * 200 + "b", "9" * 200])
def test_a_key_with_some_dots_and_any_remark_are_in_reason(tmp_path, remark):
    rules = f"space.attack.target = 7 # {remark}\n"
    (tmp_path / "own.toml").write_text(rules, "utf-8")
    assert '"actual": "7+"' in rawcheck("house", str(tmp_path / "own.toml"), "--format", "json").stdout


def test_a_long_field_of_a_list_is_no_internal_error(tmp_path):
    told = report(tmp_path, {"a.csv": f'Range,Attack DM\nShort,+3\nMedium,0\nLong,-2\n"{"a" * 200_000}",1\n'})
    assert [finding["rule"] for finding in told["findings"] if finding["level"] == "error"]


@pytest.mark.parametrize(("name", "trap"), [("src/a.js", "# a\n"), ("a.lua", ","), ("a.py", "# a\n#")])
def test_the_file_after_one_that_took_too_long_is_read_as_ever(tmp_path, monkeypatch, name, trap):
    table = TABLES[name]
    expected = report(tmp_path / "alone", {f"z{name.replace('/', '')}": table}, cached=False)["findings"]
    with monkeypatch.context() as limited:
        limited.setattr(scan, "MAX_SECONDS", 0.1)
        report(tmp_path / "slow", {name: table + trap * 30_000}, cached=False)
    told = report(tmp_path / "alone", cached=False)["findings"]
    assert told == expected
    assert [finding["actual"] for finding in told if finding["level"] == "error"] == ["3"]


def test_a_slow_script_hides_no_value_of_its_page(tmp_path):
    """The search for suppressions takes too long over the script, and the table is read all the same."""
    page = "<table><tr><th>Range<th>Attack DM<tr><td>Short<td>+3<tr><td>Medium<td>0<tr><td>Long<td>-2</table>"
    slow = f"<!-- rawcheck: see docs --><script>{')1' * 40_000}</script>"
    told = report(tmp_path, {"a.html": page + slow}, cached=False)
    assert [f["actual"] for f in told["findings"] if f["level"] == "error"] == ["+3"]


def test_a_fix_of_such_a_page_is_refused_and_others_are_fixed(tmp_path):
    page = "<table><tr><th>Range<th>Attack DM<tr><td>Short<td>+3<tr><td>Medium<td>0<tr><td>Long<td>-2</table>"
    lines = '{"rangeDM": {"short": 3, "medium": 0, "long": -2, "distant": -6}}\n' + '\\"' * 49_900
    write(tmp_path, {"a.html": f"{page}<script>{')1' * 40_000}</script>", "a.jsonl": lines, "b.js": TABLES["src/a.js"]})
    start = thread_time()
    run = rawcheck("errata", tmp_path, "--fix", "--allow-dirty", "--no-cache")
    assert thread_time() - start < 30
    assert "internal error" not in run.stderr
    assert "short: 1," in (tmp_path / "b.js").read_text("utf-8")


@pytest.mark.parametrize("page", ["from 1 to 2 " * 3333, "-2 " * 15_000])
def test_a_page_of_house_rules_costs_seconds(tmp_path, page):
    (tmp_path / "house.md").write_text(page, "utf-8")
    start = thread_time()
    assert "internal error" not in rawcheck("house", tmp_path / "house.md").stderr
    assert thread_time() - start < 5


def test_scenes_without_number_are_refused(tmp_path):
    scenes = "".join(f'[[scene]]\ntitle = "s{n}"\nweapon = "beam laser"\n' for n in range(1800))
    write(tmp_path, {"many.toml": scenes, "house.md": "Short range in space: +2\n"})
    assert "1,800 scenes; the limit is 100" in " ".join(
        rawcheck("house", "--scene", tmp_path / "many.toml", tmp_path / "house.md").stdout.split()
    )


@pytest.mark.parametrize(
    "words", [("x" * 5000,), (f"short range={'1,' * 5000}",), ("short range=0..4", "--of", "x" * 5000)]
)
def test_a_long_argument_of_a_sweep_is_not_repeated(words):
    run = rawcheck("house", "--sweep", *words)
    assert run.returncode == 2
    assert "has more than 1,000 characters" in run.stderr
    assert len(run.stderr) < 300


def test_a_dump_has_a_limit_of_time_for_the_recognition_too(tmp_path, monkeypatch):
    """The tables that are recognised before the limit are listed."""

    def slow(grid):
        if grid.line > 1:
            while True:
                pass
        return recognise_code_table(grid)

    monkeypatch.setattr(scan, "MAX_SECONDS", 0.2)
    monkeypatch.setattr(tables_dump, "recognise_code_table", slow)
    table = "const RANGE_DM = { short: 3, medium: 0, long: -2, distant: -6 };\n"
    printed = rawcheck("errata", "--dump", write(tmp_path, {"a.js": table * 2}) / "a.js").stdout
    assert "1: RANGE_DM: 4 rows" in printed
    assert "it took more than" in printed
