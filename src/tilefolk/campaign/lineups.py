"""Who plays the matches of a campaign, and what a seat brings along that slept, or that is new."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tilefolk.core.game import AnyGame, CampaignGame
from tilefolk.core.legacy import Gain, Legacy, Owed
from tilefolk.core.match import Match
from tilefolk.core.table_lines import gain_of, legacy_of
from tilefolk.games import find

JOINED = "joined"  # the rule by which a newcomer has as much as those who have least

End = Mapping[str, Any]


class Finished(NamedTuple):
    """A finished match: its end record, its version, and who played where that was not everybody so far."""

    end: End
    lineup: tuple[int, ...] = ()
    version: int = 1

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the campaign that played, in the order of the match."""
        return self.lineup or tuple(range(len(self.end["values"])))


def finished(match: Match) -> Finished:
    """What a series needs of a match that is over."""
    return Finished(match.end or match.end_record(), match.header.lineup, match.header.version)


class Arrival(NamedTuple):
    """What a seat is given before a match it plays again, or for the first time, by a match it missed."""

    given_by: str
    gains: tuple[Gain, ...]


class Visit(NamedTuple):
    """A seat in a match it played: what it was given before, brought, took along and kept."""

    seat: int
    arrivals: tuple[Arrival, ...]
    brought: Legacy
    taken: Legacy
    kept: tuple[Gain, ...]
    value: int
    place: int


class SeatNow(NamedTuple):
    """A seat between two matches: what it took from its last one, and the matches it has missed since."""

    legacy: Legacy = Legacy()
    missed: tuple[tuple[str, int], ...] = ()
    has_played: bool = False


class Course(NamedTuple):
    """All matches of a series so far, seat by seat, and where that leaves the seats."""

    visits: tuple[tuple[Visit, ...], ...]
    seats: tuple[SeatNow, ...]

    @property
    def known_seats(self) -> int:
        """How many seats there have been: the highest number that has played, and those below it."""
        return 1 + max((visit.seat for match in self.visits for visit in match), default=-1)

    def brought(self, seat: int) -> tuple[tuple[Arrival, ...], Legacy]:
        """What a seat is given before the next match, and what it brings into it with that."""
        now, out = self.seats[seat], list[Arrival]()
        rest = (*self.seats[:seat], *self.seats[seat + 1 :])
        others = [other.legacy for other in rest if other.has_played]
        legacy = now.legacy
        for mode, version in now.missed:
            game, known = find(mode, version)
            gains = campaign_game(game).missed(mode, known.version, legacy, others)
            legacy = legacy.with_gains(gains, mode, known.version)
            out += [Arrival(mode, gains)] if gains else []
        if not now.has_played:
            mode, version = now.missed[-1] if now.missed else ("", 0)
            gains = _least(others)
            legacy = legacy.with_gains(gains, mode, version)
            out += [Arrival(mode, gains)] if gains else []
        return tuple(out), legacy


def campaign_game(game: AnyGame) -> CampaignGame:
    """A game whose campaigns seats may join and leave."""
    assert isinstance(game, CampaignGame)
    return game


def gift(owed: Owed) -> tuple[str, ...]:
    """What may be put by a choice that is owed."""
    return campaign_game(find(owed.mode, owed.version)[0]).gift(owed)


def _least(others: Sequence[Legacy]) -> tuple[Gain, ...]:
    """Of everything that is counted, as much as the seat that has least of it."""
    names = sorted({what for legacy in others for what, _ in legacy.counts})
    least = [(what, min(legacy.count(what) for legacy in others)) for what in names]
    return tuple(Gain(JOINED, what, n) for what, n in least if n)


def course(seats: int, modes: Sequence[str], played: Iterable[Finished]) -> Course:
    """Follow a series match by match."""
    now = Course((), (SeatNow(),) * seats)
    for mode, match in zip(modes, played, strict=False):
        now = _after(now, mode, match)
    return now


def _after(before: Course, mode: str, match: Finished) -> Course:
    visits, seats = [], list(before.seats)
    kept = match.end.get("kept") or [[]] * len(match.seats)
    for index, seat in enumerate(match.seats):
        taken = legacy_of(match.end["legacy"][index])
        gains = tuple(map(gain_of, kept[index]))
        value, place = match.end["values"][index], match.end["places"][index]
        visits.append(Visit(seat, *before.brought(seat), taken, gains, value, place))
        seats[seat] = SeatNow(taken, has_played=True)
    for seat, now in enumerate(before.seats):
        if seat not in match.seats:
            seats[seat] = now._replace(missed=(*now.missed, (mode, match.version)))
    return Course((*before.visits, tuple(visits)), tuple(seats))
