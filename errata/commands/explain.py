"""`rawcheck explain`: a rule, table, figure, operation, finding code or ruling, with its source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

import click

from engine.errors import UnknownRule
from engine.rulebook.declarations import ERRATA_LOG
from engine.rulebook.names import nearest, normal
from engine.rulebook.raw import RAW
from errata.commands import finish, output
from errata.conformance.operation import Operation, operations
from errata.conformance.words import domain_in_words
from errata.terminal import width
from verify.documents.document_facts import read_document
from verify.documents.files import bundled
from verify.finding_codes import CODES, Chapter
from verify.findings import States
from verify.rulings import alternatives, rulings, source_of

Lines = Iterator[tuple[str | None, str]]
"""Labels with their texts, which are wrapped; without a label, a line as it stands."""
_LABEL = 10
"""Columns of the labels on the left."""


def explanation(name: str, width: int = 80) -> str:
    """What `rawcheck explain` prints."""
    lines: list[str] = []
    for label, text in _found(name.strip()):
        if label is None:
            lines.append(text)
            continue
        parts = [part for piece in text.split("\n") for part in wrap(piece, max(20, width - _LABEL)) or [""]]
        lines += [f"{label if n == 0 else '':<{_LABEL}}{part}".rstrip() for n, part in enumerate(parts)]
    return "\n".join(lines)


def _found(name: str) -> Lines:
    """The explanation of what has a name, or the rules whose ids begin with or contain it."""
    if name in operations():
        return _operation(operations()[name])
    number = re.fullmatch(r"(?:ruling[\s-]*)?#?(\d+)", name, re.IGNORECASE)
    if name.upper() in CODES:
        return _code(name.upper())
    if number and int(number[1]) in rulings():
        return _ruling(int(number[1]))
    if name in RAW:
        return _rule(name)
    if name in RAW.tables:
        return _table(name)
    if name.startswith("dice/"):
        return _figure(name)
    section = name.rstrip("/")
    if inside := [id for id in RAW if id.startswith(section + "/")]:
        return _section(section, inside)
    named = [id for id in RAW if all(normal(word) in normal(id) for word in name.split())]
    if named and len(name) > 2:
        return _section(name, named)
    close = nearest(name, [*RAW, *RAW.tables, *CODES, *operations(), *(f"ruling {n}" for n in rulings())], 5)
    hint = f"the nearest: {', '.join(close)}" if close else "rules are named like space/attack/target"
    raise UnknownRule(f"nothing is called {name!r}; {hint}")


def _operation(operation: Operation) -> Lines:
    """A rule as a function: `rawcheck probe` plays it, and `rawcheck vectors` writes tests of it."""
    yield operation.title, ""
    yield "operation", operation.name
    inputs = [f"{given.name}: {domain_in_words(given)}" for given in operation.inputs]
    yield "inputs", "\n".join(inputs) or "none"
    yield "outputs", ", ".join(operation.outputs)
    yield "rules", "\n".join(f"{id} = {RAW.rule(id).text} ({RAW.cite(id)})" for id in operation.rules if id in RAW)
    yield "see", "docs/conformance.md; in brackets is what an input is in the ordinary scene"


def _rule(id: str) -> Lines:
    rule = RAW.rule(id)
    yield rule.text, ""
    yield "rule", rule.title
    yield "id", rule.id
    yield "kind", rule.kind.expects
    yield "source", source_of(rule)
    if rule.also:
        yield "called", ", ".join(rule.also)
    if rule.ruling is not None:
        ruling = rulings()[rule.ruling]
        yield "ruling", f"{ruling.number}, {ruling.title}: {ruling.fields['Followed']} {ruling.fields['Why']}"
    if others := [f"{rule.kind.text(value)}: {who}" for who, value in alternatives(rule)]:
        yield "others", "\n".join(others)
    if rule.misread:
        yield "misread", f"{rule.misread} ({ERRATA_LOG})"
    stated = [
        f"{fact.place.file}:{fact.place.line}: {fact.printed or '(nothing)'}"
        for document in bundled()
        for fact in read_document(document.text, document.name).facts
        if fact.rule == id and fact.states is States.VALUE
    ]
    yield "stated", "\n".join(stated) or "by none of the references that come with rawcheck"


def _table(id: str) -> Lines:
    table = RAW.tables[id]
    yield table.title, ""
    yield "table", table.id
    yield "source", table.cite
    yield "columns", ", ".join(f"{c.title} ({c.kind.expects})" for c in table.columns)
    for row in table.rows:
        cells = (RAW.rule("/".join(filter(None, (id, row.id, c.id)))).text for c in table.columns)
        yield "", f"{row.name}: {' | '.join(cells)}"


def _section(name: str, ids: list[str]) -> Lines:
    yield f"{name}: {len(ids)} rules", ""
    for id in ids[:60]:
        yield "", f"{id}  {RAW.rule(id).text}"
    if len(ids) > 60:
        yield "", f"and {len(ids) - 60} more"


def _figure(id: str) -> Lines:
    from errata.impact.number_text import percent, rounded
    from verify.dice.exact_quantities import QUANTITIES

    if id not in QUANTITIES:
        close = nearest(id, QUANTITIES, 5)
        hint = f"the nearest: {', '.join(close)}" if close else f"they are named like {next(iter(QUANTITIES))}"
        raise UnknownRule(f"no figure is called {id!r}; {hint}")
    quantity = QUANTITIES[id]
    exact = quantity.exact(RAW)
    yield percent(exact) if quantity.unit == "%" else rounded(exact, 3), ""
    yield "figure", quantity.title
    yield "exactly", str(exact)
    yield "from", quantity.roll.title + (f", against {quantity.against.title}" if quantity.against else "")
    for rule in quantity.rules:
        yield "rule", f"{rule} = {RAW.rule(rule).text} ({RAW.cite(rule)})"


def _ruling(number: int) -> Lines:
    ruling = rulings()[number]
    yield f"Ruling {ruling.number}: {ruling.title}", ""
    for name, text in ruling.fields.items():
        if name == "Rules":
            text = "\n".join(f"{id} = {RAW.rule(id).text}" if id in RAW else id for id in ruling.rules) or "none"
        yield name.lower(), text


def _code(id: str) -> Lines:
    """A finding code, a wrong and a right example, and how to suppress it."""
    code = CODES[id]
    yield f"{code.id}: {code.title}", ""
    yield "level", code.level
    yield "means", code.means
    yield "matters", code.matters
    yield "do", code.do
    if code.shown:
        yield "example", code.shown
    lines: list[str] = []
    for label, files in (("wrong", code.wrong), ("right", code.right)):
        for file, text in files.items():
            lines += ["", f"{label:<{_LABEL}}{file}", *(f"    {line}".rstrip() for line in text.splitlines())]
    wrong = "".join((*code.wrong, *code.wrong.values()))
    for sign, notation in _NOTATIONS.items():
        if sign in wrong:
            lines += ["", f"{'shown':<{_LABEL}}{notation}"]
    lines += [
        "",
        *_SUPPRESSING.get("RC111" if id == "RC111" else code.chapter, _BY_LEVEL).replace("CODE", id).splitlines(),
    ]
    yield from ((None, line) for line in lines)


_NOTATIONS = {
    ".pdf": "a book as text: its title, and some of its pages with what they print",
    "\\x": "a byte that is no text as \\x and two digits",
    " times}": "what stands there many times once, with how often",
}
"""How an example shows what is no text, by a sign in it."""
_SUPPRESSING: dict[str, str] = {
    **dict.fromkeys(
        (Chapter.VALUES, Chapter.TABLES, Chapter.MECHANICS),
        """\
meant     in a comment at the value or its row, above that, or above its table:
    rawcheck: house CODE "reason" until 2027-01-31
          or in rawcheck.toml, under [[suppress]]; in a document, under a
          heading that speaks of house rules""",
    ),
    Chapter.CONFORMANCE: """\
meant     in the adapter, at the function, known: 'why', issue: 'https://…';
          or in the baseline: rawcheck probe --update-baseline -- COMMAND""",
    Chapter.GATE: "meant     it cannot be: it is about the gate itself",
    "RC111": "meant     it cannot be: it is about rawcheck itself",
}
_BY_LEVEL = """\
meant     verify leaves it out below --level, and does not fail below
          --fail-on; where a gate finds it, rawcheck.toml can say, under
          [severity]:
    CODE = "off\""""
"""How a finding is suppressed, by the family of its code."""


@click.command(no_args_is_help=True)
@click.argument("name", nargs=-1, required=True, metavar="RULE|CODE|RULING")
@output
def explain(name: tuple[str, ...], output: str | None) -> None:
    """Explain a rule, a finding code or a ruling.

    RULE is an id such as space/attack/target, or the beginning of one; CODE is a finding code such as RC201; RULING
    is a number. Tables, exact figures such as dice/boon/mean, and operations of a probe such as space.attack can be
    explained, too.
    """
    finish(explanation(" ".join(name), width()), 0, output)
