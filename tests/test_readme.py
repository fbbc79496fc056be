"""The README shows what really happens: its commands are run and its output is compared."""

import re
import shlex
import subprocess
import sysconfig
from pathlib import Path

import pytest

from errata.gate.configuration import Settings, load

TOP = Path(__file__).parents[1]
README = (TOP / "README.md").read_text(encoding="utf-8")
SCRIPTS = Path(sysconfig.get_path("scripts"))
BLOCKS = re.findall(r"^```console\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_the_readme_shows_every_setting_of_the_gate(tmp_path):
    [block] = [
        block for block in re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL) if "[[table]]" in block
    ]
    (tmp_path / "rawcheck.toml").write_text(block, encoding="utf-8")
    settings = load(tmp_path)
    default = Settings()
    same = {name for name in Settings.__struct_fields__ if getattr(settings, name) == getattr(default, name)}
    assert same == set()


def test_the_readme_shows_commands():
    assert len(BLOCKS) >= 2


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_a_command_prints_what_the_readme_shows(block, tmp_path):
    command, *shown = block.splitlines()
    words = shlex.split(command.removeprefix("$ "))
    run = subprocess.run(
        [str(SCRIPTS / words[0]), *words[1:]],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PATH": "", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "XDG_CACHE_HOME": str(tmp_path)},
        check=False,
        cwd=TOP,
    )
    printed = run.stdout.splitlines()
    if shown[-1] == "…":
        shown.pop()
        printed = printed[: len(shown)]
    assert printed == shown
