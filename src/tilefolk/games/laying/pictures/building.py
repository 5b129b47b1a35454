"""Pictures of where one may build: one place that is allowed, and one that only this rule forbids."""

from tilefolk.games.laying.answers import fits, placements
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.pictures.picture import BoardPicture, Picture
from tilefolk.games.laying.pictures.scenery import on_selectors, plain, with_word
from tilefolk.games.laying.pictures.sketch import Option, Sketch, field, middle_of, open_words
from tilefolk.games.laying.rules.fit import Beside, Clear, Match, OneBank, OnLand, Start
from tilefolk.games.laying.rules.rule_kinds import Fit
from tilefolk.games.laying.rules.setup import Land, Mark

RADIUS = 2


def land(rule: Land, episode: Episode) -> list[Picture]:
    """A piece over everything that may be built over."""
    words = buildable(episode)
    cells = field(episode, RADIUS)
    row, column = middle_of(cells)
    for count in range(min(3, len(words)), 0, -1):
        line = [(row, column - 1 + index) for index in range(count)]
        sketch = Sketch(episode, tuple(cells), dict(zip(line, words, strict=False)))
        wanted = sketch.mask(line)
        built = sketch.build(lambda option, wanted=wanted: not wanted & ~option.cells)  # type: ignore[misc]
        if built:
            shown = built.trimmed()
            return [BoardPicture(shown, shown.board.laid[-1].cells, allowed=True)]
    return []


def buildable(episode: Episode) -> list[str]:
    """Symbols that may be built over, then the terrains that are open."""
    legend, open_now = episode.map.legend, open_words(episode)
    spots = [legend[letter] for letter in dict.fromkeys(episode.map.letters.values())]
    symbols = [spot.symbol for spot in spots if spot.symbol and spot.terrain in open_now]
    terrains = {spot.terrain for spot in spots}
    others = [word for word in open_now if word in terrains]
    kept = others[1:] if symbols else others
    return list(dict.fromkeys([*kept[::-1], *symbols] if symbols else kept))


def fit(rule: Fit, episode: Episode) -> list[Picture]:
    """Beside a first piece: a place that every rule allows, and one that only this rule forbids."""
    if isinstance(rule, OnLand) and not closed_word(episode):
        return []
    sketch = _begun(rule, episode)
    good = sketch.build(lambda option: _is_legal(sketch, option) and _tells(rule, sketch, option))
    bad = sketch.build(
        lambda option: _broken(sketch, option) == [rule.id] and not _hides(sketch, option), anywhere=True
    )
    return [_shown(good, True), _shown(bad, False)] if good and bad else []


def _begun(rule: Fit, episode: Episode) -> Sketch:
    """The board before the piece in question."""
    if isinstance(rule, Start):
        return on_selectors(episode, rule.on, RADIUS)
    sketch = _scene(rule, episode)
    first = sketch.build(lambda option: _is_first(rule, sketch, option))
    assert first, f"nothing fits on the field of {rule.id}"
    return first


def _scene(rule: Fit, episode: Episode) -> Sketch:
    if isinstance(rule, OneBank):
        return with_word(episode, "river", RADIUS)
    if isinstance(rule, OnLand):
        return with_word(episode, closed_word(episode), RADIUS)
    return plain(episode, RADIUS)


def closed_word(episode: Episode) -> str:
    """A terrain of the map, or a thing on it, that nobody builds on; "" where one may build on all."""
    legend = episode.map.legend
    marks = [rule.put for rule in episode.rules.setup if isinstance(rule, Mark)]
    spots = [legend[letter] for letter in (*episode.map.letters.values(), *marks)]
    words = [spot.terrain for spot in spots if spot.symbol in ("", spot.terrain)]
    open_now = open_words(episode)
    return next((word for word in words if word and word not in open_now), "")


def _is_first(rule: Fit, sketch: Sketch, option: Option) -> bool:
    """The first piece leaves the middle free, and lies beside what the rule is about."""
    middle = sketch.mask([middle_of(sketch.cells)])
    if isinstance(rule, (OneBank, OnLand)):
        return not option.cells & sketch.used and bool(sketch.grid.around(option.cells) & sketch.used)
    return bool(option.cells & middle)


def _tells(rule: Fit, sketch: Sketch, option: Option) -> bool:
    """A place that shows what the rule wants."""
    if isinstance(rule, OneBank):
        return bool(option.cells & sketch.ground.layer("river"))
    if isinstance(rule, Start):
        return bool(option.cells & sketch.ground.select(rule.on))
    return True


def _is_legal(sketch: Sketch, option: Option) -> bool:
    return bool(placements(sketch.small, sketch.ground, sketch.board, option.piece) >> option.slot & 1)


def _broken(sketch: Sketch, option: Option) -> list[str]:
    """The rules that a place breaks."""
    ground, board, slot = sketch.ground, sketch.board, 1 << option.slot
    rules = fits(sketch.small, ground, board)
    return [rule.id for rule in rules if not rule.keep(ground, board, option.piece, slot)]


def _hides(sketch: Sketch, option: Option) -> bool:
    """Whether it lies over all of another piece."""
    return any(not laid.cells & ~option.cells for laid in sketch.board.laid)


def _shown(sketch: Sketch, allowed: bool) -> BoardPicture:
    shown = sketch.trimmed()
    return BoardPicture(shown, shown.board.laid[-1].cells, allowed=allowed)


FITS = (OneBank, OnLand, Clear, Start, Beside, Match)
