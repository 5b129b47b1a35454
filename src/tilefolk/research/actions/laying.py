"""Action ids of the laying games: orientation by row by column, the other answers, choices for good."""

from collections.abc import Iterator, Sequence

from tilefolk.core.game import Legacy
from tilefolk.core.grid import Grid
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS, Answers
from tilefolk.games.laying.choosing import PUT_OFF
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.award import Award
from tilefolk.games.laying.rules.choice import Box, Double, MarkPiece, Stick
from tilefolk.games.laying.rules.rule_kinds import Choice, Choosing, Task
from tilefolk.games.laying.rules.shaft import shafts_of
from tilefolk.games.laying.state import State
from tilefolk.research.actions.table import ActionTable, Mask
from tilefolk.research.cells import Cells

DRAWN, INSTEAD = "place", "place-instead"
PLENTY = 1 << 20  # more than anybody has of what can be sold
MOST_GIFTS = 32  # in one row of an award


class LayingActions(ActionTable):
    """First every orientation of the drawn piece on every cell of the grid's rectangle, row by row.

    Where an episode has pieces to lay in place of the drawn one, theirs come next. Then pass, end, what is
    asked after the rounds, and what is chosen for good.
    """

    def __init__(self, state: State) -> None:
        self.episode, ground = state.episode, state.ground(0)
        self.cells = Cells(ground.grid)
        pieces = ground.pieces.values()
        self.orientations = 1 + max(turned.orientation for piece in pieces for turned in piece.shape.turned)
        self.block = self.orientations * self.cells.size
        super().__init__(
            (*self._places(ground.grid), PASS, END, *_asked(self.episode), *_chosen(self.episode, ground))
        )

    def _places(self, grid: Grid) -> Iterator[Action]:
        """Cells of the rectangle that are not on the map have a number too: so a number is arithmetic."""
        for verb in (DRAWN, *(f"{INSTEAD}-{rule + 1}" for rule in range(len(self.episode.rules.instead)))):
            for orientation in range(self.orientations):
                for row in range(self.cells.rows):
                    for column in range(self.cells.columns):
                        name = grid.names.get(row * grid.width + column, f"{row}:{column}")
                        yield (verb, orientation, name)

    def fill(self, mask: Mask, state: State, seat: int, legal: Sequence[Action]) -> None:
        if not isinstance(legal, Answers):
            super().fill(mask, state, seat, legal)
            return
        verbs = _verbs(state, seat)
        for piece, slots in legal.parts:
            shape = piece.shape
            first = verbs.index(piece.name) * self.block
            planes = self.cells.planes([shape.firsts(slots, index) for index in range(len(shape.turned))])
            for turned, plane in zip(shape.turned, planes, strict=True):
                start = first + turned.orientation * self.cells.size
                mask[start : start + self.cells.size] = plane.ravel()
        for other in legal.others:
            mask[self.numbers[other]] = 1

    def listed(self, state: State, seat: int, action: Action) -> Action:
        if action[0] != "place":
            return action
        verb = _verbs(state, seat).index(str(action[1]))
        return (f"{INSTEAD}-{verb}" if verb else DRAWN, *action[2:])

    def spelled(self, state: State, seat: int, number: int) -> Action:
        entry = self.entries[number]
        verb = number // self.block
        if verb > len(self.episode.rules.instead):
            return entry
        verbs = _verbs(state, seat)
        return ("place", verbs[verb] if verb < len(verbs) else "", *entry[1:])


def _verbs(state: State, seat: int) -> list[str]:
    """The names of the pieces a seat may lay now: the drawn one, then what each rule offers in its place."""
    piece = state.piece(seat)
    if piece is None:
        return []
    ground, board = state.ground(seat), state.boards[seat]
    offered = [rule.instead(ground, board, piece) for rule in state.episode.rules.instead]
    return [piece.name, *(ground.pieces[card].name if card else "" for card in offered)]


def _asked(episode: Episode) -> Iterator[Action]:
    """Every answer to what is asked after the rounds."""
    for rule in episode.rules.ask:
        yield from rule.answers(Legacy(), PLENTY)


def _chosen(episode: Episode, ground: Ground) -> Iterator[Action]:
    """Everything that can be chosen for good in the episode, whatever the board."""
    found = [choice for rule in episode.rules.reward for choice in _choices(rule)]
    for choice in found:
        yield from _options(choice, episode, ground)
    if found:
        yield PUT_OFF


def _choices(rule: object) -> Iterator[Choice]:
    """The choices that a reward rule may leave to somebody."""
    if isinstance(rule, Choosing):
        rows = rule.rows if isinstance(rule, Award) else (getattr(rule, "id", ""),)
        for row in rows:
            for number in range(MOST_GIFTS):
                if choice := rule.choice(Task(row, number)):
                    yield choice


def _options(choice: Choice, episode: Episode, ground: Ground) -> Iterator[Action]:
    pieces: Sequence[tuple[str, Piece]] = tuple(ground.pieces.items())
    match choice:
        case Stick():
            names = ground.grid.listed(ground.grid.cells)
            yield from (("stick", sticker, name) for sticker in choice.what for name in names)
        case MarkPiece():
            yield from (("mark", choice.mark, card) for card, piece in pieces if piece.kind == choice.kind)
        case Box():
            yield from (("box", shaft) for shaft in shafts_of(episode.rules.reward))
        case Double():
            marked = [piece for _, piece in pieces if piece.marked]
            yield from (
                ("double", piece.name, index) for piece in marked for index in range(len(piece.marks))
            )
        case _:
            raise TypeError(f"no ids for the choices of {type(choice).__name__}")
