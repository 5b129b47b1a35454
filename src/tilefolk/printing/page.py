"""One episode on one page: heading, sheet, rows of circles, key to the dice, rules, score block."""

from collections.abc import Sequence

from tilefolk.games.laying.catalogue import EPISODES, changes
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.answer import PassRow
from tilefolk.games.laying.rules.reward import CarryOver
from tilefolk.games.laying.rules.rule_kinds import Rule
from tilefolk.games.laying.rules.source import Dice
from tilefolk.locale import Texts
from tilefolk.printing.key import key
from tilefolk.printing.outlines import spelled
from tilefolk.printing.pen import LINE, SOFT, Pen
from tilefolk.printing.rows import caption, no_passing, passes, pieces
from tilefolk.printing.score import bags, mark_new, score
from tilefolk.printing.sheet import FRAME, GUTTER, Sheet, legend, size_of

HEADING, LEGEND, ROWS, FOOT = 14.0, 7.0, 19.5, 74.5  # the heights of the parts beside the map
LEFT, GAP = 106.0, 6.0  # the width of key and rules; the score block has the rest
LEADING = 0.49  # from line to line, for each point of height


def draw_page(pen: Pen, said: Texts, episode: Episode, dice: Dice) -> None:
    rows, columns = size_of(episode)
    free = pen.height - HEADING - GUTTER - LEGEND - ROWS - FOOT
    cell = min(free / rows, (pen.width - GUTTER - FRAME) / columns)
    sheet = Sheet(episode, (pen.width + GUTTER - columns * cell) / 2, HEADING + GUTTER, cell)
    chapter = f"print.chapter.{episode.name}"
    _heading(pen, said, episode, said.say(chapter) if said.has(chapter) else "")
    sheet.draw(pen)
    y = HEADING + GUTTER + rows * cell
    legend(pen, said, sheet, y + 1.5)
    y += LEGEND
    _rows(pen, said, episode, dice, y)
    y += ROWS
    x = LEFT + GAP
    score(pen, said, episode, x, y, pen.width - x, pen.height - y, so_far=said.has(chapter))
    y += key(pen, said, dice, 0, y, LEFT) + 4
    _rules(pen, said, episode, y, LEFT)


def _heading(pen: Pen, said: Texts, episode: Episode, chapter: str) -> None:
    """Which episode this is, and lines to write on."""
    game = said.say(f"game.{episode.name.partition('/')[0]}")
    pen.text(f"{game}  ·  {chapter}" if chapter else game, 0, 3, 8.5, colour=SOFT)
    pen.text(said.say(f"mode.{episode.name}"), 0, 11.5, 21, bold=True, room=pen.width - 82)
    for words, right, wide in (("print.town", pen.width - 34, 44), ("print.who", pen.width, 30)):
        pen.path(spelled("M", right - wide, 9, "h", wide), line=LINE, width=0.25)
        pen.text(said.say(words), right - wide, 12.2, 7, colour=SOFT)


def _rows(pen: Pen, said: Texts, episode: Episode, dice: Dice, y: float) -> None:
    if isinstance(episode.passing, PassRow):
        passes(pen, said, episode.passing, 0, y)
    elif episode.passing is None:
        no_passing(pen, said, 0, y, pen.width / 2)
    if dice.row:
        pieces(pen, said, episode, dice.row, pen.width, y)


def _rules(pen: Pen, said: Texts, episode: Episode, y: float, width: float) -> None:
    """What holds besides the lines of the score block; what is new has a sign."""
    shown: list[Rule] = [rule for rule in episode.scoring if rule is not episode.passing]
    shown += bags(episode)
    new, _ = changes(episode)
    words = [
        (said.say(rule.id, *rule.numbers), rule in new)
        for rule in episode.listed
        if not any(rule is other for other in shown)
    ]
    words += [(text, False) for text in _brought(said, episode)]
    caption(pen, said.say("print.rules"), 0, y + 3)
    if new:
        wide = pen.measure(said.say("print.new"), 7.5)
        pen.text(said.say("print.new"), width, y + 3, 7.5, colour=SOFT, align=1)
        mark_new(pen, width - wide - 3.4, y + 2)
    _listed(pen, words, y + 4, width, pen.height - y - 5)


def _listed(pen: Pen, words: Sequence[tuple[str, bool]], y: float, width: float, height: float) -> None:
    """Short sentences below each other, in two columns or smaller where there is little room."""
    for columns, size in ((1, 8.5), (2, 8.5), (2, 7.5), (2, 6.5), (2, 6), (2, 5.5)):
        step, wide = size * LEADING, width / columns
        broken = [(pen.broken(text, size, wide - 5.6), fresh) for text, fresh in words]
        rows = -(-sum(len(lines) for lines, _ in broken) // columns)
        if (rows + columns - 1) * step <= height:
            break
    column = row = 0
    for lines, fresh in broken:
        if row >= rows:
            column, row = column + 1, 0
        x, top = column * wide, y + row * step
        if fresh:
            mark_new(pen, x, top + step - size / 8)
        for index, line in enumerate(lines, start=1):
            pen.text(line, x + 3.6, top + index * step, size)
        row += len(lines)


def _brought(said: Texts, episode: Episode) -> list[str]:
    """What a player draws onto this sheet first: whatever the sheet before lets come along."""
    before = EPISODES.get(f"{episode.name.partition('/')[0]}/{episode.follows}")
    carried = before.rules.reward if before else []
    return [said.say(f"print.brought.{rule.what}") for rule in carried if isinstance(rule, CarryOver)]
