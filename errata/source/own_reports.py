"""Recognises rawcheck's own reports in a codebase: they are not scanned, and may be overwritten."""

from __future__ import annotations

import re

from engine.errors import RawcheckError
from errata.source.files import Source

HEAD = 600
"""Bytes at the beginning of a file that are searched."""
_OWN = {
    "markdown": re.compile(rb"\A# rawcheck \d+\.\d+\.\d+\s*\n\n\*\*(?:[Pp]assed|FAILED|\d|fixed)"),
    "xml": re.compile(rb'<testsuites name="rawcheck \d'),
    "html": re.compile(rb'<meta name="generator" content="rawcheck \d'),
    "json": re.compile(
        rb'\A\{\s*"tool": "rawcheck",\s*"version": "[\d.]+",\s*"command": "\w+",\s*"summary": '
        rb'|\A\{\s*"\$schema": "[^"]*sarif[^"]*",\s.*"name": "rawcheck",\s+"version"'
        rb'|\A\{"schemaVersion": 1, "label": "rawcheck", '
        rb'|\A\[\s*\{\s*"type": "issue",\s*"check_name": "rawcheck/',
        re.DOTALL,
    ),
}
"""How a report begins, by its format."""


def is_report(reader: str, data: bytes) -> bool:
    """Whether a file is a report of rawcheck."""
    return b"rawcheck" in data[:HEAD] and reader in _OWN and bool(_OWN[reader].search(data[:HEAD]))


def refuse_to_write(source: Source) -> None:
    """Raise RawcheckError if a report would overwrite a file of the codebase that is not empty and no report itself."""
    if (data := source.data()).strip() and not is_report(source.reader, data):
        raise RawcheckError(f"cannot write {source.name}: it is a file of the codebase, and no report of rawcheck")
