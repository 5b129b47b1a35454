"""The table on the network: people, tables, matches and what they may see, on SQLite."""

import sys

# FastAPI asks of every type whether it belongs to pydantic 1, which we do not use, and imports all of it to
# find out: a tenth of the start. It takes an import that fails for an answer.
sys.modules.setdefault("pydantic.v1", None)  # type: ignore[arg-type]

# structlog imports rich for tracebacks, and takes a failing import for an answer too. Ours are plain. Whoever
# imports rich later gets it.
if "rich" not in sys.modules:
    sys.modules["rich"] = None  # type: ignore[assignment]
    import structlog  # noqa: F401

    del sys.modules["rich"]
