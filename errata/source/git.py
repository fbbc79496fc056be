"""Questions to git: tracked files, changed lines, uncommitted files. This is the one home of git's command.

A repository can make git run programs; every question goes through `_ask`, which switches that off.
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
"""Settings under which a repository cannot make git run anything of its own."""
_PLAIN = (
    "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--relative", "--text", "--src-prefix=a/",
    "--dst-prefix=b/", "--find-renames",
)  # fmt: skip
"""A diff as it is read here, whatever is configured."""
SECONDS = 60

Touched = dict[str, set[int] | None]
"""The lines that a change touched, by file below the folder; None for all of them. A folder ends in `/`."""


class NoGit(RawcheckError):
    """Git cannot tell; the message says why."""


class NoRepository(NoGit):
    """There is no repository here."""


def tracked_files(folder: str | Path) -> list[bytes]:
    """The files below a folder that git tracks, by their paths from there; none if git cannot tell."""
    try:
        return [name for name in _ask(folder, "ls-files", "-z").split(b"\0") if name]
    except NoGit:
        return []


def exclude_file(folder: str | Path) -> Path | None:
    """The file of patterns that are ignored in this clone only, `.git/info/exclude`; None if git cannot tell."""
    try:
        return Path(folder, _git(folder, "rev-parse", "--git-path", "info/exclude").removesuffix("\n"))
    except NoGit:
        return None


def changed_since(folder: str | Path, revision: str) -> Touched:
    """The lines below a folder that differ from a revision, committed or not; a new file is touched as a whole.

    In a submodule they are those that differ from the commit of it that the revision has.
    """
    if not revision or revision.startswith("-"):
        raise NoGit(f"{revision!r} is no revision")
    base = _commit(folder, revision)
    if not base:
        raise NoGit(f"git knows no revision {revision!r}; in a shallow checkout, fetch more of the history")
    return _differing(folder, _git(folder, "merge-base", base, "HEAD").strip() or base)


def touched_lines(file: str, touched: Touched) -> set[int] | None:
    """The lines of a file that were touched, None for all of them: it, or a folder that it is in, may be new.

    >>> touched_lines("sm/a/b.js", {"sm/": None}), touched_lines("a.js", {"a.js": {2}}), touched_lines("c.js", {})
    (None, {2}, set())
    """
    folders = (file[: n + 1] for n, sign in enumerate(file) if sign == "/")
    return None if any(folder in touched for folder in folders) else touched.get(file, set())


def _commit(folder: str | Path, revision: str) -> str:
    """The commit that a revision names; empty if git knows none."""
    return _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()


def _differing(folder: str | Path, base: str) -> Touched:
    """The lines below a folder that differ from a commit."""
    touched: dict[str, set[int] | None] = defaultdict(set)
    file, left = "", 0
    for line in _git(folder, "diff", *_PLAIN, base, "--", ".").split("\n"):
        if left:  # a line of a hunk, whatever it looks like
            left -= line[:1] in ("+", "-")
        elif line.startswith("+++ "):
            file = _name(line[4:])
        elif hunk := _HUNK.match(line):
            gone, first, count = (int(part) if part is not None else 1 for part in hunk.groups())
            left = gone + count
            if file and (lines := touched[file]) is not None:
                lines.update(range(first, first + count) if count else (first, first + 1))  # where lines were taken out
    for name in _git(folder, "ls-files", "--others", "--exclude-standard", "-z").split("\0"):
        if name:
            touched[name] = None
    for name, commit in _submodules(folder, base):
        inner = _differing(os.path.join(folder, name), commit) if commit else {"": None}
        touched |= {f"{name}/{below}": lines for below, lines in inner.items()}
    return dict(touched)


def _submodules(folder: str | Path, base: str) -> Iterator[tuple[str, str]]:
    """The submodules below a folder that are checked out, each with its commit at another of the whole.

    That is empty if there was none, or if the submodule does not have it: then all of it counts as touched.
    """
    had = dict(_links(_git(folder, "ls-tree", "-r", "-z", base, "--", ".")))
    for name, _ in _links(_git(folder, "ls-files", "--stage", "-z", "--", ".")):
        inside = os.path.join(folder, name)
        if os.path.exists(os.path.join(inside, ".git")):
            yield name, _commit(inside, had[name]) if name in had else ""


def _links(told: str) -> Iterator[tuple[str, str]]:
    """The submodules in a list of git's: `160000 commit 5e1c…`, or `160000 5e1c… 0`, a tab, and the name."""
    for entry in told.split("\0"):
        if entry.startswith("160000 "):
            about, _, name = entry.partition("\t")
            yield name, next(word for word in about.split()[1:] if len(word) >= SHORTEST)


SHORTEST = 40
"""Signs of a commit's name."""


def _name(text: str) -> str:
    """The file that a diff names; empty if it was removed."""
    text = text.rstrip("\t")
    if text.startswith('"'):
        text = _ESCAPED.sub(lambda m: _ESCAPES.get(m[1]) or chr(int(m[1], 8)), text[1:-1])
    return text.removeprefix("b/") if text != "/dev/null" else ""


_ESCAPED = re.compile(r"\\([0-7]{3}|.)")
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def in_last_commit(path: str) -> bytes | None:
    """A file as the last commit has it; None if it has none, or if there is no repository to ask."""
    folder, name = os.path.split(os.path.realpath(path))
    if not any((above / ".git").exists() for above in (Path(folder), *Path(folder).parents)):
        return None
    try:
        told = _git(folder, "ls-tree", "--name-only", "-z", "HEAD", "--", name) if _commit(folder, "HEAD") else ""
        return _git(folder, "show", f"HEAD:./{name}").encode("utf-8", "surrogatepass") if told else None
    except NoRepository:
        return None


def uncommitted(files: list[Path]) -> list[Path]:
    """Which of some files have changes that are not committed; none where there is no repository.

    Each is asked for in its own folder, since it may be in a repository within another, or behind a link.
    """
    by_folder: dict[Path, list[Path]] = defaultdict(list)
    for file in files:
        real = file.resolve()
        if any((above / ".git").exists() for above in real.parents):
            by_folder[real.parent].append(real)
    dirty = []
    for folder, own in by_folder.items():
        try:
            told = _git(folder, "status", "--porcelain", "-z", "--untracked-files=all", "--", *(f.name for f in own))
        except NoRepository:
            continue
        changed = {line[3:].rpartition("/")[2] for line in told.split("\0") if len(line) > 3}
        dirty += [file for file in own if file.name in changed]
    return [file for file in files if file.resolve() in dirty]


def _git(folder: str | Path, *words: str) -> str:
    """Git's answer as text."""
    return _ask(folder, *words).decode("utf-8", "replace")


def _ask(folder: str | Path, *words: str) -> bytes:
    """What a command of git prints about the repository that a folder is in."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}  # a hook has its own
    env = own | {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        run = subprocess.run(
            ["git", "--literal-pathspecs", *_SAFE, *words],
            cwd=folder,
            env=env,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoGit(f"git cannot be asked: {error}") from error
    if b"not a git repository" in run.stderr:
        raise NoRepository("git cannot tell: this is not a git repository")
    if run.returncode and (words[0] not in ("rev-parse", "merge-base") or b"fatal" in run.stderr):
        why = run.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise NoGit(f"git cannot tell: {why or 'it failed'}")
    return run.stdout
