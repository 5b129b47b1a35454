"""The score block: a line for every rule that brings points, in their order, and the bags below."""

from collections.abc import Sequence

from tilefolk.games.laying.catalogue import changes
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.answer import PassRow
from tilefolk.games.laying.rules.end import AllCovered, Church, Surrounded, Unpassed, Visible, Well
from tilefolk.games.laying.rules.end_groups import FullGroups, LargestGroup
from tilefolk.games.laying.rules.race import RaceCovered
from tilefolk.games.laying.rules.reward import KeepCovered, KeepUnpassed
from tilefolk.games.laying.rules.rule_kinds import Rule
from tilefolk.locale import Texts
from tilefolk.printing.outlines import box, ring, spelled
from tilefolk.printing.pen import ART, INK, LINE, WHITE, Pen
from tilefolk.printing.rows import caption
from tilefolk.printing.symbols import SYMBOLS, draw, draw_building

BOX = 13.0  # the width of a box to write a number in
TOTAL, HEAD = 1.3, 1.1  # in lines: a total, the words above the bags
SMALL = 7.2  # one for each kind
LABEL_SIZE, LABEL_SIZES = 8.5, (7.3, 6.8, 6.3)  # of words on one line, and on two
GROUP = ((0, 1), (1, 0), (1, 1))
NEW = "M1.2 0l1.2 1.2-1.2 1.2L0 1.2z"


def mark_new(pen: Pen, x: float, y: float) -> None:
    """The sign beside what is new in an episode; its middle at y."""
    pen.path(NEW, x, y - 1.2, fill=INK)


def score(
    pen: Pen,
    said: Texts,
    episode: Episode,
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    so_far: bool,
) -> None:
    """All lines and the total, bags, the chapter `so_far`; the less room, the lower the lines."""
    lines, kept, (new, _) = episode.scoring, bags(episode), changes(episode)
    caption(pen, said.say("print.score"), x, y + 3)
    heights = len(lines) + TOTAL + (HEAD + len(kept) if kept else 0) + (TOTAL if so_far else 0)
    high = min(8.2, (height - 5) / heights)
    y += 5
    for rule in lines:
        _line(pen, said, rule, x, y, width, high, rule in new)
        y += high
    pen.path(spelled("M", x, y, "h", width), line=INK, width=0.5)
    _total(pen, said.say("print.total"), x + width, y, high * TOTAL, bold=True)
    y += high * TOTAL
    if kept:
        _bags(pen, said, kept, x, y, width, high)
        y += high * (HEAD + len(kept))
    if so_far:
        _total(pen, said.say("print.so_far"), x + width, y, high * TOTAL, bold=False)


def bags(episode: Episode) -> list[KeepCovered | KeepUnpassed]:
    """The rules that bring something to keep, to be crossed off on the sheet."""
    return [rule for rule in episode.rules.reward if isinstance(rule, KeepCovered | KeepUnpassed)]


def label(said: Texts, rule: Rule) -> str:
    """What a line counts; the price of a pass stands under its circle already."""
    if isinstance(rule, PassRow):
        return said.say(f"tally.{rule.id}")
    return said.say(rule.id, *rule.numbers)


def _line(
    pen: Pen, said: Texts, rule: Rule, x: float, y: float, width: float, high: float, new: bool
) -> None:
    """A sign, words, a box for the points; rules that count every kind have a small box for each."""
    kinds = rule.kinds if isinstance(rule, LargestGroup | FullGroups) else ()
    right, middle = x + width - BOX - len(kinds) * SMALL, y + high / 2
    pen.path(spelled("M", x, y, "h", width), line=LINE, width=0.18)
    pen.path(box(x + width - BOX, y + 0.5, BOX - 0.3, high - 1, 0.8), line=ART, fill=WHITE, width=0.3)
    if new:
        mark_new(pen, x, middle)
    _sign(pen, rule, x + 6, middle)
    _label(pen, label(said, rule), x + 9.8, middle, right - x - 11)
    for index, kind in enumerate(kinds):
        left = right + index * SMALL
        pen.path(box(left, y + 0.5, SMALL - 1, high - 1, 0.8), line=LINE, fill=WHITE, width=0.25)
        draw_building(pen, kind, ((0, 0),), left + 1.5, y + 2, 1.8)


def _sign(pen: Pen, rule: Rule, x: float, y: float) -> None:
    """What a line is about, its middle at (x, y)."""
    if isinstance(rule, Visible | AllCovered | Well | Surrounded | RaceCovered):
        if rule.what in SYMBOLS:
            draw(pen, SYMBOLS[rule.what], x - 2.5, y - 2.5, 5)
        else:
            pen.path(box(x - 1.8, y - 1.8, 3.6, 3.6), line=ART, width=0.2)
    elif isinstance(rule, Church):
        draw(pen, SYMBOLS[rule.kind], x - 2.5, y - 2.5, 5)
    elif isinstance(rule, PassRow | Unpassed):
        pen.path(ring(x, y, 1.9), line=ART, fill=WHITE, width=0.25)
    elif isinstance(rule, LargestGroup | FullGroups):
        draw_building(pen, rule.kinds[0], GROUP, x, y, 1.5)


def _label(pen: Pen, words: str, x: float, middle: float, room: float) -> None:
    """Words on one line, on two smaller ones where they are long."""
    fitting = (size for size in LABEL_SIZES if len(pen.broken(words, size, room)) <= 2)
    size = LABEL_SIZE if pen.measure(words, LABEL_SIZE) <= room else next(fitting, LABEL_SIZES[-1])
    lines = pen.broken(words, size, room)
    for index, line in enumerate(lines):
        at = middle + 1.05 + (index - (len(lines) - 1) / 2) * 2.6
        pen.text(line, x, at, size, room=room)


def _total(pen: Pen, words: str, right: float, y: float, high: float, *, bold: bool) -> None:
    """Words and the box behind them, both ending at the right."""
    pen.text(words, right - BOX - 2, y + high / 2 + 1.5, 10 if bold else 8.5, bold=bold, align=1)
    line = 0.5 if bold else 0.3
    inner = box(right - BOX + line / 2, y + 1, BOX - line, high - 1.4, 0.8)
    pen.path(inner, line=INK, fill=WHITE, width=line)


def _bags(
    pen: Pen,
    said: Texts,
    kept: Sequence[KeepCovered | KeepUnpassed],
    x: float,
    y: float,
    width: float,
    high: float,
) -> None:
    """A circle for every bag, with what it is for."""
    caption(pen, said.say(f"print.kept.{kept[0].count}"), x, y + high * 0.85)
    y += high * HEAD
    for rule in kept:
        for index in range(rule.n):
            middle = x + width - 3.6 - index * 8
            pen.path(ring(middle, y + high / 2, high * 0.46), line=ART, fill=WHITE, width=0.35)
            draw(pen, SYMBOLS[rule.count], middle - high * 0.3, y + high * 0.2, high * 0.6)
        _label(pen, said.say(rule.id, *rule.numbers), x + 3.6, y + high / 2, width - 8 * rule.n - 5)
        y += high
