"""The messages of the protocol rawcheck-probe/1: requests as they are written, answers as they are read.

Answers come from programs that others wrote. One that is not as the protocol has it raises WrongAnswer, and the message
names the field. Harmless variety is read: an empty list as `{}` (as Lua writes it), 3.0 for 3, a bare NaN.

`probe-messages.schema.json`, beside this file, describes the same messages for those who write adapters.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf
from typing import Any, TypeVar

from engine.errors import RawcheckError
from errata.source.text import in_line, printable

PROTOCOL = "rawcheck-probe/1"
DICE = ("tape", "sample", "none")
MOST_DRAWS = 200
"""Draws in a run, at most."""
MAX_DIGITS = 1_000
"""Digits of a whole number."""
RUN = "the answer to `run`"

Outcome = dict[str, Any]
"""What a function gave: outputs by name, or `raises` (with `where`), or `refused`."""
Domain = None | list[Any] | tuple[int | float, int | float]
"""Which values of an input are heeded: all of them, those of a list, or those from a number to another."""


class WrongAnswer(RawcheckError):
    """An answer is not as the protocol has it; the message names the field."""


# The answer to `start`


@dataclass(frozen=True)
class Offer:
    """One implementation of an operation in a VTT."""

    n: int
    op: str
    at: str = ""
    label: str = ""
    inputs: Mapping[str, Domain] = field(default_factory=dict)
    """The inputs that it heeds."""
    out: tuple[str, ...] | None = None
    """The outputs that it gives; None for all of the operation's."""
    refuses: bool = False
    """Whether it is asked if something is allowed."""
    skip: str = ""
    """Why it is not to be played."""
    known: str = ""
    """Why it is known to differ."""
    issue: str = ""
    dice: str = "tape"
    walks: bool = True
    """Whether the adapter plays all ways of the dice by itself."""
    grid: int = 6
    edition: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Start:
    """What an adapter says of itself and of what it can play."""

    name: str
    version: str
    commit: str
    issues: str
    edition: str
    house: Mapping[str, Any]
    offers: tuple[Offer, ...]


def read_start(answer: Mapping[str, Any]) -> Start:
    """The answer to `start`.

    >>> read_start({"seq": 1})
    Traceback (most recent call last):
        ...
    errata.conformance.adapters.messages.WrongAnswer: the answer to `start` has no `ops`
    """
    place = "the answer to `start`"
    if "unsupported" in answer:
        raise WrongAnswer(f"the adapter does not speak {PROTOCOL}; a newer kit may (rawcheck probe --init)")
    ops = _get(answer, "ops", list, place)
    protocol = _get(answer, "protocol", str, place)
    if protocol != PROTOCOL:
        raise WrongAnswer(f"`protocol` of {place} is {_shown(protocol)}, not {_shown(PROTOCOL)}")
    vtt = _get(answer, "vtt", dict, place, {})
    facts = {name: _text(vtt, name, f"`vtt` of {place}") for name in ("name", "version", "commit", "issues")}
    edition = _text(answer, "edition", place) or _text(vtt, "edition", f"`vtt` of {place}")
    house = _get(answer, "house", dict, place, {})
    defaults = {"dice": "tape", "walks": True, "grid": 6, "edition": edition, "house": house}
    defaults |= {name: answer[name] for name in ("dice", "walks", "grid") if answer.get(name) is not None}
    offers = tuple(_read_offer(op, f"`ops[{i}]` of {place}", defaults) for i, op in enumerate(ops))
    numbers = [offer.n for offer in offers]
    for number in numbers:
        if numbers.count(number) > 1:
            raise WrongAnswer(f"`n` of two of the `ops` of {place} is {number}; each needs its own")
    return Start(**facts, edition=edition, house=house, offers=offers)


def _read_offer(op: object, place: str, defaults: Mapping[str, Any]) -> Offer:
    record = {**defaults, **_typed(op, dict, place)}
    offer = Offer(
        n=_get(record, "n", int, place),
        op=_get(record, "op", str, place),
        at=_text(record, "at", place),
        label=_text(record, "label", place),
        inputs=_read_inputs(record, place),
        out=None if record.get("out") is None else tuple(_texts(record, "out", place)),
        refuses=_get(record, "refuses", bool, place, False),
        skip=_text(record, "skip", place),
        known=_text(record, "known", place),
        issue=_text(record, "issue", place),
        dice=_get(record, "dice", str, place),
        walks=_get(record, "walks", bool, place),
        grid=_get(record, "grid", int, place),
        edition=_text(record, "edition", place),
        house=_get(record, "house", dict, place),
    )
    if offer.dice not in DICE:
        raise WrongAnswer(f"`dice` of {place} is {_shown(offer.dice)}, not tape, sample or none")
    if not 1 <= offer.grid <= 1000:
        raise WrongAnswer(f"`grid` of {place} is {offer.grid}, not 1 to 1000")
    return offer


def _read_inputs(record: Mapping[str, Any], place: str) -> dict[str, Domain]:
    """The inputs of an offer; two numbers in ascending order are the first and the last."""
    if record.get("in") is None:  # it has none, such as the location of a critical hit
        return {}
    if not isinstance(record["in"], dict):
        return dict.fromkeys(_texts(record, "in", place))
    inputs: dict[str, Domain] = {}
    for name, values in record["in"].items():
        if values is False:
            continue
        if values is True or values is None:
            inputs[name] = None
        elif not isinstance(values, list) or not values:
            raise WrongAnswer(f"`in.{name}` of {place} is {_shown(values)}, not true, a list of values or [low, high]")
        elif len(values) == 2 and all(type(value) in (int, float) for value in values) and values[0] < values[1]:
            inputs[name] = (values[0], values[1])
        else:
            inputs[name] = values
    return inputs


# The answers to `run`


@dataclass(frozen=True, slots=True)
class Played:
    """A scene, played in every way that the dice can fall."""

    dist: list[tuple[Outcome, dict[int, int], list[int]]]
    """Each outcome, in how many ways by number of draws, and the first tape that led to it."""
    runs: int
    most: int
    """Draws in a run, at most."""


@dataclass(frozen=True, slots=True)
class Over:
    """There are more ways than the limit; fewer faces may do."""

    runs: int
    most: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """The VTT does not have this scene."""

    reason: str
    issue: str = ""


@dataclass(frozen=True, slots=True)
class AdapterError:
    """The adapter failed by its own fault: never a finding about the VTT."""

    message: str
    stack: str = ""
    kind: str = "adapter"


@dataclass(frozen=True, slots=True)
class Counts:
    """A scene, played with the VTT's own random numbers."""

    counts: list[tuple[Outcome, int]]


@dataclass(frozen=True, slots=True)
class Outs:
    """A scene, played with some tapes: each outcome with its number of draws; None where the tape is too short."""

    outs: list[tuple[Outcome, int] | None]


def read_run(answer: object, faces: int) -> Played | Over | Skipped | AdapterError:
    """The answer to a `run` with so many faces; the ways must add up to all that there are.

    >>> read_run({"dist": [[{"dm": 1}, {"0": 1}, []]], "runs": 1, "most": 0}, 6)
    Played(dist=[({'dm': 1}, {0: 1}, [])], runs=1, most=0)
    """
    record = _typed(answer, dict, RUN)
    if (failure := _read_failure(record, RUN)) is not None:
        return failure
    if record.get("over") is not None:
        return Over(_get(record, "over", int, RUN), _get(record, "most", int, RUN))
    dist = []
    for i, entry in enumerate(_get(record, "dist", list, RUN)):
        outcome, ways, tape = _items(entry, (dict, dict, list), "dist", i)
        numbers = {_draws(draws): _typed(n, int, "`dist[{}][1]` of {}", i, RUN) for draws, n in ways.items()}
        dist.append((outcome, numbers, tape))
    return Played(dist, *_add_up([ways for _, ways, _ in dist], faces))


def read_outs(answer: object, tapes: Sequence[Sequence[int]]) -> Outs | Skipped | AdapterError:
    """The answer to a `run` with tapes."""
    record = _typed(answer, dict, RUN)
    if (failure := _read_failure(record, RUN)) is not None:
        return failure
    entries = _get(record, "outs", list, RUN)
    if len(entries) != len(tapes):
        raise WrongAnswer(f"`outs` of {RUN} has {len(entries)} outcomes for {len(tapes)} tapes")
    outs: list[tuple[Outcome, int] | None] = []
    for i, (entry, tape) in enumerate(zip(entries, tapes, strict=True)):
        if entry is not None:
            outcome, draws = _items(entry, (dict, int), "outs", i)
            if draws != len(tape):
                raise WrongAnswer(
                    f"`outs[{i}]` of {RUN} took {draws} draws, and a tape of {len(tape)} was the first long enough: "
                    "the function keeps state between calls, or the draws are counted wrongly"
                )
            outs.append((outcome, draws))
        else:
            outs.append(None)
    return Outs(outs)


def read_counts(answer: object, samples: int) -> Counts | Skipped | AdapterError:
    """The answer to a `run` with so many samples."""
    record = _typed(answer, dict, RUN)
    if (failure := _read_failure(record, RUN)) is not None:
        return failure
    if "over" in record:
        return Skipped("too slow to be rolled so often")
    entries = _get(record, "counts", list, RUN)
    counts = [_items(entry, (dict, int), "counts", i) for i, entry in enumerate(entries)]
    if (total := sum(n for _, n in counts)) != samples:
        raise WrongAnswer(f"`counts` of {RUN} add up to {total}, not {samples}")
    return Counts([(outcome, n) for outcome, n in counts])


def read_batch(answer: Mapping[str, Any], runs: int) -> list[object]:
    """The answers within the answer to a `batch` of so many runs."""
    place = "the answer to `batch`"
    answers = _get(answer, "all", list, place)
    if len(answers) != runs:
        raise WrongAnswer(f"`all` of {place} has {len(answers)} answers to {runs} runs")
    return answers


def _read_failure(record: Mapping[str, Any], place: str) -> Skipped | AdapterError | None:
    """The answer, if it is `error` or `skip`."""
    if record.get("error") is not None:
        error, place = _get(record, "error", dict, place), f"`error` of {place}"
        message = _text(error, "message", place) or "no message"
        return AdapterError(message, _text(error, "stack", place), _text(error, "kind", place) or "adapter")
    if record.get("skip") is not None:
        return Skipped(_text(record, "skip", place), _text(record, "issue", place))
    return None


def _add_up(ways: Sequence[Mapping[int, int]], faces: int) -> tuple[int, int]:
    """The runs of a distribution and the most draws among them; refuses one whose chances do not add up to 1."""
    by_draws: dict[int, int] = {}
    for numbers in ways:
        for draws, n in numbers.items():
            if n < 1:
                raise WrongAnswer(f"`dist` of {RUN} counts {n} ways to an outcome")
            by_draws[draws] = by_draws.get(draws, 0) + n
    most = max(by_draws, default=0)
    if most > MOST_DRAWS:
        raise WrongAnswer(f"`dist` of {RUN} has runs of {most} draws; a kit stops at {MOST_DRAWS}")
    total = sum([n * faces ** (most - draws) for draws, n in by_draws.items()])
    if total != faces**most:
        raise WrongAnswer(f"the chances in `dist` of {RUN} add up to {total}/{faces**most}, not 1")
    return sum(by_draws.values()), most


def _draws(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise WrongAnswer(f"`dist` of {RUN} counts ways by {_shown(text)}, which is no number of draws")
    return int(text)


# Objects, lists and values


def decoded(line: bytes) -> dict[str, Any] | None:
    """The JSON object in a line; None if it is anything else.

    A bare NaN becomes `{"$": "NaN"}`, as kits send it, a number too large for a float Infinity, half a character �.
    """
    if not line.lstrip(b" \t\xef\xbb\xbf").startswith(b"{"):
        return None
    try:
        value = _decode(line.decode("utf-8-sig"))
        if b"\\ud" in line or b"\\uD" in line:
            text = json.dumps(value, ensure_ascii=False).encode("utf-16", "surrogatepass")
            value = _decode(text.decode("utf-16", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _number(text: str) -> float | dict[str, str]:
    number = float(text)
    return {"$": "Infinity" if number > 0 else "-Infinity"} if isinf(number) else number


def _whole_number(text: str) -> int:
    if len(text) > MAX_DIGITS:  # the time to read it grows with the square
        raise ValueError(f"a number of more than {MAX_DIGITS} digits")
    return int(text)


_decode = json.JSONDecoder(parse_float=_number, parse_int=_whole_number, parse_constant=lambda name: {"$": name}).decode


def _fraction_text(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"no message has a {type(value).__name__}")


_encode = json.JSONEncoder(separators=(",", ":"), default=_fraction_text).encode


def encoded(request: Mapping[str, Any]) -> bytes:
    r"""A request as a line; a Fraction as text.

    >>> encoded({"seq": 2, "cmd": "run", "in": {"tons": Fraction(9, 2)}})
    b'{"seq":2,"cmd":"run","in":{"tons":"9/2"}}\n'
    """
    return _encode(request).encode() + b"\n"


canonical = json.JSONEncoder(sort_keys=True).encode
"""A text that is the same for equal outcomes."""


_T = TypeVar("_T")
_MISSING: Any = object()
_KINDS = {
    bool: "true or false",
    dict: "an object",
    int: "a whole number",
    list: "a list",
    str: "text",
}


def _typed(value: object, kind: type[_T], place: str, *parts: object) -> _T:
    """A value, which must be of a type; the place may have `{}` for the parts."""
    if type(value) is kind:
        return value
    if value in ([], {}) and kind in (list, dict):
        return kind()
    if kind is int and isinstance(value, float) and value.is_integer():
        return kind(value)  # type: ignore[call-arg]
    raise WrongAnswer(f"{place.format(*parts) if parts else place} is {_shown(value)}, not {_KINDS[kind]}")


def _get(record: Mapping[str, Any], name: str, kind: type[_T], place: str, default: _T = _MISSING) -> _T:
    """A field of an object; null is as good as missing."""
    if (value := record.get(name)) is not None:
        return _typed(value, kind, "`{}` of {}", name, place)
    if default is _MISSING:
        raise WrongAnswer(f"{place} has no `{name}`")
    return default


def _text(record: Mapping[str, Any], name: str, place: str) -> str:
    """A text for people, on one line."""
    return in_line(_get(record, name, str, place, ""))


def _texts(record: Mapping[str, Any], name: str, place: str) -> list[str]:
    values = _get(record, name, list, place)
    return [_typed(value, str, "`{}[{}]` of {}", name, i, place) for i, value in enumerate(values)]


def _items(entry: object, kinds: Sequence[type], name: str, i: int) -> list[Any]:
    """The items of an entry of a list in the answer to `run`, each of its type."""
    items = _typed(entry, list, "`{}[{}]` of {}", name, i, RUN)
    if len(items) != len(kinds):
        raise WrongAnswer(f"`{name}[{i}]` of {RUN} has {len(items)} items, not {len(kinds)}")
    return [_typed(items[j], kind, "`{}[{}][{}]` of {}", name, i, j, RUN) for j, kind in enumerate(kinds)]


def _shown(value: object) -> str:
    """A wrong value, as JSON and not too long."""
    text = printable(json.dumps(value))
    return text if len(text) <= 60 else f"{text[:57]}..."
