"""Files that a command writes: whole or not at all, as the owner made them."""

import errno
import os
import stat
import subprocess
import threading

import pytest

from engine.errors import RawcheckError
from errata import terminal
from errata.terminal import write_whole
from tests.test_errata.command import RAWCHECK, run_here
from tests.test_errata.vtts import WRONG, write

LATER = b"all of it"


def fail(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize("words", [["errata", ".", "--output", "a"], ["gate", "--output", "a"], ["site", "a", "vtt"]])
def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch, words, is_new):
    write(tmp_path / "vtt", WRONG)
    file = tmp_path / "a" / "vtt.html" if words[0] == "site" else tmp_path / "a"
    if not is_new:
        assert run_here(*words, cwd=tmp_path).returncode in (0, 1)
        assert file.stat().st_size > 100
    before = file.read_bytes() if not is_new else None
    monkeypatch.setattr("errata.terminal.os.replace", fail)
    run = run_here(*words, cwd=tmp_path)
    assert run.returncode == 2
    assert "cannot write a: no space left on device" in run.stderr.lower()
    assert (file.read_bytes() if file.exists() else None) == before
    assert not list(tmp_path.glob("**/.rawcheck*"))


def test_no_reader_ever_sees_half_a_file(tmp_path):
    file = tmp_path / "a"
    versions = [b"x" * 3_000_000, b"y" * 2_000_000]
    write_whole(file, versions[0])
    seen = set()
    done = threading.Event()

    def read():
        while not done.is_set():
            seen.add(file.read_bytes() in versions)

    reader = threading.Thread(target=read)
    reader.start()
    for n in range(40):
        write_whole(file, versions[n % 2])
    done.set()
    reader.join()
    assert seen == {True}


def test_the_temporary_file_cannot_be_foreseen_or_planted(tmp_path, monkeypatch):
    victim = write(tmp_path, {"victim": "mine"}) / "victim"
    monkeypatch.setattr("os.urandom", lambda _: b"known")
    folder, known = tmp_path / "folder", b"known".hex()
    folder.mkdir()
    (folder / f".rawcheck-{known}").symlink_to(victim)
    with pytest.raises(FileExistsError):
        write_whole(folder / "a", LATER)
    assert victim.read_text() == "mine"
    monkeypatch.undo()
    names = set()
    replace = os.replace
    monkeypatch.setattr("errata.terminal.os.replace", lambda a, b: (names.add(os.path.basename(a)), replace(a, b)))
    for _ in range(3):
        write_whole(folder / "a", LATER)
    assert len(names) == 3


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_permissions_that_the_user_gives_to_new_files(tmp_path, umask, mode):
    old = os.umask(umask)
    try:
        write_whole(tmp_path / "a", LATER)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o4755])
def test_a_file_keeps_its_permissions_but_never_runs_as_another_user(tmp_path, mode):
    file = tmp_path / "a"
    file.write_bytes(b"before")
    file.chmod(mode)
    write_whole(file, LATER)
    assert stat.S_IMODE(file.stat().st_mode) == mode & 0o777
    assert file.read_bytes() == LATER


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_file_keeps_its_owner(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"before")
    os.chown(file, 12345, 12346)
    write_whole(file, LATER)
    assert (file.stat().st_uid, file.stat().st_gid) == (12345, 12346)


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_a_link(tmp_path, exists):
    if exists:
        (tmp_path / "a").write_bytes(b"before")
    (tmp_path / "link").symlink_to("a")
    write_whole(tmp_path / "link", LATER)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_bytes() == LATER


@pytest.mark.parametrize(
    "command",
    [
        "{rawcheck} odds 2D --output /dev/stdout",
        "{rawcheck} odds 2D --output /dev/stdout > file; cat file",
        "{rawcheck} odds 2D --output /dev/fd/3 3>&1",
        "mkfifo pipe; cat pipe & {rawcheck} odds 2D --output pipe; wait",
        "{rawcheck} odds 2D --output /dev/null; {rawcheck} odds 2D",
        "ln -s /dev/stdout out; {rawcheck} odds 2D --output out",
    ],
)
def test_devices_and_pipes_are_written_to(tmp_path, command):
    script = command.format(rawcheck=RAWCHECK)
    run = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "mean" in run.stdout.lower()
    assert run.stderr == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_is_not_replaced(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"before")
    file.chmod(0o444)
    with pytest.raises(PermissionError):
        write_whole(file, LATER)
    assert file.read_bytes() == b"before"


@pytest.mark.parametrize("target", ["../victim", ".git/config"])
def test_an_output_file_that_is_a_planted_link_is_refused(tmp_path, target):
    vtt = write(tmp_path / "vtt", {"a": "", ".git/config": "mine"})
    write(tmp_path, {"victim": "mine"})
    (vtt / "out.json").symlink_to(target)
    with pytest.raises(RawcheckError, match="symlink that leads to another folder"):
        terminal.write("{}", str(vtt / "out.json"))
    assert (vtt / target).resolve().read_text() == "mine"
