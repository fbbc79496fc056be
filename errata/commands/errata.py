"""`rawcheck errata`: lists where codebases depart from the rules as written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click

from engine.errors import RawcheckError
from errata.codebase_check import narrow, report_of
from errata.commands import VERDICTS, Rendering, edition, finish, fixing, no_cache, readings, reporting
from errata.commands import rules as rules_option
from errata.commands import tests as tests_option
from errata.fix.recheck import FixOptions, FixResult
from errata.gate.configuration import load
from errata.gate.decision import GateOptions, configured_files, fix
from errata.gate.gate_path import CheckedPath
from errata.report import Report
from errata.reports import Options, render
from errata.rulebook_choice import Edition, Reading, RulebookChoice
from errata.source.files import Files, files_of, prefix_in_repository, refuse_bad_paths
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
    edition: Edition | None = None
    readings: Reading | None = None


def errata_report(
    paths: Sequence[str], form: str, shown: Options, fail_on: Level, options: ErrataOptions
) -> tuple[str, int]:
    """The output of `rawcheck errata`, and its exit code."""
    if options.dump:
        return dump_tables(source for path in paths for source in files_of(path, options.tests).sources), 0

    fixes = _fixed(paths, options)
    if options.fix is not None and options.fix.only_patch:
        return fixes.patch.rstrip("\n"), int(bool(fixes.patch))
    codebases = [_codebase(path, options) for path in paths]
    count = sum(len(files.sources) for _, files, _ in codebases)
    report = report_of(codebases, progress(count), options.cached)
    narrow(report, options.rules, options.only)
    report.fixed = fixes.not_fixed
    text = render(report, form, shown)
    if form == "text":
        text = "\n\n".join([*fixes.rounds, text])
    return text, _exit_code(report, fail_on)


def _fixed(paths: Sequence[str], options: ErrataOptions) -> FixResult:
    """Fixes a codebase if that is wanted, as a gate does: what its configuration says is meant stays."""
    if options.fix is None:
        return FixResult()
    if len(paths) > 1:
        raise RawcheckError("--fix and --diff take one path")
    wanted = options.fix._replace(verdicts=options.only)
    gate_options = GateOptions(
        rules=options.rules,
        tests=options.tests,
        cached=options.cached,
        fix=wanted,
        edition=options.edition,
        readings=options.readings,
    )
    return fix(paths[0], gate_options, progress)


def _codebase(path: str, options: ErrataOptions) -> tuple[str, Files, RulebookChoice]:
    """A path with its files and its rulebook, as its configuration and the options say."""
    settings = load(path)
    files = configured_files(CheckedPath(path, settings), options.tests, "--tests reads tests")
    return path, files, settings.rulebook(options.edition, options.readings)


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
@rules_option
@click.option("--only", multiple=True, type=click.Choice(VERDICTS), help="Only this verdict; can be repeated.")
@edition
@readings
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
    edition: Edition | None,
    readings: Reading | None,
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
    shown = rendering.options(prefix_in_repository(paths[0]) if len(paths) == 1 else "")
    fix = FixOptions.from_flags(**fix_flags)
    options = ErrataOptions(rules, only, tests, dump, not no_cache, fix, edition, readings)
    text, code = errata_report(paths, rendering.form, shown, rendering.fail_on, options)
    finish(text, code, rendering.output, exact=is_patch)
