"""Asks git about a repository: tracked files, changed lines, uncommitted files. The one home of the git command.

A repository can make git run programs, through its configuration, hooks, attributes, remotes and replaced objects. So
git never sees these: it runs in a folder of our own, which holds our configuration and links to the repository's data,
or copies where links are refused.
The files of the work tree are read and compared here.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.errors import RawcheckError
from verify.bounded_files import Unreadable, read_plain

_OWN_DATA = ("index", "sharedindex.*", "logs", "*_HEAD")
"""What git reads of a worktree, besides its HEAD. It must be data: nothing that says what is to be run."""
_SHARED_DATA = ("refs", "packed-refs", "reftable", "shallow")
"""What all worktrees of a repository share, besides its objects."""
_CONFIGURATION = "[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\n"
_FORMATS = re.compile(rb"^[ \t]*+((?:objectformat|refstorage)[ \t]*=[ \t]*\w+)[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
"""The settings that say how the data is to be read; git refuses those that it does not know."""
_VARIABLES = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}
"""No settings but ours, no objects instead of others, no remotes, no writing, messages in English."""
_DIFF = ("diff", "--no-index", "--unified=0", "--text", "--ignore-cr-at-eol", "--no-color")
_HUNK = re.compile(rb"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
SECONDS = 60
MAX_BYTES = 50_000_000
"""Larger files are not compared: all of their lines count as changed."""
MAX_TOTAL_BYTES = 300_000_000
"""All files of a revision that are read at once."""
MAX_OUTPUT_BYTES = MAX_TOTAL_BYTES + 20_000_000
"""What git may print."""


class NoGit(RawcheckError):
    """A git command failed; the message says why."""


class NoRepository(NoGit):
    """The folder is in no git repository."""


@dataclass(frozen=True)
class Repository:
    """A git repository with a work tree."""

    top: Path
    """The folder that its `.git` is in."""

    @cached_property
    def own_folder(self) -> Path:
        """The folder of the data of this worktree: `.git`, or what that file names."""
        link = self.top / ".git"
        return link if link.is_dir() else _folder_named_in(link)

    @cached_property
    def shared_folder(self) -> Path:
        """The folder of the data that all worktrees share."""
        link = self.own_folder / "commondir"
        return _folder_named_in(link) if link.exists() else self.own_folder

    def commit(self, revision: str) -> str:
        """The id of the commit of a revision; empty if there is none."""
        return self.line("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")

    def known_commit(self, revision: str) -> str:
        """The commit of a revision; raises NoGit if there is none."""
        if not revision or revision.startswith("-"):
            raise NoGit(f"{revision!r} is no revision")
        commit = self.commit(revision)
        if not commit:
            raise NoGit(f"git knows no revision {revision!r}; in a shallow checkout, fetch more of the history")
        return commit

    def tracked_files(self) -> list[bytes]:
        """The paths of the files in the index."""
        return [name for name in self.run("ls-files", "-z").split(b"\0") if name]

    @cache  # noqa: B019 - a commit never changes
    def files(self, commit: str) -> Mapping[bytes, str]:
        """The files of a commit by path, each with the id of its contents; a submodule has that of its commit."""
        entries = self.run("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0") if commit else ()
        described = (entry.partition(b"\t") for entry in entries if entry)
        return {name: description.split()[2].decode() for description, _, name in described}

    def renamed_files(self, commit: str) -> Mapping[bytes, str]:
        """The files of the index that were renamed since a commit, each with the id that its contents had then."""
        fields = self.run("diff-index", "--cached", "--raw", "-z", "-M", "--diff-filter=R", commit).split(b"\0")
        return {name: info.split()[2].decode() for info, name in zip(fields[::3], fields[2::3], strict=False)}

    def path_of(self, file: Path) -> bytes:
        """The path of a file from the top of the repository, as git writes it."""
        return os.fsencode(file.relative_to(self.top).as_posix())

    def contents(self, id: str) -> bytes:
        """The contents of a file of some commit."""
        if int(self.line("cat-file", "-s", id)) > MAX_BYTES:
            raise NoGit(f"git has more than {MAX_BYTES // 10**6} MB for one file")
        return self.run("cat-file", "blob", id)

    def line(self, *words: str) -> str:
        """The output of a git command that prints one line."""
        return self.run(*words).decode("utf-8", "replace").strip()

    def run(self, *words: str, files: Mapping[str, bytes] | None = None, stdin: bytes = b"") -> bytes:
        """The output of a git command, which has only data of the repository before it, and the given files."""
        variables = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
        try:
            with TemporaryDirectory(prefix="rawcheck-") as folder:
                self._lay_out(Path(folder))
                for name, data in (files or {}).items():
                    Path(folder, name).write_bytes(data)
                with open(os.path.join(folder, "output"), "w+b") as output:
                    result = subprocess.run(
                        ["git", "--git-dir=.", "--no-pager", *words],
                        cwd=folder,
                        env=variables | _VARIABLES | {"GIT_OBJECT_DIRECTORY": str(self.shared_folder / "objects")},
                        input=stdin,
                        stdout=output,
                        stderr=subprocess.PIPE,
                        timeout=SECONDS,
                        check=False,
                    )
                    if os.fstat(output.fileno()).st_size > MAX_OUTPUT_BYTES:
                        raise NoGit(f"git says more than {MAX_OUTPUT_BYTES // 10**6} MB")
                    output.seek(0)
                    printed = output.read()
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            raise NoGit(f"git cannot be asked: {error}") from error
        if b"not a git repository" in result.stderr:
            raise NoRepository("git cannot tell: this is not a git repository")
        if result.returncode > 1 or b"fatal:" in result.stderr:
            raise NoGit(f"git cannot tell: {result.stderr.decode('utf-8', 'replace').strip().partition(chr(10))[0]}")
        return printed

    def _lay_out(self, folder: Path) -> None:
        """Make a folder a repository with the same data."""
        try:
            head = read_plain(self.own_folder / "HEAD", 10_000)
            configuration = read_plain(self.shared_folder / "config", 1_000_000)
        except Unreadable as error:
            raise NoRepository(f"git cannot tell: {self.top / '.git'} is not a git repository") from error
        formats = b"\n".join(_FORMATS.findall(configuration))
        (folder / "HEAD").write_bytes(head)
        (folder / "config").write_bytes(_CONFIGURATION.encode() + formats)
        for source, patterns in ((self.own_folder, _OWN_DATA), (self.shared_folder, _SHARED_DATA)):
            for path in (path for pattern in patterns for path in source.glob(pattern)):
                _link_or_copy(path, folder / path.name)


def _link_or_copy(path: Path, target: Path) -> None:
    """Link a file or folder; copy it where that is refused, as Windows does to most people."""
    try:
        target.symlink_to(path)
    except OSError:
        if path.is_dir():
            shutil.copytree(path, target)
        else:
            shutil.copyfile(path, target)


def _folder_named_in(link: Path) -> Path:
    """The folder that a file such as `.git` or `commondir` names."""
    try:
        name = os.fsdecode(read_plain(link, 10_000)).removeprefix("gitdir: ").rstrip("\r\n")
    except Unreadable as error:
        raise NoRepository(f"git cannot tell: {link}: {error}") from error
    return link.parent / name


def repository_of(folder: str | Path) -> Repository | None:
    """The repository that a folder is in: that of the nearest `.git` upwards. Bare repositories do not count."""
    real = Path(folder).resolve()
    return next((Repository(above) for above in (real, *real.parents) if (above / ".git").exists()), None)


def _known_repository(folder: Path) -> Repository:
    """The repository that a folder is in; raises NoRepository if there is none."""
    if (repository := repository_of(folder)) is None:
        raise NoRepository("git cannot tell: this is not a git repository")
    return repository


def tracked_files(folder: str | Path) -> list[bytes]:
    """The files below a folder that git tracks, by their paths from there; none if git fails."""
    try:
        if (repository := repository_of(folder)) is None:
            return []
        above = repository.path_of(Path(folder).resolve() / "x")[:-1]
        return [name.removeprefix(above) for name in repository.tracked_files() if name.startswith(above)]
    except NoGit:
        return []


def exclude_file(repository: Repository) -> Path | None:
    """The path of `.git/info/exclude`, the ignore patterns of this clone; None if there is no repository."""
    try:
        return repository.shared_folder / "info" / "exclude"
    except NoGit:
        return None


# Changes


class Changes:
    """What changed below a folder since a revision, committed or not; raises NoGit if there is no such revision.

    A submodule is compared with the commit that the revision has of it.
    """

    def __init__(self, folder: str | Path, revision: str) -> None:
        self.folder = Path(folder).resolve()
        repository = _known_repository(self.folder)
        base = repository.known_commit(revision)
        head = repository.commit("HEAD")
        self._bases = {repository: (head and repository.line("merge-base", base, head)) or base}

    @cache  # noqa: B019 - a run has one of these
    def lines(self, file: str) -> set[int] | None:
        """The changed lines of a file, named from the folder; None for all, as it may be new."""
        path = self.folder / file
        repository = repository_of(path.parent)
        try:
            base = self._base(repository)
            if repository is None or not base:
                return None
            data = read_plain(path, MAX_BYTES)
            name = repository.path_of(path)
            id = repository.files(base).get(name) or repository.renamed_files(base).get(name, "")
            if not id or _is_same(data, id):
                return set() if id else None
            versions = {"old": repository.contents(id), "new": data}
            hunks = _HUNK.findall(repository.run(*_DIFF, *versions, files=versions))
        except (NoGit, Unreadable, ValueError):  # such as a file that a partial clone does not have
            return None
        changed: set[int] = set()
        for begin, count in hunks:
            first, lines = int(begin), int(count or 1)
            changed.update(range(first, first + lines) if lines else (first, first + 1))  # removed between these two
        return changed

    def _base(self, repository: Repository | None) -> str:
        """The commit that a repository is compared with; empty if all of it counts as changed."""
        if repository is None:
            return ""
        if repository not in self._bases:
            outer = repository_of(repository.top.parent)
            files = outer.files(self._base(outer)) if outer is not None else {}
            commit = files.get(outer.path_of(repository.top)) if outer is not None else ""
            self._bases[repository] = repository.commit(commit) if commit else ""
        return self._bases[repository]


def files_at(folder: str | Path, revision: str, wanted: Callable[[bytes, int], bool]) -> Iterator[tuple[bytes, bytes]]:
    """The files below a folder as they are in a revision: the path from the folder, and the contents.

    Only plain files that are `wanted`, by their path and size.
    """
    real = Path(folder).resolve()
    repository = _known_repository(real)
    commit, above = repository.known_commit(revision), repository.path_of(real / "x")[:-1]
    listing = repository.run("ls-tree", "-r", "-z", "--long", "--full-tree", commit).split(b"\0")
    below = (entry for entry in map(_BLOB.match, listing) if entry and entry["name"].startswith(above))
    entries = ((entry["name"].removeprefix(above), entry["id"], int(entry["size"] or 0)) for entry in below)
    blobs = [(name, id, size) for name, id, size in entries if wanted(name, size)]
    if sum(size for *_, size in blobs) > MAX_TOTAL_BYTES:
        raise NoGit(f"{revision!r} has more than {MAX_TOTAL_BYTES // 10**6} MB of files to compare")
    contents = BytesIO(repository.run("cat-file", "--batch", stdin=b"".join(id + b"\n" for _, id, _ in blobs)))
    for name, id, size in blobs:
        if contents.readline() != b"%b blob %d\n" % (id, size):
            raise NoGit(f"git has no contents of {name.decode('utf-8', 'replace')!r} at {revision!r}")
        yield name, contents.read(size)
        contents.read(1)


_BLOB = re.compile(rb"100(?:644|755) blob (?P<id>[0-9a-f]{40,}) +(?:(?P<size>\d+)|BAD)\t(?P<name>.*)", re.DOTALL)
"""A plain file in the output of `ls-tree --long`; the size of one that is missing is `BAD`."""


def in_last_commit(path: str) -> bytes | None:
    """The contents of a file in the last commit; None if it is not in it, or there is no repository."""
    file = Path(path).resolve()
    if (repository := repository_of(file.parent)) is None:
        return None
    try:
        id = repository.files(repository.commit("HEAD")).get(repository.path_of(file))
        return repository.contents(id) if id else None
    except NoRepository:
        return None


def uncommitted(files: Iterable[Path]) -> list[Path]:
    """The files with changes that are not committed; none where there is no repository.

    A file may be in a repository within another, or behind a link.
    """
    head = cache(lambda repository: repository.commit("HEAD"))  # git is asked once for all files

    def is_uncommitted(file: Path) -> bool:
        if (repository := repository_of(file.parent)) is None:
            return False
        id = repository.files(head(repository)).get(repository.path_of(file))
        return not id or not _is_same(file.read_bytes(), id)

    return [file for file in files if is_uncommitted(file.resolve())]


def _is_same(data: bytes, id: str) -> bool:
    """Whether git has a file under an id, perhaps with other line ends: a checkout may write CRLF for LF."""
    algorithm = "sha1" if len(id) == 40 else "sha256"
    versions = (data, data.replace(b"\r\n", b"\n"))
    hashes = (hashlib.new(algorithm, b"blob %d\0%b" % (len(text), text), usedforsecurity=False) for text in versions)
    return any(digest.hexdigest() == id for digest in hashes)
