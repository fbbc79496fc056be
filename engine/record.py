"""Records: classes of named fields, as `dataclass` makes them, in a tenth of the time that it takes.

`dataclass` compiles six functions for each class, and a gate on ten files would spend an eighth of its time on that.
Here one of them is compiled, when it is needed, and the others are shared by all records.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn, TypeVar, cast, dataclass_transform, overload

T = TypeVar("T")
V = TypeVar("V")


class _Made(NamedTuple):
    """A field that is made anew for each record."""

    make: Callable[[], Any]
    shown: bool


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
    own = cls.__annotations__ if "__annotations__" in cls.__dict__ else {}
    names = dict.fromkeys(getattr(cls, "_fields", ()))
    names |= dict.fromkeys(name for name, kind in own.items() if "ClassVar" not in str(kind))
    defaults = {**getattr(cls, "_defaults", {}), **{name: cls.__dict__[name] for name in names if name in cls.__dict__}}
    for name, value in defaults.items():
        if isinstance(value, (list, dict, set)):
            raise TypeError(
                f"{cls.__name__}.{name}: all records would share it; field(default_factory=…) makes each its own"
            )
    cls._fields, cls._defaults = tuple(names), defaults
    cls._shown = tuple(n for n in names if not isinstance(d := defaults.get(n), _Made) or d.shown)
    cls._values = staticmethod(attrgetter(*names))
    for name in [name for name, value in defaults.items() if isinstance(value, _Made) and name in cls.__dict__]:
        delattr(cls, name)

    def first(self: Any, *given: Any, **named: Any) -> None:
        """Make what sets the fields when the first record is made: a run makes records of half of the classes."""
        cls.__init__ = _init(cls, names, defaults, frozen)
        cls.__init__(self, *given, **named)

    cls.__init__ = first
    given: dict[str, Any] = {"__repr__": _repr, "__eq__": _eq, "__hash__": _hash if frozen else None}
    given |= {"__setattr__": _refuse, "__delattr__": _refuse} if frozen else {}
    for name, function in given.items():
        if name not in cls.__dict__ or (name == "__hash__" and cls.__dict__[name] is None):
            setattr(cls, name, function)
    return cls


def _init(cls: Any, names: dict[str, None], defaults: dict[str, Any], frozen: bool) -> Any:
    """What sets the fields of a new record: the one function that is compiled for each class."""
    head, lines = ["self"], []
    for name in names:
        value = defaults.get(name)
        head.append(f"{name}=_given[{name!r}]" if name in defaults else name)
        made = f"{name} if {name} is not _given[{name!r}] else _given[{name!r}].make()"
        made = made if isinstance(value, _Made) else name
        lines.append(f"_set(self, {name!r}, {made})" if frozen else f"self.{name} = {made}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    space: dict[str, Any] = {"_given": defaults, "_set": object.__setattr__}
    exec(f"def __init__({', '.join(head)}):\n  " + "\n  ".join(lines), space)
    made_init = space["__init__"]
    made_init.__qualname__ = f"{cls.__qualname__}.__init__"
    return made_init


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
    kept = {name: getattr(record, name) for name in record._fields}  # type: ignore[attr-defined]
    return type(record)(**kept | changes)
