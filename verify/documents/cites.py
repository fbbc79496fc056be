"""Findings on pages, years and rulings that a document names, compared with the rules stated beside them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from engine.rulebook.rulebook import Rulebook
from verify.documents.reading import Reading
from verify.findings import Fact, Finding, States
from verify.grids import Passage
from verify.rulings import rulings

Page = tuple[str, int, int]
_CITE = re.compile(r"\b(CRB|HG)?[^\w(]*(?:2016|2022)?\s*\bp{1,2}(?:ages?)?\.?\s?(\d+)(?:\s?-\s?(\d+))?", re.IGNORECASE)


@lru_cache(maxsize=4096)
def pages(cite: str) -> list[Page]:
    """The books and pages of a cite.

    >>> pages("HG p76-78, CRB 2016 p. 160")
    [('HG', 76, 78), ('CRB', 160, 160)]
    """
    cited, book = [], ""
    for match in _CITE.finditer(cite):
        book = (match[1] or book).upper()
        low = int(match[2])
        cited.append((book, low, int(match[3] or low)))
    return cited


def check_cites(reading: Reading, rulebook: Rulebook) -> Iterator[Finding]:
    """Every page, year and ruling of a document that is not where it should be."""
    for fact in reading.facts:
        if fact.states is States.CITE:  # the page of a rule in a log of errata
            rule = rulebook.rule(fact.rule)
            right = _of_rules([rule.id], rulebook)
            for page in pages(fact.printed):
                if right and not any(_inside(page, other) for other in right):
                    words = {"cited": _text([page])}
                    yield Finding("RC403", "differs", fact.place, rule.id, _text(right), fact.printed, words=words)
    for fact in reading.facts:
        if fact.states is States.PAGE and re.findall(r"\d+", fact.rule) != re.findall(r"\d+", fact.printed):
            yield Finding("RC403", "differs", fact.place, expected=fact.rule, actual=fact.printed, case="document")
    for passage, facts in _sections(reading):
        yield from _pages(reading, passage, facts, rulebook)
    for passage, stated in reading.passage_facts:
        facts = [fact for fact in stated if fact.states is States.VALUE]
        kinds = {token.kind for token in passage.numbers}
        if "year" in kinds:
            yield from _years(reading, passage)
        if "ruling" in kinds:
            yield from _ruling_numbers(reading, passage, facts, rulebook)
        if "page" in kinds and not passage.heading:
            yield from _pages(reading, passage, facts, rulebook)


def _sections(reading: Reading) -> Iterator[tuple[Passage, list[Fact]]]:
    """Each heading with the facts below it, as far as the next heading of its rank."""
    heads = [passage for passage in reading.layout.passages if passage.heading]
    facts = [fact for fact in reading.facts if fact.states is States.VALUE]
    facts.sort(key=lambda fact: fact.place.line)
    lines = [fact.place.line for fact in facts]
    for n, head in enumerate(heads):
        if any(token.kind == "page" for token in head.numbers):
            end = next((h.line for h in heads[n + 1 :] if len(h.context) <= len(head.context)), 1 << 60)
            yield head, facts[bisect_right(lines, head.line) : bisect_left(lines, end)]


def _pages(reading: Reading, passage: Passage, facts: list[Fact], rulebook: Rulebook) -> Iterator[Finding]:
    """Pages in a sentence or a heading, against those of the rules that it states or that stand below it.

    A heading cites all its pages, and may leave out the book.
    """
    right = _of_rules({fact.rule for fact in facts}, rulebook)
    for token in (token for token in passage.numbers if token.kind == "page"):
        book = passage.text[: token.start].rstrip(" .").rsplit(" ", 1)[-1].strip("(,;").upper()
        named = pages(f"{book} {token.text}")
        place = reading.place(passage, token.start)
        if not named or reading.marks.get((place.line, place.column)) == "claim":
            continue
        near = [other for other in right if other[0] == named[0][0] or (passage.heading and not named[0][0])]
        if near and not any(
            named[0][1:] == other[1:] if passage.heading else _inside(named[0], other) for other in near
        ):
            case, words = "heading" if passage.heading else "text", {"cited": _text(named)}
            yield Finding("RC403", "differs", place, expected=_text(near), actual=token.text, case=case, words=words)


def _of_rules(rules: Iterable[str], rulebook: Rulebook) -> list[Page]:
    return sorted({page for rule in rules for page in pages(rulebook.cite(rule))})


def _inside(page: Page, other: Page) -> bool:
    """Whether a page is the other, or a single page within it."""
    return page == other or (page[1] == page[2] and page[0] == other[0] and other[1] <= page[1] <= other[2])


def _text(cited: Iterable[Page]) -> str:
    return ", ".join(f"{book} p. {low}" if low == high else f"{book} p. {low}-{high}" for book, low, high in cited)


_BOOK = re.compile(
    r"(?:\b(?:CRB|HG|core rulebook|high guard)(?: of)?,? \(?$)|^ (?:update|edition|printing)\b", re.IGNORECASE
)
_EDITIONS = ("2008", "2016", "2022")
"""The years in which the books came out."""


def _years(reading: Reading, passage: Passage) -> Iterator[Finding]:
    for token in (t for t in passage.numbers if t.kind == "year" and t.text.isdecimal()):
        before, after = passage.text[max(0, token.start - 40) : token.start], passage.text[token.end : token.end + 20]
        named = _BOOK.search(before) or _BOOK.match(after)
        if int(token.text) > 2008 and token.text not in _EDITIONS and named:
            place, words = reading.place(passage, token.start), {"years": ", ".join(_EDITIONS[1:])}
            yield Finding("RC403", "differs", place, actual=token.text, case="year", words=words)


def _ruling_numbers(reading: Reading, passage: Passage, facts: list[Fact], rulebook: Rulebook) -> Iterator[Finding]:
    """Findings on rulings that do not exist or are not about the rules beside them."""
    for token in (token for token in passage.numbers if token.kind == "ruling"):
        place = reading.place(passage, token.start)
        for number in map(int, re.findall(r"\d+", token.text)):
            if number not in rulings():
                yield Finding(
                    "RC405", "differs", place, actual=token.text, case="unknown", words={"number": str(number)}
                )
            elif right := _meant(number, facts, passage, rulebook):
                words = {"number": str(number), "about": rulings()[number].title}
                yield Finding("RC405", "differs", place, expected=right, actual=token.text, words=words)


def _meant(number: int, facts: list[Fact], passage: Passage, rulebook: Rulebook) -> str:
    """The rulings to name instead, if the named one has nothing to do with the text; empty if it fits."""
    right = {ruling for fact in facts if (ruling := rulebook.rule(fact.rule).ruling) is not None}
    words = {token.text for token in passage.tokens if token.kind == "word"} & _telling().keys()
    if number in right or words & _vocabulary()[number] or any(rulings()[number].covers(fact.rule) for fact in facts):
        return ""
    known = sorted(right or {ruling for word in words for ruling in _telling()[word]})
    return " or ".join(f"ruling {ruling}" for ruling in known[:3]) or "none that is known"


@cache
def _vocabulary() -> dict[int, frozenset[str]]:
    """The words of each ruling's title, of the rules that it is about and of what is followed."""
    return {
        n: frozenset(re.findall(r"[a-z]{4,}", " ".join((r.title, *r.rules, r.fields["Followed"])).lower()))
        for n, r in rulings().items()
    }


@cache
def _telling() -> dict[str, list[int]]:
    """The words that at most 8 rulings have, with the numbers of those rulings."""
    words = frozenset[str]().union(*_vocabulary().values())
    index = {word: [number for number, terms in _vocabulary().items() if word in terms] for word in words}
    return {word: numbers for word, numbers in index.items() if len(numbers) <= 8}
