"""Signatures: wrong mechanics that are known by their shape in code; each is a module here with its finding code.

Code gives them a source without comments, and the function around a line. What a signature finds is a fact that is
compared with the rulebook like any other, so that editions and rulings count. An example of each, wrong and right,
stands with its code in `verify/finding_codes.txt`.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import NamedTuple, Protocol

from engine.rulebook.raw import RAW
from errata.source.scan_results import PlayedMechanic
from verify.findings import Fact, Place
from verify.recognition.code.surroundings import (
    Scopes,
    is_about_vehicles_or_people,
    name_of_old_rules,
    other_edition,
    other_game,
)


class Sign(NamedTuple):
    """A match of a signature: line and column from 1, the text there, and the value that it amounts to."""

    line: int
    column: int
    printed: str
    value: object
    words: Mapping[str, str] = {}
    """What the sentence of the finding is filled with, besides the values."""
    rule: str = ""
    """The rule that it breaks, if it is not the module's `RULE`."""


Signs = Iterator[Sign]


class Mechanic(Protocol):
    """The contents of each module of this folder."""

    CODE: str
    RULE: str
    TRIGGER: str
    """A pattern that every source with this mistake matches; it decides which files are parsed."""

    def find(self, source: Code) -> Signs:
        """All matches in a source."""


def pattern(text: str) -> re.Pattern[str]:
    """A pattern that ignores case."""
    return re.compile(text, re.IGNORECASE)


@cache
def mechanics() -> tuple[Mechanic, ...]:
    """Every module of this folder, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(import_module(f"{__name__}.{name}") for name in names)


_COMMENTS = {
    "lua": re.compile(r"--\[\[.*?\]\]|--[^\n]*", re.DOTALL),
    "python": re.compile(r"#[^\n]*"),
    "yaml": re.compile(r"#[^\n]*"),
    "xml": re.compile(r"<!--.*?-->|--\[\[.*?\]\]|--[^\n]*", re.DOTALL),
    "html": re.compile(r"<!--.*?-->|/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL),
}
_C_COMMENTS = re.compile(r"/\*.*?\*/|(?<![:\"'\\])//[^\n]*", re.DOTALL)
_FUNCTION_START = re.compile(
    r"\bfunction\b|=>\s*\{?\s*$|^\s*def\s|^\s*(?:async\s+|static\s+|public\s+|private\s+)*[\w$]+\([^;]*\)\s*\{"
)
_FUNCTION_NAME = re.compile(
    r"\bfunction\s+([\w$.:]+)|^\s*def\s+(\w+)|([\w$]+)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>)"
    r"|^\s*(?:(?:async|static|public|private|protected|override|int|void)\s+)*(?!if\b|for\b|while\b|switch\b|catch\b)"
    r"([\w$]+)\([^;]*\)\s*\{"
)
"""The name of a function on its first line."""
MAX_TEXT = 1_000_000
"""Longer sources are not searched."""
MAX_COMMENTS = 2000
"""Sources with more block comments are not searched."""
MAX_LINE = 1000
"""Longer lines are not searched."""
MAX_REMARK = 20
"""Lines of a remark that are read."""
MAX_BLOCK = 80
"""Lines before and after a line in which its function is looked for."""


class Code:
    """A source as signatures see it: its lines without the comments, and the function around a line."""

    def __init__(self, text: str, reader: str, file: str, game: str = "") -> None:
        self.text, self.reader, self.file = text, reader, file
        self.game = game
        """Another game that its head names."""

    @cached_property
    def is_data(self) -> bool:
        """True for data and generated files, which play no mechanic."""
        if self.reader in ("json", "yaml") or len(self.text) > MAX_TEXT:
            return True
        return max(map(self.text.count, ("/*", "<!--", "--[["))) > MAX_COMMENTS

    @cached_property
    def lines(self) -> list[str]:
        """The lines, with comments replaced by blanks."""
        if self.reader == "json":
            return self._raw
        comments = _COMMENTS.get(self.reader, _C_COMMENTS)
        code = comments.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), self.text)
        return [line if len(line) <= MAX_LINE else "" for line in code.split("\n")]

    @cached_property
    def _raw(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def _lower_case(self) -> list[str]:
        return self.text.lower().split("\n")

    def matches(
        self, pattern: re.Pattern[str], hint: str, in_data: bool = False
    ) -> Iterator[tuple[int, re.Match[str]]]:
        """The first match on each line of code outside comments, with the number of the line.

        `hint` is a lower-case word that every matching line has; lines without it are skipped. Prose plays nothing, and
        data only if a signature looks for it there.
        """
        if self.reader in ("csv", "markdown") or (self.is_data and not in_data):
            return
        for n, line in enumerate(self._lower_case):
            if hint not in line or len(self._raw[n]) > MAX_LINE or not pattern.search(self._raw[n]):
                continue
            if match := pattern.search(self.lines[n]):  # only now, as comments are seldom looked for
                yield n + 1, match

    def block(self, line: int) -> str:
        """The text of the function around a line: from the function start above it to the next one below."""
        at, lines = line - 1, self.lines
        above, below = range(at, max(-1, at - MAX_BLOCK), -1), range(at + 1, min(len(lines), at + MAX_BLOCK))
        start = next((n for n in above if _FUNCTION_START.search(lines[n])), max(0, at - 20))
        end = next((n for n in below if _FUNCTION_START.search(lines[n])), at + 30)
        return "\n".join(lines[start:end])

    def function_of(self, line: int) -> str:
        """The name of the function around a line; empty if there is none."""
        return self._function(line)[1]

    def _function(self, line: int) -> tuple[int, str]:
        """The first line and the name of the function around a line; the line itself and no name if there is none."""
        for n in range(line - 1, max(-1, line - 1 - MAX_BLOCK), -1):
            if names := _FUNCTION_NAME.findall(self.lines[n]):
                return n + 1, str(next(filter(None, names[-1])))
        return line, ""

    def scopes(self, line: int) -> Scopes:
        """What stands around a line, as around a table: the file, its game, the function, the remarks on both."""
        start, name = self._function(line)
        remarks = (self._remark(n) for n in dict.fromkeys((start, line)))
        comments = (("comment", text) for text in (self.game, *remarks) if text)
        return (("file", self.file), *comments, *((("function", name),) if name else ()))

    def _remark(self, line: int) -> str:
        """The comment on a line, and on the lines above it that hold nothing else."""
        first = line - 1
        while (
            first and line - first < MAX_REMARK and self._raw[first - 1].strip() and not self.lines[first - 1].strip()
        ):
            first -= 1
        code = self.lines[line - 1].rstrip()
        return "\n".join((*self._raw[first : line - 1], self._raw[line - 1][len(code) :]))[:MAX_LINE].strip()

    def condition(self, line: int, following: int) -> str:
        """A line, followed by the next lines if it opens a block; `following` is how many."""
        return self.near(line, 0, following if self.lines[line - 1].rstrip().endswith(("{", "then", ":")) else 0)

    def statement(self, line: int, following: int) -> Iterator[tuple[int, str]]:
        """A line and, up to the given number, the next lines that belong to it, each with its number.

        Those are the lines that are indented further, and the next entries of a list.
        """
        first = self.lines[line - 1]
        yield line, first
        indent = _indent(first) - first.rstrip().endswith(",")
        for n, text in enumerate(self.lines[line : line + following], line + 1):
            if _indent(text) <= indent and text.strip() not in ("", "{"):
                return
            yield n, text

    def near(self, line: int, before: int, after: int) -> str:
        """A line with the given number of lines before and after it."""
        return "\n".join(self.lines[max(0, line - 1 - before) : line + after])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def thresholds(source: Code, name: str, numbers: str) -> Iterator[tuple[int, int, str, int]]:
    """Where a name is compared with a least number, `effect >= 6` or `6 <= effect`.

    Each is the line, the column, the text that stands there, and the least number that it lets through.
    """
    no_sum = r"(?!\s*[.*/+<-])"
    for sign, form in (
        (">", rf"\b{name}\s*(?P<printed>(?P<sign>>=?)\s*(?P<number>{numbers}))\b{no_sum}"),
        ("<", rf"(?<![\w.])(?P<printed>(?P<number>{numbers})\s*(?P<sign><=?))\s*{name}(?!\w){no_sum}"),
    ):
        for n, match in source.matches(pattern(form), sign):
            yield n, match.start("printed") + 1, match["printed"], int(match["number"]) + (match["sign"] == sign)


_NAMED_SEVERITY = pattern(r"\b\w{0,60}severity\w{0,40}\s*[=(]")
"""A function that returns a severity."""


def severities(source: Code, formula: str, hint: str) -> Iterator[tuple[int, int, str]]:
    """The formulas of severities that fit a pattern: line, column and text.

    They are assigned to a severity, or a function that is named after it returns them. `hint` is as in `Code.matches`.
    """
    what = rf"\s*(?P<what>[^;\n]{{0,200}}?{formula}[^;\n]*)"
    assigned = pattern(rf"\b[\w.]{{0,60}}severity\w{{0,40}}['\"\])]*\s*[:=](?!=){what}")
    returned = source.matches(pattern(rf"\breturn\b{what}"), hint)
    exits = ((n, match) for n, match in returned if _NAMED_SEVERITY.search(source.block(n).partition("\n")[0]))
    wanted = pattern(formula)
    for n, match in (*source.matches(assigned, "severity"), *exits):
        expression = _expression(match["what"])
        if wanted.search(expression):
            yield n, match.start("what") + 1, expression.strip(" {}")


def _expression(text: str) -> str:
    """The first expression of a text: up to a comma, or a bracket that closes what the text does not open.

    >>> _expression("max(1, effect - 5), dm: effect - 1")
    'max(1, effect - 5)'
    """
    depth = 0
    for n, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0 or (depth == 0 and sign == ","):
            return text[:n]
    return text


def played(mechanic: Mechanic, source: Code) -> Iterator[PlayedMechanic]:
    """The places where a source plays a mechanic wrongly, as facts to compare.

    What stands around them counts as it does for a table: nothing of another game or of another scale, and what is of
    another edition or of old rules is doubtful.
    """
    for sign in {sign[:2]: sign for sign in mechanic.find(source)}.values():
        place = Place(source.file, sign.line, sign.column)
        evidence = (f"the signature of {mechanic.CODE}",)
        rule, name = sign.rule or mechanic.RULE, source.function_of(sign.line)
        scopes = source.scopes(sign.line)
        if other_game(scopes) or is_about_vehicles_or_people(RAW.rule(rule), scopes, source.file):
            continue
        fact = Fact(rule, sign.printed, sign.value, place, "code", evidence, qualified_name=name)  # type: ignore[arg-type]
        doubtful = bool(name_of_old_rules(scopes) or other_edition(scopes))
        yield PlayedMechanic(mechanic.CODE, sign.words, fact._replace(doubtful=doubtful))
