"""Every regular expression takes time in proportion to the text: one line of a stranger must not stop a gate."""

import ast
import importlib
import pkgutil
import re
import time
from contextlib import suppress
from pathlib import Path
from re import _compiler as compiler
from re import _constants as codes
from re import _parser as parser

import pytest

TOP = Path(__file__).parents[1]
PACKAGES = ("engine", "verify", "errata")
LETTERS = 15_000
"""Letters of a text for a pattern without a bound; a quadratic one takes 0.1 s or more, a linear one 1 ms."""
SMALL = (25, 35, 200, 800)
"""Fewer letters, over which an exponential or a cubic pattern is slow already; over many it would never end."""
SECONDS = 0.05
BOUNDS = {
    "engine/dice/notation.py": 200,
    "engine/rulebook/parsing.py": 400,
    "errata/commands/odds.py": 200,
    "errata/fix": 400,
    "errata/gate/suppressions.py": 1000,
    "errata/house": 2000,
    "errata/impact/measures.py": 500,  # sentences of its own
    "errata/literals/labels.py": 80,
    "errata/readers/json.py _ITEM": 500,  # the reader stops at the first quote that is not closed
    "errata/signatures": 1000,
    "verify/dice/rounding.py": 200,
    "verify/documents/layout.py _CAPTION": 300,
    "verify/documents/layout.py _ENTRY": 120,
}
"""Letters of the longest text that a pattern, or those of a file or folder, are tried on where the code bounds it."""
LEFT_OUT = ("errata.house.english", "verify.pdf")
"""Packages that are to be replaced; what reaches them are a user's own pages and books, of bounded length."""
SIGNS = (
    " ", "\n", "\t", "`", '"', "'", "(", ")", "[", "]", "{", "}", "1", "a", "A", "<", "-", ",", ".", "*", "|", "#",
    "=", "~", "/*", "<!--", '\\"', "1,", "a ", "1 ", "a-", "a.", "- ", "a: ", "1D+", "<a>", "``` ",
)  # fmt: skip
"""What may be repeated in any text."""
ANY = "a1 A\n-|`\"'<([{,.*_#:/+\t>)]}=~x!&;\\$%@?°×−–"
AT_ONE_PLACE = {"match", "fullmatch"}
"""The methods that try a pattern at one place of a text; the others try it at every place."""


def sample(tree, choice=0):
    """A text that a parsed pattern matches, or nearly; `choice` selects among the alternatives."""
    return "".join(_sample(code, value, choice) for code, value in tree)


def _sample(code, value, choice):
    if code is codes.LITERAL:
        return chr(value)
    if code in (codes.IN, codes.NOT_LITERAL, codes.ANY):
        one_letter = compiler.compile(parser.SubPattern(parser.State(), [(code, value)]), re.DOTALL)
        letters = [letter for letter in ANY if one_letter.fullmatch(letter)]
        return letters[choice % len(letters)] if letters else ""
    if code is codes.BRANCH:
        return sample(value[1][choice % len(value[1])], choice)
    if code is codes.SUBPATTERN:
        return sample(value[3], choice)
    if code is codes.ATOMIC_GROUP:
        return sample(value, choice)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        return sample(value[2], choice) * value[0]
    return ""


def repetitions(tree, before=""):
    """The bodies of all repetitions of a parsed pattern, each with a text that leads to it."""
    for code, value in tree:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            if value[1] > 3:
                yield from ((before, sample(value[2], choice)) for choice in range(4))
            yield from repetitions(value[2], before)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from repetitions(branch, before)
        elif code is codes.SUBPATTERN:
            yield from repetitions(value[3], before)
        elif code is codes.ATOMIC_GROUP:
            yield from repetitions(value, before)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            yield from repetitions(value[1], before)
        before += _sample(code, value, 0)


def attacks(pattern):
    """Texts that can be repeated because the pattern repeats something, each with a text that leads to it."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode()
    found = list(repetitions(parser.parse(text, pattern.flags & ~re.ASCII)))
    pairs = {("", sign) for sign in SIGNS} | set(found) | {("", lead + body) for lead, body in found}
    return sorted((lead, body) for lead, body in pairs if body)


def seconds(pattern, text, methods):
    """The time that a pattern takes over a text, as it is used."""
    start = time.thread_time()
    for method in methods & AT_ONE_PLACE:
        getattr(pattern, method)(text)
    if not methods <= AT_ONE_PLACE:
        pattern.sub(text[:0], text)
    return time.thread_time() - start


# The patterns of the project


def patterns_in(value):
    """The patterns in a value of a module, also those in tuples and dicts."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (pattern for inner in value.values() for pattern in patterns_in(inner))
    elif isinstance(value, (tuple, list)):
        yield from (pattern for inner in value for pattern in patterns_in(inner))


def patterns_of(module):
    """The patterns of a module: the file and name, the pattern, and the methods that are called on it."""
    path = Path(module.__file__).relative_to(TOP).as_posix()
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    called = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            called.setdefault(node.value.id, set()).add(node.attr)
    for name, value in vars(module).items():
        for pattern in patterns_in(value):
            yield f"{path} {name}", pattern, called.get(name, {"search"}) if pattern is value else {"search"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and (method := method_of_re(node.func)):
            with suppress(NameError, SyntaxError, KeyError):  # made of what is known at run time only
                text = eval(compile(ast.Expression(node.args[0]), path, "eval"), vars(module))
                flags = re.IGNORECASE if "IGNORECASE" in ast.unparse(node) else 0
                if isinstance(text, str):
                    yield f"{path}:{node.lineno}", re.compile(text, flags), {method}


def method_of_re(function):
    """The method that a call of a function of `re` stands for, or of the `match` of the readers of values."""
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "re":
        return function.attr if function.attr not in ("compile", "escape") else ""
    return "fullmatch" if isinstance(function, ast.Name) and function.id == "match" else ""


def every_pattern():
    for package in PACKAGES:
        for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not info.name.startswith(LEFT_OUT):
                yield from patterns_of(importlib.import_module(info.name))


def slow(where, pattern, methods):
    """The repetition over which a pattern takes long; empty if there is none."""
    found = attacks(pattern)
    letters = next((most for bounded, most in BOUNDS.items() if where.startswith(bounded)), LETTERS)
    for size in sorted({*SMALL, letters}):
        for lead, body in found if size <= letters else ():
            text = lead + body * (size // len(body)) + "\0"  # which ends in what no pattern matches
            subject = text if isinstance(pattern.pattern, str) else text.encode()
            if all(seconds(pattern, subject, methods) > SECONDS for _ in range(3)):
                return text[:40]
    return ""


def test_no_pattern_takes_long_over_a_repetition():
    patterns = {(pattern, *sorted(methods)): where for where, pattern, methods in every_pattern()}
    assert len(patterns) > 250
    found = {where: slow(where, pattern, set(methods)) for (pattern, *methods), where in patterns.items()}
    assert {where: text for where, text in found.items() if text} == {}


@pytest.mark.parametrize("written", [r"(?:a|a)+b", r"\s*,x"])
def test_a_pattern_with_overlapping_repetitions_is_noticed(written):
    assert slow("a.py", re.compile(written, re.DOTALL), {"search"})
