"""The table in a terminal: one client for all games, fed only by views."""

from collections.abc import Sequence
from pathlib import Path

from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.seating import Player, open_table
from tilefolk.core.game import AnyGame, BadSetup
from tilefolk.core.record import BadRecord
from tilefolk.locale import texts


def play_in_terminal(  # noqa: PLR0917
    game: AnyGame,
    way: str,
    bots: Sequence[Player],
    language: str,
    seed: str | None,
    log: Path | None,
    practice: bool = False,
) -> int:
    """Play a match at this keyboard. None among the bots is a person; the first is you."""
    if None not in bots:
        print(texts(language).say("ui.nobody"))
        return 2
    try:
        table = open_table(game, way, bots, seed=seed, log=log, practice=practice)
    except (BadRecord, BadSetup) as error:
        print(texts(language).say("ui.cannot", reason=str(error)))
        return 2
    return TableApp(table, language).run() or 0
