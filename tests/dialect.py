"""A small language for tests: positions drawn with cells, episodes by name, whole random matches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from tests.games import peek
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import AnyGame, Legacy, Mode, Options
from tilefolk.core.legacy import Owed
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.games import GAMES, my_city, my_island
from tilefolk.games.laying.answers import placements, why_not_there
from tilefolk.games.laying.board import Board, fresh, lay
from tilefolk.games.laying.catalogue import EPISODES, ground_of, load_episode, whole_ground
from tilefolk.games.laying.ground import Laid
from tilefolk.games.laying.rounds import brought
from tilefolk.games.laying.rules.award import Award
from tilefolk.games.laying.rules.metrics import PARTS, ROOF
from tilefolk.games.laying.rules.reward import LitPlots
from tilefolk.games.laying.rules.roofs import Roofs
from tilefolk.games.laying.rules.rule_kinds import Choice

DATA = Path(__file__).parent / "data"
GAME_FILES = {game.name: game.folder / "game.toml" for game in (my_city.GAME, my_island.GAME)}
END_SCORING = 1 << 20  # a round after all others, for bookings of the end scoring


@cache
def load_examples() -> None:
    """Load the episode of My City's worked examples into the catalogue."""
    load_episode("my_city", DATA / "my_city" / "examples.toml", GAME_FILES["my_city"])


@cache
def for_one(mode: str) -> str:
    """The episode as one seat may play it, under a name of its own: for tests of a single board."""
    name = f"{mode}-for-one"
    EPISODES[name] = replace(EPISODES[mode], name=name, seats=(1, 2, 3, 4), grounds={}, wholes={})
    return name


def all_modes() -> tuple[str, ...]:
    """Every way to play that the tests cover: the games', and the turn game in miniature."""
    load_examples()
    modes = tuple(name for game in GAMES.values() for name in game.mode_names())
    return (*modes, *peek.mode_names())


def game_of(mode: str) -> AnyGame:
    load_examples()
    if mode.startswith("peek/"):
        return peek
    return GAMES.get(mode.partition("/")[0], my_city.GAME)


def found(mode: str, version: int | None = None) -> tuple[AnyGame, Mode]:
    """The game and the way behind a name."""
    game = game_of(mode)
    if mode in EPISODES:
        return game, EPISODES[mode].mode
    return game, game.mode(mode)


def laying_modes() -> tuple[str, ...]:
    """The ways in which everybody lays on a board of their own."""
    return tuple(mode for mode in all_modes() if mode in EPISODES)


def is_repeating(mode: str) -> bool:
    """Whether an episode of a campaign repeats most of the one before; one of each chapter counts as new."""
    episode = EPISODES.get(mode) if mode in laying_modes() else None
    return bool(episode and episode.history and episode.follows) and int(mode.rpartition("/")[2]) % 3 != 2


def quick_where_new(modes: Iterable[str]) -> list[ParameterSet]:
    """Modes as parameters of a test; `make test-fast` leaves out episodes that repeat the one before."""
    return [pytest.param(mode, marks=pytest.mark.slow if is_repeating(mode) else ()) for mode in modes]


def seat_counts(mode: str) -> tuple[int, ...]:
    return found(mode)[1].seats


def paces(mode: str) -> tuple[str, ...]:
    return ("together", "own") if mode in EPISODES else ("together",)


def legacy_for(mode: str, seats: int) -> tuple[Legacy, ...]:
    """Something to bring along, so that every rule has something to do."""
    if mode.startswith("my_city/") and mode.partition("/")[2].isdigit():
        return campaign_legacy(int(mode.partition("/")[2]), seats)
    if mode.startswith("my_island/") and mode.partition("/")[2].isdigit():
        return tuple(random_history(mode, seat) for seat in range(seats))
    if mode in ("roll_and_build/11", "roll_and_build/12"):
        return (Legacy((("carried", "G4"),)), *(Legacy(),) * (seats - 1))
    if mode == "roll_and_build/8":
        return (Legacy(counts=(("bags", 2),)),) * seats
    return ()


CAMPAIGN = "my_city/"
CHURCHES = ("W5", "P5", "V3", "V3")


def campaign_legacy(number: int, seats: int) -> tuple[Legacy, ...]:
    """What seats may bring into an episode of the campaign: stickers, churches, cogs, nuggets, boxes, open
    choices."""
    if number == 1:
        return ()
    out = []
    for seat in range(seats):
        stickers = [("t", "F1"), ("R", "H3")][seat % 2 : seat % 2 + 1]
        stickers += [("W", "G6")] if number > 2 else []
        stickers += [("C-4th", CHURCHES[seat])] if number > 4 else []
        stickers += [("cog", "B-I2"), ("cog", "B-O4")] if number > 13 else []
        counts = [("boxes:B", 1 + 2 * (seat % 2))] if number > 16 else []
        counts += [("nuggets", seat), ("nuggets_ever", 3)] if number > 10 else []
        row, gift, *cells = OWED_ROWS[number - 1]
        owed = [Owed(f"{CAMPAIGN}{number - 1}", 1, row, gift, *cells)] if seat == 1 and number != 5 else []
        out.append(Legacy(tuple(stickers), tuple(counts), tuple(owed)))
    return tuple(out)


def random_history(mode: str, seat: int) -> Legacy:
    """What a seat may have put in the episodes before this one, by changing places, each thing somewhere.

    Every second seat owes the last of it.
    """
    stream, legacy = Random(f"{mode} {seat}"), Legacy(counts=(("provisions", 1),) if seat % 3 == 0 else ())
    game, follows = mode.partition("/")[0], EPISODES[mode].follows
    before: list[str] = []
    while follows:
        before.insert(0, f"{game}/{follows}")
        follows = EPISODES[before[0]].follows
    for number, name in enumerate(before):
        episode = EPISODES[name]
        award = next(rule for rule in episode.rules.reward if isinstance(rule, Award))
        rows = ("award.everyone", ("award.others", "award.first", "award.others")[(number + seat) % 3])
        gifts = [(row, index, gift) for row in rows for index, gift in enumerate(award.rows[row])]
        for row, index, gift in gifts:
            options = gift.options(whole_ground(episode, legacy)) if isinstance(gift, Choice) else ()
            if not isinstance(gift, Choice) or not options:
                continue
            what, where = gift.given(stream.choice(options))
            if seat % 2 and name == before[-1]:
                bound = (str(where),) if row == "award.everyone" else ()
                legacy = legacy._replace(owed=(*legacy.owed, Owed(name, 1, row, index, bound)))
            else:
                legacy = legacy._replace(stickers=(*legacy.stickers, (what, str(where))))
    return legacy._replace(
        stickers=(*legacy.stickers, *_lights(before, stream)),
        counts=(*legacy.counts, *_roofs(before, stream)),
    )


def _lights(before: Sequence[str], stream: Random) -> list[tuple[str, str]]:
    """Segments that were lit in earlier episodes, two in each at most."""
    lit: list[tuple[str, str]] = []
    for episode in [EPISODES[name] for name in before]:
        for rule in [rule for rule in episode.rules.reward if isinstance(rule, LitPlots)]:
            dark = [plot for plot in rule.plots(episode.map.legend, episode.rules.setup) if plot not in lit]
            lit += stream.sample(dark, stream.randrange(3))
    return lit


def _roofs(before: Sequence[str], stream: Random) -> list[tuple[str, int]]:
    """Parts of roofs that were built in earlier episodes."""
    built = sum(isinstance(rule, Roofs) for name in before for rule in EPISODES[name].rules.reward)
    parts = {f"{ROOF}{mark}": stream.randrange(min(PARTS, 2 * built) + 1) for mark in "FHW"}
    return [(what, n) for what, n in parts.items() if n]


OWED_ROWS: Mapping[int, tuple[Any, ...]] = {  # a choice of each episode: which row, which of its gifts, where
    **dict.fromkeys((1, 2, *range(5, 14), *range(19, 24)), ("award.first", 1)),
    3: ("award.others", 0),
    4: ("", 0),
    14: ("award.others", 0),
    15: ("soot", 0, ("C1", "H8")),
    **dict.fromkeys((16, 17, 18), ("award.others", 0)),
}


def options_for(mode: str, pace: str) -> Options:
    if mode not in EPISODES:
        return {}
    return {"pace": pace} | ({"award": "yes"} if EPISODES[mode].rules.reward else {})


def random_match(
    mode: str,
    seats: int,
    pace: str,
    seed: str,
    stop: int = 10**6,
    quits: float = 0.1,
    legacy: Sequence[Legacy] | None = None,
    options: Options | None = None,
) -> Match:
    """A match by random seats in random order; `quits` is how often `end` is not left out."""
    game, stream = game_of(mode), Random(seed)
    secret = open_seed(seed)
    chosen = tuple(sorted((options_for(mode, pace) if options is None else options).items()))
    header = Header(mode, found(mode)[1].version, seats, chosen, seal(secret), (), seed)
    match = Match(game, header, legacy_for(mode, seats) if legacy is None else legacy)
    key = match_key(secret, ())
    while (acting := game.to_act(match.state)) and len(match.lines) < stop:
        match.append(random_line(game, match.state, stream.choice(acting), key, stream, quits))
    return match


def random_line(
    game: AnyGame, state: Any, who: int, key: bytes | None, stream: Random, quits: float = 0.1
) -> Line:
    """What somebody does next; without a key chance may bring anything that is still possible."""
    if who == CHANCE and key is None:
        return Line(CHANCE, stream.choice(game.legal(state, CHANCE)))
    if who == CHANCE:
        return Line(CHANCE, outcome(key or b"", stream.choice(game.draws(state))))
    legal = game.legal(state, who)
    going_on = [action for action in legal if action != ("end",)]
    choice = legal if not going_on or stream.random() < quits else going_on
    return Line(who, choice[stream.randrange(len(choice))])


class Position:
    """A board with buildings on given cells; they need not be reachable by play."""

    def __init__(
        self, mode: str, laid: Iterable[tuple[str, str]] = (), stickers: Sequence[tuple[str, str]] = ()
    ):
        load_examples()
        self.episode = EPISODES[mode]
        self.ground = ground_of(mode, Legacy(tuple(stickers)))
        self.board: Board = fresh(self.ground)
        for card, cells in laid:
            self.lay(card, cells)

    def lay(self, card: str, cells: str, bring: bool = False) -> "Position":
        """Lay a card's piece on exactly these cells (`C1 D1`), legal or not."""
        action = self._action(card, cells)
        slot = self.ground.pieces[card].slot(self.ground.grid, action)
        assert slot is not None, f"{card} does not cover {cells}"
        self.board = lay(self.ground, self.board, self.ground.pieces[card], slot)
        if bring:
            self.board = brought(self.episode, self.ground, self.board, {})
        return self

    def show(self, symbol: str, cells: str) -> "Position":
        """Single symbols on these cells, as if tiles had brought them."""
        grid, lane = self.ground.grid, self.ground.kind(symbol) * self.ground.grid.lane
        for name in cells.split():
            cell = grid.mask([name])
            laid = Laid(symbol, cell, grid.around(cell), symbol, 0, cell << lane)
            clear, apart = self.board.clear & ~cell, self.board.apart & ~laid.around
            marks, pieces = self.board.marks | laid.marks, (*self.board.laid, laid)
            self.board = self.board._replace(clear=clear, apart=apart, marks=marks, laid=pieces)
        return self

    def can_be(self, card: str, cells: str) -> bool:
        """Whether some orientation of the piece covers exactly these cells."""
        return next(self._found(card, cells), None) is not None

    def legal(self, card: str, cells: str) -> bool:
        piece = self.ground.pieces[card]
        slot = piece.slot(self.ground.grid, self._action(card, cells))
        return slot is not None and bool(placements(self.episode, self.ground, self.board, piece) >> slot & 1)

    def why(self, card: str, cells: str) -> tuple[str, ...]:
        piece = self.ground.pieces[card]
        return why_not_there(self.episode, self.ground, self.board, piece, self._action(card, cells))

    def line(self, rule_id: str) -> int:
        """The points of one line of the end scoring."""
        rule = next(rule for _, rule in self.episode.rules.end if rule.id == rule_id)
        return rule.line(self.ground, self.board)[0]

    def lit(self, rule_id: str) -> tuple[str, ...]:
        """The cells a line comes from."""
        rule = next(rule for _, rule in self.episode.rules.end if rule.id == rule_id)
        return self.ground.grid.listed(rule.line(self.ground, self.board)[1])

    def booked(self) -> int:
        """The points booked on the board so far."""
        return sum(booking.points for booking in self.board.bookings)

    def _action(self, card: str, cells: str) -> Action:
        found = next(self._found(card, cells), None)
        assert found is not None, f"no orientation of {card} covers {cells}"
        return found

    def _found(self, card: str, cells: str) -> Iterator[Action]:
        piece, grid = self.ground.pieces[card], self.ground.grid
        wanted = grid.mask(cells.split())
        first = (wanted & -wanted).bit_length() - 1
        for turned, mask in zip(piece.shape.turned, piece.shape.masks, strict=True):
            if mask << first == wanted:
                yield ("place", piece.name, turned.orientation, grid.names[first])
