"""Records: classes of named fields, as `dataclass` makes them, in a tenth of the time that it takes.

`dataclass` compiles six functions for each class, and a gate on ten files would spend an eighth of its time on that.
Here nothing is compiled: what makes a record, shows it and compares it is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform, overload

T = TypeVar("T")
V = TypeVar("V")


class _Made:
    """A field that is made anew for each record."""

    def __init__(self, make: Callable[[], Any], shown: bool) -> None:
        self.make, self.shown = make, shown


def field(*, default_factory: Callable[[], V], repr: bool = True) -> V:  # noqa: A002  (as dataclasses call it)
    """A field with a value of its own in each record, where none is given: a list, a dictionary."""
    return cast(V, _Made(default_factory, repr))


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(*, frozen: bool) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Any = None, /, *, frozen: bool = True) -> Any:
    """A class whose fields are its annotations; one that is frozen cannot be changed, and is equal by its values.

    >>> @record
    ... class Row:
    ...     name: str
    ...     dm: int = 0
    >>> Row("Short", 1), Row("Short") == Row("Short", 0), replace(Row("Short"), dm=2).dm
    (Row(name='Short', dm=1), True, 2)
    """
    if cls is None:
        return lambda cls: _recorded(cls, frozen)
    return _recorded(cls, frozen)


def _recorded(cls: Any, frozen: bool) -> Any:
    names, defaults = _inherited(cls, frozen)
    for name, kind in (cls.__annotations__ if "__annotations__" in cls.__dict__ else {}).items():
        if "ClassVar" not in str(kind):
            names[name] = None
            defaults |= {name: cls.__dict__[name]} if name in cls.__dict__ else {}
    _refuse_defaults(cls, names, defaults)
    cls._fields, cls._defaults, cls._frozen = tuple(names), defaults, frozen
    cls._shown = tuple(n for n in names if not isinstance(d := defaults.get(n), _Made) or d.shown)
    cls._values = staticmethod(attrgetter(*names) if len(names) > 1 else lambda self: tuple(map(vars(self).get, names)))
    for name in [name for name, value in defaults.items() if isinstance(value, _Made) and name in cls.__dict__]:
        delattr(cls, name)
    cls.__init__ = _init(cls)
    given: dict[str, Any] = {"__repr__": _repr, "__eq__": _eq, "__hash__": _hash if frozen else None}
    given |= {"__setattr__": _refuse, "__delattr__": _refuse} if frozen else {}
    for name, function in given.items():
        if name not in cls.__dict__ or (name == "__hash__" and cls.__dict__[name] is None):
            setattr(cls, name, function)
    return cls


def _inherited(cls: Any, frozen: bool) -> tuple[dict[str, None], dict[str, Any]]:
    """The fields of the records that a class comes from, and their defaults."""
    names: dict[str, None] = {}
    defaults: dict[str, Any] = {}
    for other in reversed(cls.__mro__[1:]):
        if "_fields" in other.__dict__:
            if other._frozen != frozen:
                raise TypeError(f"{cls.__name__} and {other.__name__}: either both can be changed, or none")
            names |= dict.fromkeys(other._fields)
            defaults |= other._defaults
    return names, defaults


def _refuse_defaults(cls: Any, names: Iterable[str], defaults: Mapping[str, Any]) -> None:
    """Defaults that all records would change together, and those that leave a field behind them without one."""
    before = ""
    for name in names:
        if name not in defaults and before:
            raise TypeError(f"{cls.__name__}.{name}: it stands behind {before}, which has a default, and has none")
        if name in defaults and type(defaults[name]).__hash__ is None:
            raise TypeError(
                f"{cls.__name__}.{name}: all records would share it; field(default_factory=…) makes each its own"
            )
        before = name if name in defaults else ""


def _init(cls: Any) -> Any:
    """What sets the fields of a new record, by their order and by their names."""
    fields, defaults = cls._fields, cls._defaults
    made = [(name, value.make) for name, value in defaults.items() if isinstance(value, _Made)]
    plain = {name: value for name, value in defaults.items() if not isinstance(value, _Made)}
    known = frozenset(fields)
    last = hasattr(cls, "__post_init__")

    def init(self: Any, *given: Any, **named: Any) -> None:
        own = self.__dict__
        if len(given) == len(fields) and not named:
            own.update(zip(fields, given))  # noqa: B905  (a third faster, and there are thousands)
        else:
            if len(given) > len(fields) or not (
                named.keys() <= known and named.keys().isdisjoint(fields[: len(given)])
            ):
                raise TypeError(_too_much(cls, len(given), named))
            own.update(plain)
            own.update(zip(fields, given))  # noqa: B905  (a third faster, and there are thousands)
            own.update(named)
            for name, make in made:
                if name not in own:
                    own[name] = make()
            if len(own) != len(fields):
                left = ", ".join(name for name in fields if name not in own)
                raise TypeError(f"a {cls.__name__} needs its {left}")
        if last:
            self.__post_init__()

    return init


def _too_much(cls: Any, given: int, named: Mapping[str, Any]) -> str:
    """What is wrong with values that a record has no field for, or has a value for already."""
    if given > len(cls._fields):
        return f"a {cls.__name__} has {len(cls._fields)} fields, and {given} values were given"
    twice = [name for name in named if name in cls._fields[:given]]
    if twice:
        return f"a {cls.__name__} was given its {', '.join(twice)} twice"
    return f"a {cls.__name__} has no {', '.join(name for name in named if name not in cls._fields)}"


def _repr(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._shown)})"


def _eq(self: Any, other: Any) -> bool:
    return bool(self._values(self) == self._values(other)) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(self._values(self))


def _refuse(self: Any, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{name!r} of a {type(self).__name__} cannot be changed")


def replace(record: V, **changes: Any) -> V:
    """The same record with other values in some fields."""
    values = zip(record._fields, record._values(record), strict=True)  # type: ignore[attr-defined]
    kept = [changes.pop(name) if name in changes else value for name, value in values]
    return type(record)(*kept, **changes)
