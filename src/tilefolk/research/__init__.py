"""Environments for learning programs: PettingZoo, Gymnasium, and many matches at once.

They need the extra `rl`. The names listed here are stable; docs/research.md shows them at work.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tilefolk.api.errors import error
from tilefolk.twin.core import form

if TYPE_CHECKING:
    from tilefolk.research.aec import AecEnv, aec_env
    from tilefolk.research.parallel import ParallelMatchEnv, parallel_env
    from tilefolk.research.solo import SoloEnv, solo_env
    from tilefolk.research.vector import VectorMatchEnv, vector_env

EXTRA = ("numpy", "gymnasium", "pettingzoo")  # what the extra `rl` installs
MODULES = {
    "AecEnv": "aec",
    "ParallelMatchEnv": "parallel",
    "SoloEnv": "solo",
    "VectorMatchEnv": "vector",
    "aec_env": "aec",
    "parallel_env": "parallel",
    "solo_env": "solo",
    "vector_env": "vector",
}

__all__ = [
    "AecEnv",
    "ParallelMatchEnv",
    "SoloEnv",
    "VectorMatchEnv",
    "aec_env",
    "parallel_env",
    "solo_env",
    "vector_env",
]


def __getattr__(name: str) -> object:
    """Load an environment when somebody first asks for it; say what is missing without the extra."""
    if name not in MODULES:
        raise AttributeError(f"tilefolk.research has no {name}; it offers {', '.join(__all__)}")
    if not all(map(find_spec, EXTRA)):
        raise error("research.extra")
    if MODULES[name] == "vector" and not form().is_compiled:
        raise error("research.plain", why=form().why)
    return getattr(import_module(f"tilefolk.research.{MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
