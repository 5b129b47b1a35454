"""What the person at the keyboard looks at and is about to do, without any screen."""

from collections.abc import Sequence

from tilefolk.cli.terminal.laying.board_drawing import Overlay
from tilefolk.cli.terminal.laying.cell_signs import signs_of
from tilefolk.cli.terminal.laying.draft import Draft, Point, begin, draft_of
from tilefolk.cli.terminal.laying.hand import LAYING, STICK, cells, grid_of, read_hand
from tilefolk.cli.terminal.laying.sticker_view import with_sticker
from tilefolk.cli.terminal.market.goods import is_market
from tilefolk.cli.terminal.market.pair_picker import PairPicker, new_picker
from tilefolk.cli.terminal.panels.news import Snapshot
from tilefolk.cli.terminal.text.styles import CHOSEN, COMMITTED, FORBIDDEN, LEGAL
from tilefolk.core.game import Json
from tilefolk.core.grid import Position, bits_of
from tilefolk.core.notation import Action

PASS: Action = ("pass",)
END: Action = ("end",)
LATER: Action = ("later",)


class Desk:
    """A seat's draft, and what is open in front of it.

    `question`: what the same key again would do for good. `before`: what was known at the last decision.
    """

    def __init__(self, seat: int) -> None:
        self.seat = self.shown_seat = seat
        self.view: Json = {}
        self.draft: Draft | None = None
        self.picker: PairPicker | None = None
        self.pointed_at: Action = ()
        self.anchors = False
        self.lit_line = -1
        self.question = ""
        self.before = Snapshot()
        self.messages: tuple[str, ...] = ()
        self._focus: Point | None = None

    def receive(self, view: Json) -> None:
        """Take a new view; the draft stays while the same pieces may be laid."""
        view = with_sticker(view)
        same = self.draft is not None and view.get("pieces") == self.view.get("pieces")
        self.view = view
        if is_market(view):
            self.picker = self.picker.with_view(view) if self.picker else new_picker(view)
        if same and self.may_act:
            return
        hand = read_hand(view) if self.may_act else None
        self.draft = begin(hand, self._focus) if hand else None
        self.pointed_at = ()

    @property
    def may_act(self) -> bool:
        return self.seat in self.view.get("to_act", ())

    @property
    def answers(self) -> list[Action]:
        """The answers that lay nothing."""
        return [tuple(answer) for answer in self.view["answers"]] if self.may_act else []

    @property
    def all_answers(self) -> list[Action]:
        """All answers, placements included."""
        return [*(self.draft.hand.placements() if self.draft else []), *self.answers]

    @property
    def sticking(self) -> bool:
        """Whether the draft is a sticker to be put for good."""
        return self.draft is not None and self.draft.piece.verb == STICK

    @property
    def must_choose(self) -> bool:
        """Whether there is nothing to lay or take, but an answer to choose from the list."""
        if self.draft or (self.picker and not self.view["task"]):
            return False
        return bool(self.answers)

    def dismiss(self) -> None:
        """Drop question, messages and lights, and show the own board again."""
        self.question, self.messages, self.lit_line = "", (), -1
        self.shown_seat = self.seat

    def leave_list(self) -> None:
        """Move the draft by hand again."""
        self.dismiss()
        if self.draft:
            self.pointed_at = ()

    def unpick(self) -> None:
        """Drop the first card."""
        if self.picker:
            self.picker = self.picker.unpick()

    def move(self, down: int, right: int) -> None:
        self.leave_list()
        if self.draft:
            self._lay(self.draft.moved(down, right))
        if self.picker:
            self.picker = self.picker.moved(down, right)

    def turn(self, by: int) -> None:
        self.leave_list()
        if self.draft:
            self.draft = self.draft.turned(by)

    def flip(self) -> None:
        self.leave_list()
        if self.draft:
            self.draft = self.draft.flipped()

    def other_piece(self) -> None:
        self.leave_list()
        if self.draft:
            self.draft = self.draft.other()

    def point_at(self, action: Action) -> None:
        """Show an entry of the list: a placement becomes the draft, other answers light their cells."""
        self.dismiss()
        self.pointed_at = action
        if self.picker:
            self.picker = self.picker.pointed_at(action)
        if action and action[0] in LAYING and self.draft:
            self._lay(draft_of(self.draft.hand, action))

    def show_next_board(self) -> None:
        """Show the board of the next seat."""
        shown_seat = self.shown_seat
        self.dismiss()
        self.shown_seat = (shown_seat + 1) % len(self.view.get("boards", (None,)))

    def light(self, line: int) -> None:
        """Light the cells of a tally line, or put them out."""
        lit_line, shown_seat = self.lit_line, self.shown_seat
        self.dismiss()
        self.shown_seat = shown_seat
        self.lit_line = -1 if line == lit_line else line

    def confirm(self) -> Action | None:
        """The action Enter sends: the draft if it is legal, or two picked cards; None otherwise."""
        self.dismiss()
        if self.picker and self.picker.is_complete:
            return self.picker.action
        if self.picker:
            self.picker = self.picker.toggled()
        return self.draft.action if self.draft and self.draft.legal else None

    def ask(self, what: str) -> bool:
        """Ask for confirmation; True if the same question was open already."""
        again = self.question == what
        self.dismiss()
        self.question = "" if again else what
        return again

    def overlays(self) -> list[Overlay]:
        """The pieces drawn over the shown board."""
        lit_line = [Overlay(self._lit_cells(), (), CHOSEN)] if self._lit_cells() else []
        if self.shown_seat != self.seat:
            return lit_line
        return [*lit_line, *self._draft_overlay(), *self._commit_overlay(), *self._answer_overlay()]

    def shown_anchors(self) -> list[Position]:
        """The legal first cells of the draft's shape, if the person wants to see them."""
        if not (self.anchors and self.draft and self.shown_seat == self.seat):
            return []
        grid = self.draft.hand.grid
        return [grid.position(bit) for bit in bits_of(self.draft.shape.legal)]

    def _lay(self, draft: Draft) -> None:
        self.draft, self._focus = draft, draft.placement.focus

    def _draft_overlay(self) -> list[Overlay]:
        if not self.draft or (self.pointed_at and self.pointed_at[0] not in LAYING):
            return []
        return [self._piece_overlay(self.draft, LEGAL if self.draft.legal else FORBIDDEN)]

    def _commit_overlay(self) -> list[Overlay]:
        commit, hand = self.view.get("commit"), read_hand(self.view)
        if not (commit and commit[0] == "place" and hand):
            return []
        return [self._piece_overlay(draft_of(hand, tuple(commit)), COMMITTED)]

    def _piece_overlay(self, draft: Draft, brackets: str) -> Overlay:
        letters = signs_of(self.view).kinds
        return Overlay(draft.positions, tuple(letters[mark] for mark in draft.piece.marks), brackets)

    def _answer_overlay(self) -> list[Overlay]:
        """The cells that the highlighted answer names."""
        grid = grid_of(self.view)
        named = [token for token in self.pointed_at[1:] if grid and token in grid.bits]
        if self.draft or not grid or not named:
            return []
        return [Overlay(tuple(grid.position(grid.bits[str(name)]) for name in named), (), CHOSEN)]

    def _lit_cells(self) -> tuple[Position, ...]:
        grid = grid_of(self.view)
        lines: Sequence[Sequence[str]] = self.view["boards"][self.shown_seat]["tally"] if grid else ()
        if grid is None or not 0 <= self.lit_line < len(lines):
            return ()
        return tuple(grid.position(bit) for bit in bits_of(cells(lines[self.lit_line][2])))
