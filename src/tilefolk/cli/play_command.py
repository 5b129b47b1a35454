"""`tilefolk play`: check what is asked for, then open the table in the terminal."""

from pathlib import Path
from typing import NamedTuple

from tilefolk.campaign import ways_of
from tilefolk.cli.messages import stop
from tilefolk.cli.names import find_way
from tilefolk.cli.terminal import is_terminal, play_in_terminal
from tilefolk.cli.terminal.table.players import checked_request
from tilefolk.locale import Texts


class PlayRequest(NamedTuple):
    """The options of `tilefolk play`."""

    name: str
    seats: int | None
    bots: str | None
    seed: str | None
    log: Path | None
    practice: bool


def play_game(texts: Texts, request: PlayRequest) -> int:
    """Play a match or a series; the exit code is given back."""
    way = find_way(texts, request.name)
    table_request = checked_request(texts, way, request.seats, request.bots, request.seed, request.practice)
    if request.practice and ways_of(request.name):
        stop(texts, "series.practice")
    if not is_terminal():
        stop(texts, "ui.no_terminal")
    return play_in_terminal(texts, way, table_request, request.log)
