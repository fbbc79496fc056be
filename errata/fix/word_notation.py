"""Writes words and traits in the notation of others: `veryLong` like `veryShort`, `AP 4` like `AP 5`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from engine.errors import RawcheckError
from engine.rulebook.kinds import TRAITS
from engine.rulebook.values import Trait

_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*")


def as_words(raw: str, wanted: str, text: str = "", is_text: bool = True, owner: str = "") -> str | None:
    """Words in the case of others, joined as those are, or as the whole text joins them elsewhere; None if unclear.

    If it is a name in code and not a text, the file must have that name, with the same owner.

    >>> as_words("long", "Medium"), as_words("very_long", "Long"), as_words("Long", "Very Long")
    ('medium', 'long', 'Very Long')
    >>> as_words("long", "Very Long"), as_words("long", "Very Long", "{ 'veryLong': -4 }")
    (None, 'veryLong')
    >>> as_words("4 Advantages", "1 Advantage")
    '1 Advantage'
    """
    if raw[:1].isdigit() and _letters(raw) == _letters(wanted):  # 4 Advantages, 1 Advantage
        return _lower_like(raw, wanted)
    words: list[str] = re.findall(r"[A-Za-z]+|\d+", wanted)
    if not words or not _WORDS.fullmatch(raw):
        return None
    written = _joined(raw, words) or _as_elsewhere(raw, words, text)
    if written is None and is_text and raw[:1].isupper() and not raw.isupper():
        written = wanted
    return written if written is not None and (is_text or _is_name(written, owner, text)) else None


def _letters(text: str) -> str:
    """The letters of a text, without a plural s."""
    return re.sub(r"[^a-z]", "", text.lower()).removesuffix("s")


def _is_name(name: str, owner: str, text: str) -> bool:
    """True if the text uses a name with its owner, or lists it in the enum of that owner.

    >>> _is_name("Long", "Range.", "enum Range { Medium, Long }"), _is_name("Long", "Range.", "Range.Medium // Long")
    (True, False)
    """
    patterns = [rf"(?<![\w.'\"`]){re.escape(owner + name)}(?![\w'\"`])"]
    if owner:
        enum = re.escape(re.split(r"[.:]+", owner)[-2])
        patterns.append(rf"\benum\s+(?:class\s+)?{enum}\b[^{{}}]*\{{[^{{}}]*\b{name}\b")
    return any(re.search(pattern, text) for pattern in patterns)


def case_of(raw: str) -> Callable[[str], str]:
    """A function that gives words the case of others: lower, upper or capitalised."""
    return str.lower if raw.islower() else str.upper if raw.isupper() else str.capitalize


def _joined(raw: str, words: list[str]) -> str | None:
    """Words joined like others (snake_case, camelCase, blanks); None if there is only one word to go by."""
    separator = next((sign for sign in " _-" if sign in raw), None)
    if separator is None and re.search(r"[a-z][A-Z]", raw):  # veryLong, VeryLong
        first = words[0].lower() if raw[0].islower() else words[0].capitalize()
        return first + "".join(word.capitalize() for word in words[1:])
    if len(words) > 1 and separator is None:
        return None
    return (separator or "").join(map(case_of(raw), words))


def _as_elsewhere(raw: str, words: list[str], text: str) -> str | None:
    """The words as the text spells them elsewhere, in quotes or as a name; None if it has several spellings."""
    found = re.finditer(rf"(?<![\w-]){'[ _-]?'.join(words)}(?![\w-])", text, re.IGNORECASE)
    fitting = [match for match in found if _is_of_case(match[0], raw)]
    quotes = ("'", '"', "`")
    quoted = {m[0] for m in fitting if text.endswith(quotes, 0, m.start()) and text.startswith(quotes, m.end())}
    names = {m[0] for m in fitting if " " not in m[0]}
    spellings = quoted or names
    return spellings.pop() if len(spellings) == 1 else None


def _is_of_case(spelling: str, raw: str) -> bool:
    """True if its first letter has the case of the other's, and both or neither are all capitals."""
    return spelling.isupper() if raw.isupper() else not spelling.isupper() and spelling[0].isupper() == raw[0].isupper()


_SEPARATOR = re.compile(r"([\"'`]?(?<!\s)\s*,\s*[\"'`]?)")


def as_traits(raw: str, wanted: Iterable[object], separator: str = ", ") -> str | None:
    """A list of traits with the wanted scores: wrong traits are removed, missing ones added.

    >>> as_traits("AP 5, Radiation", [Trait("AP", 3), Trait("Radiation")]), as_traits("ap(5)", [Trait("Smart")])
    ('AP 3, Radiation', 'smart')
    """
    due = {trait.name: trait for trait in wanted if isinstance(trait, Trait)}
    if not due:
        return None  # it is unclear how an empty list is written
    if raw in ("—", "–", "-"):
        return separator.join(sorted(map(str, due.values())))
    pieces = _SEPARATOR.split(raw)
    separator = pieces[1] if len(pieces) > 1 else separator
    traits: list[str] = []
    for part in pieces[::2]:
        try:
            stated = TRAITS.value(re.sub(r"(?<=[a-z])(?=\d)|_", " ", part))
        except RawcheckError:
            return None
        if not isinstance(stated, frozenset) or len(stated) != 1:
            return None
        (trait,) = stated
        wants = due.pop(trait.name, None)
        if wants is not None and (wants.score is None) != (trait.score is None):
            traits.append(_lower_like(raw, str(wants)))
        elif wants is not None:
            traits.append(re.sub(r"\d+", str(wants.score), part))
    traits += [_lower_like(raw, str(trait)) for trait in due.values()]
    return separator.join(traits)


def _lower_like(raw: str, text: str) -> str:
    """A text in lower case if another is."""
    return text.lower() if raw.islower() else text
