"""Records do what dataclasses do."""

import pickle
from functools import cached_property

import pytest

from engine.record import field, record, replace


@record
class Band:
    name: str
    dm: int = 0
    also: tuple[str, ...] = ()

    @cached_property
    def words(self):
        return self.name.split()


@record
class Named(Band):
    book: str = "CRB"


@record(frozen=False)
class Tally:
    counts: dict = field(default_factory=dict)
    notes: list = field(default_factory=list, repr=False)


def test_fields_are_given_by_place_or_by_name_and_the_rest_has_its_default():
    assert (Band("Short", 1).dm, Band(name="Short").dm, Band("Short").also) == (1, 0, ())
    for given, named, said in (
        ((), {}, "a Band needs its name"),
        ((), {"dm": 1}, "a Band needs its name"),
        (("Short", 1, (), 2), {}, "a Band has 3 fields, and 4 values were given"),
        (("Short",), {"name": "Long"}, "a Band was given its name twice"),
        (("Short", 1, ()), {"name": "Long"}, "a Band was given its name twice"),
        ((), {"dmm": 1}, "a Band has no dmm"),
        (("Short", 1, ()), {"dmm": 1}, "a Band has no dmm"),
    ):
        with pytest.raises(TypeError, match=said):
            Band(*given, **named)


def test_equal_values_are_equal_and_have_the_same_hash_in_the_same_class_only():
    assert Band("Short", 1) == Band("Short", 1) != Band("Short", 2)
    assert len({Band("Short", 1), Band("Short", 1), Band("Long", -2)}) == 2
    assert Band("Short") != Named("Short")
    assert Band("Short") != "Short"


def test_a_fixed_record_cannot_be_changed_and_an_open_one_can():
    band = Band("Short")
    with pytest.raises(AttributeError, match="'dm' of a Band cannot be changed"):
        band.dm = 2
    with pytest.raises(AttributeError):
        del band.dm
    tally = Tally()
    tally.counts = {"a": 1}
    assert tally == Tally({"a": 1})
    with pytest.raises(TypeError, match="unhashable"):
        hash(tally)


def test_what_is_made_anew_is_shared_by_no_two():
    one, other = Tally(), Tally()
    one.notes.append("x")
    assert other.notes == []
    assert repr(one) == "Tally(counts={})"


def test_a_record_can_be_remembered_copied_with_changes_and_derived_from():
    band = Band("Very Long", -4)
    assert band.words == ["Very", "Long"]
    assert pickle.loads(pickle.dumps(band)) == band
    assert replace(band, dm=-3) == Band("Very Long", -3)
    assert repr(Named("Short", 1, book="HG")) == "Named(name='Short', dm=1, also=(), book='HG')"
    with pytest.raises(TypeError):
        replace(band, dmm=1)


def test_a_record_that_is_derived_has_the_defaults_of_the_other_and_its_own():
    @record(frozen=False)
    class Longer(Tally):
        dm: int = 0

        def counts_of(self):
            return self.counts

    one = Longer()
    one.counts["a"] = 1
    assert (Longer().counts, Longer({"b": 2}).counts_of(), one.dm) == ({}, {"b": 2}, 0)

    @record
    class Plain:
        def name(self):
            return "a method"

        page: int

    @record
    class Titled(Plain):
        name: str  # what the other does under that name is no default

    with pytest.raises(TypeError, match="a Titled needs its name"):
        Titled(1)


def test_a_record_may_come_from_two_and_may_have_no_field_or_one():
    @record
    class Cited:
        page: int

    @record
    class Ruled:
        ruling: int

    @record
    class Both(Cited, Ruled):
        name: str

    @record
    class Nothing:
        pass

    assert repr(Both(ruling=1, page=2, name="x")) == "Both(ruling=1, page=2, name='x')"
    assert (Nothing(), hash(Nothing())) == (Nothing(), hash(()))
    odd = float("nan")
    assert Cited(odd) == Cited(odd)  # as tuples are, by the very value


def test_what_is_inherited_is_no_default_because_something_has_its_name():
    @record
    class Longer(Band):
        @property
        def title(self):
            return self.name

        name = "not a default"

    with pytest.raises(TypeError, match="a Longer needs its name"):
        Longer()


@pytest.mark.parametrize("default", [[], {}, set(), bytearray()], ids=repr)
def test_a_default_that_can_be_changed_is_refused(default):
    with pytest.raises(TypeError, match="all records would share it"):
        record(type("Wrong", (), {"__annotations__": {"rows": "object"}, "rows": default}))


def test_a_field_without_a_default_behind_one_with_a_default_and_a_mixture_of_kinds_are_refused():
    with pytest.raises(TypeError, match=r"Wrong\.page: it stands behind dm, which has a default, and has none"):

        @record
        class Wrong:
            dm: int = 0
            page: int

    with pytest.raises(TypeError, match="Open and Band: either both can be changed, or none"):

        @record(frozen=False)
        class Open(Band):
            page: int = 0
