"""Bound tables: the configuration says which rule a table of the code is."""

import json
import re

import pytest

from errata.gate.decision import GateOptions, gate
from tests.test_errata.command import run_here
from tests.test_errata.gates import TODAY, decide, decide_bound, run
from tests.test_errata.vtts import RANGES, RIGHT, write


def with_init(folder, files):
    """A codebase with the configuration that init writes, which changes no decision."""
    before = decide(write(folder, files))
    run_here("init", "--bind", cwd=folder)
    assert decide(folder)[:2] == before[:2] == (0, [])
    return folder


def test_a_table_can_be_bound_to_a_rule_or_to_none(tmp_path):
    wrong = ("RC201", "space/range-bands/long/thrust", "11")
    assert decide_bound(tmp_path / "a", "space/range-bands/thrust")[:2] == (1, [wrong])
    assert decide_bound(tmp_path / "b", "none")[:2] == (0, [])


def test_a_binding_without_its_table_is_an_error(tmp_path):
    code, found, _ = decide_bound(tmp_path / "a", "none", at="BINDS")
    assert (code, [one[0] for one in found]) == (1, ["RC905"])
    (tmp_path / "a/src/bands.js").unlink()
    assert [one[0] for one in decide(tmp_path / "a")[1]] == ["RC905"]


@pytest.mark.parametrize("by", [1, 2])
def test_a_bound_table_is_checked_whatever_its_values_become(tmp_path, by):
    with_init(tmp_path, RIGHT)
    other = {name.replace("Very Long", "veryLong").lower(): dm + by for name, dm in RANGES.items()}
    cells = ", ".join(f"{name}: {dm}" for name, dm in other.items()).replace("verylong", "veryLong")
    write(tmp_path, {"src/combat.js": f"export const RANGE_DM = {{ {cells} }};\n"})
    code, found, _ = decide(tmp_path)
    assert (code, len(found), {one[0] for one in found}) == (1, 7, {"RC201"})


def test_a_column_of_a_bound_table_is_checked_whatever_its_values_become(tmp_path):
    ranges = {"Pulse Laser": "Short", "Beam Laser": "Medium", "Missile Rack": "Long", "Particle Beam": "Long"}
    damage = {"Pulse Laser": "2d6", "Beam Laser": "1d6", "Missile Rack": "4d6", "Particle Beam": "3d6"}
    weapons = [{"name": name, "damage": damage[name], "range": ranges[name]} for name in ranges]
    weapons[1]["range"] = "Long"
    table = '[[table]]\nfile = "w.json"\nat = "weapons"\nrule = "ship/turret-weapons"\n'
    write(tmp_path, {"w.json": json.dumps({"weapons": weapons}), "rawcheck.toml": table})
    code, found, _ = decide(tmp_path)
    assert (code, ("RC201", "ship/turret-weapons/beam-laser/range", "Long") in found) == (1, True)


def test_a_bound_table_that_is_gone_is_an_error(tmp_path):
    with_init(tmp_path, RIGHT)
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"].replace("RANGE_DM", "DM_BY_RANGE")})
    code, found, _ = decide(tmp_path)
    assert (code, [one[0] for one in found]) == (1, ["RC905"])


def test_a_binding_to_an_impossible_rule_is_an_error(tmp_path):
    code, found, _ = decide_bound(tmp_path, "ship/turret-weapons")
    assert (code, [one[0] for one in found]) == (1, ["RC905"])


def test_a_binding_to_an_excluded_file_says_so(tmp_path):
    table = '[[table]]\nfile = "src/combat.js"\nat = "RANGE_DM"\nrule = "space/range-bands"\n'
    _, printed, _ = run(write(tmp_path, RIGHT | {"rawcheck.toml": f"exclude = ['src/']\n{table}"}), "--format", "json")
    (told,) = [f["message"] for f in json.loads(printed)["findings"] if f["code"] == "RC905"]
    assert told.endswith("that it is space/range-bands, and that file is not read")


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        (
            {"src/combat.js": RIGHT["src/combat.js"].replace("RANGE_DM", "DM_BY_RANGE")},
            "'DM_BY_RANGE' in src/combat.js",
        ),
        ({"src/combat.js": "// empty\n", "lib/dm.js": RIGHT["src/combat.js"]}, "'RANGE_DM' in lib/dm.js"),
    ],
)
def test_a_binding_without_its_table_says_where_it_may_be_now(tmp_path, moved, said):
    with_init(tmp_path, RIGHT)
    _, printed, _ = run(write(tmp_path, moved))
    told = (
        "The configuration says of 'RANGE_DM' in src/combat.js that it is space/range-bands, and there is no such table"
    )
    assert told in " ".join(printed.split())
    assert f"it may be {said} now" in " ".join(printed.split())


def test_a_number_outside_its_kind_in_a_bound_table_is_wrong_and_counts_as_checked(tmp_path):
    with_init(tmp_path, RIGHT)
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"].replace("short: 1", "short: -2.5")})
    code, found, _ = decide(tmp_path)
    assert (code, [one[:2] for one in found]) == (1, [("RC202", "space/range-bands/short/attack-dm")])


@pytest.mark.parametrize("cell", ["near()", "'near'", "HOUSE ? 1 : 2"])
def test_an_unreadable_value_in_a_bound_table_fails(tmp_path, cell):
    with_init(tmp_path, RIGHT)
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"].replace("short: 1", f"short: {cell}")})
    code, found, _ = decide(tmp_path)
    assert (code, [one[:2] for one in found]) == (1, [("RC907", "space/range-bands")])
    settings = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8")
    (tmp_path / "rawcheck.toml").write_text(settings.replace("values = 7", "values = 6"), encoding="utf-8")
    assert decide(tmp_path)[0] == 0


def test_a_binding_to_one_column_counts_its_values(tmp_path):
    settings = '[[table]]\nfile = "src/combat.js"\nat = "RANGE_DM"\nrule = "space/range-bands/attack-dm"\nvalues = @\n'
    for values, code in ((7, 0), (8, 1)):
        write(tmp_path, RIGHT | {"rawcheck.toml": settings.replace("@", str(values))})
        assert decide(tmp_path)[0] == code


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("packs/weapons.json", "%s"),
        ("weapons.js", "export default %s;\n"),
        ("weapons.lua", "return %s\n"),
    ],
)
def test_an_unnamed_bound_table_must_keep_its_values(tmp_path, file, form):
    lua = file.endswith(".lua")

    def text(rows, indent=1):
        told = json.dumps(rows, indent=indent)
        return form % (re.sub(r'"(\w+)":', r"\1 =", told).translate({91: "{", 93: "}"}) if lua else told)

    vtt = with_init(tmp_path, {file: text(PACK), "held.js": RIGHT["src/combat.js"]})
    assert 'at = "unnamed"' in (vtt / "rawcheck.toml").read_text(encoding="utf-8")
    write(vtt, {file: "\n\n" + text(PACK, 2)})
    assert decide(vtt)[:2] == (0, [])
    code, found, _ = decide(write(vtt, {file: text([PACK[0], PACK[1] | {"name": "Beam Lazer"}])}))
    assert (code, [one[0] for one in found]) == (1, ["RC907"])
    (vtt / file).unlink()
    assert [one[0] for one in decide(vtt)[1]] == ["RC905"]


def test_a_list_of_several_rule_tables_can_be_bound(tmp_path):
    names = {"aiming": 1, "laserSight": 1, "shortRange": 1, "longRange": -2, "extremeRange": -4, "proneTarget": -1}
    text = (
        f"/** Personal combat: common modifiers to attacks. */\nexport const ATTACK_MODIFIERS = {json.dumps(names)};\n"
    )
    vtt = with_init(tmp_path, {"src/personal.ts": text})
    report, _ = gate(str(vtt), GateOptions(today=TODAY), lambda _: lambda: None)
    assert report.findings == []
    assert decide(write(vtt, {"src/personal.ts": text.replace("-4", "-3")}))[1] == [
        ("RC201", "personal/ranges/extreme/attack-dm", "-3")
    ]


def test_values_that_are_no_longer_checked_are_named(tmp_path):
    vtt = with_init(tmp_path, RIGHT)
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"].replace(" veryLong: -4,", "").replace(" long: -2,", "")})
    report, _ = gate(str(vtt), GateOptions(today=TODAY), lambda _: lambda: None)
    [message] = [finding.message for finding in report.findings if finding.code == "RC907"]
    assert message == (
        "5 values of 'RANGE_DM' were checked, and the configuration counts 7;"
        " not among them: Long, Attack DM, Very Long, Attack DM"
    )


PACK = [
    {"name": "Pulse Laser", "tl": 9, "range": "Long", "power": 4, "damage": "2D", "cost": 1000000},
    {"name": "Beam Laser", "tl": 10, "range": "Medium", "power": 4, "damage": "1D", "cost": 500000},
]


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [('"2D"', "roll()", "; not among them: Pulse Laser, Damage"), ('"name": "Beam Laser"', '"name": "Torch"', "")],
)
def test_no_row_is_named_that_was_never_in_the_file(tmp_path, old, new, named):
    text = f"export const WEAPONS = {json.dumps(PACK)};\n"
    vtt = with_init(tmp_path, {"src/weapons.js": text})
    write(vtt, {"src/weapons.js": text.replace(old, new)})
    report, _ = gate(str(vtt), GateOptions(today=TODAY), lambda _: lambda: None)
    [message] = [finding.message for finding in report.findings if finding.code == "RC907"]
    assert message.partition("the configuration counts ")[2].lstrip("0123456789") == named


def test_a_binding_to_none_without_its_table_is_reported(tmp_path):
    decide_bound(tmp_path, "none", at="NOPE")
    told = " ".join(run(tmp_path)[1].split())
    assert "says of 'NOPE' in src/bands.js that it is no rule table, and there is no such table" in told
