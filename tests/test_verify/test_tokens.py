"""Text as words and numbers: whatever the number is, a phrase sees one slot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.tokens import tokenise
from verify.typographic_signs import plain_signs


def numbers(text):
    return [token.text for token in tokenise(text) if token.kind == "number"]


def plain(text):
    return " ".join(token.plain for token in tokenise(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2D + Gunner + DEX DM ≥ 8", ["2D", "≥ 8"]),
        ("a +6 DM to initiative, DM-2, DM +1 and DM−4", ["+6 DM", "DM-2", "DM +1", "DM-4"]),
        ("10,001-25,000 km", ["10,001-25,000"]),
        ("MCr0.5, Cr150,000 and 2 MCr", ["MCr0.5", "Cr150,000", "2 MCr"]),
        ("+1000%, -25 % and 4.8%", ["+1000%", "-25 %", "4.8%"]),
        ("×3, ÷10, 2× Range, x 5", ["×3", "÷10", "2×", "x 5"]),
        ("4D, 2D+4, 1D×10, 2D x 20 rads, D3, 3DD, 2D6", ["4D", "2D+4", "1D×10", "2D x 20", "D3", "3DD", "2D6"]),
        ("8+ on 2D, Effect 6+, from 7 to ~8.46", ["8+", "2D", "6+", "7", "~8.46"]),
        ("¼ of the Range, 1/4 speed, one quarter, twice, halves", ["¼", "1/4", "one quarter", "twice", "halves"]),
        ("bays ×10/20/100", ["×10", "20", "100"]),
        ("600t, TL15, 1.5m", ["600", "15", "1.5"]),
        ("AP 3, Radiation", ["3"]),
        ("one of them, at once, no one who asks", []),
    ],
)
def test_every_printed_form_of_a_number_is_one_token(text, found):
    assert numbers(text) == found


@pytest.mark.parametrize("text", ["CRB p155-163", "(HG p. 28)", "see page 75", "2026-02-09", "ruling 12", "CRB 2016"])
def test_pages_dates_rulings_and_years_are_not_number_tokens(text):
    assert numbers(text) == []
    assert any(token.plain.startswith("@") for token in tokenise(text))


def test_an_amount_that_looks_like_a_year_is_a_number():
    assert numbers("2016 tons, Cr2016, 2,016 km") == ["2016", "Cr2016", "2,016"]


def test_words_are_lowercased_and_spelled_the_british_way():
    assert plain("The Traveller's Armor (High-Yield)") == "the travellers armour high yield"


def test_sentences_end_at_a_full_stop_but_not_at_an_abbreviation():
    assert plain("Roll 2D. Keep it, e.g. a pistol vs. armour.") == "roll # . keep it e g a pistol vs armour ."


def test_scanner_mistakes_are_read_as_intended():
    assert numbers(r"$1D \times 10$ minutes, \pm 6, $\times \frac{1}{4}$") == ["1D ×      10", "±   6", "×      1/4"]
    assert plain("Chain Dм") == "chain dm"
    [zero] = [token for token in tokenise("reach o:") if token.kind == "number"]
    assert zero.damaged
    assert zero.digits == "0"


@given(st.text(max_size=200))
def test_no_text_breaks_it_and_every_token_stands_where_it_says(text):
    assert len(plain_signs(text)) == len(text)
    last = 0
    for token in tokenise(text):
        assert last <= token.start < token.end <= len(text)
        last = token.end


@given(st.integers(0, 1900), st.integers(0, 1900))
def test_a_changed_number_leaves_the_words_unchanged(one, other):
    sentence = "The ambusher gets a +{} DM to initiative for {} rounds."
    assert plain(sentence.format(one, one)) == plain(sentence.format(other, other))
