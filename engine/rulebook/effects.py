"""Effects in words, taken apart: `Thrust -1, Power -10%` is two changes, each with its amount.

The phrases that tables use are one list. Reading an effect tries them in order, showing it prints them.
"""

from __future__ import annotations

import re
from typing import NamedTuple, cast

from engine.errors import WrongKind
from engine.rulebook.kinds import COUNT, DICE, DM, FACES, RANGE_BAND, SHARE, SIGNED_PERCENT, STEP, Kind, choice
from engine.rulebook.names import british
from engine.rulebook.parsing import match
from engine.rulebook.values import Amount, Change, Value

STATES = choice("Bane", "disabled", "destroyed", "explodes")


class Phrase(NamedTuple):
    """How one change is printed: `…` stands for its amount, of this kind."""

    what: str
    printed: str
    kind: Kind

    def read(self, text: str) -> Change | None:
        """The change, if the text is this phrase with an amount of the right kind."""
        before, after = (part.strip().lower() for part in self.printed.split("…"))
        if not (text.lower().startswith(before) and text.lower().endswith(after)):
            return None
        amount = text[len(before) : len(text) - len(after)].strip()
        try:
            return Change(self.what, cast(Amount, self.kind.value(amount)))
        except WrongKind:
            return None

    def show(self, change: Change) -> str:
        """The change in words."""
        return self.printed.replace("…", self.kind.text(change.amount))


def _percent_dice(given: object) -> Value:
    return DICE.read(match("(.*)%", given)[1] if isinstance(given, str) else given)


PERCENT_DICE = Kind("percent dice", "dice such as 1D×10%", _percent_dice, lambda dice: f"{dice}%")
"""The share that a roll of tens gives: `1D×10%`."""

PHRASES = (
    # Damage to a ship's systems
    Phrase("sensor-dm", "DM… to sensor checks", DM),
    Phrase("sensors-inoperative-beyond", "Inoperative beyond …", RANGE_BAND),
    Phrase("thrust", "Thrust …", STEP),
    Phrase("thrust-set-to", "Thrust …", COUNT),
    Phrase("power", "Power …", SIGNED_PERCENT),
    Phrase("power-set-to", "Power …", COUNT),
    Phrase("fuel-tons-per-hour", "Leak: lose … tons/hour", DICE),
    Phrase("fuel-tons-per-round", "Leak: lose … tons/round", DICE),
    Phrase("fuel-share", "Leak: lose … fuel", SHARE),
    Phrase("fuel-share-dice", "Leak: lose … fuel", PERCENT_DICE),
    Phrase("fuel-tank", "Tank …", STATES),
    Phrase("weapon-dm", "Random weapon: DM…", DM),
    Phrase("weapon", "Random weapon …", STATES),
    Phrase("hull-severity", "Hull Sev …", DM),
    Phrase("armour", "Armour …", STEP),
    Phrase("armour-dice", "Armour -…", DICE),
    Phrase("hull-damage", "… extra damage", DICE),
    Phrase("control-dm", "DM… all checks", DM),
    Phrase("spacecraft-dm", "DM… spacecraft", DM),
    Phrase("cargo-share", "… cargo destroyed", SHARE),
    Phrase("cargo", "All cargo …", STATES),
    Phrase("cargo-share-dice", "… cargo destroyed", PERCENT_DICE),
    Phrase("jump-dm", "DM… to jump checks", DM),
    Phrase("jump-drive", "Jump drive …", STATES),
    Phrase("occupant-damage", "Random occupant takes …", DICE),
    Phrase("life-support-hours", "Life support fails in … hours", DICE),
    Phrase("life-support-rounds", "Life support fails in … rounds", DICE),
    Phrase("occupants", "… occupants", DICE),
    Phrase("occupants-damage", "take …", DICE),
    Phrase("computer-dm", "DM… to computer checks", DM),
    Phrase("computer-rating", "Computer rating …", DM),
    Phrase("computer", "Computer …", STATES),
    # What an advantage or a disadvantage does
    Phrase("attack-dm", "DM… to all attack rolls", DM),
    Phrase("repair-dm", "DM… to all repair attempts", DM),
    Phrase("power-change", "… Power", SIGNED_PERCENT),
    Phrase("faces", "…", FACES),
    Phrase("damage-dice", "+… damage", DICE),
    Phrase("ap", "AP…", DM),
    Phrase("range-bands", "… range band", DM),
    Phrase("range-limit", "max …", RANGE_BAND),
    Phrase("severity", "… Severity on criticals to this weapon", DM),
    Phrase("tonnage-change", "… tonnage", SIGNED_PERCENT),
    Phrase("fuel-change", "… fuel", SIGNED_PERCENT),
    Phrase("jump-closer", "… closer to gravity well", SHARE),
    Phrase("minimum-tons", "min …t", COUNT),
    Phrase("output-change", "… output", SIGNED_PERCENT),
    Phrase("rounded", "round …", choice("up", "down")),
    Phrase("jump-radiation", "… jump radiation", choice("minimise")),
)

_LONGER = (
    (re.compile(r"(^|, )([+-]\s?\d+)\s?dm\b"), r"\1dm\2"),
    (re.compile(r"\bto (?:all )?(attack rolls?|attacks)\b"), "to all attack rolls"),
    (re.compile(r"\bto (?:all )?repair (?:attempts|checks|rolls)\b"), "to all repair attempts"),
    (re.compile(r" \(max ([^()]+)\)"), r", max \1"),
    (re.compile(r" consumed by weapon"), ""),
    (re.compile(r"(weapon): (?!dm)"), r"\1 "),
    (re.compile(r"(occupants) take "), r"\1, take "),
)
"""Longer ways to print a phrase, in small letters, and the way it stands in the list."""


def read_changes(given: object) -> tuple[Change, ...]:
    """The changes that an effect in words makes, or those that are given, checked.

    >>> read_changes("Thrust -1, Power -10%")
    (Change(what='thrust', amount=-1), Change(what='power', amount=Fraction(-1, 10)))
    """
    if isinstance(given, tuple):
        for what, amount in given:
            if what not in _BY_WHAT or _BY_WHAT[what].kind.value(amount) != amount:
                raise ValueError(given)
        return tuple(Change(*change) for change in given)
    if not isinstance(given, str):
        raise ValueError(given)
    text = british(given.lower())
    for pattern, plain in _LONGER:
        text = pattern.sub(plain, text)
    changes = tuple(_read_change(part.strip()) for part in text.split(","))
    if len({change.what for change in changes}) < len(changes):
        raise ValueError(given)
    return changes


def _read_change(text: str) -> Change:
    for phrase in PHRASES:
        if (change := phrase.read(text)) is not None:
            return change
    raise ValueError(text)


def show_changes(changes: tuple[Change, ...]) -> str:
    """An effect in words again."""
    shown = ", ".join(_BY_WHAT[change.what].show(change) for change in changes)
    return shown.replace("occupants, take", "occupants take")


_BY_WHAT = {phrase.what: phrase for phrase in PHRASES}
CHANGES = Kind("changes", "an effect such as Thrust -1, Power -10%", read_changes, show_changes)
