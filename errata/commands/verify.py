"""`rawcheck verify` on the command line."""

from __future__ import annotations

from typing import Any

import click

from errata.commands import colour, fail_on, form, level, output
from errata.terminal import coloured, progress, width, write

EXAMPLES = """\b
Examples:
  rawcheck verify
  rawcheck verify my-house-sheet.md --level note
  rawcheck verify --coverage --format html --output coverage.html
"""


@click.command(epilog=EXAMPLES)
@click.argument("documents", nargs=-1, metavar="[DOC]...", type=click.Path())
@form
@level("warning")
@fail_on
@click.option("--coverage", is_flag=True, help="Account for every number; --format html shows them in colour.")
@click.option("--facts", is_flag=True, help="With JSON: every fact that was compared, the right ones too.")
@click.option("--attestation", type=click.Path(), metavar="FILE", help="Which values were seen in print.")
@output
@colour
def verify(
    documents: tuple[str, ...],
    form: str,
    level: Any,
    fail_on: Any,
    coverage: bool,
    facts: bool,
    attestation: str | None,
    output: str | None,
    colour: str,
) -> None:
    """Check rule documents: their tables, claims and dice against the engine.

    DOC is markdown or plain text, in any layout that people use; without one, the references that come with
    rawcheck are checked. A document is known by what it holds.
    """
    from errata import verify as command
    from errata.reports import Options

    painted = coloured(colour, output)
    options = Options(level, width(), painted, facts)
    text, code = command.verify(documents, form, options, coverage, fail_on, progress, attestation)
    write(text, output)
    raise click.exceptions.Exit(code)
