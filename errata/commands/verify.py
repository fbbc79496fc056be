"""`rawcheck verify`: documents against the engine, against themselves and against each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from engine.errors import RawcheckError
from errata.commands import Rendering, edition, finish, readings, reporting
from errata.report import Report
from errata.reports import render
from errata.rulebook_choice import Edition, Reading, RulebookChoice
from errata.terminal import progress
from verify import attestation as attested
from verify.bounded_files import Unreadable
from verify.check import check_documents
from verify.documents.files import Document, bundled, followed_by_all, load
from verify.documents.layout import lines_of
from verify.findings import Finding, Place


def read_documents(paths: Sequence[str]) -> tuple[list[Document], list[Finding]]:
    """The documents that can be read, and a finding for each that cannot; without paths, the bundled references."""
    if not paths:
        return bundled(), []
    documents, unreadable = [], []
    for path in paths:
        name = Path(path).as_posix()
        try:
            documents.append(load(Path(path), name))
        except Unreadable as error:
            unreadable.append(Finding("RC101", "unchecked", Place(name), words={"reason": str(error)}))
    return documents, unreadable


def _text(document: Document) -> str:
    """The text of a document, with its lines as they are counted."""
    return "\n".join(lines_of(document.text))


EXAMPLES = """\b
Examples:
  rawcheck verify
  rawcheck verify my-house-sheet.md --level note
  rawcheck verify --coverage --format html --output coverage.html
"""


@click.command(epilog=EXAMPLES)
@click.argument("documents", nargs=-1, metavar="[DOC]...", type=click.Path())
@edition
@readings
@reporting("warning")
@click.option("--coverage", is_flag=True, help="Account for every number; --format html shows them in colour.")
@click.option(
    "--attestation", type=click.Path(), metavar="FILE", help="Say which values were seen in print, from this file."
)
def verify(
    documents: tuple[str, ...],
    rendering: Rendering,
    edition: Edition | None,
    readings: Reading | None,
    coverage: bool,
    attestation: str | None,
) -> None:
    """Check rule documents against the engine.

    DOC is markdown or plain text in any layout; without one, the references that come with rawcheck are checked.
    Tables, claims in sentences and dice are compared with the rules. Tables are recognised by their contents.
    """
    seen = attested.load(Path(attestation)) if attestation is not None else None
    sources, unreadable = read_documents(documents)
    if not sources:
        raise RawcheckError("; ".join(f"{finding.place.file}: {finding.message}" for finding in unreadable))
    book = RulebookChoice.from_options(edition, readings).book(followed_by_all(sources))
    results, accounts = check_documents(sources, book, progress(len(sources)), coverage)
    report = Report.of(results)
    report.findings += unreadable
    report.texts = {source.name: partial(_text, source) for source in sources}
    if seen is not None:
        attested.applied(report, seen, seen.name)
    empty = [finding for finding in report.findings if finding.code == "RC107"]
    if not report.facts and {finding.place.file for finding in empty} == {source.name for source in sources}:
        raise RawcheckError("; ".join(f"{finding.place}: {finding.message}" for finding in empty))
    options = rendering.options()._replace(coverage=tuple(accounts) if coverage else ())
    finish(render(report, rendering.form, options), int(report.fails(rendering.fail_on)), rendering.output)
