"""The headings of a wiki as those of a page: `== Dropped ==` is `## Dropped`. Each stays on its line."""

from __future__ import annotations

import re

from engine.late import late

_HEADING = late(r"^(={1,6})[ \t]*([^=\s].*?)[ \t]*\1[ \t]*$", re.MULTILINE, ("=",))


def as_a_page(text: str) -> str:
    r"""The text of a wiki as that of a page; any other stays as it is.

    >>> as_a_page("= Rules =\n== Dropped ==\n* '''Aiming''': +2\nx == y")
    '# Rules\n## Dropped\n* **Aiming**: +2\nx == y'
    """
    made = _HEADING.sub(lambda found: f"{'#' * len(found[1])} {found[2]}", text)
    return made.replace("'''", "**") if made != text else text
