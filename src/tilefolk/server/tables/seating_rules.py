"""The rules of seating: who may put whom on which seat, and when."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.bots import BOTS, CHARACTERS
from tilefolk.campaign import offer
from tilefolk.core.first import first_of
from tilefolk.core.game import BadSetup, Mode, Options, Pace, check_setup, pace_of
from tilefolk.games import UnknownGame, fixed_bot_names
from tilefolk.server.errors import ApiError
from tilefolk.server.messages import TIMES, BotSitter, Sitter
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.offers import read_offers
from tilefolk.server.tables.table import DAY_SECONDS, STAND_IN, Seat, TableRow


def bots_for_any_seat() -> list[str]:
    """Return the bots that people may put on a seat, characters first, the weakest before the others.

    A game's own bots sit only where it says.
    """
    return [*CHARACTERS, *sorted(BOTS.keys() - CHARACTERS.keys() - fixed_bot_names())]


async def find_offer(name: str) -> Mode:
    """Find what is played under a name, a game or a series. Raises ApiError."""
    await read_offers()
    return _known_offer(name)


def _known_offer(name: str) -> Mode:
    try:
        return offer(name)
    except UnknownGame:
        raise ApiError(404, "unknown_game") from None


def seats_of_new_table(mode: Mode, sitters: Sequence[Sitter], options: Options, person: Person) -> list[Seat]:
    """Seat a new table as asked; the game's own bot gets its seat in any case. Raises ApiError."""
    _check_setup(mode, len(sitters), options)
    fixed_bots = dict(mode.fixed_bots)
    for number, bot in fixed_bots.items():
        if sitters[number] not in ("open", BotSitter(bot=bot)):
            raise ApiError(409, "own_seat")
    return [
        Seat(bot=fixed_bots[number]) if number in fixed_bots else _seat_for(sitter, person)
        for number, sitter in enumerate(sitters)
    ]


def seats_for_quick_match(mode: Mode, bots: Sequence[str], person: Person) -> list[Seat]:
    """Put the person on the first free seat and these bots on the others. Raises ApiError."""
    fixed_bots = dict(mode.fixed_bots)
    sitting = iter([Seat(person.id), *(_seat_for(BotSitter(bot=bot), person) for bot in bots)])
    seats = 1 + len(bots) + len(fixed_bots)
    _check_setup(mode, seats, {})
    return [
        Seat(bot=fixed_bots[number]) if number in fixed_bots else first_of(sitting) for number in range(seats)
    ]


def check_open(table: TableRow) -> None:
    """Raises ApiError at a table that is closed, goes on elsewhere, or cannot be read by this version."""
    if table.closed:
        raise ApiError(409, "table_closed")
    if table.unreadable:
        raise ApiError(409, f"table_{table.unreadable}")
    if table.goes_on:
        raise ApiError(409, "goes_on")


def check_startable(table: TableRow) -> None:
    """Raises ApiError where no match can start: at a closed table, or one with a free seat."""
    check_open(table)
    if Seat() in table.seats:
        raise ApiError(409, "not_full")


class Attendance(NamedTuple):
    """The people who are connected to a table, and those of it who have been away for a while."""

    here: set[str]
    long_away: set[str]


def seat_after(table: TableRow, number: int, sitter: Sitter, person: Person, who: Attendance) -> Seat:
    """Return a seat as a person's request leaves it. Raises ApiError where the person may not do that."""
    if number in dict(_known_offer(table.game).fixed_bots):
        raise ApiError(409, "own_seat")
    if table.match is not None and not table.over:
        return _seat_during_match(table, table.seats[number], sitter, person, who)
    return _seat_between_matches(table, table.seats[number], sitter, person)


def _seat_during_match(table: TableRow, seat: Seat, sitter: Sitter, person: Person, who: Attendance) -> Seat:
    """While a match runs people keep their seats; a bot may stand in for those who are away."""
    mine = seat.person == person.id
    if seat.person is None:
        raise ApiError(409, "running")
    if isinstance(sitter, BotSitter) and mine:
        return Seat(person.id, stand_in=_bot_for_any_seat(sitter.bot))
    if isinstance(sitter, BotSitter):
        if refusal := _why_not_replaceable(table, seat, person, who):
            raise refusal
        return _replaced(seat, _bot_for_any_seat(sitter.bot))
    if sitter == "me" and mine:
        return Seat(person.id)
    if sitter == "open" and mine:
        return Seat(person.id, stand_in=STAND_IN)
    raise ApiError(403, "not_yours")


def _seat_between_matches(table: TableRow, seat: Seat, sitter: Sitter, person: Person) -> Seat:
    """Everybody may take a free seat; the host and whoever sits there may change it otherwise."""
    mine, is_host = seat.person == person.id, table.host == person.id
    is_nobodys = seat.person is None or table.is_deserted(seat)
    if sitter == "me":
        if not is_nobodys and not mine:
            raise ApiError(409, "seat_taken")
        if not mine:
            _check_one_seat(table, person)
        return Seat(person.id)
    if not (mine or is_host or (is_nobodys and table.held_by(person.id))):
        raise ApiError(403, "not_yours")
    return _seat_for(sitter, person)


def seat_for(table: TableRow, sitter: Sitter, person: Person) -> Seat:
    """A seat that is added to a table. Raises ApiError."""
    return (
        _seat_between_matches(table, Seat(), sitter, person) if sitter == "me" else _seat_for(sitter, person)
    )


def seat_of_sleeper(table: TableRow, seat: Seat, sitter: Sitter, person: Person) -> Seat:
    """A seat that has slept, as a person's request leaves it. Raises ApiError where they may not."""
    return _seat_between_matches(table, seat, sitter, person)


def _check_one_seat(table: TableRow, person: Person) -> None:
    """At own pace against others everybody has one seat: on a second one they would know its cards before.

    Whoever plays all seats alone may have several. Raises ApiError.
    """
    seated = [seat.person for seat in table.seats if seat.person] + [person.id]
    if pace_of(table.options) is Pace.OWN and 1 < len({*seated}) < len(seated):
        raise ApiError(409, "one_seat")


def _replaced(seat: Seat, bot: str) -> Seat:
    """A seat on which others put a bot: only the site's stand-in, not one that plays badly on purpose."""
    if bot != STAND_IN:
        raise ApiError(409, "stand_in_only")
    return seat if seat.stand_in else Seat(seat.person, stand_in=bot, replaced=True)


def is_replaceable(table: TableRow, number: int, person: Person, who: Attendance) -> bool:
    """Whether this person may put a bot on the seat of another now, who has none yet."""
    seat = table.seats[number]
    running = table.match is not None and not table.over
    others = seat.person is not None and seat.person != person.id and seat.stand_in is None
    return running and others and _why_not_replaceable(table, seat, person, who) is None


def _why_not_replaceable(table: TableRow, seat: Seat, person: Person, who: Attendance) -> ApiError | None:
    """Why a person may not put a bot on the seat of another; None where they may.

    The other has to have been away for a while. At a correspondence table nobody has to be there: the
    deadline decides, without one the host.
    """
    is_host, is_seated = table.host == person.id, bool(table.held_by(person.id))
    if table.is_correspondence and table.limit_seconds is not None and (is_host or is_seated):
        return ApiError(409, "wait_for_deadline")
    may_call = is_host or (is_seated and not table.is_correspondence)
    if not may_call or seat.person in who.here:
        return ApiError(403, "not_yours")
    return None if seat.person in who.long_away else ApiError(409, "away_too_short")


def times_for(mode: Mode) -> dict[str, list[int]]:
    """The time limits in seconds that a table may have, by pace; a game without paces is played together."""
    paces = dict(mode.options).get("pace", (Pace.TOGETHER.value,))
    return {pace: [seconds for seconds in TIMES if _fits_pace(seconds, {"pace": pace})] for pace in paces}


def _fits_pace(seconds: int, options: Options) -> bool:
    """At own pace nobody waits for a round: only a deadline in days makes sense."""
    return seconds >= DAY_SECONDS or pace_of(options) is not Pace.OWN


def check_time_limit(seconds: int | None, options: Options) -> int | None:
    """The time limit of a new table. Raises ApiError where its pace does not allow it."""
    if seconds is not None and not _fits_pace(seconds, options):
        raise ApiError(409, "time_in_days")
    return seconds


def _seat_for(sitter: Sitter, person: Person) -> Seat:
    if isinstance(sitter, BotSitter):
        return Seat(bot=_bot_for_any_seat(sitter.bot))
    return Seat(person.id) if sitter == "me" else Seat()


def _bot_for_any_seat(name: str) -> str:
    if name in fixed_bot_names():
        raise ApiError(409, "own_bot")
    if name not in BOTS:
        raise ApiError(404, "unknown_bot")
    return name


def _check_setup(mode: Mode, seats: int, options: Options) -> None:
    try:
        check_setup(mode, seats, options, ())
    except BadSetup:
        raise ApiError(409, "too_many_seats" if seats > max(mode.seats) else "impossible") from None
