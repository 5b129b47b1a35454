"""Guided matches for tests: which there are, and what their steps have the player do."""

from typing import Any

from tilefolk.bots import find_bot
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.play import sight, stream
from tilefolk.games import GAMES, find
from tilefolk.games.guides import Answer, Draft, Guide, guides_of

GUIDES: dict[str, Guide] = {mode: guide for game in GAMES for mode, guide in guides_of(game).items()}
PLAYER = 0


class GuidedMatch:
    """The match of a guide as the site plays it: the player answers, bots and chance follow."""

    def __init__(self, guide: Guide) -> None:
        self.game, mode = find(guide.mode)
        seed = open_seed(guide.seed)
        self.key = match_key(seed, ())
        fixed = dict(mode.fixed_bots)
        others = iter(guide.bots)
        self.bots = {
            seat: find_bot(fixed.get(seat) or next(others))
            for seat in range(1, 1 + len(guide.bots) + len(fixed))
        }
        header = Header(guide.mode, mode.version, 1 + len(self.bots), (), seal(seed), (), guide.seed, True)
        self.match = Match(self.game, header)
        self.go_on()

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.game.view(self.match.state, PLAYER))

    def legal(self) -> list[Action]:
        return list(self.game.legal(self.match.state, PLAYER))

    def answer(self, action: Action) -> None:
        self.match.append(Line(PLAYER, action))
        self.go_on()

    def go_on(self) -> None:
        """Everybody else answers, until it is the player's turn alone."""
        key = match_key(self.key, ("bots",))
        while (acting := self.game.to_act(self.match.state)) not in ((), (PLAYER,)):
            if CHANCE in acting:
                drawn = outcome(self.key, self.game.draws(self.match.state)[0])
                self.match.append(Line(CHANCE, drawn))
            else:
                seat = max(acting)
                answered = sum(kept.act.who == seat for kept in self.match.kept)
                seen = sight(self.game, self.match.state, seat)
                self.match.append(Line(seat, self.bots[seat](seen, stream(key, seat, answered))))

    def covering(self, cells: tuple[str, ...]) -> Action:
        """The answer that covers these cells. Raises LookupError where there is none."""
        return next(action for action in self.legal() if set(cells) <= set(self.cells(action)))

    def cells(self, action: Action) -> list[str]:
        """The cells that an answer is about."""
        if action[0] != "place":
            return [str(word) for word in action[1:]]
        view = self.view
        piece = next(piece for piece in view["pieces"] if piece["name"] == action[1])
        shape = next(shape for shape in piece["shapes"] if shape["orientation"] == action[2])
        if view["grid"]["lattice"] == "hex":
            q, r = map(int, str(action[3]).split(","))
            return [f"{q + right},{r + down}" for down, right in shape["cells"]]
        column, row = ord(str(action[3])[0]), int(str(action[3])[1:])
        return [f"{chr(column + right)}{row + down}" for down, right in shape["cells"]]


def answers(guide: Guide) -> list[Action]:
    """What the player answers as long as the guide says what: from its drafts, and what pays for them."""
    played, given = GuidedMatch(guide), list[Action]()
    drafts = [step.until for step in guide.steps if isinstance(step.until, Draft) and step.until.covers]
    for draft in drafts:
        while len(given) < draft.after:
            given.append(played.legal()[0])
            played.answer(given[-1])
        given.append(played.covering(draft.covers))
        played.answer(given[-1])
    return given


def answers_asked(guide: Guide) -> int:
    """How many answers the last step waits for."""
    last = guide.steps[-1].until
    assert isinstance(last, Answer)
    return last.times
