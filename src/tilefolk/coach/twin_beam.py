"""A beam search on the compiled twin: all boards of a round side by side, the better ones go on."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tilefolk.bots.playouts import features_for
from tilefolk.coach.part import Part
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import Board
from tilefolk.twin.board import TwinBoard, load
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.play import beam, policy
from tilefolk.twin.value.features import Features, features_of
from tilefolk.twin.value.weights import has_weights

ANSWERS = 300  # of one board that are looked at, on average and at most


class Step(NamedTuple):
    """A round of the search: for every board that goes on, the board before and the answer."""

    parents: Ints
    answers: Ints


class Ending(NamedTuple):
    """Where a line ends: after so many rounds of the search, on which board."""

    value: float
    steps: int
    at: int


def best_answers(part: Part, board: Board, width: int) -> Iterator[list[Action]]:
    """The answers of the best line, one for each way to look at boards; raises Unsupported."""
    loaded = load(part.state(board), part.seat)
    ways = {True: features_for(part.state(board).setting.name, loaded.tables)}
    if has_weights(ways[True]):
        ways[False] = features_of(loaded.tables, 0)
    for features in ways.values():
        yield _search(part, loaded, board.round, features, width)


def _search(part: Part, loaded: TwinBoard, first: int, features: Features, width: int) -> list[Action]:
    tables = loaded.tables
    state = part.state(part.fresh)
    boards, counters = loaded.words[None].copy(), loaded.ints[None].copy()
    steps: list[Step | None] = []
    best = Ending(-np.inf, 0, 0)
    for number in range(first, part.rounds):
        _set_prizes(part, tables, counters, number)
        card = state.cards[number]
        piece = tables.names.index(card) if card in tables.names else t.BLOCKED
        if piece == t.BLOCKED:
            beam.wait(tables.ints, tables.words, boards, counters)
            steps.append(None)
            continue
        step, now = _step(tables, features, boards, counters, piece, width)
        best = max(best, _ending(now, len(steps)))
        if not len(step.parents):
            return _answers(tables, steps, best)
        after = np.empty((len(step.parents), boards.shape[1]), np.uint64)
        counters_after = np.empty((len(step.parents), counters.shape[1]), np.int32)
        beam.advance(tables.ints, tables.words, boards, counters, piece, *step, after, counters_after)
        boards, counters = after, counters_after
        steps.append(step)
    last = np.empty(len(boards), np.float32)
    beam.values(tables.ints, tables.words, boards, counters, last)
    return _answers(tables, steps, max(best, _ending(last, len(steps))))


def _ending(values: Floats, steps: int) -> Ending:
    at = int(np.argmax(values))
    return Ending(float(values[at]), steps, at)


def _set_prizes(part: Part, tables: t.Tables, counters: Ints, number: int) -> None:
    """What the races bring in this round, on all boards."""
    at = t.I_BOOKED + tables.sizes[t.H_RULES] + tables.sizes[t.H_RACES]
    prizes = part.prizes(number)
    counters[:, at : at + len(prizes)] = prizes


def _step(
    tables: t.Tables, features: Features, boards: Words, counters: Ints, piece: int, width: int
) -> tuple[Step, Floats]:
    """The answers to go on with, and what every board comes to if it ends here."""
    most = max(2 * len(tables.cells), ANSWERS * len(boards))
    parents, answers = np.empty(most, np.int32), np.empty(most, np.int32)
    worth, now = np.empty(most, np.float32), np.empty(len(boards), np.float32)
    count = beam.expand(
        tables.ints, tables.words, features.head, features.pairs, features.begins, features.touched,
        features.weights, boards, counters, piece, parents, answers, worth, now,
    )  # fmt: skip
    kept = np.argsort(-worth[:count], kind="stable")[:width]
    return Step(parents[kept], answers[kept]), now


def _answers(tables: t.Tables, steps: list[Step | None], ending: Ending) -> list[Action]:
    """The answers that lead to an ending; the end of the part where rounds are left."""
    actions: list[Action] = [] if ending.steps == len(steps) else [END]
    at = ending.at
    for step in reversed(steps[: ending.steps]):
        if step is not None:
            answer = int(step.answers[at])
            actions.append(PASS if answer == policy.SKIP else tables.actions[answer])
            at = int(step.parents[at])
    actions.reverse()
    return actions
