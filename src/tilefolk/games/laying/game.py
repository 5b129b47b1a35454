"""A game of the laying family: a folder of episodes, played by the functions of the family."""

from pathlib import Path

from tilefolk.core.game import Mode
from tilefolk.games import laying
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.pictures.page import rules_page


class LayingGame:
    """Offers what `core.game.Game` asks for. Its episodes are listed and loaded when first asked for."""

    fixed_bot_names: tuple[str, ...] = ()

    setup = staticmethod(laying.setup)
    to_act = staticmethod(laying.to_act)
    draws = staticmethod(laying.draws)
    streams = staticmethod(laying.streams)
    legal = staticmethod(laying.legal)
    apply = staticmethod(laying.apply)
    apply_trusted = staticmethod(laying.apply_trusted)
    may_hold = staticmethod(laying.may_hold)
    hold = staticmethod(laying.hold)
    why = staticmethod(laying.why)
    fallback_action = staticmethod(laying.fallback_action)
    timeout_action = staticmethod(laying.timeout_action)
    lasts = staticmethod(laying.lasts)
    closed = staticmethod(laying.closed)
    score = staticmethod(laying.score)
    seen = staticmethod(laying.seen)
    knows = staticmethod(laying.knows)
    view = staticmethod(laying.view)
    view_parts = staticmethod(laying.view_parts)
    known = staticmethod(laying.known)
    takes_along = staticmethod(laying.takes_along)
    kept = staticmethod(laying.kept)
    missed = staticmethod(laying.missed)
    gift = staticmethod(laying.gift)
    previews = staticmethod(laying.previews)
    lacks = staticmethod(laying.lacks_of)
    rules_page = staticmethod(rules_page)

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        EPISODES.add_folder(name, folder)

    def mode_names(self) -> tuple[str, ...]:
        return tuple(EPISODES.files(self.name))

    def mode(self, name: str, version: int | None = None) -> Mode:
        if version is not None and EPISODES.has(name, version):
            return EPISODES.of(name, version).mode
        return EPISODES[name].mode
