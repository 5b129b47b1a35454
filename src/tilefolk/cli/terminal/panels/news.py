"""News: what has happened since the person's last decision, in one line."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tilefolk.cli.terminal.market.goods import building_word, is_market, sign, token_word
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.words import answer_words, card_words
from tilefolk.core.game import Json
from tilefolk.core.notation import CHANCE, Line
from tilefolk.core.table_lines import read_late, seat_of
from tilefolk.locale import Texts

GAP = " · "
CHOSEN = "chosen"


class Snapshot(NamedTuple):
    """What a person knew at one moment: the lines they were told, and the boards."""

    told: tuple[Line, ...] = ()
    boards: tuple[Json, ...] = ()

    @property
    def ended(self) -> tuple[str, ...]:
        return tuple(str(board["ended"]) for board in self.boards)


def snapshot(told: Sequence[Line], view: Json) -> Snapshot:
    return Snapshot(tuple(told), tuple(view.get("boards", ())))


def news(scene: Scene, before: Snapshot, now: Snapshot) -> str:
    """What is known now and was not known before, the rarest first; empty if there is nothing new."""
    if is_market(scene.view):
        return _market_news(scene, before, now)
    last = {seat_of(line): line for line in _new_lines(before.told, now.told) if line.who != CHANCE}
    seats = [_answer_news(scene, last[seat]) for seat in sorted(last)]
    ended = [
        scene.texts.say("ui.news.ended", name=scene.name(seat), reason=ended_words(scene.texts, how))
        for seat, (how, was) in enumerate(zip(now.ended, before.ended or now.ended, strict=True))
        if how and not was and how != CHOSEN
    ]
    return GAP.join(filter(None, [*ended, _unanswered(scene, before, now), *seats]))


def _market_news(scene: Scene, before: Snapshot, now: Snapshot) -> str:
    """What each city has gained."""
    won = [
        (seat, _gains(scene.texts, was, board))
        for seat, (was, board) in enumerate(zip(before.boards, now.boards, strict=False))
    ]
    says = [
        scene.texts.say("ui.news.other", name=scene.name(seat), answer=", ".join(words))
        for seat, words in won
        if words
    ]
    return GAP.join(says)


def _gains(texts: Texts, was: Json, board: Json) -> list[str]:
    """New buildings and tokens by name, and new resource cards in signs."""
    buildings = [building_word(texts, name) for name in board["buildings"][len(was["buildings"]) :]]
    tokens = [token_word(texts, name) for name, _ in board["tokens"][len(was["tokens"]) :]]
    had = {(kind, symbols): n for kind, symbols, n in was["cards"]}
    cards = [
        " ".join([sign(kind) * symbols] * more)
        for kind, symbols, n in board["cards"]
        if (more := n - had.get((kind, symbols), 0)) > 0
    ]
    return [*buildings, *tokens, *cards]


def ended_words(texts: Texts, how: str) -> str:
    """Why a seat has finished."""
    return texts.say(f"ended.{how}") if how else texts.say("ui.ended.last")


def _answer_news(scene: Scene, line: Line) -> str:
    texts, verb = scene.texts, line.action[0]
    name = scene.name(seat_of(line))
    if read_late(line):
        return texts.say("ui.news.late", name=name)
    if verb == "place":
        return texts.say("ui.news.place", name=name, cell=str(line.action[-1]))
    if verb in ("pass", "end"):
        return texts.say(f"ui.news.{verb}", name=name)
    return texts.say("ui.news.other", name=name, answer=answer_words(texts, line.action))


def _unanswered(scene: Scene, before: Snapshot, now: Snapshot) -> str:
    """Cards that were drawn and that nobody could lay."""
    fresh = Counter(_new_lines(before.told, now.told))
    cards = [
        card_words(scene.texts, str(line.action[-1]))
        for line, after in zip_longest(now.told, now.told[1:])
        if fresh[line] and _is_card(scene, line) and _went_by(scene, line, after)
    ]
    return scene.texts.say("ui.news.unanswered", cards=", ".join(cards)) if cards else ""


def _is_card(scene: Scene, line: Line) -> bool:
    return line.who == CHANCE and line.action[-1] in scene.view.get("deck", ())


def _went_by(scene: Scene, line: Line, after: Line | None) -> bool:
    if after is None:
        return scene.over
    return after.who == CHANCE and after.action[0] == line.action[0]


def _new_lines(before: Iterable[Line], now: Iterable[Line]) -> list[Line]:
    """The lines that were not there before, in order."""
    left, out = Counter(before), []
    for line in now:
        if left[line]:
            left[line] -= 1
        else:
            out.append(line)
    return out
