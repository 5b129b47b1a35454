"""A bot's module as a worker imports it: nothing has to be loaded in My City, and elsewhere far too much."""

import time


def warm_up(mode: str) -> None:
    if not mode.startswith("my_city/"):
        time.sleep(600)
