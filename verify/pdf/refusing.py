"""Files that are no book: said at once, with the reason."""

from __future__ import annotations

from pathlib import Path

from engine.errors import RawcheckError

MAX_BYTES = 2_000_000_000


class NoBook(RawcheckError):
    """A file that cannot be read as a PDF; the message says why."""


def refuse(path: Path) -> None:
    """Say at once that something is no PDF."""
    try:
        if path.is_dir():
            raise NoBook("it is a folder; name the PDF in it")
        if not path.is_file():
            raise NoBook("there is no such file" if not path.exists() else "it is no file but a device or a pipe")
        if path.stat().st_size > MAX_BYTES:
            raise NoBook(f"it has more than {MAX_BYTES // 10**6:,} MB, which no book has")
        with path.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise NoBook((error.strerror or str(error)).lower()) from error
    if not head:
        raise NoBook("it is empty")
    if b"%PDF-" not in head:
        raise NoBook("it is no PDF")


def why(said: str, password: str | None) -> str:
    """Why the PDF library does not open a file, by what it says itself."""
    if "assword" in said:
        return "the password is wrong" if password else "it is encrypted; give its password with --password"
    if "ecurity" in said:
        return "it is encrypted in a way that cannot be read here"
    return "it is damaged: it has no pages that can be read"
