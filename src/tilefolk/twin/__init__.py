"""The compiled twin of the engine: tables that the rules emit, and kernels that run them on many boards.

The kernels are compiled ahead of time (`make kernels`) and come with the program; `twin.core` runs them in
the best form there is. A rule says as op-codes what it means (`games.laying.rules.ops`), and kernels count
op-codes: so what an op-code means is written here a second time, and what a piece changes in it
(`kernels.changes`) a third time. `twin.check` and the tests compare all of it with the engine.
"""


class WrongForm(ValueError):
    """TILEFOLK_KERNELS asks for kernels that are not to be had here."""


class Unsupported(ValueError):
    """An episode with a rule that has no op-codes; its name is the message."""
