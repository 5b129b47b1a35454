"""What a seat is given for an episode it did not play: a newcomer, or one that slept."""

from collections.abc import Sequence

from tilefolk.core.legacy import LATER, Gain, Legacy, Owed
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.choosing import choice_in, task_of
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.award import Award, SeatShape
from tilefolk.games.laying.rules.choice import Box, MarkPiece
from tilefolk.games.laying.rules.reward import LitPlots
from tilefolk.games.laying.rules.rule_kinds import Choice


def missed(mode: str, version: int, legacy: Legacy, others: Sequence[Legacy]) -> tuple[Gain, ...]:
    """What everyone was given and what the second place was, apart from what is counted.

    Choices are owed: of marks on pieces as many as the seat that has fewest. Boxes are counted. A shape that
    the seat has for itself already it keeps. As many cells are lit as on the board that has fewest.
    """
    out: list[Gain] = []
    episode = EPISODES.of(mode, version)
    for award in episode.rules.reward:
        if isinstance(award, LitPlots):
            out += _lit(episode, award, legacy, others)
        if not isinstance(award, Award):
            continue
        for rule in award.missed_rows:
            for number, gift in enumerate(award.rows[rule]):
                if isinstance(gift, SeatShape) and gift.card not in dict(legacy.stickers):
                    out.append(Gain(rule, gift.card, gift.shape))
                elif isinstance(gift, Choice) and not isinstance(gift, Box):
                    so_far = legacy.with_gains(out, mode, version)
                    if not isinstance(gift, MarkPiece) or _lacks(gift.mark, so_far, others):
                        out.append(Gain(rule, LATER, number))
    return tuple(out)


def _lit(episode: Episode, rule: LitPlots, legacy: Legacy, others: Sequence[Legacy]) -> list[Gain]:
    """The first cells of the list, so many that no other board has fewer."""
    plots = rule.plots(episode.map.legend, episode.rules.setup)
    least = min((sum(plot in other.stickers for plot in plots) for other in others), default=0)
    dark = [plot for plot in plots if plot not in legacy.stickers]
    lacking = max(0, least - (len(plots) - len(dark)))
    return [Gain(rule.id, *plot) for plot in dark[:lacking]]


def gift(owed: Owed) -> tuple[str, ...]:
    """What may be put by a choice that is owed."""
    choice = choice_in(EPISODES.of(owed.mode, owed.version), task_of(owed))
    if choice is None:
        return ()
    return tuple(getattr(choice, "what", ())) or (choice.forfeited()[0],)


def _lacks(mark: str, legacy: Legacy, others: Sequence[Legacy]) -> bool:
    """Whether a seat has fewer pieces with this mark than any other, those it may still mark included."""
    return _marked(mark, legacy) < min((_marked(mark, other) for other in others), default=0)


def _marked(mark: str, legacy: Legacy) -> int:
    choices = [choice_in(EPISODES.of(owed.mode, owed.version), task_of(owed)) for owed in legacy.owed]
    owed = sum(isinstance(choice, MarkPiece) and choice.mark == mark for choice in choices)
    return owed + sum(what == mark for what, _ in legacy.stickers)
