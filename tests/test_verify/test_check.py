"""The check of a document against the engine: a right value has no finding, a changed one is found on its line."""

import pytest

from tests.test_verify.miniatures import BROKEN, RIGHT, SILENT, WRONG_BY_ONE
from verify.check import check_documents
from verify.documents.files import Document


def check(*texts):
    return check_documents([Document(f"{n}.md", text) for n, text in enumerate(texts)])[0]


def told(text, level=("error", "warning")):
    return [(f.code, f.place.line, f.rule) for f in check(text).sorted() if f.level in level]


def codes(text, level=("error", "warning")):
    return [code for code, _, _ in told(text, level)]


def line_of(text, part):
    return text[: text.index(part)].count("\n") + 1


def test_a_right_document_has_no_error():
    report = check(RIGHT)
    assert codes(RIGHT, ("error",)) == []
    assert report.summary()["differs"] == 0
    assert report.summary()["agrees"] >= 7 * 2 + 6 + 3 * 6 + 2


def test_a_value_wrong_by_one_is_found_on_its_line_and_column():
    [finding] = [f for f in check(WRONG_BY_ONE).findings if f.level == "error"]
    assert (finding.code, finding.verdict) == ("RC201", "differs")
    assert finding.rule == "space/range-bands/short/attack-dm"
    assert (finding.expected, finding.actual, finding.source) == ("+1", "+2", "CRB 2016 p. 156")
    line = WRONG_BY_ONE.split("\n")[finding.place.line - 1]
    assert line[finding.place.column - 1 :].startswith("**+2**")


def test_a_document_about_something_else_has_no_findings():
    assert codes(SILENT) == []
    assert check(SILENT).summary()["agrees"] == 0
    assert "RC304" in codes(SILENT, ("note",))


def test_a_broken_document_is_read_as_far_as_possible():
    report = check(BROKEN)
    assert {"RC103"} <= {f.code for f in report.findings}
    assert report.summary()["agrees"] >= 1


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        ("| 11-1,250 km | 2 |", "| 11-1,251 km | 2 |", "RC201"),
        ("| 11-1,250 km | 2 |", "| 11-1,250 km | 3 |", "RC201"),
        ("| Long | 10,001", "| Long | 9,001", "RC201"),
        ("MCr0.5", "Cr0.5", "RC202"),
        ("MCr0.5", "MCr500,000", "RC201"),
        ("Cr150,000", "MCr0.16", "RC201"),
        ("| 4 | 1D |", "| 4 | 2D |", "RC201"),
        ("| 4 | 1D |", "| 4D | 1D |", "RC202"),
        ("AP 4", "AP 5", "RC201"),
        ("AP 4", "AP 4, Radiation", "RC201"),
        ("| 8 | Adjacent |", "| 8 | Long |", "RC201"),
        ("| 8 | Adjacent |", "| | Adjacent |", "RC308"),
        ("about 8.46", "about 8.47", "RC401"),
        ("from 7 to", "from 8 to", "RC401"),
        ("CRB p. 155-156", "CRB p. 165-166", "RC403"),
        ("| Medium | 1,251", "| Middle | 1,251", "RC306"),
        ("| Fusion Gun | 14 | Medium | 12 | 4D | MCr2 |", "| Death Ray | 5 | Long | 1 | 9D | MCr9 |", "RC303"),
    ],
)
def test_every_kind_of_change_is_found_on_its_line(was, now, code):
    text = RIGHT.replace(was, now)
    assert (code, line_of(text, now)) in [(c, line) for c, line, _ in told(text)]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("MCr0.5", "Cr500,000"),
        ("Cr150,000", "MCr0.15"),
        ("**+1**", "DM+1"),
        ("−2", "–2"),
        ("1,250", "1250"),
        ("More than 50,000 km", "50,001+ km"),
        ("1 km or less", "≤ 1 km"),
        ("10,001-25,000 km", "10,001 to 25,000 km"),
        ("AP 4", "AP(4)"),
        ("Very Long", "very_long"),
        ("| 1D |", "| 1D6 |"),
        ("Thrust to Change", "Thrust cost"),
    ],
)
def test_the_same_value_in_another_notation_agrees(was, now):
    assert codes(RIGHT.replace(was, now), ("error", "warning")) == codes(RIGHT, ("error", "warning"))


def test_a_row_that_is_missing_is_named():
    text = RIGHT.replace("| Long | 10,001-25,000 km | 10 |\n", "").replace("Long Range | −2", " | ")
    found = {f.expected: f for f in check(text).findings if f.code == "RC301" and f.rule == "space/range-bands"}
    assert (found["Long"].level, found["Long"].verdict) == ("warning", "missing")


def test_a_column_that_is_missing_is_a_note():
    text = "| Range Band | Distance |\n|---|---|\n| Short | 11-1,250 km |\n| Long | 10,001-25,000 km |\n"
    assert ("RC302", "note") in [(f.code, f.level) for f in check(text).findings]


def test_a_column_under_another_heading_is_recognised_by_its_values():
    assert codes(RIGHT.replace("Thrust to Change", "Burn"), ("error", "warning", "note")) == codes(
        RIGHT, ("error", "warning", "note")
    )
    text = RIGHT.replace("Thrust to Change", "Burn").replace("| 25,001-50,000 km | 25 |", "| 25,001-50,000 km | 26 |")
    assert ("RC201", line_of(text, "| 26 |")) in [(c, line) for c, line, _ in told(text)]


def test_a_wrong_value_says_which_misreading_it_may_be():
    slipped = RIGHT.replace("| Medium | 1,251-10,000 km | 5 |", "| Medium | 1,251-10,000 km | 2 |")
    [finding] = [f for f in check(slipped).findings if f.code == "RC201"]
    assert "2 is the value of Short" in finding.evidence
    misread = RIGHT.replace("| Short Range | **+1** |", "| Short Range | -2 |")
    [finding] = [f for f in check(misread).findings if f.code == "RC201"]
    assert any("known misreading" in line for line in finding.evidence)
    unit = RIGHT.replace("MCr0.5", "MCr500,000")
    [finding] = [f for f in check(unit).findings if f.code == "RC201"]
    assert "the number would be right in credits" in finding.evidence


def test_a_false_claim_says_what_it_would_be_right_for():
    text = "## High Yield\n\nHigh Yield: a 4.8% damage increase, not the 28.6% that +1D would give.\n"
    [finding] = [f for f in check(text).findings if f.level == "error"]
    assert finding.code == "RC401"
    assert "+1 point per die" in finding.message


def test_a_contested_value_is_never_a_plain_error():
    head = "## Critical hit effects\n\n| Location | Sev 1 | Sev 2 | Sev 3 | Sev 4 |\n|---|---|---|---|---|\n"
    rows = (
        "| Hull | 1D extra damage | {} extra damage | 4D extra damage | 5D extra damage |\n"
        "| Cargo | 10% cargo destroyed | 1D×10% cargo destroyed | 2D×10% cargo destroyed | All cargo destroyed |\n"
    )
    [finding] = [f for f in check(head + rows.format("2D")).findings if f.rule.endswith("hull/severity-2")]
    assert (finding.code, finding.verdict, finding.level) == ("RC208", "contested", "note")
    assert any("ruling 3" in line for line in finding.evidence)
    [finding] = [f for f in check(head + rows.format("9D")).findings if f.rule.endswith("hull/severity-2")]
    assert (finding.code, finding.level) == ("RC201", "error")


def test_documents_that_disagree_are_reported_with_every_statement_and_the_ruling():
    one = "# Sheet\n\n## Reactions\n\n- **Against.** Diving for cover helps against all attacks.\n"
    other = one.replace("all attacks", "ranged attacks only")
    found = [f for f in check(one, other).findings if f.code == "RC601"]
    assert [f.place.file for f in found] == ["1.md"]
    assert "ruling 30" in found[0].message
    assert any("0.md:5" in line for line in found[0].evidence)
    assert any("1.md:5" in line for line in found[0].evidence)


def test_an_edition_difference_is_a_note():
    sheet = "# Sheet\n\nFrom the Core Rulebook, {} Update.\n\n- Diving for cover helps against ranged attacks only.\n"
    assert "RC204" in codes(sheet.format("2022"), ("note",))
    assert "RC203" in codes(sheet.format("2016"), ("warning",))


def test_agreement_in_other_words_is_no_conflict():
    one = "## Ambush\n\nThe ambusher gets +6; the surprised party gets -6 on initiative.\n"
    other = "## Surprise\n\nThe aware side: DM+6. The unaware side: DM−6.\n"
    report = check(one, other)
    assert [f.code for f in report.findings if f.code == "RC601"] == []
    assert report.summary()["agrees"] >= 4


BANDS = "## Range bands\n\n| Range Band | Distance | Thrust to Change |\n|---|---|---|\n"
ROWS = (
    "| Adjacent | 1 km or less | 1 |\n| Close | 1-10 km | 1 |\n| Short | 11-1,250 km | 2 |\n"
    "| Medium | 1,251-10,000 km | 5 |\n| Long | 10,001-25,000 km | 10 |\n| Very Long | 25,001-50,000 km | 25 |\n"
    "| Distant | More than 50,000 km | 50 |\n"
)


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        ("11-1,250 km", "11-1,250 m", "RC202"),
        ("10,001-25,000 km", "10,001-25,000 miles", "RC202"),
        ("| 25,001-50,000 km | 25 |", "| 25,001-50,000 km | — |", "RC308"),
        ("| 25,001-50,000 km | 25 |", "| 25,001-50,000 km | lots |", "RC305"),
        ("1,251-10,000 km", "1,250-10,000 km", "RC206"),
        ("Thrust to Change", "Severity 7", "RC310"),
    ],
)
def test_changes_of_units_dashes_words_edges_and_headings_are_found(was, now, code):
    text = BANDS + ROWS
    assert codes(text) == []
    other = text.replace(was, now)
    assert (code, line_of(other, now)) in [(c, line) for c, line, _ in told(other)]


def test_a_row_that_is_missing_leaves_a_gap():
    text = (
        BANDS + ROWS.replace("| Short | 11-1,250 km | 2 |\n", "") + "\nSpacecraft: at Short range attacks have DM+1.\n"
    )
    found = [f for f in check(text).findings if f.code in ("RC301", "RC501")]
    assert {f.code for f in found} == {"RC301", "RC501"}
    assert any("Short (Distance, Thrust to Change)" in f.message for f in found)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("## Critical hits\n\nAn attack with Effect ≥ 6 that causes damage is a critical hit.", False),
        ("## Critical hits\n\nAn attack with Effect ≤ 6 that causes damage is a critical hit.", True),
        ("## Critical hits\n\nSeverity: damage ÷ 10, rounded up.", False),
        ("## Critical hits\n\nSeverity: damage × 10, rounded up.", True),
    ],
)
def test_a_changed_sign_is_found(text, wrong):
    assert ("RC202" in codes(text)) == wrong


def test_a_sentence_that_denies_a_rule_is_not_a_claim():
    stated = check("## Grappling\n\nThe loser is dragged up to 3 metres.\n")
    denied = check("## Grappling\n\nThe loser is not dragged up to 3 metres.\n")
    assert stated.summary()["agrees"] == 1
    assert denied.summary()["agrees"] == 0


def test_an_unaccounted_number_gets_a_note_if_the_rest_is_known():
    text = RIGHT + "\nThe referee wears a hat of size 57.\n"
    [finding] = [f for f in check(text).findings if f.code == "RC704"]
    assert (finding.level, finding.actual, finding.place.line) == ("note", "57", line_of(text, "size 57"))


def test_a_table_of_something_else_with_the_same_row_names_is_ignored():
    sensors = (
        "## Detection\n\n| Range | DM |\n|---|---|\n| Short | +3 |\n| Medium | +2 |\n| Long | -1 |\n| Distant | -9 |\n"
    )
    metres = "| Band | Distance |\n|---|---|\n| Short | 5-10 m |\n| Medium | 11-50 m |\n| Long | 51-250 m |\n"
    hits = "| System | Hits |\n|---|---|\n| Sensors | 2 |\n| Fuel | 3 |\n| Hull | 4 |\n"
    for text in (sensors, metres, hits):
        assert codes(text) == []


def test_the_old_misreading_is_found_even_where_every_value_is_wrong():
    text = "## Combat\n\n| Range | DM |\n|---|---|\n| Short | -2 |\n| Medium | -4 |\n| Long | -6 |\n| Distant | -10 |\n"
    assert codes(text, ("error",)) == ["RC201"] * 4


def test_a_declared_house_rule_is_no_error():
    assert codes("In our game a combat round lasts 10 seconds.\n") == []
    assert codes("## House rules\n\nA combat round lasts 10 seconds.\n") == []
    assert codes("A combat round lasts 10 seconds.\n") == ["RC201"]


def test_a_document_on_another_game_gets_notes_only():
    text = "# D&D notes\n\nA combat round lasts 7 seconds.\n"
    assert codes(text) == ["RC108"]
    assert codes(text + "\nNot Traveller.\n") == ["RC201"]


def test_another_game_that_is_only_mentioned_changes_nothing():
    assert "RC201" in codes(WRONG_BY_ONE + "\nUnlike D&D, there are no hit points.\n", ("error",))


def test_struck_out_or_hidden_text_states_nothing():
    assert codes("~~A combat round lasts 7 seconds.~~ <!-- A combat round lasts 8 seconds. -->\n") == []


def test_a_row_that_starts_with_one_band_and_states_another_is_found():
    fates = "| 2D + DM | Result |\n|---|---|\n| 1 or less | Destroyed gruesomely. |\n| 2 to 3 | Killed outright. |\n"
    fates += "| 4 to 5 | Die without prompt medical attention. Gain a disability. |\n"
    fates += "| 10 to 11 | Survive without assistance and make a full recovery with care. |\n"
    assert "RC306" not in codes(fates)
    swapped = (
        fates.replace("Destroyed gruesomely", "X")
        .replace("Killed outright", "Destroyed gruesomely")
        .replace("X.", "Killed outright.")
    )
    assert "RC306" in codes(swapped)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The chance of rolling 8+ on 2D is 41.7%.", True),
        ("The chance of rolling 8+ on 2D is 50%.", False),
        ("The chance of rolling 8+ on 2D with a Boon is 68.1%.", True),
        ("The chance of rolling 8+ on 2D with a Boon is 75%.", False),
        ("With a Boon the average roll is 8.46.", True),
        ("With a Boon the average roll is 9.5.", False),
    ],
)
def test_chances_and_means_are_worked_out(text, right):
    assert bool(codes(text, ("error",))) != right


def test_a_price_may_have_its_unit_behind_it_or_in_the_heading_of_people_who_leave_it_out():
    table = "| Weapon | TL | Cost |\n|---|---|---|\n| Beam Laser | 10 | {} |\n"
    table += "| Fusion Gun | 14 | 2 MCr |\n| Railgun | 10 | 1,000,000 |\n"
    for cost in ("0.5 MCr", "0.5", "500,000", "Cr500,000"):
        assert codes(table.format(cost), ("error",)) == []
        assert codes(table.format(cost).replace("Cost", "Price (MCr)"), ("error",)) == []
    assert codes(table.format("0.6"), ("error",)) == ["RC201"]


def test_a_value_of_no_source_is_an_error_even_on_a_contested_rule():
    assert codes((BANDS + ROWS).replace("| 1 km or less |", "| 9 km or less |"), ("error",)) != []


@pytest.mark.parametrize(
    "text",
    [
        "## Range DMs\n\n- Short: +1\n- Medium: 0\n- Long: -2\n- Very Long: {}\n- Distant: -6\n",
        "## Space range modifiers\n\nShort +1\nMedium +0\nLong -2\nVery Long {}\nDistant -6\n",
        "## Range DM\n\n* **Short** = +1\n* **Medium** = +0\n* **Long** = -2\n* **Very Long** = {}\n",
    ],
)
def test_a_list_of_names_and_values_is_a_table(text):
    assert codes(text.format("-4"), ("error",)) == []
    wrong = text.format("-5")
    assert ("RC201", line_of(wrong, "-5"), "space/range-bands/very-long/attack-dm") in told(wrong)


def test_a_row_may_have_another_name():
    table = "## Combat modifiers\n\n| What | DM |\n|---|---|\n| Aimed (per Minor Action) | +1 |\n"
    table += "| Target moving fast | -1 |\n| Two weapons at once | -2 |\n| Target is prone | -1 |\n"
    report = check(table)
    assert report.summary()["agrees"] == 4
    assert codes(table) == []


def test_a_row_that_stands_twice_is_compared_twice():
    table = "| Cover | Bonus Armour |\n|---|---|\n| Vegetation | +2 |\n| Stone Wall | +8 |\n| Vegetation | +3 |\n"
    assert ("RC201", 5, "personal/cover/vegetation") in told(table)


@pytest.mark.parametrize(
    ("printed", "meant"), [("+2o", "+20"), ("+2О", "+20"), ("+2٠", "+20"), ("‑20", "-20")], ids=["o", "О", "٠", "‑"]
)
def test_letters_and_digits_of_other_scripts_in_a_number_are_reconstructed(printed, meant):
    table = "| Cover | Bonus Armour |\n|---|---|\n| Vegetation | +2 |\n| Stone Wall | +8 |\n| Fortifications | {} |\n"
    found = [f for f in check(table.format(printed)).findings if f.place.line == 5]
    if meant == "+20":
        assert [f.code for f in found] == ["RC104"]
        assert "`+20`" in found[0].message
    else:
        assert [(f.code, f.actual) for f in found] == [("RC201", "-20")]


def test_tables_in_a_block_of_code_are_read_and_its_numbers_counted():
    table = "| Cover | Bonus Armour |\n|---|---|\n| Vegetation | +2 |\n| Stone Wall | +9 |\n"
    text = f"Code:\n\n```\n{table}limit = 57\n```\n"
    assert ("RC201", 7, "personal/cover/stone-wall") in told(text)
    assert check(text).unclaimed == 1


def test_text_ignored_as_a_house_rule_gets_a_note():
    assert "RC109" in codes("## House rules\n\nA combat round lasts 10 seconds.\n", ("note",))
    assert codes("## Rounds (no house rules here)\n\nA combat round lasts 10 seconds.\n") == ["RC201"]


def test_a_dash_is_right_where_the_book_has_nothing():
    table = "| Mount | TL | Power | Tons | Cost |\n|---|---|---|---|---|\n| Fixed Mount | — | {} | — | MCr0.1 |\n"
    table += "| Single Turret | 7 | 1 | 1 | MCr0.2 |\n"
    assert codes(table.format("—"), ("error",)) == []


def test_a_column_under_a_bare_unit_is_the_price():
    table = "| Mount | MCr |\n|---|---|\n| Fixed Mount | 0.1 |\n| Single Turret | 0.2 |\n| Double Turret | 0.6 |\n"
    assert ("RC201", 5, "ship/mounts/double-turret/cost") in told(table)


def test_words_behind_a_band_a_dash_for_a_word_and_a_plus_behind_the_unit_are_read():
    quarters = "| Quarters | Tons | Occupants |\n|---|---|---|\n| Standard Stateroom | 4 | {} |\n"
    quarters += "| Low Berth | 0.5 | 1 frozen |\n"
    assert codes(quarters.format("1-2 crew"), ("error",)) == []
    assert codes(quarters.format("1-3 crew"), ("error",)) == ["RC201"]
    weapons = "| Weapon | TL | Damage |\n|---|---|---|\n| Sandcaster | 9 | — |\n| Railgun | 10 | {} |\n"
    assert codes(weapons.format("2D"), ("error",)) == []
    assert codes(weapons.format("—"), ("error",)) == ["RC308"]
    assert codes((BANDS + ROWS).replace("More than 50,000 km", "50,001km+")) == []
    assert codes((BANDS + ROWS).replace("More than 50,000 km", "50,000km+")) == ["RC206"]


def test_several_processes_give_the_same_report(monkeypatch):
    documents = [Document(f"{n}.md", WRONG_BY_ONE if n % 3 else RIGHT) for n in range(6)]
    alone, _ = check_documents(documents)
    monkeypatch.setattr("verify.check.MANY", 2)
    monkeypatch.setattr("verify.check.cpu_count", lambda: 2)
    shared, _ = check_documents(documents)
    assert shared.sorted() == alone.sorted()
    assert shared.summary() == alone.summary()


def test_without_processes_documents_are_checked_one_by_one(monkeypatch):
    def refuse(*_, **__):
        raise OSError("no processes")

    monkeypatch.setattr("verify.check.MANY", 2)
    monkeypatch.setattr("verify.check.cpu_count", lambda: 2)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    report, _ = check_documents([Document(f"{n}.md", WRONG_BY_ONE) for n in range(3)])
    assert report.files == 3
    assert sum(f.level == "error" for f in report.findings) == 3


def test_a_fingerprint_depends_on_the_value_and_not_on_the_line():
    def prints(text):
        return {f.fingerprint for f in check_documents([Document("x", text)])[0].findings if f.level == "error"}

    assert prints(WRONG_BY_ONE) == prints("# One more line\n\n" + WRONG_BY_ONE)
    assert prints(WRONG_BY_ONE) != prints(WRONG_BY_ONE.replace("**+2**", "**+3**"))
