"""Faults and rubbish: a message, the file, the right exit code, and never a traceback."""

import os
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine.errors import RawcheckError
from errata.gate import Asked, gate
from tests.test_errata.gates import asked, meant, run, with_baseline
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_a_reader_that_fails_is_told_with_its_file_and_ends_with_2_whatever_the_baseline_says(tmp_path, monkeypatch):
    write(tmp_path, RIGHT)

    def fails(data, name, wanted):
        raise TypeError("a slip of ours")

    monkeypatch.setattr("errata.readers.json.read", fails)
    report, code = gate(str(tmp_path), Asked(cached=False, update=True), lambda _: lambda: None)
    [finding] = [f for f in report.findings if f.level == "error"]
    assert (code, finding.code, finding.place.file) == (2, "RC111", "data/weapons.json")
    assert "TypeError: a slip of ours" in finding.message


def test_an_internal_error_says_so_without_a_traceback(tmp_path, monkeypatch, capsys):
    from errata import cli

    def fails(*_):
        raise KeyError("what")

    monkeypatch.setattr("errata.gate.gate", fails)
    monkeypatch.setattr("sys.argv", ["rawcheck", "gate", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    told = capsys.readouterr()
    assert left.value.code == 2
    assert told.err.startswith("rawcheck: an internal error: KeyError: 'what' (test_faults.py:")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_checkout_that_cannot_be_written_is_checked_and_an_update_says_why_not(tmp_path):
    write(tmp_path, WRONG)
    tmp_path.chmod(0o555)
    try:
        assert run(tmp_path)[0] == 1
        code, _, told = run(tmp_path, "--update-baseline")
        assert (code, told) == (2, "rawcheck: cannot write rawcheck-baseline.jsonl: permission denied\n")
    finally:
        tmp_path.chmod(0o755)


def test_a_run_that_is_killed_while_it_writes_leaves_the_old_file(tmp_path, monkeypatch):
    vtt = with_baseline(tmp_path, WRONG)
    before = (vtt / "rawcheck-baseline.jsonl").read_bytes()

    def killed(*_):
        raise KeyboardInterrupt

    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    names = {path.name for path in vtt.iterdir()}
    monkeypatch.setattr("errata.writing.os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        asked(vtt, update=True, cached=False)
    assert (vtt / "rawcheck-baseline.jsonl").read_bytes() == before
    assert {path.name for path in vtt.iterdir()} == names


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_windows_line_ends_change_nothing(tmp_path, ends):
    files = {name: text.replace("\n", ends).encode() for name, text in meant('// rawcheck: house "Ours"').items()}
    assert asked(write(tmp_path, files))[:2] == (0, [])


@given(
    settings=st.text(max_size=80),
    remark=st.text(max_size=60),
    entry=st.text(max_size=60),
    source=st.binary(max_size=200),
)
@hypothesis_settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rubbish_gives_a_message_and_never_a_traceback(tmp_path, settings, remark, entry, source):
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
        _, code = gate(str(tmp_path), Asked(cached=False), lambda _: lambda: None)
    assert code in (0, 1)
