"""The rules that are declared, by id; those of a table or a set of facts are made when one of them is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.rulebook import Rule


class Entry(Protocol):
    """A table, or a set of facts."""

    @property
    def id(self) -> str:
        """What the ids of its rules begin with."""

    def rules(self) -> Iterator[Rule]:
        """Its rules."""


class Declared(Mapping[str, "Rule"]):
    """Rules by id, in the order in which they are declared. A run asks for few of them."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            if entry.id in self._entries:
                raise ValueError(f"{entry.id} is declared twice")
            self._entries[entry.id] = entry
        self._made: dict[str, dict[str, Rule]] = {}
        self._known: dict[str, Rule] = {}
        """All that were made."""

    def _of(self, entry: str) -> dict[str, Rule]:
        """The rules of an entry by id; none if there is no such entry."""
        made = self._made.get(entry)
        if made is None and entry in self._entries:
            made = {}
            for rule in self._entries[entry].rules():
                if rule.id in made:
                    raise ValueError(f"{rule.id} is declared twice")
                made[rule.id] = rule
            self._made[entry] = made
            self._known.update(made)
        return made or {}

    def __contains__(self, id: object) -> bool:
        if id not in self._known and isinstance(id, str):
            section = id.rpartition("/")[0]
            for entry in (section, section.rpartition("/")[0]):
                self._of(entry)
        return id in self._known

    def __getitem__(self, id: str) -> Rule:
        if id in self:
            return self._known[id]
        raise KeyError(id)

    def __iter__(self) -> Iterator[str]:
        return (id for entry in self._entries for id in self._of(entry))

    def __len__(self) -> int:
        return sum(len(self._of(entry)) for entry in self._entries)


class Changed(Mapping[str, "Rule"]):
    """Rules of which some are others than declared."""

    def __init__(self, own: Mapping[str, Rule], under: Mapping[str, Rule]) -> None:
        self.own: Mapping[str, Rule] = {**under.own, **own} if isinstance(under, Changed) else own
        self._under: Mapping[str, Rule] = under._under if isinstance(under, Changed) else under

    def __contains__(self, id: object) -> bool:
        return id in self._under

    def __getitem__(self, id: str) -> Rule:
        return self.own[id] if id in self.own else self._under[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._under)

    def __len__(self) -> int:
        return len(self._under)


def changed(rules: Mapping[str, Rule]) -> Mapping[str, Rule]:
    """Those that are others than declared."""
    return rules.own if isinstance(rules, Changed) else {}
