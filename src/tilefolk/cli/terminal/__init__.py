"""The table in a terminal: one client for all games, fed only by views."""

from collections.abc import Sequence
from pathlib import Path

from tilefolk.cli.speaking import stop, stop_record, stop_setup
from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.seating import Player, open_table
from tilefolk.core.game import AnyGame, BadSetup
from tilefolk.core.record import BadRecord
from tilefolk.locale import texts


def play_in_terminal(
    game: AnyGame,
    way: str,
    bots: Sequence[Player],
    language: str,
    seed: str | None,
    log: Path | None,
    practice: bool = False,
) -> int:
    """Play a match at this keyboard. None among the bots is a person; the first is you."""
    said = texts(language)
    if None not in bots:
        stop(said, "ui.nobody")
    try:
        table = open_table(game, way, bots, seed=seed, log=log, practice=practice)
    except BadRecord as error:
        stop_record(said, str(log), error)
    except BadSetup as error:
        stop_setup(said, error)
    return TableApp(table, language).run() or 0
