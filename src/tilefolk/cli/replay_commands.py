"""`tilefolk replay` and `tilefolk verify`: what a record says, and whether its draws follow from the seed."""

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


def replay(said: Texts, log: Path, as_json: bool) -> None:
    """Fold a record and show tallies and ranking, or where a series stands."""
    found = folded(said, log)
    if isinstance(found, SeriesRecord):
        _replay_series(said, found, as_json)
    else:
        _replay_match(said, found, as_json)


def _replay_match(said: Texts, match: Match, as_json: bool) -> None:
    end = match.end_record()
    if as_json:
        known = {key: end[key] for key in ("values", "places", "tallies")}
        header = {"game": match.header.game, "version": match.header.version, "seats": match.header.seats}
        print(json.dumps({**header, "lines": len(match.lines), "over": match.over, **known}, indent=2))
        return
    Console().print(_table(said, match, end["places"]))
    print(said.say("cli.over") if match.over else said.say("cli.unfinished", len(match.lines)))


def _replay_series(said: Texts, record: SeriesRecord, as_json: bool) -> None:
    now = record.standing
    if as_json:
        header = {"series": now.series.name, "version": now.series.version, "seats": now.seats}
        print(json.dumps({**header, **standing_json(now)}, indent=2))
        return
    Console().print(standing_table(said, now))
    print(standing_words(said, now))


def verify_draws(said: Texts, log: Path) -> None:
    """Derive every draw from the revealed seed: of a match, or of all finished matches of a series."""
    found = folded(said, log)
    if not isinstance(found, SeriesRecord):
        _verify(said, found, log)
        return
    if not found.finished:
        stop(said, "cli.not_over", code=1, file=log.name)
    for match in found.finished:
        print(way_title(said, match.header.game), end=": ")
        _verify(said, match, log)


def _verify(said: Texts, match: Match, log: Path) -> None:
    try:
        wrong = verify(match)
    except ValueError:
        stop(said, "cli.sealed" if match.over else "cli.not_over", code=1, file=log.name)
    if wrong:
        first = wrong[0]
        expected = write_action(first.expected)
        stop(said, "cli.wrong_draw", first.number, code=1, line=write(first.line), expected=expected)
    count = sum(line.who == CHANCE for line in match.lines)
    print(said.say("cli.verified", count, seal=match.header.seal))


def folded(said: Texts, log: Path) -> Match | SeriesRecord:
    """The match or series of a file; a clear word and exit 1 when it is none."""
    try:
        text = log.read_text(encoding="utf-8")
    except OSError as error:
        stop_file(said, "cli.cannot_read", str(log), error, code=1)
    except UnicodeDecodeError:
        stop(said, "cli.no_text", code=1, file=str(log))
    try:
        return read_series(text) if is_series(text) else read_record(text, find)
    except BadRecord as error:
        stop_record(said, log.name, error, text)


def _table(said: Texts, match: Match, places: list[int]) -> Table:
    tallies = match.game.score(match.state)
    table = Table(title=way_title(said, match.header.game))
    table.add_column(said.say("cli.column.line"))
    for seat in range(len(tallies)):
        table.add_column(said.say("cli.column.of_seat", seat + 1), justify="right")
    rules = list(dict.fromkeys(entry.rule for tally in tallies for entry in tally.entries))
    for rule in rules:
        sums = [sum(entry.points for entry in tally.entries if entry.rule == rule) for tally in tallies]
        table.add_row(said.say(f"tally.{rule}"), *map(said.number, sums))
    table.add_section()
    table.add_row(said.say("cli.column.value"), *(said.number(tally.value) for tally in tallies))
    table.add_row(said.say("cli.column.place"), *map(str, places))
    return table
