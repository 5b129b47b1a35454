"""What nobody has seen yet: the draws somebody waits for, and what may still come."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tilefolk.core.chance import Draw
from tilefolk.core.first import first_of
from tilefolk.core.notation import Action
from tilefolk.games.point_city.cards import BUILDING, CARDS, DOWN, UP, Card
from tilefolk.games.point_city.facts import TOKENS
from tilefolk.games.point_city.state import Position, State, gained, tier_of

_TOKENS = tuple((name,) for name in TOKENS)
_SHOWING = {
    tier: {face: tuple(n for n, card in enumerate(cards) if card.building.id == face) for face in BUILDING}
    for tier, cards in enumerate(CARDS, start=1)
}
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


def streams(seats: int) -> tuple[Draw, ...]:
    """All that chance may bring to a table of so many seats."""
    sitting = tuple((seat,) for seat in range(seats))
    tiers = (Draw(f"tier{tier}", 0, told, told) for (tier, _), told in _SIDES.items())
    return (Draw("first", 0, sitting, sitting), Draw("token", 0, _TOKENS, _TOKENS), *tiers)


def waits(state: State) -> bool:
    """Whether somebody waits for a draw; the last answer is remembered."""
    asked, waits = state.setting.shown.waits
    if asked is not state:
        waits = state.first < 0 or "" in state.row or bool(unseen(state))
        state.setting.shown.waits = state, waits
    return waits


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
    """The cards that may lie at a position: all faces told agree with them."""
    if state.down[position]:
        return _behind(state, position)
    tier = state.tier(position)
    spoken = _spoken_for(state, tier)
    found: dict[int, Card] = {}
    for loose in worlds(state, tier):
        room = Counter(CARDS[tier - 1][card].resource.kind for card in loose)
        for card in loose:
            kind = CARDS[tier - 1][card].resource.kind
            if kind == state.up[position] or (not state.up[position] and room[kind] > spoken[kind]):
                found[card] = CARDS[tier - 1][card]
    return list(found.values())


def _behind(state: State, position: Position) -> list[Card]:
    """The cards whose building is the one that is seen there."""
    face, kind = state.down[position], state.up[position]
    cards = CARDS[state.tier(position) - 1]
    return [card for card in cards if card.building.id == face and kind in ("", card.resource.kind)]


def worlds(state: State, tier: int) -> list[list[int]]:
    """The cards of a tier whose building nobody has seen, for every way that can be.

    Some buildings look the same and differ in what is behind them: while only one of them has been seen,
    either may be the one that is left. A world must have enough of every resource that has been seen.
    """
    free, unclear = _seen_buildings(state, tier)
    spoken = _spoken_for(state, tier)
    out = []
    for chosen in product(*unclear):
        loose = [card for card in free if card not in chosen]
        room = Counter(CARDS[tier - 1][card].resource.kind for card in loose)
        if all(room[kind] >= n for kind, n in spoken.items()):
            out.append(loose)
    return out


def _seen_buildings(state: State, tier: int) -> tuple[list[int], list[list[int]]]:
    """The cards that may be loose, and for every building that leaves it open, the cards it may be on."""
    left = {face: list(cards) for face, cards in _SHOWING[tier].items()}
    only_down: Counter[str] = Counter()
    for position in positions(state, tier):
        face, kind = state.down[position], state.up[position]
        if face and kind:
            left[face].remove(first_of(card for card in left[face] if _kind(tier, card) == kind))
        elif face:
            only_down[face] += 1
    unclear = []
    for face, n in only_down.items():
        if len({_kind(tier, card) for card in left[face]}) > 1 and n < len(left[face]):
            unclear.append(left[face])
        else:
            left[face] = left[face][n:]
    return sorted(card for cards in left.values() for card in cards), unclear


def _kind(tier: int, card: int) -> str:
    return CARDS[tier - 1][card].resource.kind


def _spoken_for(state: State, tier: int) -> Counter[str]:
    """Of each resource, how many cards show it whose building is unseen."""
    return Counter(state.up[at] for at in positions(state, tier) if state.up[at] and not state.down[at])


def positions(state: State, tier: int) -> range:
    """The places of a tier in the deck."""
    tiers = state.setting.setup.tiers
    return range(sum(tiers[: tier - 1]), sum(tiers[:tier]))


def position_of(state: State, stream: str, index: int) -> Position:
    return positions(state, int(stream.removeprefix("tier")))[index]


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
