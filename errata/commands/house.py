"""`rawcheck house` on the command line."""

from __future__ import annotations

from typing import Any

import click

from errata.commands import colour, fail_on, form, level, output
from errata.terminal import coloured, is_terminal, width, write

EXAMPLES = """\b
Examples:
  rawcheck house --init house-rules.md
  rawcheck house house-rules.md
  rawcheck house house-rules.md --format html --output house.html
  rawcheck house --sweep "short range=0..4" --of "pulse lasers at short"
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path())
@click.option("--init", "begun", type=click.Path(dir_okay=False), help="Write a page to begin with.")
@click.option("--force", is_flag=True, help="With --init: write it even if there is one.")
@click.option(
    "--list",
    "listed",
    is_flag=False,
    flag_value="*",
    metavar="WORDS",
    help="List all rules, or those with these words.",
)
@click.option("--sweep", "sweeps", multiple=True, metavar="RULE=0..4", help="Try a range of values of a rule.")
@click.option("--of", default="", metavar="WORDS", help="With --sweep: the scene whose title has these words.")
@click.option("--scene", type=click.Path(), metavar="FILE", help="Play your own scenes too, from TOML.")
@click.option("--edition", type=click.Choice(["2016", "2022"]), default="2016", help="The Core Rulebook you play.")
@form
@level("note")
@fail_on
@output
@colour
def house(
    files: tuple[str, ...],
    begun: str | None,
    force: bool,
    listed: str | None,
    sweeps: tuple[str, ...],
    of: str,
    scene: str | None,
    edition: str,
    form: str,
    level: Any,
    fail_on: Any,
    output: str | None,
    colour: str,
) -> None:
    """Check a GM's house rules: where they depart, and what that does.

    FILE is a page in plain words, markdown, CSV, TOML with exact ids, or a VTT's settings as JSON. What departs
    from the book is played over standing scenes, exactly, by both rulebooks.
    """
    if begun is not None or listed is not None:
        from errata.house import starting

        room = width() if output is None and is_terminal() else None
        told = starting.listing(" ".join((listed or "*", *files)), edition, room) if begun is None else ""
        if begun and begun.startswith("-"):
            raise click.UsageError(f"--init writes a file: give it a name, such as house-rules.md, and not {begun}.")
        write(told or starting.init(begun or "", force), output)
        return
    from errata.house import command
    from errata.reports import Options

    options = Options(level, width(), coloured(colour, output))
    asked = command.Asked(edition, scene, sweeps, of)
    text, code = command.house(files, form, options, fail_on, asked)
    write(text, output)
    raise click.exceptions.Exit(code)
