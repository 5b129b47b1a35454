"""What the person at the keyboard looks at and is about to do; knows no screen."""

from collections.abc import Sequence

from tilefolk.cli.terminal.laying.board_drawing import Over
from tilefolk.cli.terminal.laying.cell_signs import signs_of
from tilefolk.cli.terminal.laying.draft import Lying, Point, begin, drafted
from tilefolk.cli.terminal.laying.hand import cells, grid_of, read_hand
from tilefolk.cli.terminal.market.goods import is_market
from tilefolk.cli.terminal.market.pair_picker import Picking, begin_picking
from tilefolk.cli.terminal.panels.news import Known
from tilefolk.cli.terminal.text.styles import CHOSEN, COMMITTED, FORBIDDEN, LEGAL
from tilefolk.core.game import Json
from tilefolk.core.grid import Position, bits_of
from tilefolk.core.notation import Action

PASS: Action = ("pass",)
END: Action = ("end",)


class Desk:
    """A seat's draft and what is open before it.

    `asked`: what the same key again would do for good. `before`: what was known at the last decision.
    """

    def __init__(self, seat: int) -> None:
        self.seat = self.looking = seat
        self.view: Json = {}
        self.lying: Lying | None = None
        self.picking: Picking | None = None
        self.pointed: Action = ()
        self.anchors = False
        self.lit = -1
        self.asked = ""
        self.before = Known()
        self.said: tuple[str, ...] = ()
        self._focus: Point | None = None

    def receive(self, view: Json) -> None:
        """A new view; the draft stays while the same pieces may be laid."""
        same = self.lying is not None and view.get("pieces") == self.view.get("pieces")
        self.view = view
        if is_market(view):
            self.picking = self.picking.on(view) if self.picking else begin_picking(view)
        if same and self.acts:
            return
        hand = read_hand(view) if self.acts else None
        self.lying = begin(hand, self._focus) if hand else None
        self.pointed = ()

    @property
    def acts(self) -> bool:
        return self.seat in self.view.get("to_act", ())

    @property
    def answers(self) -> list[Action]:
        """What may be answered without laying anything."""
        return [tuple(answer) for answer in self.view["answers"]] if self.acts else []

    @property
    def listed(self) -> list[Action]:
        """All that may be answered."""
        return [*(self.lying.hand.placements() if self.lying else []), *self.answers]

    @property
    def chooses(self) -> bool:
        """Whether there is nothing to lay or to take but something to choose."""
        if self.lying or (self.picking and not self.view["task"]):
            return False
        return bool(self.answers)

    def calm(self) -> None:
        """Whatever was asked or said is over; the own board is open again."""
        self.asked, self.said, self.lit = "", (), -1
        self.looking = self.seat

    def leave_list(self) -> None:
        """The draft is moved by hand again."""
        self.calm()
        if self.lying:
            self.pointed = ()

    def let_go(self) -> None:
        """A card that was chosen first is free again."""
        if self.picking:
            self.picking = self.picking.let_go()

    def move(self, down: int, right: int) -> None:
        self.leave_list()
        if self.lying:
            self._lay(self.lying.moved(down, right))
        if self.picking:
            self.picking = self.picking.moved(down, right)

    def turn(self, by: int) -> None:
        self.leave_list()
        if self.lying:
            self.lying = self.lying.turned(by)

    def flip(self) -> None:
        self.leave_list()
        if self.lying:
            self.lying = self.lying.flipped()

    def other_piece(self) -> None:
        self.leave_list()
        if self.lying:
            self.lying = self.lying.other()

    def point_at(self, action: Action) -> None:
        """An entry of a list: a placement becomes the draft, other answers light the cells they name."""
        self.calm()
        self.pointed = action
        if self.picking:
            self.picking = self.picking.pointed(action)
        if action and action[0] == "place" and self.lying:
            self._lay(drafted(self.lying.hand, action))

    def look_on(self) -> None:
        """Open the next board."""
        looking = self.looking
        self.calm()
        self.looking = (looking + 1) % len(self.view.get("boards", (None,)))

    def light(self, line: int) -> None:
        """Light the cells of a tally line, or put them out."""
        lit, looking = self.lit, self.looking
        self.calm()
        self.looking = looking
        self.lit = -1 if line == lit else line

    def confirmed(self) -> Action | None:
        """The placement of the draft, if it is allowed; the two chosen cards, once there are two."""
        self.calm()
        if self.picking and self.picking.whole:
            return self.picking.action
        if self.picking:
            self.picking = self.picking.chosen()
        return self.lying.action if self.lying and self.lying.legal else None

    def ask(self, what: str) -> bool:
        """Ask once; True when the same thing was asked just before."""
        again = self.asked == what
        self.calm()
        self.asked = "" if again else what
        return again

    def over(self) -> list[Over]:
        """What lies over the open board."""
        lit = [Over(self._lit(), (), CHOSEN)] if self._lit() else []
        if self.looking != self.seat:
            return lit
        return [*lit, *self._draft(), *self._commit(), *self._named()]

    def shown_anchors(self) -> list[Position]:
        """The legal first cells of the draft's shape, if they are to be seen."""
        if not (self.anchors and self.lying and self.looking == self.seat):
            return []
        grid = self.lying.hand.grid
        return [grid.position(bit) for bit in bits_of(self.lying.shape.legal)]

    def _lay(self, lying: Lying) -> None:
        self.lying, self._focus = lying, lying.draft.focus

    def _draft(self) -> list[Over]:
        if not self.lying or (self.pointed and self.pointed[0] != "place"):
            return []
        return [self._piece(self.lying, LEGAL if self.lying.legal else FORBIDDEN)]

    def _commit(self) -> list[Over]:
        commit, hand = self.view.get("commit"), read_hand(self.view)
        if not (commit and commit[0] == "place" and hand):
            return []
        return [self._piece(drafted(hand, tuple(commit)), COMMITTED)]

    def _piece(self, lying: Lying, manner: str) -> Over:
        letters = signs_of(self.view).kinds
        return Over(lying.positions, tuple(letters[mark] for mark in lying.piece.marks), manner)

    def _named(self) -> list[Over]:
        """The cells an answer of a list names."""
        grid = grid_of(self.view)
        named = [token for token in self.pointed[1:] if grid and token in grid.bits]
        if self.lying or not grid or not named:
            return []
        return [Over(tuple(grid.position(grid.bits[str(name)]) for name in named), (), CHOSEN)]

    def _lit(self) -> tuple[Position, ...]:
        grid = grid_of(self.view)
        lines: Sequence[Sequence[str]] = self.view["boards"][self.looking]["tally"] if grid else ()
        if grid is None or not 0 <= self.lit < len(lines):
            return ()
        return tuple(grid.position(bit) for bit in bits_of(cells(lines[self.lit][2])))
