"""The panel beside a market: round and deck, standings, the cities and what they hold, the row of tokens."""

from collections.abc import Mapping

from rich.text import Text

from tilefolk.cli.terminal.market.goods import (
    COLOURS,
    JOKER,
    PERMANENT,
    POINTS,
    TOKEN,
    building_word,
    kinds_of,
    sign,
    token_signs,
    token_word,
)
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.panels.score_lines import amount, standing, tally
from tilefolk.cli.terminal.panels.side_panel import round_words, rules, seal
from tilefolk.cli.terminal.text.canvas import spread, wrapped
from tilefolk.cli.terminal.text.styles import FAINT, HEADING
from tilefolk.core.game import Json

WIDE = 40  # from here on tokens are told in words

Worth = tuple[str, int | None]  # a token and what it is worth now


def market_side_lines(scene: Scene, width: int, height: int) -> list[Text]:
    """Everything beside the market: the shown city first, then the rest of the table."""
    city = [*holdings(scene, scene.shown_seat, width), *own_tokens(scene, width)]
    parts = [[*deck(scene, width), *standing(scene, width)], city, row(scene, width)]
    air = [Text()] if sum(map(len, parts)) + len(parts) <= height else []
    lines = [line for part in parts if part for line in [*part, *air]]
    further = [buildings(scene, width), others(scene, width), tally(scene, width), rules(scene, width)]
    return [*lines, *(line for part in further if part for line in [*part, Text()]), *seal(scene, width)]


def deck(scene: Scene, width: int) -> list[Text]:
    """The round, the cards left per tier, and the top card."""
    left, top = scene.view["deck"], scene.view["deck"]["top"]
    told = Text(scene.texts.say("ui.left", left["left"]))
    if left["left"]:
        told.append(f" ({'+'.join(map(str, left['tiers']))})", FAINT)
    if top and "resource" in top:
        told.append(" " + sign(top["resource"]) * top["symbols"], COLOURS.get(top["resource"], ""))
    return [Text(round_words(scene), HEADING), *wrapped(told, width)]


def holdings(scene: Scene, seat: int, width: int) -> list[Text]:
    """A city as a table: a column per kind; permanent resources and cards in rows."""
    board, say = scene.view["boards"][seat], scene.texts.say
    kinds = kinds_of(scene.view)
    cards = {symbols: _cards(board, symbols) for symbols in (1, 2)}
    rows = [("ui.city.permanent", board[PERMANENT])]
    rows += [("ui.city.free", board["free"])] if board["free"] != board[PERMANENT] else []
    rows += [("ui.city.cards", cards[1])]
    rows += [("ui.city.doubles", cards[2])] if cards[2] else []
    label = min(14, width - 3 * len(kinds))
    head = Text(f"{say('ui.city'):<{label}}", HEADING)
    for kind in kinds:
        head.append(f"{sign(kind):>3}", COLOURS.get(kind, ""))
    return [head, *(Text(f"{say(name):<{label}}{_numbers(kinds, numbers)}") for name, numbers in rows)]


def _numbers(kinds: list[str], numbers: Mapping[str, int]) -> str:
    shown = {kind: numbers.get(kind, 0) or "·" for kind in kinds if kind in numbers or kind != JOKER}
    return "".join(f"{shown.get(kind, ''):>3}" for kind in kinds)


def _cards(board: Json, symbols: int) -> dict[str, int]:
    return {kind: n for kind, shown, n in board["cards"] if shown == symbols}


def own_tokens(scene: Scene, width: int) -> list[Text]:
    """The tokens of the shown city with their points now."""
    return _tokens(scene, "ui.tokens", _won(scene.view["boards"][scene.shown_seat]), width)


def _won(board: Json) -> list[Worth]:
    """Tokens with their points; those of an automaton count differently and show none."""
    return [(token, None if board["automaton"] else points) for token, points in board["tokens"]]


def row(scene: Scene, width: int) -> list[Text]:
    """The tokens that can be won and their points for this seat; left out while a list shows them."""
    listed = scene.view["task"] == {"do": "token"} and bool(scene.view["answers"])
    tokens = [] if listed else [(entry["token"], entry["brings"]) for entry in scene.view["row"]]
    return _tokens(scene, "ui.row", tokens, width)


def _tokens(scene: Scene, heading: str, tokens: list[Worth], width: int) -> list[Text]:
    if not tokens:
        return []
    head = Text(scene.texts.say(heading), HEADING)
    if width < WIDE:
        return [head, *spread([_short(scene, *token) for token in tokens], width)]
    return [head, *(line for token in tokens for line in _long(scene, *token, width))]


def _long(scene: Scene, token: str, points: int | None, width: int) -> list[Text]:
    name = f"{TOKEN} {token_word(scene.texts, token)}"
    return [Text(name)] if points is None else amount(name, points, width)


def _short(scene: Scene, token: str, points: int | None) -> Text:
    signs = Text(token_signs(scene.view["tokens"][token]), FAINT)
    return signs if points is None else signs.append(f"={points}", "bold" if points else "")


def buildings(scene: Scene, width: int) -> list[Text]:
    """The buildings of the shown city, grouped by their permanent resource."""
    built, known = scene.view["boards"][scene.shown_seat]["buildings"], scene.view["buildings"]
    lines = [Text(scene.texts.say("ui.buildings"), HEADING)] if built else []
    for kind in (*kinds_of(scene.view), ""):
        names = [
            _named(scene, name, known[name]["points"]) for name in built if known[name][PERMANENT] == kind
        ]
        if names:
            lines += wrapped(Text(f"{sign(kind) if kind else '–'} {', '.join(names)}"), width, 2)
    return lines


def _named(scene: Scene, name: str, points: int) -> str:
    return building_word(scene.texts, name) + (f" {points}{POINTS}" if points else "")


def others(scene: Scene, width: int) -> list[Text]:
    """The other cities in brief."""
    lines: list[Text] = []
    for seat, board in enumerate(scene.view["boards"]):
        if seat == scene.shown_seat:
            continue
        _, *rows = holdings(scene, seat, width)
        tokens = [_short(scene, *token) for token in _won(board)]
        lines += [Text(scene.name(seat), HEADING), *rows, *(spread(tokens, width) if tokens else [])]
    return lines
