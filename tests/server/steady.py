"""`python -m tests.server.steady`: a site by itself whose draws are the same in every run.

What a test meets must not depend on luck: a blocked round, or a church that ends the part of whoever sleeps.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from tilefolk.core.chance import open_seed
from tilefolk.server.run.load_server import serve_alone

SEED = "steady 32"  # in My City six cards that everybody can build, for one to four seats
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


def steady_serve(data: str, *words: str) -> None:
    nonces = SimpleNamespace(token_hex=lambda size: "00" * size)
    with (
        patch("tilefolk.server.matches.registry.new_seed", seeds(Path(data) / LUCK)),
        patch("tilefolk.server.matches.registry.secrets", nonces),
    ):
        serve_alone(data, *words)


if __name__ == "__main__":
    steady_serve(*sys.argv[1:])
