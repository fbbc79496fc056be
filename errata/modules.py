"""The modules of a folder: a command, a format or a mechanic exists by being a file there."""

from __future__ import annotations

import os
from collections.abc import Iterable


def modules_in(path: Iterable[str]) -> list[str]:
    """Their names, in order. `pkgutil` would tell the same, and import what inspects code first, which takes long.

    >>> from errata import readers
    >>> modules_in(readers.__path__)[:3]
    ['csharp', 'csv', 'html']
    """
    names = (name for folder in path for name in os.listdir(folder))
    return sorted(name[:-3] for name in names if name.endswith(".py") and not name.startswith("_"))
