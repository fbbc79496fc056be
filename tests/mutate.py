"""`make mutate`: change every number of every document, one at a time, and every engine constant, and see who notices.

A change counts as noticed if the run says something new about the line that was changed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from engine.dice.notation import Dice
from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Change, Post, Quantity, Trait
from verify.check import check_documents
from verify.documents.files import Document, bundled, load

NUMBER = re.compile(r"\d+")
SEEDS = Path(__file__).parents[2] / "shared" / "seeds"


def changed_texts(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Each number of a text with something else in its place: line, column, what was changed, the new text."""
    for found in NUMBER.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - (text.rfind("\n", 0, found.start()) + 1) + 1
        other = str(int(found[0]) + 1).zfill(len(found[0]))
        yield line, column, f"{found[0]} → {other}", text[: found.start()] + other + text[found.end() :]


def said(document: Document, rulebook=RAW) -> Counter[tuple[int, str, str]]:
    """What a run says, line by line."""
    report, _ = check_documents([document], rulebook)
    return Counter((f.place.line, f.level, f.message) for f in report.findings)


def mutate_document(document: Document, verbose: bool) -> dict[str, list[int]]:
    """The share of changes that are noticed, by what each number was taken for."""
    _, [account] = check_documents([document])
    before = said(document)
    taken = {(n.line, n.column + k): n.category for n in account.numbers for k in range(len(n.text))}
    tally: dict[str, list[int]] = {}
    for line, column, change, text in changed_texts(document.text):
        after = said(Document(document.name, text))
        levels = {level for at, level, _ in after - before if at == line}
        noticed = bool(levels)
        category = taken.get((line, column), "unclaimed")
        counts = tally.setdefault(category, [0, 0, 0])
        counts[0] += noticed
        counts[1] += 1
        counts[2] += bool(levels - {"note"})
        if not noticed and verbose:
            print(f"  not noticed: {document.name}:{line}:{column} {change} ({category})")
    return tally


def other(value, rule):
    """Another value of the same kind."""
    for candidate in other_values(value, rule):
        try:
            made = rule.kind.value(candidate)
        except RawcheckError:
            continue
        if made != value:
            return made
    return None


def other_values(value, rule) -> Iterator[object]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, Fraction):
        yield from (value + Fraction(1, 10), value / 2, value + 1, value * 2)
    elif isinstance(value, Dice):
        yield from (f"{value.count + 1}D", "2D", "D3")
    elif isinstance(value, Band):
        yield from _other_bands(value)
    elif isinstance(value, Quantity):
        yield from (Quantity(amount, value.unit) for amount in (Dice.parse("2D"), Fraction(1, 3), 7))
    elif isinstance(value, frozenset):
        yield value | {Trait("AP", 9)} if not any(t.name == "AP" for t in value) else frozenset()
    elif isinstance(value, tuple):
        yield from _other_tuples(value)
    elif isinstance(value, str):
        yield from re.split(r", | or ", rule.kind.expects.removeprefix("one of "))
        yield from (
            "Bane",
            "something else",
            "STR",
            "Distant",
            "1",
            "Hull",
            "END",
            "one of STR, DEX and END",
            "STR and END",
        )
    else:
        yield from ("3", "1D", "+10%", "Short", "radiation", "STR and END", "good medical care")


def _other_bands(band: Band) -> Iterator[Band]:
    yield Band(band.low, band.high + 1) if band.high is not None else Band(band.low + 1, None)


def _other_tuples(value: tuple) -> Iterator[object]:
    first, *rest = value
    if isinstance(first, Post):
        yield (Post(first.crew + 1, first.per, first.of), *rest)
    elif isinstance(first, Change):
        amounts = {bool: [], int: [first.amount + 1 if isinstance(first.amount, int) else 0]}.get(
            type(first.amount), []
        )
        tries = [*amounts, Fraction(1, 3), Dice.parse("6D"), "Adjacent", "destroyed", "disabled", ((1, 3),), "down"]
        for amount in tries:
            yield (Change(first.what, amount), *rest)
        yield ("Armour -1",)
        yield "Armour -1"
    else:
        yield ((1, 6),)


def mutate_engine(documents: list[Document], verbose: bool) -> tuple[int, int]:
    """How many engine constants are missed by the references when they change."""
    where: dict[str, set[int]] = {}
    for n, document in enumerate(documents):
        for fact, _ in check_documents([document])[0].facts:
            where.setdefault(fact.rule, set()).add(n)
    before = [said(document) for document in documents]
    noticed = total = 0
    for rule in RAW.rules.values():
        value = other(rule.value, rule)
        total += 1
        if value is None:
            print(f"  no other value for {rule.id} = {rule.text}")
            continue
        book = RAW.overlay({rule.id: value})
        hit = any(said(documents[n], book) - before[n] for n in sorted(where.get(rule.id, ())))
        noticed += hit
        if not hit and verbose:
            print(f"  not noticed: {rule.id} = {rule.text} → {rule.kind.text(value)}")
    return noticed, total


def main() -> None:
    """Run it, print the shares, and fail where they are below what is promised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quiet", action="store_true", help="only the shares")
    parser.add_argument("--no-engine", action="store_true")
    parser.add_argument("documents", nargs="*")
    given = parser.parse_args()
    originals = [load(path, path.name) for path in sorted(SEEDS.glob("*.txt"))] if SEEDS.is_dir() else []
    chosen = [load(Path(path), path) for path in given.documents] or [*bundled(), *originals]
    failed = False
    for document in chosen:
        tally = mutate_document(document, not given.quiet)
        every = [sum(counts[n] for counts in tally.values()) for n in (0, 1)]
        checked = [sum(tally.get(name, (0, 0, 0))[n] for name in ("table", "claim")) for n in (0, 1, 2)]
        parts = ", ".join(f"{name} {a}/{b}" for name, (a, b, _) in sorted(tally.items()))
        parts += f"; of tables and claims {checked[2]} as an error or warning"
        print(f"{document.name}: {every[0]}/{every[1]} ({every[0] / max(1, every[1]):.1%}): {parts}", flush=True)
        ours = document.name.startswith("references/")
        failed |= checked[0] < checked[1] if ours else every[0] * 100 < every[1] * 95
    if not given.no_engine and not given.documents:
        noticed, total = mutate_engine(bundled(), not given.quiet)
        print(f"engine constants: {noticed}/{total} ({noticed / total:.1%})")
        failed |= noticed < total
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
