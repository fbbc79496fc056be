"""The prefilter: what it finds in a source does not depend on which sources were announced to it before."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errata.source import prefilter
from errata.source.prefilter import Automaton, Search, look
from tests.test_errata.vtts import RIGHT, WRONG
from verify.recognition.code.row_names import rule_tables_in_code

NAMES = sorted({name for table in rule_tables_in_code() for row in table.rows for name in (row.name, *row.also)})
CONSTANTS = ["attackTarget", "CRIT_EFFECT", "severityDivisor", "aim: { max", "armor_per_ton", "turnsPerRound"]
words = st.one_of(st.sampled_from(NAMES), st.sampled_from(CONSTANTS), st.text(max_size=6))
between = st.sampled_from([": 1, ", " = ", "\n", "_", "\t", "', '", " | ", ""])
texts = st.lists(st.tuples(words, between), max_size=12).map(
    lambda pieces: "".join(word + sign for word, sign in pieces).encode()
)
SHORT = [("a.js", b"const short = 3;")]
RANGES = b"const RANGE_DM = { adjacent: 0, close: 0, short: 1 }; beam_laser.damage = 1; // Attack target: 8"


@pytest.fixture
def built(monkeypatch):
    """Every pattern that is built."""
    patterns = []
    add = Automaton.add
    monkeypatch.setattr(Automaton, "add", lambda self, pattern: patterns.append(pattern) or add(self, pattern))
    return patterns


def look_after(expected, data, name):
    prefilter.expect(expected)
    return look(data, name)


def same_whatever_was_expected(data, name, other):
    """Whether a source looks the same if it was announced with another, and if only the other was announced."""
    return look_after([(name, data), other], data, name) == look_after([other], data, name)


@given(texts, texts, st.sampled_from(["a.csv", "a.js", "a.md"]))
@settings(max_examples=40)
def test_a_source_looks_the_same_whatever_was_expected(text, other, name):
    assert same_whatever_was_expected(text, name, ("b.js", other))


@pytest.mark.parametrize("name", RIGHT)
def test_every_miniature_looks_the_same_whatever_was_expected(name):
    for files in (RIGHT, WRONG):
        assert same_whatever_was_expected(files[name].encode(), name, SHORT[0])


def test_a_source_that_was_not_expected_is_searched_for_everything():
    assert look_after(SHORT, RANGES, "b.js").tables


def test_few_patterns_are_built_for_a_source_with_few_words(built):
    prefilter.expect(SHORT)
    few = len(built)
    look(RANGES, "b.js")
    assert few * 3 < len(built) - few


def test_every_pattern_is_in_lower_case_since_sources_are_lowered_before_they_are_searched(built):
    look_after(SHORT, RANGES, "b.csv")
    plain = [re.sub(r"\\.", "", pattern) for pattern in built]
    assert len(plain) > 400
    assert [pattern for pattern in plain if pattern != pattern.lower()] == []


def test_a_pattern_with_no_word_is_always_built():
    search = Search()
    digits, word = search.add([(r"\d\d", "")]), search.add([("short", "short")])
    search.expect(b"nothing")
    assert search.find(b"12") == [digits]
    assert sorted(search.find(b"12 short")) == [digits, word]


def test_a_search_without_patterns_finds_nothing():
    search = Search()
    search.expect(b"short")
    assert search.find(b"short") == []


def test_a_source_that_names_no_rule_is_not_parsed():
    assert look(b"const a = 1; // a short, medium or long story\n", "a.js").tables is False
    assert look(b"const r = { short: 1, medium: 0, long: -2 };\n", "a.js").tables is True
