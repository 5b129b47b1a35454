"""The pages say what the code does."""

import asyncio
import fnmatch
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import commands_page
from tests.dialect import load_examples
from tests.rules_page import PAGE, page
from tests.server.local_app import browser, local_app
from tilefolk.bots import BOTS
from tilefolk.campaign import all_offers
from tilefolk.coach.advice import advise
from tilefolk.coach.report import Budget, report
from tilefolk.coach.review import Effort
from tilefolk.core.match import verify
from tilefolk.core.play import play, sight
from tilefolk.core.record import read_record, write_record
from tilefolk.games import GAMES, find, my_city
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.locale import LANGUAGES, texts
from tilefolk.twin.check import check

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PACKAGES = ROOT / "src/tilefolk"
CLIENT = [ROOT / "web/src", ROOT / "web/src/games"]
MAX_WORDS_IN_A_CELL = 40


def text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_rules_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_every_verb_is_in_the_notation() -> None:
    load_examples()
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


def test_the_bot_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", readme(), re.DOTALL)
    assert len(list(filter(None, source.splitlines()))) <= 10
    exec(compile(source, "README.md", "exec"), {"__name__": "__main__"})
    assert re.match(r"\(-?\d+, -?\d+\) \(\d, \d\)\nMy City", capsys.readouterr().out)


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[str]:
    """The episode of the page, as a file beside the others."""
    folder = tmp_path / "data"
    shutil.copytree(my_city.GAME.folder, folder)
    (source,) = re.findall(r"```toml\n(.*?)```", text("adding.md"), re.DOTALL)
    (folder / "tiny.toml").write_text(source, encoding="utf-8")
    EPISODES.add_folder("my_city", folder)
    yield "my_city/tiny"
    EPISODES.add_folder("my_city", my_city.GAME.folder)
    EPISODES.pop("my_city/tiny", None)


def test_the_episode_of_the_page_loads_and_plays(tiny: str) -> None:
    game, mode = find(tiny)
    match = play(game, mode, [BOTS["greedy"], BOTS["random"]], seed="page")
    assert match.over and any(line.action[0] == "place" for line in match.lines)
    for language in LANGUAGES:
        assert not [rule.id for rule in EPISODES[tiny].listed if not texts(language).has(rule.id)]


def test_the_episode_of_the_page_can_be_looked_at_coached_and_compiled(tiny: str) -> None:
    game, mode = find(tiny)
    match = play(game, mode, [BOTS["fox"], BOTS["random"]], seed="page")
    for seat in (0, 1, None):
        view = my_city.GAME.view(match.state, seat)
        assert view["game"] == tiny and json.dumps(view)
    assert report(match, 0, Budget(20, 5, Effort(1, 2), 2)).value == match.end_record()["values"][0]
    assert advise(sight(game, match.kept[1].before, 0))
    checked = check(game, mode, 2, "page")
    assert checked.placements and not checked.differences


async def test_the_rules_of_the_episode_of_the_page_can_be_read(tiny: str, tmp_path: Path) -> None:
    told = my_city.GAME.rules_page(tiny)
    pictures = {rule["id"]: rule["pictures"] for group in told["groups"] for rule in group["rules"]}
    assert pictures["clear"] and not pictures["on_land"], "one may build everywhere"
    async with asyncio.timeout(120), local_app(tmp_path) as app, browser(app) as ola:
        assert (await ola.get(f"/api/rules/{tiny}")).json() == told


def test_the_page_of_commands_is_fresh() -> None:
    assert text("commands.md") == commands_page.english_page(), "run `make docs`"


@pytest.mark.parametrize("name", commands_page.commands())
def test_every_command_is_on_its_page_with_every_option(name: str) -> None:
    section = re.split(r"^## ", text("commands.md"), flags=re.MULTILINE)
    shown = next(part for part in section if part.startswith(f"{name}\n"))
    for param in commands_page.commands()[name].params:
        if param.name != "help":
            assert f"`{param.metavar or max(param.opts, key=len)}`" in shown, param.name


@pytest.mark.parametrize("name", commands_page.commands())
def test_the_examples_of_a_command_can_be_read(name: str) -> None:
    command = commands_page.commands()[name]
    assert commands_page.examples(command)
    for program, called, *words in commands_page.examples(command):
        assert (program, called) == ("tilefolk", name)
        given = command.make_context(name, words).params
        if name in ("play", "sim"):
            assert fnmatch.filter([mode.name for mode in all_offers()], given["name"]), given["name"]


def test_readme_names_every_game() -> None:
    for game in GAMES:
        assert texts("en").say(f"game.{game}").rpartition(": ")[2] in readme()


def test_the_architecture_names_every_package_and_every_folder_of_the_client() -> None:
    named = set(re.findall(r"`([\w/]+)`", text("architecture.md")))
    packages = [file.parent.relative_to(PACKAGES) for file in PACKAGES.rglob("*/__init__.py")]
    missing = [str(package) for package in packages if not {str(package), package.name} & named]
    folders = [folder.name for folder in (ROOT / "web/src").iterdir() if folder.is_dir()]
    assert not [*missing, *(folder for folder in folders if folder not in named)]


def test_the_architecture_names_every_module() -> None:
    named = set(re.findall(r"`(\w+)`", text("architecture.md")))
    files = [file for file in PACKAGES.rglob("*.py") if "migrations" not in file.parts]
    modules = {file.stem for file in files if not file.stem.startswith("__")}
    assert not sorted(modules - named)


def test_the_modules_of_the_architecture_exist() -> None:
    """The first column of a table names modules or folders of what stands in the heading above it."""
    checked = 0
    for heading, section in re.findall(r"^#+ (`.*)\n((?:(?!#).*\n)*)", text("architecture.md"), re.MULTILINE):
        named = re.findall(r"`([\w/]+)`", heading)
        folders = CLIENT if named == ["web"] else [PACKAGES / name for name in named]
        for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE):
            for name in re.findall(r"`(\w+)`", row):
                found = [folder / end for folder in folders for end in (f"{name}.py", name)]
                assert any(path.exists() for path in found), f"{heading}: {name}"
                checked += 1
    assert checked > 150


@pytest.mark.parametrize("name", ["api.md", "architecture.md", "contributing.md"])
def test_cells_of_tables_are_short(name: str) -> None:
    rows = [row for row in text(name).splitlines() if row.startswith("|")]
    cells = [cell for row in rows for cell in re.split(r"(?<!\\)\|", row)]
    assert rows and not [cell for cell in cells if len(cell.split()) > MAX_WORDS_IN_A_CELL]


def test_links_between_pages_lead_somewhere() -> None:
    for page_ in [*DOCS.glob("*.md"), *ROOT.glob("*.md")]:
        for link in re.findall(r"\]\(([^)#]+)\)", page_.read_text(encoding="utf-8")):
            if not link.startswith("http"):
                assert (page_.parent / link).exists(), f"{page_.name} links to {link}"
