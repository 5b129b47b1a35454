"""Greedy on a laying board: the score an answer leads to, how good the room left is, and when to stop."""

from collections.abc import Iterator, Mapping
from operator import itemgetter
from random import Random
from typing import NamedTuple

from tilefolk.bots.picking import Pick, highest
from tilefolk.bots.promise import mean_left, promise_of
from tilefolk.bots.stickers import choose_for_good
from tilefolk.core.grid import Mask
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Sight
from tilefolk.core.shapes import covers
from tilefolk.games.laying import finish
from tilefolk.games.laying.answers import END, PASS, placements
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.end import Visible, Well
from tilefolk.games.laying.scoring import value_of
from tilefolk.games.laying.state import ROUNDS, State, alone

EDGE, HOLE = 0.3, 0.6
WAIT = 2.5  # a round in which nothing is built is lost
HOPE = 0.34  # of the cards left that fit, for a pass to be worth its price
STAY = 2.0  # how many rounds ahead a seat looks before it ends its part
FOLLOWED = 4  # answers that are followed one round further, where the next card is known
NOISE = 0.5  # so that three greedy bots at one table do not build one city three times


class Tried(NamedTuple):
    """An answer, what it seems worth, what it leads to, and what that promises beyond its score."""

    worth: float
    action: Action
    score: int
    promised: float
    state: State


def choose(sight: Sight, stream: Random, pick: Pick = highest, guesses: int = 0) -> Action:
    """The answer that looks best one ply ahead, or the one that `pick` takes of all.

    The end of one's part when staying would cost more. `guesses`: how many cards that may be next the best
    answers are tried with; where the next card is known, with that one.
    """
    state: State = sight.state
    if finish.is_asked(state, sight.seat):
        return _sale(sight)
    if state.phase != ROUNDS or sight.seat in state.setting.owes:
        return choose_for_good(state, sight.seat, sight.legal)
    mine = alone(state, sight.seat)
    tries = sorted(_tries(sight, mine, stream), key=lambda tried: tried.worth, reverse=True)
    if not tries:
        return END
    best = _picked(sight, tries, _next_cards(mine, guesses, stream), stream, pick)
    loss = value_of(mine, 0) - best.score
    if best.action == PASS and loss > 0 and not bare_ground_costs(mine.episode):
        return END if fitting(best.state) < HOPE else PASS
    lost = loss - best.promised
    return END if lost > 0 and lost > STAY * expected_cover(best.state) else best.action


def _picked(sight: Sight, tries: list[Tried], cards: list[str], stream: Random, pick: Pick) -> Tried:
    """The answer that `pick` takes; the first few are ranked by the ones that may follow."""
    followed = [(_followed(sight, tried, cards), tried) for tried in tries[:FOLLOWED]]
    ranked = sorted(followed, key=itemgetter(0), reverse=True)
    ranked += [(tried.worth, tried) for tried in tries[FOLLOWED:]]
    return ranked[pick([worth for worth, _ in ranked], stream)][1]


def _next_cards(mine: State, guesses: int, stream: Random) -> list[str]:
    """The card that is known to be next, or so many of those that may be."""
    known = mine.card(mine.boards[0].round + 1) if mine.episode.ahead else None
    if known is not None:
        return [known]
    coming = mine.episode.source.chances(mine.draws) if guesses else {}
    return stream.choices(list(coming), list(coming.values()), k=guesses) if coming else []


def _followed(sight: Sight, tried: Tried, cards: list[str]) -> float:
    """What an answer is worth with the best one to each of these cards after it, on average."""
    worths = [] if tried.state.boards[0].ended else [_with_next(sight, tried, card) for card in cards]
    return sum(worths) / len(worths) if worths else tried.worth


def _with_next(sight: Sight, tried: Tried, card: str) -> float:
    """What an answer is worth with the best one to a card after it."""
    after, following = tried.state, tried.state.boards[0].round
    ground = after.ground(0)
    wanted, promise = wants(after.episode, ground), promise_of(sight.state, sight.seat)
    worth = [tried.worth - WAIT]
    after = after._replace(cards=(*after.cards[:following], card))  # so that the next card can be answered
    for action in sight.game.legal(after, 0) if card in ground.pieces else ():
        if action not in (PASS, END):
            then: State = sight.game.apply_trusted(after, 0, action)
            score, board = value_of(then, 0), then.boards[0]
            worth.append(score + promise(ground, board) + room(ground, board, wanted))
    return max(worth)


def _sale(sight: Sight) -> Action:
    """The least that brings as many points as any other answer to the last hidden decision."""
    after = [sight.game.apply_trusted(sight.state, sight.seat, action) for action in sight.legal]
    values = [sight.game.score(state)[sight.seat].value for state in after]
    return sight.legal[values.index(max(values))]


def _tries(sight: Sight, mine: State, stream: Random) -> Iterator[Tried]:
    game, ground = sight.game, mine.ground(0)
    wanted, promise = wants(mine.episode, ground), promise_of(sight.state, sight.seat)
    for action in sight.legal:
        if action != END:
            after: State = game.apply_trusted(mine, 0, action)
            surprise = 0.0
            while after.commits[0] is not None:  # a find nobody knows yet: any of those left, at their mean
                token = stream.choice(game.legal(after, CHANCE))
                surprise += int(token[2]) - _mean_find(after)
                after = game.apply_trusted(after, CHANCE, token)
            score = value_of(after, 0)
            promised = promise(ground, after.boards[0])
            worth = score - surprise + promised + room(ground, after.boards[0], wanted)
            worth += NOISE * stream.random()
            if action == PASS:
                worth -= WAIT
            yield Tried(worth, action, score, promised, after)


def _mean_find(state: State) -> float:
    find = state.episode.find
    return mean_left(find, state) if find else 0.0


def wants(episode: Episode, ground: Ground) -> Mask:
    """The open cells on which a building costs nothing: no tree, no well."""
    kept = 0
    for _, rule in episode.rules.end:
        if isinstance(rule, Well) or (isinstance(rule, Visible) and rule.per > 0):
            kept |= ground.layer(rule.what)
    return ground.open & ~kept


def room(ground: Ground, board: Board, wanted: Mask) -> float:
    """Free cells beside free cells of their bank are good room; a free cell alone is a hole."""
    edges = holes = 0
    for bank in ground.banks or (ground.grid.cells,):
        free, near = board.clear & wanted & bank, 0
        for shift in ground.grid.shifts:
            edges += (free & free >> shift).bit_count()
            near |= free << shift | free >> shift
        holes += (free & ~near).bit_count()
    return EDGE * edges - HOLE * holes


def bare_ground_costs(episode: Episode) -> bool:
    """Whether every cell counts on which nothing is built: then there is always something to stay for."""
    lines = [rule for _, rule in episode.rules.end if isinstance(rule, Visible)]
    return any(rule.what == "empty" and rule.per < 0 for rule in lines)


def fitting(mine: State) -> float:
    """The share of the cards that may be next that fit somewhere."""
    episode, ground, board = mine.episode, mine.ground(0), mine.boards[0]
    pieces = [(ground.pieces.get(card), times) for card, times in chances(mine).items()]
    fits = sum(times for piece, times in pieces if piece and placements(episode, ground, board, piece))
    return fits / max(1, sum(times for _, times in pieces))


def chances(mine: State) -> Mapping[str, int]:
    """The cards that may be next, or the one that is known to be."""
    known = mine.card(mine.boards[0].round)
    return mine.episode.source.chances(mine.draws) if known is None else {known: 1}


def expected_cover(mine: State) -> float:
    """How many cells the next draw covers on average, counting only cells that cost nothing to cover."""
    episode, ground, board = mine.episode, mine.ground(0), mine.boards[0]
    free = board.clear & wants(episode, ground)
    covered, coming = 0, chances(mine)
    for card, times in coming.items():
        piece = ground.pieces.get(card)
        if piece and placements(episode, ground, board, piece) & covers(free, piece.shape):
            covered += times * len(piece.copies)
    return covered / max(1, sum(coming.values()))
