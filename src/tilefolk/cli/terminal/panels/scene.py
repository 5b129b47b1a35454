"""The scene: everything a screen shows at one moment."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.cli.terminal.laying.draft import Draft
from tilefolk.core.game import Json
from tilefolk.locale import Texts


class Scene(NamedTuple):
    """A view with its texts, names and values, and what the person is about to do.

    `shown_seat` is the seat whose board is shown, `lit_line` the tally line whose cells are lit (-1: none).
    `alone`: no other person plays, so the coach may be asked.
    """

    view: Json
    texts: Texts
    names: Sequence[str]
    values: Sequence[int]
    shown_seat: int
    draft: Draft | None = None
    seal: str = ""
    practice: bool = False
    may_undo: bool = False
    alone: bool = False
    lit_line: int = -1
    list_open: bool = False
    news: str = ""
    notices: Sequence[str] = ()

    @property
    def phase(self) -> str:
        return str(self.view.get("phase", ""))

    @property
    def over(self) -> bool:
        """Whether the match is over; games without phases are over when no seat is to act."""
        return self.phase in ("over", "") and not self.view.get("to_act")

    def name(self, seat: int) -> str:
        return f"{seat + 1} {self.names[seat]}"

    def may_act(self, seat: int) -> bool:
        return seat in self.view.get("to_act", ())
