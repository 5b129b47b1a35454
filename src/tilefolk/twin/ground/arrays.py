"""Names for the arrays of the twin, free of any compiler."""

from typing import Any

import numpy as np

Words = np.ndarray[Any, Any]  # of uint64
Ints = np.ndarray[Any, Any]  # of int32
Floats = np.ndarray[Any, Any]  # of float32
