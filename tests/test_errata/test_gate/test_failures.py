"""Faults and rubbish: a message, the file, the right exit code, and never a traceback."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine.errors import RawcheckError
from errata.gate.decision import GateOptions, gate
from tests.test_errata.gates import RAWCHECK, asked, git, meant, repository, run, with_baseline
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_a_reader_that_fails_is_told_with_its_file_and_ends_with_2_whatever_the_baseline_says(tmp_path, monkeypatch):
    write(tmp_path, RIGHT)

    def fails(data, name, wanted):
        raise TypeError("a slip of ours")

    monkeypatch.setattr("errata.readers.json.read", fails)
    report, code = gate(str(tmp_path), GateOptions(cached=False, update=True), lambda _: lambda: None)
    [finding] = [f for f in report.findings if f.level == "error"]
    assert (code, finding.code, finding.place.file) == (2, "RC111", "data/weapons.json")
    assert "TypeError: a slip of ours" in finding.message


def test_an_internal_error_says_so_without_a_traceback(tmp_path, monkeypatch, capsys):
    from errata import cli

    def fails(*_):
        raise KeyError("what")

    monkeypatch.setattr("errata.gate.decision.gate", fails)
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
    monkeypatch.setattr("errata.terminal.os.replace", killed)
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
        _, code = gate(str(tmp_path), GateOptions(cached=False), lambda _: lambda: None)
    assert code in (0, 1)


def test_a_link_that_leads_to_itself_is_told(tmp_path):
    (write(tmp_path, RIGHT) / "loop.js").symlink_to("loop.js")
    for words in (("gate",), ("errata",), ("site", "out")):
        made = subprocess.run([RAWCHECK, *words, "loop.js"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (made.returncode, made.stderr) == (2, "rawcheck: loop.js: it is a link that leads to itself\n")


@pytest.mark.parametrize("target", ["nowhere.toml", "rawcheck.toml", "/dev/null"])
def test_a_configuration_that_cannot_be_read_is_not_left_out(tmp_path, target):
    (write(tmp_path, RIGHT) / "rawcheck.toml").symlink_to(target)
    code, _, told = run(tmp_path)
    assert (code, told.partition("rawcheck.toml: ")[0]) == (2, "rawcheck: ")


def test_a_folder_that_has_gone_is_told(tmp_path):
    (tmp_path / "here").mkdir()
    script = f"rmdir ../here; exec {RAWCHECK} gate {write(tmp_path / 'vtt', RIGHT)}"
    made = subprocess.run(["sh", "-c", script], cwd=tmp_path / "here", capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (2, "rawcheck: the folder that you are in has gone\n")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "gitlab", "junit", "markdown", "html"])
def test_a_folder_whose_name_is_no_text_can_be_reported_in_every_format(tmp_path, form):
    folder = os.fsencode(tmp_path) + b"/odd\xff"
    try:
        os.mkdir(folder)
    except OSError:
        pytest.skip("the file system takes no such name")
    write(Path(os.fsdecode(folder)), WRONG)
    made = subprocess.run(
        [os.fsencode(RAWCHECK), b"gate", b"--format", form.encode(), b"--output", b"out", b"odd\xff"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (1, b"")
    assert "short" in (tmp_path / "out").read_text(encoding="utf-8")


def test_what_a_gate_reads_is_not_written_over(tmp_path):
    settings = 'house = "house.md"\n'
    write(tmp_path, RIGHT | {"rawcheck.toml": settings, "house.md": "# House rules\n\nShort range: +2 instead of +1\n"})
    for name in ("rawcheck.toml", "house.md", "./src/../rawcheck-baseline.jsonl"):
        assert run(tmp_path, "--output", name)[::2] == (2, f"rawcheck: cannot write {name}: the gate reads that file\n")
    assert (tmp_path / "rawcheck.toml").read_text(encoding="utf-8") == settings


def test_a_value_cannot_begin_a_line_of_the_report(tmp_path):
    write(
        tmp_path, RIGHT | {"w.json": '{"weapons": [{"name": "Beam Laser", "damage": "\\n::warning::hi", "power": 4}]}'}
    )
    assert "\n::warning" not in run(tmp_path, "--level", "note")[1]


def test_what_git_is_told_to_leave_out_in_this_clone_only_is_left_out_until_it_is_told_otherwise(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, {"scratch/combat.js": WRONG["src/combat.js"], ".git/info/exclude": "scratch\n"})
    assert run(vtt)[0] == 0
    write(vtt, {".git/info/exclude": ""})
    assert run(vtt)[0] == 1


def test_a_worktree_leaves_out_what_its_clone_is_told_to(tmp_path):
    vtt = repository(tmp_path / "vtt", RIGHT)
    git(vtt, "worktree", "add", "-q", str(tmp_path / "other"))
    write(tmp_path / "other", {"scratch/combat.js": WRONG["src/combat.js"]})
    assert run(tmp_path / "other")[0] == 1
    write(vtt, {".git/info/exclude": "scratch\n"})
    assert run(tmp_path / "other")[0] == 0
    assert run(tmp_path / "other/scratch", "..")[0] == 0
    write(vtt, {".git/info/exclude": ""})
    assert run(tmp_path / "other")[0] == 1
