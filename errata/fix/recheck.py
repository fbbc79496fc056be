"""Fix a codebase and check it again, until nothing more can be fixed: what `--fix` of `errata` and `gate` does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from engine.rulebook.rulebook import Rulebook
from errata.source.files import Source
from verify.findings import VERDICTS, Fact, Finding

MAX_ROUNDS = 5
"""How often a codebase is fixed: a value that is put right may let more tables be recognised."""


class FixOptions(NamedTuple):
    """What `--fix-unsafe`, `--diff` and `--allow-dirty` ask for."""

    unsafe: bool = False
    """Whether contested and doubtful values are rewritten too."""
    only_patch: bool = False
    """Whether a patch is made and nothing is written."""
    allow_dirty: bool = False
    """Whether files with uncommitted changes are rewritten."""
    verdicts: tuple[str, ...] = ()
    """Verdicts of the findings that are fixed; all if there are none."""

    @classmethod
    def from_flags(cls, fix: bool, fix_unsafe: bool, diff: bool, allow_dirty: bool) -> FixOptions | None:
        """The options of a command line; None if nothing is to be rewritten."""
        return cls(fix_unsafe, diff, allow_dirty) if fix or fix_unsafe or diff else None


class Fixable(NamedTuple):
    """What one check of a codebase leaves to be fixed."""

    sources: list[Source]
    findings: list[Finding]
    facts: list[Fact]
    book: Rulebook


@dataclass
class FixResult:
    """What was fixed, round by round."""

    rounds: list[str] = field(default_factory=list)
    """The values that each round put right, as text."""
    findings: list[Finding] = field(default_factory=list)
    """The findings that were put right."""
    not_fixed: str = ""
    """The values that stay wrong, with reasons, as text."""
    patch: str = ""
    """What would be written, if only a patch is wanted."""


Check = TypeVar("Check")


def fix_and_recheck(
    path: str, check: Callable[[], Check], fixable: Callable[[Check], Fixable], options: FixOptions
) -> tuple[Check, FixResult]:
    """Check and fix a codebase in turns; returns the last check and what was fixed.

    `fixable` says what a check leaves to be fixed. If only a patch is wanted, nothing is written and checked again.
    """
    from errata.fix import fixed_files  # a third of a gate's start, seldom needed

    result = FixResult()
    checked = check()
    for n in range(MAX_ROUNDS):
        sources, findings, facts, book = fixable(checked)
        findings = [finding for finding in findings if finding.verdict in (options.verdicts or VERDICTS)]
        repaired, reasons = fixed_files.fixed(sources, findings, facts, book, options.unsafe)
        if options.only_patch:
            result.patch = fixed_files.patch_of(repaired, path)
            break
        if not repaired:
            result.not_fixed = fixed_files.not_fixed_summary(findings, reasons)
            break
        fixed_files.write_all(repaired, options.allow_dirty or n > 0)  # after the first round the changes are our own
        result.rounds.append(fixed_files.fixed_summary(repaired))
        fixed = {(fix.fact.place, fix.fact.rule) for file in repaired for fix in file.fixes}
        result.findings += [finding for finding in findings if (finding.place, finding.rule) in fixed]
        checked = check()
    return checked, result
