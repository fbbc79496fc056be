"""Figures of a scene as people read them: a chance in percent, credits, or an amount with its unit."""

from __future__ import annotations

from fractions import Fraction

from engine.rulebook.kinds import show_credits
from errata.figures import percent, rounded
from errata.impact.wording import singular

nothing = "—"
"""What stands where there is no figure."""


def measured(value: Fraction | None, unit: str, short: bool = False) -> str:
    """A figure with its unit; a short one has no word behind it.

    >>> measured(Fraction(5, 12), "%"), measured(Fraction(7, 2), "points"), measured(Fraction(500_000), "Cr")
    ('41.7 %', '3.5 points', 'MCr0.5')
    """
    if value is None:
        return nothing
    if unit == "%":
        return percent(value) if 0 <= value <= 1 and not short else f"{mean(value * 100)} %"
    if unit == "Cr":
        return show_credits(value) if value >= 0 else f"-{show_credits(-value)}"
    return mean(value) if short or not unit else singular(f"{mean(value)} {unit}")


def changed(value: Fraction | None, unit: str) -> str:
    """A difference, with its sign; that of two chances is in points of a percent.

    >>> changed(Fraction(1, 4), "%"), changed(Fraction(-7, 3), "rounds"), changed(Fraction(0), "tons")
    ('+25.0 %-points', '-2.33 rounds', 'none')
    """
    if not value:
        return nothing if value is None else "none"
    sign = "+" if value > 0 else "-"
    size = abs(value)
    return sign + (f"{rounded(size * 100, 1)} %-points" if unit == "%" else measured(size, unit))


def mean(value: Fraction) -> str:
    """An amount, to two decimals at most."""
    text = rounded(value)
    whole, _, rest = text.partition(".")
    sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    rest = rest.rstrip("0")
    return f"{sign}{int(digits):,}" + (f".{rest}" if rest else "")
