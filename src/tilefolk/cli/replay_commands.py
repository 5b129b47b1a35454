"""`tilefolk replay`: show the tallies of a match or the standing of a series."""

import json
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tilefolk.campaign.record import SeriesRecord
from tilefolk.campaign.standing import standing_json
from tilefolk.cli.messages import mode_title, stop
from tilefolk.cli.record_files import chosen_match, read_log
from tilefolk.cli.series_tables import finale_words, standing_table, standing_words
from tilefolk.cli.terminal.plain_text import drawn
from tilefolk.cli.terminal.text.words import answer_words, draw_words
from tilefolk.core.history import after_moves, moves_of
from tilefolk.core.match import Match
from tilefolk.core.notation import CHANCE, TABLE, Line, write_action
from tilefolk.locale import Texts


class ReplayRequest(NamedTuple):
    """The options of `tilefolk replay`; `at` is a move, `seat` counts from 1."""

    moves: bool = False
    at: int | None = None
    seat: int = 1
    number: int | None = None
    as_json: bool = False


def show_record(texts: Texts, log: Path, request: ReplayRequest) -> None:
    """Print the result of a match or the standing of a series, the moves, or the board after one of them."""
    found = read_log(texts, log)
    looks_inside = request.moves or request.at is not None
    if isinstance(found, SeriesRecord) and request.number is None and not looks_inside:
        _show_series(texts, found, request.as_json)
        return
    match = chosen_match(texts, found, request.number)
    if request.moves:
        _show_moves(texts, match)
    if request.at is not None:
        _show_board(texts, match, request.at, request.seat)
    if not looks_inside:
        _show_match(texts, match, request.as_json)


def _show_moves(texts: Texts, match: Match) -> None:
    """Print each move with its number: who made it, in words, and as it is written."""
    who = {CHANCE: texts.say("cli.chance"), TABLE: texts.say("cli.table")}
    moves = moves_of(match)
    for number, line in enumerate(moves, start=1):
        name = who.get(line.who) or texts.say("cli.column.of_seat", line.who + 1)
        words = _move_words(texts, line)
        print(f"{number:>{len(str(len(moves)))}}  {name:<10}  {words}")


def _move_words(texts: Texts, line: Line) -> str:
    if line.who == CHANCE:
        return draw_words(texts, line.action)
    return answer_words(texts, line.action) if line.who >= 0 else write_action(line.action)


def _show_board(texts: Texts, match: Match, at: int, seat: int) -> None:
    """Print the board of a seat after a move, as that seat saw it."""
    most = len(moves_of(match))
    if at > most:
        stop(texts, "cli.no_move", given=str(at), most=str(most))
    if seat > match.header.seats:
        stop(texts, "cli.no_seat", given=str(seat), most=str(match.header.seats))
    earlier = after_moves(match, at)
    print(drawn(match.game.view(earlier.state, seat - 1), texts, seat - 1, first=1))


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
    names = [texts.say("cli.column.of_seat", seat + 1) for seat in range(now.seats)]
    print("\n".join([*finale_words(texts, now, names), standing_words(texts, now)]))


def _tally_table(texts: Texts, match: Match, places: list[int]) -> Table:
    tallies = match.game.score(match.state)
    table = Table(title=mode_title(texts, match.header.game))
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
