"""Names for arrays by what is in them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]
Small = NDArray[np.int8]
Words = NDArray[Any]
