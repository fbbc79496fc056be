"""Decodes files, makes text printable, finds lines and columns, and strips markdown."""

from __future__ import annotations

import re
from bisect import bisect_right

UTF8_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


def decoded(data: bytes) -> str:
    """The text of bytes in UTF-8 or, if they are not valid, in Windows-1252."""
    try:
        return data.removeprefix(UTF8_MARK).decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def decoded_exactly(data: bytes) -> tuple[bytes, str, str]:
    r"""The byte order mark of a file, its text, and the encoding that gives the same bytes again.

    >>> decoded_exactly(b"\xef\xbb\xbfa"), decoded_exactly("é".encode("latin-1"))
    ((b'\xef\xbb\xbf', 'a', 'utf-8'), (b'', 'é', 'cp1252'))
    """
    mark = UTF8_MARK if data.startswith(UTF8_MARK) else b""
    try:
        return mark, data[len(mark) :].decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return b"", data.decode("cp1252", "surrogateescape"), "cp1252"


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str) -> str:
    r"""A text with � for control characters and lone surrogates.

    >>> printable("\x1b[2J2D")
    '�[2J2D'
    """
    return text if text.isprintable() else _CONTROL.sub("�", text)


def in_line(text: str) -> str:
    r"""A printable text on one line.

    >>> in_line("3d6\n::warning::\u2028")
    '3d6 ::warning:: '
    """
    return text if text.isprintable() else _LINE_BREAKS.sub(" ", printable(text))


_LINE_BREAKS = re.compile("[\n\t\u2028\u2029]")


def as_utf8(data: bytes) -> bytes | None:
    """A file as UTF-8 without byte order mark, from UTF-8, UTF-16 or UTF-32; None if it is binary."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace").encode("utf-8", "replace")
    head = data[:4000]
    if b"\0" in head:
        if head[1::2].count(0) * 10 > len(head) * 4:
            return data.decode("utf-16-le", "replace").encode("utf-8", "replace")
        return None if head.count(0) * 100 > len(head) else data
    return data


_MARKS = (
    (UTF8_MARK, "utf-8-sig"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
"""Byte order marks and their encodings."""


class Lines:
    """The lines of a text; finds the line and column of an offset."""

    def __init__(self, text: str) -> None:
        self.starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find("\n", at + 1)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


_SET = re.compile(r"\*{2,}|_{2,}|(?<=\S)[*](?!\w)|(?<!\w)[*](?=\S)|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)")
"""Marks of emphasis in markdown."""
_ITEM = re.compile(r"^[\s|>]*(?:[-*+•–]\s+)?(?:\[[ xX]\]\s+)?")


def unmarked(text: str) -> str:
    """A text without marks of emphasis.

    >>> unmarked("**Cover**: *only* -2"), unmarked("3 * 2 * 1")
    ('Cover: only -2', '3 * 2 * 1')
    """
    return _SET.sub("", text)


def item(line: str) -> str:
    """A line of markdown without its bullet, table borders and emphasis; a minus is no bullet.

    >>> item("- **Cover** -2"), item("-2 for cover"), item("| Cover | -2 |")
    ('Cover -2', '-2 for cover', 'Cover | -2')
    """
    return unmarked(_ITEM.sub("", line)).strip(" |*")
