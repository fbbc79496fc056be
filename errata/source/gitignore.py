"""`.gitignore` files: which paths their patterns ignore. This is the one home of pathspec."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

MAX_BYTES = 200_000
"""A larger file is no list of patterns."""
MAX_STARS = 4
"""Wildcards in one part of a pattern; a regular expression with more of them can take hours for one long name."""


class Patterns(NamedTuple):
    """The patterns of one `.gitignore` file."""

    below: str
    """The folder they count in: empty, or a path that ends in `/`."""
    files: GitIgnoreSpec
    folders: GitIgnoreSpec
    """The same for paths of folders, which a pattern with `/` at its end matches as well."""


def patterns(lines: Iterable[str], below: str = "") -> Patterns:
    """Compile the lines of a `.gitignore` file; those that are no valid pattern are skipped."""
    plain = [_FOLDERS_BELOW.sub("/*/", line.rstrip()) for line in lines]
    return Patterns(below, _spec(plain), _spec(line.rstrip("/") for line in plain))


_FOLDERS_BELOW = re.compile(r"/\*\*/$")
"""`docs/**/` names the folders in a folder; pathspec would match its files as well."""


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """Patterns by pathspec, which is loaded only where there are any: it takes a tenth of a small gate's time."""
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    compiled = []
    for line in lines:
        if any(part.count("*") > MAX_STARS for part in line.split("/")):
            continue
        with suppress(ValueError, re.error):  # a class such as [z-a] matches nothing
            compiled.append(GitIgnoreSpecPattern(line))
    return GitIgnoreSpec(compiled, backend="simple")


def is_ignored(path: str, is_folder: bool, known: Sequence[Patterns]) -> bool:
    """Whether a path is ignored: the innermost file with a pattern that matches decides, and in it the last one.

    >>> known = [patterns(["*.log", "/build/", "!keep.log"])]
    >>> is_ignored("a/x.log", False, known), is_ignored("build", True, known), is_ignored("keep.log", False, known)
    (True, True, False)
    """
    for below, files, folders in reversed(known):
        if path.startswith(below):
            include = (folders if is_folder else files).check_file(path[len(below) :]).include
            if include is not None:
                return include
    return False
