"""What the coach would do, in words, for whoever plays against bots alone."""

from tilefolk.cli.terminal.table.local_table import Table
from tilefolk.cli.terminal.text.words import answer_words
from tilefolk.coach.advice import Advice, advise
from tilefolk.core.play import sight
from tilefolk.locale import Texts
from tilefolk.threads import run_aside


async def ask_coach(table: Table, seat: int) -> list[Advice]:
    """The best answers of a seat, from what it has seen; nothing once the match has gone on meanwhile."""
    state = table.match.state
    found = await run_aside(advise, sight(table.match.game, state, seat))
    return found if table.match.state is state else []


def hint_lines(texts: Texts, found: list[Advice]) -> tuple[str, ...]:
    """A line for each answer, the best first."""
    return tuple(_line(texts, number, one) for number, one in enumerate(found, start=1))


def _line(texts: Texts, number: int, one: Advice) -> str:
    points, less = texts.decimal(one.expected), texts.decimal(one.less)
    told = texts.say("coach.expected" if number == 1 else "coach.less", points=points, less=less)
    return f"{number}. {' '.join(answer_words(texts, one.action).split())}: {told}"
