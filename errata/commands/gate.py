"""`rawcheck gate` on the command line."""

from __future__ import annotations

from typing import Any

import click

from errata.commands import FORMATS, LEVELS, colour, edition, fail_on, finish, fixing, level, no_cache, readings, rules
from errata.fix.recheck import FixOptions
from errata.gate import decision
from errata.reports import Options, render
from errata.source.files import prefix_in_repository
from errata.terminal import coloured, progress, refuse_outputs, targets, width, write

EXAMPLES = """\b
Examples:
  rawcheck gate
  rawcheck gate --update-baseline
  rawcheck gate --changed-since origin/main --format github
  rawcheck gate --format sarif --output a.sarif --format markdown --output b.md
  rawcheck gate --badge badge.json
"""


class OrderedCommand(click.Command):
    """A command that remembers the order of `--format` and `--output`, so that each format has its own file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of the command line."""
        parsed, _, order = self.make_parser(ctx).parse_args(args=list(args))
        values = {name: iter(parsed.get(name, ())) for name in ("forms", "outputs")}
        ctx.meta["order"] = [(option.name, next(values[option.name])) for option in order if option.name in values]
        return super().parse_args(ctx, args)


@click.command(cls=OrderedCommand, epilog=EXAMPLES)
@click.argument("path", default=".", metavar="[PATH]", type=click.Path())
@fail_on(default=None)
@edition
@readings
@click.option("--update-baseline", is_flag=True, help="Add the findings of today to the baseline; remove fixed ones.")
@click.option("--prune", is_flag=True, help="Only remove fixed findings from the baseline; add nothing.")
@click.option("--accept-new", is_flag=True, help="With --update-baseline: also add new errors.")
@click.option(
    "--changed-since", metavar="REV", help="Show only findings on lines changed since REV; all findings still count."
)
@rules
@click.option("--show-suppressed", is_flag=True, help="Also list suppressed findings, with their impact.")
@click.option(
    "--show-known", is_flag=True, help="With --format sarif: also list known findings, with baselineState unchanged."
)
@fixing
@no_cache
@click.option(
    "--format",
    "forms",
    type=click.Choice(FORMATS),
    multiple=True,
    help="The output format; can be repeated, each with its own --output.  [text]",
)
@click.option(
    "--output",
    "outputs",
    type=click.Path(dir_okay=False),
    multiple=True,
    help="Write to this file instead of the terminal.",
)
@click.option("--badge", type=click.Path(dir_okay=False), help="Also write a badge to this file: JSON for shields.io.")
@level("warning")
@colour
@click.pass_context
def gate(
    ctx: click.Context,
    /,
    path: str,
    fail_on: Any,
    edition: Any,
    readings: Any,
    update_baseline: bool,
    accept_new: bool,
    prune: bool,
    changed_since: str | None,
    rules: tuple[str, ...],
    show_suppressed: bool,
    show_known: bool,
    no_cache: bool,
    forms: tuple[str, ...],
    outputs: tuple[str, ...],
    badge: str | None,
    level: Any,
    colour: str,
    **fix_flags: bool,
) -> None:
    """Fail a build if a codebase has new departures from the rules.

    PATH is the folder of the code. The configuration is rawcheck.toml, or [tool.rawcheck] in pyproject.toml, in that
    folder or in the nearest one above it within the git repository. Findings in the baseline and suppressed findings
    do not count.
    """
    fix = FixOptions.from_flags(**fix_flags)
    if accept_new and not update_baseline:
        raise click.UsageError("--accept-new goes with --update-baseline.")
    if prune and update_baseline:
        raise click.UsageError("--update-baseline also does what --prune does: one at a time.")
    if fix is not None and update_baseline:
        raise click.UsageError("--update-baseline records what is wrong, and --fix puts it right: one at a time.")
    if fix_flags["diff"] and (forms or badge or len(outputs) > 1):
        raise click.UsageError("--diff prints a patch: it has no --format, and one --output at most.")
    if len(outputs) > max(1, len(forms)):
        raise click.UsageError(f"{len(outputs)} --output need as many --format, which say what each is to hold.")
    if changed_since is not None and not changed_since.strip():
        raise click.UsageError("--changed-since needs a revision, such as origin/main.")

    destinations = targets(ctx.meta["order"])
    badges = [("badge", badge)] if badge else []
    refuse_outputs([*destinations, *badges])
    options = decision.GateOptions(
        fail_on=fail_on,
        update=update_baseline,
        accept_new=accept_new,
        prune=prune,
        since=changed_since or "",
        cached=not no_cache,
        outputs=(*outputs, *(file for _, file in badges)),
        fix=fix,
        edition=edition,
        readings=readings,
        rules=rules,
    )
    report, code = decision.gate(path, options, progress)
    if fix_flags["diff"]:
        finish(report.fixed.rstrip("\n"), code, destinations[0][1], exact=True)
    least = max(level, report.decision.fail_on if report.decision else level, key=LEVELS.index)
    texts = []
    for form, output in destinations:
        painted = form == "text" and coloured(colour, output)
        rendering = Options(
            least, width(), painted, base=prefix_in_repository(path), suppressed=show_suppressed, known=show_known
        )
        texts.append((render(report, form, rendering), output))
    if badges:
        from errata.reports.parts.badge import badge as badge_of  # which few gates write

        texts += [(badge_of(report), file) for _, file in badges]
    for text, output in texts:
        write(text, output)
    raise click.exceptions.Exit(code)
