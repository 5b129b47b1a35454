"""How often tests repeat what chance decides: a share of it in every run, all of it by `make test-long`."""

import os

LONG = os.environ.get("TEST_LONG") == "1"


def times(share: int, all_of_them: int) -> int:
    """How often something is done in this run."""
    return all_of_them if LONG else share
