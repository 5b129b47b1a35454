"""Playouts on the compiled twin: candidates, guessed futures, halving."""

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil, inf, log2
from operator import add
from pathlib import Path
from random import Random
from typing import NamedTuple

from tilefolk.bots.budget import Budget
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.state import State
from tilefolk.twin import core
from tilefolk.twin.board import TwinBoard, load
from tilefolk.twin.core import Array, laying
from tilefolk.twin.ground import tables as t
from tilefolk.twin.play.futures import futures
from tilefolk.twin.value.features import Features, features_of, has_weights
from tilefolk.twin.value.weights import read_weights

WEIGHTS = Path(__file__).with_name("weights")
WIDTH = 64  # slots that are played on, at most
TRIED = 4  # futures that every answer is played through before the first are left out
LOOKS = 6  # futures that the learned value of an answer counts for
FUTURES = 4000  # at most
LENGTH = 12  # answers of a playout where nobody knows how many rounds there are


class Rated(NamedTuple):
    """The answers a seat may play on with, and what they look worth."""

    answers: list[int]
    worth: list[float]


def best_answer(state: State, seat: int, legal: Sequence[Action], stream: Random, budget: Budget) -> Action:
    """The answer with the best mean over guessed futures; raises Unsupported."""
    board = load(state, seat)
    features = features_for(state.setting.name, board.tables)
    card = state.cards[state.boards[seat].round]
    piece = board.tables.names.index(card)
    rated = _rated(board, features, piece)
    chosen = rated.answers[0]
    if len(rated.answers) > 1 and (budget.always or not has_weights(features)):
        chosen = _halved(state, seat, board, features, piece, rated, stream, budget)
    if chosen == t.STOP:
        return END
    action = PASS if chosen == t.SKIP else board.tables.actions[chosen]
    assert action in legal
    return action


def features_for(mode: str, tables: t.Tables) -> Features:
    """What was learned for a mode, or features without weights: then playouts are greedy."""
    file = WEIGHTS / f"{mode.replace('/', '_')}.xz"
    return read_weights(file, tables) if file.exists() else _plain(tables)


def _plain(tables: t.Tables) -> Features:
    return features_of(tables, 0)


def _rated(board: TwinBoard, features: Features, piece: int) -> Rated:
    """The answers to a piece by how they look one answer ahead, the best first: slots, the pass, the end."""
    tables = board.tables
    size = tables.count_slots
    rows, worth, scores = core.empty("i4", size), core.empty("f4", size + 2), core.empty("f4", size + 2)
    now = board.words, board.ints, piece
    count = laying.rate_answers(tables.ints, tables.words, *features.all, *now, rows, worth, scores)
    looks = worth.numbers
    places = sorted(((looks[index], rows[index]) for index in range(count)), reverse=True)
    others = [(scores[size + 1], t.STOP)]
    if looks[count] > -inf:
        others.append((looks[count], t.SKIP))
    best = sorted(places + others, reverse=True)
    return Rated([answer for _, answer in best], [worth for worth, _ in best])


def _steps(width: int, playouts: int) -> list[int]:
    """How many futures each step plays its answers through, while half of them are left out after each.

    All steps have equally many playouts: fewer in the first one would leave room for fewer answers.
    """
    count = max(1, ceil(log2(width)))
    futures_of = []
    for _ in range(count):
        futures_of.append(max(1, playouts // count // width))
        width = (width + 1) // 2
    return futures_of


def _candidates(rated: Rated, playouts: int) -> Rated:
    """The best-looking slots, as many as so many playouts can tell apart; the pass and the end with them."""
    slots = [at for at, answer in enumerate(rated.answers) if answer >= 0]
    others = [at for at, answer in enumerate(rated.answers) if answer < 0]
    width = min(WIDTH, len(slots))
    while width > 1 and _steps(width + len(others), playouts)[0] < TRIED:
        width -= 1
    chosen = slots[:width] + others if width > 1 or not slots else slots[:1]
    return Rated([rated.answers[at] for at in chosen], [rated.worth[at] for at in chosen])


def _halved(
    state: State,
    seat: int,
    board: TwinBoard,
    features: Features,
    piece: int,
    rated: Rated,
    stream: Random,
    budget: Budget,
) -> int:
    """Play all candidates on through the same futures, then the better half of them, until one is left.

    In the first steps there are few futures: a learned value counts as some more.
    """
    tables, source = board.tables, state.episode.source
    number = state.boards[seat].round
    left = LENGTH if source.rounds is None else max(1, source.rounds - number)
    boards = budget.boards if has_weights(features) else 1
    playouts = max(1, min(budget.playouts, budget.answers // left) // boards)
    answers, looks = _candidates(rated, playouts)
    steps = _steps(len(answers), playouts)
    seed = stream.getrandbits(63)
    cards = _futures(state, number, tables, min(FUTURES, sum(steps)), seed)
    totals, first = array("f", (LOOKS * has_weights(features) * look for look in looks)).tolist(), 0
    for step in steps:
        last = min(len(cards), first + step)
        played = _played(board, features, piece, answers, cards, first, last, seed, boards)
        totals = array("f", map(add, totals, played)).tolist()
        best = sorted(range(len(answers)), key=lambda at: -totals[at])[: (len(answers) + 1) // 2]
        answers, totals, first = [answers[at] for at in best], [totals[at] for at in best], last
    return answers[0]


def _played(
    board: TwinBoard,
    features: Features,
    piece: int,
    answers: Sequence[int],
    cards: Array,
    first: int,
    last: int,
    seed: int,
    boards: int,
) -> list[float]:
    """What some answers come to on some futures in all; where there are threads, half of these on another.

    Values are whole numbers, so their sums do not depend on how the futures are shared out.
    """
    tables, candidates = board.tables, core.array("i4", answers)
    start = tables.ints, tables.words, *features.all, board.words, board.ints, piece, candidates, cards

    def play(begin: int, end: int) -> list[float]:
        totals = core.empty("f4", len(answers))
        if boards > 1:
            laying.beam_playouts(*start, begin, end, boards, totals)
        else:
            laying.playouts(*start, begin, end, seed, totals)
        return totals.tolist()

    middle = (first + last + 1) // 2 if core.has_threads() else last
    if middle == last:
        return play(first, last)
    with ThreadPoolExecutor(1) as other:
        try:
            half = other.submit(play, middle, last)
        except RuntimeError:  # the system starts no more threads
            return play(first, last)
        return list(map(add, play(first, middle), half.result()))


def _futures(state: State, number: int, tables: t.Tables, count: int, seed: int) -> Array:
    """What may come after a round: cards that others have seen, then guessed ones; one row if none."""
    source = state.episode.source
    known = [source.card(state.draws, ahead) for ahead in range(number + 1, len(state.draws))]
    ahead = [tables.names.index(card) if card in tables.names else t.BLOCKED for card in known]
    cards = futures(source, tables, state.draws, count, seed, ahead)
    return cards if cards.shape[1] else core.empty("i4", 1, 0)
