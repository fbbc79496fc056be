"""Clean cells that print what the rules have no value for: they are told, and nothing beside them is doubted."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, title
from tests.test_verify.test_pdf.typesetting import Layout, draw_table
from verify.pdf.check import check_books
from verify.pdf.conditions import CONDITIONS
from verify.pdf.meaning import meaning
from verify.pdf.outside import is_another, is_other_words
from verify.pdf.reader import Wanted, read_book

LEVELS = "ship/technology-levels"
MODIFICATIONS, COST = f"{LEVELS}/prototype/modifications", f"{LEVELS}/prototype/cost"
ACTIONS = "space/action-summary"
EFFECTS = "space/critical-effects"
MODIFIERS = "personal/attack-modifiers"
AIMING, FAST, SIGHT = (f"{MODIFIERS}/{row}" for row in ("aiming", "fast-moving-target", "laser-sight"))


def checked(tmp_path, id, changes, key="HG", first=68, ruled=True):
    """A book with one table, on its third page."""

    def table(page):
        title(page, RAW.table(id).title)
        made = printed(id, changes)
        if ruled:
            drawn(page, made, 40, 760, [110] + [400 / (len(made[0]) - 1)] * (len(made[0]) - 1), ruled=True)
        else:
            draw_table(page, made, Layout(gap=18), 50, 760)

    name = {"HG": "High Guard 2022 edition", "CRB": "Core Rulebook 2016 edition"}[key]
    empty = lambda page: title(page, "Nothing else is printed here")  # noqa: E731
    made = Maker(tmp_path / "book.pdf", first=first, title=name)
    path = made.page(empty).page(empty).page(table).page(empty).save()
    report = check_books([read_book(Wanted(path, "book.pdf", key))], {})
    told = {f.rule: f for f in report.findings}
    return {fact.rule: verdict for fact, verdict in report.facts}, told


@pytest.mark.parametrize("ruled", [True, False])
def test_our_words_with_a_number_that_no_rule_has_are_a_difference(tmp_path, ruled):
    verdicts, told = checked(tmp_path, LEVELS, {MODIFICATIONS: "3 Disadvantages"}, ruled=ruled)
    assert verdicts[MODIFICATIONS] == "differs"
    assert (told[MODIFICATIONS].code, told[MODIFICATIONS].level) == ("RC602", "error")
    assert "the book prints 3 Disadvantages" in told[MODIFICATIONS].message
    assert verdicts[COST] == "agrees"


def test_a_sign_that_makes_a_value_impossible_is_a_difference(tmp_path):
    early = f"{LEVELS}/early-prototype/cost"
    verdicts, told = checked(tmp_path, LEVELS, {early: "-1000%"})
    assert verdicts[early] == "differs"
    assert (told[early].expected, told[early].actual) == ("-1000%", "+1000%")


def test_a_name_that_is_none_of_ours_differs_as_a_warning_since_it_may_be_another_word(tmp_path):
    jump = f"{ACTIONS}/jump/by"
    verdicts, told = checked(tmp_path, ACTIONS, {jump: "Astrogator"}, "CRB", 158)
    assert verdicts[jump] == "differs"
    assert (told[jump].code, told[jump].level) == ("RC602", "warning")
    assert verdicts[f"{ACTIONS}/jump/step"] == "agrees"


def test_other_words_between_lines_are_a_warning_and_no_verdict(tmp_path):
    fuel = f"{EFFECTS}/fuel/severity-4"
    verdicts, told = checked(tmp_path, EFFECTS, {fuel: "Fuel tank explodes"}, "CRB", 157)
    assert verdicts[fuel] == "unchecked"
    assert (told[fuel].code, told[fuel].level) == ("RC611", "warning")
    assert verdicts[f"{EFFECTS}/fuel/severity-3"] == "agrees"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (MODIFICATIONS, "1 Drawback"),
        (MODIFICATIONS, "1 Disadvantage 2"),
        (f"{ACTIONS}/jump/by", "Chief Engineer"),
        (f"{ACTIONS}/jump/by", "Attack"),  # what the cell beside it can hold
        (f"{LEVELS}/early-prototype/cost", "1000%"),  # its sign may be lost
        ("ship/mounts/pop-up-mounting/tl", "10 2"),
    ],
)
def test_what_may_be_ours_or_of_the_cell_beside_it_is_no_difference(rule, text):
    assert not is_another(text, RAW.rule(rule))


def test_our_value_with_something_beside_it_is_no_other_value():
    assert not is_other_words("10 someone@example.com", RAW.rule("ship/mounts/pop-up-mounting/tl"))


WORDED = {
    AIMING: ("+1 per aim action (max +6)", "+1 per Minor Action, up to +6", "DM+1 for each aim action"),
    FAST: ("-1 per 10m", "-1 per 10 relative m/round", "-1 for every full 10 metres"),
    SIGHT: ("+1 if aiming",),
}
"""As references/referee-screen.md words them, and alike."""


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in WORDED.items() for text in texts])
def test_a_modifier_is_known_with_its_condition_beside_it(rule, text):
    assert meaning(text, RAW.rule(rule)) == (RAW[rule], "")


@pytest.mark.parametrize(
    ("rule", "text", "why"),
    [
        (AIMING, "+1 per aim action (max +4)", "beside it stands 4, where we have 6"),
        (FAST, "-1 per 20m", "beside it stands 20, where we have 10"),
        (AIMING, "+1 per level", "is not a DM"),
        (f"{MODIFIERS}/prone-target", "-1 per 10m", "is not a DM"),
    ],
)
def test_a_modifier_with_another_condition_is_not_ours(rule, text, why):
    assert why in meaning(text, RAW.rule(rule)).problem


def test_the_rules_that_conditions_are_held_against_exist():
    assert all(rule in RAW and (not known.bound or known.bound in RAW) for rule, known in CONDITIONS.items())


def test_the_modifiers_of_the_referee_screen_are_read(tmp_path):
    words = {AIMING: "+1 per aim action (max +6)", FAST: "-2 per 10m", SIGHT: "+1 if aiming"}
    verdicts, _ = checked(tmp_path, MODIFIERS, words, "CRB", 71)
    expected = dict.fromkeys(WORDED, "agrees") | {FAST: "differs"}
    assert {rule: verdicts[rule] for rule in WORDED} == expected


def test_a_modifier_whose_sign_is_lost_before_its_condition_is_no_difference(tmp_path):
    verdicts, told = checked(tmp_path, MODIFIERS, {FAST: "1 per 10m"}, "CRB", 71)
    assert verdicts[FAST] == "unchecked"
    assert told[FAST].code == "RC609"
