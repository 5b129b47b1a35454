"""A table in plain text: what the terminal draws, without colours, keys or a cursor."""

from rich.text import Text

from tilefolk.cli.terminal.laying.board_drawing import draw
from tilefolk.cli.terminal.laying.hand import grid_of
from tilefolk.cli.terminal.market.goods import is_market
from tilefolk.cli.terminal.market.market_drawing import SIZES, MarketDrawing
from tilefolk.cli.terminal.market.pair_picker import PairPicker
from tilefolk.cli.terminal.panels import market_side, score_lines, side_panel
from tilefolk.cli.terminal.panels.keepsakes import keepsakes
from tilefolk.cli.terminal.panels.legend import legend
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.canvas import spread
from tilefolk.cli.terminal.text.words import mode_words
from tilefolk.core.game import Json
from tilefolk.locale import Texts

WIDTH = 78


class NumberedScene(Scene):
    """A scene whose seats have no names but their numbers."""

    def name(self, seat: int) -> str:
        return self.names[seat]


def drawn(view: Json, texts: Texts, seat: int, first: int = 0) -> str:
    """The board of a seat or the market, what its signs mean, and who stands where.

    `first` is the number of the first seat: 0 for programs, 1 for people.
    """
    boards = view["boards"]
    names = [texts.say("cli.column.of_seat", number) for number in range(first, first + len(boards))]
    scene = NumberedScene(view, texts, names, [board["value"] for board in boards], seat)
    parts = _market(scene) if is_market(view) else _board(scene)
    lines = [Text(mode_words(texts, str(view["game"])))]
    for part in parts:
        lines += [Text(), *part] if part else []
    return "\n".join(line.plain.rstrip() for line in lines)


def _board(scene: Scene) -> list[list[Text]]:
    assert grid_of(scene.view) is not None
    return [
        side_panel.card(scene, WIDTH, drawn=False),
        draw(scene.view, scene.shown_seat, roomy=False),
        spread(legend(scene, brief=True), WIDTH),
        score_lines.standing(scene, WIDTH),
        score_lines.tally(scene, WIDTH),
        keepsakes(scene, WIDTH),
    ]


def _market(scene: Scene) -> list[list[Text]]:
    return [
        market_side.deck(scene, WIDTH),
        MarketDrawing(PairPicker(scene.view, ""), scene.texts, SIZES[1]).draw(),
        spread(legend(scene, brief=True), WIDTH),
        score_lines.standing(scene, WIDTH),
        market_side.holdings(scene, scene.shown_seat, WIDTH),
        market_side.buildings(scene, WIDTH),
        market_side.own_tokens(scene, WIDTH),
        market_side.row(scene, WIDTH),
    ]
