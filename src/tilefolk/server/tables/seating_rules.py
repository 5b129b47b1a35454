"""Who may sit where: people, bots, and the bots a game seats itself."""

from collections.abc import Sequence

from tilefolk.bots import BOTS
from tilefolk.campaign import offer
from tilefolk.core.game import BadSetup, Options, Way, check_setup
from tilefolk.games import UnknownGame, own_bots
from tilefolk.server.http.problems import ApiError
from tilefolk.server.messages import TIMES, BotSitter, Sitter
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import DAY, Seat, TableRow

STAND_IN = "greedy"  # who plays on for somebody who leaves


def bots_for_any_seat() -> list[str]:
    return sorted(BOTS.keys() - own_bots())


def known_way(name: str) -> Way:
    try:
        return offer(name)
    except UnknownGame:
        raise ApiError(404, "unknown_game") from None


def seated(way: Way, sitters: Sequence[Sitter], options: Options, person: Person) -> list[Seat]:
    """The seats of a new table; the game's own bot has its seat, whether it was asked for or not."""
    _possible(way, len(sitters), options)
    own = dict(way.sits)
    for number, bot in own.items():
        if sitters[number] not in ("open", BotSitter(bot=bot)):
            raise ApiError(409, "own_seat")
    return [
        Seat(bot=own[number]) if number in own else _seat_for(sitter, person)
        for number, sitter in enumerate(sitters)
    ]


def seated_at_once(way: Way, bots: Sequence[str], person: Person) -> list[Seat]:
    """Me on the first seat that is free, these bots on the others."""
    own = dict(way.sits)
    sitting = iter([Seat(person.id), *(_seat_for(BotSitter(bot=bot), person) for bot in bots)])
    seats = 1 + len(bots) + len(own)
    _possible(way, seats, {})
    return [Seat(bot=own[number]) if number in own else next(sitting) for number in range(seats)]


def changed(table: TableRow, number: int, sitter: Sitter, person: Person, here: set[str]) -> Seat:
    """Who may put whom on a seat. While a match runs its people stay; a bot may stand in for those away."""
    if number in dict(known_way(table.game).sits):
        raise ApiError(409, "own_seat")
    seat = table.seats[number]
    mine, host = seat.person == person.id, table.host == person.id
    if table.match is not None and not table.over:
        if seat.person is None:
            raise ApiError(409, "running")
        if isinstance(sitter, BotSitter) and (mine or _may_replace(table, seat, person, here)):
            return Seat(seat.person, stand_in=_bot_for_any_seat(sitter.bot))
        if sitter == "me" and mine:
            return Seat(person.id)
        if sitter == "open" and mine:
            return Seat(person.id, stand_in=STAND_IN)
        raise ApiError(403, "not_yours")
    if sitter == "me":
        if seat.person and not mine:
            raise ApiError(409, "seat_taken")
        return Seat(person.id)
    if not (mine or host or (seat.person is None and table.held_by(person.id))):
        raise ApiError(403, "not_yours")
    return _seat_for(sitter, person)


def _may_replace(table: TableRow, seat: Seat, person: Person, here: set[str]) -> bool:
    """Whether somebody may put a bot on the seat of another who is away.

    Where people need not meet, to be away is no fault: the deadline decides, without one the host.
    """
    if _waits_for_deadline(table) and (table.host == person.id or table.held_by(person.id)):
        raise ApiError(409, "wait_for_deadline")
    return _may_call_bot(table, person) and seat.person not in here


def is_replaceable(table: TableRow, number: int, person: Person, here: set[str]) -> bool:
    """Whether this person may put a bot on the seat of another now, who is away and has none yet."""
    seat = table.seats[number]
    running = table.match is not None and not table.over
    away = seat.person not in (None, person.id) and seat.person not in here and seat.stand_in is None
    return running and away and not _waits_for_deadline(table) and _may_call_bot(table, person)


def _waits_for_deadline(table: TableRow) -> bool:
    return table.is_correspondence and table.limit is not None


def _may_call_bot(table: TableRow, person: Person) -> bool:
    return table.host == person.id or (bool(table.held_by(person.id)) and not table.is_correspondence)


def times_for(way: Way) -> dict[str, list[int]]:
    """The seconds a table may give, by its pace; games that name none are played together."""
    paces = dict(way.options).get("pace", ("together",))
    return {pace: [time for time in TIMES if _is_possible(time, pace)] for pace in paces}


def _is_possible(time: int, pace: str | None) -> bool:
    """At own pace nobody waits for a round: only a deadline in days makes sense."""
    return time >= DAY or pace != "own"


def checked_time(time: int | None, options: Options) -> int | None:
    """The time of a new table; refused where its pace does not allow it."""
    if time is not None and not _is_possible(time, options.get("pace")):
        raise ApiError(409, "time_in_days")
    return time


def _seat_for(sitter: Sitter, person: Person) -> Seat:
    if isinstance(sitter, BotSitter):
        return Seat(bot=_bot_for_any_seat(sitter.bot))
    return Seat(person.id) if sitter == "me" else Seat()


def _bot_for_any_seat(name: str) -> str:
    if name in own_bots():
        raise ApiError(409, "own_bot")
    if name not in BOTS:
        raise ApiError(404, "unknown_bot")
    return name


def _possible(way: Way, seats: int, options: Options) -> None:
    try:
        check_setup(way, seats, options, ())
    except BadSetup:
        raise ApiError(409, "impossible") from None
