"""`rawcheck explain` on the command line."""

from __future__ import annotations

import click

from errata.commands import output
from errata.terminal import width, write


@click.command(no_args_is_help=True)
@click.argument("name", nargs=-1, required=True, metavar="RULE|CODE|RULING")
@output
def explain(name: tuple[str, ...], output: str | None) -> None:
    """Explain a rule, a table, a figure, a finding code or a ruling.

    RULE is an id such as space/attack/target, or the beginning of one; CODE is RC201 and the like; RULING is a
    number. Figures are ids such as dice/boon/mean.
    """
    from errata import explain as command

    write(command.explain(" ".join(name), width()), output)
