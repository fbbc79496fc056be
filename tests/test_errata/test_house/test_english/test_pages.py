"""House rules in lines: what each line of a page is, what it is about, and what of it is not understood."""

from pathlib import Path
from time import process_time

import pytest

from engine.rulebook.raw import RAW
from errata.house.judging import judged
from errata.house.readers import read_page
from tests.test_errata.test_house.pages import BEAM, PULSE, SHORT, changed, run, said, told
from tests.test_errata.test_house.test_english.test_plain_lines import LINES
from tests.test_errata.vtts import write


def test_each_line_is_what_it_is(tmp_path):
    page = """## Space combat

- Short range: +2 instead of +1
- Long range: -2
- High Yield adds +1D
- Sensor lock gives +2
- Medium range: +1 instead of -3
- Short range: +3
- Everybody brings snacks
- Distant range +900
- Ion weapons hurt more
"""
    found = told(tmp_path, page)
    assert [one for one in found if one[0] != "RC009"] == [
        ("RC006", 9, ""),
        ("RC006", 11, ""),
        ("RC001", 3, SHORT),
        ("RC002", 4, "space/range-bands/long/attack-dm"),
        ("RC005", 5, "ship/weapon-advantages/high-yield/effect"),
        ("RC004", 6, "space/sensor-lock/dm"),
        ("RC008", 7, "space/range-bands/medium/attack-dm"),
        ("RC001", 7, "space/range-bands/medium/attack-dm"),
        ("RC003", 8, SHORT),
        ("RC001", 8, SHORT),
        ("RC007", 10, "space/range-bands/distant/attack-dm"),
    ]
    assert changed(tmp_path, page)[SHORT] == 3
    assert "space/range-bands/distant/attack-dm" not in changed(tmp_path, page)


def test_nothing_that_a_page_says_is_dropped(tmp_path):
    page = """## Gunfights

Extreme range -5, laser sight +2. A combat round lasts 10 seconds. Everybody who dodges is tired for 3 days.
Barbettes multiply damage by
5.
**Pulse laser damage 3D**
~~Prone targets are -2~~

```
Criticals on Effect 5+; Stone wall gives +10
```
"""
    assert ("RC006", 10, "") in told(tmp_path, page)
    rules = {rule for _, _, rule in told(tmp_path, page)}
    assert rules == {
        "",
        "personal/ranges/extreme/attack-dm",
        "personal/attack-modifiers/laser-sight",
        "personal/round/seconds",
        "space/damage-multiples/barbette",
        "ship/turret-weapons/pulse-laser/damage",
    }
    assert ("RC006", 3, "") in told(tmp_path, page)
    assert told(tmp_path, "## Gunfights\n\n- Long range -4\n")[-1][2] == "personal/ranges/long/attack-dm"


@pytest.mark.parametrize("fence", ["```", "~~~", "````python"])
def test_code_is_no_rule_and_is_told(tmp_path, fence):
    page = (
        f"Short range in space: +2\n\n{fence}\nShort range in space: +3\n{fence.rstrip('python')}\n\nStone wall +10\n"
    )
    assert changed(tmp_path, page) == {SHORT: 2, "personal/cover/stone-wall": 10}
    assert ("RC006", 4, "") in told(tmp_path, page)


def test_markup_is_no_part_of_a_line(tmp_path):
    assert changed(tmp_path, "Short range: +2 <script>alert(1)</script>") == {SHORT: 2}
    assert changed(tmp_path, "<b>Short range in space:</b> +2") == {SHORT: 2}


@pytest.mark.parametrize(
    "page",
    [
        "| Range | Sensor DM |\n|---|---|\n| Short | +2 |\n| Medium | +1 |\n| Long | -1 |\n",
        "| Range | Stealth check DM |\n|---|---|\n| Short | +2 |\n| Long | -1 |\n",
        "| Cargo | Tons | Price |\n|---|---|---|\n| Low berth | 4 | Cr 900 |\n| Grain | 10 | Cr 300 |\n",
        "| Loot | Value |\n|---|---|\n| Low berth | Cr 900 |\n| Beam laser | Cr 30000 |\n",
        "The corsair had armour 6. Medic check 9, Effect 1, restored 1 END.\n",
        "First aid restored 4 points\n",
        "Surgery healed 5 points last week\n",
        "Unlimited reactions are out; each character gets one per round\n",
        "Where there is no cover, the attack has DM-1\n",
    ],
)
def test_what_is_about_something_else_changes_no_rule(tmp_path, page):
    assert changed(tmp_path, page) == {}
    assert {code for code, *_ in told(tmp_path, page)} == {"RC006"}


@pytest.mark.parametrize(
    "page", ["Dual weapons: +3 penalty", "Dual weapons give a penalty of +3", "Dual weapons: a 3 penalty"]
)
def test_a_claim_does_not_turn_a_penalty_into_a_bonus(tmp_path, page):
    assert changed(tmp_path, page) == {"personal/attack-modifiers/dual-weapons": -3}


def test_a_clause_with_a_lead_of_its_own_is_about_that(tmp_path):
    assert changed(tmp_path, "Prone: -3 penalty, cover: penalty 4") == {
        "personal/attack-modifiers/prone-target": -3,
        "personal/attack-modifiers/target-in-cover": -4,
    }


def test_a_claim_is_not_made_of_a_row_that_it_does_not_know(tmp_path):
    assert changed(tmp_path, "Formidable checks need a 13\n") == {"checks/difficulties/formidable": 13}


def test_a_rule_for_boons_and_banes_alike_is_told_where_a_line_names_one(tmp_path):
    dice = "checks/boon-and-bane/dice"
    assert told(tmp_path, "Boons roll 4 dice\n") == [("RC011", 1, dice), ("RC001", 1, dice)]
    assert told(tmp_path, "Boons and Banes roll 4 dice\n") == [("RC001", 1, dice)]
    assert told(tmp_path, f"{dice}: 4\n") == [("RC001", 1, dice)]
    assert told(tmp_path, "checks/boon-and-bane/boon-keeps: worst\n")[-1] == (
        "RC001",
        1,
        "checks/boon-and-bane/boon-keeps",
    )


def test_what_of_a_line_is_not_understood_is_told(tmp_path):
    page = "- Beam lasers do 2D damage and blind the crew\n- A combat round lasts 10 seconds and nobody sleeps\n"
    assert [one for one in told(tmp_path, page) if one[0] == "RC010"] == [("RC010", 1, ""), ("RC010", 2, "")]
    assert changed(tmp_path, page)["personal/round/seconds"] == 10
    first = run("house.md", cwd=tmp_path)[1].partition("\n1 file")[0]
    assert " ".join(first.split()) == "2 house rules: 2 depart from the book; 2 lines are read in part"


def test_items_are_about_what_stands_above_them(tmp_path):
    beam = "ship/turret-weapons/beam-laser"
    page = "## Space combat\n\nBeam lasers:\n- TL 9\n- Power 5\n- Short range +2\n\nMedium range: +1\n"
    assert changed(tmp_path, page) == {f"{beam}/tl": 9, f"{beam}/power": 5, "space/range-bands/medium/attack-dm": 1}
    assert ("RC006", 6, "") in told(tmp_path, page)
    nested = "- Beam lasers:\n  - TL 9\n- Medium range in space: +1\n"
    assert changed(tmp_path, nested) == {f"{beam}/tl": 9, "space/range-bands/medium/attack-dm": 1}
    assert changed(tmp_path, "## Beam lasers\n\n* TL 9\n\n## Criticals\n\n* on Effect 5+\n") == {
        f"{beam}/tl": 9,
        "space/critical/effect": 5,
    }


@pytest.mark.parametrize("name", ["combat-quick-sheet", "combat-cheat-sheet", "high-guard", "referee-screen"])
def test_a_page_that_says_what_the_book_says_departs_from_it_nowhere(name):
    path = Path(__file__).parents[4] / "references" / f"{name}.md"
    found = judged([read_page(path, name)], RAW).findings
    own = [f for f in found if f.code in ("RC001", "RC007", "RC008")]
    assert [(f.place.line, f.message) for f in own] == []
    edition = [f for f in found if f.code == "RC004" and "2022 Core Rulebook" not in f.message]
    assert [(f.place.line, f.message) for f in edition] == []
    assert sum(f.code == "RC002" for f in found) > 140


SCOPES = [
    "{} for NPCs", "{} if the captain is drunk", "{} against robots", "{} unless in an atmosphere", "{} when berserk",
    "{} in the Spinward Marches", "{} with a bipod", "{} to elves", "{} at night", "Imperial Navy: {}", "For Vargr, {}",
    "If cornered, {}", "Aslan {}",
]  # fmt: skip


@pytest.mark.parametrize("scope", SCOPES)
def test_for_whom_and_when_a_rule_holds_is_never_dropped(tmp_path, scope):
    rules = [*LINES, "Sensor lock gives a Bane", "Ion weapons last two rounds", "Barbettes do x2 damage"]
    page = "".join(f"- {scope.format(rule)}\n" for rule in rules)
    read = read_page(write(tmp_path, {"h.md": page}) / "h.md", "h.md")
    told = {problem.place.line for problem in read.problems}
    assert [rules[n - 1] for n in {rule.place.line for rule in read.rules} - told] == []


@pytest.mark.parametrize(
    ("page", "rules"),
    [
        ("* **Space combat**\n  * Short range +2\n", {SHORT}),
        ("Space combat\n============\n\nShort range +2\n", {SHORT}),
        ("Gunfights\n---------\n\nShort range +2\n", {"personal/ranges/short/attack-dm"}),
        (
            "* Cover\n  * Stone wall +10\n  * Tree trunk +4\n",
            {"personal/cover/stone-wall", "personal/cover/tree-trunk"},
        ),
        ("We play the book, except:\n\n- Stone wall +10\n", {"personal/cover/stone-wall"}),
        ("1. Beam lasers\n   - damage 2D\n2. Stone wall +10\n", {BEAM, "personal/cover/stone-wall"}),
        ("- Lasers\n  - Beam lasers\n    - damage 2D\n  - Pulse lasers\n    - damage 3D\n", {BEAM, PULSE}),
    ],
)
def test_a_line_that_only_says_what_those_below_are_about_is_no_rule_and_no_riddle(tmp_path, page, rules):
    assert set(changed(tmp_path, page)) == rules
    assert "RC006" not in {code for code, *_ in told(tmp_path, page)}


def test_an_item_about_one_of_several_names_them_all(tmp_path):
    path = write(tmp_path, {"h.md": "* Missiles\n  + damage 5D\n"}) / "h.md"
    [problem] = read_page(path, "h.md").problems
    assert problem.nearest == ("ship/turret-weapons/missile-rack/damage", "ship/barbettes/missile-barbette/damage")


@pytest.mark.parametrize("heading", ["Sensors", "Detection"])
def test_what_stands_under_a_heading_that_the_rule_does_not_know_is_unclear(tmp_path, heading):
    table = f"## {heading}\n\n| Range | DM |\n|---|---|\n| Short | +2 |\n| Medium | +1 |\n"
    assert changed(tmp_path, table) == changed(tmp_path, f"## {heading}\n\n- Short: +2\n") == {}


def test_a_heading_tells_of_which_combat_a_rule_is(tmp_path):
    page = "## Gunfights\n\n- You hit on 7+\n- Effect is not added to damage\n"
    assert changed(tmp_path, page) == {"personal/attack/target": 7, "personal/damage/effect-added": False}
    assert {code for code, *_ in told(tmp_path, page)} == {"RC001"}


def test_boxes_that_are_not_ticked_and_marks_of_footnotes_are_no_rules(tmp_path):
    page = "- [ ] Distant range in space: -9\n- [x] Short range in space: +2 [^1]\n"
    assert changed(tmp_path, page) == {SHORT: 2}


def test_an_exact_id_is_never_taken_for_a_sentence(tmp_path):
    rule = "ship/barbettes/particle-barbette/damage"
    assert changed(tmp_path, f"- {rule}: 6D\n") == {rule: RAW.rule(rule).kind.value("6D")}
    assert changed(tmp_path, "Particle barbette does 6D\n") == {rule: RAW.rule(rule).kind.value("6D")}


def test_a_rule_for_some_of_a_name_is_none_for_all(tmp_path):
    assert changed(tmp_path, "Triple turrets use 2 hardpoints") == {}
    assert changed(tmp_path, "Turrets use 2 hardpoints") == {"ship/mount-rules/hardpoints-per-turret": 2}


def test_numbered_parts_and_every_sort_of_bullet_are_items(tmp_path):
    page = "1. Space combat\n1.1 Short: +2\n1.2 Very Long: –5\n\n◦ Beam laser – 2D\n▪ Pulse laser — 3D\n"
    assert [code for code, *_ in told(tmp_path, page)] == ["RC001"] * 4


def test_a_title_is_no_riddle(tmp_path):
    assert told(tmp_path, "HOUSE RULES\n\nBeam lasers do 2D\n") == [
        ("RC001", 3, "ship/turret-weapons/beam-laser/damage")
    ]


def test_a_flat_dm_for_a_lock_takes_the_place_of_its_boon_unless_the_page_says_otherwise(tmp_path):
    assert changed(tmp_path, "Sensor lock gives +2") == {"space/sensor-lock/dm": 2, "space/sensor-lock/gives": "none"}
    both = "Sensor lock gives a Boon\nSensor lock gives +2\n"
    assert ("RC003", 2, "space/sensor-lock/dm") in told(tmp_path, both)
    assert changed(tmp_path, both) == {"space/sensor-lock/dm": 2, "space/sensor-lock/gives": "none"}
    assert changed(tmp_path, "Sensor lock gives +2\nspace/sensor-lock/dm: 0\n") == {}


def test_one_line_may_give_a_lock_its_boon_and_a_dm_besides(tmp_path):
    page = "Sensor lock: Boon on attacks, plus DM+1\n"
    assert changed(tmp_path, page) == {"space/sensor-lock/dm": 1}
    assert [code for code, *_ in told(tmp_path, page)] == ["RC002", "RC004"]
    assert "in place of" not in " ".join(said(tmp_path, page))


def test_a_rule_that_both_sorts_of_combat_have_is_of_that_of_its_heading(tmp_path):
    assert changed(tmp_path, "Ground:\nBase to-hit is 9+ instead of 8+\n") == {"personal/attack/target": 9}


@pytest.mark.parametrize(
    "text",
    [
        "# Space combat\n\n- NPC ships get +2 at Short range\n- Enemy ships have +2 at Short range",
        "# Checks\n\n- Roll 3D and drop the lowest for all checks\n- Roll 3D, drop the lowest",
        "Staterooms cost MCr0.4 per person",
        "Used beam lasers cost MCr0.3, 2 tons",
        "Checks roll 40D6",
    ],
)
def test_what_holds_for_some_or_means_something_else_changes_nothing(tmp_path, text):
    assert changed(tmp_path, text) == {}


def test_thousands_of_a_price_that_a_claim_knows(tmp_path):
    assert changed(tmp_path, "Low berths: 1 ton, Cr 75k")["ship/quarters/low-berth/cost"] == 75_000
    assert changed(tmp_path, "Staterooms cost Cr 600.000") == {"ship/quarters/standard-stateroom/cost": 600_000}


def test_an_update_in_a_line_of_its_own_counts(tmp_path):
    page = "Vegetation +1\nUpdate 2024-05: now +3\n\nStone wall +9. Update: +7\n"
    assert changed(tmp_path, page) == {"personal/cover/vegetation": 3, "personal/cover/stone-wall": 7}


@pytest.mark.parametrize(
    "page", ["Point defence: +1 missile per Effect\n", "## Point defence\n\n* +1 missile per Effect\n"]
)
def test_one_more_is_not_one(tmp_path, page):
    [(code, _, rule)] = told(tmp_path, page)
    assert (code, rule) == ("RC006", "")
    assert told(tmp_path, page.replace("+1 missile", "2 missiles"))[0][2] == "space/point-defence/missiles-per-effect"


def test_a_plus_on_tons_is_not_their_total(tmp_path):
    assert changed(tmp_path, "Barbettes: +2 tons\n") == {}
    assert told(tmp_path, "Barbettes: +2 tons\n") == [("RC006", 1, "")]


@pytest.mark.parametrize("line", ["Pistols at short range get +2.", "Melee at short range gets +2."])
@pytest.mark.parametrize("beside", ["", "Snipers with a scope ignore long range penalties.", "Extreme range -6"])
def test_a_line_about_one_sort_of_weapon_is_no_rule_for_all_whatever_stands_beside_it(tmp_path, line, beside):
    assert ("RC006", 1, "") in told(tmp_path, f"{line}\n{beside}\n")
    assert "personal/ranges/short/attack-dm" not in changed(tmp_path, f"{line}\n{beside}\n")
    assert changed(tmp_path, f"## Personal combat\n\n{line}\n") == {}


def test_a_line_that_is_not_understood_says_nothing_of_those_beside_it(tmp_path):
    line = "At short range attacks get +2."
    beside = "Snipers with a scope ignore long range penalties."
    assert changed(tmp_path, f"{line}\n{beside}\n") == changed(tmp_path, f"{line}\n") == {SHORT: 2}


def test_what_a_difficulty_needs_may_stand_in_brackets_behind_it(tmp_path):
    assert changed(tmp_path, "- Initiative: Difficult (10+) DEX or INT check\n") == {
        "personal/initiative/difficulty": "Difficult"
    }


def test_a_statement_without_an_end_is_listed_and_not_read(tmp_path):
    start = process_time()
    found = told(tmp_path, "Prone targets: -3\n" + "Cover is -3 and " * 20_000)
    assert process_time() - start < 5
    assert found[-1] == ("RC001", 1, "personal/attack-modifiers/prone-target")
    assert {(code, line) for code, line, _ in found[:-1]} == {("RC006", 2)}
