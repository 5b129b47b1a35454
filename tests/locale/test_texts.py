"""Texts: everything the program can say about rules exists in both languages and can be built."""

import ast
import gettext
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import tilefolk
from tests.dialect import all_modes as covered_modes
from tests.dialect import load_examples, random_match
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, Series
from tilefolk.campaign.series import FIRSTS, LAST, LAST_PLACE, Chapter
from tilefolk.core.game import Legacy, Mode
from tilefolk.core.legacy import OWED
from tilefolk.core.match import Match
from tilefolk.games import GAMES, all_modes, point_city
from tilefolk.games.laying import rules
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import CHOSEN
from tilefolk.games.laying.catalogue import EPISODES, changes, ground_of, whole_ground
from tilefolk.games.laying.choosing import PUT_OFF
from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.keepsakes import OPEN, STRUCK, WON
from tilefolk.games.laying.rules.award import Ash, Award
from tilefolk.games.laying.rules.choice import Box, MarkPiece, Stick
from tilefolk.games.laying.rules.end import Visible
from tilefolk.games.laying.rules.hearth import Hearth
from tilefolk.games.laying.rules.metrics import ROOF
from tilefolk.games.laying.rules.once import Hazard
from tilefolk.games.laying.rules.reward import NUGGETS, Bonus, CarryOver, LitPlots
from tilefolk.games.laying.rules.roofs import Roofs
from tilefolk.games.laying.rules.rule_kinds import Choice, Rule, Task
from tilefolk.games.laying.rules.setup import Give, Mark
from tilefolk.games.laying.rules.shaft import Dig
from tilefolk.games.laying.rules.soot import Soot
from tilefolk.games.laying.rules.source import BLOCKING, Deck
from tilefolk.games.laying.state import PHASES
from tilefolk.games.point_city.cards import BUILDINGS, DOWN, INGENUITY, KINDS, UP
from tilefolk.games.point_city.facts import LEVELS, TOKENS
from tilefolk.games.point_city.payment import NOTHING, Spent, spelled
from tilefolk.games.point_city.view import RULES
from tilefolk.locale import LANGUAGES, chapter_messages, texts

SOURCE = Path(tilefolk.__file__).parent
LOCALE = SOURCE / "locale"
WEB_GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
RULE_FILES = (
    "rules.po",
    "roll_and_build.po",
    "point_city*.po",
    "my_city_chapter_*.po",
    "my_island_chapter_*.po",
)
YOU = re.compile(r"\b(ty|cię|ciebie|ci|tobie|tobą|twój|twoj\w+|twoi\w*)\b")  # not so to the reader
SEALED = tuple(series.name for series in SERIES.values() if series.sealed)
ELSEWHERE = {"layer.square"}  # what a client is not shown: it only says where a sticker may go
COUNTS = (0, 1, 2, 3, 5, 12, 22, 25)
FITTING = (rules.FIT, rules.START, rules.JOIN)

Use = tuple[str, tuple[int, ...]]  # a message id and the numbers it is said with


# What has to be said


def episodes() -> tuple[Episode, ...]:
    load_examples()
    return tuple(EPISODES[mode] for mode in covered_modes() if mode in EPISODES)


# What the browser says of things beside a board, by game and chapter.
PLANS: dict[tuple[str, str], tuple[Use, ...]] = {
    ("my_city", "4"): (("plan.cabinet", ()), ("plan.nuggets", (1, 3)), ("plan.milestones", ())),
    ("my_city", "5"): (("plan.investor", (1,)), ("plan.workers", (2, 3))),
    ("my_city", "6"): (
        ("plan.crossed", (2, 9)),
        ("plan.digs", (1,)),
        ("plan.box", (4,)),
        *((f"plan.triangle.{state}", ()) for state in (OPEN, WON, STRUCK)),
    ),
    ("my_city", "7"): (("plan.link.reached", ()), ("plan.link.none", ()), ("plan.link.missing", (2,))),
    ("my_island", "6"): (("plan.beam", (1, 3, 6)),),
    ("my_island", "5"): (
        ("plan.plateau", ()),
        ("plan.harbour", (2,)),
        ("plan.harbour.missing", ()),
        ("plan.harbour.scored", ()),
    ),
    ("my_island", "3"): (("plan.spot.done", ()), ("plan.spot.now", (1, 6)), ("plan.sites", (1, 2, 0))),
    ("my_island", "7"): (
        ("plan.roof.has", (1, 3)),
        ("plan.roof.adds", (1, 3, 2)),
        ("plan.roof.whole", ()),
        ("plan.megalith", (2,)),
        ("plan.megalith.missing", ()),
        ("plan.megalith.scored", ()),
    ),
    ("my_island", "8"): (
        ("plan.portal", (2, 6)),
        ("plan.wave.comes", (8, 5)),
        ("plan.wave.took", (2,)),
    ),
}


@cache
def uses() -> frozenset[Use]:
    """Every message with every tuple of numbers that our games, ways, rules and bots can ask for."""
    out = laying_uses() | {use for collected in COLLECTED.values() for use in collected()}
    out |= _plain("why", _spelled_reasons())
    out |= _plain("game", GAMES)
    out |= series_uses() | _plain("mode", (mode.name for mode in all_modes()))
    out |= _plain("bot", {*BOTS, *(bot for mode in all_modes() for _, bot in mode.fixed_bots)})
    return frozenset(out)


def series_uses() -> set[Use]:
    """What series, their titles and bonuses are called."""
    chapters = [chapter for series in SERIES.values() for chapter in series.chapters]
    ladders = [*(series.titles for series in SERIES.values()), *(chapter.titles for chapter in chapters)]
    out = _plain("mode", SERIES)
    out |= _plain("series.wins", (what for series in SERIES.values() for what in series.wins))
    counted = {what for series in SERIES.values() for what in series.wins} - {FIRSTS, LAST, LAST_PLACE}
    out |= _plain("series.count", counted)
    out |= _plain("animal", (animal for series in SERIES.values() for animal in series.animals))
    out |= {use for series in SERIES.values() if series.sealed for use in _stories(series)}
    out |= _plain("title", (title.name for ladder in ladders for title in ladder))
    out |= _plain("bonus", (chapter.bonus.what for chapter in chapters if chapter.bonus))
    return out | {
        ("series.chapter", (int(chapter.name),)) for chapter in chapters if chapter.name.isdecimal()
    }


def _stories(series: Series) -> set[Use]:
    return {(message, ()) for chapter in series.chapters for message in stories(series, chapter)}


def stories(series: Series, chapter: Chapter) -> set[str]:
    """What a chapter and its episodes are called, and their stories where the campaign tells them singly."""
    head = f"chapter.{series.game}.{chapter.name}"
    tails = ("", ".story") if texts("en").has(f"mode.{series.modes[0]}.story") else ("",)
    return {head, f"{head}.story"} | {f"mode.{mode}{tail}" for mode in chapter.modes for tail in tails}


def laying_uses() -> set[Use]:
    """What the episodes of the laying family say."""
    said = {use for one in episodes() for use in episode_uses(one)}
    plans = {use for told in PLANS.values() for use in told}
    return _plain("phase", (OWED, *PHASES)) | said | chapter_explanations() | plans


def episode_uses(episode: Episode) -> set[Use]:
    """What one episode says."""
    out: set[Use] = set()
    vetoes = {rule.id for rule in _of(episode, rules.PASS, rules.MUST)}
    drawn = list(episode.goals.races.values()) if episode.goals else []
    out |= {(rule.id, rule.numbers) for rule in (*episode.listed, *drawn)}
    out |= _answers(episode)
    scoring = [rule for rule in episode.scoring if rule is not episode.goals]
    out |= _plain("tally", {"start", *PASS, *(rule.id for rule in (*scoring, *drawn))})
    out |= {(f"tie.{rule.id}", (row, 0, 5)) for rule in episode.rules.ties for row in (1, 11)}
    out |= _plain("why", (rule.id for rule in _of(episode, *FITTING)))
    out |= _plain("why", (f"no.{rule}" for rule in vetoes))
    out |= _plain("ended", (CHOSEN, "no_room", *vetoes))
    out |= _plain("kind", episode.kinds_played)
    drawn_shapes = {card.partition("-")[2] for card in cards_of(episode)}
    shapes = [name for name, design in episode.designs.items() if not design.marks or name in drawn_shapes]
    out |= _plain("shape", shapes)
    out |= _plain("layer", _layers(episode))
    out |= _plain("card", _cards(episode))
    out |= _plain("option", _options(episode))
    out |= _kept(episode)
    digging = [rule for rule in episode.rules.reward if isinstance(rule, Dig)]
    return out | _plain("shaft", (rule.kind for rule in digging))


def _kept(episode: Episode) -> set[Use]:
    """What a seat is told of things that it kept."""
    setup, reward = episode.rules.setup, episode.rules.reward
    told = [
        rule for rule in (*setup, *reward) if isinstance(rule, Bonus | Dig | Give | LitPlots | Roofs | Soot)
    ]
    out = _plain("kept", (rule.id for rule in told))
    out |= _plain("kept", (rule.id for rule in reward if isinstance(rule, Award) and rule.most_boxes))
    rows = [row for rule in reward if isinstance(rule, Award) for row in rule.rows.values()]
    out |= _plain("sticker", (gift.sticker for row in rows for gift in row if isinstance(gift, Ash)))
    roofed = any(isinstance(rule, Roofs) for rule in reward)
    marks = [spot.wants for spot in episode.map.legend.values() if spot.symbol == "megalith"]
    return out | _plain("series.count", (f"{ROOF}{mark}" for mark in marks if roofed))


def changed(mode: str) -> set[str]:
    """The rules that come and go with an episode, as the ids of what explains them."""
    new, gone = changes(EPISODES[mode])
    return {f"about.{rule.id}" for rule in new} | {f"about.gone.{rule.id}" for rule in gone}


def introduced(mode: str) -> set[str]:
    """The rules that an episode may explain: all of them in the first one."""
    episode = EPISODES[mode]
    return changed(mode) if episode.follows else {f"about.{rule.id}" for rule in episode.listed}


def explained(series: Series, chapter: Chapter) -> set[str]:
    """What a chapter explains of the rules that it may explain."""
    rules = {rule for mode in chapter.modes for rule in introduced(mode)}
    return {message for message in chapter_messages(series.game, chapter.name) if message in rules}


def chapter_explanations() -> set[Use]:
    """What all chapters of the sealed campaigns explain."""
    sealed = [SERIES[name] for name in SEALED]
    said = {message for one in sealed for chapter in one.chapters for message in explained(one, chapter)}
    return {(message, ()) for message in said}


@pytest.mark.parametrize("name", SEALED)
def test_every_rule_that_comes_is_explained_once(name: str) -> None:
    known = set(entries(LOCALE / "en" / "campaign.po"))
    for chapter in SERIES[name].chapters:
        new = {rule for mode in chapter.modes for rule in changed(mode) if "about.gone." not in rule}
        said = explained(SERIES[name], chapter)
        assert new <= said | known
        assert not said & known
        known |= said


@pytest.mark.parametrize("place", PLANS, ids="-".join)
def test_what_is_said_beside_a_board_stands_in_the_chapter(place: tuple[str, str]) -> None:
    game, chapter = place
    folder = WEB_GAMES / game / "chapters" / chapter
    sources = "".join(path.read_text("utf-8") for path in folder.glob("*.ts"))
    said = {message.removesuffix(".") for message in re.findall(r"\bplan\.[a-z.]+", sources)}
    told = {message for message, _ in PLANS[place]}
    assert said == {re.sub(r"(plan\.triangle)\..*", r"\1", message) for message in told}


@cache
def said_by_mode() -> dict[str, set[str]]:
    return {episode.name: {message for message, _ in episode_uses(episode)} for episode in episodes()}


def said_by(modes: Iterable[str]) -> set[str]:
    return {message for mode in modes for message in said_by_mode()[mode]}


def open_to_all() -> set[str]:
    """What is said outside sealed campaigns, and what all of them say."""
    sealed = {mode for name in SEALED for mode in SERIES[name].modes}
    common = set.intersection(*(said_by(SERIES[name].modes) for name in SEALED))
    return common | said_by(set(said_by_mode()) - sealed)


@pytest.mark.parametrize("name", SEALED)
def test_a_sealed_chapter_has_its_texts_in_a_file_of_its_own(name: str) -> None:
    """Whoever has not come so far is sent none of them; what others say too is no secret."""
    series, known = SERIES[name], open_to_all()
    for chapter in series.chapters:
        said = said_by(chapter.modes)
        own = stories(series, chapter) | explained(series, chapter)
        own |= {f"series.{told}.{what}" for what in chapter.brings for told in ("wins", "count")}
        own |= {message for message, _ in PLANS.get((series.game, chapter.name), ())}
        assert chapter_messages(series.game, chapter.name) == said - known - ELSEWHERE | own
        known |= said


def point_city_uses() -> set[Use]:
    """What the cards, tokens, rules and automata of Point City say."""
    out = _plain("point_city", (*RULES, *(f"automaton.{level}" for level in LEVELS)))
    out |= {("tie.point_city.tie", (5, 0)), ("tie.point_city.automaton", ())}
    out |= _plain("building", (building.id for building in BUILDINGS))
    out |= _plain("resource", (*KINDS, INGENUITY))
    out |= _plain("side", (UP, DOWN))
    out |= _plain("item", (item for word in KINDS for item in _items(word)))
    out |= _plain("token", TOKENS)
    out |= _plain("tally", (f"token.{token}" for token in TOKENS))
    out |= _plain("tally", ("buildings", "symbols", "tokens", "ingenuity", "no_pair"))
    out |= _plain("answer", ("flip", "take", "draw", "pay", "token"))
    return out | _plain("ended", ("over",))


def _items(kind: str) -> tuple[str, ...]:
    """Everything that can pay for a kind."""
    every = tuple(Spent(1, 1, 1, 1) if other == kind else NOTHING for other in KINDS)
    return tuple(map(str, spelled(every)[1:]))


COLLECTED: Mapping[str, Callable[[], set[Use]]] = {point_city.name: point_city_uses}  # by game


def _plain(head: str, tails: Iterable[object]) -> set[Use]:
    return {(f"{head}.{tail}", ()) for tail in tails}


def _of(episode: Episode, *shapes: Mapping[str, type]) -> list[Rule]:
    """The episode's rules of these shapes."""
    kinds = tuple(kind for shape in shapes for kind in shape.values())
    return [rule for rule in episode.listed if isinstance(rule, kinds)]


def _answers(episode: Episode) -> set[Use]:
    out = _plain("answer", ("place", *PASS, *END))
    rich = Legacy(counts=((NUGGETS, 99),))
    for ask in episode.rules.ask:
        out |= {(f"answer.{verb}", tuple(map(int, numbers))) for verb, *numbers in ask.answers(rich, 0)}
    ground = whole_ground(episode, Legacy())
    for choice in _choices(episode):
        shown = choice.shown(ground)
        out |= _plain("answer", (shown["verb"], *PUT_OFF))
        out |= _plain("sticker", getattr(choice, "what", ()))
        out |= _plain(
            "why", {Box: ("box_full", "box_closed"), MarkPiece: ("has_mark",)}.get(type(choice), ())
        )
        if isinstance(choice, Hearth):
            choice = choice.bound(("0,0",))
        if isinstance(choice, Stick):
            second = replace(choice, on=choice.second) if choice.second else choice
            reasons = {reason for one in (choice, second) for reason, _ in one.conditions(ground)}
            reasons |= {"stick.built" for spot in episode.map.legend.values() if spot.building}
            out |= _plain("why", reasons)
    return out


def _choices(episode: Episode) -> Iterator[Choice]:
    for rule in episode.rules.reward:
        if isinstance(rule, Award):
            yield from (gift for row in rule.rows.values() for gift in row if isinstance(gift, Choice))
        elif isinstance(rule, Dig):
            yield from (gift for gift in rule.gifts if isinstance(gift, Choice))
        elif isinstance(rule, Soot) and (choice := rule.choice(Task(rule.id, 0))):
            yield choice


def _layers(episode: Episode) -> set[str]:
    """Everything a cell can be or carry; sets of cells have a text where points lie on them."""
    out = set(ground_of(episode.name, Legacy()).layers) - {*episode.map.cells, *episode.map.limits}
    for rule in episode.rules.once:
        found = {getattr(rule, "at", ""), *getattr(rule, "on", ())}
        out |= found & set(episode.map.cells)
    stuck: set[str] = {rule.put for rule in episode.rules.setup if isinstance(rule, Mark)}
    stuck |= {rule.sticker for rule in episode.rules.reward if isinstance(rule, CarryOver)}
    stuck |= {what for choice in _choices(episode) if isinstance(choice, Stick) for what in choice.what}
    stuck |= set(episode.map.letters.values())
    spots = [episode.map.legend[letter] for letter in stuck]
    out |= {name for spot in spots for name in (spot.terrain, spot.symbol) if name}
    out |= {rule.becomes for rule in episode.rules.round if isinstance(rule, Hazard)}
    return out | {rule.noted for _, rule in episode.rules.end if isinstance(rule, Visible) and rule.noted}


def _cards(episode: Episode) -> set[str]:
    """Cards that are more than a kind and a shape."""
    source = episode.source
    if not isinstance(source, Deck):
        return set()
    return {*source.seat_cards, *([BLOCKING] if source.blocking else [])}


def _options(episode: Episode) -> Iterator[str]:
    for name, choices in episode.mode.options:
        yield name
        yield from (f"{name}.{choice}" for choice in choices)


def _spelled_reasons() -> set[str]:
    """The reasons that stand in the code itself: in `Illegal((...))`, and in what `why` and the functions
    that help it return."""
    out: set[str] = set()
    for folder in ("core", "games"):
        for path in sorted((SOURCE / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            explains = any(isinstance(node, ast.FunctionDef) and node.name == "why" for node in tree.body)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Illegal":
                    out |= set(_words(node))
                elif isinstance(node, ast.FunctionDef) and (node.name.startswith("why") or explains):
                    out |= {word for given in _given(node) for word in _words(given)}
    return out


def _given(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What a function that gives reasons returns, or gathers in a list before."""
    if function.returns is None or ast.unparse(function.returns) != "tuple[str, ...]":
        return
    for node in ast.walk(function):
        if isinstance(node, ast.Return | ast.List):
            yield node
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "append":
            yield ast.List(node.args)


def _words(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List):
            for part in node.elts:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def test_every_game_says_what_it_can_say() -> None:
    unheard = [mode.name for mode in all_modes() if mode.name not in EPISODES]
    assert {mode.partition("/")[0] for mode in unheard} == set(COLLECTED)


def test_reasons_are_found_in_the_code() -> None:
    found = _spelled_reasons()
    assert {"not_to_act", "no_such_cell", "nothing_to_undo", "never_back", "cannot_pay"} <= found
    assert not found & {"flip", "pay", "take", "place"}, "verbs are no reasons"


# What matches show


def shown(match: Match) -> set[Use]:
    """The messages behind the views of a match as it stands, and behind what is not allowed in it."""
    game, state = match.game, match.state
    out: set[Use] = set()
    for seat in (None, *range(match.header.seats)):
        view = game.view(state, seat)
        out |= {(rule, tuple(numbers)) for rule, numbers in view["rules"]}
        out |= _plain("answer", {answer[0] for answer in view["answers"]})
        out |= _plain("ended", {board["ended"] for board in view["boards"]} - {""})
        out |= _plain("tally", {rule for board in view["boards"] for rule, *_ in board["tally"]})
    done = {kept.act.action for kept in match.kept}
    for seat in range(match.header.seats):
        out |= _plain("why", {reason for action in done for reason in game.why(state, seat, action)})
    return out


@pytest.mark.slow
@pytest.mark.parametrize("mode", all_modes(), ids=lambda mode: mode.name)
def test_what_a_match_shows_is_among_it(mode: Mode) -> None:
    """Nothing that a real match shows has been overlooked by what was collected from the code."""
    for length in count(0, 23 if mode.name not in EPISODES or not EPISODES[mode.name].history else 61):
        match = random_match(mode.name, max(mode.seats), "together", "texts", stop=length, quits=0.0)
        assert shown(match) <= uses() | {(message, ()) for message, _ in uses()}
        if match.over:
            return


# The catalogues


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def entries(path: Path) -> dict[str, tuple[str, ...]]:
    """Message id -> its forms, as the file has them."""
    out = {}
    for entry in catalogue(path):
        if entry.id:
            message = entry.id if isinstance(entry.id, str) else entry.id[0]
            string = entry.string or ""
            out[message] = (string,) if isinstance(string, str) else tuple(string)
    return out


def holes(forms: tuple[str, ...]) -> set[str]:
    """The names of the holes in any form of a message."""
    return {hole for text in forms for _, hole, _, _ in Formatter().parse(text) if hole is not None}


def files() -> list[Path]:
    return sorted(LOCALE.glob("*/*.po"))


def form(language: str, n: int) -> int:
    """Which form a number takes, written down a second time."""
    if n == 1:
        return 0
    if language == "en":
        return 1
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


def file_name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", files(), ids=file_name)
def test_the_file_speaks_its_language(path: Path) -> None:
    language = path.parent.name
    assert language in LANGUAGES
    header = catalogue(path)
    assert str(header.locale) == language
    assert header.num_plurals == {"en": 2, "pl": 3}[language]
    plural = gettext.c2py(header.plural_expr)
    assert [plural(n) for n in range(200)] == [form(language, n) for n in range(200)]


@pytest.mark.parametrize("path", files(), ids=file_name)
def test_every_entry_is_whole(path: Path) -> None:
    plurals = catalogue(path).num_plurals
    wrong = [m for m, forms in entries(path).items() if len(forms) not in (1, plurals) or not all(forms)]
    assert not wrong, f"empty, or the wrong number of forms: {wrong}"
    ids = re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert not {message for message in ids if ids.count(message) > 1}, "written twice"


@pytest.mark.parametrize("name", sorted({path.name for path in files()}))
def test_all_languages_have_the_same_messages(name: str) -> None:
    ours, *others = (entries(LOCALE / language / name) for language in LANGUAGES)
    for theirs in others:
        assert set(ours) ^ set(theirs) == set(), "in one language only"
        mixed = [message for message in ours if (len(ours[message]) > 1) != (len(theirs[message]) > 1)]
        assert not mixed, f"counted in one language only: {mixed}"
        apart = [message for message in ours if holes(ours[message]) != holes(theirs[message])]
        assert not apart, f"other holes in another language: {apart}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_stands_in_two_files(language: str) -> None:
    ids = [message for path in files() if path.parent.name == language for message in entries(path)]
    assert not {message for message in ids if ids.count(message) > 1}


# Both together


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said(language: str) -> None:
    missing = sorted({message for message, _ in uses() if not texts(language).has(message)})
    assert not missing, f"{language} has no text for {missing}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_built(language: str) -> None:
    wrong = [
        f"{message} {numbers}: {said}"
        for message, numbers in sorted(uses())
        for said in spoken(language, message, numbers)
        if not sound(message, said)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_unused(language: str) -> None:
    ours = [path for name in RULE_FILES for path in (LOCALE / language).glob(name)]
    unused = {message for path in ours for message in entries(path)} - {message for message, _ in uses()}
    assert len(ours) >= len(RULE_FILES) and not unused, f"nobody says {sorted(unused)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counted_text_has_a_count(language: str) -> None:
    """Plural forms without a number to choose by would always show the first."""
    counted = {message for message, forms in texts(language).forms.items() if len(forms) > 1}
    assert not [message for message, numbers in uses() if message in counted and not numbers]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_tells_its_number(language: str) -> None:
    forms = texts(language).forms
    assert not [message for message, numbers in uses() if numbers and "0" not in holes(forms[message])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tokens_and_automata_tell_what_they_are_worth(language: str) -> None:
    worth = {f"token.{name}": [token.worth, token.times] for name, token in TOKENS.items()}
    for name, level in LEVELS.items():
        worth[f"point_city.automaton.{name}"] = [level.token, level.ingenuity, *level.symbols]
    said = texts(language).say
    wrong = [
        message for message, numbers in worth.items() for n in numbers if n and str(n) not in said(message)
    ]
    assert not wrong


def spoken(language: str, message: str, numbers: tuple[int, ...]) -> Iterator[str]:
    """The text with its real numbers, and a counted one with every count that could take another form."""
    spoken_in = texts(language)
    counts = COUNTS if len(spoken_in.forms.get(message, ())) > 1 and numbers else ()
    for changed in (numbers, *((n, *numbers[1:]) for n in counts)):
        try:
            yield spoken_in.say(message, *changed)
        except (IndexError, KeyError, ValueError) as error:
            yield f"{{{error!r}}}"


def sound(message: str, said: str) -> bool:
    """A text, no id, no hole left, a real minus, calm."""
    if not said.strip() or said != " ".join(said.split()) or said == message:
        return False
    return not re.search(r"[{}!]|(?<!\d)-\d", said)


def test_a_number_shows_a_real_minus() -> None:
    assert texts("en").say("visible.rock", -1) == "Rock that is not built over: −1"
    assert texts("pl").say("visible.tree", 1) == "Niezabudowane drzewo: +1"


def test_polish_addresses_the_reader_with_a_capital() -> None:
    small = [
        f"{path.name} {message}: {said}"
        for path in files()
        if path.parent.name == "pl"
        for message, forms in entries(path).items()
        for said in forms
        if YOU.search(re.sub("`.*?`", "", said))  # commands are no words
    ]
    assert not small, "\n".join(small)
    assert YOU.search("gra za ciebie") and not YOU.search("gra za Ciebie na cichej ulicy")


def test_polish_counts() -> None:
    said = [texts("pl").say("answer.melt", n) for n in (1, 3, 5, 12, 22)]
    assert said == [
        "Przetapiam 1 samorodek",
        "Przetapiam 3 samorodki",
        "Przetapiam 5 samorodków",
        "Przetapiam 12 samorodków",
        "Przetapiam 22 samorodki",
    ]


def test_unsound_texts_are_found() -> None:
    for said in ("", "a.b", "{0} trees", "Stop!", "Rock: -1", "Two  spaces"):
        assert not sound("a.b", said)
    assert sound("a.b", "Rock: −1, row 1-2")
