"""`rawcheck errata`: lists where codebases depart from the rules as written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import click

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from errata.codebase_check import narrow, report_of
from errata.commands import VERDICTS, Rendering, finish, fixing, no_cache, reporting
from errata.commands import tests as tests_option
from errata.fix.recheck import Fixable, FixOptions, FixResult, fix_and_recheck
from errata.gate.configuration import load
from errata.gate.suppressions import applied, rows_of, suppressions
from errata.report import Report
from errata.reports import Options, render
from errata.source.files import Source, files_of, printable_prefix, refuse_bad_paths
from errata.source.tables_dump import dump as dump_tables
from errata.terminal import progress
from verify.findings import Level


class ErrataOptions(NamedTuple):
    """The options of the command line."""

    rules: tuple[str, ...] = ()
    """Globs of rule ids; all rules if there are none."""
    only: tuple[str, ...] = ()
    """Verdicts; all if there are none."""
    tests: bool = False
    dump: bool = False
    """Whether to list the tables of the codebase instead."""
    cached: bool = True
    fix: FixOptions | None = None


class _Check(NamedTuple):
    """One check of the codebases: their files, and the report on them."""

    sources: list[Source]
    report: Report


def errata_report(
    paths: Sequence[str], form: str, shown: Options, fail_on: Level, options: ErrataOptions
) -> tuple[str, int]:
    """The output of `rawcheck errata`, and its exit code."""
    if options.dump:
        return dump_tables(source for path in paths for source in files_of(path, options.tests).sources), 0

    def check() -> _Check:
        codebases = [files_of(path, options.tests) for path in paths]
        sources = [source for files in codebases for source in files.sources]
        report = report_of(list(zip(paths, codebases, strict=True)), progress(len(sources)), options.cached)
        narrow(report, options.rules, options.only)
        return _Check(sources, report)

    if options.fix is None:
        checked, fixes = check(), FixResult()
    else:
        _refuse_fix(paths)
        checked, fixes = fix_and_recheck(paths[0], check, _fixable, options.fix)
        if options.fix.only_patch:
            return fixes.patch.rstrip("\n"), int(bool(fixes.patch))
    report = checked.report
    report.fixed = fixes.not_fixed
    text = render(report, form, shown)
    if form == "text":
        text = "\n\n".join([*fixes.rounds, text])
    return text, _exit_code(report, fail_on)


def _refuse_fix(paths: Sequence[str]) -> None:
    """Raise RawcheckError where `--fix` could overwrite what is intentional."""
    if len(paths) > 1:
        raise RawcheckError("--fix and --diff take one path")
    settings = load(paths[0])
    if settings.file:
        file = settings.beside(settings.file)
        raise RawcheckError(f"{file} may say what is meant: rawcheck gate --fix keeps to it, and errata does not")


def _fixable(checked: _Check) -> Fixable:
    """What `--fix` may correct: the values that no comment in the code suppresses."""
    report = checked.report
    facts = [fact for fact, _ in report.facts]
    intended = suppressions(report.suppression_comments, (), "")
    findings, _ = applied(report.findings, intended, rows_of(facts), datetime.now(UTC).date())
    return Fixable(checked.sources, findings, facts, RAW)


def _exit_code(report: Report, fail_on: Level) -> int:
    """1 if there are findings at this level or above, 2 if rawcheck failed or nothing could be read at all."""
    unread = sum(finding.code == "RC110" for finding in report.findings)
    if any(finding.code == "RC111" for finding in report.findings):
        return 2
    if not report.facts and report.files <= unread and (unread or report.skipped):
        return 2
    return int(report.fails(fail_on))


EXAMPLES = """\b
Examples:
  rawcheck errata path/to/vtt
  rawcheck errata path/to/vtt --rule 'space/range-bands*' --only differs
  rawcheck errata path/to/vtt --format markdown --output errata.md
  rawcheck errata vtt-one vtt-two vtt-three
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option("--rule", "rules", multiple=True, metavar="GLOB", help="Only these rules, such as 'space/range-bands*'.")
@click.option("--only", multiple=True, type=click.Choice(VERDICTS), help="Only this verdict; can be repeated.")
@tests_option
@no_cache
@fixing
@click.option("--dump", is_flag=True, help="List every table in the code, and why it was recognised or not.")
@reporting("warning")
def errata(
    paths: tuple[str, ...],
    rendering: Rendering,
    rules: tuple[str, ...],
    only: tuple[str, ...],
    tests: bool,
    no_cache: bool,
    dump: bool,
    **fix_flags: bool,
) -> None:
    """List where a codebase departs from the rules.

    PATH is the folder of a VTT's code, or a file of it. Rule tables are read from JavaScript, TypeScript, JSON,
    YAML, Lua, XML, HTML, Python, C#, CSV and markdown, and recognised by their contents. Several paths are compared
    side by side. No code is run.
    """
    is_patch = fix_flags["diff"]
    if is_patch and rendering.form != "text":
        raise click.UsageError("--diff prints a patch: it has no --format.")
    refuse_bad_paths(paths)
    shown = rendering.options(printable_prefix(paths[0]) if len(paths) == 1 else "")
    options = ErrataOptions(rules, only, tests, dump, not no_cache, FixOptions.from_flags(**fix_flags))
    text, code = errata_report(paths, rendering.form, shown, rendering.fail_on, options)
    finish(text, code, rendering.output, exact=is_patch)
