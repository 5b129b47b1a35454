"""Screens between: handing the keyboard over, and the end of the match."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from tilefolk.cli.terminal.laying.cell_signs import FAINT
from tilefolk.cli.terminal.panels.news import ended_words
from tilefolk.cli.terminal.panels.result_lines import ranking
from tilefolk.cli.terminal.panels.series_lines import standing_lines
from tilefolk.cli.terminal.screens.table_screen import bound

if TYPE_CHECKING:
    from tilefolk.cli.terminal.app import TableApp

NEXT = -1  # what the table answers when its series goes on


class Pause(Screen[None]):
    """A sheet over the table, redrawn in the language that is on."""

    app: "TableApp"

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="pause"):
            yield Static(id="told")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        self.query_one("#told", Static).update(Text("\n").join(self.lines()))

    def lines(self) -> list[Text]:
        raise NotImplementedError


class HandOver(Pause):
    """Nobody's board is open until the next person says that the keyboard is theirs."""

    BINDINGS: ClassVar[list[BindingType]] = bound(("enter", "here"), ("u,backspace", "undo"))

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.before, self.after = before, after

    def lines(self) -> list[Text]:
        say, app = self.app.texts.say, self.app
        told = say("ui.hand.over", name=app.called(self.after))
        lines = [Text(told, "bold"), Text(), Text(say("ui.hand.here"))]
        if app.table.match.may_undo(self.before):
            lines.append(Text(say("ui.hand.undo", name=app.called(self.before)), FAINT))
        asked = app.desk.asked == "leave"
        return [*lines, Text(), Text(say("ui.ask.leave"), "bold #f5b94a")] if asked else lines

    def action_here(self) -> None:
        self.app.sit(self.after)

    def action_undo(self) -> None:
        if self.app.table.match.may_undo(self.before):
            self.app.undo(self.before)
            self.app.sit(self.before)


class Ended(Pause):
    """Ranking, tallies side by side, and whether the draw was the sealed one."""

    BINDINGS: ClassVar[list[BindingType]] = bound(("enter,escape,o", "boards"), ("n", "next"))

    def lines(self) -> list[Text]:
        app = self.app
        names = [app.called(seat) for seat in range(len(app.table.players))]
        boards = app.table.views[None].get("boards", ())
        ended = [ended_words(app.texts, str(board["ended"])) for board in boards]
        width = self.app.size.width - 10
        lines, keys = ranking(app.table.match, names, ended, app.texts, width), "ui.over.keys"
        if now := app.standing():
            lines += [Text(), *standing_lines(now, names, app.texts, width)]
            keys = "ui.over.keys" if now.over else "ui.series.keys"
        return [*lines, Text(), Text(app.texts.say(keys), FAINT)]

    def action_next(self) -> None:
        """On to the next match of the series."""
        now = self.app.standing()
        if now and not now.over:
            self.app.exit(NEXT)

    def action_boards(self) -> None:
        self.app.pop_screen()
        self.app.redraw()
