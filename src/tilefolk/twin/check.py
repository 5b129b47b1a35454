"""Compares the twin with the engine: random matches, answer by answer."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.game import AnyGame, Mode
from tilefolk.core.notation import CHANCE
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import ROUNDS, State, alone
from tilefolk.twin.board import TwinBoard, load, tables_of

MOST_DIFFERENCES = 3  # told for one mode


@dataclass
class Checked:
    """What the comparison of one mode came to."""

    mode: str
    answers: int = 0
    placements: int = 0
    differences: list[str] = field(default_factory=list)


def check(game: AnyGame, mode: Mode, matches: int, seed: str, placements: int = 0) -> Checked:
    """Random matches of one seat alone, played by the engine and by the twin; raises Unsupported.

    `matches`: how many there are at least; `placements`: how many they have together at least.
    """
    out = Checked(mode.name)
    for index in count():
        if index >= matches and out.placements >= placements:
            break
        for difference in _match(game, mode, f"{seed}/{index}", out):
            out.differences.append(f"{seed}/{index}: {difference}")
            if len(out.differences) >= MOST_DIFFERENCES:
                return out
    return out


def _match(game: AnyGame, mode: Mode, seed: str, out: Checked) -> Iterator[str]:
    """The differences in one match. Some seats seldom end or pass, so that boards fill."""
    key, stream = match_key(open_seed(seed), ()), Random(seed)
    lazy = stream.choice((0.0, 0.02, 0.3))
    state: Any = alone(game.setup(mode.name, min(mode.seats), {}, ()), 0)
    twin: TwinBoard | None = None
    while (acting := game.to_act(state)) and state.phase == ROUNDS:
        if acting[0] == CHANCE:
            state = game.apply_trusted(state, CHANCE, outcome(key, game.draws(state)[0]))
            continue
        twin = twin or TwinBoard(tables_of(state.setting, 0))
        yield from _caught_up(state, twin)
        card = state.cards[state.boards[0].round]
        legal = tuple(game.legal(state, 0))
        if legal != twin.legal(card):
            yield f"round {state.boards[0].round}: {card} may be answered otherwise"
            return
        places = [action for action in legal if action[0] == "place"]
        action = stream.choice(places if places and stream.random() >= lazy else legal)
        out.answers += 1
        out.placements += action[0] == "place"
        twin.answer(card, action)
        state = game.apply_trusted(state, 0, action)
        yield from _compared(state, twin)
    if twin is not None:
        yield from _caught_up(state, twin)
        yield from _compared(state, twin)


def _caught_up(state: State, twin: TwinBoard) -> Iterator[str]:
    """Let the twin move on over rounds that left no choice."""
    while twin.ints[0] < state.boards[0].round and not twin.has_ended:
        if not twin.settles(state.cards[int(twin.ints[0])]):
            yield f"round {twin.ints[0]}: the engine moved on, the twin has a choice"
            return


def _compared(state: State, twin: TwinBoard) -> Iterator[str]:
    """Board, bookings and tally, as far as the twin has come."""
    board: Board = state.boards[0]
    if board.round != twin.ints[0]:
        return  # moved on already; compared once the twin has caught up
    tally = score_of(state, 0)
    theirs = {entry.rule: entry.points for entry in tally.entries if entry.rule != "start"}
    lines = {rule: points for rule, points in twin.lines().items() if points or rule in theirs}
    if lines != {rule: points for rule, points in theirs.items() if points or rule in lines}:
        yield f"round {board.round}: lines {theirs} in the engine, {lines} in the twin"
    elif tally.value != twin.value() or tally.key[1:] != twin.tie_key():
        yield f"round {board.round}: {tally.key} in the engine, {twin.value()} {twin.tie_key()} in the twin"
    elif bool(board.ended) != twin.has_ended:
        yield f"round {board.round}: one of them has ended"
    else:
        loaded = load(state, 0)
        if (loaded.words != twin.words).any() or (loaded.ints != twin.ints).any():
            yield f"round {board.round}: the loaded board differs"
