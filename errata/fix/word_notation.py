"""Writes words and traits in the notation of others: `veryLong` like `veryShort`, `AP 4` like `AP 5`."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
        return _cased(wanted, raw)
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
    listed = (
        rf"\benum\s+(?:class\s+)?{re.escape(re.split(r'[.:]+', owner)[-2])}\b[^{{}}]*\{{[^{{}}]*\b{name}\b"
        if owner
        else ""
    )
    used = rf"(?<![\w.'\"`]){re.escape(owner + name)}(?![\w'\"`])"
    return re.search(used, text) is not None or bool(listed and re.search(listed, text))


def _joined(raw: str, words: list[str]) -> str | None:
    """Words joined like others (snake_case, camelCase, blanks); None if there is only one word to go by."""
    case = str.lower if raw.islower() else str.upper if raw.isupper() else str.capitalize
    separator = next((sign for sign in " _-" if sign in raw), None)
    if separator is None and re.search(r"[a-z][A-Z]", raw):  # veryLong, VeryLong
        first = words[0].lower() if raw[0].islower() else words[0].capitalize()
        return first + "".join(word.capitalize() for word in words[1:])
    if len(words) > 1 and separator is None:
        return None
    return (separator or "").join(case(word) for word in words)


def _as_elsewhere(raw: str, words: list[str], text: str) -> str | None:
    """The words as the text spells them elsewhere, in quotes or as a name; None if it has several spellings."""
    matches = list(re.finditer(rf"(?<![\w-]){'[ _-]?'.join(words)}(?![\w-])", text, re.IGNORECASE))
    fitting = [found for found in matches if _is_of_case(found[0], raw)]
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
    """True if its first letter has the case of the other's, and both or neither are all capitals."""
    return spelling.isupper() if raw.isupper() else not spelling.isupper() and spelling[0].isupper() == raw[0].isupper()


_SEPARATOR = re.compile(r"([\"'`]?\s*,\s*[\"'`]?)")


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
        trait = _trait(part)
        if trait is None:
            return None
        wants = due.pop(trait.name, None)
        if wants is not None and (wants.score is None) != (trait.score is None):
            traits.append(_cased(str(wants), raw))
        elif wants is not None:
            traits.append(re.sub(r"\d+", str(wants.score), part))
    traits += [_cased(str(trait), raw) for trait in due.values()]
    return separator.join(traits)


def _trait(text: str) -> Trait | None:
    try:
        traits = TRAITS.value(re.sub(r"(?<=[a-z])(?=\d)|_", " ", text))
    except RawcheckError:
        return None
    return next(iter(traits)) if isinstance(traits, frozenset) and len(traits) == 1 else None


def _cased(text: str, raw: str) -> str:
    return text.lower() if raw.islower() else text
