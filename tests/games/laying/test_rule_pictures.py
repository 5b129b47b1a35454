"""Rules in pictures: every rule of every episode has a true example, or a reason why it needs none."""

import json
import tomllib

import pytest

from tests.dialect import quick_where_new
from tests.golden import PICTURES, digest_of
from tilefolk.core.grid import bits_of
from tilefolk.games import GAMES
from tilefolk.games.laying.answers import fits, placements
from tilefolk.games.laying.board import Board, fresh, lay
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.game import LayingGame
from tilefolk.games.laying.pictures.building import FITS
from tilefolk.games.laying.pictures.examples import EXAMPLES, REASONS, examples_of, reason_of
from tilefolk.games.laying.pictures.page import GROUPS, group_of, grouped, rules_page
from tilefolk.games.laying.pictures.picture import BoardPicture, NumberPicture, Picture, PiecesPicture
from tilefolk.games.laying.pictures.sketch import Sketch
from tilefolk.games.laying.rule_list import RULE
from tilefolk.games.laying.rules.once import Find
from tilefolk.games.laying.rules.rule_kinds import End, Once, Rule
from tilefolk.games.laying.rules.setup import Land
from tilefolk.games.laying.rules.source import BLOCKING
from tilefolk.locale import LANGUAGES, texts

MODES = [mode for game in GAMES.values() if isinstance(game, LayingGame) for mode in game.mode_names()]
DIGESTS = tomllib.loads(PICTURES.read_text(encoding="utf-8"))
MOST_CELLS = 49  # a picture that a phone shows beside its sentence


Pictures = list[tuple[Rule, list[Picture]]]


@pytest.mark.parametrize("mode", quick_where_new(MODES))
def test_every_rule_has_a_true_example_or_a_reason(mode: str) -> None:
    episode = EPISODES[mode]
    pictures = [(rule, examples_of(rule, episode)) for rule in episode.listed]
    for rule, drawn in pictures:
        assert bool(drawn) != bool(reason_of(rule)), f"{mode} {rule.id}"
    check_pieces(pictures, {*cards_of(episode), BLOCKING})
    for rule, drawn in pictures:
        for picture in drawn:
            json.dumps(picture.json())
            if isinstance(picture, BoardPicture):
                check_allowed(rule, picture)
                check_points(rule, picture, episode)
    assert digest_of(pictures) == DIGESTS[mode], "look at the pictures of the rules, then run `make golden`"


def test_every_kind_of_rule_has_an_example_or_a_reason() -> None:
    for name, kind in RULE.classes.items():
        assert (kind in EXAMPLES) != (kind in REASONS), name


@pytest.mark.parametrize("mode", MODES)
def test_every_rule_is_in_one_group(mode: str) -> None:
    groups = grouped(EPISODES[mode].listed)
    told = [rule.id for rules in groups.values() for rule in rules]
    assert sorted(told) == sorted(rule.id for rule in EPISODES[mode].listed)
    assert list(groups) == [group for group in GROUPS if group in groups]
    assert list(groups)[:4] == list(GROUPS[:4])


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/16", "roll_and_build/11"])
def test_the_aim_comes_first_and_the_page_can_be_said(mode: str) -> None:
    page = rules_page(mode)
    assert page["groups"][0]["said"] == [f"aim.{mode.partition('/')[0]}"]
    for language in LANGUAGES:
        ids = [said for group in page["groups"] for said in (*group["said"], f"rules.group.{group['group']}")]
        assert all(texts(language).has(message) for message in ids)
    assert len(json.dumps(page)) < 40_000


def test_every_kind_of_rule_has_a_group() -> None:
    found = {type(rule): group_of(rule) for mode in MODES for rule in EPISODES[mode].listed}
    assert set(found) == set(RULE.classes.values())


# The examples are true


def check_pieces(pictures: Pictures, known: set[str]) -> None:
    """Pieces are those of the episode, each once, and lie where pieces can lie."""
    for rule, drawn in pictures:
        for picture in drawn:
            if isinstance(picture, PiecesPicture):
                assert picture.cards and set(picture.cards) <= known, rule.id
            elif isinstance(picture, BoardPicture):
                cards = picture.sketch.cards
                assert set(cards) <= known and len(set(cards)) == len(cards), rule.id
                assert len(picture.sketch.cells) <= MOST_CELLS, rule.id
                if picture.allowed is not False:
                    check_lying(picture.sketch, rule.id)


def check_lying(sketch: Sketch, rule: str) -> None:
    """No two pieces overlap, and none lies on closed ground."""
    taken = 0
    for laid in sketch.board.laid:
        assert not laid.cells & taken, rule
        taken |= laid.cells
    own = sum(laid.cells for laid in sketch.board.laid[len(sketch.ground.printed) :])
    assert not own & ~sketch.ground.open, rule


def check_allowed(rule: Rule, picture: BoardPicture) -> None:
    """What is allowed is legal, and what is not breaks this rule alone."""
    assert (picture.allowed is None) != isinstance(rule, (*FITS, Land))
    if picture.allowed is None:
        return
    sketch = picture.sketch
    before, slot = before_last(sketch)
    piece = sketch.ground.pieces[sketch.cards[-1]]
    if not picture.allowed:
        rules = fits(sketch.small, sketch.ground, before)
        kept = [one.keep(sketch.ground, before, piece, 1 << slot) for one in rules]
        assert [one.id for one, keeps in zip(rules, kept, strict=True) if not keeps] == [rule.id]
    elif isinstance(rule, FITS):
        assert placements(sketch.small, sketch.ground, before, piece) >> slot & 1, rule.id
    else:
        assert piece.valid >> slot & 1, rule.id


def before_last(sketch: Sketch) -> tuple[Board, int]:
    """The board before the last piece of a picture, laid anew, and the slot of that piece."""
    board, ground = fresh(sketch.ground), sketch.ground
    laid = sketch.board.laid[len(ground.printed) :]
    slots = []
    for card, one in zip(sketch.cards, laid, strict=True):
        first = ground.grid.names[next(bits_of(one.cells))]
        slot = ground.pieces[card].slot(ground.grid, ("place", one.shape, one.orientation, first))
        assert slot is not None
        slots.append(slot)
    for card, slot in list(zip(sketch.cards, slots, strict=True))[:-1]:
        board = lay(ground, board, ground.pieces[card], slot)
    return board, slots[-1]


def check_points(rule: Rule, picture: BoardPicture, episode: Episode) -> None:
    """Laid anew on the small board, the pieces bring what the picture says, by this rule."""
    if picture.points is None:
        return
    sketch = picture.sketch
    if any(rule is line for _, line in episode.rules.end):
        given = end_points(rule, sketch)  # type: ignore[arg-type]
    elif any(rule is once for once in episode.rules.once) and not isinstance(rule, Find):
        given = booked_points(rule, sketch)  # type: ignore[arg-type]
    else:
        return
    assert given == picture.points, rule.id
    assert picture.lit, rule.id


def end_points(rule: End, sketch: Sketch) -> int:
    return rule.line(sketch.ground, played(sketch, None))[0]


def booked_points(rule: Once, sketch: Sketch) -> int:
    return sum(booking.points for booking in played(sketch, rule).bookings)


def played(sketch: Sketch, rule: Once | None) -> Board:
    """A board with the pieces of a sketch laid by `lay`, and what one rule books meanwhile."""
    ground, board = sketch.ground, fresh(sketch.ground)
    for card, one in zip(sketch.cards, sketch.board.laid[len(ground.printed) :], strict=True):
        first = ground.grid.names[next(bits_of(one.cells))]
        slot = ground.pieces[card].slot(ground.grid, ("place", one.shape, one.orientation, first))
        assert slot is not None
        board = lay(ground, board, ground.pieces[card], slot)
        board = rule.brings(ground, board, board.laid[-1], {}) if rule else board
    return board


def test_what_a_rule_says_and_shows_agrees() -> None:
    """Some pictures everybody knows from the rulebook, with their numbers."""
    shown = {
        (mode, rule.id): [
            picture.points
            for picture in examples_of(rule, EPISODES[mode])
            if isinstance(picture, BoardPicture)
        ]
        for mode in ("my_city/eternal", "my_island/eternal", "roll_and_build/10", "roll_and_build/12")
        for rule in EPISODES[mode].listed
    }
    assert shown["my_city/eternal", "well.well"] == [4]
    assert shown["my_city/eternal", "church"] == [3]
    assert shown["my_city/eternal", "largest_group"] == [3]
    assert shown["my_island/eternal", "new_group.F"] == [3]
    assert shown["my_island/eternal", "road.P.totem.beach"] == [5]
    assert shown["roll_and_build/10", "surrounded.bandit"] == [-3, 0]
    assert shown["roll_and_build/12", "all_covered.empty"] == [12]


def test_a_pass_shows_what_it_costs() -> None:
    episode: Episode = EPISODES["my_city/eternal"]
    (rule,) = episode.rules.pass_
    assert examples_of(rule, episode) == [NumberPicture(-1)]
