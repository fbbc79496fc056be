"""`rawcheck dice` on the command line."""

from __future__ import annotations

import click

from errata.commands import output
from errata.terminal import width, write

EXAMPLES = """\b
Examples:
  rawcheck dice
  rawcheck dice --rolls log.txt --of "2D boon"
"""


@click.command(epilog=EXAMPLES)
@click.argument("documents", nargs=-1, metavar="[DOC]...", type=click.Path())
@click.option("--all", "every", is_flag=True, help="List the claims too that no document prints.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The seed of the rolls.  [1977]")
@click.option(
    "--departure",
    type=click.FloatRange(0.001, 1),
    default=0.01,
    metavar="SD",
    help="The smallest departure to be seen, in standard deviations of a roll.  [0.01]",
)
@click.option("--rolls", type=click.Path(), metavar="FILE", help="Test a list of rolls instead: whole numbers.")
@click.option("--of", "expression", metavar="EXPR", help="What they are rolls of: 2D, '2D boon'.  [2D]")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="How to print it."
)
@output
def dice(
    documents: tuple[str, ...],
    every: bool,
    seed: int | None,
    departure: float,
    rolls: str | None,
    expression: str | None,
    form: str,
    output: str | None,
) -> None:
    """Test dice claims: printed, exact, rolled die by die, and compared.

    Every figure that DOC prints about dice is worked out exactly and tried by rolling; without DOC, those of the
    references that come with rawcheck. With --rolls, a list of rolls from a table or a VTT's log is tested.
    """
    from errata import dice as command

    if rolls is not None and (documents or every or seed is not None):
        raise click.UsageError("--rolls tests a list of rolls; it goes with --of and --format only.")
    if expression is not None and rolls is None:
        raise click.UsageError("--of says what --rolls are rolls of; give both.")
    if rolls is not None:
        text, code = command.rolls(rolls, expression or "2D", form)
    else:
        text, code = command.dice(documents, form, command.SEED if seed is None else seed, every, departure, width())
    write(text, output)
    raise click.exceptions.Exit(code)
