"""JAX behind names without types, so that types can be checked where it is not installed."""

from importlib import import_module
from typing import Any

jax: Any = import_module("jax")
jnp: Any = import_module("jax.numpy")
lax: Any = import_module("jax.lax")

Array = Any  # of JAX
Cells = Any  # a set of cells: uint32, the words first, then groups and boards
WORDS = 4  # of 32 bits
