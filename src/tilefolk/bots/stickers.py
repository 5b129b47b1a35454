"""What lasts, chosen by sense: trees where nobody builds, rocks where one builds anyway."""

from collections.abc import Sequence

from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.games.laying import finish
from tilefolk.games.laying.choosing import PUT_OFF, first_owed
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.end import Visible
from tilefolk.games.laying.state import State

Worth = tuple[int, int]


def choose_for_good(state: State, seat: int, legal: Sequence[Action]) -> Action:
    """The best cell for the sticker that is next; it is never put off. Other choices: the first."""
    owes = seat in state.setting.owes
    ground = (first_owed(state, seat) if owes else finish.pending(state, seat)).ground
    options = [action for action in legal if action != PUT_OFF]
    if options[0][0] != "stick":
        return options[0]
    return max(options, key=lambda action: _worth(state.episode, ground, str(action[1]), str(action[2])))


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
