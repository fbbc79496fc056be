"""`rawcheck house --init` and `--list`: a page to begin with, and every rule that can be changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from errata.impact.scenes import panel
from errata.reports.parts.text_tables import ruled
from errata.terminal import wrapped, write_whole
from verify.rulings import source_of

_PAGE = """\
# House rules

<!-- Write one rule to a line, as you would say it; `rawcheck house FILE` tells where it departs from the book and what
     it does to your game. Lines like this one are remarks and change nothing. For example:

     - Short range: +2 instead of +1
     - Beam lasers do 2D damage
     - Sensor lock gives +2
     - Criticals on Effect 5+
     - Natural healing: 2D + END DM per day

     A table like the book's is read too, and so is an exact id: space/attack/target: 7
     `rawcheck house --list` has every rule with its value and page, `--list laser` those with that word. -->

## Space combat

## Personal combat

## Healing

## Ships
"""


def init(path: str, force: bool) -> str:
    """Write a page to begin with: in words, or for a .toml with every id."""
    target = Path(path)
    if target.exists() and not force:
        raise RawcheckError(f"{target}: there is one already; --force writes it anew")
    text = "\n".join(_toml()) + "\n" if target.suffix.lower() == ".toml" else _PAGE
    try:
        write_whole(target, text.encode())
    except OSError as error:
        raise RawcheckError(f"cannot write {target}: {(error.strerror or str(error)).lower()}") from error
    return f"wrote {target}: change what you play otherwise, then run rawcheck house {target}"


def _toml() -> Iterator[str]:
    yield "# House rules: take the # away before a rule that you play otherwise, and change its value."
    section = ""
    for rule in RAW.rules.values():
        if rule.section != section:
            section = rule.section
            yield f"\n# {rule.section_title}"
        value = rule.text.replace("\\", "\\\\").replace('"', '\\"')
        yield f'# "{rule.id}" = "{value}"  # {source_of(rule)}'


def listing(wanted: str, book: Rulebook = RAW, room: int | None = None) -> str:
    """Every rule that can be changed, or those that fit some words or a glob; `scenes` for the standing scenes.

    In a terminal with less room than a table of them needs, they stand under what they belong to, with its source.
    """
    if wanted.strip().lower() == "scenes":
        return "\n".join([*(f"{scene.family}: {scene.title}" for scene in panel()), "", f"{len(panel())} scenes"])
    rules = [rule for rule in book.rules.values() if _fits(rule.id, rule.title, wanted)]
    if not rules:
        raise RawcheckError(f"no rule has {wanted!r} in its id or its title")
    rows = [(rule.id, rule.text if len(rule.text) <= 40 else f"{rule.text[:39]}…", source_of(rule)) for rule in rules]
    table = ruled(rows, ("rule", "RAW", "source"))
    if room is not None and max(map(len, table.split("\n"))) > room:
        table = "\n".join(_by_set(rules, room))
    return "\n".join([table.rstrip(), "", f"{len(rules):,} rule{'s' * (len(rules) != 1)}"])


def _by_set(rules: Iterable[Rule], room: int) -> Iterator[str]:
    """Rules grouped by section: the title and source of each section, then ids and values."""
    for (title, cite), group in groupby(rules, key=lambda rule: (rule.section_title, source_of(rule))):
        group_rules = list(group)
        yield from wrapped(f"{title} [{cite}]", room)
        width = max(len(rule.id) for rule in group_rules)
        for rule in group_rules:
            start = f"  {rule.id:<{width}}  "
            if len(start) + len(rule.text) <= room:
                yield start + rule.text
            else:
                yield f"  {rule.id}"
                yield from wrapped(rule.text, room, "    ", "    ")
        yield ""


def _fits(id: str, title: str, wanted: str) -> bool:
    if any(sign in wanted for sign in "*?"):
        return fnmatchcase(id, wanted)
    return all(word in f"{id} {title}".lower() for word in wanted.lower().split())
