"""Surroundings of a table: other editions, other games, histories, house rules, headings."""

import pytest

from tests.test_errata.vtts import RIGHT, WRONG, errors, report

WRONG_DMS = "{ adjacent: 0, close: 0, short: 2, medium: 0, long: -2, veryLong: -4, distant: -6 };\n"
LASERS = (
    '{ name: "Beam Laser", tl: 10, range: "Medium", power: 4, damage: "1D", cost: 900000%s },\n'
    '{ name: "Pulse Laser", tl: 9, range: "Long", power: 4, damage: "2D", cost: 1000000%s }, ];\n'
)
RANGES = '"rangeDM": {"adjacent": 0, "close": 0, "short": 2, "medium": 0, "long": -2, "veryLong": -4, "distant": -6}'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", f'{{"edition": "Mongoose 1e", {RANGES}}}'),
        ("a.json", f'{{"ruleset": "Classic Traveller", "tables": {{{RANGES}}}}}'),
        ("a.json", '{"rangeDM": {"edition": "1e", "adjacent": 0, "close": 0, "short": 2, "medium": 0, "long": -2}}'),
        ("a.yaml", "system: MgT1\nrangeDM:\n  close: 0\n  short: 2\n  medium: 0\n  long: -2\n  distant: -6\n"),
        ("a.js", f"// 1st edition\nconst RANGE_DM = {WRONG_DMS}"),
        ("a.js", f"/* Attack DMs, Mongoose Traveller 1e */\nconst RANGE_DM = {WRONG_DMS}"),
        ("a.js", f"const RANGE_DM_1E = {WRONG_DMS}"),
        ("a.js", f"const RANGE_DM = {{ // first edition\n{WRONG_DMS[1:]}"),
        ("a.js", "const turretWeapons1e = [ // MgT 1st edition\n" + LASERS % (', edition: "1e"', ', edition: "1e"')),
        ("a.js", "const turretWeapons = [\n" + LASERS % (', edition: "1e"', ', edition: "1e"')),
        ("a.py", "# first edition\nRANGE_DM = {'close': 0, 'short': 2, 'medium': 0, 'long': -2, 'distant': -6}\n"),
        ("a.js", "const USED_PRICES = [\n" + LASERS % ("", "")),
        ("a.js", "const turretWeapons = [\n" + LASERS % (', condition: "worn"', ', condition: "used"')),
    ],
)
def test_a_table_marked_as_another_edition_or_as_used_goods_is_in_doubt(tmp_path, name, text):
    told = report(tmp_path, RIGHT | {name: text})
    assert errors(told) == []
    [finding] = [f for f in told["findings"] if f["code"] in ("RC207", "RC304")]  # its values, or all of it at once
    said = any(line.startswith("it says of itself that it is ") for line in finding["evidence"])
    assert said or "left alone" in finding["message"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", f'{{"edition": "Mongoose 2e", {RANGES}}}'),
        ("a.json", f'{{"other": {{"edition": "1e"}}, {RANGES}}}'),
        ("a.json", f'{{"version": "1.2.0", {RANGES}}}'),
        ("a.json", f'{{"version": 1, {RANGES}}}'),
        ("a.js", f"// unlike the 1st edition, Short is easy\nconst RANGE_DM = {WRONG_DMS}"),
        ("a.js", f"// converted from the 1st edition\nconst RANGE_DM = {WRONG_DMS}"),
        ("a.js", f"// Mongoose 2e; the 1st edition has other bands\nconst RANGE_DM = {WRONG_DMS}"),
        ("a.js", f"// 1st edition\nconst AGES = {{ a: 1, b: 2 }};\n\nconst RANGE_DM = {WRONG_DMS}"),
        ("a.js", f"const RANGE_DM = {WRONG_DMS}// 1st edition\nconst AGES = {{ a: 1, b: 2 }};\n"),
        ("a.js", "const turretWeapons = [\n" + LASERS % ("", ', edition: "1e"')),
        ("a.js", "const turretWeapons = [\n" + LASERS % (', condition: "new"', ', condition: "used"')),
        ("a.js", f"const USED_BY_ATTACKS_RANGE_DM = {WRONG_DMS}"),
    ],
)
def test_a_mention_of_another_edition_or_a_word_elsewhere_hides_no_error(tmp_path, name, text):
    assert len(errors(report(tmp_path, RIGHT | {name: text}))) == 1


W = "{ adjacent: 0, close: 0, short: -2, medium: 0, long: -2, veryLong: -4, distant: -6 }"


HISTORY = """# Corrections

| Item | Old (Wrong) Value | Corrected (RAW) Value | Source |
|---|---|---|---|
| Range DM: Short | -2 | +1 | CRB p156 |
| Range DM: Medium | -4 | 0 | CRB p156 |
| Range DM: Long | -6 | -2 | CRB p156 |
| High Yield effect | +1D damage | 1s count as 2s | HG p72 |
"""


def test_values_that_an_errata_log_calls_wrong_are_no_error(tmp_path):
    assert errors(report(tmp_path, {"docs/errata.md": HISTORY})) == []


def test_a_table_under_the_heading_house_rules_is_no_error(tmp_path):
    table = "| Range | Attack DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n"
    assert errors(report(tmp_path / "a", {"a.md": f"## House rules\n\n{table}"})) == []
    assert len(errors(report(tmp_path / "b", {"a.md": f"## Attack DM by range\n\n{table}"}))) == 1


@pytest.mark.parametrize(
    "head",
    [
        "// Unlike GURPS, Traveller range DMs are flat (Mongoose 2e).\n",
        "// Defaults; homebrew modules may override these.\n",
        "import x from '../systems/dnd5e.js';\nimport { y } from './srd.js';\n",
        "// Not D&D!\n",
        "// We also support D&D\n",
        "// Starfinder players: note that these are other bands\n",
        "// Simpler than GURPS\n",
    ],
)
def test_another_game_that_is_only_mentioned_does_not_silence_a_table(tmp_path, head):
    assert len(errors(report(tmp_path, {"a.js": f"{head}const RANGE_DMS = {W};"}))) == 1


def test_a_table_ignored_as_another_games_gets_a_note(tmp_path):
    told = report(tmp_path, {"a.js": f"// GURPS\nconst RANGE_DMS = {W};"})
    assert [(f["code"], f["level"], f["line"]) for f in told["findings"]] == [("RC304", "note", 2)]
    assert "GURPS" in told["findings"][0]["message"]
    assert told["summary"]["unchecked"] == 1


@pytest.mark.parametrize(
    ("heading", "wrong"),
    [
        ("## v1.2.0", 0),
        ("## [1.2.0]", 0),
        ("## Version 1.2", 0),
        ("## Unreleased", 0),
        ("## Changes in 2.0", 0),
        ("## March 2025", 0),
        ("# Combat rules (updated 2025-03-01)", 1),
        ("## As of 2025-01-01 the attack DMs are", 1),
    ],
)
def test_a_heading_that_is_a_version_or_a_date_marks_a_history(tmp_path, heading, wrong):
    table = "| Range | Attack DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n"
    held = {"a.js": "const ATTACK_TARGET = 8;"}
    assert len(errors(report(tmp_path, held | {"docs.md": f"{heading}\n\n{table}"}))) == wrong


DIFFICULTIES = "const DIFFICULTY = { Simple: 2, Easy: 4, Routine: 6, Average: 8, Difficult: 10, Formidable: 15 };\n"


def test_a_table_of_another_game_does_not_silence_the_rest_of_its_file(tmp_path):
    other = "/** for D&D 5e */\nconst DC = { easy: 10, medium: 15, hard: 20 };\n"
    assert [line for *_, line, _ in errors(report(tmp_path / "a", {"a.ts": DIFFICULTIES + other}))] == [1]
    assert errors(report(tmp_path / "b", {"a.ts": "// D&D 5e\n" + DIFFICULTIES})) == []


@pytest.mark.parametrize("name", ["OLD_RANGE_DM", "LEGACY_RANGE_DM_V1", "previousRangeDM"])
def test_a_table_named_old_legacy_or_previous_is_no_error(tmp_path, name):
    wrong = RIGHT["src/combat.js"].replace("short: 1", "short: -2").replace("RANGE_DM", name)
    assert not errors(report(tmp_path, {"src/combat.js": wrong}))


@pytest.mark.parametrize(
    "title", ["Classic Traveller Starship Designer", "MegaTraveller ships", "Cepheus Engine builder"]
)
def test_a_codebase_titled_for_another_game_gets_no_errors(tmp_path, title):
    assert errors(report(tmp_path / "a", WRONG))
    page = {"index.html": f"<html><head><title>{title}</title></head></html>\n"}
    told = report(tmp_path / "b", WRONG | page)
    assert not errors(told)
    assert [(f["code"], f["file"]) for f in told["findings"] if f["level"] == "warning"] == [("RC304", "index.html")]
    assert not errors(report(tmp_path / "c", WRONG | {"README.md": f"# {title}\n\nShips and all.\n"}))
