"""Bytes as text, and offsets as lines and columns."""

from __future__ import annotations

from bisect import bisect_right


def decoded(data: bytes) -> tuple[str, str]:
    """A text, and what is odd about how it was read."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), "read as UTF-16"
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "read as Windows-1252"


class Lines:
    """The lines of a text: where an offset stands, line and column from 1."""

    def __init__(self, text: str) -> None:
        self.starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find("\n", at + 1)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1
