"""A document against itself and against others: gaps and overlaps of bands, its errata log, repetitions, numbering."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from engine.errors import WrongKind
from engine.rulebook.editions import EDITIONS
from engine.rulebook.kinds import RESULTS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Band, Value
from verify.documents.reading import Reading
from verify.findings import Fact, Finding, Level, Place, Verdict
from verify.grids import Grid
from verify.recognition.values import bare, read_value, same_value
from verify.rulings import rulings
from verify.tokens import tokenise


def inconsistencies(reading: Reading, rulebook: Rulebook = RAW) -> Iterator[Finding]:
    """What is inconsistent within a document."""
    stated: dict[str, list[Fact]] = defaultdict(list)
    for fact in reading.facts:
        if not fact.problem:
            stated[fact.rule].append(fact)
    lost = {fact.rule for fact in reading.facts if fact.problem}
    for series in _series():
        if any(rulebook[id] != RAW[id] for id in series.ids):
            continue
        facts = [stated[id][0] for id in series.ids if id in stated]
        if lost.isdisjoint(series.ids) and (len(facts) == len(series.ids) or len(facts) >= 3):
            yield from series.check(facts)
    known = {id(grid) for grid, _ in reading.matches}
    for grid in reading.layout.grids:
        if id(grid) not in known and not any(g.line == grid.line for g, _ in reading.matches):
            yield from _printed_bands(reading.file, grid)
    yield from _errata(stated, rulebook)
    yield from _repeated(stated)
    yield from _numbering(reading)


# Bands that follow each other


@dataclass(frozen=True, slots=True)
class _Series:
    """A column of a rule table whose bands follow each other."""

    title: str
    ids: tuple[str, ...]

    def check(self, facts: list[Fact]) -> Iterator[Finding]:
        """Gaps and overlaps in the values of a document."""
        bands = [(f.value, f.place, f.printed, f.rule) for f in facts if isinstance(f.value, Band)]
        yield from _cover(bands, self.title)


@cache
def _series() -> tuple[_Series, ...]:
    found = []
    for table in RAW.tables.values():
        for column in table.columns:
            ids = tuple("/".join(filter(None, (table.id, row.id, column.id))) for row in table.rows)
            values = [RAW[id] for id in ids]
            if _are_outcomes(values):
                found.append(_Series(table.title, ids))
    return tuple(found)


def _are_outcomes(values: list[Value]) -> bool:
    """Whether values are bands that follow each other, one of which holds any result."""
    bands = [value for value in values if isinstance(value, Band)]
    return (
        len(values) > 1
        and len(bands) == len(values)
        and all(
            one.high is not None and two.low is not None and 0 <= two.low - one.high <= 1
            for one, two in pairwise(bands)
        )
    )


_ROLLED = re.compile(r"\b(?:roll|result|total|effect|score|\d*d\d*|dice)\b", re.IGNORECASE)
"""Headings over results of dice."""


def _printed_bands(file: str, grid: Grid) -> Iterator[Finding]:
    """Gaps and overlaps in the first column of an unrecognised table, where it holds bands of results."""
    cells = [row[0] for row in grid.rows if row and row[0].text]
    read = [(RESULTS.value(bare(c.text)) if RESULTS.accepts(bare(c.text)) else None, c) for c in cells]
    bands = [(band, Place(file, c.line, c.column), bare(c.text), "") for band, c in read if isinstance(band, Band)]
    heading = bare(grid.header[0].text) if grid.header else ""
    rolled = _ROLLED.search(heading)
    if rolled and len(bands) >= 3 and len(bands) == len(cells) and any(band.low != band.high for band, *_ in bands):
        yield from _cover(bands, heading)


def _cover(bands: list[tuple[Band, Place, str, str]], title: str) -> Iterator[Finding]:
    """Gaps and overlaps between bands that follow each other, in either direction."""
    lows = [band.low for band, *_ in bands if band.low is not None]
    if lows != sorted(lows):
        bands = bands[::-1]
    for (one, _, text, _), (two, place, text_two, rule) in pairwise(bands):
        if one.high is None or two.low is None or two.low == one.high + 1:
            continue
        if two.low > one.high + 1:
            lost = f"{one.high + 1}" if two.low == one.high + 2 else f"{one.high + 1} to {two.low - 1}"
            yield _band_finding(
                "RC501", f"{title}: nothing for {lost}, between {text} and {text_two}", place, rule, two
            )
        else:
            both = f"{two.low}" if two.low == one.high else f"{two.low} to {one.high}"
            yield _band_finding("RC502", f"{title}: {both} is in {text} and in {text_two}", place, rule, two)


def _band_finding(code: str, message: str, place: Place, rule: str, value: Band) -> Finding:
    """A gap or overlap; one that a ruling knows is contested and not an error."""
    number = RAW.rule(rule).ruling if rule else None
    ruling = rulings()[number] if number is not None else None
    if ruling is not None and ruling.fields["Kind"] in ("overlap", "gap") and RAW[rule] == value:
        message += f" (ruling {number}: {ruling.fields['Followed'].rstrip('.')})"
        return Finding(code, "contested", message, place, rule, level_given="note")
    return Finding(code, "differs", message, place, rule)


# The errata log, repetitions, numbered lists


def _errata(stated: dict[str, list[Fact]], rulebook: Rulebook) -> Iterator[Finding]:
    """Entries of an errata log whose wrong value is right, or is not the one that was known to be wrong."""
    for fact in (fact for facts in list(stated.values()) for fact in facts if fact.quoted):
        rule = rulebook.rule(fact.rule.removeprefix("wrong:"))
        if _is_right(fact.printed, rule.id, rulebook):
            message = f"{rule.title}: the log calls {fact.printed} wrong, but it is what {rulebook.name} has"
        elif rule.misread and _numbers(fact.printed) != _numbers(rule.misread):
            message = f"{rule.title}: the log has {fact.printed} as the old value, which was {rule.misread}"
        else:
            continue
        place, expected = fact.place, rule.misread
        yield Finding("RC505", "differs", message, place, rule.id, expected, fact.printed, rule.cite, fact.evidence)


def _is_right(printed: str, rule: str, rulebook: Rulebook) -> bool:
    try:
        return read_value(rulebook.rule(rule).kind, printed) == rulebook[rule]
    except WrongKind:
        return False


def _numbers(text: str) -> list[str]:
    return [token.digits.replace(" ", "") for token in tokenise(text) if token.kind == "number"]


def _repeated(stated: dict[str, list[Fact]]) -> Iterator[Finding]:
    """Facts of the document itself, such as its date, that it gives more than once and differently."""
    for rule, facts in stated.items():
        if not rule.startswith("same:"):
            continue
        values = [fact.printed for fact in facts]
        usual = max(values, key=values.count)
        for fact in facts:
            if fact.printed != usual:
                what = rule.removeprefix("same:").replace("-", " ")
                lines = ", ".join(str(f.place.line) for f in facts if f.printed == usual)
                message = f"The {what} is {fact.printed} here and {usual} elsewhere (line {lines})"
                yield Finding("RC507", "differs", message, fact.place, expected=usual, actual=fact.printed)


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
            message = f"The list counts {number} where {right} comes next"
            yield Finding("RC508", "differs", message, place, expected=right, actual=str(number))


# Documents against each other

Statement = tuple[str, Fact, Verdict]
"""The edition of a document, what it states, and the verdict on that."""


def disagreements(
    facts: Iterable[tuple[Fact, Verdict]], editions: Mapping[str, str], rulebook: Rulebook = RAW
) -> Iterator[Finding]:
    """A finding at each contested statement that other documents do not share, with every statement and its place.

    `editions` says which edition each file follows. Plainly wrong values have findings of their own.
    """
    by_rule: dict[str, list[Statement]] = defaultdict(list)
    for fact, verdict in facts:
        if ":" not in fact.rule and not fact.problem and verdict in ("agrees", "contested"):
            by_rule[fact.rule].append((editions.get(fact.place.file, ""), fact, verdict))
    for rule, statements in by_rule.items():
        if len({fact.place.file for _, fact, _ in statements}) > 1 and not _alike(rule, statements, rulebook):
            yield from _findings(rule, statements, rulebook)


def _alike(rule: str, statements: list[Statement], rulebook: Rulebook) -> bool:
    first = statements[0][1].value
    kind = rulebook.rule(rule).kind
    return all(same_value(fact.value, first, kind) for _, fact, _ in statements)


def _findings(id: str, statements: list[Statement], rulebook: Rulebook) -> Iterator[Finding]:
    """The disagreement, once at each statement that is not what RAW has."""
    rule = rulebook.rule(id)
    groups: dict[Value, list[tuple[str, Fact]]] = defaultdict(list)
    for edition, fact, _ in statements:
        groups[fact.value].append((edition, fact))
    places = [
        f"{rule.kind.text(value)}: " + ", ".join(str(f.place) for _, f in facts) for value, facts in groups.items()
    ]
    odd = [fact for _, fact, verdict in statements if verdict == "contested"]
    ruling = rulings()[rule.ruling] if rule.ruling is not None else None
    why = []
    if _by_edition(id, groups):
        why.append("an edition difference")
    if ruling is not None:
        why.append(f"ruling {ruling.number} settles it: {ruling.fields['Followed'].rstrip('.')}")
    reason = "; ".join(why) or "no ruling settles it, so one of them is wrong"
    values = " against ".join(rule.kind.text(value) for value in groups)
    evidence = tuple(places) + ((f"ruling {ruling.number}: {ruling.fields['Sources']}",) if ruling else ())
    there = next((str(f.place) for v, facts in groups.items() if v == rule.value for _, f in facts), "")
    message = (
        f"{rule.title}: the documents disagree, {values}" + (f", as {there} has it" if there else "") + f" ({reason})"
    )
    level: Level | None = "note" if _by_edition(id, groups) else None
    for fact in odd:
        yield Finding(
            "RC601",
            "contested",
            message,
            fact.place,
            id,
            rule.text,
            fact.printed,
            rule.cite,
            evidence,
            level_given=level,
        )


def _by_edition(id: str, groups: dict[Value, list[tuple[str, Fact]]]) -> bool:
    """Whether each value is the one of the edition of the documents that state it."""
    return all(
        EDITIONS[edition][id] == value if edition in EDITIONS else any(book[id] == value for book in EDITIONS.values())
        for value, facts in groups.items()
        for edition, _ in facts
    )
