"""What is looked for in few files: the same as in many, though less of it is built."""

from hypothesis import given, settings
from hypothesis import strategies as st

from errata.source.prefilter import Search, _Names
from tests.test_errata.vtts import RIGHT, WRONG
from verify.recognition.code.row_names import rule_tables_in_code

NAMES = sorted({name for shape in rule_tables_in_code() for row in shape.rows for name in (row.name, *row.also)})
ALL = _Names()
CONSTANTS = ["attackTarget", "CRIT_EFFECT", "severityDivisor", "aim: { max", "armor_per_ton", "turnsPerRound"]
words = st.one_of(st.sampled_from(NAMES), st.sampled_from(CONSTANTS), st.text(max_size=6))
between = st.sampled_from([": 1, ", " = ", "\n", "_", "\t", "', '", " | ", ""])
texts = st.lists(st.tuples(words, between), max_size=12).map(lambda told: "".join(a + b for a, b in told).encode())


def found(names, data):
    return sorted(names.find(data, in_lists=True)), sorted(names.more.find(data))


@given(texts, texts)
@settings(max_examples=60)
def test_what_is_built_for_some_texts_finds_what_all_of_it_does(text, other):
    few = _Names()
    few.expect([("a.csv", text), ("b.js", other)])
    for data in (text, other):
        assert found(few, data) == found(ALL, data)


def test_another_text_than_was_expected_is_searched_for_everything():
    few = _Names()
    few.expect([("a.js", b"const shipCount = 3;")])
    text = b"const RANGE_DM = { adjacent: 0, close: 0, short: 1 }; beam_laser.damage = 1; // Attack target: 8"
    assert found(few, text) == found(ALL, text)
    assert all(found(few, text))


def test_little_is_built_for_a_text_that_has_little():
    few = _Names()
    few.expect([("a.js", b"const short = 3;")])
    assert len(few.all._numbers) * 3 < len(ALL.all._patterns)


def test_every_miniature_is_seen_alike_however_it_is_searched():
    for files in (RIGHT, WRONG):
        for name, text in files.items():
            few = _Names()
            few.expect([(name, text.encode())])
            assert found(few, text.encode()) == found(ALL, text.encode())


def test_a_pattern_with_no_word_is_always_built():
    search = Search()
    digits, word = search.add([(r"\d\d", "")]), search.add([("short", "short")])
    search.expect(b"nothing")
    assert search.find(b"12") == [digits]
    assert sorted(search.find(b"12 short")) == [digits, word]


def test_a_search_for_nothing_finds_nothing():
    search = Search()
    search.expect(b"short")
    assert search.find(b"short") == []
