"""Fixes: wrong literals are rewritten in their own notation, and nothing else changes."""

import json
import os
import subprocess

import pytest

from tests.test_errata.command import RAWCHECK, run_here
from tests.test_errata.gates import git, repository, run, with_baseline, with_comment
from tests.test_errata.vtts import RIGHT, WRONG, errors, report, write


def test_a_row_with_the_values_of_another_one_may_have_the_wrong_name(tmp_path):
    rows = [("Stateroom", 0.5, 50000, 1), ("Low Berth", 0.5, 50000, 1), ("Emergency Low Berth", 1, 1000000, 4)]
    records = [{"name": name, "tons": tons, "cost": cost, "occupants": count} for name, tons, cost, count in rows]
    write(tmp_path, {"fittings.json": json.dumps({"staterooms": records}, indent=1)})
    before = (tmp_path / "fittings.json").read_text("utf-8")
    found = [f for f in report(tmp_path, cached=False)["findings"] if f["level"] == "error"]
    assert {f["rule"].rpartition("/")[2] for f in found} == {"tons", "cost"}
    assert all("these are the values of Low Berth: is the name of the row right?" in f["evidence"] for f in found)
    run_here("errata", "--fix", ".", cwd=tmp_path)
    assert (tmp_path / "fittings.json").read_text("utf-8") == before
    run_here("errata", "--fix-unsafe", ".", cwd=tmp_path)
    assert '"tons": 4' in (tmp_path / "fittings.json").read_text("utf-8")


def test_certain_findings_are_fixed_in_their_own_notation_and_nothing_else_changes(tmp_path):
    vtt = repository(tmp_path, WRONG)
    before = {name: (vtt / name).read_bytes() for name in WRONG}
    assert run(vtt, "--diff")[1].count("\n-") - run(vtt, "--diff")[1].count("\n--- ") == 2
    assert {name: (vtt / name).read_bytes() for name in WRONG} == before
    code, printed, _ = run(vtt, "--fix")
    assert code == 0
    assert printed.startswith("fixed: 2 values in 2 files\n")
    assert {name: (vtt / name).read_text(encoding="utf-8") for name in WRONG} == RIGHT
    assert run(vtt, "--fix", "--allow-dirty")[1].startswith("Passed")


def test_a_file_with_uncommitted_changes_is_fixed_only_if_allowed(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, WRONG)
    code, _, told = run(vtt, "--fix")
    assert code == 2
    assert "changes that are not committed" in told
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]
    assert run(vtt, "--fix", "--allow-dirty")[0] == 0


ADVANTAGES = """ADVANTAGES = {
    "Accurate": {"cost": 2, "effect": "DM+1 to all attack rolls"},
    "Easy to Repair": {"cost": 1, "effect": "DM+1 to all repair attempts"},
    "Energy Efficient": {"cost": 1, "effect": "-25% Power"},
    "Intense Focus": {"cost": 2, "effect": "AP+2"},
}"""
STYLES = [
    ("a.js", "const RANGE_DM = { close: 0, short: '@', medium: 0, long: -2 };", "DM-2", "DM+1"),
    ("a.js", "const WEAPONS = [{ name: 'Pulse Laser', tl: 9, damage: `@`, range: 'long' }];", "3D6", "2D6"),
    (
        "a.js",
        "const WEAPONS = [{ name: 'Pulse Laser', tl: 9, damage: '2D', cost: @, range: 'long' }];",
        "2_000_000",
        "1_000_000",
    ),
    (
        "a.py",
        "WEAPONS = [dict(name='Pulse Laser', tl=9, damage='2D', cost_mcr=@, range='Long')]  # was 2.0",
        "2.0",
        "1.0",
    ),
    (
        "a.js",
        "const WEAPONS = [{ name: 'Pulse Laser', tl: 9, damage: '2D', price: '@' }];",
        "Cr2,000,000",
        "Cr1,000,000",
    ),
    ("a.ts", "const W = { pulse_laser: { tl: 9, damage: '2D', range: '@', power: 4 } };", "very_long", "long"),
    ("a.ts", "const W = { pulse_laser: { tl: 9, damage: '2D', range: '@', power: 4 } };", "veryLong", "long"),
    ("a.js", "const RANGE_DM = { close: 0, short: 1, medium: 0, long: '@' };", "\u22123", "\u22122"),
    ("a.yaml", "weapons:\r\n- name: Pulse Laser # odd\r\n  tl: 9\r\n  damage: @\r\n  range: Long\r\n", "3D", "2D"),
    ("A.cs", "class A { const decimal StateroomCostMCr = 0.5m, EmergencyLowBerthTons = @; }", "2m", "1m"),
    (
        "a.js",
        "const kmOfBand = { close: 10, short: @, medium: 10000, long: 25000, 'very long': 50000 };",
        "1500",
        "1250",
    ),
    ("a.js", "const RANGE_DM = { close: 0, short: 1, medium: 0, long: @ };", "- 3", "- 2"),
    ("a.lua", "RANGE_DM = { close = 0, short = 1, medium = 0, long = @ }", "- 3", "- 2"),
    ("a.js", "const WEAPONS = [{ name: 'Fusion Gun', tl: 14, range: 'medium', damage: '@' }];", "5D6+2", "4D6"),
    ("a.js", "const WEAPONS = [{ name: 'Fusion Gun', tl: 14, range: 'medium', damage: '@' }];", "5 D6", "4 D6"),
    ("a.xml", '<w><weapon name="Fusion Gun" tl="14" damage="@" range="Medium"/></w>', "4D - 1", "4D"),
    ("a.csv", "Weapon,TL,Range,Damage,Traits\nRailgun,10,Short,2D,@\n", "AP 5", "AP 4"),
    ("a.js", "const WEAPONS = [{ name: 'Railgun', tl: 10, damage: '2D', traits: @ }];", "['AP 5', 'Ion']", "['AP 4']"),
    (
        "a.js",
        "const WEAPONS = [{ name: 'Fusion Barbette', tl: 12, damage: '5D', traits: @ }];",
        "['ap 3']",
        "['ap 3', 'radiation']",
    ),
    ("a.csv", "Weapon,TL,Range,Damage\nParticle Beam,12,@,3D\n", "Long", "Very Long"),
    (
        "a.ts",
        "enum Band { Medium, Long }\nconst W = [{ name: 'Pulse Laser', tl: 9, damage: '2D', range: Band.@ }];",
        "Medium",
        "Long",
    ),
    ("a.py", ADVANTAGES.replace("25%", "@%"), "20", "25"),
    ("a.py", ADVANTAGES.replace("DM+1 to all attack", "DM@ to all attack"), "+2", "+1"),
    ("a.js", "const SENSORS = { basic: { dm: -4 }, military: { dm: @ }, improved: { dm: +1 } };", "1", "0"),
    ("a.py", "COVER = {'vegetation': @, 'trees': 6, 'stone wall': 8, 'vehicle': 10}", "0x03", "0x02"),
    ("a.py", "WEAPONS = [dict(name='Pulse Laser', tl=9, damage='2D', cost=@, range='Long')]", "2e6", "1e6"),
    ("a.csv", "Weapon,TL,Range,Damage,Traits\nBeam Laser,10,Medium,1D,@\nPulse Laser,9,Long,2D,—\n", "AP 2", "—"),
    (
        "a.js",
        "const W = { particleBeam: { tl: 12, damage: '3D', range: '@' } }, B = ['very_long'];",
        "long",
        "very_long",
    ),
    (
        "a.html",
        "<table><tr><th>Range</th><th>Attack DM</th></tr><tr><td>Short</td><td>1</td></tr><tr><td>Medium</td>"
        "<td>0</td></tr><tr><td>Long</td><td> <b>@</b> </td></tr><tr><td>Distant</td><td>-6</td></tr></table>",
        "&minus;3",
        "&minus;2",
    ),
    (
        "a.md",
        "| Range Band | Attack DM | Distance |\n|---|---|---|\n| Short | +1 | @ |\n| Medium | +0 | 1,251-10,000 km |\n"
        "| Long | -2 | 10,001-25,000 km |\n| Very Long | -4 | 25,001-50,000 km |\n",
        "11 – 1,300 km",
        "11 – 1,250 km",
    ),
    (
        "a.js",
        "function characteristicDM(score) { if (score <= 0) return -3; if (score <= 2) return -2; if (score < 6) return"
        " -1; if (score < @) return 0; if (score <= 11) return 1; if (score <= 14) return 2; return 3; }",
        "10",
        "9",
    ),
]


@pytest.mark.parametrize(("file", "source", "wrong", "right"), STYLES)
def test_a_fix_keeps_quotes_units_and_notation(tmp_path, file, source, wrong, right):
    held = {"held.js": RIGHT["src/combat.js"], "data.json": RIGHT["data/weapons.json"]}
    write(tmp_path, held | {file: source.replace("@", wrong)})
    assert run(tmp_path, "--fix")[0] == 0
    assert (tmp_path / file).read_bytes().decode() == source.replace("@", right)


LEVELS = """{"levels": {"Early Prototype": {"tlDifference": -2, "cost": "+1000%"},
"Prototype": {"tlDifference": -1, "cost": "@"}, "Budget": {"tlDifference": 0, "cost": "-25%"},
"Advanced": {"tlDifference": 1, "cost": "+10%"}, "High Technology": {"tlDifference": 3, "cost": "+50%"}}}"""


@pytest.mark.parametrize("wrong", ["+50%", "-50%", "+0%"])
def test_a_percentage_keeps_its_plus_or_takes_it_from_its_neighbours(tmp_path, wrong):
    write(tmp_path, RIGHT | {"a.json": LEVELS.replace("@", wrong)})
    run(tmp_path, "--fix")
    assert (tmp_path / "a.json").read_text(encoding="utf-8") == LEVELS.replace("@", "+500%")


def test_a_fix_joins_words_only_as_the_file_does(tmp_path):
    text = "const W = { particleBeam: { tl: 12, damage: '3D', range: 'long' } };\n"
    write(tmp_path, RIGHT | {"a.js": text})
    assert "a.js:1:58: it is not clear how Very Long is written where long stands" in run(tmp_path, "--fix")[1]
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == text


LATIN = (
    "# ganz gewöhnliche Größen \xa9\x96\nCOVER = {'vegetation': 2, 'trees': @, 'stone wall': 8, 'vehicle': 10}  # süß\n"
)


def test_a_fix_keeps_latin_1_byte_for_byte(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    (vtt / "a.py").write_bytes(LATIN.replace("@", "7").encode("latin-1"))
    git(vtt, "add", "-A")
    patch = subprocess.run([RAWCHECK, "gate", ".", "--diff"], cwd=vtt, capture_output=True, check=False).stdout
    assert "süß".encode("latin-1") in patch
    (tmp_path / "a.patch").write_bytes(patch)
    git(vtt, "apply", "--check", str(tmp_path / "a.patch"))
    assert run(vtt, "--diff", "--output", "b.patch")[0] == 1
    assert (vtt / "b.patch").read_bytes() == patch
    run(vtt, "--fix", "--allow-dirty")
    assert (vtt / "a.py").read_bytes() == LATIN.replace("@", "6").encode("latin-1")


def test_a_utf_16_file_is_not_fixed_and_that_is_reported(tmp_path):
    write(tmp_path, RIGHT)
    data = WRONG["src/combat.js"].encode("utf-16")
    (tmp_path / "a.js").write_bytes(data)
    assert "the file is in UTF-16 or UTF-32, which is not rewritten" in run(tmp_path, "--fix")[1]
    assert (tmp_path / "a.js").read_bytes() == data


def test_the_first_of_many_unfixed_findings_are_named_with_their_reasons(tmp_path):
    line = "export const RANGE_DM = { close: 0, short: 1 + 2, medium: 0, long: -2, distant: -6 };\n"
    write(tmp_path, {f"{n:02}.js": line for n in range(12)})
    told = run(tmp_path, "--fix")[1].split("\n")
    assert told[0] == "not fixed: 12 values"
    assert told[1].startswith("  00.js:1:44: it is worked out: 1 + 2")
    assert told[11] == "  and 2 more: it is worked out: 1 + 2"


def test_contested_values_are_fixed_only_on_request(tmp_path):
    rolls = "const CRITICAL_LOCATION = { 2: 'Sensors', 3: 'Power Plant', 4: 'Fuel', 5: 'Weapon', 6: 'Armour',"
    rolls += " 7: 'Hull', 8: 'M-Drive', 9: 'Cargo', 10: 'J-Drive', 11: 'Crew', 12: 'Bridge' };"
    write(tmp_path, {"a.js": rolls})
    run(tmp_path, "--fix")
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == rolls
    run(tmp_path, "--fix-unsafe")
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == rolls.replace("Bridge", "Computer")


def test_a_patch_applies_whatever_characters_a_file_holds(tmp_path):
    odd = WRONG["src/combat.js"] + "// \x0c \x0b \x85 \u2028 × −\n"
    vtt = repository(tmp_path, WRONG | {"src/my file é.js": odd})
    code, patch, _ = run(vtt, "--diff")
    assert code == 1
    (tmp_path / "a.patch").write_text(patch, encoding="utf-8", newline="\n")
    git(vtt, "apply", str(tmp_path / "a.patch"))
    assert (vtt / "src/my file é.js").read_bytes().decode() == odd.replace("short: -2", "short: 1")


def test_suppressed_findings_are_not_fixed_by_errata_either(tmp_path):
    vtt = repository(tmp_path, with_comment('// rawcheck: house "ours"'))
    before = (vtt / "src/combat.js").read_text(encoding="utf-8")
    subprocess.run([RAWCHECK, "errata", ".", "--fix"], cwd=vtt, capture_output=True, check=False)
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == before


SHEET = """\
| **Fire Control/5** | 13 | 5 | +5 DM (split as needed) | 10,000,000 |
### Sensor Grades
| Grade | Minimum TL | Tonnage | Power | Range | DM | Cost (Cr) |
|---|---|---|---|---|---|---|
| **Civilian** | 9 | 1 | 1 | Standard | +0 | 50,000 |
| **Military** | 11 | 2 | 2 | Enhanced | +1 | 1,000,000 |
| **Advanced** | 13 | 3 | 3 | Long Range | +2 | 2,000,000 |
"""


def test_a_second_fix_changes_nothing(tmp_path):
    write(tmp_path, {"sheet.md": SHEET})
    run(tmp_path, "--fix", "--allow-dirty")
    once = (tmp_path / "sheet.md").read_text(encoding="utf-8")
    assert once != SHEET
    assert not run(tmp_path, "--fix", "--allow-dirty")[1].startswith("fixed")
    assert (tmp_path / "sheet.md").read_text(encoding="utf-8") == once


def test_a_fix_keeps_the_plus_that_neighbouring_values_have(tmp_path):
    table = "| Range | Attack DM |\n|---|---|\n| Close | +0 |\n| Short | -2 |\n| Medium | +0 |\n| Long | -2 |\n"
    write(tmp_path, {"a.md": table, "a.js": "const RANGE_DM = { close: '+0', short: '-2', medium: '+0', long: '-2' };"})
    run(tmp_path, "--fix", "--allow-dirty")
    assert "| Short | +1 |" in (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "short: '+1'" in (tmp_path / "a.js").read_text(encoding="utf-8")


def test_a_contested_rule_is_not_fixed(tmp_path):
    write(tmp_path, RIGHT | {"lock.js": "const SENSOR_LOCK_BONUS = 1;"})
    run(tmp_path, "--fix", "--allow-dirty")
    assert (tmp_path / "lock.js").read_text(encoding="utf-8") == "const SENSOR_LOCK_BONUS = 1;"


def test_a_changed_file_in_a_nested_repository_or_behind_a_link_is_not_fixed(tmp_path):
    outer = repository(tmp_path, {".gitignore": "vtt\n", "README.md": "x"})
    inner = repository(outer / "vtt", RIGHT)
    write(inner, WRONG)
    code, _, told = run(outer, "vtt", "--fix")
    assert code == 2
    assert "not committed" in told
    (outer / "combat.js").symlink_to(inner / "src/combat.js")
    assert run(outer, "combat.js", "--fix")[0] == 2


def test_git_variables_set_by_a_hook_are_ignored(tmp_path, monkeypatch):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, WRONG)
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    assert run(vtt, "--fix")[0] == 2


HOUSE = "# House rules\n\nShort range: DM+2 instead of DM+1\n"
CONFIGURED = [
    ("exclude = ['src/']", "-2"),
    ("include = ['data/']", "-2"),
    ("ignore = ['space/*']", "-2"),
    ("[[suppress]]\nfile = 'src/*.js'\nrule = 'space/*'\nreason = 'Ours'", "-2"),
    ("[[table]]\nfile = 'src/combat.js'\nat = 'RANGE_DM'\nrule = 'none'", "-2"),
    ("house = 'house.md'", "2"),
    ("edition = 2022", "1"),
]


@pytest.mark.parametrize(("settings", "short"), CONFIGURED)
def test_errata_fixes_what_the_configuration_does_not_say_is_meant(tmp_path, settings, short):
    write(tmp_path, WRONG | {"rawcheck.toml": settings, "house.md": HOUSE})
    patch = run_here("errata", ".", "--diff", cwd=tmp_path).stdout
    run_here("errata", ".", "--fix", cwd=tmp_path)
    fixed = WRONG["src/combat.js"].replace("short: -2", f"short: {short}")
    assert (tmp_path / "src/combat.js").read_text(encoding="utf-8") == fixed
    assert (f"short: {short}" in patch) == (short != "-2")
    assert (tmp_path / "data/weapons.json").read_text(encoding="utf-8") == RIGHT["data/weapons.json"]


def test_errata_fixes_the_wanted_verdicts_only(tmp_path):
    write(tmp_path, WRONG)
    run_here("errata", ".", "--fix", "--only", "missing", cwd=tmp_path)
    assert (tmp_path / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]


def test_a_fix_can_be_limited_to_changed_lines(tmp_path):
    vtt = repository(tmp_path, WRONG)
    write(vtt, {"src/more.js": "export const RANGE_DM = { close: 0, short: -3, medium: 0, long: -2, distant: -6 };"})
    run(vtt, "--fix", "--changed-since", "HEAD", "--allow-dirty")
    assert "short: 1" in (vtt / "src/more.js").read_text(encoding="utf-8")
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]


def test_without_git_files_are_fixed(tmp_path):
    write(tmp_path, WRONG)
    made = subprocess.run([RAWCHECK, "gate", "--fix"], cwd=tmp_path, env={"PATH": "/nowhere"}, check=False, **_QUIET)
    assert made.stdout.startswith("fixed: 2 values")


_QUIET = {"capture_output": True, "text": True}


def test_a_fixed_finding_leaves_the_baseline(tmp_path):
    with_baseline(tmp_path, WRONG)
    code, printed, _ = run(tmp_path, "--fix", "--allow-dirty")
    assert (code, printed.split("\n")[0]) == (0, "fixed: 2 values in 2 files")
    assert run(tmp_path)[0] == 0


@pytest.mark.parametrize("path", [".", "../vtt", "{here}", "{here}/src"])
def test_a_patch_applies_however_the_path_was_given(tmp_path, path):
    vtt = repository(tmp_path / "vtt", WRONG | {"src/a\tb.js": WRONG["src/combat.js"]})
    patch = run(vtt, path.format(here=vtt), "--diff")[1]
    (tmp_path / "patch").write_text(patch, encoding="utf-8")
    git(vtt, "apply", "--check", str(tmp_path / "patch"))
    assert "a\\tb.js" in patch


def test_a_patch_does_not_depend_on_the_encoding_of_the_terminal(tmp_path):
    file = WRONG["src/combat.js"] + "// Größe × 2 – 漢\n"
    write(tmp_path, {"combat.js": file.replace("\n", " // × ≈ 漢\n", 2)})
    words = [RAWCHECK, "errata", ".", "--diff"]
    plain, other = (
        subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, check=False, env=os.environ | {_ENCODING: name})
        for name in ("utf-8", "ascii")
    )
    assert plain.stdout == other.stdout
    assert "× ≈ 漢".encode() in plain.stdout


_ENCODING = "PYTHONIOENCODING"


def test_an_untracked_file_is_not_fixed(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, {":(x).js": WRONG["src/combat.js"]})
    assert run(vtt, "--fix")[0] == 2
    assert run(vtt, "--fix", "--allow-dirty")[0] == 0


def test_a_read_only_file_is_not_fixed(tmp_path):
    vtt = write(tmp_path, WRONG)
    (vtt / "src/combat.js").chmod(0o444)
    code, _, told = run(vtt, "--fix")
    assert code == 2
    assert "src/combat.js: it is read-only" in told
    assert "fixed: 1 value in 1 file\n  data/weapons.json" in told
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]


def test_findings_that_cannot_be_fixed_are_reported(tmp_path):
    text = "const NEAR = 3;\nexport const RANGE_DM = { close: 0, short: NEAR, medium: 0, long: -3, distant: -6 };\n"
    vtt = repository(tmp_path, {"src/combat.js": text})
    code, printed, _ = run(vtt, "--fix")
    assert code == 1
    place = "src/combat.js:2:44: a name stands there, which may be used elsewhere too: NEAR"
    assert printed.split("\n")[2:4] == ["not fixed: 1 value", f"  {place}  space/range-bands/short/attack-dm"]
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == text.replace("-3", "-2")


def test_only_entries_of_fixed_findings_leave_the_baseline(tmp_path):
    with_baseline(tmp_path, WRONG)
    known = tmp_path / "rawcheck-baseline.jsonl"
    stale = (
        known.read_text(encoding="utf-8").split("\n")[1].replace("weapons.json", "gone.json").replace('"mark": "', "$&")
    )
    known.write_text(known.read_text(encoding="utf-8") + stale.replace("$&", '"mark": "0') + "\n", encoding="utf-8")
    code, printed, _ = run(tmp_path, "--fix", "--allow-dirty", "--level", "note")
    assert code == 0
    assert "rawcheck-baseline.jsonl: 0 added, 2 removed" in printed
    assert "gone.json is in the baseline and no longer occurs" in " ".join(printed.split())
    assert known.read_text(encoding="utf-8").count("gone.json") == 1


def test_a_fix_keeps_a_typographic_minus(tmp_path):
    text = "const RANGE_DM = { adjacent: 'DM+0', close: 'DM+0', short: 'DM+1', medium: 'DM+0', long: 'DM−5' };\n"
    write(tmp_path, RIGHT | {"a.js": text})
    assert "a.js:1:90: DM−5 → DM−2" in run(tmp_path, "--fix", "--allow-dirty")[1]
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == text.replace("−5", "−2")


def test_a_rule_with_an_uncontested_ruling_is_fixed(tmp_path):
    text = "const DIFFICULTY = { simple: 2, easy: 4, routine: 6, average: 8, difficult: 10, veryDifficult: 13 };\n"
    write(tmp_path, RIGHT | {"a.js": text})
    assert run(tmp_path, "--fix", "--allow-dirty")[0] == 0
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == text.replace("13", "12")


@pytest.mark.parametrize("words", [("--format", "json"), ("--output", "a", "--output", "b")])
def test_a_patch_has_no_format_and_one_output(tmp_path, words):
    code, printed, told = run(write(tmp_path, WRONG), "--diff", *words)
    assert (code, printed) == (2, "")
    assert "--diff prints a patch: it has no --format, and one --output at most." in told


def test_a_patch_can_be_sent_to_a_file_or_be_printed_by_name(tmp_path):
    vtt = repository(tmp_path, WRONG)
    assert run(vtt, "--diff", "--output", "-")[1] == run(vtt, "--diff")[1] != ""
    assert not (vtt / "-").exists()


FIRE_CONTROL = """\
const fireControl = [
  { name: "Fire Control/1", tl: 9, bandwidth: %s, dm: 1, cost: 1000000 },
  { name: "Fire Control/2", tl: 10, bandwidth: 3, dm: 2, cost: 2000000 },
  { name: "Fire Control/3", tl: 11, bandwidth: %s, dm: 3, cost: 4000000 },
  { name: "Fire Control/4", tl: 12, bandwidth: %s, dm: 4, cost: 8000000 },
];
"""


def test_a_value_of_no_source_is_fixed_if_its_table_follows_the_book_elsewhere(tmp_path):
    write(tmp_path, {"fire.js": FIRE_CONTROL % (1, 3, 4)})
    assert run(tmp_path, "--fix")[1].startswith("fixed: 1 value in 1 file\n  fire.js:3:48: 3 → 2  ship/fire-control/")
    assert (tmp_path / "fire.js").read_text() == (FIRE_CONTROL % (1, 3, 4)).replace(
        "bandwidth: 3, dm: 2", "bandwidth: 2, dm: 2"
    )


def test_a_table_on_neither_side_of_a_ruling_is_not_fixed_and_the_reason_says_so(tmp_path):
    write(tmp_path, {"fire.js": FIRE_CONTROL % (5, 15, 20)})
    told = run(tmp_path, "--fix")[1]
    assert "fire.js:3:48: 3 is wrong, but sources disagree on 10 or 2: ruling 16" in told
    assert "; --fix-unsafe writes 2  ship/fire-control/fire-control-2/bandwidth" in told
    assert (tmp_path / "fire.js").read_text() == FIRE_CONTROL % (5, 15, 20)


@pytest.mark.skipif(not hasattr(os, "link"), reason="there are no hard links here")
def test_a_fix_keeps_hard_links(tmp_path):
    write(tmp_path, WRONG)
    os.link(tmp_path / "src/combat.js", tmp_path / "src/same.txt")
    run(tmp_path, "--fix")
    assert (tmp_path / "src/same.txt").read_text() == RIGHT["src/combat.js"]
    assert (tmp_path / "src/combat.js").stat().st_nlink == 2


def test_of_a_duplicate_key_only_the_last_value_counts_and_is_fixed(tmp_path):
    text = '{"rangeDM": {"close": 0, "short": 5, "short": 3, "medium": 0, "long": -2, "veryLong": -4, "distant": -6}}'
    assert errors(report(tmp_path, {"a.json": text})) == [("space/range-bands/short/attack-dm", "3", 1, 47)]
    run(tmp_path, "--fix")
    assert (tmp_path / "a.json").read_text() == text.replace('"short": 3', '"short": 1')


def test_a_refusal_to_fix_names_the_file_with_its_folder(tmp_path):
    vtt = repository(tmp_path, WRONG)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"] + "\n"})
    assert run(vtt, "--fix")[2].startswith("rawcheck: src/combat.js: there are changes that are not committed")


def test_a_distance_below_another_is_not_made_one_longer(tmp_path):
    bands = "const DISTANCE = { Adjacent: '< 1 km', Close: '1-10 km', Short: '11-1,300 km', Medium: '1,251-10,000 km',"
    bands += " Long: '10,001-25,000 km', VeryLong: '25,001-50,000 km' };"
    write(tmp_path, RIGHT | {"a.js": bands})
    run(tmp_path, "--fix-unsafe")
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == bands.replace("1,300", "1,250")


def test_errata_fixes_tests_only_on_request(tmp_path):
    write(tmp_path, RIGHT | {"tests/combat.js": WRONG["src/combat.js"]})
    for words, text in (((), WRONG["src/combat.js"]), (("--tests",), RIGHT["src/combat.js"])):
        run_here("errata", ".", "--fix", *words, cwd=tmp_path)
        assert (tmp_path / "tests/combat.js").read_text(encoding="utf-8") == text


def test_a_literal_that_several_rows_share_is_fixed_once(tmp_path):
    switch = (
        "function rangeDM(band) { switch (band) { case 'adjacent': case 'close': return 10; case 'short': return 1;"
    )
    switch += " case 'medium': return 0; case 'long': return -2; case 'veryLong': return -4; default: return -6; } }"
    write(tmp_path, RIGHT | {"a.js": switch})
    assert run(tmp_path, "--fix")[1].startswith("fixed: 1 value in 1 file\n")
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == switch.replace("10", "0")
