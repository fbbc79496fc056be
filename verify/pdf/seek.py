"""Where in a book a table may stand: on the pages that its cite names, else where its row names and title are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from engine.rulebook.editions import BOOK_TITLES
from engine.rulebook.names import SPELLINGS, normal, plain
from engine.rulebook.raw import RAW
from verify.documents.cites import pages as pages_of
from verify.findings import States
from verify.pdf.numbering import Look, Numbering
from verify.pdf.standing import Standing
from verify.recognition.rule_tables import RuleTable, rule_tables
from verify.recognition.words import words_in

_ENOUGH = 0.55
"""The share of a table's names that a page must have to be looked at."""
_LEAST = 0.25
"""The share that it must have if the table may go on on the next page."""
_MOST = 5
"""Pages that are looked at for a table whose cite does not lead to it."""
_TRIED = 6
"""Pages with the names of a table that are looked at to see how these stand."""
Name = tuple[str, ...]
"""A name in one piece, or its words where these are torn apart."""
Stands = Callable[[int], Standing | None]
_PLAIN = normal.__wrapped__  # the pages of a book are not kept


def wanted(key: str) -> list[RuleTable]:
    """The rule tables that a book is said to have; of a book that is not known, all."""
    return [shape for shape in rule_tables() if is_printed(shape) and (not key or key in _keys(shape))]


def is_printed(shape: RuleTable) -> bool:
    """Whether books print a table: one of the rules, or one with cells of several of them that a page is cited for."""
    rules = [rule for row in shape.rows for rule in row.rules]
    has_values = all(column.states is States.VALUE for column in shape.columns)
    return is_whole(shape) or (has_values and all(rule in RAW and pages_of(RAW.cite(rule)) for rule in rules))


def is_whole(shape: RuleTable) -> bool:
    """Whether a table is one of the rules, and not one that is printed with cells of several."""
    return shape.id in RAW.tables


def cite_of(shape: RuleTable) -> str:
    """The cite of a table; of one with cells of several, that of its cells."""
    return cites_of(shape)[0]


def _keys(shape: RuleTable) -> set[str]:
    """The books that a table is from; sheets and screens are made from the Core Rulebook."""
    cites = cites_of(shape)
    named = {book for cite in cites for book, _, _ in pages_of(cite) if book}
    return named or {"HG" if any(BOOK_TITLES["HG"] in cite for cite in cites) else "CRB"}


def cites_of(shape: RuleTable) -> list[str]:
    """The cites of a table and of its cells."""
    cells = (RAW.cite(rule) for row in shape.rows for rule in row.rules if rule in RAW)
    own = [RAW.table(shape.id).cite] if is_whole(shape) else []
    return list(dict.fromkeys([*own, *cells]))


def cited_numbers(shape: RuleTable, key: str) -> list[int]:
    """The printed pages of a book that a table is cited from."""
    found = [page for cite in cites_of(shape) for page in pages_of(cite) if not key or page[0] == key]
    return list(dict.fromkeys(n for _, low, high in found for n in range(low, min(high, low + 20) + 1)))


def cited_pages(shape: RuleTable, key: str, numbers: Numbering, pages: int, look: Look) -> list[int]:
    """The pages of the file that the cite leads to."""
    found = [page for n in cited_numbers(shape, key) if (page := numbers.page(n, pages, look)) is not None]
    return list(dict.fromkeys(found))


def squeezed(text: str) -> str:
    """A text as letters and digits only, narrow letters once where they stand beside themselves.

    Of a text that is printed twice to look bold, these come twice.

    >>> squeezed("Hullll coatiing") == squeezed("Hull coating"), squeezed("TL 11")
    (True, 'tl11')
    """
    made = text.lower().encode("ascii", "ignore").translate(None, _OTHERS).decode()
    for theirs, ours in SPELLINGS:
        made = made.replace(theirs, ours)
    for letter in _NARROW:
        made = made.replace(letter * 2, letter).replace(letter * 2, letter)
    return made


def _plain_lines(text: str) -> str:
    r"""Lines as names are compared, all at once.

    >>> _plain_lines("Very Long\n1 - 2\n-6 or less") == "\n".join(map(normal, ("Very Long", "1 - 2", "-6 or less")))
    True
    """
    made = _NOT_NAME.sub("", _BETWEEN.sub("-", plain(text).lower()))
    for theirs, ours in SPELLINGS:
        made = made.replace(theirs, ours)
    return made


_BETWEEN = re.compile(r"(?<=\d)[^\S\n]*-[^\S\n]*(?=\d)")
_NOT_NAME = re.compile(r"(?!(?:(?<=\d)|(?<![a-z\d]))-\d)[^a-z0-9+\n]+")
_NARROW = "iljtfr"
_OTHERS = bytes(n for n in range(128) if not chr(n).isalnum())


class Index:
    """The texts of all pages, squeezed, for as long as a book is open."""

    def __init__(self, standing: Stands = lambda _: None) -> None:
        """`standing` tells how names stand on a page, where that is seen quickly."""
        self._standing = standing
        self.pages: list[str] = []
        self._begins: list[str] = []
        """What the lines of each page begin with."""

    def add(self, text: str) -> None:
        """Add the text of the next page."""
        self.pages.append("")
        self._begins.append("")
        self.fill(len(self.pages) - 1, text)

    def fill(self, page: int, text: str) -> None:
        """Put the text of a page in its place."""
        self.pages[page] = squeezed(text)
        self._begins[page] = _plain_lines("\n".join(_BEGIN.findall(text)))

    def put(self, page: int, text: str) -> None:
        """Put another text in the place of that of a page."""
        if page < len(self.pages):
            self.pages[page] = squeezed(text)
            self._begins[page] = "\n".join(map(_PLAIN, text.split()))

    def copies(self, shape: RuleTable, besides: Sequence[int]) -> list[int]:
        """The likely pages on which lines begin with the names of a table's rows, as they do in a copy of it."""
        starts = [(f"\n{_PLAIN(name)[:_START]}", name) for name in telling(shape)]

        def begins(page: int, stands: Callable[[int, Name], bool] = lambda *_: True) -> bool:
            lines = f"\n{self._begins[page]}"
            return sum(start in lines and stands(page, (name,)) for start, name in starts) * 2 >= len(starts)

        return [page for page in self.likely(shape, besides, begins) if begins(page, self._stands)]

    def likely(
        self, shape: RuleTable, besides: Sequence[int] = (), may: Callable[[int], bool] = lambda _: True
    ) -> list[int]:
        """The pages that have most of a table's names, the best first; a table may go on to the next page.

        Where none has them, names count whose words stand anywhere on a page: those of several lines are torn apart.
        """
        names = telling(shape)
        whole, words = [(name,) for name in names], list(dict.fromkeys(map(_words, names)))
        among = list(filter(may, range(len(self.pages))))
        return self._likely(shape, whole, besides, among) or self._likely(shape, words, besides, among)

    def _likely(
        self, shape: RuleTable, names: Sequence[Name], besides: Sequence[int], among: Sequence[int]
    ) -> list[int]:
        sought = {name: tuple(map(squeezed, name)) for name in names}
        held: list[set[Name]] = [set() for _ in self.pages]
        looked = sorted({page for at in among for page in (at, at + 1) if page < len(held)})
        for name, words in sought.items():
            for page in self._with(words, looked):
                held[page].add(name)
        scores = {page: score for page in among if (score := self._score(shape, names, held, page))}
        tried = sorted(scores, key=lambda page: (-scores[page], page))[:_TRIED]
        for page in tried:
            held[page] = self._standing_on(page, held[page], len(names))
        scores = {page: score for page in tried if (score := self._score(shape, names, held, page))}
        best = sorted(scores, key=lambda page: (-scores[page], page))[:_MOST]
        goes_on = {at: not names or (at + 1 < len(held) and bool(held[at + 1] - held[at])) for at in best}
        pages = (page for at in best for page in ((at, at + 1) if goes_on[at] else (at,)))
        return [page for page in dict.fromkeys(pages) if self._is_new(page, besides)]

    def _with(self, words: Name, among: Sequence[int]) -> Iterable[int]:
        """The pages among some that have all of some words."""
        first, *rest = words
        pages = [page for page in among if first in self.pages[page]]
        return [page for page in pages if all(word in self.pages[page] for word in rest)] if rest else pages

    def _score(self, shape: RuleTable, names: Sequence[Name], held: Sequence[set[Name]], page: int) -> float:
        """How likely a page is, by the names that it and the next one hold; nothing if it is not."""
        share = len(held[page]) / len(names) if names else 0.0
        if names and share < _LEAST:
            return 0.0
        after = held[page + 1] if page + 1 < len(held) else set()
        reach = len(held[page] | after) / len(names) if names else 0.0
        titled = any(title in self.pages[page] for title in _titles(shape))
        if share >= _ENOUGH or (reach >= _ENOUGH and share >= _LEAST) or (titled and (share >= 0.3 or not names)):
            return share + 0.5 * titled
        return 0.0

    def _standing_on(self, page: int, names: set[Name], count: int) -> set[Name]:
        """The names that stand on a page as those of rows; none as soon as it is seen that they are too few."""
        spoken: set[Name] = set()
        for name in sorted(names):
            if len(names) - len(spoken) < _LEAST * count:
                return set()
            spoken |= set() if self._stands(page, name) else {name}
        return names - spoken

    def _stands(self, page: int, name: Name) -> bool:
        """Whether a name may stand on a page as that of a row, and not in sentences only."""
        seen = self._standing(page)
        return seen is None or not all(map(seen.is_spoken, name))

    def _is_new(self, page: int, besides: Sequence[int]) -> bool:
        return page < len(self.pages) and page not in besides


_START = 5
"""Letters of a name with which a line begins."""
_BEGIN = re.compile(r"^.{1,16}", re.MULTILINE)
_LONG = 7
"""Letters that a title must have more of to tell a page."""


@cache
def _titles(shape: RuleTable) -> list[str]:
    """What tells a page beside the names: what a table is called, and its heads."""
    return [title for title in map(squeezed, (*shape.names, _heads(shape))) if len(title) > _LONG]


def _words(name: str) -> tuple[str, ...]:
    """The words of a name that tell something; all of it where none does."""
    return tuple(word for word in words_in(name) if len(word) > 3) or (name,)


def _heads(shape: RuleTable) -> str:
    """The heads of a table, one after the other."""
    heading = RAW.table(shape.id).heading if is_whole(shape) else ""
    return " ".join((heading, *(column.title for column in shape.columns)))


@cache
def telling(shape: RuleTable) -> list[str]:
    """What a page that has a table must say: its row names or, where they are numbers, its values in words."""
    names = [row.name for row in shape.rows]
    if sum(bool(re.search(r"[a-z]{3}", normal(name))) for name in names) * 2 < len(names):
        rules = [rule for row in shape.rows for rule in row.rules if rule in RAW]
        names = [RAW.rule(rule).text for rule in rules if isinstance(RAW[rule], str)]
    return [name for name in dict.fromkeys(names) if re.search(r"[a-z]{3}", normal(name))]
