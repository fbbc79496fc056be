"""`rawcheck init`: writes a first configuration that lists every recognised table with its rule table."""

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
from errata.gate.configuration import BASELINE, NAME, Settings, load
from errata.impact.number_text import counted
from errata.readers import reader_of
from errata.source.cache import Cache
from errata.source.files import files_of
from errata.source.scan_results import UNNAMED, configuration_names
from errata.terminal import write_whole

_HEAD = f"""\
# What this codebase wants of `rawcheck gate`. Lines that begin with # change nothing; what they show is the default,
# unless another is given.

# edition = "auto"              # the Core Rulebook: "2016", "2022", or "auto", the one that the code follows
# include = ["src/", "data/"]   # only these, as in .gitignore; all that can be read if there is none
# exclude = ["legacy/"]
# tests = false                 # whether tests are read too
# select = ["space/*", "RC2*"]  # only these rules or finding codes
# ignore = ["RC301"]            # all but these
# fail-on = "error"             # or "warning", "note"
# baseline = "{BASELINE}"       # `{BASELINE} merge=union` in .gitattributes lets git merge it
# house = "house-rules.toml"    # rules that you play otherwise: "space/range-bands/short/attack-dm" = "+2"
# attestation = "seen.json"     # which values were seen in print, as rawcheck pdf --attest wrote it

# [severity]                    # the level of a finding code or of a rule: error, warning, note or off;
#                               # of several that fit, the last counts
# RC301 = "note"

# [[suppress]]                  # a departure that is meant, where the format has no comments
# file = "data/weapons.json"
# rule = "ship/turret-weapons/beam-laser/damage"
# reason = "Beam lasers hit harder with us"
# until = 2027-01-31

# The tables that were recognised. One that stands here without # is checked whatever its values become, and it is told
# if it can no longer be found, or if fewer than so many of its values can be read. Where the guess is wrong, put the
# right one there, or rule = "none" if it is something else. What has no name, such as the list that a file is, is
# "unnamed". Those behind # are in doubt, or share a name; take it away before all five lines if the guess is right.
"""


def first_configuration(path: str, force: bool) -> str:
    """Write the configuration of a codebase; returns a message with the number of its tables."""
    root = Path(path)
    files = files_of(root, False, how_to_read_tests="a configuration with tests = true reads tests")
    results = check_codebase(root, files, lambda: None, Cache())
    folder = root if root.is_dir() else root.parent
    target = folder / NAME
    if target.is_symlink():
        raise RawcheckError(f"{target}: it is a link, which may lead anywhere; remove it first")
    if target.exists() and not force:
        raise RawcheckError(f"{target}: there is one already; --force writes it anew")
    # the file that is overwritten may be broken
    settings = load(folder) if not target.exists() else Settings(folder=str(folder))
    if settings.file == "pyproject.toml" and settings.folder == os.path.realpath(folder):
        raise RawcheckError(
            f"{folder / 'pyproject.toml'}: its [tool.rawcheck] would no longer count beside a {NAME}; remove it first"
        )
    tables = list(_entries(results.facts))
    try:
        write_whole(target, "\n".join([_HEAD, *tables]).encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise RawcheckError(f"cannot write {target}: {(error.strerror or str(error)).lower()}") from error
    if not tables:
        return f"wrote {target}: no table was recognised; a [[table]] says where one is, and which"
    each = "each" if len(tables) > 1 else "it"
    return (
        f"wrote {target}: {counted(len(tables), 'table')} recognised; look whether {each} was taken for the right one"
    )


def _entries(judged_facts: JudgedFacts) -> Iterator[str]:
    """The entries of the recognised tables, each with the number of its values that are the book's.

    Entries of doubtful tables, of documents, and of tables that share a name are commented out.
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
def init(path: str, force: bool) -> None:
    """Write a rawcheck.toml that lists every recognised table.

    Each table is listed with its place and the rule table that it was recognised as, so that a wrong guess can be
    corrected once. From then on these tables are checked, whatever their values become. Everything else is comments.
    """
    finish(first_configuration(path, force), 0)
