"""The compiled twin of the laying engine: tables emitted by the rules, run in batches by a few numba kernels.

It needs the extra `tilefolk[fast]`; `is_available` says whether it is installed. Nothing here writes a rule a
second time: rules say what they mean as op-codes (`games.laying.rules.ops`), and the kernels run op-codes.
"""

from importlib.util import find_spec


def is_available() -> bool:
    """Whether numba and numpy are installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


class Unsupported(ValueError):
    """An episode with a rule that has no op-codes; its name is the message."""
