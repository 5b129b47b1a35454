"""My Island's campaign: who wins, who joins, chapters that are still to come."""

from functools import cache

import pytest

from tests.campaign.played import Lineups, by_plan, changing_hands
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.finale import finale
from tilefolk.campaign.lineups import Finished
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.legacy import Owed
from tilefolk.games import my_island
from tilefolk.games.laying.choosing import first_owed

CAMPAIGN = SERIES["my_island/campaign"]
GAME = my_island.GAME
PAIR, THREE = (0, 1), (0, 1, 2)


@cache
def played(lineups: tuple[tuple[int, ...], ...], pace: str = "together") -> Played:
    plan: Lineups = lineups
    bots = [changing_hands(seat) for seat in range(3)]
    return play_series(CAMPAIGN, bots, "people", {"pace": pace}, by_plan(plan))


def end(values: list[int], places: list[int], progress: list[int]) -> Finished:
    legacy = [{"stickers": [], "counts": {"progress": n}} for n in progress]
    return Finished({"values": values, "places": places, "legacy": legacy})


# MI-R36: who wins


def test_mi_r36_progress_then_firsts_then_the_better_place_in_the_last_episode() -> None:
    ends = [end([20, 19, 18, 9], [1, 2, 3, 4], [3] * 4), end([5, 9, 9, 8], [4, 1, 1, 3], [3, 3, 3, 2])]
    now = standing(CAMPAIGN, 4, ends)
    assert CAMPAIGN.wins == ("progress", "firsts", "last_place")
    assert now.counts == ((3, 1, 4), (3, 1, 1), (3, 1, 1), (2, 0, 3))
    assert now.places == (3, 1, 1, 4), "a lower place is better, and whoever is level in all shares it"


def test_mi_r36_the_finale_compares_places_and_who_slept_comes_last() -> None:
    told = finale(CAMPAIGN.wins, [(3, 1, 2), (3, 1, 1), (3, 1, None)])
    assert told.winners == (1,)
    assert told.steps[-1].counts == (2, 1, None) and told.steps[-1].leaders == (1,)


def test_progress_is_crossed_off_in_eight_groups_of_ten() -> None:
    told = standing_json(standing(CAMPAIGN, 2, []))
    circles = told["circles"]
    assert circles == {"rows": 2, "groups": 4, "each": 10}
    assert told["animals"] == ["parrot", "turtle"]


# MI-R37: people come and go


def test_mi_r37_a_newcomer_owes_a_hearth_on_heath_or_palm_and_has_the_least_of_what_is_counted() -> None:
    now = played((PAIR,) * 7).standing
    newcomer = now.legacy[2]
    assert newcomer.stickers == () and newcomer.owed == (Owed("my_island/6", 1, "award.everyone", 0),)
    for what in ("progress", "provisions"):
        assert newcomer.count(what) == min(now.legacy[seat].count(what) for seat in PAIR)
    state = GAME.setup("my_island/8", 3, {"award": "yes"}, now.legacy)
    cells = {str(action[2]) for action in GAME.legal(state, 2)}
    ground = first_owed(state, 2).ground
    open_cells = set(ground.grid.listed(ground.select(("heath", "palm"))))
    assert cells == open_cells - set(ground.grid.listed(ground.layer("reserved")))
    assert {"2,0", "3,3", "6,4"} <= cells and not cells & {"0,0", "3,4", "5,5", "6,0"}
    assert ground.layer("totem") == 0, "the board as episode 6 left it"
    assert state.setting.grounds[2].layer("totem"), "the features put so far"


def test_mi_r37_who_joins_before_episode_6_owes_nothing() -> None:
    assert played((PAIR,) * 5).standing.legacy[2].owed == ()


def test_mi_r37_a_seat_that_wakes_chooses_its_hearth_and_keeps_its_progress() -> None:
    told = played((THREE,) * 5 + (PAIR, THREE))
    woken = told.matches[6].legacy[2]
    slept = (told.matches[4].end or {})["legacy"][2]
    assert woken.count("progress") == slept["counts"].get("progress", 0)
    assert Owed("my_island/6", 1, "award.everyone", 0) in woken.owed
    put = [
        one for one in told.standing.history[2] if (one.mode, one.given_by) == ("my_island/7", "my_island/6")
    ]
    assert [one.what for one in put] == ["plot:H"]


# Chapters


@pytest.mark.parametrize("played_so_far", [0, 3, 5, 9])
def test_sealed_chapters_are_their_number(played_so_far: int) -> None:
    matches = [Finished(match.end or {}) for match in played((THREE,) * 10).matches[:played_so_far]]
    told = standing_json(standing(CAMPAIGN, 3, matches))
    opened = 1 + played_so_far // 3
    assert told["opened"] == opened
    assert all(set(part) == {"chapter", "sealed"} for part in told["chapters"][opened:])
    chapters = [part["chapter"] for part in told["chapters"]] + told["coming"]
    assert chapters == [str(number) for number in range(1, 9)]
