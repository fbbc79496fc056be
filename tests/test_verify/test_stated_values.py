"""Whose a value of a plain line is: of what it is, when it holds, and what the line says besides."""

import pytest

from verify.plain_lines import Unclear
from verify.whole_lines import read_whole

BEAM = "ship/turret-weapons/beam-laser"


def why(text, family=""):
    """Why a line is not read, as a whole."""
    [stated] = read_whole(text, (), family)
    assert isinstance(stated.found, Unclear), stated
    assert stated.text == text
    return stated.found.why


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Pulse lasers do 3D but only at Medium.", "only at Medium"),
        ("Particle beams do 4D, though only at Short range.", "only at Short range"),
        ("Beam lasers get +4, but only at short range.", "only at short range"),
        ("Beam lasers hit at +5, only at Close range.", "only at Close range"),
    ],
)
def test_where_alone_a_value_holds_is_a_condition_and_no_range(text, where):
    assert why(text) == f"it holds under a condition that is not understood, {where!r}"


def test_a_range_beside_a_value_is_read_with_it():
    made = {one.found.rule: str(one.found.value) for one in read_whole("Beam lasers do 2D, range Short.")}
    assert made == {f"{BEAM}/damage": "2D", f"{BEAM}/range": "Short"}
    [alone] = read_whole("Beam lasers reach only Short range.")
    assert (alone.found.rule, alone.found.value) == (f"{BEAM}/range", "Short")
