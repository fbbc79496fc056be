"""House rules with something beside the value: for whom it is, when, that it is not played, or only why."""

import pytest

from errata.house.readers import read_page
from tests.test_errata.test_house.pages import changed, said, told
from tests.test_errata.vtts import write

AIMING = "personal/attack-modifiers/aiming"
RESTRICTS = (
    "rifles only",
    "only with rifles",
    "NPCs",
    "snipers",
    "if Pilot 2+",
    "when prone",
    "against PCs",
    "at class A starports",
    "not in melee",
    "except pistols",
    "unless wounded",
    "military ships",
    "needs Gun Combat 2",
    "applies to rifles",
    "does not apply to pistols",
    "in space",
)
WITHDRAWS = (
    "not used",
    "not used any more",
    "(rejected)",
    "dropped",
    "no longer used",
    "voted down in May",
    "TBD",
)
REMARKS = (
    "faster play",
    "agreed in May",
    "in May we agreed on this",
    "for balance",
    "makes pistols better",
    "because only snipers aimed",
    "NPCs die too slowly otherwise",
    "Bob wanted it",
    "from the Companion",
    "everybody",
    "the only sane value",
    "when aiming",
    "only when aiming",
    "personal combat",
)


def row(name, head, cell):
    """A list of one rule, with a cell beside its value, in a format."""
    if name.endswith("csv"):
        return f'rule,value,{head}\nAiming,+2,"{cell}"\n'
    return f"| Rule | Value | {head} |\n|---|---|---|\n| Aiming | +2 | {cell} |\n"


@pytest.mark.parametrize("name", ["a.csv", "a.md"])
@pytest.mark.parametrize("head", ["when", "condition", "for", "comment", "notes", "Applies to", "status", "Extra"])
@pytest.mark.parametrize("cell", RESTRICTS + WITHDRAWS)
def test_a_cell_that_restricts_or_withdraws_makes_its_row_unclear(tmp_path, name, head, cell):
    page = read_page(write(tmp_path, {name: row(name, head, cell)}) / name, name)
    assert not page.rules
    assert [(one.code, one.nearest[:1]) for one in page.problems] == [("RC006", (AIMING,))]
    assert cell in page.problems[0].why


@pytest.mark.parametrize("name", ["a.csv", "a.md"])
@pytest.mark.parametrize("head", ["notes", "comment", "why"])
@pytest.mark.parametrize("cell", REMARKS)
def test_a_cell_that_says_why_does_not(tmp_path, name, head, cell):
    assert changed(tmp_path, row(name, head, cell), name) == {AIMING: 2}


@pytest.mark.parametrize("name", ["a.csv", "a.md"])
@pytest.mark.parametrize(
    ("head", "cell"),
    [
        ("when", "always"),
        ("for", "everybody"),
        ("for", "PCs and NPCs"),
        ("applies to", "all"),
        ("when", "when aiming"),
        ("status", "adopted"),
        ("status", "agreed in May"),
        ("in use", "yes"),
        ("active", "true"),
        ("disabled", "no"),
        ("where", "personal combat"),
        ("agreed", "session 12"),
    ],
)
def test_a_cell_that_restricts_nothing_is_understood(tmp_path, name, head, cell):
    page = read_page(write(tmp_path, {name: row(name, head, cell)}) / name, name)
    assert [rule.changes for rule in page.rules] == [{AIMING: 2}]
    assert not page.problems


@pytest.mark.parametrize("name", ["a.csv", "a.md"])
@pytest.mark.parametrize(
    ("head", "cell"),
    [
        ("notes", "no"),
        ("notes", "TL 12 and up"),
        ("in use", "no"),
        ("active", "false"),
        ("disabled", "yes"),
        ("status", "trial"),
        ("agreed", "no"),
    ],
)
def test_a_status_that_does_not_say_that_it_is_played_makes_a_row_unclear(tmp_path, name, head, cell):
    assert changed(tmp_path, row(name, head, cell), name) == {}


@pytest.mark.parametrize("name", ["a.csv", "a.md"])
def test_a_remark_under_another_head_is_listed(tmp_path, name):
    text = row(name, "extra", "faster play")
    assert changed(tmp_path, text, name) == {AIMING: 2}
    assert "RC006" in {code for code, *_ in told(tmp_path, text, name)}


def test_a_note_takes_all_values_of_its_row_out_and_gives_none_itself(tmp_path):
    text = (
        "name,damage,power,notes\nBeam laser,2D,4,only in triple turrets\nPulse laser,3D,6,\nRailgun,3D,2,(rejected)\n"
    )
    assert {rule.split("/")[2] for rule in changed(tmp_path, text, "a.csv")} == {"pulse-laser"}
    text = "| Weapon | Damage | Notes |\n|---|---|---|\n| Fusion gun | 5D | only at Short |\n| Railgun | 3D | |\n"
    assert {rule.split("/")[2] for rule in changed(tmp_path, text)} == {"railgun"}


@pytest.mark.parametrize("head", ["", "rule,value\n", "rule,value,notes\n"])
def test_a_list_needs_no_head_over_what_stands_beside_a_value(tmp_path, head):
    text = f"{head}Aiming,+2,rifles only\nCriticals on Effect,5,faster play\nDual weapons,-4\n"
    assert changed(tmp_path, text, "a.csv") == {
        "space/critical/effect": 5,
        "personal/attack-modifiers/dual-weapons": -4,
    }
    assert ("RC006", head.count("\n") + 1, "") in told(tmp_path, text, "a.csv")


def test_a_reason_may_tell_what_was_so(tmp_path):
    text = "| Rule | RAW | Ours | Reason |\n|---|---|---|---|\n| Aiming | +1 | +2 | only snipers aimed otherwise |\n"
    assert changed(tmp_path, text) == {AIMING: 2}


def test_the_condition_may_stand_before_the_rule(tmp_path):
    text = "when,rule,value\nin a nebula,Aiming,+2\nalways,Dual weapons,-4\n"
    assert changed(tmp_path, text, "a.csv") == {"personal/attack-modifiers/dual-weapons": -4}


@pytest.mark.parametrize("name", ["a.csv", "a.md"])
def test_dms_of_difficulties_are_no_targets(tmp_path, name):
    rows = [("Difficulty", "DM"), ("Easy", "+4"), ("Routine", "+2"), ("Difficult", "-2"), ("Formidable", "-6")]
    lines = [",".join(one) if name == "a.csv" else f"| {one[0]} | {one[1]} |" for one in rows]
    if name == "a.md":
        lines.insert(1, "|---|---|")
    assert changed(tmp_path, "\n".join(lines), name) == {}
    codes = {(code, line) for code, line, _ in told(tmp_path, "\n".join(lines), name)}
    first = len(lines) - 3
    assert {("RC006", first + n) for n in range(4)} <= codes


@pytest.mark.parametrize("value", ["1+", "0+"])
def test_what_every_roll_reaches_is_out_of_all_reason(tmp_path, value):
    assert changed(tmp_path, f"Difficult is {value}") == {}
    assert "RC007" in {code for code, *_ in told(tmp_path, f"Difficult is {value}")}


@pytest.mark.parametrize(
    "head",
    [
        "In play?", "In play", "In use?", "Do we use it?", "Use", "Played", "On", "We use it", "Applies", "Decision",
        "Yes/no", "Notes", "Active", "Used?", "Adopted", "Agreed", "Keep?", "Current",
    ],
)  # fmt: skip
@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("✓", "✗"), ("✅", "❌"), ("in use", "rejected")])
def test_a_cell_beside_a_rule_with_its_value_says_whether_it_is_played(tmp_path, head, yes, no):
    page = f"| House rule | {head} |\n|---|---|\n| Aiming +2 | {yes} |\n| Laser sight +2 | {no} |\n"
    assert changed(tmp_path, page) == {AIMING: 2}
    assert {(line, code) for code, line, _ in told(tmp_path, page)} == {(3, "RC001"), (4, "RC006")}
    assert any("so it is not played" in message for message in said(tmp_path, page))


def test_a_plain_no_without_a_head_and_a_yes_to_dropped_hold_a_rule_back(tmp_path):
    assert changed(tmp_path, "| House rule | |\n|---|---|\n| Aiming +2 | yes |\n| Laser sight +2 | no |\n") == {
        AIMING: 2
    }
    page = "| House rule | Dropped? |\n|---|---|\n| Aiming +2 | no |\n| Laser sight +2 | yes |\n"
    assert changed(tmp_path, page) == {AIMING: 2}


def test_a_no_that_is_the_value_of_a_rule_is_played(tmp_path):
    page = "| House rule | In play? |\n|---|---|\n| Boons and banes cancel | no |\n"
    assert changed(tmp_path, page) == {"checks/boon-and-bane/cancel": False}


def test_a_list_says_in_its_second_cells_whether_the_first_are_played(tmp_path):
    rows = "House rule,Used?\nAiming +2,yes\nLaser sight +2,no\n"
    assert changed(tmp_path, rows, "house.csv") == {AIMING: 2}


@pytest.mark.parametrize("head", ["Banned?", "NPCs only", "Experimental", "Undecided", "Hated by Ann", "Only at night"])
def test_a_yes_under_another_head_does_not_say_that_a_rule_is_played(tmp_path, head):
    assert changed(tmp_path, f"| House rule | {head} |\n|---|---|\n| Aiming +2 | yes |\n") == {}
