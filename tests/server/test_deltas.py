"""Deltas of a live match: whoever folds them has the whole view, however slow or interrupted they are."""

import asyncio
import json
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pydantic_core import to_json

from tests.dialect import all_modes, game_of, legacy_for, options_for, paces, random_line, seat_counts
from tests.effort import times
from tests.games import peek
from tilefolk.core.chance import match_key, open_seed, seal
from tilefolk.core.match import UNDO, Header, Match
from tilefolk.core.notation import CHANCE, Line, write, write_action
from tilefolk.core.table_lines import late_line
from tilefolk.delta import push_after
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.records import line_row
from tilefolk.server.matches.turn_clock import TurnClock
from tilefolk.server.matches.view_push import SentViews
from tilefolk.server.run.frames import RecentPacker, text_frames
from tilefolk.server.storage.line_writer import LineRow

GAMES = sorted({mode.partition("/")[0] for mode in all_modes()} - {peek.name})
MATCH = "m"


class Record:
    """A record that somebody else writes; the live match reads on where it is."""

    shared = True

    def __init__(self, runner: asyncio.Runner, mode: str, seats: int, pace: str, seed: str) -> None:
        self._runner = runner
        secret = open_seed(seed)
        options = tuple(sorted(options_for(mode, pace).items()))
        version = game_of(mode).mode(mode).version
        header = Header(mode, version, seats, options, seal(secret), (), seed)
        legacy = legacy_for(mode, seats)
        self.match = Match(game_of(mode), header, legacy)
        self.rows = [line_row(MATCH, at + 1, line, None, 1.0) for at, line in enumerate(self.match.lines)]
        folded = Match(game_of(mode), header, legacy)
        self.live = LiveMatch(self, MATCH, "t", secret, folded, TurnClock(), self.rows)  # type: ignore[arg-type]
        self.key = match_key(secret, ())
        self._receipts = [0] * seats
        self._views: dict[int | None, str] = {}

    async def read(self, _: Any) -> list[LineRow]:
        return self.rows[self.live.seq :]

    def write(self, line: Line, own: bool) -> None:
        """One more line; `own`: sent by the person of the seat."""
        self.match.append(line)
        n = None
        if own and line.who >= 0:
            n, self._receipts[line.who] = self._receipts[line.who], self._receipts[line.who] + 1
        self.rows.append(line_row(MATCH, len(self.match.lines), line, n, 2.0))

    def go_on(self, stream: Random) -> None:
        """A line of anybody, a take-back, or what the table answers; then all draws that are due."""
        game, match = self.match.game, self.match
        seats = range(match.header.seats)
        undoable = [seat for seat in seats if match.may_undo(seat)]
        acting = [who for who in game.to_act(match.state) if who >= 0]
        if undoable and stream.random() < 0.2:
            self.write(Line(stream.choice(undoable), UNDO), True)
        elif acting and stream.random() < 0.1:
            seat = stream.choice(acting)
            self.write(late_line(seat, game.timeout_action(match.state, seat)), False)
        elif acting:
            chosen = random_line(game, match.state, stream.choice(acting), self.key, stream, 0.05)
            self.write(chosen, stream.random() < 0.8)
        self.draw()

    def draw(self) -> None:
        """All draws that are due."""
        game, match = self.match.game, self.match
        while CHANCE in game.to_act(match.state):
            self.write(random_line(game, match.state, CHANCE, self.key, Random(0)), False)
        self.refresh()

    def refresh(self) -> None:
        self._runner.run(self.live.refresh())
        self._views.clear()

    def view(self, seat: int | None) -> str:
        """What the seat may see, made of values that remember no earlier view."""
        if seat not in self._views:
            state = pickle.loads(pickle.dumps(self.match.state))
            shown = json.loads(to_json(self.match.game.view(state, seat)))
            self._views[seat] = json.dumps(shown, sort_keys=True)
        return self._views[seat]

    def head(self, seat: int | None) -> dict[str, Any]:
        if seat is None:
            return {"n": 0, "may_undo": False, "overdue": None}
        game, match = self.match.game, self.match
        seen = game.seen(match.state, seat)
        overdue = write_action(game.timeout_action(seen, seat)) if seat in game.to_act(seen) else None
        return {"n": self._receipts[seat], "may_undo": match.may_undo(seat), "overdue": overdue}


class Client:
    """A client of one seat. It folds deltas, or asks for none; one that folds may lose a message."""

    def __init__(self, seat: int | None, deltas: bool) -> None:
        self.seat, self.deltas, self.sent = seat, deltas, SentViews(deltas)
        self.push: dict[str, Any] | None = None
        self.log: list[str] = []
        self.lost = False

    def look(self, record: Record, loses: bool) -> None:
        text = self.sent.next_push(record.live, self.seat)
        if text and loses and self.deltas:
            self.lost = True
        elif text:
            self._take(record, json.loads(text))
        if not self.lost:
            self._check(record)

    def _take(self, record: Record, message: dict[str, Any]) -> None:
        push = push_after(self.push, message)
        assert (push is None) == (message["type"] == "delta" and self.lost)
        if push is None:
            self.sent.forget(self.seat)
            push = json.loads(self.sent.next_push(record.live, self.seat))
            assert push["type"] == "push"
        self.push, self.lost = push, False
        self.log = [*self.log[: push["seq"] - len(push["news"])], *push["news"]]

    def _check(self, record: Record) -> None:
        assert self.push is not None
        assert {name: self.push[name] for name in ("n", "may_undo", "overdue")} == record.head(self.seat)
        assert json.dumps(self.push["view"], sort_keys=True) == record.view(self.seat)
        assert sorted(self.log) == sorted(write(line) for line in record.match.told(self.seat))
        assert self.push["seq"] == len(self.log)


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


MODES = {game: [mode for mode in all_modes() if mode.startswith(f"{game}/")] for game in GAMES}
PACED = [(game, pace) for game in GAMES for pace in paces(MODES[game][0])]


@pytest.mark.parametrize(("game", "pace"), PACED)
@settings(max_examples=times(3, 100), deadline=None, phases=[Phase.generate])
@given(st.data())
def test_folded_deltas_are_the_whole_view_after_every_step(
    runner: asyncio.Runner, game: str, pace: str, data: st.DataObject
) -> None:
    mode = data.draw(st.sampled_from(MODES[game]))
    seats = data.draw(st.sampled_from(seat_counts(mode)))
    stream = Random(data.draw(st.integers(0, 1 << 30)))
    follow(Record(runner, mode, seats, pace, f"{stream.random()}"), seats, stream)


def test_a_board_that_is_chosen_first_is_sent_whole(runner: asyncio.Runner) -> None:
    """In this match seats put something on their map before the first round: other places are legal then."""
    stream = Random(469)
    follow(Record(runner, "my_island/4", 4, "together", f"{stream.random()}"), 4, stream)


def follow(record: Record, seats: int, stream: Random) -> None:
    """Clients of all seats and of people who watch follow a match, some seldom or with new sockets."""
    clients = [Client(seat, deltas) for seat in (*range(seats), None) for deltas in (True, False)]
    slowness = [stream.choice((0.0, 0.0, 0.5, 0.97)) for _ in clients]
    for _ in range(times(24, 120)):
        record.go_on(stream)
        for at, client in enumerate(clients):
            if stream.random() < 0.02:
                client = clients[at] = Client(client.seat, stream.random() < 0.7)
            if stream.random() >= slowness[at]:
                client.look(record, loses=stream.random() < 0.05)
    for client in clients:
        client.look(record, loses=False)


def test_a_delta_that_does_not_fit_is_not_folded() -> None:
    push = {"type": "push", "match": "m", "seat": 0, "number": 3, "seq": 1, "view": {"round": 1}}
    fits = {"type": "delta", "seat": 0, "number": 4, "changes": [{"view": {"round": 2}}]}
    after = push_after(push, fits)
    assert after == {**push, "number": 4, "view": {"round": 2}, "news": [], "by_bot": []}
    assert push_after(push, {**fits, "number": 5}) is None
    assert push_after(None, fits) is None


def texts_of_quiet_seats(record: Record, viewer: int, stream: Random) -> dict[int | None, list[str]]:
    """Every byte that the viewer and a spectator get while the others answer, always in the same order."""
    clients = {seat: SentViews(deltas=True) for seat in (viewer, None)}
    texts: dict[int | None, list[str]] = {seat: [] for seat in clients}
    for _ in range(8):
        for seat, sent in clients.items():
            texts[seat].append(sent.next_push(record.live, seat))
        others = [who for who in record.match.game.to_act(record.match.state) if who not in (viewer, CHANCE)]
        if not others:
            break
        record.write(random_line(record.match.game, record.match.state, others[0], None, stream, 0.0), True)
        record.refresh()
    return texts


@pytest.mark.parametrize(
    ("mode", "pace"),
    [(mode, pace) for mode in ("my_city/eternal", "my_island/eternal") for pace in paces(mode)],
)
def test_what_others_do_in_secret_changes_no_byte_and_no_number(
    runner: asyncio.Runner, mode: str, pace: str
) -> None:
    told, lines = [], []
    for salt in ("one", "another"):
        record = Record(runner, mode, 4, pace, "quiet")
        record.draw()
        told.append(texts_of_quiet_seats(record, 1, Random(salt)))
        lines.append(record.match.lines)
    assert lines[0] != lines[1]
    assert told[0] == told[1]
    assert all(text.startswith('{"type":"push"') for text in (told[0][1][0], told[0][None][0]))
    later = [text for texts in told[0].values() for text in texts[1:] if text]
    assert (later == []) == (pace == "own")
    assert all(len(text) < 150 for text in later), "that somebody has answered is one word"


def test_pushes_of_a_match_of_four_are_small_on_average(runner: asyncio.Runner) -> None:
    """On the wire: three of four say that somebody has answered, one closes the round."""
    closing: list[int] = []
    record, stream = Record(runner, "my_city/eternal", 4, "together", "small"), Random(0)
    record.draw()
    clients = [SentViews(deltas=True) for _ in range(4)]
    whole = [sent.next_push(record.live, seat) for seat, sent in enumerate(clients)]
    packers = [RecentPacker() for _ in clients]
    for packer, text in zip(packers, whole, strict=True):
        text_frames([text], packer)
    sizes: list[int] = []
    while acting := [who for who in record.match.game.to_act(record.match.state) if who >= 0]:
        line = random_line(record.match.game, record.match.state, acting[0], record.key, stream, 0.0)
        record.write(line, True)
        record.draw()
        texts = [sent.next_push(record.live, seat) for seat, sent in enumerate(clients)]
        both = zip(texts, packers, strict=True)
        sent_now = [len(text_frames([text], packer)) for text, packer in both if text]
        sizes += sent_now
        closing += sent_now if '"card":' in texts[0] else []
    assert len(sizes) > 200
    assert sum(sizes) / len(sizes) < 180
    assert sorted(sizes)[len(sizes) // 2] < 150
    assert len(closing) > 60
    assert sorted(closing)[len(closing) // 2] < 330
    assert max(sizes) * 5 < min(map(len, whole))


def test_what_a_client_says_it_knows_is_not_sent_again(runner: asyncio.Runner) -> None:
    record = Record(runner, "my_city/eternal", 2, "together", "known")
    record.draw()
    first = SentViews(deltas=True, has=[""])
    push = json.loads(first.next_push(record.live, 0))
    assert push["known"] and push["known_id"]
    following = json.loads(first.of_next_match().next_push(record.live, 0))
    assert "known" not in following
    assert push_after(push, following) == {**following, "known": push["known"]}
    back = SentViews(deltas=True, has=[push["known_id"]])
    assert "known" not in json.loads(back.next_push(record.live, 0))
    back.forget(0)  # it lacks it after all
    assert json.loads(back.next_push(record.live, 0)) == push
    assert "known" not in json.loads(back.of_next_match().next_push(record.live, 0)), "now it has it"


def test_a_push_that_names_what_the_client_never_had_is_not_folded(runner: asyncio.Runner) -> None:
    record = Record(runner, "my_city/eternal", 2, "together", "known")
    record.draw()
    whole = json.loads(SentViews(deltas=True).next_push(record.live, 0))
    named = {name: value for name, value in whole.items() if name != "known"}
    assert push_after(None, named) is None
    assert push_after({**whole, "known_id": "another"}, named) is None


def test_clients_that_remember_nothing_get_all_they_may_name_every_time(runner: asyncio.Runner) -> None:
    record = Record(runner, "my_city/eternal", 2, "together", "known")
    record.draw()
    sent = SentViews(deltas=True)
    known = json.loads(sent.next_push(record.live, 0))["known"]
    for _ in range(2):
        assert json.loads(sent.of_next_match().next_push(record.live, 0))["known"] == known
        sent.forget(0)
        assert json.loads(sent.next_push(record.live, 0))["known"] == known
