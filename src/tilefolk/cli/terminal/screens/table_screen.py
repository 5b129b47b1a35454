"""The table on the screen: it draws what the desk holds and passes keys on, no more."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import OptionList, Static

from tilefolk.cli.terminal.market.pair_picker import DRAW, FLIP
from tilefolk.cli.terminal.panels.market_prompt import option_words
from tilefolk.cli.terminal.panels.market_side import WIDE, city_facts
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.panels.side_panel import facts
from tilefolk.cli.terminal.screens import status_lines
from tilefolk.cli.terminal.screens.answer_list import Answers
from tilefolk.cli.terminal.screens.layout import HEIGHT, WIDTH, Layout, arrange, reason_lines
from tilefolk.cli.terminal.table.desk import END, PASS, Desk
from tilefolk.cli.terminal.text.canvas import wrapped
from tilefolk.cli.terminal.text.words import why_no_pass
from tilefolk.core.notation import Action

if TYPE_CHECKING:
    from tilefolk.cli.terminal.app import TableApp

ASKED_FOR = 4  # seconds after which a question is taken back


def bound(*pairs: tuple[str, str]) -> list[BindingType]:
    return [Binding(key, action, show=False) for key, action in pairs]


class TableScreen(Screen[None]):
    """One seat's table."""

    BINDINGS: ClassVar[list[BindingType]] = bound(
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
    app: "TableApp"

    def __init__(self) -> None:
        super().__init__()
        self.listing = False
        self.explaining = False
        self.naming = False
        self._drawn: dict[str, tuple[Text, list[int]]] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Container(id="middle"):
            yield Static(id="board")
            with Container(id="right"):
                yield Answers("list")
                with VerticalScroll(id="side", can_focus=False):
                    yield Static(id="facts")
        yield Static(id="reason")
        yield Static(id="news")
        yield Static(id="legend")
        yield Static(id="keys")

    @property
    def desk(self) -> Desk:
        return self.app.desk

    def on_resize(self, event: Resize) -> None:
        self.show()

    def show(self) -> None:
        """Draw everything anew."""
        scene = self.app.scene()._replace(listing=self.listing)
        if self.size.width < WIDTH or self.size.height < HEIGHT:
            scene = scene._replace(notices=[scene.texts.say("ui.small"), *scene.notices])
        layout = arrange(self.desk, scene, *self.size)
        self._put("title", [status_lines.title(self.desk, scene)])
        self._put("legend", layout.legend)
        self.query_one("#legend").display = bool(layout.legend)
        self._put("keys", layout.keys)
        self._put("reason", reason_lines(self.desk, scene, self.size.width))
        self._put("news", layout.news)
        self._show_middle(scene, layout)
        self._show_list(scene, layout.side_width >= WIDE)

    def _show_middle(self, scene: Scene, layout: Layout) -> None:
        if layout.sheet:
            self._put("board", layout.sheet.draw())
        self.query_one("#middle").set_class(layout.below, "below")
        self.query_one("#board").set_class(layout.sheet is None, "hidden")
        self._put("facts", self._beside(scene, layout))

    def _beside(self, scene: Scene, layout: Layout) -> list[Text]:
        if self.explaining:
            return self._why(scene, layout.side_width)
        if self.naming and layout.aside:
            return layout.aside
        told = city_facts if self.desk.picking else facts
        return told(scene, layout.side_width, layout.side_height)

    def _why(self, scene: Scene, width: int) -> list[Text]:
        return [line for sentence in status_lines.why(self.desk, scene) for line in wrapped(sentence, width)]

    def _show_list(self, scene: Scene, wide: bool) -> None:
        """The list of answers, open because it was asked for or because there is nothing else to do."""
        self.listing = self.listing and self.desk.acts
        open_now = self.desk.acts and (self.listing or self.desk.chooses)
        answers = self.desk.listed if open_now else []
        covered = self.listing and (self.explaining or self.naming)
        self.set_class(open_now and self.desk.lying is not None and not covered, "listing")
        self.set_class(open_now and self.desk.lying is None, "choosing")
        listed = self.query_one("#list", Answers)
        listed.fill(answers, [option_words(scene, answer, wide) for answer in answers])
        listed.open(open_now and not covered)

    def _put(self, name: str, lines: list[Text]) -> None:
        """Draw a part anew if it has changed; the screen is laid out anew only if its size has."""
        drawn, size = Text("\n").join(lines), [len(line) for line in lines]
        before = self._drawn.get(name)
        if before is None or before[0] != drawn:
            self._drawn[name] = drawn, size
            self.query_one(f"#{name}", Static).update(drawn, layout=before is None or before[1] != size)

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
        self.app.send(action)

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
        if self._elsewhere() or self.app.table.over:
            self._calm()
        else:
            self._send(action)

    def action_other_piece(self) -> None:
        if not self.listing:
            self.desk.other_piece()
        self._calm()

    def action_confirm(self) -> None:
        if self.app.table.over:
            self.app.show_end()
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
            self.desk.said = tuple(why_no_pass(self.app.texts, self.desk.view))
            self._calm()

    def action_end(self) -> None:
        if END not in self.desk.answers:
            self.desk.calm()
            self.desk.said = (self.app.texts.say("ui.end.no"),)
        elif self.desk.ask("end"):
            self._send(END)
            return
        else:
            self.set_timer(ASKED_FOR, self._unask)
        self._calm()

    def action_undo(self) -> None:
        self.app.undo(self.desk.seat)

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
            self.app.redraw()

    def _calm(self) -> None:
        self.explaining = self.naming = False
        self.show()

    def _elsewhere(self) -> bool:
        """Whether another board is open. Nothing is sent from there: the first key leads back."""
        away = self.desk.looking != self.desk.seat
        if away:
            self.desk.calm()
        return away
