"""Episodes of My City by themselves, and marks that stay from one to the next."""

import pytest

from tests.games.my_city.campaign.by_hand import GAME, NUMBERS, episode_mode
from tilefolk.bots import BOTS
from tilefolk.core.game import Legacy
from tilefolk.core.play import play
from tilefolk.games import find
from tilefolk.games.laying.catalogue import EPISODES, whole_ground
from tilefolk.games.laying.rules.award import Award, SeatShape
from tilefolk.games.laying.rules.rule_kinds import Choice
from tilefolk.games.laying.rules.setup import Mark


def second_row_history(number: int) -> Legacy:
    """Everybody was second in all episodes before: what that leaves, each sticker on its first cell."""
    stickers: tuple[tuple[str, str], ...] = ()
    for before in range(1, number):
        episode = EPISODES[episode_mode(before)]
        (award,) = [rule for rule in episode.rules.reward if isinstance(rule, Award)]
        for gift in (*award.everyone, *award.second):
            if isinstance(gift, Choice):
                option = gift.options(whole_ground(episode, Legacy(stickers)))[0]
                stickers = (*stickers, tuple(map(str, gift.given(option))))  # type: ignore[arg-type]
            elif isinstance(gift, SeatShape):
                stickers = (*stickers, (gift.card, gift.shape))
    return Legacy(stickers)


@pytest.mark.parametrize("number", NUMBERS)
def test_mc_r53_the_history_of_an_episode_by_itself(number: int) -> None:
    assert EPISODES[episode_mode(number)].alone == second_row_history(number)
    state = GAME.setup(episode_mode(number), 3, {}, ())
    assert len(set(state.setting.grounds)) == 1


def test_mc_r53_nothing_is_kept_of_an_episode_by_itself() -> None:
    match = play(*find(episode_mode(7)), [BOTS["greedy"]] * 2, "alone")
    assert match.end_record()["legacy"] == [{"stickers": [], "counts": {}}] * 2
    assert match.end_record()["kept"] == [[], []]
    assert not any(line.action[0] == "stick" for line in match.lines)


def test_marks_stay_from_episode_to_episode() -> None:
    before: set[tuple[str, str]] = set()
    for number in NUMBERS:
        marks = [rule for rule in EPISODES[episode_mode(number)].rules.setup if isinstance(rule, Mark)]
        now: set[tuple[str, str]] = {(rule.put, name) for rule in marks for name in (*rule.at, *rule.over)}
        assert before <= now
        before = now
    first = {("SAW", "I10"), ("G", "A8"), ("G", "K1"), ("B", "well"), ("F", "sawmill")}
    assert before == first | {("MB", "A3"), ("MR", "C4"), ("MY", "C7"), ("PORT", "E3"), ("PAL", "E6")}
