"""Values that are made by a function are those that their class makes."""

import pytest

from tilefolk.core.value import Value, frozen_value, maker


@frozen_value
class Pawn(Value):
    """A pawn at a place."""

    name: str
    place: int


new_pawn = maker(Pawn)


def test_a_made_value_is_one_of_its_class() -> None:
    pawn = new_pawn("red", 3)
    assert type(pawn) is Pawn
    assert pawn == Pawn("red", 3)
    assert hash(pawn) == hash(Pawn("red", 3))
    assert pawn._replace(place=4) == Pawn("red", 4)


def test_a_made_value_needs_all_its_fields() -> None:
    with pytest.raises(TypeError):
        new_pawn("red")  # type: ignore[call-arg]
