"""The sentences of findings: templates by code, filled with the words of a finding."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from engine.dice.notation import roll
from engine.mechanics.checks import dice
from engine.mechanics.ship_weapons import find
from engine.mechanics.space_attack import attack, severity
from verify.finding_codes import CODES, PARTS, Chapter, Words
from verify.findings import Finding, Place

HERE = Place("combat.js", 2, 3)

OPERATORS = {
    "Math.": "", "===": "==", "&&": "and", r"(.*) \? (.*) : (.*)": r"\2 if \1 else \3",
}  # fmt: skip
"""JavaScript in Python."""


def played(code, names):
    """The formula of the right example of a code, as a function; it ends with its bracket, its line or a semicolon."""
    [example] = [text for file, text in CODES[code].right.items() if file.endswith(".js")]
    found = re.search(FORMULAS[code], example)
    assert found, f"{code}: no formula in {example!r}"
    text = found[1]
    for script, python in OPERATORS.items():
        text = re.sub(script if "(" in script else re.escape(script), python, text)
    return eval(f"lambda {names}: {text}", {"ceil": ceil, "max": max})


FORMULAS = {
    "RC802": r"d => \((.*)\)\);",
    "RC805": r"severity = (.*);",
    "RC806": r"newSeverity = (.*);",
    "RC813": r"=> (.*);",
    "RC814": r"=> (.*);",
    "RC815": r"hit: (.*) \}",
    "RC816": r"severity = (.*);",
}
"""Where the right example of a code states a formula."""
DAMAGES = range(1, 61)


@pytest.mark.parametrize("code", ["RC805", "RC814", "RC816"])
def test_the_right_example_gives_the_severity_of_the_engine(code):
    formula = played(code, "damage, hull=40")
    assert [min(6, formula(damage)) for damage in DAMAGES] == [severity(6, damage) for damage in DAMAGES]


def test_the_right_example_raises_an_old_severity_only_if_the_new_one_is_not_higher():
    formula = played("RC806", "damage, oldSeverity")
    assert [min(6, formula(damage, 0)) for damage in DAMAGES] == [severity(6, damage) for damage in DAMAGES]
    assert [formula(15, old) for old in (1, 2, 3)] == [2, 3, 4]


def test_the_right_example_makes_a_hit_critical_where_the_engine_does():
    formula = played("RC813", "effect, damage")
    cases = [(effect, damage) for effect in range(10) for damage in (0, 1, 30)]
    assert [formula(*case) for case in cases] == [severity(*case) > 0 for case in cases]


def test_the_right_example_hits_where_the_engine_does():
    formula = played("RC815", "total")
    hits = {total for total in range(2, 13) if formula(total)}
    assert sum(roll("2D").pmf()[total] for total in hits) == attack("fusion gun", range="Medium").hit


def test_the_right_example_of_high_yield_turns_the_faces_that_the_engine_turns():
    formula = played("RC802", "d")
    weapon = find("pulse laser", advantages=("High Yield",))
    assert {d: formula(d) for d in range(1, 7)} == dict.fromkeys(range(1, 7)) | {d: d for d in range(1, 7)} | dict(
        weapon.faces
    )


@pytest.mark.parametrize("mode", ["boon", "bane"])
def test_the_right_example_of_boon_and_bane_rolls_the_dice_of_the_engine(mode):
    [example] = CODES["RC812"].right.values()
    count, keeps, kept = re.search(rf"{mode}: '(\d)d6k([hl])(\d)'", example).groups()
    throws = (sorted(faces, reverse=keeps == "h") for faces in product(range(1, 7), repeat=int(count)))
    totals = Counter(sum(faces[: int(kept)]) for faces in throws)
    assert {total: Fraction(n, totals.total()) for total, n in totals.items()} == dice(mode).pmf()


def test_every_right_example_with_a_formula_is_checked_against_the_engine():
    examples = {code: "".join(CODES[code].right.values()) for code in CODES if CODES[code].chapter is Chapter.MECHANICS}
    with_formula = {code for code, text in examples.items() if re.search(r"Math\.|[^=<>]>=? ?\d|\? \d", text)}
    assert with_formula == set(FORMULAS)


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("{actual} here", "+2 here"),
        ("{actual!r} here", "'+2' here"),
        ("{actual} here[, {expected} in {book}]", "+2 here, +1 in the book"),
        ("{actual} here[; {cause}]", "+2 here"),
        ("{actual} here[; {absent}]", "+2 here"),
        ("{book} {here}", "the book here"),
    ],
)
def test_a_template_is_filled_and_a_part_without_its_word_is_dropped(template, sentence):
    words = Words(actual="+2", expected="+1", book="the book", cause="")
    assert words.filled(template) == sentence


def test_what_a_document_prints_is_never_taken_for_a_template():
    printed = "[{actual}] {0} {missing!r}"
    assert Words(actual=printed).filled("{actual} here[, {actual}]") == f"{printed} here, {printed}"


def test_a_word_that_a_sentence_needs_is_not_left_out_in_silence():
    with pytest.raises(KeyError):
        _ = Finding("RC704", "unchecked", HERE).message


def test_every_code_has_a_sentence_and_a_chapter():
    assert {code.chapter for code in CODES.values()} == set(Chapter)
    for code in CODES.values():
        assert "\nsays " in f"\n{code.page}", code.id


def test_a_part_is_used_by_a_sentence():
    pages = "".join(code.page for code in CODES.values()) + "".join(PARTS.values())
    assert [name for name in PARTS if f"{{{name}}}" not in pages] == []


def test_a_title_is_that_of_the_rule_or_of_the_table_unless_the_finding_says_another():
    row = Finding("RC301", "missing", HERE, "space/range-bands", "Short")
    assert row.message == "Space range bands: no row for Short"
    assert Finding(
        "RC301", "missing", HERE, "space/range-bands", "Short", words={"title": "Ranges"}
    ).message.startswith("Ranges: ")


def test_a_finding_without_a_rule_is_the_same_wherever_it_moves_and_another_with_other_words():
    first = Finding("RC704", "unchecked", HERE, actual="57", words={"around": "a hat of size 57"})
    moved = Finding("RC704", "unchecked", Place("combat.js", 9), actual="57", words={"around": "a hat of size 57"})
    other = Finding("RC704", "unchecked", HERE, actual="57", words={"around": "57 sheep"})
    assert first.fingerprint == moved.fingerprint != other.fingerprint
