"""Many matches at once: what they show and do is what the engine shows and does, to the last number."""

from typing import Any

import numpy as np
import pytest

import tilefolk
from tests.effort import LONG
from tilefolk.core.notation import CHANCE
from tilefolk.games import GAMES, find
from tilefolk.research import solo_env, vector_env
from tilefolk.research.batch.boards import Boards
from tilefolk.research.course import Course

ALONE = [
    name
    for game in GAMES.values()
    for name in game.mode_names()
    if 1 in find(name)[1].seats and name != "roll_and_build/9"  # whose gold is dug up by draws of its own
]
WAYS = ALONE if LONG else ["my_city/eternal", "my_island/eternal", "roll_and_build/12"]
MATCHES = 8


class Dealt(Course):
    """A match of the engine with the cards of a board of the batch."""

    def __init__(self, boards: Boards, index: int, name: str) -> None:
        self.cards = [int(card) for card in boards.drawn[index]]
        self.names = list(boards.observer.cards)
        super().__init__(solo_env(name).table, "dealt")

    def _apply(self, who: int, action: Any) -> None:
        if who == CHANCE:
            draw = self.game.draws(self.state)[0]
            wanted = self.cards[draw.index]
            wanted_card = self.names[wanted] if wanted >= 0 else ""
            source = self.state.episode.source
            told = next(told for told in draw.told if self.card(source, told) == wanted_card)
            action = (draw.stream, draw.index, *told)
        super()._apply(who, action)

    def card(self, source: Any, told: Any) -> str:
        """The card that a draw brings now, whether or not it may be laid."""
        if len(told) == 1:
            return str(told[0]) if told[0] in self.names else ""
        return str(source.card((*self.state.draws, told), len(self.state.draws)))


@pytest.mark.parametrize("name", WAYS)
def test_boards_of_a_batch_are_those_of_the_engine(name: str) -> None:
    boards, random = Boards(name, MATCHES), np.random.default_rng(5)
    boards.begin(random, np.arange(MATCHES, dtype=np.int32))
    engine = [Dealt(boards, index, name) for index in range(MATCHES)]
    over, answers = np.zeros(MATCHES, bool), 0
    while not over.all():
        planes, vectors, masks = boards.planes(), boards.vectors(), boards.masks()
        chosen = np.zeros(MATCHES, np.int32)
        for index in np.flatnonzero(~over):
            seen = engine[index].observe(0)
            assert np.array_equal(seen.planes, planes[index])
            assert np.array_equal(seen.vector, vectors[index])
            assert np.array_equal(engine[index].mask(0), masks[index])
            places = np.flatnonzero(masks[index][: boards.places])
            others = np.flatnonzero(masks[index])
            chosen[index] = random.choice(places if len(places) and random.random() < 0.95 else others)
        chosen[over] = boards.places + 1
        rewards, ended = boards.step(chosen)
        for index in np.flatnonzero(~over):
            assert engine[index].act(0, int(chosen[index]))
            assert engine[index].rewards()[0] == rewards[index]
            assert bool(ended[index]) == (not engine[index].to_act)
            answers += 1
        over |= ended.astype(bool)
    assert answers > 10 * MATCHES
    assert_over(boards)


def assert_over(boards: Boards) -> None:
    """Boards that are over have no card: they may only end, and nothing changes by it."""
    masks, words, ints = boards.masks(), boards.words.copy(), boards.ints.copy()
    assert (np.flatnonzero(masks) % masks.shape[1] == boards.places + 1).all()
    assert len(boards.look_ahead(masks).board) == MATCHES
    rewards, ended = boards.step(np.full(MATCHES, boards.places + 1, np.int32))
    assert ended.all() and not rewards.any()
    assert np.array_equal(boards.words, words) and np.array_equal(boards.ints, ints)


def test_looking_ahead_tells_where_each_answer_leads() -> None:
    env, solo = vector_env("my_city/eternal", 3), solo_env("my_city/eternal")
    env.reset(seed=1)
    ahead = env.look_ahead()
    mask = env.action_masks()
    assert len(ahead.board) == mask.sum()
    assert all(mask[board, action] for board, action in zip(ahead.board, ahead.action, strict=True))
    for index in (0, len(ahead.board) // 2, len(ahead.board) - 1):
        env.reset(seed=1)
        env.action_masks()
        answers = np.full(3, env.actions.numbers[("end",)])
        answers[ahead.board[index]] = ahead.action[index]
        env.advance(answers)
        assert env.last_scores[ahead.board[index]] == ahead.score[index]
    assert ahead.over[ahead.action == env.actions.numbers[("end",)]].all()
    laid = env.actions.meaning(int(ahead.action[0])).split()[-1]
    assert ahead.picture[0][int(laid[1:]) - 1, ord(laid[0]) - ord("A")] > 0
    assert (ahead.picture[0] == -1).sum() == (solo.reset(seed=1)[0]["planes"][0] == 0).sum()


def test_matches_begin_anew_and_follow_from_the_seed() -> None:
    envs = [vector_env("my_city/eternal", 4) for _ in range(2)]
    seen = [env.reset(seed=3)[0] for env in envs]
    ended = 0
    for _ in range(60):
        answers = [np.argmax(each["action_mask"], axis=1) for each in seen]
        steps = [env.step(answer) for env, answer in zip(envs, answers, strict=True)]
        seen = [step[0] for step in steps]
        assert all(np.array_equal(seen[0][part], seen[1][part]) for part in seen[0])
        assert envs[0].observation_space.contains(seen[0])
        ended += int(steps[0][2].sum())
    assert ended >= 4


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("my_city/1", "one seat"), ("point_city/solo-hard", "one seat"), ("my_cty", "my_city/eternal")],
)
def test_ways_that_cannot_be_played_so_are_named(
    name: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEFOLK_LANG", "en")
    with pytest.raises(tilefolk.Error, match=sentence):
        vector_env(name, 2)
