"""What nobody has seen yet: the draws somebody waits for, and what may still come."""

from collections import Counter
from collections.abc import Iterator

from tilefolk.core.chance import Draw
from tilefolk.core.notation import Action
from tilefolk.games.point_city.cards import CARDS, DOWN, UP, Card
from tilefolk.games.point_city.facts import TOKENS
from tilefolk.games.point_city.state import Position, State, gained, tier_of

_TOKENS = tuple((name,) for name in TOKENS)
_SIDES = {
    (tier, side): tuple((side, card.resource.kind if side == UP else card.building.id) for card in cards)
    for tier, cards in enumerate(CARDS, start=1)
    for side in (UP, DOWN)
}


def draws(state: State) -> tuple[Draw, ...]:
    """The first seat, the tokens of the row, then every face that has to be shown."""
    out = []
    if state.first < 0:
        seats = tuple((seat,) for seat in range(len(state.cities)))
        out.append(Draw("first", 0, seats, seats))
    out += [Draw("token", place, _TOKENS, _TOKENS) for place, name in enumerate(state.row) if not name]
    return (*out, *(_draw(state, position, side) for position, side in unseen(state)))


def _draw(state: State, position: Position, side: str) -> Draw:
    tier, index = tier_of(state.setting.setup.tiers, position)
    told = _SIDES[tier, side]
    return Draw(f"tier{tier}", index, told, told)


def unseen(state: State) -> list[tuple[Position, str]]:
    """The faces that lie open and have not been told: in the market, in a hand, on top of the deck."""
    open_now = [(place.position, place.side) for place in state.market if place]
    if state.blind:
        open_now.append((state.blind[1], UP))
    if state.left:
        open_now.append((state.deck, UP))
    return [(at, side) for at, side in open_now if not (state.up if side == UP else state.down)[at]]


def possible(state: State, draw: Draw) -> tuple[Action, ...]:
    """The lines chance can write for a draw without contradicting what has been told."""
    if draw.stream == "first":
        told = draw.told
    elif draw.stream == "token":
        told = tuple(name for name in draw.told if name[0] not in state.row)
    else:
        told = tuple(sorted(set(_faces(state, draw))))
    return tuple((draw.stream, draw.index, *outcome) for outcome in told)


def _faces(state: State, draw: Draw) -> Iterator[tuple[str, str]]:
    side = str(draw.told[0][0])
    position = position_of(state, draw.stream, draw.index)
    for card in candidates(state, position):
        yield (side, card.resource.kind if side == UP else card.building.id)


def candidates(state: State, position: Position) -> list[Card]:
    """The cards that may lie at a position, as often as they are left: all faces told agree with them.

    A building is on cards with one resource only, so a building once seen gives its card away; of a
    resource only the kind is spoken for.
    """
    if state.down[position]:
        return [card for card in CARDS[state.tier(position) - 1] if card.building.id == state.down[position]][
            :1
        ]
    loose = unplaced(state, state.tier(position))
    if kind := state.up[position]:
        return [card for card in loose if card.resource.kind == kind]
    spoken = Counter(state.up[other] for other in _half_seen(state, state.tier(position)))
    room = Counter(card.resource.kind for card in loose)
    return [card for card in loose if room[card.resource.kind] > spoken[card.resource.kind]]


def unplaced(state: State, tier: int) -> list[Card]:
    """The cards of a tier whose building nobody has seen."""
    seen = Counter(name for position, name in enumerate(state.down) if name and state.tier(position) == tier)
    left = []
    for card in CARDS[tier - 1]:
        if seen[card.building.id]:
            seen[card.building.id] -= 1
        else:
            left.append(card)
    return left


def _half_seen(state: State, tier: int) -> Iterator[Position]:
    """Positions of a tier of which only the resource is known."""
    for position, kind in enumerate(state.up):
        if kind and not state.down[position] and state.tier(position) == tier:
            yield position


def position_of(state: State, stream: str, index: int) -> Position:
    tier = int(stream.removeprefix("tier"))
    return sum(state.setting.setup.tiers[: tier - 1]) + index


def told(state: State, action: Action) -> State:
    """The state with one draw more."""
    stream, index, *outcome = action
    if stream == "first":
        return state._replace(first=int(outcome[0]))
    if stream == "token":
        return state._replace(row=_put(state.row, int(index), str(outcome[0])))
    position = position_of(state, str(stream), int(index))
    if outcome[0] == DOWN:
        return state._replace(down=_put(state.down, position, str(outcome[1])))
    state = state._replace(up=_put(state.up, position, str(outcome[1])))
    if state.blind and state.blind[1] == position:
        seat = state.blind[0]
        state = state.with_city(seat, gained(state.cities[seat], state.resource(position)))
        state = state._replace(blind=None)
    return state


def _put(faces: tuple[str, ...], place: int, face: str) -> tuple[str, ...]:
    return (*faces[:place], face, *faces[place + 1 :])
