"""`rawcheck errata` on the command line."""

from __future__ import annotations

from typing import Any

import click

from errata.commands import VERDICTS, colour, fail_on, fixing, form, level, output
from errata.terminal import base, coloured, progress, width, write

EXAMPLES = """\b
Examples:
  rawcheck errata path/to/vtt
  rawcheck errata path/to/vtt --rule 'space/range-bands*' --only differs
  rawcheck errata path/to/vtt --format markdown --output errata.md
  rawcheck errata vtt-one vtt-two vtt-three
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option("--rule", "rules", multiple=True, metavar="GLOB", help="Only these rules, as 'space/range-bands*'.")
@click.option("--only", multiple=True, type=click.Choice(VERDICTS), help="Only this verdict; can be repeated.")
@click.option("--tests", is_flag=True, help="Read the tests of the codebase too.")
@click.option("--no-cache", is_flag=True, help="Read everything again, whatever was found before.")
@fixing
@click.option("--dump", is_flag=True, help="List every table that was lifted, and why it was recognised or not.")
@form
@level("warning")
@fail_on
@click.option("--facts", is_flag=True, help="With JSON: every fact that was compared, the right ones too.")
@output
@colour
def errata(
    paths: tuple[str, ...],
    rules: tuple[str, ...],
    only: tuple[str, ...],
    tests: bool,
    no_cache: bool,
    dump: bool,
    form: str,
    level: Any,
    fail_on: Any,
    facts: bool,
    output: str | None,
    colour: str,
    **fixes: bool,
) -> None:
    """The errata diff of codebases: where their code departs from the rules.

    PATH is the folder of a VTT's code, or a file of it. Rule tables are read out of JavaScript, TypeScript, JSON,
    YAML, Lua, XML, HTML, Python, C#, CSV and markdown, and known by what they hold. Several paths are set side by
    side. Nothing in them is run.
    """
    from errata import codebase as command
    from errata.reports import Options

    if fixes["diff"] and form != "text":
        raise click.UsageError("--diff prints a patch: it has no --format.")
    command.refuse(paths)
    painted = coloured(colour, output)
    options = Options(level, width(), painted, facts, base=base(paths[0]) if len(paths) == 1 else "")
    fixing = command.Fixing.of(**fixes)
    wanted = command.Wanted(rules, only, tests, dump, not no_cache, fixing)
    text, code = command.errata(paths, form, options, fail_on, wanted, progress)
    write(text, output, exact=fixing is not None and fixing.only_patch)
    raise click.exceptions.Exit(code)
