"""Compares matches played on a GPU with the engine: every answer is legal, every score the same."""

from collections.abc import Iterator
from typing import Any

from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.game import AnyGame, Mode
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import ROUNDS, alone
from tilefolk.twin.gpu.boards import ENDED, PASSED
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.arrays import Ints


def differences(
    game: AnyGame, mode: Mode, tables: t.Tables, seed: str, rows: Ints, values: Ints
) -> Iterator[str]:
    """What the engine finds wrong with the boards of one group: rounds x boards, and a value for each."""
    for board in range(rows.shape[1]):
        actions = [_action(tables, int(row)) for row in rows[:, board]]
        found = _replayed(game, mode, seed, actions)
        if found != int(values[board]):
            yield f"{seed}, board {board}: {found} in the engine, {values[board]} on the GPU"


def _action(tables: t.Tables, row: int) -> Action | None:
    if row >= 0:
        return tables.actions[row]
    return {PASSED: PASS, ENDED: END}.get(row)


def _replayed(game: AnyGame, mode: Mode, seed: str, actions: list[Action | None]) -> int | str:
    """What the engine makes of one board's answers: its value, or what it objects to."""
    key = match_key(open_seed(seed), ())
    state: Any = alone(game.setup(mode.name, min(mode.seats), {}, ()), 0)
    while (acting := game.to_act(state)) and state.phase == ROUNDS:
        if acting[0] == CHANCE:
            if len(state.draws) >= len(actions):
                break
            state = game.apply_trusted(state, CHANCE, outcome(key, game.draws(state)[0]))
            continue
        action = actions[state.boards[0].round]
        if action is None or action not in game.legal(state, 0):
            return f"no answer {action} in round {state.boards[0].round}"
        state = game.apply_trusted(state, 0, action)
    return int(score_of(state, 0).value)
