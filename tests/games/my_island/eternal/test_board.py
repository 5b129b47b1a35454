"""The board and the tiles of My Island's Eternal game."""

from collections import Counter

from tests.games.my_island.eternal.shore import DRAWN, ETERNAL, TOTEMS, Shore
from tests.games.my_island.isle import Hex, laid_as, place
from tilefolk.games.laying.catalogue import EPISODES


def test_the_board_is_as_drawn() -> None:
    ground = Shore().ground
    names = {"b": "beach", "h": "heath", "p": "palm", "r": "rainforest", "t": "totem"}
    for sign, name in names.items():
        assert set(ground.grid.listed(ground.layer(name))) == {
            at for at, drawn in DRAWN.items() if drawn == sign
        }
    assert Counter(DRAWN.values()) == {"b": 31, "h": 29, "p": 21, "r": 15, "t": 4}
    assert ground.open.bit_count() == 81
    assert [cells.bit_count() for cells in ground.rows.values()] == [16, 15, 14, 13, 12, 11, 10, 9]


def test_the_board_is_the_same_in_a_mirror() -> None:
    for name, sign in DRAWN.items():
        q, r = map(int, name.split(","))
        assert DRAWN[f"{15 - r - q},{r}"] == sign


def test_the_set_has_28_tiles_with_21_of_each_symbol() -> None:
    pieces = Shore().ground.pieces
    assert set(pieces) == {f"tile-t{tile}" for tile in range(1, 29)}
    assert EPISODES[ETERNAL].source.rounds == 28
    assert Counter(len(piece.marks) for piece in pieces.values()) == {2: 6, 3: 8 + 8, 4: 6}
    assert Counter(mark for piece in pieces.values() for mark in piece.marks) == dict.fromkeys(range(4), 21)
    assert all(len(set(piece.marks)) == len(piece.marks) for piece in pieces.values())


def test_every_tile_turns_in_six_ways_as_the_rules_say() -> None:
    shore, middle = Shore(), (6, 4)
    for tile in range(1, 29):
        piece = shore.ground.pieces[f"tile-t{tile}"]
        assert [turned.orientation for turned in piece.shape.turned] == list(range(6))
        for rot in range(6):
            slot = piece.slot(shore.ground.grid, place(tile, rot, middle))
            assert slot is not None
            marks = piece.laid(shore.ground.grid, slot).marks
            wanted = laid_as(tile, rot, middle).items()
            for kind, symbol in enumerate("FWHP"):
                cells = {f"{q},{r}" for (q, r), shown in wanted if shown == symbol}
                assert set(shore.ground.grid.listed(shore.ground.covered(marks, kind))) == cells


def test_no_two_tiles_are_equal() -> None:
    looks = [frozenset(min(_turns(tile), key=sorted).items()) for tile in range(1, 29)]
    assert len(set(looks)) == 28


def _turns(tile: int) -> list[dict[Hex, str]]:
    """The tile in all its turns, each moved so that its first cell is (0, 0)."""
    out = []
    for rot in range(6):
        cells = laid_as(tile, rot, (0, 0))
        q0, r0 = min(cells, key=lambda cell: (cell[1], cell[0]))
        out.append({(q - q0, r - r0): symbol for (q, r), symbol in cells.items()})
    return out


def test_the_shortest_road_of_every_totem_is_3_paths() -> None:
    assert Shore().roads() == dict.fromkeys(TOTEMS, 3)
