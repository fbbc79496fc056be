"""Why a line is left out on purpose: dropped, proposed, or only for some; it is understood, and not played."""

from __future__ import annotations


class Unplayed(str):
    """Such a reason; any other is one why a line is not understood.

    >>> why = Unplayed("it says {!r}, and is not decided").format("maybe")
    >>> why, isinstance(why, Unplayed)
    ("it says 'maybe', and is not decided", True)
    """

    __slots__ = ()

    def format(self, *told: object, **named: object) -> Unplayed:
        """The reason with what the line says in its place."""
        return Unplayed(super().format(*told, **named))


UNDER = Unplayed("it stands under {!r}, so it holds only of that, and is not played: the rule is for all")
"""Why a rule for all is not what a line under something states."""
