"""`tilefolk sim`: batches of matches with their numbers as a table, JSON or CSV."""

import csv as tables
import errno
import io
import json
import os
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tilefolk.bots import BOTS
from tilefolk.cli.speaking import errors, stop, stop_file, stop_setup
from tilefolk.core.game import BadSetup, Way, check_setup
from tilefolk.core.play import Bot
from tilefolk.locale import Texts
from tilefolk.sim.batch import Batch, BotFailed, Result, play_all, summary

SHOWN = ("seat", "bot", "mean", "median", "stdev", "min", "max", "wins")


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


def simulate(
    said: Texts,
    way: Way,
    bots: str,
    matches: int,
    seed: str,
    jobs: int,
    pace: str | None,
    *,
    as_json: bool,
    csv: Path | None,
    logs: Path | None,
) -> None:
    """Play the batch and print or write its numbers."""
    named = tuple(name for name, _ in known_bots(said, bots))
    options = {"pace": pace} if pace else {}
    try:
        check_setup(way, len(named), options, ())
    except BadSetup as error:
        stop_setup(said, error)
    _check_folders(said, csv, logs)
    batch = Batch(way.name, named, matches, seed, tuple(options.items()), logs is not None)
    results = _played(said, batch, jobs, logs)
    failed = _write_csv(csv, named, results) if csv else None
    numbers = summary(batch, results)
    if as_json:
        print(json.dumps(numbers, indent=2))
    else:
        _print_table(said, numbers)
    if failed:
        stop_file(said, "cli.cannot_write", str(csv), failed)


def _played(said: Texts, batch: Batch, jobs: int, logs: Path | None) -> list[Result]:
    """All matches in their order, each record written as soon as it is there."""
    results: list[Result] = []
    try:
        with closing(play_all(batch, jobs)) as played:
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


def _check_folders(said: Texts, csv: Path | None, logs: Path | None) -> None:
    """Before the first match: whatever is to be written can be written."""
    try:
        for folder in filter(None, (logs, csv and csv.parent)):
            folder.mkdir(parents=True, exist_ok=True)
            if not os.access(folder, os.W_OK) and (folder == logs or not _direct(csv or folder)):
                raise PermissionError(errno.EACCES, "", str(folder))
        if csv and csv.is_dir():
            raise IsADirectoryError(errno.EISDIR, "", str(csv))
        if csv and csv.exists() and not os.access(csv, os.W_OK):
            raise PermissionError(errno.EACCES, "", str(csv))
    except OSError as error:
        stop_file(said, "cli.cannot_write", str(error.filename), error)


def write_whole(path: Path, data: bytes) -> None:
    """A file is there whole or not at all; what is no plain file is written to as it is."""
    if _direct(path):
        path.write_bytes(data)
        return
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _direct(path: Path) -> bool:
    """Whether a path leads to a device, a pipe, or elsewhere."""
    return path.is_symlink() or (path.exists() and not path.is_file())


def _write_csv(path: Path, bots: tuple[str, ...], results: list[Result]) -> OSError | None:
    """One row per match and seat; what went wrong is given back, so that the numbers are shown first."""
    text = io.StringIO(newline="")
    rows = tables.writer(text)
    rows.writerow(["match", "seat", "bot", "value", "place"])
    for result in results:
        for seat, bot in enumerate(bots):
            rows.writerow([result.number, seat, bot, result.values[seat], result.places[seat]])
    try:
        if _is_standard_output(path):
            sys.stdout.write(text.getvalue())
        else:
            write_whole(path, text.getvalue().encode())
    except OSError as error:
        return error
    return None


def _is_standard_output(path: Path) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False


def _print_table(said: Texts, numbers: dict[str, Any]) -> None:
    table = Table(title=said.say("cli.sim_title", numbers["matches"], game=numbers["game"]))
    for column in SHOWN:
        table.add_column(said.say(f"cli.column.{column}"), justify="left" if column == "bot" else "right")
    for seat in numbers["seats"]:
        shown = {**seat, "seat": seat["seat"] + 1}
        table.add_row(*(str(shown[key]) for key in SHOWN))
    Console().print(table)
