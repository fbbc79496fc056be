"""Git: which files are excluded, which lines changed, and that a repository cannot make git run anything."""

import os
import pty
import shutil
import subprocess
from pathlib import Path
from unittest.mock import Mock

import pytest

from errata.source.git import uncommitted
from tests.test_errata.command import run_here
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


# A repository can make git run programs; here none may run


def commands(vtt):
    """The exit codes of all commands that ask git: on a committed codebase, and on one with changes."""
    codes = [run_here("errata", ".", "--fix", cwd=vtt).returncode]
    write(vtt, {"src/combat.js": WRONG["src/combat.js"].replace("-2,", "-3,")})
    words = ([], ["--changed-since", "HEAD"], ["--fix"], ["--update-baseline"])
    return codes + [run(vtt, *options).returncode for options in words]


ANSWERS = [0, 1, 1, 2, 0]
"""The exit codes: fixed; wrong; wrong on changed lines; not fixed, as it is not committed; recorded."""


def plain_git(folder, *words):
    """Run git as a person does, at a terminal."""
    terminal, stdout = pty.openpty()
    subprocess.run(
        ["git", *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stdout, check=False, timeout=60
    )
    os.close(stdout)
    os.close(terminal)


def hostile(vtt, settings, attributes=""):
    """Add settings to a repository, in which RUN stands for a command that leaves a trace; returns that trace."""
    trace = vtt.parent / "trace"
    program = vtt.parent / "program"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n", encoding="utf-8")
    program.chmod(0o755)
    for name in ("post-index-change", "reference-transaction"):
        write(vtt.parent, {f"hooks/{name}": program.read_text(encoding="utf-8")})
        (vtt.parent / "hooks" / name).chmod(0o755)
    text = settings.replace("RUN", str(program)).replace("HOOKS", str(vtt.parent / "hooks"))
    write(vtt.parent, {"more-settings": '[core]\nfsmonitor = "RUN"\n'.replace("RUN", str(program))})
    with (folder_of_data(vtt) / "config").open("a", encoding="utf-8") as file:
        file.write(text.replace("MORE", str(vtt.parent / "more-settings")))
    write(vtt, {".gitattributes": attributes} if attributes else {})
    return trace


def folder_of_data(vtt):
    link = vtt / ".git"
    return link if link.is_dir() else vtt / link.read_text(encoding="utf-8").strip().removeprefix("gitdir: ")


REMOTE = '[remote "origin"]\nfetch = +refs/heads/*:refs/remotes/origin/*\n'


@pytest.mark.parametrize(
    ("settings", "attributes", "words"),
    [
        ('[filter "x"]\nclean = RUN\n', "* filter=x", ["status"]),
        ('[filter "x"]\nprocess = RUN\n', "* filter=x", ["status"]),
        ("[core]\nfsmonitor = RUN\n", "", ["status"]),
        ("[core]\nhooksPath = HOOKS\n", "", ["add", "."]),
        ("[diff]\nexternal = RUN\n", "", ["diff"]),
        ('[diff "x"]\ntextconv = RUN\n', "* diff=x", ["diff"]),
        ("[core]\npager = RUN\n", "", ["log"]),
        ('[alias]\nx = "!RUN"\n', "", ["x"]),
        ("[include]\npath = MORE\n", "", ["status"]),
        (f"[core]\nsshCommand = RUN\n{REMOTE}url = ssh://localhost/x\n", "", ["fetch"]),
        (f"{REMOTE}url = .\nuploadpack = RUN\n", "", ["fetch"]),
        (f'{REMOTE}url = "ext::RUN"\n[protocol "ext"]\nallow = always\n', "", ["fetch"]),
    ],
)
def test_no_setting_of_a_repository_makes_git_run_a_program(tmp_path, settings, attributes, words):
    vtt = repository(tmp_path / "vtt", WRONG)
    trace = hostile(vtt, settings, attributes)
    assert commands(vtt) == ANSWERS
    assert not trace.exists()
    plain_git(vtt, *words)
    assert trace.exists()


@pytest.mark.parametrize("url", ["url = .\nuploadpack = RUN\n", 'url = "ext::RUN"\n'])
def test_nothing_is_fetched_that_a_partial_clone_does_not_have(tmp_path, url):
    vtt = repository(tmp_path / "vtt", WRONG)
    settings = f'[extensions]\npartialClone = origin\n{REMOTE}promisor = true\n{url}[protocol "ext"]\nallow = always\n'
    trace = hostile(vtt, "[core]\nrepositoryFormatVersion = 1\n" + settings)
    blob = subprocess.check_output(["git", "rev-parse", "HEAD:src/combat.js"], cwd=vtt, text=True).strip()
    (vtt / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert commands(vtt) == ANSWERS
    assert not trace.exists()
    plain_git(vtt, "cat-file", "-p", blob)
    assert trace.exists()


SETTINGS = '[core]\nfsmonitor = RUN\n[filter "x"]\nclean = RUN\n'


def test_a_git_file_that_points_elsewhere_makes_git_run_nothing(tmp_path):
    vtt = repository(tmp_path / "vtt", WRONG)
    (vtt / ".git").rename(tmp_path / "elsewhere")
    write(vtt, {".git": "gitdir: ../elsewhere\n"})
    trace = hostile(vtt, SETTINGS, "* filter=x")
    assert commands(vtt) == ANSWERS
    assert not trace.exists()
    plain_git(vtt, "status")
    assert trace.exists()


def test_a_submodule_makes_git_run_nothing(tmp_path):
    repository(tmp_path / "inner", WRONG)
    vtt = repository(tmp_path / "vtt", {"README.md": "A VTT"})
    git(vtt, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path / "inner"), "lib")
    git(vtt, "commit", "-qm", "with a submodule")
    trace = hostile(vtt / "lib", SETTINGS, "* filter=x")
    assert run_here("errata", ".", "--fix", cwd=vtt).returncode == 0
    write(vtt, {"lib/src/combat.js": WRONG["src/combat.js"].replace("-2,", "-3,")})
    assert run(vtt, "--changed-since", "HEAD").returncode == 1
    assert run(vtt, "--fix").returncode == 2
    assert run(vtt, "--update-baseline").returncode == 0
    assert not trace.exists()
    plain_git(vtt, "status")
    assert trace.exists()


def test_a_bare_repository_in_a_folder_of_a_codebase_is_no_repository(tmp_path):
    bare = repository(tmp_path / "bare", WRONG) / ".git"
    trace = hostile(bare.parent, SETTINGS.replace("[core]", "[core]\nworktree = .."))
    vtt = write(tmp_path / "vtt", WRONG | {".gitattributes": "* filter=x"})
    shutil.copytree(bare, vtt / "src", dirs_exist_ok=True)
    repository(vtt, {})
    assert commands(vtt) == ANSWERS
    assert not trace.exists()
    plain_git(vtt / "src", "status")
    assert trace.exists()


def test_variables_of_git_in_the_environment_do_not_count(tmp_path, monkeypatch):
    vtt = repository(tmp_path / "vtt", WRONG)
    trace = hostile(vtt, "")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(tmp_path / "program"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(tmp_path / "program"))
    assert commands(vtt) == ANSWERS
    assert not trace.exists()
    plain_git(vtt, "status")
    assert trace.exists()


def test_a_replaced_commit_is_taken_as_it_was(tmp_path):
    vtt = repository(tmp_path, RIGHT)
    write(vtt, WRONG)
    git(vtt, "commit", "-qam", "wrong")
    git(vtt, "replace", "HEAD~1", "HEAD")
    assert "short/attack-dm" in run(vtt, "--changed-since", "HEAD~1")[1]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_repository_of_another_user_is_read(tmp_path):
    vtt = repository(tmp_path / "vtt", WRONG)
    for path in (vtt, *vtt.rglob("*")):
        os.chown(path, 12345, 12345)
    assert subprocess.run(["git", "status"], cwd=vtt, capture_output=True, check=False).returncode == 128
    assert commands(vtt) == ANSWERS


# What is compared


@pytest.mark.parametrize("words", [["--fix"], ["--changed-since", "HEAD"]])
def test_other_line_ends_are_no_change(tmp_path, words):
    vtt = repository(tmp_path, WRONG)
    write(vtt, {name: text.replace("\n", "\r\n") for name, text in WRONG.items()})
    code, printed, _ = run(vtt, *words)
    assert (code, printed.split()[0]) == ((0, "fixed:") if words == ["--fix"] else (1, "FAILED:"))
    write(vtt, {"src/combat.js": WRONG["src/combat.js"].replace("-2,", "-3,").replace("\n", "\r\n")})
    shown = run(vtt, "--changed-since", "HEAD")[1]
    assert "short/attack-dm" in shown


@pytest.mark.parametrize("committed", [True, False])
def test_of_a_renamed_file_only_changed_lines_are_touched(tmp_path, committed):
    lines = "".join(f"// line {n}\n" for n in range(30))
    vtt = repository(tmp_path, WRONG | {"src/combat.js": WRONG["src/combat.js"] + lines})
    git(vtt, "mv", "src/combat.js", "src/rules.js")
    if committed:
        git(vtt, "commit", "-qm", "renamed")
    since = "HEAD~1" if committed else "HEAD"
    assert "2 findings on lines not changed" in run(vtt, "--changed-since", since)[1]
    write(vtt, {"src/rules.js": WRONG["src/combat.js"].replace("-2,", "-3,") + lines})
    assert "1 finding on lines not changed" in run(vtt, "--changed-since", since)[1]


def test_a_repository_with_sha256_is_read(tmp_path):
    vtt = write(tmp_path, WRONG)
    git(vtt, "init", "-q", "--object-format=sha256")
    git(vtt, "add", "-A")
    git(vtt, "commit", "-qm", "begin")
    assert commands(vtt) == ANSWERS


@pytest.mark.parametrize("in_worktree", [False, True])
def test_git_is_asked_without_links_too(tmp_path, monkeypatch, in_worktree):
    """Windows lets only administrators and developers make links."""
    monkeypatch.setattr(Path, "symlink_to", Mock(side_effect=OSError("a privilege is not held by the client")))
    vtt = repository(tmp_path / "vtt", WRONG)
    git(vtt, "worktree", "add", "-q", str(tmp_path / "other"))
    assert commands(tmp_path / "other" if in_worktree else vtt) == ANSWERS


def test_one_question_tells_which_of_many_files_are_committed(tmp_path, monkeypatch):
    vtt = repository(tmp_path, {f"{n}.js": WRONG["src/combat.js"] for n in range(9)})
    asked = Mock(side_effect=subprocess.run)
    monkeypatch.setattr(subprocess, "run", asked)
    write(vtt, {"3.js": "changed"})
    assert uncommitted(sorted(vtt.glob("*.js"))) == [vtt / "3.js"]
    assert asked.call_count == 2


@pytest.mark.parametrize("text", ["", "rubbish", "gitdir: /nowhere\n", "gitdir: \0\n", "gitdir: .\n"])
def test_a_broken_git_file_is_no_repository(tmp_path, text):
    vtt = write(tmp_path, WRONG | {".git": text})
    assert run(vtt)[0] == 1
    assert "git cannot " in run(vtt, "--changed-since", "HEAD").stderr
    assert "git cannot " in run(vtt, "--fix").stderr
    assert run(vtt, "--fix", "--allow-dirty")[0] == 0
    assert run(vtt, "--update-baseline")[0] == 0
