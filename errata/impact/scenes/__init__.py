"""Standing scenes: what people do at the table, to be played by any rulebook and compared. A family is a file here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib import import_module

from engine.errors import RawcheckError
from engine.rulebook.rulebook import Rulebook
from errata.impact.scenes.scene_figures import Figure

PLAIN, COMMON, SPECIAL = 0, 1, 2
OWN = "your own"
"""The family of scenes that are not of the panel."""


@dataclass(frozen=True)
class Scene:
    """A scene: its title, how a sentence about it begins, and how it is played."""

    title: str
    subject: str
    """What a sentence is about: `Beam lasers at Short range`."""
    play: Callable[[Rulebook], Iterable[Figure]]
    family: str = ""
    rank: int = COMMON
    """How plain it is, for the choice of the one to tell: `PLAIN` is what people do most."""
    given: str = ""
    """What it takes for granted: `Gunner 1; a free trader with armour 2 and Hull 80`."""
    band: str = ""
    """The range band, if the same is played at each."""
    series: str = ""
    """What scenes that differ in a band or a number have in common: `A double turret of beam lasers`."""

    def figures(self, book: Rulebook) -> tuple[Figure, ...]:
        """What it comes to by a rulebook; nothing where the rules do not let it happen, or leave nothing to roll."""
        try:
            return tuple(self.play(book))
        except (RawcheckError, ValueError, ZeroDivisionError):
            return ()


def a(name: str) -> str:
    """A name with its article.

    >>> a("ion cannon"), a("Railgun")
    ('an ion cannon', 'a Railgun')
    """
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[0].upper() + text[1:]


FAMILIES = {
    "dice_rolls": "checks",
    "patients": "healing",
    "firefights": "personal combat",
    "shipyard": "ships",
    "space_battles": "space combat",
}
"""The modules of this folder and their families, in the order in which their scenes are told."""


def panel() -> tuple[Scene, ...]:
    """Every scene of every family, in order."""
    return tuple(
        replace(scene, family=family)
        for module, family in FAMILIES.items()
        for scene in import_module(f"{__name__}.{module}").scenes()
    )
