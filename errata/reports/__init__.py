"""Report formats: each is a module of this folder with a `render`. A format exists by being a file here."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from importlib import import_module
from posixpath import normpath

from errata.report import Report
from verify.documents.coverage import Account
from verify.findings import LEVELS, Finding, Level


@dataclass(frozen=True)
class Options:
    """How a report is rendered."""

    least: Level = "warning"
    """The lowest level that is listed; findings below it are only counted."""
    width: int = 80
    coloured: bool = False
    facts: bool = False
    coverage: tuple[Account, ...] = ()
    """The coverage of each document, if it is wanted."""
    base: str = ""
    """The folder that was checked, as a prefix for the names of files."""
    suppressed: bool = False
    """Whether suppressed findings are listed too."""
    title: str = ""
    """What was checked, for the title of a page."""
    home: str = ""
    """The page to link back to, if it is one of several."""


def listed(report: Report, options: Options) -> list[Finding]:
    """The findings at the wanted level or above, the gravest first."""
    return [f for f in report.sorted() if LEVELS.index(f.level) <= LEVELS.index(options.least)]


def suppressed(report: Report, options: Options) -> list[tuple[Finding, str]]:
    """The suppressed findings, each with the reason, if they are wanted."""
    return report.decision.suppressed if report.decision is not None and options.suppressed else []


def path_of(finding: Finding, options: Options) -> str:
    """The path of a finding's file, relative to the current folder."""
    path = options.base + finding.place.file
    return normpath(path) if "../" in path else path


def formats() -> list[str]:
    """The names of the report formats."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg)


def render(report: Report, form: str, options: Options) -> str:
    """A report in one of the formats."""
    rendered: str = import_module(f"{__name__}.{form}").render(report, options)
    return rendered
