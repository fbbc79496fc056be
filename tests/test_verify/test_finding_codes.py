"""The sentences of findings: templates by code, filled with the words of a finding."""

from __future__ import annotations

import pytest

from verify.finding_codes import CODES, PARTS, Chapter, Words
from verify.findings import Finding, Place

HERE = Place("combat.js", 2, 3)


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
