"""Readers of source formats: each is a module of this folder with a `read`. A reader exists by being a file here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from errata.literals.model import Lifted

Wanted = Callable[[bytes], bool]
"""Whether a piece of a source can hold anything that is looked for."""
MAX_SECONDS = 3
"""Seconds of work to lift the tables of one file, and as many to recognise them; what takes longer is other data."""
TOO_LONG = f"it took more than {MAX_SECONDS} s, and the rest was left out"


SUFFIXES = {
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "typescript",
    ".lua": "lua", ".ttslua": "lua", ".cs": "csharp", ".py": "python",
    ".json": "json", ".jsonc": "json", ".json5": "json", ".db": "json", ".jsonl": "json", ".ndjson": "json",
    ".yaml": "yaml", ".yml": "yaml", ".xml": "xml", ".html": "html", ".htm": "html", ".hbs": "html",
    ".handlebars": "html", ".vue": "html", ".svelte": "html", ".razor": "html", ".cshtml": "html",
    ".csv": "csv", ".tsv": "csv", ".md": "markdown", ".markdown": "markdown",
}  # fmt: skip


def reader_of(name: str) -> str:
    """The reader of a file by its suffix; empty if there is none."""
    dot = name.rfind(".")
    return SUFFIXES.get(name[dot:].lower(), "") if dot > 0 else ""


def read(reader: str, data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], str]:
    """What a reader lifts out of a source, and what it could not read of it, in words."""
    module: ModuleType = import_module(f"{__name__}.{reader}")
    made: tuple[list[Lifted], str] = module.read(data, name, wanted)
    return made


def comments(reader: str, data: bytes, name: str) -> list[tuple[int, int]]:
    """Where the comments of a source begin and end, for a reader with a parser that tells; none for another."""
    module = import_module(f"{__name__}.{reader}")
    syntax = getattr(module, "TSX" if name.lower().endswith("x") else "SYNTAX", getattr(module, "SYNTAX", None))
    syntax = syntax or (module if hasattr(module, "comments_in") else None)
    made: list[tuple[int, int]] = syntax.comments_in(data) if syntax is not None else []
    return made
