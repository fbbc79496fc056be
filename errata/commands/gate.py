"""`rawcheck gate` on the command line."""

from __future__ import annotations

from typing import Any

import click

from errata.asking import FORMATS, LEVELS, Words, answer
from errata.commands import colour, fixing, level

EXAMPLES = """\b
Examples:
  rawcheck gate
  rawcheck gate --update-baseline
  rawcheck gate --changed-since origin/main --format github
  rawcheck gate --format sarif --output a.sarif --format markdown --output b.md
"""


class InOrder(click.Command):
    """A command that remembers the order of its words, so that each format has its own file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse them, and keep them."""
        ctx.meta["words"] = list(args)
        return super().parse_args(ctx, args)


@click.command(cls=InOrder, epilog=EXAMPLES)
@click.argument("path", default=".", metavar="[PATH]", type=click.Path())
@click.option("--fail-on", type=click.Choice(LEVELS), help="Exit with 1 from this level up.  [error]")
@click.option("--update-baseline", is_flag=True, help="Record what is found today; what is gone is removed.")
@click.option("--accept-new", is_flag=True, help="With --update-baseline: record new errors too.")
@click.option("--changed-since", metavar="REV", help="Show only what differs from this revision.")
@click.option("--show-suppressed", is_flag=True, help="List what is suppressed, and what it does.")
@fixing
@click.option("--no-cache", is_flag=True, help="Read everything again, whatever was found before.")
@click.option(
    "--format",
    "forms",
    type=click.Choice(FORMATS),
    multiple=True,
    help="How to print it; several, each with its own --output.  [text]",
)
@click.option("--output", "outputs", type=click.Path(dir_okay=False), multiple=True, help="A file for it.")
@level("warning")
@colour
@click.pass_context
def gate(ctx: click.Context, /, **asked: Any) -> None:
    """Check a codebase in continuous integration: what is new fails.

    PATH is the folder of the code. The configuration is rawcheck.toml, or [tool.rawcheck] in pyproject.toml, there
    or in the nearest folder above, up to the top of the git repository and no further. What is in the baseline, or is
    said to be meant, does not count.
    """
    told = Words(**asked)
    if told.problem:
        raise click.UsageError(told.problem)
    raise click.exceptions.Exit(answer(told, ctx.meta["words"]))
