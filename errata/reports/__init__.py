"""Report formats: each is a module of this folder with a `render`. A format exists by being a file here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.coverage import Account
    from verify.findings import Level, Report


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


def formats() -> list[str]:
    """The names of the formats that there are."""
    return sorted(module.name for module in iter_modules(__path__))


def render(report: Report, form: str, options: Options) -> str:
    """A report in one of the formats."""
    made: str = import_module(f"{__name__}.{form}").render(report, options)
    return made
