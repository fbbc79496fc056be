"""The values of a JSON text, each with the names that it stands under and its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from engine.late import late
from engine.tuples import NamedTuple

_SPACE = late(r"[\s,:]*")
_PLAIN = late(r"[^\s,\]}]+")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


class Leaf(NamedTuple):
    """A value that is no list and no object."""

    path: tuple[str, ...]
    value: str | int | float | bool
    offset: int


class _Found(NamedTuple):
    value: Any
    offset: int


class _Pairs(list[tuple[str, Any]]):
    """An object with all that it holds, a key that stands there twice among it."""


def leaves(text: str) -> Iterator[Leaf]:
    r"""Every value of a text that is JSON; a record with a name and a value is that value under that name.

    >>> [leaf for leaf in leaves('{"a": {"b.c": 1}, "d": [{"key": "e", "value": true}]}')]
    [Leaf(path=('a', 'b', 'c'), value=1, offset=14), Leaf(path=('d', 'e'), value=True, offset=46)]
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


def _leaves(told: Any, path: tuple[str, ...]) -> Iterator[Leaf]:
    if isinstance(told, _Pairs):
        fields = dict(told)
        named = fields.get("key") or fields.get("name")
        if isinstance(named, _Found) and isinstance(named.value, str) and "value" in fields:
            yield from _leaves(fields["value"], (*path, *named.value.split(".")))
            return
        for key, value in told:
            yield from _leaves(value, (*path, *(key.split(".") if "/" not in key else [key])))
    elif isinstance(told, _Found) and (inner := _within(told.value)) is not None:
        yield from (leaf._replace(offset=told.offset) for leaf in _leaves(inner, path))
    elif isinstance(told, _Found):
        if path and told.value is not None:
            yield Leaf(path, told.value, told.offset)
    else:
        for value in told:
            yield from _leaves(value, path)
