"""Documents against each other: where two of them state a rule differently."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from engine.rulebook.editions import EDITIONS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Value
from verify.compare import same_value
from verify.findings import Fact, Finding, Level, Verdict
from verify.rulings import rulings

Statement = tuple[str, Fact, Verdict]
"""The edition of a document, what it states, and the verdict on that."""


def disagreements(
    facts: Iterable[tuple[Fact, Verdict]], editions: Mapping[str, str], rulebook: Rulebook = RAW
) -> Iterator[Finding]:
    """A finding at each contested statement that other documents do not share, with every statement and its place.

    `editions` says which edition each file follows. What is plainly wrong is told elsewhere.
    """
    said: dict[str, list[Statement]] = defaultdict(list)
    for fact, verdict in facts:
        if ":" not in fact.rule and not fact.problem and verdict in ("agrees", "contested"):
            said[fact.rule].append((editions.get(fact.place.file, ""), fact, verdict))
    for rule, statements in said.items():
        if len({fact.place.file for _, fact, _ in statements}) > 1 and not _alike(rule, statements, rulebook):
            yield from _findings(rule, statements, rulebook)


def _alike(rule: str, statements: list[Statement], rulebook: Rulebook) -> bool:
    first = statements[0][1].value
    kind = rulebook.rule(rule).kind.name
    return all(same_value(fact.value, first, kind) for _, fact, _ in statements)


def _findings(id: str, statements: list[Statement], rulebook: Rulebook) -> Iterator[Finding]:
    """The disagreement, told once at each statement that is not what RAW has."""
    rule = rulebook.rule(id)
    groups: dict[Value, list[tuple[str, Fact]]] = defaultdict(list)
    for edition, fact, _ in statements:
        groups[fact.value].append((edition, fact))
    told = [f"{rule.kind.text(value)}: " + ", ".join(str(f.place) for _, f in facts) for value, facts in groups.items()]
    odd = [fact for _, fact, verdict in statements if verdict == "contested"]
    ruling = rulings()[rule.ruling] if rule.ruling is not None else None
    why = []
    if _by_edition(id, groups):
        why.append("an edition difference")
    if ruling is not None:
        why.append(f"ruling {ruling.number} settles it: {ruling.fields['Followed'].rstrip('.')}")
    reason = "; ".join(why) or "no ruling settles it, so one of them is wrong"
    values = " against ".join(rule.kind.text(value) for value in groups)
    evidence = tuple(told) + ((f"ruling {ruling.number}: {ruling.fields['Sources']}",) if ruling else ())
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
