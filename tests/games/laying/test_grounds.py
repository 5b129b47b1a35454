"""Grounds are shared by the matches that need the same one, and leave memory after the last of them."""

import gc

from tilefolk.core.game import Legacy
from tilefolk.games.laying.board import fresh
from tilefolk.games.laying.catalogue import EPISODES, RECENT_GROUNDS, ground_in
from tilefolk.games.laying.hand import ground_json, known_pieces
from tilefolk.games.laying.view import face_json

MORE = 20  # than are kept


def test_grounds_that_no_match_uses_leave_memory() -> None:
    """A campaign leaves one behind for each of its seats and episodes, with all that views say of it."""
    episode = EPISODES["my_city/2"]
    first = Legacy(counts=(("first", 1),))
    used = ground_in(episode, first)
    for number in range(RECENT_GROUNDS + MORE):
        ground = ground_in(episode, Legacy(counts=(("other", number),)))
        if number < MORE:
            (
                ground_json(episode, ground),
                known_pieces(episode, ground),
                face_json(episode, ground, fresh(ground)),
            )
    del ground
    gc.collect()
    left = [legacy for legacy in episode.grounds if "other" in dict(legacy.counts)]
    assert RECENT_GROUNDS // 2 <= len(left) <= RECENT_GROUNDS + 1
    assert ground_in(episode, first) is used
