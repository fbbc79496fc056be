"""Readers of house rules: each format is a module of this folder with a `read`, and exists by being a file here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from engine.errors import WrongKind
from engine.rulebook.names import nearest
from engine.rulebook.raw import RAW
from errata.house.english.spelled import read_in_figures
from errata.house.english.wiki import as_a_page
from errata.house.house_page import HouseRule, Page, Problem
from verify.bounded_files import Unreadable
from verify.documents.files import load
from verify.findings import Place

MAX_BYTES = 2_000_000
_BY_SUFFIX = {".toml": "toml", ".json": "json", ".jsonc": "json", ".csv": "csv", ".tsv": "csv"}
_IN_WORDS = ("text", "csv")
"""Formats in which people spell numbers out."""


def read_page(path: Path, name: str) -> Page:
    """Reads a file by its suffix, or as plain text if the suffix is unknown."""
    try:
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise Unreadable(f"it has more than {MAX_BYTES // 10**6} MB, and no page of house rules has")
        document = load(path, name)
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from error
    except OSError as error:
        raise Unreadable(f"{name}: {(error.strerror or str(error)).lower()}") from error
    reader = _BY_SUFFIX.get(path.suffix.lower(), "text")
    read: Callable[[str, str], Page] = import_module(f"{__name__}.{reader}").read
    text = as_a_page(document.text) if reader == "text" else document.text
    page = read_in_figures(text, name, read) if reader in _IN_WORDS else read(text, name)
    page.text, page.encoding = document.text, document.encoding
    return page


def exact(id: str, printed: str, given: object, text: str, place: Place) -> HouseRule | Problem:
    """A rule given by its id and a value, or the problem with it."""
    if id not in RAW:
        return Problem("RC006", text, place, f"no rule has the id {id!r}", tuple(nearest(id, RAW)))
    try:
        value = RAW.rule(id).kind.value(given)
    except WrongKind as wrong:
        return Problem("RC007", text, place, str(wrong), (id,))
    return HouseRule(text, place, {id: value}, {id: printed})


def in_part(left: Sequence[str], place: Place, rule: str) -> Problem:
    """The problem of a line that is only partly understood."""
    from errata.house.english.about_lines import subject
    from errata.house.english.nearest import nearest_rules
    from errata.house.english.rule_names import known_to
    from errata.house.english.word_forms import words

    text = " … ".join(left)
    text_words = set(words(text))
    near = tuple(id for id in nearest_rules(f"{subject(rule)} {text}") if text_words & known_to(id))
    return Problem("RC010", text, place, "not understood, and the rest of the line is read without it", near)
