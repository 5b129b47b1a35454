"""What a client draws: JSON made from what the seat has seen; sets of cells are hex strings."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any
from weakref import ref

from tilefolk.core.game import Json, Legacy
from tilefolk.core.grid import Mask
from tilefolk.core.legacy import OWED
from tilefolk.core.sharing import joined, sharing_fields
from tilefolk.core.table_lines import gain_json, legacy_json
from tilefolk.core.tally import Tally, places, tie_breaks
from tilefolk.games.laying import finish, rounds
from tilefolk.games.laying.board import Board, This
from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.gifts import promised
from tilefolk.games.laying.ground import Ground, cached_on_ground
from tilefolk.games.laying.ground_builder import shape_of
from tilefolk.games.laying.hand import ground_json, hand_json, known_pieces
from tilefolk.games.laying.hints import Rows, finds, groups, hexed, leads, majorities, planned, races, roads
from tilefolk.games.laying.keepsakes import keepsakes_json
from tilefolk.games.laying.look_back import look_back
from tilefolk.games.laying.mentions import changed_cells
from tilefolk.games.laying.outlook import outlook
from tilefolk.games.laying.rules.answer import PassRow
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.rule_kinds import Rule
from tilefolk.games.laying.scoring import Lines, end_lines, parts, scored, stands
from tilefolk.games.laying.state import OVER, OWN, ROUNDS, State, is_sealed, settled, standing
from tilefolk.games.laying.visibility import reach, seen

NO_COMMIT: Json = {"commit": None}
KEPT = 256  # parts of views that never change, by episode and what a seat brought along
ROWS = 4096  # rows of boards and tallies: one that is shown again is the same object
SHOWN = 512  # boards whose part of a view is remembered: at own pace others' boards are shown again and again


def view(state: State, seat: int | None) -> Json:
    """Everything the seat may see and do. Parts of it are shared with other views: nobody changes them."""
    return joined(view_parts(state, seat))


def view_parts(state: State, seat: int | None) -> tuple[Json, ...]:
    """The view in parts; each stays the same object for as long as it says the same."""
    state = seen(state, seat)
    table = _table(state, seat)
    commit = state.commits[seat] if seat is not None and state.ending.phase == ROUNDS else None
    round_json, hand = table.of_seat(state, seat)
    committed = {"commit": list(commit)} if commit else NO_COMMIT
    return _seat(seat), round_json, table.lasting, table.json, table.answered(state), hand, committed


def known(state: State, seat: int | None) -> Json:
    """The pieces that the seat may get, as if nothing lay on its board."""
    return {} if seat is None else known_pieces(state.episode, state.ground(seat))


@cache
def _seat(seat: int | None) -> Json:
    return {"seat": seat}


class Table:
    """What everybody who has seen the same is shown, and the round and the hand of each of them.

    Made once for all of them; who has answered in the running round changes `to_act` and `ready` alone.
    """

    def __init__(self, state: State, key: object, before: "Table | None") -> None:
        self.key, self._seen_boards = key, state.boards  # the key has their ids
        self._setting = state.setting
        self._tallies = tallies = scored(state, _end_lines)
        grounds = list(dict.fromkeys(state.setting.grounds))
        known = before is not None and before._setting is state.setting
        self.lasting: Json = before.lasting if before and known else _lasting(state, grounds)
        self.json = _table_json(state, tallies)
        compared: Rows = self.json["majorities"]
        self._boards = [_board(state, seat, grounds, tally, compared) for seat, tally in enumerate(tallies)]
        if before is not None:  # what has not changed stays the same: nobody compares it again
            self.json = before.json if before.json == self.json else sharing_fields(before.json, self.json)
            both = zip(before._boards, self._boards, strict=True)
            self._boards = [was if was == now else sharing_fields(was, now) for was, now in both]
        self._ready = tuple([board["ready"] for board in self._boards])
        self._answered: Json = {}
        self._of_seats: dict[int | None, tuple[Json, Json]] = {}

    def answered(self, state: State) -> Json:
        """Who has to act, and the boards with whether each has answered; one that has not changed stays."""
        ready = tuple([commit is not None for commit in state.commits])
        if ready != self._ready or not self._answered:
            both = zip(self._boards, self._ready, ready, strict=True)
            self._boards = [one if was == now else {**one, "ready": now} for one, was, now in both]
            self._ready = ready
            self._answered = {"to_act": list(_acting(state)), "boards": self._boards}
        return self._answered

    def of_seat(self, state: State, seat: int | None) -> tuple[Json, Json]:
        """The round as the seat sees it, and what it can do."""
        known = self._of_seats.get(seat)
        if known is None:
            said = _round(state, seat)
            same = (one for one, _ in self._of_seats.values() if one == said)
            known = self._of_seats[seat] = (
                next(same, said),
                hand_json(state, state.episode, seat, self._tallies),
            )
        return known


def _round(state: State, seat: int | None) -> Json:
    return {
        "phase": OWED if _owes(state, seat) else state.phase,
        "round": min(reach(state, seat) + 1, len(state.cards)),
        **_cards(state, seat),
        "shapes": shapes_json(state.episode, state.setting.used[seat] if seat is not None else Legacy()),
    }


def _table(state: State, seat: int | None) -> Table:
    """The table for a seat: its last one, or that of another seat, where the same is seen."""
    key = *map(id, state.boards), state.draws, state.cards, state.finds, state.ending
    shown: dict[int | None, Table] = state.setting.shown
    last = shown.get(seat)
    if last is None or last.key != key:
        same = (table for table in shown.values() if table.key == key)
        last = shown[seat] = next(same, None) or Table(state, key, last)
    return last


def _lasting(state: State, grounds: Sequence[Ground]) -> Json:
    """What stays for as long as the setting does."""
    episode, setting = state.episode, state.setting
    return {
        "game": setting.name,
        "version": setting.version,
        "pace": setting.pace.value,
        "rounds": episode.source.rounds,
        "track": bool(episode.tracks),
        "kinds": list(episode.kinds_played),
        "grounds": [ground_json(episode, ground) for ground in grounds],
        "gifts": promised(episode, len(state.boards)) if setting.award else [],
        "score": _score(state),
        **_fixed(episode),
    }


def _table_json(state: State, tallies: Sequence[Tally]) -> Json:
    source = state.episode.source
    return {
        "sealed": is_sealed(state),
        "left": list(source.left(state.draws)),
        "source": source.shown(state.draws),
        "places": list(places(tallies)),
        "ties": _ties(state, tallies),
        "stands": dict(stands(state)),
        "majorities": majorities(state),
        "races": races(state),
        "finds": finds(state),
    }


def _ties(state: State, tallies: Sequence[Tally]) -> list[list[Any]]:
    """What decides between equal values: who is ahead of whom, by which rule, in which row, the counts."""
    parts = [
        (rule.id, row)
        for rule in state.episode.rules.ties
        for row in range(1, len(rule.key(state.ground(0), state.boards[0])) + 1)
    ]
    return [
        [tie.ahead, tie.behind, parts[tie.part - 1][0], [parts[tie.part - 1][1], -tie.more, -tie.less]]
        for tie in tie_breaks(tallies)
    ]


@lru_cache(KEPT)
def _fixed(episode: Episode) -> Json:
    """What every view of an episode has in common."""
    earlier = look_back(episode)
    return {
        "deck": list(episode.source.left(())),
        "circles": list(episode.passing.circles) if isinstance(episode.passing, PassRow) else [],
        "grid": grid_json(episode),
        "rules": _told(episode.listed),
        "new": _told(earlier.new),
        "gone": _told(earlier.gone),
    }


def _score(state: State) -> list[str]:
    """The lines of the score block; goals that are drawn have a line each."""
    out: list[str] = []
    for rule in state.episode.scoring:
        drawn = rule.drawn(state.setting.goals) if isinstance(rule, Goals) else [rule]
        out += [line.id for line in drawn]
    return out


def _cards(state: State, seat: int | None) -> dict[str, Any]:
    """The card to be answered, or the last one, and the next one where it is known."""
    number = min(reach(state, seat), len(state.cards) - 1)
    if number < 0:
        return {"draw": [], "card": "", **({"next": ""} if state.episode.ahead else {})}
    following = {"next": state.card(number + 1) or ""} if state.episode.ahead else {}
    return {"draw": list(state.draws[number]), "card": state.cards[number], **following}


def _told(rules: Sequence[Rule]) -> list[list[object]]:
    """Rules as message ids with their numbers."""
    return [[rule.id, list(rule.numbers)] for rule in rules]


def _acting(state: State) -> tuple[int, ...]:
    if state.phase != ROUNDS:
        return finish.waiting_for(state)
    asked = [seat for seat in range(len(state.boards)) if finish.is_asked(state, seat)]
    return tuple(sorted({*rounds.deciding(state), *asked}))


def _owes(state: State, seat: int | None) -> bool:
    """Whether choices come before the seat's first card; together before everybody's."""
    owes = state.setting.owes
    return seat in owes if state.setting.pace is OWN else bool(owes)


def grid_json(episode: Episode) -> Json:
    """Where the cells of a map lie, and what is printed between and on them."""
    grid = episode.map.grid
    return {
        "lattice": grid.lattice.name,
        "top": grid.top,
        "left": grid.left,
        "width": grid.width,
        "cells": hexed(grid.cells),
        "joins": [[hexed(a), hexed(b)] for a, b in grid.joins],
        "river": [list(corner) for corner in episode.map.river],
        "signs": {sign: hexed(cells) for sign, cells in episode.map.signs.items()},
    }


@lru_cache(KEPT)
def shapes_json(episode: Episode, legacy: Legacy) -> Json:
    """The shapes by name, what follows the dash of a card: cells, and what they show if not the kind."""
    designs = {
        card.partition("-")[2]: episode.designs[shape_of(episode, legacy, card)] for card in cards_of(episode)
    }
    return {
        name: [[list(cell) for cell in design.shape.turned[0].cells], list(design.marks)]
        for name, design in designs.items()
    }


def _board(state: State, seat: int, grounds: list[Ground], tally: Tally, compared: Rows) -> Json:
    setting, board, now = state.setting, state.boards[seat], standing(state, seat)
    episode, ground, book, is_over = setting.episode, setting.grounds[seat], board.book, state.phase == OVER
    won, still_open, _ = parts(state, seat, tally)
    return {
        "seat": seat,
        "ground": grounds.index(ground),
        "round": board.round,
        "ended": book.ended,
        "ready": False,
        "passes": book.passes,
        "marker": now.marker,
        "locked": now.locked,
        "provisions": now.spares,
        "at_least": bool(setting.races) and board.round > settled(state),
        **face_json(episode, ground, board),
        "rule_cells": _rule_cells(episode, ground),
        "tally": [_tally_row(*entry) for entry in tally.entries],
        "value": tally.value,
        "won": won,
        "open": still_open,
        "leads": leads(compared, seat, is_sealed(state)),
        **keepsakes_json(episode, ground, board, setting.legacies),
        "brought": _brought(ground),
        "owes": seat in setting.owes,
        "kept": [gain_json(gain) for gain in finish.gains(state, seat)] if is_over else None,
        "takes": legacy_json(finish.takes_along(state, seat)) if is_over else None,
    }


@cached_on_ground
def _rule_cells(episode: Episode, ground: Ground) -> Json:
    return {rule: hexed(cells) for rule, cells in changed_cells(episode, ground).items()}


@cached_on_ground
def _brought(ground: Ground) -> Json:
    return legacy_json(ground.legacy)


@lru_cache(ROWS)
def _tally_row(rule: str, points: int, cells: Mask) -> list[Any]:
    return [rule, points, hexed(cells)]


@lru_cache(ROWS)
def _laid_row(kind: str, shape: str, orientation: int, cells: Mask) -> list[Any]:
    return [kind, shape, orientation, hexed(cells)]


def _end_lines(episode: Episode, ground: Ground, board: Board) -> Lines:
    return _end_lines_of(episode, ref(ground), This(board))


@lru_cache(SHOWN)
def _end_lines_of(episode: Episode, ground_ref: "ref[Ground]", this: This) -> Lines:
    ground = ground_ref()
    assert ground is not None
    return end_lines(episode, ground, this.board)


def face_json(episode: Episode, ground: Ground, board: Board) -> Json:
    """What lies on a board."""
    return _face_of(episode, ref(ground), This(board))


@lru_cache(SHOWN)
def _face_of(episode: Episode, ground_ref: "ref[Ground]", this: This) -> Json:
    ground, board = ground_ref(), this.board
    assert ground is not None
    return {
        "clear": hexed(board.clear),
        "laid": [_laid_row(laid.kind, laid.shape, laid.orientation, laid.cells) for laid in board.laid],
        "marks": [hexed(ground.covered(board.marks, kind)) for kind in range(len(episode.kinds_played))],
        "notes": {name: hexed(value) for name, value in board.notes if not name.startswith("race_")},
        "groups": groups(episode, ground, board),
        "roads": roads(episode, ground, board),
        **planned(episode, ground, board),
        **outlook(episode, ground, board),
    }
