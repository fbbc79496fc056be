"""Tables that documents print although their rules belong to several rule tables. One entry here adds a view."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rulebook.kinds import DM, Kind


@dataclass(frozen=True)
class ViewColumn:
    """A column of a view; without a kind its cells are read as the kind of each rule, or as prose."""

    title: str
    kind: Kind | None = None
    also: tuple[str, ...] = ()


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
    """A row of a log of errata: the wrong value, the right one, and the page."""
    return name, also, (f"wrong:{rule}", rule, f"cite:{rule}")


_BANDS = "space/range-bands"
_PERSONAL = "personal/attack-modifiers"

VIEWS = (
    View(
        "space/modifiers",
        "Modifiers to spacecraft attacks",
        ("common modifiers to spacecraft attacks", "spacecraft attack modifiers"),
        ("bonuses", "penalties", "modifier", "bonus", "penalty", "bonuses penalties"),
        (ViewColumn("DM", DM, ("modifier", "attack DM")),),
        (
            _row("Adjacent Range", f"{_BANDS}/adjacent/attack-dm"),
            _row("Close Range", f"{_BANDS}/close/attack-dm"),
            _row("Short Range", f"{_BANDS}/short/attack-dm"),
            _row("Medium Range", f"{_BANDS}/medium/attack-dm"),
            _row("Long Range", f"{_BANDS}/long/attack-dm"),
            _row("Very Long Range", f"{_BANDS}/very-long/attack-dm"),
            _row("Distant Range", f"{_BANDS}/distant/attack-dm"),
            _row("Using a Pulse Laser", "space/attack-modifiers/pulse-laser", also=("pulse laser",)),
            _row("Using a Beam Laser", "space/attack-modifiers/beam-laser", also=("beam laser",)),
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
            _row("Aiming", f"{_PERSONAL}/aiming", also=("aim",)),
            _row("Laser Sight", f"{_PERSONAL}/laser-sight"),
            _row("Short Range", "personal/ranges/short/attack-dm"),
            _row("Long Range", "personal/ranges/long/attack-dm"),
            _row("Extreme Range", "personal/ranges/extreme/attack-dm"),
            _row(
                "Fast-Moving Target",
                f"{_PERSONAL}/fast-moving-target",
                also=("fast moving", "fast moving tgt", "fast target", "fast moving target"),
            ),
            _row("Dual Weapons", f"{_PERSONAL}/dual-weapons", also=("dual wielding",)),
            _row("Prone Target", f"{_PERSONAL}/prone-target", also=("target prone", "prone")),
            _row("Target in Cover", f"{_PERSONAL}/target-in-cover", also=("target covered", "cover")),
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
            ViewColumn("Old (Wrong) Value", None, ("old", "wrong", "old value", "wrong value", "was")),
            ViewColumn("Corrected (RAW) Value", None, ("corrected", "RAW", "corrected value", "RAW value", "is")),
            ViewColumn("Source", None, ("page", "cite")),
        ),
        (
            _erratum("Range DM: Short", f"{_BANDS}/short/attack-dm"),
            _erratum("Range DM: Medium", f"{_BANDS}/medium/attack-dm"),
            _erratum("Range DM: Long", f"{_BANDS}/long/attack-dm"),
            _erratum("Range DM: Very Long", f"{_BANDS}/very-long/attack-dm"),
            _erratum("Range DM: Distant", f"{_BANDS}/distant/attack-dm"),
            _erratum("High Yield effect", "ship/weapon-advantages/high-yield/effect", "high yield"),
            _erratum("Upgrade system", "ship/customising/bought-with"),
            _erratum("Max TL bonus", "ship/customising/maximum-tl-difference"),
            _erratum("Accurate cost", "ship/weapon-advantages/accurate/advantages"),
            _erratum("Long Range cost", "ship/weapon-advantages/long-range/advantages"),
            _erratum("Beam Laser TL", "ship/turret-weapons/beam-laser/tl"),
            _erratum("Critical Severity", "space/critical/severity-from"),
            _erratum("Critical Location", "space/critical/location"),
            _erratum("Ion duration", "space/ion/rounds"),
            _erratum("Sensor DM", "space/sensor-lock/gives"),
        ),
    ),
)
