"""`rawcheck gate` on the command line."""

from __future__ import annotations

from time import time_ns
from typing import Any

import click

from errata.commands import FORMATS, LEVELS, colour, fixing, fixing_of, level
from errata.terminal import base, coloured, progress, refuse_outputs, targets, width, write

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
@click.option("--changed-since", metavar="REV", default="", help="Show only what differs from this revision.")
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
def gate(
    ctx: click.Context,
    /,
    path: str,
    fail_on: Any,
    update_baseline: bool,
    accept_new: bool,
    changed_since: str,
    show_suppressed: bool,
    no_cache: bool,
    forms: tuple[str, ...],
    outputs: tuple[str, ...],
    level: Any,
    colour: str,
    **fixes: bool,
) -> None:
    """Check a codebase in continuous integration: what is new fails.

    PATH is the folder of the code. The configuration is rawcheck.toml, or [tool.rawcheck] in pyproject.toml, there
    or above. What is in the baseline, or is said to be meant, does not count.
    """
    from errata import again
    from errata import gate as command
    from errata.reports import Options, render

    wanted = fixing_of(**fixes)
    asked = command.Asked(
        fail_on, update_baseline, accept_new, changed_since, not no_cache, outputs=outputs, fixing=wanted
    )
    if accept_new and not update_baseline:
        raise click.UsageError("--accept-new goes with --update-baseline.")
    if wanted is not None and update_baseline:
        raise click.UsageError("--update-baseline records what is wrong, and --fix puts it right: one at a time.")
    wanted_in = targets(ctx.meta["words"])
    refuse_outputs(wanted_in)
    words, since = ctx.meta["words"], time_ns()
    place = again.place_of(words)
    report, code = command.gate(path, asked, progress)
    if wanted is not None and wanted.only_patch:
        write(report.fixed.rstrip("\n"), outputs[0] if outputs else None, exact=True)
        raise click.exceptions.Exit(code)
    said: again.Said = []
    for form, output in wanted_in:
        painted = form == "text" and coloured(colour, output)
        least = max(level, report.decision.fail_on if report.decision else level, key=LEVELS.index)
        options = Options(least, width(), painted, base=base(path), suppressed=show_suppressed)
        said.append((render(report, form, options), output))
    known = report.looked_at if not no_cache else None
    files = again.seen(*known, outputs, since) if known is not None else None
    for text, output in said:
        write(text, output)
    if known is not None and files is not None:
        again.remember(place, said, code, known.places, files)
    raise click.exceptions.Exit(code)
