"""The pages say what the code does."""

import re
from pathlib import Path

import pytest

from tests.dialect import load_probes
from tests.rules_page import PAGE, in_short, page
from tilefolk.bots import BOTS
from tilefolk.campaign import all_offers
from tilefolk.cli.main import app
from tilefolk.core.match import verify
from tilefolk.core.play import play
from tilefolk.core.record import read_record, write_record
from tilefolk.games import find, my_city
from tilefolk.games.laying.catalogue import EPISODES, load_episode
from tilefolk.locale import LANGUAGES, texts

DOCS = Path(__file__).parent.parent / "docs"


def text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_table_of_rules_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_every_verb_is_in_the_notation() -> None:
    load_probes()
    streams = {episode.source.stream for episode in EPISODES.values()} | {"find"}
    for verb in {
        "place",
        "pass",
        "end",
        "undo",
        "melt",
        "stick",
        "double",
        "enter",
        "late",
        "reveal",
    } | streams:
        assert f"{verb} " in text("notation.md") or f"{verb}`" in text("notation.md"), verb


def test_the_record_of_the_page_is_a_whole_match() -> None:
    record = re.findall(r"```\n(tilefolk-match 1\n.*?)```", text("notation.md"), re.DOTALL)[0]
    match = read_record(record, find)
    assert match.over and match.end and verify(match) == []
    assert write_record(match) == record


def test_the_bot_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    source = re.findall(r"```python\n(.*?)```", text("bots.md"), re.DOTALL)[0]
    exec(compile(source, "bots.md", "exec"), {"__name__": "bots"})
    assert "[1, 2]" in capsys.readouterr().out


def test_the_episode_of_the_page_loads_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(re.findall(r"```toml\n(.*?)```", text("adding.md"), re.DOTALL)[0], encoding="utf-8")
    episode = load_episode("my_city", file, my_city.GAME.folder / "game.toml")
    try:
        assert episode.name == "my_city/tiny"
        match = play(my_city.GAME, episode.way, [BOTS["greedy"], BOTS["random"]], seed="page")
        assert match.over and any(line.action[0] == "place" for line in match.lines)
        for language in LANGUAGES:
            assert not [rule.id for rule in episode.listed if not texts(language).has(rule.id)]
    finally:
        del EPISODES[episode.name]


def test_readme_names_every_command_game_and_bot() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"tilefolk {command.name or command.callback.__name__}" in readme
    for name in in_short([way.name for way in all_offers()]) + list(BOTS):
        assert name in readme


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*DOCS.glob("*.md"), DOCS.parent / "README.md"]
    for page_ in pages:
        for link in re.findall(r"\]\(([^)#]+)\)", page_.read_text(encoding="utf-8")):
            if not link.startswith("http"):
                assert (page_.parent / link).exists(), f"{page_.name} links to {link}"
