"""The cards that are still to come, in lines of text."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.text import Text

from tilefolk.cli.terminal.laying.cell_signs import signs_of
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.canvas import spread, wrapped
from tilefolk.cli.terminal.text.styles import FAINT, HEADING
from tilefolk.cli.terminal.text.words import card_words
from tilefolk.core.game import Json

DOUBLE = "double:"  # what the sticker on a tile is called, before the name of the tile


def cards_left(scene: Scene, width: int) -> list[Text]:
    """The cards still to come; kinds in rows and shapes in columns where that fits."""
    left: Sequence[str] = scene.view["left"]
    if scene.view["rounds"] is None:
        return compass_row(scene, left, width)
    whole = [card_words(scene.texts, card) for card in left if "-" not in card]
    head = Text.assemble((scene.texts.say("ui.left", len(left)), HEADING))
    if whole:
        head.append(f", {scene.texts.say('ui.left.with', cards=', '.join(whole))}", FAINT)
    lines = wrapped(head, width)
    parts = [card.partition("-")[::2] for card in left]
    deck = [card.partition("-")[::2] for card in scene.view["deck"]]
    kinds = list(dict.fromkeys(kind for kind, shape in deck if shape))
    shapes = sorted({shape for _, shape in deck if shape}, key=lambda shape: (shape[1:], shape))
    if len(kinds) > 1 and 3 + 3 * len(shapes) <= width:
        lines += _matrix(kinds, shapes, scene.view, signs_of(scene.view).kinds)
    elif shapes:
        twice = _doubled(scene)
        lines += spread([Text(_tile(scene.view, shape, twice)) for _, shape in parts if shape], width)
    return lines


def compass_row(scene: Scene, left: Sequence[str], width: int) -> list[Text]:
    """What the special face of the dice can still bring; the other faces never run out."""
    if not scene.view["deck"]:
        return []
    words = [Text(card_words(scene.texts, card)) for card in left]
    return [*wrapped(Text(scene.texts.say("ui.left.row", len(left)), HEADING), width), *spread(words, width)]


def _doubled(scene: Scene) -> dict[str, int]:
    """The tiles of the shown seat with a symbol that counts twice, and which of their cells it is."""
    stickers = scene.view["boards"][scene.shown_seat]["brought"]["stickers"]
    found = [(what.partition(DOUBLE), where) for what, where in stickers]
    return {tile: int(where) for (head, sign, tile), where in found if sign and not head}


def _tile(view: Json, shape: str, twice: Mapping[str, int]) -> str:
    """The name of a shape, and what its cells show where that is not its kind; a doubled symbol has a 2."""
    letters, at = signs_of(view).kinds, twice.get(shape)
    marks = [letters[mark] + "2" * (index == at) for index, mark in enumerate(view["shapes"][shape][1])]
    return f"{shape} {''.join(marks)}".rstrip()


def _matrix(kinds: list[str], shapes: list[str], view: Json, letters: Mapping[str, str]) -> list[Text]:
    deck: Counter[str] = Counter(view["deck"])
    left: Counter[str] = Counter(view["left"])
    lines = [Text("   " + " ".join(f"{shape:<2}" for shape in shapes), FAINT)]
    for kind in kinds:
        cards = [f"{kind}-{shape}" for shape in shapes]
        row = [_count(left[card]) if deck[card] else " " for card in cards]
        lines.append(Text(f" {letters[kind]} " + " ".join(f"{sign:<2}" for sign in row)))
    return lines


def _count(n: int) -> str:
    return "·" if n == 0 else "■" if n == 1 else str(n)
