"""The Textual app: one table, its screens, and the bots that think in the background."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from tilefolk.campaign import Standing
from tilefolk.campaign.record import SeriesRecord
from tilefolk.cli.messages import os_error_text
from tilefolk.cli.terminal.panels.news import Snapshot, news, snapshot
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.screens.pause_screens import HandOverScreen, PauseScreen, ResultScreen
from tilefolk.cli.terminal.screens.table_screen import TableScreen
from tilefolk.cli.terminal.screens.theme import CSS, LAMP
from tilefolk.cli.terminal.table.desk import Desk
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.cli.terminal.table.seating import Seating
from tilefolk.cli.terminal.text.words import bot_word, reason_words
from tilefolk.core.game import Illegal
from tilefolk.core.notation import CHANCE, Action
from tilefolk.locale import LANGUAGES, Texts, texts
from tilefolk.threads import run_aside

Notice = tuple[str, Mapping[str, str]]  # a message id and the words for its holes


class TableApp(App[int]):
    """A table at one keyboard. `seat` is the person at it; `before` is the series before this match."""

    TITLE = "Tilefolk"
    CSS = CSS
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "language", show=False, priority=True),
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self, table: Table, language: str, notices: Sequence[Notice] = (), before: SeriesRecord | None = None
    ) -> None:
        super().__init__()
        self.table, self.language, self.before = table, language, before
        self.seating = _seating(before, table) if before else None
        self.seat = table.people[0]
        self.desks = {seat: Desk(seat) for seat in table.people}
        self.table_screen = TableScreen(self)
        self._notices = list(notices)
        self._reported_failures: set[int] = set()
        self._thinking = False
        self._end_shown = False
        self._redraw_due = False

    async def on_mount(self) -> None:
        self.register_theme(LAMP)
        self.theme = LAMP.name
        self.desk.receive(self.table.views[self.seat])
        for seat, desk in self.desks.items():
            desk.before = self._snapshot(seat)
        await self.push_screen(self.table_screen)
        self.changed()
        self.start_others()

    @property
    def desk(self) -> Desk:
        return self.desks[self.seat]

    @property
    def texts(self) -> Texts:
        return texts(self.language)

    def seat_name(self, seat: int) -> str:
        lineup = self.table.match.header.lineup
        return f"{(lineup[seat] if lineup else seat) + 1} {self._names()[seat]}"

    def campaign_names(self) -> list[str]:
        """The number and name of every seat of the series, those that sleep included."""
        assert self.seating
        say = self.texts.say
        names = [f"{seat + 1} {name}" for seat, name in enumerate(self._names_of(self.seating.players))]
        asleep = self.seating.asleep
        return [
            say("ui.seat.asleep", name=name) if seat in asleep else name for seat, name in enumerate(names)
        ]

    def scene(self) -> Scene:
        """Everything the person at the keyboard may see now."""
        header, desk = self.table.match.header, self.desk
        boards = desk.view.get("boards")
        values = [board["value"] for board in boards] if boards else self.table.values(self.seat)
        hidden = "" if header.open_seed else header.seal
        scene = Scene(desk.view, self.texts, self._names(), values, desk.shown_seat, desk.draft)
        may_undo = self.table.match.may_undo(self.seat)
        scene = scene._replace(
            seal=hidden, practice=header.practice, may_undo=may_undo, lit_line=desk.lit_line
        )
        scene = scene._replace(alone=len(self.table.people) == 1)
        told = news(scene, desk.before, self._snapshot(self.seat))
        return scene._replace(news=told, notices=self._warnings())

    def send(self, action: Action) -> None:
        """Send the answer of the person at the keyboard."""
        before = self._snapshot(self.seat)
        try:
            self.table.send(self.seat, action)
        except Illegal as error:
            self.desk.messages = tuple(reason_words(self.texts, error.rules))
        else:
            self.desk.before = before
            self._notices.clear()
        self.changed()
        self.start_others()

    def undo(self, seat: int) -> None:
        self.desks[seat].dismiss()
        try:
            self.table.undo(seat)
        except Illegal:
            self.desks[seat].messages = (self.texts.say(self._why_no_undo(seat)),)
        self.desks[seat].before = self._snapshot(seat)
        self.changed()
        self.start_others()

    def sit(self, seat: int) -> None:
        """Give the keyboard to a seat. Its board is drawn before the table is visible again."""
        self.seat = seat
        self.desk.dismiss()
        self.desk.receive(self.table.views[seat])
        self.table_screen.show()
        self.pop_screen()
        self.changed()

    def changed(self) -> None:
        """Update desk and screens after the match has changed: the end, or handing the keyboard over."""
        self.desk.receive(self.table.views[self.seat])
        if self.table.over and not self._end_shown:
            self.show_end()
        elif self.table.acting and self.seat not in self.table.acting and not self._is_paused():
            self.push_screen(HandOverScreen(self, self.seat, self.table.acting[0]))
        self.redraw()

    def show_end(self) -> None:
        self._end_shown = True
        self.push_screen(ResultScreen(self))

    def standing(self) -> Standing | None:
        """The standing of the series after this match; None without a series or before the end."""
        if self.before is None or not self.table.over:
            return None
        seats = len(self.seating.players) if self.seating else self.before.seats
        return self.before._replace(matches=(*self.before.matches, self.table.match), seats=seats).standing

    def redraw(self) -> None:
        """Draw the screen soon; several changes at once are drawn once."""
        if not self._redraw_due:
            self._redraw_due = True
            self.call_later(self._draw)

    def _draw(self) -> None:
        self._redraw_due = False
        if isinstance(self.screen, TableScreen | PauseScreen) and self.screen.is_mounted:
            self.screen.show()

    def start_others(self) -> None:
        """Let chance and bots act in the background until a person is to act."""
        if not self._thinking:
            self._thinking = True
            self.run_worker(self._play_others())

    async def _play_others(self) -> None:
        while (due := self.table.due()) is not None:
            action = due.think() if due.who == CHANCE else await run_aside(due.think)
            self.table.take(due, action)
            self._report_failures()
            self.changed()
        self._thinking = False

    def action_language(self) -> None:
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        self.redraw()

    def action_leave(self) -> None:
        """Leave the app; a match that no log holds is asked about once."""
        kept = (self.table.log is not None and not self.table.write_error) or self.table.over
        if kept or self.desk.ask("leave"):
            self.exit(0)
        self.redraw()

    def _why_no_undo(self, seat: int) -> str:
        acted = any(line.who == seat for line in self.table.told(seat))
        return "ui.undo.closed" if acted else "ui.undo.no"

    def _snapshot(self, seat: int) -> Snapshot:
        return snapshot(self.table.told(seat), self.table.views[seat])

    def _report_failures(self) -> None:
        """Add a notice for each bot that failed, once per bot."""
        for seat in sorted(self.table.failed - self._reported_failures):
            self._notices.append(("ui.bot.failed", {"name": self.seat_name(seat)}))
        self._reported_failures |= self.table.failed

    def _warnings(self) -> list[str]:
        warnings = [self.texts.say(message, **names) for message, names in self._notices]
        if self.table.write_error:
            reason = os_error_text(self.texts, self.table.write_error)
            warnings.append(self.texts.say("ui.log.unwritten", reason=reason))
        return warnings

    def _is_paused(self) -> bool:
        return isinstance(self.screen, PauseScreen)

    def _names(self) -> list[str]:
        return self._names_of(self.table.players)

    def _names_of(self, players: Sequence[Player]) -> list[str]:
        alone = len(self.table.people) == 1
        person = self.texts.say("ui.you" if alone else "ui.person")
        return [bot_word(self.texts, player[0]) if player else person for player in players]


def _seating(before: SeriesRecord, table: Table) -> Seating:
    """Who has the seats of the series as this match is played."""
    header = table.match.header
    lineup = header.lineup or range(header.seats)
    return Seating(before.series, max(before.seats, header.seats), lineup, table.players)
