"""A ship's weapon as it is mounted: its dice, DMs, AP, multiple and reach, with its advantages worked in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.distribution import Distribution
from engine.errors import RuleBroken, UnknownRule
from engine.names import nearest, normal, or_list
from engine.notation import Dice
from engine.raw import RAW
from engine.rulebook import Row, Rulebook, Table
from engine.values import Faces

MISSILES = ("missile-rack", "missile-barbette", "torpedo")
"""The weapons that the damage multiples leave out. HG 2022 p. 29."""


@dataclass(frozen=True)
class Weapon:
    """What an attack needs to know about a weapon."""

    name: str
    damage: Dice
    mount: str = "Single Turret"
    attack_dm: int = 0
    ap: int = 0
    multiple: int = 1
    reach: str = "Special"
    ion: bool = False
    laser: bool = False
    missile: bool = False
    linked: int = 1
    faces: Faces = ()
    cite: str = ""

    def roll(self) -> Distribution:
        """The damage dice, with the faces that count as others."""
        total = Distribution.constant(self.damage.plus)
        for pool in self.damage.pools:
            rolled = pool.distribution()
            if self.faces:
                rolled = Distribution.die(pool.sides).map(dict(self.faces)).sum_of(pool.count) * pool.times
            total = total + rolled
        return total


def find(
    name: str,
    mount: str | None = None,
    weapons: int | None = None,
    advantages: tuple[str, ...] = (),
    book: Rulebook = RAW,
) -> Weapon:
    """A weapon from the tables, in its mount; without one, a single turret or whatever holds it.

    >>> weapon = find("pulse laser", "triple turret")
    >>> str(weapon.damage), weapon.attack_dm, weapon.multiple
    ('2D+4', 2, 1)
    """
    return _find(name, mount, weapons, tuple(advantages), book)


@lru_cache(maxsize=512)
def _find(name: str, mount: str | None, weapons: int | None, advantages: tuple[str, ...], book: Rulebook) -> Weapon:
    table, row, mounted = _place(name, mount, book)
    here = f"{table.id}/{row.id}"
    damage = book[f"{here}/damage"]
    if not isinstance(damage, Dice):
        raise RuleBroken(f"{row.name} does no damage of its own: {book.rule(f'{here}/damage').text}")
    held = _held(mounted, book)
    linked = held if weapons is None else weapons
    if not 1 <= linked <= held:
        raise RuleBroken(f"a {mounted} holds {held} weapon{'s' * (held > 1)}, not {linked} (HG 2022 p. 28)")
    if linked >= book.number("space/linked-fire/least-weapons"):
        damage = damage + (linked - 1) * damage.count * book.number("space/linked-fire/damage-per-die")
    traits = {trait.name: trait.score for trait in book.traits(f"{here}/traits")}
    missile = row.id in MISSILES
    barbette = table.id == "ship/barbettes"
    multiple = book.number("space/damage-multiples/barbette") if barbette else 1
    plain = Weapon(
        name=row.name,
        damage=damage,
        mount=mounted,
        attack_dm=_attack_dm(row, book),
        ap=traits.get("AP") or 0,
        multiple=1 if missile and not book.flag("space/damage/multiple-applies-to-missiles") else multiple,
        reach=book.word(f"{here}/range"),
        ion="Ion" in traits,
        laser="laser" in normal(row.name),
        missile=missile,
        linked=linked,
        cite=book.rule(f"{here}/damage").cite,
    )
    return improve(plain, advantages, book) if advantages else plain


def _place(name: str, mount: str | None, book: Rulebook) -> tuple[Table, Row, str]:
    """The table and row of a weapon, and the full name of its mount."""
    turrets, barbettes, mounts = (book.table(f"ship/{t}") for t in ("turret-weapons", "barbettes", "mounts"))
    in_barbette = mount is not None and normal(mount) in ("barbette", "barbettes")
    if mount is None:
        exact = [row for row in barbettes.rows if normal(row.name) == normal(name)]
        in_barbette = bool(exact) or (_has(barbettes, name) and not _has(turrets, name))
    table, other = (barbettes, turrets) if in_barbette else (turrets, barbettes)
    mounted = "Barbette" if in_barbette else mounts.find(mount or "Single Turret").name
    if mounted == "Pop-Up Mounting":
        raise RuleBroken("a pop-up mounting is added to a turret or fixed mount; name that one (HG 2022 p. 28)")
    if not _has(table, name):
        if _has(other, name):
            raise UnknownRule(f"{other.find(name).name} is not in {table.title}; it stands in {other.title}")
        names = [row.name for row in (*turrets.rows, *barbettes.rows)]
        close = nearest(name.title(), names) or names
        raise UnknownRule(f"no ship's weapon is called {name!r}; did you mean {or_list(close)}?")
    return table, table.find(name), mounted


def _has(table: Table, name: str) -> bool:
    return any(normal(name) in map(normal, (row.name, *row.also)) for row in table.rows)


def _held(mounted: str, book: Rulebook) -> int:
    """How many weapons a mount holds."""
    ids = {row.name: row.id for row in book.table("ship/mounts").rows}
    return 1 if mounted == "Barbette" else book.number(f"ship/mount-rules/weapons-in-{ids[mounted]}")


def _attack_dm(row: Row, book: Rulebook) -> int:
    """The DM for using this sort of weapon, if it has one."""
    table = book.table("space/attack-modifiers")
    return book.number(f"{table.id}/{table.find(row.name).id}") if _has(table, row.name) else 0


def improve(weapon: Weapon, advantages: tuple[str, ...], book: Rulebook = RAW) -> Weapon:
    """The weapon with advantages or disadvantages; what the rules forbid is refused with its cite."""
    for name in advantages:
        changes = book.changes(_advantage(name, weapon, advantages, book) + "/effect")
        for what, amount in changes.items():
            if what == "attack-dm" and isinstance(amount, int):
                weapon = replace(weapon, attack_dm=weapon.attack_dm + amount)
            elif what == "ap" and isinstance(amount, int):
                weapon = replace(weapon, ap=weapon.ap + amount)
            elif what == "faces" and isinstance(amount, tuple):
                weapon = replace(weapon, faces=weapon.faces + amount)
            elif what == "damage-dice" and isinstance(amount, Dice):
                weapon = replace(
                    weapon, damage=Dice(weapon.damage.pools + amount.pools, weapon.damage.plus + amount.plus)
                )
            elif what == "range-bands" and isinstance(amount, int):
                weapon = replace(
                    weapon, reach=_further(weapon.reach, amount, str(changes.get("range-limit", "")), book)
                )
    return weapon


def _further(reach: str, bands: int, limit: str, book: Rulebook) -> str:
    names = [row.name for row in book.table("space/range-bands").rows]
    if reach not in names:
        return reach
    most = names.index(limit) if limit in names else len(names) - 1
    return names[max(names.index(reach), min(names.index(reach) + bands, most))]


def _advantage(name: str, weapon: Weapon, chosen: tuple[str, ...], book: Rulebook) -> str:
    """The id of an advantage or disadvantage that this weapon may have."""
    good, bad = book.table("ship/weapon-advantages"), book.table("ship/weapon-disadvantages")
    if not _has(good, name) and not _has(bad, name):
        names = [row.name for row in (*good.rows, *bad.rows)]
        raise UnknownRule(
            f"no weapon advantage is called {name!r}; did you mean {or_list(nearest(name.title(), names) or names)}?"
        )
    table = good if _has(good, name) else bad
    row = table.find(name)
    if not book.flag("ship/customising/mixes-advantages-and-disadvantages") and any(
        _has(bad if table is good else good, other) for other in chosen
    ):
        raise RuleBroken("a component has either Advantages or Disadvantages, not both (HG 2022 p. 71)")
    only = book.word(f"{table.id}/{row.id}/only")
    turret = weapon.mount != "Barbette"
    forbidden = {
        "not missiles or torpedoes": weapon.missile,
        "lasers and particle weapons": not (weapon.laser or "particle" in normal(weapon.name)),
        "once": sum(normal(other) == normal(name) for other in chosen) > 1,
        "not turret weapons": turret,
    }
    if forbidden.get(only, False):
        raise RuleBroken(f"{row.name}: {only}; it cannot be given to {weapon.name} so ({table.cite})")
    return f"{table.id}/{row.id}"
