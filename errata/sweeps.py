"""A sweep for a terminal and for markdown: an outcome by the values of one rule."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from errata.figures import bar
from errata.impact.results import Sweep
from errata.measured import measured
from errata.tables import cell_text, piped
from errata.terminal import wrapped


def swept(sweep: Sweep, width: int) -> Iterator[str]:
    """A sweep as a table with a bar for each value; the book's own is marked."""
    yield from wrapped(f"{sweep.what[0].upper()}{sweep.what[1:]}, by the value of {sweep.rule}", width)
    yield from wrapped(_may_be(sweep), width) if sweep.also else ()
    known = [value for _, value in sweep.points if value is not None]
    top = max(Fraction(1) if sweep.unit == "%" else Fraction(0), *known, Fraction(0))
    low = max(Fraction(0), *(-value for value in known), Fraction(0))
    label = max(len(text) for text, _ in sweep.points) + 2
    room = max(10, width - label - 28)
    for text, value in sweep.points:
        told = measured(value, sweep.unit)
        drawn = _bar(value, low, top, room) if value is not None else ""
        mark = "  the book" if text == sweep.book else ""
        yield f"  {text:<{label}}{told:>14}  {drawn}{mark}".rstrip()
    yield ""


def _may_be(sweep: Sweep) -> str:
    return f"It could also be {' or '.join(sweep.also)}; an id says which is meant."


def _bar(value: Fraction, low: Fraction, top: Fraction, room: int) -> str:
    """A bar to the right for what is above 0, and to the left, where anything is below it.

    >>> _bar(Fraction(2), Fraction(2), Fraction(2), 8), _bar(Fraction(-1), Fraction(2), Fraction(2), 8)
    ('    ████', '  ██')
    """
    if not low + top:
        return ""
    left = int(room * low / (low + top))
    if value < 0:
        cells = max(1, round(left * -value / low))
        return " " * (left - cells) + "█" * cells
    return " " * left + (bar(value / top, room - left) if top else "")


def swept_in_markdown(sweep: Sweep) -> Iterator[str]:
    """The same as a table of its own."""
    yield from (f"### {cell_text(sweep.what)}, by the value of `{sweep.rule}`", "")
    yield from (_may_be(sweep), "") if sweep.also else ()
    points = [
        (f"{text} (the book)" if text == sweep.book else text, measured(v, sweep.unit)) for text, v in sweep.points
    ]
    yield from (piped(points, ("value", cell_text(sweep.what))), "")
