"""Boards of the island's campaign with symbols strewn at random: the engine against the witness.

Every episode with a random past: what tiles bring at once, rings, sites, roads and groups, how far races
are, and all lines of the end.
"""

from random import Random

import pytest

from tests import dialect
from tests.effort import times
from tests.test_witness import (
    assert_same_hints,
    assert_same_notes,
    assert_same_placements,
    episode_of,
    land_of,
    past_of,
    total_cells,
    total_points,
)
from tests.witness.at_once import lay as witness_lay
from tests.witness.episode import Episode, Land
from tests.witness.hints import majorities, race_hints, site_hints, spot_hints
from tests.witness.lattice import Place, address_of, name_of
from tests.witness.position import Laid, Position, at_start, laid_at
from tests.witness.rounds import races_of
from tests.witness.scoring import end_lines
from tests.witness.seen import View, cells_in, notes_in, places_in, points_in
from tilefolk.core.grid import bits_of
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games import my_island
from tilefolk.games.laying.answers import placements
from tilefolk.games.laying.board import Board, lay
from tilefolk.games.laying.rounds import brought
from tilefolk.games.laying.state import State

pytestmark = pytest.mark.slow

GAME = my_island.GAME
MODES = tuple(f"my_island/{number}" for number in range(1, 25))
SYMBOLS = "FWHP"
BOARDS, TILES, PLACES = times(2, 30), times(8, 32), 3
TOKENS = dict(enumerate((4, 3, 2, 2, 1, -2)))

each_mode = pytest.mark.parametrize("mode", MODES)


class Strewn:
    """A board of both: its land, random symbols as if tiles had brought them."""

    def __init__(self, mode: str, seed: str) -> None:
        stream = Random(seed)
        self.mode, self.past = mode, past_of(mode, seed)
        self.land: Land = land_of(mode, self.past.stickers, self.past.counts)
        self.symbols = strewn(self.land, stream)
        self.mine = at_start(self.land)
        self.engine = dialect.Position(mode, stickers=self.past.stickers)
        for place, symbol in self.symbols.items():
            self.engine.show(symbol, name_of("hex", place))
            self.mine = self.mine.with_piece(Laid(symbol, symbol, 0, (place,), (symbol,)))


def strewn(land: Land, stream: Random) -> dict[Place, str]:
    """Symbols on open cells: many or few, sometimes mostly of one kind, so that groups and roads arise."""
    share = stream.choice((0.3, 0.6, 0.8))
    weights = [stream.choice((1, 1, 5)) for _ in SYMBOLS]
    chosen = [place for place in sorted(land.open) if stream.random() < share]
    return {place: stream.choices(SYMBOLS, weights)[0] for place in chosen}


def table_of(goals: list[Action], *boards: Strewn, engines: tuple[Board, ...] = ()) -> State:
    """A match in which these boards lie."""
    pasts = tuple(one.past.without_open() for one in boards)
    state: State = GAME.setup(boards[0].mode, len(boards), {}, pasts)
    for goal in goals:
        state = GAME.apply(state, CHANCE, goal)
    return state._replace(boards=engines or tuple(one.engine.board for one in boards))


def drawn(episode: Episode, stream: Random) -> list[Action]:
    """The goals of the episode, as chance may draw them."""
    words = [stream.sample(rule["of"], rule["draw"]) for rule in episode.all("goals")]
    return [("goal", number, word) for number, word in enumerate(words[0] if words else ())]


def assert_same_plans(episode: Episode, position: Position, view: View, board: View) -> None:
    """Everything that helps to plan."""
    assert_same_hints(episode, position, view, board)
    told = {
        (rule, *(frozenset(places_in(view, mask)) for mask in (thing, ring)), *numbers)
        for rule, thing, ring, *numbers, _, _ in board.get("spots", ())
    }
    helps = {
        (frozenset(places_in(view, thing)), frozenset(places_in(view, free)), tuple(sorted(symbols)))
        for _, thing, _, _, _, scored, free, symbols in board.get("spots", ())
        if not scored
    }
    mine = spot_hints(episode, position)
    assert told == {hint[:6] for hint in mine}
    assert helps == {(hint[1], hint[6], hint[7]) for hint in mine if not hint[5]}
    dug = {
        (rule, place, state)
        for rule, cell, state in board.get("sites", ())
        for place in places_in(view, cell)
    }
    assert dug == site_hints(episode, position)


@each_mode
@pytest.mark.parametrize("seed", range(BOARDS))
def test_what_tiles_bring(mode: str, seed: int) -> None:
    stream, episode = Random(f"tiles {seed}"), episode_of(mode)
    board = Strewn(mode, f"bring {seed}")
    engine, goals = board.engine, drawn(episode, stream)
    for card in stream.sample(sorted(engine.ground.pieces), min(TILES, len(engine.ground.pieces))):
        piece = engine.ground.pieces[card]
        slots = list(bits_of(placements(engine.episode, engine.ground, engine.board, piece)))
        for slot in stream.sample(slots, min(PLACES, len(slots))):
            after = brought(
                engine.episode, engine.ground, lay(engine.ground, engine.board, piece, slot), TOKENS
            )
            _, _, orientation, first = piece.spell(engine.ground.grid, slot)
            laid = laid_at(episode.piece(card), int(orientation), address_of("hex", str(first)))
            position, bookings = witness_lay(episode, board.mine, laid, TOKENS)
            told = sorted((booking.rule, booking.points) for booking in after.bookings)
            assert told == sorted((booking.rule, booking.points) for booking in bookings)
            view = GAME.view(table_of(goals, board, board, engines=(after, after)), 0)
            assert_same_plans(episode, position, view, view["boards"][0])
            assert_same_notes(position, notes_in(view, view["boards"][0]))


@each_mode
@pytest.mark.parametrize("seed", range(BOARDS))
def test_sheets_and_races(mode: str, seed: int) -> None:
    stream, episode = Random(f"sheets {seed}"), episode_of(mode)
    boards = [Strewn(mode, f"sheet {seed} {seat}") for seat in range(3)]
    goals, mine = drawn(episode, stream), [board.mine for board in boards]
    view = GAME.view(table_of(goals, *boards), None)
    assert view["majorities"] == majorities(episode, mine)
    races = [
        race for race in races_of(episode, [(CHANCE, goal) for goal in goals]) if "goal" in race.settings
    ]
    told = {
        rule: (prizes, needed, [number for number, _ in numbers])
        for rule, prizes, needed, numbers in view["races"]
    }
    assert told == race_hints(races, mine)
    for board, lines in zip(view["boards"], end_lines(episode, mine, [0] * len(mine)), strict=True):
        points, cells = points_in(board), cells_in(view, board)
        assert {line.rule: points[line.rule] for line in lines} == total_points(lines)
        assert {rule: cells[rule] for rule in total_cells(lines)} == total_cells(lines)


@each_mode
def test_where_tiles_may_lie(mode: str) -> None:
    board, episode = Strewn(mode, "lie"), episode_of(mode)
    state = table_of(drawn(episode, Random(0)), board, board)
    for card in Random("cards").sample(sorted(board.engine.ground.pieces), 2):
        now = state._replace(draws=(*state.draws, (card,)), cards=(card,))
        for shown in GAME.view(now, 0)["pieces"]:
            assert_same_placements(episode, board.mine, GAME.view(now, 0), shown)
