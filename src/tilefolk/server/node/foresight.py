"""Foresight: tells a person what each answer would bring a seat of theirs, from what that seat has seen."""

import asyncio
from typing import Any

from tilefolk.core.game import ForesightGame
from tilefolk.core.notation import write_action
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.messages import Foresee
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import TableRow

Answers = list[
    list[Any]
]  # line, change of the value, changed lines as [rule, points], whether a draw adds to it


async def previews(node: Node, table: TableRow, person: Person, question: Foresee) -> Answers:
    """Every answer the seat may give with what it changes; nothing for whoever does not hold the seat."""
    if table.match != question.match or question.seat not in table.held_by(person.id):
        return []
    live = await node.live_match(question.match)
    if live is None or live.has_unstored_lines:
        return []
    return await asyncio.to_thread(_previews, live, question.seat)


def _previews(live: LiveMatch, seat: int) -> Answers:
    """Beside the event loop: a state is a value, and there may be hundreds of answers."""
    game, state = live.match.game, live.match.state
    if not isinstance(game, ForesightGame):
        return []
    return [
        [write_action(action), preview.change, [list(line) for line in preview.lines], preview.is_open]
        for action, preview in game.previews(state, seat)
    ]
