"""`tilefolk sim`: batches of matches with their numbers as a table, JSON or CSV."""

import csv as tables
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tilefolk.bots import BOTS
from tilefolk.cli.speaking import errors, stop, stop_setup
from tilefolk.core.game import BadSetup, Way, check_setup
from tilefolk.core.play import Bot
from tilefolk.locale import Texts
from tilefolk.sim.batch import Batch, Result, play_all, summary


def known_bots(said: Texts, names: str) -> list[tuple[str, Bot]]:
    """The bots behind a comma-separated list."""
    out = []
    for name in names.split(","):
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
    played = play_all(batch, jobs)
    shown = track(played, said.say("cli.playing"), matches, console=errors, transient=True)
    results = []
    for result in shown:
        if logs:
            write_whole(logs / f"{result.number:06}.log", result.record)
        results.append(result._replace(record=""))
    numbers = summary(batch, results)
    if csv:
        _write_csv(csv, named, results)
    if as_json:
        print(json.dumps(numbers, indent=2))
    else:
        _print_table(said, numbers)


def _check_folders(said: Texts, csv: Path | None, logs: Path | None) -> None:
    """Before the first match: whatever is to be written can be written."""
    try:
        if logs:
            logs.mkdir(parents=True, exist_ok=True)
        if csv:
            csv.parent.mkdir(parents=True, exist_ok=True)
            csv.touch()
    except OSError as error:
        stop(said, "cli.cannot_write", file=str(error.filename), reason=error.strerror or "")


def write_whole(path: Path, text: str) -> None:
    """A file is there whole or not at all."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def _write_csv(path: Path, bots: tuple[str, ...], results: list[Result]) -> None:
    part = path.with_suffix(path.suffix + ".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        rows = tables.writer(file)
        rows.writerow(["match", "seat", "bot", "value", "place"])
        for result in results:
            for seat, bot in enumerate(bots):
                rows.writerow([result.number, seat, bot, result.values[seat], result.places[seat]])
    part.replace(path)


def _print_table(said: Texts, numbers: dict[str, Any]) -> None:
    table = Table(title=said.say("cli.sim_title", numbers["matches"], game=numbers["game"]))
    for column in ("seat", "bot", "mean", "median", "stdev", "min", "max", "wins"):
        table.add_column(said.say(f"cli.column.{column}"), justify="left" if column == "bot" else "right")
    for seat in numbers["seats"]:
        table.add_row(
            *(str(seat[key]) for key in ("seat", "bot", "mean", "median", "stdev", "min", "max", "wins"))
        )
    Console().print(table)
