"""`make bench-twin`: random placements per CPU-second of twin, engine and OpenSpiel, in turns in one run."""

import json
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from tilefolk.core.grid import nth_bit
from tilefolk.games import find
from tilefolk.games.laying.answers import placements
from tilefolk.games.laying.board import fresh, lay
from tilefolk.games.laying.state import State, alone
from tilefolk.twin import core
from tilefolk.twin.board import tables_of
from tilefolk.twin.core import laying
from tilefolk.twin.play.futures import futures

MODES = ("my_city/eternal", "my_island/eternal", "roll_and_build/1")
ROUNDS, TWIN_MATCHES, ENGINE_MATCHES = 7, 5000, 100
PEER, PEER_ROLLOUTS, PEER_COUNTED = "hex(board_size=11)", 2000, 200
# Random placements per CPU-second of a C program with AVX2 on a game of the size of My City's: what a Xeon of
# 2.8 GHz could do at most. It is no part of this run.
C_LIMIT_MODE, C_LIMIT = "my_city/eternal", 13_060_000


def measure(mode: str, peer: Callable[[], float]) -> dict[str, float]:
    """Medians of some rounds, in which all take turns."""
    game, found = find(mode)
    state: State = alone(game.setup(mode, min(found.seats), {}, ()), 0)
    tables = tables_of(state.setting, 0)
    cards = futures(state.episode.source, tables, (), TWIN_MATCHES, 1)
    values, speeds = core.empty("i4", TWIN_MATCHES), []
    board = tables.fresh_words, tables.fresh_ints
    played = cards.tolist()[:ENGINE_MATCHES]
    laying.play_random(
        tables.ints, tables.words, *board, cards, 1, values
    )  # once without looking at the clock
    for number in range(ROUNDS):
        began = time.process_time()
        placed = laying.play_random(tables.ints, tables.words, *board, cards, number + 1, values)
        between = time.process_time()
        own = _engine(state, [[tables.names[card] for card in row if card >= 0] for row in played])
        speeds.append((placed / (between - began), own / (time.process_time() - between), peer()))
    twin, engine, open_spiel = (median(column) for column in zip(*speeds, strict=True))
    out = {"twin": round(twin), "engine": round(engine), "ratio": round(twin / engine, 1)}
    out |= {"open_spiel_hex": round(open_spiel), "vs_open_spiel": round(twin / open_spiel, 2)}
    return {**out, "of_c_limit": round(twin / C_LIMIT, 2)} if mode == C_LIMIT_MODE else out


def open_spiel() -> Callable[[], float]:
    """Random moves of OpenSpiel's hex per CPU-second: rollouts in C++, from the empty board to the end."""
    pyspiel: Any = import_module("pyspiel")
    game, stream, moves = pyspiel.load_game(PEER), Random(1), 0
    for _ in range(PEER_COUNTED):  # C++ does not tell how many moves a rollout has
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(stream.choice(state.legal_actions()))
            moves += 1

    def speed() -> float:
        rollouts = pyspiel.RandomRolloutEvaluator(PEER_ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(game, rollouts, 2.0, 1, 100, False, 1, False)  # one simulation, nothing else
        began = time.process_time()
        bot.step(game.new_initial_state())
        return PEER_ROLLOUTS * moves / PEER_COUNTED / (time.process_time() - began)

    return speed


def _engine(state: State, matches: list[list[str]]) -> int:
    """Random placements by the engine's own functions, nothing scored; how many."""
    stream, placed, ground = Random(1), 0, state.ground(0)
    for cards in matches:
        board = fresh(ground)
        for card in cards:
            piece = ground.pieces[card]
            if slots := placements(state.episode, ground, board, piece):
                board = lay(ground, board, piece, nth_bit(slots, stream.randrange(slots.bit_count())))
                placed += 1
    return placed


if __name__ == "__main__":
    hex_speed = open_spiel()
    print(json.dumps({mode: measure(mode, hex_speed) for mode in MODES}, indent=2))
