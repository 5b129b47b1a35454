"""Makes the tables of a ground from the rules of its episode; raises Unsupported."""

from array import array
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from tilefolk.core.grid import Mask, bits_of
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import Answers
from tilefolk.games.laying.board import fresh
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Laid, Piece
from tilefolk.games.laying.rules.end import Visible, Well
from tilefolk.games.laying.rules.ops import Code, HasOps, Op
from tilefolk.games.laying.rules.rule_kinds import Race, Rule
from tilefolk.twin import Unsupported, core
from tilefolk.twin.core import Array
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.packing import Cells, Ops, Row, Slots, pack, two_words, words_of

DOUBLED = "doubled"
KEPT_WORTH = {"bags": 3, "bandit": -2}  # in points, for whoever plays on


class Numbering:
    """The cells of a ground by their numbers."""

    def __init__(self, ground: Ground) -> None:
        self.number = {bit: index for index, bit in enumerate(bits_of(ground.grid.cells))}
        if len(self.number) > t.CELLS:
            raise Unsupported(f"more than {t.CELLS} cells")
        self._words: dict[Mask, tuple[int, int]] = {}
        self._around: dict[Mask, tuple[int, int]] = {}
        self._grid = ground.grid

    def bits(self, mask: Mask) -> int:
        """A mask of the engine by the numbers of its cells."""
        return sum([1 << self.number[bit] for bit in bits_of(mask)])

    def words(self, mask: Mask) -> tuple[int, int]:
        """The same as two words; slots of many pieces have the same cells."""
        found = self._words.get(mask)
        if found is None:
            found = self._words[mask] = two_words(self.bits(mask))
        return found

    def words_around(self, mask: Mask) -> tuple[int, int]:
        """The cells around those of a mask."""
        found = self._around.get(mask)
        if found is None:
            found = self._around[mask] = two_words(self.bits(self._grid.around(mask)))
        return found


class Emitter:
    """Collects what the rules emit, one op after the other."""

    def __init__(self, episode: Episode, ground: Ground, races: Sequence[Race]) -> None:
        self.episode, self.ground, self.races = episode, ground, races
        self.cells = Numbering(ground)
        self.names = tuple(ground.pieces)
        self.notes: list[str] = [DOUBLED]
        self.rules: list[str] = []
        self.op_ints: list[list[int]] = []
        self.op_words: list[Row] = []
        self.op_notes: list[int] = []
        self.things: list[Row] = []
        self.thing_kinds: list[int] = []
        self.numbers: list[int] = []
        self.sections: dict[int, int] = {}
        if len(self.names) > t.CELLS:
            raise Unsupported(f"more than {t.CELLS} pieces")

    def rule(self, name: str) -> int:
        if name not in self.rules:
            self.rules.append(name)
        return self.rules.index(name)

    def section(self, head: int, rules: Iterable[Rule], *, scores: bool = True) -> list[int]:
        """The ops of some rules, one after the other; how many each has."""
        self.sections[head] = len(self.op_ints)
        counts = []
        for rule in rules:
            ops = rule.ops(self.ground) if isinstance(rule, HasOps) else ()
            if not ops:
                raise Unsupported(rule.id)
            for op in ops:
                self.op(op, self.rule(rule.id) if scores else 0)
            counts.append(len(ops))
        return counts

    def op(self, op: Op, rule: int) -> None:
        notes = [index for name in op.notes for index in self._noted(name)]
        first, thing, number = len(self.op_notes), len(self.things), len(self.numbers)
        self.op_notes += notes
        for one in op.things:
            self.things.append([*self.cells.words(one.thing), *self.cells.words(one.cells)])
            self.thing_kinds.append(one.kinds)
        self.numbers += op.numbers
        aim = op.numbers[0] if op.numbers else 0
        mask, named = self.cells.words(op.mask), self._pieces(op.names)
        if op.code == Code.INSTEAD:
            card, *never = op.names
            aim, named = self.names.index(card), self._pieces(never)
            mask = self._alike(self.ground.pieces[card])
        numbers = [int(op.code), op.points, rule, op.number, op.kinds, first, len(self.op_notes)]
        self.op_ints.append([*numbers, thing, len(self.things), aim, int(op.at_most), number])
        self.op_words.append([*mask, *named])

    def _noted(self, name: str) -> list[int]:
        """The numbers of the notes of a name, or of all that a name with a star stands for."""
        if "*" in name:
            return [index for index, known in enumerate(self.notes) if fnmatchcase(known, name)]
        if name not in self.notes:
            self.notes.append(name)
        return [self.notes.index(name)]

    def _pieces(self, names: Sequence[str]) -> tuple[int, int]:
        """The pieces of these cards or kinds, as bits."""
        named = [card in names or card.partition("-")[0] in names for card in self.names]
        return two_words(sum(has << index for index, has in enumerate(named)))

    def _alike(self, piece: Piece) -> tuple[int, int]:
        """The pieces that go by the same name, as bits."""
        each = enumerate(self.ground.pieces.values())
        return two_words(sum((other.name == piece.name) << index for index, other in each))


def emit(episode: Episode, ground: Ground, races: Sequence[Race]) -> t.Tables:
    """The tables of a ground."""
    out = Emitter(episode, ground, races)
    rules = episode.rules
    dynamic = [rule for rule in rules.fit if not rule.static]
    out.section(t.H_FIRST, [*dynamic, *rules.start], scores=False)
    out.section(t.H_LATER, [*dynamic, *rules.join], scores=False)
    out.section(t.H_INSTEAD, rules.instead, scores=False)
    passes = "pass" if episode.tracks else ""
    out.section(t.H_PASS, rules.pass_, scores=False)
    pass_rule = out.rule(passes) if passes else 0
    out.section(t.H_ONCE, rules.once)
    strikes = sorted(rules.round, key=lambda rule: rule.after)
    out.section(t.H_ROUND, strikes)
    out.section(t.H_RACE, races)
    lines = sorted([*rules.end, *rules.table], key=lambda line: line[0])
    compared = {rule.id for _, rule in rules.table}
    out.section(t.H_LINES, [rule for _, rule in lines])
    _as_lines(out, compared)
    out.section(t.H_TIES, rules.ties, scores=False)
    _kept(out)
    out.sections[t.H_END] = len(out.op_ints)
    _check_kinds(episode, ground, out)
    track, kinds = episode.track, len(ground.kinds)
    sizes = {
        t.H_KINDS: kinds,
        t.H_NOTES: len(out.notes),
        t.H_RULES: len(out.rules),
        t.H_RACES: len(races),
        t.H_TABLES: len(rules.table),
        t.H_PRINTED: len(ground.printed),
        t.H_START: track.start,
        t.H_LOCK: -1 if track.lock is None else track.lock,
        t.H_ROUNDS: -1 if episode.source.rounds is None else episode.source.rounds,
        t.H_DOUBLED: out.notes.index(DOUBLED),
        t.H_PASS_RULE: pass_rule,
    }
    slots, actions = _slots(ground, out)
    wanted, bits = _wanted(episode, ground), out.cells.bits
    cells = Cells(
        tuple(bits(ground.grid.around(1 << bit)) for bit in out.cells.number),
        tuple(bits(_room(ground, wanted, bit)) for bit in out.cells.number),
        bits(ground.open),
        bits(ground.stirring),
        bits(wanted),
    )
    ops = Ops(
        out.op_ints, out.op_words, out.op_notes, out.things, out.thing_kinds, out.numbers, out.sections
    )  # fmt: skip
    masks = _fresh_masks(ground, out)
    ints, words = pack(sizes, slots, ops, cells, masks)
    return t.Tables(
        out.cells.number,
        sizes,
        out.sections,
        len(slots.cells),
        cells.near,
        cells.open,
        cells.stirring,
        ints,
        words,
        core.array("u8", words_of(masks)),
        _fresh_ints(ground, out, sizes, len(slots.cells) - len(ground.printed)),
        tuple(out.rules),
        tuple(out.notes),
        tuple(race.id for race in races),
        out.names,
        actions,
    )


def _kept(out: Emitter) -> None:
    """What a finished board keeps for later matches, as far as its rules have ops, at what it is worth."""
    out.sections[t.H_KEPT] = len(out.op_ints)
    for rule in out.episode.rules.reward:
        for op in rule.ops(out.ground) if isinstance(rule, HasOps) else ():
            out.op(op._replace(points=op.points * KEPT_WORTH.get(op.names[0], 0), names=()), 0)


def _as_lines(out: Emitter, compared: set[str]) -> None:
    """Lines of the pass row pay by its circles; lines that compare seats are told by `at_most`."""
    for row in out.op_ints[out.sections[t.H_LINES] :]:
        if row[t.CODE] == Code.PASS_ROW:
            row[t.CODE] = int(Code.CIRCLES)
        row[t.AT_MOST] = int(out.rules[row[t.RULE]] in compared)


def _check_kinds(episode: Episode, ground: Ground, out: Emitter) -> None:
    """Buildings are counted by their cells: that asks for pieces that show their own kind everywhere."""
    counted = {Code.GROUP, Code.FULL_GROUP, Code.CHURCH, Code.CHAIN, Code.FACTORY, Code.PARK}
    if any(piece.marked for piece in ground.pieces.values()):
        for row in out.op_ints:
            if row[t.CODE] in counted:
                raise Unsupported(out.rules[row[t.RULE]])


def _wanted(episode: Episode, ground: Ground) -> Mask:
    """The open cells on which a building costs nothing."""
    kept = 0
    for _, rule in episode.rules.end:
        if isinstance(rule, Well) or (isinstance(rule, Visible) and rule.per > 0):
            kept |= ground.layer(rule.what)
    return ground.open & ~kept


def _room(ground: Ground, wanted: Mask, bit: int) -> Mask:
    """The neighbours of a cell that count as room beside it: wanted ones on its bank."""
    bank = next((bank for bank in ground.banks if bank >> bit & 1), ground.grid.cells)
    return ground.beside(1 << bit) & wanted & bank


def _slots(ground: Ground, out: Emitter) -> tuple[Slots, tuple[Action, ...]]:
    """The slots of all pieces, and after them what is printed."""
    slots = Slots(len(ground.kinds), [], array("i"), [], array("Q"))
    actions: list[Action] = []
    for index, piece in enumerate(ground.pieces.values()):
        first = len(slots.cells)
        for slot in bits_of(piece.valid):
            _add_slot(slots, ground, out, index, piece.laid(ground.grid, slot))
        actions += Answers(ground.grid, (), [(piece, piece.valid)], piece.valid.bit_count())
        slots.pieces.append([first, len(slots.cells), int(bool(piece.must)), _kind(ground, piece)])
    for laid in ground.printed:
        _add_slot(slots, ground, out, len(slots.pieces), laid)
    return slots, tuple(actions)


def _add_slot(slots: Slots, ground: Ground, out: Emitter, piece: int, laid: Laid) -> None:
    cells, number = out.cells, out.cells.number
    marks = [ground.covered(laid.marks, kind) for kind in range(len(ground.kinds))]
    kind = ground.kinds.index(laid.kind) if laid.kind in ground.kinds else -1
    doubled = number[laid.doubled.bit_length() - 1] if laid.doubled else -1
    head = number[(laid.cells & -laid.cells).bit_length() - 1]
    slots.ints.extend([piece, kind, doubled, head])
    low, high = cells.words(laid.cells)
    slots.cells.append(low | high << 64)
    slots.more.extend(cells.words(laid.around))
    for mark in marks:
        slots.more.extend(cells.words(mark))
    for mark in marks:
        slots.more.extend(cells.words_around(mark))


def _kind(ground: Ground, piece: Piece) -> int:
    return ground.kinds.index(piece.kind) if piece.kind in ground.kinds else -1


def _fresh_masks(ground: Ground, out: Emitter) -> list[int]:
    """The sets of cells of a board before the first draw."""
    board = fresh(ground)
    heads = sum(laid.cells & -laid.cells for laid in board.laid)
    marks = [ground.covered(board.marks, kind) for kind in range(len(ground.kinds))]
    return [out.cells.bits(mask) for mask in (board.clear, board.apart, heads, *marks, *[0] * len(out.notes))]


def _fresh_ints(ground: Ground, out: Emitter, sizes: dict[int, int], printed: int) -> Array:
    """The numbers of a board before the first draw."""
    ints = core.empty("i4", ints_size(sizes))
    ints[t.I_VALUE] = sizes[t.H_START]
    ints[t.I_LAID] = sizes[t.H_PRINTED]
    prizes = t.I_BOOKED + sizes[t.H_RULES] + sizes[t.H_RACES]
    ints.put([race.prize(0).points for race in out.races], prizes)
    ints.put(range(printed, printed + len(ground.printed)), len(ints) - t.LAID)
    return ints


def ints_size(sizes: dict[int, int]) -> int:
    """How many ints a board has: bookings, races, prizes, rivals, and the pieces laid."""
    return t.I_BOOKED + sizes[t.H_RULES] + 2 * sizes[t.H_RACES] + sizes[t.H_TABLES] + t.LAID
