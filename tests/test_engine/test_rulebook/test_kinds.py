"""Kinds read what books print and print what they read; what is not of their kind they refuse."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dice
from engine.errors import WrongKind
from engine.rulebook import kinds, parsing
from engine.rulebook.effects import CHANGES, PHRASES
from engine.rulebook.names import normal, slug
from engine.rulebook.values import Band, Change, Post, Quantity, Trait

numbers = st.integers(-(10**6), 10**6)
counts = st.integers(0, 10**6)
bands = st.one_of(
    st.builds(Band, st.none(), numbers),
    st.builds(Band, numbers, st.none()),
    st.tuples(numbers, numbers).map(lambda pair: Band(*sorted(pair))),
)
SAMPLES = {
    "DM": (kinds.DM, numbers),
    "step": (kinds.STEP, numbers),
    "count": (kinds.COUNT, counts),
    "target": (kinds.TARGET, st.integers(-20, 20)),
    "factor": (kinds.FACTOR, counts),
    "TL": (kinds.TL, st.integers(0, 30)),
    "number": (kinds.NUMBER, st.fractions(0, 100)),
    "tons": (kinds.TONS, st.fractions(0, 10**5)),
    "share": (kinds.SHARE, st.fractions(0, 1, max_denominator=1000).filter(lambda f: 1000 % f.denominator == 0)),
    "signed percent": (kinds.SIGNED_PERCENT, st.integers(-100, 1000).map(lambda n: Fraction(n, 100))),
    "credits": (kinds.CREDITS, st.integers(0, 10**9)),
    "band": (kinds.RESULTS, bands),
    "kilometres": (kinds.KM, bands),
    "dice": (kinds.DICE, st.builds(lambda n, k: Dice.parse(f"{n}D{k:+d}"), st.integers(1, 200), st.integers(-99, 99))),
    "flag": (kinds.FLAG, st.booleans()),
    "range band": (kinds.RANGE_BAND, st.sampled_from(["Short", "Very Long", "Distant"])),
}


@pytest.mark.parametrize("name", SAMPLES)
@given(st.data())
def test_a_kind_reads_back_what_it_prints(name, data):
    kind, values = SAMPLES[name]
    value = data.draw(values)
    assert kind.value(value) == value
    assert kind.value(kind.text(value)) == value
    assert kind.accepts(value)


@pytest.mark.parametrize(
    ("kind", "written", "meant"),
    [
        (kinds.DM, "+ 2", 2),
        (kinds.DM, "+2 DM", 2),
        (kinds.COUNT, "+0", 0),
        (kinds.COUNT, "1,250", 1250),
        (kinds.TARGET, "8 +", 8),
        (kinds.FACTOR, "3x", 3),
        (kinds.NUMBER, "¼", Fraction(1, 4)),
        (kinds.NUMBER, ".5", Fraction(1, 2)),
        (kinds.TONS, "0.5 tons", Fraction(1, 2)),
        (kinds.TONNAGE, "2t", 2),
        (kinds.TONNAGE, "2% hull", Quantity(Fraction(1, 50), "hull")),
        (kinds.PRICE, "10% of the hull cost", Quantity(Fraction(1, 10), "hull cost")),
        (kinds.PRICE, "MCr2/ton", Quantity(2_000_000, "ton")),
        (kinds.PRICE, "MCr2", 2_000_000),
        (kinds.CREDITS, "Cr 150,000", 150_000),
        (kinds.KM, "less than 11 km", Band(None, 10)),
        (kinds.KM, "1 km or less", Band(None, 1)),
        (kinds.RESULTS, "\u22126 or less", Band(None, -6)),
        (kinds.RESULTS, "-5 to -2", Band(-5, -2)),
        (kinds.TRAITS, "ap 3, RADIATION", frozenset({Trait("AP", 3), Trait("Radiation")})),
        (kinds.TRAITS, "AP3, Zero G", frozenset({Trait("AP", 3), Trait("Zero-G")})),
        (kinds.TRAITS, "—", frozenset()),
        (kinds.POSTS, "1 + 1 per small craft", (Post(1), Post(1, 1, "small craft"))),
        (kinds.POSTS, "1 per 1,000 tons", (Post(1, 1000, "ship"),)),
        (kinds.POSTS, "3 per 7,500t ship", (Post(3, 7500, "ship"),)),
        (kinds.FACES, "1's AND 2's count as 3's", ((1, 3), (2, 3))),
        (kinds.RANGE_BAND, "vlong", "Very Long"),
        (kinds.DICE | "Special", "special", "Special"),
        (kinds.TL | "—", None, None),
    ],
)
def test_other_ways_to_write_a_value(kind, written, meant):
    assert kind.value(written) == meant


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (kinds.SHARE, 10),
        (kinds.SHARE, "110%"),
        (kinds.SHARE, "-10%"),
        (kinds.SHARE, "10"),
        (kinds.CREDITS, "Cr 1,5"),
        (kinds.CREDITS, "MCr0.0000001"),
        (kinds.COUNT, "1,25"),
        (kinds.COUNT, 1.0),
        (kinds.POSITIVE, 0),
        (kinds.STEP, "1"),
        (kinds.RESULTS, "5 to 2"),
        (kinds.DICE, "7"),
        (kinds.DICE, "0D"),
        (kinds.DICE, "1000000D"),
        (kinds.quantity("days"), "1000000D days"),
        (kinds.POSTS, ()),
        (kinds.POSTS, "1 per 0t drives"),
        (kinds.FACES, ()),
        (kinds.FACES, "7s count as 2s"),
        (kinds.SIGNED_PERCENT, "-200%"),
        (kinds.TRAITS, "3 AP"),
        (kinds.TRAITS, "AP 4, AP 9"),
        (kinds.TRAITS, frozenset({"AP"})),
        (kinds.TRAITS, frozenset({("AP", "x")})),
        (kinds.RESULTS, Band(None, None)),
        (kinds.RESULTS, Band("a", None)),
        (kinds.PRICE, "1D/ton"),
        (kinds.TONNAGE, "-2% hull"),
        (kinds.POSTS, ((1, 0, "turret"),)),
        (kinds.quantity("days"), Quantity("banana", "days")),
        (CHANGES, "1D extra damage, 2D extra damage"),
        (CHANGES, "Thrust"),
        (CHANGES, ((1, 2),)),
        (CHANGES, (("warp", 9),)),
    ],
)
def test_a_value_of_another_kind_is_refused(kind, wrong):
    assert not kind.accepts(wrong)
    with pytest.raises(WrongKind, match="is not "):
        kind.value(wrong)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    for kind, _ in SAMPLES.values():
        kind.accepts(text)
    for kind in (CHANGES, kinds.TRAITS, kinds.POSTS, kinds.PRICE, kinds.TONNAGE, kinds.FACES, kinds.quantity("days")):
        kind.accepts(text)


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.what)
def test_every_phrase_of_an_effect_reads_back(phrase):
    samples = [-1, 1, 0, Fraction(-1, 10), Fraction(1, 10), Dice.parse("1D"), Dice.parse("1D×10"), ((1, 2),)]
    samples += ["Medium", "disabled", "minimise", "up"]
    fitting = [Change(phrase.what, a) for a in samples if phrase.kind.accepts(a) and phrase.kind.value(a) == a]
    assert fitting
    for change in fitting:
        assert CHANGES.value(CHANGES.text((change,))) == (change,)


def test_an_effect_of_several_parts_is_printed_as_the_book_does():
    for text in ("Thrust -1, Power -10%", "1D occupants take 2D", "Random weapon explodes, Hull Sev +1"):
        assert CHANGES.text(CHANGES.value(text)) == text
    assert CHANGES.value("Armor -1") == CHANGES.value("Armour -1")


@given(st.text())
def test_normal_names_are_stable(name):
    assert normal(normal(name)) == normal(name)
    assert slug(slug(name)) == slug(name)


def test_numbers_in_names_stay_apart():
    different = ["12", "1-2", "-12", "10-11", "1011", "-6 or less", "6 or less"]
    assert len({normal(name) for name in different}) == len(different)


def test_a_number_is_read_without_a_float():
    assert parsing.fraction("0.1") == Fraction(1, 10)
    with pytest.raises(ValueError, match=r"0\.1"):
        parsing.fraction(0.1)
