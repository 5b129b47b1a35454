"""What a seat has beside its board for the rest of a campaign: shafts, cabinet, marks, roofs; a line each."""

from rich.text import Text

from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.canvas import wrapped
from tilefolk.cli.terminal.text.styles import FAINT, HEADING
from tilefolk.cli.terminal.text.words import card_words, say_or
from tilefolk.core.game import Json
from tilefolk.core.grid import Mask
from tilefolk.games.laying.rules.metrics import PARTS, ROOF

CROSSED, DUG, EMPTY = "×", "/", "·"
GIFTS = {"progress": "◇", "nuggets": "●"}
STICKER = "▫"
TRIANGLES = {"open": "△", "won": "▲", "struck": "▽"}
EARNED, REACHED, MILESTONE = "●", "◆", "◇"
BUILT, WOULD_BUILD, MISSING = "▲", "△", "·"  # of a roof


def keepsakes(scene: Scene, width: int) -> list[Text]:
    """The lines of the shown seat; none before a campaign has brought anything."""
    board = scene.view["boards"][scene.shown_seat]
    rows = [*_shafts(scene, board), *_cabinet(scene, board), *_marks(scene, board), *_investor(scene, board)]
    rows += _roofs(scene, board)
    if not rows:
        return []
    lines = [Text(scene.texts.say("ui.keepsakes"), HEADING)]
    for row in rows:
        lines += wrapped(Text(row), width, 2)
    return lines + (
        wrapped(Text(scene.texts.say("ui.sign.boxes"), FAINT), width, 2) if board.get("shafts") else []
    )


def _shafts(scene: Scene, board: Json) -> list[str]:
    shafts = [(shaft["shaft"], _boxes(shaft)) for shaft in board.get("shafts", ())]
    return [f"{say_or(scene.texts, f'shaft.{kind}', kind)} {boxes}" for kind, boxes in shafts]


def _boxes(shaft: Json) -> str:
    """A sign for every box: crossed off, crossed off by the board as it stands, or what it brings."""
    gifts = {
        box: TRIANGLES.get(triangle) or GIFTS.get(what, STICKER) for box, what, triangle in shaft["gifts"]
    }
    dug = shaft["crossed"] + shaft["digs"]
    signs = []
    for box in range(1, shaft["boxes"] + 1):
        free = gifts.get(box, EMPTY)
        signs.append(CROSSED if box <= shaft["crossed"] else DUG if box <= dug else free)
    return "".join(signs)


def _cabinet(scene: Scene, board: Json) -> list[str]:
    """The nuggets ever earned up to the last milestone, and how many are left."""
    marks, counts = board.get("milestones", ()), board["brought"]["counts"]
    if not marks:
        return []
    ever = counts.get("nuggets_ever", 0)
    signs = [
        (REACHED if place <= ever else MILESTONE) if place in marks else (EARNED if place <= ever else EMPTY)
        for place in range(1, max(*marks, ever) + 1)
    ]
    left = f"{scene.texts.say('series.count.nuggets')}: {counts.get('nuggets', 0)}"
    return [f"{''.join(signs)}  {left}"]


def _roofs(scene: Scene, board: Json) -> list[str]:
    """The roofs that were begun, and what the board as it stands would add."""
    added = {name: parts for _, _, name, _, parts in board.get("roofs", ())}
    built = {name: n for name, n in board["brought"]["counts"].items() if name.startswith(ROOF)}
    rows = [(name, built.get(name, 0), added.get(name, 0)) for name in sorted({*added, *built})]
    signs = [
        (name, BUILT * has + WOULD_BUILD * more + MISSING * (PARTS - has - more)) for name, has, more in rows
    ]
    return [f"{say_or(scene.texts, f'series.count.{name}', name)} {roof}" for name, roof in signs]


def _marks(scene: Scene, board: Json) -> list[str]:
    """The buildings with a mark, mark by mark."""
    marked: dict[str, list[str]] = {}
    for what, where in board["brought"]["stickers"]:
        if where in scene.view["deck"]:
            marked.setdefault(what, []).append(card_words(scene.texts, where))
    return [
        f"{say_or(scene.texts, f'sticker.{what}', what)}: {'; '.join(cards)}"
        for what, cards in marked.items()
    ]


def _investor(scene: Scene, board: Json) -> list[str]:
    stands: Mask = int(board.get("stands_on", "0"), 16)
    names = [f"{kind}-{shape}" for kind, shape, _, cells in board["laid"] if int(cells, 16) == stands]
    return [f"{scene.texts.say('tally.investor')}: {card_words(scene.texts, name)}" for name in names]
