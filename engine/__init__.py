"""The rules as written: exact dice, rule tables with their cites, and the mechanics that play them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.distribution import Distribution
    from engine.notation import Dice, roll
    from engine.raw import RAW

__all__ = ["RAW", "Dice", "Distribution", "roll"]

_HOMES = {
    "RAW": "engine.raw",
    "Dice": "engine.notation",
    "Distribution": "engine.distribution",
    "roll": "engine.notation",
}


def __getattr__(name: str) -> object:
    """Each is imported when it is first asked for: dice do not need the rules, and few rules need dice to be rolled."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
