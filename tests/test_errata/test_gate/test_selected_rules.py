"""`gate --rule`: only some rules count, in findings, fixes, the baseline, suppressions and bound tables."""

import pytest

from tests.test_errata.command import run_here
from tests.test_errata.gates import BEAM, SHORT, decide, run, with_baseline, with_comment
from tests.test_errata.vtts import RIGHT, WRONG, write


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (("space/range-bands",), [SHORT]),
        (("ship/*",), [BEAM]),
        (("ship/*", "*/short/*"), [BEAM, SHORT]),
        (("space/range-bands/long",), []),
    ],
)
def test_findings_of_other_rules_do_not_count(tmp_path, rules, found):
    assert decide(write(tmp_path, WRONG), rules=rules)[:2] == (int(bool(found)), found)


def test_a_rule_that_the_code_does_not_state_fails_since_nothing_was_checked(tmp_path):
    assert [code for code, *_ in decide(write(tmp_path, RIGHT), rules=("personal/*",))[1]] == ["RC906"]


def test_a_rule_that_does_not_exist_is_refused_with_the_nearest(tmp_path):
    code, _, message = run(write(tmp_path, RIGHT), "--rule", "space/range-bnads")
    assert code == 2
    assert "no rule has an id like 'space/range-bnads*'" in message


def test_a_file_that_cannot_be_read_counts_for_every_rule(tmp_path):
    broken = '{"rangeDM": {"short": 1, "medium": 0, "long": -2'
    code, found, _ = decide(write(tmp_path, RIGHT | {"data/x.json": broken}), rules=("ship/*",))
    assert (code, [code for code, *_ in found]) == (1, ["RC110"])


def test_only_selected_rules_are_fixed(tmp_path):
    write(tmp_path, WRONG)
    code, patch, _ = run(tmp_path, "--rule", "ship/*", "--diff")
    assert code == 1
    assert "combat.js" not in patch
    assert run(tmp_path, "--rule", "ship/*", "--fix")[0] == 0
    assert (tmp_path / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]
    assert (tmp_path / "data/weapons.json").read_text(encoding="utf-8") == RIGHT["data/weapons.json"]


@pytest.mark.parametrize(
    "words",
    [
        ("gate", "--rule", "*/short/*"),
        ("errata", ".", "--rule", "*/short/*"),
        ("errata", ".", "--only", "differs"),
        ("gate",),
    ],
)
def test_a_fix_takes_the_notation_of_its_column_from_values_of_other_rules_too(tmp_path, words):
    table = "const RANGE_DM = { close: '+0', short: '%s', medium: '+0', long: '-2', distant: '-6' };"
    write(tmp_path, RIGHT | {"a.js": table % "-2"})
    run_here(*words, "--fix", cwd=tmp_path)
    assert (tmp_path / "a.js").read_text(encoding="utf-8") == table % "+1"


def test_stale_entries_of_other_rules_are_no_complaint_and_stay(tmp_path):
    vtt = with_baseline(tmp_path, WRONG)
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    assert decide(vtt, rules=("ship/*",))[:2] == (0, [])
    assert [len(decide(vtt, rules=rules)[2].gone) for rules in (("ship/*",), ("space/*",))] == [0, 1]
    assert decide(vtt, rules=("ship/*",), update=True)[0] == 0
    assert "short" in (vtt / "rawcheck-baseline.jsonl").read_text(encoding="utf-8")
    assert decide(vtt, rules=("space/*",), update=True)[0] == 0
    assert decide(vtt)[:2] == (0, [])


UNUSED = '// rawcheck: house "Ours"'
SUPPRESSION = '[[suppress]]\nfile = "src/*.js"\nrule = "space/range-bands/short/attack-dm"\nreason = "Ours"\n'


@pytest.mark.parametrize(
    "files",
    [
        with_comment(UNUSED, value=1),
        with_comment('// rawcheck: house space/range-bands "Ours"', value=1),
        with_comment('// rawcheck: house RC203 "Ours"', value=1),
        RIGHT | {"rawcheck.toml": SUPPRESSION},
    ],
    ids=["of any rule", "of a rule", "of a code", "in the configuration"],
)
def test_an_unused_suppression_is_reported_for_the_rules_that_it_is_about(tmp_path, files):
    write(tmp_path, files)
    assert [code for code, *_ in decide(tmp_path, rules=("space/range-bands/short",))[1]] == ["RC902"]
    assert decide(tmp_path, rules=("ship/*",))[:2] == (0, [])


def test_a_suppression_that_another_rule_uses_is_not_reported(tmp_path):
    table = f"{UNUSED}\nconst RANGE_DM = {{ adjacent: 0, close: 0, short: -2, medium: 0, long: -2, distant: -6 }};"
    write(tmp_path, RIGHT | {"a.js": table})
    assert decide(tmp_path, rules=("space/range-bands/long",))[:2] == (0, [])


def test_a_suppression_that_cannot_be_parsed_is_reported_whatever_rules_are_selected(tmp_path):
    write(tmp_path, with_comment("// rawcheck: house"))
    assert [code for code, *_ in decide(tmp_path, rules=("ship/*",))[1]] == ["RC903"]


@pytest.mark.parametrize("rule", ["space/range-bands", "space/range-bands/attack-dm", "none"])
def test_a_bound_table_of_other_rules_may_be_missing(tmp_path, rule):
    settings = f'[[table]]\nfile = "src/combat.js"\nat = "GONE"\nrule = "{rule}"\n'
    write(tmp_path, RIGHT | {"rawcheck.toml": settings})
    assert decide(tmp_path, rules=("ship/*",))[:2] == (0, [])
    expected = [] if rule == "none" else ["RC905"]
    assert [code for code, *_ in decide(tmp_path, rules=("space/range-bands/short",))[1]] == expected
