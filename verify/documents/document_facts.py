"""All facts of a document: those of its tables, its lists and its sentences, each with its place."""

from __future__ import annotations

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.documents.layout import list_grids, read_layout
from verify.documents.reading import Reading
from verify.documents.sentences import is_house_rule, may_have_house_rules, read_passage
from verify.documents.table_facts import read_grid, read_match
from verify.findings import Finding, Place
from verify.recognition.document_table_recogniser import recognise_document_table


def read_document(text: str, file: str, rulebook: Rulebook = RAW, as_house_rules: bool = False) -> Reading:
    """All that a document states; its house rules are skipped, unless the whole document is one of house rules."""
    layout = read_layout(text)
    reading = Reading(file, layout, has_house_rules=not as_house_rules and may_have_house_rules(text))
    for line, length in layout.left_out:
        reading.findings.append(Finding("RC107", "unchecked", Place(file, line), words={"length": f"{length:,}"}))
    for grid in layout.grids:
        if reading.has_house_rules and is_house_rule(grid.context):
            reading.house.append(Place(file, grid.line))
        else:
            read_grid(reading, grid, rulebook)
    for grid in list_grids(layout):
        match, _ = recognise_document_table(grid)
        if match is not None and as_house_rules and not match.captioned:
            continue  # by its values alone it would be the table that happens to agree with them
        if match is not None and not (reading.has_house_rules and is_house_rule(grid.context)):
            reading.facts += [fact for fact in read_match(reading, grid, match, rulebook) if not fact.problem]
    for passage in layout.passages:
        read_passage(reading, passage, rulebook)
    return reading
