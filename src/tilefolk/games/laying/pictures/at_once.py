"""Pictures of what a placement brings at once, of what lies around things, and of comparisons."""

from collections.abc import Sequence

from tilefolk.core.grid import Mask, Position, bits_of
from tilefolk.games.laying.board import Board, fresh
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Laid
from tilefolk.games.laying.pictures.covering import covered, enclosed, joined
from tilefolk.games.laying.pictures.picture import BoardPicture, Picture
from tilefolk.games.laying.pictures.scenery import on_selectors, plain, with_word
from tilefolk.games.laying.pictures.sketch import Sketch, field, letter_of, middle_of
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.end import Counted
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.links import NewGroup, Road
from tilefolk.games.laying.rules.metrics import RAY, UNDER, aim_of, measured
from tilefolk.games.laying.rules.names import Selector
from tilefolk.games.laying.rules.once import Cover, Find, Hazard, Investor, Park, Rail
from tilefolk.games.laying.rules.race import RaceGoal
from tilefolk.games.laying.rules.reward import LitPlots
from tilefolk.games.laying.rules.roofs import Roofs
from tilefolk.games.laying.rules.rule_kinds import Found, Once
from tilefolk.games.laying.rules.spot import DISTINCT, OWN, Spot

NEAR, FAR = 2, 3  # how far fields reach around their middle
CLUMP = ((0, -1), (0, 0), (0, 1), (1, -1), (1, 0))  # cells that hang together; more of them stand in a line
SOME = 3  # cells of a group where a rule names no number


def brought(rule: Once, sketch: Sketch | None, found: Found | None = None, margin: int = 1) -> list[Picture]:
    """What a rule books while the pieces of a sketch are laid one after the other."""
    if sketch is None:
        return []
    shown = sketch.trimmed(margin=margin)
    board = fresh(shown.ground)
    for laid in shown.board.laid[len(shown.ground.printed) :]:
        board = _after(board, laid)
        board = rule.brings(shown.ground, board, laid, found or {})
    points = sum(booking.points for booking in board.bookings)
    cells = 0
    for booking in board.bookings:
        cells |= booking.cells
    return [BoardPicture(shown.with_board(board), cells, points if board.bookings else None)]


def _after(board: Board, laid: Laid) -> Board:
    """The board with a piece on it and nothing booked."""
    return board._replace(
        round=board.round + 1,
        clear=board.clear & ~laid.cells,
        apart=board.apart & ~laid.around,
        marks=board.marks | laid.marks,
        laid=(*board.laid, laid),
    )


def rail(rule: Rail, episode: Episode) -> list[Picture]:
    sketch = on_selectors(episode, rule.on, NEAR)
    at = sketch.ground.select(rule.on)
    return brought(rule, sketch.build(lambda option: bool(option.cells & at)))


def investor(rule: Investor, episode: Episode) -> list[Picture]:
    return brought(rule, joined(plain(episode, NEAR), plain(episode, NEAR).kinds[0], 2))


def park(rule: Park, episode: Episode) -> list[Picture]:
    """A closed single cell between buildings, two of them of its kind."""
    sketch = plain(episode, FAR)
    middle = sketch.mask([middle_of(sketch.cells)])
    others = [kind for kind in sketch.kinds if kind != rule.kind]
    kinds = [*[rule.kind] * rule.least, *others]
    built = enclosed(sketch, middle, kinds, len(sketch.grid.lattice.steps))
    pictures = brought(rule, built, margin=0)
    return [
        BoardPicture(one.sketch, dict(one.sketch.board.notes).get("park", 0))
        for one in pictures
        if isinstance(one, BoardPicture)
    ]


def new_group(rule: NewGroup, episode: Episode) -> list[Picture]:
    """As many symbols side by side as it asks for, on the ground that it asks for."""
    cells, group = _clump(episode, rule.least)
    words: dict[Position, str] = {}
    for (row, column), beyond, word in zip((group[0], group[-1]), (-1, 1), rule.touch, strict=False):
        words |= dict.fromkeys([(row, column), (row, column + beyond), (row + 1, column + beyond)], word)
    sketch = Sketch(episode, cells, words)
    return brought(rule, covered(sketch, [(sketch.mask([cell]), rule.mark) for cell in group]))


def _clump(episode: Episode, count: int) -> tuple[tuple[Position, ...], list[Position]]:
    """A field, and cells in the middle of it that hang together."""
    cells = field(episode, FAR)
    row, column = middle_of(cells)
    steps = CLUMP if count <= len(CLUMP) else [(0, step - count // 2) for step in range(count)]
    return tuple(cells), [(row + y, column + x) for y, x in steps[:count]]


def road(rule: Road, episode: Episode) -> list[Picture]:
    """A thing, cells of the road in a line, and the goal."""
    cells = field(episode, FAR)
    row, column = middle_of(cells)
    line = [(row, column - 1 + step) for step in range(3)]
    words: dict[Position, str] = {(row, column - 2): rule.start}
    for part in rule.goal[0].split("&"):
        head, _, thing = part.partition(":")
        words[(row, column + 2) if head == "near" else line[-1]] = thing if head == "near" else part
    sketch = Sketch(episode, tuple(cells), words)
    things = sketch.used & ~sketch.mask(line)
    return brought(rule, covered(sketch, [(sketch.mask([cell]), rule.mark) for cell in line], things))


def cover(rule: Cover, episode: Episode) -> list[Picture]:
    """A tile with the symbol on such a cell."""
    if rule.wanted:
        return _wanted(rule, episode, rule.on[0])
    sketch = on_selectors(episode, rule.on, NEAR)
    at = sketch.mask([middle_of(sketch.cells)])
    return brought(rule, covered(sketch, [(at, rule.marks[0])]))


def lit_plots(rule: LitPlots, episode: Episode) -> list[Picture]:
    pictures = _wanted(Cover((Selector(rule.at),), 1, wanted=True, most=1), episode, rule.at)
    return [BoardPicture(one.sketch, one.lit) for one in pictures if isinstance(one, BoardPicture)]


def _wanted(rule: Cover, episode: Episode, symbol: str) -> list[Picture]:
    """A cell that asks for a symbol, and a tile that shows it there."""
    letter = letter_of(episode, symbol)
    sketch = with_word(episode, letter, NEAR)
    return brought(rule, covered(sketch, [(sketch.used, episode.map.legend[letter].wants)]))


def find(rule: Find, episode: Episode) -> list[Picture]:
    sketch = with_word(episode, rule.at, NEAR)
    return brought(rule, covered(sketch, [(sketch.used, rule.mark)]), {0: max(rule.bag)})


def spot(rule: Spot, episode: Episode) -> list[Picture]:
    """A thing with as much around it, or in it, as it asks for."""
    letter = letter_of(episode, rule.at)
    sketch = with_word(episode, letter or rule.at, NEAR)
    thing = sketch.used
    ring = [1 << bit for bit in _ring(sketch, rule, thing)]
    marks = [_mark(rule, episode, letter, number) for number in range(rule.least)]
    return brought(rule, covered(sketch, list(zip(ring, marks, strict=False)), 0 if rule.inside else thing))


def _ring(sketch: Sketch, rule: Spot, thing: Mask) -> Sequence[int]:
    return list(bits_of(thing if rule.inside else sketch.grid.around(thing)))


def _mark(rule: Spot, episode: Episode, letter: str, number: int) -> str:
    if rule.count == OWN:
        return episode.map.legend[letter].wants
    if rule.count == DISTINCT:
        return episode.kinds[number]
    return rule.mark


def roofs(rule: Roofs, episode: Episode) -> list[Picture]:
    pictures = spot(Spot(OWN, rule.least, 0, around=rule.at), episode)
    return [BoardPicture(one.sketch, one.lit) for one in pictures if isinstance(one, BoardPicture)]


def most(rule: Most, episode: Episode) -> list[Picture]:
    """A board that has more of it than an empty one."""
    return [
        BoardPicture(one.sketch, cells, points)
        for one in _measuring(rule.metric, episode)
        for points, cells in rule.lines(
            [one.sketch.ground] * 2, [one.sketch.board, fresh(one.sketch.ground)]
        )[:1]
    ]


def counted(rule: Counted, episode: Episode) -> list[Picture]:
    return [
        BoardPicture(one.sketch, cells, points)
        for one in _measuring(rule.metric, episode)
        for points, cells in [rule.line(one.sketch.ground, one.sketch.board)]
    ]


def race_goal(rule: RaceGoal, episode: Episode) -> list[Picture]:
    """A board that has come to the number, where it fits into a picture."""
    aim = aim_of(rule.goal)
    return [
        BoardPicture(one.sketch, one.lit, rule.prize(0).points)
        for one in _measuring(aim.metric, episode, aim.number)
        if rule.reached(one.sketch.ground, one.sketch.board)
    ]


def goals(rule: Goals, episode: Episode) -> list[Picture]:
    """One of the goals that fits into a picture."""
    drawn = (race_goal(race, episode) for race in rule.races.values())
    return next((pictures for pictures in drawn if pictures), [])


def _measuring(metric: str, episode: Episode, count: int = SOME) -> list[BoardPicture]:
    """A board on which a metric comes to a number."""
    head, _, argument = metric.partition(":")
    sketch: Sketch | None = None
    if head == "largest":
        cells, group = _clump(episode, count)
        start = Sketch(episode, cells, {})
        sketch = covered(start, [(start.mask([cell]), argument) for cell in group])
    elif head == "cover":
        symbol, _, word = argument.rpartition(UNDER)
        cells, group = _clump(episode, count)
        start = Sketch(episode, cells, dict.fromkeys(group, word))
        sketch = covered(start, [(start.mask([cell]), symbol) for cell in group])
    elif metric.startswith(RAY):
        sketch = _in_light(episode, *argument.split(":"))
    if sketch is None:
        return []
    shown = sketch.trimmed()
    return [BoardPicture(shown, measured(metric, shown.ground, shown.board)[1])]


def _in_light(episode: Episode, thing: str, symbols: str) -> Sketch | None:
    """A thing, and cells in its light that show these symbols."""
    cells = field(episode, FAR)
    row, column = middle_of(cells)
    line = [(row, column - 1 + step) for step in range(SOME)]
    sketch = Sketch(episode, tuple(cells), {(row, column - 2): thing}, rays={thing: line})
    marks = [symbols[step % len(symbols)] for step in range(SOME)]
    wanted = [(sketch.mask([cell]), mark) for cell, mark in zip(line, marks, strict=True)]
    return covered(sketch, wanted, sketch.used)


def hazard(rule: Hazard, episode: Episode) -> list[Picture]:
    """What is lost: such cells with nothing on them, beside one that was covered in time."""
    sketch = on_selectors(episode, rule.on, 1)
    word = next((part for part in rule.on[0].split("&") if not part.startswith("row:")), "")
    row, column = middle_of(sketch.cells)
    line = {(row, column + step): word for step in (-1, 0, 1)}
    wide = Sketch(episode, sketch.cells, line)
    saved = covered(
        wide, [(wide.mask([(row, column - 1)]), "")], wide.mask([(row, column), (row, column + 1)])
    )
    if saved is None:
        return []
    board = rule.strike(saved.ground, saved.board)
    points = sum(booking.points for booking in board.bookings)
    struck = saved.with_board(board)
    return [BoardPicture(struck, dict(board.notes).get(rule.becomes, 0), points if board.bookings else None)]
