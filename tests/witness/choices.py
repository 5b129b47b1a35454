"""Choices that last, and what every seat keeps of a match, worked out once more with sets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.witness.episode import Episode, Land, Rule, files_of, read
from tests.witness.lattice import Place, address_of, name_of
from tests.witness.rounds import Action, first_round
from tests.witness.scoring import places
from tests.witness.table import Table

Sticker = tuple[str, str]
Kept = list[list[str | int]]


@cache
def episode_named(mode: str) -> Episode:
    """An episode of which only the awards matter."""
    own, game = (read(path) for path in files_of(mode))
    return Episode(own, game, tuple(rule["rule"] for rule in own["rules"]))


def gift_at(episode: Episode, rule: str, number: int) -> Mapping[str, Any]:
    gift: Mapping[str, Any] = episode.all("award")[0][rule.partition(".")[2]][number]
    return gift


def stick_reasons(gift: Mapping[str, Any], land: Land) -> dict[str, set[Place]]:
    """The cells against which each reason speaks."""
    cells = set(land.cells)
    around = {place: land.next_to[place] for place in cells}
    out = {f"stick.off.{name}": land.chosen([name]) for name in gift.get("off", ())}
    for name in gift.get("near", ()):
        out[f"stick.near.{name}"] = {p for p in cells if not around[p] & land.chosen([name])}
    for name in gift.get("apart", ()):
        out[f"stick.apart.{name}"] = {p for p in cells if around[p] & land.chosen([name])}
    if terrains := gift.get("sides", ()):
        inside = {p for p in cells if len(around[p]) == 4}
        sound = {p for p in inside if all(land.cells[other].terrain in terrains for other in around[p])}
        out[f"stick.sides.{'.'.join(terrains)}"] = cells - sound
    refused = {place for lacking in out.values() for place in lacking}
    first, second = gift["on"], gift.get("second", ())
    if not second or land.chosen(first) - refused:
        out[f"stick.on.{'.'.join(first)}"] = cells - land.chosen(first)
    if second:
        out[f"stick.on.{'.'.join(second)}"] = cells - land.chosen(second)
    return {reason: lacking for reason, lacking in out.items() if lacking}


def stick_cells(gift: Mapping[str, Any], land: Land) -> set[Place]:
    lacking = stick_reasons(gift, land).values()
    return set(land.cells) - {place for places_ in lacking for place in places_}


@dataclass
class Seat:
    """What a seat brought, what it said, and what has come of it so far."""

    stickers: tuple[Sticker, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    owed: Sequence[tuple[str, int, str, int]] = ()
    said: Sequence[Action] = ()
    late: bool = False

    @property
    def opening(self) -> list[Sticker]:
        """The owed stickers it has put: its first ones."""
        return self._stuck[: len(self.owed)]

    @property
    def chosen(self) -> list[Sticker]:
        """The stickers it has put after the ranking."""
        return self._stuck[len(self.opening) :]

    @property
    def _stuck(self) -> list[Sticker]:
        return [(str(action[1]), str(action[2])) for action in self.said if action[0] == "stick"]

    @property
    def owes(self) -> bool:
        return len(self.opening) < len(self.owed)

    @property
    def put_off(self) -> bool:
        return ("later",) in self.said


def kept(table: Table, seats: Sequence[Seat], own_pace: bool) -> list[Kept]:
    """What every seat keeps of a match that is over."""
    episode = table.episode
    ranks = places([table.rank_key(seat) for seat in range(len(seats))])
    out = []
    for index, seat in enumerate(seats):
        gains: Kept = [["owed", what, where] for what, where in seat.opening]
        for rule in episode.all("race_covered", "race_link"):
            gains += counted(rule.id, "nuggets", nuggets_of(table, rule, index))
        for rule in episode.all("melt"):
            sold = sum(int(action[1]) for action in seat.said if action[0] == "melt")
            gains += [[rule.id, "nuggets", -sold]] if sold else []
        rows = ("everyone", row_of(ranks[index], len(seats)))
        for rule in episode.rules:
            gains += rewarded(rule, table.value(index) == episode.lock, seat, gains, rows)
        out.append([*gains, *chosen(episode, seat, gains, rows, own_pace)])
    return out


def row_of(place: int, seats: int) -> str:
    return "first" if place == 1 else "second" if place == 2 and seats > 2 else "others"


def nuggets_of(table: Table, rule: Rule, seat: int) -> int:
    when = [first_round(steps, rule) for steps in table.steps]
    mine = when[seat]
    if mine is None:
        return 0
    earlier = len({other for other in when if other is not None and other < mine})
    ladder: Sequence[int] = rule.get("nuggets", ())
    return int(ladder[earlier] if earlier < len(ladder) else rule.get("later_nuggets", 0))


def counted(rule: str, what: str, number: int) -> Kept:
    ever: Kept = [[rule, "nuggets_ever", number]] if what == "nuggets" else []
    return [[rule, what, number], *ever] if number else []


def rewarded(rule: Rule, locked: bool, seat: Seat, gains: Kept, rows: Iterable[str]) -> Kept:
    """What a rule after the ranking gives without being asked."""
    if rule.name == "locked_progress":
        return counted(rule.id, "progress", rule["n"]) if locked else []
    if rule.name == "cabinet":
        before = seat.counts.get("nuggets_ever", 0)
        now = before + sum(int(gain[2]) for gain in gains if gain[1] == "nuggets_ever")
        return counted(rule.id, "progress", sum(before < mark <= now for mark in rule["milestones"]))
    out: Kept = []
    if rule.name == "award":
        for row in rows:
            for gift in rule.get(row, ()):
                if gift["gift"] == "count":
                    out += counted(f"award.{row}", gift["what"], gift["n"])
                elif gift["gift"] == "shape":
                    out.append([f"award.{row}", gift["card"], gift["shape"]])
    return out


def chosen(
    episode: Episode, seat: Seat, gains: Kept, rows: Iterable[str], own_pace: bool
) -> Iterator[list[str | int]]:
    """What came of the seat's stickers: put, put off, or forfeited where no cell takes them."""
    put = list(seat.chosen)
    new = [(str(gain[1]), str(gain[2])) for gain in gains if isinstance(gain[2], str)]
    stickers, waiting = [*seat.stickers, *new], False
    for rule, number, gift in sticks(episode, rows):
        land = Land(episode, stickers, whole=True)
        if not waiting and not stick_cells(gift, land):
            yield [rule, gift["what"][0], ""]
        elif put and not own_pace:
            what, where = put.pop(0)
            assert address_of(episode.lattice, where) in stick_cells(gift, land), name_of
            stickers.append((what, where))
            yield [rule, what, where]
        else:
            waiting = True
            yield [rule, "later", number]


def sticks(episode: Episode, rows: Iterable[str]) -> Iterator[tuple[str, int, Mapping[str, Any]]]:
    for rule in episode.all("award"):
        for row in rows:
            for number, gift in enumerate(rule.get(row, ())):
                if gift["gift"] == "stick":
                    yield f"award.{row}", number, gift
