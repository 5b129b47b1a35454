"""What a table is: where people meet to play matches. Its seats, its host, its newest match."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tilefolk.core.game import Pace, pace_of
from tilefolk.defaults import BOT
from tilefolk.server.people.identity import DELETED
from tilefolk.server.tables.next_seal import NextSeal

DAY_SECONDS = 86_400
STAND_IN = BOT  # the bot that plays on for somebody who leaves or is late too often


class Seat(NamedTuple):
    """A place at a table: a person, a bot, or nobody.

    `stand_in` is the bot that plays for the person: because they chose it, were `late` too often, or were
    away and somebody else called it (`replaced`).
    """

    person: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    late: bool = False
    replaced: bool = False

    @property
    def returns(self) -> bool:
        """Whether the seat is its person's again as soon as they come back."""
        return self.late or self.replaced

    @property
    def played_by_bot(self) -> str | None:
        return self.bot or self.stand_in


class Sleeper(NamedTuple):
    """A seat of a campaign that does not play for now: its number there, and whose it is."""

    number: int
    seat: Seat


class Restart(NamedTuple):
    """Somebody asks to go back to the moment after so many matches; it needs everybody's agreement."""

    after: int
    person: str
    agreed: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class FinishedMatch:
    """A finished match of a series: what it played, who of its campaign did, and its end record.

    There is one value per match, so it is compared and hashed as such.
    """

    match: str
    mode: str
    end: dict[str, Any]
    lineup: tuple[int, ...] = ()
    version: int = 1


@dataclass(frozen=True)
class TableRow:
    """A table as it is stored, with its seats and its newest match.

    `seats` are those that play: their places are the seats of a match. `lineup` has their numbers in the
    campaign, `sleepers` the seats of the campaign that do not play for now.
    """

    id: str
    game: str
    options: dict[str, str]
    listed: bool
    time: int | None  # seconds for a round or turn, at own pace for the whole match
    host: str
    created: float
    touched: float
    name: str = ""
    closed: bool = False
    quiet: bool = False
    seats: tuple[Seat, ...] = ()
    clock_from: tuple[float, ...] = ()  # per seat: site clock from which time counts
    lineup: tuple[int, ...] = ()
    sleepers: tuple[Sleeper, ...] = ()
    cities: tuple[str, ...] = ()  # what each seat of the campaign calls its city, empty without a name
    match: str | None = None
    number: int = 0
    over: bool = False
    previous: str | None = None  # the match before the newest
    mode: str = ""  # what the newest match plays
    open_seed: str = ""  # the public word its draws follow from, where it is practice
    newer: bool = False  # its series was written by a newer version: it is shown and not played on
    past: tuple[FinishedMatch, ...] = ()  # of tables that play a series: the newest run of it
    earlier_runs: int = 0  # how often it was begun before that
    presence: frozenset[tuple[str, str]] = frozenset()  # nodes and the people connected there
    names: dict[str, str] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()
    unreadable: str | None = None  # `newer`: a later version's game, or `broken`; only looked at and closed
    next_seal: NextSeal | None = None
    rematch: dict[str, bool] = field(default_factory=dict)  # people who answered whether they play again
    bot_owners: dict[str, str] = field(default_factory=dict)  # bots over the network and whose they are
    branched_from: str | None = None
    branched_after: int | None = None
    goes_on: str | None = None
    restart: Restart | None = None

    @property
    def people(self) -> frozenset[str]:
        return frozenset(seat.person for seat in self.seats if seat.person and not self.is_deserted(seat))

    @property
    def seats_of_series(self) -> int:
        """How many seats the campaign has, those that sleep included."""
        return len(self.seats) + len(self.sleepers)

    @property
    def is_running(self) -> bool:
        return self.match is not None and not self.over

    @property
    def limit_seconds(self) -> int | None:
        """The time limit that counts now: none while only one person plays, or nobody can."""
        playing = {seat.person for seat in self.seats if seat.person and not seat.stand_in}
        rests = self.closed or self.unreadable or self.goes_on
        return self.time if len(playing) > 1 and not rests else None

    @property
    def asleep(self) -> bool:
        """Whether the table rests: stand-ins play for all its people, for at least one because of lateness.

        Its bots wait until somebody comes back.
        """
        seats = [seat for seat in self.seats if seat.person]
        return any(seat.late for seat in seats) and all(seat.stand_in for seat in seats)

    @property
    def is_correspondence(self) -> bool:
        """Whether its people need not be there at the same time: own pace, or days for a round."""
        return pace_of(self.options) is Pace.OWN or (self.time or 0) >= DAY_SECONDS

    def is_deserted(self, seat: Seat) -> bool:
        """Whether the person of a seat was deleted: it waits for nobody."""
        return seat.person is not None and self.names.get(seat.person) == DELETED

    def held_by(self, person: str) -> list[int]:
        """Return the numbers of the seats a person has."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]


def game_of(table: TableRow) -> str:
    """The game of what a table plays."""
    return table.game.partition("/")[0]


def table_link(base_url: str, table_id: str) -> str:
    """Return the address of a table's page; requests over a socket have a `ws` base."""
    http_url = base_url.replace("ws", "http", 1) if base_url.startswith("ws") else base_url
    return f"{http_url}t/{table_id}"
