"""`rawcheck verify`: documents against the engine, against themselves and against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from engine.errors import RawcheckError
from errata.commands import Rendering, finish, reporting
from errata.report import Report
from errata.reports import Options, render
from errata.terminal import progress
from verify import attestation as attested
from verify.check import check_documents
from verify.documents.files import Document, Unreadable, bundled, load
from verify.documents.layout import lines_of
from verify.findings import Finding, Level, Place


def verify_report(
    paths: Sequence[str],
    form: str,
    options: Options,
    coverage: bool,
    fail_on: Level,
    progress: Callable[[int], Callable[[], None]],
    attestation: str | None = None,
) -> tuple[str, int]:
    """The output of `rawcheck verify`, and its exit code."""
    seen = attested.load(Path(attestation)) if attestation is not None else None
    documents, refused = read_documents(paths)
    if not documents:
        raise RawcheckError("; ".join(f"{f.place.file}: {f.message}" for f in refused))
    results, accounts = check_documents(documents, done=progress(len(documents)), coverage=coverage)
    report = Report.of(results)
    report.findings += refused
    report.texts = {document.name: partial(_text, document) for document in documents}
    if seen is not None:
        attested.applied(report, seen, seen.name)
    if coverage:
        options = options._replace(coverage=tuple(accounts))
    empty = {finding.place.file for finding in report.findings if finding.code == "RC107"}
    if not report.facts and empty == {document.name for document in documents}:
        raise RawcheckError("; ".join(f"{f.place}: {f.message}" for f in report.findings if f.code == "RC107"))
    return render(report, form, options), int(report.fails(fail_on))


def read_documents(paths: Sequence[str]) -> tuple[list[Document], list[Finding]]:
    """The documents that can be read, and a finding for each that cannot."""
    if not paths:
        return bundled(), []
    documents, refused = [], []
    for path in paths:
        name = Path(path).as_posix()
        try:
            documents.append(load(Path(path), name))
        except Unreadable as error:
            refused.append(Finding("RC101", "unchecked", f"Cannot be read: {error}", Place(name)))
    return documents, refused


def _text(document: Document) -> str:
    """The text of a document, with its lines as they are counted."""
    return "\n".join(lines_of(document.text))


# `rawcheck verify` on the command line.


EXAMPLES = """\b
Examples:
  rawcheck verify
  rawcheck verify my-house-sheet.md --level note
  rawcheck verify --coverage --format html --output coverage.html
"""


@click.command(epilog=EXAMPLES)
@click.argument("documents", nargs=-1, metavar="[DOC]...", type=click.Path())
@reporting("warning")
@click.option("--coverage", is_flag=True, help="Account for every number; --format html shows them in colour.")
@click.option(
    "--attestation", type=click.Path(), metavar="FILE", help="Say which values were seen in print, from this file."
)
def verify(documents: tuple[str, ...], rendering: Rendering, coverage: bool, attestation: str | None) -> None:
    """Check rule documents against the engine.

    DOC is markdown or plain text in any layout; without one, the references that come with rawcheck are checked.
    Tables, claims in sentences and dice are compared with the rules. Tables are recognised by their contents.
    """
    text, code = verify_report(
        documents, rendering.form, rendering.options(), coverage, rendering.fail_on, progress, attestation
    )
    finish(text, code, rendering.output)
