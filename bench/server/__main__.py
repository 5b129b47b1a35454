"""Drives one server process through moves of each game and prints what a move costs it, stage by stage.

Figures are microseconds of the server's processor time per accepted move. Each case is played twice: `total`
is of the plain server, the stages are of the same server with their clocks on; `rest` is what no stage has.
Every case begins with new tables and stops before matches end: play alone is measured.
"""

import argparse
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.server.measured import MeasuredServer, measured_server
from bench.server.stages import STAGES
from tilefolk.campaign import SERIES, modes_of_series, offer
from tilefolk.cli.load.campaign_text import campaign_before
from tilefolk.cli.load.crowd import Crowd, LoadRun
from tilefolk.cli.load.join import TablePlan
from tilefolk.cli.load.target_site import free_port
from tilefolk.games import UnknownGame

GAMES = ("my_city/eternal", "my_island/eternal", "roll_and_build/1", "point_city/table")
SEATS, RATES = (2, 3, 4), (100.0, 500.0)
COLUMNS = (*STAGES, "rest", "total")
WARM_UP_SECONDS = 1.0
MOVES_OF_A_SEAT = 10  # on average, some tables are ahead: the shortest matches have 16


@contextlib.contextmanager
def new_server() -> Iterator[MeasuredServer]:
    with tempfile.TemporaryDirectory() as folder, measured_server(Path(folder), free_port()) as server:
        yield server


def measure(server: MeasuredServer, crowd: Crowd, run: LoadRun) -> dict[str, float]:
    """Microseconds per accepted move at one rate."""
    crowd.play(run._replace(seconds=WARM_UP_SECONDS))
    plain, moves = _phase(server, crowd, run, "plain")
    staged, moves_staged = _phase(server, crowd, run, "stages")
    per_move = {stage: staged[stage] / moves_staged for stage in STAGES}
    rest = staged["total"] / moves_staged - sum(per_move.values()) - staged["measuring"] / moves_staged
    figures = {**per_move, "rest": rest, "total": plain["total"] / moves, "per_second": moves / run.seconds}
    return {name: round(figure) for name, figure in figures.items()}


def seconds_of_play(wanted: float, tables: int, seats: int, rate: float) -> float:
    """How long each of the two stretches of a case may be, so that hardly a match ends in them."""
    return min(wanted, (tables * seats * MOVES_OF_A_SEAT / rate - WARM_UP_SECONDS) / 2)


def _phase(server: MeasuredServer, crowd: Crowd, run: LoadRun, how: str) -> tuple[dict[str, float], int]:
    server.tell(how)
    played = crowd.play(run)
    return server.tell("read"), max(1, len(played.sent))


def _wanted_cases() -> argparse.Namespace:
    """What the command line asks for; a game or a number of seats that does not exist is told, exit 2."""
    words = argparse.ArgumentParser(prog="make bench-server", description=__doc__)
    words.add_argument("--games", nargs="+", default=GAMES)
    words.add_argument("--episode", type=int, default=1, help="of campaigns: bots have played those before")
    words.add_argument("--seats", nargs="+", type=int, default=SEATS)
    words.add_argument("--rates", nargs="+", type=float, default=RATES)
    words.add_argument("--tables", type=int, default=50)
    words.add_argument("--seconds", type=float, default=4)
    words.add_argument("--json", action="store_true", help="print JSON")
    wanted = words.parse_args()
    for game in wanted.games:
        try:
            mode = offer(game)
        except UnknownGame:
            words.error(f"there is no game {game}; known are for example {', '.join(GAMES)}")
        if not 1 <= wanted.episode <= (len(modes_of_series(game)) or wanted.episode):
            words.error(f"{game} has {len(modes_of_series(game))} episodes, not {wanted.episode}")
        for seats in wanted.seats:
            if seats not in mode.seats:
                words.error(f"{game} is played by {', '.join(map(str, mode.seats))}, not by {seats}")
            for rate in wanted.rates:
                if rate <= 0 or seconds_of_play(wanted.seconds, wanted.tables, seats, rate) <= 0:
                    words.error(f"{wanted.tables} tables of {seats} are too few for {rate:g} moves a second")
    return wanted


def main() -> None:
    wanted = _wanted_cases()
    found = []
    _print_row("game", "seats", "rate", *COLUMNS, "per_second")
    for game in wanted.games:
        for seats in wanted.seats:
            late = wanted.episode > 1 and game in SERIES
            campaign = campaign_before(game, seats, wanted.episode) if late else ""
            plan = TablePlan(game, seats, campaign=campaign)
            for rate in wanted.rates:
                seconds = seconds_of_play(wanted.seconds, wanted.tables, seats, rate)
                with new_server() as server, Crowd((server.url,), wanted.tables, plan) as crowd:
                    figures = measure(server, crowd, LoadRun(rate, seconds, cut_share=0))
                    found.append({"game": game, "seats": seats, "rate": rate, **figures})
                    _print_row(*found[-1].values())
    if wanted.json:
        print(json.dumps({"load_average": os.getloadavg()[0], "cases": found}, indent=2))


def _print_row(game: object, *figures: object) -> None:
    print(f"{game!s:18}", *(f"{figure!s:>10}" for figure in figures), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
