"""The options of `--fix`."""

from __future__ import annotations

from typing import NamedTuple


class FixOptions(NamedTuple):
    """What `--fix-unsafe`, `--diff` and `--allow-dirty` ask for."""

    unsafe: bool = False
    """Whether contested and doubtful values are rewritten too."""
    only_patch: bool = False
    """Whether a patch is made and nothing is written."""
    allow_dirty: bool = False
    """Whether files with uncommitted changes are rewritten."""

    @classmethod
    def from_flags(cls, fix: bool, fix_unsafe: bool, diff: bool, allow_dirty: bool) -> FixOptions | None:
        """The options of a command line; None if nothing is to be rewritten."""
        return cls(fix_unsafe, diff, allow_dirty) if fix or fix_unsafe or diff else None
