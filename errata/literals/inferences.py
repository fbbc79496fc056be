"""Findings on literal trees that no table comparison gives: RC809, RC810 and RC811.

A list of critical locations in place of the 2D table, linked weapons with a damage of their own, and one constant for
a value that the book has by rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.dice.notation import Dice
from engine.errors import RawcheckError
from engine.mechanics.ship_weapons import linked_bonus
from engine.rulebook.kinds import DICE
from engine.rulebook.raw import RAW
from engine.rules.critical_hits import CRITICAL, CRITICAL_LOCATIONS, SYSTEM
from engine.rules.ship_armament import TURRET_WEAPONS
from engine.rules.space_combat import LINKED_FIRE
from errata.literals.model import Branch, Leaf, Lifted
from verify.findings import Finding, Place
from verify.recognition.code.candidates import LINKED, linked_in
from verify.recognition.code.constants import column_as_constant
from verify.recognition.code.row_names import row_in_code
from verify.recognition.code.surroundings import is_about_vehicles_or_people, other_game
from verify.recognition.rule_tables import rule_tables
from verify.recognition.words import words_in

MIN_LOCATIONS = 4
"""Texts of a list that can be one of critical locations."""
_PER = re.compile("per|each", re.IGNORECASE)


def inferences(lifted: Lifted, file: str) -> Iterator[Finding]:
    """Every such finding on a tree."""
    if isinstance(lifted.tree, Branch) and not other_game(lifted.scopes):
        yield from _walk(lifted.tree, tuple(scope.text for scope in lifted.scopes[1:]), file)


def _walk(branch: Branch, names: tuple[str, ...], file: str) -> Iterator[Finding]:
    yield from _list_of_locations(branch, names, file)
    yield from _linked_weapon(branch, file)
    yield from _one_for_all(branch, file)
    for key, value in branch.entries:
        if isinstance(value, Branch):
            yield from _walk(value, (*names, key.text) if key is not None else names, file)


def _list_of_locations(branch: Branch, names: tuple[str, ...], file: str) -> Iterator[Finding]:
    """RC810: a list of critical locations that is not the table."""
    texts = [leaf for key, leaf in branch.entries if key is None and isinstance(leaf, Leaf) and leaf.kind == "text"]
    locations = [leaf.text for leaf in texts if leaf.text]
    name_words = set(words_in(names[-1])) if names else set()
    in_book = len(CRITICAL_LOCATIONS.rows)
    if len(locations) < MIN_LOCATIONS or len(locations) == in_book:
        return
    if not ({"critical", "crit"} & name_words and {"location", "hit"} & name_words):
        return
    if sum(map(SYSTEM.accepts, locations)) * 2 < len(locations):
        return
    rule = RAW.rule(CRITICAL.path("location-dice"))
    if is_about_vehicles_or_people(rule, tuple(("name", name) for name in names), file):
        return
    words = {
        "title": CRITICAL_LOCATIONS.title,
        "count": str(len(locations)),
        "locations": ", ".join(locations),
        "rows": str(in_book),
        "book": RAW.name,
    }
    evidence = (f"the name {names[-1]!r}",)
    place = Place(file, branch.line, branch.column)
    stated = f"{len(locations)} places"
    yield Finding("RC810", "differs", place, rule.id, rule.text, stated, rule.cite, evidence, words=words)


def _linked_weapon(branch: Branch, file: str) -> Iterator[Finding]:
    """RC809: the damage of weapons that a name or a mount links, such as `Triple Turret Beam Laser`."""
    fields = {key.text.lower(): leaf for key, leaf in branch.entries if key is not None and isinstance(leaf, Leaf)}
    name, damage = fields.get("name"), fields.get("damage")
    if name is None or damage is None or len(name.text) > 60:
        return
    weapons = next((count for leaf in fields.values() if (count := linked_in(leaf.text))), 0)
    if not weapons:
        return
    bare_name = " ".join(word for word in words_in(name.text) if word not in (*LINKED, "turret"))
    table = next(shape for shape in rule_tables() if shape.id == TURRET_WEAPONS.id)
    row = row_in_code(table, bare_name)
    if row is None:
        return
    rule = RAW.rule(TURRET_WEAPONS.path(TURRET_WEAPONS.rows[row].name, "damage"))
    try:
        stated = DICE.value(damage.text)
    except RawcheckError:
        return
    if not isinstance(rule.value, Dice) or not isinstance(stated, Dice):
        return
    per_die = RAW.rule(LINKED_FIRE.path("damage-per-die"))
    linked = rule.value + rule.value.count * linked_bonus(weapons)
    if stated in (rule.value, linked):
        return
    words = {"name": name.text, "weapons": str(weapons), "book": RAW.name}
    place = Place(file, damage.line, damage.column)
    evidence = (f"one {table.rows[row].name} does {rule.text} [{rule.cite}]",)
    yield Finding("RC809", "differs", place, per_die.id, str(linked), damage.text, per_die.cite, evidence, words=words)


def _one_for_all(branch: Branch, file: str) -> Iterator[Finding]:
    """RC811: one constant for a value that the book has by rows."""
    for key, leaf in branch.entries:
        if key is None or not isinstance(leaf, Leaf) or leaf.kind != "number" or not _PER.search(key.text):
            continue
        constant = column_as_constant(key.text)
        if constant is not None:
            path, figure = constant
            rule = RAW.rule(path)
            column = RAW.tables[rule.section].column(rule.column)
            words = {"title": f"{rule.section_title}, {column.title}", "book": RAW.name}
            place = Place(file, leaf.line, leaf.column)
            evidence = (f"the name {key.text!r}",)
            yield Finding("RC811", "differs", place, rule.id, figure, leaf.text, rule.cite, evidence, words=words)
