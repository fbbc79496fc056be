"""Called shots in space: a location that the gunner chooses, where the book rolls 2D."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC803"
RULE = "space/critical/location"
TRIGGER = r"called[_ -]?shot"

_DEFINED = re.compile(
    r"(?:\b(?:function|def|const|let|var|local)\s+\w{0,40}called_?shot\w{0,40}|\w{0,40}called_?shot\w{0,40}[\"']?\s*[:=](?!=)"
    r"|id=[\"'][\w-]{0,40}called-?shot)",
    re.IGNORECASE,
)
_DENIED = re.compile(r"[:=]\s*(?:false|null|nil|none|0|undefined)\b|\bno called|not allowed|removed", re.IGNORECASE)


def find(source: Code) -> Iterator[Sign]:
    """The first place in a file where called shots are defined or offered."""
    if source.is_data:
        return
    for n, found in source.matches(_DEFINED, "called"):
        if not _DENIED.search(found.string) and "personal" not in source.file.lower():
            yield Sign(
                n, found.start() + 1, found[0].strip()[:40], "chosen", "The location of a hit can be chosen here"
            )
            return
