"""The sentence about a scene: what changed rules do to it, in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.rulebook.kinds import show_credits
from engine.rulebook.names import COUNTED
from errata.impact import scenes
from errata.impact.number_text import singular
from errata.impact.results import Change
from errata.impact.scenes.scene_figures import Figure


def sentence(
    scene: scenes.Scene, made: Sequence[Change], before: Mapping[str, Figure], after: Mapping[str, Figure]
) -> str:
    """What changes, in a sentence: the chance or amount that changes most, and how much longer a fight takes."""
    if not before and not after:
        return f"{scene.title}: it cannot happen, by the book or now."
    if not before or not after:
        return f"{scene.title}: it can {'no longer happen' if before else 'happen now, which the book does not allow'}."
    figures = {**before, **after}
    real = [change for change in made if change.before != change.after]
    if not real:
        return f"{scene.title}: {_the_same(made)}."
    timed = [change for change in real if "{sooner}" in figures[change.name].told]
    counted = sorted((change for change in real if change not in timed), key=lambda change: -change.weight)
    counted = [change for change in counted if None not in (change.before, change.after)] or counted
    parts = []
    if counted:
        first = next((change for change in counted if change.name in ("hit chance", "success")), counted[0])
        parts.append(f"{scene.subject} {_filled(figures[first.name], first)}")
        if first is not counted[0] and first.name != "success":
            parts[-1] += f" and {_filled(figures[counted[0].name], counted[0]).removeprefix('now ')}"
    for change in timed:
        clause = _timed(figures[change.name].told, change)
        who = "" if not clause.startswith("are ") else "they " if parts else f"{scene.subject} "
        parts.append(f"{who}{clause}")
    return f"{scenes.capital('; '.join(parts))}."


def _the_same(changes: Sequence[Change]) -> str:
    """The clause for means that do not change: another spread, rules that cancel out, or no change at all."""
    for change in changes:
        if change.moved and change.deviations is not None:
            [mean], (before, after) = shown(change.unit, change.before), shown(change.unit, *change.deviations)
            about = f"{change.name} is {mean} on average as by the book"
            if before != after:
                return f"{about}, but lies ±{after} around that instead of ±{before}"
            return f"{about}, but is spread otherwise"
    if any(change.alone for change in changes):
        return "these rules cancel each other out, so that it comes out as by the book"
    return "unchanged by these rules"


def _filled(figure: Figure, change: Change) -> str:
    """The clause of a figure with the values of a change."""
    before, after = shown(change.unit, change.before, change.after)
    event, never = figure.event
    if event and change.after is None:
        return f"now see to it that {never}, which by the book takes {before} {change.unit}"
    if event and change.before is None:
        return f"now see to it that {event} after {after} {change.unit}; by the book {never}"
    if None in (change.before, change.after) and change.unit != "Cr":
        clause = f"have {change.name}: {before} by the book, {after} now"
        return clause.replace("never", "without end" if change.unit in ("rounds", "days") else "none")
    return singular(figure.told.format(before=before, after=after))


def shown(unit: str, *values: Fraction | None) -> tuple[str, ...]:
    """Values as text, with enough digits to tell them apart."""
    if unit == "Cr":
        return tuple("nothing" if value is None else show_credits(value) for value in values)
    for places in range(0 if unit == "%" else 1, 7):
        texts = tuple(_rounded(value, unit, places) for value in values)
        if len(set(texts)) == len(set(values)):
            return texts
    return texts


def _rounded(value: Fraction | None, unit: str, places: int) -> str:
    if value is None:
        return "never"
    number = value * 100 if unit == "%" else value
    text = f"{float(round(number, places)):.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if unit == "DM":
        return text if value < 0 else f"+{text}"
    return f"{text} %" if unit == "%" else text


_NUMBERS = ("no", *COUNTED[1:])


def _timed(template: str, change: Change) -> str:
    """When something comes to pass: `a free trader is disabled about two rounds sooner`, or is never disabled."""
    if change.after is None:
        return template.format(never=" never", sooner="now").removesuffix(" now") + " any more"
    if change.before is None:
        [time] = shown(change.unit, change.after)
        return template.format(never="", sooner=singular(f"after all, in {time} {change.unit} on average"))
    return template.format(never="", sooner=_sooner(change.before - change.after, change.unit))


def _sooner(gain: Fraction, unit: str) -> str:
    """How much sooner or later: `about two rounds sooner`."""
    way = "sooner" if gain > 0 else "later"
    whole = round(abs(gain))
    if abs(gain) < Fraction(1, 4):
        return f"hardly any {way}"
    if whole == 0 or abs(gain) < Fraction(3, 4):
        return f"about half a {unit.removesuffix('s')} {way}"
    number = _NUMBERS[whole] if whole < len(_NUMBERS) else f"{whole:,}"
    return f"about {number} {unit if whole > 1 else unit.removesuffix('s')} {way}"
