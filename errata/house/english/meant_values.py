"""What a value in a plain line comes to as the value of a rule: of its kind, or so much more than the book has."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.dice.notation import Dice
from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from engine.rulebook.values import Value
from errata.house.english.other_measures import multiple_of, multiplied, without_multiple
from errata.house.english.said_values import UNITS, Said, said_values
from errata.house.english.word_forms import words

_FITTING = {
    "money": ("credits", "price"),
    "dice": ("dice", "quantity", "changes", "count"),
    "percent": ("percent", "signed percent", "price", "tonnage", "changes"),
    "band": ("kilometres", "band"),
    "signed": ("DM", "step", "count", "changes"),
    "target": ("target", "count", "band"),
    "factor": ("factor", "count"),
    "plain": (
        "count", "TL", "target", "tons", "number", "quantity", "factor", "kilometres", "tonnage", "credits", "DM",
        "band",
    ),
    "nothing": ("DM", "count", "tons"),
    "times": ("factor",),
}  # fmt: skip
"""The kinds of rules that a value of a sort can be of."""
_ODD = {
    ("plain", "DM"): 0.1, ("target", "count"): 0.05, ("target", "band"): 0.1,
    ("signed", "count"): 0.05, ("plain", "band"): 0.1, ("signed", "changes"): 0.05,
    ("plain", "target"): 0.05,
}  # fmt: skip
"""How seldom a value of a kind is written in such a sort."""
TOTALS = frozenset({"count", "tons", "tonnage", "TL", "number", "credits", "price", "kilometres", "target", "factor"})
"""Kinds of values that are all that there is, so that a plus comes on top of something."""
_ADDED = re.compile(r"\b(?:adds|gained|further|besides|DM)\b")
"""How the title of a count says that it is added to something, so that it may have a sign."""


def oddness(rule: Rule, said: Said) -> float:
    """How seldom a value of a rule's kind is written so."""
    return _ODD.get((said.sort, rule.kind.name), 0)


def is_fitting(rule: Rule, said: Said) -> bool:
    """Whether a value is written as those of a rule's kind mostly are."""
    if said.sort == "plain":
        return rule.kind.name == "count" or rule.kind.name.lower() in said.text.lower()
    if rule.kind.name == "count":
        return (said.sort == "dice" and rule.id.endswith("/dice")) or (said.sort == "nothing" and _is_spent(rule, said))
    return rule.kind.name in _FITTING.get(said.sort, ()) and not oddness(rule, said)


def _is_spent(rule: Rule, said: Said) -> bool:
    """Whether what a line says that there is none of is what a rule counts: `no Thrust`."""
    return rule.kind.name != "DM" and not set(words(said.text)).isdisjoint(words(rule.id.rpartition("/")[2]))


def as_named(rule: Rule, said: Said) -> Said:
    """A value, which is no change if the word before it that seems to say so is the name of the rule's row.

    >>> [one] = said_values("improved MCr3")
    >>> [as_named(RAW.rule(f"ship/sensors/{row}/cost"), one).more for row in ("improved", "basic")]
    [0, 1]
    """
    table = RAW.tables.get(rule.section) if said.way else None
    row = next((one for one in table.rows if one.id == rule.row), None) if table else None
    named = row is not None and said.way.strip() in row.name.lower().split()
    return said._replace(more=0, than_book=False, way="", is_open=False) if named else said


def meant_value(rule: Rule, said: Said) -> Value:
    """A value that is said, as one of a rule's kind; None if it can be none.

    >>> from engine.rulebook.raw import RAW
    >>> from errata.house.english.said_values import said_values
    >>> meant_value(RAW.rule("ship/turret-weapons/missile-rack/damage"), said_values("1D more")[0])
    Dice('5D')
    >>> meant_value(RAW.rule("ship/mounts/pop-up-mounting/cost"), said_values("half")[0])
    500000
    """
    if rule.kind.name == "DM" and said.printed.lower() == "one" and not said.more:
        return None  # who gets one gets one of something
    if said.sort == "times" and rule.id.endswith("/times"):
        return _read(rule, said.text)  # who may try twice may do so two times
    if "difficulty" in said.way and rule.id.endswith("-steps"):
        said = said._replace(more=0, way="")  # by how much it is raised is what the rule counts
    if said.on_top and (not (rule.row and rule.value) or "extra" in rule.text):
        said = said._replace(more=0, on_top=False)  # on top of nothing it is all that there is
    if said.more or said.sort == "times" or (said.sort == "dice" and said.text[0] in "+-" and rule.kind.name == "dice"):
        return _relative(rule, said)
    if rule.kind.name not in _FITTING.get(said.sort, ()):
        return None
    if said.sort == "dice" and (by := multiplied(said.text)) and by == multiple_of(rule):
        said = said._replace(text=without_multiple(said.text))  # the mount has it, and not the dice
    return next((value for form in _forms(rule, said) if (value := _read(rule, form)) is not None), None)


def is_value(rule: Rule, text: str) -> bool:
    """Whether a text says the value that a rule has: `6+` for an Effect of 6, `DM-2` for two of a DM."""
    forms = [text, text.strip().rstrip("+"), text.strip().lstrip("+")]
    forms += [f"MCr{text.strip()}"] if rule.kind.name == "credits" else []
    if any(_read(rule, form) == rule.value for form in forms):
        return True
    return any(not said.more and meant_value(rule, said) == rule.value for said in said_values(text)[:1])


def is_its_number(rule: Rule, text: str) -> bool:
    """Whether a text is the one number of what a rule has, without its notation: `4` for AP 4, `2` for 2D.

    >>> [is_its_number(RAW.rule("ship/turret-weapons/pulse-laser/damage"), text) for text in ("2", "3", "+2")]
    [True, False, False]
    """
    return text.strip().isdecimal() and re.findall(r"\d+", rule.text) == [text.strip()]


def _read(rule: Rule, form: object) -> Value:
    try:
        return rule.kind.value(form)
    except RawcheckError:
        return None


def _forms(rule: Rule, said: Said) -> list[str]:
    """How a value may be written for a rule."""
    text, kind = said.text, rule.kind.name
    if said.sort == "nothing":
        return ["0"] if _is_spent(rule, said) else ["+0"] if kind == "DM" and not said.text else []
    if kind == "count" and said.sort == "signed":
        fits = _ADDED.search(rule.title) and ("-" not in text or "DM" in rule.title)
        return [re.sub(r"[^\d]", "", text)] if fits else []
    if kind == "count" and said.sort == "dice":
        return [text.removesuffix("D")] if rule.id.endswith("/dice") else []
    if kind in ("changes", "band") and (made := _as_in_the_book(rule, said)):
        return [made] if kind == "band" or not _is_turned(rule, said) else []
    if kind == "changes":
        return [f"{'' if text.startswith('+') else '+'}{text} damage"] if "weapon-" in rule.id else []
    if kind == "band" and said.sort == "plain":
        return []
    if kind == "credits" and re.fullmatch(r"\d+\.\d+", text):
        return [f"MCr{text}"]  # nothing costs a part of a credit
    bare = re.sub(rf"\s?(?:{UNITS})$", "", text, flags=re.IGNORECASE)
    each = text.partition(" per ")[0] if "-per-" in rule.id else text
    return [text, text.rstrip("+"), bare, text.partition(" of ")[0], each]


def _is_turned(rule: Rule, said: Said) -> bool:
    """Whether a value would turn an advantage into its contrary, or is a DM where the book has none.

    >>> _is_turned(RAW.rule("ship/weapon-advantages/long-range/effect"), said_values("Long range: -3")[0])
    True
    """
    turned = said.text.lstrip("DM ").startswith("-") and "-" not in rule.text
    return turned or (said.text.upper().startswith("DM") and "DM" not in rule.text)


def _as_in_the_book(rule: Rule, said: Said) -> str:
    """The book's text with its one number changed: `DM+2 to all attack rolls`; empty if it has none, or several."""
    own = said_values(rule.text)
    if len(own) != 1 or own[0].sort not in (said.sort, "target" if said.sort == "plain" else said.sort):
        return ""
    [old] = own
    head = re.match(r"(?:DM)?\s?[+-]?", old.printed)
    bare = re.sub(r"^(?:DM)?\s?", "", said.text, flags=re.IGNORECASE)
    sign = (head[0] if head else "") if bare[0] not in "+-" else "DM" if old.printed.startswith("DM") else ""
    return rule.text[: old.start] + sign + bare + rule.text[old.start + len(old.printed) :]


def _relative(rule: Rule, said: Said) -> Value:
    """So much more or less than the book has, or so many times as much; of what is itself added, only if it says so."""
    if said.sort == "times" and rule.kind.name == "factor":
        times = rule.value if said.than_book and isinstance(rule.value, int) else 1
        return _exact(rule, times * Fraction(said.text))
    if said.sort == "percent" and rule.kind.name in ("percent", "signed percent"):
        bare = said.text.lstrip("+- ")
        return _read(rule, bare if rule.kind.name == "percent" else f"{'-' if said.more < 0 else '+'}{bare}")
    if said.sign and said.sort in ("times", "plain", "signed"):
        return _of_a_modifier(rule, said)
    if not said.than_book and (not rule.column or rule.kind.name == "DM"):
        return None
    amount = _amount(said.text)
    own: object = rule.value
    if isinstance(own, int) and own < 0:
        return None  # one less than -2 may be -3 or -1
    if isinstance(own, Dice):
        return _dice(rule, own, amount, said)
    if isinstance(own, bool) or not isinstance(own, (int, Fraction)) or isinstance(amount, Dice):
        return None
    if said.sort == "percent":
        return _exact(rule, own * (1 + said.more * amount / 100)) if rule.kind.name in _AMOUNTS else None
    if said.sort == "times":
        by = 1 + said.more * amount if said.more else amount  # increased by half
        return _exact(rule, own * by) if rule.kind.name in _AMOUNTS and (amount < 1 or not said.more) else None
    fits = said.sort in ("plain", "signed") and rule.kind.name not in ("credits", "price", "signed percent", "percent")
    fits |= said.sort == "money" and rule.kind.name == "credits"
    return _exact(rule, own + said.more * amount) if fits and said.more else None


def _dice(rule: Rule, own: Dice, amount: Fraction | Dice, said: Said) -> Value:
    """Dice with so many more or less, or so many times as many; half of them may leave a part of one."""
    if str(own) != f"{own.count}D":
        return None
    if isinstance(amount, Dice):
        total = own.count + amount.count * (said.more or (-1 if said.text.startswith("-") else 1))
        return _read(rule, f"{total}D") if total > 0 and not amount.plus else None
    whole = said.sort == "times" and not said.more and amount.denominator == 1
    return _read(rule, f"{own.count * amount}D") if whole else None


def _of_a_modifier(rule: Rule, said: Said) -> Value:
    """A penalty or a bonus that is so many times the book's, or so much more or less; never turned into the other.

    >>> rule = RAW.rule("space/range-bands/very-long/attack-dm")
    >>> [meant_value(rule, said_values(said)[0]) for said in ("half the penalty", "the penalty is 1 worse")]
    [-2, -5]
    """
    own, amount = rule.value, _amount(said.text)
    if rule.kind.name != "DM" or not isinstance(own, int) or own * said.sign <= 0 or isinstance(amount, Dice):
        return None
    more = said.more * said.sign if _GOOD_OR_BAD.search(said.way) else said.more
    size = abs(own) * amount if said.sort == "times" else abs(own) + more * amount
    return _exact(rule, size * said.sign) if size >= 0 else None


_GOOD_OR_BAD = re.compile(r"better|worse")
"""Words of which one makes a bonus larger and a penalty smaller."""
_AMOUNTS = ("credits", "tons", "count", "number")
"""Kinds of which there can be so many times as much."""


def _amount(text: str) -> Fraction | Dice:
    try:
        if re.search(r"\dD|^[+-]?D", text, re.IGNORECASE):
            return Dice.parse(text.lstrip("+-"))
        millions = 10**6 if text.lower().startswith("mcr") else 1
        return Fraction(re.sub(r"[^\d.]", "", text).strip(".") or 0) * millions
    except (RawcheckError, ValueError):
        return Fraction(0)


def _exact(rule: Rule, value: Fraction) -> Value:
    """A number as a value of the rule's kind, if it can be one."""
    return _read(rule, int(value) if value.denominator == 1 else value)
