"""`python -m tests.server.steady`: a site by itself whose draws are the same in every run.

What a test meets must not depend on luck: a blocked round, or a church that ends the part of whoever sleeps.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.match import Header
from tilefolk.core.sealing import COMMITTED
from tilefolk.server.node.sweep import SWEEP_SECONDS
from tilefolk.server.run.load_server import serve_alone

SEED = "steady 4"  # in My City six cards that everybody can build, for one to four seats
LUCK = "luck"  # a file beside the data: draws of its own for every match from now on


def seeds(luck: Path) -> Callable[[], bytes]:
    """Of the matches begun: all the same one, or in a fixed order under what the file says."""
    begun: Counter[str] = Counter()

    def seed() -> bytes:
        if not luck.exists():
            return open_seed(SEED)
        name = luck.read_text()
        begun[name] += 1
        return open_seed(f"{name} {begun[name]}")

    return seed


def steady_key(luck: Path) -> Callable[[Header, bytes], bytes]:
    """With such a file the draws follow from the seed alone: nonces of browsers are luck as well.

    Records that are taken in keep their own draws.
    """
    real_key = Header.key
    constant = ("00" * 8,)

    def key(header: Header, seed: bytes) -> bytes:
        if header.sealing != COMMITTED or not luck.exists():
            return real_key(header, seed)
        return match_key(seed, constant * header.seats)

    return key


def steady_serve(data: str, *words: str) -> None:
    luck = Path(data) / LUCK
    pause = float(os.environ.get("TILEFOLK_STEADY_SWEEP", SWEEP_SECONDS))
    with (
        patch("tilefolk.server.node.sweep.SWEEP_SECONDS", pause),
        patch("tilefolk.server.tables.next_seal.new_seed", seeds(luck)),
        patch.object(Header, "key", steady_key(luck)),
    ):
        serve_alone(data, *words)


if __name__ == "__main__":
    steady_serve(*sys.argv[1:])
