"""`rawcheck dice`: claims about dice, seeds, and rolls from a log."""

import json

import pytest

from tests.test_errata.command import rawcheck


def test_dice_lists_each_claim_with_its_exact_value():
    run = rawcheck("dice", "--departure", "0.05")
    assert run.returncode == 0
    assert "all agree" in run.stdout.split("\n")[0]
    assert "203/24" in run.stdout
    assert "one run in 1,000,000" in " ".join(run.stdout.split())
    assert max(map(len, run.stdout.split("\n"))) <= 80


def test_dice_reports_a_wrong_printed_value(tmp_path):
    sheet = tmp_path / "sheet.md"
    sheet.write_text("A Boon lifts the mean of 2D from 7 to about 8.64.\n")
    run = rawcheck("dice", sheet, "--departure", "0.05", "--format", "json")
    assert run.returncode == 1
    [boon] = [claim for claim in json.loads(run.stdout)["claims"] if claim["id"] == "dice/boon/mean"]
    assert boon["verdict"] == "printed value is wrong"
    assert boon["exact"] == "203/24"


def test_a_seed_gives_the_same_rolls_again():
    first, second, other = (
        rawcheck("dice", "--departure", "0.1", "--format", "json", "--seed", seed).stdout for seed in (1, 1, 2)
    )
    assert first == second != other


def test_rolls_from_a_log_are_tested(tmp_path):
    log = tmp_path / "log.txt"
    log.write_text("# a remark\n7, 8 6\n13\n")
    run = rawcheck("dice", "--rolls", log, "--of", "2D")
    assert run.returncode == 1
    assert "impossible: 13 as roll 4" in run.stdout
    log.write_text("7 8 6 9 5 7 3 11 8 6\n")
    assert rawcheck("dice", "--rolls", log).returncode == 0


@pytest.mark.parametrize(
    ("text", "words", "part"),
    [
        ("seven", [], "line 1: 'seven' is no roll"),
        ("", [], "holds no rolls"),
        ("7 8", ["--of", "banana"], "banana"),
        ("7 8", ["--all"], "--of and --format only"),
    ],
)
def test_rolls_that_cannot_be_tested_are_refused_with_a_reason(tmp_path, text, words, part):
    log = tmp_path / "log.txt"
    log.write_text(text)
    run = rawcheck("dice", "--rolls", log, *words)
    assert run.returncode == 2
    assert part in run.stderr
    assert "Traceback" not in run.stderr
