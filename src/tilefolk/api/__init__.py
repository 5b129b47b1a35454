"""The stable Python interface, offered as `tilefolk.games()`, `tilefolk.match()` and so on."""

from tilefolk.api.errors import Error, IllegalMove
from tilefolk.api.live_match import Match, match
from tilefolk.api.read_record import read
from tilefolk.bots.worlds import resample
from tilefolk.games import list_games as games

__all__ = ["Error", "IllegalMove", "Match", "games", "match", "read", "resample"]

for _name in ("Error", "IllegalMove", "Match"):
    globals()[_name].__module__ = "tilefolk"  # tracebacks show the name under which it is offered
