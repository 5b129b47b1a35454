"""TABLE and TIES rules: lines that compare all seats, and what breaks a tie."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from weakref import ref

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, This, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.metrics import Measured, measured, metric_op
from tilefolk.games.laying.rules.names import Metric, Selector
from tilefolk.games.laying.rules.ops import Code, Op, Ops
from tilefolk.games.laying.rules.rule_kinds import Line

MEASURED = (
    256  # boards whose numbers are remembered: a view asks for them twice, for points and for who leads
)


def leading(counts: Sequence[int]) -> list[bool]:
    """Who has the most; nobody has the most of nothing."""
    best = max(counts)
    return [count == best > 0 for count in counts]


@lru_cache(MEASURED)
def _measured(metric: str, ground_ref: "ref[Ground]", this: This) -> Measured:
    ground = ground_ref()
    assert ground is not None
    return measured(metric, ground, this.board)


@dataclass(frozen=True)
class Most:
    """Points for every seat that has the most of a metric, in full; nobody has the most of nothing."""

    metric: Metric
    points: int

    @cached_property
    def id(self) -> str:
        return f"most.{self.metric}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def counts(self, grounds: Sequence[Ground], boards: Sequence[Board]) -> list[tuple[int, Mask]]:
        """Every seat's number and the cells it comes from."""
        both = zip(grounds, boards, strict=True)
        return [_measured(self.metric, ref(ground), This(board)) for ground, board in both]

    def lines(self, grounds: Sequence[Ground], boards: Sequence[Board]) -> tuple[Line, ...]:
        counts = self.counts(grounds, boards)
        best = max([count for count, _ in counts])
        return tuple([(self.points * (count == best > 0), cells) for count, cells in counts])

    def ops(self, ground: Ground) -> Ops:
        return (metric_op(self.metric, ground)._replace(points=self.points),)


@dataclass(frozen=True)
class Rows:
    """The tie-break: fewer such cells in the top row, then in the next. Noted cells count as uncovered."""

    on: tuple[Selector, ...]
    noted: tuple[str, ...] = ()

    @cached_property
    def id(self) -> str:
        return ".".join(("rows", *self.on))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def key(self, ground: Ground, board: Board) -> tuple[int, ...]:
        bare = board.clear
        for name in self.noted:
            bare |= note(board, name)
        bare &= ground.select(self.on)
        return tuple([-(bare & row).bit_count() for row in ground.rows.values()])

    def ops(self, ground: Ground) -> Ops:
        rows = (ground.select(self.on) & row for row in ground.rows.values())
        return tuple(Op(Code.CLEAR, -1, row, notes=self.noted) for row in rows)
