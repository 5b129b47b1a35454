"""When comparisons are made (MI-R42): open until all are done, and at own pace worth nothing before."""

from collections.abc import Iterator

from tests.dialect import game_of, random_match
from tests.games.my_island.eternal.shore import ETERNAL
from tilefolk.core.game import Json
from tilefolk.core.match import Match

MOST = "most."


def views(pace: str) -> Iterator[Json]:
    """What the first of two seats is shown after every line."""
    whole = random_match(ETERNAL, 2, pace, "compared", quits=0.0)
    match = Match(whole.game, whole.header)
    for line in whole.lines:
        match.append(line)
        yield game_of(ETERNAL).view(match.state, 0)


def compared(board: Json) -> int:
    return sum(points for rule, points, _ in board["tally"] if rule.startswith(MOST))


def test_mi_r42_at_own_pace_comparisons_count_nothing_until_all_are_done() -> None:
    *running, last = views("own")
    sums = [compared(board) for view in running if view["sealed"] for board in view["boards"]]
    assert sums and not any(sums)
    assert last["phase"] == "over" and any(map(compared, last["boards"]))


def test_mi_r42_together_they_are_told_apart_from_what_is_won() -> None:
    told = 0
    for view in views("together"):
        board = view["boards"][0]
        if view["phase"] == "over":
            assert (view["stands"], board["won"], board["open"]) == ({}, board["value"], 0)
        else:
            assert board["won"] + board["open"] + compared(board) == board["value"]
            assert dict(board["leads"]).keys() == {rule for rule in view["stands"] if rule.startswith(MOST)}
            told += compared(board) > 0
    assert told


def test_who_leads_is_told_with_by_how_much() -> None:
    for view in views("together"):
        leads = [dict(board["leads"]) for board in view["boards"]]
        for rule, counts, leaders in view["majorities"]:
            assert [lead[rule] for lead in leads] == [counts[0] - counts[1], counts[1] - counts[0]]
            assert all(leads[seat][rule] >= 0 for seat in leaders)
