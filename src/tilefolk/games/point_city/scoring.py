"""Points: printed on buildings and brought by tokens; the automaton's city counts in its own way."""

from tilefolk.core.tally import Entry, Tally
from tilefolk.games.point_city.automaton import is_automaton, level_of
from tilefolk.games.point_city.facts import Level
from tilefolk.games.point_city.state import City, State
from tilefolk.games.point_city.tokens import worth
from tilefolk.games.point_city.turn import is_stuck


def score(state: State) -> tuple[Tally, ...]:
    """One tally per seat, as if the match ended now."""
    return tuple(_tally(state, seat, city) for seat, city in enumerate(state.cities))


def _tally(state: State, seat: int, city: City) -> Tally:
    if is_automaton(state, seat):
        return automaton_tally(city, level_of(state))
    stuck = [Entry("no_pair", 0)] if is_stuck(state) and state.seat == seat else []
    return city_tally(city, stuck)


def city_tally(city: City, more: list[Entry] | None = None) -> Tally:
    """The tally of a city. Ties go to whoever has more resource cards left."""
    tokens = [Entry(f"token.{name}", worth(name, city)) for name in city.tokens]
    entries = (Entry("buildings", city.points), *tokens, *(more or ()))
    value = sum(entry.points for entry in entries)
    return Tally(entries, value, (value, city.cards))


def automaton_tally(city: City, level: Level) -> Tally:
    """The tally of the automaton, which loses every tie."""
    entries = [
        Entry("buildings", city.points),
        Entry("symbols", sum(map(level.kind, city.permanent))),
        Entry("tokens", level.token * len(city.tokens)),
    ]
    if level.ingenuity:
        entries.append(Entry("ingenuity", level.ingenuity * city.ingenuity))
    value = sum(entry.points for entry in entries)
    return Tally(tuple(entries), value, (value, -1))
