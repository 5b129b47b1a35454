"""Pictures of things that are put on the map, and of pieces that lie on no board."""

from tilefolk.core.first import first_of
from tilefolk.core.track import start_of
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.pictures.picture import BoardPicture, NumberPicture, Picture, PiecesPicture
from tilefolk.games.laying.pictures.scenery import plain, with_word
from tilefolk.games.laying.pictures.sketch import Sketch, field
from tilefolk.games.laying.rules.answer import Annex, Must, Pass, PassRow
from tilefolk.games.laying.rules.end import Unpassed
from tilefolk.games.laying.rules.reward import Melt
from tilefolk.games.laying.rules.setup import Area, LookAhead, Mark, Marker, Retire
from tilefolk.games.laying.rules.source import BLOCKING, Deck, Dice

SAMPLES = 3  # cards that stand for a deck


def mark(rule: Mark, episode: Episode) -> list[Picture]:
    """The thing in the middle of a small field."""
    sketch = with_word(episode, rule.put, 1)
    return [BoardPicture(sketch, sketch.used)]


def area(rule: Area, episode: Episode) -> list[Picture]:
    """A few cells of the new part of the map."""
    cells = tuple(field(episode, 1))
    sketch = Sketch(episode, cells, dict.fromkeys(cells, rule.area))
    return [BoardPicture(sketch)]


def deck(rule: Deck, episode: Episode) -> list[Picture]:
    """A few of its cards, of different kinds and sizes."""
    step = max(1, len(rule.all) // SAMPLES)
    cards = tuple(card for card in rule.all[::step] if card != BLOCKING)[:SAMPLES]
    blocked = (PiecesPicture((BLOCKING,)),) if rule.blocking else ()
    return [PiecesPicture(cards), *blocked]


def dice(rule: Dice, episode: Episode) -> list[Picture]:
    """A roll and what it brings; where a face brings the next of a row, that too."""
    every = rule.draw(0).items
    rolls = [roll for roll in every if rule.special not in roll][:1]
    if rule.row:
        rolls += [roll for roll in every if roll[1] == rule.special][:1]
    return [PiecesPicture((rule.card([roll], 0),), roll=tuple(map(str, roll))) for roll in rolls]


def look_ahead(rule: LookAhead, episode: Episode) -> list[Picture]:
    return [PiecesPicture(episode.source.left(())[: rule.n + 1])]


def must(rule: Must, episode: Episode) -> list[Picture]:
    """The piece that is never passed."""
    cards = [card for card in episode.source.left(()) if card.partition("-")[0] == rule.kind]
    return [PiecesPicture(tuple(cards[:1]))] if cards else []


def annex(rule: Annex, episode: Episode) -> list[Picture]:
    return [PiecesPicture((rule.card,) * rule.count)]


def retire(rule: Retire, episode: Episode) -> list[Picture]:
    """Pieces that are taken out of the set."""
    kept = {card for what, card in episode.alone.stickers if what == rule.keep}
    cards = [card for card in episode.source.left(()) if card.partition("-")[0] == rule.kind]
    return [PiecesPicture(tuple(card for card in cards if card not in kept)[:1], barred=True)]


def passing(rule: Pass | PassRow, episode: Episode) -> list[Picture]:
    """What the first pass costs."""
    sketch = plain(episode, 1)
    piece = first_of(sketch.ground.pieces.values())
    return [NumberPicture(rule.price(sketch.board, start_of(episode.track), piece))]


def unpassed(rule: Unpassed, episode: Episode) -> list[Picture]:
    sketch = plain(episode, 1)
    return [NumberPicture(rule.line(sketch.ground, sketch.board)[0])]


def melt(rule: Melt, episode: Episode) -> list[Picture]:
    """What one nugget brings."""
    return [NumberPicture(rule.points_of(("melt", 1)))]


def marker(rule: Marker, episode: Episode) -> list[Picture]:
    numbers = (rule.start, rule.lock) if rule.lock else (rule.start,)
    return [NumberPicture(number, signed=False) for number in numbers]
