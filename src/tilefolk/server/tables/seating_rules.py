"""Who may sit where: people, bots, and the bots a game seats itself."""

from collections.abc import Sequence

from tilefolk.bots import BOTS
from tilefolk.campaign import offer
from tilefolk.core.game import BadSetup, Options, Way, check_setup
from tilefolk.games import UnknownGame, own_bots
from tilefolk.server.errors import ApiError
from tilefolk.server.messages import BotSitter, Sitter
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import DAY_SECONDS, Seat, TableRow

STAND_IN = "greedy"  # who plays on for somebody who leaves


def bots_for_any_seat() -> list[str]:
    return sorted(BOTS.keys() - own_bots())


def find_offer(name: str) -> Way:
    try:
        return offer(name)
    except UnknownGame:
        raise ApiError(404, "unknown_game") from None


def seats_of_new_table(way: Way, sitters: Sequence[Sitter], options: Options, person: Person) -> list[Seat]:
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


def seats_for_quick_match(way: Way, bots: Sequence[str], person: Person) -> list[Seat]:
    """Me on the first seat that is free, these bots on the others."""
    own = dict(way.sits)
    sitting = iter([Seat(person.id), *(_seat_for(BotSitter(bot=bot), person) for bot in bots)])
    seats = 1 + len(bots) + len(own)
    _possible(way, seats, {})
    return [Seat(bot=own[number]) if number in own else next(sitting) for number in range(seats)]


def seat_after(table: TableRow, number: int, sitter: Sitter, person: Person, here: set[str]) -> Seat:
    """Who may put whom on a seat. While a match runs its people stay; a bot may stand in for those away."""
    if number in dict(find_offer(table.game).sits):
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
    host, sits = table.host == person.id, bool(table.held_by(person.id))
    if table.is_correspondence and (host or sits) and table.limit_seconds is not None:
        raise ApiError(409, "wait_for_deadline")
    return (host or (sits and not table.is_correspondence)) and seat.person not in here


def check_time_limit(time: int | None, options: Options) -> int | None:
    """At own pace nobody waits for a round: only a deadline in days makes sense."""
    if time is not None and time < DAY_SECONDS and options.get("pace") == "own":
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
