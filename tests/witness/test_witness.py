"""The fast engine against a slow witness: placements, score sheets, places, choices."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dialect import game_of, seat_counts
from tests.witness.agreed import (
    assert_same_boards,
    assert_same_choice,
    assert_same_placements,
    assert_stuck,
    total_points,
)
from tests.witness.choices import Story, kept, told
from tests.witness.episode import files_of, read
from tests.witness.gifts import (
    CHOSEN,
)
from tests.witness.placing import FORBIDS
from tests.witness.rounds import may_pass, offered
from tests.witness.scoring import places
from tests.witness.seen import View, layer_in, places_in, points_in
from tests.witness.table import KNOWN
from tests.witness.witnessed import (
    BELOW,
    FIRST,
    MODES,
    NEAR,
    REPEATING,
    cut_matches,
    episode_of,
    lands_of,
    played,
    seats_of,
    seen,
    short_matches,
    table_of,
    whole_matches,
)
from tilefolk.core.match import Match
from tilefolk.games.laying.catalogue import EPISODES, load_episode

pytestmark = pytest.mark.slow

LOCKING = tuple(mode for mode in FIRST if any("lock" in rule for rule in read(files_of(mode)[0])["rules"]))
CUTS, WHOLES, SHORTS, NEARLY, KEPT, CHOOSERS = 12, 8, 40, 6, 3, 2


each_mode = pytest.mark.parametrize("mode", MODES)
each_pace = pytest.mark.parametrize("pace", ("together", "own"))


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
