"""The parts of the table screen and how they are drawn from the scene."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from tilefolk.cli.terminal.panels.market_prompt import answer_label
from tilefolk.cli.terminal.panels.market_side import WIDE, market_side_lines
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.panels.side_panel import side_lines
from tilefolk.cli.terminal.screens import status_lines
from tilefolk.cli.terminal.screens.answer_list import AnswerList
from tilefolk.cli.terminal.screens.host import Host
from tilefolk.cli.terminal.screens.layout import (
    SMALLEST_HEIGHT,
    SMALLEST_WIDTH,
    Layout,
    arrange,
    reason_lines,
)
from tilefolk.cli.terminal.table.desk import Desk
from tilefolk.cli.terminal.text.canvas import wrapped


class TableView(Screen[None]):
    """The table as one seat sees it. It draws only; TableScreen adds the keys."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.list_open = False
        self.why_open = False
        self.legend_open = False
        self._drawn: dict[str, tuple[Text, list[int]]] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Container(id="middle"):
            yield Static(id="board")
            with Container(id="right"):
                yield AnswerList("list")
                with VerticalScroll(id="side", can_focus=False):
                    yield Static(id="facts")
        yield Static(id="reason")
        yield Static(id="news")
        yield Static(id="legend")
        yield Static(id="keys")

    @property
    def desk(self) -> Desk:
        return self.host.desk

    def on_resize(self, event: Resize) -> None:
        self.show()

    def show(self) -> None:
        """Draw everything."""
        scene = self.host.scene()._replace(list_open=self.list_open)
        if self.size.width < SMALLEST_WIDTH or self.size.height < SMALLEST_HEIGHT:
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
        if layout.drawing:
            self._put("board", layout.drawing.draw())
        self.query_one("#middle").set_class(layout.below, "below")
        self.query_one("#board").set_class(layout.drawing is None, "hidden")
        self._put("facts", self._side_lines(scene, layout))

    def _side_lines(self, scene: Scene, layout: Layout) -> list[Text]:
        if self.why_open:
            return self._why_lines(scene, layout.side_width)
        if self.legend_open and layout.hidden_legend:
            return layout.hidden_legend
        told = market_side_lines if self.desk.picker else side_lines
        return told(scene, layout.side_width, layout.side_height)

    def _why_lines(self, scene: Scene, width: int) -> list[Text]:
        return [line for sentence in status_lines.why(self.desk, scene) for line in wrapped(sentence, width)]

    def _show_list(self, scene: Scene, wide: bool) -> None:
        """Show the list of answers if the person opened it, or if there is nothing else to do."""
        self.list_open = self.list_open and self.desk.may_act
        open_now = self.desk.may_act and (self.list_open or self.desk.must_choose)
        answers = self.desk.all_answers if open_now else []
        covered = self.list_open and (self.why_open or self.legend_open)
        self.set_class(open_now and self.desk.draft is not None and not covered, "listing")
        self.set_class(open_now and self.desk.draft is None, "choosing")
        listed = self.query_one("#list", AnswerList)
        listed.fill(answers, [answer_label(scene, answer, wide) for answer in answers])
        listed.set_open(open_now and not covered)

    def _put(self, name: str, lines: list[Text]) -> None:
        """Redraw a part if it has changed; lay the screen out again only if the size of the part has."""
        drawn, size = Text("\n").join(lines), [len(line) for line in lines]
        before = self._drawn.get(name)
        if before is None or before[0] != drawn:
            self._drawn[name] = drawn, size
            self.query_one(f"#{name}", Static).update(drawn, layout=before is None or before[1] != size)
