"""The table on the network: people, tables, matches and what they may see, on SQLite."""

import sys

# FastAPI asks of every type whether it belongs to pydantic 1, which we do not use, and imports all of it to
# find out: a tenth of the start. It takes an import that fails for an answer.
sys.modules.setdefault("pydantic.v1", None)  # type: ignore[arg-type]
