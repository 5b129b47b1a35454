"""What series and the chapters of sealed campaigns say."""

from tests.locale.uses.message import Use, plain
from tilefolk.campaign import SERIES, Series
from tilefolk.campaign.series import FIRSTS, LAST, LAST_PLACE, Chapter
from tilefolk.games.laying.catalogue import EPISODES, changes
from tilefolk.games.laying.keepsakes import OPEN, STRUCK, WON
from tilefolk.locale import chapter_messages, texts

SEALED = tuple(series.name for series in SERIES.values() if series.sealed)


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


def series_uses() -> set[Use]:
    """What series, their titles and bonuses are called."""
    chapters = [chapter for series in SERIES.values() for chapter in series.chapters]
    ladders = [*(series.titles for series in SERIES.values()), *(chapter.titles for chapter in chapters)]
    out = plain("mode", SERIES)
    out |= plain("series.wins", (what for series in SERIES.values() for what in series.wins))
    counted = {what for series in SERIES.values() for what in series.wins} - {FIRSTS, LAST, LAST_PLACE}
    out |= plain("series.count", counted)
    out |= plain("animal", (animal for series in SERIES.values() for animal in series.animals))
    out |= {use for series in SERIES.values() if series.sealed for use in _stories(series)}
    out |= plain("title", (title.name for ladder in ladders for title in ladder))
    out |= plain("bonus", (chapter.bonus.what for chapter in chapters if chapter.bonus))
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
