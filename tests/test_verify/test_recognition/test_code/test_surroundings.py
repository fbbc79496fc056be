"""What a table says of itself: one of another edition, or of used goods, is in doubt; a mention elsewhere is none."""

import pytest

from tests.test_errata.vtts import RIGHT, errors, report

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
def test_a_table_that_says_that_it_is_of_another_edition_or_of_used_goods_is_in_doubt(tmp_path, name, text):
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
