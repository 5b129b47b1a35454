"""The fast engine against a slow witness: placements, score sheets, places, and the geometry of masks."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dialect import game_of, laying_modes, legacy_for, random_line, random_match, seat_counts
from tests.effort import times
from tests.witness.at_once import Booking, linked
from tests.witness.brought import brought_into
from tests.witness.choices import Seat, Story, kept, told
from tests.witness.episode import Episode, Land, Rule, files_of, load, read
from tests.witness.gifts import (
    CHOSEN,
    Sticker,
    episode_named,
    gift_at,
    options,
    stick_cells,
    stick_reasons,
    verb_of,
)
from tests.witness.hints import (
    arrives,
    group_hints,
    lacking,
    lacking_link,
    majorities,
    stands_on,
    workers,
)
from tests.witness.lattice import Place, background, groups, name_of, shifted, spread
from tests.witness.metrics import measured
from tests.witness.placing import FORBIDS, judged
from tests.witness.position import Position, at_start
from tests.witness.rounds import may_pass, offered
from tests.witness.scoring import Line as Scored
from tests.witness.scoring import places
from tests.witness.seen import View, cells_in, laid_in, layer_in, notes_in, places_in, points_in
from tests.witness.shapes import orientations
from tests.witness.table import KNOWN, Shown, Table
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.game import Legacy
from tilefolk.core.grid import HEX, SQUARE, Grid
from tilefolk.core.legacy import Owed
from tilefolk.core.match import Match
from tilefolk.core.notation import Line
from tilefolk.core.shapes import covers, fitted, touches, turnings
from tilefolk.games.laying.catalogue import EPISODES, load_episode

pytestmark = pytest.mark.slow

MODES = laying_modes()
FIRST = tuple(mode for mode in MODES if "follows" not in read(files_of(mode)[0]))
REPEATING = tuple(mode for mode in MODES if mode not in FIRST and read(files_of(mode)[0]).get("history"))
LOCKING = tuple(mode for mode in FIRST if any("lock" in rule for rule in read(files_of(mode)[0])["rules"]))
NEAR, BELOW = "-near-the-lock", 2
FIRST_LINES = 5
CUTS, WHOLES, SHORTS, NEARLY, KEPT, CHOOSERS = 12, 8, 40, 6, 3, 2


def some(mode: str, number: int) -> int:
    """How many matches are compared: fewer of a campaign's later episodes, which repeat most rules."""
    return max(2, number // times(8, 2)) if mode in REPEATING else number


each_mode = pytest.mark.parametrize("mode", MODES)
each_pace = pytest.mark.parametrize("pace", ("together", "own"))


@cache
def episode_of(mode: str) -> Episode:
    view = game_of(mode).view(random_match(mode, min(seat_counts(mode)), "own", "ids", stop=0).state, 0)
    own, game = files_of(mode.removesuffix(NEAR))
    episode = load(own, game, tuple(id_ for id_, _ in view["rules"]))
    return nearer_the_lock(episode) if mode.endswith(NEAR) else episode


def nearer_the_lock(episode: Episode) -> Episode:
    rules = [dict(rule) for rule in episode.own["rules"]]
    for rule in rules:
        if rule["rule"] == "track":
            rule["start"] = rule["lock"] - BELOW
    return Episode({**episode.own, "rules": rules}, episode.game, episode.ids)


def legacy_of(mode: str, seats: int, seed: str) -> tuple[Legacy, ...]:
    """What seats bring along; into an episode of the island every match another random past."""
    game, _, number = mode.partition("/")
    if game == "my_island" and number.endswith(NEAR):
        return (Legacy(counts=(("provisions", 2),)),) * seats
    if game != "my_island" or not number.isdigit():
        return legacy_for(mode, seats)
    return tuple(past_of(mode, f"{seed} {seat}") for seat in range(seats))


@cache
def past_of(mode: str, seed: str) -> Legacy:
    past = brought_into(mode, Random(seed))
    owed = tuple(Owed(*one) for one in past.owed)
    return Legacy(past.stickers, tuple(sorted(past.counts.items())), owed)


def played(mode: str, seats: int, pace: str, seed: str, stop: int = 10**6, quits: float = 0.1) -> Match:
    """A random match; `stop` counts from where the seats have brought what they bring."""
    legacy = legacy_of(mode, seats, seed)
    return random_match(mode, seats, pace, seed, len(legacy) + stop, quits, legacy)


def lands_of(match: Match) -> tuple[Land, ...]:
    """What the seats brought, as lands; in an episode by itself everybody has its history."""
    mode = match.header.game
    alone = tuple((what, where) for what, where in episode_of(mode).own.get("alone", {}).get("stickers", ()))
    brought = match.legacy or (Legacy(alone),) * match.header.seats
    return tuple(land_of(mode, own.stickers, own.counts) for own in brought)


@cache
def land_of(mode: str, stickers: tuple[Sticker, ...], counts: tuple[tuple[str, int], ...]) -> Land:
    return Land(episode_of(mode), stickers, counts=dict(counts))


def seats_of(match: Match) -> list[Seat]:
    """What every seat brought and has said."""
    seats = range(match.header.seats)
    said = [[line.action for line in match.lines if line.who == seat] for seat in seats]
    if not match.legacy:
        return [Seat(land.stickers, said=own) for land, own in zip(lands_of(match), said, strict=True)]
    return [
        Seat(legacy.stickers, dict(legacy.counts), legacy.owed, own, legacy.waits, given_at_start(land))
        for legacy, own, land in zip(match.legacy, said, lands_of(match), strict=True)
    ]


def given_at_start(land: Land) -> list[tuple[str, str, int]]:
    """What a seat gets before its first card."""
    gives = land.episode.all("give")
    return [(rule.id, rule["what"], measured(rule["per"], at_start(land))) for rule in gives]


def seen_lands(match: Match, view: View) -> list[Land]:
    """The lands as the viewer knows them: what others have chosen is hidden until all have."""
    seats = seats_of(match)
    hidden = (view["pace"] == "own" and view["phase"] in ("rounds", "owed")) or any(one.owes for one in seats)
    return [
        land_of(
            match.header.game,
            (*one.stickers, *(() if hidden and seat != view["seat"] else one.opening)),
            tuple(one.counts.items()),
        )
        for seat, one in enumerate(seats)
    ]


def provisions_of(match: Match) -> list[int]:
    """The provisions every seat begins its rounds with."""
    return [
        seat.start.hand.has("provisions") + sum(n for _, what, n in seat.given if seat.owes)
        for seat in seats_of(match)
    ]


def table_of(mode: str, match: Match, view: View) -> Table:
    return Table(
        episode=episode_of(mode),
        lands=seen_lands(match, view),
        provisions=provisions_of(match),
        spoken=[(line.who, line.action) for line in match.lines],
        tokens=dict(match.state.finds),
        shown=[Shown(board["round"], bool(board["ended"])) for board in view["boards"]],
        over=view["phase"] in ("reward", "over"),
        viewer=view["seat"],
        mode=mode,
    )


def cut_matches(mode: str, pace: str, number: int) -> Iterator[Match]:
    """Random matches with any number of seats, each cut at a random point, every third near the start."""
    for seed in range(some(mode, number)):
        stream = Random(seed)
        seats = stream.choice(seat_counts(mode))
        stop = 1 + stream.randrange(2 if seed % 3 == 0 else 30 * (seats + 1))
        yield played(mode, seats, pace, f"cut {seed}", stop, quits=stream.choice((0.0, 0.02, 0.1)))


def whole_matches(mode: str, pace: str, number: int, quits: float = 0.02) -> Iterator[Match]:
    """Matches to the end, with many seats."""
    for seed in range(some(mode, number)):
        seats = seat_counts(mode)[-1 - seed % 3]
        yield played(mode, seats, pace, f"whole {seed}", quits=quits)


def short_matches(mode: str, pace: str, number: int, whole: bool = True) -> Iterator[Match]:
    """Matches in which all seats soon end, so that many of them are equal; not `whole`: after every line."""
    game = game_of(mode)
    for seed in range(some(mode, number)):
        seats, stream = seat_counts(mode)[-1 - seed % 3], Random(seed)
        match = played(
            mode, seats, pace, f"short {seed}", 1 + stream.randrange(2 * seats + 3) if whole else 0
        )
        key = match_key(open_seed(f"short {seed}"), ())
        while acting := game.to_act(match.state):
            who = stream.choice(acting)
            ends = who >= 0 and ("end",) in game.legal(match.state, who)
            ends = ends and (whole or len(match.lines) > FIRST_LINES * seats)
            if not whole:
                yield match
            match.append(Line(who, ("end",)) if ends else random_line(game, match.state, who, key, stream))
        yield match


def seen(mode: str, matches: Iterable[Match]) -> Iterator[tuple[View, Table]]:
    """What the seats are shown, with the witness's own table beside it; at the end all see the same."""
    for match in matches:
        over = not game_of(mode).to_act(match.state)
        for seat in range(1 if over else match.header.seats):
            view = game_of(mode).view(match.state, seat)
            yield view, table_of(mode, match, view)


@each_mode
def test_the_witness_knows_every_rule(mode: str) -> None:
    assert {rule.name for rule in episode_of(mode).rules} <= KNOWN


@each_mode
def test_the_land_is_as_drawn(mode: str) -> None:
    match = played(mode, max(seat_counts(mode)), "own", "land", stop=0)
    view = game_of(mode).view(match.state, 0)
    for board, land in zip(view["boards"], lands_of(match), strict=True):
        ground = view["grounds"][board["ground"]]
        assert places_in(view, view["grid"]["cells"]) == set(land.cells)
        assert places_in(view, ground["open"]) == land.open
        there = [cell for place, cell in land.cells.items() if place not in land.gone]
        stands = {name for cell in there for name in (cell.terrain, cell.symbol) if name}
        assert stands <= set(ground["layers"])
        for name, masks in ground["layers"].items():
            assert layer_in(view, masks) == land.layer(name), name


@pytest.mark.parametrize("mode", FIRST)
def test_pieces_turn_as_drawn(mode: str) -> None:
    turned = set()
    for view, table in seen(mode, cut_matches(mode, "own", 3 * CUTS)):
        for shown in view["pieces"]:
            piece = table.episode.shaped(shown["kind"], shown["name"])
            mine = [(one.orientation, [list(cell) for cell in one.cells]) for one in piece.turned]
            assert shown["marks"] == list(piece.marks)
            assert [(one["orientation"], one["cells"]) for one in shown["shapes"]] == mine
            turned.add(shown["name"])
    assert len(turned) >= 6


@each_mode
@each_pace
def test_where_a_piece_may_lie(mode: str, pace: str) -> None:
    lacking = set()
    for view, table in seen(mode, cut_matches(mode, pace, CUTS)):
        for shown in view["pieces"]:
            assert_same_placements(table.episode, table.positions[view["seat"]], view, shown)
            lacking |= {rule for turned in shown["shapes"] for rule in turned["lacks"]}
    forbidding = {rule.id for rule in episode_of(mode).all(*FORBIDS)}
    assert lacking == forbidding or (mode in REPEATING and lacking < forbidding)


def assert_same_placements(episode: Episode, position: Position, view: View, shown: View) -> None:
    verdicts = judged(episode, position, episode.shaped(shown["kind"], shown["name"]))
    for turned in shown["shapes"]:
        mine = {first: why for (number, first), why in verdicts.items() if number == turned["orientation"]}
        lacks = {rule: places_in(view, mask) for rule, mask in turned["lacks"].items()}
        assert places_in(view, turned["inside"]) == set(mine)
        assert places_in(view, turned["legal"]) == {first for first, why in mine.items() if not why}
        for first, why in mine.items():
            where = (shown["name"], turned["orientation"], name_of(episode.lattice, first))
            assert {rule for rule, firsts in lacks.items() if first in firsts} == why, where


@each_mode
@each_pace
def test_what_a_seat_may_do(mode: str, pace: str) -> None:
    for view, table in seen(mode, cut_matches(mode, pace, CUTS)):
        seat = view["seat"]
        if view["pieces"]:
            pieces = offered(table.episode, table.positions[seat], view["card"])
            assert [(shown["kind"], shown["name"]) for shown in view["pieces"]] == [
                (piece.kind, piece.name) for piece in pieces
            ]
            if table.accounts[seat].sure:
                passing = may_pass(table.episode, table.accounts[seat], view["card"])
                assert (["pass"] in view["answers"]) == passing
            assert ["end"] in view["answers"]


@each_mode
@each_pace
def test_who_cannot_go_on_has_ended(mode: str, pace: str) -> None:
    for view, table in seen(mode, whole_matches(mode, pace, WHOLES, quits=0.0)):
        for seat, board in enumerate(view["boards"]):
            if board["ended"] not in ("", "chosen"):
                assert_stuck(table, seat, table.cards[board["round"] - 1])


def assert_stuck(table: Table, seat: int, card: str) -> None:
    assert not may_pass(table.episode, table.accounts[seat], card)
    for piece in offered(table.episode, table.positions[seat], card):
        assert all(judged(table.episode, table.positions[seat], piece).values())


@each_mode
@each_pace
def test_sheets_of_unfinished_boards(mode: str, pace: str) -> None:
    for view, table in seen(mode, cut_matches(mode, pace, 2 * CUTS)):
        assert_same_boards(table, view)


@each_mode
@each_pace
def test_sheets_of_finished_boards(mode: str, pace: str) -> None:
    for view, table in seen(mode, whole_matches(mode, pace, WHOLES)):
        assert all(account.sure for account in table.accounts)
        assert_same_boards(table, view)


def assert_same_boards(table: Table, view: View) -> None:
    seat = view["seat"]
    hidden = [turn for turn in table.turns[seat] if turn.round >= table.shown[seat].rounds]
    assert len(hidden) == (view["commit"] is not None)
    for seat, board in enumerate(view["boards"]):
        assert_same_board(table.positions[seat], view, board)
        assert_same_sheet(table, seat, view, board)
        assert_same_hints(table.episode, table.positions[seat], view, board)
        if table.accounts[seat].sure:
            assert_same_account(table, seat, board)
    assert view["majorities"] == majorities(table.episode, table.positions)
    if all(account.sure for account in table.accounts):
        assert view["places"] == places([table.rank_key(seat) for seat in range(len(view["boards"]))])


def assert_same_board(position: Position, view: View, board: View) -> None:
    laid = [(piece.kind, piece.name, piece.orientation, set(piece.cells)) for piece in position.laid]
    assert laid_in(view, board) == laid
    assert places_in(view, board["clear"]) == position.clear
    for kind, mask in zip(view["kinds"], board["marks"], strict=True):
        assert places_in(view, mask) == {place for place, mark in position.marks.items() if mark == kind}
    assert_same_notes(position, notes_in(view, board))


def assert_same_hints(episode: Episode, position: Position, view: View, board: View) -> None:
    told = {(rule, frozenset(places_in(view, cells)), *said) for rule, cells, *said in board["groups"]}
    assert told == group_hints(episode, position)
    assert len(told) == len(board["groups"])
    assert places_in(view, board.get("stands_on", "0")) == stands_on(episode, position)
    working = board.get("workers", ())
    at_work = {(rule, frozenset(places_in(view, cells)), *said) for rule, cells, *said in working}
    assert at_work == workers(episode, position)
    for rule, reached, missing in board.get("links", ()):
        race = next(one for one in episode.all("race_link") if one.id == rule)
        assert reached == linked(race, position)
        lacks = None if missing is None else len(places_in(view, missing))
        assert lacks == lacking_link(race, position)
    for rule, start, scored, missing in board["roads"]:
        road = next(one for one in episode.all("road") if one.id == rule)
        thing = places_in(view, start)
        assert scored == (thing <= position.noted(rule))
        if not scored:
            assert_shortest(road, position, thing, None if missing is None else places_in(view, missing))


def assert_shortest(road: Rule, position: Position, thing: set[Place], missing: set[Place] | None) -> None:
    """As few cells as the witness finds, all free, and with them the road would be there."""
    assert lacking(road, position, thing) == (None if missing is None else len(missing))
    if missing is not None:
        assert missing <= position.land.open & position.clear
        assert arrives(road, position, thing, missing)


def assert_same_notes(position: Position, notes: dict[str, set[Place]]) -> None:
    """Notes are the same cells, except that one marker stands for its whole group."""
    mine = {name: set(places) for name, places in position.notes.items()}
    assert notes.pop("doubled", set()) == position.doubled
    assert set(notes) == set(mine)
    for name, marked in mine.items():
        if name.startswith("new_group."):
            assert notes[name] <= marked
            assert all(group & notes[name] for group in groups(marked, position.land.joined))
        else:
            assert notes[name] == marked, name


def assert_same_sheet(table: Table, seat: int, view: View, board: View) -> None:
    booked: list[Booking | Scored] = [*table.accounts[seat].bookings, *table.sheets[seat]]
    unsure = {"start", "pass", *(one.rule for one in booked if one.points is None)}
    assert without(unsure, points_in(board)) == without(unsure, total_points(booked))
    last = [line.rule for line in table.sheets[seat]]
    assert [rule for rule, _, _ in board["tally"] if rule in last] == last
    shown = cells_in(view, board)
    for rule, cells in total_cells(booked).items():
        assert rule in unsure or shown.get(rule, set()) == cells, rule


def without(rules: set[str], points: dict[str, int]) -> dict[str, int]:
    return {rule: value for rule, value in points.items() if value and rule not in rules}


def total_points(booked: Iterable[Booking | Scored]) -> dict[str, int]:
    points: dict[str, int] = {}
    for one in booked:
        points[one.rule] = points.get(one.rule, 0) + (one.points or 0)
    return points


def total_cells(booked: Iterable[Booking | Scored]) -> dict[str, set[Place]]:
    cells: dict[str, set[Place]] = {}
    for one in booked:
        if one.cells is not None:
            cells[one.rule] = cells.get(one.rule, set()) | one.cells
    return cells


def assert_same_account(table: Table, seat: int, board: View) -> None:
    account = table.accounts[seat]
    assert board["passes"] == account.passes
    assert board["provisions"] == account.provisions
    assert board["marker"] == max(0, account.marker.value)
    assert board["locked"] == account.marker.locked
    assert board["value"] == table.value(seat)


@each_mode
def test_what_passing_costs(mode: str) -> None:
    for view, table in seen(mode, whole_matches(mode, "together", WHOLES)):
        for account, board in zip(table.accounts, view["boards"], strict=True):
            mine = total_points(account.bookings).get("pass", 0)
            assert account.marker.locked or points_in(board).get("pass", 0) == mine


@each_mode
@each_pace
def test_places(mode: str, pace: str) -> None:
    shared = broken = 0
    for view, table in seen(mode, short_matches(mode, pace, SHORTS)):
        keys = [table.rank_key(seat) for seat in range(len(view["boards"]))]
        assert view["places"] == places(keys)
        shared += len(set(keys)) < len(keys)
        broken += len({value for value, _ in keys}) < len(set(keys))
    assert shared or mode in REPEATING
    assert broken or mode in REPEATING or not episode_of(mode).all("rows")


@pytest.fixture
def near_the_lock(mode: str, tmp_path: Path) -> Iterator[str]:
    """The same episode with the marker starting just below its lock."""
    own, game = files_of(mode)
    text = own.read_text(encoding="utf-8")
    start = (episode_of(mode).lock or 0) - BELOW
    path = tmp_path / f"{own.stem}{NEAR}.toml"
    path.write_text(re.sub(r'("track", start =) \d+', rf"\1 {start}", text), encoding="utf-8")
    load_episode(mode.partition("/")[0], path, game)
    yield f"{mode}{NEAR}"
    EPISODES.pop(f"{mode}{NEAR}")


@pytest.mark.parametrize("mode", LOCKING)
@each_pace
def test_the_lock(mode: str, pace: str, near_the_lock: str) -> None:
    locked = 0
    for view, table in seen(near_the_lock, whole_matches(near_the_lock, pace, NEARLY)):
        assert_same_boards(table, view)
        locked += sum(board["value"] == table.episode.lock for board in view["boards"])
    assert locked


CHOOSING = tuple(mode for mode in MODES if read(files_of(mode)[0]).get("history"))


@pytest.mark.parametrize("mode", CHOOSING)
def test_choices_and_why_not(mode: str) -> None:
    """Every cell may take the sticker, or somebody says why not; before the first card and after the last."""
    phases, owes = set(), False
    for match in short_matches(mode, "together", CHOOSERS, whole=False):
        owes = owes or any(legacy.owed for legacy in match.legacy)
        for seat in range(match.header.seats):
            view = game_of(mode).view(match.state, seat)
            for choice in view["choices"][:1]:
                phases.add(view["phase"])
                assert_same_choice(view, choice, story_of(mode, match, view))
    assert phases == {phase for phase, there in (("owed", owes), ("reward", chooses(mode))) if there}


def story_of(mode: str, match: Match, view: View) -> Story:
    """What the seat has kept so far, and what it has to choose."""
    seat, seats = view["seat"], seats_of(match)
    if view["phase"] == "owed":
        return seats[seat].start
    table = table_of(mode, match, view)
    ranks = places([table.rank_key(other) for other in range(len(seats))])
    return told(table, seats[seat], seat, ranks[seat], own_pace=False)


def assert_same_choice(view: View, choice: View, story: Story) -> None:
    """The gift that is next, and everything its owner may answer."""
    wanted = next(one for one in story.left)
    gift = gift_at(episode_named(wanted.mode), wanted.rule, wanted.number)
    assert (choice["verb"], choice["rule"], choice["from"]) == (verb_of(gift), wanted.rule, wanted.mode)
    assert len(view["choices"]) == len(story.left)
    if verb_of(gift) != "stick":
        answers = {tuple(answer) for answer in view["answers"]} - {("later",)}
        assert answers == options(wanted, story.hand)
        return
    land = Land(episode_named(wanted.mode), story.hand.stickers, whole=True)
    assert places_in(view, choice["legal"]) == stick_cells(gift, land, wanted.cells)
    lacks = {reason: places_in(view, mask) for reason, mask in choice["lacks"].items()}
    assert lacks == stick_reasons(gift, land, wanted.cells)


def chooses(mode: str) -> bool:
    rows = episode_of(mode).all("award")[0].settings.values()
    return any(gift["gift"] in CHOSEN for row in rows if isinstance(row, list) for gift in row)


@pytest.mark.parametrize("mode", CHOOSING)
@each_pace
def test_what_is_kept(mode: str, pace: str) -> None:
    matches = [*whole_matches(mode, pace, KEPT), *short_matches(mode, pace, KEPT)]
    for match in matches:
        view = game_of(mode).view(match.state, 0)
        told = kept(table_of(mode, match, view), seats_of(match), pace == "own")
        assert [board["kept"] for board in view["boards"]] == told
        assert match.end_record()["kept"] == told


LATTICES = {"square": SQUARE, "hex": HEX}
boxed = st.tuples(st.integers(-3, 4), st.integers(-2, 5))
small = st.tuples(st.integers(-2, 2), st.integers(-2, 2))


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, set[Place], set[Place]]:
    """A lattice, a board with holes that is wider than any shape, and a region of it."""
    lattice = draw(st.sampled_from(sorted(LATTICES)))
    board = {(-3, -2), (4, 5)} | draw(st.sets(boxed, max_size=60))
    region = draw(st.sets(st.sampled_from(sorted(board))))
    return lattice, board, region


@st.composite
def drawings(draw: st.DrawFn) -> tuple[list[Place], list[str]]:
    """The cells of a shape, not always in one part, and a mark for each."""
    cells = draw(st.lists(small, min_size=1, max_size=5, unique=True))
    marks = draw(st.lists(st.sampled_from("FWHP"), min_size=len(cells), max_size=len(cells)))
    return cells, draw(st.sampled_from((marks, ["F"] * len(cells))))


def masked(grid: Grid, cells: Iterable[Place]) -> int:
    return sum(1 << grid.bit(place) for place in cells)


def unmasked(grid: Grid, board: Iterable[Place], mask: int) -> set[Place]:
    return {place for place in board if mask >> grid.bit(place) & 1}


@given(boards())
def test_masks_spread_like_sets(drawn: tuple[str, set[Place], set[Place]]) -> None:
    lattice, board, region = drawn
    grid = Grid.of(LATTICES[lattice], board)
    neighbours = {place: background(lattice, place) & board for place in board}
    around = {other for place in region for other in neighbours[place]}
    assert grid.around(masked(grid, region)) == masked(grid, around)
    parts = [unmasked(grid, board, part) for part in grid.groups(masked(grid, region))]
    assert sorted(map(sorted, parts)) == sorted(map(sorted, groups(region, neighbours)))
    seed = set(sorted(region)[::3])
    reached = spread(seed, region, neighbours)
    assert grid.spread(masked(grid, seed), masked(grid, region)) == masked(grid, reached)


@given(st.sampled_from(sorted(LATTICES)), drawings(), st.booleans())
def test_shapes_turn_like_sets(lattice: str, drawing: tuple[list[Place], list[str]], mirror: bool) -> None:
    cells, marks = drawing
    turned = turnings(LATTICES[lattice], cells, marks, mirror)
    mine = [(one.orientation, one.cells) for one in orientations(lattice, cells, marks, mirror)]
    assert [(one.orientation, tuple(one.cells)) for one in turned] == mine


@given(boards(), drawings(), st.booleans())
@settings(max_examples=150)
def test_shapes_lie_like_sets(
    drawn: tuple[str, set[Place], set[Place]], drawing: tuple[list[Place], list[str]], mirror: bool
) -> None:
    (lattice, board, region), (cells, marks) = drawn, drawing
    grid = Grid.of(LATTICES[lattice], board)
    shape = fitted(turnings(LATTICES[lattice], cells, marks, mirror), grid)
    covering = covers(masked(grid, region), shape) & shape.inside
    touching = touches(masked(grid, region), shape) & shape.inside
    for index, turned in enumerate(orientations(lattice, cells, marks, mirror)):
        lying = {first: set(shifted(turned.cells, first)) for first in board}
        inside = {first for first, lies in lying.items() if lies <= board}
        assert shape.firsts(shape.inside, index) == masked(grid, inside)
        inner = {first for first in inside if lying[first] <= region}
        assert shape.firsts(covering, index) == masked(grid, inner)
        meeting = {first for first in inside if lying[first] & region}
        assert shape.firsts(touching, index) == masked(grid, meeting)
