"""Answers that a guide asked for: nobody is blamed for them."""

from collections.abc import Sequence

from tilefolk.core.match import Header
from tilefolk.games.guides import Draft, find_guide, is_guided


def guided_numbers(header: Header, cells: Sequence[frozenset[str]]) -> set[int]:
    """The numbers of the answers that lie on just the cells a guide had marked then.

    `cells`: what each answer of the seat covers, in order. There are none where no guide went with the match.
    """
    guide = find_guide(header.game)
    if guide is None or not is_guided(header.game, header.open_seed):
        return set()
    drafts = [step.until for step in guide.steps if isinstance(step.until, Draft)]
    asked = {draft.after: frozenset(draft.covers) for draft in drafts if draft.covers}
    return {at + 1 for at, covered in enumerate(cells) if asked.get(at) == covered}
