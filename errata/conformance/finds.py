"""The findings of a probe: where, the smallest scene, both outcomes, dice that prove it, and how to see it again."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.dice.distribution import ALL_FACES
from engine.rulebook.rulebook import Rulebook
from errata.conformance.hunt import Find, Scene
from errata.conformance.operation import Operation, operations
from errata.conformance.outcomes import (
    RAISES,
    Given,
    Outcome,
    Outcomes,
    differences,
    differing_outputs,
    is_refused,
)
from errata.conformance.probe import Implementation, Probed
from errata.conformance.vectors import Vector, json_value
from errata.conformance.words import (
    end_in_words,
    in_36,
    in_words,
    name_in_words,
    outcomes_in_words,
    scene_in_words,
    value_in_words,
)
from errata.impact.number_text import mean, percent
from errata.report import PlayedFunction, Report, Spread, place_of, spread_of
from errata.source.text import in_line
from verify.findings import Finding, Results
from verify.rulings import cite_of

MOST_VALUES = 12
"""Values of an odd input that are listed."""
MOST_ENDS = 20
"""Outcomes of one scene that are listed."""


def report_of(probed: Probed, again: Sequence[str], book: Rulebook) -> Report:
    """The report of a probe; `again` ends every command line that plays a scene again: the adapter's command."""
    report = Report.of(Results("probe", rulebook=book))
    spreads: dict[str, Spread] = {}
    occurrences: Counter[str] = Counter()
    for done in probed.implementations:
        for finding, spread in findings_of(done, again):
            fingerprint = finding.fingerprint
            report.findings.append(replace(finding, nth=occurrences[fingerprint]))
            occurrences[fingerprint] += 1
            if spread is not None:
                spreads[report.findings[-1].fingerprint] = spread
        report.functions.append(_function(done))
    report.spreads = spreads
    report.files = len({place_of(done.offer.at).file for done in probed.implementations})
    offered = {done.offer.op for done in probed.implementations}
    report.not_offered = tuple(name for name in operations() if name not in offered)
    return report


def _function(done: Implementation) -> PlayedFunction:
    offer, result = done.offer, done.result
    why = in_line(done.fault.partition("\n")[0]) or offer.skip or offer.known
    return PlayedFunction(
        operation=in_line(offer.op),
        title=done.operation.title if done.operation is not None else "",
        at=offer.at,
        label=offer.label,
        verdict=done.verdict,
        scenes=result.scenes if result is not None else 0,
        runs=result.runs if result is not None else 0,
        reason=f"{why}{f' ({offer.issue})' if offer.issue else ''}",
    )


def findings_of(done: Implementation, again: Sequence[str]) -> Iterator[tuple[Finding, Spread | None]]:
    """The findings of one function, each with the number that shows what differs, if there is one."""
    result, operation = done.result, done.operation
    if result is None or operation is None or done.book is None:
        return
    if done.offer.known:
        if not result.finds:
            yield _finding("RC955", done, operation, {"reason": done.offer.known, "issue": done.offer.issue}), None
        return
    if done.unfair is not None:
        yield _finding("RC956", done, operation, {"chance": f"{done.unfair:.0e}"}), None
    for find in result.finds:
        yield _of_find(find, done, operation, done.book, again), _spread(find)


def _finding(code: str, done: Implementation, operation: Operation, words: Mapping[str, str]) -> Finding:
    name = _function(done).name
    return Finding(
        code,
        "differs",
        place_of(done.offer.at),
        words={"operation": operation.name, **words},
        qualified_name=name,
        item=words.get("scene", ""),
    )


def _of_find(find: Find, done: Implementation, operation: Operation, book: Rulebook, again: Sequence[str]) -> Finding:
    scene = find.whole or find.scene
    rules = _rules(find, operation)
    focus = differing_outputs(scene.expected, scene.actual)
    expected = outcomes_in_words(scene.expected, focus, scene.actual)
    actual = outcomes_in_words(scene.actual, focus, scene.expected)
    words = {
        "scene": _scene(find, operation),
        "dice": _witness(find),
        "also": _values(find),
        "inert": ", ".join(map(name_in_words, find.inert)),
        "shift": f"{find.shift:+d}" if find.shift else "",
        "again": _again(scene, done, operation, again),
        "vector": _vector(find, operation, book),
    }
    if find.increments is not None:
        what, here, by_rules = find.increments
        actual, expected = f"{what} {_signed(here)}", f"{what} {_signed(by_rules)}"
        words["dice"] = ""
    fails = any(RAISES in dict(end) for end in scene.actual)
    silent = operation.ruling if not find.reading and not fails else None
    code = "RC952" if silent and find.confirmed else _code(find, scene)
    return replace(
        _finding(code, done, operation, words),
        verdict="contested" if code == "RC952" else "differs" if find.confirmed else "unchecked",
        rule=rules[0] if rules else "",
        expected=expected,
        actual=actual,
        source=cite_of(book.rule(rules[0])) if rules else "",
        evidence=tuple(f"rule {rule}" for rule in rules[1:]),
        impact=_impact(scene),
        contested_by=find.reading or (f"ruling {silent}" if silent else ""),
        case="silent" if silent and code == "RC952" else "",
    )


def _spread(find: Find) -> Spread | None:
    """The number that shows what differs: damage, if it has that; None if there is none with three values or more."""
    scene = find.whole or find.scene
    if find.increments is not None:
        return None
    names = differing_outputs(scene.expected, scene.actual)
    for name in sorted(names, key=lambda name: name != "damage"):
        if found := spread_of(name, _numbers(scene.expected, name), _numbers(scene.actual, name)):
            return found
    return None


def _numbers(outcomes: Outcomes, name: str) -> list[tuple[int, Fraction]]:
    """The values of an output with their chances, 0 where it is missing; empty if some value is no whole number."""
    values = [(dict(end).get(name, 0), chance) for end, chance in outcomes.items() if RAISES not in dict(end)]
    numbers = [(value, chance) for value, chance in values if isinstance(value, int) and not isinstance(value, bool)]
    return numbers if len(numbers) == len(outcomes) else []


def _code(find: Find, scene: Scene) -> str:
    if scene.died:
        return "RC957"
    if not find.confirmed:
        return "RC958"
    if find.reading:
        return "RC952"
    if any(RAISES in dict(end) for end in scene.actual):
        return "RC953"
    return "RC954" if is_refused(scene.expected) != is_refused(scene.actual) else "RC951"


def _rules(find: Find, operation: Operation) -> list[str]:
    """The rules that what is odd is about, or else those of the operation."""
    odd = [rule for name, value in find.odd.items() for rule in operation.input(name).rules_for(value)]
    rules = dict.fromkeys(odd or operation.rules_of(find.scene.given) or operation.rules)
    if find.increments is not None:
        focus = [find.increments[0].partition(" ")[0].lower()]
    else:
        focus = differing_outputs(find.scene.expected, find.scene.actual)
    return sorted(rules, key=lambda rule: not _is_about(rule, focus))


def _is_about(rule: str, outputs: Iterable[str]) -> bool:
    """Whether a rule is likely to be about one of these outputs: the cost of a thing, the DM of a roll."""
    wanted = {*outputs, *(("dm", "modifiers") if {"hit", "success", "percent", "dm"} & set(outputs) else ())}
    return any(name.replace("_", "-") in rule.rpartition("/")[2] or f"{name}/" in rule for name in wanted)


def _scene(find: Find, operation: Operation) -> str:
    if find.odd:
        changed = {**operation.changed(find.scene.given), **find.odd}
        return in_words(changed.items())
    return scene_in_words(operation, find.scene.given)


def _values(find: Find) -> str:
    """The other values of the odd input at which it differs."""
    if len(find.values) < 2 or find.increments is not None:
        return ""
    [name] = find.odd
    others = [_run_in_words(run) for run in _runs(value for value in find.values if value != find.odd[name])]
    return f"{name_in_words(name)} {', '.join(others[:MOST_VALUES])}{' …' if len(others) > MOST_VALUES else ''}"


def _runs(values: Iterable[Given]) -> list[list[Given]]:
    """Values, with whole numbers that follow each other together."""
    runs: list[list[Given]] = []
    for value in values:
        last = runs[-1][-1] if runs else None
        if _is_whole(value) and _is_whole(last) and value == last + 1:  # type: ignore[operator]
            runs[-1].append(value)
        else:
            runs.append([value])
    return runs


def _is_whole(value: Given) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _run_in_words(run: Sequence[Given]) -> str:
    first, last = value_in_words(run[0]), value_in_words(run[-1])
    return f"{first} to {last}" if len(run) > 2 else ", ".join(map(value_in_words, run))


def _witness(find: Find) -> str:
    """Dice that give what the rules never give."""
    found = find.witness()
    if found is None or not found[1]:
        return ""
    end, tape = found
    return f"{','.join(map(str, tape))} give {end_in_words(end)}; the rules never give that"


def _again(scene: Scene, done: Implementation, operation: Operation, again: Sequence[str]) -> str:
    """The command line that plays just this scene."""
    changed = {name: json_value(value) for name, value in operation.changed(scene.given).items()}
    at = ["--at", done.offer.at] if done.offer.at else []
    words = ["rawcheck", "probe", "--op", operation.name, *at, "--scene", json.dumps(changed), *again]
    return shlex.join(words)


def _vector(find: Find, operation: Operation, book: Rulebook) -> str:
    """A test vector in which it differs, where one face for all dice shows it."""
    for face in ALL_FACES if find.scene.faces == ALL_FACES else find.scene.faces:
        outcomes = operation.outcomes(find.scene.given, book, (face,))
        if len(outcomes) == 1:
            vector = Vector(operation, operation.changed(find.scene.given), face, next(iter(outcomes)))
            if _differs_with(find.scene, face, next(iter(outcomes))):
                vector = vector._replace(face=face if _rolls(operation, find.scene, book) else None)
                return json.dumps(vector.as_json(book), separators=(",", ":"))
    return ""


def _rolls(operation: Operation, scene: Scene, book: Rulebook) -> bool:
    """Whether dice are thrown for a scene, by the rules or here."""
    return len(operation.outcomes(scene.given, book)) > 1 or any(scene.tapes.values())


def _differs_with(scene: Scene, face: int, expected: Outcome) -> bool:
    """Whether dice that all show a face give something else here."""
    here = [end for end, tape in scene.tapes.items() if tape and set(tape) == {face}]
    return (bool(here) and not any(set(expected) >= set(end) for end in here)) or not any(scene.tapes.values())


def _impact(scene: Scene) -> dict[str, str]:
    """What it does at the table: the figure that matters most, by the book and here."""
    if len(scene.expected) == 1:
        return {}
    for name, what in (("hit", "hit chance"), ("success", "chance to succeed"), ("lives", "chance to live")):
        chances = [
            sum((c for end, c in ends.items() if (name, True) in end), Fraction(0))
            for ends in (scene.expected, scene.actual)
        ]
        if chances[0] != chances[1]:
            return {"what": what, "book": percent(chances[0]), "here": percent(chances[1])}
    for name in dict.fromkeys(name for end in scene.expected for name, _ in end):
        means = [_mean(ends, name) for ends in (scene.expected, scene.actual)]
        if means[0] is not None and means[1] is not None and means[0] != means[1]:
            return {"what": f"{name_in_words(name)} on average", "book": mean(means[0]), "here": mean(means[1])}
    return {}


def _mean(outcomes: Outcomes, name: str) -> Fraction | None:
    total, found = Fraction(0), False
    for end, chance in outcomes.items():
        value: Given = dict(end).get(name)
        if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            total, found = total + value * chance, True
    return total if found else None


def _signed(number: Fraction) -> str:
    return f"{'+' if number >= 0 else ''}{mean(number)}"


def replayed_in_words(done: Implementation, scene: Scene | None) -> Iterator[str]:
    """What comes of one scene, here and by the rules, outcome by outcome."""
    operation, offer = done.operation, done.offer
    assert operation is not None
    yield f"{operation.name}  {offer.at}  {offer.label}".rstrip()
    if scene is None:
        skipped = f": {offer.skip}" if offer.skip else ""
        yield f"  the rules have no result here, or the adapter does not play it{skipped}"
        return
    dice = "" if scene.faces == ALL_FACES else f", dice that show {', '.join(map(str, scene.faces))}"
    yield f"  scene  {scene_in_words(operation, scene.given)}{dice}"
    yield f"  {'DIFFERS' if scene.differs else 'agrees'}"
    focus = differing_outputs(scene.expected, scene.actual)
    yield f"  here   {outcomes_in_words(scene.actual, focus, scene.expected)}"
    yield f"  rules  {outcomes_in_words(scene.expected, focus, scene.actual)}"
    rows = list(differences(scene.expected, scene.actual))
    for end, rules, here in sorted(rows, key=lambda row: -abs(row[1] - row[2]))[:MOST_ENDS]:
        tape = scene.tapes.get(end, ())
        dice = f"  dice {','.join(map(str, tape))}" if tape else ""
        yield f"    {end_in_words(end)}: {in_36(here)} here, {in_36(rules)} by the rules{dice}"
    if len(rows) > MOST_ENDS:
        yield f"    and {len(rows) - MOST_ENDS} more outcomes"
