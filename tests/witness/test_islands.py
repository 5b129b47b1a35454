"""Boards of the island's campaign with symbols strewn at random: the engine against the witness.

Every episode with a random past: what tiles bring at once, rings, sites, roads and groups, how far races
are, and all lines of the end.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from tests import dialect
from tests.dialect import random_match
from tests.effort import times
from tests.witness import witnessed
from tests.witness.agreed import (
    assert_same_boards,
    assert_same_hints,
    assert_same_notes,
    assert_same_placements,
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
from tests.witness.spots import Spot, spots
from tests.witness.witnessed import cut_matches, episode_of, land_of, lands_of, past_of, seen
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
SYMBOLS, GROUNDS = "FWHP", ("beach", "rainforest")
BOARDS, TILES, PLACES = times(3, 12), times(8, 20), 4
TELLING = ("my_island/8", "my_island/9", "my_island/11", "my_island/12", "my_island/19", "my_island/22")
LIT_ALONE = {"my_island/23": 2, "my_island/24": 4}
TOKENS = dict(enumerate((4, 3, 2, 2, 1, -2)))

each_mode = pytest.mark.parametrize("mode", MODES)
each_pace = pytest.mark.parametrize("pace", ("together", "own"))


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
    """Symbols on open cells: many or few, often mostly of one kind, so that groups and roads arise; more in
    rings, where a symbol is asked for often that one."""
    share, favourite = stream.choice((0.4, 0.6, 0.8)), stream.choice(("", *SYMBOLS, "P"))
    weights = [8 if symbol == favourite else stream.choice((1, 1, 3)) for symbol in SYMBOLS]
    chosen = [place for place in sorted(land.open) if stream.random() < share]
    symbols = {place: stream.choices(SYMBOLS, weights)[0] for place in chosen}
    for one in rings(land):
        for place in sorted(one.ring & land.open):
            if stream.random() < 0.5:
                symbols[place] = one.own or symbols.get(place, stream.choice(SYMBOLS))
    return symbols


def rings(land: Land) -> list[Spot]:
    return [one for rule in land.episode.all("spot") for one in spots(rule, land)]


def telling(land: Land) -> set[Place]:
    """The cells on which a tile is most likely to bring something."""
    cells = {place for one in rings(land) for place in one.ring}
    for rule in land.episode.all("road"):
        cells |= land.chosen([f"near:{rule['start']}", *(goal for goal in rule["goal"] if goal != "beach")])
    for rule in land.episode.all("cover", "find"):
        cells |= land.chosen([name for name in rule.get("on", [rule.get("at", "")]) if name not in GROUNDS])
    return cells


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


def sampled(stream: Random, things: list[Any], number: int) -> list[Any]:
    return stream.sample(things, min(number, len(things)))


def laid_by(board: Strewn, card: str, slot: int) -> Laid:
    """The witness's piece in a slot of the engine."""
    _, _, orientation, first = board.engine.ground.pieces[card].spell(board.engine.ground.grid, slot)
    return laid_at(episode_of(board.mode).piece(card), int(orientation), address_of("hex", str(first)))


def tries(board: Strewn, stream: Random) -> Iterator[tuple[Board, Laid]]:
    """Tiles laid anywhere, and where they may bring something: the engine's board, the witness's piece."""
    engine, special = board.engine, telling(board.land)
    for card in sampled(stream, sorted(engine.ground.pieces), TILES):
        piece = engine.ground.pieces[card]
        slots = list(bits_of(placements(engine.episode, engine.ground, engine.board, piece)))
        inside = [slot for slot in slots if special & set(laid_by(board, card, slot).cells)]
        for slot in (*sampled(stream, slots, 2), *sampled(stream, inside, PLACES)):
            lying = lay(engine.ground, engine.board, piece, slot)
            yield brought(engine.episode, engine.ground, lying, TOKENS), laid_by(board, card, slot)


@each_mode
@pytest.mark.parametrize("seed", range(BOARDS))
def test_what_tiles_bring(mode: str, seed: int) -> None:
    stream, episode = Random(f"tiles {seed}"), episode_of(mode)
    board, goals = Strewn(mode, f"bring {seed}"), drawn(episode, stream)
    for after, laid in tries(board, stream):
        position, bookings = witness_lay(episode, board.mine, laid, TOKENS)
        told = sorted((booking.rule, booking.points) for booking in after.bookings)
        assert told == sorted((booking.rule, booking.points) for booking in bookings)
        view = GAME.view(table_of(goals, board, board, engines=(after, after)), 0)
        assert_same_plans(episode, position, view, view["boards"][0])
        assert_same_notes(position, notes_in(view, view["boards"][0]))


def test_the_tiles_bring_something() -> None:
    """The comparison above has something to compare."""
    rules = set()
    for mode, seed in product(TELLING, range(BOARDS)):
        board, stream = Strewn(mode, f"bring {seed}"), Random(f"tiles {seed}")
        rules |= {booking.rule for after, _ in tries(board, stream) for booking in after.bookings}
    assert {"find.idol.P", "spot.bay.W", "spot.temple.covered", "spot.megalith.own"} <= rules
    assert {"road.P.totem.beach", "cover.P.treasure", "cover.wanted.segment", "new_group.H"} <= rules


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


@each_pace
def test_the_next_card_is_known(pace: str) -> None:
    """Together with the card of the own round, never the one after; nowhere else is it told."""
    for mode in ("my_island/17", "my_island/18"):
        known = bool(episode_of(mode).all("look_ahead"))
        for view, table in seen(mode, cut_matches(mode, pace, 4)):
            cards, number = table.cards, view["round"]
            assert view["card"] == (cards[number - 1] if number else "")
            following = cards[number] if number and number < len(cards) else ""
            assert view.get("next") == (following if known else None)
            told = {*cards[:number], view.get("next", "")}
            assert set(view["left"]) == set(view["deck"]) - told


@each_mode
def test_an_episode_by_itself(mode: str) -> None:
    """Features of all episodes so far, nothing that anybody chose; nothing lasts."""
    match = random_match(mode, 2, "own", "by itself", quits=0.02, legacy=(), options={"pace": "own"})
    view = GAME.view(match.state, 0)
    assert_same_boards(witnessed.table_of(mode, match, view), view)
    plots = [place for land in lands_of(match) for place, cell in land.cells.items() if cell.building]
    assert len(plots) == 2 * LIT_ALONE.get(mode, 0)
    assert [board["kept"] for board in view["boards"]] == [[], []]
