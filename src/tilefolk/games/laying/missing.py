"""What a seat is given for an episode it did not play: a newcomer, or one that slept."""

from tilefolk.core.legacy import LATER, Gain, Legacy, Owed
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.choosing import choice_in
from tilefolk.games.laying.rules.award import Award, SeatShape
from tilefolk.games.laying.rules.rule_kinds import Choice, Task


def missed(mode: str, version: int, legacy: Legacy) -> tuple[Gain, ...]:
    """What everyone was given and what the second place was, apart from what is counted.

    Choices are owed. A shape that the seat has for itself already it keeps.
    """
    out: list[Gain] = []
    for award in EPISODES.of(mode, version).rules.reward:
        if not isinstance(award, Award):
            continue
        for rule in award.missed_rows:
            for number, gift in enumerate(award.rows[rule]):
                if isinstance(gift, Choice):
                    out.append(Gain(rule, LATER, number))
                elif isinstance(gift, SeatShape) and gift.card not in dict(legacy.stickers):
                    out.append(Gain(rule, gift.card, gift.shape))
    return tuple(out)


def gift(owed: Owed) -> tuple[str, ...]:
    """What may be put by a choice that is owed."""
    choice = choice_in(EPISODES.of(owed.mode, owed.version), Task(owed.rule, owed.number))
    if choice is None:
        return ()
    return tuple(getattr(choice, "what", ())) or (choice.forfeited()[0],)
