"""A GM's own scenes, in TOML: an attack in space, an attack on a person, or a check.

[[scene]]
title = "The Hound at our trader"
weapon = "beam laser"
mount = "triple turret"
range = "Short"
gunner = 2
armour = 4
hull = 120
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import RawcheckError
from engine.mechanics.checks import BANE, BOON, PLAIN, check
from engine.mechanics.personal_attack import Situation, Weapon
from engine.mechanics.personal_attack import attack as shoot
from engine.mechanics.space_attack import attack
from engine.mechanics.wounds import Body
from engine.rulebook.names import near_or_all
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.impact.scenes import OWN, Scene, panel
from errata.impact.scenes.dice_rolls import check_figures
from errata.impact.scenes.firefights import attack_figures
from errata.impact.scenes.scene_figures import Figure
from errata.impact.scenes.space_battles import HULL, shot_figures
from verify.bounded_files import Unreadable, parse_toml, read_plain

_SPACE: Mapping[str, type] = {
    "weapon": str, "mount": str, "range": str, "gunner": int, "dex_dm": int, "armour": int, "lock": bool,
    "evasion": int, "fire_control": int, "dm": int, "boons": int, "banes": int, "weapons": int, "advantages": list,
    "hull": int, "target": str, "coating": str,
}  # fmt: skip
_PERSONAL: Mapping[str, type] = {
    "damage": str, "range_metres": int, "traits": str, "tl": int, "skill": int, "characteristic_dm": int, "armour": int,
    "dm": int, "boons": int, "banes": int, "str": int, "dex": int, "end": int, "metres": int, "aim": int,
    "laser_sight": bool, "moved_metres": int, "dual": bool, "prone": bool, "cover": str, "hiding": bool,
    "reaction_dm": int, "dive": bool, "leaving": bool, "unaware": bool, "strength": int, "firing": str,
}  # fmt: skip
_CHECK: Mapping[str, type] = {"difficulty": str, "dm": int, "mode": str}
_SIGNED = frozenset({"gunner", "skill", "dex_dm", "characteristic_dm", "dm", "evasion", "fire_control", "reaction_dm"})
"""Numbers that can be less than 0."""
MOST = 30
"""The largest skill or DM that is accepted, more than three times what anybody has."""
MAX_BYTES = 1_000_000
MOST_SCENES = 100
MODES = {"": PLAIN, "plain": PLAIN, "boon": BOON, "bane": BANE}


class WrongScene(RawcheckError):
    """A scene cannot be played; the message says why."""


def read_scenes(path: Path) -> tuple[Scene, ...]:
    """The scenes of a file, all of which can be played."""
    scenes, errors = playable(path)
    if errors:
        raise WrongScene(errors[0])
    return scenes


def playable(path: Path) -> tuple[tuple[Scene, ...], tuple[str, ...]]:
    """The scenes of a file, each tried once by the book, and what is wrong with those that cannot be played."""
    try:
        text = read_plain(path, MAX_BYTES).decode("utf-8-sig")
    except Unreadable as error:
        raise WrongScene(f"{path.name}: {error}") from error
    except UnicodeDecodeError as error:
        raise WrongScene(f"{path.name}: it is no text; scenes are written in TOML") from error
    try:
        data = parse_toml(text, path.name)
    except Unreadable as error:
        raise WrongScene(str(error)) from error
    except tomllib.TOMLDecodeError as error:
        raise WrongScene(f"{path.name}: it is not TOML: {error}") from error
    tables = data.get("scene")
    if not isinstance(tables, list) or not tables or set(data) != {"scene"}:
        raise WrongScene(f"{path.name}: scenes stand under [[scene]], each with its title")
    if len(tables) > MOST_SCENES:
        raise WrongScene(f"{path.name}: {len(tables):,} scenes; the limit is {MOST_SCENES}")
    titles, scenes, errors = {scene.title for scene in panel()}, [], []
    for n, table in enumerate(tables, 1):
        try:
            scene = _scene(table, f"{path.name}: scene {n}")
            if scene.title in titles:
                raise WrongScene(f"{path.name}: more than one scene is called {scene.title!r}")
            titles.add(scene.title)
            scenes.append(scene)
        except WrongScene as error:
            errors.append(str(error))
    return tuple(scenes), tuple(errors)


def _scene(table: Any, where: str) -> Scene:
    if not isinstance(table, dict):
        raise WrongScene(f"{where}: it is no table")
    title = str(table.get("title") or where)
    sort = next((sort for sort in _SORTS if sort.key in table), None)
    if sort is None:
        raise WrongScene(f"{where}: give a weapon for space, a damage for people, or a difficulty for a check")
    options = {key: value for key, value in table.items() if key != "title"}
    for key, value in options.items():
        if key not in sort.types:
            raise WrongScene(f"{where}: there is no {key!r}; {near_or_all(key, sort.types)}")
        wanted = sort.types[key]
        is_wrong = not isinstance(value, wanted) or (wanted is int and isinstance(value, bool))
        if is_wrong or (isinstance(value, list) and not all(isinstance(name, str) for name in value)):
            raise WrongScene(f"{where}: {key}: {_EXPECTED[wanted]} belongs there")
        if isinstance(value, int) and value < 0 and key not in _SIGNED:
            raise WrongScene(f"{where}: {key}: it cannot be less than 0")
        if isinstance(value, int) and abs(value) > MOST and key in _SIGNED | {"boons", "banes"}:
            raise WrongScene(f"{where}: {key}: {value} is out of all reason; {MOST} is the most")

    def play(book: Rulebook) -> Iterable[Figure]:
        return sort.play(dict(options), book)

    try:
        tuple(play(RAW))
    except (RawcheckError, ValueError, TypeError, AttributeError) as error:
        raise WrongScene(f"{where}: {error}") from error
    given = _given({sort.key: "", **sort.assumed, **options}, sort.key)
    return Scene(title, f"{title}: the {sort.subject}", play, OWN, given=given)


def _given(options: Mapping[str, Any], bare: str) -> str:
    """The options of a scene and their defaults in words: `beam laser, range Short, gunner 2`."""
    parts = []
    for key, value in options.items():
        name, text = key.replace("_", " "), ", ".join(value) if isinstance(value, list) else str(value)
        if value is not False and text:
            parts.append(name if value is True else text if key == bare else f"{name} {text}")
    return ", ".join(parts)


_EXPECTED = {str: "a text", int: "a whole number", bool: "true or false", list: "a list of names"}


class _Sort(NamedTuple):
    """A kind of scene: the key that identifies it, its options, and their defaults."""

    key: str
    subject: str
    types: Mapping[str, type]
    assumed: Mapping[str, object]
    play: Callable[[dict[str, Any], Rulebook], Iterable[Figure]]


def _space(options: dict[str, Any], book: Rulebook) -> Iterable[Figure]:
    hull, target = options.pop("hull", HULL), options.pop("target", "the target")
    return shot_figures(attack(book=book, **options), hull, target)


def _personal(options: dict[str, Any], book: Rulebook) -> Iterable[Figure]:
    def taken(*keys: str) -> dict[str, Any]:
        return {key: options.pop(key) for key in keys if key in options}

    weapon = Weapon.of(**taken("damage", "range_metres", "traits", "tl"))
    body = Body(**taken("str", "dex", "end"))
    attack_options = taken("skill", "characteristic_dm", "armour", "dm", "boons", "banes")
    return attack_figures(shoot(weapon, situation=Situation(**options), book=book, **attack_options), body)


def _check(options: dict[str, Any], book: Rulebook) -> Iterable[Figure]:
    mode = options.pop("mode", "")
    if mode.lower() not in MODES:
        raise WrongScene(f"mode: boon, bane or nothing, not {mode!r}")
    return check_figures(check(options.pop("dm", 0), options["difficulty"], MODES[mode.lower()], book=book))


_SORTS = (
    _Sort("weapon", "attacks", _SPACE, {"gunner": 0, "armour": 0, "hull": HULL, "evasion": 0}, _space),
    _Sort("damage", "attacks", _PERSONAL, {"skill": 0, "armour": 0, "str": 7, "dex": 7, "end": 7}, _personal),
    _Sort("difficulty", "checks", _CHECK, {"dm": 0}, _check),
)
