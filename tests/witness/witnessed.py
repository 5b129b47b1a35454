"""Random matches, and what the witness makes of each view of them."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

from tests.dialect import game_of, laying_modes, legacy_for, random_line, random_match, seat_counts
from tests.effort import times
from tests.witness.brought import brought_into
from tests.witness.choices import Seat
from tests.witness.episode import Episode, Land, files_of, load, read
from tests.witness.gifts import (
    Sticker,
)
from tests.witness.metrics import measured
from tests.witness.position import at_start
from tests.witness.seen import View
from tests.witness.table import Shown, Table
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Owed
from tilefolk.core.match import Match
from tilefolk.core.notation import Line

MODES = laying_modes()
FIRST = tuple(mode for mode in MODES if "follows" not in read(files_of(mode)[0]))
REPEATING = tuple(mode for mode in MODES if mode not in FIRST and read(files_of(mode)[0]).get("history"))
NEAR, BELOW = "-near-the-lock", 2
FIRST_LINES = 5


def some(mode: str, number: int) -> int:
    """How many matches are compared: fewer of a campaign's later episodes, which repeat most rules."""
    return max(2, number // times(8, 2)) if mode in REPEATING else number


@cache
def episode_of(mode: str) -> Episode:
    view = game_of(mode).view(random_match(mode, min(seat_counts(mode)), "own", "ids", stop=0).state, 0)
    own, game = files_of(mode.removesuffix(NEAR))
    episode = load(own, game, tuple(id_ for id_, _ in view["rules"]))
    return nearer_the_lock(episode) if mode.endswith(NEAR) else episode


def nearer_the_lock(episode: Episode) -> Episode:
    rules = [dict(rule) for rule in episode.own["rules"]]
    for rule in rules:
        if rule["rule"] == "track":
            rule["start"] = rule["lock"] - BELOW
    return Episode({**episode.own, "rules": rules}, episode.game, episode.ids)


def legacy_of(mode: str, seats: int, seed: str) -> tuple[Legacy, ...]:
    """What seats bring along; into an episode of the island every match another random past."""
    game, _, number = mode.partition("/")
    if game == "my_island" and number.endswith(NEAR):
        return (Legacy(counts=(("provisions", 2),)),) * seats
    if game != "my_island" or not number.isdigit():
        return legacy_for(mode, seats)
    return tuple(past_of(mode, f"{seed} {seat}") for seat in range(seats))


@cache
def past_of(mode: str, seed: str) -> Legacy:
    past = brought_into(mode, Random(seed))
    owed = tuple(Owed(*one) for one in past.owed)
    return Legacy(past.stickers, tuple(sorted(past.counts.items())), owed)


def played(mode: str, seats: int, pace: str, seed: str, stop: int = 10**6, quits: float = 0.1) -> Match:
    """A random match; `stop` counts from where the seats have brought what they bring."""
    legacy = legacy_of(mode, seats, seed)
    return random_match(mode, seats, pace, seed, len(legacy) + stop, quits, legacy)


def lands_of(match: Match) -> tuple[Land, ...]:
    """What the seats brought, as lands; in an episode by itself everybody has its history."""
    mode = match.header.game
    alone = tuple((what, where) for what, where in episode_of(mode).own.get("alone", {}).get("stickers", ()))
    brought = match.legacy or (Legacy(alone),) * match.header.seats
    return tuple(land_of(mode, own.stickers, own.counts) for own in brought)


@cache
def land_of(mode: str, stickers: tuple[Sticker, ...], counts: tuple[tuple[str, int], ...]) -> Land:
    return Land(episode_of(mode), stickers, counts=dict(counts))


def seats_of(match: Match) -> list[Seat]:
    """What every seat brought and has said."""
    seats = range(match.header.seats)
    said = [[line.action for line in match.lines if line.who == seat] for seat in seats]
    if not match.legacy:
        return [Seat(land.stickers, said=own) for land, own in zip(lands_of(match), said, strict=True)]
    return [
        Seat(legacy.stickers, dict(legacy.counts), legacy.owed, own, legacy.waits, given_at_start(land))
        for legacy, own, land in zip(match.legacy, said, lands_of(match), strict=True)
    ]


def given_at_start(land: Land) -> list[tuple[str, str, int]]:
    """What a seat gets before its first card."""
    gives = land.episode.all("give")
    return [(rule.id, rule["what"], measured(rule["per"], at_start(land))) for rule in gives]


def seen_lands(match: Match, view: View) -> list[Land]:
    """The lands as the viewer knows them: what others have chosen is hidden until all have."""
    seats = seats_of(match)
    hidden = (view["pace"] == "own" and view["phase"] in ("rounds", "owed")) or any(one.owes for one in seats)
    return [
        land_of(
            match.header.game,
            (*one.stickers, *(() if hidden and seat != view["seat"] else one.opening)),
            tuple(one.counts.items()),
        )
        for seat, one in enumerate(seats)
    ]


def provisions_of(match: Match) -> list[int]:
    """The provisions every seat begins its rounds with."""
    return [
        seat.start.hand.has("provisions") + sum(n for _, what, n in seat.given if seat.owes)
        for seat in seats_of(match)
    ]


def table_of(mode: str, match: Match, view: View) -> Table:
    return Table(
        episode=episode_of(mode),
        lands=seen_lands(match, view),
        provisions=provisions_of(match),
        spoken=[(line.who, line.action) for line in match.lines],
        tokens=dict(match.state.finds),
        shown=[Shown(board["round"], bool(board["ended"])) for board in view["boards"]],
        over=view["phase"] in ("reward", "over"),
        viewer=view["seat"],
        mode=mode,
        compares=len(view["boards"]) == 1 or not view["sealed"],
    )


def cut_matches(mode: str, pace: str, number: int) -> Iterator[Match]:
    """Random matches with any number of seats, each cut at a random point, every third near the start."""
    for seed in range(some(mode, number)):
        stream = Random(seed)
        seats = stream.choice(seat_counts(mode))
        stop = 1 + stream.randrange(2 if seed % 3 == 0 else 30 * (seats + 1))
        yield played(mode, seats, pace, f"cut {seed}", stop, quits=stream.choice((0.0, 0.02, 0.1)))


def whole_matches(mode: str, pace: str, number: int, quits: float = 0.02) -> Iterator[Match]:
    """Matches to the end, with many seats."""
    for seed in range(some(mode, number)):
        seats = seat_counts(mode)[-1 - seed % 3]
        yield played(mode, seats, pace, f"whole {seed}", quits=quits)


def short_matches(mode: str, pace: str, number: int, whole: bool = True) -> Iterator[Match]:
    """Matches in which all seats soon end, so that many of them are equal; not `whole`: after every line."""
    game = game_of(mode)
    for seed in range(some(mode, number)):
        seats, stream = seat_counts(mode)[-1 - seed % 3], Random(seed)
        match = played(
            mode, seats, pace, f"short {seed}", 1 + stream.randrange(2 * seats + 3) if whole else 0
        )
        key = match_key(open_seed(f"short {seed}"), ())
        while acting := game.to_act(match.state):
            who = stream.choice(acting)
            ends = who >= 0 and ("end",) in game.legal(match.state, who)
            ends = ends and (whole or len(match.lines) > FIRST_LINES * seats)
            if not whole:
                yield match
            match.append(Line(who, ("end",)) if ends else random_line(game, match.state, who, key, stream))
        yield match


def seen(mode: str, matches: Iterable[Match]) -> Iterator[tuple[View, Table]]:
    """What the seats are shown, with the witness's own table beside it; at the end all see the same."""
    for match in matches:
        over = not game_of(mode).to_act(match.state)
        for seat in range(1 if over else match.header.seats):
            view = game_of(mode).view(match.state, seat)
            yield view, table_of(mode, match, view)
