"""Report formats: each is a module of this folder with a `render`. A format exists by being a file here."""

from __future__ import annotations

from importlib import import_module
from posixpath import normpath
from typing import TYPE_CHECKING, NamedTuple

from errata.report import Report
from errata.terminal import visible
from verify.findings import Finding, Level

if TYPE_CHECKING:  # a gate reads no documents
    from verify.documents.coverage import Account


class Options(NamedTuple):
    """How a report is rendered."""

    least: Level = "warning"
    """The lowest level that is listed; findings below it are only counted."""
    width: int = 80
    coloured: bool = False
    facts: bool = False
    coverage: tuple[Account, ...] = ()
    """The coverage of each document, if it was asked for."""
    base: str = ""
    """The folder that was checked, as a prefix for the names of files."""
    suppressed: bool = False
    """Whether suppressed findings are listed too."""
    known: bool = False
    """Whether SARIF lists the findings in the baseline too."""
    title: str = ""
    """What was checked, for the title of a page."""
    home: str = ""
    """The page to link back to, if it is one of several."""


def listed(report: Report, options: Options) -> list[Finding]:
    """The findings at the wanted level or above, the gravest first."""
    return [finding for finding in report.sorted() if finding.is_at_least(options.least)]


def suppressed(report: Report, options: Options) -> list[tuple[Finding, str]]:
    """The suppressed findings, each with its reason, if they were asked for."""
    return report.decision.suppressed if report.decision is not None and options.suppressed else []


def with_reasons(report: Report, options: Options) -> list[tuple[Finding, str]]:
    """The listed findings without a reason, then the suppressed ones, each with its reason."""
    return [*((finding, "") for finding in listed(report, options)), *suppressed(report, options)]


def sentence(finding: Finding) -> str:
    """The message of a finding, with the source of the rule."""
    return f"{finding.message} [{finding.source}]" if finding.source else finding.message


def path_of(finding: Finding, options: Options) -> str:
    """The path of a finding's file, relative to the top of the repository."""
    return shown_path(finding.place.file, options)


def shown_path(file: str, options: Options) -> str:
    """The path of a file of the folder that was checked, relative to the top of the repository."""
    path = options.base + file
    return normpath(path) if "../" in path else path


def render(report: Report, form: str, options: Options) -> str:
    """A report in one of the formats."""
    rendered: str = import_module(f"{__name__}.{form}").render(report, options)
    return rendered if form == "text" and options.coloured else type(rendered)(visible(rendered))
