"""The terminal and the files that a command writes to: their width, their colours, their bar, and where each goes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def cyan(text: str) -> str:
    """A text in another colour."""
    return f"\x1b[36m{text}\x1b[0m" if text else text


def coloured(wanted: str, output: str | None) -> bool:
    """Colour goes to a terminal only, unless it is asked for; NO_COLOR turns it off."""
    from os import environ

    if wanted == "auto" and output is None:
        return sys.stdout.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    return wanted == "always"


def is_terminal() -> bool:
    """Whether somebody looks at what is printed."""
    return sys.stdout.isatty()


def width() -> int:
    """Columns of the terminal, within reason."""
    import os

    told = os.environ.get("COLUMNS", "")
    try:
        columns = int(told) if told.isdecimal() and told != "0" else os.get_terminal_size(1).columns
    except (OSError, ValueError):
        columns = 80
    return min(100, max(40, columns or 80))


def wrapped(text: str, room: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of so many columns; a number stays with the sign behind it.

    >>> wrapped("It hits 92 % of the time", 11)
    ['It hits', '92 % of the', 'time']
    """
    held = text.replace(" %", "\u00a0%").replace("DM ", "DM\u00a0").translate(_BLANKS).strip(" ")
    made: list[str] = []
    while held:
        start = rest if made else first
        fits = max(1, room - len(start))
        end = len(held) if len(held) <= fits else held.rfind(" ", 0, fits + 1)
        line, held = (held[:end], held[end:]) if end > 0 else (held[:fits], held[fits:])  # a word may be too long
        made.append((start + line).replace("\u00a0", " ").rstrip())
        held = held.lstrip(" ")
    return made


_BLANKS = dict.fromkeys(map(ord, "\t\n\r\v\f"), " ")


def progress(total: int) -> Callable[[], None]:
    """A bar on the terminal that counts up to a total, from the third second on."""
    from time import monotonic

    if not sys.stderr.isatty():
        return lambda: None
    start, done = monotonic(), 0

    def count() -> None:
        nonlocal done
        done += 1
        if monotonic() - start > 2:
            full = 30 * done // total
            end = "\r\x1b[K" if done == total else ""
            print(f"\r[{'#' * full}{' ' * (30 - full)}] {done}/{total}{end}", end="", file=sys.stderr, flush=True)

    return count


def say(text: str) -> None:
    """Tell at once what will take long: to whoever waits, and not among what is printed."""
    print(_printable(text, sys.stderr.encoding), file=sys.stderr, flush=True)


def secret(name: str) -> str:
    """A word that is not shown: asked for at a terminal, else the first line of what is sent in."""
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass(f"{name}: ")
    word = sys.stdin.readline().rstrip("\r\n")
    if not word:
        from engine.errors import RawcheckError

        raise RawcheckError(f"no {name.lower()} was sent in, and there is no terminal to ask at")
    return word


def targets(words: list[str]) -> list[tuple[str, str | None]]:
    """The formats that were asked for, in order, each with the file that follows it; text if there is none.

    >>> targets(["--format", "text", "--format=sarif", "--output", "a.sarif"])
    [('text', None), ('sarif', 'a.sarif')]
    >>> targets(["--output", "a.txt"]), targets(["--output", "a.sarif", "--format", "sarif"])
    ([('text', 'a.txt')], [('sarif', 'a.sarif')])
    >>> targets(["--output", "a.json", "--output", "b.txt", "--format", "json", "--format", "text"])
    [('json', 'a.json'), ('text', 'b.txt')]
    """
    from itertools import pairwise

    split = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    made: list[tuple[str, str | None]] = []
    held: list[str] = []
    for name, value in pairwise(split):
        if name == "--format":
            made.append((value, held.pop(0) if held else None))
        elif name == "--output" and made and made[-1][1] is None:
            made[-1] = made[-1][0], value
        elif name == "--output":
            held.append(value)
    made += [("text", output) for output in held]
    return [(form, None if output == "-" else output) for form, output in made] or [("text", None)]


def refuse_outputs(targets: list[tuple[str, str | None]]) -> None:
    """Say before anything is done that a file cannot be written."""
    import os

    from engine.errors import RawcheckError

    for n, (form, output) in enumerate(targets):
        if output is not None and not os.path.isdir(os.path.dirname(output) or "."):
            raise RawcheckError(f"cannot write {output}: there is no such folder")
        if output is not None and os.path.isdir(output):
            raise RawcheckError(f"cannot write {output}: it is a folder")
        for other, same in targets[:n]:
            if same == output:
                raise RawcheckError(
                    f"{other} and {form} would both go to {output or 'the terminal'}; give each an --output"
                )


def base(path: str) -> str:
    """What stands before the names of files, seen from the folder in which the run was started, as it can be printed.

    Of a path that leads out of that folder nothing does: other tools know no files there.
    """
    import os

    from errata.source.files import shown

    return shown(os.fsencode(below(path)))


def below(path: str) -> str:
    """The same as the system has it."""
    import os

    from errata.source.paths import folder_of, prefix

    return prefix(folder_of(path), os.getcwd()) or ""


def write(text: str, output: str | None, exact: bool = False) -> None:
    """Print a text, or write it to a file; a patch is printed as it is, whatever the terminal can show."""
    if output in (None, "-"):
        try:
            _print(text, exact)
        except BrokenPipeError:  # whoever read it has gone; what was found out still decides
            import os

            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    try:
        with open(str(output), "w", encoding="utf-8", errors="surrogateescape" if exact else "strict") as file:
            file.write(text + "\n")
    except OSError as error:
        from engine.errors import RawcheckError

        raise RawcheckError(f"cannot write {output}: {error.strerror}") from error


def _print(text: str, exact: bool) -> None:
    if exact and text:
        sys.stdout.flush()
        sys.stdout.buffer.write(f"{text}\n".encode("utf-8", "surrogateescape"))
    else:
        print(_printable(text, sys.stdout.encoding))
    sys.stdout.flush()


def _printable(text: str, encoding: str | None) -> str:
    """The text as the terminal can show it: bars of # where it has no blocks."""
    try:
        text.encode(encoding or "ascii")
    except UnicodeEncodeError:
        if (encoding or "").lower().replace("-", "") == "utf8":
            return text.encode("utf-8", "replace").decode("utf-8")
        plain = dict.fromkeys(map(ord, "▏▎▍▌▋▊▉"), "") | {ord("█"): "#", ord("≈"): "~", ord("×"): "x", ord("−"): "-"}
        return text.translate(plain).encode("ascii", "replace").decode("ascii")
    return text


# Files written whole or not at all: beside their place first, and then moved to it.


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, with the rights that it had if it was there; whoever is killed meanwhile leaves the old one."""
    path = os.path.realpath(path)  # a link stays one
    beside = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{os.getpid()}")
    try:
        with open(beside, "wb") as file:
            file.write(data)
        if os.path.exists(path):
            os.chmod(beside, os.stat(path).st_mode & 0o7777)
        if os.path.exists(path) and os.stat(path).st_nlink > 1:  # its other names are to have it too
            with open(path, "r+b") as file:
                file.write(data)
                file.truncate()
        else:
            os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)
