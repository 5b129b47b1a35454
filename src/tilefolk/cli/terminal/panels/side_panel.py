"""The side column: the card, who stands where, the tally, the cards left, the rules in force."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.text import Text

from tilefolk.cli.terminal.laying.cell_signs import signs_of
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.canvas import Canvas, beside, fitted, spread, wrapped
from tilefolk.cli.terminal.text.styles import FAINT, HEADING
from tilefolk.cli.terminal.text.words import card_words, plain_entries, rule_words
from tilefolk.core.game import Json
from tilefolk.core.grid import SQUARE

TWO_COLUMNS = 56
MINUS = "\N{MINUS SIGN}"


def facts(scene: Scene, width: int, height: int) -> list[Text]:
    """Everything beside the board, in lines of this width; closely written where it is low."""
    if "boards" not in scene.view:
        return [*(Text(line) for line in plain_entries(scene.view)), Text(), *standing(scene, width)]
    rest = [Text(), *rules(scene, width), *seal(scene, width)]
    upper = _roomy(scene, width)
    return (upper if len(upper) <= height else _close(scene, width)) + rest


def _roomy(scene: Scene, width: int) -> list[Text]:
    left = width * 4 // 7 if width >= TWO_COLUMNS else width
    upper = [*card(scene, left - 1), Text(), *standing(scene, left - 1)]
    lower = tally(scene, width - left or width)
    joined = beside(upper, lower, left) if left < width else [*upper, Text(), *lower]
    return [*joined, Text(), *cards_left(scene, width)]


def _close(scene: Scene, width: int) -> list[Text]:
    """The same without empty lines, the lines of the tally side by side."""
    return [
        *card(scene, width, False),
        *standing(scene, width),
        *close_tally(scene, width),
        *cards_left(scene, width),
    ]


def card(scene: Scene, width: int, drawn: bool = True) -> list[Text]:
    """The round, the card in words, and the piece as it is turned now."""
    view, texts = scene.view, scene.texts
    if scene.phase != "rounds":
        return [Text(texts.say(f"phase.{scene.phase}"), HEADING)]
    lines = [Text(round_words(scene), HEADING), *wrapped(Text(card_words(texts, view["card"])), width)]
    return lines + (drawn_piece(scene) if drawn and scene.lying else [])


def round_words(scene: Scene) -> str:
    number, whole = scene.view["round"], scene.view.get("rounds")
    return scene.texts.say("ui.round.of", number, whole) if whole else scene.texts.say("ui.round", number)


def drawn_piece(scene: Scene) -> list[Text]:
    """The piece of the draft by itself."""
    assert scene.lying is not None
    signs, lying, canvas = signs_of(scene.view), scene.lying, Canvas()
    pitch, slant = (2, 0) if lying.hand.grid.lattice is SQUARE else (4, 2)
    spots = [(row, pitch * column + slant * row) for row, column in lying.shape.cells]
    left = min(column for _, column in spots)
    for (row, column), mark in zip(spots, lying.piece.marks, strict=True):
        canvas.put(row, 2 + column - left, signs.kinds[mark] * 2, signs.kind_style(mark))
    return canvas.lines()


def standing(scene: Scene, width: int) -> list[Text]:
    """One line per seat: marker, what it comes to if it ended now, and what the seat does."""
    say, marked = scene.texts.say, bool(marker(scene, 0))
    name = max(6, min(24, width - (20 if marked else 16)))
    head = f"{say('ui.marker'):>{name + 4}} " if marked else " " * name
    lines = [Text(f"{head}{say('ui.sum'):>5}", FAINT)]
    for seat in range(len(scene.names)):
        at = f"{marker(scene, seat):>4} " if marked else ""
        row = fitted(scene.name(seat), name) + f"{at}{signed(scene.values[seat]):>5} "
        lines.append(
            Text(row + say(f"ui.state.{state(scene, seat)}"), "bold" if seat == scene.looking else "")
        )
    return lines + extras(scene)


def marker(scene: Scene, seat: int) -> str:
    """Where a seat's marker stands, if the game has one."""
    board = _board(scene, seat)
    return ("≥" if board["at_least"] else "") + str(board["marker"]) if scene.view.get("track") else ""


def state(scene: Scene, seat: int) -> str:
    board = _board(scene, seat)
    if scene.acts(seat):
        return "thinking"
    if board.get("ended") or scene.over:
        return "ended"
    return "ready" if board.get("ready") else "waiting"


def extras(scene: Scene) -> list[Text]:
    """What else the seat has counted."""
    board = _board(scene, scene.looking)
    said = [
        scene.texts.say(f"ui.{what}", board[what]) for what in ("passes", "provisions") if board.get(what)
    ]
    return [Text("  ".join(said), FAINT)] if said else []


def _board(scene: Scene, seat: int) -> Json:
    return scene.view["boards"][seat] if "boards" in scene.view else {}


def tally(scene: Scene, width: int) -> list[Text]:
    """The lines of the seat in view, as if it ended now."""
    board = scene.view["boards"][scene.looking]
    lines = [Text(scene.texts.say("ui.tally"), HEADING)]
    for number, (rule, points, _) in enumerate(board["tally"]):
        name = scene.texts.say(f"tally.{rule}", points)
        style = "reverse" if number == scene.lit else ""
        lines += amount(f"{number + 1:>2} {name}", points, width, style)
    return lines + amount(f"   {scene.texts.say('ui.sum')}", board["value"], width, "bold")


def close_tally(scene: Scene, width: int) -> list[Text]:
    """The lines of the seat in view one after another, their sum first."""
    board, say = scene.view["boards"][scene.looking], scene.texts.say
    head = Text(f"{say('ui.tally')}: {signed(board['value'])}", HEADING)
    items = [
        Text(
            f"{number + 1} {say(f'tally.{rule}', points)} {signed(points)}", "reverse" * (number == scene.lit)
        )
        for number, (rule, points, _) in enumerate(board["tally"])
    ]
    return [head, *spread(items, width)]


def amount(name: str, points: int, width: int, style: str = "") -> list[Text]:
    """A name with its points at the right end of its first line."""
    first, *more = wrapped(Text(name), width - 5, 3)
    row = fitted(first.plain, width - 5) + f"{signed(points):>5}"
    return [Text(row, style), *(Text(line.plain, style) for line in more)]


def signed(points: int) -> str:
    return str(points).replace("-", MINUS)


def cards_left(scene: Scene, width: int) -> list[Text]:
    """The cards that are still to come, kinds in rows and shapes in columns where that fits."""
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
        lines += spread([Text(_tile(scene.view, shape)) for _, shape in parts if shape], width)
    return lines


def compass_row(scene: Scene, left: Sequence[str], width: int) -> list[Text]:
    """Dice never run out; only what their special face brings does."""
    if not scene.view["deck"]:
        return []
    words = [Text(card_words(scene.texts, card)) for card in left]
    return [*wrapped(Text(scene.texts.say("ui.left.row", len(left)), HEADING), width), *spread(words, width)]


def _tile(view: Json, shape: str) -> str:
    """The name of a shape and what its cells show, where they do not show its kind."""
    letters = signs_of(view).kinds
    return f"{shape} {''.join(letters[mark] for mark in view['shapes'][shape][1])}".rstrip()


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


def rules(scene: Scene, width: int) -> list[Text]:
    """The rules in force."""
    lines = [Text(scene.texts.say("ui.rules"), HEADING)]
    for sentence in rule_words(scene.texts, scene.view["rules"]):
        lines += wrapped(Text(f"- {sentence}"), width, 2)
    return lines


def seal(scene: Scene, width: int) -> list[Text]:
    """What was shown before the first draw."""
    said = [scene.texts.say("ui.sealed", seal=scene.seal[:16])] if scene.seal else []
    said += [scene.texts.say("ui.practice")] if scene.practice else []
    return [line for sentence in said for line in [Text(), *wrapped(Text(sentence, FAINT), width)]]
