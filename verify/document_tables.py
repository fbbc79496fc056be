"""Tables of documents: which rule table a grid is that stands under its headings, with a caption."""

from __future__ import annotations

import re

from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from verify.agreement import agreement, fit, states
from verify.code_names import says_roll
from verify.columns import columns_by_heading, columns_by_values
from verify.matched import Match, conflict
from verify.page import Grid, Passage
from verify.recognise import recognise
from verify.shapes import Shape, by_key, by_row_name, keys_of, shapes
from verify.values import bare


def recognise_in_document(grid: Grid) -> tuple[Match | None, list[Match]]:
    """The rule table that a grid is, if it is one beyond doubt, and the best guesses."""
    guesses = sorted(_candidates(grid), key=lambda m: -m.score)
    if not guesses:
        return None, []
    best = guesses[0]
    rival = next((m for m in guesses if m.shape is not best.shape), None)
    enough = best.columns and len(best.rows) >= min(2, len(best.shape.rows)) and (best.fits >= 0.4 or best.captioned)
    numbered = all(bare(grid.rows[n][best.names_in].text).isdecimal() for n in best.rows)
    if numbered and not best.captioned and (heading := _heading(best, grid)) and not says_roll(heading):
        enough = False
    enough = enough and not best.other and (best.columns.keys() != {best.names_in} or _is_headed(best, grid))
    clear = rival is None or best.score - rival.score > 0.25 or not conflict(best, rival)
    if enough and clear and len(best.rows) * 2 >= len([r for r in grid.rows if any(c.text for c in r)]):
        _align(best, grid)
        return best, guesses
    return None, guesses


def _heading(match: Match, grid: Grid) -> str:
    """What stands over the row names."""
    return bare(grid.header[match.names_in].text) if match.names_in < len(grid.header) else ""


def _is_headed(match: Match, grid: Grid) -> bool:
    """Whether the heading over the row names is the table's own, and most rows too.

    That much is needed where nothing else is known of a table.
    """
    if len(match.rows) * 10 < len(grid.rows) * 7:
        return False
    heading = _heading(match, grid)
    return match.shape.find_column(heading) is not None or normal(heading) in match.shape.headings


def _candidates(grid: Grid) -> list[Match]:
    found = []
    width = max((len(row) for row in grid.rows), default=0)
    for names_in in range(min(width, 3)):
        names = [bare(row[names_in].text) if names_in < len(row) else "" for row in grid.rows]
        found += [m for shape in _shapes_named(names) if (m := _match(grid, shape, names_in, names)) is not None]
    return found


def _shapes_named(names: list[str]) -> list[Shape]:
    """The tables that have a row of one of these names, or of the value that it stands for."""
    known: dict[Shape, None] = {}
    for name in filter(None, names):
        known.update(dict.fromkeys(by_row_name().get(normal(name), ())))
        for value in keys_of(name):
            known.update(dict.fromkeys(by_key().get(value, ())))
    return list(known)


def _match(grid: Grid, shape: Shape, names_in: int, names: list[str]) -> Match | None:
    rows: dict[int, int] = {}
    for n, name in enumerate(names):
        row = _row_named(shape, name) if name else None
        if row is None and name and shape.keys:
            row = next((shape.keys[value] for value in keys_of(name) if value in shape.keys), None)
        if row is not None:
            rows[n] = row
    if not rows:
        return None
    columns = columns_by_heading(grid, shape, names_in)
    columns |= columns_by_values(grid, shape, names_in, rows, columns)
    full = [n for n, name in enumerate(names) if name]
    heading = normal(grid.header[names_in].text) if names_in < len(grid.header) else ""
    fits = fit(grid, shape, rows, columns)
    agreeing, wrong = agreement(grid, shape, rows, columns)
    caption = next((name for name in shape.names if any(name in normal(text) for text in grid.context[-2:])), "")
    score = (
        5 * len(rows) / len(full)
        + len(rows) / len(shape.rows)
        + 1.5 * len(columns) / max(1, max(len(grid.header) - 1, len(shape.columns)))
        + 1.5 * fits
        + 1.5 * agreeing
        + (1.0 if caption else 0)
        + (0.5 if heading and heading in shape.headings else 0)
        - 0.3 * names_in
    )
    evidence = [
        f"{len(rows)} of {len(full)} rows are rows of {shape.title}",
        f"columns: {', '.join(shape.columns[c].title for c in columns.values()) or 'none known'}",
    ]
    if caption:
        evidence.append(f"the caption names it: {grid.context[-1]}")
    return Match(
        shape,
        names_in,
        columns,
        rows,
        score,
        fits,
        evidence,
        bool(caption),
        other=wrong > 0.5 and not caption,
    )


_PARTS = re.compile(r"\s*(?:/|,|\bor\b|\(|\))\s*")


def _row_named(shape: Shape, name: str) -> int | None:
    """The row that a name means, or one of the names in it: `Bushes / vegetation`, `Trees (trunk)`."""
    row = shape.find_row(name)
    if row is not None or name.isdecimal():
        return row
    rows = {found for part in _PARTS.split(name) if part and (found := shape.find_row(part)) is not None}
    return rows.pop() if len(rows) == 1 else shape.row_by_words(name)


def _align(match: Match, grid: Grid) -> None:
    """Pair printed rows without a known name with the rows that are missing between the same neighbours."""
    taken = set(match.rows.values())
    left = [n for n, row in enumerate(grid.rows) if n not in match.rows and _is_row(row, match)]
    absent = [r for r in range(len(match.shape.rows)) if r not in taken]
    in_order = list(match.rows.values()) == sorted(match.rows.values()) and len(left) <= len(match.shape.rows)
    for n in list(left):
        if not in_order:
            break
        above = max((match.rows[k] for k in match.rows if k < n), default=-1)
        below = min((match.rows[k] for k in match.rows if k > n), default=len(match.shape.rows))
        between_rows = [r for r in absent if above < r < below]
        between_left = [k for k in left if _gap(match, k) == _gap(match, n)]
        if len(between_rows) == len(between_left):
            row = between_rows[between_left.index(n)]
            if _could_be(match, grid.rows[n], row):
                match.renamed[n] = row
    match.strangers = [n for n in left if n not in match.renamed]
    match.absent = [r for r in absent if r not in match.renamed.values()]


def _could_be(match: Match, cells: list[Passage], row: int) -> bool:
    """Whether a printed row can be a row under another name: a name much like it, or mostly its values."""
    name = bare(cells[match.names_in].text) if match.names_in < len(cells) else ""
    known = match.shape.rows[row]
    if match.names_in in match.columns or name.isdecimal():
        return True
    from difflib import SequenceMatcher

    if SequenceMatcher(None, normal(name), normal(known.name)).ratio() > 0.75:
        return True
    rules = [(c, known.rules[column]) for c, column in match.columns.items() if c < len(cells) and known.rules[column]]
    same = sum(states(rule, cells[c].text) for c, rule in rules if rule in RAW)
    return same * 2 > len(rules)


def _is_row(row: list[Passage], match: Match) -> bool:
    """Whether a row is neither empty nor a heading that stands among the rows."""
    full = [cell for cell in row if cell.text]
    return bool(full) and not (len(full) == 1 and normal(full[0].text) in match.shape.headings)


def _gap(match: Match, n: int) -> tuple[int, int]:
    above = max((k for k in match.rows if k < n), default=-1)
    below = min((k for k in match.rows if k > n), default=1 << 30)
    return above, below


def nearest_shape(grid: Grid) -> str:
    """The title of the rule table that a grid is most like, if it is like any."""
    _, guesses = recognise(grid)
    if guesses:
        return guesses[0].shape.title
    context = {word for text in grid.context[-2:] for word in bare(text).lower().split() if len(word) > 3}
    scored = [(len(context & set(shape.title.lower().split())), shape.title) for shape in shapes()]
    return max(scored)[1] if scored and max(scored)[0] else ""
