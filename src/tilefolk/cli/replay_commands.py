"""`tilefolk replay` and `tilefolk verify`: show a record, and check its draws against the seed."""

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tilefolk.campaign.record import SeriesRecord, is_series, read_series
from tilefolk.campaign.standing import standing_json
from tilefolk.cli.messages import stop, stop_file, stop_record, way_title
from tilefolk.cli.series_tables import standing_table, standing_words
from tilefolk.core.match import Match, verify
from tilefolk.core.notation import CHANCE, write, write_action
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


def verify_draws(texts: Texts, log: Path) -> None:
    """Check the draws of a match, or of all finished matches of a series, against the revealed seed."""
    found = read_log(texts, log)
    if not isinstance(found, SeriesRecord):
        _verify_match(texts, found, log)
        return
    if not found.finished:
        stop(texts, "cli.not_over", code=1, file=log.name)
    for match in found.finished:
        print(way_title(texts, match.header.game), end=": ")
        _verify_match(texts, match, log)


def _verify_match(texts: Texts, match: Match, log: Path) -> None:
    try:
        wrong = verify(match)
    except ValueError:
        stop(texts, "cli.sealed" if match.over else "cli.not_over", code=1, file=log.name)
    if wrong:
        first = wrong[0]
        expected = write_action(first.expected)
        stop(texts, "cli.wrong_draw", first.number, code=1, line=write(first.line), expected=expected)
    count = sum(line.who == CHANCE for line in match.lines)
    print(texts.say("cli.verified", count, seal=match.header.seal))


def read_log(texts: Texts, log: Path) -> Match | SeriesRecord:
    """Read the match or series of a file; exit 1 with a clear sentence if it is neither."""
    try:
        text = log.read_text(encoding="utf-8")
    except OSError as error:
        stop_file(texts, "cli.cannot_read", str(log), error, code=1)
    except UnicodeDecodeError:
        stop(texts, "cli.no_text", code=1, file=str(log))
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
