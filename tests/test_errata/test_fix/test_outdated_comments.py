"""A fix says where a comment beside the value still states the old one."""

import pytest

from tests.test_errata.gates import run
from tests.test_errata.vtts import RIGHT, write

JS = "const RANGE_DM = {{ close: 0,\n  short: -2, {}\n  medium: 0, long: -2, distant: -6 }};\n"
COST = "const WEAPONS = [{{ name: 'Pulse Laser', tl: 9, damage: '2D',\n  cost: 3000000, {}\n  range: 'long' }}];\n"
DICE = "const WEAPONS = [{{ name: 'Pulse Laser', tl: 9,\n  damage: '3d6', {}\n  range: 'long' }}];\n"
JSONC = '{{"rangeDM": {{"close": 0,\n"short": -2, {}\n"medium": 0, "long": -2, "distant": -6}}}}'
SYSTEMS = {7: "hull", 8: "m-drive", 9: "cargo", 10: "j-drive", 11: "crew", 12: "computer"}
LOCATIONS = "const CRITICAL_LOCATIONS = [{{ roll: 5, system: 'weapon' }},\n  {{ roll: 6, system: 'hull', {}\n"
LOCATIONS += "".join(f"  {{{{ roll: {roll}, system: '{system}' }}}},\n" for roll, system in SYSTEMS.items()) + "];"
YAML = "range_dm:\n  close: 0\n  short: -2 {}\n  medium: 0\n  long: -2\n  distant: -6\n"


@pytest.mark.parametrize(
    ("file", "source", "comment", "old"),
    [
        ("a.js", JS, "// DM-2 at short range", "DM-2"),
        ("a.js", JS, "/* short: −2. */", "−2"),
        ("a.js", JS, "/* so */ // hard (-2)", "-2"),
        ("a.js", JS, "/*\n  -2 */", ""),
        ("a.js", JS, "// DM-4 at long range", ""),
        ("a.js", JS, "// 1-2 targets", ""),
        ("a.js", JS, "", ""),
        ("a.js", COST, "// MCr 3", "MCr 3"),
        ("a.js", COST, "// MCr3, paid at once", "MCr3"),
        ("a.js", DICE, "// 3D, as they asked", "3D"),
        ("a.js", DICE, "// 2D by the book", ""),
        ("a.js", LOCATIONS, "effect: 'Breach' },", ""),
        ("a.js", DICE, "text: 'not 3D',", ""),
        ("a.yaml", YAML, "# -2 at short range", "-2"),
        ("a.jsonc", JSONC, "// -2", "-2"),
    ],
)
def test_a_comment_that_states_the_old_value_is_named_in_the_summary(tmp_path, file, source, comment, old):
    write(tmp_path, RIGHT | {file: "\n" + source.format(comment)})
    lines = run(tmp_path, "--fix")[1].split("\n")
    assert lines[0] == "fixed: 1 value in 1 file"
    warnings = [line for line in lines if "the text beside it" in line]
    line = 4 if source is YAML else 3
    assert warnings == ([f"  {file}:{line}: the text beside it still says {old}"] if old else [])


def test_a_comment_in_another_encoding_is_read(tmp_path):
    source = "# Größe\n" * 20 + YAML.format("# süß: -2")
    write(tmp_path, RIGHT | {"a.yaml": source.encode("latin-1")})
    assert "a.yaml:23: the text beside it still says -2\n" in run(tmp_path, "--fix")[1]


def test_a_word_that_another_text_of_its_row_states_is_fixed_only_if_that_is_asked_for(tmp_path):
    write(tmp_path, {"a.js": LOCATIONS.format("effect: 'Hull Breach' },")})
    kept = " ".join(run(tmp_path, "--fix")[1].split())
    assert "a.js:2:22: the text beside it says Hull; --fix-unsafe writes Armour" in kept
    assert "'Hull Breach'" in (tmp_path / "a.js").read_text("utf-8")
    written = run(tmp_path, "--fix-unsafe")[1]
    assert "a.js:2: the text beside it still says Hull" in written
