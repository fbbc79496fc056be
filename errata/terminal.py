"""The terminal and the files that a command writes to: width, colours, progress, output files."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from getpass import getpass
from pathlib import Path
from textwrap import wrap
from time import monotonic

from engine.errors import RawcheckError

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\U000e0000-\U000e0fff]"
)
"""Characters that control a terminal, or hide, reorder or split the text around them; not tab and line feed."""
_COLOUR = re.compile(r"(\x1b\[(?:0|1|31|33|36)m)")
"""The colours that reports have; `render` lets them through only where they are wanted."""
_COMMAND = re.compile(r"^(?P<indent>[^\S\n]*):(?=:)", re.MULTILINE)
_HASH_COMMAND = re.compile(r"##(?P<service>\w*)\[")
"""Commands to a CI service: `::error::…` at the beginning of a line, `##[error]…` or `##vso[…]` anywhere."""


class WorkflowCommands(str):
    """A text whose lines are commands to GitHub Actions on purpose; `write` leaves their beginnings as they are."""


def visible(text: str) -> str:
    r"""A text with escapes for hidden characters. They are those of JSON, so that JSON stays what it is.

    >>> print(visible("a\x1b[2J \u202egnp.exe \U000e0041"))
    a\u001b[2J \u202egnp.exe \udb40\udc41
    """
    return _HIDDEN.sub(
        lambda hidden: re.sub("(....)", r"\\u\1", hidden[0].encode("utf-16-be", "surrogatepass").hex()), text
    )


def without_commands(text: str) -> str:
    r"""A text that a CI service prints and does not obey.

    >>> print(without_commands("::error::x\n ##vso[task.setvariable]y, a::b"))
    \u003a:error::x
     ##vso\u005btask.setvariable]y, a::b
    """
    if not isinstance(text, WorkflowCommands):
        text = _COMMAND.sub(r"\g<indent>\\u003a", text)
    return _HASH_COMMAND.sub(r"##\g<service>\\u005b", text)


def cyan(text: str) -> str:
    """A text in cyan."""
    return f"\x1b[36m{text}\x1b[0m" if text else text


def coloured(wanted: str, output: str | None) -> bool:
    """Whether to colour the output: `auto` does so on a terminal only, unless NO_COLOR is set."""
    if wanted == "auto" and output is None:
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted == "always"


def width() -> int:
    """Columns of the terminal, from 40 to 100."""
    return min(100, max(40, shutil.get_terminal_size().columns))


def wrapped(text: str, room: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of at most `room` columns, with indents; a number stays with its unit.

    >>> wrapped("It hits 92 % of the time", 11)
    ['It hits', '92 % of the', 'time']
    """
    joined = text.strip(" \t\n\r\v\f").replace(" %", "\u00a0%").replace("DM ", "DM\u00a0")
    lines = wrap(joined, room, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, expand_tabs=False)
    return [line.replace("\u00a0", " ").rstrip() for line in lines]


def progress(total: int, steps: str = "files read") -> Callable[[], None]:
    """Shows on stderr how far a run is, after two seconds; returns the function to call for each of its steps.

    A terminal gets a bar, anything else a line now and then.
    """
    is_terminal = sys.stderr.isatty()
    due, done = monotonic() + 2, 0

    def count() -> None:
        nonlocal done, due
        done += 1
        if monotonic() < due:
            return
        if not is_terminal:
            due = monotonic() + 5
            print(f"{done:,} of {total:,} {steps}", file=sys.stderr, flush=True)
            return
        bar = "#" * (30 * done // total)
        end = "\r\x1b[K" if done == total else ""
        print(f"\r[{bar:30}] {done}/{total}{end}", end="", file=sys.stderr, flush=True)

    return count


def say(text: str) -> None:
    """Print a message to stderr at once."""
    print(_printable(visible(without_commands(text)), sys.stderr.encoding), file=sys.stderr, flush=True)


def secret(name: str) -> str:
    """A password: asked for at a terminal without echo, else the first line of stdin."""
    if sys.stdin.isatty():
        return getpass(f"{name}: ")
    word = sys.stdin.readline().rstrip("\r\n")
    if not word:
        raise RawcheckError(f"no {name.lower()} was sent in, and there is no terminal to ask at")
    return word


def targets(options: Iterable[tuple[str, str]]) -> list[tuple[str, str | None]]:
    """The formats, each with the file of the `--output` next to it on the command line; text if no format is given.

    >>> targets([("forms", "text"), ("forms", "sarif"), ("outputs", "a.sarif")])
    [('text', None), ('sarif', 'a.sarif')]
    >>> targets([("outputs", "a.txt")]), targets([("outputs", "a.sarif"), ("forms", "sarif")])
    ([('text', 'a.txt')], [('sarif', 'a.sarif')])
    >>> targets([("outputs", "a.json"), ("outputs", "b.txt"), ("forms", "json"), ("forms", "text")])
    [('json', 'a.json'), ('text', 'b.txt')]
    """
    pairs: list[tuple[str, str | None]] = []
    waiting: list[str] = []
    for name, value in options:
        if name == "forms":
            pairs.append((value, waiting.pop(0) if waiting else None))
        elif pairs and pairs[-1][1] is None:
            pairs[-1] = pairs[-1][0], value
        else:
            waiting.append(value)
    pairs += [("text", output) for output in waiting]
    return [(form, None if output == "-" else output) for form, output in pairs] or [("text", None)]


def refuse_outputs(targets: list[tuple[str, str | None]]) -> None:
    """Raise RawcheckError if an output file cannot be written, or is used twice."""
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


def write(text: str, output: str | None, exact: bool = False) -> None:
    """Print a text or write it to a file, harmless to terminals and CI services.

    `exact` is for patches, whose bytes must not change in a file or a pipe.
    """
    if not exact or (output is None and (sys.stdout.isatty() or os.environ.get("GITHUB_ACTIONS"))):
        pieces = _COLOUR.split(without_commands(text))
        text = "".join(piece if n % 2 else visible(piece) for n, piece in enumerate(pieces))
    if output is not None and output != "-":
        if _leads_elsewhere(output):
            raise RawcheckError(f"cannot write {output}: it is a symlink that leads to another folder")
        try:
            write_whole(output, f"{text}\n".encode("utf-8", "surrogateescape" if exact else "strict"))
        except OSError as error:
            raise RawcheckError(f"cannot write {output}: {error.strerror}") from error
        return
    try:
        if exact and text:
            sys.stdout.flush()
            sys.stdout.buffer.write(f"{text}\n".encode("utf-8", "surrogateescape"))
        else:
            print(_printable(text, sys.stdout.encoding))
        sys.stdout.flush()
    except BrokenPipeError:  # the exit code still counts
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _leads_elsewhere(output: str) -> bool:
    """Whether an output file is a link out of its folder or into `.git`: a repository may have planted it."""
    real, folder = Path(output).resolve(), Path(output).parent.resolve()
    if not os.path.islink(output) or any(name.startswith("/dev/") for name in (output, os.readlink(output))):
        return False
    return not real.is_relative_to(folder) or ".git" in real.relative_to(folder).parts


def _printable(text: str, encoding: str | None) -> str:
    """A text in the characters of an encoding: bars of # instead of blocks, ? for what it lacks."""
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        if encoding.lower().replace("-", "") == "utf8":
            return text.encode("utf-8", "replace").decode("utf-8")
        plain = str.maketrans("█≈×−", "#~x-", "▏▎▍▌▋▊▉")
        return text.translate(plain).encode("ascii", "replace").decode("ascii")
    return text


def write_whole(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all: to a temporary file that then replaces it.

    Owner, permissions, symlinks and hard links stay. Devices, pipes and what stands in /dev are written to directly.
    """
    if os.fspath(path).startswith("/dev/") or (os.path.exists(path) and not os.path.isfile(path)):
        with open(path, "wb") as file:
            file.write(data)
        return
    path = os.path.realpath(path)
    old = os.stat(path) if os.path.exists(path) else None
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    temporary = os.path.join(os.path.dirname(path), f".rawcheck-{os.urandom(8).hex()}")
    mode = old.st_mode & 0o777 if old is not None else 0o666  # the umask takes its part of it
    try:
        with open(os.open(temporary, _NEW_FILE, mode), "wb") as file:
            file.write(data)
        if old is not None and old.st_nlink > 1:  # replacing it would split it from its other names
            before = Path(path).read_bytes()
            try:
                _overwrite(path, data)
            except OSError:
                _overwrite(path, before)
                raise
            return
        if old is not None and (old.st_uid, old.st_gid) != _owner(temporary):
            with suppress(PermissionError):
                os.chown(temporary, old.st_uid, old.st_gid)
        if old is not None:
            os.chmod(temporary, mode)
        os.replace(temporary, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _overwrite(path: str, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.write(data)
        file.truncate()


def _owner(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_uid, status.st_gid


_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""A file that nobody made before, also not as a link."""
