"""The gate in made repositories: what is new fails; what was there before, or is meant, does not get in the way."""

import subprocess

import pytest

from tests.test_errata.gates import BEAM, RAWCHECK, SHORT, asked, repository, run
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_a_right_codebase_passes_and_a_wrong_one_fails(tmp_path):
    assert asked(write(tmp_path / "right", RIGHT))[:2] == (0, [])
    code, found, _ = asked(write(tmp_path / "wrong", WRONG))
    assert (code, set(found)) == (1, {BEAM, SHORT})
    code, printed, _ = run(tmp_path / "wrong")
    assert code == 1
    assert printed.startswith("FAILED: 2 errors\n")
    code, printed, _ = run(tmp_path / "right")
    assert (code, printed.split("\n")[0]) == (0, "passed: nothing new from error up")


def test_a_codebase_in_which_nothing_is_recognised_fails(tmp_path):
    write(tmp_path, {"a.js": "const x = 1;"})
    assert asked(tmp_path)[1] == [("RC906", "", "")]


def test_a_path_below_the_configuration_knows_its_entries_and_leaves_the_others_alone(tmp_path):
    meant_one = '[[suppress]]\nfile = "a/data/weapons.json"\nrule = "ship/turret-weapons"\nreason = "Ours"\n'
    write(tmp_path / "a", WRONG)
    write(tmp_path / "b", WRONG)
    write(tmp_path, {"rawcheck.toml": meant_one})
    assert asked(tmp_path, update=True)[0] == 0
    before = (tmp_path / "rawcheck-baseline.jsonl").read_bytes()
    assert asked(tmp_path / "a")[:2] == (0, [])
    assert asked(tmp_path / "b")[:2] == (0, [])
    assert asked(tmp_path / "a/src/combat.js")[:2] == (0, [])
    assert asked(tmp_path / "a", update=True)[0] == 0
    assert (tmp_path / "rawcheck-baseline.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ("--fix", "--changed-since", "nosuch"),
        ("--update-baseline", "--changed-since", "nosuch"),
        ("--fix", "--output", "no/such/folder.txt"),
        ("--fix", "--update-baseline"),
        ("--diff", "--update-baseline"),
    ],
)
def test_nothing_is_written_where_what_is_asked_cannot_be_done(tmp_path, words):
    vtt = repository(tmp_path, WRONG)
    assert run(vtt, *words)[0] == 2
    assert not (vtt / "rawcheck-baseline.jsonl").exists()
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]


@pytest.mark.parametrize(("files", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_what_was_found_decides_even_if_nobody_reads_it(tmp_path, files, code):
    write(tmp_path, files)
    piped = f"set -o pipefail; {RAWCHECK} gate --level note | true; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", piped], cwd=tmp_path, check=False).returncode == code
