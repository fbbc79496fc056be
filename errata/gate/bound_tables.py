"""The tables that a configuration names: those that are not there, and those of which too few values are checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.rulebook.raw import RAW
from errata.gate.checked_path import CheckedPath
from errata.gate.configuration import Binding
from errata.report import CodebaseResults
from errata.source.scan_results import configuration_names
from verify.findings import Finding, Place


def unbound(found: CodebaseResults, path: CheckedPath) -> Iterator[Finding]:
    """Tables that the configuration names and that are not there, each with where it may be now."""
    bound = {(path.prefix + file, at, rule) for file, at, rule in found.bound}
    seen = {
        (path.prefix + f.place.file, configuration_names(f.qualified_name, f.begins)[0], RAW.rule(f.rule).section)
        for f, _ in found.facts
        if f.begins
    }
    named = {(one.file, one.at) for one in path.settings.tables}
    for one in path.settings.tables:
        if (one.file, one.at, one.rule) in bound or not (path.reads(one.file) or path.is_whole):
            continue
        said = f"that it is {'no rule table' if one.rule == 'none' else one.rule}"
        message = f"The configuration says of {one.at!r} in {one.file} {said}, and {_what(one, path)}"
        free = sorted(place for *place, rule in seen if rule == one.rule and tuple(place) not in named)
        near = [place for place in free if one.file == place[0] or one.at == place[1]]
        if near:
            message += f"; it may be {near[0][1]!r} in {near[0][0]} now"
        elif one.rule in RAW.tables and path.reads(one.file):
            columns = ", ".join(f"{one.rule}/{column.id}" for column in RAW.tables[one.rule].columns if column.id)
            message += f"; if it is one column of that, name it: {columns}" if columns else ""
        yield Finding("RC905", "unchecked", message, Place(path.seen_from_path(path.settings.file), one.line))


def shrunken(found: CodebaseResults, path: CheckedPath) -> Iterator[Finding]:
    """Tables of which fewer values were checked than the configuration counts: what is not checked does not pass."""
    read: Counter[tuple[str, str, str]] = Counter()
    lines: dict[tuple[str, str, str], Place] = {}
    states: dict[tuple[str, str, str], set[str]] = {}
    for fact, verdict in ((fact, verdict) for fact, verdict in found.facts if fact.begins):
        rule, checked = RAW.rule(fact.rule), not fact.problem or verdict == "differs"
        for at in configuration_names(fact.qualified_name, fact.begins):
            for said in (rule.section, f"{rule.section}/{rule.column}"):  # a table, or one column of it
                own = (path.prefix + fact.place.file, at, said)
                read[own] += checked
                states.setdefault(own, set()).update((fact.rule,) if checked else ())
                lines.setdefault(own, Place(fact.place.file, fact.begins))
    for one in path.settings.tables:
        own = (one.file, one.at, one.rule)
        if own in lines and read[own] < one.values:
            message = f"{read[own]} values of {one.at!r} were checked, and the configuration counts {one.values}"
            lost = list(_not_among(one.rule, states[own]))
            message += f"; not among them: {', '.join(lost[:3])}{' and more' * (len(lost) > 3)}" if lost else ""
            yield Finding("RC907", "unchecked", message, lines[own], one.rule)


def _not_among(table: str, read: set[str]) -> Iterator[str]:
    """The cells of a rule table that are not among some rules, of the columns that are, by their names."""
    columns = {RAW.rule(rule).column for rule in read}
    for rule in RAW.rules.values():
        is_of_it = table in (rule.section, f"{rule.section}/{rule.column}")
        if is_of_it and rule.id not in read and rule.column in columns:
            yield rule.title.partition(": ")[2]


def _what(one: Binding, path: CheckedPath) -> str:
    """What is wrong with a table that is not there."""
    if path.reads(one.file):
        return "there is no such table, or none that can be read so"
    return "that file is not read" if path.exists(one.file) else "there is no such file"
