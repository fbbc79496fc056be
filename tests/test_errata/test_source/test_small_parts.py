"""The small parts that the readers and the recogniser stand on."""

import shutil
import subprocess
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulebook.raw import RAW
from errata.impact.measures import MEASURES, impact
from errata.literals.model import Leaf
from errata.literals.numerals import plain_number
from errata.literals.thresholds import Threshold, banded
from errata.readers.json import read
from errata.source import gitignore
from errata.source.files import find
from errata.source.prefilter import look
from verify.recognition.code.constants import constant_rule
from verify.recognition.code.notations import notation
from verify.recognition.code.row_names import row_names, rows_in_code

HERE = Leaf("0", 1, 1, "number")


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=8, unique=True), st.booleans())
def test_a_ladder_of_thresholds_covers_every_number_once(bounds, downwards):
    sign = ">=" if downwards else "<="
    steps = sorted(bounds, reverse=downwards)
    rungs = [([Threshold.of(sign, Leaf(str(n), 1, 1, "number"), "x")], HERE) for n in steps]
    bands = [key.text for key, _ in banded([*rungs, ([Threshold("", 0)], HERE)])]
    kind = RAW.rule("checks/effects/average-success/effect").kind
    for number in range(-25, 26):
        assert sum(kind.value(text).holds(number) for text in bands) == 1


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
        max_leaves=20,
    )
)
def test_json_is_read_as_the_standard_library_writes_it(value):
    import json

    text = json.dumps({"top": value}, ensure_ascii=False)
    [lifted], problem = read(text.encode("utf-8"), "a.json", lambda data: True)
    assert problem == ""
    assert _plain(lifted.tree) == _told({"top": value})


def _plain(node):
    if isinstance(node, Leaf):
        return node.text
    if node.kind == "map":
        return [(entry.key.text, _plain(entry.value)) for entry in node.entries]
    return [_plain(entry.value) for entry in node.entries]


def _told(value):
    if isinstance(value, dict):
        return [(key, _told(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [_told(inner) for inner in value]
    return (
        {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    )


@pytest.mark.parametrize(
    ("text", "plain"), [("1_000", "1000"), ("2.50", "2.50"), ("7.0", "7"), ("1E3", "1000"), ("12L", "12")]
)
def test_numbers_are_read_as_languages_write_them(text, plain):
    assert plain_number(text) == plain


@pytest.mark.parametrize(
    "name", ["veryLong", "very_long", "Very Long", "VERYLONG", "vlong", "MGT2.Range.VeryLong", "very-long"]
)
def test_a_row_is_known_in_every_spelling(name):
    assert "Very Long" in {shape.rows[row].name for shape, row in rows_in_code(name).items()}


def test_names_with_two_rows_in_them_are_no_row():
    assert {shape.id for shape in rows_in_code("pop_up_double_turret")} == set()
    assert rows_in_code("missile_rack_ammo") == {}


def test_what_all_names_share_is_no_part_of_them():
    assert row_names(["RANGE_SHORT_DM", "RANGE_LONG_DM", "RANGE_VERY_LONG_DM"]) == ["short", "long", "very long"]


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("ATTACK_TARGET", "space/attack/target"),
        ("attackTargetNumber", "space/attack/target"),
        ("config.TONS_PER_HARDPOINT", "ship/mount-rules/hull-tons-per-hardpoint"),
        ("PEOPLE_PER_MEDIC", "ship/crew/medic/commercial"),
        ("tonsPerEngineer", "ship/crew/engineer/commercial"),
        ("patientsPerMedic", ""),
        ("SURPRISED_INITIATIVE_DM", "personal/surprise/surprised-dm"),
        ("CloseCombatRangeMeters", "personal/close-combat/metres"),
        ("GRID_METRES", "personal/round/grid-metres"),
        ("closeRange", ""),
        ("nVBulkyDM", "personal/trait-rules/very-bulky-dm"),
        ("attackTargetId", ""),
        ("target", ""),
    ],
)
def test_a_constant_is_known_by_all_the_words_of_its_name(name, rule):
    assert constant_rule(name) == rule


@pytest.mark.parametrize(
    ("rule", "text", "field", "value"),
    [
        ("ship/turret-weapons/pulse-laser/cost", "1", "costMCr", 1_000_000),
        ("ship/turret-weapons/pulse-laser/damage", "2", "damageDice", RAW["ship/turret-weapons/pulse-laser/damage"]),
        ("ship/turret-weapons/beam-laser/range", "close, adjacent, short, medium", "range", "Medium"),
        ("ship/technology-levels/budget/cost", "0.75", "cost", Fraction(-1, 4)),
        ("ship/technology-levels/prototype/modifications", "-1", "mods", "1 Disadvantage"),
        ("ship/technology-levels/prototype/modifications", "4 Advantages", "mods", "4 Advantages"),
        ("ship/crew/engineer/commercial", "35", "TONS_PER_ENGINEER", RAW["ship/crew/engineer/commercial"]),
        ("space/range-bands/long/distance", "25000", "max", RAW["space/range-bands/long/distance"]),
        ("space/range-bands/distant/distance", "Infinity", "max", RAW["space/range-bands/distant/distance"]),
        ("space/range-bands/long/attack-dm", "2", "penalty", -2),
        ("ship/turret-weapons/railgun/traits", "AP4", "traits", RAW["ship/turret-weapons/railgun/traits"]),
    ],
)
def test_a_notation_is_the_one_that_makes_sense(rule, text, field, value):
    kind = RAW.rule(rule).kind
    assert notation(kind, [(rule, text)], field).read(kind, text, rule) == value


def test_every_measure_plays_a_rule_and_gives_the_book_when_nothing_changes():
    from fnmatch import fnmatchcase

    for measure in MEASURES:
        ids = [id for id in RAW for known in measure.rules if fnmatchcase(id, known)]
        played = [made for id in ids if (made := impact(id, RAW[id])) is not None]
        assert played, measure.what
        assert all(made.book == made.here and made.weight == 0 for made in played)


def test_a_worse_dm_is_less_to_hit_and_a_dearer_weapon_costs_more():
    assert impact("space/range-bands/short/attack-dm", 0).told() == {
        "what": "hit chance of Gunner 1 at Short range",
        "book": "72.2 %",
        "here": "58.3 %",
    }
    assert impact("ship/turret-weapons/railgun/cost", 2_000_000).told()["here"] == "MCr2"
    assert impact("ship/turret-weapons/beam-laser/tl", 9) is None


@pytest.mark.parametrize(
    ("patterns", "path", "folder", "wanted"),
    [
        ("*.log", "a/b.log", False, True),
        ("/build", "build", True, True),
        ("/build", "src/build", True, False),
        ("docs/*.md", "docs/a.md", False, True),
        ("docs/*.md", "docs/x/a.md", False, False),
        ("docs/**/a.md", "docs/x/y/a.md", False, True),
        ("a?c", "abc", False, True),
        ("[ab].js", "b.js", False, True),
        ("x/", "x", False, False),
        ("# x\n\\#x", "#x", False, True),
        ("[", "a", False, False),
        ("[z-a]\nb", "b", False, True),
        ("docs/*", "docs", True, False),
        ("docs/**", "docs", True, False),
        ("docs/**", "docs/a", True, True),
        ("!a.js\na*", "a.js", False, True),
    ],
)
def test_patterns_of_gitignore_mean_what_they_mean_to_git(patterns, path, folder, wanted):
    assert gitignore.is_ignored(path, folder, [gitignore.patterns(patterns.split("\n"))]) is wanted


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git to ask")
def test_git_itself_ignores_what_we_ignore(tmp_path):
    chance = Random(1977)
    parts = ["a", "b", "ab", "*", "**", "?", "*.js", "a*", "[ab]", "[!a]", "a.js", "\\*", "**b", "[a-b]x", "x[", "[]a]"]
    names = ["a", "b", "ab", "a.js", "b.js", "x", "ax", "bx", "*"]
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for _ in range(60):
        made = ("/".join(chance.choices(parts, k=chance.randint(1, 3))) for _ in range(3))
        text = "\n".join(chance.choice(["", "", "!", "/"]) + line + chance.choice(["", "", "/"]) for line in made)
        (tmp_path / ".gitignore").write_text(text)
        paths = ["/".join(chance.choices(names, k=chance.randint(1, 3))) for _ in range(20)]
        asked = ["git", "-C", tmp_path, "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"]
        told = subprocess.run(asked, input="\0".join(paths), capture_output=True, text=True).stdout.split("\0")
        known = [gitignore.patterns(text.split("\n"))]
        for pattern, path in zip(told[2::4], told[3::4], strict=False):
            ends = [n for n, sign in enumerate(path) if sign == "/"]
            ours = any(gitignore.is_ignored(path[:n], True, known) for n in ends) or gitignore.is_ignored(
                path, False, known
            )
            assert ours is (pattern != "" and not pattern.startswith("!")), (text, path)


def test_a_file_that_names_no_rule_is_not_parsed(tmp_path):
    assert look(b"const a = 1; // a short, medium or long story\n", "a.js").tables is False
    assert look(b"const r = { short: 1, medium: 0, long: -2 };\n", "a.js").tables is True
    assert find(tmp_path).sources == []
