"""`rawcheck odds`: rolls, checks and attacks, as text and as JSON."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.test_errata.command import rawcheck

D6 = range(1, 7)


def told(*words):
    run = rawcheck("odds", *words, "--format", "json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


ATTACK = ["attack", "--weapon", "pulse laser", "--mount", "triple turret", "--range", "short"]
ATTACK += ["--gunner", "1", "--armour", "4", "--lock"]


def test_a_boon_reaches_eight_in_49_of_72():
    run = rawcheck("odds", "2D boon", "--at-least", "8")
    assert run.returncode == 0
    first, second, *rest = run.stdout.splitlines()
    assert first == "8 or more: 68.1 % (49/72)"
    assert second == "2D boon: mean 203/24 ≈ 8.46, sd 2.21, from 2 to 12"
    assert len(rest) == 2 + 11
    assert all(len(line) <= 80 for line in run.stdout.splitlines())


def test_the_json_of_a_roll_holds_fractions_as_strings():
    answer = told("2D boon", "--at-least", "8")
    assert list(answer) == ["expr", "mean", "sd", "min", "max", "pmf", "chance"]
    assert (answer["expr"], answer["mean"], answer["min"], answer["max"]) == ("2D boon", "203/24", 2, 12)
    assert answer["pmf"]["2"] == "1/216"
    assert sum(map(Fraction, answer["pmf"].values())) == 1
    assert answer["chance"] == "49/72"
    variance = sum(Fraction(c) * (int(v) - Fraction(203, 24)) ** 2 for v, c in answer["pmf"].items())
    assert abs(Fraction(answer["sd"]) ** 2 - variance) < Fraction(1, 10**10)


@pytest.mark.parametrize(
    ("option", "expected"),
    [("--at-least", Fraction(5, 12)), ("--at-most", Fraction(13, 18)), ("--exactly", Fraction(5, 36))],
)
def test_a_chance_can_be_asked_in_three_ways(option, expected):
    assert Fraction(told("2D", option, "8")["chance"]) == expected


def test_without_a_target_there_is_no_chance():
    assert told("2D")["chance"] is None


def test_an_attack_is_what_rolling_every_die_says():
    answer = told(*ATTACK)
    assert list(answer) == ["hit", "mean_damage", "critical", "damage", "severity", "book"]
    damage, severity = Counter(), Counter()
    for a, b, c, d, e in product(D6, repeat=5):
        effect = sum(sorted((a, b, c))[1:]) + 1 + 2 + 1 - 8
        dealt = max(0, d + e + 4 + effect - 4) if effect >= 0 else 0
        damage[dealt] += 1
        if effect >= 6 and dealt:
            severity[-(-dealt // 10)] += 1
    assert {int(v): Fraction(c) for v, c in answer["damage"].items()} == {
        v: Fraction(n, 6**5) for v, n in damage.items()
    }
    assert {int(v): Fraction(c) for v, c in answer["severity"].items()} == {
        v: Fraction(n, 6**5) for v, n in severity.items()
    }
    assert Fraction(answer["critical"]) == Fraction(sum(severity.values()), 6**5)
    assert Fraction(answer["mean_damage"]) == Fraction(sum(v * n for v, n in damage.items()), 6**5)
    assert Fraction(answer["hit"]) == Fraction(212, 216)


def test_the_text_of_an_attack_gives_results_first_and_then_reasons():
    lines = rawcheck("odds", *ATTACK).stdout.splitlines()
    assert lines[0] == "hit 98.1 %, mean hull damage 11.35, critical 35.6 %"
    assert "DMs: Gunner +1, Pulse Laser +2, Short range +1" in lines
    assert "Damage: 2D+4 + Effect - armour 4 (HG 2022 p. 28)" in lines
    assert all(len(line) <= 80 for line in lines)


def test_the_default_is_a_single_turret_and_skill_0():
    answer = told("attack", "--weapon", "pulse laser")
    assert Fraction(answer["hit"]) == Fraction(26, 36)
    assert max(map(int, answer["damage"])) == 12 + 6


def test_an_ion_cannon_shows_lost_power():
    answer = told("attack", "--weapon", "ion cannon", "--gunner", "2")
    assert answer["mean_damage"] == "0"
    assert Fraction(answer["mean_power"]) == Fraction(26, 36) * 3 * Fraction(49, 2)
    assert answer["rounds"]["3"] == "1/108"
    assert rawcheck("odds", "attack", "--weapon", "ion cannon").stdout.startswith("hit 41.7 %, mean Power lost 30.63")


def test_editions_play_differently():
    old, new = (told(*ATTACK, "--edition", year)["hit"] for year in ("2016", "2022"))
    assert (Fraction(old), Fraction(new)) == (Fraction(212, 216), Fraction(36, 36))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["1000000D"], "the limit is 200"),
        (["2D+x"], "  2D+x\n     ^\naccepted: 2D"),
        (["2D", "--gunner", "1"], "--gunner can only go with an attack"),
        (["2D", "--at-least", "8", "--at-most", "9"], "ask for one chance at a time"),
        (["attack"], "an attack needs a weapon"),
        (["attack", "--weapon", "puls laser"], "did you mean Pulse Laser"),
        (["attack", "pulse laser", "--weapons", "0"], "holds 1 weapon, not 0"),
        (["attack", "pulse laser", "--armour", "-3"], "armour is not below 0"),
        (["attack", "--weapon", "beam laser", "--range", "distant"], "Beam Laser reaches Medium, not Distant"),
        (["2D", "--output", "/no/such/folder/x"], "cannot write /no/such/folder/x"),
    ],
)
def test_a_usage_error_gets_a_message_and_exit_code_2(words, message):
    run = rawcheck("odds", *words)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("rawcheck: ")
    assert message in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["2D", "boon", "--at-least", "8"], "8 or more: 68.1 % (49/72)"),
        (["2D", "8+"], "8 or more: 41.7 % (5/12)"),
        (["2D>=8"], "8 or more: 41.7 % (5/12)"),
        (["attack", "pulse", "laser"], "hit 72.2 %, mean hull damage 6.61, critical 2.8 %"),
        (
            ["attack", "pulse", "--mount", "triple", "--range", "short range", "--at-least", "10"],
            "10 or more hull damage: ",
        ),
    ],
)
def test_common_spellings_of_a_roll_are_understood(words, first):
    run = rawcheck("odds", *words)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(first)


def test_misses_are_counted_apart_from_hits_that_armour_stops():
    lines = rawcheck("odds", "attack", "beam laser", "--armour", "9").stdout.splitlines()
    rows = {line.split()[0]: line.split()[1] for line in lines if "%  " in line}
    assert (rows["miss"], rows["0"]) == ("8.3", "75.5")


def test_the_armour_left_by_ap_is_shown():
    assert "- armour 4 left by AP 4 " in rawcheck("odds", "attack", "railgun", "--armour", "8").stdout


def test_the_output_names_the_rulebook():
    assert "; CRB 2022" in rawcheck("odds", *ATTACK, "--edition", "2022").stdout
    assert told(*ATTACK, "--edition", "2022")["book"] == "CRB 2022"


def test_no_line_is_wider_than_eighty_columns():
    every = ["--dex-dm", "1", "--fire-control", "2", "--evasion", "1", "--dm", "1", "--advantage", "accurate"]
    for words in ([*ATTACK, *every], ["50D boon", "--at-least", "180"], ["200D"], ["199D×1000"]):
        run = rawcheck("odds", *words)
        assert max(map(len, run.stdout.splitlines())) <= 80, words


def test_a_terminal_without_block_characters_gets_number_signs():
    run = rawcheck("odds", "2D boon", PYTHONIOENCODING="ascii")
    assert run.returncode == 0
    assert "####" in run.stdout
    assert run.stdout.isascii()


def test_a_wide_distribution_is_plotted_in_steps():
    lines = rawcheck("odds", "100D×10").stdout.splitlines()
    assert len(lines) < 45
    assert lines[0] == "100D×10: mean 3,500, sd 170.78, from 1,000 to 6,000"


def test_the_plot_shows_each_face_of_d66():
    rows = rawcheck("odds", "D66").stdout.splitlines()[3:]
    assert [int(row.split()[0]) for row in rows] == [10 * a + b for a, b in product(D6, repeat=2)]


def test_an_absurd_dm_is_refused():
    for dm in ("1000000000", "100000000000000000000"):
        run = rawcheck("odds", "attack", "pulse laser", "--gunner", dm)
        assert (run.returncode, run.stdout) == (2, "")
        assert "the limit is 200,000" in run.stderr


def test_help_names_the_edition_that_is_played_where_none_is_asked_for():
    assert "[auto: 2016]" in " ".join(rawcheck("odds", "--help").stdout.split())
    assert told(*ATTACK) == told(*ATTACK, "--edition", "2016")
