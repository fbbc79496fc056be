"""`rawcheck init`: writes a first configuration, with `--bind` also every recognised table with its rule table."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from errata.codebase_check import JudgedFacts, check_codebase
from errata.commands import finish
from errata.gate.configuration import NAME, Settings, load
from errata.impact.number_text import counted
from errata.readers import reader_of
from errata.source.cache import Cache
from errata.source.files import files_of, is_campaign_data
from errata.source.scan_results import UNNAMED, configuration_names
from errata.terminal import write_whole

_SETTINGS = """\
# Settings of `rawcheck gate`. Lines behind # are examples; README.md of rawcheck lists all settings.
edition = EDITION# the Core Rulebook to judge by: "2016", "2022", or "auto", the one that the code follows
fail-on = "error"             # or "warning", "note"
# exclude = ["legacy/"]       # files to skip, as in .gitignore; `include = ["src/"]` reads only these
# ignore = ["RC301"]          # rules and finding codes that do not count
# house = "house-rules.toml"  # your house rules: "space/range-bands/short/attack-dm" = "+2"
# [[suppress]]                # an intended departure in a file that has no comments
# file = "data/weapons.json"
# rule = "ship/turret-weapons/beam-laser/damage"
# reason = "Beam lasers hit harder in our game"
"""
_TABLES = """
# The recognised tables. Each is checked whatever its values become, and the gate fails if it is gone, or if fewer of
# its values can be read. If a guess is wrong, name the right rule table, or "none". Commented-out tables are
# uncertain. Uncomment all five lines to confirm one.
"""


def first_configuration(path: str, force: bool, bind: bool) -> str:
    """Write the configuration of a codebase, with `bind` also its tables; returns a message."""
    root = Path(path)
    files = files_of(root, False, how_to_read_tests="a configuration with tests = true reads tests")
    folder = root if root.is_dir() else root.parent
    target = folder / NAME
    if target.is_symlink():
        raise RawcheckError(f"{target}: it is a link, which may lead anywhere; remove it first")
    if target.exists() and not force:
        raise RawcheckError(f"{target} already exists; --force overwrites it")
    # the file that is overwritten may be broken
    settings = load(folder) if not target.exists() else Settings(folder=str(folder))
    if settings.file == "pyproject.toml" and settings.folder == os.path.realpath(folder):
        raise RawcheckError(
            f"{folder / 'pyproject.toml'}: its [tool.rawcheck] would no longer count beside a {NAME}; remove it first"
        )
    results = check_codebase(root, files, lambda: None, Cache())
    tables = list(_entries(results.facts)) if bind else []
    settings_text = _SETTINGS.replace("EDITION", f'"{results.followed or "auto"}"'.ljust(20), 1)
    text = "\n".join([settings_text + _TABLES, *tables]) if tables else settings_text
    try:
        write_whole(target, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise RawcheckError(f"cannot write {target}: {(error.strerror or str(error)).lower()}") from error
    if not bind:
        return f"wrote {target}. Next: run `rawcheck gate --update-baseline`, then commit both files."
    return f"wrote {target}: {counted(len(tables), 'table')} recognised" + "; check each of them" * bool(tables)


def _entries(judged_facts: JudgedFacts) -> Iterator[str]:
    """The entries of the recognised tables, each with the number of its values that are the book's.

    Entries of doubtful tables, of documents, and of tables that share a name are commented out. Campaign data has none,
    nor have names that a configuration cannot hold.
    """
    tables: dict[tuple[str, str, str], JudgedFacts] = defaultdict(list)
    begins: dict[tuple[str, str], set[int]] = defaultdict(set)
    doubtful = set()
    for fact, verdict in judged_facts:
        section = RAW.rule(fact.rule).section
        if not fact.begins or section not in RAW.tables:
            continue
        name = configuration_names(fact.qualified_name, fact.begins)[0]
        file = fact.place.file
        if is_campaign_data(file, fact.item) or not f"{file}{name}".isprintable() or "*" in file:
            continue
        tables[file, name, section].append((fact, verdict))
        begins[file, name].add(fact.begins)
        if fact.doubtful or reader_of(file) in ("markdown", "html"):
            doubtful.add((file, name))
    doubtful |= {table for table, lines in begins.items() if len(lines) > 1 and table[1] != UNNAMED}
    for (file, name, section), facts in sorted(tables.items()):
        agreeing = sum(verdict == "agrees" for _, verdict in facts)
        share = f"all {agreeing}" if agreeing == len(facts) else f"{agreeing} of {len(facts)}"
        line = min(fact.begins for fact, _ in facts)
        checked = sum(not fact.problem or verdict == "differs" for fact, verdict in facts)
        fields = {"file": file, "at": name, "rule": section, "values": checked}
        prefix = "# " * ((file, name) in doubtful)
        lines = [f"# line {line}: {RAW.tables[section].title}, {share} values are the book's", f"{prefix}[[table]]"]
        lines += [f"{prefix}{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
        yield "\n".join([*lines, ""])


@click.command()
@click.argument("path", default=".", metavar="[PATH]", type=click.Path())
@click.option("--force", is_flag=True, help="Overwrite an existing rawcheck.toml.")
@click.option("--bind", is_flag=True, help="Also list every recognised table, so that it is always checked.")
def init(path: str, force: bool, bind: bool) -> None:
    """Write a short rawcheck.toml to start from.

    With --bind it lists each recognised table with its place and its rule table, so that a wrong guess can be corrected
    once. From then on these tables are checked, whatever their values become. Campaign data (saved games, characters,
    sessions) is never listed.
    """
    finish(first_configuration(path, force, bind), 0)
