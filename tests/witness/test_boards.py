"""Boards with symbols strewn at random, fuller than play makes them: the engine against the witness.

Tiles of the Eternal island in every turn: where they may lie, what they bring, groups, roads and majorities.
"""

from collections.abc import Mapping
from random import Random

import pytest

from tests import dialect
from tests.witness.agreed import assert_same_hints, assert_same_placements
from tests.witness.at_once import lay as witness_lay
from tests.witness.hints import majorities as witness_majorities
from tests.witness.lattice import Place, name_of
from tests.witness.position import Laid, Position, laid_at
from tests.witness.scoring import most
from tests.witness.seen import View, points_in
from tests.witness.witnessed import episode_of, land_of
from tilefolk.core.grid import bits_of
from tilefolk.games import my_island
from tilefolk.games.laying.answers import placements
from tilefolk.games.laying.board import Board, lay
from tilefolk.games.laying.rounds import brought
from tilefolk.games.laying.state import State

pytestmark = pytest.mark.slow

ETERNAL = "my_island/eternal"
SYMBOLS = "FWHP"
BOARDS = range(20)


def strewn(stream: Random) -> dict[Place, str]:
    """Symbols on open cells: many or few, sometimes mostly of one kind, so that groups and roads arise."""
    land = land_of(ETERNAL, (), ())
    share = stream.choice((0.2, 0.5, 0.8))
    weights = [stream.choice((1, 1, 5)) for _ in SYMBOLS]
    chosen = [place for place in sorted(land.open) if stream.random() < share]
    return {place: stream.choices(SYMBOLS, weights)[0] for place in chosen}


def on_board(symbols: Mapping[Place, str]) -> dialect.Position:
    position = dialect.Position(ETERNAL)
    for place, symbol in symbols.items():
        position.show(symbol, name_of("hex", place))
    return position


def on_land(symbols: Mapping[Place, str]) -> Position:
    laid = tuple(Laid(symbol, symbol, 0, (place,), (symbol,)) for place, symbol in symbols.items())
    return Position(land_of(ETERNAL, (), ()), laid)


def state_of(*boards: Board) -> State:
    state: State = my_island.GAME.setup(ETERNAL, len(boards), {}, ())
    return state._replace(boards=boards)


@pytest.mark.parametrize("seed", BOARDS)
def test_where_every_tile_may_lie(seed: int) -> None:
    symbols = strewn(Random(f"lie {seed}"))
    engine, mine = on_board(symbols), on_land(symbols)
    for card in Random(f"cards {seed}").sample(sorted(engine.ground.pieces), 7):
        state = state_of(engine.board)._replace(draws=((card,),), cards=(card,))
        view: View = my_island.GAME.view(state, 0)
        (shown,) = view["pieces"]
        assert_same_placements(episode_of(ETERNAL), mine, view, shown)


@pytest.mark.parametrize("seed", BOARDS)
def test_what_every_tile_brings(seed: int) -> None:
    stream = Random(f"bring {seed}")
    symbols = strewn(stream)
    engine, mine, episode = on_board(symbols), on_land(symbols), episode_of(ETERNAL)
    for card, piece in engine.ground.pieces.items():
        slots = list(bits_of(placements(engine.episode, engine.ground, engine.board, piece)))
        for slot in stream.sample(slots, min(3, len(slots))):
            board = brought(engine.episode, engine.ground, lay(engine.ground, engine.board, piece, slot), {})
            _, _, orientation, first = piece.spell(engine.ground.grid, slot)
            q, r = map(int, str(first).split(","))
            laid = laid_at(episode.piece(card), int(orientation), (r, q))
            after, bookings = witness_lay(episode, mine, laid, {})
            told = sorted((booking.rule, booking.points) for booking in board.bookings)
            assert told == sorted((booking.rule, booking.points) for booking in bookings)
            view = my_island.GAME.view(state_of(board), 0)
            assert_same_hints(episode, after, view, view["boards"][0])


@pytest.mark.parametrize("seed", BOARDS)
def test_majorities(seed: int) -> None:
    stream = Random(f"most {seed}")
    strewings = [strewn(stream) for _ in range(3)]
    mine = [on_land(symbols) for symbols in strewings]
    view = my_island.GAME.view(state_of(*(on_board(symbols).board for symbols in strewings)), None)
    assert view["majorities"] == witness_majorities(episode_of(ETERNAL), mine)
    for rule in episode_of(ETERNAL).all("most"):
        points = [points_in(board)[rule.id] for board in view["boards"]]
        assert points == [line.points for line in most(rule, mine)]


def test_the_boards_bring_groups_and_roads() -> None:
    """The comparison above has something to compare."""
    rules = set()
    for seed in BOARDS:
        engine = on_board(strewn(Random(f"bring {seed}")))
        for piece in engine.ground.pieces.values():
            for slot in bits_of(placements(engine.episode, engine.ground, engine.board, piece)):
                laid = lay(engine.ground, engine.board, piece, slot)
                after = brought(engine.episode, engine.ground, laid, {})
                rules |= {booking.rule for booking in after.bookings}
    assert rules == {"new_group.F", "new_group.W", "new_group.H", "road.P.totem.beach"}
