"""Single rules that code keeps as a constant, in whatever case, by itself or as a member."""

from __future__ import annotations

import pytest

from tests.test_errata.vtts import errors, report

RULES = {  # the name, the book's value and another, and the rule
    "EVASIVE_ACTION_DM": (-1, -2, "space/evasive-action/dm"),  # CRB 2016 p. 160-161
    "CRITICAL_SEVERITY_DIVISOR": (10, 20, "space/critical/severity-divisor"),  # CRB 2016 p. 158
    "CRIT_EFFECT_THRESHOLD": (6, 5, "space/critical/effect"),
    "OVERLOAD_DRIVE_SEVERITY": (1, 2, "space/actions/overload-drive-severity"),
    "EXTENDED_ACTION_TARGET": (8, 6, "personal/extended-actions/target"),
    "BOON_KEEP": (2, 1, "checks/boon-and-bane/keep"),
    "EVASIVE_ACTION_MODIFIER": (-1, 1, "space/evasive-action/dm"),
}


def in_camels(name: str) -> str:
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


def test_a_name_that_could_be_anything_counts_in_capitals_only(tmp_path):
    [(rule, *_)] = errors(report(tmp_path / "a", {"a.js": "const JUMP_DM = -4;\n"}))
    assert rule == "space/actions/jump-dm"  # -2, CRB 2016 p. 160-161
    assert errors(report(tmp_path / "b", {"a.js": "export let jumpDM = 3;\n"})) == []


def test_a_dm_of_nothing_may_be_where_it_begins_to_count(tmp_path):
    text = "export const state = { evasiveDM: 0, ambushDM: 0 };\n"
    assert errors(report(tmp_path, {"a.js": text})) == []


def test_a_name_with_another_word_in_it_is_another(tmp_path):
    text = "const EVASIVE_ACTION_DELAY = 3;\nconst EVASIVE_ACTION_ID = 5;\nconst CRITICAL_SEVERITY_COLORS = 5;\n"
    assert errors(report(tmp_path, {"a.js": text})) == []
