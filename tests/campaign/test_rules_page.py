"""The page of rules of a series tells how its matches belong together."""

import pytest

from tilefolk.campaign import SERIES
from tilefolk.campaign.rules_page import rules_page
from tilefolk.locale import LANGUAGES, texts


def told(name: str) -> list[str]:
    page = rules_page(SERIES[name], SERIES[name].modes)
    return [rule["id"] for group in page["groups"] for rule in group["rules"]]


@pytest.mark.parametrize("name", SERIES)
def test_everything_on_it_can_be_said(name: str) -> None:
    page = rules_page(SERIES[name], ())
    said = [sentence for group in page["groups"] for sentence in group["said"]]
    heads = [f"rules.group.{group['group']}" for group in page["groups"]]
    for language in LANGUAGES:
        assert all(texts(language).has(message) for message in (*said, *heads, *told(name)))


def test_sums_bags_and_titles_are_told() -> None:
    assert {"series.rule.chapters", "clause.bags", "series.rule.titles"} <= set(
        told("roll_and_build/campaign")
    )
    assert {"series.rule.sum", "clause.bags", "series.rule.titles"} <= set(told("roll_and_build/chapter-3"))
    assert "clause.bags" not in told("roll_and_build/chapter-1")
    assert "series.rule.carried" not in told("roll_and_build/short")


@pytest.mark.parametrize("name", ["my_city/campaign", "my_island/campaign"])
def test_a_campaign_tells_of_envelopes_and_progress(name: str) -> None:
    assert {"series.rule.sealed", "series.rule.joining", "series.rule.progress"} <= set(told(name))
