"""Claims: every phrase can be read, names an existing rule, and states a value of its kind."""

import pytest

from engine.rulebook.raw import RAW
from verify.claims import claims, read_claims
from verify.claims.phrases import Phrase
from verify.dice.exact_quantities import QUANTITIES
from verify.dice.printed_figures import WORKED
from verify.documents.document_facts import read_document
from verify.findings import States
from verify.tokens import Words

OF_RULES = (States.VALUE, States.WRONG_VALUE, States.CITE)


def targets():
    for claim in claims():
        for slot in claim.slots:
            yield from ((claim, target) for target in slot)
        yield from ((claim, target) for target in claim.fixed)


def test_every_family_of_rules_has_claims():
    assert {target.rule.split("/")[0] for _, target in targets()} >= {"checks", "space", "ship", "personal", "healing"}


def test_every_claim_names_a_rule_a_figure_or_a_thing_of_the_document():
    for claim, target in targets():
        if target.states is States.FIGURE:
            assert f"dice/{target.rule}" in QUANTITIES, claim.line
        else:
            assert target.rule in RAW or target.states not in OF_RULES, claim.line


def test_every_value_stated_in_words_fits_its_rule():
    for claim, target in targets():
        if target.fixed and "$" not in target.fixed:
            assert RAW.rule(target.rule).kind.accepts(target.fixed), claim.line


def test_every_worked_example_can_be_worked():
    assert {claim.worked for claim in claims()} - {""} == set(WORKED)


def test_every_phrase_can_be_read_and_no_phrase_holds_a_number():
    for claim in claims():
        assert claim.phrase.pattern.groups == claim.phrase.slots, claim.line
        assert not any(c.isdigit() for c in claim.phrase.written), claim.line
        assert claim.where is None or claim.where.pattern


def test_no_phrase_stands_twice_in_one_section_and_context():
    seen = {}
    for claim in claims():
        key = (claim.phrase.written, claim.where and claim.where.written, claim.slots, claim.fixed)
        assert key not in seen, f"{claim.line} and {seen[key]}"
        seen[key] = claim.line


@pytest.mark.parametrize(
    "line", ["no arrow", "gets # =>", "gets # and # => personal/round/seconds", "=> personal/round/seconds=1, x"]
)
def test_a_malformed_claim_is_refused_with_its_place(line):
    with pytest.raises(ValueError, match=r"list\.txt:1"):
        list(read_claims(line, "list.txt"))


@pytest.mark.parametrize(
    ("phrase", "text", "slots"),
    [
        ("ambusher gets #", "The ambusher gets +6 DM.", [("+6 DM",)]),
        ("ambusher gets #", "The ambusher never gets +6.", []),
        ("ignor* (any|) armour", "It ignores any armor; they ignore armour.", [(), ()]),
        ("damage … by #", "The damage of the weapon is multiplied by ten.", [("10",)]),
        ("damage … by #", "It does damage. It is divided by 10.", []),
        ("{# or less}", "On 2 or less.", [("2 or less",)]),
        ("^round # seconds$", "Round: 6 seconds.", [("6",)]),
        ("^round # seconds$", "A round is 6 seconds long.", []),
        ("audit @date", "The audit 2026-02-09.", [("2026-02-09",)]),
        ("from # to #", "from 7 to ~8.46", [("7", "~8.46")]),
    ],
)
def test_a_phrase_finds_its_words_and_takes_its_numbers(phrase, text, slots):
    assert [tuple(slot.text for slot in found) for _, found in Phrase(phrase).find(Words(text))] == slots


def facts(text):
    return {(fact.rule, fact.printed) for fact in read_document(text, "x").facts}


def test_the_most_specific_phrase_takes_the_number():
    assert ("personal/trait-rules/very-bulky-str", "12") in facts("Very Bulky: needs STR 12 or higher.")
    assert ("personal/trait-rules/bulky-str", "12") not in facts("Very Bulky: needs STR 12 or higher.")


def test_a_claim_keeps_to_its_subject():
    assert not any(rule.startswith("space/") for rule, _ in facts("# Personal combat\n\nShort range gives DM+1."))
