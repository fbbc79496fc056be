"""The files of a codebase: which are read, and which are left out, and why."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.errors import RawcheckError
from errata.readers import reader_of
from errata.source import git, gitignore
from errata.source.cache import key_of

MAX_BYTES = 4_000_000
"""Larger files are data of another sort."""
MAX_CODE = 2_000_000
"""Larger sources are bundles that a tool wrote."""
_DATA = frozenset({"json", "yaml", "xml", "html", "csv", "markdown"})
SKIPPED_FOLDERS = frozenset(
    (
        "node_modules", ".git", ".hg", ".svn", "bower_components", "jspm_packages", "vendor", "third_party", "dist",
        "build", "out", "target", "bin", "obj", "coverage", ".next", ".nuxt", ".cache", ".venv", "venv", "env",
        "__pycache__", ".tox", ".mypy_cache", ".pytest_cache", ".idea", ".vscode",
    )
)  # fmt: skip
"""Folders with what others wrote, or a tool made."""
_HISTORIES = frozenset({b".git", b".hg", b".svn"})
"""Those of them that every checkout has, so that nobody need be told."""
_EITHER = frozenset({"target", "out", "bin", "obj", "env", "build", "dist"})
"""Those of them that may as well be somebody's own; git tells, as nobody commits what a tool makes anew."""
_GENERATED = re.compile(
    r"\.min\.|\.bundle\.|\.lock$|\.map$"
    r"|(?:^|/)(?:package-lock|npm-shrinkwrap|packages\.lock|composer-lock|pnpm-lock|yarn-lock)\.(?:json|ya?ml)$"
)
"""Names of files that a tool made."""
_HISTORY = re.compile(
    r"(?:^|/)(?:change[-_]?logs?|changes|history|news|upgrading|release[-_ ]?(?:notes?|s))"
    r"(?:[-_.]?v?\d[\w.-]*)?(?:/[^/]+)?\.(?:md|markdown|txt|html?)$|(?:^|/)change[-_]?log\.(?:json|ya?ml|[cm]?js|ts)$",
    re.IGNORECASE,
)
"""Names of documents that tell what was so once."""
_TESTS = re.compile(r"(?:^|/)(?:tests?|__tests__|e2e|__mocks__)/")
_CODE_TESTS = re.compile(
    r"(?:^|/)specs?/|[._-](?:tests?|specs?|e2e)\.\w+$|(?:^|/)test[-_][^/]*\.\w+$|[a-z0-9](?:Test|Spec)s?\.\w+$"
)
"""The same of code only: a specification may be data."""
"""Names of tests, which state what they try and not what the code plays."""
MAX_LINE = 20_000
"""Bytes of a line of code that nobody wrote."""
_PICTURE = re.compile(rb"data:[\w/+.;=-]+,[\w+/=%-]+|[ \t]{2,}")
"""A picture that someone put into the code, or blanks, which are no reason to take the rest for a tool's."""


@dataclass(frozen=True)
class Source:
    """A file that is read: its path, its name in the codebase, and its reader."""

    path: bytes
    name: str
    reader: str
    asked_for: bool = False
    """Whether the file itself was named, and not a folder that it is in."""
    size: int = 0
    bound: tuple[tuple[str, str], ...] = ()
    """Tables of it, by their names, that a person said what they are: a rule table, or `none`."""

    def data(self) -> bytes:
        """Its bytes."""
        file = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # a third of the time that `open` takes
        try:
            return b"".join(iter(lambda: os.read(file, self.size or MAX_BYTES), b""))[: MAX_BYTES + 1]
        finally:
            os.close(file)

    def key(self, data: bytes) -> bytes:
        """What the file is by its name and its content: whatever is found in it is found again in an equal one."""
        return key_of(self.name, "asked for" if self.asked_for else "", repr(self.bound), data)

    def without_long_lines(self, data: bytes) -> bytes:
        """The code without lines that no person wrote; the same if there are none."""
        if self.asked_for or self.reader not in ("javascript", "typescript") or len(data) < MAX_LINE:
            return data
        lines = data.split(b"\n")
        if max(map(len, lines)) <= MAX_LINE:
            return data
        kept = (b"" if len(_PICTURE.sub(b"", line)) > MAX_LINE else line for line in lines)
        return b"\n".join(kept)


@dataclass
class Files:
    """The files of a codebase."""

    sources: list[Source] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)


def find(root: str | os.PathLike[str], tests: bool = False, named: Callable[[str], bool] = lambda _: False) -> Files:
    """Every file below a folder that has a reader, tests only if they are wanted; or one file, whatever it is.

    `named` says whether a folder that would be left out is asked for by its name.
    """
    made = Files()
    top = os.fsencode(root)
    if os.path.isfile(root):
        _add(made, top, shown(os.path.basename(top)), os.stat(root).st_size, asked_for=True)
        return made
    tree = _Tree(root, named)
    for path, name, size in _walk(top, made, tree):
        why = "" if named(name) else _left_out(name, tests)
        if why:
            made.skipped[why] += bool(reader_of(name))
        else:
            _add(made, path, name, size)
    return made


def _left_out(name: str, tests: bool) -> str:
    """Why a file is left out by its name; empty if it is read."""
    if not tests and is_test(name):
        return "tests"
    return "histories" if _HISTORY.search(name) else "generated" if _GENERATED.search(name) else ""


class _Tree:
    """A folder that is walked: what git tracks in it, what it ignores, and what is asked for by its name."""

    def __init__(self, root: str | os.PathLike[str], named: Callable[[str], bool]) -> None:
        self.named = named
        self.folder = folder = Path(root).resolve()
        top = next((above for above in (folder, *folder.parents) if (above / ".git").exists()), None)
        self.in_repository = top is not None
        self.above = _below(folder, top or folder)
        """The path of the folder in its repository: empty, or ending in `/`."""
        self.outer = _patterns_above(folder, top) if top is not None else []

    @cached_property
    def tracked(self) -> frozenset[str]:
        """The files that git tracks, read only if they are asked for."""
        return frozenset(map(shown, git.tracked_files(self.folder))) if self.in_repository else frozenset()

    def is_ignored(self, name: str, is_folder: bool, known: tuple[gitignore.Patterns, ...]) -> bool:
        """Whether git ignores a path; what it tracks it does not."""
        if not gitignore.is_ignored(self.above + name, is_folder, (*self.outer, *known)):
            return False
        return not self.holds(f"{name}/") if is_folder else name not in self.tracked

    def holds(self, folder: str) -> bool:
        """Whether git tracks anything in a folder."""
        return any(file.startswith(folder) for file in self.tracked)

    def is_others(self, name: str) -> bool:
        """Whether a folder holds what others wrote, or a tool made, by its name; git may know better."""
        last = name.rpartition("/")[2]
        if last not in SKIPPED_FOLDERS or self.named(f"{name}/"):
            return False
        return last not in _EITHER or not self.holds(f"{name}/")


def _below(folder: Path, top: Path) -> str:
    """The path of a folder from another that it is in: empty for that one itself, or ending in `/`."""
    return f"{shown(os.fsencode(folder.relative_to(top).as_posix()))}/" if folder != top else ""


def _patterns_above(folder: Path, top: Path) -> list[gitignore.Patterns]:
    """What is ignored in this clone only, and by the `.gitignore` files above a folder in its repository.

    None of it counts if the folder is ignored itself: whoever names it wants it to be read.
    """
    excluded = git.exclude_file(top)
    found = _patterns_in(excluded, "") if excluded is not None else []
    folders = [above for above in (*reversed(folder.parents), folder) if above.is_relative_to(top)]
    for above in folders[:-1]:
        found += _patterns_in(above / ".gitignore", _below(above, top))
    is_ignored = any(gitignore.is_ignored(_below(above, top).rstrip("/"), True, found) for above in folders[1:])
    return [] if is_ignored else found


def is_test(name: str) -> bool:
    """Whether a file is a test, by its name.

    >>> is_test("src/combat.spec.ts"), is_test("data/specs/weapons.json"), is_test("tests/a.json")
    (True, False, True)
    """
    return bool(_TESTS.search(name) or (reader_of(name) not in _DATA and _CODE_TESTS.search(name)))


def shown(name: bytes) -> str:
    r"""A name of a file as text that can be printed: what cannot is written as its code.

    >>> shown(b"a\xff.js"), shown(b"a\nb.js")
    ('a\\xff.js', 'a\\x0ab.js')
    """
    text = name.decode("utf-8", "backslashreplace")
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def _add(made: Files, path: bytes, name: str, size: int, asked_for: bool = False) -> None:
    reader = reader_of(name)
    most = MAX_BYTES if reader in _DATA else MAX_CODE
    if reader and size > most:
        made.problems.append((name, f"it has {size / 1e6:,.3g} MB, and nobody writes more than {most // 10**6}"))
    elif reader:
        made.sources.append(Source(path, name, reader, asked_for, size))


def _walk(top: bytes, made: Files, tree: _Tree) -> Iterator[tuple[bytes, str, int]]:
    """The files below a folder, in order; links are not followed, so that none leads round or out."""
    left: list[tuple[bytes, str, tuple[gitignore.Patterns, ...]]] = [(top, "", ())]
    while left:
        folder, prefix, known = left.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            made.problems.append((prefix.rstrip("/") or ".", f"the folder cannot be read: {why}"))
            continue
        known = (*known, *_patterns(entries, tree.above + prefix))
        inner = []
        for entry in entries:
            name = prefix + shown(entry.name)
            try:
                what = _what(entry, name, known, tree)
                if what == "folder":
                    inner.append((entry.path, name + "/", known))
                elif what == "file":
                    yield entry.path, name, entry.stat().st_size
                elif what:
                    made.skipped[what] += 1
            except OSError as error:
                made.problems.append((name, (error.strerror or str(error)).lower()))
        left += reversed(inner)


def _what(entry: os.DirEntry[bytes], name: str, known: tuple[gitignore.Patterns, ...], tree: _Tree) -> str:
    """What an entry of a folder is: a folder or a file to look at, or why it is left out; empty if it is no matter."""
    if entry.is_symlink():
        return "links"
    if entry.is_dir():
        if entry.name in _HISTORIES:
            return ""
        if tree.is_others(name):
            return "folders of others or of tools"
        return "ignored by .gitignore" if tree.is_ignored(name, True, known) else "folder"
    if not entry.is_file():
        return "no files but devices or pipes"
    if tree.is_ignored(name, False, known):
        return "ignored by .gitignore" if reader_of(name) else ""
    return "file"


def _patterns(entries: list[os.DirEntry[bytes]], prefix: str) -> list[gitignore.Patterns]:
    """The patterns of the folder's own `.gitignore`, if it has one that can be read."""
    for entry in entries:
        if entry.name == b".gitignore" and entry.is_file(follow_symlinks=False):
            return _patterns_in(entry.path, prefix)
    return []


def _patterns_in(file: Path | bytes, below: str) -> list[gitignore.Patterns]:
    """The patterns of one file, for the paths below a folder; none if it cannot be read."""
    try:
        with open(file, "rb") as opened:
            text = opened.read(gitignore.MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return []
    whole = text if len(text) < gitignore.MAX_BYTES else text.rpartition("\n")[0]
    return [gitignore.patterns(whole.split("\n"), below)]


# Paths that are given on the command line


def files_of(
    root: str | Path,
    tests: bool,
    named: Callable[[str], bool] = lambda _: False,
    how_to_read_tests: str = "--tests reads tests",
) -> Files:
    """The files of a codebase that are read; raises RawcheckError with the reason if there are none.

    `how_to_read_tests` is told where only tests were found.
    """
    name = shown(os.fsencode(root))
    try:
        if not (os.path.isfile(root) or stat.S_ISDIR(os.stat(root).st_mode)):
            raise RawcheckError(f"{name}: it is no file but a device or a pipe")
        files = find(root, tests, named)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise RawcheckError(f"{name}: there is no such file or folder") from error
    except (OSError, ValueError) as error:
        raise RawcheckError(f"{name}: {(getattr(error, 'strerror', '') or str(error)).lower()}") from error
    if not files.sources and not files.problems:
        skipped = ", ".join(f"{reason} {count:,}" for reason, count in sorted(files.skipped.items()) if count)
        if not skipped:
            raise RawcheckError(
                f"{name}: nothing in it can be read; there are readers for code, data, pages and documents"
            )
        hint = f"; {how_to_read_tests}" if files.skipped["tests"] else ""
        raise RawcheckError(f"{name}: all of it was left out: {skipped}{hint}")
    return files


def refuse_bad_paths(paths: Sequence[str]) -> None:
    """Raise RawcheckError for an empty path, which is a mistake in a script, and for a link that leads to itself."""
    for path in paths:
        if not path:
            raise RawcheckError("an empty path names nothing; '.' is the folder you are in")
        try:
            os.path.realpath(path, strict=True)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise RawcheckError(f"{shown(os.fsencode(path))}: it is a link that leads to itself") from error


def codebase_names(paths: Sequence[str]) -> list[str]:
    """A name for each codebase: the last part of its path, with a number where two are alike."""
    names: list[str] = []
    resolved = [os.path.realpath(path) for path in paths]
    for n, path in enumerate(resolved):
        if path in resolved[:n]:
            raise RawcheckError(f"{paths[n]} is given twice")
        name = shown(os.fsencode(os.path.basename(path))) or "root"
        names.append(name if name not in names else f"{name}-{len(names) + 1}")
    return names


def folder_of(path: str | Path) -> Path:
    """A folder itself, or the folder of a file, with links resolved."""
    real = Path(os.path.realpath(path))
    return real if os.path.isdir(real) else real.parent


def path_below(top: Path, folder: Path) -> str:
    """What stands before the names of a folder's files, seen from `top`; empty for `top` and whatever is not below it.

    >>> path_below(Path("/vtt"), Path("/vtt/src/data")), path_below(Path("/vtt"), Path("/vtt2"))
    ('src/data/', '')
    """
    return f"{folder.relative_to(top).as_posix()}/" if top in folder.parents else ""


def prefix_from_here(path: str | Path) -> str:
    """What stands before the names of a codebase's files, seen from the folder in which the run was started.

    Empty for a path outside of that folder: other tools know no files there.
    """
    return path_below(Path.cwd(), folder_of(path))


def printable_prefix(path: str | Path) -> str:
    """The same as it can be printed."""
    return shown(os.fsencode(prefix_from_here(path)))
