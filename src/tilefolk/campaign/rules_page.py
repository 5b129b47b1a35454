"""The page of rules of a series: how its matches belong together. Each match has a page of its own."""

from collections.abc import Iterator, Sequence

from tilefolk.campaign.series import Series
from tilefolk.core.game import Json

SEALED, JOINING, PROGRESS = "series.rule.sealed", "series.rule.joining", "series.rule.progress"
CHAPTERS, SUM, TITLES, CARRIED = (
    "series.rule.chapters",
    "series.rule.sum",
    "series.rule.titles",
    "series.rule.carried",
)


def rules_page(series: Series, matches: Sequence[str]) -> Json:
    """What a client shows of the rules of a series; `matches` are those whose own pages may be read."""
    return {
        "game": series.name,
        "follows": None,
        "gifts": [],
        "matches": list(matches),
        "groups": [
            _group("aim", [f"aim.{series.game}"], _course(series)),
            _group("points", [], _points(series)),
        ],
    }


def _group(name: str, said: Sequence[str], rules: Iterator[tuple[str, list[int]]]) -> Json:
    told = [
        {"id": id, "numbers": numbers, "clauses": [], "new": False, "pictures": []} for id, numbers in rules
    ]
    return {"group": name, "said": list(said), "rules": told}


def _course(series: Series) -> Iterator[tuple[str, list[int]]]:
    yield "series.rule.matches", [len(series.modes)]
    if series.sealed:
        yield SEALED, []
    if series.joining:
        yield JOINING, []


def _points(series: Series) -> Iterator[tuple[str, list[int]]]:
    if series.wins:
        yield PROGRESS, []
        return
    yield (CHAPTERS if len(series.chapters) > 1 else SUM), []
    if any(chapter.bonus for chapter in series.chapters):
        yield "clause.bags", []
    if series.titles or any(chapter.titles for chapter in series.chapters):
        yield TITLES, []
    if series.carries and dict(series.options).get("award") == "yes":
        yield CARRIED, []
