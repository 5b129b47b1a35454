"""`python -m tests.server.steady`: a site by itself whose matches all have the same draws.

What a test meets must not depend on luck: a blocked round, or a church that ends the part of whoever sleeps.
"""

import sys
from types import SimpleNamespace
from unittest.mock import patch

from tilefolk.core.chance import open_seed
from tilefolk.server.alone import serve_alone

SEED = "steady 32"  # in My City six cards that everybody can build, for one to four seats


def steady_serve(*words: str) -> None:
    nonces = SimpleNamespace(token_hex=lambda size: "00" * size)
    with (
        patch("tilefolk.server.rooms.new_seed", lambda: open_seed(SEED)),
        patch("tilefolk.server.rooms.secrets", nonces),
    ):
        serve_alone(*words)


if __name__ == "__main__":
    steady_serve(*sys.argv[1:])
