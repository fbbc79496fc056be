"""Report formats: each is a module of this folder with a `render`. A format exists by being a file here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errata.report import Report
    from verify.documents.coverage import Account
    from verify.findings import Finding, Level


@dataclass(frozen=True)
class Options:
    """How a report is wanted."""

    least: Level = "warning"
    """The least grave level that is listed; the rest is counted."""
    width: int = 80
    coloured: bool = False
    facts: bool = False
    coverage: tuple[Account, ...] = ()
    """The account of each document's numbers, if it was asked for."""
    base: str = ""
    """The folder that was looked at, as other tools are to know it; it stands before the names of files."""
    suppressed: bool = False
    """Whether what is suppressed is listed too."""
    title: str = ""
    """What was looked at, as a page calls it."""
    home: str = ""
    """The page that a page leads back to, if it is one of several."""


def listed(report: Report, options: Options) -> list[Finding]:
    """The findings from the level up that was asked for, the gravest first."""
    levels = ("error", "warning", "note")
    return [f for f in report.sorted() if levels.index(f.level) <= levels.index(options.least)]


def meant(report: Report, options: Options) -> list[tuple[Finding, str]]:
    """What is suppressed, each with the reason, if that was asked for."""
    return report.decision.suppressed if report.decision is not None and options.suppressed else []


def path_of(finding: Finding, options: Options) -> str:
    """The path of a finding's file from where the run was started."""
    from posixpath import normpath

    path = options.base + finding.place.file
    return normpath(path) if "../" in path else path


def formats() -> list[str]:
    """The names of the formats that there are."""
    return [module.name for module in iter_modules(__path__) if not module.ispkg]


def render(report: Report, form: str, options: Options) -> str:
    """A report in one of the formats."""
    made: str = import_module(f"{__name__}.{form}").render(report, options)
    return made
