"""What others may make of the market: the automaton's next cards, or what the next seat wishes for."""

from functools import lru_cache

from tilefolk.bots.point_city.promises import wishes
from tilefolk.games.point_city.automaton import cells
from tilefolk.games.point_city.cards import BUILDING, INGENUITY
from tilefolk.games.point_city.facts import LEVELS, TURNS
from tilefolk.games.point_city.scoring import automaton_tally
from tilefolk.games.point_city.state import AUTOMATON, City, State

NEXT, AFTER = 1.3, 0.5  # the automaton's points in its next turn, and in the one after
WISHES = 0.3  # what the market promises the next seat


def threat(state: State) -> float:
    """What others may make of the market, in points, once a turn has ended and every face is known."""
    if not state.setting.level:
        return WISHES * wishes(state, state.seat)
    turn = state.turn // 2
    return sum(weight * _haul(state, turn + later) for later, weight in enumerate((NEXT, AFTER)))


def _haul(state: State, turn: int) -> int:
    """What the automaton takes in a turn if the market stays as it is."""
    if turn >= TURNS:
        return 0
    places = [place for cell in cells(turn) if (place := state.market[cell])]
    return _brings(state.cities[AUTOMATON], state.setting.level, tuple(map(state.face, places)))


@lru_cache(maxsize=1 << 12)
def _brings(city: City, level: str, faces: tuple[str, ...]) -> int:
    buildings = tuple(face for face in faces if face in BUILDING)
    tokens = tuple(name for name in buildings if BUILDING[name].civic)  # whichever they are
    after = city._replace(
        buildings=city.buildings + buildings,
        tokens=city.tokens + tokens,
        ingenuity=city.ingenuity + faces.count(INGENUITY),
    )
    return automaton_tally(after, LEVELS[level]).value - automaton_tally(city, LEVELS[level]).value
