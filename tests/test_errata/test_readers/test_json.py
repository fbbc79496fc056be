"""The reader of JSON lifts what the standard library writes."""

from hypothesis import given
from hypothesis import strategies as st

from errata.literals.model import Leaf
from errata.readers.json import read


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
        max_leaves=20,
    )
)
def test_json_is_read_as_the_standard_library_writes_it(value):
    import json

    text = json.dumps({"top": value}, ensure_ascii=False)
    [lifted], problem = read(text.encode("utf-8"), "a.json", lambda data: True)
    assert problem is None
    assert _plain(lifted.tree) == _told({"top": value})


def _plain(node):
    if isinstance(node, Leaf):
        return node.text
    if node.kind == "map":
        return [(entry.key.text, _plain(entry.value)) for entry in node.entries]
    return [_plain(entry.value) for entry in node.entries]


def _told(value):
    if isinstance(value, dict):
        return [(key, _told(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [_told(inner) for inner in value]
    return (
        {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    )
