"""Series that are played on the command line, and a log of one."""

from pathlib import Path

from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES
from tilefolk.campaign.playing import play_series
from tilefolk.campaign.record import SeriesRecord, write_series
from tilefolk.cli.terminal.table.local_table import Player
from tilefolk.locale import texts

SHORT, LAST = SERIES["roll_and_build/short"], SERIES["roll_and_build/chapter-4"]
RANDOM: Player = ("random", BOTS["random"])
SAID = texts("en")
CITY = SERIES["my_city/campaign"]


def city_log(folder: Path, matches: int, seats: int = 2) -> Path:
    """A log of a campaign between bots, as the server exports it."""
    played = play_series(CITY, [BOTS["random"]] * seats, "people", lineup=lambda now: range(seats)).matches
    path = folder / "city.log"
    path.write_text(write_series(SeriesRecord(CITY, seats, played[:matches])), encoding="utf-8")
    return path
