"""Compares the twin with the engine: random matches, answer by answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from tilefolk.core.chance import Outcome
from tilefolk.core.game import AnyGame, Mode
from tilefolk.core.grid import bits_of
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games.laying.answers import ONLY_END, PASS, PASS_OR_END, Answers
from tilefolk.games.laying.finish import proceed
from tilefolk.games.laying.rounds import missing_finds, settle
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import ROUNDS, State, alone, dealt
from tilefolk.twin import core
from tilefolk.twin import replayed as r
from tilefolk.twin.board import TwinBoard, load, tables_of
from tilefolk.twin.core import Array, laying
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.tables import SKIP, STOP

MOST_DIFFERENCES = 3  # told for one mode
OWN_GOALS, SAME_GOALS = 16, 512  # first matches with goals of their own; then so many with the same ones
AHEAD = 16  # cards that lie open at once in most matches, as for a seat that others are ahead of
CARD_BY_CARD = 0.125  # the share of the other matches
OTHERS = {PASS_OR_END: 1, ONLY_END: 0}


@dataclass
class Checked:
    """What the comparison of one mode came to."""

    mode: str
    answers: int = 0
    placements: int = 0
    differences: list[str] = field(default_factory=list)


def check(game: AnyGame, mode: Mode, matches: int, seed: str, placements: int = 0) -> Checked:
    """Random matches of one seat alone, played by the engine and by the twin; raises Unsupported.

    Compared at every answer: all legal answers in their order, the points of every rule, value and tie key,
    whether the part is over. The whole board, as `load` makes it from the engine's, and the answers one by
    one: at a random answer of each match; the board also at its end. `matches`: how many there are at least;
    `placements`: how many they have together at least.
    """
    out = Checked(mode.name)
    table = None
    for index in count():
        if index >= matches and out.placements >= placements:
            break
        name = f"{seed}/{index}"
        if table is None or (table.draws_goals and (index < OWN_GOALS or index % SAME_GOALS == 0)):
            table = Table(game, mode, Random(f"{name} goals"))
        played = table.play(Random(name))
        out.answers += len(played.answers)
        out.placements += sum(answer >= 0 for answer in played.answers)
        for difference in table.differences(played):
            out.differences.append(f"{name}: {difference}")
            if len(out.differences) >= MOST_DIFFERENCES:
                return out
    return out


@dataclass
class Played:
    """What the engine noted of a match (see `replay`), and its states before and after every answer."""

    look: float
    end: Any = None
    before: list[Any] = field(default_factory=list)
    after: list[Any] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    legal: list[list[int]] = field(default_factory=list)
    tallies: list[list[int]] = field(default_factory=list)
    masks: list[bytes] = field(default_factory=list)


class Table:
    """A seat before its first card, and what its pieces and rules are called in the twin."""

    def __init__(self, game: AnyGame, mode: Mode, goals: Random) -> None:
        self.game = game
        self.start: Any = alone(game.setup(mode.name, min(mode.seats), {}, ()), 0)
        source = self.start.episode.source
        self.draws_goals = game.draws(self.start)[0].stream != source.stream
        while (draw := game.draws(self.start)[0]).stream != source.stream:
            left = game.legal(self.start, CHANCE)
            self.start = game.apply_trusted(self.start, CHANCE, goals.choice(left))
        self.draw = draw
        self.tables = tables = tables_of(self.start.setting, 0)
        ground = self.start.setting.grounds[0]
        self.pieces = {piece: index for index, piece in enumerate(ground.pieces.values())}
        self.cards = {card: index for index, card in enumerate(tables.names)}
        self.rules = {rule: index for index, rule in enumerate(tables.rules)}
        self.parts = 1 + len(self.start.episode.rules.instead)
        self.bits = core.array("i4", [bit for piece in self.pieces for bit in bits_of(piece.valid)])
        self.width = max(piece.valid.bit_length() + 7 for piece in self.pieces) // 8
        self.ties = tables.sections[t.H_KEPT] - tables.sections[t.H_TIES]

    def play(self, stream: Random) -> Played:
        """A match in the engine. Some seats seldom end or pass, so that boards fill."""
        game, random, draw = self.game, stream.random, self.draw
        out, lazy = Played(random()), stream.choice((0.0, 0.02, 0.3))
        ahead = 1 if random() < CARD_BY_CARD else AHEAD
        told = draw.told if draw.again else stream.sample(draw.told, len(draw.told))
        state = self.start
        while state.ending.phase == ROUNDS:
            legal: Any = game.legal(state, 0)
            if not legal:
                if not game.to_act(state):
                    break
                known = len(state.draws)
                more = stream.choices(told, k=ahead) if draw.again else told[known : known + ahead]
                state = self._dealt(state, more)
                continue
            self._note_legal(out, state, legal)
            places = legal.places
            chosen = int(random() * (places if places and random() >= lazy else len(legal)))
            action = legal[chosen]
            out.actions.append(action)
            out.answers.append(chosen if chosen < places else SKIP if action == PASS else STOP)
            state = self._dug(game.apply_trusted(state, 0, action), stream)
            out.after.append(state)
            out.rounds.append(state.boards[0].round)
            out.tallies.append(self._tally(state))
        out.end = state
        out.rounds.append(state.boards[0].round)
        is_noted = out.after and out.after[-1] is state
        out.tallies.append(out.tallies[-1] if is_noted else self._tally(state))
        return out

    def _dug(self, state: State, stream: Random) -> State:
        """The state with what an answer dug up."""
        while state.episode.find and missing_finds(state, (0,)):
            found = stream.choice(self.game.legal(state, CHANCE))
            state = self.game.apply_trusted(state, CHANCE, found)
        return state

    def _dealt(self, state: State, outcomes: Sequence[Outcome]) -> State:
        """The state with more draws: one by chance, or several that lie open already."""
        known = len(state.draws)
        if len(outcomes) == 1:
            action = (self.draw.stream, known, *outcomes[0])
            one: State = self.game.apply_trusted(state, CHANCE, action)
            return one
        draws = (*state.draws, *outcomes)
        cards = dealt(state.episode, draws, state.cards)
        return proceed(settle(state._replace(draws=draws, cards=cards)))

    def _note_legal(self, out: Played, state: State, legal: Answers) -> None:
        now = state.boards[0].round
        row = [now, 1, legal.places, OTHERS.get(legal.others, -1)]
        for piece, slots in legal.parts:
            row.append(self.pieces[piece])
            out.masks.append(slots.to_bytes(self.width, "little"))
        for _ in range(self.parts - len(legal.parts)):
            row.append(r.NOTHING)
            out.masks.append(bytes(self.width))
        out.legal.append(row)
        out.before.append(state)
        out.rounds.append(now)

    def _tally(self, state: State) -> list[int]:
        """The tally as a row of notes."""
        board, tally, rules = state.boards[0], score_of(state, 0), self.rules
        lines = [0] * (len(rules) + 1)
        for rule, points, _ in tally.entries:
            if rule in rules:
                lines[rules[rule]] += points
            elif rule != "start":
                lines[-1] += points != 0
        return [board.round, bool(board.book.ended), tally.value, *tally.key[1:], *lines]

    def differences(self, played: Played) -> Iterator[str]:
        """Where the twin differs from what the engine noted: the first answer, then the whole board."""
        if played.end.finds:
            self.tables = tables_of(played.end.setting, 0, played.end.finds)
        twin = Replayed(self, played)
        if twin.followed == len(twin.legal) + 1 and twin.matches(played):
            yield from self._looked_closely(played, twin)
            if not _are_same(load(played.end, 0), twin.words, twin.ints):
                yield "the end: the loaded board differs"
        else:
            yield self._first_difference(played, twin)

    def _first_difference(self, played: Played, twin: "Replayed") -> str:
        size = self.parts * self.width
        ours, theirs = b"".join(played.masks), twin.masks
        for index, legal in enumerate(played.legal):
            here, part = f"round {legal[r.N_ROUND]}:", slice(index * size, (index + 1) * size)
            if index == twin.followed and twin.legal[index][r.N_ROUND] < 0:
                return f"{here} the engine moved on, the twin has a choice"
            if legal != twin.legal[index] or ours[part] != theirs[part]:
                state = played.before[index]
                return f"{here} {state.cards[legal[r.N_ROUND]]} may be answered otherwise"
            if played.answers[index] >= 0 and played.actions[index] != self.tables.actions[twin.laid[index]]:
                return (
                    f"{here} {played.actions[index]} is {self.tables.actions[twin.laid[index]]} in the twin"
                )
            if index == twin.followed:
                return f"{here} the engine moved on after it, the twin has a choice"
            if played.tallies[index] != twin.tallies[index]:
                return f"{here} {self._told(played.tallies[index], twin.tallies[index])}"
        return f"the end: {self._told(played.tallies[-1], twin.tallies[-1])}"

    def _told(self, ours: list[int], theirs: list[int]) -> str:
        """What differs in two tallies."""
        names = ["round", "ended", "value", *["tie"] * self.ties, *self.tables.rules, "other rules"]
        if not len(ours) == len(theirs) == len(names):
            return f"{len(ours)} numbers in the engine, {len(theirs)} in the twin"
        each = zip(names, ours, theirs, strict=True)
        return ", ".join(f"{name} {a} in the engine, {b} in the twin" for name, a, b in each if a != b)

    def _looked_closely(self, played: Played, twin: "Replayed") -> Iterator[str]:
        """One answer with the twin's board as bots use it: answers listed, carried out, counted, loaded."""
        if twin.look < 0:
            return
        before, after = played.before[twin.look], played.after[twin.look]
        card, board = before.cards[before.boards[0].round], TwinBoard(self.tables)
        here = f"round {before.boards[0].round}:"
        board.words.put(twin.seen[0])
        board.ints.put(twin.seen[1])
        if tuple(self.game.legal(before, 0)) != board.legal(card):
            yield f"{here} {card} may be answered otherwise, one by one"
            return
        board.answer(card, played.actions[twin.look])
        while board.ints[t.I_ROUND] < after.boards[0].round and not board.has_ended:
            if not board.settles(after.cards[int(board.ints[t.I_ROUND])]):
                yield f"{here} the engine moved on after it, the twin's board has a choice"
                return
        now, lines = int(board.ints[t.I_ROUND]), board.lines().values()
        tally = [now, board.has_ended, board.value(), *board.tie_key(), *lines, 0]
        if tally != played.tallies[twin.look]:
            yield f"{here} {self._told(played.tallies[twin.look], tally)}"
        elif not _are_same(load(after, 0), board.words, board.ints):
            yield f"{here} the loaded board differs"


class Replayed:
    """What the twin notes when it plays a match again; `words` and `ints` are its board at the end."""

    def __init__(self, table: Table, played: Played) -> None:
        tables, number = table.tables, len(played.answers)
        first, columns = r.N_PIECES + table.parts, r.N_KEY + table.ties + len(tables.rules) + 1
        notes = core.array("i4", [r.NOTHING] * ((number + 1) * (first + columns)))
        masks, laid = core.empty("u1", number * table.parts * table.width), core.empty("i4", number)
        cards = [table.cards.get(card, t.BLOCKED) for card in played.end.cards]
        self.look = int(played.look * number) if number else -1
        self.words, self.ints = core.copy(tables.fresh_words), core.copy(tables.fresh_ints)
        self.seen = core.copy(self.words), core.copy(self.ints)
        told = [core.array("i4", numbers) for numbers in (cards, played.answers, played.rounds)]
        self.followed: int = laying.replay(
            tables.ints, tables.words, self.words, self.ints, *told, table.bits, table.parts, table.width,
            notes, first, masks, laid, self.look, *self.seen,
        )  # fmt: skip
        flat, width = notes.tolist(), first + columns
        rows = [flat[at : at + width] for at in range(0, len(flat), width)]
        self.legal, self.tallies = [row[:first] for row in rows[:-1]], [row[first:] for row in rows]
        self.masks, self.laid = masks.numbers.tobytes(), laid.tolist()
        self._actions = tables.actions

    def matches(self, played: Played) -> bool:
        """Whether everything is as the engine noted it."""
        laid = zip(played.answers, played.actions, self.laid, strict=True)
        return (
            self.legal == played.legal
            and self.tallies == played.tallies
            and self.masks == b"".join(played.masks)
            and all(answer < 0 or action == self._actions[row] for answer, action, row in laid)
        )


def _are_same(loaded: TwinBoard, words: Array, ints: Array) -> bool:
    return bool(loaded.words.numbers == words.numbers and loaded.ints.numbers == ints.numbers)
