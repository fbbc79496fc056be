"""Findings on the tables that a configuration names: those that are missing, and those with too few checked values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Set

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from errata.codebase_check import Selected
from errata.gate.configuration import Binding
from errata.gate.gate_path import CheckedPath
from errata.report import CodebaseResults
from errata.source.scan_results import configuration_names
from verify.findings import Finding, Place


def unbound(found: CodebaseResults, path: CheckedPath, is_selected: Selected) -> Iterator[Finding]:
    """Findings on configured tables of selected rules that are missing, each with the place where it may be now."""
    bound = {(path.prefix + file, name, rule) for file, name, rule in found.bound}
    recognised = {
        (path.prefix + f.place.file, configuration_names(f.qualified_name, f.begins)[0], RAW.rule(f.rule).section)
        for f, _ in found.facts
        if f.begins
    }
    configured = {(table.file, table.at) for table in path.settings.tables}
    for table in _selected(path, is_selected):
        if (table.file, table.at, table.rule) in bound or not (path.reads(table.file) or path.is_whole):
            continue
        reason = "there is no such table, or none that can be read so"
        if not path.reads(table.file):
            reason = "that file is not read" if path.exists(table.file) else "there is no such file"
        claimed = "no rule table" if table.rule == "none" else table.rule
        words = {"name": table.at, "file": table.file, "claimed": claimed, "reason": reason}
        free = sorted(place for *place, rule in recognised if rule == table.rule and tuple(place) not in configured)
        candidates = [place for place in free if table.file == place[0] or table.at == place[1]]
        if candidates:
            words |= {"moved_to": candidates[0][0], "moved": candidates[0][1]}
        elif table.rule in RAW.tables and path.reads(table.file):
            columns = ", ".join(f"{table.rule}/{column.id}" for column in RAW.tables[table.rule].columns if column.id)
            words["columns"] = columns
        place = Place(path.seen_from_path(path.settings.file), table.line)
        yield Finding("RC905", "unchecked", place, words=words)


def _selected(path: CheckedPath, is_selected: Selected) -> Iterator[Binding]:
    """The configured tables that state a selected rule."""
    for table in path.settings.tables:
        if is_selected("", "") or any(is_selected(rule.id, "") for rule in _cells(table)):
            yield table


def _cells(table: Binding) -> Iterator[Rule]:
    """The rules that a configured table states: those of a table, or of one column of it."""
    for rule in RAW.rules.values():
        if table.rule in (rule.section, rule.column_id):
            yield rule


def shrunken(found: CodebaseResults, path: CheckedPath, is_selected: Selected) -> Iterator[Finding]:
    """Findings on tables of selected rules with fewer checked values than the configuration expects.

    Not checked is never passed.
    """
    counts: Counter[tuple[str, str, str]] = Counter()
    places: dict[tuple[str, str, str], Place] = {}
    checked_rules: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    unreadable: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for fact, verdict in found.facts:
        if not fact.begins:
            continue
        rule, is_checked = RAW.rule(fact.rule), not fact.problem or verdict == "differs"
        for name in configuration_names(fact.qualified_name, fact.begins):
            for rule_table in (rule.section, rule.column_id):  # a table, or one column of it
                key = (path.prefix + fact.place.file, name, rule_table)
                counts[key] += is_checked
                (checked_rules if is_checked else unreadable)[key].add(fact.rule)
                places.setdefault(key, Place(fact.place.file, fact.begins))
    for table in _selected(path, is_selected):
        key = (table.file, table.at, table.rule)
        if key in places and counts[key] < table.values:
            missing = _missing(table, checked_rules[key], unreadable[key])
            more = " and more" * (len(missing) > 3)
            words = {
                "count": str(counts[key]),
                "name": table.at,
                "counted": str(table.values),
                "unchecked": ", ".join(missing[:3]) + more,
            }
            yield Finding("RC907", "unchecked", places[key], table.rule, words=words)


def _missing(table: Binding, checked: Set[str], unreadable: Set[str]) -> list[str]:
    """What was taken out of a table, as far as that shows: the values that cannot be read, or the missing rows.

    A list of things never has all rows of the book, so nobody knows which of the others it had.
    """
    if unread := [RAW.rule(rule).own_title for rule in sorted(unreadable - checked)]:
        return unread
    columns = {RAW.rule(rule).column for rule in checked}
    rules = (rule for rule in _cells(table) if rule.id not in checked and rule.column in columns)
    return [rule.own_title for rule in rules if not RAW.tables[rule.section].lists_things]
