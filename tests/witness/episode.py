"""Episodes as their files describe them: rules, pieces and every seat's own land."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.witness.lattice import Place, address_of, background, groups
from tests.witness.shapes import Piece, drawn, orientations

TESTS = Path(__file__).parent.parent
GAMES = TESTS.parent / "src" / "tilefolk" / "games"
BLOCKING = "X"

STONES = {"totem", "temple", "harbour", "ruin", "lighthouse", "megalith", "portal", "boulder"}
"""What takes a cell for good and shows no symbol."""

Edge = frozenset[Place]


@dataclass(frozen=True)
class Rule:
    name: str
    id: str
    settings: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.settings[key]

    def get(self, key: str, default: Any) -> Any:
        return self.settings.get(key, default)

    def spares(self, kind: str) -> bool:
        """Whether the rule does not ask anything of this kind."""
        return kind in self.get("not_kinds", ())


@dataclass(frozen=True)
class Cell:
    key: str
    terrain: str = ""
    symbol: str = ""
    count: int = 1
    square: bool = False
    wants: str = ""
    building: str = ""
    stone: bool = False


@dataclass(frozen=True)
class Episode:
    """One episode and the game it belongs to, straight from the two files."""

    own: Mapping[str, Any]
    game: Mapping[str, Any]
    ids: tuple[str, ...]

    @property
    def lattice(self) -> str:
        return str(self.game["lattice"])

    @property
    def kinds(self) -> list[str]:
        return list(self.game["kinds"])

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        common = self.game.get("defaults", {})
        settings = [common.get(rule["rule"], {}) | rule for rule in self.own["rules"]]
        return tuple(Rule(rule["rule"], id_, rule) for rule, id_ in zip(settings, self.ids, strict=True))

    def all(self, *names: str) -> list[Rule]:
        return [rule for rule in self.rules if rule.name in names]

    @property
    def start(self) -> int:
        """Where the marker starts; 0 where there is none."""
        return next((int(rule["start"]) for rule in self.all("track")), 0)

    @property
    def lock(self) -> int | None:
        return next((rule.get("lock", None) for rule in self.all("track")), None)

    def piece(self, card: str, stickers: Sequence[tuple[str, str]] = ()) -> Piece:
        """The piece of a card `kind-shape`; a card of one's own has the shape one was given."""
        kind, _, shape = card.partition("-")
        shapes = self.game.get("seat_shapes", {}) | self.own.get("seat_shapes", {})
        return self.shaped(kind, str(dict(stickers).get(card, shapes.get(card, shape))))

    @cached_property
    def _pieces(self) -> dict[tuple[str, str], Piece]:
        return {}

    def shaped(self, kind: str, shape: str) -> Piece:
        if (kind, shape) not in self._pieces:
            self._pieces[kind, shape] = self._made(kind, shape)
        return self._pieces[kind, shape]

    def _made(self, kind: str, shape: str) -> Piece:
        cells = drawn(self.lattice, self.game["shapes"][shape])
        marks = tuple(self.game.get("marks", {}).get(shape, [kind] * len(cells)))
        turned = orientations(self.lattice, cells, marks, bool(self.game.get("mirror", False)))
        return Piece(kind, shape, marks, turned)


def files_of(mode: str) -> tuple[Path, Path]:
    """The file of an episode and the file of its game."""
    game, _, stem = mode.partition("/")
    folders = (GAMES / game / "data", TESTS / "data" / game)
    folder = next(folder for folder in folders if (folder / f"{stem}.toml").exists())
    common = next(folder for folder in (folder, *folders) if (folder / "game.toml").exists())
    return folder / f"{stem}.toml", common / "game.toml"


def load(own: Path, game: Path, ids: Sequence[str]) -> Episode:
    """The episode of a file; `ids` are the names of its rules, in order."""
    return Episode(read(own), read(game), tuple(ids))


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Land:
    """The map of one seat: terrain, symbols, river, tunnels, and the named sets of cells."""

    def __init__(
        self,
        episode: Episode,
        stickers: Iterable[tuple[str, str]] = (),
        whole: bool = False,
        counts: Mapping[str, int] = MappingProxyType({}),
    ):
        self.episode = episode
        self.stickers = tuple(stickers)
        self.counts = counts
        self._layers: dict[str, dict[Place, int]] = {}
        self.cells = dict(self._printed())
        self.asked: dict[str, set[Place]] = {}
        for key, place in self._put():
            self._stick(place, key, episode.game["legend"][key])
        land = episode.all("land")[0]
        self.gone = self._closed(land.get("closed", "")) if not whole else set()
        opened = {place for place, cell in self.cells.items() if cell.terrain in land["open"]}
        self.open = opened - self.gone

    def _stick(self, place: Place, key: str, entry: Mapping[str, Any]) -> None:
        """A part of the map that is not there takes nothing; what wants a symbol leaves one that is there."""
        if place not in self.cells:
            return
        if "wants" in entry and "terrain" not in entry:
            self.asked.setdefault(entry["symbol"], set()).add(place)
            if self.cells[place].building:
                self.cells[place] = replace(self.cells[place], symbol=entry["symbol"])
                return
        self.cells[place] = stuck(self.cells[place], key, entry)

    @cached_property
    def stones(self) -> set[Place]:
        cells = {place for place, cell in self.cells.items() if cell.terrain in STONES}
        assert cells == {place for place, cell in self.cells.items() if cell.stone}
        return cells

    def beams(self, lamp: str) -> list[list[Place]]:
        """The cells in front of every lamp, from the lamp outwards."""
        return [
            [address_of(self.episode.lattice, name) for name in beam] for beam in self.named("rays")[lamp]
        ]

    def named(self, part: str) -> dict[str, Any]:
        """A table of names that the game and the episode share."""
        return dict(self.episode.game.get(part, {}) | self.episode.own.get(part, {}))

    def _closed(self, side: str) -> set[Place]:
        """The bank that does not exist: the left one holds the first column."""
        if not side:
            return set()
        left = {place for bank in self.banks for place in bank if min(column for _, column in bank) == 0}
        return left if side == "left" else set(self.cells) - left

    def _printed(self) -> Iterator[tuple[Place, Cell]]:
        parts = [((0, 0), self.episode.own.get("map") or self.episode.game["map"])]
        for rule in self.episode.all("area"):
            area = self.episode.game["areas"][rule["area"]]
            parts.append(((area["at"][0], area["at"][1]), area["map"]))
        for (top, left), rows in parts:
            for row, line in enumerate(rows):
                for column, key in enumerate(line):
                    if key != " ":
                        yield (top + row, left + column), Cell(key, **self.episode.game["legend"][key])

    def _put(self) -> Iterator[tuple[str, Place]]:
        lattice = self.episode.lattice
        for key, name in self.stickers:
            if key in self.episode.game["legend"]:
                yield key, address_of(lattice, name)
        for rule in self.episode.all("mark"):
            for name in rule.get("at", ()):
                yield rule["put"], address_of(lattice, name)
            covered = set(rule.get("over", ()))
            for place in [p for p, cell in self.cells.items() if covered & {cell.terrain, cell.symbol}]:
                yield rule["put"], place

    @cached_property
    def next_to(self) -> dict[Place, set[Place]]:
        """The neighbours on the board, without tunnels."""
        everything = set(self.cells)
        return {place: background(self.episode.lattice, place) & everything for place in everything}

    @cached_property
    def joined(self) -> dict[Place, set[Place]]:
        """The neighbours on the board, through tunnels too."""
        result = {place: set(around) for place, around in self.next_to.items()}
        for rule in self.episode.all("area"):
            for names in self.episode.game["areas"][rule["area"]].get("joins", ()):
                one, other = (address_of(self.episode.lattice, name) for name in names)
                result[one].add(other)
                result[other].add(one)
        return result

    @cached_property
    def river(self) -> set[Edge]:
        """The pairs of cells with the river between them."""
        points = self.episode.own.get("river", self.episode.game.get("river", []))
        return {edge for start, end in pairwise(points) for edge in edges(start, end)}

    @cached_property
    def banks(self) -> list[set[Place]]:
        dry = {
            place: {other for other in around if frozenset((place, other)) not in self.river}
            for place, around in self.next_to.items()
        }
        return list(groups(self.cells, dry))

    @cached_property
    def doubled(self) -> set[tuple[str, int]]:
        """The cells of pieces that count twice: name of the shape, number of the cell in the drawing."""
        return {(key.partition(":")[2], int(at)) for key, at in self.stickers if key.startswith("double:")}

    def layer(self, name: str) -> dict[Place, int]:
        """How often the named thing stands on each cell."""
        if name not in self._layers:
            self._layers[name] = self._drawn(name)
        return self._layers[name]

    def _drawn(self, name: str) -> dict[Place, int]:
        result = {}
        for place, cell in self.cells.items():
            if place not in self.gone and name in (cell.terrain, cell.symbol):
                result[place] = cell.count if name == cell.symbol else 1
        return result or dict.fromkeys(self._special(name) - self.gone, 1)

    def _special(self, name: str) -> set[Place]:
        if name == "river":
            return {place for edge in self.river for place in edge if place in self.cells}
        if name == "empty":
            bare = self.episode.game.get("empty", ())
            return {place for place in self.open if self._is_bare(self.cells[place], bare)}
        if name == "square":
            return {place for place, cell in self.cells.items() if cell.square}
        named = self.named("cells") | self.named("limits")
        return {address_of(self.episode.lattice, cell) for cell in named.get(name, ())} & set(self.cells)

    def _is_bare(self, cell: Cell, bare: Sequence[str]) -> bool:
        return cell.terrain in bare and not cell.symbol

    def things(self, name: str) -> list[set[Place]]:
        """The named things one by one; what hangs together is one."""
        return list(groups(self.layer(name), self.next_to))

    def chosen(self, selectors: Iterable[str]) -> set[Place]:
        """The cells that at least one selector means."""
        return {place for selector in selectors for place in self._selected(selector)}

    def _selected(self, selector: str) -> set[Place]:
        one, both, other = selector.partition("&")
        if both:
            return self._selected(one) & self._selected(other)
        word, _, rest = selector.partition(":")
        if word == "near":
            core = self._selected(rest)
            return {other for place in core for other in self.next_to[place]} - core
        if word == "row":
            number = int(rest) - (self.episode.lattice == "square")
            return {place for place in self.cells if place[0] == number}
        return set(self.layer(selector))


def stuck(cell: Cell, key: str, entry: Mapping[str, Any]) -> Cell:
    """A cell after something was put on it: all that stood there goes, terrain stays if none is named."""
    return replace(Cell(key, cell.terrain), **entry)


def edges(start: Sequence[int], end: Sequence[int]) -> Iterator[Edge]:
    """The cell sides on a straight stretch between two corner points."""
    (y, x), (to_y, to_x) = sorted((tuple(start), tuple(end)))
    for row in range(y, to_y):
        yield frozenset(((row, x - 1), (row, x)))
    for column in range(x, to_x):
        yield frozenset(((y - 1, column), (y, column)))
