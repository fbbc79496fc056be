"""The decision of the gate: what passes, what fails, and what cannot be decided."""

import subprocess
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine.errors import RawcheckError
from errata.gate.decision import GateOptions, gate
from tests.test_errata.command import RAWCHECK
from tests.test_errata.gates import BEAM, SHORT, decide, repository, run
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_a_right_codebase_passes_and_a_wrong_one_fails(tmp_path):
    assert decide(write(tmp_path / "right", RIGHT))[:2] == (0, [])
    code, found, _ = decide(write(tmp_path / "wrong", WRONG))
    assert (code, set(found)) == (1, {BEAM, SHORT})
    code, printed, _ = run(tmp_path / "wrong")
    assert code == 1
    assert printed.startswith("FAILED: 2 errors\n")
    code, printed, _ = run(tmp_path / "right")
    assert (code, printed.split("\n")[0]) == (0, "Passed: no new errors")


def test_a_codebase_with_no_recognised_table_fails(tmp_path):
    write(tmp_path, {"a.js": "const x = 1;"})
    assert decide(tmp_path)[1] == [("RC906", "", "")]


def test_a_gate_on_a_subfolder_uses_and_keeps_the_entries_of_the_whole(tmp_path):
    meant_one = '[[suppress]]\nfile = "a/data/weapons.json"\nrule = "ship/turret-weapons"\nreason = "Ours"\n'
    write(tmp_path / "a", WRONG)
    write(tmp_path / "b", WRONG)
    write(tmp_path, {"rawcheck.toml": meant_one})
    assert decide(tmp_path, update=True)[0] == 0
    before = (tmp_path / "rawcheck-baseline.jsonl").read_bytes()
    assert decide(tmp_path / "a")[:2] == (0, [])
    assert decide(tmp_path / "b")[:2] == (0, [])
    assert decide(tmp_path / "a/src/combat.js")[:2] == (0, [])
    assert decide(tmp_path / "a", update=True)[0] == 0
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
def test_nothing_is_written_if_the_request_is_refused(tmp_path, words):
    vtt = repository(tmp_path, WRONG)
    assert run(vtt, *words)[0] == 2
    assert not (vtt / "rawcheck-baseline.jsonl").exists()
    assert (vtt / "src/combat.js").read_text(encoding="utf-8") == WRONG["src/combat.js"]


@pytest.mark.parametrize(("files", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_the_exit_code_holds_even_if_the_reader_of_the_output_closes_it(tmp_path, files, code):
    write(tmp_path, files)
    piped = f"set -o pipefail; {RAWCHECK} gate --level note | true; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", piped], cwd=tmp_path, check=False).returncode == code


def test_a_crashing_reader_is_reported_with_its_file_and_exit_code_2(tmp_path, monkeypatch):
    write(tmp_path, RIGHT)

    def fails(data, name, wanted):
        raise TypeError("a slip of ours")

    monkeypatch.setattr("errata.readers.json.read", fails)
    report, code = gate(str(tmp_path), GateOptions(cached=False, update=True), lambda _: lambda: None)
    [finding] = [f for f in report.findings if f.level == "error"]
    assert (code, finding.code, finding.place.file) == (2, "RC111", "data/weapons.json")
    assert "TypeError: a slip of ours" in finding.message


@given(
    settings=st.text(max_size=80),
    remark=st.text(max_size=60),
    entry=st.text(max_size=60),
    source=st.binary(max_size=200),
)
@hypothesis_settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rubbish_is_refused_with_a_message_and_no_traceback(tmp_path, settings, remark, entry, source):
    files = {
        "rawcheck.toml": settings.encode("utf-8", "replace"),
        "rawcheck-baseline.jsonl": entry.encode("utf-8", "replace"),
        "src/a.js": b"const RANGE_DM = { close: 0, short: -2, medium: 0, long: -2 }; // rawcheck: "
        + remark.encode("utf-8", "replace"),
        "src/b.js": b"const WEAPONS = [{ name: 'Pulse Laser', damage: " + source,
    }
    write(tmp_path, files)
    code = 0
    with suppress(RawcheckError):
        _, code = gate(str(tmp_path), GateOptions(cached=False), lambda _: lambda: None)
    assert code in (0, 1)


def test_a_gate_never_overwrites_its_own_input(tmp_path):
    settings = 'house = "house.md"\n'
    write(tmp_path, RIGHT | {"rawcheck.toml": settings, "house.md": "# House rules\n\nShort range: +2 instead of +1\n"})
    for name in ("rawcheck.toml", "house.md", "./src/../rawcheck-baseline.jsonl"):
        assert run(tmp_path, "--output", name)[::2] == (2, f"rawcheck: cannot write {name}: the gate reads that file\n")
    assert (tmp_path / "rawcheck.toml").read_text(encoding="utf-8") == settings
