"""Signs for cells, two characters each: a sign per terrain and symbol, a letter per kind of building."""

from collections.abc import Iterable, Mapping
from string import ascii_lowercase, digits
from typing import Any, NamedTuple

from tilefolk.cli.terminal.laying.hand import cells
from tilefolk.cli.terminal.text.styles import FAINT
from tilefolk.core.first import first_of
from tilefolk.core.game import Json
from tilefolk.core.grid import Mask, bits_of

LAYER_SIGNS = {
    "plain": "·",
    "mountain": "▲",
    "forest": "▒",
    "tree": "♣",
    "rock": "o",
    "well": "#",
    "vein": "♦",
    "square": "▫",
    "gold": "♦",
    "water": "≈",
    "beach": ":",
    "heath": '"',
    "palm": "♠",
    "rainforest": "%",
    "plateau": "=",
    "idol": "&",
    "treasure": "$",
    "bay": "~",
    "bandit": "@",
}
BUILDING_LETTERS = ascii_lowercase + digits
COLOURS = ("#d29a32", "#b54a37", "#517dab", "#ac98c2", "#82b065", "#b08d6e")
LAYER_STYLES = {
    "tree": "#84b868",
    "forest": "#639a66",
    "rainforest": "#639a66",
    "palm": "#84b868",
    "mountain": "#b7b1b0",
    "rock": "#c9bdb4",
    "well": "#79b3c6",
    "vein": "#efba3c",
    "gold": "#efba3c",
    "water": "#79b3c6",
    "beach": "#dcc384",
}


class Signs(NamedTuple):
    """The signs of one view: letters for kinds, signs for layers."""

    kinds: Mapping[str, str]
    layers: Mapping[str, str]

    def kind_style(self, kind: str) -> str:
        return f"#14181c on {COLOURS[list(self.kinds).index(kind) % len(COLOURS)]}"


class CellText(NamedTuple):
    """The text and style of a cell without a building."""

    text: str
    style: str


def signs_of(view: Json) -> Signs:
    """The signs of everything a view can show."""
    names = [name for ground in view["grounds"] for name in ground["layers"]]
    noted = [name for board in view["boards"] for name in board["notes"]]
    return Signs(_letters(view["kinds"]), _layer_signs(dict.fromkeys([*names, *noted])))


def building_letter(index: int) -> str:
    """The letter that tells buildings of a board apart: a, b, c in the order they were laid."""
    return BUILDING_LETTERS[index % len(BUILDING_LETTERS)]


def ground_cells(ground: Mapping[str, Any], signs: Signs, mask: Mask) -> dict[int, CellText]:
    """The text of each cell of the map: its terrain and what stands on it."""
    layers = {name: [cells(part) for part in parts] for name, parts in ground["layers"].items()}
    drawn = {name: parts for name, parts in layers.items() if name in signs.layers}
    sizes = {name: parts[0].bit_count() for name, parts in drawn.items()}
    is_open = cells(ground["open"])
    out = {}
    for bit in range(mask.bit_length()):
        here = sorted((name for name in drawn if drawn[name][0] >> bit & 1), key=lambda name: -sizes[name])
        if here:
            count = sum(part >> bit & 1 for part in drawn[here[-1]])
            text = _cell_text(signs, here, count, bool(is_open >> bit & 1))
            out[bit] = CellText(text, LAYER_STYLES.get(here[-1], FAINT))
    return out


def printed_signs(view: Json, board: Mapping[str, Any]) -> dict[int, str]:
    """Signs that are printed on the map, by the cells where nothing lies and nothing stands."""
    signs, land, things = signs_of(view).layers, 0, 0
    for name, parts in view["grounds"][board["ground"]]["layers"].items():
        here = cells(parts[0])
        things |= here if len(signs[name]) > 1 else here & land
        land |= here
    bare = cells(board["clear"]) & land & ~things
    return {bit: sign for sign, on in view["grid"]["signs"].items() for bit in bits_of(cells(on) & bare)}


def blocked_cells(board: Mapping[str, Any], mask: Mask) -> dict[int, str]:
    """Cells that are covered by no building and yet not free, with the rule's note on them."""
    notes = {name: cells(noted) for name, noted in board["notes"].items()}
    taken = mask & ~cells(board["clear"])
    for laid in board["laid"]:
        taken &= ~cells(laid[3])
    names = {bit: [name for name, noted in notes.items() if noted >> bit & 1] for bit in bits_of(taken)}
    return {bit: (*noted, "")[0] for bit, noted in names.items()}


def _cell_text(signs: Signs, here: list[str], count: int, is_open: bool) -> str:
    """Two of a symbol are two signs; bare ground is one sign where it is open, two where it is not."""
    ground, top = signs.layers[here[0]], signs.layers[here[-1]]
    if len(top) == 2:
        return top
    if len(here) > 1:
        return top * 2 if count > 1 else (ground if len(ground) == 1 else " ") + top
    return " " + top if is_open else top * 2


def _letters(kinds: Iterable[str]) -> dict[str, str]:
    """A capital for each kind: the first letter of its name that is still free."""
    out: dict[str, str] = {}
    for kind in kinds:
        wanted = [letter for letter in kind.upper() + "XYZ" if letter.isalpha()]
        out[kind] = first_of(letter for letter in wanted if letter not in out.values())
    return out


def _layer_signs(names: Iterable[str]) -> dict[str, str]:
    out: dict[str, str] = {}
    for name in names:
        out[name] = LAYER_SIGNS.get(name) or _short_sign(name, out.values())
    return out


def _short_sign(name: str, taken: Iterable[str]) -> str:
    """A short sign for a layer: its number, the initials of two words, or its first and a later letter."""
    if name[-1].isdigit() and name[-1] not in taken:
        return name[-1]
    words = name.replace(":", "_").replace(".", "_").split("_")
    initials = [words[0][0] + words[1][0]] if len(words) > 1 else []
    tries = [*initials, *(name[0] + letter for letter in name[1:] if letter.isalnum())]
    free = (sign for sign in (text.lower() for text in tries) if sign not in taken)
    return next(free, tries[0].lower())
