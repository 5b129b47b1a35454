"""The course of My Island's campaign: episodes alone, newcomers, own pace, who wins."""

from functools import cache
from random import Random

import pytest

from tests.dialect import DATA, random_line
from tests.games.my_island.campaign.episodes import CAMPAIGN, GAME, SEGMENTS, WITH_PLATEAU
from tilefolk.bots import BOTS
from tilefolk.campaign import standing
from tilefolk.campaign.finale import Finale, Step, finale
from tilefolk.campaign.lineups import finished
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.chance import match_key, open_seed, seal
from tilefolk.core.game import Legacy
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.play import play
from tilefolk.core.record import read_record, write_record
from tilefolk.games import find
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.missing import missed

# Single episodes: MI-R39


@pytest.mark.parametrize("number", range(13, 25))
def test_mi_r39_an_episode_alone_has_its_features_and_nothing_chosen(number: int) -> None:
    state = GAME.setup(f"my_island/{number}", 2, {})
    lit = {23: 2, 24: 4}.get(number, 0)
    for ground, legacy in zip(state.setting.grounds, state.setting.used, strict=True):
        assert list(legacy.stickers) == SEGMENTS[:lit] and not legacy.counts
        for name, first, cells in (
            ("totem", 7, 4),
            ("temple", 12, 3),
            ("harbour", 13, 3),
            ("lighthouse", 16, 2),
            ("megalith", 19, 3),
        ):
            assert ground.layer(name).bit_count() == (cells if number >= first else 0)
        on_plateau = number in WITH_PLATEAU
        assert ground.layer("ruin").bit_count() == (2 if on_plateau and number >= 15 else 0)
        assert ground.layer("portal").bit_count() == (number >= 22)
    assert EPISODES[f"my_island/{number}"].source.rounds == (30 if number < 16 else 32)


# Newcomers: MI-R37


def test_mi_r37_a_newcomer_has_as_many_lights_as_the_lowest() -> None:
    others = [Legacy((SEGMENTS[5], SEGMENTS[0], SEGMENTS[3])), Legacy((SEGMENTS[4], SEGMENTS[5]))]
    given = missed("my_island/22", 1, Legacy(), others)
    assert [(gain.what, gain.value) for gain in given] == SEGMENTS[:2]
    taken = Legacy().with_gains(given, "my_island/22", 1)
    assert missed("my_island/23", 1, taken, others) == (), "no ash, and lights enough"
    assert missed("my_island/22", 1, Legacy((SEGMENTS[1],)), others)[0][1:3] == SEGMENTS[0]


def test_mi_r37_roofs_and_provisions_are_counted_like_circles() -> None:
    two, three = (0, 1), (0, 1, 2)
    lineups = (two,) * 21 + (three,)
    told = play_series(
        CAMPAIGN,
        [BOTS["random"]] * 3,
        "islanders",
        None,
        lambda now: lineups[now.played] if now.played < len(lineups) else (),
    )
    newcomer, others = told.matches[-1].legacy[2], told.matches[-1].legacy[:2]
    for what in {what for one in others for what, _ in one.counts}:
        assert newcomer.count(what) == min(one.count(what) for one in others)
    assert {owed.mode for owed in newcomer.owed} == {"my_island/6"}, (
        "the hearth; second places get no sticker"
    )


# Own pace: one visit


def begun(number: int, legacy: tuple[Legacy, ...], pace: str) -> Match:
    options = (("award", "yes"), ("pace", pace))
    seats = len(legacy)
    return Match(
        GAME, Header(f"my_island/{number}", 1, seats, options, seal(open_seed("isle")), (), "isle"), legacy
    )


def visited(match: Match, seat: int, key: bytes) -> None:
    """One visit: the seat does everything it can, chance brings what it waits for."""
    stream = Random(seat)
    while seat in (acting := GAME.to_act(match.state)) or CHANCE in acting:
        who = seat if seat in acting else CHANCE
        match.append(random_line(GAME, match.state, who, key, stream, quits=0.02))


def answers_of(match: Match) -> list[list[Action]]:
    return [[line.action for line in match.lines if line.who == seat] for seat in range(match.header.seats)]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
@pytest.mark.parametrize("numbers", [(5, 6, 7, 8), (17, 18, 22, 23, 24)])
def test_own_pace_has_one_barrier_an_episode_and_comes_to_the_same(
    order: tuple[int, ...], numbers: tuple[int, ...]
) -> None:
    """What is owed is chosen at the next visit, so every person comes once an episode."""
    legacy = tuple(Legacy(counts=(("roof:F", 3),)) for _ in range(3))
    for number in numbers:
        match, key = begun(number, legacy, "own"), match_key(open_seed("isle"), ())
        for seat in order:
            assert not match.over
            visited(match, seat, key)
        assert match.over, "one visit each"
        again, ended = together(match).end_record(), match.end_record()
        assert [again[key] for key in ("values", "places", "tallies")] == [
            ended[key] for key in ("values", "places", "tallies")
        ]
        legacy = tuple(GAME.takes_along(match.state, seat) for seat in range(3))
    assert any(one.stickers for one in legacy)


def together(own: Match) -> Match:
    """The same answers once more, round by round."""
    match, left = begun(int(own.header.game.rpartition("/")[2]), own.legacy, "together"), answers_of(own)
    drawn = {line.action[:2]: line for line in own.lines if line.who == CHANCE}
    while acting := GAME.to_act(match.state):
        who = acting[0]
        if who == CHANCE:
            draw = GAME.draws(match.state)[0]
            match.append(drawn[draw.stream, draw.index])
        else:
            match.append(Line(who, left[who].pop(0) if left[who] else ("later",)))
    return match


# Who wins: MI-R36


def test_mi_r36_every_step_that_decides() -> None:
    wins = CAMPAIGN.wins
    assert wins == ("progress", "firsts", "last_place")
    assert finale(wins, [(30, 3, 1), (31, 1, 2)]) == Finale((Step("progress", (0, 1), (30, 31), (1,)),), (1,))
    level = finale(wins, [(30, 5, 2), (30, 5, 1), (30, 4, 1)])
    assert [step.what for step in level.steps] == ["progress", "firsts", "last_place"]
    assert level.winners == (1,)
    assert finale(wins, [(30, 5, 1), (30, 5, 1), (29, 9, 1)]).winners == (0, 1), "a shared victory"


@cache
def whole_campaign() -> Played:
    return play_series(CAMPAIGN, [BOTS["random"]] * 4, "island finale")


def test_mi_r36_the_campaign_ends_after_24_and_says_who_has_won() -> None:
    now = whole_campaign().standing
    assert now.over and now.finale and now.next_mode is None and len(whole_campaign().matches) == 24
    assert [seat for seat, place in enumerate(now.places) if place == 1] == list(now.finale.winners)
    assert standing_json(now)["finale"]["winners"] == list(now.finale.winners)
    part = SeriesRecord(CAMPAIGN, 4, whole_campaign().matches[:23]).standing
    assert part.finale is None and standing_json(part)["opened"] == 8


def test_a_branch_after_each_of_24_replays_to_the_same_standing() -> None:
    matches = whole_campaign().matches
    for played in range(1, 25):
        again = [read_record(write_record(match), find) for match in matches[played - 1 : played]]
        assert again[0].end_record() == matches[played - 1].end
        part = standing(CAMPAIGN, 4, list(map(finished, [*matches[: played - 1], *again])))
        assert part.legacy == SeriesRecord(CAMPAIGN, 4, matches[:played]).standing.legacy
        if played < 24:
            assert part.legacy == matches[played].legacy


# A campaign of the first half


def test_a_campaign_that_stands_after_twelve_goes_on() -> None:
    """Twelve episodes at own pace, written before there were more."""
    text = (DATA / "my_island" / "first_half.txt").read_text(encoding="utf-8")
    first_half = read_series(text)
    assert write_series(first_half) == text
    now = first_half.standing
    assert now.next_mode == "my_island/13" and standing_json(now)["opened"] == 5
    assert [len(legacy.owed) for legacy in now.legacy] == [0, 0, 1]
    options = CAMPAIGN.options_of(find("my_island/13")[1], {"pace": "own"})
    match = play(*find("my_island/13"), [BOTS["random"]] * 3, "goes on", options, now.legacy)
    longer = write_series(first_half._replace(matches=(*first_half.matches, match)))
    assert longer.startswith(text.rstrip("\n")) and write_series(read_series(longer)) == longer
    assert match.end_record()["kept"][2][0][0] == "owed", "what the twelfth gave is answered first"
