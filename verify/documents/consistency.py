"""A document against itself and against others: gaps and overlaps of bands, its errata log, repetitions, numbering."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise

from engine.rulebook.editions import EDITIONS
from engine.rulebook.kinds import RESULTS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from engine.rulebook.values import Band, Value
from verify.documents.reading import Reading
from verify.findings import Fact, Finding, Place, States, Verdict
from verify.grids import Grid
from verify.recognition.values import bare, reads_as, same_value
from verify.rulings import cite_of, rulings
from verify.tokens import tokenise


def inconsistencies(reading: Reading, rulebook: Rulebook = RAW) -> Iterator[Finding]:
    """What is inconsistent within a document."""
    values = [fact for fact in reading.facts if fact.states is States.VALUE]
    stated = {fact.rule: fact for fact in reversed(values) if not fact.problem}
    lost = {fact.rule for fact in values if fact.problem}
    for title, ids in _series():
        facts = [stated[id] for id in ids if id in stated]
        is_known = lost.isdisjoint(ids) and (len(facts) == len(ids) or len(facts) >= 3)
        if is_known and all(rulebook[id] == RAW[id] for id in ids):
            bands = [(f.value, f.place, f.printed, f.rule) for f in facts if isinstance(f.value, Band)]
            yield from _gaps_and_overlaps(bands, title)
    recognised = {grid.line for grid, _ in reading.matches}
    for grid in reading.layout.grids:
        if grid.line not in recognised:
            yield from _printed_bands(reading.file, grid)
    yield from _errata(reading, rulebook)
    yield from _repeated(reading)
    yield from _numbering(reading)


# Bands that follow each other


@cache
def _series() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The columns of rule tables whose bands follow each other: the title of the table, the rules from row to row."""
    series = []
    for table in RAW.tables.values():
        for column in table.columns:
            ids = tuple("/".join(filter(None, (table.id, row.id, column.id))) for row in table.rows)
            bands = [value for id in ids if isinstance(value := RAW[id], Band)]
            follow = (
                band.high is not None and following.low is not None and 0 <= following.low - band.high <= 1
                for band, following in pairwise(bands)
            )
            if len(bands) == len(ids) > 1 and all(follow):
                series.append((table.title, ids))
    return tuple(series)


_ROLLED = re.compile(r"\b(?:roll|result|total|effect|score|\d*d\d*|dice)\b", re.IGNORECASE)
"""Headings over results of dice."""


def _printed_bands(file: str, grid: Grid) -> Iterator[Finding]:
    """Gaps and overlaps in the first column of an unrecognised table, where it holds bands of results."""
    cells = [row[0] for row in grid.rows if row and row[0].text]
    parsed = [(RESULTS.value(bare(c.text)) if RESULTS.accepts(bare(c.text)) else None, c) for c in cells]
    bands = [(band, Place(file, c.line, c.column), bare(c.text), "") for band, c in parsed if isinstance(band, Band)]
    heading = bare(grid.header[0].text) if grid.header else ""
    is_rolled = _ROLLED.search(heading)
    if is_rolled and len(bands) >= 3 and len(bands) == len(cells) and any(band.low != band.high for band, *_ in bands):
        yield from _gaps_and_overlaps(bands, heading)


def _gaps_and_overlaps(bands: list[tuple[Band, Place, str, str]], title: str) -> Iterator[Finding]:
    """The findings on bands that should follow each other, in either direction; those a ruling knows are contested."""
    lows = [band.low for band, *_ in bands if band.low is not None]
    if lows != sorted(lows):
        bands = bands[::-1]
    for (lower, _, lower_text, _), (upper, place, upper_text, rule) in pairwise(bands):
        if lower.high is None or upper.low is None or upper.low == lower.high + 1:
            continue
        if upper.low > lower.high + 1:
            code, first, last = "RC501", lower.high + 1, upper.low - 1
        else:
            code, first, last = "RC502", upper.low, lower.high
        results = f"{first}" if first == last else f"{first} to {last}"
        words = {"title": title, "results": results, "lower": lower_text, "upper": upper_text}
        number = RAW.rule(rule).ruling if rule and RAW[rule] == upper else None
        if number is not None and rulings()[number].fields["Kind"] in ("overlap", "gap"):
            words |= {"ruling": str(number), "followed": rulings()[number].fields["Followed"].rstrip(".")}
            yield Finding(code, "contested", place, rule, words=words, level_given="note")
        else:
            yield Finding(code, "differs", place, rule, words=words)


# The errata log, repetitions, numbered lists


def _errata(reading: Reading, rulebook: Rulebook) -> Iterator[Finding]:
    """Entries of an errata log whose wrong value is right, or is not the one that was known to be wrong."""
    for fact in (fact for fact in reading.facts if fact.states is States.WRONG_VALUE):
        rule = rulebook.rule(fact.rule)
        if reads_as(rule.kind, fact.printed, rule.value):
            case = "right"
        elif rule.misread and _numbers(fact.printed) != _numbers(rule.misread):
            case = ""
        else:
            continue
        words = {"book": rulebook.name}
        yield Finding(
            "RC505", "differs", fact.place, rule.id, rule.misread, fact.printed, rule.cite, fact.evidence, case, words
        )


def _numbers(text: str) -> list[str]:
    return [token.digits.replace(" ", "") for token in tokenise(text) if token.kind == "number"]


def _repeated(reading: Reading) -> Iterator[Finding]:
    """Facts of the document itself, such as its date, that it gives more than once and differently."""
    stated: dict[str, list[Fact]] = defaultdict(list)
    for fact in reading.facts:
        if fact.states is States.DOCUMENT:
            stated[fact.rule].append(fact)
    for name, facts in stated.items():
        values = [fact.printed for fact in facts]
        usual = max(values, key=values.count)
        lines = ", ".join(str(fact.place.line) for fact in facts if fact.printed == usual)
        for fact in facts:
            if fact.printed != usual:
                words = {"fact": name.replace("-", " "), "lines": lines}
                yield Finding(
                    "RC507", "differs", fact.place, expected=usual, actual=fact.printed, case="document", words=words
                )


def _numbering(reading: Reading) -> Iterator[Finding]:
    """Numbered lists in which a single item is out of order."""
    lists: list[list[tuple[int, int, int]]] = []
    for item in reading.layout.numbering:
        last = lists[-1][-1] if lists else None
        if last is not None and item[0] - last[0] <= 4 and (item[2] != 1 or last[2] == 0):
            lists[-1].append(item)
        else:
            lists.append([item])
    for items in (items for items in lists if len(items) >= 3):
        steps = [number - n for n, (_, _, number) in enumerate(items)]
        usual = max(steps, key=steps.count)
        odd = [n for n, step in enumerate(steps) if step != usual]
        if len(odd) == 1:
            line, column, number = items[odd[0]]
            place, right = Place(reading.file, line, column), str(usual + odd[0])
            yield Finding("RC508", "differs", place, expected=right, actual=str(number))


# Documents against each other


def disagreements(
    facts: Iterable[tuple[Fact, Verdict]], editions: Mapping[str, str], rulebook: Rulebook = RAW
) -> Iterator[Finding]:
    """A finding at each contested statement that other documents do not share, with every statement and its place.

    `editions` says which edition each file follows. Plainly wrong values have findings of their own.
    """
    by_rule: dict[str, list[tuple[Fact, Verdict]]] = defaultdict(list)
    for fact, verdict in facts:
        if fact.states is States.VALUE and not fact.problem and verdict in ("agrees", "contested"):
            by_rule[fact.rule].append((fact, verdict))
    for id, statements in by_rule.items():
        rule, first = rulebook.rule(id), statements[0][0]
        if all(fact.place.file == first.place.file for fact, _ in statements):
            continue
        if not all(same_value(fact.value, first.value, rule.kind) for fact, _ in statements):
            yield from _disagreement(rule, statements, editions)


def _disagreement(rule: Rule, statements: list[tuple[Fact, Verdict]], editions: Mapping[str, str]) -> Iterator[Finding]:
    """The disagreement, once at each statement that is not what RAW has."""
    groups: dict[Value, list[Place]] = defaultdict(list)
    for fact, _ in statements:
        groups[fact.value].append(fact.place)
    by_edition = all(
        EDITIONS[edition][rule.id] == value
        if (edition := editions.get(place.file, "")) in EDITIONS
        else any(book[rule.id] == value for book in EDITIONS.values())
        for value, places in groups.items()
        for place in places
    )
    there = next((str(places[0]) for value, places in groups.items() if value == rule.value), "")
    words = {"values": " against ".join(map(rule.kind.text, groups)), "there": there}
    evidence = [f"{rule.kind.text(value)}: {', '.join(map(str, places))}" for value, places in groups.items()]
    if rule.ruling is not None:
        ruling = rulings()[rule.ruling]
        words |= {"ruling": str(ruling.number), "followed": ruling.fields["Followed"].rstrip(".")}
        evidence.append(f"ruling {ruling.number}: {ruling.fields['Sources']}")
    settled = "-".join(["edition"] * by_edition + ["ruling"] * (rule.ruling is not None))
    finding = Finding(
        "RC601",
        "contested",
        statements[0][0].place,
        rule.id,
        rule.text,
        source=cite_of(rule),
        evidence=tuple(evidence),
        case=settled,
        words=words,
        level_given="note" if by_edition else None,
    )
    for fact, verdict in statements:
        if verdict == "contested":
            yield replace(finding, place=fact.place, actual=fact.printed)
