"""What holds for every campaign that counts progress: its file, visits at own pace, what was kept and why."""

import gzip
from random import Random

import pytest

from tests.campaign.played import campaign
from tests.dialect import random_history
from tests.games.laying.paces import as_together
from tilefolk.campaign import SERIES
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import AnyGame, Legacy
from tilefolk.core.match import Header, Match, finish
from tilefolk.core.notation import CHANCE, TABLE, Line
from tilefolk.core.tally import places
from tilefolk.games import find
from tilefolk.games.laying.catalogue import EPISODES, whole_ground
from tilefolk.games.laying.rules.award import Award
from tilefolk.games.laying.rules.choice import Stick

CAMPAIGNS = tuple(name for name, series in SERIES.items() if series.wins)
SEED = "campaign"
SIZES = {12: 32_000, 24: 64_000}  # gzipped, by the number of matches


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "pace"), [(2, "own"), (4, "together")])
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_is_one_text_with_one_spelling(name: str, seats: int, pace: str) -> None:
    boards = ("Zażółć gęślą", "", "Bear's End", "")[:seats]
    told = campaign(name, seats, pace)
    text = write_series(SeriesRecord(SERIES[name], seats, told.matches, boards))
    record = read_series(text)
    assert write_series(record) == text and record.cities == boards
    assert record.standing == told.standing


@pytest.mark.slow
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_of_four_seats_is_small(name: str) -> None:
    matches = campaign(name, 4, "together").matches
    for played, most in SIZES.items():
        text = write_series(SeriesRecord(SERIES[name], 4, matches[:played]))
        assert len(gzip.compress(text.encode())) < most


@pytest.mark.slow
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_the_history_tells_match_and_reason_of_every_sticker(name: str) -> None:
    now = campaign(name, 2, "own").standing
    for seat, legacy in enumerate(now.legacy):
        put = tuple((one.what, one.value) for one in now.history[seat] if isinstance(one.value, str))
        assert tuple(pair for pair in put if pair[1]) == legacy.stickers


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_why_not_is_said_for_every_cell(name: str) -> None:
    for mode in SERIES[name].modes:
        ground = whole_ground(EPISODES[mode], random_history(mode, 0).without_open())
        for rule in EPISODES[mode].rules.reward:
            rows = rule.rows if isinstance(rule, Award) else {}
            for gift in [gift for row in rows.values() for gift in row if isinstance(gift, Stick)]:
                allowed = {str(action[2]) for action in gift.options(ground)}
                for cell in ground.grid.bits:
                    said = gift.why_not(ground, ("stick", gift.what[0], cell))
                    assert bool(said) != (cell in allowed)


# People who never meet


def begun(mode: str, legacy: tuple[Legacy, ...], seats: int) -> Match:
    """A match at own pace with rewards, before its first card."""
    options = (("award", "yes"), ("pace", "own"))
    header = Header(mode, find(mode)[1].version, seats, options, seal(open_seed(SEED)), (), SEED)
    return Match(find(mode)[0], header, legacy)


@pytest.mark.parametrize(
    ("game", "numbers", "late"), [("my_city", (1, 2, 3, 4), (2, 1)), ("my_island", (5, 6, 7, 8), (6, 1))]
)
def test_three_people_who_never_meet_need_one_visit_each(
    game: str, numbers: tuple[int, ...], late: tuple[int, int]
) -> None:
    """Four episodes at own pace; one of them is late once. Every sticker is chosen by its owner.

    Replayed together each episode comes to the same.
    """
    stream = Random("weeks")
    legacy: tuple[Legacy, ...] = ()
    chosen = 0
    for number in numbers:
        match = begun(f"{game}/{number}", legacy, 3)
        for seat in stream.sample(range(3), 3):
            is_late = (number, seat) == late
            assert _visit(match, seat, stream, is_late) == (0 if is_late else 1)
        assert match.over, "nobody has to come back"
        finish(match, open_seed(SEED))
        legacy = tuple(match.game.takes_along(match.state, seat) for seat in range(3))
        sticks = [line for line in match.lines if line.action[0] == "stick"]
        assert all(line.who >= 0 for line in sticks)
        chosen += len(sticks)
        assert any(line.action[0] == "late" for line in match.lines) == (number == late[0])
        if number != late[0]:
            _same_together(match)
    assert chosen >= 6, "what an episode gives is put at the next visit"


def _same_together(match: Match) -> None:
    together, _ = as_together(match)
    game: AnyGame = match.game
    ours, theirs = game.score(match.state), game.score(together.state)
    assert [tally.value for tally in ours] == [tally.value for tally in theirs]
    assert places(ours) == places(theirs)
    assert (match.end or {})["legacy"] == together.end_record()["legacy"]


def _visit(match: Match, seat: int, stream: Random, late: bool) -> int:
    """The seat plays everything it can in one go; a late one is answered for by the table."""
    game, key, acted = match.game, match_key(open_seed(SEED), ()), False
    while True:
        acting = game.to_act(match.state)
        if seat in acting and late:
            match.append(Line(TABLE, ("late", seat, *game.timeout_action(match.state, seat))))
        elif seat in acting:
            legal = [action for action in game.legal(match.state, seat) if action != ("end",)]
            match.append(Line(seat, stream.choice(legal or [("end",)])))
            acted = True
        elif CHANCE in acting and not match.state.boards[seat].ended:
            match.append(Line(CHANCE, outcome(key, game.draws(match.state)[0])))
        else:
            return int(acted)
