"""Series at the keyboard: a log that goes on, seats that change, titles at the end."""

from pathlib import Path

import pytest
from typer import Exit

from tests.cli.series_logs import CITY, LAST, RANDOM, SAID, SHORT, city_log
from tests.cli.terminal.keyboard import Seat, play_due
from tilefolk.bots import BOTS
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.screens.pause_screens import NEXT_MATCH, ResultScreen
from tilefolk.cli.terminal.series import load_series, next_table
from tilefolk.cli.terminal.table.local_table import Table
from tilefolk.cli.terminal.table.log_file import open_log
from tilefolk.cli.terminal.table.players import TableRequest
from tilefolk.core.record import BadRecord
from tilefolk.locale import texts

pytestmark = pytest.mark.slow

# At the keyboard


def ends_at_once(table: Table) -> None:
    """The person ends, the bots play on, the match is over."""
    play_due(table)
    while table.acting:
        table.send(table.acting[0], ("end",))
        play_due(table)


def played_on(record: SeriesRecord, request: TableRequest, path: Path | None) -> tuple[SeriesRecord, Table]:
    before, table = next_table(SAID, record, request, None, open_log(path) if path else None)
    ends_at_once(table)
    return before._replace(matches=(*before.matches, table.match)), table


def test_the_log_keeps_the_series_as_one_text_and_goes_on(tmp_path: Path) -> None:
    path, request = tmp_path / "my.log", TableRequest(2, (None, RANDOM))
    for played in range(3):
        record = load_series(SAID, LAST, request, open_log(path))
        assert record.standing.played == played
        record, table = played_on(record, request, path)
        kept = read_series(path.read_text(encoding="utf-8"))
        assert kept.standing == record.standing and table.match.header.game == LAST.modes[played]
        assert table.match.legacy == (kept.matches[played].legacy if played else ())
    shown = next_table(SAID, load_series(SAID, LAST, request, open_log(path)), request, None, open_log(path))[
        1
    ]
    assert shown.over and shown.match.header.game == LAST.modes[-1], (
        "after the last one its end is shown again"
    )
    assert any(legacy.stickers for legacy in record.matches[1].legacy), "bandits are carried"


def test_a_match_left_in_the_middle_goes_on_with_what_was_brought(tmp_path: Path) -> None:
    path, request = tmp_path / "my.log", TableRequest(2, (None, RANDOM))
    record, _ = played_on(load_series(SAID, LAST, request, open_log(path)), request, path)
    _, table = next_table(SAID, record, request, None, open_log(path))
    play_due(table)
    again = load_series(SAID, LAST, TableRequest(), open_log(path))
    assert again.running is not None
    _, resumed = next_table(SAID, again, TableRequest(), None, open_log(path))
    assert resumed.match.state == table.match.state and resumed.match.legacy == table.match.legacy
    assert [player and player[0] for player in resumed.players] == [None, "random"]


def test_seats_can_be_taken_over_between_matches(tmp_path: Path) -> None:
    path = tmp_path / "my.log"
    request = TableRequest(2, (None, RANDOM))
    record, _ = played_on(load_series(SAID, SHORT, request, open_log(path)), request, path)
    _, same = next_table(SAID, record, TableRequest(), None, open_log(path))
    assert [player and player[0] for player in same.players] == [None, "random"]
    path.write_text(write_series(record), encoding="utf-8")
    other = TableRequest(2, (None, ("greedy", BOTS["greedy"])))
    _, changed = next_table(
        SAID, load_series(SAID, SHORT, other, open_log(path)), other, None, open_log(path)
    )
    assert [player and player[0] for player in changed.players] == [None, "greedy"]


def test_a_seed_gives_every_match_its_own(tmp_path: Path) -> None:
    request = TableRequest(1, (None,), seed="s")
    record, first = played_on(SeriesRecord(SHORT, 1, ()), request, None)
    _, second = next_table(SAID, record, request, None, None)
    assert (first.match.header.open_seed, second.match.header.open_seed) == ("s/1", "s/2")


def test_the_log_of_another_series_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.log"
    path.write_text(write_series(SeriesRecord(SHORT, 2, ())), encoding="utf-8")
    with pytest.raises(BadRecord):
        load_series(SAID, LAST, TableRequest(), open_log(path))


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_the_end_of_a_match_shows_the_series_and_leads_on(language: str) -> None:
    said = texts(language)
    before, table = next_table(
        SAID, SeriesRecord(LAST, 1, ()), TableRequest(1, (None,), seed="s"), None, None
    )
    terminal = TableApp(table, language, (), before)
    async with terminal.run_test(size=(80, 40)) as pilot:
        you = Seat(terminal, pilot)
        await you.settle()
        await you.press("e", "e")
        assert isinstance(terminal.screen, ResultScreen)
        told = you.part("told")
        assert said.say(f"mode.{LAST.name}") in told and said.say("ui.series.keys") in told
        assert said.say("series.next", mode=said.say(f"mode.{LAST.modes[1]}")) in told
        await you.press("n")
    assert terminal.return_value == NEXT_MATCH


async def test_after_the_last_match_the_title_stands_there() -> None:
    request, record = TableRequest(1, (None,), seed="s"), SeriesRecord(LAST, 1, ())
    for _ in range(2):
        record, _ = played_on(record, request, None)
    before, table = next_table(SAID, record, request, None, None)
    ends_at_once(table)
    terminal = TableApp(table, "en", (), before)
    async with terminal.run_test(size=(80, 40)) as pilot:
        you = Seat(terminal, pilot)
        await you.settle()
        told = you.part("told")
        assert SAID.say("title.tramp") in told and SAID.say("series.over") in told
        assert SAID.say("ui.over.keys") in told
        await you.press("n")
        assert isinstance(terminal.screen, ResultScreen), "nothing follows"


def test_an_exported_campaign_goes_on_in_the_terminal_with_one_more_seat(tmp_path: Path) -> None:
    path, request = city_log(tmp_path, 2), TableRequest(3, (None, RANDOM, RANDOM))
    record = load_series(SAID, CITY, request, open_log(path))
    assert record.seats == 3
    _, table = next_table(SAID, record, request, None, open_log(path))
    play_due(table)
    assert (table.match.header.seats, table.match.header.lineup) == (3, ())
    assert table.match.legacy == record.standing.legacy
    assert read_series(path.read_text()).seats == 3
    running = load_series(SAID, CITY, TableRequest(3), open_log(path))
    assert running.running
    with pytest.raises(Exit):
        load_series(SAID, CITY, TableRequest(4), open_log(path))


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_seats_join_and_sleep_by_keys_between_two_episodes(language: str) -> None:
    said, request = texts(language), TableRequest(2, (None, RANDOM), seed="s")
    before, table = next_table(SAID, SeriesRecord(CITY, 2, ()), request, None, None)
    ends_with_later(table)
    terminal = TableApp(table, language, (), before)
    async with terminal.run_test(size=(100, 60)) as pilot:
        you = Seat(terminal, pilot)
        await you.settle()
        assert said.say("ui.lineup.plays", seats="1, 2") in you.part("told")
        await you.press("1")
        assert said.say("ui.lineup.plays", seats="1, 2") in you.part("told"), "whoever plays does not sleep"
        await you.press("2")
        assert said.say("api.paused")[:30] in you.part("told")
        await you.press("n")
        assert isinstance(terminal.screen, ResultScreen), "nobody is left to play with"
        await you.press("j")
        assert said.say("ui.lineup.newcomer", things="–") in you.part("told")
        assert terminal.seating and len(terminal.seating.players) == 2, "it is told before it is confirmed"
        await you.press("j")
        assert said.say("ui.lineup.plays", seats="1, 3") in you.part("told")
        await you.press("n")
    assert terminal.return_value == NEXT_MATCH and terminal.seating.lineup == (0, 2)
    record = before._replace(matches=(table.match,), seats=3)
    _, second = next_table(SAID, record, request, terminal.seating, None)
    assert second.match.header.lineup == (0, 2) and len(second.players) == 2
    third = record._replace(matches=(table.match, second.match))
    ends_with_later(second)
    assert read_series(write_series(third)).standing.known_seats == 3
    resumed = TableApp(second, language, (), record)
    assert resumed.seat_name(1).startswith("3 ")


def ends_with_later(table: Table) -> None:
    """The person ends and puts choices off, the bots play on, the match is over."""
    play_due(table)
    while table.acting:
        seat = table.acting[0]
        legal = table.match.game.legal(table.match.state, seat)
        table.send(seat, next(action for action in (("end",), ("later",), legal[0]) if action in legal))
        play_due(table)
