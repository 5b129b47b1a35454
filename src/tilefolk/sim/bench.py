"""Benchmarks per CPU second beside python-chess: all cases interleaved in one process, medians reported."""

import statistics
import time
from collections.abc import Callable
from random import Random

from tilefolk.bots.greedy import greedy
from tilefolk.core.chance import match_key, open_seed, order, outcome
from tilefolk.core.game import Legacy
from tilefolk.core.grid import nth_bit
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Sight, play
from tilefolk.core.track import start_of
from tilefolk.games import find
from tilefolk.games.laying.answers import Answers, placements
from tilefolk.games.laying.board import fresh, lay
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.ground import Piece
from tilefolk.games.laying.rounds import NOTHING_FOUND, brought
from tilefolk.games.laying.rules.source import Deck
from tilefolk.games.laying.scoring import end_lines, tally

MODE = "my_city/eternal"
MARKET = "point_city/table"
GREEDY = {"my_city": MODE, "my_island": "my_island/eternal", "point_city": MARKET}
PLIES, CHESS_GAMES, BOARDS, TABLES, MATCHES = 200, 4, 120, 40, 2


Case = Callable[[int], tuple[int, float]]  # plays with a seed: what was done, and the CPU seconds it took


class MissingPeerError(ImportError):
    """python-chess is not installed."""


def measure(rounds: int) -> dict[str, float]:
    """Rates per CPU second and their ratios: medians of this many interleaved rounds."""
    try:
        import chess
    except ImportError as error:
        raise MissingPeerError from error
    cases: dict[str, Case] = {
        "python_chess": lambda seed: _chess(chess.Board, seed),
        "laying_board": _boards,
        "laying_table": _tables,
        "point_city_matches": _matches,
        **{f"greedy_answers_{game}": _answers(mode) for game, mode in GREEDY.items()},
    }
    for ours in (_boards, _tables, _matches):  # what is worked out once is worked out before
        ours(-1)
    rates: dict[str, list[float]] = {name: [] for name in cases}
    for seed in range(rounds):
        for name, case in cases.items():
            done, seconds = case(seed)
            rates[name].append(done / seconds)
    figures = {f"{name}_per_second": statistics.median(values) for name, values in rates.items()}
    chess_rates = rates["python_chess"]
    return {
        "rounds": rounds,
        **figures,
        "vs_python_chess": _ratio(rates["laying_board"], chess_rates),
        "table_vs_python_chess": _ratio(rates["laying_table"], chess_rates),
    }


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def _chess(new_board: Callable[[], object], seed: int) -> tuple[int, float]:
    """Random games of python-chess: list all legal moves, choose one, push it."""
    rand, moves = Random(seed).random, 0
    begin = time.process_time()
    for _ in range(CHESS_GAMES):
        board = new_board()
        for _ in range(PLIES):
            legal = list(board.legal_moves)  # type: ignore[attr-defined]
            if not legal:
                break
            board.push(legal[int(rand() * len(legal))])  # type: ignore[attr-defined]
            moves += 1
    return moves, time.process_time() - begin


def _decks(seed: int, count: int) -> list[tuple[str, ...]]:
    source = EPISODES[MODE].source
    assert isinstance(source, Deck)
    cards = source.all
    keys = [match_key(open_seed(f"bench/{seed}/{number}"), ()) for number in range(count)]
    return [tuple(cards[index] for index in order(key, source.stream, len(cards))) for key in keys]


def _boards(seed: int) -> tuple[int, float]:
    """Single boards with the trusted `lay`: random placements while pieces fit, then a tally."""
    find(MODE)
    pieces = ground_of(MODE, Legacy()).pieces
    drawn = [[pieces[card] for card in deck if card in pieces] for deck in _decks(seed, BOARDS)]
    rand = Random(seed).random
    begin = time.process_time()
    moves = sum([_board(hand, rand) for hand in drawn])
    return moves, time.process_time() - begin


def _board(hand: list[Piece], rand: Callable[[], float]) -> int:
    episode, ground = EPISODES[MODE], ground_of(MODE, Legacy())
    board, moves = fresh(ground), 0
    for piece in hand:
        slots = placements(episode, ground, board, piece)
        if slots:
            slot = nth_bit(slots, int(rand() * slots.bit_count()))
            board = brought(episode, ground, lay(ground, board, piece, slot), NOTHING_FOUND)
            moves += 1
        elif piece.must:
            break
    tally(episode, ground, board, start_of(episode.track), [], end_lines(episode, ground, board))
    return moves


def _tables(seed: int) -> tuple[int, float]:
    """Matches of four seats with `legal` and `apply_trusted`; a seat ends when nothing fits."""
    decks, rand = _decks(seed, TABLES), Random(seed).random
    begin = time.process_time()
    moves = sum([_table(deck, rand) for deck in decks])
    return moves, time.process_time() - begin


def _table(deck: tuple[str, ...], rand: Callable[[], float]) -> int:
    game, _ = find(MODE)
    state, moves = game.setup(MODE, 4, {}, ()), 0
    while acting := game.to_act(state):
        if acting[0] == CHANCE:
            number = len(state.draws)
            state = game.apply_trusted(state, CHANCE, ("deck", number, deck[number]))
            continue
        for seat in acting:
            answers = game.legal(state, seat)
            assert isinstance(answers, Answers)
            action = answers[int(rand() * answers.places)] if answers.places else answers[-1]
            state = game.apply_trusted(state, seat, action)
            moves += 1
    return moves


def _matches(seed: int) -> tuple[int, float]:
    """Random matches of Point City for two, draws included, with `legal` and `apply_trusted`."""
    rand = Random(seed).random
    keys = [match_key(open_seed(f"bench/{seed}/{number}"), ()) for number in range(MATCHES)]
    begin = time.process_time()
    for key in keys:
        _match(key, rand)
    return len(keys), time.process_time() - begin


def _match(key: bytes, rand: Callable[[], float]) -> None:
    game, _ = find(MARKET)
    state = game.setup(MARKET, 2, {}, ())
    while acting := game.to_act(state):
        if acting[0] == CHANCE:
            for draw in game.draws(state):
                state = game.apply_trusted(state, CHANCE, outcome(key, draw))
            continue
        legal = game.legal(state, acting[0])
        state = game.apply_trusted(state, acting[0], legal[int(rand() * len(legal))])


def _answers(mode: str) -> Case:
    """Answers of two greedy bots in one match; what the match does between them is not counted."""

    def case(seed: int) -> tuple[int, float]:
        spent = list[float]()

        def bot(sight: Sight, stream: Random) -> Action:
            begin = time.process_time()
            action = greedy(sight, stream)
            spent.append(time.process_time() - begin)
            return action

        play(*find(mode), [bot, bot], f"bench/{seed}")
        return len(spent), sum(spent)

    return case
