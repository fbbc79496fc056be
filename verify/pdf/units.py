"""Units in heads: what a head says of all the numbers below it, `Cost (MCr)`, `Price per ton`, `Tonnage (%)`.

A number without a unit has that of its head; a cell that has one of its own keeps it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine.rulebook.names import normal
from verify.recognition.values import bare


class Unit(NamedTuple):
    """What a head says of its column: credits by what factor, a sign or a word behind each number, and per what."""

    credits: int = 0
    """How many credits one is; 0 if it says nothing of credits."""
    times: int = 1
    """By how much each number counts more than it says."""
    behind: str = ""
    per: str = ""

    @property
    def text(self) -> str:
        """What is said of it."""
        sign = {0: "", 1: "Cr", 10**3: "KCr", 10**6: "MCr", 10**9: "BCr"}[self.credits]
        times = f"×{self.times:,}" if self.times > 1 else ""
        return " ".join(filter(None, (sign, times, self.behind, f"per {self.per}" if self.per else "")))


NOTHING = Unit()
_CREDITS = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}
_WORDS = {"credits": "", "credit": "", "kilocredits": "k", "megacredits": "m", "megacredit": "m", "gigacredits": "b"}
_MONEY = re.compile(r"(?<![A-Za-z])([KMB]?)Cr\b|\b(kilo|mega|giga)?credits?\b", re.IGNORECASE)
_PER = re.compile(r"(?:/|\bper\b)\s*(ton(?:ne)?s?|t|kg|dton|m|month|week|day|year|jump|point|weapon|hardpoint)\b", re.I)
TIMES = re.compile(
    r"[×x*]\s?(10{1,9}|10?(?:,000)+)\b|\b(?:in )?(thousand|million)s?\b|(?<![\d,.])(?:\b1,)?['’]?(0{3})s?\b", re.I
)
"""By how much numbers count more than they say: `×1,000`, `in thousands`, `'000`."""
_BEHIND = re.compile(
    r"\(\s*(?:in\s+)?(%|kg|km|m|metres|g|AU|parsecs?|hours|days|rounds)(?: of hull)?\s*\)|(%)\s*$", re.I
)
_PARTS = re.compile(r"Cr\s?((?:\d[\d,]*)?\.\d{1,2})", re.IGNORECASE)
_BARE = re.compile(r"[+-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)")


@lru_cache(maxsize=256)
def unit_of(head: str) -> Unit:
    """What a head says of the numbers below it.

    >>> unit_of("Cost (MCr)").credits, unit_of("Price, KCr").credits, unit_of("Cost"), unit_of("Cost per ton").per
    (1000000, 1000, Unit(credits=0, times=1, behind='', per=''), 'ton')
    >>> unit_of("Cost (Advantages)") == NOTHING, unit_of("Tonnage (%)").behind, unit_of("Power (×10)").times
    (True, '%', 10)
    """
    money = _MONEY.search(head)
    credits = 0
    if money is not None:
        credits = _CREDITS[(money[1] or "").lower()] if money[1] is not None else _CREDITS[(money[2] or " ")[0].strip()]
    per = _PER.search(head)
    times = TIMES.search(head)
    factor = 1
    if times is not None:
        factor = int(times[1].replace(",", "")) if times[1] else 10**6 if (times[2] or "")[:1] in "mM" else 10**3
        factor = 10**3 if times[3] else factor
    behind = _BEHIND.search(head)
    share = (behind[1] or behind[2]).lower() if behind is not None else ""
    return Unit(credits, factor, share, "ton" if per and per[1][0] in "tT" else per[1].lower() if per else "")


def stated(text: str, kind: str, unit: Unit) -> tuple[str, Fraction | None]:
    """What a cell states with the unit of its head, as text; and the credits, where they are not whole ones.

    >>> stated("0.5", "credits", unit_of("Cost (MCr)")), stated("0.5", "credits", unit_of("Cost (Cr)"))
    (('MCr0.5', None), ('Cr0.5', Fraction(1, 2)))
    >>> stated("MCr2", "price", unit_of("Cost per ton")), stated("MCr2", "credits", unit_of("Cost (Cr)"))
    (('MCr2 per ton', None), ('MCr2', None))
    """
    found = bare(text)
    if unit == NOTHING or not found or not any(c.isdigit() for c in found):
        return text, None
    amount = None
    number = _BARE.fullmatch(found)
    if number is not None:
        value = Fraction(found.replace(",", "")) * unit.times
        if unit.credits and kind in ("credits", "price"):
            value *= unit.credits
            amount = value if value.denominator > 1 else None
            sign = {1: "Cr", 10**3: "KCr", 10**6: "MCr", 10**9: "BCr"}[unit.credits] if unit.times == 1 else "Cr"
            found = f"{sign}{found if unit.times == 1 else _plain(value)}"
        elif unit.times > 1:
            found = _plain(value)
        if unit.behind and not (kind == "kilometres" and unit.behind == "km"):
            found += "%" if unit.behind == "%" else f" {unit.behind}"
            found += " of hull" if unit.behind == "%" and kind == "tonnage" else ""
    elif unit.behind and unit.behind not in found.lower() and unit.behind not in ("%", "km"):
        found += f" {unit.behind}"
    if unit.per and not _PER.search(found) and "%" not in found:
        found += f" per {unit.per}"
    return found, amount


def is_not_counted(text: str, unit: Unit) -> bool:
    """Whether a head says that numbers count more than they say, of a text that is not one such number.

    >>> [is_not_counted(text, unit_of("Distance (thousand km)")) for text in ("1-10", "1,250", "—")]
    [True, False, False]
    """
    return unit.times > 1 and any(c.isdigit() for c in text) and not _BARE.fullmatch(bare(text))


def parts_of_a_credit(text: str, kind: str) -> Fraction | None:
    """The amount of a price with parts of a credit, which no rule has: `Cr0.5`, where it should be `MCr0.5`.

    >>> [parts_of_a_credit(text, "credits") for text in ("Cr0.5", "MCr0.5", "Cr1.500")]
    [Fraction(1, 2), None, None]
    """
    found = _PARTS.fullmatch(bare(text)) if kind in ("credits", "price") else None
    return Fraction(found[1].replace(",", "")) if found is not None else None


def without_name(text: str, names: Collection[str]) -> str:
    """A number without the name of its column behind it.

    >>> without_name("2 Power", ["power"]), without_name("2 Power", ["tons"]), without_name("Power", ["power"])
    ('2', '2 Power', 'Power')
    """
    number, _, rest = bare(text).partition(" ")
    return number if rest and _BARE.fullmatch(number) and normal(rest) in names else text


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):f}".rstrip("0")
