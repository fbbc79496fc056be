"""The values of a JSON text, each with the names that it stands under and its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from errata.house.beside import besides_sort, sort_of
from verify.said_values import has_value

_SPACE = re.compile(r"[\s,:]*")
_PLAIN = re.compile(r"[^\s,\]}]+")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


_WORD = re.compile(r"[a-z0-9]")
_NAMES = ("key", "name", "rule", "setting", "title", "label")
"""What a record calls the name of its value."""
_OF_THE_VTT = frozenset(
    {"scope", "config", "type", "default", "min", "max", "step", "range", "choices", "required", "state", "_id"}
)
"""Fields of a record that say how a VTT keeps a setting, and nothing of what is played."""
Beside = tuple[tuple[str, str], ...]


class Leaf(NamedTuple):
    """A value that is no list and no object."""

    path: tuple[str, ...]
    value: str | int | float | bool
    offset: int
    key: str = ""
    """The last of its names as it stands there."""
    beside: Beside = ()
    """What stands beside it in its object, and may say of it when it holds, or that it is not played."""
    aside: bool = False
    """Whether it belongs to another value, and is none itself: its default, its hint."""


class _Found(NamedTuple):
    value: Any
    offset: int


class _Pairs(list[tuple[str, Any]]):
    """An object with all that it holds, a key that stands there twice among it."""


def leaves(text: str) -> Iterator[Leaf]:
    r"""Every value of a text that is JSON; a record with a name and a value is that value under that name.

    >>> [leaf[:4] for leaf in leaves('{"a": {"b.c": 1}, "d": [{"key": "e", "value": true}]}')]
    [(('a', 'b', 'c'), 1, 14, 'b.c'), (('d', 'e'), True, 46, 'e')]
    >>> [(leaf.path, leaf.beside, leaf.aside) for leaf in leaves('{"aim": {"value": 2, "when": "prone"}}')]
    [(('aim',), (('when', 'prone'),), False), (('aim', 'when'), (), True)]
    >>> [leaf.path for leaf in leaves(r'[{"key": "mgt2.house", "value": "{\"shortRange\": 2}"}]')]
    [('mgt2', 'house', 'shortRange')]
    """
    return _leaves(_parsed(text, 0)[0], ())


def _parsed(text: str, at: int) -> tuple[Any, int]:
    """What begins at an offset, and where it ends; the text is known to be JSON."""
    at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
    sign = text[at]
    if sign == '"':
        told, end = scanstring(text, at + 1)
        return _Found(told, at), end
    if sign not in "{[":
        word = _PLAIN.match(text, at)[0]  # type: ignore[index]
        number: Any = _WORDS[word] if word in _WORDS else float(word) if set(word) & set(".eEN") else int(word)
        return _Found(number, at), at + len(word)
    made: list[Any] = _Pairs() if sign == "{" else []
    at = _SPACE.match(text, at + 1).end()  # type: ignore[union-attr]
    while text[at] not in "}]":
        if sign == "{":
            key, at = scanstring(text, at + 1)
            value, at = _parsed(text, at)
            made.append((key, value))
        else:
            value, at = _parsed(text, at)
            made.append(value)
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
    return made, at + 1


def _within(value: object) -> Any:
    """What a text holds that is JSON itself, as some settings are kept; None if it is none."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return None
    try:
        json.loads(value)
        return _parsed(value, 0)[0]
    except (ValueError, RecursionError):
        return None


def _leaves(told: Any, path: tuple[str, ...], key: str = "", beside: Beside = ()) -> Iterator[Leaf]:
    if isinstance(told, _Pairs):
        yield from _record(told, path, key, beside) if "value" in dict(told) else _object(told, path, beside)
    elif isinstance(told, _Found) and (inner := _within(told.value)) is not None:
        yield from (leaf._replace(offset=told.offset) for leaf in _leaves(inner, path, key, beside))
    elif isinstance(told, _Found):
        if path and told.value is not None:
            yield Leaf(path, told.value, told.offset, key, beside)
    else:
        for value in told:
            yield from _leaves(value, path, key, beside)


def _record(told: _Pairs, path: tuple[str, ...], above: str, beside: Beside) -> Iterator[Leaf]:
    """A value with its name, or with that of the record, and what stands beside it, which is no setting itself."""
    fields = dict(told)
    name = next((key for key in _NAMES if _is_text(fields.get(key))), "")
    if not name and not path:
        yield from _object(told, path, beside)
        return
    key = fields[name].value if name else above
    own = (*path, *key.split(".")) if name else path
    others = [(key, value) for key, value in told if key not in (name, "value")]
    yield from _leaves(fields["value"], own, key, (*beside, *_told_beside(others)))
    for other, value in others:
        yield from (leaf._replace(aside=True) for leaf in _leaves(value, (*own, other), other))


def _object(told: _Pairs, path: tuple[str, ...], beside: Beside) -> Iterator[Leaf]:
    """All that an object holds; what it says of when, or whether, is of each, or of that which it names."""
    by_name: dict[str, list[tuple[str, str]]] = {}
    for key, text in _told_beside(told):
        if _is_of_others(key, text):
            by_name.setdefault(besides_sort(key), []).append((key, text))
    for key, value in told:
        name = "".join(_WORD.findall(key.lower()))
        own = [one for end in range(len(name) + 1) for one in by_name.get(name[:end], ()) if one[0] != key]
        yield from _leaves(value, (*path, *(key.split(".") if "/" not in key else [key])), key, (*beside, *own))


def _is_text(found: object) -> bool:
    return isinstance(found, _Found) and isinstance(found.value, str) and bool(found.value.strip())


def _told_beside(told: Iterable[tuple[str, Any]]) -> list[tuple[str, str]]:
    """What the fields of an object say that are no lists and no objects; a yes or no only of whether it is played."""
    said = []
    for key, found in told:
        if key in _OF_THE_VTT or not isinstance(found, _Found) or found.value is None:
            continue
        if not isinstance(found.value, bool):
            said.append((key, str(found.value)))
        elif sort_of(key) == "status":
            said.append((key, json.dumps(found.value)))
    return said


def _is_of_others(key: str, text: str) -> bool:
    """Whether a field of an object speaks of what stands beside it: when that holds, or that it is not played."""
    sort = sort_of(key)
    return (sort == "when" and not besides_sort(key) and not has_value(text)) or (
        sort == "status" and (text == "false" or not besides_sort(key))
    )
