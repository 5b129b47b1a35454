"""Search for the upper levels: legal, the same for the same stream, with the twin and without it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from tilefolk.bots import CHARACTERS, playouts, search
from tilefolk.bots.greedy import greedy
from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Sight, first_sights, play, sight
from tilefolk.games import GAMES, find
from tilefolk.games.laying.answers import PASS
from tilefolk.twin import core
from tilefolk.twin.board import TwinBoard, tables_of
from tilefolk.twin.core import Form, laying
from tilefolk.twin.ground import tables as t
from tilefolk.twin.training import train
from tilefolk.twin.value.features import has_weights


def _quick(sight: Sight, stream: Random) -> Action:
    return search.search(sight, stream, playouts=150, answers=1500, guesses=1)


def _sights(mode: str, count: int) -> Iterator[Sight]:
    """What a seat sees at its first decisions of a match that is played at random."""
    game, found = find(mode)
    state, key, stream = (
        game.setup(mode, min(found.seats), {}, ()),
        match_key(open_seed("sights"), ()),
        Random(1),
    )
    while count and (acting := game.to_act(state)):
        who = acting[0]
        if who == CHANCE:
            state = game.apply_trusted(state, CHANCE, outcome(key, game.draws(state)[0]))
            continue
        count -= 1
        yield sight(game, state, who)
        state = game.apply_trusted(state, who, stream.choice(game.legal(state, who)[:-2]))


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/18", "roll_and_build/12"])
def test_an_answer_is_legal_and_follows_from_its_stream(mode: str) -> None:
    for one in _sights(mode, 4):
        answers = [_quick(one, Random(7)) for _ in range(2)]
        assert answers[0] == answers[1]
        assert answers[0] in one.legal


@pytest.mark.parametrize("mode", ["my_city/1", "my_island/11"])
def test_without_a_twin_the_next_card_is_guessed(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "form", lambda: Form("plain"))
    for one in _sights(mode, 3):
        assert _quick(one, Random(7)) in one.legal


@pytest.mark.parametrize(("boards", "name"), [(1, "playouts"), (4, "beam_playouts")])
def test_totals_do_not_depend_on_how_futures_are_shared_out(
    boards: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the futures may be played on a thread: the same totals come from one call for each."""
    kernel: Any = getattr(laying, name)
    played: Any = playouts._played

    def answered() -> Action:
        return search.search(one, Random(7), playouts=400, answers=4000, guesses=1, boards=boards)

    def one_by_one(*told: Any) -> Any:
        *start, first, last, seed, width = told
        each = [played(*start, future, future + 1, seed, width) for future in range(first, last)]
        return [sum(totals) for totals in zip(*each, strict=True)]

    calls: list[int] = []

    def counted(*told: Any) -> None:
        calls.append(len(told))
        kernel(*told)

    monkeypatch.setattr(laying, name, counted)
    (one,) = _sights("my_city/eternal", 1)
    shared = answered()
    halves = len(calls)
    monkeypatch.setattr(playouts, "_played", one_by_one)
    assert answered() == shared
    assert len(calls) - halves > halves > 0


def test_where_no_thread_may_start_the_answer_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    (one,) = _sights("my_city/eternal", 1)
    with_threads = _quick(one, Random(7))
    monkeypatch.setattr(core, "has_threads", lambda: True)
    monkeypatch.setattr(Thread, "start", refuse)
    assert _quick(one, Random(7)) == with_threads


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/eternal"])
def test_with_enough_boards_a_playout_finds_all_that_the_cards_allow(mode: str) -> None:
    """The last two cards of some matches, after a pass: every pair of answers is tried by hand."""
    game, found = find(mode)
    tables = tables_of(game.setup(found.name, 1, {}, ()).setting, 0)
    features, stream = playouts.features_for(found.name, tables), Random(3)
    skip = core.array("i4", [t.SKIP])
    alone: list[float] = []
    all_boards: list[float] = []
    for _ in range(8):
        *played, passed, first, last = stream.sample(tables.names, 16)
        here = _played_at_random(tables, played, stream)
        here.ints[t.I_ROUND] = tables.sizes[t.H_ROUNDS] - 3
        after = _copy(here)
        after.answer(passed, PASS)
        boards = _after(after, first)
        piece, *cards = (tables.names.index(card) for card in (passed, first, last))
        start = tables.ints, tables.words, *features.all, here.words, here.ints, piece, skip
        for width, out in ((1, alone), (len(boards), all_boards)):
            total = core.empty("f4", 1)
            laying.beam_playouts(*start, core.rows("i4", [cards]), 0, 1, width, total)
            out.append(total[0])
        assert all_boards[-1] == max(two.value() for one in boards for two in [one, *_after(one, last)])
    assert sum(alone) < sum(all_boards)


def _copy(board: TwinBoard) -> TwinBoard:
    out = TwinBoard(board.tables)
    out.words.put(board.words)
    out.ints.put(board.ints)
    return out


def _after(board: TwinBoard, card: str) -> list[TwinBoard]:
    """The boards after every answer to a card."""
    out = []
    for action in board.legal(card):
        out.append(_copy(board))
        out[-1].answer(card, action)
    return out if not board.has_ended else []


def _played_at_random(tables: t.Tables, cards: Sequence[str], stream: Random) -> TwinBoard:
    board = TwinBoard(tables)
    for card in cards:
        board.answer(card, stream.choice(board.legal(card)[:-1] or (PASS,)))
    return board


def _by_value(sight: Sight, stream: Random) -> Action:
    return search.by_value(sight, stream, playouts=40, answers=400, guesses=1)


@pytest.mark.parametrize(("mode", "searches"), [("my_city/eternal", False), ("roll_and_build/12", True)])
def test_where_a_value_was_learned_it_answers_without_playouts(
    mode: str, searches: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    kernel = laying.playouts

    def counted(*told: Any) -> None:
        played.append(len(told))
        kernel(*told)

    monkeypatch.setattr(laying, "playouts", counted)
    for one in _sights(mode, 2):
        assert _by_value(one, Random(7)) in one.legal
    assert bool(played) == searches


def test_a_learned_value_counts_for_some_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where playouts tell hardly a difference the best-looking answer is taken, else what they say."""
    here, rated = next(_sights("my_city/eternal", 1)), []
    rate: Any = playouts._rated
    gain = 0.001  # of the second best in each future

    def kept(*arguments: Any) -> Any:
        rated.append(rate(*arguments))
        return rated[-1]

    def played(*arguments: Any) -> Any:
        candidates, first, last = arguments[3], arguments[5], arguments[6]
        return [gain * (last - first) * (answer == rated[-1].answers[1]) for answer in candidates]

    monkeypatch.setattr(playouts, "_rated", kept)
    monkeypatch.setattr(playouts, "_played", played)
    best = _by_value(here, Random(1))
    assert _quick(here, Random(1)) == best
    gain = 100.0
    assert _quick(here, Random(1)) != best


@pytest.mark.parametrize("file", sorted(playouts.WEIGHTS.glob("*.xz")), ids=lambda file: file.stem)
def test_weights_are_for_a_mode_as_it_is(file: Path) -> None:
    game, found = find("/".join(file.stem.rsplit("_", 1)))
    setting = game.setup(found.name, min(found.seats), {}, ()).setting
    assert has_weights(playouts.features_for(found.name, tables_of(setting, 0)))
    assert file.stat().st_size < 500_000


def test_it_learns_from_the_matches_it_plays() -> None:
    means = [mean for _, mean, _ in train("my_city/eternal", 1500, 1, batch=500)]
    assert means[-1] > means[0] + 0.5


def test_search_beats_greedy_in_my_city() -> None:
    game, found = find("my_city/eternal")
    values = [
        [game.score(play(game, found, [bot], f"beats/{n}").state)[0].value for n in range(3)]
        for bot in (_quick, greedy)
    ]
    assert sum(values[0]) > sum(values[1])


@pytest.mark.parametrize("name", ["my_city", "my_island", "roll_and_build"])
def test_every_mode_begins_with_a_card_to_warm_up_with(name: str) -> None:
    """Else the first card that somebody waits for would load the kernels in the time of its answer."""
    for mode in GAMES[name].mode_names():
        early = islice(first_sights(*find(mode), "warm up"), 20)
        assert any(search.decides(one) and len(one.legal) > 1 for one in early), mode


def test_a_mode_is_warmed_up_once_whatever_is_seen_first(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: list[int] = []
    monkeypatch.setattr(search, "_warm", set())
    monkeypatch.setattr(search, "search", lambda *sight, **budget: boards.append(budget["boards"]))
    warmth = CHARACTERS["owl"].warmth("my_city/eternal")
    assert warmth is not None
    for _ in range(2):
        warmth.warm_up()
    assert boards == [1, 2], "the kernels of both kinds of playouts"
    assert CHARACTERS["owl"].warmth("my_city/1") != CHARACTERS["owl"].warmth("my_city/2")
    assert CHARACTERS["fox"].warmth("my_city/1") == CHARACTERS["owl"].warmth("my_city/1")
    assert CHARACTERS["beaver"].warmth("my_city/1") is None
