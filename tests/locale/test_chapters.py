"""A sealed chapter explains its rules and has its texts in a file of its own."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.locale.po_files import LOCALE, entries
from tests.locale.uses.chapters import PLANS, SEALED, changed, explained, stories
from tests.locale.uses.laying import episode_uses, episodes
from tilefolk.campaign import SERIES
from tilefolk.locale import chapter_messages

WEB_GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
ELSEWHERE = {"layer.square"}  # printed on the legacy board from the first day, said in no chapter


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
