"""What lasts, chosen by sense: trees where nobody builds, rocks where one builds anyway, cogs on small
buildings, boxes where something is near."""

from collections.abc import Sequence

from tilefolk.bots.ground_stickers import double_worth, ground_worth
from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.games.laying import finish
from tilefolk.games.laying.choosing import PUT_OFF, first_owed
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.award import Count
from tilefolk.games.laying.rules.choice import BOXES
from tilefolk.games.laying.rules.end import Visible
from tilefolk.games.laying.rules.names import Kind
from tilefolk.games.laying.rules.reward import NUGGETS, PROGRESS
from tilefolk.games.laying.rules.shaft import TRIANGLE, Dig, digs_of
from tilefolk.games.laying.state import State

Worth = tuple[int, int]
BOX = 0.5  # in points, for a box that brings nothing itself
WORTH = {PROGRESS: 4.0, NUGGETS: 2.0}  # in points
PUT = 1.5  # in points, for a sticker that helps


def choose_for_good(state: State, seat: int, legal: Sequence[Action]) -> Action:
    """The best cell for the sticker that is next; it is never put off. Other choices: the first."""
    owes = seat in state.setting.owes
    pending = first_owed(state, seat) if owes else finish.pending(state, seat)
    ground = pending.ground
    options = [action for action in legal if action != PUT_OFF]
    if options[0][0] == "mark":
        return max(options, key=lambda action: _handiness(ground, str(action[2])))
    if options[0][0] == "box":
        digs = {dig.kind: dig for dig in digs_of(pending.episode.rules.reward)}
        return max(options, key=lambda action: _nearness(state, ground, digs[Kind(str(action[1]))]))
    if options[0][0] == "double":
        return max(options, key=lambda action: double_worth(state.episode, ground, *_of_tile(action)))
    if _changes_ground(state.episode, str(options[0][1])):
        return max(options, key=lambda action: ground_worth(state.episode, ground, *_on_cell(action)))
    return max(options, key=lambda action: _worth(state.episode, ground, *_on_cell(action)))


def _on_cell(action: Action) -> tuple[str, str]:
    return str(action[1]), str(action[2])


def _of_tile(action: Action) -> tuple[str, int]:
    return str(action[1]), int(action[2])


def _changes_ground(episode: Episode, sticker: str) -> bool:
    """Whether a sticker puts something else under the tiles than what was there, on a board of symbols."""
    return bool(episode.map.legend[sticker].terrain) and any(
        design.marks for design in episode.designs.values()
    )


def _handiness(ground: Ground, card: str) -> Worth:
    """How easily a building fits everywhere, then how many neighbours it can have: a factory wants both."""
    cells = set(ground.pieces[card].shape.turned[0].cells)
    around = {(y + dy, x + dx) for y, x in cells for dy, dx in ground.grid.lattice.steps}
    return -len(cells), len(around - cells)


def _nearness(state: State, ground: Ground, dig: Dig) -> float:
    """What the next boxes of a shaft are worth, those that are near more."""
    crossed = ground.legacy.count(BOXES + dig.kind)
    left = range(crossed + 1, dig.boxes + 1)
    return max(box_worth(state, dig, box) / (box - crossed) for box in left)


def box_worth(state: State, dig: Dig, box: int) -> float:
    """What a box of a shaft brings, in points; a triangle that is taken brings nothing."""
    if box not in dig.at:
        return BOX
    taken = any((f"{TRIANGLE}{dig.kind}", str(box)) in legacy.stickers for legacy in state.setting.legacies)
    if taken and box in dig.triangles:
        return BOX
    gift = dig.gifts[dig.at.index(box)]
    return BOX + (WORTH.get(gift.what, 0.0) * gift.n if isinstance(gift, Count) else PUT)


def _worth(episode: Episode, ground: Ground, sticker: str, name: str) -> Worth:
    """How good a sticker is on a cell: what it covers there, then how easily one builds on the cell."""
    symbol, cell = episode.map.legend[sticker].symbol, ground.grid.mask([name])
    easy = _room(ground, cell)
    if not symbol:  # a blank: away with the smallest tree that would be built on, or a rock that would not
        loss = _shown(episode, ground, cell)
        return -loss, easy if loss > 0 else -easy
    per = sum(rule.per for _, rule in episode.rules.end if isinstance(rule, Visible) and rule.what == symbol)
    return 0, -easy if per > 0 else easy


def _shown(episode: Episode, ground: Ground, cell: Mask) -> int:
    """What the cell brings, or costs, as long as nobody builds on it."""
    rules = [rule for _, rule in episode.rules.end if isinstance(rule, Visible)]
    return sum(
        rule.per * sum(bool(mask & cell) for mask in ground.layers.get(rule.what, ()))
        for rule in rules
        if rule.what not in ("empty", "river")
    )


def _room(ground: Ground, cell: Mask) -> int:
    """How many cells of its own bank one can build on within two steps, the nearest ones twice."""
    bank = next((bank for bank in ground.banks if bank & cell), ground.grid.cells)
    near = ground.beside(cell) & bank & ground.open
    wider = (ground.beside(near) | near) & bank & ground.open & ~cell
    return near.bit_count() + wider.bit_count()
