"""Node kinds of the grammars: each exists, and nodes come in source order."""

import tracemalloc

import pytest
from tree_sitter import Language

from errata.literals.model import TooLong
from errata.literals.syntax import Syntax, nodes
from errata.readers import csharp, javascript, lua, python, typescript

SYNTAXES = {
    f"{module.__name__}.{name}": value
    for module in (csharp, javascript, lua, python, typescript)
    for name, value in vars(module).items()
    if isinstance(value, Syntax)
}


@pytest.mark.parametrize("name", SYNTAXES)
def test_every_node_kind_exists_in_its_grammar(name):
    syntax = SYNTAXES[name]
    language = Language(syntax.grammar())
    kinds = {kind for every in syntax.relevant.values() for kind in every} | syntax.comments
    assert [kind for kind in sorted(kinds) if language.id_for_node_kind(kind, True) is None] == []
    assert sum(map(len, syntax.relevant.values())) == len({k for every in syntax.relevant.values() for k in every})


def test_nodes_come_in_source_order():
    root = javascript.SYNTAX.parse(b"f({a: [1, [2]]}); let b = [3];")
    found = nodes(root, {"list": ["array"], "map": ["object"], "none": ["class_declaration"]})
    assert [node.text for node in found["list"]] == [b"[1, [2]]", b"[2]", b"[3]"]
    assert [node.text for node in found["map"]] == [b"{a: [1, [2]]}"]
    assert found["none"] == []


def test_a_keyword_is_not_a_node_of_its_name():
    root = python.SYNTAX.parse(b"x = lambda: 1\n")
    assert [node.text for node in nodes(root, {"it": ["lambda"]})["it"]] == [b"lambda: 1"]


def test_an_empty_source_has_no_nodes():
    assert nodes(lua.SYNTAX.parse(b""), {"table": ["table_constructor"]}) == {"table": []}


@pytest.mark.parametrize(
    ("source", "is_stopped", "sizes"), [(b"x = 1\n" * 10_000, False, 0.5), (b"return " * 14_000, True, 10)]
)
def test_a_parser_keeps_no_memory_of_a_source(source, is_stopped, sizes):
    """Each read costs some hundred bytes for good; a copy of the source would cost a thousand times as much."""
    stopped = 0
    tracemalloc.start()
    for n in range(10):
        try:
            lua.SYNTAX.parse(b"-- %d\n%b" % (n, source))
        except TooLong:
            stopped += 1
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert stopped == 10 * is_stopped
    assert kept < 10 * sizes * len(source)
