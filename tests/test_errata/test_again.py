"""A gate that is asked again says the same at once; whatever it looked at has changed, it looks again."""

import os
import subprocess
import time

import pytest

from errata import again, asking
from errata.gate.decision import Asked, gate
from errata.source import cache_folder
from tests.test_errata.gates import RAWCHECK, git, meant, repository
from tests.test_errata.vtts import RIGHT, WRONG, write

LATER = "const PLAIN = { short: 1 };\n"


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Ask the installed gate about a codebase; it has a cache of its own. What it says tells whether it ran."""
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "kept")}

    def run(folder, *words, **more):
        time.sleep(0.03)  # longer ago than a file's time may be behind the clock
        made = subprocess.run(
            [RAWCHECK, "gate", *words], cwd=folder, capture_output=True, text=True, check=False, env=env | more
        )
        assert "Traceback" not in made.stderr
        return made.returncode, made.stdout, made.stderr

    return run


@pytest.fixture
def knows(tmp_path, monkeypatch):
    """Whether a gate would say again what it said, without looking."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("errata.terminal.coloured", lambda wanted, output: False)

    def knows(folder, *words):
        monkeypatch.chdir(folder)
        return again.said_before(list(words)) is not None

    return knows


@pytest.mark.parametrize(("files", "code"), [(RIGHT, 0), (WRONG, 1)])
@pytest.mark.parametrize("words", [(), ("--format", "json"), ("--format", "html"), (".",)])
def test_the_same_is_said_the_second_time_with_the_same_exit_code(tmp_path, ask, knows, files, code, words):
    vtt = write(tmp_path / "vtt", files)
    first = ask(vtt, *words, COLUMNS="80")
    assert first[0] == code
    assert knows(vtt, *words)
    assert ask(vtt, *words, COLUMNS="80") == first


CHANGES = {
    "a value": lambda vtt: write(vtt, {"src/combat.js": WRONG["src/combat.js"]}),
    "a new file": lambda vtt: write(vtt, {"src/deep/more.js": LATER}),
    "a file that is gone": lambda vtt: (vtt / "data/weapons.json").unlink(),
    "a renamed file": lambda vtt: (vtt / "src/combat.js").rename(vtt / "src/rules.js"),
    "a file that became a link": lambda vtt: (
        (vtt / "src/combat.js").rename(vtt / "../moved.js"),
        (vtt / "src/combat.js").symlink_to(vtt / "../moved.js"),
    ),
    "a configuration": lambda vtt: write(vtt, {"rawcheck.toml": 'ignore = ["RC201"]\n'}),
    "a configuration above": lambda vtt: write(vtt.parent, {"rawcheck.toml": 'fail-on = "note"\n'}),
    "a project file": lambda vtt: write(vtt, {"pyproject.toml": '[tool.rawcheck]\nedition = "2022"\n'}),
    "a baseline": lambda vtt: write(vtt, {"rawcheck-baseline.jsonl": ""}),
    "a list of what is ignored": lambda vtt: write(vtt, {".gitignore": "data/\n"}),
    "a repository": lambda vtt: git(vtt, "init", "-q"),
    "one above": lambda vtt: git(vtt.parent, "init", "-q"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_it_looks_again_after_any_change(tmp_path, ask, knows, change):
    vtt = write(tmp_path / "above/vtt", RIGHT)
    ask(vtt, COLUMNS="80")
    assert knows(vtt)
    change(vtt)
    assert not knows(vtt)


NAMED = {
    "house": '"space/range-bands/short/attack-dm" = 2\n',
    "attestation": '{"rawcheck": "attestation", "version": 1, "books": [], "cells": []}',
    "baseline": "",
}


@pytest.mark.parametrize("named", NAMED)
def test_what_the_configuration_names_is_looked_at_too(tmp_path, ask, knows, named):
    vtt = write(tmp_path / "vtt", RIGHT | {"rawcheck.toml": f'{named} = "named.toml"\n', "named.toml": NAMED[named]})
    assert ask(vtt, COLUMNS="80")[0] != 2
    assert knows(vtt)
    write(vtt, {"named.toml": NAMED[named] + "\n"})
    assert not knows(vtt)


def test_the_index_of_git_counts_where_it_decided(tmp_path, ask, knows):
    vtt = repository(tmp_path / "vtt", RIGHT | {"build/tables.js": WRONG["src/combat.js"]})
    assert ask(vtt, COLUMNS="80")[0] == 1
    assert knows(vtt)
    git(vtt, "rm", "-q", "--cached", "build/tables.js")
    assert not knows(vtt)
    assert ask(vtt, COLUMNS="80")[0] == 0


def test_other_words_another_folder_another_width_and_another_day_are_other_runs(tmp_path, ask, knows, monkeypatch):
    vtt = write(tmp_path / "vtt", RIGHT)
    ask(vtt, COLUMNS="80")
    assert knows(vtt)
    assert not knows(vtt, "--fail-on", "note")
    assert not knows(vtt / "src")
    monkeypatch.setenv("COLUMNS", "60")
    assert not knows(vtt)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(time, "strftime", lambda form: "2031-01-01")
    assert not knows(vtt)


def test_another_version_of_the_tool_looks_again(tmp_path, ask, knows, monkeypatch):
    vtt = write(tmp_path / "vtt", RIGHT)
    ask(vtt, COLUMNS="80")
    assert knows(vtt)
    monkeypatch.setattr(cache_folder, "stamp", lambda: b"another version")
    assert not knows(vtt)


def test_a_suppression_that_expires_is_not_held_back_by_what_was_said_before(tmp_path, ask, knows, monkeypatch):
    vtt = write(tmp_path / "vtt", meant('// rawcheck: house "Ours" until 2026-11-30'))
    ask(vtt, COLUMNS="80")
    monkeypatch.setattr(time, "strftime", lambda form: "2026-12-01")
    assert not knows(vtt)


@pytest.mark.parametrize(
    "words", [("--no-cache",), ("--update-baseline",), ("--diff",), ("--fix",), ("--changed-since", "HEAD")]
)
def test_what_writes_or_asks_git_is_never_said_from_memory(tmp_path, ask, knows, words):
    vtt = repository(tmp_path / "vtt", RIGHT)
    ask(vtt, *words, COLUMNS="80")
    assert not knows(vtt, *words)


def test_a_file_that_changes_while_a_run_looks_at_it_is_not_remembered(tmp_path):
    file = write(tmp_path, RIGHT) / "src/combat.js"
    path, at = os.fsencode(file), file.stat().st_mtime_ns
    assert again.seen({}, [path], (), since=at) is None
    assert again.seen({}, [path], (), since=at + 3_000_000_000) == [(path, again.state(path))]
    file.unlink()
    assert again.seen({}, [path], (), since=at + 3_000_000_000) is None


def test_a_configuration_that_goes_while_a_run_reads_is_not_remembered_as_never_there(tmp_path):
    path = os.fsencode(write(tmp_path, {"rawcheck.toml": ""}) / "rawcheck.toml")
    before = {path: again.resolved(path)}
    assert again.seen(before, [], (), since=0) == []
    os.unlink(path)
    assert again.seen(before, [], (), since=0) is None


def test_a_link_that_leads_elsewhere_is_another_place(tmp_path, ask, knows):
    meant_one = {"rawcheck.toml": '[severity]\nRC201 = "note"\n'}
    write(tmp_path / "a", {f"src/{name}": text for name, text in WRONG.items()} | meant_one)
    write(tmp_path / "b", {f"src/{name}": text for name, text in WRONG.items()})
    (tmp_path / "link").symlink_to(tmp_path / "a/src")
    assert ask(tmp_path, "link", COLUMNS="80")[0] == 0
    assert knows(tmp_path, "link")
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to(tmp_path / "b/src")
    assert not knows(tmp_path, "link")
    assert ask(tmp_path, "link", COLUMNS="80")[0] == 1


def test_a_folder_that_is_only_named_like_one_of_git_is_looked_into(tmp_path, ask, knows):
    vtt = write(tmp_path / "vtt.git", RIGHT | {"more.git/a.js": RIGHT["src/combat.js"]})
    ask(vtt, COLUMNS="80")
    assert knows(vtt)
    write(vtt, {"more.git/b.js": WRONG["src/combat.js"]})
    assert not knows(vtt)


def test_the_first_index_of_a_repository_is_seen(tmp_path, ask):
    vtt = write(tmp_path / "vtt", RIGHT | {"build/tables.js": WRONG["src/combat.js"]})
    git(vtt, "init", "-q")
    assert ask(vtt)[0] == 0
    git(vtt, "add", "-A")
    assert ask(vtt)[0] == 1


def test_what_the_run_itself_writes_into_the_codebase_does_not_count(tmp_path, ask, knows):
    vtt = write(tmp_path / "vtt", WRONG)
    words = ("--format", "text", "--format", "gitlab", "--output", "report.json", "--format=markdown", "--output=r.md")
    first = ask(vtt, *words, COLUMNS="80")
    assert knows(vtt, *words)
    assert ask(vtt, *words, COLUMNS="80") == first
    write(vtt, {"other.md": "# Other\n"})
    assert not knows(vtt, *words)


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"rawcheck" + bytes(60)])
def test_a_damaged_memory_is_none(tmp_path, ask, knows, damage):
    vtt = write(tmp_path / "vtt", WRONG)
    first = ask(vtt, COLUMNS="80")
    for file in (tmp_path / "kept/rawcheck").iterdir():
        file.write_bytes(damage or file.read_bytes()[:-1])
    assert not knows(vtt)
    assert ask(vtt, COLUMNS="80") == first


def test_a_file_that_is_asked_for_is_written_again(tmp_path, ask):
    vtt = write(tmp_path / "vtt", WRONG)
    words = ("--format", "sarif", "--output", "../a.sarif", "--format", "text")
    first = ask(vtt, *words)
    there = (tmp_path / "a.sarif").read_bytes()
    (tmp_path / "a.sarif").unlink()
    assert ask(vtt, *words) == first
    assert (tmp_path / "a.sarif").read_bytes() == there


def test_a_folder_that_has_gone_is_told_again_as_the_first_time(tmp_path, ask):
    vtt = write(tmp_path / "vtt", WRONG)
    (tmp_path / "out").mkdir()
    words = ("--format", "sarif", "--output", "../out/a.sarif")
    assert ask(vtt, *words)[0] == 1
    (tmp_path / "out/a.sarif").unlink()
    (tmp_path / "out").rmdir()
    code, _, said = ask(vtt, *words)
    assert (code, said) == (2, "rawcheck: cannot write ../out/a.sarif: there is no such folder\n")


def test_a_file_that_takes_too_long_is_tried_again_and_one_that_does_not_parse_is_not(tmp_path, monkeypatch):
    vtt = write(tmp_path, RIGHT | {"data/broken.json": '{"short": 1, "medium": 0, "long": '})
    assert gate(str(vtt), Asked(cached=False), lambda _: lambda: None)[0].looked_at is not None
    monkeypatch.setattr("errata.source.scan.MAX_SECONDS", -1)
    assert gate(str(vtt), Asked(cached=False), lambda _: lambda: None)[0].looked_at is None


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_something_else_in_the_place_of_what_is_kept_is_left_alone(tmp_path, make):
    path = tmp_path / "x.cache"
    make(path)
    assert cache_folder.read(str(path), b"") is None


def test_what_is_kept_under_another_name_is_not_taken(tmp_path, ask, knows):
    write(tmp_path / "right", RIGHT)
    write(tmp_path / "wrong", WRONG)
    ask(tmp_path / "right", COLUMNS="80")
    [said] = (tmp_path / "kept/rawcheck").glob("*-said.cache")
    ask(tmp_path / "wrong", COLUMNS="80")
    [other] = set((tmp_path / "kept/rawcheck").glob("*-said.cache")) - {said}
    other.write_bytes(said.read_bytes())
    assert not knows(tmp_path / "wrong")


def test_a_file_that_is_saved_right_after_it_was_looked_at_is_not_remembered(tmp_path, monkeypatch):
    file = write(tmp_path, RIGHT) / "src/combat.js"
    path, since = os.fsencode(file), file.stat().st_mtime_ns + 3_000_000_000
    real = again.state

    def saved(path, own=frozenset()):
        told = real(path, own)
        os.utime(path, ns=(since, since))
        return told

    monkeypatch.setattr(again, "state", saved)
    assert again.seen({}, [path], (), since) is None


def test_a_run_over_midnight_is_one_of_the_day_before(tmp_path, knows, monkeypatch, capsys):
    vtt = write(tmp_path / "vtt", RIGHT)
    days = ["2026-11-17"]
    monkeypatch.setattr(time, "strftime", lambda form: days[0])
    real = gate

    def until_midnight(*asked):
        days[0] = "2026-11-18"
        return real(*asked)

    monkeypatch.setattr("errata.gate.decision.gate", until_midnight)
    monkeypatch.chdir(vtt)
    time.sleep(0.03)
    asking.answer(asking.Words(), [])
    assert not knows(vtt)
    days[0] = "2026-11-17"
    assert knows(vtt)


def test_the_rulings_are_part_of_the_tool(monkeypatch):
    rulings = next(one for one in cache_folder._own_files() if b"rulings.md" in one)
    before = cache_folder.stamp()
    others = [one for one in cache_folder._own_files() if one != rulings]
    monkeypatch.setattr(cache_folder, "_own_files", lambda: iter([*others, rulings + b"1"]))
    monkeypatch.setattr(cache_folder, "_stamps", [])
    assert cache_folder.stamp() != before
