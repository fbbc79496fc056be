"""The rules as written: exact dice, rule tables with their cites, and the mechanics that play them."""

from engine.distribution import Distribution
from engine.notation import Dice, roll

__all__ = ["Dice", "Distribution", "roll"]
