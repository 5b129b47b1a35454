"""`tilefolk coach`: what could have been built with the same draw, what cost most, and what luck did."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tilefolk.cli.messages import stop
from tilefolk.cli.record_files import chosen_match, read_log
from tilefolk.cli.terminal.plain_text import drawn
from tilefolk.cli.terminal.text.words import answer_words, card_words, mode_words
from tilefolk.coach.report import Named, Report, report
from tilefolk.coach.told import finished, told
from tilefolk.locale import Texts


class CoachRequest(NamedTuple):
    """The options of `tilefolk coach`; `seat` counts from 1."""

    seat: int | None = None
    number: int | None = None
    board: bool = False
    as_json: bool = False


def show_coach(texts: Texts, log: Path, request: CoachRequest) -> None:
    """Print a report for one seat of a finished match, or for all."""
    match = chosen_match(texts, read_log(texts, log), request.number)
    if not match.over:
        stop(texts, "coach.not_over", code=1, file=log.name)
    if request.seat is not None and request.seat > match.header.seats:
        stop(texts, "cli.no_seat", given=str(request.seat), most=str(match.header.seats))
    seats = range(match.header.seats) if request.seat is None else [request.seat - 1]
    reports = (report(match, seat) for seat in seats)
    if request.as_json:
        print(json.dumps([told(one) for one in reports], indent=2))
        return
    print(mode_words(texts, match.header.game))
    for one in reports:
        print()
        print("\n".join(_lines(texts, one)))
        if request.board and one.best is not None and one.part is not None:
            view = match.game.view(finished(one.part, one.best.board), one.seat)
            print(drawn(view, texts, one.seat, first=1))


def _lines(texts: Texts, one: Report) -> Iterator[str]:
    yield texts.say("coach.value", one.seat + 1, one.value)
    yield from _hindsight(texts, one)
    yield from _luck(texts, one)
    for named in one.named:
        yield from _costly(texts, named)
    if not one.named:
        yield texts.say("coach.nothing_costly", one.looked_at)


def _hindsight(texts: Texts, one: Report) -> Iterator[str]:
    if one.best is None:
        yield texts.say("coach.no_best")
        return
    yield texts.say("coach.best", one.best.value)
    if one.bound.value is None or one.gap is None:
        yield texts.say("coach.no_bound.rule" if one.bound.lacks else "coach.no_bound.solver")
        return
    yield texts.say("coach.bound", one.bound.value, one.gap)


def _luck(texts: Texts, one: Report) -> Iterator[str]:
    if one.luck is not None:
        numbers = one.luck.expected, one.luck.luck, one.luck.play, one.luck.half
        names = dict(zip(("expected", "luck", "play", "half"), numbers, strict=True))
        signed = {key: texts.decimal(number, key in ("luck", "play")) for key, number in names.items()}
        yield texts.say("coach.luck", **signed)


def _costly(texts: Texts, named: Named) -> Iterator[str]:
    cost, answer = named.cost, named.cost.answer
    card = f"{card_words(texts, answer.card)}: " if answer.card else ""
    spelled = [" ".join(answer_words(texts, action).split()) for action in (answer.action, cost.better)]
    yield texts.say("coach.costly", named.at.move, answer=f"{card}{spelled[0]}")
    low, high = (texts.decimal(number) for number in cost.interval)
    points = texts.decimal(cost.points)
    yield "  " + texts.say(
        "coach.better", cost.rollouts, better=spelled[1], points=points, low=low, high=high
    )
    if cost.lines:
        lines = [f"{texts.say(f'tally.{rule}')} {texts.decimal(n, True)}" for rule, n in cost.lines]
        yield "  " + texts.say("coach.lines", lines=", ".join(lines))
    if named.in_hindsight:
        yield "  " + texts.say("coach.in_hindsight", named.in_hindsight)
    elif named.in_hindsight is not None:
        yield "  " + texts.say("coach.lucky_in_hindsight")
