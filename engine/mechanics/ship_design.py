"""Ship design: what mounts, weapons, sensors, coatings and quarters take and cost, and who crews it all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import ceil, floor, prod

from engine.errors import RuleBroken, refuse_negative
from engine.mechanics import advantages
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Row, Rulebook
from engine.rulebook.values import Quantity


@dataclass(frozen=True, slots=True)
class Component:
    """Something built into a ship: its tons, Power and cost, and the tech level that it needs."""

    name: str
    tons: Fraction
    power: Fraction
    cost_cr: Fraction
    tl: int | None = None
    classes: frozenset[str] = frozenset()
    """The sorts of weapon in it."""
    turret: bool = False
    """Whether those stand in a turret or fixed mount."""

    def __add__(self, other: Component) -> Component:
        levels = [tl for tl in (self.tl, other.tl) if tl is not None]
        return Component(
            f"{self.name} + {other.name}",
            self.tons + other.tons,
            self.power + other.power,
            self.cost_cr + other.cost_cr,
            max(levels, default=None),
            self.classes | other.classes,
            self.turret or other.turret,
        )


def hardpoints(hull_tons: int, book: Rulebook = RAW) -> int:
    """Hardpoints of a hull.

    >>> hardpoints(600), hardpoints(199)
    (6, 1)
    """
    refuse_negative(hull_tons=hull_tons)
    return hull_tons // book.number("ship/mount-rules/hull-tons-per-hardpoint")


def least_hull(hardpoints: int, book: Rulebook = RAW) -> int:
    """Tons of the smallest hull with so many hardpoints."""
    return hardpoints * book.number("ship/mount-rules/hull-tons-per-hardpoint")


def hardpoints_used(turrets: int = 0, barbettes: int = 0, book: Rulebook = RAW) -> int:
    """Hardpoints that turrets and barbettes take up."""
    per_turret = book.number("ship/mount-rules/hardpoints-per-turret")
    return turrets * per_turret + barbettes * book.number("ship/mount-rules/hardpoints-per-barbette")


def mount(
    name: str, weapons: Sequence[str] = (), pop_up: bool = False, adjustable_hull: bool = False, book: Rulebook = RAW
) -> Component:
    """A turret or fixed mount with its weapons; on an adjustable hull pop-up comes with it.

    >>> turret = mount("triple turret", ["pulse laser"] * 3)
    >>> turret.tons, turret.power, turret.cost_cr
    (Fraction(1, 1), Fraction(13, 1), Fraction(4000000, 1))
    """
    table = book.table("ship/mounts")
    row = table.find(name)
    if row.name == "Pop-Up Mounting":
        raise RuleBroken(f"a pop-up mounting is added to a turret or fixed mount; name that one ({table.cite})")
    if isinstance(weapons, str):
        raise RuleBroken(f"weapons are a list: [{weapons!r}]")
    most = book.number(f"ship/mount-rules/weapons-in-{row.id}")
    if len(weapons) > most:
        raise RuleBroken(f"a {row.name} holds {most} weapon{'s' * (most > 1)}, not {len(weapons)} ({table.cite})")
    total = replace(_from_table("ship/mounts", row.name, book), turret=True)
    for weapon in weapons:
        total = total + replace(_weapon("ship/turret-weapons", weapon, book), tons=Fraction(0))
    if pop_up and not (adjustable_hull and book.flag("ship/adjustable-hull/pop-up-included")):
        total = total + _from_table("ship/mounts", "Pop-Up Mounting", book)
    return total


def barbette(weapon: str, book: Rulebook = RAW) -> Component:
    """A barbette."""
    return replace(_weapon("ship/barbettes", weapon, book), tons=book.fraction("ship/barbette-rules/tons"))


def _weapon(table: str, name: str, book: Rulebook) -> Component:
    component = _from_table(table, name, book)
    return replace(component, classes=frozenset({advantages.weapon_class(component.name)}))


def sensors(grade: str, book: Rulebook = RAW) -> Component:
    """A sensor suite; the basic one comes with the bridge."""
    return _from_table("ship/sensors", grade, book)


def fire_control(rating: int, book: Rulebook = RAW) -> tuple[Component, int]:
    """Fire control software, and the bandwidth that it takes."""
    table, name = "ship/fire-control", f"Fire Control/{rating}"
    return _from_table(table, name, book), book.number(book.path(table, name, "bandwidth"))


def quarters(kind: str, number: int = 1, book: Rulebook = RAW) -> Component:
    """Staterooms or berths."""
    unit = _from_table("ship/quarters", kind, book)
    return replace(unit, tons=unit.tons * number, cost_cr=unit.cost_cr * number)


def common_areas(tons: int | Fraction, book: Rulebook = RAW) -> Component:
    """Common areas of so many tons."""
    cost = tons * book.fraction("ship/quarters-rules/common-area-cost-per-ton")
    return Component("Common Areas", Fraction(tons), Fraction(0), cost)


def berths_for(people: int, kind: str, book: Rulebook = RAW) -> int:
    """The number of quarters that so many people need if each is fully occupied."""
    most = book.band(book.path("ship/quarters", kind, "occupants")).high
    if not most:
        raise RuleBroken(f"{kind} holds any number, or nobody")
    return -(-people // most)


def _from_table(id: str, name: str, book: Rulebook) -> Component:
    """A row of a design table as a component; a value that the table does not list is 0."""
    table = book.table(id)
    row = table.find(name)
    cells = {column.id: book[f"{id}/{row.id}/{column.id}"] for column in table.columns}
    tons, power, cost = (_amount(cells.get(what)) for what in ("tons", "power", "cost"))
    tl = cells.get("tl")
    return Component(row.name, tons, power, cost, tl if isinstance(tl, int) else None)


def _amount(cell: object) -> Fraction:
    return Fraction(cell) if isinstance(cell, (int, Fraction)) else Fraction(0)


def adjustable_hull(hull_tons: int, hull_cost_cr: int, book: Rulebook = RAW) -> Component:
    """The tons, cost and TL that an adjustable hull adds to a hull."""
    path = "ship/adjustable-hull"
    tons, cost = book.fraction(f"{path}/tonnage") * hull_tons, book.fraction(f"{path}/cost") * hull_cost_cr
    return Component("Adjustable Hull", tons, Fraction(0), cost, book.number(f"{path}/tl"))


def coating(name: str, hull_tons: int, hull_cost_cr: int, book: Rulebook = RAW) -> Component:
    """A hull coating; a price per ton counts the tons of the coating where it has some, else of the hull.

    >>> grid = coating("Emission Absorption Grid", hull_tons=600, hull_cost_cr=30_000_000)
    >>> grid.tons, grid.cost_cr
    (Fraction(12, 1), Fraction(24000000, 1))
    """
    row = book.table("ship/coatings").find(name)
    path = f"ship/coatings/{row.id}"
    tons = _share(book[f"{path}/tons"], {"hull": Fraction(hull_tons)})
    cost = _share(book[f"{path}/cost"], {"ton": tons or Fraction(hull_tons), "hull cost": Fraction(hull_cost_cr)})
    return Component(row.name, tons, Fraction(0), cost, book.number(f"{path}/tl"))


def _share(value: object, of: dict[str, Fraction]) -> Fraction:
    if isinstance(value, Quantity):
        return Fraction(str(value.amount)) * of[value.unit]
    return _amount(value)


def customise(
    component: Component,
    level: str,
    changes: Sequence[str] = (),
    kind: str = advantages.WEAPON,
    book: Rulebook = RAW,
) -> Component:
    """A component at another technology level, with its advantages or disadvantages worked in.

    `kind` is weapon, Jump Drive, Manoeuvre Drive or Power Plant. Alterations add up, each from the
    original size and price.

    >>> laser = barbette("pulse laser")
    >>> customised = customise(laser, "Very Advanced", ["Energy Efficient", "Size Reduction"])
    >>> customised.tons, customised.power, customised.cost_cr, customised.tl
    (Fraction(9, 2), Fraction(9, 1), Fraction(7500000, 1), 11)
    """
    row = book.table("ship/technology-levels").find(level)
    path = f"ship/technology-levels/{row.id}"
    chosen = advantages.choose(changes, kind, component.name, component.classes, component.turret, book)
    _check_level(row, chosen, kind, book)
    effects = [advantage.changes for advantage in chosen]
    tons = _combined([_amount(book[f"{path}/tonnage"]), *(_amount(e.get("tonnage-change")) for e in effects)], book)
    power = component.power * _combined(
        [_amount(e.get("power-change")) + _amount(e.get("output-change")) for e in effects], book
    )
    rounded = {"up": ceil, "down": floor}.get(next((str(e["rounded"]) for e in effects if "rounded" in e), ""))
    minimum = max((_amount(e.get("minimum-tons")) for e in effects), default=Fraction(0))
    price_factor = tons if book.word("ship/customising/price-from") == "modified size" else 1
    return replace(
        component,
        name=f"{row.name} {component.name}",
        tons=max(component.tons * tons, min(minimum, component.tons)),
        power=Fraction(rounded(power)) if rounded else power,
        cost_cr=component.cost_cr * price_factor * (1 + book.fraction(f"{path}/cost")),
        tl=None if component.tl is None else component.tl + book.number(f"{path}/tl-difference"),
    )


def _check_level(level: Row, chosen: list[advantages.Advantage], kind: str, book: Rulebook) -> None:
    """Raise RuleBroken for a level beyond the table, or for more or other changes than it allows."""
    path, rules = f"ship/technology-levels/{level.id}", "ship/customising"
    difference, modifications = book.number(f"{path}/tl-difference"), book.word(f"{path}/modifications")
    lowest, highest = (book.number(f"{rules}/{end}-tl-difference") for end in ("minimum", "maximum"))
    number, sort = modifications.split()
    good = sort.startswith("Advantage")
    spent = sum(advantage.size for advantage in chosen)
    if not lowest <= difference <= highest:
        problem = f"is {difference:+d} TL; the table goes from {lowest:+d} to {highest:+d}"
    elif any(advantage.good != good for advantage in chosen):
        problem = f"gives {modifications}, not {'Disadvantages' if good else 'Advantages'}"
    elif kind == advantages.WEAPON and not good and spent < int(number):
        problem = f"comes with {modifications}; name {'it' if number == '1' else 'them'}"
    elif spent > int(number):
        problem = f"gives {modifications}; these take {spent}"
    else:
        return
    raise book.broken(f"{rules}/maximum-tl-difference", f"{level.name} {problem}")


def _combined(changes: Sequence[Fraction], book: Rulebook) -> Fraction:
    """Several changes in percent as one factor."""
    if book.word("ship/customising/combine") == "added":
        return 1 + sum(changes, Fraction(0))
    return prod((1 + change for change in changes), start=Fraction(1))


@dataclass(frozen=True, slots=True)
class ShipNumbers:
    """The numbers of a ship that the crew table uses."""

    tons: int
    drive_tons: int = 0
    """Drives, power plant and the craft that they serve."""
    small_craft: int = 0
    turrets: int = 0
    """Turrets, barbettes and screens."""
    bays: int = 0
    large_bays: int = 0
    people: int = 0
    """Crew, and passengers where the ship is commercial."""


def crew(ship: ShipNumbers, service: str = "commercial", book: Rulebook = RAW) -> dict[str, int]:
    """Who crews a ship, by position.

    >>> crew(ShipNumbers(tons=600, drive_tons=70, turrets=6, people=20))["Engineer"]
    2
    """
    amounts = (
        ("small craft", ship.small_craft),
        ("drives", ship.drive_tons),
        ("large bay", ship.large_bays),
        ("bay", ship.bays),
        ("turret", ship.turrets),
        ("crew", ship.people),
        ("ship", ship.tons),
    )
    refuse_negative(**asdict(ship))
    needed = {}
    for row in book.table("ship/crew").rows:
        total = 0
        for post in book.posts(f"ship/crew/{row.id}/{service}"):
            if post.per is None:
                total += post.crew
                continue
            amount = next((n for name, n in amounts if post.of.lower().startswith(name)), None)
            if amount is None:
                names = ", ".join(name for name, _ in amounts)
                raise RuleBroken(f"{row.name}: a ship has no number of {post.of!r}; there are {names}")
            total += post.crew * ceil(Fraction(amount, post.per))
        needed[row.name] = total
    return needed
