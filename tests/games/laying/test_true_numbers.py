"""What a seat is shown in the middle of a match, against what the engine books: every episode, both paces."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.dialect import game_of, laying_modes, random_line, random_match, seat_counts
from tests.effort import LONG, times
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.game import Json
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.tally import Preview
from tilefolk.core.track import fold
from tilefolk.games.laying.answers import answers
from tilefolk.games.laying.preview import Foresight, previews
from tilefolk.games.laying.rounds import close, commit
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.scoring import parts, score_of
from tilefolk.games.laying.state import ROUNDS, State, may_pass, prizes
from tilefolk.games.laying.visibility import _cut, seen

POSITIONS = times(5, 200)  # of every episode, at each pace
OF_A_MATCH = 5
ASKED = 3  # answers of a position whose previews are compared; by make test-long all of every tenth position
OPEN, COMPARED = "open", "compared"

each_pace = pytest.mark.parametrize("pace", ("together", "own"))


class Moment(NamedTuple):
    """A seat that has a card to answer, and what it is shown."""

    state: State
    seat: int
    stream: Random
    view: Json


def moments(mode: str, pace: str) -> Iterator[Moment]:
    """Positions of random matches."""
    found = number = 0
    while found < POSITIONS:
        number += 1
        for moment in of_a_match(mode, pace, f"true numbers {number}"):
            yield moment
            found += 1


def of_a_match(mode: str, pace: str, seed: str) -> Iterator[Moment]:
    """Some positions of a random match, from its opening on."""
    stream, game = Random(f"{mode} {pace} {seed}"), game_of(mode)
    match = random_match(mode, stream.choice(seat_counts(mode)), pace, seed, stop=0)
    key, found = match_key(open_seed(match.header.open_seed), ()), 0
    while (acting := game.to_act(match.state)) and found < OF_A_MATCH:
        deciding = [seat for seat in acting if seat != CHANCE and can_answer(match.state, seat)]
        if deciding and stream.random() < 0.07:
            found, seat = found + 1, stream.choice(deciding)
            yield Moment(match.state, seat, stream, game.view(match.state, seat))
        match.append(random_line(game, match.state, stream.choice(acting), key, stream, 0.03))


def can_answer(state: State, seat: int) -> bool:
    board = state.boards[seat]
    owes = seat in state.setting.owes
    return state.phase == ROUNDS and not owes and not board.ended and board.round < len(state.cards)


@each_pace
@pytest.mark.parametrize("mode", laying_modes())
def test_what_is_shown_is_what_is_booked(mode: str, pace: str) -> None:
    """The marker, what is won, each line, and what every answer brings."""
    for number, moment in enumerate(moments(mode, pace)):
        the_marker_is_what_is_booked(moment)
        nothing_open_or_sealed_counts(moment)
        answers_bring_what_they_promise(moment, everything=LONG and number % 10 == 0)


def the_marker_is_what_is_booked(moment: Moment) -> None:
    """Every board that the seat is shown: at own pace those of the others are as they brought them."""
    state = seen(moment.state, moment.seat)
    track, view = state.episode.track, moment.view
    for seat, board in enumerate(state.boards):
        booked = (*board.bookings, *(booking for booking, _ in prizes(state, seat)))
        marker = fold(track, booked, state.setting.used[seat].count("provisions")).value
        shown = view["boards"][seat]
        assert shown["marker"] == max(0, marker)
        if view["track"]:
            assert shown["won"] == marker


def nothing_open_or_sealed_counts(moment: Moment) -> None:
    view, alone = moment.view, len(moment.state.boards) == 1
    compared = {rule.id for _, rule in moment.state.episode.rules.table if isinstance(rule, Most)}
    stands = view["stands"]
    assert {rule for rule, how in stands.items() if how == COMPARED} == (set() if alone else compared)
    for board in view["boards"]:
        points = dict.fromkeys(stands, 0)
        for rule, brings, _ in board["tally"]:
            points[rule] = points.get(rule, 0) + brings
        if view["sealed"] and not alone:
            assert all(points[rule] == 0 for rule in compared)
            assert all(lead is None for _, lead in board["leads"])
        if moment.state.episode.track.lock is None:
            still_open = sum(points[rule] for rule, how in stands.items() if how == OPEN)
            comparisons = sum(points[rule] for rule, how in stands.items() if how == COMPARED)
            assert board["open"] == still_open
            assert board["won"] == board["value"] - still_open - comparisons


def answers_bring_what_they_promise(moment: Moment, everything: bool) -> None:
    """Line by line, whatever the others answer; those lines that they can change are not among them."""
    state, seat, stream, _ = moment
    known = seen(state, seat)
    foresight, promised = Foresight(known, seat), offered(known, seat)
    if everything:
        assert dict(previews(state, seat)) == {action: foresight.of(action) for action in promised}
    chosen = promised if everything else stream.sample(promised, min(ASKED, len(promised)))
    before = standing(known, seat)
    for action in {*chosen, *(one for one in promised if one[0] != "place")}:
        preview = foresight.of(action)
        for after in (made(moment, action), made(moment, action)):
            booked = change(before, standing(after, seat))
            if not preview.is_open:
                assert (preview.won, preview.change) == (booked.won, booked.change), (action, seat)
                assert dict(preview.lines) == dict(booked.lines), (action, seat)
            assert dict(preview.compared) == dict(booked.compared), (action, seat)
        told_apart(moment.view, action, preview)


def offered(state: State, seat: int) -> list[Action]:
    piece = state.piece(seat)
    assert piece is not None
    free = may_pass(state, seat, piece)
    return list(answers(state.episode, state.ground(seat), state.boards[seat], piece, free))


def told_apart(view: Json, action: Action, preview: Preview) -> None:
    """What the view itself says of ending and passing is what their previews say."""
    [mine] = [board for board in view["boards"] if board["seat"] == view["seat"]]
    if action == ("end",):
        ending = view["ending"]
        assert ending["won"] == mine["won"] + preview.won
        assert ending["open"] == mine["open"] + preview.change - preview.won
        assert ending["changes"] == [list(line) for line in preview.lines]
        assert ending["compared"] == [rule for rule, how in view["stands"].items() if how == COMPARED]
    elif action == ("pass",) and not struck(preview):
        assert view["pass_price"] == (preview.won if view["track"] else preview.change)


def struck(preview: Preview) -> bool:
    return any(rule.startswith("hazard.") for rule, _ in preview.lines)


class Standing(NamedTuple):
    tally: Any
    won: int
    still_open: int
    counts: dict[str, int]


def standing(state: State, seat: int) -> Standing:
    tally = score_of(state, seat)
    won, still_open, _ = parts(state, seat, tally)
    rules = [rule for _, rule in state.episode.rules.table if isinstance(rule, Most)]
    grounds, boards = state.setting.grounds, state.boards
    counts = {rule.id: rule.counts(grounds, boards)[seat][0] for rule in rules}
    return Standing(tally, won, still_open, counts if len(boards) > 1 else {})


def change(before: Standing, after: Standing) -> Preview:
    won = after.won - before.won
    lines = Preview.between(before.tally, after.tally).lines
    return Preview(
        change=won + after.still_open - before.still_open,
        lines=tuple((rule, points) for rule, points in lines if rule not in before.counts),
        won=won,
        compared=tuple((rule, n) for rule, n in after.counts.items() if n != before.counts[rule]),
    )


def made(moment: Moment, action: Action) -> State:
    """What the seat knows once its round is closed: others have answered by chance, sites are dug up."""
    state, seat, stream, _ = moment
    together, game, number = state.setting.pace.value == "together", game_of(state.setting.name), 0
    while together and (others := [one for one in game.to_act(state) if one not in (seat, CHANCE)]):
        legal = game.legal(state, others[0])
        state = game.apply_trusted(state, others[0], legal[stream.randrange(len(legal))])
    number = state.boards[seat].round
    state = commit(state, seat, action)
    while state.commits[seat] is not None:  # a site that nobody has dug up yet
        legal = [draw for draw in game.legal(state, CHANCE) if draw[0] == "find"]
        state = game.apply_trusted(state, CHANCE, stream.choice(legal))
    known = seen(close(state), seat)
    boards = tuple(
        _cut(board, number + 1) if one == seat and not together else board
        for one, board in enumerate(known.boards)
    )
    return known._replace(boards=boards)
