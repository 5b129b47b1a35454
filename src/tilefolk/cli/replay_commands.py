"""`tilefolk replay`: show the tallies of a match or the standing of a series."""

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tilefolk.campaign.record import SeriesRecord, is_series, read_series
from tilefolk.campaign.standing import standing_json
from tilefolk.cli.messages import read_text, stop_record, way_title
from tilefolk.cli.series_tables import standing_table, standing_words
from tilefolk.core.match import Match
from tilefolk.core.record import BadRecord, read_record
from tilefolk.games import find
from tilefolk.locale import Texts


def show_record(texts: Texts, log: Path, as_json: bool) -> None:
    """Print the tallies and ranking of a match, or the standing of a series."""
    found = read_log(texts, log)
    if isinstance(found, SeriesRecord):
        _show_series(texts, found, as_json)
    else:
        _show_match(texts, found, as_json)


def _show_match(texts: Texts, match: Match, as_json: bool) -> None:
    end = match.end_record()
    if as_json:
        known = {key: end[key] for key in ("values", "places", "tallies")}
        header = {"game": match.header.game, "version": match.header.version, "seats": match.header.seats}
        print(json.dumps({**header, "lines": len(match.lines), "over": match.over, **known}, indent=2))
        return
    Console().print(_tally_table(texts, match, end["places"]))
    print(texts.say("cli.over") if match.over else texts.say("cli.unfinished", len(match.lines)))


def _show_series(texts: Texts, record: SeriesRecord, as_json: bool) -> None:
    now = record.standing
    if as_json:
        header = {"series": now.series.name, "version": now.series.version, "seats": now.seats}
        print(json.dumps({**header, **standing_json(now)}, indent=2))
        return
    Console().print(standing_table(texts, now))
    print(standing_words(texts, now))


def read_log(texts: Texts, log: Path) -> Match | SeriesRecord:
    """Read the match or series of a file; exit 1 with a clear sentence if it is neither."""
    text = read_text(texts, log)
    try:
        return read_series(text) if is_series(text) else read_record(text, find)
    except BadRecord as error:
        stop_record(texts, log.name, error, text)


def _tally_table(texts: Texts, match: Match, places: list[int]) -> Table:
    tallies = match.game.score(match.state)
    table = Table(title=way_title(texts, match.header.game))
    table.add_column(texts.say("cli.column.line"))
    for seat in range(len(tallies)):
        table.add_column(texts.say("cli.column.of_seat", seat + 1), justify="right")
    rules = list(dict.fromkeys(entry.rule for tally in tallies for entry in tally.entries))
    for rule in rules:
        sums = [sum(entry.points for entry in tally.entries if entry.rule == rule) for tally in tallies]
        table.add_row(texts.say(f"tally.{rule}"), *map(texts.number, sums))
    table.add_section()
    table.add_row(texts.say("cli.column.value"), *(texts.number(tally.value) for tally in tallies))
    table.add_row(texts.say("cli.column.place"), *map(str, places))
    return table
