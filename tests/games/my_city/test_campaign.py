"""My City's campaign: what lasts, single episodes, versions."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.test_every_campaign import campaign as played_campaign
from tests.dialect import Position
from tests.golden import FOLDER, golden_path
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.history import history
from tilefolk.campaign.lineups import Finished, course, finished
from tilefolk.campaign.playing import Played
from tilefolk.campaign.record import SeriesRecord, is_city_name, read_series, write_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import BadSetup, Illegal, Legacy
from tilefolk.core.grid import bits_of
from tilefolk.core.legacy import Owed
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, TABLE, Action, Line
from tilefolk.core.play import play
from tilefolk.core.record import BadRecord, read_record
from tilefolk.core.table_lines import gain_json, gain_of, legacy_of
from tilefolk.games import find, my_city
from tilefolk.games.laying.catalogue import EPISODES, ground_in, whole_ground
from tilefolk.games.laying.choosing import PUT_OFF, choice_in
from tilefolk.games.laying.finish import gains
from tilefolk.games.laying.mentions import changed_cells
from tilefolk.games.laying.rules.award import Award, SeatShape
from tilefolk.games.laying.rules.choice import Stick
from tilefolk.games.laying.rules.rule_kinds import Choice, Task
from tilefolk.games.laying.rules.setup import Mark

CAMPAIGN = SERIES["my_city/campaign"]
NUMBERS = range(1, 25)
GAME = my_city.GAME


def episode_mode(number: int) -> str:
    return f"my_city/{number}"


def begun(number: int, legacy: tuple[Legacy, ...] = (), seats: int = 2, pace: str = "together") -> Match:
    """A match with rewards before its first card."""
    secret = open_seed("campaign")
    options = (("award", "yes"), ("pace", pace))
    return Match(GAME, Header(episode_mode(number), 1, seats, options, seal(secret), (), "campaign"), legacy)


def drawn(match: Match) -> None:
    """Chance brings everything that is waited for."""
    key = match_key(open_seed("campaign"), ())
    while CHANCE in GAME.to_act(match.state):
        match.append(Line(CHANCE, outcome(key, GAME.draws(match.state)[0])))


def ended(match: Match, *answers: str) -> Match:
    """Every seat answers its first card like this and then ends its part."""
    drawn(match)
    for seat, answer in enumerate(answers):
        match.append(Line(seat, (answer,) if answer else GAME.legal(match.state, seat)[0]))
    while match.state.phase == "rounds":
        drawn(match)
        for seat in [who for who in GAME.to_act(match.state) if who >= 0]:
            match.append(Line(seat, ("end",)))
    return match


def cells(number: int, rule: str, gift: int, *stickers: tuple[str, str]) -> set[str]:
    """The cells that may take a sticker of an award."""
    ground = whole_ground(EPISODES[episode_mode(number)], Legacy(stickers))
    return {str(action[2]) for action in stick(number, rule, gift).options(ground)}


def stick(number: int, rule: str, gift: int) -> Stick:
    choice = choice_in(EPISODES[episode_mode(number)], Task(rule, gift))
    assert isinstance(choice, Stick)
    return choice


def why(number: int, rule: str, gift: int, action: Action, *stickers: tuple[str, str]) -> set[str]:
    ground = whole_ground(EPISODES[episode_mode(number)], Legacy(stickers))
    return set(stick(number, rule, gift).why_not(ground, action))


SQUARES = {
    *("F1", "H1", "J1", "G2", "I2", "F3", "H3", "I4", "F5", "H5"),
    *("G6", "I6", "F7", "H8", "J8", "E9", "G9", "H10", "G11"),
}


# Worked example and rulings


def test_mc_v10_uncovered_cells_at_the_dike() -> None:
    laid = [("R-O4", "E1 F1 E2 F2"), ("Y-I3", "F3 F4 F5")]
    assert Position(episode_mode(9), laid).line("visible.river") == -6


def test_mc_r32_progress_beyond_the_circles_is_counted() -> None:
    brought = Legacy(counts=(("progress", 60),))
    match = ended(begun(2, (brought, Legacy())), "", "end")
    assert GAME.takes_along(match.state, 0).count("progress") in (60, 62)
    assert max(GAME.takes_along(match.state, seat).count("progress") for seat in (0, 1)) == 62


@pytest.mark.parametrize("number", [7, 8])
def test_mc_r33_and_r37_stickers_may_go_on_the_closed_bank(number: int) -> None:
    assert cells(number, "award.first", 1) == SQUARES
    without = [("t", name) for name in SQUARES]
    assert {"A1", "C9", "D11"} <= cells(number, "award.first", 1, *without), "the left bank is there again"


def test_mc_r33_all_choose_at_once_hidden_until_all_are_done() -> None:
    match = ended(begun(2), "", "")
    assert GAME.to_act(match.state) == (0, 1)
    before = GAME.view(match.state, 1)
    match.append(Line(0, ("stick", "W", "G2")))
    view = GAME.view(match.state, 1)
    assert {**view, "to_act": before["to_act"]} == before
    assert Line(0, ("stick", "W", "G2")) not in match.told(1)
    match.append(Line(0, ("undo",)))
    match.append(Line(0, ("stick", "W", "I2")))
    for seat in (0, 1):
        while seat in GAME.to_act(match.state):
            match.append(Line(seat, GAME.legal(match.state, seat)[0]))
    assert match.over and Line(0, ("stick", "W", "I2")) in match.told(1)
    assert not match.may_undo(0), "the last choice closes it"


def test_mc_r34_the_second_choice_of_cells_and_what_is_forfeited() -> None:
    full = [("t", name) for name in SQUARES]
    assert cells(1, "award.first", 1) == SQUARES
    fallback = cells(1, "award.first", 1, *full)
    assert "C1" in fallback and not fallback & {"B1", "K1", "A4", "E3", "E6", *SQUARES}
    wells = cells(2, "award.everyone", 0, *full)
    assert wells and wells <= fallback and "C2" in wells
    felled = [("B", name) for name in ("B1", "J3", "G4", "I7", "B10", "F10")]
    assert cells(9, "award.first", 1, *felled) == set(), "no tree is left"
    legacy = Legacy(tuple(felled))
    match = ended(begun(9, (legacy, legacy), pace="own"), "", "end")
    first = min((0, 1), key=lambda seat: GAME.view(match.state, None)["places"][seat])
    assert match.end_record()["kept"][first] == [["award.first", "progress", 2], ["award.first", "B", ""]]


def test_mc_r35_marks_lie_over_everything_and_reserved_cells_take_nothing() -> None:
    position = Position(episode_mode(10), stickers=[("t", "A8"), ("t", "I10"), ("R", "K1")])
    ground = position.ground
    assert set(ground.grid.listed(ground.layer("vein"))) == {"A8", "K1"}
    assert ground.grid.listed(ground.layer("sawmill")) == ("I10",)
    assert "stick.off.reserved" in why(10, "award.first", 1, ("stick", "R", "E3"))


def test_mc_r35_stickers_lie_in_the_order_in_which_they_were_put() -> None:
    later = Position(episode_mode(2), stickers=[("R", "F1"), ("t", "F1")])
    assert "F1" in later.ground.grid.listed(later.ground.layer("tree"))
    assert "F1" not in later.ground.grid.listed(later.ground.layer("rock"))


def test_mc_r36_wells_stay_off_the_river_the_edge_and_each_other() -> None:
    sites = cells(2, "award.everyone", 0)
    assert len(sites) == 10, "as the page says"
    assert not sites & {"F1", "F3", "F5", "J8"}
    assert "stick.off.river" in why(2, "award.everyone", 0, ("stick", "W", "F3"))
    assert "stick.sides.plain" in why(2, "award.everyone", 0, ("stick", "W", "H1"))
    beside = why(2, "award.everyone", 0, ("stick", "W", "G2"), ("W", "G3"))
    assert beside == {"stick.apart.well"}


def test_why_a_sticker_does_not_go_there() -> None:
    assert why(1, "award.first", 1, ("stick", "R", "B1")) == {"stick.on.empty", "stick.on.square"}
    assert why(1, "award.first", 1, ("stick", "R", "C1")) == {"stick.on.square"}
    assert why(9, "award.first", 1, ("stick", "B", "C1")) == {"stick.on.tree"}
    assert why(12, "award.others", 0, ("stick", "B", "C1")) == {"stick.on.rock"}
    assert why(1, "award.first", 1, ("stick", "t", "F1")) == {"not_this_sticker"}
    assert why(1, "award.first", 1, ("stick", "R", "Z9")) == {"no_such_cell"}


def test_the_fourth_church_comes_with_the_place() -> None:
    match = ended(begun(4, seats=3), "", "pass", "end")
    places = GAME.view(match.state, None)["places"]
    for seat, place in enumerate(places):
        shape = {1: "W5", 2: "P5"}.get(place, "V3")
        assert GAME.takes_along(match.state, seat).stickers[-1] == ("C-4th", shape)
    brought = tuple(Legacy((("C-4th", shape),)) for shape in ("W5", "V3"))
    grounds = begun(5, brought).state.setting.grounds
    assert [ground.pieces["C-4th"].name for ground in grounds] == ["W5", "V3"]


# MC-R53: any episode by itself


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


# MC-R54: the mint


RICH = Legacy((("G", "C1"), ("G", "E1")), (("nuggets", 1), ("nuggets_ever", 1)))


def test_mc_r54_what_was_won_in_the_same_episode_can_be_sold() -> None:
    game = GAME
    state = game.setup(episode_mode(12), 2, {"pace": "own", "award": "yes"}, (RICH, RICH))
    assert game.takes_along(state, 0).count("nuggets") == 1
    rule = EPISODES[episode_mode(12)].rules.ask[0]
    assert rule.answers(RICH, 0) == (("melt", 0), ("melt", 1))
    assert rule.answers(RICH, 2) == (("melt", 0), ("melt", 1), ("melt", 2)), "two at most"
    assert rule.answers(Legacy(), 0) == ()


def test_mc_r54_at_own_pace_it_is_asked_when_the_own_rounds_are_over() -> None:
    match = begun(12, (RICH, RICH), pace="own")
    drawn(match)
    match.append(Line(0, ("end",)))
    assert 0 in GAME.to_act(match.state), "nobody waits for the others with it"
    assert list(GAME.legal(match.state, 0)) == [("melt", 0), ("melt", 1)]
    match.append(Line(0, ("melt", 1)))
    assert 0 not in GAME.to_act(match.state) and match.state.phase == "rounds"
    assert GAME.view(match.state, 1) == GAME.view(match.state, 1)
    assert ("melt", 1) not in [line.action for line in match.told(1)]
    match.append(Line(1, ("end",)))
    match.append(Line(1, ("melt", 0)))
    assert match.over
    assert match.end_record()["kept"][0][0] == ["melt", "nuggets", -1]
    assert ("melt", 1) in [line.action for line in match.told(1)]


def test_mc_r47_a_stand_in_melts_no_nuggets() -> None:
    match = begun(12, (RICH, RICH), pace="own")
    drawn(match)
    assert not GAME.lasts(match.state, 0), "rounds are played for whoever is away"
    match.append(Line(0, ("end",)))
    assert GAME.lasts(match.state, 0) and GAME.timeout_action(match.state, 0) == ("melt", 0)


def test_mc_r54_an_open_race_counts_with_its_smallest_prize() -> None:
    race = next(rule for rule in EPISODES[episode_mode(12)].rules.race)
    assert [race.prize(step).nuggets for step in range(3)] == [2, 1, 1]


# MC-R55: owed choices


def test_mc_r55_later_puts_all_open_choices_off() -> None:
    match = ended(begun(2), "", "")
    match.append(Line(0, PUT_OFF))
    match.append(Line(1, GAME.legal(match.state, 1)[0]))
    while 1 in GAME.to_act(match.state):
        match.append(Line(1, GAME.legal(match.state, 1)[0]))
    legacy = GAME.takes_along(match.state, 0)
    assert legacy.owed[0] == Owed(episode_mode(2), 1, "award.everyone", 0) and len(legacy.owed) == 2


OWING = Legacy(owed=(Owed(episode_mode(9), 1, "award.others", 0),))


def test_mc_r55_it_is_answered_before_the_first_card_on_the_board_of_the_earlier_episode() -> None:
    match = begun(10, (OWING, Legacy()))
    assert GAME.to_act(match.state) == (0,), "together nobody gets a card before"
    assert GAME.draws(match.state) == ()
    view = GAME.view(match.state, 0)
    assert view["phase"] == "owed" and view["choices"][0]["from"] == episode_mode(9)
    assert "vein" not in view["choices"][0]["ground"]["layers"], "the marks of episode 10 come after it"
    with pytest.raises(Illegal) as caught:
        match.append(Line(0, PUT_OFF))
    assert caught.value.rules == ("put_off_before",)
    match.append(Line(0, ("stick", "W", "G6")))
    assert match.state.setting.grounds[0].layer("well") and GAME.draws(match.state)
    assert match.end_record()["kept"][0][0] == ["owed", "W", "G6"]


def test_mc_r55_at_own_pace_nobody_waits_for_what_another_owes() -> None:
    match = begun(10, (OWING, Legacy()), pace="own")
    assert set(GAME.to_act(match.state)) == {0, CHANCE}
    drawn(match)
    assert set(GAME.to_act(match.state)) == {0, 1}
    before = GAME.view(match.state, 1)
    match.append(Line(0, ("stick", "W", "G6")))
    assert GAME.view(match.state, 1) == before
    assert 0 in GAME.to_act(match.state) and not match.may_undo(0), "its first card lies there"


def test_mc_r57_who_is_away_owes_on_and_nothing_is_chosen_for_them() -> None:
    match = begun(10, (OWING, Legacy()))
    assert GAME.timeout_action(match.state, 0) == PUT_OFF
    match.append(Line(TABLE, ("late", 0, *PUT_OFF)))
    assert GAME.draws(match.state), "the others go on"
    ended(match, "end", "")
    while 1 in GAME.to_act(match.state):
        match.append(Line(1, GAME.legal(match.state, 1)[0]))
    assert GAME.timeout_action(match.state, 0) == PUT_OFF
    match.append(Line(TABLE, ("late", 0, *PUT_OFF)))
    owed = GAME.takes_along(match.state, 0).owed
    assert [one.mode for one in owed] == [episode_mode(9), episode_mode(10)], "in the order of the episodes"


def test_a_choice_nobody_gave_is_refused() -> None:
    for owed in (Owed("my_city/99", 1, "award.first", 1), Owed(episode_mode(9), 1, "award.first", 0)):
        with pytest.raises(BadSetup) as caught:
            GAME.setup(episode_mode(10), 2, {}, (Legacy(owed=(owed,)), Legacy()))
        assert caught.value.problem == "setup.owed"


# What is kept, folded


def campaign(seats: int, pace: str) -> Played:
    return played_campaign(CAMPAIGN.name, seats, pace)


def recorded() -> Iterator[Match]:
    """Every match that lies in the golden files, and two campaigns."""
    for path in sorted(FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        if text.startswith("tilefolk-match") and not path.name.startswith(("peek", "point")):
            head, _, rest = text.partition("\n\n")
            if "episode-" not in path.name:
                yield read_record(head + "\n\n" + rest.partition("\n\n")[0].rstrip("\n") + "\n", find)
    yield from campaign(4, "together").matches
    yield from campaign(2, "own").matches


@pytest.mark.slow
def test_what_is_brought_plus_what_is_kept_is_what_is_taken_along() -> None:
    """Older end records do not tell what was kept: there it is worked out from the lines."""
    told = 0
    for match in recorded():
        end = match.end or {}
        brought = match.legacy or (EPISODES[match.header.game].alone,) * match.header.seats
        for seat, own in enumerate(brought):
            listed = end["kept"][seat] if "kept" in end else map(gain_json, gains(match.state, seat))
            kept = [gain_of(entry) for entry in listed]
            taken = own.with_gains(kept, match.header.game, match.header.version)
            assert taken == legacy_of(end["legacy"][seat]), match.header
            told += len(kept)
    assert told > 150


def test_old_end_records_say_nothing_about_it() -> None:
    text = golden_path("roll_and_build/campaign").read_text(encoding="utf-8")
    assert '"kept"' not in text and '"owed"' not in text


# The series


def test_mc_r49_progress_then_firsts_then_nuggets_then_the_last_value() -> None:
    def end(values: list[int], places: list[int], counts: list[dict[str, int]]) -> Finished:
        legacy = [{"stickers": [], "counts": count} for count in counts]
        return Finished({"values": values, "places": places, "legacy": legacy})

    level = {"progress": 3, "nuggets": 1}
    ends = [
        end([20, 20, 20, 9], [1, 2, 3, 4], [{"progress": 3}] * 4),
        end([5, 9, 9, 8], [2, 1, 1, 4], [{"progress": 3}, level, {"progress": 3}, level]),
    ]
    now = standing(CAMPAIGN, 4, ends)
    assert now.counts == ((3, 1, 0, 5), (3, 1, 1, 9), (3, 1, 0, 9), (3, 0, 1, 8))
    assert now.places == (3, 1, 2, 4)
    assert now.totals == (3, 3, 3, 3), "progress, never points"
    assert now.chapters[0].gains == ((3, 3, 3, 3), (0, 0, 0, 0))


@pytest.mark.parametrize(("played", "opened"), [(0, 1), (2, 1), (3, 2), (9, 4), (12, 5), (23, 8), (24, 8)])
def test_a_sealed_chapter_is_its_number(played: int, opened: int) -> None:
    told = standing_json(standing(CAMPAIGN, 2, list(map(finished, campaign(2, "own").matches[:played]))))
    assert told["opened"] == opened and told["coming"] == []
    for part in told["chapters"][opened:]:
        assert set(part) == {"chapter", "sealed"}
    assert all("gains" in part for part in told["chapters"][:opened])
    assert ("nuggets" in told["wins"]) == (opened >= 4)
    assert {len(row) for row in told["counts"]} == {len(told["wins"])}
    assert told["animals"] == ["eagle", "bear"]


@pytest.mark.parametrize("name", ["", " x", "x" * 25, "a\tb", "a\nb", "\u202e"])
def test_city_names_that_are_none(name: str) -> None:
    assert not is_city_name(name)


def test_a_bad_city_name_in_a_file_is_named() -> None:
    text = write_series(SeriesRecord(CAMPAIGN, 2, (), ("Good", "")))
    with pytest.raises(BadRecord) as caught:
        read_series(text.replace("Good", "G" * 25))
    assert (caught.value.problem, caught.value.number) == ("series.city", 5)
    other = text.replace("my_city/campaign", "roll_and_build/campaign")
    with pytest.raises(BadRecord) as caught:
        read_series(other)
    assert caught.value.problem == "record.header", "a series without animals has no cities"


def test_the_history_tells_match_and_reason_of_every_sticker() -> None:
    common = {"values": [1, 0], "places": [1, 2], "legacy": [{"stickers": [], "counts": {}}] * 2}
    first = [[["award.first", "progress", 2], ["award.first", "later", 1]], [["award.others", "t", "F1"]]]
    second = [[["owed", "R", "F3"], ["award.everyone", "W", "G2"]], []]
    ends = [Finished({**common, "kept": kept}) for kept in (first, second)]
    visits = course(2, CAMPAIGN.modes, ends).visits
    told = history(2, zip(CAMPAIGN.modes, visits, strict=False))
    assert told[0] == (
        (episode_mode(1), episode_mode(1), "award.first", "progress", 2),
        (episode_mode(2), episode_mode(1), "award.first", "R", "F3"),
        (episode_mode(2), episode_mode(2), "award.everyone", "W", "G2"),
    )


@pytest.mark.parametrize("pace", ["together", "own"])
def test_open_choices_of_others_change_nothing_that_leaves_the_house(pace: str) -> None:
    """Owed at the start, and after the ranking where anybody chooses there."""
    owing = (OWING._replace(owed=OWING.owed * 2),) * 3

    def leaves(cell: str, viewer: int | None) -> object:
        match = begun(10, owing, 3, pace)
        match.append(Line(1, ("stick", "W", cell)))
        if pace == "own":
            match.append(Line(1, GAME.legal(match.state, 1)[0]))
        return GAME.view(match.state, viewer), match.told(viewer), GAME.seen(match.state, viewer)

    for viewer in (0, 2, None):
        assert leaves("G6", viewer) == leaves("H8", viewer)


# Versions beside each other


@pytest.fixture
def two_versions(tmp_path: Path) -> Iterator[None]:
    """Episode 2 in a second version: trees count twice. The first lies beside it."""
    campaign(4, "together")  # played before the second version is there
    folder = tmp_path / "data"
    shutil.copytree(GAME.folder, folder)
    first = (folder / "2.toml").read_text(encoding="utf-8")
    second = first.replace("version = 1", "version = 2").replace('"tree", per = 1', '"tree", per = 2')
    assert second.count("per = 2") == 1
    (folder / "2@1.toml").write_text(first, encoding="utf-8")
    (folder / "2.toml").write_text(second, encoding="utf-8")
    EPISODES.add_folder("my_city", folder)
    yield
    EPISODES.add_folder("my_city", GAME.folder)


def test_two_versions_of_one_episode_in_one_campaign(two_versions: None) -> None:
    old = campaign(4, "together").matches[:2]
    assert find(episode_mode(2))[1].version == 2 and find(episode_mode(2), 1)[1].version == 1
    record = read_series(write_series(SeriesRecord(CAMPAIGN, 4, old)))
    assert [match.header.version for match in record.matches] == [1, 1], "an older record finds its own"
    assert record.matches[1].end == old[1].end
    now = record.standing
    game, mode = find(str(now.next_mode))
    bots = [BOTS["random"]] * 4
    third = play(game, mode, bots, "goes on", CAMPAIGN.options_of(mode, {}), now.legacy)
    text = write_series(SeriesRecord(CAMPAIGN, 4, (*old, third)))
    assert write_series(read_series(text)) == text
    newer = play(*find(episode_mode(2)), bots, "newest", {"award": "yes"}, record.matches[1].legacy)
    fresh = read_series(write_series(SeriesRecord(CAMPAIGN, 4, (old[0], newer))))
    assert [match.header.version for match in fresh.matches] == [1, 2], "the next episode is the newest"


def test_a_version_we_do_not_have_is_named(two_versions: None) -> None:
    text = golden_path(episode_mode(2)).read_text(encoding="utf-8").replace("version 1", "version 7", 1)
    head, _, rest = text.partition("\n\n")
    with pytest.raises(BadRecord) as caught:
        read_record(head + "\n\n" + rest.partition("\n\n")[0] + "\n", find)
    assert caught.value.problem == "record.version" and caught.value.names["version"] == "2"


def test_an_older_file_has_the_version_of_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(GAME.folder, folder)
    shutil.copy(folder / "2.toml", folder / "2@7.toml")
    EPISODES.add_folder("my_city", folder)
    try:
        with pytest.raises(ValueError, match=r"2@7\.toml: version"):
            EPISODES.of(episode_mode(2), 7)
    finally:
        EPISODES.add_folder("my_city", GAME.folder)


def lit_by_changes(number: int) -> dict[str, set[str]]:
    """The cells of a board without stickers that new and gone rules speak of."""
    episode = EPISODES[episode_mode(number)]
    ground = ground_in(episode, Legacy())
    names = ground.grid.names
    return {
        rule: {names[bit] for bit in bits_of(mask)} for rule, mask in changed_cells(episode, ground).items()
    }


def test_new_rules_speak_of_cells() -> None:
    eighth, tenth = lit_by_changes(8), lit_by_changes(10)
    assert eighth["mark.SAW"] == {"I10"}
    assert eighth["start.near:sawmill"] == {"I9", "I11", "H10", "J10"}
    assert tenth["mark.G"] == tenth["race_covered.vein.nuggets"] == {"A8", "K1"}
    assert "church" not in lit_by_changes(5)  # no church stands before the first card
    assert {"B1", "J3"} <= lit_by_changes(1)["visible.tree"]  # in the first episode every rule is new


def test_a_flooded_bank_is_not_among_the_open_cells() -> None:
    assert "A8" not in lit_by_changes(7)["land.plain.no_left"]
    assert "A8" in lit_by_changes(10)["land.plain.forest"]


def test_what_places_bring_is_told_in_advance() -> None:
    match = begun(3, seats=3)
    assert match.game.view(match.state, None)["gifts"] == [
        ["award.first", ["progress"], 2],
        ["award.first", ["R"], ""],
        ["award.second", ["progress"], 1],
        ["award.others", ["W"], ""],
    ]
    rows = [row for row, *_ in begun(4).game.view(begun(4).state, 0)["gifts"]]
    assert "award.second" not in rows  # two seats have no second row
    alone = Match(GAME, Header(episode_mode(3), 1, 2, (), seal(open_seed("alone")), (), "alone"))
    assert alone.game.view(alone.state, None)["gifts"] == []  # played by itself an episode brings nothing
