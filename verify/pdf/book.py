"""A book that is open: rule tables are sought on its pages, read, and told cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from time import monotonic

from engine.rulebook.raw import RAW
from verify.pdf.anchors import stacks
from verify.pdf.captions import is_either, strange_below, strange_lead, strange_words
from verify.pdf.confusions import disagreement, lost_sign
from verify.pdf.copies import contradicted, is_chosen_by, others
from verify.pdf.doubts import SEEN, is_bare
from verify.pdf.file import MAX_PAGES
from verify.pdf.grid import Cell, Found
from verify.pdf.lean import on_page
from verify.pdf.legible import BROKEN, DAMAGED, LAYER, MISNAMED, SHIFTED, fault_of, says_nothing
from verify.pdf.letters import broken_in
from verify.pdf.meaning import meaning
from verify.pdf.numbering import Numbering, numbering
from verify.pdf.pages import FEW_SCANS, OpenPages, Scan
from verify.pdf.pictures import SCANNING, announced, likely_first, pictures_in
from verify.pdf.proved import doubted, is_proved, is_whole, sift, unseen, years_of
from verify.pdf.readings import CellRead, TableRead
from verify.pdf.refusing import NoBook
from verify.pdf.rivals import ours, rivals_of, taken_by
from verify.pdf.seek import Index, cited_numbers, cited_pages, wanted
from verify.pdf.tables import Read, parts_on, read_tables
from verify.pdf.titles import Title, title_of
from verify.pdf.units import NOTHING, Unit
from verify.recognition.rule_tables import RuleTable


class Book(OpenPages):
    """An open book."""

    def __init__(
        self,
        path: Path,
        name: str,
        said: str,
        password: str | None,
        scan: Scan | None,
        at: Callable[[int], None] = lambda _: None,
        left_out: Collection[int] = (),
        say: Callable[[str], None] | None = None,
    ) -> None:
        """Open a book; `at` is told each page before it is worked on, and some pages are left out.

        `say` is told at once what will take long.
        """
        super().__init__(path, password, scan, at, left_out)
        if scan and say and (told := announced(pictures_in(self.file), self.file.pages)):
            say(told)
        self.index = Index(self.standing)
        self.title: Title = title_of(self.file, name, said)
        self.numbers: Numbering = numbering(self.file, self.edges)
        self.unlooked = 0
        """Pages that are pictures without numbers, and that there was no time for."""
        self.broken: Counter[int] = Counter()
        """Signs without known letters, by page, where they are many."""
        self._spent = 0.0
        self._pictured: set[int] = set()
        """Pages with a font at fault that are known by the words of their pictures."""

    def search(self, done: Callable[[], None]) -> None:
        """Take in the text of every page, to find tables by."""
        self.is_searched = True
        for page in range(min(self.file.pages, MAX_PAGES)):
            text = "" if page in self.unread else self.text(page)
            self.index.add(text)
            if says_nothing(text) and self.file.has_pictures(page):
                self.textless.append(page)
                continue
            if not text.isascii() and (count := broken_in(text)) >= _MANY_BROKEN:
                self.broken[page] = count
            done()
        cited = [n for shape in self.tables() for n in cited_numbers(shape, self.title.key)]
        for page in likely_first(self.textless, cited):
            self.index.fill(page, self._scanned(page))
            done()
        if len(self.file.damaged | self.file.left_out) >= min(self.file.pages, MAX_PAGES):
            raise NoBook("it is damaged: it has no pages that can be read")
        self.unread |= dict.fromkeys(self.file.damaged, DAMAGED)

    def _scanned(self, page: int) -> str:
        """The text of a picture, where no number leads to its page, as long as there is time."""
        if self._scan is None or self.numbers.by:
            return ""
        start = monotonic()
        if self._spent > SCANNING:
            self.unlooked += 1
            return ""
        text = " ".join(word.text for sheet in self.sheets(page) for word in sheet.words)
        self._spent += monotonic() - start
        return text

    def tables(self) -> list[RuleTable]:
        """The rule tables that are to be sought in it."""
        return wanted(self.title.key)

    def read(self, shape: RuleTable) -> TableRead:
        """A rule table: on the pages that are cited, else wherever it stands; where a font is at fault, by pictures."""
        cited = cited_pages(shape, self.title.key, self.numbers, self.file.pages, self.edges)
        told = self._read(shape, cited)
        faults = self._misnamed(told) if told.pages or told.problem else self._faults(shape, cited)
        if not faults:
            return told
        if new := [page for page in faults if page not in self._pictured]:
            self._pictured.update(new)
            self.unread |= faults
            self.sheets.cache_clear()
            for page in new if self._scan is not None else ():
                self.index.put(page, " ".join(word.text for sheet in self.sheets(page) for word in sheet.words))
            told = self._read(shape, cited)
        return told if told.pages else told._replace(problem=_at_fault(faults), why="")

    def _misnamed(self, told: TableRead) -> dict[int, str]:
        """The pages of a table on which a font shows other digits than its text says."""
        parts = [part for part in told.parts if part[0] not in self.unread]
        return {page: MISNAMED for page, turn, box in parts if self.is_misnamed(page, turn, box)}

    def _faults(self, shape: RuleTable, cited: Sequence[int]) -> dict[int, str]:
        """The pages that a table may stand on and that cannot be trusted, with the reason."""
        pages = cited or [*(page for page, _ in self.broken.most_common(FEW_SCANS)), *self.unread]
        names = [row.name for row in shape.rows]
        sheets = {page: self.sheets(page) for page in pages}  # to look at a page tells whether it can be read
        found = {page: self.unread.get(page) or fault_of(held, names) for page, held in sheets.items()}
        return {page: why for page, why in found.items() if why in (BROKEN, SHIFTED, MISNAMED)}

    def _read(self, shape: RuleTable, cited: list[int]) -> TableRead:
        years = years_of(self.title, shape)
        reads = sift(ours(read_tables(shape, cited, self, True), self), years)
        for other in (max(cited) + 1, min(cited) - 1) if cited else ():  # it may go on there, or begin
            if 0 <= other < self.file.pages and (not reads or len(reads[0].rows) < len(shape.rows)):
                more = sift(ours(read_tables(shape, [*cited, other], self, True), self), years)
                reads = more if other > max(cited) or _goes_over(more, reads, set(cited)) else reads
        found = reads[0] if reads else None
        whole = found is not None and len(found.rows) * 10 >= len(shape.rows) * 7
        pages = self.index.copies(shape, cited) if whole else self.index.likely(shape, cited)
        elsewhere = sift(ours(read_tables(shape, pages, self, False), self), years)
        if found is None and not elsewhere:  # its rows may have the names of others
            pages = [page for rival in rivals_of(shape) for page in self.index.likely(rival, cited)]
            elsewhere = sift(ours(read_tables(shape, pages, self, False), self), years)
        if not whole and elsewhere and (found is None or len(elsewhere[0].rows) > len(found.rows)):
            found = elsewhere[0]
        if found is None:
            unread = {page: why for page in cited if (why := self.unread.get(page, LAYER)) != LAYER}
            problem = next((f"page {page + 1} of the file {why}" for page, why in unread.items()), "")
            problem = problem or self._unnumbered(shape, cited)
            return TableRead(shape.id, (), (), (), (), False, problem, why="" if problem else self._why(shape, cited))
        told = self._told(shape, found, set(cited), others(found, [*reads, *elsewhere]))
        foreign = self._foreign(shape, found, told.is_cited) or _strange(found)
        if doubt := found.doubt or foreign or found.sort:
            told = doubted(told, doubt, not found.doubt and not found.sort and is_proved(found, told.is_cited))
        elif doubt := _led_strangely(found):
            told = doubted(told, doubt, is_whole(found, told.is_cited))
        return told

    def _unnumbered(self, shape: RuleTable, cited: Sequence[int]) -> str:
        """Why the page of a table was not read: it may be a picture whose number was not."""
        numbers = cited_numbers(shape, self.title.key)
        is_lost = bool(numbers and self.numbers.by and self.textless and not cited)
        return f"its page may be a picture: on none the number {numbers[0]} was read" if is_lost else ""

    def _why(self, shape: RuleTable, cited: Sequence[int]) -> str:
        """What the pages have that a table was sought on and not found."""
        numbers = cited_numbers(shape, self.title.key)
        if not cited:
            return f"no page has the printed number {numbers[0]}" if numbers and self.numbers.by else ""
        rows = {
            page: max((len(s.rows) for t in self.sheets(page) for s in stacks(t, shape)), default=0) for page in cited
        }
        page, most = max(rows.items(), key=lambda item: item[1])
        where = f"page {self._page(page)}" + (f", page {page + 1} of the file," if self.numbers.printed(page) else "")
        if not most:
            others = self.index.likely(shape, cited)
            names = " and ".join(f"page {self._page(other)}" for other in others[:2])
            seen = f"; names of them stand on {names}, where it was not made out either" if others else ""
            return f"{where} has none of its {len(shape.rows)} rows under each other{seen}"
        parts = list(parts_on(shape, page, self))
        if other := taken_by(parts, shape, self):
            return f"what {where} has of its rows is the table {other}"
        own = f"{most} of its {len(shape.rows)} rows under each other"
        headed = max((len({head.column for head in part.heads if head.column >= 0}) for part in parts), default=0)
        if headed * 2 >= len(shape.columns):
            return f"{where} has {own} and {headed} of its heads, and what stands beside the rows are not its values"
        return f"{where} has {own}, without heads or values that are its own"

    def _foreign(self, shape: RuleTable, found: Read, is_cited: bool) -> str:
        """Why a table may be another one, by its caption; empty if nothing says so."""
        if not found.is_of_another:
            return ""
        if self.numbers.by and cited_numbers(shape, self.title.key) and not is_cited:
            is_near = (found.is_alike or found.is_part) and not found.is_of_known
            return "" if is_near and found.agrees >= _NEARLY_ALL else _ANOTHER
        enough = _HALF if found.is_alike else _MOSTLY
        return _NOT_OURS if found.is_of_known or found.agrees < enough else ""

    def _told(self, shape: RuleTable, found: Read, cited: set[int], copies: Sequence[Read] = ()) -> TableRead:
        cells, missing = [], []
        against = contradicted(found, list(copies))
        is_chosen = is_chosen_by(cited, found, list(copies))
        columns = {head.column for part in found.parts for head in part.heads if head.column >= 0}
        columns |= {column for _, column in found.cells}
        for n, known in enumerate(shape.rows):
            for c, rule in enumerate(known.rules):
                if (n, c) in found.cells:
                    own = self._cell(rule, *found.cells[n, c], found.unit(c))
                    column = [cell.text for (_, k), (cell, _) in found.cells.items() if k == c]
                    own = own._replace(doubt=own.doubt or lost_sign(RAW.rule(rule).kind, own.text, column))
                    own = own._replace(doubt=own.doubt or unseen(own))
                    told = tuple((self._page(page), text) for page, text in against.get((n, c), ()))
                    cells.append(own._replace(others=told, is_chosen=is_chosen))
                elif n in found.rows and c in columns:
                    part = next(part for part in found.parts if n in part.stack.rows)
                    box = next(a.box for a in part.stack.anchors if a.row == n)
                    beside = [cell.doubt for (row, _), (cell, _) in found.cells.items() if row == n]
                    doubt = "nothing stands there, and the cell beside it is in doubt" if any(beside) else ""
                    doubt = doubt if beside else "nothing stands in the whole row"
                    doubt = doubt or self._unseen(rule, part, n, c)
                    cells.append(self._cell(rule, Cell("", box, "", doubt=doubt), part, NOTHING))
                else:
                    missing.append(rule)
        pages = tuple(found.pages)
        numbers = tuple(self.numbers.printed(page) for page in pages)
        parts = tuple((part.page, part.sheet.turn, on_page(part.sheet, part.box)) for part in found.parts)
        return TableRead(shape.id, pages, numbers, tuple(cells), tuple(missing), bool(cited & set(pages)), "", parts)

    def _unseen(self, rule: str, part: Found, row: int, column: int) -> str:
        """Why a cell without text may not be empty, where an empty one would be as good as our dash."""
        if part.sheet.scanned or meaning("", RAW.rule(rule)).problem:
            return ""
        return "" if is_bare(part, row, column, self.ink(part.page, part.sheet.turn)) else SEEN

    def _page(self, page: int) -> str:
        """A page as it is told."""
        return self.numbers.printed(page) or f"{page + 1} of the file"

    def _cell(self, rule: str, cell: Cell, part: Found, unit: Unit | None) -> CellRead:
        """A cell as it is told; one of a scan is looked at once more."""
        sheet, doubt = part.sheet, cell.doubt
        box = on_page(part.sheet, cell.box)
        if (
            sheet.scanned
            and not sheet.is_layer
            and cell.text
            and not doubt
            and cell.box.y1 - cell.box.y0 < 1.8 * sheet.size
        ):
            other = self.closer(part.page, sheet.turn).text(box, sheet.size)
            doubt = disagreement(RAW.rule(rule).kind, cell.text, other, cell.sure)
        number = self.numbers.printed(part.page)
        return CellRead(
            rule,
            cell.text,
            part.page,
            number,
            box,
            sheet.turn,
            cell.sure,
            doubt,
            cell.note,
            sheet.scanned,
            unit,
            is_layer=sheet.is_layer,
            is_held=cell.is_held,
        )


def _goes_over(reads: Sequence[Read], before: Sequence[Read], cited: set[int]) -> bool:
    """Whether a table is on a cited page and on another, and has more rows so."""
    is_more = bool(reads) and len(reads[0].rows) > max((len(read.rows) for read in before[:1]), default=0)
    return is_more and bool(cited & set(reads[0].pages)) and not cited >= set(reads[0].pages)


def _strange(found: Read) -> str:
    """Why a table may be none of the rules, by words of its caption; empty if nothing says so."""
    words = " ".join(strange_words(found.parts[0]))
    if words:
        return f"its caption says {words}, which no rule table has in its name"
    return _EITHER if is_either(found.parts[0], found.shape) else ""


def _led_strangely(found: Read) -> str:
    """Why a table without a caption may be none of the rules, by what is next to it; empty if nothing says so."""
    part, shape = found.parts[0], found.shape
    told = (("sentence above", strange_lead(part, shape)), ("line below", strange_below(part, shape)))
    where, words = next((one for one in told if one[1]), ("", []))
    return f"the {where} it says {' '.join(words)}, which the rule does not" if words else ""


def _at_fault(pages: dict[int, str]) -> str:
    """What is said of pages with a font at fault.

    >>> _at_fault({5: SHIFTED})
    'page 6 of the file has a font that gives its letters wrong names'
    >>> _at_fault({3: SHIFTED, 5: SHIFTED, 7: SHIFTED}).partition(" has")[0]
    'each of the pages 4, 6 and 8 of the file'
    """
    *rest, last = [str(page + 1) for page in sorted(pages)]
    which = f"each of the pages {', '.join(rest)} and {last}" if rest else f"page {last}"
    return f"{which} of the file {next(iter(pages.values()))}"


_EITHER = "a caption stands between it and another table, and it is not clear whose it is"
_ANOTHER = "it stands on a page that is not cited, below the caption of another table"
_NOT_OURS = "it stands below the caption of another table"
_NEARLY_ALL, _MOSTLY, _HALF = 0.9, 0.75, 0.5
"""The share of cells that must have our values where a table has another name than ours, or nearly ours."""
_MANY_BROKEN = 20
"""Signs without known letters, from which on a page may have a table in them."""
