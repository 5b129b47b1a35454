"""Promises of the repository that are easy to forget."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tilefolk.games import fixed_bot_names
from tilefolk.locale import texts

ROOT = Path(__file__).parents[2]


def tracked() -> list[Path]:
    """Files of the repository; all files below it where there is no git."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.splitlines() if (path := ROOT / name).is_file()]


def test_lock_files_name_no_host_and_pin_by_hash() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text), path.name
        for entry in re.split(r"\n(?=\S)", text):
            if "==" in entry.split("\n")[0]:
                assert "--hash=sha256:" in entry, entry.split("\n")[0]


def test_lock_files_of_node_name_no_host_and_pin_by_hash() -> None:
    locks = [path for path in tracked() if path.name == "package-lock.json"]
    assert len(locks) == 2
    for path in locks:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?://", text), path
        packages = json.loads(text)["packages"]
        assert all("integrity" in pinned for name, pinned in packages.items() if name), path


def test_lock_files_agree() -> None:
    """They are installed into one environment: `make play` and `make setup` must not undo each other."""
    known: dict[str, list[str]] = {}
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        pins: dict[str, list[str]] = {}
        for package, version in re.findall(
            r"^([\w.-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            pins.setdefault(package, []).append(version)
        apart = {name for name, versions in pins.items() if known.setdefault(name, versions) != versions}
        assert not apart, f"{path.name} has other versions of {sorted(apart)}"


def test_no_path_of_one_machine_stands_in_a_file() -> None:
    place = re.compile("/(?:ho" + "me|ro" + "ot|wo" + "rk|us" + "r/local)/[a-z]")
    for path in tracked():
        if path.suffix in {".py", ".md", ".toml", ".po", ".txt", ".yml", ""} and path.name != "LICENSE":
            found = place.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.name}: {found and found.group()}"


def test_the_project_stands_alone() -> None:
    for path in tracked():
        if path.suffix in {".py", ".toml"} and path.name != "test_repo.py":
            assert ".." + "/shared" not in path.read_text(encoding="utf-8"), path.name


def test_ci_calls_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / ".ci/run").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in readme
    assert "make test" in readme


def test_peek_stays_under_80_lines() -> None:
    assert len((ROOT / "tests/games/peek.py").read_text(encoding="utf-8").splitlines()) < 80


def test_core_and_games_use_the_standard_library_only() -> None:
    import sys

    for folder in ("core", "games"):
        for path in (ROOT / "src/tilefolk" / folder).rglob("*.py"):
            for name in re.findall(
                r"^\s*(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE
            ):
                assert name == "tilefolk" or name in sys.stdlib_module_names, f"{path.name} imports {name}"


# Campaigns have words of their own that server and pages share: episode, city, progress.
THINGS = """building church eternal forest island market mountain provision river rock
            roof tree vein my_island roll_and_build"""


def words_of_games() -> re.Pattern[str]:
    """Names of games, their packages and bots, their kinds, and what is built with and upon in them."""
    packages = {path.parent.name for path in (ROOT / "src/tilefolk/games").glob("*/__init__.py")}
    said = texts("en").forms
    kinds = {name.partition(".")[2] for name in said if name.startswith("resource.")}
    names = {forms[0] for name, forms in said.items() if name.startswith("game.")}
    words = {*packages, *fixed_bot_names(), *kinds, *names, *THINGS.split()}
    spelled = sorted(re.sub(r"[ _]", "[ _-]?", word) for word in words)
    return re.compile(rf"(?<![a-z])(?:{'|'.join(spelled)})s?(?![a-z])", re.IGNORECASE)


def test_what_serves_all_games_names_none() -> None:
    words = words_of_games()
    shared = ("src/tilefolk/core", "src/tilefolk/server", "web/src")
    apart = (ROOT / "web/src/games", ROOT / "src/tilefolk/server/static")
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for folder in shared
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and path.suffix != ".pyc" and not any(place in path.parents for place in apart)
        for word in words.findall(f"{path.stem} {path.read_text(encoding='utf-8')}")
    ]
    assert not found


def test_words_of_games_are_found() -> None:
    words = words_of_games()
    for said in (
        "point_city",
        "my city",
        "Point-City",
        "PointCity",
        "laying",
        "rivers",
        "energy",
        "automaton",
    ):
        assert words.search(said), said
    for said in ("playing", "energetic", "treetop", "table", "capacity"):
        assert not words.search(said), said


def test_the_family_engine_names_no_game() -> None:
    words = re.compile(r"my.?city|my.?island|roll.?(and|&).?build|point.?city", re.IGNORECASE)
    for path in (ROOT / "src/tilefolk/games/laying").rglob("*.py"):
        assert not words.search(path.read_text(encoding="utf-8")), path.name


def test_versions_agree() -> None:
    import tilefolk

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == tilefolk.__version__
    for name in ("package.json", "package-lock.json"):
        package = json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))
        assert package["version"] == tilefolk.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)", changelog, re.MULTILINE)[0] == tilefolk.__version__
    hosting = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    assert set(re.findall(r"tilefolk-(\d+\.\d+\.\d+)", hosting)) == {tilefolk.__version__}


def test_the_release_section_names_every_file_that_has_the_version() -> None:
    import tilefolk

    text = (ROOT / "docs/contributing.md").read_text("utf-8")
    named = re.findall(r"`([\w/]+\.\w+)`", text.partition("## Release\n")[2].partition("\n\n#")[0])
    assert {ROOT / "src/tilefolk/version.py", ROOT / "pyproject.toml"} <= {ROOT / name for name in named}
    assert not [name for name in named if tilefolk.__version__ not in (ROOT / name).read_text("utf-8")]
