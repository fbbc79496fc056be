"""The README shows what really happens: its commands are run and its output is compared."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from functools import partial
from pathlib import Path

import pytest

from errata.conformance.operation import find
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


CONFORMANCE = (TOP / "docs/conformance.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_first_probe_prints_what_the_docs_show(tmp_path):
    combat, adapter = re.findall(r"^```js\n(.*?)^```$", CONFORMANCE, re.MULTILINE | re.DOTALL)[:2]
    run = partial(subprocess.run, capture_output=True, text=True, check=False, cwd=tmp_path)
    environment = {"PATH": os.environ["PATH"], "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    rawcheck = str(SCRIPTS / "rawcheck")
    begun = [run([rawcheck, "probe", *words], env=environment).stdout for words in (("--init", "node"), PROBE)]
    for text, name in ((combat, "lib/combat.js"), (adapter, "rawcheck-adapter.mjs")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = run([rawcheck, "probe", *PROBE], env=environment)
    assert found.returncode == 1
    shown = re.findall(r"^```(?:text|console)\n\$ (?:.*?)^```$", CONFORMANCE, re.MULTILINE | re.DOTALL)
    assert [without_commands(block) for block in shown[:2]] == ["".join(begun).rstrip(), found.stdout.rstrip()]


PROBE = ("--", "node", "rawcheck-adapter.mjs")


def without_commands(block):
    """What a block of a console prints."""
    return "\n".join(line for line in block.splitlines() if not line.startswith(("```", "$ ")))


def test_the_docs_name_every_option_of_an_adapter_and_every_vector_in_them_is_right():
    for option in ("at", "in", "out", "refuses", "known", "skip", "dice", "grid", "edition", "house"):
        assert f"`{option}`" in CONFORMANCE
    text = re.search(r"^```json\n(\{\"id\".*?)^```$", CONFORMANCE, re.MULTILINE | re.DOTALL)[1]
    vector = json.loads(text)
    operation = find(vector["op"])
    [end] = operation.outcomes(operation.scene(vector["in"]), faces=(vector["dice"],))
    assert dict(end) == vector["out"]
