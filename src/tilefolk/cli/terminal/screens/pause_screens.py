"""Screens over the table: handing the keyboard over, and the result."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from tilefolk.cli.terminal.panels.news import ended_words
from tilefolk.cli.terminal.panels.result_lines import result_lines
from tilefolk.cli.terminal.panels.series_lines import standing_lines
from tilefolk.cli.terminal.screens.host import Host
from tilefolk.cli.terminal.screens.key_bar import bindings
from tilefolk.cli.terminal.screens.lineup_lines import lineup_lines
from tilefolk.cli.terminal.text.styles import FAINT, HEADING

NEXT_MATCH = -1  # what the table answers when its series goes on


class PauseScreen(Screen[None]):
    """A sheet over the table."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="pause"):
            yield Static(id="told")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        self.query_one("#told", Static).update(Text("\n").join(self.lines()))

    def lines(self) -> list[Text]:
        raise NotImplementedError


class HandOverScreen(PauseScreen):
    """It hides all boards until the next person says that the keyboard is theirs."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(("enter", "here"), ("u,backspace", "undo"))

    def __init__(self, host: Host, before: int, after: int) -> None:
        super().__init__(host)
        self.before, self.after = before, after

    def lines(self) -> list[Text]:
        say, host = self.host.texts.say, self.host
        told = say("ui.hand.over", name=host.seat_name(self.after))
        lines = [Text(told, "bold"), Text(), Text(say("ui.hand.here"))]
        if host.table.match.may_undo(self.before):
            lines.append(Text(say("ui.hand.undo", name=host.seat_name(self.before)), FAINT))
        question = host.desk.question == "leave"
        return [*lines, Text(), Text(say("ui.ask.leave"), HEADING)] if question else lines

    def action_here(self) -> None:
        self.host.sit(self.after)

    def action_undo(self) -> None:
        if self.host.table.match.may_undo(self.before):
            self.host.undo(self.before)
            self.host.sit(self.before)


class ResultScreen(PauseScreen):
    """The ranking, the tallies side by side, and whether the draws follow from the sealed seed."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(
        ("enter,escape,o", "boards"),
        ("n", "next"),
        ("j", "join"),
        *((str(seat + 1), f"sleep({seat})") for seat in range(9)),
    )

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.is_joining = False  # what a newcomer gets is shown; the next press confirms it

    def lines(self) -> list[Text]:
        host = self.host
        names = [host.seat_name(seat) for seat in range(len(host.table.players))]
        boards = host.table.views[None].get("boards", ())
        ended = [ended_words(host.texts, str(board["ended"])) for board in boards]
        width = self.app.size.width - 10
        lines, keys = result_lines(host.table.match, names, ended, host.texts, width), "ui.over.keys"
        if now := host.standing():
            lines += [Text(), *standing_lines(now, host.campaign_names(), host.texts, width)]
            keys = "ui.over.keys" if now.over else "ui.series.keys"
            if host.seating and not now.over:
                lines += lineup_lines(now, host.seating, self.is_joining, host.texts, width)
        return [*lines, Text(), Text(host.texts.say(keys), FAINT)]

    def action_next(self) -> None:
        """Go on to the next match of the series."""
        now, seating = self.host.standing(), self.host.seating
        if now and not now.over and not (seating and seating.is_paused):
            self.app.exit(NEXT_MATCH)

    def action_join(self) -> None:
        """Show what a newcomer gets; pressed again, a bot joins."""
        seating = self.host.seating
        if self.host.standing() and seating and seating.may_join:
            if self.is_joining:
                seating.join()
            self.is_joining = not self.is_joining
            self.show()

    def action_sleep(self, seat: int) -> None:
        """A seat of a bot sleeps or wakes."""
        if self.host.standing() and self.host.seating:
            self.host.seating.sleep_or_wake(seat)
            self.show()

    def action_boards(self) -> None:
        self.app.pop_screen()
        self.host.redraw()
