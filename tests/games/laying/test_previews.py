"""What an answer promises before it is given, against what is booked once its round is closed."""

from random import Random

import pytest

from tests.dialect import game_of, laying_modes, quick_where_new, random_line, random_match, seat_counts
from tests.effort import times
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.match import Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.tally import Preview
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.outlook import lit_by, ray_rules
from tilefolk.games.laying.preview import previews
from tilefolk.games.laying.rounds import close
from tilefolk.games.laying.state import HIDDEN, ROUNDS

MOMENTS = times(3, 40)
each_pace = pytest.mark.parametrize("pace", ("together", "own"))


def a_moment(mode: str, pace: str, seed: str) -> tuple[Match, int, dict[Action, Preview]] | None:
    """A random match in which a seat has a card to answer, with what its answers promise."""
    stream = Random(f"{mode} {pace} {seed}")
    match = random_match(mode, stream.choice(seat_counts(mode)), pace, seed, stop=stream.randrange(5, 70))
    for seat in match.game.to_act(match.state):
        if seat != CHANCE and (promised := dict(previews(match.state, seat))):
            return match, seat, promised
    return None


def moments(mode: str, pace: str) -> list[tuple[Match, int, dict[Action, Preview]]]:
    found = (a_moment(mode, pace, f"preview {number}") for number in range(2 * MOMENTS))
    return [moment for moment in found if moment][:MOMENTS]


@each_pace
@pytest.mark.parametrize("mode", quick_where_new(laying_modes()))
def test_every_answer_and_nothing_else_has_a_preview_and_brings_what_that_promised(
    mode: str, pace: str
) -> None:
    """Lines that compare seats depend on what the others answer, and at own pace so do races: left out."""
    rules = EPISODES[mode].rules
    compared = {rule.id for _, rule in rules.table} | {rule.id for rule in rules.race if pace == "own"}
    game = game_of(mode)
    for match, seat, promised in moments(mode, pace):
        stream = Random(f"{mode} {len(match.lines)}")
        assert list(promised) == list(game.legal(game.seen(match.state, seat), seat))
        action = stream.choice(list(promised))
        before = game.score(game.seen(match.state, seat))[seat]
        number = match.state.boards[seat].round
        match.append(Line(seat, action))
        key = match_key(open_seed(match.header.open_seed), ())
        while match.state.boards[seat].round == number and match.state.phase == ROUNDS:
            acting = [who for who in game.to_act(match.state) if who != seat]
            match.append(random_line(game, match.state, acting[-1], key, stream, 0.1))
        booked = Preview.between(before, game.score(match.state)[seat])
        preview = promised[action]
        if not preview.is_open:
            assert alone(preview, compared) == alone(booked, compared), (action, seat)


@pytest.mark.parametrize(
    "mode", quick_where_new(mode for mode in laying_modes() if ray_rules(EPISODES[mode]))
)
def test_a_preview_tells_how_far_light_reaches(mode: str) -> None:
    """The cells of the line that is booked afterwards; nothing where the light does not change."""
    game, changed = game_of(mode), 0
    [light] = ray_rules(EPISODES[mode])
    for match, seat, promised in moments(mode, "together"):
        state = game.seen(match.state, seat)
        for action, preview in promised.items():
            board = close(state._replace(commits=only(action, seat, len(state.boards)))).boards[seat]
            now, then = (lit_by(light, state.ground(seat), one) for one in (board, state.boards[seat]))
            assert preview.cells == (((light.id, now),) if now != then else ())
            changed += now != then
    assert changed


def only(action: Action, seat: int, seats: int) -> tuple[Action | None, ...]:
    """This answer, and hidden ones of all others."""
    return tuple(action if other == seat else HIDDEN for other in range(seats))


def alone(preview: Preview, compared: set[str]) -> dict[str, int]:
    return {rule: points for rule, points in preview.lines if rule not in compared}
