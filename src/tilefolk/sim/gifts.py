"""What campaigns gave to their seats, and how often a seat filled up what has an end."""

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tilefolk.campaign import Standing
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.gifts import offered
from tilefolk.games.laying.rules.choice import BOXES
from tilefolk.games.laying.rules.shaft import shafts_of

PARTS = ":"  # stands between the kind of a gift and what it is put on


def gift_numbers(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """Per episode, rule and kind of gift: how often it was given and how often forfeited.

    What the data offers and nobody got is there with noughts.
    """
    given, forfeited = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    series, seats = standings[0].series, standings[0].seats
    offers = [(mode, *offer) for mode in series.modes for offer in offered(EPISODES[mode], seats)]
    kinds = {what for _, _, what in offers}
    for row in (row for now in standings for row in now.history):
        for gift in row:
            head = gift.what.partition(PARTS)[0]
            key = (gift.given_by, gift.rule, head if head in kinds else gift.what)
            (forfeited if gift.value == "" else given)[key] += 1
    keys = dict.fromkeys([*offers, *given, *forfeited])
    order = {mode: number for number, mode in enumerate(series.modes)}
    return [
        {"mode": key[0], "rule": key[1], "what": key[2], "given": given[key], "forfeited": forfeited[key]}
        for key in sorted(keys, key=lambda key: order[key[0]])
    ]


def reached_numbers(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """Of everything that has an end: how much of it seats have on average, and how many have all of it."""
    modes = standings[0].series.modes
    ends = {BOXES + kind: n for mode in modes for kind, n in shafts_of(EPISODES[mode].rules.reward).items()}
    out = []
    for what, end in ends.items():
        counts = [legacy.count(what) for now in standings for legacy in now.legacy]
        ended = sum(count >= end for count in counts)
        shares = {"mean": round(statistics.fmean(counts), 3), "reached": round(ended / len(counts), 4)}
        out.append({"what": what, "end": end, **shares, "seats": ended})
    return out
