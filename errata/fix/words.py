"""Words and traits in the spelling of others: `veryLong` beside `veryShort`, `AP 4` for `AP 5`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.errors import RawcheckError
from engine.rulebook.kinds import TRAITS
from engine.rulebook.values import Trait

_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*")


def as_words(raw: str, wanted: str, text: str = "", spoken: bool = True, owner: str = "") -> str | None:
    """A word in the case of another; how several are joined is shown by it, by the text, or by how words stand.

    A name of the code's is only taken if the text has it, of the same owner.

    >>> as_words("long", "Medium"), as_words("very_long", "Long"), as_words("Long", "Very Long")
    ('medium', 'long', 'Very Long')
    >>> as_words("long", "Very Long"), as_words("long", "Very Long", "{ 'veryLong': -4 }")
    (None, 'veryLong')
    >>> as_words("4 Advantages", "1 Advantage")
    '1 Advantage'
    """
    if raw[:1].isdigit() and _letters(raw) == _letters(wanted):  # 4 Advantages, 1 Advantage
        return _cased(wanted, raw)
    words: list[str] = re.findall(r"[A-Za-z]+|\d+", wanted)
    if not words or not _WORDS.fullmatch(raw):
        return None
    made = _joined(raw, words) or _as_elsewhere(raw, words, text)
    if made is None and spoken and raw[:1].isupper() and not raw.isupper():
        made = wanted
    return made if made is not None and (spoken or _is_name(made, owner, text)) else None


def _letters(text: str) -> str:
    """The letters of a text without its numbers, and without an s at the end, as of a plural."""
    return re.sub(r"[^a-z]", "", text.lower()).removesuffix("s")


def _is_name(name: str, owner: str, text: str) -> bool:
    """Whether the text has a name, of its owner, or in an enumeration of the owner's name.

    >>> _is_name("Long", "Range.", "enum Range { Medium, Long }"), _is_name("Long", "Range.", "Range.Medium // Long")
    (True, False)
    """
    listed = (
        rf"\benum\s+(?:class\s+)?{re.escape(re.split(r'[.:]+', owner)[-2])}\b[^{{}}]*\{{[^{{}}]*\b{name}\b"
        if owner
        else ""
    )
    used = rf"(?<![\w.'\"`]){re.escape(owner + name)}(?![\w'\"`])"
    return re.search(used, text) is not None or bool(listed and re.search(listed, text))


def _joined(raw: str, words: list[str]) -> str | None:
    """Words joined as those of another are; None if it is one word and they are not."""
    case = str.lower if raw.islower() else str.upper if raw.isupper() else str.capitalize
    joint = next((sign for sign in " _-" if sign in raw), None)
    if joint is None and re.search(r"[a-z][A-Z]", raw):  # veryLong, VeryLong
        first = words[0].lower() if raw[0].islower() else words[0].capitalize()
        return first + "".join(word.capitalize() for word in words[1:])
    if len(words) > 1 and joint is None:
        return None
    return (joint or "").join(case(word) for word in words)


def _as_elsewhere(raw: str, words: list[str], text: str) -> str | None:
    """The words as the text has them elsewhere in the same case, in quotes or as one name; None if it has several."""
    every = list(re.finditer(rf"(?<![\w-]){'[ _-]?'.join(words)}(?![\w-])", text, re.IGNORECASE))
    fitting = [found for found in every if _is_of_case(found[0], raw)]
    quoted = {
        m[0]
        for m in fitting
        if text[m.start() - 1 : m.start()] in ("'", '"', "`") and text[m.end() : m.end() + 1] in ("'", '"', "`")
    }
    names = {m[0] for m in fitting if " " not in m[0]}
    for spellings in (quoted, names):
        if spellings:
            return spellings.pop() if len(spellings) == 1 else None
    return None


def _is_of_case(spelling: str, raw: str) -> bool:
    """Whether it begins as another, and is in capitals if that is."""
    return spelling.isupper() if raw.isupper() else not spelling.isupper() and spelling[0].isupper() == raw[0].isupper()


_JOINT = re.compile(r"([\"'`]?\s*,\s*[\"'`]?)")


def as_traits(raw: str, wanted: Iterable[object], joint: str = ", ") -> str | None:
    """A list of traits with other scores, without those that do not belong there, and with those that do.

    >>> as_traits("AP 5, Radiation", [Trait("AP", 3), Trait("Radiation")]), as_traits("ap(5)", [Trait("Smart")])
    ('AP 3, Radiation', 'smart')
    """
    due = {trait.name: trait for trait in wanted if isinstance(trait, Trait)}
    if not due:
        return None  # how nothing is written is not known
    if raw in ("—", "–", "-"):
        return joint.join(sorted(map(str, due.values())))
    pieces = _JOINT.split(raw)
    joint = pieces[1] if len(pieces) > 1 else joint
    made: list[str] = []
    for part in pieces[::2]:
        trait = _trait(part)
        if trait is None:
            return None
        wants = due.pop(trait.name, None)
        if wants is not None and (wants.score is None) != (trait.score is None):
            made.append(_cased(str(wants), raw))
        elif wants is not None:
            made.append(re.sub(r"\d+", str(wants.score), part))
    made += [_cased(str(trait), raw) for trait in due.values()]
    return joint.join(made)


def _trait(text: str) -> Trait | None:
    try:
        made = TRAITS.value(re.sub(r"(?<=[a-z])(?=\d)|_", " ", text))
    except RawcheckError:
        return None
    return next(iter(made)) if isinstance(made, frozenset) and len(made) == 1 else None


def _cased(text: str, raw: str) -> str:
    return text.lower() if raw.islower() else text
