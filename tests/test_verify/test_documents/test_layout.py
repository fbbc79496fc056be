"""Layout: tables, captions and headings in every form that people use, each with its place."""

from hypothesis import given
from hypothesis import strategies as st

from verify.documents.layout import read_layout


def grid(text):
    [found] = read_layout(text).grids
    return found


def cells(found):
    return [[cell.text for cell in row] for row in found.rows]


PIPES = """\
### Range Bands (CRB p. 155)

| Range Band | Thrust |
|------------|--------|
| Short | 2 |
| **Medium** | 5 |
"""


def test_a_pipe_table_has_a_header_rows_and_the_headings_above_it():
    found = grid(PIPES)
    assert [cell.text for cell in found.header] == ["Range Band", "Thrust"]
    assert cells(found) == [["Short", "2"], ["**Medium**", "5"]]
    assert found.context == ("Range Bands (CRB p. 155)",)
    assert (found.rows[0][1].line, found.rows[0][1].column) == (5, 11)


def test_a_pipe_table_needs_no_bars_around_it():
    found = grid("Band | Thrust\n--- | ---\nShort | 2\nMedium | 5\nLong | 10\n\nThat is all.\n")
    assert [cell.text for cell in found.header] == ["Band", "Thrust"]
    assert cells(found) == [["Short", "2"], ["Medium", "5"], ["Long", "10"]]


def test_tabs_make_a_table_too():
    assert cells(grid("Cover\tBonus\nVegetation\t+2\nTrees\t+6\n")) == [["Vegetation", "+2"], ["Trees", "+6"]]


def test_a_table_needs_no_blank_line_around_it():
    found = grid("Attacks hit on 8+.\n| Attack | Formula |\n|---|---|\n| Melee | 2D |\nInitiative\n- Each rolls.\n")
    assert cells(found) == [["Melee", "2D"]]


def test_a_caption_in_bold_is_a_heading_but_a_statement_in_bold_is_text():
    layout = read_layout("**Location Table:**\n\n**Medium Range = 0**\n\n**Missiles are not multiplied.**\n")
    assert [passage.heading for passage in layout.passages] == [True, False, False]


def test_a_short_line_on_its_own_is_a_heading_and_the_end_of_a_paragraph_is_not():
    layout = read_layout("Healing\n\nFirst aid is given by a Traveller with a medikit who\nstands near\n")
    first, second = layout.passages
    assert (first.text, first.heading) == ("Healing", True)
    assert not second.heading


def test_a_list_knows_the_sentence_that_leads_it():
    layout = read_layout("High Yield is misread:\n\n- It counts 1s as 2s.\n")
    assert layout.passages[1].context == ("High Yield is misread",)


def test_rows_of_another_width_are_reported_with_their_line():
    found = grid("| A | B | C |\n|---|---|---|\n| 1 | 2 | 3 |\n| 1 | 2 |\n| 1 | 2 | 3 | 4 |\n")
    assert [oddity.line for oddity in found.oddities] == [4, 5]
    assert len(found.rows[2]) == 4


def test_a_row_spilled_over_lines_is_joined_and_reported():
    found = grid("Roll\tResult\n6 to 7\tLose 1D from STR,\n\tDEX and END.\n8\tSurvive.\n")
    assert cells(found) == [["6 to 7", "Lose 1D from STR, DEX and END."], ["8", "Survive."]]
    assert [oddity.line for oddity in found.oddities] == [3]
    assert found.rows[0][1].place(found.rows[0][1].text.index("DEX")) == (3, 2)


def test_numbers_of_a_list_are_kept():
    assert read_layout("1. Roll.\n2. Add.\n").numbering == [(1, 1, 1), (2, 1, 2)]


@given(st.text(alphabet="ab1|\t#*- \n.:", max_size=300))
def test_no_text_breaks_it_and_every_cell_stands_where_it_says(text):
    lines = text.split("\n")
    layout = read_layout(text)
    for passage in [*layout.passages, *(cell for g in layout.grids for row in g.rows for cell in row)]:
        if passage.text and not passage.starts:
            assert lines[passage.line - 1][passage.column - 1 :].startswith(passage.text)
