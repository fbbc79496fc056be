"""Letters put together to words: ligatures are taken apart, soft hyphens out, small capitals are letters.

A mark of a footnote is no part of a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from verify.pdf.spacing import Spacing, apart, high, in_order, is_blank, spacings
from verify.pdf.words import Box, Sign, Word

GAP = 0.17
"""The gap between words, in heights of letters with their room above and below."""
_LEAST_GAP = 0.08
"""The gap between words where pdfium has put a blank that is not in the file."""
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_HYPHEN = re.compile("\x02(?=.)|^\x02$")
"""How pdfium gives a hyphen that it takes for the end of a line; where more follows, or nothing is before it, it is a
minus or a dash."""
_SOFT = re.compile("[\u00ad\ufffe\x02]")
_MARKS = re.compile(r"(?<=.)[*†‡§¶⁰¹²³⁴-⁹ªº]+$")
UNMAPPED = "its font does not say which letters it has"
UNEVEN = "its digits have two sizes, and some may be a mark"
SOFT_END = "\u00ad"
"""What stays at the end of a word that goes on in the next line."""


def clean(text: str) -> str:
    """A text without ligatures and soft hyphens, but for one at its end.

    >>> clean("o\ufb03ce"), clean("com\u00adputer"), clean("com\u00ad") == "com" + SOFT_END
    ('office', 'computer', True)
    >>> clean("\u00025"), clean("\u0002"), clean("1\u00025")
    ('-5', '-', '1-5')
    """
    if text.isascii() and text.isprintable():
        return text
    text = _HYPHEN.sub("-", text.translate(_LIGATURES))
    ended = bool(text) and bool(_SOFT.match(text[-1]))
    return _SOFT.sub("", text) + SOFT_END * ended


def is_broken(text: str) -> bool:
    """Whether a sign stands for no letter: a private one, a control character, a replacement."""
    return bool(_BROKEN.search(text))


def broken_in(text: str) -> int:
    """How many signs of a text stand for no letter."""
    return len(_BROKEN.findall(text))


_BROKEN = re.compile("[\ue000-\uf8ff\ufffd\0-\x01\x03-\x08\x0b\x0c\x0e-\x1f]")


def words_of(signs: Iterable[Sign]) -> list[Word]:
    """Signs, in the order of the page, put together to words; raised marks go with the word that they follow."""
    held = in_order(apart(list(signs)))
    made: list[Word] = []
    for part, spacing in _put_together(held):
        word = word_of(part, spacing.blank)
        before = made[-1] if made else None
        if before is not None and _is_mark(before, word):
            made[-1] = before._replace(raw=before.raw + word.raw)
        else:
            made.append(word)
    return made


def _is_mark(before: Word, word: Word) -> bool:
    """Whether a word is the mark of a footnote at the end of the one before it."""
    return (
        _is_over(before.size, word.size, before.base - word.base)
        and -0.1 * before.size < word.box.x0 - before.box.x1 < 0.25 * before.size
    )


def _put_together(signs: list[Sign]) -> Iterator[tuple[list[Sign], Spacing]]:
    held: list[Sign] = []
    own, apart = Spacing(0, 0), False
    for sign, spacing in zip(signs, spacings(signs), strict=True):
        if is_blank(sign):
            apart = True
            if held and not sign.made_up:
                yield held, own
                held = []
            continue
        if held and not _goes_on(held, sign, own.room + (_LEAST_GAP if apart and not own.room else GAP) * high(sign)):
            yield held, own
            held = []
        own, apart = own if held else spacing, False
        held.append(sign)
    if held:
        yield held, own


def _goes_on(held: list[Sign], sign: Sign, gap: float) -> bool:
    """Whether a sign belongs to the word before it: beside it on its line, or a small one that is raised."""
    last = held[-1]
    size = max(high(held[0]), high(last))
    beside = sign.box.x0 > last.box.x0 - 0.1 * size and sign.box.x0 - last.box.x1 < gap
    return beside and (abs(sign.base - held[0].base) < 0.12 * size or _is_raised(held[0], sign))


def _is_raised(first: Sign, sign: Sign) -> bool:
    """Whether a sign is a mark of a footnote: smaller than what it follows, and above its line."""
    return _is_over(high(first), high(sign), first.base - sign.base)


def _is_over(tall: float, own: float, up: float) -> bool:
    """Whether a height and a rise are those of a mark; one that is hardly smaller is raised the more.

    >>> _is_over(12, 7, 2), _is_over(12, 10, 4), _is_over(12, 10, 2), _is_over(12, 12, 4)
    (True, True, False, False)
    """
    least = _RISE if own < _SMALL * tall else _HIGH_RISE
    return own < _NEARLY * tall and least * tall < up < 0.8 * tall


_SMALL, _RISE = 0.82, 0.12
"""How high the mark of a footnote is, and how far it is raised, in heights of what it follows."""
_NEARLY, _HIGH_RISE = 0.87, 0.2
"""The same of one that is nearly as high, as browsers set it."""


def word_of(signs: list[Sign], blank: float) -> Word:
    """Signs as a word; digits in two sizes cannot be told from a mark, and make it one that is not read."""
    raw = clean("".join(s.text for s in signs))
    kept = [s for s in signs if not _is_raised(signs[0], s)]
    text = _MARKS.sub("", raw if len(kept) == len(signs) else clean("".join(s.text for s in kept)))
    box = Box.over(s.box for s in kept)
    digits = [high(s) for s in kept if s.text.isdigit()]
    uneven = len(digits) > 1 and min(digits) < 0.82 * max(digits)
    fault = next((s.fault for s in signs if s.fault), UNEVEN if uneven else "")
    return Word(text, box, kept[0].base, max(map(high, kept)), raw, 1.0, fault, blank, tuple(kept))
