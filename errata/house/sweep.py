"""A sweep: an outcome over a range of values of one rule: `short range=0..4`, `beam laser damage=1D..4D`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.errors import RawcheckError, WrongKind
from engine.rulebook.names import nearest
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Value
from errata.house.english.plain_lines import Line, read_line
from errata.house.english.rule_names import candidates
from errata.house.english.word_forms import words
from errata.house.house_page import shortened
from errata.house.judging import out_of_reason
from errata.impact.playing import play, row_names
from errata.impact.results import Sweep, plainest
from errata.impact.scenes import Scene, panel

_RANGE = re.compile(
    r"(?P<head>[A-Za-z]*?)(?P<low>[+-]?\d{1,9})(?P<tail>\D*?)\.\.(?P<again>[A-Za-z]*?)(?P<high>[+-]?\d{1,9})(?P=tail)"
)
MOST = 101
"""Values of one sweep."""
MAX_CHARACTERS = 1000
"""Characters of what is asked for."""


class WrongSweep(RawcheckError):
    """A sweep cannot be made; the message says why."""


def sweep(asked: str, book: Rulebook, of: str = "", own: Sequence[Scene] = (), raw: Rulebook = RAW) -> Iterator[Sweep]:
    """The figures of the scene that a rule changes most, or of one that is named, at each value.

    `book` is what is played besides, house rules among it; `raw` has the value that is marked as the book's.
    """
    for text in (asked, of):
        if len(text) > MAX_CHARACTERS:
            raise WrongSweep(f"{shortened(text, 60)!r} has more than {MAX_CHARACTERS:,} characters")
    name, _, values = (part.strip() for part in asked.rpartition("="))
    if not name:
        raise WrongSweep(f"{asked!r} is no sweep; write RULE=0..4, or RULE=1D,2D,3D")
    rule = _rule(name, re.split(r"\.\.|,", values)[0].strip())
    tried = list(_values(rule, values))
    asked_for = read_line(f"{name}: {tried[0][0]}")
    could_be = asked_for.also if isinstance(asked_for, Line) and name not in RAW else ()
    also = tuple(one for one in could_be if one != rule)
    scene = _scene(rule, tried, book, of, own)
    units = {figure.name: figure.unit for figure in scene.figures(book)}
    played = [
        (text, {figure.name: figure.value for figure in scene.figures(book.overlay(_changes(rule, value, book)))})
        for text, value in tried
    ]
    for name in dict.fromkeys(name for _, values in played for name in values):
        if len({values[name] for _, values in played if name in values}) > 1:
            points = tuple((text, values.get(name)) for text, values in played)
            what = f"{name}, {scene.title[0].lower()}{scene.title[1:]}"
            yield Sweep(rule, what, units.get(name, ""), points, raw.rule(rule).text, also)


def _changes(rule: str, value: Value, book: Rulebook) -> dict[str, Value]:
    return {rule: value, **book.companions(rule, value)}


def _rule(name: str, first: str) -> str:
    """The rule that is meant, by its id or by its words; of several that fit, the one that can have such a value."""
    if name in RAW:
        return name
    if "/" in name:
        raise WrongSweep(f"no rule has the id {name!r}; the nearest: {', '.join(nearest(name, RAW)) or 'none'}")
    matches = candidates(words(name))
    likely = [match for match in matches if match.share > LIKELY]
    likely = [match for match in likely if RAW.rule(match.rule).kind.accepts(first)] or likely
    if likely and (len(likely) == 1 or likely[0][:3] != likely[1][:3]):
        return likely[0].rule
    near = [match.rule for match in (likely or matches)[:4]]
    raise WrongSweep(f"it is not clear which rule {name!r} is" + (f"; the nearest: {', '.join(near)}" if near else ""))


LIKELY = 0.85
"""The least share of the words that the name of a rule has to match."""


def _values(rule: str, text: str) -> Iterator[tuple[str, Value]]:
    """The values to be tried, each as a book would print it."""
    kind = RAW.rule(rule).kind
    match = _RANGE.fullmatch(text.replace(" ", ""))
    if match is not None:
        low, high = int(match["low"]), int(match["high"])
        if abs(high - low) >= MOST:
            raise WrongSweep(f"{text!r} has more than {MOST} values")
        step = 1 if high >= low else -1
        parts = [f"{match['head']}{n}{match['tail']}" for n in range(low, high + step, step)]
    else:
        parts = [part.strip() for part in text.split(",") if part.strip()][:MOST]
    if not parts:
        raise WrongSweep(f"{text!r} gives no values; write 0..4, or 1D,2D,3D")
    for part in parts:
        try:
            value = kind.value(part)
        except (WrongKind, ValueError) as wrong:
            raise WrongSweep(f"{RAW.rule(rule).title}: {str(wrong)[:200]}") from wrong
        if why := out_of_reason(RAW.rule(rule), value):
            raise WrongSweep(f"{RAW.rule(rule).title}: {part[:20]} is out of all reason: {why}")
        yield kind.text(value), value


def _scene(rule: str, tried: Sequence[tuple[str, Value]], book: Rulebook, of: str, own: Sequence[Scene]) -> Scene:
    """The scene to be played: of those named, the one that the ends and the middle of the sweep change most."""
    wanted = of.lower().split()
    named = {scene.title: scene for scene in (*own, *panel()) if all(word in scene.title.lower() for word in wanted)}
    if not named:
        raise WrongSweep(f"no scene is called {of!r}; rawcheck house --list scenes lists them")
    ends = [value for _, value in (tried[0], tried[-1], tried[len(tried) // 2]) if value != book[rule]]
    tries = [play({"sweep": _changes(rule, value, book)}, book, own) for value in ends]
    changed = [scene for result in tries for scene in result.moved if scene.title in named]
    if not changed:
        where = f" called {of!r}" if of else ""
        raise WrongSweep(f"no scene{where} comes out otherwise, whatever the value of {rule} is")
    return named[plainest(changed, row_names([rule])).title]
