"""Small boards for examples: a few cells of an episode's ground, laid with its own pieces by the engine."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from tilefolk.core.first import first_of
from tilefolk.core.game import Legacy
from tilefolk.core.grid import SQUARE, Grid, Mask, Position, bits_of
from tilefolk.core.shapes import fitted
from tilefolk.games.laying.board import Board, fresh, lay
from tilefolk.games.laying.episode import NOTHING, Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.ground_builder import make_ground
from tilefolk.games.laying.rules.end import Visible
from tilefolk.games.laying.rules.fit import OneBank
from tilefolk.games.laying.rules.setup import EVERYWHERE, Land
from tilefolk.games.laying.rules.source import Deck, Dice

USUAL = 2  # cells of the pieces that pictures like best
RIVER = "river"  # a word that draws the river along the left side of its cell
Words = Mapping[Position, str]


class Option(NamedTuple):
    """A piece somewhere: its slot, its cells, and each of them in the order in which it shows its marks."""

    piece: Piece
    slot: int
    cells: Mask
    each: tuple[Mask, ...]


Accepts = Callable[[Option], bool]


def open_words(episode: Episode) -> tuple[str, ...]:
    """The terrains one may build on, those first that cost nothing while they are bare."""
    land = first_of(rule for rule in episode.rules.setup if isinstance(rule, Land))
    costly = {rule.what for _, rule in episode.rules.end if isinstance(rule, Visible) and rule.per < 0}
    return tuple(sorted(land.open, key=lambda word: word in costly))


def field(episode: Episode, radius: int, top: int = 0) -> list[Position]:
    """Cells around a middle: squares from row `top` on, or rings of hexes around a cell of row `top`."""
    reach = range(-radius, radius + 1)
    if episode.map.grid.lattice is SQUARE:
        return [(top + radius + y, radius + x) for y in reach for x in reach]
    return [(top + y, x) for y in reach for x in reach if abs(x + y) <= radius]


def middle_of(cells: Sequence[Position]) -> Position:
    return sorted(cells)[len(cells) // 2]


@dataclass(frozen=True, eq=False)
class Sketch:
    """A board of a few cells. `words` are terrains, symbols, stickers, named sets of cells; others are plain.

    `rays`: of a thing, the cells before it. `board_now`: what was laid on it, `cards` in this order.
    """

    episode: Episode
    cells: tuple[Position, ...]
    words: Words
    legacy: Legacy = NOTHING
    rays: Mapping[str, Sequence[Position]] | None = None
    board_now: Board | None = None
    cards: tuple[str, ...] = ()

    @cached_property
    def small(self) -> Episode:
        """The episode on these cells alone, with all its rules but those that put things on the map."""
        printed = self.episode.map
        grid = Grid.of(printed.grid.lattice, self.cells)
        plain = letter_of(self.episode, open_words(self.episode)[0])
        letters, named = {}, dict[str, Mask]()
        for cell in self.cells:
            word = self.words.get(cell, "")
            letter = letter_of(self.episode, word)
            if word and not letter and word != RIVER:
                named[word] = named.get(word, 0) | 1 << grid.bit(cell)
            letters[grid.bit(cell)] = letter if self._is_ground(letter) else plain
        rays: dict[str, tuple[tuple[Mask, ...], ...]] = dict.fromkeys(printed.rays, ())
        for thing, ray in (self.rays or {}).items():
            rays[thing] = (tuple(1 << grid.bit(cell) for cell in ray),)
        drawn = replace(
            printed,
            grid=grid,
            letters=letters,
            river=self._river(grid),
            cells=named,
            rays=rays,
            limits={},
            signs={},
        )
        designs = {
            name: design._replace(shape=fitted(design.shape.turned, grid))
            for name, design in self.episode.designs.items()
        }
        land = [rule for rule in self.episode.rules.setup if isinstance(rule, Land)]
        opened = [replace(rule, closed=EVERYWHERE) for rule in land]
        fit = [rule for rule in self.episode.rules.fit if drawn.river or not isinstance(rule, OneBank)]
        rules = replace(self.episode.rules, setup=opened, fit=fit)
        return replace(self.episode, map=drawn, designs=designs, rules=rules, grounds={}, wholes={})

    def _river(self, grid: Grid) -> tuple[Position, ...]:
        column = next((x for (_, x), word in self.words.items() if word == RIVER), None)
        if column is None:
            return ()
        rows = [row for row, _ in self.cells]
        return tuple((row, column) for row in range(min(rows), max(rows) + 2))

    @cached_property
    def ground(self) -> Ground:
        named = (
            (letter_of(self.episode, word), cell) for cell, word in self.words.items() if cell in self.cells
        )
        names = self.small.map.grid.names
        stuck = [
            (letter, names[self.small.map.grid.bit(cell)])
            for letter, cell in named
            if letter and not self._is_ground(letter)
        ]
        return make_ground(self.small, self.legacy._replace(stickers=(*self.legacy.stickers, *stuck)))

    def _is_ground(self, letter: str) -> bool:
        """Whether it stands for the ground of a cell; otherwise it lies on it as a sticker."""
        return bool(letter) and bool(self.episode.map.legend[letter].terrain)

    @cached_property
    def board(self) -> Board:
        return self.board_now or fresh(self.ground)

    @property
    def grid(self) -> Grid:
        return self.ground.grid

    @cached_property
    def used(self) -> Mask:
        """The cells with something on them."""
        things = self.mask(cell for cell, word in self.words.items() if word and cell in self.cells)
        return things | self.grid.cells & ~self.board.clear

    def mask(self, cells: Iterable[Position]) -> Mask:
        return sum(1 << self.grid.bit(cell) for cell in cells)

    def options(self, card: str, *, anywhere: bool = False) -> Iterator[Option]:
        """Where a piece can lie on free open ground; `anywhere`: on all ground, over others too."""
        piece = self.ground.pieces[card]
        for slot in bits_of(piece.shape.inside if anywhere else piece.valid):
            index, bit = piece.shape.place(slot)
            cells = piece.shape.masks[index] << bit
            if anywhere or not cells & ~self.board.clear:
                each = tuple(1 << offset + bit for offset in piece.shape.offsets[index])
                yield Option(piece, slot, cells, each)

    def build(
        self, accepts: Accepts, cards: Iterable[str] = (), *, anywhere: bool = False
    ) -> "Sketch | None":
        """The sketch with the piece that lies most closely to what is there, of those that are accepted.

        Pairs first, then others; a card is laid once. Without `cards`, any that comes up all the time.
        """
        best: tuple[tuple[int, ...], str, int] | None = None
        for number, card in enumerate(self._on_hand(tuple(cards))):
            for option in self.options(card, anywhere=anywhere):
                key = (abs(len(option.each) - USUAL), self.spread(option.cells), number, option.slot)
                if (best is None or key < best[0]) and accepts(option):
                    best = key, card, option.slot
        return self.laid(best[1], best[2]) if best else None

    def _on_hand(self, cards: Sequence[str]) -> list[str]:
        usual = [card for kind in self.kinds for card in self.cards_of(kind)]
        known = [card for card in cards or usual if card in self.ground.pieces]
        return [card for card in known if card not in self.cards]

    def laid(self, card: str, slot: int) -> "Sketch":
        board = lay(self.ground, self.board, self.ground.pieces[card], slot)
        return self.with_board(board, card)

    def with_board(self, board: Board, *cards: str) -> "Sketch":
        out = replace(self, board_now=board, cards=(*self.cards, *cards))
        out.__dict__.update(small=self.small, ground=self.ground)
        return out

    def spread(self, cells: Mask) -> int:
        """How large the picture becomes: what must be shown of the field."""
        taken = self.used | cells
        positions = [self.grid.position(bit) for bit in bits_of(taken)]
        rows, columns = {row for row, _ in positions}, {column for _, column in positions}
        return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)

    @property
    def kinds(self) -> list[str]:
        """The kinds of pieces that come up all the time."""
        source = self.episode.source
        assert isinstance(source, (Deck, Dice))
        return list(dict.fromkeys(source.kinds))

    def cards_of(self, kind: str) -> list[str]:
        return [card for card in self.ground.pieces if card.partition("-")[0] == kind]

    def trimmed(self, lit: Mask = 0, margin: int = 1) -> "Sketch":
        """The same with no more of the field around it than the eye needs; its pieces laid again."""
        wanted = self._framed(self.used | lit, margin)
        cells = tuple(cell for cell in self.cells if wanted >> self.grid.bit(cell) & 1)
        out = replace(self, cells=cells, board_now=None, cards=())
        for card, laid in zip(self.cards, self.board.laid[len(self.ground.printed) :], strict=True):
            first = self.grid.names[(laid.cells & -laid.cells).bit_length() - 1]
            action = ("place", laid.shape, laid.orientation, first)
            slot = out.ground.pieces[card].slot(out.grid, action)
            assert slot is not None, f"{card} does not fit into its own picture"
            out = out.laid(card, slot)
        return out

    def _framed(self, mask: Mask, margin: int) -> Mask:
        grid = self.grid
        if grid.lattice is not SQUARE:
            for _ in range(margin):
                mask |= grid.around(mask)
            return mask
        positions = [grid.position(bit) for bit in bits_of(mask)]
        rows, columns = [row for row, _ in positions], [column for _, column in positions]
        high, wide = (min(max(span) - min(span), 9) for span in (rows, columns))
        tall, broad = (margin if size < 4 else 0 for size in (high, wide))
        return self.mask(
            (row, column)
            for row, column in self.cells
            if min(rows) - tall <= row <= max(rows) + tall
            and min(columns) - broad <= column <= max(columns) + broad
        )


def letter_of(episode: Episode, word: str) -> str:
    """The letter or sticker that puts a word on the map; one that the episode's own map has goes first."""
    legend = episode.map.legend
    if word in legend and word not in episode.map.layers:
        return word
    found = [letter for letter, spot in legend.items() if word and word in (spot.symbol, spot.terrain)]
    plain = [letter for letter in found if legend[letter].symbol == word or not legend[letter].symbol]
    used = set(episode.map.letters.values())
    return next(iter(sorted(plain, key=lambda letter: letter not in used)), "")
