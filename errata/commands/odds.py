"""`rawcheck odds` on the command line."""

from __future__ import annotations

from typing import Any

import click

from errata.commands import colour, output
from errata.terminal import coloured, cyan, width, write

EXAMPLES = """\b
Examples:
  rawcheck odds "2D boon" --at-least 8
  rawcheck odds attack --weapon "pulse laser" --mount "triple turret" \\
      --range short --gunner 1 --armour 4 --lock
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("expression", nargs=-1, required=True, metavar="EXPR|attack")
@click.option("--at-least", type=int, metavar="N", help="The chance of N or more.")
@click.option("--at-most", type=int, metavar="N", help="The chance of N or less.")
@click.option("--exactly", type=int, metavar="N", help="The chance of just N.")
@click.option("--weapon", help="The ship's weapon: 'pulse laser', 'ion cannon'.")
@click.option("--mount", help="Fixed mount, single, double or triple turret, barbette.  [single turret]")
@click.option("--weapons", type=int, metavar="N", help="How many weapons of the mount fire linked.  [all]")
@click.option("--range", metavar="BAND", help="Adjacent to Distant.  [Medium, or as far as it reaches]")
@click.option("--gunner", type=int, metavar="N", help="The gunner's skill.  [0]")
@click.option("--dex-dm", type=int, metavar="N", help="The gunner's DEX DM.  [0]")
@click.option("--armour", "--armor", "armour", type=int, metavar="N", help="The target's armour.  [0]")
@click.option("--lock", is_flag=True, help="The target is under a sensor lock.")
@click.option("--evasion", type=int, metavar="N", help="Skill of the pilot who evades.  [0]")
@click.option("--fire-control", type=int, metavar="N", help="The DM that the software gives.  [0]")
@click.option("--dm", type=int, metavar="N", help="Any other DM.  [0]")
@click.option(
    "--advantage",
    "advantages",
    multiple=True,
    metavar="NAME",
    help="An advantage, as 'High Yield'; can be repeated.",
)
@click.option("--edition", type=click.Choice(["2016", "2022"]), help="The Core Rulebook to play.  [2016]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@output
@colour
def odds(
    expression: tuple[str, ...],
    form: str,
    output: str | None,
    colour: str,
    at_least: int | None,
    at_most: int | None,
    exactly: int | None,
    **options: Any,
) -> None:
    """The exact odds of a roll, or of an attack in space.

    EXPR is dice as the books print them: 2D, 3D+2, D66, 1D×10, 2DD, '2D boon', '4D high yield'. With the word
    attack, the options from --weapon on say who fires what at whom.
    """
    from errata import odds as command

    painted = coloured(colour, output)
    given = {name: value for name, value in options.items() if value is not None and value is not False and value != ()}
    asked = {"at_least": at_least, "at_most": at_most, "exactly": exactly}
    text = command.odds(" ".join(expression), form, width(), cyan if painted else str, asked, given)
    write(text, output)
