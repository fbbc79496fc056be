"""Runs git: tracked files, changed lines, uncommitted files. This is the one home of the git command.

A repository can make git run programs; `_run`, through which every command goes, switches that off.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from engine.errors import RawcheckError

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "diff.noprefix=false")
"""Settings that keep a repository from making git run programs."""
_PLAIN = (
    "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--relative", "--text", "--src-prefix=a/",
    "--dst-prefix=b/", "--find-renames",
)  # fmt: skip
"""Options for a diff that can be parsed, whatever is configured."""
SECONDS = 60

Touched = dict[str, set[int] | None]
"""The changed lines of each file, named from the folder; None for all lines. The name of a folder ends in `/`."""


class NoGit(RawcheckError):
    """A git command failed; the message says why."""


class NoRepository(NoGit):
    """The folder is in no git repository."""


def tracked_files(folder: str | Path) -> list[bytes]:
    """The files below a folder that git tracks, by their paths from there; none if git fails."""
    try:
        return [name for name in _run(folder, "ls-files", "-z").split(b"\0") if name]
    except NoGit:
        return []


def exclude_file(folder: str | Path) -> Path | None:
    """The path of `.git/info/exclude`, the ignore patterns of this clone; None if git fails."""
    try:
        return Path(folder, _git(folder, "rev-parse", "--git-path", "info/exclude").removesuffix("\n"))
    except NoGit:
        return None


def changed_since(folder: str | Path, revision: str) -> Touched:
    """The lines below a folder that changed since a revision, committed or not; all lines of a new file.

    A submodule is compared with the commit that the revision has of it.
    """
    if not revision or revision.startswith("-"):
        raise NoGit(f"{revision!r} is no revision")
    base = _commit(folder, revision)
    if not base:
        raise NoGit(f"git knows no revision {revision!r}; in a shallow checkout, fetch more of the history")
    return _differing(folder, _git(folder, "merge-base", base, "HEAD").strip() or base)


def touched_lines(file: str, touched: Touched) -> set[int] | None:
    """The changed lines of a file; None for all, as it or a folder around it may be new.

    >>> touched_lines("sm/a/b.js", {"sm/": None}), touched_lines("a.js", {"a.js": {2}}), touched_lines("c.js", {})
    (None, {2}, set())
    """
    folders = (file[: n + 1] for n, sign in enumerate(file) if sign == "/")
    return None if any(folder in touched for folder in folders) else touched.get(file, set())


def _commit(folder: str | Path, revision: str) -> str:
    """The commit of a revision; empty if there is none."""
    return _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()


def _differing(folder: str | Path, base: str) -> Touched:
    """The lines below a folder that differ from a commit."""
    touched: dict[str, set[int] | None] = defaultdict(set)
    file, remaining = "", 0
    for line in _git(folder, "diff", *_PLAIN, base, "--", ".").split("\n"):
        if remaining:  # a line of a hunk, even if it looks like a header
            remaining -= line[:1] in ("+", "-")
        elif line.startswith("+++ "):
            file = _name(line[4:])
        elif hunk := _HUNK.match(line):
            removed, first, added = (int(part) if part is not None else 1 for part in hunk.groups())
            remaining = removed + added
            if file and (lines := touched[file]) is not None:
                lines.update(
                    range(first, first + added) if added else (first, first + 1)
                )  # lines were removed between these two
    for name in _git(folder, "ls-files", "--others", "--exclude-standard", "-z").split("\0"):
        if name:
            touched[name] = None
    for name, commit in _submodules(folder, base):
        inner = _differing(os.path.join(folder, name), commit) if commit else {"": None}
        touched |= {f"{name}/{below}": lines for below, lines in inner.items()}
    return dict(touched)


def _submodules(folder: str | Path, base: str) -> Iterator[tuple[str, str]]:
    """The submodules below a folder that are checked out, each with its commit at `base`.

    The commit is empty if there was none, or if the submodule does not have it: then all of it counts as changed.
    """
    commits = dict(_links(_git(folder, "ls-tree", "-r", "-z", base, "--", ".")))
    for name, _ in _links(_git(folder, "ls-files", "--stage", "-z", "--", ".")):
        inside = os.path.join(folder, name)
        if os.path.exists(os.path.join(inside, ".git")):
            yield name, _commit(inside, commits[name]) if name in commits else ""


def _links(listing: str) -> Iterator[tuple[str, str]]:
    """The submodules in the output of `ls-tree` or `ls-files --stage`, each with its commit."""
    for entry in listing.split("\0"):
        if link := _LINK.match(entry):
            yield link["name"], link["commit"]


_LINK = re.compile(r"160000 (?:commit )?(?P<commit>[0-9a-f]{40,}+)[^\t]*+\t(?P<name>.*)", re.DOTALL)


def _name(text: str) -> str:
    """The file in a header of a diff; empty if it was removed."""
    text = text.rstrip("\t")
    if text.startswith('"'):
        text = _ESCAPED.sub(lambda m: _ESCAPES.get(m[1]) or chr(int(m[1], 8)), text[1:-1])
    return text.removeprefix("b/") if text != "/dev/null" else ""


_ESCAPED = re.compile(r"\\([0-7]{3}|.)")
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def in_last_commit(path: str) -> bytes | None:
    """The contents of a file in the last commit; None if it is not in it, or there is no repository."""
    folder, name = os.path.split(os.path.realpath(path))
    if not any((above / ".git").exists() for above in (Path(folder), *Path(folder).parents)):
        return None
    try:
        is_there = _commit(folder, "HEAD") and _git(folder, "ls-tree", "--name-only", "-z", "HEAD", "--", name)
        return _git(folder, "show", f"HEAD:./{name}").encode("utf-8", "surrogatepass") if is_there else None
    except NoRepository:
        return None


def uncommitted(files: list[Path]) -> list[Path]:
    """The files with uncommitted changes; none where there is no repository.

    Git runs in the folder of each file, as it may be in a repository within another, or behind a link.
    """
    by_folder: dict[Path, list[Path]] = defaultdict(list)
    for file in files:
        real = file.resolve()
        if any((above / ".git").exists() for above in real.parents):
            by_folder[real.parent].append(real)
    dirty = []
    for folder, own in by_folder.items():
        try:
            status = _git(folder, "status", "--porcelain", "-z", "--untracked-files=all", "--", *(f.name for f in own))
        except NoRepository:
            continue
        changed = {line[3:].rpartition("/")[2] for line in status.split("\0") if len(line) > 3}
        dirty += [file for file in own if file.name in changed]
    return [file for file in files if file.resolve() in dirty]


def _git(folder: str | Path, *words: str) -> str:
    """The output of a git command as text."""
    return _run(folder, *words).decode("utf-8", "replace")


def _run(folder: str | Path, *words: str) -> bytes:
    """The output of a git command in a folder."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith("GIT_")
    }  # git sets such variables for hooks
    env = variables | {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        result = subprocess.run(
            ["git", "--literal-pathspecs", *_SAFE, *words],
            cwd=folder,
            env=env,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoGit(f"git cannot be asked: {error}") from error
    if b"not a git repository" in result.stderr:
        raise NoRepository("git cannot tell: this is not a git repository")
    if result.returncode and (words[0] not in ("rev-parse", "merge-base") or b"fatal" in result.stderr):
        why = result.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise NoGit(f"git cannot tell: {why or 'it failed'}")
    return result.stdout
