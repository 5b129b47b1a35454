"""The table behind the terminal: sealed draws, bots, the record on disk, and resuming from it."""

import json
import os
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer

from tests.cli.terminal.keyboard import open_table, play_due
from tests.games import peek
from tilefolk.bots import BOTS
from tilefolk.cli.terminal.app import Notice
from tilefolk.cli.terminal.run import play_in_terminal, seated
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.cli.terminal.table.log_file import BadLog, lock, open_log
from tilefolk.cli.terminal.table.players import TableRequest, checked_request
from tilefolk.core.game import AnyGame, Illegal
from tilefolk.core.match import verify
from tilefolk.core.notation import TABLE, Action
from tilefolk.core.play import Sight, sight, stream
from tilefolk.core.record import BadRecord, read_record, write_record
from tilefolk.games import find
from tilefolk.locale import texts

MODE, SOLO = "my_city/eternal", "point_city/solo-easy"
CITY = find(MODE)[0]
PEEK: AnyGame = peek


def going_on(seen: Sight, random: Random) -> Action:
    """Any answer but the last one, as long as there is another."""
    further = [action for action in seen.legal if action != ("end",)]
    return random.choice(further or list(seen.legal))


RANDOM: Player = ("random", going_on)


def opened(log: Path | None = None, game: AnyGame = CITY, mode: str = MODE, **more: Any) -> Table:
    return open_table(game, mode, [None, RANDOM], log=log, **more)


def play_on(table: Table) -> None:
    """The person answers like a bot that depends on nothing but the match."""
    game, match = table.match.game, table.match
    play_due(table)
    while not table.over:
        seat = table.acting[0]
        n = sum(kept.line.who == seat for kept in match.kept)
        table.send(seat, going_on(sight(game, match.state, seat), stream(b"person", seat, n)))
        play_due(table)


def test_a_sealed_match_is_kept_and_its_seed_goes_when_it_is_revealed(tmp_path: Path) -> None:
    log, kept = tmp_path / "match.txt", tmp_path / "match.txt.table"
    table = opened(log)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert table.match.header.seal and not table.match.header.open_seed
    seed = json.loads(kept.read_text())["seed"]
    assert seed not in log.read_text()
    play_on(table)
    assert json.loads(kept.read_text()) == {"bots": [None, "random"]}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.txt", "match.txt.table"]
    again = read_record(log.read_text(), find)
    assert write_record(again) == log.read_text() == write_record(table.match)
    assert again.end is not None and verify(again) == []


def test_the_record_is_on_disk_after_every_line(tmp_path: Path) -> None:
    log = tmp_path / "match.txt"
    table = opened(log, seed="s")
    while (due := table.due()) is not None:
        table.take(due, due.think())
        assert log.read_text() == write_record(table.match)


@pytest.mark.parametrize(("game", "mode"), [(CITY, MODE), (PEEK, "peek/table")])
def test_a_match_resumes_from_any_cut(tmp_path: Path, game: AnyGame, mode: str) -> None:
    log, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    table = opened(log, game, mode)
    secret = json.loads((tmp_path / "whole.txt.table").read_text())["seed"]
    play_on(table)
    head, _, body = log.read_text().partition("\n\n")
    lines = body.splitlines()
    for length in range(len(lines) + 1):
        cut.write_text("\n".join([head, "", *lines[:length], ""]))
        (tmp_path / "cut.txt.table").unlink(missing_ok=True)
        (tmp_path / "cut.txt.seed").write_text(secret)  # as the first versions kept it
        play_on(opened(cut, game, mode))
        assert cut.read_text() == log.read_text(), f"cut after {length} lines"
        assert not (tmp_path / "cut.txt.seed").exists()


def test_a_finished_log_is_opened_and_left_as_it_is(tmp_path: Path) -> None:
    log = tmp_path / "match.txt"
    play_on(opened(log, seed="s"))
    before = log.read_text()
    table = opened(log)
    assert table.over and table.due() is None and table.acting == ()
    assert log.read_text() == before


def test_a_log_of_another_match_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "match.txt"
    opened(log)
    with pytest.raises(BadRecord, match=r"ui\.record\.game"):
        opened(log, PEEK, "peek/table")
    (tmp_path / "match.txt.table").write_text(json.dumps({"bots": [None, "random"], "seed": "00" * 32}))
    with pytest.raises(BadLog, match=r"seed\.other"):
        opened(log)
    (tmp_path / "match.txt.table").unlink()
    with pytest.raises(BadLog, match=r"seed\.missing"):
        opened(log)


def stopped(capsys: pytest.CaptureFixture[str], log: Path, language: str = "en", **wished: Any) -> str:
    """What `play` says before it leaves with 2."""
    with pytest.raises(typer.Exit) as left:
        play_in_terminal(texts(language), find(MODE)[1], TableRequest(**wished), log)
    said = capsys.readouterr().err
    assert left.value.exit_code == 2 and len(said.splitlines()) == 1
    return said


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "match.txt"
    opened(log, PEEK, "peek/table")
    assert "The log holds another game; this table plays: my_city/eternal." in stopped(capsys, log)
    assert "it is a folder" in stopped(capsys, tmp_path)
    assert "to jest folder" in stopped(capsys, Path(), "pl")
    assert "not a plain file" in stopped(capsys, Path("/dev/null"))
    assert "there is a file instead of a folder" in stopped(capsys, log / "x.log")
    binary = tmp_path / "binary.log"
    binary.write_bytes(bytes(range(256)))
    assert "is not a text file" in stopped(capsys, binary)
    assert binary.read_bytes() == bytes(range(256))
    text = tmp_path / "letter.txt"
    text.write_text("Dear all,\n")
    assert "line 1: Dear all,:" in stopped(capsys, text) and text.read_text() == "Dear all,\n"


@pytest.mark.parametrize("ending", [".table", ".seed"])
@pytest.mark.parametrize("kind", ["binary", "folder"])
def test_strange_things_beside_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str, kind: str
) -> None:
    log = tmp_path / "x.log"
    opened(log)
    before = log.read_text()
    (tmp_path / "x.log.table").unlink()
    strange = tmp_path / f"x.log{ending}"
    if kind == "folder":
        strange.mkdir()
    else:
        strange.write_bytes(b"\xff\x00")
    said = stopped(capsys, log)
    assert "x.log.table" in said and ("tilefolk replay" in said) == (ending == ".seed")
    assert log.read_text() == before and strange.exists()


def test_a_log_in_a_new_folder(tmp_path: Path) -> None:
    log = tmp_path / "new" / "deep" / "x.log"
    opened(log)
    assert log.exists()


def test_two_programs_do_not_write_one_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "x.log"
    with lock(open_log(log)):
        said = stopped(capsys, log)
        assert str(log) in said and str(os.getpid()) in said
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "x.log.lock").write_text("999999\n")  # whoever wrote this is gone
    with lock(open_log(log)):
        pass


def joined(log: Path, mode: str = MODE, **wished: Any) -> tuple[Table, list[Notice]]:
    return seated(texts("en"), *find(mode), TableRequest(**wished), open_log(log))


def names(table: Table) -> list[str | None]:
    return [player and player[0] for player in table.players]


def test_a_resumed_match_has_its_own_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, bots = tmp_path / "x.log", (None, ("random", BOTS["random"]), ("greedy", BOTS["greedy"]))
    first, notices = joined(log, seats=3, players=bots, seed="s")
    assert first.match.header.seats == 3 and notices == []
    again, _ = joined(log)
    assert names(again) == [None, "random", "greedy"]
    same, _ = joined(log, seats=3, players=bots[:2], seed="s")
    assert same.players == again.players
    said = stopped(capsys, log, seats=2, players=(None, bots[2]), seed="t", practice=True)
    for part in ("--seats 2 (the log has 3)", "--bots greedy", "--seed t (the log has s)", "--practice"):
        assert part in said
    (tmp_path / "x.log.table").unlink()
    unknown, _ = joined(log)
    assert names(unknown) == [None, "beaver", "swallow"]


@pytest.mark.parametrize(("seats", "bots"), [(None, None), (2, None), (None, "automaton"), (2, "automaton")])
def test_a_bot_of_the_games_own_sits_on_its_seat(tmp_path: Path, seats: int | None, bots: str | None) -> None:
    log, mode = tmp_path / "x.log", find(SOLO)[1]
    request = checked_request(texts("en"), mode, seats, bots, "s", False)
    table, _ = joined(log, SOLO, **request._asdict())
    assert names(table) == [None, "automaton"]
    play_due(table)
    table.send(0, ("draw",))
    play_due(table)
    assert table.acting == (0,) and not table.failed
    (tmp_path / "x.log.table").unlink()
    again, _ = joined(log, SOLO)
    assert names(again) == [None, "automaton"]


@pytest.mark.parametrize(
    ("mode", "bots", "said"),
    [
        (SOLO, "greedy", "seat 2 belongs to automaton"),
        ("point_city/table", "automaton", "automaton has no seat"),
        ("point_city/table", "greedy,automaton,random", "automaton has no seat"),
    ],
)
def test_other_bots_have_other_seats(
    capsys: pytest.CaptureFixture[str], mode: str, bots: str, said: str
) -> None:
    with pytest.raises(typer.Exit):
        checked_request(texts("en"), find(mode)[1], None, bots, None, False)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("rest", ["0 pla", "* deck", "\x00\x00\x00", "0 place\n", "nonsense\n"])
def test_a_half_written_last_line_is_left_out(tmp_path: Path, rest: str) -> None:
    log = tmp_path / "x.log"
    play_due(opened(log))
    before = log.read_text()
    log.write_text(before + rest)
    if rest == "0 place\n":  # a line, though not one that is allowed: nothing is left out in silence
        with pytest.raises(BadRecord):
            opened(log)
        return
    table, notices = joined(log)
    assert [message for message, _ in notices] == ["ui.log.dropped"]
    assert write_record(table.match) == log.read_text() == before


def test_a_write_that_fails_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "match.txt"
    table = opened(log, seed="s")
    before = log.read_text()

    def full(path: Path, *text: str, **more: str) -> None:
        path.write_bytes(b"tilefolk-ma")
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(Path, "write_text", full)
        play_due(table)
        assert log.read_text() == before and table.write_error
    table.send(0, table.match.game.fallback_action(table.match.state, 0))
    assert not table.write_error and log.read_text() == write_record(table.match)


def test_a_bot_whose_answer_is_not_allowed_is_late() -> None:
    def wrong(seen: Sight, random: Random) -> Action:
        return ("place", "nothing", 0, "A1")

    table = open_table(CITY, MODE, [None, ("wrong", wrong)], seed="s")
    play_due(table)
    assert [line.action for line in table.match.lines if line.who == TABLE] == [("late", 1)]


def test_bots_think_as_in_any_other_match() -> None:
    """The same key, seat and number of answers give the same answer, whoever sits beside."""
    alone, watched = opened(seed="s"), opened(seed="s")
    play_on(alone)
    while not watched.over:
        if watched.acting:
            seat, match = 0, watched.match
            n = sum(kept.line.who == seat for kept in match.kept)
            answer = going_on(sight(CITY, match.state, seat), stream(b"person", seat, n))
            watched.send(seat, answer)
        while (due := watched.due()) is not None:
            watched.take(due, due.think())
    assert watched.match.end == alone.match.end


def test_what_was_thought_before_a_take_back_is_dropped() -> None:
    table = opened(seed="s", practice=True)
    play_due(table)
    table.send(0, table.match.game.fallback_action(table.match.state, 0))
    due = table.due()
    assert due is not None
    table.undo(0)
    lines = len(table.match.lines)
    table.take(due, due.think())
    assert len(table.match.lines) == lines


def test_a_closed_round_is_not_taken_back_outside_practice() -> None:
    table = opened(seed="s")
    play_due(table)
    table.send(0, table.match.game.fallback_action(table.match.state, 0))
    with pytest.raises(Illegal):
        table.undo(0)


def test_people_see_their_own_view_and_nobody_elses() -> None:
    table = open_table(CITY, MODE, [None, None], seed="s")
    play_due(table)
    table.send(0, table.match.game.legal(table.match.state, 0)[0])
    assert set(table.views) == {0, 1, None}
    assert table.views[0]["commit"] and not table.views[1]["commit"]
    assert table.acting == (1,)
