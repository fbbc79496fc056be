"""Dice and checks."""

from __future__ import annotations

from fractions import Fraction

from engine.dice.notation import Dice
from engine.mechanics import checks
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import MODE, Input, name_of, operation, rows, whole
from errata.conformance.outcomes import Outcomes, certain, each, mixed

TARGET = "checks/difficulties/{}"
DIFFICULTIES = rows("checks/difficulties")
BOONS = ("checks/boon-and-bane/dice", "checks/boon-and-bane/boon-keeps")
BANES = ("checks/boon-and-bane/dice", "checks/boon-and-bane/bane-keeps")


def difficulty(name: str = "difficulty") -> Input:
    """How hard a task is."""
    return name_of(name, DIFFICULTIES, "Average", TARGET)


@operation("dice.roll", "total", name_of("dice", ("1D", "2D", "3D", "D3"), "2D"), MODE, rules="checks/check/dice")
def roll(book: Rulebook, dice: str, mode: str) -> Outcomes:
    """A roll of dice."""
    return each("total", checks.rolled(Dice.parse(dice), mode, book))


@operation(
    "checks.check",
    "success effect",
    whole("dm", -6, 8, 0),
    difficulty(),
    whole("boons", 0, 2, 0, *BOONS),
    whole("banes", 0, 2, 0, *BANES),
    whole("luck", 0, 3, 0, "checks/check/luck-adds"),
    rules="checks/check/dice checks/difficulties/average",
    seeds=[{"boons": 1, "banes": 1}, {"boons": 2, "banes": 1}],
)
def check(book: Rulebook, dm: int, difficulty: str, boons: int, banes: int, luck: int) -> Outcomes:
    """A check against a difficulty."""
    made = checks.check(dm, difficulty, checks.mode_of(boons, banes, book), luck, book)
    return mixed(({"success": effect >= 0, "effect": effect}, chance) for effect, chance in made.effect.pmf().items())


@operation(
    "checks.characteristic_dm",
    "dm",
    whole("score", 0, 30, 7, "checks/characteristic-dms[score]/dm"),
    rules="checks/characteristic-dms/6-8/dm",
)
def characteristic_dm(book: Rulebook, score: int) -> Outcomes:
    """The DM of a characteristic."""
    return certain(dm=checks.characteristic_dm(score, book))


@operation(
    "checks.effect",
    "result chain_dm",
    whole("effect", -12, 12, 0, "checks/effects[effect]/effect", "checks/effects[effect]/chain-dm"),
    rules="checks/effects/marginal-success/effect",
)
def effect(book: Rulebook, effect: int) -> Outcomes:
    """The name of an Effect, and the DM that it gives the next check of a task chain."""
    return certain(result=checks.result(effect, book), chain_dm=checks.chain_dm(effect, book))


@operation(
    "checks.chain",
    "success effect",
    whole("dm", -6, 8, 0),
    difficulty(),
    whole("then_dm", -6, 8, 0),
    difficulty("then_difficulty"),
    rules="checks/effects/marginal-success/chain-dm",
)
def chain(book: Rulebook, dm: int, difficulty: str, then_dm: int, then_difficulty: str) -> Outcomes:
    """The second of two checks that form a task chain."""
    second = checks.check(dm, difficulty, book=book).then(then_dm, then_difficulty)
    return mixed(({"success": effect >= 0, "effect": effect}, chance) for effect, chance in second.effect.pmf().items())


@operation(
    "checks.opposed",
    "outcome effect",
    whole("my_dm", -6, 8, 0),
    whole("their_dm", -6, 8, 0),
    difficulty("my_difficulty"),
    difficulty("their_difficulty"),
    rules="checks/tasks/opposed-winner",
    seeds=[{"my_difficulty": name, "my_dm": 8} for name in DIFFICULTIES],
)
def opposed(book: Rulebook, my_dm: int, their_dm: int, my_difficulty: str, their_difficulty: str) -> Outcomes:
    """Two checks against each other, from the side of the first."""
    contest = checks.opposed(
        checks.check(my_dm, my_difficulty, book=book), checks.check(their_dm, their_difficulty, book=book)
    )
    won: list[tuple[dict[str, object], Fraction]] = [
        ({"outcome": "win", "effect": effect}, chance) for effect, chance in contest.winning_effect.items()
    ]
    return mixed([*won, ({"outcome": "tie"}, contest.tie), ({"outcome": "lose"}, contest.lose)])


@operation(
    "checks.harder",
    "difficulty",
    difficulty(),
    whole("steps", -3, 3, 1),
    rules="checks/difficulties/average",
    seeds=[{"difficulty": "Impossible", "steps": -1}, {"difficulty": "Simple", "steps": -1}],
)
def harder(book: Rulebook, difficulty: str, steps: int) -> Outcomes:
    """The difficulty so many steps up."""
    return certain(difficulty=checks.harder(difficulty, steps, book))


@operation("checks.several", "difficulty", difficulty(), rules="checks/tasks/multiple-steps")
def several(book: Rulebook, difficulty: str) -> Outcomes:
    """The difficulty of each of several tasks that are done at once."""
    return certain(difficulty=checks.several_at_once(difficulty, book))


@operation(
    "checks.timeframe",
    "unit amount dm",
    name_of("timeframe", rows("checks/timeframes"), "Minutes", "checks/timeframes/{}/time"),
    whole("steps", -2, 2, 0, "checks/tasks/dm-per-timeframe"),
    rules="checks/timeframes/minutes/time",
)
def timeframe(book: Rulebook, timeframe: str, steps: int) -> Outcomes:
    """A task that is done faster or slower: how long it takes, and its DM."""
    unit, time, dm = checks.in_another_time(timeframe, steps, book)
    return mixed(({"unit": unit, "amount": amount, "dm": dm}, chance) for amount, chance in time.pmf().items())
