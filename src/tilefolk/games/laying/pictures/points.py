"""Pictures of what counts at the end, and of links: the number comes from the rule on the small board."""

from collections.abc import Sequence

from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.pictures.covering import covered, enclosed, joined, touching
from tilefolk.games.laying.pictures.picture import BoardPicture, Picture
from tilefolk.games.laying.pictures.scenery import on_selectors, plain, with_word
from tilefolk.games.laying.pictures.sketch import Sketch, field, middle_of
from tilefolk.games.laying.rules.end import AllCovered, Church, Surrounded, Visible, Well
from tilefolk.games.laying.rules.end_groups import Chain, Factory, FullGroups, LargestGroup
from tilefolk.games.laying.rules.race import RaceCovered, RaceLink
from tilefolk.games.laying.rules.reward import CarryOver, KeepCovered
from tilefolk.games.laying.rules.rule_kinds import End
from tilefolk.games.laying.rules.shaft import Dig
from tilefolk.games.laying.rules.soot import Soot

GROUP, NEAR = 3, 2  # buildings of a group, and fields that reach so far around their middle
EMPTY = "empty"


def ended(rule: End, sketch: Sketch | None, margin: int = 1) -> list[Picture]:
    """The line of the end scoring on a sketch."""
    if sketch is None:
        return []
    shown = sketch.trimmed(margin=margin)
    points, cells = rule.line(shown.ground, shown.board)
    return [BoardPicture(shown, cells, points)]


def visible(rule: Visible, episode: Episode) -> list[Picture]:
    """A thing that is not built on, beside a building."""
    if rule.what == EMPTY:
        return _bare(rule, episode)
    sketch = with_word(episode, rule.what, NEAR)
    thing = sketch.ground.layer(rule.what)
    beside = sketch.grid.around(thing)
    return ended(rule, sketch.build(lambda option: bool(option.cells & beside) and not option.cells & thing))


def _bare(rule: Visible, episode: Episode) -> list[Picture]:
    """A small field with a building on it; what is left of it lies open."""
    corner = [cell for cell in field(episode, 1) if cell[0] < middle_of(field(episode, 1))[0] + 1]
    sketch = Sketch(episode, tuple(corner), {}).build(lambda option: option.cells.bit_count() > 1)
    if sketch is None:
        return []
    points, cells = rule.line(sketch.ground, sketch.board)
    return [BoardPicture(sketch, cells, points)]


def largest_group(rule: LargestGroup | FullGroups, episode: Episode) -> list[Picture]:
    return ended(rule, joined(plain(episode, NEAR), rule.kinds[0], GROUP))


def church(rule: Church, episode: Episode) -> list[Picture]:
    """A church with a building of every kind beside it."""
    start = plain(episode, NEAR + 1)
    middle = start.mask([middle_of(start.cells)])
    sketch = start.build(lambda option: bool(option.cells & middle), start.cards_of(rule.kind))
    around = sketch.board.laid[-1].around if sketch else 0
    for kind in rule.needs:
        sketch = sketch and sketch.build(touching(around), sketch.cards_of(kind))
    return ended(rule, sketch, margin=0)


def well(rule: Well, episode: Episode) -> list[Picture]:
    sketch = with_word(episode, rule.what, NEAR + 1)
    return ended(rule, enclosed(sketch, sketch.used, sketch.kinds, len(sketch.grid.lattice.steps)), margin=0)


def surrounded(rule: Surrounded, episode: Episode) -> list[Picture]:
    """One that still has a way out, and one that has none."""
    sketch = with_word(episode, rule.what, NEAR + 1)
    sides = len(sketch.grid.lattice.steps)
    free = enclosed(sketch, sketch.used, sketch.kinds, sides - 1)
    caught = enclosed(sketch, sketch.used, sketch.kinds, sides)
    return [*_with_sides(rule, free), *_with_sides(rule, caught)]


def _with_sides(rule: Surrounded, sketch: Sketch | None) -> list[Picture]:
    """The sketch with every side of the thing in it."""
    if sketch is None:
        return []
    shown = sketch.trimmed(sketch.grid.around(sketch.ground.layer(rule.what)), margin=0)
    points, cells = rule.line(shown.ground, shown.board)
    return [BoardPicture(shown, cells or shown.ground.layer(rule.what), points)]


def carry_over(rule: CarryOver, episode: Episode) -> list[Picture]:
    free = surrounded(Surrounded(rule.what, 0), episode)[:1]
    return [BoardPicture(one.sketch, one.lit) for one in free if isinstance(one, BoardPicture)]


def all_covered(rule: AllCovered, episode: Episode) -> list[Picture]:
    return [
        BoardPicture(shown, cells, points)
        for shown in _covering(rule.what, episode)
        for points, cells in [rule.line(shown.ground, shown.board)]
    ]


def keep_covered(rule: KeepCovered, episode: Episode) -> list[Picture]:
    return [BoardPicture(shown, shown.ground.layer(rule.what)) for shown in _covering(rule.what, episode)]


def race_covered(rule: RaceCovered, episode: Episode) -> list[Picture]:
    return [
        BoardPicture(shown, shown.ground.layer(rule.what), rule.prize(0).points)
        for shown in _covering(rule.what, episode)
        if rule.reached(shown.ground, shown.board)
    ]


def _covering(what: str, episode: Episode) -> list[Sketch]:
    """Two cells of a thing, each under a building of its own."""
    if what == EMPTY:
        small = Sketch(episode, tuple(cell for cell in field(episode, 1) if cell[0] < 2), {})
        full = covered(small, [(1 << small.grid.bit(cell), "") for cell in small.cells])
        return [full] if full else []
    cells = field(episode, NEAR)
    row, column = middle_of(cells)
    sketch: Sketch | None = Sketch(episode, tuple(cells), {(row, column - 1): what, (row, column + 1): what})
    assert sketch is not None
    things = sketch.used
    while sketch and (left := things & sketch.board.clear):
        sketch = sketch.build(lambda option: (option.cells & left).bit_count() == 1)
    return [sketch.trimmed()] if sketch else []


def chain(rule: Chain, episode: Episode) -> list[Picture]:
    return ended(rule, _from_source(episode, rule.kind, rule.source))


def dig(rule: Dig, episode: Episode) -> list[Picture]:
    """The buildings that cross off a box each."""
    sketch = _from_source(episode, rule.kind, rule.source)
    shown = sketch.trimmed() if sketch else None
    line = Chain(rule.kind, rule.source, 1)
    return [BoardPicture(shown, line.line(shown.ground, shown.board)[1])] if shown else []


def _from_source(episode: Episode, kind: str, source: Sequence[str]) -> Sketch | None:
    """Two buildings that hang together, the first of them at the source."""
    field_ = on_selectors(episode, source, NEAR)
    at = field_.ground.select(tuple(source))
    near = at if at & field_.ground.open else field_.grid.around(at)
    first = field_.build(lambda option: bool(option.cells & near), field_.cards_of(kind))
    return joined(first, kind, 1, first.board.laid[-1].cells) if first else None


def race_link(rule: RaceLink, episode: Episode) -> list[Picture]:
    """A way of buildings from one place to the other."""
    row = next((int(goal.removeprefix("row:")) for goal in rule.goal if goal.startswith("row:")), None)
    if row is None:
        return []
    thing = rule.start[0].removeprefix("near:")
    cells = tuple((row - 4 + y, x) for y in range(4) for x in range(4))
    sketch = Sketch(episode, cells, {(row - 4, 1): thing})
    way = [(sketch.mask([(row - 3 + step, 1)]), "") for step in range(3)]
    built = covered(sketch, way)
    if built is None or not rule.reached(built.ground, built.board):
        return []
    return [BoardPicture(built, sum(cell for cell, _ in way), rule.prize(0).points)]


def factory(rule: Factory, episode: Episode) -> list[Picture]:
    return ended(rule, _staffed(rule.mark, rule.workers, episode))


def soot(rule: Soot, episode: Episode) -> list[Picture]:
    """The cells beside a factory on which it may fall."""
    sketch = _staffed(rule.mark, "", episode)
    if sketch is None:
        return []
    shown = sketch.trimmed()
    bare = shown.board.laid[-1].around & shown.board.clear & shown.ground.open
    return [BoardPicture(shown, bare)]


def _staffed(mark: str, workers: str, episode: Episode) -> Sketch | None:
    """A building that carries a mark, with two others beside it."""
    card = next((card for what, card in episode.alone.stickers if what == mark), None)
    if card is None:
        return None
    start = plain(episode, NEAR)
    legacy = type(episode.alone)(((mark, card),))
    sketch: Sketch | None = Sketch(episode, start.cells, {}, legacy)
    assert sketch is not None
    middle = sketch.mask([middle_of(sketch.cells)])
    sketch = sketch.build(lambda option: bool(option.cells & middle), [card])
    around = sketch.board.laid[0].around if sketch else 0
    for _ in range(2 if workers else 0):
        sketch = sketch and sketch.build(touching(around), sketch.cards_of(workers))
    return sketch
