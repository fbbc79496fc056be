"""House rules under headings and behind labels: what those lend to a line, and what they do not."""

import pytest

from tests.test_errata.test_house.pages import changed, told

PRONE, DUAL = "personal/attack-modifiers/prone-target", "personal/attack-modifiers/dual-weapons"
AIMING, SIGHT = "personal/attack-modifiers/aiming", "personal/attack-modifiers/laser-sight"

# By the book: prone -1, dual weapons -2, aiming +1, laser sight +1, low berth Cr50,000, ion 1 round, Effect 6+


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("- **Prone.** DM-2.", PRONE, -2),
        ("*Prone.* DM-2", PRONE, -2),
        ("***Prone.*** DM-2", PRONE, -2),
        ("__Prone.__ DM-2", PRONE, -2),
        ("**Prone**. DM-2", PRONE, -2),
        ("> **Prone:** DM-2", PRONE, -2),
        ("Prone. DM-2.", PRONE, -2),
        ("**Dual weapons.** DM-3 to both attacks.", DUAL, -3),
        ("1. **Low berths.** Cr 30,000 apiece.", "ship/quarters/low-berth/cost", 30_000),
        ("**Ion weapons.** They last 2 rounds.", "space/ion/rounds", 2),
        ("**Criticals.** They happen on Effect 5+.", "space/critical/effect", 5),
        ("**No penalty for dual wielding.** We like it.", DUAL, 0),
    ],
)
def test_a_label_that_runs_into_its_line_says_what_that_is_about(tmp_path, text, rule, value):
    assert changed(tmp_path, text) == {rule: value}
    assert len(told(tmp_path, text)) == 1


@pytest.mark.parametrize("label", ["NPCs", "Pistols", "Zero-G", "Melee"])
def test_a_label_of_some_makes_no_rule_for_all(tmp_path, label):
    assert changed(tmp_path, f"**{label}.** Aiming gives +2.") == {}


@pytest.mark.parametrize("heading", ["NPCs", "Pistols", "At night", "Snipers"])
def test_a_heading_of_some_makes_no_rule_for_all(tmp_path, heading):
    assert changed(tmp_path, f"## {heading}\n- Aiming: +2\n") == {}


@pytest.mark.parametrize(
    ("page", "rule", "value"),
    [
        ("### Aiming\n**Dual weapons.** DM minus three.\n", DUAL, -3),
        ("## Aiming\nDual weapons: -3\n", DUAL, -3),
        ("## Aiming\n**Laser sight.** DM+2\n", SIGHT, 2),
        ("## Cover\n- Prone: -2\n", PRONE, -2),
        ("## Prone\n- Aiming: +2\n", AIMING, 2),
        ("## Laser sight\n- DM+2\n", SIGHT, 2),
    ],
)
def test_a_heading_lends_its_words_only_to_a_line_that_names_nothing(tmp_path, page, rule, value):
    assert changed(tmp_path, page) == {rule: value}


@pytest.mark.parametrize(
    "heading", ["Cover", "Armour", "Range", "Encumbrance", "Weather", "Wounds", "Attack modifiers"]
)
@pytest.mark.parametrize("line", ["Light: -1", "Heavy: -3", "Moderate: +1"])
def test_how_much_says_not_of_what(tmp_path, heading, line):
    page = f"## {heading}\n- {line}\n"
    assert changed(tmp_path, page) == {}
    assert {code for code, _, _ in told(tmp_path, page)} == {"RC006"}


def test_how_much_is_of_what_the_heading_names(tmp_path):  # by the book light +4, basic -4
    assert changed(tmp_path, "## Mortal wounds\n- Light: +1\n") == {"healing/final-attack/light/dm": 1}
    assert changed(tmp_path, "## Sensors\n- Basic: -3\n") == {"ship/sensors/basic/dm": -3}
