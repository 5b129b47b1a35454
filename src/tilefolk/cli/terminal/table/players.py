"""Who sits at the table: as the command line asks, or as the log says."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.bots import BOTS, company
from tilefolk.cli.messages import stop, stop_setup
from tilefolk.cli.names import check_fixed_bots, find_bot, find_bots
from tilefolk.cli.terminal.table.local_table import Player
from tilefolk.cli.terminal.table.log_file import BotNames
from tilefolk.cli.terminal.table.opening import Resumed
from tilefolk.core.game import BadSetup, Mode, check_setup
from tilefolk.locale import Texts


class TableRequest(NamedTuple):
    """The checked options of `tilefolk play`; `seats` and `players` are None if not given."""

    seats: int | None = None
    players: tuple[Player, ...] | None = None
    seed: str | None = None
    practice: bool = False
    city: str = ""


def checked_request(
    texts: Texts, mode: Mode, seats: int | None, bots: str | None, seed: str | None, practice: bool
) -> TableRequest:
    """Check the options, or stop with a sentence. The game's own bots need not be named."""
    named = find_bots(texts, bots) if bots is not None else None
    players = _with_fixed_bots(mode, (None, *named)) if named else None
    count = len(players) if seats is None and players else seats
    if count is not None:
        try:
            check_setup(mode, count, {}, ())
        except BadSetup as error:
            stop_setup(texts, error)
        if named and players and len(players) > count:
            stop(texts, "cli.too_many_bots", len(named), seats=str(count))
    if players:
        check_fixed_bots(texts, mode, [player and player[0] for player in players])
    return TableRequest(count, players, seed, practice)


def new_players(mode: Mode, request: TableRequest) -> list[Player]:
    """The players of a new match: a person first, then bots; unnamed seats get characters."""
    seats = request.seats or min(4, max(mode.seats))
    return _fill_seats(mode, _with_fixed_bots(mode, request.players or (None,)), seats)


def resumed_players(texts: Texts, mode: Mode, request: TableRequest, resumed: Resumed) -> list[Player]:
    """The players of a resumed match; stops if the command line contradicts the log."""
    differs = _differences(texts, request, resumed)
    if differs:
        stop(texts, "ui.log.differs", log=str(resumed.log.path), differences=", ".join(differs))
    return logged_players(texts, mode, request, resumed.table_file.names, resumed.match.header.seats)


def logged_players(
    texts: Texts, mode: Mode, request: TableRequest, names: BotNames | None, seats: int
) -> list[Player]:
    """The players in the table file, or those of the command line if the file has none."""
    if names is None or len(names) != seats or None not in names:
        return _fill_seats(mode, _with_fixed_bots(mode, request.players or (None,)), seats)
    return [None if name is None else (name, find_bot(texts, name)) for name in names]


def _with_fixed_bots(mode: Mode, players: Sequence[Player]) -> tuple[Player, ...]:
    return mode.seated(players, lambda bot: (bot, BOTS[bot]))


def _fill_seats(mode: Mode, players: Sequence[Player], seats: int) -> list[Player]:
    named = company(mode.name.partition("/")[0], max(0, seats - len(players)))
    return [*players, *((bot, BOTS[bot]) for bot in named)]


def _differences(texts: Texts, request: TableRequest, resumed: Resumed) -> list[str]:
    """Every option that contradicts the log, with what the log has."""
    header, names = resumed.match.header, resumed.table_file.names
    out = []
    if request.seats not in (None, header.seats):
        out.append(texts.say("ui.log.differs.seats", given=str(request.seats), kept=str(header.seats)))
    wanted = [player and player[0] for player in request.players or ()]
    if names and list(names[: len(wanted)]) != wanted:
        kept = ",".join(name for name in names if name)
        given = ",".join(name for name in wanted if name)
        out.append(texts.say("ui.log.differs.bots", given=given, kept=kept))
    if request.seed not in (None, header.open_seed):
        kept = header.open_seed or texts.say("ui.log.differs.sealed")
        out.append(texts.say("ui.log.differs.seed", given=str(request.seed), kept=kept))
    if request.practice and not header.practice:
        out.append(texts.say("ui.log.differs.practice"))
    return out
