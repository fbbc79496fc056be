"""Tuples with named fields, as `typing.NamedTuple` makes them, in a tenth of the time: nothing is compiled for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    try:
        from collections import _tuplegetter as _field
    except ImportError:
        from operator import itemgetter

        def _field(n, doc):  # slower, and the same
            return property(itemgetter(n), doc=doc)

    class _Kind(type):
        """What makes a class of its annotations; a class that comes from such a one has the same fields."""

        def __new__(cls, name, bases, space):
            first = getattr(bases[0], "_fields", None) == ()
            fields = space.get("__annotations__", {}) if first else {}
            if fields:
                given = {field: space[field] for field in fields if field in space}
                if given and list(given) != list(fields)[-len(given) :]:
                    raise TypeError(f"{name}: what has no default cannot stand behind what has one")
                space |= {field: _field(n, "") for n, field in enumerate(fields)}
                space |= {"_fields": tuple(fields), "__match_args__": tuple(fields), "_field_defaults": given}
                space |= {"_most": len(fields), "_last": tuple(given.values())}
            return super().__new__(cls, name, bases, {"__slots__": (), **space})

    class NamedTuple(tuple, metaclass=_Kind):
        """A tuple whose fields are the annotations of its class.

        >>> class Place(NamedTuple):
        ...     file: str
        ...     line: int = 0
        >>> Place("a.js", line=3), Place("a.js") == ("a.js", 0), Place("a.js")._replace(line=2).line
        (Place(file='a.js', line=3), True, 2)
        """

        _fields, _field_defaults = (), {}
        _most, _last = 0, ()

        def __new__(cls, *given: Any, **named: Any) -> Any:
            """A tuple of values by their order and by their names."""
            left = cls._most - len(given)
            if left or named:
                plain = not named and 0 < left <= len(cls._last)
                given = given + cls._last[-left:] if plain else _filled(cls, given, named)
            return _tuple(cls, given)

        @classmethod
        def _make(cls, values: Any) -> Any:
            return cls(*values)

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, **changes: Any) -> Any:
            if not changes.keys() <= set(self._fields):
                return type(self)(*self, **changes)  # which says what is wrong with that
            return _tuple(
                type(self), [changes.get(name, value) for name, value in zip(self._fields, self, strict=True)]
            )

        def __repr__(self) -> str:
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._asdict().items())})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    _tuple = tuple.__new__

    def _filled(cls, given, named):
        """All values in order, where some are named, or left to their defaults."""
        left = cls._fields[len(given) :]
        if len(given) > len(cls._fields) or not named.keys() <= set(left):
            raise TypeError(f"a {cls.__name__} has the fields {', '.join(cls._fields)}, each to be given once")
        values = cls._field_defaults | named
        if missing := [name for name in left if name not in values]:
            raise TypeError(f"a {cls.__name__} needs its {', '.join(missing)}")
        return (*given, *(values[name] for name in left))
