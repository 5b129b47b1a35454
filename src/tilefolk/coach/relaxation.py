"""The relaxation behind the bound: what a board can come to at most, line by line.

Every card may be laid in any slot of the map, wholly or in part; together nothing lies on a cell more than
once. That pieces join each other, that groups hang together and that goals are reached in time is left out,
so every board that can be built is a solution, and no line counts less than on the board:

- cells that count while nothing lies on them, and pieces that were passed, are counted as they are;
- a group has at most all buildings of its kind; a church counts when it is built;
- a well needs one building on each side that covers no other side, and nothing on itself;
- groups that score are disjoint, so there are at most as many as their cells allow;
- a road crosses every ring of cells around its start and around its goal;
- of what seats compare, a seat needs at least as many cells as the best of the others.
"""

from collections.abc import Callable, Iterator, Sequence

from tilefolk.coach.linear import Program
from tilefolk.coach.part import Part
from tilefolk.core.grid import Mask, bits_of
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Laid
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.ops import Code, HasOps, Op
from tilefolk.games.laying.rules.rule_kinds import Rule


class Unbounded(ValueError):
    """A rule for which nothing is known that would bound it; its name is the message."""


class Relaxation:
    """The program of one seat's part, from a board on. `laid` are pieces with their variables."""

    def __init__(self, part: Part, board: Board) -> None:
        self.part, self.board = part, board
        state = part.state(board)
        self.state, self.episode = state, state.episode
        self.ground: Ground = state.ground(part.seat)
        self.program = Program(part.value_so_far(board))
        self.laid: list[tuple[Laid, int]] = []
        self._over: dict[int, list[int]] = {}
        self._pieces()
        for bit in bits_of(board.clear & self.ground.open):
            self.program.at_most([(variable, 1) for variable in self._over.get(bit, [])], 1)
        for once in self.episode.rules.once:
            self._add(once, ONCE)
        for index, race in enumerate(state.setting.races):
            self._race(
                race, max(part.prizes(number)[index] for number in range(board.round, part.rounds + 1))
            )
        for _, line in self.episode.rules.end:
            self._add(line, LINES)
        for _, compared in self.episode.rules.table:
            self._compared(compared)

    def _pieces(self) -> None:
        """A variable for each slot of each card to come; `ended` tells that the part is over by then."""
        passing, ended = self._pass_cost(), -1
        for number in range(self.board.round, self.part.rounds):
            piece = self.ground.pieces.get(self.state.cards[number])
            if piece is None:
                continue
            before, ended = ended, self.program.variable()
            if before >= 0:
                self.program.at_most([(before, 1), (ended, -1)], 0)
            mine = [self._slot(piece.laid(self.ground.grid, slot)) for slot in bits_of(piece.valid)]
            mine = [variable for variable in mine if variable >= 0]
            cost = 0 if piece.must else passing
            self.program.constant -= cost
            for variable in (*mine, ended):
                self.program.gains[variable] += cost
            answered = [(variable, 1) for variable in (*mine, ended)]
            self.program.at_most(answered, 1)
            if piece.must:
                self.program.at_most([(variable, -1) for variable, _ in answered], -1)
        if self.episode.rules.instead:
            raise Unbounded(self.episode.rules.instead[0].id)

    def _slot(self, laid: Laid) -> int:
        """The variable of a piece in a slot; -1 where something lies already."""
        if laid.cells & ~self.board.clear:
            return -1
        variable = self.program.variable()
        self.laid.append((laid, variable))
        for bit in bits_of(laid.cells):
            self._over.setdefault(bit, []).append(variable)
        return variable

    def _pass_cost(self) -> int:
        """What a pass costs for certain."""
        for rule in self.episode.rules.pass_:
            ops = rule.ops(self.ground) if isinstance(rule, HasOps) else ()
            if [op.code for op in ops] == [Code.PASS]:
                return 0 if ops[0].number else -ops[0].points
        return 0

    def _add(self, rule: Rule, known: "dict[Code, Add]") -> None:
        for op in rule.ops(self.ground) if isinstance(rule, HasOps) else [None]:
            if op is None or op.code not in known:
                raise Unbounded(rule.id)
            known[op.code](self, op)

    def _race(self, race: Rule, prize: int) -> None:
        """The best prize there is; every cell that has to be covered is."""
        ops = race.ops(self.ground) if isinstance(race, HasOps) else ()
        if prize <= 0 or race.id in dict(self.board.notes):
            return
        reached = self.program.variable(prize)
        for op in ops:
            if op.code == Code.REACH_COVERED:
                for bit in bits_of(op.mask & self.board.clear):
                    self.program.at_most([(reached, 1), *self.covering(1 << bit, -1)], 0)

    def _compared(self, rule: Rule) -> None:
        if not isinstance(rule, Most):
            raise Unbounded(rule.id)
        if rule.points <= 0:
            return
        others = [seat for seat in range(len(self.state.boards)) if seat != self.part.seat]
        rivals = [measured(rule.metric, self.state.ground(o), self.state.boards[o])[0] for o in others]
        leads, needed = self.program.variable(rule.points), max([1, *rivals])
        for op in rule.ops(self.ground):
            if op.code == Code.LARGEST:
                shown = self.showing(op.kinds)
                self.program.at_most([(leads, needed), *negative(shown)], self.shown_now(op.kinds))

    def covering(self, mask: Mask, sign: int = 1) -> list[tuple[int, int]]:
        """Each piece with the number of cells of a mask that it covers."""
        counted: dict[int, int] = {}
        for bit in bits_of(mask):
            for variable in self._over.get(bit, []):
                counted[variable] = counted.get(variable, 0) + sign
        return list(counted.items())

    def showing(self, kinds: int, mask: Mask = -1) -> list[tuple[int, int]]:
        """Each piece with the cells of a mask on which it shows one of the kinds; doubled ones twice."""
        shown = []
        for laid, variable in self.laid:
            cells = _shown(self.ground, laid.marks, kinds) & mask
            if cells:
                shown.append((variable, cells.bit_count() + (cells & laid.doubled).bit_count()))
        return shown

    def shown_now(self, kinds: int, mask: Mask = -1) -> int:
        """The cells of the board that show one of the kinds already; doubled ones may count twice."""
        cells = _shown(self.ground, self.board.marks, kinds) & mask
        doubled = dict(self.board.notes).get("doubled", 0)
        return cells.bit_count() + (cells & doubled).bit_count()

    def buildings(self, kinds: int) -> tuple[list[int], int]:
        """The pieces of some kinds, and how many of them lie already."""
        named = {kind for at, kind in enumerate(self.ground.kinds) if kinds >> at & 1}
        lying = sum(laid.kind in named for laid in self.board.laid)
        return [variable for laid, variable in self.laid if laid.kind in named], lying


Add = Callable[[Relaxation, Op], None]


def negative(terms: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    return ((variable, -number) for variable, number in terms)


def _shown(ground: Ground, marks: int, kinds: int) -> Mask:
    cells = 0
    for kind in range(len(ground.kinds)):
        if kinds >> kind & 1:
            cells |= ground.covered(marks, kind)
    return cells


def _clear(out: Relaxation, op: Op) -> None:
    """Points for cells under nothing: exact."""
    left = op.mask & out.board.clear
    out.program.constant += op.points * left.bit_count()
    for variable, number in out.covering(left):
        out.program.gains[variable] -= op.points * number


def _buildings(out: Relaxation, op: Op) -> None:
    """Points for buildings of a kind, of the largest group or in some place: at most for all of them."""
    if op.points > 0:
        pieces, lying = out.buildings(op.kinds)
        out.program.constant += op.points * lying
        for variable in pieces:
            out.program.gains[variable] += op.points


def _well(out: Relaxation, op: Op) -> None:
    """Points for a clear cell with another building on every side."""
    grid = out.ground.grid
    for bit in bits_of(op.mask & out.board.clear):
        sides = list(bits_of(grid.around(1 << bit)))
        if op.points <= 0 or len(sides) < op.number:
            continue
        scored = out.program.variable(op.points)
        out.program.at_most([(scored, 1), *out.covering(1 << bit)], 1)
        ring = sum(1 << side for side in sides)
        for side in sides:
            if out.board.clear >> side & 1:
                alone = [v for laid, v in out.laid if laid.cells & ring == 1 << side]
                out.program.at_most([(scored, 1), *((variable, -1) for variable in alone)], 0)


def _new_group(out: Relaxation, op: Op) -> None:
    """Points for groups of so many cells. Groups that score are disjoint: one that shared a cell with an
    earlier one would hang together with it, and bring nothing."""
    shown, now = out.showing(op.kinds), out.shown_now(op.kinds)
    if op.points > 0:
        groups = out.program.variable(op.points, len(out.ground.grid.names))
        out.program.at_most([(groups, op.number), *negative(shown)], now)


def _road(out: Relaxation, op: Op) -> None:
    """Points for each thing to which cells of a kind lead from a goal: one in every ring around either."""
    done = dict(out.board.notes).get(op.notes[0], 0)
    free = out.board.clear & out.ground.open | _shown(out.ground, out.board.marks, op.kinds)
    for thing in op.things:
        if op.points <= 0 or thing.thing & done:
            continue
        begin, goal = thing.cells & free, op.mask & free
        arrives = out.program.variable(op.points)
        for ring in (*_rings(out.ground, begin, goal, free), *_rings(out.ground, goal, begin, free)):
            terms = [(arrives, 1), *((variable, -1) for variable, _ in out.showing(op.kinds, ring))]
            out.program.at_most(terms, out.shown_now(op.kinds, ring))


def _rings(ground: Ground, begin: Mask, goal: Mask, free: Mask) -> Iterator[Mask]:
    """The cells by their distance from some, up to the first with a goal; no cells where there is no way."""
    known, ring = begin, begin
    yield ring
    while ring and not ring & goal:
        ring = ground.grid.around(ring) & free & ~known
        known |= ring
        yield ring


def _rail(out: Relaxation, op: Op) -> None:
    """Points for each piece that covers a cell of the mask: exact."""
    for laid, variable in out.laid:
        if laid.cells & op.mask:
            out.program.gains[variable] += op.points


def _at_best(out: Relaxation, op: Op) -> None:
    """Points that come whole or not at all."""
    out.program.constant += max(0, op.points)


ONCE: dict[Code, Add] = {Code.NEW_GROUP: _new_group, Code.ROAD: _road, Code.RAIL: _rail}
LINES: dict[Code, Add] = {
    Code.CLEAR: _clear,
    Code.GROUP: _buildings,
    Code.CHURCH: _buildings,
    Code.CHAIN: _buildings,
    Code.WELL: _well,
    Code.UNPASSED: _at_best,
    Code.FULL_GROUP: _at_best,
    Code.NONE_CLEAR: _at_best,
}
