"""The text of a series, written and read, and what is wrong with bad ones."""

from collections.abc import Callable
from functools import cache

import pytest

from tests.campaign.series import CAMPAIGN, LAST, SHORT, without
from tests.dialect import random_match
from tests.effort import LONG
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.record import SeriesRecord, is_series, read_series, read_series_or_newer, write_series
from tilefolk.core.game import Legacy
from tilefolk.core.play import play
from tilefolk.core.record import BadRecord, write_record
from tilefolk.games import find
from tilefolk.locale import LANGUAGES, texts


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
def test_whole_chapters_are_a_series_too(name: str) -> None:
    seats = min(SERIES[name].seats)
    matches = played(name, seats).matches
    for count in range(0, len(matches) + 1, 1 if LONG else 3):
        text = write_series(SeriesRecord(SERIES[name], seats, matches[:count]))
        record = read_series(text)
        assert write_series(record) == text
        assert record.standing.played == count


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


def newer(text: str) -> str:
    """The same where the first match is of a later version."""
    head, mark, rest = text.partition("\ntilefolk-match 1\n")
    return head + mark + without(rest, "version ", "version 9")


def unheard_of(text: str) -> str:
    return without(text, f"game {SHORT.modes[0]}", "game roll_and_build/77")


@pytest.mark.parametrize(("change", "problem"), [(newer, "record.version"), (unheard_of, "record.game")])
def test_only_a_campaign_may_be_of_a_newer_version(change: Callable[[str], str], problem: str) -> None:
    """Of other series nothing is kept that cannot be read."""
    with pytest.raises(BadRecord) as caught:
        read_series_or_newer(change(text_of(SHORT.name, 1)))
    assert caught.value.problem == problem
