"""Wounds: how damage reduces END, STR and DEX, and the state of the Traveller."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.errors import RuleBroken
from engine.mechanics.checks import chances_of_rows
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook

UNHURT, WOUNDED, UNCONSCIOUS, DEAD = "unhurt", "wounded", "unconscious", "dead"


class Body(NamedTuple):
    """The three physical characteristics."""

    str: int = 7
    dex: int = 7
    end: int = 7


def hurt(body: Body, damage: int, spare: str = "", book: Rulebook = RAW) -> Body:
    """What is left after damage; `spare` is STR or DEX, the one that the target keeps as long as it can.

    Without it the target gives up the higher of the two first, and so stays awake as long as it can.

    >>> hurt(Body(str=7, dex=9, end=6), 10)
    Body(str=7, dex=5, end=0)
    """
    if damage < 0 or min(body) < 0:
        raise RuleBroken(f"damage and characteristics are not below 0: {damage} to {body}")
    if spare.upper() not in ("", "STR", "DEX"):
        raise RuleBroken(f"the target spares STR or DEX, not {spare!r}")
    remaining = body._asdict()
    for name in _order(body, spare, book):
        loss = min(damage, remaining[name])
        remaining[name] -= loss
        damage -= loss
    return Body(**remaining)


def _order(body: Body, spare: str, book: Rulebook) -> list[str]:
    """The characteristics in the order in which they are hurt."""
    first = book.word("personal/damage/first").lower()
    then = book.word("personal/damage/then")
    others = sorted({"str", "dex", "end"} - {first}, key=lambda name: (name == "end", -getattr(body, name), name))
    if " or " not in then:
        others.sort(key=lambda name: name != then.lower())
    elif spare:
        others.sort(key=lambda name: name == spare.lower())
    return [first, *others]


def state(body: Body, before: Body | None = None, book: Rulebook = RAW) -> str:
    """Dead, unconscious, wounded or unhurt, by how many characteristics are at 0.

    >>> state(Body(7, 0, 0)), state(Body(0, 0, 0))
    ('unconscious', 'dead')
    """
    zeros = body.count(0)
    if zeros >= book.number("personal/damage/dead-at-zero"):
        return DEAD
    if zeros >= book.number("personal/damage/unconscious-at-zero"):
        return UNCONSCIOUS
    return UNHURT if before == body else WOUNDED


def wounds(body: Body, damage: Distribution, spare: str = "", book: Rulebook = RAW) -> dict[Body, Fraction]:
    """The chance of each way that a body can be left, for damage still to be rolled."""
    return damage.chances_of(lambda points: hurt(body, points, spare, book))


def stunned(body: Body, damage: int, book: Rulebook = RAW) -> tuple[Body, int]:
    """What stun damage leaves, and for how many rounds the target is out of action.

    >>> stunned(Body(end=6), 9)
    (Body(str=7, dex=7, end=0), 3)
    """
    rounds = max(0, damage - body.end) * book.number("personal/trait-rules/stun-rounds-per-excess")
    return body._replace(end=max(0, body.end - damage)), rounds


def survival(final_damage: int, care: str = "none", dm: int = 0, book: Rulebook = RAW) -> Fraction:
    """The chance to live through that, with no care, with `basic` or with `prompt` medical attention.

    >>> survival(10), survival(10, "basic"), survival(10, "prompt")
    (Fraction(1, 36), Fraction(1, 6), Fraction(13, 18))
    """
    enough = {"none": 1, "basic": 2, "prompt": 3}
    if care not in enough:
        raise RuleBroken(f"care is none, basic or prompt, not {care!r}")
    table = book.table("healing/mortal-wounds")
    helped = ["without assistance", "with basic medical attention", "with prompt medical attention"][: enough[care]]
    fates = mortal_wound(final_damage, dm, book)
    lives = (fates[row.name] for row in table.rows if book.word(f"{table.id}/{row.id}/survives") in helped)
    return sum(lives, Fraction(0))


def lasting_loss(fate: str, book: Rulebook = RAW) -> tuple[Distribution, Distribution]:
    """What a fate takes for good from the characteristics that it names, and from the others."""
    here = book.path("healing/mortal-wounds", fate)
    dice = (book[f"{here}/{what}"] for what in ("loss", "other-losses"))
    loss, others = (d.distribution() if isinstance(d, Dice) else Distribution.constant(0) for d in dice)
    return loss, others


def mortal_wound(final_damage: int, dm: int = 0, book: Rulebook = RAW) -> dict[str, Fraction]:
    """The chance of each fate of a Traveller with three characteristics at 0 (ruling 26).

    `final_damage` is what the attack that brought them down did, `dm` any LUCK spent.
    """
    last = book.holding("healing/final-attack", "damage", final_damage)
    rolled = book.dice("healing/mortal-wound-rules/dice").distribution() + dm
    rolled = rolled + book.number(f"healing/final-attack/{last.id}/dm")
    return chances_of_rows(rolled, "healing/mortal-wounds", "total", book)
