"""Readers of source formats: each is a module of this folder. A reader exists by being a file here.

A programming language is a `SYNTAX`, out of which `errata.literals` lifts its tables; other formats have a `read`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Literal

from errata.literals.model import Lifted, Problem, Scope, Wanted

SUFFIXES = {
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "typescript",
    ".lua": "lua", ".ttslua": "lua", ".cs": "csharp", ".py": "python",
    ".json": "json", ".jsonc": "json", ".json5": "json", ".db": "json", ".jsonl": "json", ".ndjson": "json",
    ".yaml": "yaml", ".yml": "yaml", ".xml": "xml", ".html": "html", ".htm": "html", ".hbs": "html",
    ".handlebars": "html", ".vue": "html", ".svelte": "html", ".razor": "html", ".cshtml": "html",
    ".csv": "csv", ".tsv": "csv", ".md": "markdown", ".markdown": "markdown",
}  # fmt: skip

WITHOUT_READER = {
    ".rs": "Rust", ".go": "Go", ".java": "Java", ".kt": "Kotlin", ".kts": "Kotlin", ".swift": "Swift", ".dart": "Dart",
    ".rb": "Ruby", ".php": "PHP", ".pl": "Perl", ".pm": "Perl", ".c": "C", ".h": "C", ".cpp": "C++", ".cc": "C++",
    ".cxx": "C++", ".hpp": "C++", ".ex": "Elixir", ".exs": "Elixir", ".elm": "Elm", ".hs": "Haskell", ".scala": "Scala",
    ".clj": "Clojure", ".cljs": "Clojure", ".fs": "F#", ".vb": "Visual Basic", ".gd": "GDScript",
    ".coffee": "CoffeeScript", ".jl": "Julia", ".ml": "OCaml", ".r": "R", ".m": "Objective-C",
}  # fmt: skip
"""Programming languages in which a VTT can be written and for which there is no reader."""


def reader_of(name: str) -> str:
    """The reader of a file by its suffix; empty if there is none."""
    return _by_suffix(name, SUFFIXES)


def language_without_reader(name: str) -> str:
    """The programming language of a file by its suffix, if it has no reader; else empty.

    >>> language_without_reader("src/main.rs"), language_without_reader("src/main.py")
    ('Rust', '')
    """
    return _by_suffix(name, WITHOUT_READER)


def _by_suffix(name: str, suffixes: Mapping[str, str]) -> str:
    dot = name.rfind(".")
    return suffixes.get(name[dot:].lower(), "") if dot > 0 else ""


_ELEMENTS = (b"<option", b"<table", b"<Table", b"<li>", b"<li ", b"<dt")


def read(reader: str, data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """What a reader lifts out of a source, and what it could not read of it, in words.

    Scripts may hold options, tables and lists as elements (JSX, templates): the reader of HTML reads those.
    """
    module, syntax = _module_and_syntax(reader, name)
    if syntax is not None:
        from errata.literals.lifter import lift  # half of a gate's start, which a cached run does not need

        lifted, problem = lift(syntax, data, wanted, (Scope("file", name),))
    else:
        lifted, problem = module.read(data, name, wanted)
    if reader in ("javascript", "typescript") and any(tag in data for tag in _ELEMENTS):
        lifted += import_module(f"{__name__}.html").elements(data, name)
    return lifted, problem


def number_or_text(text: str) -> Literal["number", "text"]:
    """The kind of a value in a format that does not mark its numbers."""
    return "number" if text.lstrip("+-").replace(".", "", 1).isdecimal() else "text"


def comments(reader: str, data: bytes, name: str) -> list[tuple[int, int]]:
    """Where the comments of a source begin and end, for a reader with a parser that tells; none for another."""
    module, syntax = _module_and_syntax(reader, name)
    spans: list[tuple[int, int]] = getattr(syntax or module, "comments_in", lambda _: [])(data)
    return spans


def syntax_errors(reader: str, data: bytes, name: str) -> int:
    """How many errors a source has for the strictest parser of its format; 0 where a format has none."""
    module, syntax = _module_and_syntax(reader, name)
    count: int = getattr(syntax or module, "errors_in", lambda _: 0)(data)
    return count


def _module_and_syntax(reader: str, name: str) -> tuple[Any, Any]:
    """The module of a reader, and the syntax of a file in a programming language; None for other formats."""
    module: Any = import_module(f"{__name__}.{reader}")
    if hasattr(module, "read"):
        return module, None
    return module, module.TSX if reader == "typescript" and name.lower().endswith("x") else module.SYNTAX
