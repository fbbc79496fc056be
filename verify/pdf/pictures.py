"""Pages that are pictures: how many a book has, which of them are read first, and how long that may take."""

from __future__ import annotations

from collections.abc import Iterable

from verify.pdf.file import MAX_PAGES, File
from verify.pdf.legible import says_nothing

SCANNING = 300.0
"""Seconds for which pictures without numbers are read to find tables by."""
_EACH = 4.0
"""Seconds that a picture takes, about, where two cores are busy with other things too."""
_SAMPLE = 24
"""Pages that show whether a book is a scan."""
_FEW = 4
"""Pictures that take no time worth a word."""
_BEFORE, _BEHIND = 3, 8
"""How far before and behind the page of the file with the same count a printed number is, where no page shows one."""


def is_picture(file: File, page: int) -> bool:
    """Whether a page has no text that says anything, and a picture."""
    text = file.level_text(page, again=True)
    return text is not None and says_nothing(text) and file.has_pictures(page)


def pictures_in(file: File) -> int:
    """How many pages of a scan are pictures; 0 if most of some pages have text."""
    pages = min(file.pages, MAX_PAGES)
    sample = range(0, pages, max(1, pages // _SAMPLE))
    if sum(is_picture(file, page) for page in sample) * 2 < len(sample):
        return 0
    return sum(is_picture(file, page) for page in range(pages))


def announced(count: int, pages: int) -> str:
    """What is said before a scan is read; nothing if that takes no time.

    >>> announced(300, 310)
    '300 of 310 pages are pictures; those that may hold cited tables are read, which can take about 6 minutes'
    >>> announced(3, 310)
    ''
    """
    if count <= _FEW:
        return ""
    minutes = (min(count * _EACH, SCANNING) * 1.2 + 59) // 60
    time = f"about {minutes:.0f} minutes" if minutes > 1 else "a minute"
    read = f"{count:,} of {pages:,} pages are pictures"
    return f"{read}; those that may hold cited tables are read, which can take {time}"


def likely_first(pictures: Iterable[int], cited: Iterable[int]) -> list[int]:
    """Pages from 0, those first that may bear the printed numbers that are cited, though none was read on them.

    >>> likely_first(range(40), [20])[:12] == list(range(16, 28))
    True
    """
    near = {page for number in cited for page in range(number - 1 - _BEFORE, number + _BEHIND)}
    return sorted(pictures, key=lambda page: (page not in near, page))
