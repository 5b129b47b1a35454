"""`tilefolk sim`: batches of matches with their numbers as a table, JSON or CSV."""

import csv as tables
import io
import json
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.progress import track
from rich.table import Table

from tilefolk.bots import BOTS
from tilefolk.cli.messages import errors, stop, stop_file, stop_setup
from tilefolk.cli.output_files import check_writable, write_whole
from tilefolk.cli.series_tables import medians
from tilefolk.core.game import BadSetup, Options, Way, check_setup
from tilefolk.core.play import Bot
from tilefolk.games import own_bots
from tilefolk.locale import Texts
from tilefolk.sim.batch import Batch, BotFailed, Result, play_all, summary

SHOWN = ("seat", "bot", "mean", "median", "stdev", "min", "max", "wins", "win_rate")
SEVERAL = ("game", "seat", "bot", "mean", "median", "wins", "win_rate")
NAMES = ("game", "bot")
USUAL = ("greedy", "random")


class Wanted(NamedTuple):
    """What the command line asks for. `several`: a pattern was given, so the numbers name their game."""

    name: str
    several: bool
    bots: str | None
    matches: int
    seed: str
    jobs: int
    pace: str | None
    as_json: bool
    csv: Path | None
    logs: Path | None


def known_bots(said: Texts, names: str) -> list[tuple[str, Bot]]:
    """The bots behind a comma-separated list."""
    out = []
    for name in map(str.strip, names.split(",")):
        if not name:
            stop(said, "cli.empty_bot", known=", ".join(sorted(BOTS)))
        if name not in BOTS:
            stop(said, "cli.unknown_bot", given=name, known=", ".join(sorted(BOTS)))
        out.append((name, BOTS[name]))
    return out


def check_own(said: Texts, way: Way, names: Sequence[str | None]) -> None:
    """The game's own bots sit on their seats and nowhere else."""
    own = own_bots()
    placed = tuple((seat, name) for seat, name in enumerate(names) if name in own)
    if placed == way.sits:
        return
    if not way.sits:
        stop(said, "cli.own_bot", bot=str(placed[0][1]), way=way.name)
    seat, bot = way.sits[0]
    stop(said, "cli.own_seat", bot=bot, way=way.name, seat=str(seat + 1))


def simulate(said: Texts, ways: Sequence[Way], wanted: Wanted) -> None:
    """Play the batches and print or write their numbers."""
    batches = [_batch(said, way, wanted) for way in ways]
    check_writable(said, wanted.csv, wanted.logs)
    played = [(batch, _played(said, batch, wanted)) for batch in batches]
    failed = _write_csv(wanted.csv, played, wanted.several) if wanted.csv else None
    numbers = [summary(batch, results) for batch, results in played]
    if wanted.as_json:
        print(json.dumps(numbers if wanted.several else numbers[0], indent=2))
    else:
        _print_table(said, numbers, wanted)
    if failed:
        stop_file(said, "cli.cannot_write", str(wanted.csv), failed)


def _batch(said: Texts, way: Way, wanted: Wanted) -> Batch:
    """What is played of a way; who sits where is checked before the first match."""
    if wanted.bots is None:
        named = USUAL[: max(way.seats) - len(way.sits)]
    else:
        named = tuple(name for name, _ in known_bots(said, wanted.bots))
    seated = way.seated(named, str)
    options: Options = {"pace": wanted.pace} if wanted.pace else {}
    try:
        check_setup(way, len(seated), options, ())
    except BadSetup as error:
        stop_setup(said, error)
    check_own(said, way, seated)
    given = tuple(options.items())
    return Batch(way.name, seated, wanted.matches, wanted.seed, given, wanted.logs is not None)


def _played(said: Texts, batch: Batch, wanted: Wanted) -> list[Result]:
    """All matches in their order, each record written as soon as it is there."""
    results: list[Result] = []
    logs = wanted.logs
    try:
        if logs and wanted.several:
            logs /= batch.game.replace("/", "-")
            logs.mkdir(exist_ok=True)
        with closing(play_all(batch, wanted.jobs)) as played:
            for result in track(
                played, said.say("cli.playing"), batch.matches, console=errors, transient=True
            ):
                if logs:
                    write_whole(logs / f"{result.number:06}.log", result.record.encode())
                results.append(result._replace(record=""))
    except BotFailed as error:
        _stop_bot(said, batch, error)
    except BrokenProcessPool:
        stop(said, "cli.worker_gone", code=1)
    except OSError as error:
        stop_file(said, "cli.cannot_write", str(error.filename or logs), error)
    return sorted(results, key=lambda result: result.number)


def _stop_bot(said: Texts, batch: Batch, error: BotFailed) -> NoReturn:
    """Which bot failed where, and how that match is played again."""
    reason = " ".join(f"{said.say(f'why.{rule}')} [{rule}]" for rule in error.rules) or error.error
    seat, match, seed = str(error.seat + 1), str(error.number), f"{batch.seed}/{error.number}"
    stop(said, "cli.bot_failed", code=1, bot=error.bot, seat=seat, match=match, seed=seed, reason=reason)


def _write_csv(path: Path, played: Sequence[tuple[Batch, list[Result]]], several: bool) -> OSError | None:
    """One row per match and seat; what went wrong is given back, so that the numbers are shown first."""
    text = io.StringIO(newline="")
    rows = tables.writer(text)
    rows.writerow([*["game"] * several, "match", "seat", "bot", "value", "place"])
    for batch, results in played:
        game = [batch.game] * several
        for result in results:
            for seat, bot in enumerate(batch.bots):
                rows.writerow([*game, result.number, seat, bot, result.values[seat], result.places[seat]])
    try:
        write_whole(path, text.getvalue().encode())
    except OSError as error:
        return error
    return None


def _print_table(said: Texts, numbers: Sequence[dict[str, Any]], wanted: Wanted) -> None:
    shown = SEVERAL if wanted.several else SHOWN
    title = said.say("cli.sim_title", wanted.matches, game=wanted.name)
    table = Table(title=title, box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)  # narrow: 80 columns
    for column in shown:
        side: JustifyMethod = "left" if column in NAMES else "right"
        table.add_column(said.say(f"cli.column.{column}"), justify=side, no_wrap=column in NAMES)
    for batch in numbers:
        for seat in batch["seats"]:
            rate = f"{100 * seat['win_rate']:.1f}"
            row = {**seat, "game": batch["game"], "seat": seat["seat"] + 1, "win_rate": rate}
            table.add_row(*(str(row[key]) for key in shown), end_section=seat is batch["seats"][-1])
    Console().print(table)
    for batch in numbers:
        if "chapters" in batch:
            Console().print(medians(said, batch))
