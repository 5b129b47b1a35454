"""`tilefolk ladder`: let bots meet in pairs, and print or write their ratings."""

import json
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import typer
from rich.console import Console
from rich.progress import Progress

from tilefolk.bots import CHARACTERS
from tilefolk.cli.failed_bots import stop_bot_failed
from tilefolk.cli.ladder.chart import chart
from tilefolk.cli.ladder.page import page
from tilefolk.cli.ladder.tables import ladder_table
from tilefolk.cli.messages import INTERRUPTED, error_console, stop, stop_file
from tilefolk.cli.names import find_bots, find_modes
from tilefolk.cli.output_files import check_writable, write_file
from tilefolk.core.game import Mode
from tilefolk.games import fixed_bot_names
from tilefolk.locale import Texts
from tilefolk.sim.batch import BotFailed
from tilefolk.sim.ladder.evidence import HALF
from tilefolk.sim.ladder.meetings import Ladder, meetings_of, play_ladder
from tilefolk.sim.ladder.summary import ladder_summary
from tilefolk.sim.workers import Workers

BASELINES = ("greedy", "random")  # beside the characters, where no bots are named
SEATS = 2


class LadderRequest(NamedTuple):
    """The options of `tilefolk ladder`."""

    games: str
    bots: str | None
    seeds: int
    seed: str
    jobs: int
    share: float | None
    neighbours: bool
    as_json: bool
    svg: Path | None
    write: Path | None


def show_ladder(texts: Texts, request: LadderRequest) -> None:
    """Play the ladders of all games, and print or write their numbers."""
    modes = _modes(texts, request.games)
    named = _named_bots(texts, request.bots)
    ladders = [_ladder(texts, mode, named, request) for mode in modes]
    for file in (request.svg, request.write):
        check_writable(texts, file, None)
    numbers = _play(texts, modes, ladders, request.jobs)
    if request.as_json:
        print(json.dumps(numbers, indent=2))
    else:
        for of_game in numbers:
            Console().print(ladder_table(texts, of_game))
    _write_files(texts, request, numbers)


def _modes(texts: Texts, games: str) -> list[Mode]:
    """All games of a comma-separated list of names and patterns that two can play."""
    found = {mode.name: mode for part in games.split(",") for mode in find_modes(texts, part.strip())}
    for mode in found.values():
        if SEATS not in mode.seats:
            stop(texts, "ladder.not_for_two", game=mode.name)
    return list(found.values())


def _named_bots(texts: Texts, bots: str | None) -> tuple[str, ...] | None:
    if bots is None:
        return None
    names = tuple(name for name, _ in find_bots(texts, bots))
    if twice := [name for name in names if names.count(name) > 1]:
        stop(texts, "ladder.twice", bot=twice[0])
    if own := [name for name in names if name in fixed_bot_names()]:
        stop(texts, "ladder.own_bot", bot=own[0])
    return names


def _ladder(texts: Texts, mode: Mode, named: tuple[str, ...] | None, request: LadderRequest) -> Ladder:
    game = mode.name.partition("/")[0]
    playing = tuple(name for name in CHARACTERS if CHARACTERS[name].own_way(game))
    bots = named or (playing if request.neighbours else (*playing, *BASELINES))
    if not meetings_of(mode, bots):
        stop(texts, "ladder.too_few", game=mode.name)
    return Ladder(mode.name, bots, request.seeds, request.seed, request.share, request.neighbours)


def _play(texts: Texts, modes: Sequence[Mode], ladders: Sequence[Ladder], jobs: int) -> list[dict[str, Any]]:
    numbers = []
    try:
        with Workers(jobs) as workers, Progress(console=error_console(), transient=True) as progress:
            for mode, ladder in zip(modes, ladders, strict=True):
                bar = progress.add_task(ladder.game, total=_most_matches(mode, ladder))
                meetings = play_ladder(ladder, mode, workers, partial(progress.advance, bar))
                numbers.append(ladder_summary(ladder, meetings))
                progress.remove_task(bar)
    except BotFailed as error:
        stop_bot_failed(texts, ladders[0].seed, error)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenProcessPool:
        stop(texts, "cli.worker_gone", code=1)
    return numbers


def _most_matches(mode: Mode, ladder: Ladder) -> int:
    meetings = meetings_of(mode, ladder.bots, ladder.neighbours)
    return sum(len(meeting.seatings()) for meeting in meetings) * ladder.seeds


def _write_files(texts: Texts, request: LadderRequest, numbers: list[dict[str, Any]]) -> None:
    """Write the chart, and the page with a chart beside it."""
    files: dict[Path, str] = {}
    if request.svg:
        files[request.svg] = chart(texts, numbers)
    if request.write:
        picture = request.write.with_suffix(".svg")
        files[picture] = chart(texts, numbers)
        files[request.write] = page(texts, numbers, _command_line(request), picture.name)
    for path, text in files.items():
        try:
            write_file(path, text.encode())
        except OSError as error:
            stop_file(texts, "cli.cannot_write", str(path), error)


def _command_line(request: LadderRequest) -> str:
    """The command that gives the same numbers again."""
    words = ["tilefolk ladder", f"--game '{request.games}'"]
    words += [f"--bots {request.bots}"] if request.bots else []
    words += [f"--seeds {request.seeds}", f"--seed {request.seed}"]
    words += ["--neighbours"] if request.neighbours else []
    words += ["--all"] if request.share is None else []
    words += [f"--share {100 * request.share:g}"] if request.share not in (None, HALF) else []
    return " ".join([*words, f"--write {request.write}"])
