"""The configuration: `rawcheck.toml`, or `[tool.rawcheck]` in `pyproject.toml`, read and validated.

Each class below lists the keys of one table of that file. A wrong one is reported with the file, the path of the key
and what belongs there.
"""

from __future__ import annotations

import datetime
import os
import re
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec.structs import fields

from engine.errors import RawcheckError
from engine.rulebook.names import near_or_all, nearest, or_list
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.rulebook_choice import Edition, Reading, RulebookChoice
from errata.source.files import folder_of
from errata.source.git import Repository, repository_of
from verify.bounded_files import Unreadable, parse_toml, read_plain
from verify.finding_codes import CODES, Chapter
from verify.findings import Level
from verify.rulings import doubtful_rulings, rulings

NAME = "rawcheck.toml"
BASELINE = "rawcheck-baseline.jsonl"
MAX_BYTES = 1_000_000


class WrongSettings(RawcheckError):
    """The configuration is wrong; the message names the file, the key and what belongs there."""


# The keys

Severity = Literal["error", "warning", "note", "off"]
Count = Annotated[int, msgspec.Meta(ge=0)]


class _Located(msgspec.Struct, kw_only=True):
    """A table of the configuration, with the line that it begins on; that is no key."""

    line: int = 1


class Binding(_Located, kw_only=True):
    """The keys of a `[[table]]`: which rule table a table of the codebase is; `none` if it is none."""

    file: str
    at: str
    rule: str
    values: Count = 0
    """How many of its values must be checked, at least."""

    def __post_init__(self) -> None:
        self.file = self.file.removeprefix("./")
        if "*" in self.file:
            raise ValueError(f"file: {self.file!r} is a pattern; write a [[table]] for each file")
        columns = (f"{id}/{column.id}" for id, table in RAW.tables.items() for column in table.columns)
        if self.rule != "none" and self.rule not in RAW.tables and self.rule not in columns:
            raise ValueError(f"rule: no rule table is called {self.rule!r}; {_nearest_names(self.rule, RAW.tables)}")


class ConfiguredSuppression(_Located, kw_only=True):
    """The keys of a `[[suppress]]`: an intended departure, for files that have no comments."""

    file: str
    """A file or a glob."""
    rule: str
    """A rule, a finding code, or a pattern of either."""
    reason: str
    until: datetime.date | None = None

    def __post_init__(self) -> None:
        self.file = self.file.removeprefix("./")
        _check_target("rule", self.rule)


_RENAMED = {"fail_on": "fail-on", "stale_baseline": "stale-baseline", "tables": "table"}


class Settings(msgspec.Struct, kw_only=True, rename=_RENAMED):
    """The keys of the configuration itself. Paths are relative to its folder."""

    edition: Edition = "auto"
    rulings: dict[str, Reading] = {}
    """By the number of a ruling, whether our references are followed or the others that it names."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Level = "error"
    severity: dict[str, Severity] = {}
    baseline: str = BASELINE
    stale_baseline: Literal["note", "error"] = "note"
    """Whether baseline entries that no longer occur fail the gate."""
    house: str = ""
    attestation: str = ""
    probe: tuple[str, ...] = ()
    """The command that starts the adapter of a probe, word by word; only `rawcheck probe --configured` runs it."""
    tables: tuple[Binding, ...] = ()
    suppress: tuple[ConfiguredSuppression, ...] = ()
    folder: str = ""
    """The folder of the configuration; no key."""
    file: str = ""
    """The name of its file, which is empty if there is none; no key."""

    def __post_init__(self) -> None:
        for key, targets in (("select", self.select), ("ignore", self.ignore), ("severity", self.severity)):
            for target in targets:
                _check_target(key, target)
        for number in self.rulings:
            known = rulings().get(int(number)) if number.isdecimal() and len(number) < 9 else None
            if known is None or not known.others:
                with_others = ", ".join(str(n) for n, ruling in rulings().items() if ruling.others)
                raise ValueError(f"rulings: no ruling {number!r} names another value; these do: {with_others}")
        self.baseline = self.baseline.removeprefix("./")
        parts = self.baseline.replace("\\", "/").split("/")
        if ".." in parts or parts[0] == "" or ":" in parts[0] or parts[-1] in ("", "."):
            raise ValueError("baseline: a file in the folder of the configuration, or below it, belongs there")
        denied = {(table.file, table.at) for table in self.tables if table.rule == "none"}
        for table in self.tables:
            if table.rule != "none" and (table.file, table.at) in denied:
                raise ValueError(f"table: {table.at!r} in {table.file} is both {table.rule} and none; keep one")

    def rulebook(self, edition: Edition | None = None, readings: Reading | None = None) -> RulebookChoice:
        """The rulebook that is asked for, here or by the options of a command, which come first."""
        others = frozenset(int(number) for number, reading in self.rulings.items() if reading == "others")
        if readings is not None:
            others = others | doubtful_rulings() if readings == "others" else frozenset()
        with_house_rules = self._with_house_rules if self.house else None
        return RulebookChoice(edition or self.edition, others, with_house_rules)

    def _with_house_rules(self, book: Rulebook) -> Rulebook:
        from errata.house import house_rules  # the reading of house rules, which few configurations name

        return house_rules(Path(self.beside(self.house)), book)

    def with_baseline(self, name: str) -> Settings:
        """The same with another baseline."""
        return msgspec.structs.replace(self, baseline=name)

    def beside(self, name: str) -> str:
        """The path of a file that the configuration names."""
        return os.path.join(self.folder, name)


# Finding and reading it


def load(path: str | Path) -> Settings:
    """The configuration for a path: the nearest one upwards within its repository, or the defaults."""
    folder = folder_of(path)
    repository = repository_of(folder)
    settings = Settings(folder=str(folder))
    for above in (folder, *folder.parents):
        if configuration := _written_in(above, repository):
            settings = _settings(*configuration)
            break
        if (above / BASELINE).is_file():  # no configuration, but a baseline: its paths are relative to this folder
            settings.folder = str(above)
            break
        if repository is not None and above == repository.top:
            break
    _refuse_paths_outside(settings, repository)
    return settings


def _refuse_paths_outside(settings: Settings, repository: Repository | None) -> None:
    """Raise WrongSettings if a file that is named lies outside of the repository."""
    for key in ("baseline", "house", "attestation"):
        name: str = getattr(settings, key)
        if name and (where := _left(settings.beside(name), settings.folder, repository)):
            place = f"{settings.file}: {key}: " if settings.file else ""
            raise WrongSettings(f"{place}{name!r} lies outside of {where}")


def _left(path: str | Path, folder: str | Path, repository: Repository | None) -> str:
    """What a path leads out of, perhaps by a link: the repository, or without one the folder; empty if it does not.

    The repository's `.git` is outside of it.
    """
    top = repository.top if repository is not None else Path(folder)
    real = Path(os.path.realpath(path))
    if real.is_relative_to(top) and ".git" not in real.relative_to(top).parts:
        return ""
    return "the repository" if repository is not None else "the folder of the configuration"


def _written_in(folder: Path, repository: Repository | None) -> tuple[Path, dict[str, Any]] | None:
    """The configuration of a folder: the file and the keys in it."""
    own, shared = folder / NAME, folder / "pyproject.toml"
    if os.path.lexists(own):  # a broken link is an error, not an absent configuration
        _refuse_link(own, repository)
        return own, _read_toml(own)
    tools = _read_toml(shared).get("tool") if shared.is_file() else None
    if not isinstance(tools, dict) or "rawcheck" not in tools:
        return None
    if not isinstance(tools["rawcheck"], dict):
        raise WrongSettings("pyproject.toml: tool.rawcheck: a table of settings belongs there")
    _refuse_link(shared, repository)
    return shared, tools["rawcheck"]


def _refuse_link(path: Path, repository: Repository | None) -> None:
    if where := _left(path, path.parent, repository):
        raise WrongSettings(f"{path.name}: it is a link that leads out of {where}")


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return parse_toml(_text(path), path.name)
    except Unreadable as error:
        raise WrongSettings(str(error)) from error
    except UnicodeDecodeError as error:
        raise WrongSettings(f"{path.name}: it is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise WrongSettings(f"{path.name}: it is not TOML: {error}") from error


def _text(path: Path) -> str:
    try:
        return read_plain(path, MAX_BYTES).decode("utf-8-sig")
    except Unreadable as error:
        raise Unreadable(f"{path.name}: {error}") from error


def _settings(path: Path, keys: dict[str, Any]) -> Settings:
    """The settings that the keys of a file make."""
    if isinstance(keys.get("edition"), int):
        keys["edition"] = str(keys["edition"])
    try:
        keys = _stripped(keys)
        if mistake := _mistake(keys, Settings):
            raise ValueError(mistake)
    except ValueError as error:
        raise WrongSettings(f"{path.name}: {error}") from error
    settings = msgspec.convert(keys, Settings)
    settings.folder, settings.file = str(path.parent), path.name
    lines = path.read_text(encoding="utf-8-sig", errors="replace").split("\n")
    located: dict[str, tuple[_Located, ...]] = {"table": settings.tables, "suppress": settings.suppress}
    for key, tables in located.items():
        header = re.compile(rf"\s*\[\[(?:tool\.rawcheck\.)?{key}\]\]")
        begins = (n for n, line in enumerate(lines, 1) if header.match(line))
        for table, line in zip(tables, begins, strict=False):
            table.line = line
    return settings


# What is wrong with it


def _stripped(value: Any, where: str = "") -> Any:
    """The same without blanks around texts; one that is empty or goes over several lines is refused."""
    if isinstance(value, str):
        if not value.strip() or not value.isprintable():
            raise ValueError(f"{where} must be a text on one line")
        return value.strip()
    if isinstance(value, list):
        return [_stripped(item, _place(where, n)) for n, item in enumerate(value, 1)]
    if isinstance(value, dict):
        return {key: _stripped(item, _place(where, key)) for key, item in value.items()}
    return value


def _place(where: str, key: str | int) -> str:
    """How a message names what stands in a table or a list: `'tests'`, `suppress 1`, `suppress 1: 'until'`."""
    where = where.replace("'", "")
    if isinstance(key, int):
        return f"{where} {key}"
    return f"{where}: {key!r}" if where else repr(key)


_EXPECTED: dict[Any, str] = {
    bool: "true or false",
    str: "a text",
    Count: "a whole number from 0 up",
    datetime.date | None: "a date such as 2027-01-31",
    tuple[str, ...]: "a list of texts",
    dict[str, Severity]: "a table of levels",
    dict[str, Reading]: 'a table such as 3 = "others"',
    tuple[Binding, ...]: "tables, each under [[table]]",
    tuple[ConfiguredSuppression, ...]: "tables, each under [[suppress]]",
}
_TABLES: dict[Any, set[str]] = {Settings: {"folder", "file"}, Binding: {"line"}, ConfiguredSuppression: {"line"}}
"""The tables of the file, each with its fields that are no keys."""
_GIVEN = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table", str: "a text"}


def _mistake(given: Any, kind: Any, where: str = "") -> str:
    """The first mistake in a value that must have a certain type, in plain words; empty if there is none."""
    before = f"{where}: " if where else ""
    parts: Iterable[tuple[str | int, Any, Any]] = ()  # each key or number, the value, and the type that it must have
    if isinstance(given, dict) and kind in _TABLES:
        known = {field.encode_name: field for field in fields(kind) if field.name not in _TABLES[kind]}
        for key in (key for key in given if key not in known):
            return f"{before}there is no key {key!r}; {near_or_all(key, known)}"
        for key in (key for key, field in known.items() if field.required and key not in given):
            return f"{where} has no {key!r}"
        parts = ((key, value, known[key].type) for key, value in given.items())
    elif isinstance(given, dict) and get_origin(kind) is dict:
        parts = ((key, value, get_args(kind)[1]) for key, value in given.items())
    elif isinstance(given, list) and get_origin(kind) is tuple:
        parts = ((n, item, get_args(kind)[0]) for n, item in enumerate(given, 1))
    for key, value, its_kind in parts:
        if mistake := _mistake(value, its_kind, _place(where, key)):
            return mistake
    try:
        msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        if error.__cause__ is not None:  # one of the checks above, in our own words
            return f"{before}{error.__cause__}"
        if get_origin(kind) is Literal:
            return f"{where} must be {or_list(get_args(kind))}, not {given!r}"
        return f"{where} must be {_EXPECTED.get(kind, 'a table')}, not {_GIVEN.get(type(given), 'a date')}"
    return ""


def _check_target(key: str, target: str) -> None:
    """Raise ValueError if a target matches no finding code and no rule, or one of the gate's own codes."""
    meant = [code for code in CODES.values() if code.id.startswith(target.rstrip("*"))]
    if meant and all(code.chapter is Chapter.GATE for code in meant):
        raise ValueError(f"{key}: {target} is about the gate itself, and always counts")
    if problem := unknown_target(target):
        raise ValueError(f"{key}: {problem}")


def unknown_target(target: str) -> str:
    """Why a target matches no finding code and no rule, with the nearest ones; empty if it matches one."""
    names: Iterable[str] = CODES if target[:2].upper() == "RC" else (*RAW, *RAW.tables)
    if any(is_meant(target, name) for name in names):
        return ""
    if _is_glob(target) and names is not CODES:
        names = {f"{'/'.join(name.split('/')[:n])}/*" for name in names for n in (1, 2)}
    return f"there is no {target!r}; {_nearest_names(target, names)}"


def _nearest_names(text: str, names: Iterable[str]) -> str:
    """The names nearest to one that does not exist: those that look like it, else begin like it, else all."""
    names = sorted(names)
    start = next((text[:n] for n in range(len(text), 1, -1) if any(name.startswith(text[:n]) for name in names)), "")
    same_start = [name for name in names if start and name.startswith(start)]
    if near := nearest(text, names) or same_start[:3]:
        return f"the nearest: {', '.join(near)}"
    return f"there are {', '.join(sorted({name.partition('/')[0] + '/*' for name in names}))}"


def is_meant(target: str, name: str) -> bool:
    """True if a target matches a rule or a finding code: by its name, by a path above it, or as a glob."""
    if _is_glob(target):
        return fnmatchcase(name, target)
    return name == target or name.startswith(f"{target.rstrip('/')}/")


def _is_glob(target: str) -> bool:
    return any(sign in target for sign in "*?[")
