"""The cache: entries are found by content and version, and a damaged or forged one is ignored."""

import os
import threading
from fractions import Fraction
from pathlib import Path

import pytest

from errata.codebase_check import check_codebase
from errata.source import cache as module
from errata.source.cache import Cache
from errata.source.files import find
from tests.test_errata.gates import decide, git, repository
from tests.test_errata.vtts import RIGHT, WRONG, errors, report, write


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The folder of an empty cache that the runs of a test use."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    return tmp_path / "kept" / "rawcheck"


def without_cache(folder):
    return report(folder, cached=False)


def test_a_second_run_gives_the_same_report_and_scans_nothing(tmp_path, kept, monkeypatch):
    first = report(tmp_path / "vtt", WRONG)
    monkeypatch.setattr("errata.source.workers.scan_file", None)
    assert report(tmp_path / "vtt") == first
    assert len(errors(first)) == 2


def test_only_changed_files_are_scanned_again(tmp_path, kept, monkeypatch):
    report(tmp_path / "vtt", RIGHT)
    scanned = []
    from errata.source import workers

    real = workers.scan_file
    monkeypatch.setattr(workers, "scan_file", lambda source: scanned.append(source.name) or real(source))
    told = report(tmp_path / "vtt", {"src/combat.js": WRONG["src/combat.js"]})
    assert [(rule, actual) for rule, actual, *_ in errors(told)] == [("space/range-bands/short/attack-dm", "-2")]
    assert scanned == ["src/combat.js"]


def test_files_with_the_same_content_keep_their_own_names(tmp_path, kept):
    report(tmp_path / "vtt", WRONG)
    (tmp_path / "vtt/src/combat.js").rename(tmp_path / "vtt/src/rules.js")
    assert {f["file"] for f in report(tmp_path / "vtt")["findings"]} == {"src/rules.js", "data/weapons.json"}


def test_a_deleted_file_is_gone_from_the_report(tmp_path, kept):
    report(tmp_path / "vtt", WRONG)
    (tmp_path / "vtt/src/combat.js").unlink()
    assert {f["file"] for f in report(tmp_path / "vtt")["findings"]} == {"data/weapons.json"}


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:40],
        lambda data: data[:-1],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"rubbish" * 100,
    ],
)
def test_a_damaged_cache_is_ignored(tmp_path, kept, damage):
    first = report(tmp_path / "vtt", WRONG)
    for file in kept.iterdir():
        file.write_bytes(damage(file.read_bytes()))
    assert report(tmp_path / "vtt") == first
    assert report(tmp_path / "vtt") == first


def test_results_of_another_version_are_not_used(tmp_path, monkeypatch):
    kept = Cache(tmp_path)
    kept.put("a", [Fraction(1, 2)], b"key")
    assert kept.get("a", b"key") == [Fraction(1, 2)]
    assert kept.get("a", b"other") is None
    monkeypatch.setattr(module, "tool_stamp", lambda: b"another version")
    assert kept.get("a", b"key") is None


class Trap:
    def __reduce__(self):
        return os.mkdir, ("sprung",)


def test_a_forged_cache_executes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept = Cache(tmp_path)
    kept.put("a", Trap())
    assert b"sprung" in (tmp_path / "a.cache").read_bytes()
    assert kept.get("a") is None
    assert not Path("sprung").exists()


def test_an_unwritable_cache_folder_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(errors(report(tmp_path / "vtt", WRONG))) == 2


def test_concurrent_runs_do_not_disturb_each_other(tmp_path, kept):
    write(tmp_path / "vtt", WRONG)
    wanted = without_cache(tmp_path / "vtt")["findings"]
    told = []

    def run():
        files = find(tmp_path / "vtt")
        told.append(len(check_codebase(tmp_path / "vtt", files, lambda: None, Cache()).findings))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == [len(wanted)] * 8
    assert all(file.suffix == ".cache" for file in kept.iterdir())


def test_entries_unused_for_a_month_are_removed(tmp_path):
    kept = Cache(tmp_path)
    kept.put("old", [1])
    os.utime(tmp_path / "old.cache", (0, 0))
    kept.put("new", [2])
    assert [kept.get("old"), kept.get("new")] == [None, [2]]


def test_no_cache_stores_nothing(tmp_path, kept):
    write(tmp_path / "vtt", WRONG)
    without_cache(tmp_path / "vtt")
    assert not kept.exists()


def test_timeouts_are_not_cached(tmp_path, kept, monkeypatch):
    monkeypatch.setattr("errata.source.scan.MAX_SECONDS", 0.1)
    monkeypatch.setattr("errata.source.scan.look", lambda *_: [0 for _ in iter(int, 1)])  # never ends
    slow = report(tmp_path / "vtt", WRONG)
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept.parent))
    assert errors(slow) == []
    assert len(errors(report(tmp_path / "vtt"))) == 2


@pytest.fixture
def new_stamp():
    """The stamp of the tool, worked out anew each time."""

    def stamp():
        module.tool_stamp.cache_clear()
        return module.tool_stamp()

    yield stamp
    module.tool_stamp.cache_clear()


def test_the_stamp_changes_with_the_version_and_with_the_rulings(tmp_path, monkeypatch, new_stamp):
    before = new_stamp()
    monkeypatch.setattr(module, "__version__", "999")
    assert new_stamp() != before
    monkeypatch.undo()
    assert new_stamp() == before
    rulings = Path(module.__file__).parents[2] / "references/rulings.md"
    saved = rulings.stat()
    try:
        os.utime(rulings, ns=(saved.st_atime_ns, saved.st_mtime_ns + 1))
        assert new_stamp() != before
    finally:
        os.utime(rulings, ns=(saved.st_atime_ns, saved.st_mtime_ns))


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_a_folder_in_place_of_an_entry_is_a_miss(tmp_path, make):
    make(tmp_path / "a.cache")
    kept = Cache(tmp_path)
    assert kept.get("a") is None


def test_without_a_home_folder_nothing_is_stored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Cache(Path("~/.cache/rawcheck")).put("a", [1])
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def victims(tmp_path):
    """A folder of another program with an old file in it, and a place of which a test can make something."""
    folder = tmp_path / "victims"
    folder.mkdir(mode=0o700)
    (folder / "old.txt").write_text("mine")
    os.utime(folder / "old.txt", (0, 0))
    return folder


def _link(place, victims):
    place.symlink_to(victims)
    return place


def _link_above(place, victims):
    place.mkdir()
    (place / "cache").symlink_to(victims.parent)
    _give_away(place / "cache")
    return place / "cache" / "victims"


def _open_to_all_above(place, victims):
    place.mkdir()
    place.chmod(0o777)
    return place / "rawcheck"


def _open_to_all(place, victims):
    place.mkdir()
    place.chmod(0o777)
    return place


def _of_another_user(place, victims):
    place.mkdir(mode=0o700)
    _give_away(place)
    return place


def _below_that_of_another_user(place, victims):
    return _of_another_user(place, victims) / "rawcheck"


def _give_away(path):
    if os.geteuid() != 0:
        pytest.skip("only root may give files away")
    os.chown(path, 12345, 12345, follow_symlinks=False)


@pytest.mark.parametrize(
    "planted",
    [_link, _link_above, _open_to_all, _open_to_all_above, _of_another_user, _below_that_of_another_user],
)
def test_nothing_is_stored_in_a_folder_that_another_user_may_have_planted(tmp_path, victims, planted):
    place = tmp_path / "place"
    kept = Cache(planted(place, victims))
    before = sorted(path.name for path in tmp_path.rglob("*"))
    kept.put("a", [1])
    assert kept.get("a") is None
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_the_folder_is_made_for_the_user_alone_and_may_be_behind_a_link_of_the_users_own(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / ".cache").symlink_to("disk")
    kept = Cache(tmp_path / ".cache" / "rawcheck")
    kept.put("a", [1])
    assert kept.get("a") == [1]
    assert (tmp_path / "disk/rawcheck").stat().st_mode & 0o777 == 0o700


def test_an_entry_that_is_a_link_to_an_old_file_costs_only_the_link(tmp_path, victims):
    kept = Cache(tmp_path / "rawcheck")
    kept.put("a", [1])
    (tmp_path / "rawcheck/b.cache").symlink_to(victims / "old.txt")
    kept.put("b", [2])
    assert (victims / "old.txt").read_text() == "mine"
    assert kept.get("b") == [2]


def test_a_second_gate_gives_the_same_report_and_exit_code(tmp_path, kept):
    vtt = write(tmp_path / "vtt", WRONG)
    code, errors, _ = decide(vtt)
    assert kept.exists()
    assert decide(vtt)[:2] == (code, errors) == (1, errors)


def test_a_file_that_git_no_longer_tracks_is_not_taken_from_the_cache(tmp_path, kept):
    vtt = repository(tmp_path / "vtt", RIGHT | {"build/tables.js": WRONG["src/combat.js"]})
    assert decide(vtt)[0] == 1
    git(vtt, "rm", "-q", "--cached", "build/tables.js")
    assert decide(vtt)[0] == 0
