"""The stable Python interface, offered as `tilefolk.games()`, `tilefolk.match()` and `tilefolk.read()`."""

from tilefolk.api.errors import Error, IllegalMove
from tilefolk.api.live_match import Match, match
from tilefolk.api.read_record import read
from tilefolk.games import list_games as games

__all__ = ["Error", "IllegalMove", "Match", "games", "match", "read"]

for _name in ("Error", "IllegalMove", "Match"):
    globals()[_name].__module__ = "tilefolk"  # tracebacks show the name under which it is offered
