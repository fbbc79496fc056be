"""What belongs to pages, kept while it takes little room: that of the last pages, and of more where they are light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

_PAGES = 64
"""Pages that are kept in any case."""
_MOST, _ROOM = 512, 400_000
"""How many are kept at most, and what they may have together: signs, or objects."""

Own = TypeVar("Own")


class Kept(Generic[Own]):
    """What belongs to pages, by page; what was asked for last goes last."""

    def __init__(self, weigh: Callable[[Own], int]) -> None:
        """`weigh` tells how much one takes."""
        self._weigh = weigh
        self._held: dict[int, tuple[Own, int]] = {}
        self._whole = 0

    def get(self, page: int) -> Own | None:
        """What belongs to a page, if it is kept."""
        found = self._held.pop(page, None)
        if found is None:
            return None
        self._held[page] = found
        return found[0]

    def put(self, page: int, own: Own) -> Own:
        """Keep what belongs to a page.

        >>> light, heavy = Kept(lambda _: 10), Kept(lambda _: 10_000)
        >>> for page in range(600): _ = light.put(page, "light"), heavy.put(page, "heavy")
        >>> [sum(one.get(page) is not None for page in range(600)) for one in (light, heavy)]
        [512, 64]
        """
        weight = self._weigh(own)
        self._held[page] = own, weight
        self._whole += weight
        while len(self._held) > _PAGES and (self._whole > _ROOM or len(self._held) > _MOST):
            _, least = self._held.pop(next(iter(self._held)))
            self._whole -= least
        return own
