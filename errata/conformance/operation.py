"""An operation: a rule as a function, from inputs to the outcomes that the rules give, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from inspect import Parameter, getdoc, signature
from math import ceil
from pkgutil import iter_modules
from typing import Any, NamedTuple

from engine.dice.distribution import ALL_FACES, thin_dice
from engine.errors import RuleBroken, UnknownRule
from engine.rulebook.names import near_or_all, normal, slug
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.conformance.outcomes import REFUSED, Given, Outcomes, Scene


class Input(NamedTuple):
    """One input of an operation: what it may be, and the rules that it is about."""

    name: str
    values: tuple[Given, ...]
    """Every value that is ever played, in order."""
    default: Given
    rules: tuple[str, ...] = ()
    """The ids of those rules; `{}` stands for the value, as ids have it, `[score]` for the row whose score holds it."""
    shown: Callable[[Any], str] = str
    """A value in the words of a report."""
    open_range: tuple[int | Fraction, int | Fraction] | None = None
    """The ends of its domain, where the values are only the edges in it."""

    def allows(self, value: object) -> bool:
        """Whether a value lies in its domain."""
        if self.open_range is not None and isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            return self.open_range[0] <= value <= self.open_range[1]
        return value in self.values

    def rules_for(self, value: Given) -> tuple[str, ...]:
        """The rules that one of its values is about."""
        named = (_of_row(rule, value) if "[" in rule else rule.replace("{}", slug(str(value))) for rule in self.rules)
        return tuple(rule for rule in named if rule in RAW)

    def meant(self, text: object) -> Given:
        """The value of its domain that somebody wrote in another spelling, or the value as it was given."""
        if isinstance(text, str):
            spelt = {normal(value): value for value in self.values if isinstance(value, str)}
            return spelt.get(normal(text), text)
        return text  # type: ignore[return-value]


def _of_row(rule: str, value: Given) -> str:
    """The id of a cell in the row whose band holds a number: `checks/characteristic-dms[score]/dm`."""
    table, _, rest = rule.partition("[")
    column, _, cell = rest.partition("]/")
    if not isinstance(value, (int, Fraction)):
        return ""
    return f"{table}/{RAW.holding(table, column, ceil(value)).id}/{cell}"


def whole(name: str, low: int, high: int, default: int, *rules: str) -> Input:
    """A whole number."""
    return Input(name, tuple(range(low, high + 1)), default, rules)


def number(name: str, edges: Iterable[int | Fraction], default: int, *rules: str) -> Input:
    """A number with so many values that only those at edges of the rules are played."""
    values = tuple(sorted({*edges, default}))
    return Input(name, values, default, rules, open_range=(values[0], values[-1]))


def flag(name: str, *rules: str) -> Input:
    """Something that is so or not; by default not."""
    return Input(name, (False, True), False, rules)


def name_of(name: str, values: Iterable[Given], default: Given, *rules: str) -> Input:
    """One of some names."""
    return Input(name, tuple(values), default, rules)


def or_none(given: Input) -> Input:
    """The same input, which may be nothing and by default is."""
    return given._replace(values=(None, *given.values), default=None)


def rows(table: str) -> list[str]:
    """The names of the rows of a rule table."""
    return [row.name for row in RAW.table(table).rows]


MODE = name_of("mode", ("", "boon", "bane"), "", "checks/boon-and-bane/dice", "checks/boon-and-bane/{}-keeps")
"""A roll with a Boon, with a Bane, or plain."""


@dataclass(frozen=True, eq=False)
class Operation:
    """A rule as a function."""

    name: str
    inputs: tuple[Input, ...]
    outputs: tuple[str, ...]
    reference: Callable[..., Outcomes]
    rules: tuple[str, ...]
    """What it is about as a whole."""
    seeds: tuple[Mapping[str, Given], ...]
    """Scenes worth playing in which more than one thing is out of the ordinary."""
    ruling: int | None = None
    """The ruling that settles what the references leave open here, so that nobody else is simply wrong."""

    @property
    def title(self) -> str:
        """What it works out, in a few words."""
        return (getdoc(self.reference) or self.name).splitlines()[0].rstrip(".")

    @property
    def area(self) -> str:
        """The part of the rules that it belongs to."""
        return self.name.partition(".")[0]

    @property
    def defaults(self) -> dict[str, Given]:
        """The ordinary scene."""
        return {given.name: given.default for given in self.inputs}

    def input(self, name: str) -> Input:
        """An input by its name."""
        try:
            return next(given for given in self.inputs if given.name == name)
        except StopIteration:
            known = ", ".join(given.name for given in self.inputs)
            raise UnknownRule(f"{self.name} has no input {name!r}; it has {known or 'none'}") from None

    def scene(self, changes: Mapping[str, object]) -> dict[str, Given]:
        """The ordinary scene with some inputs changed."""
        return self.defaults | {name: self.input(name).meant(value) for name, value in changes.items()}

    def changed(self, scene: Scene) -> dict[str, Given]:
        """The inputs of a scene that are out of the ordinary."""
        ordinary = self.defaults
        return {name: value for name, value in scene.items() if value != ordinary[name]}

    def outcomes(self, scene: Scene, book: Rulebook = RAW, faces: Sequence[int] = ALL_FACES) -> Outcomes:
        """Every outcome that the rules give a scene, with its chance, if a die shows these faces only."""
        with thin_dice(faces):
            try:
                return self.reference(book, **scene)
            except (RuleBroken, UnknownRule) as error:
                return {((REFUSED, str(error)),): Fraction(1)}

    def rules_of(self, scene: Scene) -> tuple[str, ...]:
        """The rules that what is out of the ordinary in a scene is about, or else those of the operation."""
        found = [rule for name, value in self.changed(scene).items() for rule in self.input(name).rules_for(value)]
        return tuple(dict.fromkeys(found)) or self.rules


_OPERATIONS: dict[str, Operation] = {}


def operation(
    name: str,
    outputs: str,
    *inputs: Input,
    rules: str = "",
    seeds: Sequence[Mapping[str, Any]] = (),
    ruling: int | None = None,
) -> Callable[[Callable[..., Outcomes]], Callable[..., Outcomes]]:
    """Declare an operation: the decorated function is the reference."""

    def declared(reference: Callable[..., Outcomes]) -> Callable[..., Outcomes]:
        takes = [*signature(reference).parameters.values()][1:]
        if not any(taken.kind is Parameter.VAR_KEYWORD for taken in takes) and [taken.name for taken in takes] != [
            given.name for given in inputs
        ]:
            raise TypeError(f"{name} declares other inputs than its function takes")
        split = tuple(outputs.split())
        _OPERATIONS[name] = Operation(name, inputs, split, reference, tuple(rules.split()), tuple(seeds), ruling)
        return reference

    return declared


def operations() -> Mapping[str, Operation]:
    """Every operation by its name, area by area."""
    from errata.conformance import operations as areas  # which imports this module

    for module in iter_modules(areas.__path__):
        import_module(f"{areas.__name__}.{module.name}")
    return dict(sorted(_OPERATIONS.items()))


def find(name: str) -> Operation:
    """An operation by its name, or an error with the nearest names."""
    known = operations()
    if name not in known:
        raise UnknownRule(f"there is no operation {name!r}; {near_or_all(name, known)}")
    return known[name]
