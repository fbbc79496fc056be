"""A deeper search for a scene that differs, by hypothesis, which is no dependency: it is used where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from errata.conformance.operation import Input, Operation
from errata.conformance.outcomes import Given
from errata.conformance.scenes import Varied


def is_installed() -> bool:
    """Whether hypothesis is there."""
    return find_spec("hypothesis") is not None


def find_scene(
    operation: Operation,
    varied: Varied,
    base: Mapping[str, Given],
    differs: Callable[[dict[str, Given]], bool],
    tries: int,
) -> dict[str, Given] | None:
    """The simplest scene of which something holds, if so many tries find one."""
    if not is_installed():
        return None
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.errors import NoSuchExample
    from hypothesis.strategies import SearchStrategy, fixed_dictionaries, integers, sampled_from

    def values_of(given: Input, values: tuple[Given, ...]) -> SearchStrategy[Given]:
        """Any value of an input; simple ones first, which is what hypothesis shrinks to."""
        whole = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
        if given.open_range is not None and len(whole) > 1:
            return integers(min(whole), max(whole))
        return sampled_from(sorted(values, key=lambda value: value != base[given.name]))

    scenes = fixed_dictionaries({name: values_of(operation.input(name), values) for name, values in varied.items()})
    chosen = settings(
        max_examples=tries,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    try:
        found: dict[str, Given] = find(scenes, lambda changed: differs({**base, **changed}), settings=chosen)
    except NoSuchExample:
        return None
    return {**base, **found}
