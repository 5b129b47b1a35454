"""A match of My City played by hand."""

from typing import Any, Self

from tests.dialect import game_of
from tests.games.my_city.board import on
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games.laying.state import State, prizes


class Table:
    """A match played by hand: cards come up by name, seats answer with cells, `pass` or `end`."""

    def __init__(self, mode: str, seats: int = 2, legacy: tuple[Legacy, ...] = (), **options: str) -> None:
        self.game = game_of(mode)
        self.card = ""
        self.state: State = self.game.setup(mode, seats, {"pace": "together", **options}, legacy)
        self.printed = len(self.shown("laid")[0])

    def draw(self, card: str) -> Self:
        self.card = card
        self.state = self.game.apply(self.state, CHANCE, ("deck", len(self.state.draws), card))
        return self

    def answer(self, seat: int, text: str, shape: str = "") -> Self:
        action: Action = (text,) if text in ("pass", "end") else on(shape or self.card.split("-")[1], text)
        self.state = self.game.apply(self.state, seat, action)
        return self

    def round(self, card: str, *answers: str) -> Self:
        """A card and what the seats answer, one after the other; an empty text: the seat is not asked."""
        self.draw(card)
        for seat, text in enumerate(answers):
            if text:
                self.answer(seat, text)
        return self

    def can(self, seat: int = 0) -> set[str]:
        """What the seat may do, in the words of the rules."""
        verbs = {"place": "BUILD", "pass": "PASS", "end": "END"}
        return {"ANNEX" if "X1" in a else verbs[str(a[0])] for a in self.game.legal(self.state, seat)}

    def shown(self, what: str) -> list[Any]:
        """What everybody sees of each seat's board."""
        return [board[what] for board in self.game.view(self.state, None)["boards"]]

    def markers(self) -> list[int]:
        return self.shown("marker")

    def buildings(self) -> list[int]:
        """How many buildings each seat has laid, print apart."""
        return [len(laid) - self.printed for laid in self.shown("laid")]

    def nuggets(self) -> list[int]:
        return [sum(p.nuggets for _, p in prizes(self.state, s)) for s in range(len(self.state.boards))]

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.state)


def finish(table: Table) -> Table:
    """Everybody takes the first choice left after the rounds."""
    while acting := table.game.to_act(table.state):
        table.state = table.game.apply(table.state, acting[0], table.game.legal(table.state, acting[0])[0])
    return table


def kept(table: Table, what: str) -> list[int]:
    seats = range(len(table.state.boards))
    return [table.game.takes_along(table.state, seat).count(what) for seat in seats]


def ended_after(table: Table, *answers: str) -> Table:
    """One card, answered like this, then everybody ends."""
    table.round("Y-I2", *answers)
    return table.round("R-I2", *("end" if answer != "end" else "" for answer in answers))
