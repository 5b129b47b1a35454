"""Promises of the repository that are easy to forget."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


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


def test_core_names_no_game() -> None:
    words = re.compile(r"my_city|my_island|roll_and_build|point_city|\blaying\b", re.IGNORECASE)
    for path in (ROOT / "src/tilefolk/core").glob("*.py"):
        assert not words.search(path.read_text(encoding="utf-8")), path.name


def test_the_family_engine_names_no_game() -> None:
    words = re.compile(r"my.?city|my.?island|roll.?(and|&).?build|point.?city", re.IGNORECASE)
    for path in (ROOT / "src/tilefolk/games/laying").rglob("*.py"):
        assert not words.search(path.read_text(encoding="utf-8")), path.name


def test_versions_agree() -> None:
    import tilefolk

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == tilefolk.__version__
    assert f"## {tilefolk.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
