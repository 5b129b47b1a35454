"""`tilefolk sim`: play batches of matches and print their statistics as a table, JSON or CSV."""

import csv as tables
import io
import json
from collections.abc import Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.progress import track
from rich.table import Table

from tilefolk.cli.failed_bots import stop_bot_failed
from tilefolk.cli.messages import INTERRUPTED, error_console, stop, stop_file, stop_setup
from tilefolk.cli.names import check_fixed_bots, find_bots, find_modes
from tilefolk.cli.output_files import check_writable, write_file
from tilefolk.cli.series_tables import episode_statistics, series_statistics
from tilefolk.core.game import BadSetup, Mode, Options, check_setup
from tilefolk.defaults import SIM_BOTS
from tilefolk.locale import Texts
from tilefolk.sim.batch import Batch, BotFailed, Result, play_all, summary
from tilefolk.sim.ray_cluster import NoCluster, NoRay, play_on_ray

COLUMNS = ("seat", "bot", "mean", "median", "min", "max", "wins", "win_rate", "win_rate_95")
COLUMNS_WITH_GAME = ("game", "seat", "bot", "mean", "median", "win_rate", "win_rate_95")
NAME_COLUMNS = ("game", "bot")


class SimRequest(NamedTuple):
    """The options of `tilefolk sim`; `name` may be a pattern for several game modes."""

    name: str
    bots: str | None
    matches: int
    seed: str
    jobs: int
    pace: str | None
    as_json: bool
    csv: Path | None
    logs: Path | None
    ray: str | None = None

    @property
    def is_pattern(self) -> bool:
        return any(sign in self.name for sign in "*?[")


def simulate(texts: Texts, request: SimRequest) -> None:
    """Play the batches and print or write their statistics."""
    batches = [_batch(texts, mode, request) for mode in find_modes(texts, request.name)]
    check_writable(texts, request.csv, request.logs)
    played, stopped = _play_batches(texts, batches, request)
    failed = _write_csv(request.csv, played, request.is_pattern) if request.csv else None
    numbers = [summary(batch, results) for batch, results in played]
    if request.as_json:
        print(json.dumps(numbers if request.is_pattern else numbers[0], indent=2))
    else:
        _print_table(texts, numbers, request)
    if failed:
        stop_file(texts, "cli.cannot_write", str(request.csv), failed)
    if stopped:
        asked, got = len(batches) * request.matches, sum(len(results) for _, results in played)
        stop(texts, "cli.stopped", got, asked, code=INTERRUPTED)


def _play_batches(
    texts: Texts, batches: Sequence[Batch], request: SimRequest
) -> tuple[list[tuple[Batch, list[Result]]], bool]:
    """What was played of each batch, and whether Ctrl-C stopped it; if nothing was, the command ends here."""
    played: list[tuple[Batch, list[Result]]] = []
    for batch in batches:
        results: list[Result] = []
        stopped = False
        try:
            _play_batch(texts, batch, request, results)
        except KeyboardInterrupt:
            stopped = True
        if results:
            played.append((batch, sorted(results, key=lambda result: result.number)))
        if stopped and not played:
            raise typer.Exit(INTERRUPTED)
        if stopped:
            return played, True
    return played, False


def _batch(texts: Texts, mode: Mode, request: SimRequest) -> Batch:
    """The batch of one game mode; its bots and seats are checked before the first match."""
    if request.bots is None:
        names = SIM_BOTS[: max(mode.seats) - len(mode.fixed_bots)]
    else:
        names = tuple(name for name, _ in find_bots(texts, request.bots))
    seated = mode.seated(names, str)
    options: Options = {"pace": request.pace} if request.pace else {}
    try:
        check_setup(mode, len(seated), options, ())
    except BadSetup as error:
        stop_setup(texts, error)
    check_fixed_bots(texts, mode, seated)
    given = tuple(options.items())
    return Batch(mode.name, seated, request.matches, request.seed, given, request.logs is not None)


def _play_batch(texts: Texts, batch: Batch, request: SimRequest, results: list[Result]) -> None:
    """Append each result when its match is over; its record is written at once."""
    logs = request.logs
    try:
        if logs and request.is_pattern:
            logs /= batch.game.replace("/", "-")
            logs.mkdir(exist_ok=True)
        with closing(_matches(batch, request)) as played:
            for result in track(
                played, texts.say("cli.playing"), batch.matches, console=error_console(), transient=True
            ):
                if logs:
                    write_file(logs / f"{result.number:06}.log", result.record.encode())
                results.append(result._replace(record=""))
    except BotFailed as error:
        stop_bot_failed(texts, batch.seed, error)
    except BrokenProcessPool:
        stop(texts, "cli.worker_gone", code=1)
    except NoRay:
        stop(texts, "cli.no_ray")
    except NoCluster as error:
        stop(texts, "cli.no_cluster", code=1, address=str(request.ray), reason=str(error))
    except OSError as error:
        stop_file(texts, "cli.cannot_write", str(error.filename or logs), error)


def _matches(batch: Batch, request: SimRequest) -> Generator[Result, None, None]:
    """The results as they come, played by processes of this machine or by a cluster."""
    return play_on_ray(batch, request.ray) if request.ray else play_all(batch, request.jobs)


def _write_csv(path: Path, played: Sequence[tuple[Batch, list[Result]]], several: bool) -> OSError | None:
    """Write one row per match and seat; an error is returned, so that the statistics are still printed."""
    text = io.StringIO(newline="")
    rows = tables.writer(text)
    rows.writerow([*["game"] * several, "match", "seat", "bot", "value", "place"])
    for batch, results in played:
        game = [batch.game] * several
        for result in results:
            for seat, bot in enumerate(batch.bots):
                rows.writerow([*game, result.number, seat, bot, result.values[seat], result.places[seat]])
    try:
        write_file(path, text.getvalue().encode())
    except OSError as error:
        return error
    return None


def _shown(seat: dict[str, Any]) -> dict[str, str]:
    """The numbers of a seat that are not shown as they are."""
    low, high = seat["win_rate_95"]
    spread = seat["mean_95"]
    half = f"±{(spread[1] - spread[0]) / 2:.1f}" if spread else ""
    return {
        "seat": str(seat["seat"] + 1),
        "mean": f"{seat['mean']:.1f}{half}",
        "win_rate": f"{100 * seat['win_rate']:.1f}",
        "win_rate_95": f"{100 * low:.0f}–{100 * high:.0f}",
    }


def _print_table(texts: Texts, numbers: Sequence[dict[str, Any]], request: SimRequest) -> None:
    shown = COLUMNS_WITH_GAME if request.is_pattern else COLUMNS
    title = texts.say("cli.sim_title", max(batch["matches"] for batch in numbers), game=request.name)
    table = Table(title=title, box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)  # narrow: 80 columns
    for column in shown:
        side: JustifyMethod = "left" if column in NAME_COLUMNS else "right"
        table.add_column(texts.say(f"cli.column.{column}"), justify=side, no_wrap=column in NAME_COLUMNS)
    for batch in numbers:
        for seat in batch["seats"]:
            row = {**seat, **_shown(seat), "game": batch["game"]}
            table.add_row(*(str(row[key]) for key in shown), end_section=seat is batch["seats"][-1])
    table.caption = texts.say("cli.sim_intervals")
    Console().print(table)
    for batch in numbers:
        if "chapters" in batch:
            Console().print(series_statistics(texts, batch))
        if "episodes" in batch:
            Console().print(episode_statistics(texts, batch))
