"""The configuration of a codebase: `rawcheck.toml`, or `[tool.rawcheck]` in `pyproject.toml`, found upwards."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import RawcheckError
from engine.rulebook.names import near_or_all, nearest
from verify.findings import Level

if TYPE_CHECKING:
    import datetime

NAME = "rawcheck.toml"
BASELINE = "rawcheck-baseline.jsonl"
MAX_BYTES = 1_000_000


class WrongSettings(RawcheckError):
    """The configuration is not understood; the message names the file, the key and what belongs there."""


@dataclass(frozen=True)
class Binding:
    """A table of the codebase, and the rule that it is, as a person said: `none` if it is none."""

    file: str
    at: str
    rule: str
    values: int = 0
    """How many of its values are checked; fewer are told. 0 if that is not said."""
    line: int = 1


@dataclass(frozen=True)
class Meant:
    """A departure that is meant, where it cannot be said in a comment: a file or a glob, a rule or a code, and why."""

    file: str
    rule: str
    reason: str
    until: datetime.date | None = None
    line: int = 1


@dataclass(frozen=True)
class Settings:
    """What a codebase wants of a run. Paths are relative to the folder of the configuration."""

    folder: str
    file: str = ""
    """The name of the configuration; empty if there is none."""
    edition: str = "2016"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Level = "error"
    severity: dict[str, Level | Literal["off"]] = field(default_factory=dict)
    baseline: str = BASELINE
    house: str = ""
    attestation: str = ""
    tables: tuple[Binding, ...] = ()
    suppress: tuple[Meant, ...] = ()

    def beside(self, name: str) -> str:
        """The path of a file that the configuration names."""
        return os.path.join(self.folder, name)


def load(path: str | Path) -> Settings:
    """The configuration for a path: the nearest one upwards, or none."""
    start = Path(os.path.realpath(path))
    folder = start if os.path.isdir(start) else start.parent
    for above in map(str, (folder, *folder.parents)):
        if (found := _in_folder(above)) is not None:
            name, told = found
            return _settings(above, name, told)
        if os.path.isfile(os.path.join(above, BASELINE)):  # no configuration, and yet this is where it counts from
            return Settings(above)
        if os.path.exists(os.path.join(above, ".git")):
            break
    return Settings(str(folder))


def _in_folder(folder: str) -> tuple[str, dict[str, Any]] | None:
    own = os.path.join(folder, NAME)
    if os.path.lexists(own):  # a link that leads nowhere is meant to be one
        return NAME, _read(own)
    shared = os.path.join(folder, "pyproject.toml")
    if os.path.isfile(shared):
        told = _read(shared).get("tool", {})
        if isinstance(told, dict) and "rawcheck" in told:
            if not isinstance(told["rawcheck"], dict):
                raise WrongSettings("pyproject.toml: tool.rawcheck: a table of settings belongs there")
            return "pyproject.toml", told["rawcheck"]
    return None


def _read(path: str) -> dict[str, Any]:
    import tomllib

    from verify.documents.files import Unreadable, read_plain

    name = os.path.basename(path)
    try:
        return tomllib.loads(read_plain(path, MAX_BYTES).decode("utf-8-sig"))
    except Unreadable as error:
        raise WrongSettings(f"{name}: {error}") from error
    except UnicodeDecodeError as error:
        raise WrongSettings(f"{name}: it is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise WrongSettings(f"{name}: it is not TOML: {error}") from error
    except RecursionError as error:
        raise WrongSettings(f"{name}: it is nested too deeply") from error


# What each key holds

Reader = Callable[[Any, str], Any]


def _wrong(where: str, wanted: str) -> WrongSettings:
    return WrongSettings(f"{where}: {wanted} belongs there")


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise _wrong(where, "a text on one line")
    return value.strip()


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, list):
        raise _wrong(where, "a list of texts")
    return tuple(_text(one, where) for one in value)


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(where, "true or false")
    return value


def one_of(*choices: str) -> Reader:
    """A text that is one of some."""

    def read(value: Any, where: str) -> str:
        text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
        if text not in choices:
            raise _wrong(where, f"{', '.join(choices[:-1])} or {choices[-1]}")
        return text

    return read


def _date(value: Any, where: str) -> datetime.date:
    import datetime

    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    try:
        return datetime.date.fromisoformat(value)
    except (TypeError, ValueError):
        raise _wrong(where, "a date such as 2027-01-31") from None


_LEVEL = one_of("error", "warning", "note", "off")


def _levels(value: Any, where: str) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _wrong(where, "a table of codes or rules and levels")
    for name in value:
        _known_target(name, where)
    return {name: _LEVEL(level, f"{where}.{name}") for name, level in value.items()}


def _targets(value: Any, where: str) -> tuple[str, ...]:
    for text in (found := _texts(value, where)):
        _known_target(text, where)
    return found


def _known_target(text: str, where: str) -> None:
    from verify.codes import CODES

    if text.startswith("RC9") and any(code.startswith(text.rstrip("*")) for code in CODES):
        raise WrongSettings(f"{where}: {text} is about the gate itself, and always counts")
    if problem := unknown_target(text):
        raise WrongSettings(f"{where}: {problem}")


def unknown_target(text: str) -> str:
    """What is wrong with a code or a rule; empty if there is one of that name."""
    from engine.rulebook.raw import RAW
    from verify.codes import CODES

    names: Iterable[str] = CODES if text[:2].upper() == "RC" else (*RAW, *RAW.tables)
    if any(is_meant(text, name) for name in names):
        return ""
    if any(sign in text for sign in "*?[") and names is not CODES:
        names = {f"{'/'.join(name.split('/')[:n])}/*" for name in names for n in (1, 2)}
    return f"there is no {text!r}; {_near(text, names)}"


def _near(text: str, names: Iterable[str]) -> str:
    """The names nearest to one that does not exist: those that look like it, or else those that begin like it.

    >>> _near("space/xyz", ["ship/sensors", "space/attack", "space/ranges"]), _near("x/*", ["ship/*", "space/*"])
    ('the nearest: space/attack, space/ranges', 'there are ship/*, space/*')
    """
    names = sorted(names)
    begins = next((text[:n] for n in range(len(text), 1, -1) if any(name.startswith(text[:n]) for name in names)), "")
    alike = [name for name in names if begins and name.startswith(begins)]
    if near := nearest(text, names) or alike[:3]:
        return f"the nearest: {', '.join(near)}"
    return f"there are {', '.join(sorted({name.partition('/')[0] + '/*' for name in names}))}"


def is_meant(target: str, name: str) -> bool:
    """Whether a name is what a target says: itself, all that stands below it, or what fits its *.

    >>> is_meant("space/attack", "space/attack/target"), is_meant("space/att", "space/attack/target")
    (True, False)
    """
    if any(sign in target for sign in "*?["):
        from fnmatch import fnmatchcase

        return fnmatchcase(name, target)
    return name == target or name.startswith(f"{target.rstrip('/')}/")


def _bindings(value: Any, where: str) -> tuple[Binding, ...]:
    made = tuple(Binding(**_record(one, where, _BINDING)) for one in _records(value, where))
    denied = {(one.file, one.at) for one in made if one.rule == "none"}
    for one in made:
        if one.rule != "none" and (one.file, one.at) in denied:
            raise WrongSettings(f"{where}: {one.at!r} in {one.file} is said to be {one.rule} and to be none; keep one")
    return made


def _meant(value: Any, where: str) -> tuple[Meant, ...]:
    return tuple(Meant(**_record(one, where, _MEANT)) for one in _records(value, where))


def _records(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise _wrong(where, f"tables, each under [[{where.rpartition(' ')[2]}]],")
    return value


def _record(told: dict[str, Any], where: str, keys: Mapping[str, Reader]) -> dict[str, Any]:
    made = dict(_by_keys(told, where, keys))
    for name in keys:
        if name not in made and name not in _OPTIONAL:
            raise WrongSettings(f"{where}: {name!r} is missing")
    return made


def _bound_rule(value: Any, where: str) -> str:
    from engine.rulebook.raw import RAW

    text = _text(value, where)
    columns = (f"{id}/{column.id}" for id, table in RAW.tables.items() for column in table.columns)
    if text != "none" and text not in RAW.tables and text not in columns:
        raise WrongSettings(f"{where}: no rule table is called {text!r}; {_near(text, RAW.tables)}")
    return text


def _target(value: Any, where: str) -> str:
    text = _text(value, where)
    _known_target(text, where)
    return text


def _file(value: Any, where: str) -> str:
    return _text(value, where).removeprefix("./")


def _one_file(value: Any, where: str) -> str:
    """The file that a table stands in, and no pattern."""
    text = _file(value, where)
    if "*" in text:
        raise WrongSettings(f"{where}: it takes one file, and {text!r} is a pattern; write a [[table]] for each file")
    return text


def _inside(value: Any, where: str) -> str:
    """A file of the codebase: it is written, and nothing outside is."""
    text = _file(value, where)
    parts = text.replace("\\", "/").split("/")
    if ".." in parts or text.startswith("/") or ":" in parts[0] or parts[-1] in ("", "."):
        raise _wrong(where, "a file in the folder of the configuration, or below it,")
    return text


def _number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _wrong(where, "a number")
    return value


_OPTIONAL = ("until", "values")
_BINDING: Mapping[str, Reader] = {"file": _one_file, "at": _text, "rule": _bound_rule, "values": _number}
_MEANT: Mapping[str, Reader] = {"file": _file, "rule": _target, "reason": _text, "until": _date}
KEYS: Mapping[str, Reader] = {
    "edition": one_of("2016", "2022"),
    "include": _texts,
    "exclude": _texts,
    "tests": _flag,
    "select": _targets,
    "ignore": _targets,
    "fail-on": one_of("error", "warning", "note"),
    "severity": _levels,
    "baseline": _inside,
    "house": _text,
    "attestation": _text,
    "table": _bindings,
    "suppress": _meant,
}
"""Every key of a configuration, and what it holds."""
_FIELDS = {"fail-on": "fail_on", "table": "tables"}


def _settings(folder: str, name: str, told: dict[str, Any]) -> Settings:
    made = {_FIELDS.get(key, key): value for key, value in _by_keys(told, name, KEYS)}
    for key, where in (("table", "tables"), ("suppress", "suppress")):
        lines = _lines_of(os.path.join(folder, name), key)
        made[where] = tuple(replace(one, line=n) for one, n in zip(made.get(where, ()), lines, strict=False))
    return Settings(folder, name, **made)


def _lines_of(path: str, key: str) -> Iterator[int]:
    """The lines at which the tables of a key begin, as far as they can be told."""
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        lines = file.read().split("\n")
    for n, line in enumerate(lines, 1):
        if re.match(rf"\s*\[\[(?:tool\.rawcheck\.)?{key}\]\]", line):
            yield n
    yield from repeat(1)


def _by_keys(told: Mapping[str, Any], where: str, keys: Mapping[str, Reader]) -> Iterator[tuple[str, Any]]:
    for key, value in told.items():
        if key not in keys:
            raise WrongSettings(f"{where}: there is no key {key!r}; {near_or_all(key, keys)}")
        yield key, keys[key](value, f"{where}: {key}")
