"""Tilefolk: an open table for building games.

These names are stable: `games`, `match`, `read`, `resample`, `Match`, `Error`, `IllegalMove`, `__version__`.
The page docs/python.md shows them at work. Every other module is internal and may change with any version.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tilefolk.version import __version__

if TYPE_CHECKING:
    from tilefolk.api import Error, IllegalMove, Match, games, match, read, resample


__all__ = ["Error", "IllegalMove", "Match", "__version__", "games", "match", "read", "resample"]


def __getattr__(name: str) -> object:
    """Load the front door when somebody first uses it, so that `import tilefolk` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"tilefolk has no {name}; it offers {', '.join(__all__)}")
    return getattr(import_module("tilefolk.api"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
