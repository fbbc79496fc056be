"""The baseline: known departures stay known wherever they move, for as long as the value stays the same."""

import json
import os

import pytest

from tests.test_errata.gates import (
    BEAM,
    SHORT,
    decide,
    git,
    repository,
    run,
    with_baseline,
    with_comment,
)
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_a_departure_in_the_baseline_passes_and_a_new_one_fails(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    assert decide(vtt)[:2] == (0, [])
    write(vtt, {"src/more.js": "export const RANGE_DM = { close: 0, short: 1, medium: 0, long: -3, distant: -6 };"})
    code, found, decision = decide(vtt)
    assert (code, found) == (1, [("RC201", "space/range-bands/long/attack-dm", "-3")])
    assert decision.known == 2


def test_a_departure_that_moved_within_or_with_its_file_stays_known(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": "// a line more\n\n" + WRONG["src/combat.js"]})
    assert decide(vtt)[0] == 0
    (vtt / "src/combat.js").rename(vtt / "src/rules.js")
    assert decide(vtt)[0] == 0


def gone(decision):
    """The rules of baseline entries that no longer occur."""
    return [finding.words["entry"] for finding in decision.gone]


def test_another_wrong_value_is_a_new_departure_and_makes_the_old_entry_stale(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"].replace("short: -2", "short: -3")})
    code, found, decision = decide(vtt)
    assert (code, found, gone(decision)) == (1, [(*SHORT[:2], "-3")], [SHORT[1]])


def test_the_same_departure_in_another_file_is_new_while_the_first_file_is_there(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"], "src/other.js": WRONG["src/combat.js"]})
    code, found, decision = decide(vtt)
    assert (code, found, gone(decision)) == (1, [SHORT], [SHORT[1]])


WEAPONS = """\
{ "weapons": [
  { "name": "Pulse Laser", "damage": "2d6", "range": "Short" },
  { "name": "Beam Laser", "damage": "1d6", "range": "Medium" },
  { "name": "Missile Rack", "damage": "4d6", "range": "Long" },
  { "name": "Particle Beam", "damage": "3d6", "range": "Long" }
] }
"""
"""Weapons whose range is wrong but for that of the beam laser."""
HALF_RIGHT = "const RANGE_DM = { adjacent: 2, short: 2, medium: 0, distant: -6 };\n"
BEAM_RANGE = ("RC201", "ship/turret-weapons/beam-laser/range", "Long")
OTHERS = [("RC201", f"space/range-bands/{band}/attack-dm", "2") for band in ("medium", "distant")]
LOST = ("RC908", "space/range-bands", "")


@pytest.mark.parametrize(
    ("before", "old", "new", "found"),
    [
        ({"w.json": WEAPONS}, "Medium", "Long", [BEAM_RANGE]),
        ({"a.js": HALF_RIGHT}, "0, distant: -6", "2, distant: 2", OTHERS),
        ({"a.js": HALF_RIGHT}, "{", "build(); const X = {", [LOST]),
        ({"a.js": HALF_RIGHT}, "short: 2", "short: dm()", [LOST]),
        ({"a.js": HALF_RIGHT}, "short: 2", "short: 1", []),
        ({"a.js": HALF_RIGHT}, HALF_RIGHT, "import { RANGE_DM } from './dms.js';\n", []),
    ],
    ids=["a column", "a table", "a computed table", "a computed value", "a right value", "an imported table"],
)
def test_what_is_no_longer_checked_is_not_fixed(tmp_path, before, old, new, found):
    with_baseline(tmp_path, RIGHT | before)
    write(tmp_path, {file: text.replace(old, new) for file, text in before.items()})
    code, errors, _ = decide(tmp_path)
    assert (code, errors) == (int(bool(found)), found)
    assert (decide(tmp_path, prune=True)[1], decide(tmp_path, update=True, accept_new=True)[:2]) == (found, (0, []))
    assert decide(tmp_path)[:2] == (0, [])


def test_an_entry_of_an_earlier_version_names_no_table(tmp_path):
    with_baseline(tmp_path, {"a.js": HALF_RIGHT})
    baseline = tmp_path / "rawcheck-baseline.jsonl"
    baseline.write_text(baseline.read_text("utf-8").replace(', "table": "RANGE_DM"', ""), "utf-8")
    assert decide(tmp_path)[:2] == (0, [])
    write(tmp_path, {"a.js": HALF_RIGHT.replace("0, distant: -6", "2, distant: 2")} | RIGHT)
    assert decide(tmp_path)[0] == 0


GONE = "One baselined finding no longer occurs. Run `rawcheck gate --prune` and commit the baseline."


@pytest.mark.parametrize("level", ["error", "warning", "note"])
def test_a_repaired_departure_passes_and_the_gate_says_that_the_baseline_can_shrink(tmp_path, level):
    with_baseline(tmp_path, WRONG | {"rawcheck.toml": 'ignore = ["RC301"]'})
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"]})
    code, printed, _ = run(tmp_path, "--fail-on", level)
    assert code == 0
    assert GONE in printed.splitlines()
    assert "note RC901" in run(tmp_path, "--level", "note")[1]


def test_a_baselined_departure_that_is_suppressed_passes(tmp_path):
    with_baseline(tmp_path, WRONG)
    write(tmp_path, with_comment('// rawcheck: house "Ours"'))
    code, found, decision = decide(tmp_path)
    assert (code, found, gone(decision)) == (0, [], [BEAM[1]])  # which was repaired


@pytest.mark.parametrize("way", ["update", "prune"])
def test_updating_or_pruning_removes_the_entries_of_repaired_departures(tmp_path, way):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    assert decide(vtt, **{way: True})[0] == 0
    code, _, decision = decide(vtt)
    assert (code, gone(decision)) == (0, [])
    entries = (vtt / "rawcheck-baseline.jsonl").read_text(encoding="utf-8")
    assert ("short" in entries, "beam-laser" in entries) == (False, True)


def test_pruning_adds_nothing_and_changes_no_other_entry(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    before = (vtt / "rawcheck-baseline.jsonl").read_text(encoding="utf-8").splitlines()
    write(vtt, {"src/combat.js": WRONG["src/combat.js"].replace("short: -2", "short: -3")})
    (vtt / "data/weapons.json").rename(vtt / "data/arms.json")
    code, printed, _ = run(vtt, "--prune")
    assert code == 1
    assert "rawcheck-baseline.jsonl: 0 added, 1 removed" in printed
    after = (vtt / "rawcheck-baseline.jsonl").read_text(encoding="utf-8").splitlines()
    assert after == [line for line in before if SHORT[1] not in line]


def test_a_stale_entry_fails_the_gate_where_the_configuration_says_so(tmp_path):
    with_baseline(tmp_path, WRONG | {"rawcheck.toml": 'stale-baseline = "error"'})
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"]})
    code, found, _ = decide(tmp_path)
    assert (code, [finding[0] for finding in found]) == (1, ["RC901"])
    assert decide(tmp_path, prune=True)[0] == 0
    assert decide(tmp_path)[0] == 0


COPY = RIGHT["src/combat.js"].replace("short: 1", "short: -2").replace("export const ATTACK_TARGET = 8;", "")
SECOND = COPY.replace("RANGE_DM", "RANGE_DM_2")
LOCKED = "export function fire() { if (sensorLock) attackDM += 3; }\n"


@pytest.mark.parametrize(
    ("before", "added"),
    [
        ({"a.js": COPY}, {"a.js": COPY + COPY.replace("export const", "{ const").replace(";", "; }")}),
        ({"a.js": COPY}, {"a.js": COPY + SECOND}),
        ({"a.js": COPY}, {"b.js": COPY}),
        ({"a.js": LOCKED, "held.js": RIGHT["src/combat.js"]}, {"a.js": LOCKED + LOCKED}),
        ({"w.json": WRONG["data/weapons.json"]}, {"w2.json": WRONG["data/weapons.json"]}),
    ],
    ids=["a table of the same name", "a table of another name", "another file", "a mechanic", "a data file"],
)
def test_a_second_copy_is_new_and_of_two_copies_one_can_be_repaired(tmp_path, before, added):
    first = with_baseline(tmp_path / "first", before)
    write(first, added)
    code, found, decision = decide(first, fail_on="warning")
    assert (code, decision.known, gone(decision)) == (1, 1, [])
    assert len(found) == 1

    both = with_baseline(tmp_path / "both", before | added)
    assert decide(both, fail_on="warning")[2].known == 2
    for name in added:
        (both / name).unlink()
    write(both, before)
    code, found, decision = decide(both, fail_on="warning")
    assert (code, found, decision.known, len(gone(decision))) == (0, [], 1, 1)


SHIPS = """{"ships": [
 {"name": "Scout", "weapons": [{"name": "Beam Laser", "tl": 9, "damage": "1D"}, {"name": "Pulse Laser", "tl": 9}]},
{"name": "Trader", "weapons": [{"name": "Beam Laser", "tl": 10, "damage": "1D"}, {"name": "Pulse Laser", "tl": 9}]}]}"""
LOCK = "function fire() { @ }\nfunction scan() { % }\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"w.json": SHIPS}, {"w.json": SHIPS.replace("Scout", "x").replace("Trader", "Scout").replace("x", "Trader")}),
        (
            {"a.js": LOCK.replace("@", "if (sensorLock) attackDM += 3;").replace("%", "")},
            {"a.js": LOCK.replace("%", "if (sensorLock) attackDM += 3;").replace("@", "")},
        ),
    ],
    ids=["in a list", "in a function"],
)
def test_a_departure_that_moves_to_another_thing_is_new(tmp_path, before, after):
    held = {"held.js": RIGHT["src/combat.js"]}
    with_baseline(tmp_path, before | held)
    write(tmp_path, after)
    code, _, decision = decide(tmp_path, fail_on="warning")
    assert code == 1
    assert gone(decision)


def test_the_same_value_in_another_notation_is_the_same_departure(tmp_path):
    with_baseline(tmp_path, WRONG)
    other = WRONG["data/weapons.json"].replace("3d6", "3D")
    assert other != WRONG["data/weapons.json"]
    assert decide(write(tmp_path, {"data/weapons.json": other}))[:2] == (0, [])


def test_tables_with_the_same_name_in_one_file_are_told_apart(tmp_path):
    table = "{ adjacent: 0, close: 0, short: @, medium: 0, long: -2, veryLong: -4, distant: -6 }"
    source = f"app.get('/a', () => {{ const RANGE_DMS = {table}; }});\n"
    both = source.replace("@", "-2") + source.replace("/a", "/b").replace("@", "1")
    with_baseline(tmp_path, {"a.js": both})
    write(tmp_path, {"a.js": source.replace("@", "1") + source.replace("/a", "/b").replace("@", "-2")})
    code, found, decision = decide(tmp_path)
    assert (code, found, gone(decision)) == (1, [SHORT], [SHORT[1]])


def test_a_duplicate_entry_is_reported(tmp_path):
    with_baseline(tmp_path, WRONG)
    file = tmp_path / "rawcheck-baseline.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines, lines[-1]]) + "\n", encoding="utf-8")
    _, printed, _ = run(tmp_path, "--level", "note")
    assert "is in the baseline 2 times and occurs 1 time" in " ".join(printed.split())
    assert f"rawcheck-baseline.jsonl:{len(lines)}:1" in printed


def test_a_gate_on_a_subfolder_uses_the_baseline_above_it(tmp_path):
    with_baseline(tmp_path, WRONG)
    assert decide(tmp_path / "src")[:2] == (0, [])


def test_an_update_records_a_new_error_only_with_accept_new(tmp_path):
    vtt = with_baseline(tmp_path, RIGHT)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"]})
    code, found, decision = decide(vtt, update=True)
    assert (code, found) == (1, [SHORT])
    assert decision.baseline_changes == [
        "rawcheck-baseline.jsonl: 0 added, 0 removed",
        "  1 new finding not added to the baseline; --accept-new adds it",
    ]
    code, _, decision = decide(vtt, update=True, accept_new=True)
    assert code == 0
    assert decision.baseline_changes[1].startswith("  + space/range-bands/short/attack-dm: -2  src/combat.js:")


def test_the_baseline_is_sorted_with_one_entry_per_line_and_stable(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    first = (vtt / "rawcheck-baseline.jsonl").read_bytes()
    assert decide(vtt, update=True)[0] == 0
    assert (vtt / "rawcheck-baseline.jsonl").read_bytes() == first
    head, *entries = first.decode().splitlines()
    assert json.loads(head) == {"rawcheck": "baseline", "version": 1}
    assert entries == sorted(entries)
    assert {json.loads(line)["file"] for line in entries} == {"data/weapons.json", "src/combat.js"}


@pytest.mark.parametrize("text", ["rubbish", "[1]", '{"file": 1}', "<<<<<<< HEAD\n", "[" * 100_000])
def test_a_broken_baseline_is_refused_with_its_line(tmp_path, text):
    write(tmp_path, WRONG | {"rawcheck-baseline.jsonl": text})
    code, _, said = run(tmp_path)
    assert code == 2
    assert "rawcheck-baseline.jsonl:1" in said


def test_a_note_that_was_recorded_is_not_stale_when_notes_no_longer_count(tmp_path):
    write(tmp_path, {"a.js": "const RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2 };"})
    assert decide(tmp_path, update=True, fail_on="note")[0] == 0
    assert decide(tmp_path)[:2] == (0, [])


def test_a_value_with_a_unicode_line_separator_can_be_read_back(tmp_path):
    odd = {"data/weapons.json": '{"weapons": [{"name": "Beam Laser", "damage": "3d6\\u2028", "power": 4}]}'}
    vtt = with_baseline(tmp_path, RIGHT | odd)
    assert decide(vtt)[:2] == (0, [])
    assert len((vtt / "rawcheck-baseline.jsonl").read_bytes().split(b"\n")) == 3  # the head, an entry, the end


def test_a_departure_that_moved_into_a_folder_is_known_to_a_gate_on_that_folder(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    (vtt / "lib").mkdir()
    (vtt / "src/combat.js").rename(vtt / "lib/combat.js")
    assert decide(vtt / "lib")[:2] == (0, [])
    assert decide(vtt / "lib/combat.js")[:2] == (0, [])
    assert decide(vtt / "lib", update=True)[0] == 0
    assert decide(vtt)[:2] == (0, [])
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"], "lib/more.js": WRONG["src/combat.js"]})
    assert decide(vtt / "lib")[1] == [SHORT]  # there is one more than was recorded


def test_an_update_records_nothing_that_fails_the_gate_whatever_its_level(tmp_path):
    text = 'const CRITICAL_LOCATION = { 2: "Sensors", 3: "Power Plant", 4: "Fuel", 5: "Weapon", 6: "Armour", 7: "Hull",'
    text += ' 8: "M-Drive", 9: "Cargo", 10: "J-Drive", 11: "Crew", 12: "Computer" };'
    vtt = with_baseline(tmp_path, RIGHT | {"crit.js": text, "rawcheck.toml": 'fail-on = "warning"'})
    write(vtt, {"crit.js": text.replace("Computer", "Bridge")})
    code, _, decision = decide(vtt, update=True)
    assert (code, decision.known, decision.baseline_changes[0]) == (1, 0, "rawcheck-baseline.jsonl: 0 added, 0 removed")
    code, _, decision = decide(vtt, update=True, accept_new=True)
    assert (code, decision.known, decision.baseline_changes[0]) == (0, 1, "rawcheck-baseline.jsonl: 1 added, 0 removed")


@pytest.mark.parametrize("key", ["baseline", "attestation", "house"])
def test_a_pipe_instead_of_a_file_is_refused_at_once(tmp_path, key):
    write(tmp_path, RIGHT | {"rawcheck.toml": f'{key} = "pipe"'})
    os.mkfifo(tmp_path / "pipe")
    code, _, told = run(tmp_path)
    assert (code, told.strip()) == (2, "rawcheck: pipe: it is no file but a device or a pipe")


def test_a_removed_baseline_is_compared_with_that_of_the_last_commit(tmp_path):
    vtt = repository(with_baseline(tmp_path, RIGHT | {"src/combat.js": WRONG["src/combat.js"]}), {})
    (vtt / "rawcheck-baseline.jsonl").unlink()
    write(vtt, {"data/weapons.json": WRONG["data/weapons.json"]})
    code, printed, _ = run(vtt, "--update-baseline")
    told = (vtt / "rawcheck-baseline.jsonl").read_text(encoding="utf-8")
    assert code == 1
    assert "rawcheck-baseline.jsonl is not there; it is held against the one of the last commit" in printed
    assert "1 new finding not added to the baseline; --accept-new adds it" in printed
    assert "short/attack-dm" in told
    assert "beam-laser" not in told
    (vtt / "rawcheck-baseline.jsonl").unlink()
    assert run(vtt, "--update-baseline", "--accept-new")[0] == 0
    assert "beam-laser" in (vtt / "rawcheck-baseline.jsonl").read_text(encoding="utf-8")


def test_a_first_baseline_records_everything(tmp_path):
    assert run(repository(tmp_path, WRONG), "--update-baseline")[0] == 0
    empty = tmp_path / "empty"
    write(empty, WRONG)
    git(empty, "init", "-q")  # no commit yet
    assert run(empty, "--update-baseline")[0] == 0


@pytest.mark.parametrize(
    ("settings", "value", "why"),
    [
        ("select = ['ship/*']", -2, "the configuration does not count it"),
        ("exclude = ['src/']", -2, "its file is not read"),
        ("", -3, "its value is another wrong one now"),
    ],
)
def test_a_stale_entry_is_reported_with_the_reason(tmp_path, settings, value, why):
    vtt = with_baseline(tmp_path, WRONG)
    write(
        vtt,
        {"rawcheck.toml": settings, "src/combat.js": WRONG["src/combat.js"].replace("short: -2", f"short: {value}")},
    )
    _, printed, _ = run(vtt, "--format", "json")
    told = [f["message"] for f in json.loads(printed)["findings"] if f["code"] == "RC901"]
    where = "space/range-bands/short/attack-dm: -2 in src/combat.js is in the baseline"
    assert told == [f"{where}, and {why}. Run `rawcheck gate --prune` and commit it"]
    assert decide(vtt, update=True, accept_new=True)[0] == 0
    assert decide(vtt)[0] == 0


def test_an_entry_of_an_excluded_file_covers_no_departure_elsewhere(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"rawcheck.toml": "exclude = ['src/combat.js']", "src/more.js": WRONG["src/combat.js"]})
    assert SHORT in decide(vtt)[1]


def test_a_run_killed_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    vtt = with_baseline(tmp_path, WRONG)
    before = (vtt / "rawcheck-baseline.jsonl").read_bytes()

    def killed(*_):
        raise KeyboardInterrupt

    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    names = {path.name for path in vtt.iterdir()}
    monkeypatch.setattr("errata.terminal.os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        decide(vtt, update=True, cached=False)
    assert (vtt / "rawcheck-baseline.jsonl").read_bytes() == before
    assert {path.name for path in vtt.iterdir()} == names


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_checkout_is_checked_and_cannot_be_updated(tmp_path):
    write(tmp_path, WRONG)
    tmp_path.chmod(0o555)
    try:
        assert run(tmp_path)[0] == 1
        code, _, told = run(tmp_path, "--update-baseline")
        assert (code, told) == (2, "rawcheck: cannot write rawcheck-baseline.jsonl: permission denied\n")
    finally:
        tmp_path.chmod(0o755)


def test_a_feature_that_is_taken_out_of_one_file_passes_although_another_still_has_it(tmp_path):
    slots = "const upgradeSlots = tl - base;\nconst costs = { high_yield: 1, accurate: 2 };\n"
    vtt = with_baseline(tmp_path, RIGHT | {"a.js": slots, "b.js": slots})
    write(vtt, {"a.js": "export const A = 1;\n"})
    code, found, decision = decide(vtt)
    assert (code, found, len(decision.gone)) == (0, [], 1)
