"""Every reader lifts the same table out of its own language, with the place of each value."""

from pkgutil import iter_modules

import pytest

from errata import readers
from errata.readers import SUFFIXES
from tests.test_errata.vtts import errors, report, stated

BANDS = "space/range-bands"

SOURCES = {
    "functions.js": """\
const attackRangeDm = { short: () => @, medium: () => 0, long: () => -2, veryLong: () => -4, distant: (ship) => (-6) };
""",
    "indexed.lua": """\
aAttackRangeDM = {};
aAttackRangeDM["short"] = @;
aAttackRangeDM["medium"] = 0;
aAttackRangeDM["long"] = -2;
aAttackRangeDM["very long"] = -4;
""",
    "members.py": """\
class SpaceRangeDM(Enum):
    SHORT = ("Short", @)
    MEDIUM = ("Medium", 0)
    LONG = ("Long", -2)
    VERY_LONG = ("Very Long", -4)
""",
    "lambdas.py": """\
ATTACK_RANGE_DM = {"short": lambda: @, "medium": lambda: 0, "long": lambda: -2, "distant": lambda ship: -6}
""",
    "flow.yaml": """\
space_ranges:
  - {band: Short, attack_dm: @}
  - {band: Medium, attack_dm: 0}
  - {band: Long, attack_dm: -2}
  - {band: Very Long, attack_dm: -4}
""",
    "buttons.html": """\
<h3>Attack</h3> <label>Range</label>
<label><input type="radio" name="attr_space_range_dm" value="@"> Short</label>
<label>Medium <input type="radio" name="attr_space_range_dm" value="0"></label>
<input type="radio" name="attr_space_range_dm" value="-2"><span>Long</span>
<input type="radio" name="attr_space_range_dm" value="-4"><span>Very Long</span>
""",
    "frozen.js": """\
const RANGE_DM = Object.freeze({
  'Adjacent': 0, 'Close': 0,
  'Short': @,
  'Medium': 0, 'Long': -2, 'Very Long': -4, 'Distant': -6,
}); // attack modifiers
""",
    "map.mjs": """\
export const attackRangeDm = new Map([['adjacent', 0], ['close', 0],
  ['short', @],
  ['medium', 0], ['long', -2], ['very_long', -4], ['distant', -6]]);
""",
    "switch.js": """\
function attackRangeDM(band) {
  switch (band) {
    case 'adjacent': case 'close': return 0;
    case 'short': return @;
    case 'medium': return 0;
    case 'long': return -2;
    case 'verylong': return -4;
    default: return -6;
  }
}
""",
    "ladder.js": """\
function getAttackRangeDm(range) {
  if (range === 'Short') return @;
  if (range === 'Medium') return 0;
  if (range === 'Long') return -2;
  if (range === 'Very Long') return -4;
  return -6;
}
""",
    "ternary.js": """\
const attackRangeDm = (r) => r === 'short' ? @ : r === 'medium' ? 0 : r === 'long' ? -2 : r === 'vlong' ? -4 : -6;
""",
    "enum.ts": """\
/** DM of an attack at each range. */
export enum AttackRangeDM { Adjacent = 0, Close = 0,
  Short = @,
  Medium = 0, Long = -2, VeryLong = -4, Distant = -6 }
""",
    "typed.tsx": """\
export const ATTACK_RANGE_DM: Record<Band, number> = {
  Short: @, Medium: 0, Long: -2, "Very Long": -4, Distant: -6,
} as const;
""",
    "records.json": """\
{ "spaceRanges": [
  { "band": "Adjacent", "attackDM": 0 }, { "band": "Close", "attackDM": 0 },
  { "band": "Short", "attackDM": @ },
  { "band": "Medium", "attackDM": 0 }, { "band": "Long", "attackDM": -2 } ] }
""",
    "pack.db": """\
{"name": "Space ranges", "attack": {"rangeDM": {"short": @, "medium": 0, "long": -2, "very-long": -4, "distant": -6}}}
{"name": "Nothing", "value": 1}
""",
    "ranges.yaml": """\
attack_range_dm:
  adjacent: 0
  close: 0
  short: @
  medium: 0
  long: -2
  very_long: -4
""",
    "data.lua": """\
-- DMs of attacks by range
aAttackRangeDM = {
	["Adjacent"] = 0, ["Close"] = 0,
	["Short"] = @,
	["Medium"] = 0, ["Long"] = -2, ["Very Long"] = -4, ["Distant"] = -6
}
""",
    "window.xml": """\
<root>
	<windowclass name="attack_range">
		<script>
			function getAttackRangeDM(sRange)
				if sRange == "SHORT" then
					return @;
				elseif sRange == "MEDIUM" then return 0;
				elseif sRange == "LONG" then return -2;
				elseif sRange == "VERYLONG" then return -4;
				end
			end
		</script>
	</windowclass>
</root>
""",
    "records.xml": """\
<root><spaceranges>
  <range><name type="string">Short</name><attackdm type="number">@</attackdm></range>
  <range><name type="string">Medium</name><attackdm type="number">0</attackdm></range>
  <range><name type="string">Long</name><attackdm type="number">-2</attackdm></range>
  <range><name type="string">Very Long</name><attackdm type="number">-4</attackdm></range>
</spaceranges></root>
""",
    "unclosed.xml": """\
<root><spaceranges>
  <range><name>Short</name><attackdm>@</attackdm></range>
  <range><name>Medium</name><attackdm>0</attackdm></range>
  <range><name>Long</name><attackdm>-2</attackdm></range>
  <range><name>Very Long</name><attackdm>-4</attackdm></range>
</root>
""",
    "sheet.html": """\
<label>Range DM to the attack</label>
<select name="attack_range_dm">
  <option value="0">Medium</option>
  <option value="@">Short</option>
  <option value="-2">Long</option><option value="-4">Very Long</option><option value="-6">Distant</option>
</select>
""",
    "table.html": """\
<h2>Space ranges</h2>
<table><tr><th>Range</th><th>Attack DM</th></tr>
<tr><td>Short</td><td>@</td></tr>
<tr><td>Medium</td><td>+0</td></tr><tr><td>Long</td><td>-2</td></tr><tr><td>Very Long</td><td>-4</td></tr></table>
""",
    "script.html": """\
<p>Fire!</p>
<script>
  const attackRangeDM = { short: @, medium: 0, long: -2, very_long: -4, distant: -6 };
</script>
""",
    "tables.py": """\
from types import MappingProxyType

# DMs to hit by range band
ATTACK_RANGE_DM = MappingProxyType({"short": @, "medium": 0, "long": -2, "very_long": -4, "distant": -6})
""",
    "match.py": """\
def attack_range_dm(band: str) -> int:
    match band:
        case "short":
            return @
        case "medium":
            return 0
        case "long":
            return -2
        case "very long":
            return -4
    return -6
""",
    "constants.py": """\
class AttackRangeDM:
    SHORT = @
    MEDIUM = 0
    LONG = -2
    VERY_LONG = -4
""",
    "Ranges.cs": """\
public static class Combat {
    static readonly Dictionary<string, int> AttackRangeDm = new() {
        { "Short", @ },
        { "Medium", 0 }, { "Long", -2 }, ["VeryLong"] = -4, ["Distant"] = -6 };
}
""",
    "Arms.cs": """\
public static class Combat {
    public static int AttackRangeDm(RangeBand band) => band switch {
        RangeBand.Short => @,
        RangeBand.Medium => 0, RangeBand.Long => -2, RangeBand.VeryLong => -4, _ => -6 };
}
""",
    "ranges.csv": """\
Range,Attack DM,Notes
Short,@,
Medium,0,
Long,-2,
Very Long,-4,
""",
    "ranges.md": """\
# Space combat

| Range | Attack DM |
|---|---|
| Short | @ |
| Medium | +0 |
| Long | -2 |
| Very Long | -4 |
""",
}
"""One table in many forms; `@` is the DM at Short range."""


@pytest.mark.parametrize("name", SOURCES)
def test_a_right_table_agrees_in_every_language(tmp_path, name):
    told = report(tmp_path, {name: SOURCES[name].replace("@", "1")})
    assert errors(told) == []
    assert stated(told)[f"{BANDS}/short/attack-dm"] == "1"
    assert stated(told)[f"{BANDS}/long/attack-dm"] == "-2"


@pytest.mark.parametrize("name", SOURCES)
def test_a_wrong_value_is_an_error_on_its_own_line_and_column(tmp_path, name):
    source = SOURCES[name]
    told = report(tmp_path, {name: source.replace("@", "3")})
    before = source[: source.index("@")]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    [(rule, actual, at, start)] = errors(told)
    assert (rule, actual, at) == (f"{BANDS}/short/attack-dm", "3", line)
    assert start == column or name == "sheet.html"  # an option's value stands in its tag


def test_every_suffix_has_a_reader_and_every_reader_a_test():
    there_are = {module.name for module in iter_modules(readers.__path__)}
    assert set(SUFFIXES.values()) == there_are
    assert {SUFFIXES["." + name.rpartition(".")[2]] for name in SOURCES} == there_are


def test_columns_are_counted_in_characters(tmp_path):
    source = (
        "const ATTACK_RANGE_DM = { /* Entfernungs‑DM für Angriffe: ±, é */ short: 3, medium: 0, long: -2, vlong: -4 };"
    )
    [(_, _, line, column)] = errors(report(tmp_path, {"a.js": source}))
    assert (line, source[column - 1]) == (1, "3")
