"""The panel beside a board: card, standings, tally, cards left, rules in force."""

from collections.abc import Sequence

from rich.text import Text

from tilefolk.cli.terminal.laying.cell_signs import signs_of
from tilefolk.cli.terminal.panels.cards_left import cards_left
from tilefolk.cli.terminal.panels.goal_lines import goal_lines
from tilefolk.cli.terminal.panels.keepsakes import keepsakes
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.panels.score_lines import close_tally, standing, tally
from tilefolk.cli.terminal.text.canvas import Canvas, side_by_side, wrapped
from tilefolk.cli.terminal.text.styles import FAINT, HEADING
from tilefolk.cli.terminal.text.words import card_words, plain_entries, rule_words
from tilefolk.core.game import ExplainedGame, Json
from tilefolk.core.grid import SQUARE
from tilefolk.games import find

TWO_COLUMNS = 56
NEXT = "→"  # before the card after this one, where it is known


def side_lines(scene: Scene, width: int, height: int) -> list[Text]:
    """All lines of the panel at this width; without empty lines where the panel is low."""
    if "boards" not in scene.view:
        return [*(Text(line) for line in plain_entries(scene.view)), Text(), *standing(scene, width)]
    beside = keepsakes(scene, width)
    rest = [*([Text()] if beside else []), *beside, Text(), *rules(scene, width), *seal(scene, width)]
    upper = _roomy(scene, width)
    return (upper if len(upper) <= height else _close(scene, width)) + rest


def _roomy(scene: Scene, width: int) -> list[Text]:
    left = width * 4 // 7 if width >= TWO_COLUMNS else width
    upper = [*card(scene, left - 1), Text(), *standing(scene, left - 1), *goal_lines(scene, left - 1)]
    lower = tally(scene, width - left or width)
    joined = side_by_side(upper, lower, left) if left < width else [*upper, Text(), *lower]
    return [*joined, Text(), *cards_left(scene, width)]


def _close(scene: Scene, width: int) -> list[Text]:
    """The same lines without empty ones, the tally in running text."""
    return [
        *card(scene, width, False),
        *standing(scene, width),
        *goal_lines(scene, width),
        *close_tally(scene, width),
        *cards_left(scene, width),
    ]


def card(scene: Scene, width: int, drawn: bool = True) -> list[Text]:
    """The round, the card in words, the next one where it is known, and the piece as it is turned now."""
    view, texts = scene.view, scene.texts
    if scene.phase != "rounds":
        head = Text(texts.say(f"phase.{scene.phase}"), HEADING)
        return [head, *(line for told in sticker_words(scene) for line in wrapped(Text(told), width))]
    lines = [Text(round_words(scene), HEADING), *wrapped(Text(card_words(texts, view["card"])), width)]
    if view.get("next"):
        lines += wrapped(Text(f"{NEXT} {card_words(texts, view['next'])}", FAINT), width)
    return lines + (drawn_piece(scene) if drawn and scene.draft else [])


def sticker_words(scene: Scene) -> list[str]:
    """The sticker that is next and those that wait behind it, each with what it is given for."""
    texts = scene.texts
    out = []
    for choice in scene.view.get("choices", ()):
        names = ", ".join(texts.say(f"sticker.{what}") for what in choice["what"])
        out.append(texts.say("ui.choice", what=names, reason=texts.say(f"kept.{choice['rule']}")))
    return out


def round_words(scene: Scene) -> str:
    number, whole = scene.view["round"], scene.view.get("rounds")
    return scene.texts.say("ui.round.of", number, whole) if whole else scene.texts.say("ui.round", number)


def drawn_piece(scene: Scene) -> list[Text]:
    """The piece of the draft on its own."""
    assert scene.draft is not None
    signs, draft, canvas = signs_of(scene.view), scene.draft, Canvas()
    pitch, slant = (2, 0) if draft.hand.grid.lattice is SQUARE else (4, 2)
    spots = [(row, pitch * column + slant * row) for row, column in draft.shape.cells]
    left = min(column for _, column in spots)
    for (row, column), mark in zip(spots, draft.piece.marks, strict=True):
        canvas.put(row, 2 + column - left, signs.kinds[mark] * 2, signs.kind_style(mark))
    return canvas.lines()


def rules(scene: Scene, width: int) -> list[Text]:
    """The rules in force by what they are about, the aim first."""
    lines = [Text(scene.texts.say("ui.rules"), HEADING)]
    for group, said, listed in rule_groups(scene.view):
        lines += [Text(), Text(scene.texts.say(f"rules.group.{group}"), HEADING)] if group else []
        for sentence in said:
            lines += wrapped(Text(scene.texts.say(sentence)), width)
        for sentence in rule_words(scene.texts, listed):
            lines += wrapped(Text(f"- {sentence}"), width, 2)
    return lines


Group = tuple[str, Sequence[str], list[Sequence[object]]]


def rule_groups(view: Json) -> list[Group]:
    """The rules of a view by what they are about, with the sentences before them; all in one if none says."""
    game, _ = find(str(view["game"]))
    if not isinstance(game, ExplainedGame):
        return [("", (), list(view["rules"]))]
    told = {rule[0]: rule for rule in view["rules"]}
    groups = game.rules_page(str(view["game"]), pictures=False)["groups"]
    found: list[Group] = [
        (
            group["group"],
            group["said"],
            [told.pop(rule["id"]) for rule in group["rules"] if rule["id"] in told],
        )
        for group in groups
    ]
    return [*found, *([("", (), list(told.values()))] if told else [])]


def seal(scene: Scene, width: int) -> list[Text]:
    """The seal that was shown before the first draw, and whether the match is practice."""
    sentences = [scene.texts.say("ui.sealed", seal=scene.seal[:16])] if scene.seal else []
    sentences += [scene.texts.say("ui.practice")] if scene.practice else []
    return [line for sentence in sentences for line in [Text(), *wrapped(Text(sentence, FAINT), width)]]
