"""The keys of the table screen."""

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import OptionList

from tilefolk.cli.terminal.market.pair_picker import DRAW, FLIP
from tilefolk.cli.terminal.screens.answer_list import Answers
from tilefolk.cli.terminal.screens.key_bar import bindings
from tilefolk.cli.terminal.screens.table_view import TableView
from tilefolk.cli.terminal.table.desk import END, PASS
from tilefolk.cli.terminal.text.words import why_no_pass
from tilefolk.core.notation import Action

QUESTION_SECONDS = 4  # after which a question is withdrawn


class TableScreen(TableView):
    """The table with its keys: each key changes the desk or sends an answer."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(
        ("up", "move(-1, 0)"),
        ("down", "move(1, 0)"),
        ("left", "move(0, -1)"),
        ("right", "move(0, 1)"),
        ("r", "turn(1)"),
        ("R", "turn(-1)"),
        ("f", "flip"),
        ("d", "draw"),
        ("tab", "other_piece"),
        ("enter", "confirm"),
        ("p", "pass"),
        ("e", "end"),
        ("u,backspace", "undo"),
        ("question_mark", "why"),
        ("a", "anchors"),
        ("l", "list"),
        ("g", "legend"),
        ("o", "others"),
        ("escape", "back"),
        ("pageup", "scroll_side(-1)"),
        ("pagedown", "scroll_side(1)"),
        *((str(n), f"light({n - 1})") for n in range(1, 10)),
    )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        action = self._meant(event)
        if action and action != self.desk.pointed:
            self.desk.point_at(action)
            self.show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        action = self._meant(event)
        if self._elsewhere():
            self._calm()
        elif action == END:
            self.action_end()
        elif action:
            self._send(action)

    def _meant(self, event: OptionList.OptionMessage) -> Action | None:
        return self.query_one("#list", Answers).meant(event) if self.desk.acts else None

    def _send(self, action: Action) -> None:
        """The list is closed when something of it was chosen."""
        self.listing = False
        self.host.send(action)

    def action_move(self, down: int, right: int) -> None:
        if not self.listing:
            self.desk.move(down, right)
        self._calm()

    def action_turn(self, by: int) -> None:
        if not self.listing:
            self.desk.turn(by)
        self._calm()

    def action_flip(self) -> None:
        if self.desk.picking:
            self._say((FLIP, self.desk.picking.cursor))
            return
        if not self.listing:
            self.desk.flip()
        self._calm()

    def action_draw(self) -> None:
        if self.desk.picking:
            self._say((DRAW,))

    def _say(self, action: Action) -> None:
        """Answer with a key of its own; whether it is allowed says the match."""
        if self._elsewhere() or self.host.table.over:
            self._calm()
        else:
            self._send(action)

    def action_other_piece(self) -> None:
        if not self.listing:
            self.desk.other_piece()
        self._calm()

    def action_confirm(self) -> None:
        if self.host.table.over:
            self.host.show_end()
        elif not self.listing and not self._elsewhere() and (action := self.desk.confirmed()):
            self._send(action)
        else:
            self._calm()

    def action_pass(self) -> None:
        if self._elsewhere() or not self.desk.acts:
            self._calm()
        elif PASS in self.desk.answers:
            self._send(PASS)
        else:
            self.desk.calm()
            self.desk.said = tuple(why_no_pass(self.host.texts, self.desk.view))
            self._calm()

    def action_end(self) -> None:
        if END not in self.desk.answers:
            self.desk.calm()
            self.desk.said = (self.host.texts.say("ui.end.no"),)
        elif self.desk.ask("end"):
            self._send(END)
            return
        else:
            self.set_timer(QUESTION_SECONDS, self._unask)
        self._calm()

    def action_undo(self) -> None:
        self.host.undo(self.desk.seat)

    def action_why(self) -> None:
        self.explaining, self.naming = not self.explaining, False
        self.desk.calm()
        self.show()

    def action_legend(self) -> None:
        self.explaining, self.naming = False, not self.naming
        self.desk.calm()
        self.show()

    def action_anchors(self) -> None:
        self.desk.calm()
        self.desk.anchors = not self.desk.anchors
        self._calm()

    def action_list(self) -> None:
        self.desk.leave_list()
        self.listing = not self.listing and bool(self.desk.listed)
        self._calm()

    def action_others(self) -> None:
        self.desk.look_on()
        self._calm()

    def action_light(self, line: int) -> None:
        self.desk.light(line)
        self._calm()

    def action_back(self) -> None:
        self.listing = False
        self.desk.leave_list()
        self.desk.let_go()
        self._calm()

    def action_scroll_side(self, pages: int) -> None:
        side = self.query_one("#side")
        side.scroll_relative(y=pages * max(1, side.size.height - 2), animate=False)

    def _unask(self) -> None:
        if self.desk.asked:
            self.desk.calm()
            self.host.redraw()

    def _calm(self) -> None:
        self.explaining = self.naming = False
        self.show()

    def _elsewhere(self) -> bool:
        """Whether another board is open. Nothing is sent from there: the first key leads back."""
        away = self.desk.looking != self.desk.seat
        if away:
            self.desk.calm()
        return away
