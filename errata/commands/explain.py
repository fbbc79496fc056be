"""`rawcheck explain`: a rule, a table, a figure, a finding code or a ruling, its source and who says what."""

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
from errata.terminal import width
from verify.documents.document_facts import read_document
from verify.documents.files import bundled
from verify.finding_codes import CODES
from verify.findings import States
from verify.rulings import alternatives, rulings

Lines = Iterator[tuple[str, str]]
_LABEL = 10
"""Columns of the labels on the left."""


def explanation(name: str, width: int = 80) -> str:
    """What `rawcheck explain` prints."""
    asked = name.strip()
    number = re.fullmatch(r"(?:ruling[\s-]*)?#?(\d+)", asked, re.IGNORECASE)
    if asked.upper() in CODES:
        return "\n".join([_laid_out(_code(asked.upper()), width), *_example(asked.upper())])
    if number and int(number[1]) in rulings():
        return _laid_out(_ruling(int(number[1])), width)
    if asked in RAW:
        return _laid_out(_rule(asked), width)
    if asked in RAW.tables:
        return _laid_out(_table(asked), width)
    if asked.startswith("dice/"):
        return _laid_out(_figure(asked), width)
    inside = [id for id in RAW if id.startswith(asked.rstrip("/") + "/")]
    if inside:
        return _laid_out(_section(asked.rstrip("/"), inside), width)
    named = [id for id in RAW if all(normal(word) in normal(id) for word in asked.split())]
    if named and len(asked) > 2:
        return _laid_out(_section(asked, named), width)
    raise UnknownRule(_unknown(asked))


def _unknown(asked: str) -> str:
    known = [*RAW, *RAW.tables, *CODES, *(f"ruling {n}" for n in rulings())]
    close = nearest(asked, known, 5)
    hint = f"the nearest: {', '.join(close)}" if close else "rules are named like space/attack/target"
    return f"nothing is called {asked!r}; {hint}"


def _laid_out(lines: Lines, width: int) -> str:
    made = []
    for label, text in lines:
        room = max(20, width - _LABEL)
        parts = [part for piece in text.split("\n") for part in (wrap(piece, room) or [""])]
        made += [f"{label if n == 0 else '':<{_LABEL}}{part}".rstrip() for n, part in enumerate(parts)]
    return "\n".join(made)


def _rule(id: str) -> Lines:
    rule = RAW.rule(id)
    yield rule.text, ""
    yield "rule", rule.title
    yield "id", rule.id
    yield "kind", rule.kind.expects
    yield "source", rule.cite
    if rule.also:
        yield "called", ", ".join(rule.also)
    if rule.ruling is not None:
        ruling = rulings()[rule.ruling]
        yield "ruling", f"{ruling.number}, {ruling.title}: {ruling.fields['Followed']} {ruling.fields['Why']}"
    others = [f"{rule.kind.text(value)}: {who}" for who, value in alternatives(id)]
    if others:
        yield "others", "\n".join(others)
    if rule.misread:
        yield "misread", f"{rule.misread} ({ERRATA_LOG})"
    stated = list(_statements(id))
    yield "stated", "\n".join(stated) or "by none of the references that come with rawcheck"


def _statements(id: str) -> Iterator[str]:
    """Where the bundled references state a rule, and how."""
    for document in bundled():
        for fact in read_document(document.text, document.name).facts:
            if fact.rule == id and fact.states is States.VALUE:
                yield f"{fact.place.file}:{fact.place.line}: {fact.printed or '(nothing)'}"


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
    from verify.dice.quantities import QUANTITIES

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


def _code(id: str) -> Lines:
    code = CODES[id]
    yield f"{code.id}: {code.title}", ""
    yield "level", code.level
    yield "means", code.means
    yield "matters", code.matters
    yield "do", code.do
    if code.shown:
        yield "example", code.shown


def _example(id: str) -> Iterator[str]:
    """A wrong and a right example, as they stand, and how to say that it is meant."""
    code = CODES[id]
    for label, files in (("wrong", code.wrong), ("right", code.right)):
        for file, text in files.items():
            yield from ("", f"{label:<{_LABEL}}{file}", *(f"    {line}".rstrip() for line in text.splitlines()))
    shown = "".join((*code.wrong, *code.wrong.values()))
    for sign, how in _NOTATIONS.items():
        if sign in shown:
            yield from ("", f"{'shown':<{_LABEL}}{how}")
    yield ""
    yield from _SUPPRESSING.get(id if id in _SUPPRESSING else id[:3], _BY_LEVEL).replace("CODE", id).splitlines()


_NOTATIONS = {
    ".pdf": "a book as text: its title, and some of its pages with what they print",
    "\\x": "a byte that is no text as \\x and two digits",
    " times}": "what stands there many times once, with how often",
}
"""How an example shows what is no text, by a sign in it."""
_SUPPRESSING = {
    **dict.fromkeys(
        ("RC2", "RC3", "RC8"),
        """\
meant     in a comment at the value or its row, above that, or above its table:
    rawcheck: house CODE "why it is meant" until 2027-01-31
          or in rawcheck.toml, under [[suppress]]; in a document, under a
          heading that speaks of house rules""",
    ),
    "RC9": "meant     it cannot be: it is about the gate itself",
    "RC111": "meant     it cannot be: it is about rawcheck itself",
}
_BY_LEVEL = """\
meant     verify leaves it out below --level, and does not fail below
          --fail-on; where a gate finds it, rawcheck.toml can say, under
          [severity]:
    CODE = "off\""""
"""How a finding is suppressed, by the family of its code."""


def _ruling(number: int) -> Lines:
    ruling = rulings()[number]
    yield f"Ruling {ruling.number}: {ruling.title}", ""
    for name, text in ruling.fields.items():
        if name == "Rules":
            text = "\n".join(f"{id} = {RAW.rule(id).text}" if id in RAW else id for id in ruling.rules) or "none"
        yield name.lower(), text


# `rawcheck explain` on the command line.


@click.command(no_args_is_help=True)
@click.argument("name", nargs=-1, required=True, metavar="RULE|CODE|RULING")
@output
def explain(name: tuple[str, ...], output: str | None) -> None:
    """Explain a rule, a finding code or a ruling.

    RULE is an id such as space/attack/target, or the beginning of one; CODE is a finding code such as RC201; RULING
    is a number. Tables and exact figures such as dice/boon/mean can be explained, too.
    """
    finish(explanation(" ".join(name), width()), 0, output)
