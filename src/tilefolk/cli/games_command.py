"""`tilefolk games`: everything that can be played."""

import json

from tilefolk.campaign import all_offers, offer_json
from tilefolk.cli.game_choice import offer_title
from tilefolk.locale import Texts


def list_games(texts: Texts, as_json: bool) -> None:
    """Print a line, or an entry of JSON, for every game mode and series."""
    if as_json:
        print(json.dumps([offer_json(mode) for mode in all_offers()], indent=2))
        return
    for mode in all_offers():
        title, seats = offer_title(texts, mode.name), ", ".join(map(str, mode.seats))
        print(texts.say("cli.mode", mode=f"{mode.name:24}", title=title, seats=seats))
