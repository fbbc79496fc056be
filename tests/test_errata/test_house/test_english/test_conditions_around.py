"""House rules by what stands around them: conditions above and behind them, names, labels and brackets."""

import pytest

from tests.test_errata.test_house.pages import BEAM, changed, told

AIMING, CRITICAL, LOCK = "personal/attack-modifiers/aiming", "space/critical/effect", "space/sensor-lock/dm"
CONDITIONS = (
    "When a ship is disabled",
    "When the power is out",
    "While jumping",
    "A ship that is damaged",
    "A damaged ship",
    "Ships without armour",
    "In a nebula",
    "On a planet",
    "In the dark",
    "If you are wounded",
    "If the ship has no sensors",
    "Unless the crew is tired",
    "After a misjump",
    "As long as the reactor is hot",
    "Once the alarm is raised",
)


@pytest.mark.parametrize("lead", CONDITIONS)
@pytest.mark.parametrize(
    "form", ["{}:\n- {}", "{}\n- {}", "{}:\n\n* {}", "## {}\n- {}", "**{}**\n\n{}", "- {}:\n  - {}"]
)
def test_what_stands_under_a_condition_is_not_for_all(tmp_path, lead, form):
    text = form.format(lead, "criticals on Effect 4")
    assert changed(tmp_path, text) == {}
    assert "RC006" in {code for code, *_ in told(tmp_path, text)}


@pytest.mark.parametrize(
    "lead",
    [
        "If the ship's Hull is below 50% (rounded up):",
        "When a ship has been disabled by ion weapons, for the rest of the fight:",
        "Against robots, radiation does nothing:",
        "Alternative rules (choose one):",
    ],
)
def test_a_condition_may_be_long_and_have_figures(tmp_path, lead):
    assert changed(tmp_path, f"{lead}\n- criticals on Effect 4\n- aiming gives +2") == {}


@pytest.mark.parametrize(
    "lead",
    [
        "Criticals:",
        "Combat:",
        "Ship combat:",
        "In space combat:",
        "During space combat:",
        "When in combat:",
        "On a critical hit:",
        "In our campaign:",
        "At our table",
        "When we play:",
        "Our changes, as agreed:",
        "## Ship stuff",
        "## Before you start",
        "## In a nutshell",
        "## The basics",
        "## House rules for Drinax",
        "## Drinax",
    ],
)
def test_what_stands_under_a_plain_heading_is_played(tmp_path, lead):
    assert changed(tmp_path, f"# House rules\n\n{lead}\n- criticals on Effect 4") == {CRITICAL: 4}


def test_what_a_rule_is_about_is_no_condition_for_it(tmp_path):
    assert changed(tmp_path, "While aiming:\n- DM+2") == {AIMING: 2}
    assert set(changed(tmp_path, "Ships with beam lasers:\n- Beam lasers do 3D")) == {BEAM}


@pytest.mark.parametrize("name", ["The Beowulf", "Captain Vex", "ISS Marava", "The Empress Nicholle"])
def test_what_stands_under_the_name_of_a_ship_or_of_somebody_is_theirs(tmp_path, name):
    assert changed(tmp_path, f"# House rules\n- aiming gives +2\n\n# {name}\n- Beam lasers do 3D") == {AIMING: 2}
    # a page that begins with it may be called so
    text = f"# {name}\n- aiming gives +2"
    assert changed(tmp_path, text) == {AIMING: 2}
    assert ("RC006", 1, "") in told(tmp_path, text)


@pytest.mark.parametrize(
    "rest",
    [
        "\nif the operator has Electronics 2.",
        "\nwhen the crew has Gunner 3 or more",
        "\nat TL 12",
        "\nwith a computer/10",
        "\nfor a crew of 3",
        ".\nThis does not apply to barbettes or military ships.",
        ".\nIt only applies in the Marches.",
        ". This is only for NPCs.",
        ".\nThe bonus does not count against fighters.",
        ".\nThis applies only to warships.",
        "\n- These do not hold for small craft",
    ],
)
def test_a_condition_may_stand_in_the_next_line(tmp_path, rest):
    text = f"{'- ' * ('- ' in rest)}Sensor lock gives DM+2{rest}"
    assert changed(tmp_path, text) == {}
    assert ("RC006", 1, "") in told(tmp_path, text)


@pytest.mark.parametrize(
    "rest", ["if prone, -2", "when aiming +3", "This speeds up play.", "This applies to everybody."]
)
def test_another_statement_in_the_next_line_is_not_joined(tmp_path, rest):
    assert changed(tmp_path, f"Sensor lock gives DM+2\n{rest}")[LOCK] == 2


def test_a_line_that_states_something_is_no_heading_of_later_tables(tmp_path):
    line = "Criticals (ground combat): Effect 5+\n\n"
    table = "| Rule | Value |\n|---|---|\n| {} | {} |\n\n"
    text = line + table.format("Aiming", "+2") + table.format("Stone wall", "+9")
    assert changed(tmp_path, text) == {AIMING: 2, "personal/cover/stone-wall": 9}


def test_a_lead_in_is_a_heading_of_its_table(tmp_path):
    rows = "| Weapon | Damage |\n|---|---|\n| Beam laser | 3D |\n| Fusion | 6D |\n"
    barbettes = {"ship/barbettes/beam-laser-barbette/damage", "ship/barbettes/fusion-barbette/damage"}
    assert set(changed(tmp_path, f"Barbettes:\n\n{rows}")) == barbettes


def test_a_bracket_that_never_closes_leaves_the_next_line_alone(tmp_path):
    assert changed(tmp_path, "Beam laser damage (2D\nAiming gives +2") == {AIMING: 2}
    assert changed(tmp_path, "Aiming gives +2 (as we agreed\nin the last session)") == {AIMING: 2}
