"""A whole campaign of the island counted by the witness: what every seat brings, who joins, who wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from tests.dialect import game_of
from tests.effort import times
from tests.witness.agreed import assert_same_boards
from tests.witness.choices import kept
from tests.witness.gifts import Hand, Open
from tests.witness.scoring import places
from tests.witness.witnessed import seats_of, table_of
from tilefolk.bots import BOTS
from tilefolk.campaign.catalogue import SERIES
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.standing import Standing
from tilefolk.core.game import Legacy
from tilefolk.core.match import Match

pytestmark = pytest.mark.slow

CAMPAIGN = SERIES["my_island/campaign"]
EPISODES = 24
HEARTH = Open("my_island/6", 1, "award.everyone", 0)
LIGHTS = ["F 10,-4", "W 10,-3", "P 9,-2", "P 8,-2", "H 8,-3", "H 9,-4"]
FROM_22 = 22


def lineup(number: int) -> tuple[int, ...]:
    """Two seats from the first day; one comes before 5 and sleeps through 6 and 22, one comes before 24."""
    if number < 5:
        return (0, 1)
    if number in (6, 22):
        return (0, 1)
    return (0, 1, 2, 3) if number == EPISODES else (0, 1, 2)


@dataclass
class Seat:
    """What a seat has, and what it has won."""

    hand: Hand = field(default_factory=lambda: Hand((), {}))
    owed: list[Open] = field(default_factory=list)
    seen: int = 0
    """The last episode it has taken part in or was given something for."""
    played: list[int] = field(default_factory=list)
    """Its places."""

    @property
    def lit(self) -> int:
        return sum(1 for light in lights() if light in self.hand.stickers)

    def keep(self, gains: Sequence[Sequence[str | int]], mode: str) -> None:
        for rule, what, value in gains:
            if rule == "owed":
                self.owed.pop(0)
            if what == "later":
                number, *cells = str(value).split(";")
                self.owed.append(Open(mode, 1, str(rule), int(number), tuple(cells)))
            else:
                self.hand.take(str(what), value)


def lights() -> list[tuple[str, str]]:
    """The segments in the order of the list, as plots."""
    return [(f"plot:{symbol}", cell) for symbol, cell in map(str.split, LIGHTS)]


def arrive(seat: Seat, others: Sequence[Seat], number: int) -> None:
    """What a seat is given for the episodes it has missed: a hearth, lights; a newcomer what is counted."""
    missed = range(seat.seen + 1, number)
    seat.owed += [HEARTH] * (6 in missed)
    if missed and missed[-1] >= FROM_22:
        dark = [light for light in lights() if light not in seat.hand.stickers]
        for light in dark[: max(0, min(other.lit for other in others) - seat.lit)]:
            seat.hand.take(*light)
    if not seat.played:
        for what in {what for other in others for what in other.hand.counts}:
            seat.hand.take(what, min(other.hand.has(what) for other in others))


def told(match: Match) -> Iterator[tuple[int, Sequence[Sequence[str | int]]]]:
    """Place and gains of every seat of a match, as the witness has them."""
    view = game_of(match.header.game).view(match.state, 0)
    table, seats = table_of(match.header.game, match, view), seats_of(match)
    assert_same_boards(table, view)
    ranks = places([table.rank_key(seat) for seat in range(len(seats))])
    yield from zip(ranks, kept(table, seats, view["pace"] == "own"), strict=True)


def assert_brings(legacy: Legacy, seat: Seat) -> None:
    assert list(legacy.stickers) == seat.hand.stickers
    assert there(dict(legacy.counts)) == there(seat.hand.counts)
    assert [tuple(one) for one in legacy.owed] == [tuple(one) for one in seat.owed]


def there(counts: Mapping[str, int]) -> dict[str, int]:
    return {what: number for what, number in counts.items() if number}


def played(seed: str, pace: str) -> Played:
    def next_lineup(now: Standing) -> tuple[int, ...]:
        return lineup(now.played + 1)

    return play_series(CAMPAIGN, [BOTS["random"]] * 4, seed, {"pace": pace}, next_lineup)


def better(seats: Sequence[Seat]) -> list[int]:
    """Who wins: most circles, then most first places, then the better place in the last episode."""
    keys = [(one.hand.has("progress"), one.played.count(1), -one.played[-1]) for one in seats]
    return [seat for seat, key in enumerate(keys) if key == max(keys)]


@pytest.mark.parametrize("pace", ("together", "own"))
@pytest.mark.parametrize("seed", range(times(1, 10)))
def test_a_campaign(seed: int, pace: str) -> None:
    series, seats = played(f"islands {seed}", pace), [Seat() for _ in range(4)]
    for number, match in enumerate(series.matches, start=1):
        playing = lineup(number)
        for seat in playing:
            here = [other for index, other in enumerate(seats) if index != seat and other.played]
            arrive(seats[seat], here, number)
        for legacy, seat in zip(match.legacy, playing, strict=bool(match.legacy)):
            assert_brings(legacy, seats[seat])
        for seat, (place, gains) in zip(playing, told(match), strict=True):
            seats[seat].keep(gains, match.header.game)
            seats[seat].played.append(place)
            seats[seat].seen = number
    assert series.standing.finale and list(series.standing.finale.winners) == better(seats)
    assert len(series.matches) == EPISODES
