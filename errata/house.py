"""House rules in TOML: ids of rules and the values that a table plays instead, as a rulebook."""

from __future__ import annotations

from pathlib import Path

from engine.errors import RawcheckError
from engine.rulebook import Rulebook

MAX_BYTES = 1_000_000


def house_rules(path: Path, book: Rulebook) -> Rulebook:
    """A rulebook with the changes of a file, each `"space/range-bands/short/attack-dm" = "+2"`."""
    import tomllib

    try:
        data = path.read_bytes()[: MAX_BYTES + 1]
        told = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise RawcheckError(f"{path.name}: {(error.strerror or str(error)).lower()}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RawcheckError(f"{path.name}: it is not TOML: {error}") from error
    for id, value in told.items():
        if not isinstance(value, (str, int, bool)):
            raise RawcheckError(f"{path.name}: {id}: a text or a number belongs there")
    try:
        return book.overlay(told, f"{book.name} and {path.name}", f"house rules, {path.name}")
    except RawcheckError as error:
        raise RawcheckError(f"{path.name}: {error}") from error
