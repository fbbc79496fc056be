"""JSON: exact ids and values, or the settings of a VTT, whose house rules are known by their names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from json.decoder import JSONArray, JSONObject  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from engine.rulebook.raw import RAW
from errata.house.english.beside import besides_sort, restricted, sort_of
from errata.house.english.headed import NOT_PLAYED
from errata.house.english.in_force import not_in_force
from errata.house.english.plain_lines import Line, Unclear, read_line
from errata.house.english.rule_names import is_word
from errata.house.english.said_values import has_value
from errata.house.english.stories import is_set
from errata.house.english.word_forms import words
from errata.house.house_page import HouseRule, Page, Problem
from errata.house.readers import exact, in_part
from errata.house.readers import text as plain_text
from errata.source.text import Lines
from verify.bounded_files import Unreadable
from verify.findings import Place

_WORD = re.compile(r"[a-z0-9]")
_NAMES = ("key", "name", "rule", "setting", "title", "label")
"""Fields of a record that can hold the name of its value."""
_OF_THE_VTT = frozenset(
    {"scope", "config", "type", "default", "min", "max", "step", "range", "choices", "required", "state", "_id"}
)
"""Fields of a record that describe how a VTT stores a setting, not what is played."""
Beside = tuple[tuple[str, str], ...]


class Leaf(NamedTuple):
    """A value that is no list and no object."""

    path: tuple[str, ...]
    value: str | int | float | bool
    offset: int
    key: str = ""
    """The last of its names as it stands there."""
    beside: Beside = ()
    """The other fields of its object, which may say when it applies or that it is not played."""
    aside: bool = False
    """Whether it only describes another value: its default, its hint."""


class _Found(NamedTuple):
    value: Any
    offset: int


class _Pairs(list[tuple[str, Any]]):
    """The pairs of an object, repeated keys included."""


def leaves(text: str) -> Iterator[Leaf]:
    r"""Every value of a text that is JSON; a record with a name and a value is that value under that name.

    >>> [leaf[:4] for leaf in leaves('{"a": {"b.c": 1}, "d": [{"key": "e", "value": true}]}')]
    [(('a', 'b', 'c'), 1, 14, 'b.c'), (('d', 'e'), True, 46, 'e')]
    >>> [(leaf.path, leaf.beside, leaf.aside) for leaf in leaves('{"aim": {"value": 2, "when": "prone"}}')]
    [(('aim',), (('when', 'prone'),), False), (('aim', 'when'), (), True)]
    >>> [leaf.path for leaf in leaves(r'[{"key": "mgt2.house", "value": "{\"shortRange\": 2}"}]')]
    [('mgt2', 'house', 'shortRange')]
    """
    return _leaves(_parsed(text), ())


def _parsed(text: str) -> Any:
    """A text that is JSON as objects, lists and values with their offsets; a ValueError if it is none."""
    json.loads(text)  # says where it is broken
    return _placed(text, len(text) - len(text.lstrip()))[0]


def _placed(text: str, at: int) -> tuple[Any, int]:
    """The value at an offset of a text that is JSON, whose plain values have their offsets, and where it ends."""
    if text[at] == "{":
        return JSONObject((text, at + 1), True, _placed, None, _Pairs)  # type: ignore[no-any-return]
    if text[at] == "[":
        return JSONArray((text, at + 1), _placed)  # type: ignore[no-any-return]
    value, end = _DECODER.raw_decode(text, at)
    return _Found(value, at), end


_DECODER = json.JSONDecoder()


def _within(value: object) -> Any:
    """The JSON inside a text value, as some settings are stored; None if the text is not JSON."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return _parsed(value)
    except (ValueError, RecursionError):
        return None


def _leaves(node: Any, path: tuple[str, ...], key: str = "", beside: Beside = ()) -> Iterator[Leaf]:
    if isinstance(node, _Pairs):
        yield from _record(node, path, key, beside) if "value" in dict(node) else _object(node, path, beside)
    elif isinstance(node, _Found) and (inner := _within(node.value)) is not None:
        yield from (leaf._replace(offset=node.offset) for leaf in _leaves(inner, path, key, beside))
    elif isinstance(node, _Found):
        if path and node.value is not None:
            yield Leaf(path, node.value, node.offset, key, beside)
    else:
        for value in node:
            yield from _leaves(value, path, key, beside)


def _record(record: _Pairs, path: tuple[str, ...], above: str, beside: Beside) -> Iterator[Leaf]:
    """The value of a record under its name, then the other fields, which are not settings themselves."""
    fields = dict(record)
    name = next((key for key in _NAMES if _is_text(fields.get(key))), "")
    if not name and not path:
        yield from _object(record, path, beside)
        return
    key = fields[name].value if name else above
    own_path = (*path, *key.split(".")) if name else path
    others = [(key, value) for key, value in record if key not in (name, "value")]
    yield from _leaves(fields["value"], own_path, key, (*beside, *_told_beside(others)))
    for other, value in others:
        yield from (leaf._replace(aside=True) for leaf in _leaves(value, (*own_path, other), other))


def _object(record: _Pairs, path: tuple[str, ...], beside: Beside) -> Iterator[Leaf]:
    """All values of an object; a condition or status applies to all of them, or to the one that it names."""
    by_name: dict[str, list[tuple[str, str]]] = {}
    for key, text in _told_beside(record):
        if _is_of_others(key, text):
            by_name.setdefault(besides_sort(key), []).append((key, text))
    for key, value in record:
        name = "".join(_WORD.findall(key.lower()))
        fields = [one for end in range(len(name) + 1) for one in by_name.get(name[:end], ()) if one[0] != key]
        yield from _leaves(value, (*path, *(key.split(".") if "/" not in key else [key])), key, (*beside, *fields))


def _is_text(node: object) -> bool:
    return isinstance(node, _Found) and isinstance(node.value, str) and bool(node.value.strip())


def _told_beside(fields: Iterable[tuple[str, Any]]) -> list[tuple[str, str]]:
    """The plain fields of an object as text; of the booleans only those that say whether it is played."""
    texts = []
    for key, field in fields:
        if key in _OF_THE_VTT or not isinstance(field, _Found) or field.value is None:
            continue
        if not isinstance(field.value, bool):
            texts.append((key, str(field.value)))
        elif sort_of(key) == "status":
            texts.append((key, json.dumps(field.value)))
    return texts


def _is_of_others(key: str, text: str) -> bool:
    """Whether a field says when other fields of its object apply, or that they are not played."""
    sort = sort_of(key)
    return (sort == "when" and not besides_sort(key) and not has_value(text)) or (
        sort == "status" and (text == "false" or not besides_sort(key))
    )


_OURS = re.compile(r"house|homebrew|variant|rule|modifier|combat", re.IGNORECASE)
"""A name of a group of rules."""
_RULISH = re.compile(r"(?:DM|Bonus|Penalty|Mod|Modifier|Damage|Dice|Target|Armou?r|Healing|Max|Min)s?\d*$")
"""The end of a setting's name that may be a rule's."""
_TURNS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_.\-/]+")
_COMMENT = re.compile(r"^[^\S\n]*//[^\n]*", re.MULTILINE)
MOST = 5000
"""The most settings that are read."""


def read(text: str, name: str) -> Page:
    """The settings that state a rule; those that are about something else are only counted."""
    plain = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    try:
        every = list(islice(leaves(plain), MOST + 1))
    except (ValueError, RecursionError) as error:
        where = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        why = f"it is not JSON: {error.msg if isinstance(error, json.JSONDecodeError) else str(error)[:80]}"
        why = "it is nested too deeply to be read" if isinstance(error, RecursionError) else why
        if _is_lines(plain):
            why = "each of its lines is JSON by itself; put them between [ and ], with a comma after each but the last"
        raise Unreadable(f"{name}{where}: {why}") from error
    page = Page(by_names=True)
    lines = Lines(plain)
    places = [Place(name, *lines.place(leaf.offset)) for leaf in every]
    for leaf, place in zip(every[:MOST], places, strict=False):
        if leaf.aside:
            page.left_alone.append(".".join(leaf.path))
        else:
            page.add(_unless_restricted(_in_force(page, leaf, place), leaf))
    if len(every) > MOST:
        why = f"the file has more than {MOST:,} settings, and the rest was left out"
        page.problems.append(Problem("RC006", ".".join(every[MOST].path), places[MOST], why))
    return page


def _is_lines(text: str) -> bool:
    r"""Whether each line of a text is JSON by itself.

    >>> _is_lines('{"a": 1}\n{"b": 2}\n'), _is_lines('{"a": 1,}\n')
    (True, False)
    """
    try:
        return len([json.loads(line) for line in text.splitlines() if line.strip()]) > 1
    except (ValueError, RecursionError):
        return False


def _in_force(page: Page, leaf: Leaf, place: Place) -> list[HouseRule | Problem]:
    """What a setting states, unless a name above it, or the list that it is in, says that nobody plays it."""
    count = len(page.left_alone)
    if isinstance(leaf.value, str) and "\n" in leaf.value.strip() and any(map(_OURS.search, leaf.path)):
        entries = list(_as_page(leaf.value, place))
    else:
        entries = _read(page, leaf, place)
    heads = leaf.path if isinstance(leaf.value, str) else leaf.path[:-1]
    reason = not_in_force([" ".join(_TURNS.split(key)) for key in heads])
    if not reason or not (entries or has_value(str(leaf.value))):
        return entries
    del page.left_alone[count:]
    near = tuple(id for entry in entries for id in (entry.changes if isinstance(entry, HouseRule) else entry.nearest))
    return [Problem("RC006", f"{leaf.key or leaf.path[-1]}: {leaf.value}", place, NOT_PLAYED.format(reason), near[:3])]


def _as_page(text: str, place: Place) -> Iterator[HouseRule | Problem]:
    """A text of several lines, which is a page of its own; each of its lines has a column in that of the setting."""
    page = plain_text.read(text, place.file)
    starts = Lines(text).starts
    entries: list[HouseRule | Problem] = [*page.rules, *page.problems]
    for entry in entries:
        before = text[: starts[entry.place.line - 1] + entry.place.column - 1]
        yield replace(entry, place=Place(place.file, place.line, place.column + len(json.dumps(before)) - 1))


def _unless_restricted(entries: list[HouseRule | Problem], leaf: Leaf) -> list[HouseRule | Problem]:
    """What a setting states, unless what stands beside it says of whom, when, or that it is not played."""
    rules = [id for entry in entries if isinstance(entry, HouseRule) for id in entry.changes]
    why = next((why for id in rules for key, text in leaf.beside if (why := restricted(key, text, id))), "")
    return [Problem("RC006", entries[0].text, entries[0].place, why, tuple(rules))] if why else entries


def _read(page: Page, leaf: Leaf, place: Place) -> list[HouseRule | Problem]:
    """What a setting states, or why that is not understood; one that is no rule is noted as that."""
    path, value = leaf.path, leaf.value
    printed = json.dumps(value) if not isinstance(value, str) else value
    id, text = "/".join(path), f"{leaf.key or path[-1]}: {printed}"
    known = next((key for key in (path[-1], id) if key in RAW), None)
    if known is not None or (id.count("/") > 1 and id.split("/")[0] in RAW.chapters):
        return [exact(known or id, printed, value, f"{known or id}: {printed}", place)]
    named = " ".join(" ".join(_TURNS.split(key)) for key in path)
    shown = ("yes" if value else "no") if isinstance(value, bool) else f"+{printed}" if _is_dm(path, value) else printed
    unclear: Unclear | None = None
    last_name = " ".join(_TURNS.split(path[-1]))
    for name in (named, last_name) if words(named) != words(last_name) else (named,):
        line = read_line(f"{name}: {shown}")
        if isinstance(line, Line):
            if why := _other_measure(line.rule, path, value):
                return [Problem("RC006", text, place, why, (line.rule, *line.also))]
            rules: list[HouseRule | Problem] = [
                HouseRule(text, place, {line.rule: line.value}, {line.rule: printed}, "", line.also)
            ]
            unread = [word for part in line.left for word in part.split() if word in path[-1]]
            return [*rules, in_part(unread, place, line.rule)] if unread else rules
        unclear = unclear or line
    is_rule = (
        any(_OURS.search(key) for key in path[:-1])
        or _is_of_a_set(path)
        or (_RULISH.search(path[-1]) and unclear and unclear.nearest)
    )
    if is_rule and unclear is not None:
        return [Problem("RC006", f"{'.'.join(path)}: {printed}", place, unclear.why, unclear.nearest)]
    page.left_alone.append(".".join(path))
    return []


def _is_of_a_set(path: tuple[str, ...]) -> bool:
    """Whether a setting stands under the name of a set of rules, and all of its own words are those of rules.

    >>> _is_of_a_set(("initiative", "perRound")), _is_of_a_set(("initiative", "showTracker"))
    (True, False)
    """
    key_words = words(" ".join(_TURNS.split(path[-1])))
    above = (frozenset(words(" ".join(_TURNS.split(key)))) for key in path[:-1])
    return bool(key_words) and all(map(is_word, key_words)) and any(map(is_set, above))


BARE = 4
"""How far an unsigned number may exceed the book's DMs if the name of its setting has no word for a DM."""


def _other_measure(rule: str, path: tuple[str, ...], value: object) -> str:
    """Why a bare number is likely no DM, but so many metres or something else; empty if it may be one."""
    known = RAW.rule(rule)
    if known.kind.name != "DM" or type(value) is not int or _is_dm(path, value):
        return ""
    values = (row.value for row in RAW.rules.values() if (row.section, row.column) == (known.section, known.column))
    if value <= BARE + max((number for number in values if isinstance(number, int)), default=0):
        return ""
    return f'{value} may be a distance or something else that is counted; for a DM write it as text, "+{value}"'


def _is_dm(path: tuple[str, ...], value: Any) -> bool:
    """Whether a number from 0 up is likely a DM, by its name."""
    return (
        type(value) is int and value >= 0 and bool(re.search(r"(?:DM|Mod|Modifier|Bonus)s?$", path[-1], re.IGNORECASE))
    )
