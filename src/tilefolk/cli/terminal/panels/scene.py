"""What a screen is made from: a view, whose it is, the words for it, and what is about to be done."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.cli.terminal.laying.draft import Draft
from tilefolk.core.game import Json
from tilefolk.locale import Texts


class Scene(NamedTuple):
    """Everything that is shown at one moment. `looking` is the seat whose board is open."""

    view: Json
    texts: Texts
    names: Sequence[str]
    values: Sequence[int]
    shown_seat: int
    draft: Draft | None = None
    seal: str = ""
    practice: bool = False
    may_undo: bool = False
    lit_line: int = -1
    list_open: bool = False
    news: str = ""
    notices: Sequence[str] = ()

    @property
    def phase(self) -> str:
        return str(self.view.get("phase", ""))

    @property
    def over(self) -> bool:
        """Whether nobody acts any more; a game without phases waits for nobody but its seats."""
        return self.phase in ("over", "") and not self.view.get("to_act")

    def name(self, seat: int) -> str:
        return f"{seat + 1} {self.names[seat]}"

    def may_act(self, seat: int) -> bool:
        return seat in self.view.get("to_act", ())
