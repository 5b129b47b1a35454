"""Opening a table: with a new match, or with the match that a log file holds."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.cli.terminal.table.log_file import BadLog, LogFile, TableFile
from tilefolk.core.chance import new_seed, open_seed, seal
from tilefolk.core.game import AnyGame, Legacy, Mode, Options
from tilefolk.core.legacy import Asleep
from tilefolk.core.match import Header, Match
from tilefolk.core.record import BadRecord, read_record


class Resumed(NamedTuple):
    """The match of a log, its last line if that was cut off, and its table file."""

    match: Match
    dropped: str
    table_file: TableFile
    log: LogFile

    def table(self, players: Sequence[Player]) -> Table:
        table = Table(self.match, self._secret(), players, self.log)
        self.log.delete_old_seed()
        return table

    def _secret(self) -> bytes:
        match = self.match
        if match.seed is not None:
            return match.seed
        if match.header.open_seed:
            return open_seed(match.header.open_seed)
        seed = self.table_file.seed
        if seed is None or seal(seed) != match.header.seal:
            problem = "ui.log.seed.missing" if seed is None else "ui.log.seed.other"
            raise BadLog(problem, file=self.log.table_path.name, log=str(self.log.path))
        return seed


def new_table(
    game: AnyGame,
    mode: str,
    players: Sequence[Player],
    seed: str | None,
    log: LogFile | None,
    practice: bool = False,
    options: Options | None = None,
    legacy: Sequence[Legacy] = (),
    lineup: tuple[int, ...] = (),
    asleep: Sequence[Asleep] = (),
) -> Table:
    """The table of a new match; `lineup`, `asleep`: which seats of a campaign play, and what others have."""
    secret = open_seed(seed) if seed else new_seed()
    given = tuple(sorted((options or {}).items()))
    header = Header(
        mode,
        _mode(game, mode).version,
        len(players),
        given,
        seal(secret),
        (),
        seed or "",
        practice,
        lineup=lineup,
    )
    return Table(Match(game, header, legacy, asleep), secret, players, log)


def resume(game: AnyGame, mode: str, log: LogFile) -> Resumed | None:
    """The match of a log; None if the log is empty."""

    def found(name: str, version: int) -> tuple[AnyGame, Mode]:
        if name != mode:
            raise BadRecord(2, f"game {name}", "ui.record.game", mode=mode)
        return game, _mode(game, mode, version)

    text, kept = log.text(), log.read_table_file()
    return Resumed(*_read(text, found), kept, log) if text else None


def _read(text: str, found: Callable[[str, int], tuple[AnyGame, Mode]]) -> tuple[Match, str]:
    """The match of a text, and its last line if that was only half written."""
    whole, newline, cut = text.rpartition("\n")
    try:
        return read_record(whole + newline, found), cut
    except BadRecord as error:
        rows = whole.split("\n")
        if cut or error.problem != "record.line" or error.number != len(rows):
            raise
        return read_record("\n".join(rows[:-1]) + "\n", found), rows[-1]


def _mode(game: AnyGame, name: str, version: int | None = None) -> Mode:
    """The game mode of this name; one that is not offered has version 1."""
    return game.mode(name, version) if name in game.mode_names() else Mode(name, 1, ())
