"""The files of a codebase: which are read, which are skipped, and why."""

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
from errata.readers import language_without_reader, reader_of
from errata.report import unread_files
from errata.source import git, gitignore
from errata.source.cache import key_of
from verify.bounded_files import Unreadable, read_plain

MAX_BYTES = 4_000_000
"""Larger files are not read."""
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
"""Folders of third-party code and of build output."""
_HISTORIES = frozenset({b".git", b".hg", b".svn"})
"""Those that every checkout has; they are not counted as skipped."""
_EITHER = frozenset({"target", "out", "bin", "obj", "env", "build", "dist"})
"""Those that may be the author's own; they are, if git tracks files in them."""
_GENERATED = re.compile(
    r"\.min\.|\.bundle\.|\.lock$|\.map$"
    r"|(?:^|/)(?:package-lock|npm-shrinkwrap|packages\.lock|composer-lock|pnpm-lock|yarn-lock)\.(?:json|ya?ml)$"
)
"""Names of generated files."""
_HISTORY = re.compile(
    r"(?:^|/)(?:change[-_]?logs?|changes|history|news|upgrading|release[-_ ]?(?:notes?|s))"
    r"(?:[-_.]?v?\d[\w.-]*)?(?:/[^/]+)?\.(?:md|markdown|txt|html?)$|(?:^|/)change[-_]?log\.(?:json|ya?ml|[cm]?js|ts)$",
    re.IGNORECASE,
)
"""Names of changelogs, which state former rules."""
_TESTS = re.compile(r"(?:^|/)(?:tests?|__tests__|e2e|__mocks__)/")
_CODE_TESTS = re.compile(
    r"(?:^|/)specs?/|[._-](?:tests?|specs?|e2e)\.\w+$|(?:^|/)test[-_][^/]*\.\w+$|[a-z0-9](?:Test|Spec)s?\.\w+$"
)
"""Names of tests, which state what they try and not what the code plays; the second only of code."""
_CAMPAIGN = re.compile(
    r"(?:^|[/_. -])(?:saves?|saved|savegames?|characters?|actors?|sessions?|campaigns?|worlds?)[/_. \d-]", re.IGNORECASE
)
"""Names of saved games, characters and sessions, which state what somebody has and not what the rules are."""
MAX_LINE = 20_000
"""Bytes of a line; a longer one is minified or generated."""
_PICTURE = re.compile(rb"data:[\w/+.;=-]+,[\w+/=%-]+|[ \t]{2,}")
"""An inline picture, or blanks, which do not count towards that."""


@dataclass(frozen=True)
class Source:
    """A file to read: its path, its name in the codebase, and its reader."""

    path: bytes
    name: str
    reader: str
    asked_for: bool = False
    """Whether the file itself was named, and not a folder that it is in."""
    size: int = 0
    bound: tuple[tuple[str, str], ...] = ()
    """The configured tables of the file: the name of each, and the rule table that it is, or `none`."""

    def data(self) -> bytes:
        """Its bytes."""
        with open(self.path, "rb") as file:
            return file.read(MAX_BYTES + 1)

    def key(self, data: bytes) -> bytes:
        """The cache key: a file with the same name and content has the same results."""
        return key_of(self.name, "asked for" if self.asked_for else "", repr(self.bound), data)

    def without_long_lines(self, data: bytes) -> bytes:
        """The code with an empty line in place of each that no person wrote."""
        if self.asked_for or self.reader not in ("javascript", "typescript") or len(data) < MAX_LINE:
            return data
        lines = data.split(b"\n")
        if max(map(len, lines)) <= MAX_LINE:
            return data
        return b"\n".join(b"" if len(_PICTURE.sub(b"", line)) > MAX_LINE else line for line in lines)


@dataclass
class Files:
    """The files of a codebase: those to read, how many were skipped for which reason, and what cannot be read."""

    sources: list[Source] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)
    unread_languages: Counter[str] = field(default_factory=Counter)
    """How many files are written in each programming language for which there is no reader."""

    def add(self, path: bytes, name: str, size: int, asked_for: bool = False) -> None:
        """Add a file if it has a reader and is not too large."""
        reader = reader_of(name)
        most = MAX_BYTES if reader in _DATA else MAX_CODE
        if reader and size > most:
            problem = f"it has {size / 1e6:,.3g} MB, and nobody writes more than {most // 10**6}"
            self.problems.append((name, problem))
        elif reader:
            self.sources.append(Source(path, name, reader, asked_for, size))
        elif language := language_without_reader(name):
            self.unread_languages[language] += 1


def find(root: str | os.PathLike[str], tests: bool = False, named: Callable[[str], bool] = lambda _: False) -> Files:
    """The files below a folder that have a reader, tests only if they are wanted; or one file, whatever it is.

    `named` says whether the user names a file, or a folder whose name ends in `/`; such a one is never skipped.
    """
    files = Files()
    top = os.fsencode(root)
    if os.path.isfile(root):
        files.add(top, shown(os.path.basename(top)), os.stat(root).st_size, asked_for=True)
        return files
    for path, name, size in _Tree(root, files, named).walk(top):
        why = "" if named(name) else _reason_to_skip(name, tests)
        if why:
            files.skipped[why] += bool(reader_of(name))
        else:
            files.add(path, name, size)
    return files


def _reason_to_skip(name: str, tests: bool) -> str:
    """Why a file is skipped by its name; empty if it is read."""
    if not tests and is_test(name):
        return "tests"
    return "histories" if _HISTORY.search(name) else "generated" if _GENERATED.search(name) else ""


def is_test(name: str) -> bool:
    """Whether a file is a test, by its name.

    >>> is_test("src/combat.spec.ts"), is_test("data/specs/weapons.json"), is_test("tests/a.json")
    (True, False, True)
    """
    return bool(_TESTS.search(name) or (reader_of(name) not in _DATA and _CODE_TESTS.search(name)))


def shown(name: bytes) -> str:
    r"""The name of a file as printable text, with escapes for what cannot be printed.

    >>> shown(b"a\xff.js"), shown(b"a\nb.js")
    ('a\\xff.js', 'a\\x0ab.js')
    """
    text = name.decode("utf-8", "backslashreplace")
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def is_campaign_data(name: str, item: str) -> bool:
    """Whether a table of a data file belongs to a campaign and not to the rules.

    That shows in the name of the file, or in `item`: it belongs to one of the things in a list.

    >>> is_campaign_data("saves/1.json", ""), is_campaign_data("fleet.json", "/Scout"), is_campaign_data("x.json", "")
    (True, True, False)
    """
    return reader_of(name) in _DATA and (item.startswith("/") or bool(_CAMPAIGN.search(name)))


class _Tree:
    """The walk through a folder, which skips what git ignores and what others wrote."""

    def __init__(self, root: str | os.PathLike[str], files: Files, named: Callable[[str], bool]) -> None:
        self.files, self.named = files, named
        self.folder = Path(root).resolve()
        repository = git.repository_of(self.folder)
        self.above = _prefix(self.folder, repository.top) if repository is not None else ""
        """The path of the folder in its repository: empty, or ending in `/`."""
        self.outer = _patterns_above(self.folder, repository) if repository is not None else []

    @cached_property
    def tracked(self) -> frozenset[str]:
        """The files that git tracks; git runs only if they are needed."""
        return frozenset(map(shown, git.tracked_files(self.folder)))

    def walk(self, top: bytes) -> Iterator[tuple[bytes, str, int]]:
        """The path, name and size of each file, in order. Links are not followed, so that none leads out."""
        folders: list[tuple[bytes, str, tuple[gitignore.Patterns, ...]]] = [(top, "", ())]
        while folders:
            folder, prefix, patterns = folders.pop()
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError as error:
                problem = f"the folder cannot be read: {(error.strerror or str(error)).lower()}"
                self.files.problems.append((prefix.rstrip("/") or ".", problem))
                continue
            files = (
                os.fsdecode(e.path) for e in entries if e.name == b".gitignore" and e.is_file(follow_symlinks=False)
            )
            patterns = (*patterns, *(group for file in files for group in _patterns_in(file, self.above + prefix)))
            inner = []
            for entry in entries:
                name = prefix + shown(entry.name)
                try:
                    what = self._what(entry, name, patterns)
                    if what == "folder":
                        inner.append((entry.path, f"{name}/", patterns))
                    elif what == "file":
                        yield entry.path, name, entry.stat().st_size
                    elif what:
                        self.files.skipped[what] += 1
                except OSError as error:
                    self.files.problems.append((name, (error.strerror or str(error)).lower()))
            folders += reversed(inner)

    def _what(self, entry: os.DirEntry[bytes], name: str, patterns: tuple[gitignore.Patterns, ...]) -> str:
        """Whether an entry is a folder or a file to look at, or why it is skipped; empty if nobody needs to know."""
        if entry.is_symlink():
            return "links"
        is_folder = entry.is_dir()
        if is_folder and entry.name in _HISTORIES:
            return ""
        if is_folder and self._is_others(name):
            return "vendor and tool folders"
        if not is_folder and not entry.is_file():
            return "no files but devices or pipes"
        if self._is_ignored(name, is_folder, patterns):
            return "ignored by .gitignore" if is_folder or reader_of(name) else ""
        return "folder" if is_folder else "file"

    def _is_ignored(self, name: str, is_folder: bool, patterns: tuple[gitignore.Patterns, ...]) -> bool:
        """Whether git ignores a path; it ignores nothing that it tracks."""
        if not gitignore.is_ignored(self.above + name, is_folder, (*self.outer, *patterns)):
            return False
        return not self._has_tracked(name) if is_folder else name not in self.tracked

    def _has_tracked(self, folder: str) -> bool:
        return any(file.startswith(f"{folder}/") for file in self.tracked)

    def _is_others(self, name: str) -> bool:
        """Whether a folder holds what others wrote or a tool made, by its name and by what git tracks."""
        last = name.rpartition("/")[2]
        if last not in SKIPPED_FOLDERS or self.named(f"{name}/"):
            return False
        return last not in _EITHER or not self._has_tracked(name)


def _prefix(folder: Path, top: Path) -> str:
    """The path of a folder from one above it: empty for that one itself, or ending in `/`."""
    return f"{shown(os.fsencode(folder.relative_to(top).as_posix()))}/" if folder != top else ""


def _patterns_above(folder: Path, repository: git.Repository) -> list[gitignore.Patterns]:
    """The patterns of `.git/info/exclude`, and of the `.gitignore` files above a folder in its repository.

    None of them count if the folder itself is ignored: whoever names it wants it to be read.
    """
    top, excluded = repository.top, git.exclude_file(repository)
    patterns = _patterns_in(excluded, "") if excluded is not None else []
    folders = [above for above in (*reversed(folder.parents), folder) if above.is_relative_to(top)]
    for above in folders[:-1]:
        patterns += _patterns_in(above / ".gitignore", _prefix(above, top))
    is_ignored = any(gitignore.is_ignored(_prefix(above, top).rstrip("/"), True, patterns) for above in folders[1:])
    return [] if is_ignored else patterns


def _patterns_in(file: str | os.PathLike[str], below: str) -> list[gitignore.Patterns]:
    """The patterns of one file, for the paths below a folder; none if it cannot be read."""
    try:
        text = read_plain(file, gitignore.MAX_BYTES).decode("utf-8-sig", "replace")
    except Unreadable:
        return []
    return [gitignore.patterns(text.split("\n"), below)]


# Paths that are given on the command line


def files_of(
    root: str | Path,
    tests: bool,
    named: Callable[[str], bool] = lambda _: False,
    how_to_read_tests: str = "--tests reads tests",
) -> Files:
    """The files of a codebase to read; raises RawcheckError with the reason if there are none.

    `how_to_read_tests` is part of that reason where only tests were found.
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
            unread = unread_files(files.unread_languages) or "nothing in it can be read"
            raise RawcheckError(f"{name}: {unread}; there are readers for code, data, pages and documents")
        hint = f"; {how_to_read_tests}" if files.skipped["tests"] else ""
        raise RawcheckError(f"{name}: all of it was skipped: {skipped}{hint}")
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


def prefix_in_repository(path: str | Path) -> str:
    """What stands before the names of a codebase's files, seen from the top of the repository that the run is in.

    That is what GitHub and GitLab expect, in whatever folder a step runs. Without a repository, seen from that folder.
    """
    repository = git.repository_of(Path.cwd())
    top = repository.top if repository is not None else Path.cwd()
    return shown(os.fsencode(path_below(top, folder_of(path))))
