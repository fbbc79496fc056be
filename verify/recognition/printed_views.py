"""Tables that documents print although their rules belong to several rule tables. One entry here adds a view."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rulebook.kinds import DM, Kind
from engine.rules.critical_hits import CRITICAL, ION
from engine.rules.customised_components import ADVANTAGES, CUSTOMISING
from engine.rules.personal_attack_dms import MODIFIERS, RANGES
from engine.rules.ship_armament import TURRET_WEAPONS
from engine.rules.space_combat import ATTACK_MODIFIERS, RANGE_BANDS, SENSOR_LOCK
from verify.findings import States


@dataclass(frozen=True)
class ViewColumn:
    """A column of a view; without a kind its cells are read as the kind of each rule, or as prose."""

    title: str
    kind: Kind | None = None
    also: tuple[str, ...] = ()
    states: States = States.VALUE


@dataclass(frozen=True)
class View:
    """A printed table: its names, its columns, and for each row its name, other names, and the rule of each cell."""

    id: str
    title: str
    also: tuple[str, ...]
    headings: tuple[str, ...]
    columns: tuple[ViewColumn, ...]
    rows: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    near: tuple[str, ...] = ()
    """Words that stand near it in code."""
    unless: tuple[str, ...] = ()


def _row(name: str, *rules: str, also: tuple[str, ...] = ()) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return name, also, rules


def _erratum(name: str, rule: str, *also: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """A row of a log of errata: the wrong value, the right one, and the page of one rule."""
    return name, also, (rule, rule, rule)


VIEWS = (
    View(
        "space/modifiers",
        "Modifiers to spacecraft attacks",
        ("common modifiers to spacecraft attacks", "spacecraft attack modifiers"),
        ("bonuses", "penalties", "modifier", "bonus", "penalty", "bonuses penalties"),
        (ViewColumn("DM", DM, ("modifier", "attack DM")),),
        (
            *(_row(f"{row.name} Range", RANGE_BANDS.path(row.name, "attack-dm")) for row in RANGE_BANDS.rows),
            _row("Using a Pulse Laser", ATTACK_MODIFIERS.path("Pulse Laser"), also=("pulse laser",)),
            _row("Using a Beam Laser", ATTACK_MODIFIERS.path("Beam Laser"), also=("beam laser",)),
        ),
        near=("attack", "hit", "gunner"),
        unless=("damage", "power", "cost", "tl", "ammo", "sensor", "personal"),
    ),
    View(
        "personal/modifiers",
        "Modifiers to attacks on people",
        ("common combat modifiers", "personal combat modifiers"),
        ("bonuses", "penalties", "modifier", "bonus", "penalty", "action", "bonuses penalties", "bonus penalty"),
        (ViewColumn("DM", DM, ("modifier", "attack DM")),),
        (
            _row("Aiming", MODIFIERS.path("Aiming"), also=("aim",)),
            _row("Laser Sight", MODIFIERS.path("Laser Sight")),
            _row("Short Range", RANGES.path("Short", "attack-dm")),
            _row("Long Range", RANGES.path("Long", "attack-dm")),
            _row("Extreme Range", RANGES.path("Extreme", "attack-dm")),
            _row(
                "Fast-Moving Target",
                MODIFIERS.path("Fast-Moving Target"),
                also=("fast moving", "fast moving tgt", "fast target", "fast moving target"),
            ),
            _row("Dual Weapons", MODIFIERS.path("Dual Weapons"), also=("dual wielding",)),
            _row("Prone Target", MODIFIERS.path("Prone Target"), also=("target prone", "prone")),
            _row("Target in Cover", MODIFIERS.path("Target in Cover"), also=("target covered", "cover")),
            _row("Target Dodges", ""),
            _row("Target Parries", ""),
        ),
        near=("attack", "hit"),
        unless=("space", "ship", "spacecraft", "damage"),
    ),
    View(
        "errata-log",
        "Errata log",
        ("corrections", "errata"),
        ("item", "rule", "what"),
        (
            ViewColumn(
                "Old (Wrong) Value", None, ("old", "wrong", "old value", "wrong value", "was"), States.WRONG_VALUE
            ),
            ViewColumn("Corrected (RAW) Value", None, ("corrected", "RAW", "corrected value", "RAW value", "is")),
            ViewColumn("Source", None, ("page", "cite"), States.CITE),
        ),
        (
            *(
                _erratum(f"Range DM: {name}", RANGE_BANDS.path(name, "attack-dm"))
                for name in ("Short", "Medium", "Long", "Very Long", "Distant")
            ),
            _erratum("High Yield effect", ADVANTAGES.path("High Yield", "effect"), "high yield"),
            _erratum("Upgrade system", CUSTOMISING.path("bought-with")),
            _erratum("Max TL bonus", CUSTOMISING.path("maximum-tl-difference")),
            _erratum("Accurate cost", ADVANTAGES.path("Accurate", "advantages")),
            _erratum("Long Range cost", ADVANTAGES.path("Long Range", "advantages")),
            _erratum("Beam Laser TL", TURRET_WEAPONS.path("Beam Laser", "tl")),
            _erratum("Critical Severity", CRITICAL.path("severity-from")),
            _erratum("Critical Location", CRITICAL.path("location")),
            _erratum("Ion duration", ION.path("rounds")),
            _erratum("Sensor DM", SENSOR_LOCK.path("gives")),
        ),
    ),
)
