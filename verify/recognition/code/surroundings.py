"""The names and remarks around a table in code: whether they support a rule, deny it, or name another game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from engine.rulebook.kinds import CREDITS, PRICE, Kind
from engine.rulebook.rulebook import Rule
from verify.grids import Grid
from verify.other_games import (
    EDITION_FIELD,
    EDITIONS_AT_TABLES,
    EDITIONS_IN_TITLES,
    GAMES_IN_CODE,
    GAMES_IN_DOCUMENTS,
    TRAVELLER,
)
from verify.recognition.rule_tables import Column, RuleTable
from verify.recognition.words import find_word, words_in

Scopes = tuple[tuple[str, str], ...]
"""What stands around a table and where, the outermost first; see `Grid.scopes`."""


class Hint(NamedTuple):
    """What the words around a table say of a column: they support it (1), deny it (-1) or say nothing (0)."""

    side: int = 0
    where: str = ""
    """What has the word: a name, a comment, the file."""
    word: str = ""

    def __str__(self) -> str:
        if not self.side:
            return ""
        return f"the {self.where} speaks of {self.word}" + (", so it is another rule" if self.side < 0 else "")


def surroundings(grid: Grid, rule_table: RuleTable, column: Column, field: str = "") -> Hint:
    """What the words around a table say of a column; the nearest that says something counts.

    The name of a file says less than that of a field.
    """
    near, unless = (*column.near, *rule_table.near), (*column.unless, *rule_table.unless)
    for where, text in reversed(grid.scopes):
        words = words_in(text)
        supporting, denying = find_word(words, near), find_word(words, unless)
        if where == "file" and denying:
            denying = next((word for word in unless if word in words and word not in _FILE_WORDS), "")
            denying = denying if not find_word(words_in(field), near) else ""
        if supporting and not denying:
            return Hint(1, where, supporting)
        if denying:
            return Hint(-1, where, denying)
    return Hint()


NAMES = ("name", "key", "function")
"""What a table can stand under."""


def names_around(scopes: Scopes, wheres: tuple[str, ...] = NAMES) -> list[str]:
    """The names that a table stands under, the nearest first."""
    return [text for where, text in reversed(scopes) if where in wheres]


def name_without_table_word(grid: Grid, rule_table: RuleTable) -> str:
    """The name of a table, if its last word, which says what the values are, is no word of the rule table.

    `difficultyXp` is such a name, and what the table holds may be something else.
    """
    name = next(iter(names_around(grid.scopes)), "")
    last = words_in(name)[-1:]
    return name if last and not find_word(last, _own_words(rule_table)) else ""


_FOREIGN_WORDS = frozenset(
    (
        "alpha", "badge", "brightness", "chance", "color", "colour", "cooldown", "count", "counter", "css",
        "delay", "emoji", "font", "frequency", "glyph", "height", "hex", "hue", "icon", "id", "image", "img", "index",
        "length", "likelihood", "odd", "offset", "opacity", "order", "ordinal", "padding", "position", "priority",
        "probability", "rank", "ranking", "rarity", "reward", "sequence", "shade", "size", "slot", "sort", "sorting",
        "sound", "style", "symbol", "tint", "volume", "weight", "weighting", "width", "xp", "experience",
    )
)  # fmt: skip
"""What the name of a table can end with if its values are no rule's; in the singular, as `words_in` gives them."""


def name_with_foreign_word(grid: Grid, rule_table: RuleTable) -> str:
    """The name of a table, if it ends with something that no rule states: `difficultyColours`."""
    name = name_without_table_word(grid, rule_table)
    return "" if _FOREIGN_WORDS.isdisjoint(words_in(name)[-1:]) else name


@cache
def _own_words(rule_table: RuleTable) -> tuple[str, ...]:
    """The words that the name of a table may end with: its own, those of its columns, and neutral ones."""
    parts: tuple[RuleTable | Column, ...] = (rule_table, *rule_table.columns)
    named = {word for part in parts for phrase in part.phrases for word in phrase}
    return (*sorted(named), *(word for part in parts for word in part.near), *NEUTRAL_WORDS)


NEUTRAL_WORDS = (
    "table", "map", "list", "array", "data", "value", "config", "default", "lookup", "dict", "rule", "entry", "row",
    "set", "option", "by", "of", "for", "type", "dm", "mod", "modifier", "bonus", "penalty", "km", "number",
)  # fmt: skip
"""Words in the name of a table that fit any table."""
_FILE_WORDS = ("index", "order", "list", "scan")
"""Words in the name of a file that say nothing of the tables in it."""


def rows_with_words(grid: Grid, words: tuple[str, ...], rows: dict[int, int], names_in: int) -> dict[int, int]:
    """The rows that one of some words is near: all if it stands around the table, else those that have it in a cell."""
    around = [text for where, text in grid.scopes if where != "comment" or len(text) < 100]
    around.append(grid.heading(names_in))
    if not words or any(find_word(words_in(text), words) for text in around):
        return rows
    return {
        n: row
        for n, row in rows.items()
        if any(find_word(words_in(cell.text), words) for cell in grid.rows[n] if len(cell.text) < 60)
    }


_ASIDE_BEFORE = re.compile(
    r"\b(?:not|isn['’]t|aren['’]t|unlike|no|never|nor|than|instead of|rather than|versus|vs\.?|opposed to"
    r"|compared (?:to|with)|similar to|like|as in|inspired by|supports?|coming from|used to|know)"
    r"\s+(?:the\s+|from\s+|in\s+|of\s+)?$",
    re.IGNORECASE,
)
_ASIDE_BEHIND = re.compile(
    r"[\s,:]+(?:players?|users?|fans?|people|folks?|support|modules?|imports?|importer|compat\w*|too|also|as well)\b",
    re.IGNORECASE,
)
"""What stands before and behind the name of a game that is only mentioned: `unlike GURPS`, `D&D players: note …`."""


def _named_game(text: str) -> str:
    """Another game that a text is about, and does not only mention; empty if there is none.

    >>> _named_game("Range DMs of Cepheus Engine"), _named_game("Not D&D!"), _named_game("We also support Starfinder")
    ('Cepheus', '', '')
    """
    for match in GAMES_IN_CODE.finditer(text):
        if not _ASIDE_BEFORE.search(text, 0, match.start()) and not _ASIDE_BEHIND.match(text, match.end()):
            return match[0]
    return ""


_OURS = re.compile(
    r"mongoose|\bmgt ?2|(?<!classic )(?<!mega)(?<!mega )\btraveller (?:2e|range|dms?\b|rules)"
    r"|\b(?:to|for)[-_ ]traveller",
    re.IGNORECASE,
)
_IMPORT = re.compile(r"^[^\S\n]*(?:import|from|export .*from|const .*require|#include|using)\b.*$", re.MULTILINE)
"""Lines that only say which other files are used."""


def game_of(head: str) -> str:
    """Another game that the head of a file names, if it does not name ours."""
    game = _named_game(_IMPORT.sub("", head)) if GAMES_IN_CODE.search(head) else ""
    return game if game and not _OURS.search(head) and "mgt" not in head.lower() else ""


_TITLE = re.compile(r"<title>([^<]{3,120})</title>|\A\s*#\s+([^\n]{3,120})|\"title\"\s*:\s*\"([^\"]{3,120})\"")


def edition_in_title(head: str) -> str:
    """Another edition or offspring of Traveller, or another game, that the title of a page or a package names.

    >>> edition_in_title("<title>Classic Traveller Designer</title>"), edition_in_title("# A VTT for Traveller")
    ('Classic Traveller', '')
    >>> edition_in_title("# Stars Without Number tools"), edition_in_title("# Traveller and D&D dice")
    ('Stars Without Number', '')
    """
    found = _TITLE.search(head)
    if found is None or _OURS.search(found[0]):
        return ""
    title = next(filter(None, found.groups()))
    is_traveller = any(word in title.lower() for word in TRAVELLER)
    named = EDITIONS_IN_TITLES.search(title) or (None if is_traveller else GAMES_IN_DOCUMENTS.search(title))
    return named[0] if named else ""


_VEHICLES = ("vehicle", "crawler", "truck", "robot", "drone", "mech", "atv", "rover", "ground")


def speaks_of_vehicles(scopes: Iterable[tuple[str, str]]) -> bool:
    """Whether a class, a function or a remark around constants is about ground vehicles or robots."""
    return any(where != "file" and find_word(words_in(text), _VEHICLES) for where, text in scopes)


_SHIPS = ("space", "ship", "starship", "spaceship", "spacecraft", "vessel", "fleet", "dogfight")
_PEOPLE = ("personal", "person", "character", "melee", "gunfight", "ground", "wound", "fall.", "falling")


def speaks_of_ships(scopes: Iterable[tuple[str, str]], file: str) -> bool:
    """Whether what stands around constants, or the file that they stand in, is about ships and not about people."""
    return _names_around(scopes, file, _SHIPS) and not _names_around(scopes, file, _PEOPLE)


def is_about_vehicles_or_people(rule: Rule, scopes: Scopes, file: str) -> bool:
    """Whether what stands around some code is about vehicles, or about people where the rule is for ships."""
    if rule.chapter == "checks" or speaks_of_ships(scopes, file):
        return False
    of_people = _names_around(scopes, file, _PEOPLE) and not _names_around(scopes, file, _SHIPS)
    return speaks_of_vehicles([*scopes, ("path", file)]) or (of_people and not rule.is_about_people)


def _names_around(scopes: Iterable[tuple[str, str]], file: str, wanted: tuple[str, ...]) -> bool:
    return any(find_word(words_in(text), wanted) for text in (file, *(text for _, text in scopes)))


_PAST = ("old", "legacy", "deprecated", "previou", "obsolete", "former", "outdated", "migrate", "migration")
"""Words for rules that no longer apply, in the singular as `words_in` gives them."""


def name_of_old_rules(scopes: Scopes) -> str:
    """The name that says that a table holds rules that no longer apply: `legacyRangeDMs`; empty if none does."""
    return _name_with_word(scopes, _PAST)


@lru_cache(maxsize=4096)
def _name_with_word(scopes: Scopes, wanted: tuple[str, ...]) -> str:
    """The nearest name around a table that has one of some words; empty if none has."""
    return next((name for name in names_around(scopes, (*NAMES, "class")) if find_word(words_in(name), wanted)), "")


@lru_cache(maxsize=4096)
def other_game(scopes: Scopes) -> str:
    """Another game that the names and remarks around a table mention as theirs; empty if none."""
    named = ((_named_game(text), text) for _, text in reversed(scopes))
    return next((game for game, text in named if game and not _OURS.search(text)), "")


# Tables that say that they are of another edition, or that their prices are those of used goods.


_OURS_NAMED = re.compile(
    r"(?<!\d)2e(?![A-Za-z\d])|\b2nd\b|\bsecond edition|\b20(?:16|22)\b|\bmgt[ _-]?2", re.IGNORECASE
)
_MENTION = re.compile(
    r"\b(?:unlike|was|were|had|has|used|instead|not?|than|vs|versus|chang\w*|since|differ\w*|from|longer|replac\w*"
    r"|conver\w*|compar\w*|but|old|previous\w*|before)\b",
    re.IGNORECASE,
)
"""Words with which a remark speaks of another edition and does not say that the table is of it."""
EDITION_FIELDS = frozenset({"edition", "ruleset", "rules", "system", "game", "gamesystem", "rulebook"})
"""Fields that say of which edition something is; a version is as often that of the data."""
_CONDITION_FIELDS = frozenset({"condition", "state", "quality", "wear"})
_WORN = ("worn", "used", "damaged", "second", "salvage", "refurbish", "poor", "battered", "broken")
_USED = ("used", "secondhand", "resale", "salvage", "discount", "wholesale", "scrap", "auction")


def names_another_edition(text: str, field: bool = False) -> str:
    """The other edition that a text says that something is of; in a field for that, an abbreviation will do.

    >>> names_another_edition("MgT 1st edition"), names_another_edition("ctTurretWeapons1e")
    ('1st edition', '1e')
    >>> names_another_edition("unlike the 1st edition"), names_another_edition("T5"), names_another_edition("T5", True)
    ('', '', 'T5')
    """
    match = EDITIONS_AT_TABLES.search(text) or (EDITION_FIELD.fullmatch(text.strip()) if field else None)
    return match[0] if match and not _OURS_NAMED.search(text) and not _MENTION.search(text) else ""


@lru_cache(maxsize=4096)
def other_edition(scopes: Scopes) -> str:
    """Another edition that a name or a remark around a table says that it is of; the nearest that says one counts."""
    for where, text in reversed(scopes):
        if found := names_another_edition(text):
            return found
        if where != "file" and _OURS_NAMED.search(text):
            return ""
    return ""


def why_row_differs(grid: Grid, n: int, kind: Kind) -> str:
    """Why a row need not have the book's values, as the table or the row itself says: "" if it says nothing."""
    fields = [
        (head.text.rpartition(".")[2].lower(), cell.text)
        for head, cell in zip(grid.header, grid.rows[n], strict=False)
        if cell.text
    ]
    editions = (names_another_edition(text, field=True) for field, text in fields if field in EDITION_FIELDS)
    if edition := other_edition(grid.scopes) or next(filter(None, editions), ""):
        return f"it says of itself that it is of another edition: {edition}"
    if kind.is_a(CREDITS, PRICE):
        states = (text for field, text in fields if field in _CONDITION_FIELDS and find_word(words_in(text), _WORN))
        if worn := _name_with_word(grid.scopes, _USED) or next(states, ""):
            return f"it says of itself that it is about used goods: {worn}"
    return ""
