"""House rules that give a bonus or a penalty: to those who attack, to the one who is attacked, or nobody says."""

import pytest

from tests.test_errata.test_house.pages import changed, run, said, told
from tests.test_errata.vtts import write

# By the book attacks have -2 on cover and on who dives for it, -1 on who is prone, fast or evades, a Boon on a lock


@pytest.mark.parametrize(
    "line",
    [
        "Being in cover gives you +4", "Cover: +1", "Cover gives you a +2 bonus", "Target in cover: +3",
        "Prone gives +1", "Being prone: +2", "Prone targets get +2", "Dive for cover: +1", "Diving for cover gives +2",
        "Evasive action gives +2", "Fast-moving targets: +2", "Sensor lock gives the target a Bane",
        "Sensor lock: Bane for the target", "Sensor lock gives the enemy ship -1", "Sensor lock: the target has -1",
        "Sensor lock gives a Boon to the target", "Sensor lock: the locked ship gets +2",
    ],
)  # fmt: skip
def test_what_may_be_for_the_one_who_is_attacked_is_not_guessed(tmp_path, line):
    assert changed(tmp_path, line) == {}
    assert {code for code, *_ in told(tmp_path, line)} == {"RC006"}


@pytest.mark.parametrize(
    ("line", "rule", "value"),
    [
        ("Cover: -3", "personal/attack-modifiers/target-in-cover", -3),
        ("Targets in cover get -3", "personal/attack-modifiers/target-in-cover", -3),
        ("Prone targets get -2", "personal/attack-modifiers/prone-target", -2),
        ("Attacks against prone targets get +1", "personal/attack-modifiers/prone-target", 1),
        ("Dive for cover: -3", "personal/reactions/dive-dm", -3),
        ("Sensor lock gives attackers +1", "space/sensor-lock/dm", 1),
        ("Sensor lock gives attacks on the target +1", "space/sensor-lock/dm", 1),
        ("personal/attack-modifiers/prone-target: +1", "personal/attack-modifiers/prone-target", 1),
    ],
)
def test_what_is_said_of_attacks_is_for_those_who_attack(tmp_path, line, rule, value):
    assert changed(tmp_path, line)[rule] == value


@pytest.mark.parametrize(
    ("line", "has"),
    [
        ("Aiming: -1", "bonus"), ("Laser sight: -2", "bonus"), ("Short range in space: -1", "bonus"),
        ("Dual weapons: +1", "penalty"), ("Basic sensors: +1", "penalty"), ("Distant range in space: +2", "penalty"),
    ],
)  # fmt: skip
def test_a_bonus_for_a_penalty_is_asked_about(tmp_path, line, has):
    assert said(tmp_path, line)[-1].endswith(f"the book has a {has} there: is this meant?")


def test_no_dm_at_all_needs_no_question(tmp_path):
    assert not any("meant" in one for one in said(tmp_path, "Dual weapons: +0\nAiming: +0\n"))


@pytest.mark.parametrize(
    "line",
    [
        "Evasive action is a flat -2", "Evasive action: -1 flat", "Evasive action: -3 regardless of skill",
        "Evasive action: -2, whatever the Pilot skill", "Evasive action is -2, no matter the skill",
    ],
)  # fmt: skip
def test_one_value_is_not_so_much_for_each(tmp_path, line):
    assert changed(tmp_path, line) == {}
    assert "RC006" in {code for code, *_ in told(tmp_path, line)}


@pytest.mark.parametrize(
    ("line", "rule", "value"),
    [
        ("Evasive action: -2 per level", "space/evasive-action/dm", -2),
        ("Aiming gives a flat +2", "personal/attack-modifiers/aiming", 2),
        ("A Boon rolls 4d and keeps the best two", "checks/boon-and-bane/dice", 4),
        ("A Bane means you roll 4d and keep the lowest two", "checks/boon-and-bane/dice", 4),
    ],
)
def test_what_is_for_each_or_of_one_is_read_as_it_is(tmp_path, line, rule, value):
    assert changed(tmp_path, line) == {rule: value}


def test_a_line_is_shown_without_marks_and_with_its_minus(tmp_path):
    page = "-2 per severity on repairs\n- **Beam lasers** get **+3** to hit\n- *Everybody* brings **snacks**\n"
    path = write(tmp_path, {"house.md": page})
    shown = run("house.md", cwd=path)[1]
    assert "house.md:1  -2 per severity on repairs" in shown
    assert "house.md:2  Beam lasers get +3 to hit" in shown
    assert "house.md:3  Everybody brings snacks\n  unclear   no rule here speaks of" in shown
