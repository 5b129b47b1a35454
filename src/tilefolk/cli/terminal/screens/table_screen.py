"""The keys of the table screen."""

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import OptionList

from tilefolk.cli.terminal.market.pair_picker import DRAW, FLIP
from tilefolk.cli.terminal.screens.answer_list import AnswerList
from tilefolk.cli.terminal.screens.hint import ask_coach, hint_lines
from tilefolk.cli.terminal.screens.key_bar import bindings
from tilefolk.cli.terminal.screens.table_view import TableView
from tilefolk.cli.terminal.table.desk import END, LATER, PASS
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
        ("w", "later"),
        ("u,backspace", "undo"),
        ("question_mark", "why"),
        ("a", "anchors"),
        ("h", "hint"),
        ("l", "list"),
        ("g", "legend"),
        ("o", "others"),
        ("escape", "back"),
        ("pageup", "scroll_side(-1)"),
        ("pagedown", "scroll_side(1)"),
        *((str(n), f"light({n - 1})") for n in range(1, 10)),
    )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        action = self._action_of(event)
        if action and action != self.desk.pointed_at:
            self.desk.point_at(action)
            self.show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        action = self._action_of(event)
        if self._is_elsewhere():
            self._close_panels()
        elif action == END:
            self.action_end()
        elif action:
            self._send(action)

    def _action_of(self, event: OptionList.OptionMessage) -> Action | None:
        return self.query_one("#list", AnswerList).action_of(event) if self.desk.may_act else None

    def _send(self, action: Action) -> None:
        """Close the list and send an answer."""
        self.list_open = False
        self.host.send(action)

    def action_move(self, down: int, right: int) -> None:
        if not self.list_open:
            self.desk.move(down, right)
        self._close_panels()

    def action_turn(self, by: int) -> None:
        if not self.list_open:
            self.desk.turn(by)
        self._close_panels()

    def action_flip(self) -> None:
        if self.desk.picker:
            self._send_by_key((FLIP, self.desk.picker.cursor))
            return
        if not self.list_open:
            self.desk.flip()
        self._close_panels()

    def action_draw(self) -> None:
        if self.desk.picker:
            self._send_by_key((DRAW,))

    def _send_by_key(self, action: Action) -> None:
        """Send an answer that has a key of its own; the match decides whether it is allowed."""
        if self._is_elsewhere() or self.host.table.over:
            self._close_panels()
        else:
            self._send(action)

    def action_other_piece(self) -> None:
        if not self.list_open:
            self.desk.other_piece()
        self._close_panels()

    def action_confirm(self) -> None:
        if self.host.table.over:
            self.host.show_end()
        elif not self.list_open and not self._is_elsewhere() and (action := self.desk.confirm()):
            self._send(action)
        else:
            self._close_panels()

    def action_pass(self) -> None:
        if self._is_elsewhere() or not self.desk.may_act:
            self._close_panels()
        elif PASS in self.desk.answers:
            self._send(PASS)
        else:
            self.desk.dismiss()
            self.desk.messages = tuple(why_no_pass(self.host.texts, self.desk.view))
            self._close_panels()

    def action_end(self) -> None:
        if END not in self.desk.answers:
            self.desk.dismiss()
            self.desk.messages = (self.host.texts.say("ui.end.no"),)
        elif self.desk.ask("end"):
            self._send(END)
            return
        else:
            self.set_timer(QUESTION_SECONDS, self._withdraw_question)
        self._close_panels()

    def action_later(self) -> None:
        """Put the open choices off to the next visit."""
        if self._is_elsewhere() or LATER not in self.desk.answers:
            self._close_panels()
        elif self.desk.ask("later"):
            self._send(LATER)
        else:
            self.set_timer(QUESTION_SECONDS, self._withdraw_question)
            self._close_panels()

    def action_undo(self) -> None:
        self.host.undo(self.desk.seat)

    def action_why(self) -> None:
        self.why_open, self.legend_open = not self.why_open, False
        self.desk.dismiss()
        self.show()

    def action_legend(self) -> None:
        self.why_open, self.legend_open = False, not self.legend_open
        self.desk.dismiss()
        self.show()

    def action_anchors(self) -> None:
        self.desk.dismiss()
        self.desk.anchors = not self.desk.anchors
        self._close_panels()

    def action_hint(self) -> None:
        """Ask the coach, where no other person plays."""
        if self._is_elsewhere() or not self.desk.may_act:
            self._close_panels()
            return
        alone = len(self.host.table.people) == 1
        self.desk.dismiss()
        self.desk.messages = (self.host.texts.say("coach.considers" if alone else "api.hint_people"),)
        self._close_panels()
        if alone:
            self.run_worker(self._show_hint(), exclusive=True)

    async def _show_hint(self) -> None:
        """Tell the coach's answers; the best place becomes the draft."""
        found = await ask_coach(self.host.table, self.desk.seat)
        self.desk.dismiss()
        if found:
            self.desk.point_at(found[0].action)
            self.desk.messages = hint_lines(self.host.texts, found)
        self.show()

    def action_list(self) -> None:
        self.desk.leave_list()
        self.list_open = not self.list_open and bool(self.desk.all_answers)
        self._close_panels()

    def action_others(self) -> None:
        self.desk.show_next_board()
        self._close_panels()

    def action_light(self, line: int) -> None:
        self.desk.light(line)
        self._close_panels()

    def action_back(self) -> None:
        self.list_open = False
        self.desk.leave_list()
        self.desk.unpick()
        self._close_panels()

    def action_scroll_side(self, pages: int) -> None:
        side = self.query_one("#side")
        side.scroll_relative(y=pages * max(1, side.size.height - 2), animate=False)

    def _withdraw_question(self) -> None:
        if self.desk.question:
            self.desk.dismiss()
            self.host.redraw()

    def _close_panels(self) -> None:
        self.why_open = self.legend_open = False
        self.show()

    def _is_elsewhere(self) -> bool:
        """Whether another seat's board is shown. Nothing is sent from there: the first key leads back."""
        away = self.desk.shown_seat != self.desk.seat
        if away:
            self.desk.dismiss()
        return away
