"""What plain words say is what click makes of them; all else is left to click."""

from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.asking import COLOURS, FORMATS, LEVELS, Words, read
from errata.commands.gate import gate
from tests.test_errata.gates import run
from tests.test_errata.vtts import RIGHT, write


def by_click(words) -> Words:
    """What click makes of the words of a gate."""
    context = gate.make_context("gate", list(words))
    params: dict[str, Any] = context.params
    return Words(**params)


FLAGS = [p.opts[0] for p in gate.params if isinstance(p, click.Option) and p.is_flag]
WITH_VALUE = {
    "--fail-on": st.sampled_from(LEVELS),
    "--level": st.sampled_from(LEVELS),
    "--color": st.sampled_from(COLOURS),
    "--format": st.sampled_from(FORMATS),
    "--output": st.sampled_from(["a.json", "out=1.md", "-", "b c.txt"]),
    "--changed-since": st.sampled_from(["HEAD", "origin/main", "a=b"]),
}


@st.composite
def options(draw):
    name = draw(st.sampled_from([*FLAGS, *WITH_VALUE]))
    if name in FLAGS:
        return [name]
    value = draw(WITH_VALUE[name])
    return draw(st.sampled_from([[name, value], [f"{name}={value}"]]))


@given(st.lists(options(), max_size=6), st.sampled_from([[], ["src"], ["a=b"], ["."]]), st.integers(0, 6))
def test_plain_words_are_read_as_click_reads_them(parts, path, at):
    parts.insert(min(at, len(parts)), path)
    words = [word for part in parts for word in part]
    told = read(words)
    if told is None:
        assert by_click(words).problem
    else:
        assert told == by_click(words)


def test_every_option_is_known():
    named = {option for p in gate.params if isinstance(p, click.Option) for option in p.opts}
    assert named == {*FLAGS, *WITH_VALUE}
    assert {p.name for p in gate.params} == set(Words._fields)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"], ["-h"], ["--fial-on", "note"], ["--fail-on", "bogus"], ["--fail-on"], ["a", "b"], ["--", "a"],
        ["--format=pdf"], ["--output="], ["--fix=1"], ["--accept-new"], ["--fix", "--update-baseline"], ["-x"],
        ["--no_cache"], ["--changed-since="], ["--changed-since", ""], ["--diff", "--format", "json"],
    ],
)  # fmt: skip
def test_what_is_not_plain_is_left_to_click(words):
    assert read(words) is None


def test_a_gate_with_plain_words_does_not_import_click(tmp_path):
    import subprocess
    import sys

    write(tmp_path, RIGHT)
    code = (
        "import sys; from errata.cli import main; sys.argv = ['rawcheck', 'gate', '--no-cache']\n"
        "try: main()\nexcept SystemExit: print('click' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "False"


def test_mistakes_are_told_as_before(tmp_path):
    write(tmp_path, RIGHT)
    code, _, told = run(tmp_path, "--accept-new")
    assert (code, told.splitlines()[-1]) == (2, "Error: --accept-new goes with --update-baseline.")
    code, _, told = run(tmp_path, "nowhere")
    assert (code, told) == (2, "rawcheck: nowhere: there is no such file or folder\n")
