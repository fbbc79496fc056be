"""The same codebase gives the same JSON, byte for byte, whatever the machine, the user and the earlier runs."""

import datetime
import os
import subprocess

import pytest

from tests.test_errata.command import RAWCHECK, run_here
from tests.test_errata.vtts import BROKEN, RIGHT, WRONG, write

TODAY = datetime.datetime.now(datetime.UTC).date()
COMMANDS = (
    ["errata", ".", "--format", "json", "--facts", "--level", "note"],
    ["gate", "--format", "json", "--level", "note", "--show-suppressed"],
    ["gate", "--format", "sarif"],
    ["gate", "--format", "gitlab"],
)


@pytest.fixture(scope="module")
def vtt(tmp_path_factory):
    """A codebase with enough files for several processes, equal tables, other characters and dates."""
    files = {f"p{n}/{name}": text for n in range(20) for name, text in (WRONG if n % 3 else RIGHT).items()}
    files |= {f"broken/{name}": text for name, text in BROKEN.items()}
    files["größe/漢.js"] = RIGHT["src/combat.js"].replace("long: -2", "long: -3")
    files["rawcheck.toml"] = "".join(
        f"[[suppress]]\nfile = 'p{n}/*'\nrule = 'RC201'\nreason = 'größer'\nuntil = {TODAY - datetime.timedelta(n)}\n"
        for n in range(3)
    )
    return write(tmp_path_factory.mktemp("vtt"), files)


@pytest.fixture(scope="module")
def expected(vtt):
    """What each command prints, without a cache."""
    return [run_here(*words, "--no-cache", cwd=vtt).stdout.encode() for words in COMMANDS]


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2026"},
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "COLUMNS": "40"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"TZ": "EAST-14"},
        {"TZ": "WEST+12"},
    ],
    ids=str,
)
def test_the_environment_changes_nothing(vtt, expected, tmp_path, environment):
    env = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path), **environment}
    runs = [subprocess.run([RAWCHECK, *w], cwd=vtt, env=env, stdout=subprocess.PIPE, check=False) for w in COMMANDS]
    assert [run.stdout for run in runs] == expected


@pytest.mark.parametrize("cores", [1, 2, 16])
@pytest.mark.parametrize("files_at_once", [1, 7, 100])
def test_neither_the_cores_nor_the_cache_change_anything(vtt, expected, tmp_path, monkeypatch, cores, files_at_once):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("errata.source.workers.os.cpu_count", lambda: cores)
    monkeypatch.setattr("errata.source.workers.CHUNK_FILES", files_at_once)
    cold, warm = ([run_here(*words, cwd=vtt).stdout.encode() for words in COMMANDS] for _ in range(2))
    assert cold == warm == expected
