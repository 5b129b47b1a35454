"""A whole match as the witness sees it, for comparison with what one seat is shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tests.witness.at_once import AT_ONCE, GOALS, Tokens
from tests.witness.episode import Episode, Land, Rule
from tests.witness.placing import FORBIDS
from tests.witness.position import Position
from tests.witness.rounds import (
    Account,
    Spoken,
    Step,
    Turn,
    account_of,
    cards_of,
    prizes_of,
    races_of,
    steps_of,
    turns_of,
)
from tests.witness.scoring import END, Line, end_lines, tie_break

SETUP = {"area", "mark", "land", "track", "deck", "dice", "retire", "goals", "look_ahead", "give"}
CHOICE = {"pass", "pass_row", "must", "annex"}
LATER = {"most", "hazard", "melt", "rows", "unpassed"}
KEPT = {"locked_progress", "award", "cabinet", "dig", "soot", "roofs", "bonus", "lit_plots"}
"""Rules after the ranking: `tests/witness/choices.py`."""
UNSEEN = {"carry_over", "keep_covered", "keep_unpassed"}
"""Rules after the ranking that the witness leaves out."""
KNOWN = {*FORBIDS, *AT_ONCE, *GOALS, *END, *SETUP, *CHOICE, *LATER, *KEPT, *UNSEEN}


@dataclass(frozen=True)
class Shown:
    """How far a board is shown: rounds played, and whether its seat has ended."""

    rounds: int
    ended: bool


@dataclass(frozen=True)
class Table:
    episode: Episode
    lands: Sequence[Land]
    provisions: Sequence[int]
    spoken: Sequence[Spoken]
    tokens: Tokens
    shown: Sequence[Shown]
    over: bool
    viewer: int
    mode: str = ""
    compares: bool = True

    @cached_property
    def cards(self) -> list[str]:
        return cards_of(self.episode, self.spoken)

    @cached_property
    def turns(self) -> list[list[Turn]]:
        """What every seat did with its cards, shown or not."""
        return [
            turns_of(self.episode, land, self.cards, self._said(seat)) for seat, land in enumerate(self.lands)
        ]

    def _said(self, seat: int) -> Iterable[tuple[str | int, ...]]:
        return (action for who, action in self.spoken if who == seat)

    @cached_property
    def races(self) -> list[Rule]:
        return races_of(self.episode, self.spoken)

    @cached_property
    def steps(self) -> list[list[Step]]:
        return [
            steps_of(land, turns, self._rounds(shown), self.races, self.tokens)
            for land, turns, shown in zip(self.lands, self._seen_turns(), self.shown, strict=True)
        ]

    def _seen_turns(self) -> list[list[Turn]]:
        return [
            [turn for turn in turns if turn.round < shown.rounds]
            for turns, shown in zip(self.turns, self.shown, strict=True)
        ]

    def _rounds(self, shown: Shown) -> int:
        """Hazards strike those who have ended too."""
        last = max((int(rule["after"]) for rule in self.episode.all("hazard")), default=0)
        return max(shown.rounds, last) if shown.ended else shown.rounds

    @cached_property
    def positions(self) -> list[Position]:
        return [steps[-1].position for steps in self.steps]

    @cached_property
    def accounts(self) -> list[Account]:
        """What was booked during the rounds."""
        waiting = [None if self.over or shown.ended else shown.rounds for shown in self.shown]
        prizes = prizes_of(self.races, self.steps, waiting)
        return [
            account_of(self.episode, steps, won, provisions)
            for steps, won, provisions in zip(self.steps, prizes, self.provisions, strict=True)
        ]

    @cached_property
    def sheets(self) -> list[list[Line]]:
        """The lines of the end, as if it were now; boards that are sealed are compared with nobody's."""
        sheets = end_lines(self.episode, self.positions, [account.passes for account in self.accounts])
        return [
            [*(line if self.compares else self._uncompared(line) for line in sheet), *self._melted(seat)]
            for seat, sheet in enumerate(sheets)
        ]

    def _uncompared(self, line: Line) -> Line:
        compared = {rule.id for rule in self.episode.all("most")}
        return replace(line, points=0) if line.rule in compared else line

    def _melted(self, seat: int) -> Iterable[Line]:
        for rule in self.episode.all("melt"):
            for action in self._said(seat):
                if action[0] == "melt" and (self.over or seat == self.viewer):
                    yield Line(rule.id, rule["points"] * int(action[1]))

    def value(self, seat: int) -> int:
        """Where the marker would stand after all lines."""
        marker = replace(self.accounts[seat].marker)
        for line in self.sheets[seat]:
            marker.book(line.points)
        return marker.value

    def rank_key(self, seat: int) -> tuple[int, tuple[int, ...]]:
        return self.value(seat), tie_break(self.episode, self.positions[seat])
