"""The rules as written: exact dice, rule tables with their cites, and the mechanics that play them."""

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice, roll
from engine.rulebook.raw import RAW

__all__ = ["RAW", "Dice", "Distribution", "roll"]
