"""`rawcheck verify`: documents against the engine, against themselves and against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.errors import RawcheckError
from errata.reports import Options, render
from verify import attestation as attested
from verify.check import check_documents
from verify.documents.files import Document, Unreadable, bundled, load
from verify.documents.layout import lines_of
from verify.findings import Finding, Level, Place


def verify(
    paths: Sequence[str],
    form: str,
    options: Options,
    coverage: bool,
    fail_on: Level,
    progress: Callable[[int], Callable[[], None]],
    attestation: str | None = None,
) -> tuple[str, int]:
    """What `rawcheck verify` prints, and its exit code."""
    seen = attested.load(Path(attestation)) if attestation is not None else None
    documents, refused = read_documents(paths)
    if not documents:
        raise RawcheckError("; ".join(f"{f.place.file}: {f.message}" for f in refused))
    report, accounts = check_documents(documents, done=progress(len(documents)), coverage=coverage)
    report.findings += refused
    report.texts = {document.name: partial(_text, document) for document in documents}
    if seen is not None:
        attested.applied(report, seen, seen.name)
    if coverage:
        options = replace(options, coverage=tuple(accounts))
    left_out = {finding.place.file for finding in report.findings if finding.code == "RC107"}
    if not report.facts and left_out == {document.name for document in documents}:
        raise RawcheckError("; ".join(f"{f.place}: {f.message}" for f in report.findings if f.code == "RC107"))
    return render(report, form, options), int(report.fails(fail_on))


def read_documents(paths: Sequence[str]) -> tuple[list[Document], list[Finding]]:
    """The documents that can be read, and a finding for each that cannot."""
    if not paths:
        return bundled(), []
    documents, refused = [], []
    for path, name in zip(paths, _names(paths), strict=True):
        try:
            documents.append(load(Path(path), name))
        except Unreadable as error:
            refused.append(Finding("RC101", "unchecked", f"Cannot be read: {error}", Place(name)))
    return documents, refused


def _text(document: Document) -> str:
    """The text of a document, its lines as they are counted."""
    return "\n".join(lines_of(document.text))


def _names(paths: Iterable[str]) -> list[str]:
    return [Path(path).as_posix() for path in paths]
