"""The rules as written: exact dice, rule tables with their cites, and the mechanics that play them."""

from typing import TYPE_CHECKING

from engine.distribution import Distribution
from engine.notation import Dice, roll

if TYPE_CHECKING:
    from engine.raw import RAW

__all__ = ["RAW", "Dice", "Distribution", "roll"]


def __getattr__(name: str) -> object:
    """RAW is built when it is first asked for: dice alone do not need it."""
    if name != "RAW":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engine.raw import RAW

    return RAW
