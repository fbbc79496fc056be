"""The prefilter: every declared table and constant is found in every way that code writes it, and prose is not."""

import json

import pytest

from engine.rulebook.raw import RAW, called_in_code
from errata.source.prefilter import look, wanted
from tests.test_errata.vtts import RIGHT, WRONG
from verify.recognition.code.row_names import lists_things, rule_tables_in_code
from verify.recognition.words import words_in

TABLES = {table.id: table for table in rule_tables_in_code()}


def camel(text):
    first, *rest = words_in(text)
    return first + "".join(word.title() for word in rest)


def snake(text):
    return "_".join(words_in(text))


def named(table):
    """A name for the table that says what it is: its title, after a word that must stand near it."""
    return f"{(*table.where, '')[0]} {table.title}"


def cells(table):
    """The names of the rows, each with the book's value of a column of numbers; columns of words last."""
    column = min(range(len(table.columns)), key=lambda n: not isinstance(RAW.get(table.rows[0].rules[n]), int))
    rows = [row for row in table.rows if row.rules[column]]  # a printed view has no rule in some cells
    return [(row.name, RAW.rule(row.rules[column]).text) for row in rows], table.columns[column].title


def javascript(table):
    rows, column = cells(table)
    records = ", ".join(f"'{camel(name)}': {{ {camel(column)}: '{value}' }}" for name, value in rows)
    return "a.js", f"export const {camel(named(table))} = {{ {records} }};"


def typescript_switch(table):
    rows, column = cells(table)
    cases = "".join(f" case '{name}': return '{value}';" for name, value in rows)
    return "a.ts", f"function {camel(named(table))}{camel(column).title()}(row: string) {{ switch (row) {{{cases} }} }}"


def python(table):
    rows, column = cells(table)
    records = ", ".join(repr({"name": name, snake(column): value}) for name, value in rows)
    return "a.py", f"{snake(named(table)).upper()} = [{records}]"


def json_list(table):
    rows, column = cells(table)
    return "a.json", json.dumps({named(table): [{"name": name, column: value} for name, value in rows]})


def yaml(table):
    rows, column = cells(table)
    return "a.yaml", f"{snake(named(table))}:\n" + "".join(
        f"  {name}:\n    {column}: {value}\n" for name, value in rows
    )


def csv(table):
    rows, column = cells(table)
    return f"{snake(named(table))}.csv", f"name,{column}\n" + "".join(f"{name},{value}\n" for name, value in rows)


def markdown(table):
    rows, column = cells(table)
    lines = "".join(f"| {name} | {value} |\n" for name, value in rows)
    return "a.md", f"# {named(table)}\n\n| {table.headed[0]} | {column} |\n|---|---|\n{lines}"


@pytest.mark.parametrize("write", [javascript, typescript_switch, python, json_list, yaml, csv, markdown])
@pytest.mark.parametrize("id", TABLES)
def test_a_declared_table_is_found_in_every_notation(id, write):
    name, text = write(TABLES[id])
    assert look(text.encode(), name).tables, text


@pytest.mark.parametrize("id", TABLES)
def test_a_declared_table_is_wanted_among_the_pieces_of_a_source(id):
    assert wanted(javascript(TABLES[id])[1].encode())


@pytest.mark.parametrize("name", sorted({name for name, _ in called_in_code()}))
def test_a_declared_constant_is_found(name):
    first, *rest = name.split()
    assert look(f"const {name.upper().replace(' ', '_')} = 3;".encode(), "a.js").tables
    assert look(f"{first}{''.join(map(str.title, rest))}: 3".encode(), "a.yml").tables


@pytest.mark.parametrize(
    "text",
    [
        "const LADDER = (score) => score <= 2 ? -2 : score <= 5 ? -1 : 0;",
        "if score >= 15: return 3\nif score >= 12: return 2",
        "case 3: case 4: case 5: return -1;",
        "{ 3: -1, 4: -1, 5: -1, 6: 0 }",
        "[{ min: 3, max: 5, dm: -1 }, { min: 6, max: 8, dm: 0 }]",
        "{ '3-5': -1, '6-8': 0 }",
    ],
)
def test_bands_of_characteristics_are_found_without_any_name(text):
    assert wanted(text.encode())


@pytest.mark.parametrize("files", [RIGHT, WRONG])
def test_the_files_of_a_small_vtt_that_state_rules_are_found(files):
    assert {name for name, text in files.items() if look(text.encode(), name).tables} >= {"src/combat.js"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.js", "// It is a long way, and the short cut takes a medium walk\nconst order = (ship) => ship.crew;"),
        ("a.md", "At short range, as at long and medium range, the captain and the pilot speak to the engineer."),
        ("a.json", '{"name": "Fireball", "range": 120, "description": "a short, long and medium spell"}'),
        ("a.py", ""),
    ],
)
def test_prose_and_other_data_are_not_found(name, text):
    assert not look(text.encode(), name).tables


def test_one_short_name_is_no_table_and_one_weapon_with_a_price_is():
    assert not look(b"const x = { short: 1 };", "a.js").tables
    assert look(b"const x = { 'Pulse Laser': { cost: 1 } };", "a.js").tables
    assert any(lists_things(table) for table in TABLES.values())
