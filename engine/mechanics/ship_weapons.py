"""A ship's weapon in its mount: dice, DMs, AP, multiple and reach, including its advantages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.dice.notation import DESTRUCTIVE_TIMES, Dice
from engine.errors import RuleBroken, UnknownRule
from engine.mechanics import advantages
from engine.rulebook.names import normal, slug, suggestion
from engine.rulebook.parsing import traits as read_traits
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Row, Rulebook, Table
from engine.rulebook.values import Faces

BARBETTE = "Barbette"
"""The mount that the table of mounts does not list."""


class Weapon(NamedTuple):
    """What an attack needs to know about a weapon."""

    name: str
    damage: Dice
    mount: str = "Single Turret"
    attack_dm: int = 0
    ap: int = 0
    multiple: int = 1
    reach: str = "Special"
    sort: str = "other"
    """Laser, particle, missile or other."""
    ion: bool = False
    linked: int = 1
    faces: Faces = ()
    smart_tl: int | None = None
    """Its TL, if it has the trait Smart."""
    rule: str = ""
    """The id of its row, if a table lists it."""
    improved: tuple[tuple[str, int], ...] = ()
    """Attack DMs of its advantages, by their names."""

    @property
    def turret(self) -> bool:
        """Whether it stands in a turret or a fixed mount."""
        return self.mount.endswith(("Turret", "Fixed Mount"))

    def roll(self) -> Distribution:
        """The damage dice, with the faces that count as others."""
        total = Distribution.constant(self.damage.plus)
        for pool in self.damage.pools:
            rolled = pool.distribution()
            if self.faces and not pool.mode and pool.sides == 6:
                times = pool.times * (DESTRUCTIVE_TIMES if pool.destructive else 1)
                rolled = Distribution.die(6).map(dict(self.faces)).sum_of(pool.count) * times
            total = total + rolled
        return total


def find(
    name: str,
    mount: str | None = None,
    weapons: int | None = None,
    advantages: Sequence[str] = (),
    book: Rulebook = RAW,
) -> Weapon:
    """A weapon from the tables, in its mount; without one, a single turret or whatever holds it.

    >>> weapon = find("pulse laser", "triple turret")
    >>> str(weapon.damage), weapon.attack_dm, weapon.multiple
    ('2D+4', 2, 1)
    """
    names = (advantages,) if isinstance(advantages, str) else tuple(advantages)
    return _find(name, mount, weapons, names, book)


@lru_cache(maxsize=512, typed=True)
def _find(name: str, mount: str | None, weapons: int | None, improved: tuple[str, ...], book: Rulebook) -> Weapon:
    table, row, mounted = _place(name, mount, book)
    path = f"{table.id}/{row.id}"
    damage = book[f"{path}/damage"]
    if not isinstance(damage, Dice):
        raise RuleBroken(f"{row.name} does no damage of its own: {book.rule(f'{path}/damage').text}")
    most = 1 if mounted == BARBETTE else book.number(f"ship/mount-rules/weapons-in-{slug(mounted)}")
    linked = most if weapons is None else weapons
    if not isinstance(linked, int):
        raise RuleBroken(f"weapons are counted: {linked!r} is not a whole number")
    if not 1 <= linked <= most:
        raise RuleBroken(f"a {mounted} holds {most} weapon{'s' * (most > 1)}, not {linked} (HG 2022 p. 28)")
    damage = damage + damage.count * linked_bonus(linked, book)
    traits = {trait.name: trait.score for trait in book.traits(f"{path}/traits")}
    sort, dms = advantages.weapon_class(row.name), book.table("space/attack-modifiers")
    plain = Weapon(
        name=row.name,
        damage=damage,
        mount=mounted,
        attack_dm=book.number(dms.path(row.name)) if row.name in dms else 0,
        ap=traits.get("AP") or 0,
        multiple=damage_multiple(mounted, sort, book),
        reach=book.word(f"{path}/range"),
        sort=sort,
        ion="Ion" in traits,
        smart_tl=book.number(f"{path}/tl") if "Smart" in traits else None,
        linked=linked,
        rule=path,
    )
    return improve(plain, improved, book) if improved else plain


def custom(
    name: str,
    damage: str,
    mount: str,
    traits: str = "",
    range: str = "Special",
    attack_dm: int = 0,
    book: Rulebook = RAW,
) -> Weapon:
    """A weapon that no table here lists, such as one in a bay: `custom("Meson Bay", "5D", "Small Bay")`.

    >>> custom("Fusion Bay", "6D", "Medium Bay", "AP 3, Radiation").multiple
    20
    """
    scores = {trait.name: trait.score for trait in read_traits(traits)}
    sort = advantages.weapon_class(name)
    return Weapon(
        name=name,
        damage=Dice.parse(damage),
        mount=mount,
        attack_dm=attack_dm,
        ap=scores.get("AP") or 0,
        multiple=damage_multiple(mount, sort, book),
        reach=book.table("space/range-bands").find(range).name if range != "Special" else range,
        sort=sort,
        ion="Ion" in scores,
    )


def listed(book: Rulebook = RAW) -> Iterator[Weapon]:
    """Every weapon of the tables that does damage of its own, in a single turret or in its barbette."""
    for table in ("ship/turret-weapons", "ship/barbettes"):
        for row in book.table(table).rows:
            if isinstance(book[f"{table}/{row.id}/damage"], Dice):
                yield find(row.name, book=book)


def linked_bonus(weapons: int, book: Rulebook = RAW) -> int:
    """What each damage die gains if so many weapons fire as one.

    >>> linked_bonus(1), linked_bonus(3)
    (0, 2)
    """
    if weapons < book.number("space/linked-fire/least-weapons"):
        return 0
    return (weapons - 1) * book.number("space/linked-fire/damage-per-die")


def linked_rolls(book: Rulebook = RAW) -> int:
    """The attack rolls that weapons which fire as one make."""
    return book.number("space/linked-fire/rolls")


def damage_multiple(mount: str, sort: str = "other", book: Rulebook = RAW) -> int:
    """The damage multiple of a weapon in a mount; 1 for turrets and fixed mounts."""
    table = book.table("space/damage-multiples")
    if mount not in table:
        book.table("ship/mounts").find(mount)  # refuses a mount that is in neither table
        return 1
    exempt = sort == "missile" and not book.flag("space/damage/multiple-applies-to-missiles")
    return 1 if exempt else book.number(table.path(mount))


def _place(name: str, mount: str | None, book: Rulebook) -> tuple[Table, Row, str]:
    """The table and row of a weapon, and the full name of its mount."""
    turrets, barbettes, mounts = (book.table(f"ship/{t}") for t in ("turret-weapons", "barbettes", "mounts"))
    in_barbette = mount is not None and normal(mount) in ("barbette", "barbettes")
    if mount is None:
        exact = [row for row in barbettes.rows if normal(row.name) == normal(name)]
        in_barbette = bool(exact) or (name in barbettes and name not in turrets)
    table, other = (barbettes, turrets) if in_barbette else (turrets, barbettes)
    if not in_barbette and mount is not None and mount not in mounts:
        names = [row.name for row in mounts.rows if row.name != "Pop-Up Mounting"]
        raise UnknownRule(f"no mount is called {mount!r}; {suggestion(mount, [*names, BARBETTE])}")
    mounted = BARBETTE if in_barbette else mounts.find(mount or "Single Turret").name
    if mounted == "Pop-Up Mounting":
        raise RuleBroken("a pop-up mounting is added to a turret or fixed mount; name that one (HG 2022 p. 28)")
    if name not in table:
        if name in other:
            raise UnknownRule(f"{other.find(name).name} is not in {table.title}; it stands in {other.title}")
        names = [row.name for row in (*turrets.rows, *barbettes.rows)]
        raise UnknownRule(f"no ship's weapon is called {name!r}; {suggestion(name, names)}")
    return table, table.find(name), mounted


def improve(weapon: Weapon, names: tuple[str, ...], book: Rulebook = RAW) -> Weapon:
    """The weapon with advantages or disadvantages; raises an error with the cite if the rules forbid one."""
    for advantage in advantages.choose(names, advantages.WEAPON, weapon.name, [weapon.sort], weapon.turret, book):
        for what, amount in advantage.changes.items():
            if what == "attack-dm" and isinstance(amount, int):
                weapon = weapon._replace(improved=(*weapon.improved, (advantage.name, amount)))
            elif what == "ap" and isinstance(amount, int):
                weapon = weapon._replace(ap=weapon.ap + amount)
            elif what == "faces" and isinstance(amount, tuple):
                # Two that change a face leave the better one.
                weapon = weapon._replace(faces=tuple(sorted(dict(sorted(weapon.faces + amount)).items())))
            elif what == "damage-dice" and isinstance(amount, Dice):
                more = Dice(weapon.damage.pools + amount.pools, weapon.damage.plus + amount.plus)
                weapon = weapon._replace(damage=more)
            elif what == "range-bands" and isinstance(amount, int):
                limit = str(advantage.changes.get("range-limit", ""))
                weapon = weapon._replace(reach=_further(weapon.reach, amount, limit, book))
    return weapon


def _further(reach: str, bands: int, limit: str, book: Rulebook) -> str:
    names = [row.name for row in book.table("space/range-bands").rows]
    if reach not in names:
        return reach
    most = names.index(limit) if limit in names else len(names) - 1
    return names[max(names.index(reach), min(names.index(reach) + bands, most))]
