"""Worlds of laying games: cards that have not come, in any order, and answers that are not shown."""

from functools import partial
from random import Random

from tilefolk.core.chance import Draw, Outcome
from tilefolk.core.game import AnyGame
from tilefolk.core.notation import Action
from tilefolk.core.world import World, arranged
from tilefolk.games.laying import finish
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.once import Find
from tilefolk.games.laying.state import HIDDEN, State

Streams = dict[str, dict[int, Outcome]]


def made_up(game: AnyGame, seen: State, stream: Random) -> World:
    streams = _streams(game, seen, stream)
    state = seen._replace(
        commits=tuple(_commit(game, seen, seat, stream) for seat in range(len(seen.boards)))
    )
    if HIDDEN in state.ending.asked:
        asked = tuple(_asked(state, seat, stream) for seat in range(len(state.boards)))
        state = state._replace(ending=state.ending._replace(asked=asked))
    return World(game, state, partial(_outcome, streams, stream.getrandbits(64)))


def _streams(game: AnyGame, seen: State, stream: Random) -> Streams:
    """What every draw brings of the streams that give each thing once."""
    known: Streams = {
        seen.episode.source.stream: dict(enumerate(seen.draws)),
        Find.stream: {site: (points,) for site, points in seen.finds},
        Goals.stream: {index: (goal,) for index, goal in enumerate(seen.setting.goals)},
    }
    name, version = seen.setting.name, seen.setting.version
    drawn = game.streams(name, len(seen.boards), version)
    return {draw.stream: arranged(draw.told, known[draw.stream], stream) for draw in drawn if not draw.again}


def _outcome(streams: Streams, seed: int, draw: Draw) -> Outcome:
    """What a draw brings; dice follow from the world's own number and the name of the draw."""
    if draw.stream in streams:
        return streams[draw.stream][draw.index]
    return Random(f"{seed} {draw.stream} {draw.index}").choice(draw.told)


def _commit(game: AnyGame, seen: State, seat: int, stream: Random) -> Action | None:
    if seen.commits[seat] != HIDDEN:
        return seen.commits[seat]
    open_again = seen._replace(commits=(*seen.commits[:seat], None, *seen.commits[seat + 1 :]))
    answers = game.legal(open_again, seat)
    return answers[stream.randrange(len(answers))] if answers else None


def _asked(state: State, seat: int, stream: Random) -> Action | None:
    answer = state.ending.asked[seat]
    return stream.choice(finish.questions(state, seat)) if answer == HIDDEN else answer
