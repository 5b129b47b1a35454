"""The legend: the signs of a board or market with their names, as far as this match can show them."""

from rich.text import Text

from tilefolk.cli.terminal.laying.board_drawing import river_of
from tilefolk.cli.terminal.laying.cell_signs import LAYER_STYLES, blocked_cells, printed_signs, signs_of
from tilefolk.cli.terminal.laying.edges import BANK, RIVER_STYLE, WATER
from tilefolk.cli.terminal.laying.hand import cells, grid_of
from tilefolk.cli.terminal.market.goods import (
    COLOURS,
    JOKER,
    PERMANENT,
    SIDES,
    TOKEN,
    is_market,
    kinds_of,
    payment_signs,
    payment_words,
    resource_word,
    sign,
)
from tilefolk.cli.terminal.market.market_drawing import NEXT_SIGN
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.styles import COMMITTED, FAINT, FORBIDDEN, LEGAL
from tilefolk.cli.terminal.text.words import kind_word, layer_word, lowered, say_or
from tilefolk.core.game import Json


def legend(scene: Scene, brief: bool = False) -> list[Text]:
    """One item per sign; a brief legend leaves out what the line below the board explains."""
    return _market(scene, brief) if is_market(scene.view) else _board(scene, brief)


def _market(scene: Scene, brief: bool) -> list[Text]:
    view, say = scene.view, scene.texts.say
    items = [
        _item(sign(kind), COLOURS.get(kind, ""), resource_word(scene.texts, kind)) for kind in kinds_of(view)
    ]
    items += [
        _item(mark, "", lowered(say_or(scene.texts, f"side.{side}", side))) for side, mark in SIDES.items()
    ]
    items += [_item(f"→{SIDES['down']}", "", say("ui.sign.then")), _item(TOKEN, "", say("ui.token"))]
    items += [_item(f"{NEXT_SIGN}1 {NEXT_SIGN}2", "", say("ui.sign.next"))] if view["automaton"] else []
    spared = [_item(LEGAL, "", say("ui.sign.partner")), _item(f"f{SIDES['down']}", "", say("ui.sign.flip"))]
    kind = kinds_of(view)[0]
    paid = [_item(mark, "", payment_words(scene.texts, [item])) for item, mark in _paying(kind)]
    return items + ([] if brief else [*spared, *paid])


def _paying(kind: str) -> list[tuple[str, str]]:
    """The ways to pay for a kind, with their signs."""
    items = (f"{PERMANENT}-{kind}", f"{kind}-2", f"{JOKER}-{kind}")
    return [(item, payment_signs([item])) for item in items]


def _board(scene: Scene, brief: bool) -> list[Text]:
    view, texts = scene.view, scene.texts
    signs = signs_of(view)
    shown = [name for ground in view["grounds"] for name in ground["layers"] if name in signs.layers]
    names = dict.fromkeys([*shown, *_lost(view)])
    items = [_item(signs.layers[name], LAYER_STYLES.get(name, ""), layer_word(texts, name)) for name in names]
    if river_of(view):
        items.append(_item(BANK + WATER, RIVER_STYLE, layer_word(texts, "river")))
    for kind in _kinds(view):
        items.append(_item(signs.kinds[kind], signs.kind_style(kind), kind_word(texts, kind)))
    items.append(_item("a b", "", texts.say("ui.sign.order")))
    printed = {sign[0] for board in view["boards"] for sign in printed_signs(view, board).values()}
    items += [_item(" ".join(sorted(printed)), "", texts.say("ui.sign.printed"))] if printed else []
    items += [Text(texts.say("ui.sign.joined", names=names), FAINT) for names in _joined(view)]
    manners = ((LEGAL, "ui.sign.legal"), (FORBIDDEN, "ui.sign.forbidden"), (COMMITTED, "ui.sign.committed"))
    return items + [_item(brackets, "", texts.say(message)) for brackets, message in manners if not brief]


def _item(sign: str, style: str, name: str) -> Text:
    return Text.assemble((sign, style), " ", (name, FAINT))


def _kinds(view: Json) -> list[str]:
    """The kinds that occur in this match. Where tiles mix kinds, the kind of the tile itself is left out."""
    mixed = {piece["kind"] for piece in view["pieces"] if piece["kind"] not in piece["marks"]}
    mixed |= {laid[0] for board in view["boards"] for laid in board["laid"] if _is_mixed(view, board, laid)}
    cards = {card.partition("-")[0] for card in (*view["left"], view["card"])}
    laid = {laid[0] for board in view["boards"] for laid in board["laid"]}
    return [kind for kind in view["kinds"] if kind not in mixed and (mixed or kind in cards | laid)]


def _is_mixed(view: Json, board: Json, laid: list[str]) -> bool:
    """Whether the cells of a piece show marks other than its own kind."""
    return not int(board["marks"][view["kinds"].index(laid[0])], 16) & int(laid[3], 16)


def _lost(view: Json) -> list[str]:
    """The notes of rules on blocked cells."""
    mask = cells(view["grid"]["cells"])
    return [name for board in view["boards"] for name in blocked_cells(board, mask).values() if name]


def _joined(view: Json) -> list[str]:
    """Pairs of distant cells that count as neighbours."""
    grid = grid_of(view)
    assert grid is not None
    return [f"{grid.listed(a)[0]} – {grid.listed(b)[0]}" for a, b in grid.joins]
