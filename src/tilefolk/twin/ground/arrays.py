"""Names for what kernels take, as their signatures in Python have them."""

from typing import Any

Words = Any  # an array of words
Ints = Any
Floats = Any
