"""Many patterns looked for at once, in time that grows with the text and no faster. This is the one home of re2."""

from __future__ import annotations

from typing import Any


class Automaton:
    """Patterns in small letters that are looked for in bytes, in capitals too; or that a text as a whole has to fit."""

    def __init__(self, whole: bool = False) -> None:
        import re2

        options = re2.Options()
        options.never_capture, options.log_errors = True, False
        options.max_mem = 64 << 20  # or it falls back to a slower search
        if not whole:
            options.encoding = re2.Options.Encoding.LATIN1
        self._whole = whole
        self._set: Any = re2.Set.FullMatchSet(options) if whole else re2.Set.SearchSet(options)
        self._error: type[Exception] = re2.error

    def add(self, pattern: str) -> int:
        """Add a pattern, and tell its number."""
        try:
            number: int = self._set.Add(pattern)
        except self._error as error:
            raise ValueError(f"{pattern!r} is no pattern") from error
        return number

    def done(self) -> None:
        """All patterns are there."""
        self._set.Compile()

    def find(self, text: str | bytes) -> list[int]:
        """The numbers of the patterns that are found, in no order."""
        return self._set.Match(text if self._whole else text.lower()) or []
