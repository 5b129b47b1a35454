"""Episodes of My City's campaign, begun and ended by hand."""

from tests.campaign.played import campaign as played_campaign
from tilefolk.campaign import SERIES
from tilefolk.campaign.playing import Played
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Owed
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.games import my_city
from tilefolk.games.laying.catalogue import EPISODES, whole_ground
from tilefolk.games.laying.choosing import PUT_OFF, choice_in
from tilefolk.games.laying.rules.choice import Stick
from tilefolk.games.laying.rules.rule_kinds import Task

CAMPAIGN = SERIES["my_city/campaign"]
NUMBERS = range(1, 25)
GAME = my_city.GAME


def episode_mode(number: int) -> str:
    return f"my_city/{number}"


def begun(number: int, legacy: tuple[Legacy, ...] = (), seats: int = 2, pace: str = "together") -> Match:
    """A match with rewards before its first card."""
    secret = open_seed("campaign")
    options = (("award", "yes"), ("pace", pace))
    return Match(GAME, Header(episode_mode(number), 1, seats, options, seal(secret), (), "campaign"), legacy)


def drawn(match: Match) -> None:
    """Chance brings everything that is waited for."""
    key = match_key(open_seed("campaign"), ())
    while CHANCE in GAME.to_act(match.state):
        match.append(Line(CHANCE, outcome(key, GAME.draws(match.state)[0])))


def ended(match: Match, *answers: str) -> Match:
    """Every seat answers its first card like this and then ends its part."""
    drawn(match)
    for seat, answer in enumerate(answers):
        match.append(Line(seat, (answer,) if answer else GAME.legal(match.state, seat)[0]))
    while match.state.phase == "rounds":
        drawn(match)
        for seat in [who for who in GAME.to_act(match.state) if who >= 0]:
            match.append(Line(seat, ("end",)))
    return match


def cells(number: int, rule: str, gift: int, *stickers: tuple[str, str]) -> set[str]:
    """The cells that may take a sticker of an award."""
    ground = whole_ground(EPISODES[episode_mode(number)], Legacy(stickers))
    return {str(action[2]) for action in stick(number, rule, gift).options(ground)}


def stick(number: int, rule: str, gift: int) -> Stick:
    choice = choice_in(EPISODES[episode_mode(number)], Task(rule, gift))
    assert isinstance(choice, Stick)
    return choice


def why(number: int, rule: str, gift: int, action: Action, *stickers: tuple[str, str]) -> set[str]:
    ground = whole_ground(EPISODES[episode_mode(number)], Legacy(stickers))
    return set(stick(number, rule, gift).why_not(ground, action))


OWING = Legacy(owed=(Owed(episode_mode(9), 1, "award.others", 0),))


def campaign(seats: int, pace: str) -> Played:
    return played_campaign(CAMPAIGN.name, seats, pace)


BLUES = tuple(f"B-{shape}" for shape in ("I2", "I3", "V3", "O4", "T4", "S4", "L4", "U5"))


def owing(number: int, rule: str, gift: int = 0, *cells: str) -> Owed:
    return Owed(episode_mode(number), 1, rule, gift, cells)


def kept_of(match: Match) -> list[list[list[str | int]]]:
    """What every seat keeps of a match that is over."""
    assert match.over
    kept: list[list[list[str | int]]] = match.end_record()["kept"]
    return kept


def all_end(match: Match, *first: Action) -> Match:
    """Every seat makes the choice it owes, ends at its first card and puts off what it is given then."""
    for seat, action in enumerate(first):
        if action:
            match.append(Line(seat, action))
    ended(match)
    while acting := GAME.to_act(match.state):
        match.append(Line(acting[0], PUT_OFF if match.state.phase == "reward" else ("melt", 0)))
    return match
