"""A small language for Point City: cards in a few letters, tables set up in mid-match, random matches.

I industry, N energy, M economy, C community, E ecology, J ingenuity. A resource side is `N`, with two symbols
`N2`. A building is its cost, what it gives and its points: `IE>C` costs industry and ecology and gives
community, `IIMM5` brings 5 points, `EEE*` brings a token.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import NamedTuple, Self

from tilefolk.core.chance import Draw, outcome
from tilefolk.core.game import Json
from tilefolk.core.notation import CHANCE, Action, Token, read_action, write_action
from tilefolk.games import point_city
from tilefolk.games.point_city.cards import BUILDING, BUILDINGS, KINDS, Building, Resource
from tilefolk.games.point_city.state import City, Place, State

LETTERS = {
    "I": "industry",
    "N": "energy",
    "M": "economy",
    "C": "community",
    "E": "ecology",
    "J": "ingenuity",
}
LETTER = {kind: letter for letter, kind in LETTERS.items()}
TABLE, SOLO = "point_city/table", "point_city/solo-"
CELLS = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
PLAIN = "INMCE"


def code(building: Building) -> str:
    """A building side in letters."""
    cost = "".join(LETTER[kind] * n for kind, n in zip(KINDS, building.cost, strict=True))
    gives = f">{LETTER[building.permanent]}" if building.permanent else ""
    return cost + gives + (str(building.points) if building.points else "") + "*" * building.civic


BY_CODE: dict[str, Building] = {}
for _building in BUILDINGS:
    BY_CODE.setdefault(code(_building), _building)


def building(face: str) -> str:
    """The id of a building."""
    return BY_CODE[face].id


def resource(face: str) -> Resource:
    return Resource(LETTERS[face[0]], len(face))


def is_resource(face: str) -> bool:
    return face.rstrip("2") in LETTERS


def held(cards: str) -> City:
    """A city with these resource cards: `I I N2 J`."""
    faces = cards.split()
    singles = tuple(faces.count(letter) for letter in PLAIN)
    doubles = tuple(faces.count(f"{letter}2") for letter in PLAIN)
    return City((), singles, doubles, faces.count("J"))


def city(built: str = "", hand: str = "", tokens: str = "") -> City:
    """A city with its buildings, resource cards and civic tokens."""
    names = tuple(building(face) for face in built.split())
    return held(hand)._replace(buildings=names, tokens=tuple(tokens.split()))


def in_hand(of: City) -> str:
    """The resource cards of a city in letters."""
    singles = [letter for letter, n in zip(PLAIN, of.singles, strict=True) for _ in range(n)]
    doubles = [f"{letter}2" for letter, n in zip(PLAIN, of.doubles, strict=True) for _ in range(n)]
    return " ".join([*singles, *doubles, *["J"] * of.ingenuity])


class Table:
    """A match in its middle, drawn by hand: seat 0 is in turn unless told otherwise.

    `market`: what lies where; everywhere else lies a single resource. `left`: cards in the deck, all of
    tier 3 unless there are more than 18 or so; `top`: what its top card shows.
    """

    def __init__(
        self,
        market: Mapping[str, str] | None = None,
        *cities: City,
        row: str = "",
        left: int = 10,
        top: str = "N2",
        solo: str = "",
        turn_of: int = 0,
    ) -> None:
        seats = 2 if solo else max(2, len(cities))
        state = point_city.setup(SOLO + solo if solo else TABLE, seats, {}, ())
        size = sum(state.setting.setup.tiers)
        turn = (size - left - len(CELLS)) // 2
        first = 0 if solo else (turn_of - turn) % seats
        owned = (*cities, *[City()] * (seats - len(cities)))
        self.state = state._replace(first=first, row=tuple(row.split()), deck=size - left, turn=turn)
        self.state = self.state._replace(cities=owned, free=owned[self.state.seat].permanent)
        if left:
            self._show_top(top)
        self._lay(market or {})

    def _show_top(self, face: str) -> None:
        up = list(self.state.up)
        up[self.state.deck] = resource(face).kind
        self.state = self.state._replace(up=tuple(up))

    def _lay(self, market: Mapping[str, str]) -> None:
        assert set(market) <= set(CELLS)
        up, down, places = list(self.state.up), list(self.state.down), []
        dealt = {tier: self._positions(tier) for tier in (1, 2, 3)}
        for number, cell in enumerate(CELLS):
            face = market.get(cell, PLAIN[number % 5])
            if is_resource(face):
                at = next(dealt[len(face)])
                up[at] = resource(face).kind
            else:
                at = next(dealt[BY_CODE[face].tier])
                down[at] = building(face)
            places.append(Place(at, "up" if is_resource(face) else "down"))
        self.state = self.state._replace(up=tuple(up), down=tuple(down), market=tuple(places))

    def _positions(self, tier: int) -> Iterator[int]:
        """Where cards of the tier lay before they left the deck."""
        return (at for at in range(self.state.deck) if self.state.tier(at) == tier)

    # What seats and chance do

    def play(self, *lines: str) -> Self:
        """The seat in turn does this; chance brings what is needed before the next line."""
        for line in lines:
            self.deal()
            self.state = point_city.apply(self.state, self.state.seat, read_action(line))
        return self

    def deal(self, *faces: str) -> Self:
        """Chance brings these faces in the order it is asked, then anything that may come."""
        for face in faces:
            draw = self.waiting[0]
            told = draw.told[0][0]
            name = resource(face).kind if told == "up" else building(face)
            self.state = point_city.apply(self.state, CHANCE, (draw.stream, draw.index, str(told), name))
        while self.waiting:
            self.state = point_city.apply(self.state, CHANCE, point_city.legal(self.state, CHANCE)[0])
        return self

    # What can be asked

    @property
    def waiting(self) -> tuple[Draw, ...]:
        return point_city.draws(self.state)

    @property
    def over(self) -> bool:
        return not point_city.to_act(self.state)

    @property
    def lines(self) -> list[str]:
        """What the seat in turn may do."""
        return [write_action(action) for action in point_city.legal(self.state, self.state.seat)]

    @property
    def view(self) -> Json:
        """What seat 0 is shown."""
        return point_city.view(self.state, 0)

    def starting(self, verb: str) -> list[str]:
        return [line for line in self.lines if line.startswith(verb)]

    def may(self, line: str) -> bool:
        assert (line in self.lines) == (not self.why(line)), "legal, or a reason, never both"
        return line in self.lines

    def why(self, line: str, seat: int | None = None) -> tuple[str, ...]:
        return point_city.why(self.state, self.state.seat if seat is None else seat, read_action(line))

    def hand(self, seat: int = 0) -> str:
        return in_hand(self.state.cities[seat])

    def tokens(self, seat: int = 0) -> str:
        return " ".join(self.state.cities[seat].tokens)

    def built(self, seat: int = 0) -> int:
        return len(self.state.cities[seat].buildings)

    def place(self, cell: str) -> Place:
        place = self.state.market[CELLS.index(cell)]
        assert place is not None
        return place

    def is_gap(self, cell: str) -> bool:
        return self.state.market[CELLS.index(cell)] is None

    def sides(self, cells: str) -> str:
        return " ".join(self.place(cell).side for cell in cells.split())

    def shows(self, cell: str) -> str:
        """The face that lies at a cell, in letters."""
        place = self.place(cell)
        if place.side == "down":
            return code(BUILDING[self.state.face(place)])
        found = self.state.resource(place.position)
        return LETTER[found.kind] + "2" * (found.symbols == 2)

    def points(self, seat: int = 0) -> int:
        return point_city.score(self.state)[seat].value

    def sheet(self, seat: int = 0) -> dict[str, int]:
        """The lines of the tally."""
        return {entry.rule: entry.points for entry in point_city.score(self.state)[seat].entries}


def told_before_the_first_turn(mode: str, seats: int) -> list[tuple[str, int, Token]]:
    """What chance says: the stream, the place in it, and the first word of what comes."""
    state, told = point_city.setup(mode, seats, {}, ()), []
    while waiting := point_city.draws(state):
        action = point_city.legal(state, CHANCE)[0]
        told.append((waiting[0].stream, waiting[0].index, action[2]))
        state = point_city.apply(state, CHANCE, action)
    return told


def fresh(mode: str = TABLE, seats: int = 2, seed: str = "fresh") -> Table:
    """A table at which everything has been dealt and nobody has had a turn."""
    table = Table()
    table.state = dealt(point_city.setup(mode, seats, {}, ()), seed.encode())
    return table


# Random matches


class Step(NamedTuple):
    """What the seat in turn does, and what follows from it before and after chance has spoken."""

    before: State
    seat: int
    action: Action
    after: State
    dealt: State


def dealt(state: State, key: bytes) -> State:
    """Chance brings everything somebody waits for."""
    while waiting := point_city.draws(state):
        for draw in waiting:
            state = point_city.apply_trusted(state, CHANCE, outcome(key, draw))
    return state


def random_steps(mode: str, seats: int, seed: str, eager: float = 0.0) -> Iterator[Step]:
    """All steps of a match by random seats; `eager`: how often they take a building when they can."""
    stream, key = Random(seed), seed.encode()
    state = dealt(point_city.setup(mode, seats, {}, ()), key)
    while acting := point_city.to_act(state):
        legal = point_city.legal(state, acting[0])
        buying = [action for action in legal if buys(state, action)] if stream.random() < eager else []
        action = stream.choice(buying or legal)
        after = point_city.apply_trusted(state, acting[0], action)
        now = dealt(after, key)
        yield Step(state, acting[0], action, after, now)
        state = now


def buys(state: State, action: Action) -> bool:
    places = [state.market[CELLS.index(str(cell))] for cell in action[1:]] if action[0] == "take" else []
    return any(place and place.side == "down" for place in places)


def turns(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """The steps of each turn together."""
    turn: list[Step] = []
    for step in steps:
        turn.append(step)
        if step.after.turn != step.before.turn:
            yield turn
            turn = []
