"""The series of Roll & Build for tests, and end records with given points."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tilefolk.campaign import SERIES
from tilefolk.campaign.lineups import Finished
from tilefolk.core.game import Legacy
from tilefolk.core.table_lines import legacy_json
from tilefolk.games import roll_and_build

CAMPAIGN = SERIES["roll_and_build/campaign"]
SHORT = SERIES["roll_and_build/short"]
LAST = SERIES["roll_and_build/chapter-4"]
FILE = Path(str(roll_and_build.__file__)).parent / "series.toml"


def ended(values: Sequence[int], bags: Sequence[int] = (), stickers: Any = ()) -> Finished:
    """The end record of a match with these points; whoever has bags takes them along."""
    counts = [(("bags", n),) if n else () for n in bags or [0] * len(values)]
    legacy = [legacy_json(Legacy(tuple(stickers), count)) for count in counts]
    places = [1 + sum(other > mine for other in values) for mine in values]
    end = {"tallies": [[] for _ in values], "values": list(values), "places": places, "legacy": legacy}
    return Finished(end)


def without(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)
