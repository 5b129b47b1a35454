"""Campaigns: the fold over end records, bonuses, titles, and the text of a series."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.dialect import random_match
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, Series, UnknownSeries, all_offers, find_series, offer, standing
from tilefolk.campaign.lineups import Finished
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.record import SeriesRecord, is_series, read_series, write_series
from tilefolk.campaign.series import Bonus, title_for
from tilefolk.campaign.series_file import read_series_file
from tilefolk.core.game import Legacy
from tilefolk.core.play import play
from tilefolk.core.record import BadRecord, write_record
from tilefolk.core.table_lines import legacy_json
from tilefolk.games import find, modes_of, roll_and_build
from tilefolk.games.toml_tables import BadEpisode
from tilefolk.locale import LANGUAGES, texts

CAMPAIGN = SERIES["roll_and_build/campaign"]
SHORT = SERIES["roll_and_build/short"]
LAST = SERIES["roll_and_build/chapter-4"]
FILE = Path(str(roll_and_build.__file__)).parent / "series.toml"


def ended(values: Sequence[int], bags: Sequence[int] = (), stickers: Any = ()) -> Finished:
    """The end record of a match with these points; whoever has bags takes them along."""
    counts = [(("bags", n),) if n else () for n in bags or [0] * len(values)]
    legacy = [legacy_json(Legacy(tuple(stickers), count)) for count in counts]
    places = [1 + sum(other > mine for other in values) for mine in values]
    end = {"tallies": [[] for _ in values], "values": list(values), "places": places, "legacy": legacy}
    return Finished(end)


# The fold


def test_the_campaign_has_the_twelve_episodes_in_four_chapters() -> None:
    assert CAMPAIGN.modes == tuple(f"roll_and_build/{n}" for n in range(1, 13))
    assert [len(chapter.modes) for chapter in CAMPAIGN.chapters] == [3, 3, 3, 3]
    assert SHORT.modes == ("roll_and_build/3", "roll_and_build/6", "roll_and_build/12")
    for number in range(1, 5):
        chapter = SERIES[f"roll_and_build/chapter-{number}"]
        assert chapter.modes == CAMPAIGN.chapters[number - 1].modes


def test_before_the_first_match() -> None:
    now = standing(CAMPAIGN, 2, ())
    assert (now.played, now.over, now.next_mode) == (0, False, "roll_and_build/1")
    assert (now.totals, now.places, now.legacy, now.title) == ((0, 0), (1, 1), (), None)
    assert not any(chapter.whole for chapter in now.chapters)


def test_chapters_and_campaign_are_sums() -> None:
    ends = [ended((n, 2 * n)) for n in range(1, 13)]
    now = standing(CAMPAIGN, 2, ends)
    assert [chapter.totals for chapter in now.chapters] == [(6, 12), (15, 30), (24, 48), (33, 66)]
    assert now.totals == (78, 156) and now.places == (2, 1)
    assert now.over and now.next_mode is None and now.played == 12
    assert now.chapters[0].values == ((1, 2), (2, 4), (3, 6))
    assert now.chapters[0].ranks == ((2, 1),) * 3


@pytest.mark.parametrize("played", range(12))
def test_what_is_next_follows_from_what_was_played(played: int) -> None:
    now = standing(CAMPAIGN, 1, [ended((5,))] * played)
    assert now.next_mode == CAMPAIGN.modes[played] and not now.over
    assert [chapter.whole for chapter in now.chapters] == [played >= 3 * n for n in (1, 2, 3, 4)]
    assert now.totals == (5 * played,)


def test_ties_share_the_place_and_the_next_one_is_skipped() -> None:
    now = standing(SHORT, 4, [ended((7, 9, 9, 1))] * 3)
    assert now.places == now.chapters[0].places == (3, 1, 1, 4)


# Bags (RB rules: in full for everybody who shares a rank, nothing for nobody's bags)


@pytest.mark.parametrize(
    ("bags", "points"),
    [
        ((3, 2, 1), (20, 10, 0)),
        ((3, 3, 1), (20, 20, 10)),
        ((3, 2, 2, 1), (20, 10, 10, 0)),
        ((4, 4, 4), (20, 20, 20)),
        ((1, 0), (20, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((7,), (20,)),
        ((6,), (10,)),
        ((5,), (0,)),
        ((0,), (0,)),
    ],
)
def test_bags_at_the_end_of_chapter_3(bags: tuple[int, ...], points: tuple[int, ...]) -> None:
    seats = len(bags)
    ends = [ended((1,) * seats)] * 8 + [ended((1,) * seats, bags)]
    now = standing(CAMPAIGN, seats, ends)
    third = now.chapters[2]
    assert third.bonus == points
    assert third.totals == tuple(3 + n for n in points)
    assert now.totals == tuple(9 + n for n in points), "the campaign counts them too"
    assert [chapter.bonus for chapter in now.chapters if chapter is not third] == [(0,) * seats] * 3


def test_bags_wait_for_the_end_of_the_chapter() -> None:
    now = standing(CAMPAIGN, 2, [ended((1, 1))] * 7 + [ended((1, 1), (4, 1))])
    assert now.chapters[2].bonus == (0, 0)
    assert [brought.count("bags") for brought in now.legacy] == [4, 1]


def test_bags_are_counted_once() -> None:
    ends = [ended((1, 1))] * 8 + [ended((1, 1), (4, 1))] * 4
    assert standing(CAMPAIGN, 2, ends).totals == (12 + 20, 12 + 10)


def test_a_bonus_without_a_second_rank() -> None:
    assert Bonus("bags", (20,), {}).points((5, 4, 5)) == (20, 0, 20)


# Titles


def ladders() -> list[Any]:
    """Every ladder with the fewest points of each title."""
    chapters = [(chapter.name, chapter.titles) for chapter in CAMPAIGN.chapters]
    return [
        pytest.param(titles, i, id=f"{name} {titles[i].name}")
        for name, titles in [*chapters, ("campaign", CAMPAIGN.titles)]
        for i in range(len(titles))
    ]


@pytest.mark.parametrize(("titles", "i"), ladders())
def test_every_border_of_every_ladder(titles: Any, i: int) -> None:
    reached = title_for(titles, titles[i].least)
    assert reached == titles[i]
    below = title_for(titles, titles[i].least - 1)
    assert below == titles[max(0, i - 1)], "below the lowest it is the lowest too"


def test_the_ladders_are_those_of_the_rules() -> None:
    table = {chapter.name: [title.least for title in chapter.titles] for chapter in CAMPAIGN.chapters}
    assert table == {
        "1": [0, 10, 18, 26, 34, 42, 50, 60, 70],
        "2": [0, 10, 18, 26, 34, 42, 50, 60, 70],
        "3": [0, 20, 28, 36, 44, 52, 60, 70, 80],
        "4": [0, 40, 50, 60, 70, 80, 90, 105, 120],
    }
    assert [title.least for title in CAMPAIGN.titles] == [0, 80, 110, 140, 170, 200, 230, 260, 300]


def test_titles_are_for_one_player_and_for_what_is_whole() -> None:
    alone = standing(CAMPAIGN, 1, [ended((20,))] * 3)
    assert alone.chapters[0].title and alone.chapters[0].title.name == "mayor"
    assert alone.title is None and alone.chapters[1].title is None
    assert standing(CAMPAIGN, 2, [ended((20, 20))] * 12).title is None
    whole = standing(CAMPAIGN, 1, [ended((20,))] * 12)
    assert whole.title and whole.title.name == "councillor"


def test_the_bonus_counts_for_the_title() -> None:
    now = standing(CAMPAIGN, 1, [ended((0,))] * 6 + [ended((0,)), ended((0,)), ended((0,), (7,))])
    title = now.chapters[2].title
    assert title and title.name == "hermit"


def test_the_short_campaign_has_no_titles_no_bags_and_carries_nothing() -> None:
    ends = [ended((300,), (7,), (("carried", "G4"),))] * 3
    now = standing(SHORT, 1, ends)
    assert now.over and now.title is None and now.chapters[0].title is None
    assert now.chapters[0].bonus == (0,) and now.totals == (900,)
    assert standing(SHORT, 1, ends[:2]).legacy == ()


# Playing and the text


@cache
def played(name: str, seats: int) -> Played:
    bot = "greedy" if seats < 3 else "random"  # which is quicker
    return play_series(SERIES[name], [BOTS[bot]] * seats, f"campaign-{seats}")


@cache
def text_of(name: str, seats: int) -> str:
    return write_series(SeriesRecord(SERIES[name], seats, played(name, seats).matches))


@pytest.mark.slow
@pytest.mark.parametrize("name", SERIES)
@pytest.mark.parametrize("several", [False, True])
def test_writing_what_was_read_gives_the_same_bytes(name: str, several: bool) -> None:
    seats = 3 if several else min(SERIES[name].seats)
    text = text_of(name, seats)
    record = read_series(text)
    assert is_series(text) and record.running is None
    assert write_series(record).encode() == text.encode()
    assert record.standing == played(name, seats).standing
    assert record.standing.over


@pytest.mark.slow
@pytest.mark.parametrize("name", SERIES)
def test_every_prefix_is_a_series_too(name: str) -> None:
    seats = min(SERIES[name].seats)
    matches = played(name, seats).matches
    for count in range(len(matches) + 1):
        text = write_series(SeriesRecord(SERIES[name], seats, matches[:count]))
        assert write_series(read_series(text)) == text
        assert read_series(text).standing.played == count


def test_the_last_match_may_be_running() -> None:
    match = random_match("roll_and_build/3", 1, "together", "running", stop=9)
    text = write_series(SeriesRecord(SHORT, 1, (match,)))
    record = read_series(text)
    assert record.running is not None and record.running.state == match.state
    assert record.standing.played == 0 and write_series(record) == text


def test_the_short_campaign_enters_with_nothing() -> None:
    assert [match.legacy for match in played(SHORT.name, 3).matches] == [(), (), ()]


def test_the_matches_of_the_campaign_take_bags_and_bandits_along() -> None:
    for match in played(CAMPAIGN.name, 3).matches:
        awards = ("award", ("no", "yes")) in find(match.header.game)[1].options
        assert dict(match.header.options).get("award") == ("yes" if awards else None)


def without(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def unfinished_in_the_middle() -> str:
    first, second, third = played(LAST.name, 1).matches
    begun = random_match(first.header.game, 1, "together", "begun", stop=5)
    return write_series(SeriesRecord(LAST, 1, (begun, second, third)))


def other_mode() -> str:
    first, second, third = played(LAST.name, 1).matches
    return write_series(SeriesRecord(LAST, 1, (first, third, second)))


def other_seats() -> str:
    (first, *_), (_, second, _) = played(LAST.name, 1).matches, played(LAST.name, 3).matches
    return write_series(SeriesRecord(LAST, 1, (first, second)))


def changed_legacy() -> str:
    first, second, _ = played(LAST.name, 3).matches
    freed = Legacy(stickers=tuple(second.legacy[0].stickers[1:])), *second.legacy[1:]
    assert freed != second.legacy
    game, mode = find(second.header.game)
    again = play(game, mode, [BOTS["greedy"]] * 3, "changed", dict(second.header.options), freed)
    return write_series(SeriesRecord(LAST, 3, (first, again)))


def no_award() -> str:
    game, mode = find(LAST.modes[0])
    return write_series(SeriesRecord(LAST, 1, (play(game, mode, [BOTS["random"]], "no award"),)))


def practised() -> str:
    return without(
        write_series(SeriesRecord(SHORT, 1, played(SHORT.name, 1).matches[:1])), "\n\n*", "\npractice\n\n*"
    )


def one_too_many() -> str:
    return text_of(SHORT.name, 1) + "\n" + write_record(played(SHORT.name, 1).matches[0])


BAD: dict[str, tuple[Callable[[], str], str, int | None]] = {
    "another kind of file": (lambda: write_record(played(SHORT.name, 1).matches[0]), "series.is_match", 1),
    "nothing": (lambda: "", "record.begin", 1),
    "an unknown series": (lambda: without(text_of(SHORT.name, 1), "/short", "/long"), "record.game", 2),
    "another version": (
        lambda: without(text_of(SHORT.name, 1), "version 1", "version 7"),
        "record.version",
        3,
    ),
    "too many seats": (lambda: without(text_of(SHORT.name, 1), "seats 1", "seats 9"), "setup.seats", 4),
    "a key twice": (
        lambda: without(text_of(SHORT.name, 1), "seats 1", "seats 1\nseats 1"),
        "record.header",
        5,
    ),
    "a key is missing": (lambda: without(text_of(SHORT.name, 1), "seats 1\n", ""), "record.missing", 1),
    "the wrong way": (other_mode, "series.mode", None),
    "unfinished in the middle": (unfinished_in_the_middle, "series.unfinished", None),
    "other seats": (other_seats, "series.seats", None),
    "a changed legacy": (changed_legacy, "series.legacy", None),
    "without the bandits' option": (no_award, "series.options", 7),
    "practice": (practised, "series.practice", 7),
    "one match too many": (one_too_many, "series.mode", None),
    "an illegal move": (
        lambda: without(text_of(SHORT.name, 1), "\n0 place", "\n0 plaice"),
        "record.illegal",
        None,
    ),
    "an empty line too many": (
        lambda: without(text_of(SHORT.name, 1), "\n* ", "\n\n* "),
        "record.line",
        None,
    ),
    "another order of keys": (
        lambda: without(text_of(SHORT.name, 1), "version 1\nseats 1", "seats 1\nversion 1"),
        "series.spelling",
        3,
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_say_what_is_wrong(case: str) -> None:
    make, problem, line = BAD[case]
    text = make()
    with pytest.raises(BadRecord) as caught:
        read_series(text)
    assert caught.value.problem == problem
    assert line in (None, caught.value.number)
    assert text.split("\n")[caught.value.number - 1] == caught.value.text
    for language in LANGUAGES:
        said = texts(language)
        assert said.has(problem) and "{" not in said.say(problem, **caught.value.names)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n",
        lambda text: text + " \n\n",
        lambda text: text[:-1],
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
    ],
)
def test_how_a_file_ends_does_not_matter(change: Callable[[str], str]) -> None:
    text = text_of(SHORT.name, 1)
    assert change(text) != text
    assert write_series(read_series(change(text))) == text


# The catalogue


def test_series_are_offered_before_the_single_modes() -> None:
    names = [mode.name for mode in all_offers() if mode.name.startswith("roll_and_build/")]
    own = [name for name in SERIES if name.startswith("roll_and_build/")]
    assert names[0] == CAMPAIGN.name and names[len(own)] == "roll_and_build/1"
    assert offer(CAMPAIGN.name).seats == (1, 2, 3, 4, 5, 6)
    assert dict(offer(CAMPAIGN.name).options) == {"pace": ("together", "own")}
    assert offer("my_city/eternal").name == "my_city/eternal"
    with pytest.raises(UnknownSeries):
        find_series("roll_and_build/7")


def test_the_tables_options_go_to_the_matches_that_have_them() -> None:
    mode = find("roll_and_build/7")[1]
    assert CAMPAIGN.options_of(mode, {"pace": "own"}) == {"pace": "own", "award": "yes"}
    assert CAMPAIGN.options_of(find("roll_and_build/1")[1], {"pace": "own"}) == {"pace": "own"}


CASES = {
    "another kind of entry": ("[series.short]", "[serie.short]", "serie", "known"),
    "a key nobody knows": ("carries = false", "carry = false", "series.short.carry", "known"),
    "no chapters": ('chapters = ["short"]', "chapters = []", "series.short.chapters", "nothing"),
    "an unknown chapter": ('chapters = ["short"]', 'chapters = ["tall"]', "series.short.chapters[0]", "tall"),
    "an unknown mode": ('modes = ["3", "6", "12"]', 'modes = ["3", "66"]', "chapter.short.modes[1]", "66"),
    "a mode twice": ('modes = ["3", "6", "12"]', 'modes = ["3", "3"]', "chapter.short.modes[1]", "twice"),
    "a mode that is no text": ('modes = ["3", "6", "12"]', "modes = [3]", "chapter.short.modes[0]", "text"),
    "a name that a mode has": ("[series.short]", "[series.3]", "series.3", "mode"),
    "no version": ("[series.short]\nversion = 1\n", "[series.short]\n", "series.short.version", "missing"),
    "version zero": (
        "[series.short]\nversion = 1\n",
        "[series.short]\nversion = 0\n",
        "series.short.version",
        "1",
    ),
    "too many seats": ("seats = [1, 2, 3, 4, 5, 6]", "seats = [1, 7]", "series.campaign.seats", "7"),
    "seats in disorder": ("seats = [1, 2, 3, 4, 5, 6]", "seats = [2, 1]", "series.campaign.seats", "rising"),
    "an option nobody has": (
        '{ award = "yes" }',
        '{ prize = "yes" }',
        "series.campaign.options.prize",
        "none",
    ),
    "an option that is not offered": (
        '{ award = "yes" }',
        '{ award = "1" }',
        "series.campaign.options.award",
        "yes",
    ),
    "carries that is no switch": (
        "carries = false",
        'carries = "no"',
        "series.short.carries",
        "true or false",
    ),
    "titles in disorder": ("hermit = 10", "hermit = 20", "chapter.1.titles.farmhand", "hermit"),
    "a title for less than nothing": ("tramp = 0", "tramp = -5", "chapter.1.titles.tramp", "from 0"),
    "ranks that rise": ("ranks = [20, 10]", "ranks = [10, 20]", "chapter.3.bonus.ranks", "fall"),
    "a bonus for many alone": ("7 = 20", "many = 20", "chapter.3.bonus.alone.many", "number"),
    "a bonus of nothing alone": ("7 = 20", "7 = 0", "chapter.3.bonus.alone.7", "from 1"),
    "a bonus for nothing": ('what = "bags", ', "", "chapter.3.bonus.what", "missing"),
    "a thing from a chapter that decides nothing": (
        "[chapter.3]",
        '[chapter.3]\nbrings = ["bags"]',
        "series.campaign.wins",
        "bags",
    ),
    "no TOML": ("[series.short]", "[series.short", "(file)", "TOML"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_broken_series_file_names_file_and_key(case: str, tmp_path: Path) -> None:
    old, new, key, word = CASES[case]
    path = tmp_path / "broken.toml"
    path.write_text(without(FILE.read_text(encoding="utf-8"), old, new), encoding="utf-8")
    with pytest.raises(BadEpisode) as caught:
        read_series_file("roll_and_build", modes_of(roll_and_build.GAME), path)
    assert (caught.value.file, caught.value.key) == ("broken.toml", key)
    assert word in caught.value.reason


def test_the_unbroken_file_is_read() -> None:
    found: dict[str, Series] = read_series_file("roll_and_build", modes_of(roll_and_build.GAME), FILE)
    assert found == {name: series for name, series in SERIES.items() if series.game == "roll_and_build"}
