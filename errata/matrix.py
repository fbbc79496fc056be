"""Several codebases side by side: what each has for a rule, and where most of them differ from the reference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from engine.rulebook.raw import RAW
from errata.diff import Judged
from verify.findings import Matrix


def matrix(codebases: Mapping[str, Judged], every: bool = False) -> Matrix:
    """Every rule that at least one of them has differently from the book, or states at all, with what each has."""
    stated: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    odd: set[str] = set()
    for name, facts in codebases.items():
        for fact, verdict in facts:
            if fact.problem or fact.doubtful:
                continue
            right = verdict == "agrees"
            stated[fact.rule][name]["✓" if right else fact.printed] += 1
            if not right:
                odd.add(fact.rule)
    names = tuple(codebases)
    rows, outliers = [], []
    for rule in (rule for rule in RAW if rule in (stated if every else odd)):
        by_name = stated[rule]
        rows.append((rule, tuple(_told(by_name.get(name, Counter())) for name in names)))
        wrong = sum("✓" not in counts for counts in by_name.values())
        if len(by_name) > 1 and wrong * 2 > len(by_name):
            outliers.append(rule)
    return Matrix(names, tuple(rows), tuple(outliers))


def _told(counts: Counter[str]) -> str:
    """What a codebase has: a value, or several if its copies differ."""
    values = [value for value, _ in counts.most_common()]
    return " / ".join(values[:3]) + (" …" if len(values) > 3 else "")
