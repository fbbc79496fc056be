"""`rawcheck vectors`: the rules as test vectors, and runners that play them in other projects."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any

import click

from engine.errors import RawcheckError
from engine.rulebook.editions import EDITIONS
from engine.rulebook.names import near_or_all
from errata import __version__
from errata.commands import finish, form, output, readings
from errata.conformance.operation import Operation, operations
from errata.conformance.vectors import as_text, suite
from errata.conformance.words import domain_in_words
from errata.rulebook_choice import DEFAULT, Edition, Reading, RulebookChoice
from errata.terminal import width, wrapped, write

RUNNERS = {
    "jest": "rawcheck.test.js", "vitest": "rawcheck.test.mjs", "pytest": "test_rawcheck.py",
    "busted": "rawcheck_spec.lua",
}  # fmt: skip
"""The runner of each test framework."""

EXAMPLES = """\b
Examples:
  rawcheck vectors --output rawcheck-vectors.json
  rawcheck vectors --format jest --output rawcheck.test.js
  rawcheck vectors --op 'space.*' --edition 2022 --split vectors
  rawcheck vectors --list --op space.attack
"""


@click.command(epilog=EXAMPLES)
@click.option("--op", "globs", multiple=True, metavar="GLOB", help="Only these operations, such as 'space.*'.")
@click.option("--list", "listed", is_flag=True, help="List the operations with their inputs and outputs instead.")
@click.option("--split", type=click.Path(file_okay=False), metavar="DIR", help="Write one file per operation.")
@click.option(
    "--edition", type=click.Choice([*EDITIONS]), default=DEFAULT, show_default=True, help="The Core Rulebook to follow."
)
@readings
@form("json", *RUNNERS)
@output
def vectors(
    globs: tuple[str, ...], listed: bool, split: str | None, edition: Edition, readings: Reading | None,
    form: str, output: str | None,
) -> None:  # fmt: skip
    """Write test vectors: scenes, the face that all dice show, and what comes of them by the rules.

    They are JSON, so that your own tests can play them without rawcheck. --format writes a runner for a test framework
    instead, to be kept beside rawcheck-vectors.json: tell it which of your functions answers which operation.
    """
    if split is not None and (output is not None or listed or form != "json"):
        raise click.UsageError(
            "--split writes vectors into files of its own; it goes with --op, --edition, --readings."
        )
    chosen = _chosen(globs)
    if listed:
        finish("\n\n".join("\n".join(_description(operation)) for operation in chosen), 0, output)
    if form != "json":
        finish(_runner(form), 0, output)
    if split is not None:
        try:
            os.makedirs(split, exist_ok=True)
        except OSError as error:
            raise RawcheckError(f"cannot make the folder {split}: {error.strerror}") from error
    book = RulebookChoice.from_options(edition, readings).book()
    whole = suite(book, edition, __version__, [operation.name for operation in chosen])
    if split is None:
        finish(as_text(whole), 0, output)
    for name in whole["operations"]:
        write(as_text(_part(whole, name)), os.path.join(split, f"{name}.json"))
    finish(f"wrote {len(chosen)} files into {split}", 0)


def _chosen(globs: tuple[str, ...]) -> list[Operation]:
    """The operations that some glob names; all of them if there is none."""
    known = operations()
    for glob in globs:
        if not any(fnmatchcase(name, glob) for name in known):
            raise RawcheckError(f"there is no operation {glob!r}; {near_or_all(glob, known)}")
    return [known[name] for name in known if not globs or any(fnmatchcase(name, glob) for glob in globs)]


def _runner(framework: str) -> str:
    """The runner for a test framework."""
    path = files("errata.conformance").joinpath("runners", RUNNERS[framework])
    return path.read_text(encoding="utf-8").rstrip("\n")


def _part(whole: dict[str, Any], name: str) -> dict[str, Any]:
    """The part of a suite that is about one operation."""
    described = {name: whole["operations"][name]}
    return whole | {"operations": described, "vectors": [v for v in whole["vectors"] if v["op"] == name]}


def _description(operation: Operation) -> Iterator[str]:
    """An operation with its inputs and outputs, in the width of the terminal."""
    columns = min(80, width())
    yield from wrapped(f"{operation.name}: {operation.title}", columns, "", "  ")
    names = [*(given.name for given in operation.inputs), "gives"]
    room = 4 + max(map(len, names))
    for given in operation.inputs:
        yield from wrapped(domain_in_words(given), columns, f"  {given.name:{room - 2}}", " " * room)
    yield from wrapped(", ".join(operation.outputs), columns, f"  {'gives':{room - 2}}", " " * room)
