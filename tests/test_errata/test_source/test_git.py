"""Git: which files a clone or a worktree leaves out."""

from tests.test_errata.gates import git, repository, run
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_files_in_info_exclude_are_skipped(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, {"scratch/combat.js": WRONG["src/combat.js"], ".git/info/exclude": "scratch\n"})
    assert run(vtt)[0] == 0
    write(vtt, {".git/info/exclude": ""})
    assert run(vtt)[0] == 1


def test_a_worktree_uses_info_exclude_of_its_clone(tmp_path):
    vtt = repository(tmp_path / "vtt", RIGHT)
    git(vtt, "worktree", "add", "-q", str(tmp_path / "other"))
    write(tmp_path / "other", {"scratch/combat.js": WRONG["src/combat.js"]})
    assert run(tmp_path / "other")[0] == 1
    write(vtt, {".git/info/exclude": "scratch\n"})
    assert run(tmp_path / "other")[0] == 0
    assert run(tmp_path / "other/scratch", "..")[0] == 0
    write(vtt, {".git/info/exclude": ""})
    assert run(tmp_path / "other")[0] == 1
