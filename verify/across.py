"""Documents against each other: where two of them state a rule differently."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from engine.editions import EDITIONS
from engine.raw import RAW
from engine.rulebook import Rulebook
from engine.values import Value
from verify.compare import same_value
from verify.findings import Fact, Finding, Level
from verify.rulings import rulings


def disagreements(documents: Sequence[tuple[str, Sequence[Fact]]], rulebook: Rulebook = RAW) -> Iterator[Finding]:
    """A finding at each statement that stands alone with its value, with every statement and its place.

    Each document comes as its edition and its facts.
    """
    said: dict[str, list[tuple[str, Fact]]] = defaultdict(list)
    for edition, facts in documents:
        for fact in facts:
            if (
                ":" not in fact.rule
                and not fact.problem
                and rulebook.rule(fact.rule).kind.name not in ("prose", "skill")
            ):
                said[fact.rule].append((edition, fact))
    for rule, statements in said.items():
        if len({fact.place.file for _, fact in statements}) > 1 and not _alike(rule, statements, rulebook):
            yield from _findings(rule, statements, rulebook)


def _alike(rule: str, statements: list[tuple[str, Fact]], rulebook: Rulebook) -> bool:
    first = statements[0][1].value
    kind = rulebook.rule(rule).kind.name
    return all(same_value(fact.value, first, kind) for _, fact in statements)


def _findings(id: str, statements: list[tuple[str, Fact]], rulebook: Rulebook) -> Iterator[Finding]:
    """The disagreement, told once at each statement that is not what RAW has."""
    rule = rulebook.rule(id)
    groups: dict[Value, list[tuple[str, Fact]]] = defaultdict(list)
    for edition, fact in statements:
        groups[fact.value].append((edition, fact))
    told = [f"{rule.kind.text(value)}: " + ", ".join(str(f.place) for _, f in facts) for value, facts in groups.items()]
    odd = [fact for value, facts in groups.items() if value != rule.value for _, fact in facts]
    ruling = rulings()[rule.ruling] if rule.ruling is not None else None
    why = []
    if _by_edition(id, groups):
        why.append("an edition difference")
    if ruling is not None:
        why.append(f"ruling {ruling.number} settles it: {ruling.fields['Followed'].rstrip('.')}")
    reason = "; ".join(why) or "no ruling settles it, so one of them is wrong"
    values = " against ".join(rule.kind.text(value) for value in groups)
    evidence = tuple(told) + ((f"ruling {ruling.number}: {ruling.fields['Sources']}",) if ruling else ())
    message = f"{rule.title}: the documents disagree, {values} ({reason})"
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
    return all(EDITIONS.get(edition, RAW)[id] == value for value, facts in groups.items() for edition, _ in facts)
