"""What a screen asks of the app it runs in; screens know this protocol, not the app."""

from typing import Protocol

from tilefolk.campaign import Standing
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.table.desk import Desk
from tilefolk.cli.terminal.table.local_table import Table
from tilefolk.cli.terminal.table.seating import Seating
from tilefolk.core.notation import Action
from tilefolk.locale import Texts


class Host(Protocol):
    """The app behind the screens: it holds the table and the desk of whoever is at the keyboard."""

    @property
    def table(self) -> Table: ...

    @property
    def desk(self) -> Desk: ...

    @property
    def texts(self) -> Texts: ...

    def seat_name(self, seat: int) -> str:
        """The number and name of a seat."""

    @property
    def seating(self) -> Seating | None:
        """Who has the seats of the series, and which sleep; none without a series."""

    def campaign_names(self) -> list[str]:
        """The number and name of every seat of the series, those that sleep included."""

    def scene(self) -> Scene:
        """Everything the person at the keyboard may see now."""

    def standing(self) -> Standing | None:
        """The standing of the series after this match, if the match is over and part of a series."""

    def send(self, action: Action) -> None:
        """Answer for the person at the keyboard."""

    def undo(self, seat: int) -> None:
        """Take the last answer of a seat back."""

    def sit(self, seat: int) -> None:
        """Hand the keyboard to a seat."""

    def show_end(self) -> None:
        """Open the result."""

    def redraw(self) -> None:
        """Draw the open screen soon."""
