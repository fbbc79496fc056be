"""The rest of personal combat: who acts first, what fits in a round, grapples, leaders, long tasks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.dice.distribution import Distribution
from engine.mechanics import personal_actions
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import MODE, flag, name_of, number, operation, or_none, whole
from errata.conformance.outcomes import Outcomes, certain, each, mixed

INITIATIVE = "personal/initiative"


@operation(
    "personal.initiative",
    "initiative",
    whole("dm", -3, 6, 0),
    or_none(whole("tactics_dm", -2, 5, 0, f"{INITIATIVE}/tactics-difficulty", f"{INITIATIVE}/tactics-adds")),
    name_of("surprise", ("", "ambusher", "surprised"), "", "personal/surprise/{}-dm"),
    whole("round", 1, 3, 1, "personal/surprise/rounds"),
    rules=f"{INITIATIVE}/difficulty {INITIATIVE}/is",
    seeds=[
        {"surprise": "ambusher", "round": 2},
        {"surprise": "surprised", "tactics_dm": 1},
        {"surprise": "ambusher", "tactics_dm": 1},
    ],
)
def initiative(book: Rulebook, dm: int, tactics_dm: int | None, surprise: str, round: int) -> Outcomes:  # noqa: A002
    """The initiative of a combatant."""
    return each("initiative", personal_actions.initiative(dm, tactics_dm, surprise, round, book))


@operation(
    "personal.acts_first",
    "who",
    whole("mine", -6, 10, 0),
    whole("theirs", -6, 10, 0),
    whole("my_dex", 1, 15, 7),
    whole("their_dex", 1, 15, 7),
    rules=f"{INITIATIVE}/first {INITIATIVE}/tie",
    seeds=[{"mine": 2, "theirs": 1}, {"mine": 1, "theirs": 2, "my_dex": 12}, {"my_dex": 9}, {"their_dex": 9}],
)
def acts_first(book: Rulebook, mine: int, theirs: int, my_dex: int, their_dex: int) -> Outcomes:
    """Who of two combatants acts first: I, they or both at once."""
    rolled = Distribution.constant(mine), Distribution.constant(theirs)
    ahead, together = personal_actions.acts_first(*rolled, my_dex, their_dex, book)
    return mixed([({"who": "I"}, ahead), ({"who": "both"}, together), ({"who": "they"}, 1 - ahead - together)])


@operation(
    "personal.fits_in_round",
    "fits",
    whole("significant", 0, 2, 1, "personal/actions/significant/per-round"),
    whole(
        "minor", 0, 4, 1, "personal/actions/minor/per-round", "personal/actions/minor-without-a-significant/per-round"
    ),
    rules="personal/actions/significant/per-round",
    seeds=[{"significant": 0, "minor": minor} for minor in (0, 2, 3, 4)],
)
def fits_in_round(book: Rulebook, significant: int, minor: int) -> Outcomes:
    """Whether so many actions fit in one round."""
    return certain(fits=personal_actions.fits_in_round(significant, minor, book))


@operation(
    "personal.movement",
    "metres",
    whole("minor_actions", 0, 3, 1),
    flag("difficult", "personal/movement/difficult-terrain"),
    flag("prone", "personal/movement/prone"),
    rules="personal/movement/metres",
    seeds=[{"difficult": True, "prone": True}, {"minor_actions": 3, "prone": True}],
)
def movement(book: Rulebook, minor_actions: int, difficult: bool, prone: bool) -> Outcomes:
    """Metres that a human moves."""
    return certain(metres=personal_actions.movement(minor_actions, difficult, prone, book))


@operation(
    "personal.close_combat",
    "close",
    number("metres", [0, 1, Fraction(3, 2), 2, Fraction(5, 2), 3, 5], 1),
    rules="personal/close-combat/metres",
)
def close_combat(book: Rulebook, metres: int | Fraction) -> Outcomes:
    """Whether enemies so far apart are in close combat."""
    return certain(close=personal_actions.in_close_combat(metres, book))


@operation(
    "personal.grapple",
    "outcome damage disarm take_weapon",
    whole("my_dm", -3, 6, 0),
    whole("their_dm", -3, 6, 0),
    whole("armour", 0, 6, 0, "personal/grapple/damage-ignores-armour"),
    rules="personal/grapple/damage personal/grapple/take-weapon-effect",
    seeds=[{"my_dm": 4, "armour": 3}],
)
def grapple(book: Rulebook, my_dm: int, their_dm: int, armour: int) -> Outcomes:
    """A round of grappling: who wins, and what the winner may do."""
    tried = personal_actions.grapple(my_dm, their_dm, armour, book)
    contest = tried.contest
    needed = {what: book.number(f"personal/grapple/{what}-effect") for what in ("disarm", "take-weapon")}
    base = book.number("personal/grapple/damage") - (
        0 if book.flag("personal/grapple/damage-ignores-armour") else armour
    )

    def ends() -> Iterator[tuple[dict[str, object], Fraction]]:
        for effect, chance in contest.winning_effect.items():
            allowed = {what.replace("-", "_"): not least or effect >= least for what, least in needed.items()}
            yield {"outcome": "win", "damage": max(0, base + effect), **allowed}, chance
        yield {"outcome": "tie"}, contest.tie
        yield {"outcome": "lose"}, contest.lose

    return mixed(ends())


@operation("personal.throw", "metres damage", rules="personal/grapple/throw-metres personal/grapple/throw-damage")
def throw(book: Rulebook) -> Outcomes:
    """A throw that ends a grapple."""
    metres, damage = personal_actions.throw(book)
    return mixed(
        ({"metres": far, "damage": points}, chance * share)
        for far, chance in metres.pmf().items()
        for points, share in damage.pmf().items()
    )


@operation(
    "personal.leadership",
    "boons",
    whole("dm", -3, 6, 0),
    MODE,
    rules="personal/leadership/boons-per-effect personal/leadership/banes-per-effect",
)
def leadership(book: Rulebook, dm: int, mode: str) -> Outcomes:
    """Boons that a leader can give; below 0, Banes for the own side."""
    return each("boons", personal_actions.leadership(dm, mode, book))


@operation(
    "personal.extended_action",
    "result",
    whole("skill_dm", -3, 6, 0),
    whole("damage", 0, 12, 0, "personal/extended-actions/damage-dm"),
    MODE,
    rules="personal/extended-actions/target personal/extended-actions/interrupted-effect",
    seeds=[{"skill_dm": 3, "damage": 4}],
)
def extended_action(book: Rulebook, skill_dm: int, damage: int, mode: str) -> Outcomes:
    """What damage does to a long task: it goes on, loses the round, or is lost."""
    hit = personal_actions.extended_action(skill_dm, damage, mode, book)
    chances = zip(("goes on", "round lost", "task lost"), hit, strict=True)
    return mixed(({"result": result}, chance) for result, chance in chances)
