"""Wounds and what heals them."""

from __future__ import annotations

from engine.mechanics import healing, wounds
from engine.mechanics.wounds import Body
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import MODE, Input, flag, name_of, operation, rows, whole
from errata.conformance.outcomes import Outcomes, certain, each, mixed, yes_or_no

FATES = rows("healing/mortal-wounds")
MORTAL = "healing/mortal-wound-rules/dice healing/final-attack/moderate/dm"
FINAL_DAMAGE = whole("final_damage", 1, 12, 5, "healing/final-attack[damage]/dm")


def score(name: str, *rules: str) -> Input:
    """A characteristic."""
    return whole(name, 1, 15, 7, *rules)


@operation(
    "personal.hurt",
    "end rest state str dex",
    score("str"),
    score("dex"),
    score("end", "personal/damage/first"),
    whole("damage", 0, 45, 0, "personal/damage/first", "personal/damage/then"),
    name_of("spare", ("", "STR", "DEX"), "", "personal/damage/chosen-by"),
    rules="personal/damage/first personal/damage/unconscious-at-zero personal/damage/dead-at-zero",
    seeds=[
        {"damage": 10, "dex": 9, "end": 6}, {"damage": 15, "spare": "DEX"}, {"damage": 15, "spare": "STR"},
        {"str": 3, "damage": 12}, {"dex": 3, "damage": 11}, {"str": 1, "dex": 1, "end": 1, "damage": 3},
        {"str": 2, "dex": 9, "damage": 9, "spare": "DEX"}, {"str": 9, "dex": 2, "damage": 9, "spare": "STR"},
    ],
)  # fmt: skip
def hurt(book: Rulebook, str: int, dex: int, end: int, damage: int, spare: str) -> Outcomes:  # noqa: A002
    """What damage leaves of a Traveller; who is hurt chooses between STR and DEX."""
    body = Body(str, dex, end)
    chosen = [spare] if spare else ["STR", "DEX"]
    ways = [wounds.hurt(body, damage, choice, book) for choice in chosen]
    ends = [
        {"end": left.end, "rest": left.str + left.dex, "str": left.str, "dex": left.dex,
         "state": wounds.state(left, body, book)}
        for left in ways
    ]  # fmt: skip
    return certain(**{name: value for name, value in ends[0].items() if all(end[name] == value for end in ends)})


@operation("personal.stun", "end rounds", score("end"), whole("damage", 0, 20, 0,
           "personal/trait-rules/stun-rounds-per-excess"),
           rules="personal/trait-rules/stun-hurts", seeds=[{"end": 6, "damage": 9}])  # fmt: skip
def stun(book: Rulebook, end: int, damage: int) -> Outcomes:
    """What stun damage does."""
    left, rounds = wounds.stunned(Body(end=end), damage, book)
    return certain(end=left.end, rounds=rounds)


@operation("personal.mortal_wound", "fate", FINAL_DAMAGE, whole("dm", 0, 4, 0,
           "healing/mortal-wound-rules/luck-can-be-spent"),
           rules=MORTAL)  # fmt: skip
def mortal_wound(book: Rulebook, final_damage: int, dm: int) -> Outcomes:
    """The fate of a Traveller with three characteristics at 0."""
    fates = wounds.mortal_wound(final_damage, dm, book)
    return mixed(({"fate": fate}, chance) for fate, chance in fates.items())


@operation(
    "healing.mortal_wound",
    "dm",
    FINAL_DAMAGE,
    rules="healing/final-attack/moderate/dm healing/final-attack/moderate/damage",
)
def final_attack(book: Rulebook, final_damage: int) -> Outcomes:
    """The DM of the roll on mortal wounds, by the damage of the final attack."""
    row = book.holding("healing/final-attack", "damage", final_damage)
    return certain(dm=book.number(f"healing/final-attack/{row.id}/dm"))


@operation(
    "personal.survival",
    "lives",
    FINAL_DAMAGE,
    name_of("care", ("none", "basic", "prompt"), "none"),
    whole("dm", 0, 4, 0),
    rules=MORTAL,
    seeds=[{"care": care, "final_damage": damage} for care in ("basic", "prompt") for damage in (3, 4, 7)],
)
def survival(book: Rulebook, final_damage: int, care: str, dm: int) -> Outcomes:
    """Whether a Traveller with three characteristics at 0 lives."""
    return yes_or_no("lives", wounds.survival(final_damage, care, dm, book))


@operation("personal.lasting_loss", "loss others", name_of("fate", FATES, "Weakened", "healing/mortal-wounds/{}/loss"),
           rules="healing/mortal-wounds/weakened/loss")  # fmt: skip
def lasting_loss(book: Rulebook, fate: str) -> Outcomes:
    """What a mortal wound takes for good."""
    loss, others = wounds.lasting_loss(fate, book)
    return mixed(
        ({"loss": points, "others": more}, chance * share)
        for points, chance in loss.pmf().items()
        for more, share in others.pmf().items()
    )


@operation(
    "healing.first_aid",
    "points",
    whole("medic_dm", -2, 5, 0),
    MODE,
    whole("minutes", 0, 5, 0, "healing/first-aid/within-minutes"),
    whole("given_before", 0, 2, 0, "healing/first-aid/times"),
    rules="healing/first-aid/restores healing/first-aid/minimum",
)
def first_aid(book: Rulebook, medic_dm: int, mode: str, minutes: int, given_before: int) -> Outcomes:
    """Points that first aid restores."""
    return each("points", healing.first_aid(medic_dm, mode, minutes, given_before, book))


@operation("healing.needs_surgery", "needed", whole("at_zero", 0, 3, 0), rules="healing/surgery/needed-at-zero")
def needs_surgery(book: Rulebook, at_zero: int) -> Outcomes:
    """Whether a Traveller needs surgery after first aid."""
    return certain(needed=healing.needs_surgery(at_zero, book))


@operation(
    "healing.surgery",
    "points",
    whole("medic_dm", -2, 5, 0),
    MODE,
    rules="healing/surgery/restores healing/surgery/failure-loses",
)
def surgery(book: Rulebook, medic_dm: int, mode: str) -> Outcomes:
    """Points that surgery restores, or costs."""
    return each("points", healing.surgery(medic_dm, mode, book))


@operation(
    "healing.medical_care",
    "points",
    whole("end_dm", -3, 3, 0, "healing/medical-care/end-dm-added"),
    whole("medic", 0, 4, 0, "healing/medical-care/doctor-adds"),
    whole("damaged", 1, 3, 1, "healing/medical-care/most-damaged"),
    rules="healing/medical-care/restores",
    seeds=[{"end_dm": 2, "medic": 3}, {"end_dm": -3, "medic": 1}],
)
def medical_care(book: Rulebook, end_dm: int, medic: int, damaged: int) -> Outcomes:
    """Points of a day of medical care."""
    return each("points", healing.medical_care(end_dm, medic, damaged, book=book))


@operation("healing.natural", "points", whole("end_dm", -3, 3, 0, "healing/natural/end-dm-added"),
           flag("surgery_needed", "healing/natural/dice-while-surgery-needed"), rules="healing/natural/restores",
           seeds=[{"end_dm": -1, "surgery_needed": True}])  # fmt: skip
def natural(book: Rulebook, end_dm: int, surgery_needed: bool) -> Outcomes:
    """Points of a day of rest."""
    return each("points", healing.natural_healing(end_dm, surgery_needed, book))


@operation("healing.mental", "points", whole("days", 0, 10, 1), rules="healing/other/mental-per-day")
def mental(book: Rulebook, days: int) -> Outcomes:
    """Points of INT, and of EDU, that come back."""
    return certain(points=healing.mental_healing(days, book))


@operation(
    "healing.augmentation_dm",
    "dm",
    whole("best_tl", 5, 16, 12),
    whole("facility_tl", 5, 16, 12),
    rules="healing/other/augmentation-dm-per-tl",
)
def augmentation_dm(book: Rulebook, best_tl: int, facility_tl: int) -> Outcomes:
    """The DM of medical checks on somebody with augmentations."""
    return certain(dm=healing.augmentation_dm(best_tl, facility_tl, book))


@operation(
    "healing.waking", "minutes", whole("end_dm", -3, 3, 0), rules="healing/waking/dm-per-failure healing/waking/minutes"
)
def waking(book: Rulebook, end_dm: int) -> Outcomes:
    """Minutes until an unconscious Traveller wakes."""
    return each("minutes", healing.waking(end_dm, book))
