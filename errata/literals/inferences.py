"""What trees of literals say that is in no table: lists in place of a table, linked weapons, one value for a column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.dice.notation import Dice
from engine.errors import RawcheckError
from engine.rulebook.kinds import DICE
from engine.rulebook.raw import RAW
from engine.rules.critical_hits import SYSTEM
from errata.literals.model import Branch, Leaf, Lifted
from verify.findings import Finding, Place
from verify.recognition.code.candidates import LINKED, linked_in
from verify.recognition.code.constants import column_as_constant
from verify.recognition.code.row_names import row_in_code
from verify.recognition.rule_tables import rule_tables
from verify.recognition.words import words_in


def inferences(lifted: Lifted, file: str) -> Iterator[Finding]:
    """Every finding on a tree."""
    if isinstance(lifted.tree, Branch):
        yield from _walk(lifted.tree, tuple(scope.text for scope in lifted.scopes[1:]), file)


def _walk(branch: Branch, names: tuple[str, ...], file: str) -> Iterator[Finding]:
    yield from _list_of_locations(branch, names, file)
    yield from _linked_weapon(branch, file)
    yield from _one_for_all(branch, file)
    for key, value in branch.entries:
        if isinstance(value, Branch):
            yield from _walk(value, (*names, key.text) if key is not None else names, file)


def _list_of_locations(branch: Branch, names: tuple[str, ...], file: str) -> Iterator[Finding]:
    """A list of places for critical hits that is not the table."""
    texts = [entry.value for entry in branch.entries if entry.key is None and isinstance(entry.value, Leaf)]
    full = [leaf for leaf in texts if leaf.text and leaf.kind == "text"]
    words = set(words_in(names[-1])) if names else set()
    if len(full) < 4 or len(full) == 11 or not ({"critical", "crit"} & words and {"location", "hit"} & words):
        return
    known = sum(SYSTEM.accepts(leaf.text) for leaf in full)
    if known * 2 < len(full):
        return
    rule = RAW.rule("space/critical/location-dice")
    listed = ", ".join(leaf.text for leaf in full)
    message = (
        f"Critical hit locations: a list of {len(full)} here ({listed}), a table of 11 on {rule.text} in {RAW.name}"
    )
    evidence = (f"the name {names[-1]!r}",)
    place = Place(file, branch.line, branch.column)
    yield Finding("RC810", "differs", message, place, rule.id, rule.text, f"{len(full)} places", rule.cite, evidence)


def _linked_weapon(branch: Branch, file: str) -> Iterator[Finding]:
    """The damage of weapons that a name or a mount links: `Triple Turret Beam Laser`."""
    fields = {key.text.lower(): leaf for key, leaf in branch.entries if key is not None and isinstance(leaf, Leaf)}
    name, damage = fields.get("name"), fields.get("damage")
    if name is None or damage is None or len(name.text) > 60:
        return
    number = next((count for leaf in fields.values() if (count := linked_in(leaf.text))), 0)
    if not number:
        return
    rest = " ".join(word for word in words_in(name.text) if word not in (*LINKED, "turret"))
    table = next(shape for shape in rule_tables() if shape.id == "ship/turret-weapons")
    row = row_in_code(table, rest)
    if row is None:
        return
    rule = RAW.rule(table.rows[row].rules[3])
    try:
        stated = DICE.value(damage.text)
    except RawcheckError:
        return
    if not isinstance(rule.value, Dice) or not isinstance(stated, Dice):
        return
    per_die = RAW.number("space/linked-fire/damage-per-die")
    linked = DICE.value(f"{rule.value}+{(number - 1) * per_die * rule.value.count}")
    if stated in (rule.value, linked):
        return
    source = RAW.rule("space/linked-fire/damage-per-die")
    message = f"{name.text}: {damage.text} here; {number} linked do {linked} in {RAW.name}"
    place = Place(file, damage.line, damage.column)
    evidence = (f"one {table.rows[row].name} does {rule.text} [{rule.cite}]",)
    yield Finding("RC809", "differs", message, place, source.id, str(linked), damage.text, source.cite, evidence)


_PER = re.compile("per|each", re.IGNORECASE)


def _one_for_all(branch: Branch, file: str) -> Iterator[Finding]:
    """A constant for what the book has by rows."""
    for key, leaf in branch.entries:
        if key is None or not isinstance(leaf, Leaf) or leaf.kind != "number" or not _PER.search(key.text):
            continue
        found = column_as_constant(key.text)
        if found is not None:
            rule = RAW.rule(found[0])
            title = f"{RAW.tables[rule.section].title}, {rule.title.rpartition(', ')[2]}"
            message = f"{title}: {leaf.text} for every row here; {found[1]} in {RAW.name}"
            place = Place(file, leaf.line, leaf.column)
            evidence = (f"the name {key.text!r}",)
            yield Finding("RC811", "differs", message, place, rule.id, found[1], leaf.text, rule.cite, evidence)
