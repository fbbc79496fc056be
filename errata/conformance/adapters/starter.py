"""The files that `rawcheck probe --init` writes: a kit, an adapter to begin with, and guesses at what it may offer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from engine.errors import RawcheckError
from errata.conformance.operation import Operation, operations
from errata.source.files import Source, files_of

LANGUAGES = ("node", "python", "lua", "foundry", "fantasy-grounds")
_NODE, _LUA = ("rawcheck-probe.mjs", "rawcheck-probe.cjs"), ("rawcheck-probe.lua",)


class Starter(NamedTuple):
    """What is written for a language, and how it defines functions."""

    template: str
    adapter: str
    kits: tuple[str, ...]
    suffixes: tuple[str, ...]
    defines: re.Pattern[str]
    comment: str


_JAVASCRIPT = re.compile(
    r"\bfunction\s+(\w+)\s*\(|\b(?:const|let)\s+(\w+)\s*=\s*(?:async\s*)?\(|^ {2,8}(\w+)\([^()\n]*\) \{", re.M
)
_SUFFIXES = (".js", ".mjs", ".cjs")
_PYTHON, _LUA_FUNCTION = re.compile(r"\bdef\s+(\w+)\("), re.compile(r"\bfunction\s+(?:\w+[.:])?(\w+)\(")
STARTERS = {
    "node": Starter("adapter-node.mjs", "rawcheck-adapter.mjs", _NODE, _SUFFIXES, _JAVASCRIPT, "//"),
    "foundry": Starter(
        "adapter-foundry.mjs", "rawcheck-adapter.mjs", (*_NODE, "foundry-stub.mjs"), _SUFFIXES, _JAVASCRIPT, "//"
    ),
    "python": Starter(
        "adapter-python.py", "rawcheck_adapter.py", ("rawcheck_probe.py",), (".py",), _PYTHON, "#"
    ),
    "lua": Starter(
        "adapter-lua.lua", "rawcheck-adapter.lua", _LUA, (".lua",), _LUA_FUNCTION, "--"
    ),
    "fantasy-grounds": Starter(
        "adapter-fantasy-grounds.lua", "rawcheck-adapter.lua", (*_LUA, "fantasy-grounds-stub.lua"), (".lua",),
        _LUA_FUNCTION, "--",
    ),
}  # fmt: skip
MAX_GUESSES = 40
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SAME = {"modifier": "dm", "mod": "dm", "bonus": "dm", "armor": "armour", "char": "characteristic", "crit": "critical"}
_VERBS = {"get", "calculate", "calc", "compute", "roll", "resolve", "apply", "determine", "find", "do", "make", "for"}
"""What names of functions begin with, whatever they are about."""


class Guess(NamedTuple):
    """A function that may answer an operation."""

    operation: Operation
    function: str
    file: str
    line: int


def start_files(language: str, folder: Path) -> dict[str, str]:
    """The files to write, by name."""
    starter = STARTERS[language]
    kits = files("errata.conformance.adapters").joinpath("kits")
    written = {name: kits.joinpath(name).read_text("utf-8") for name in starter.kits}
    template = kits.joinpath(starter.template).read_text("utf-8")
    found = list(guesses(starter, _sources(folder)))[:MAX_GUESSES]
    lines = [f"{starter.comment} Functions here that may answer an operation, by their names:"] if found else []
    lines += [f"{starter.comment}   {g.operation.name:28} {g.function}  {g.file}:{g.line}" for g in found]
    written[starter.adapter] = template + ("\n" + "\n".join(lines) + "\n" if lines else "")
    return written


def _sources(folder: Path) -> Iterable[Source]:
    """The files of a codebase; none in a folder that has nothing to read yet."""
    try:
        return files_of(str(folder), False).sources
    except RawcheckError:
        if not folder.is_dir():
            raise
        return ()


def guesses(starter: Starter, sources: Iterable[Source]) -> Iterator[Guess]:
    """The functions of a codebase whose names say what an operation does."""
    known = {frozenset(_words(name.partition(".")[2])): operation for name, operation in operations().items()}
    for source in sources:
        if not source.name.endswith(starter.suffixes):
            continue
        text = source.data().decode("utf-8", "replace")
        for found in starter.defines.finditer(text):
            function = next(filter(None, found.groups()))
            operation = known.get(frozenset(_words(function)) - _VERBS)
            if operation is not None:
                yield Guess(operation, function, source.name, text.count("\n", 0, found.start()) + 1)


def _words(name: str) -> Iterator[str]:
    """The words of a name, in the singular.

    >>> sorted(_words("getRangeModifiers"))
    ['dm', 'get', 'range']
    """
    for word in _WORDS.findall(name.replace("DM", "Dm")):
        plain = word.lower().removesuffix("s")
        yield _SAME.get(plain, plain)
