"""Single rules as constants: recognised by the words of their name, in any case and as members."""

import pytest

from tests.test_errata.vtts import RIGHT, errors, report
from verify.recognition.code.constants import constant_rule

RULES = {  # the name, the book's value and another, and the rule
    "EVASIVE_ACTION_DM": (-1, -2, "space/evasive-action/dm"),  # CRB 2016 p. 160-161
    "CRITICAL_SEVERITY_DIVISOR": (10, 20, "space/critical/severity-divisor"),  # CRB 2016 p. 158
    "CRIT_EFFECT_THRESHOLD": (6, 5, "space/critical/effect"),
    "OVERLOAD_DRIVE_SEVERITY": (1, 2, "space/actions/overload-drive-severity"),
    "EXTENDED_ACTION_TARGET": (8, 6, "personal/extended-actions/target"),
    "BOON_KEEP": (2, 1, "checks/boon-and-bane/keep"),
    "EVASIVE_ACTION_MODIFIER": (-1, 1, "space/evasive-action/dm"),
}


def in_camels(name):
    """`MAX_AIM` as `maxAim`."""
    first, *rest = name.lower().split("_")
    return first + "".join(word.title() for word in rest)


WAYS = {
    "in capitals": ("a.js", "export const {0} = {2};\n"),
    "in camels": ("a.js", "export const {1} = {2};\n"),
    "a member": ("a.js", "export const RULES = {{ {1}: {2} }};\n"),
    "a member of an enum": ("a.ts", "export enum Rules {{ {0} = {2} }}\n"),
    "with underlines": ("a.yaml", "rules:\n  {3}: {2}\n"),
    "in Lua": ("a.lua", "local {0} = {2}\n"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", RULES)
def test_a_constant_is_known_by_its_name(tmp_path, name, way):
    (right, wrong, rule), (file, text) = RULES[name], WAYS[way]
    names = name, in_camels(name)
    assert errors(report(tmp_path / "right", {file: text.format(*names, right, name.lower())})) == []
    [(found, actual, *_)] = errors(report(tmp_path / "wrong", {file: text.format(*names, wrong, name.lower())}))
    assert (found, actual) == (rule, str(wrong))


def test_an_ambiguous_name_counts_only_in_capitals(tmp_path):
    [(rule, *_)] = errors(report(tmp_path / "a", {"a.js": "const JUMP_DM = -4;\n"}))
    assert rule == "space/actions/jump-dm"  # -2, CRB 2016 p. 160-161
    assert errors(report(tmp_path / "b", {"a.js": "export let jumpDM = 3;\n"})) == []


def test_a_dm_of_zero_may_be_an_initial_value(tmp_path):
    text = "export const state = { evasiveDM: 0, ambushDM: 0 };\n"
    assert errors(report(tmp_path, {"a.js": text})) == []


def test_a_constant_with_another_word_in_its_name_is_another_one(tmp_path):
    text = "const EVASIVE_ACTION_DELAY = 3;\nconst EVASIVE_ACTION_ID = 5;\nconst CRITICAL_SEVERITY_COLORS = 5;\n"
    assert errors(report(tmp_path, {"a.js": text})) == []


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


def test_the_length_of_a_personal_combat_round_is_compared(tmp_path):
    found = errors(report(tmp_path, RIGHT | {"src/personal/rounds.js": "export const ROUND_SECONDS = 10;"}))
    assert [one[:2] for one in found] == [("personal/round/seconds", "10")]


@pytest.mark.parametrize(
    ("files", "level"),
    [
        ({}, "note"),
        ({"src/attack.js": "export const ATTACK_TARGET = 9;"}, "note"),
        ({"src/attack.js": "export const ATTACK_TARGET = 8;"}, "error"),
        ({"src/ranges.js": RIGHT["src/combat.js"].partition("\nexport const ATTACK")[0]}, "error"),
    ],
)
def test_a_value_that_every_game_has_is_a_note_where_nothing_else_is_of_this_book(tmp_path, files, level):
    told = report(tmp_path, files | {"const.js": "export const SYSTEM = { roundSeconds: 10 };"})
    assert [f["level"] for f in told["findings"] if f["rule"] == "personal/round/seconds"] == [level]


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("SURPRISE_AMBUSHER_DM", 4, "personal/surprise/ambusher-dm"),
        ("HULL_TONS_PER_HARDPOINT", 50, "ship/mount-rules/hull-tons-per-hardpoint"),
        ("HULL_TONS_PER_TURRET", 50, ""),
        ("AMBUSHER_DM", 4, "personal/surprise/ambusher-dm"),
        ("AMBUSHER_DAMAGE_DICE", 4, ""),
    ],
)
def test_a_constant_named_after_a_rule_is_compared_with_it(tmp_path, name, value, rule):
    told = errors(report(tmp_path, RIGHT | {"src/k.js": f"export const {name} = {value};\n"}))
    assert [(found[0], found[1]) for found in told] == ([(rule, str(value))] if rule else [])
