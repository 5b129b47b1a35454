"""What a wheel is made of is told: all pinned packages with hashes, their licences; no script runs."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.lowest import lowest_versions

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^([a-z0-9._-]+)(?:\[.*?\])?==(\S+)", re.MULTILINE | re.IGNORECASE)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sbom")
    command = [sys.executable, str(ROOT / "requirements/sbom.py"), str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def test_the_list_names_every_pinned_package_with_its_hashes(made: Path) -> None:
    (file,) = made.glob("*.json")
    told = json.loads(file.read_text("utf-8"))
    assert told["bomFormat"] == "CycloneDX"
    listed = {part["name"].lower(): part for part in told["components"]}
    pinned = dict(PIN.findall((ROOT / "requirements/base.txt").read_text("utf-8")))
    assert pinned
    for name, version in pinned.items():
        part = listed[name.lower()]
        assert part["version"] == version and part["hashes"], name
    client = json.loads((ROOT / "web/package.json").read_text("utf-8"))
    assert {"svelte"} <= listed.keys() and client["devDependencies"]["svelte"] == listed["svelte"]["version"]


def test_licences_come_with_it(made: Path) -> None:
    (file,) = made.glob("*.txt")
    assert "fastapi" in (text := file.read_text("utf-8")).lower() and "Permission is hereby granted" in text


def test_no_package_of_the_client_runs_a_script_when_it_is_installed() -> None:
    build = (ROOT / "web/build.py").read_text("utf-8")
    installs = [row for row in build.splitlines() if re.search(r'run\("(ci|install)"', row)]
    assert installs and all("--ignore-scripts" in row for row in installs)


def test_whoever_finds_a_fault_knows_where_to_write() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert all(f"## {part}" in text for part in ("Report a fault", "What is promised", "Who could attack"))
    assert "SECURITY.md" in (ROOT / "README.md").read_text("utf-8")


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGE_OF = {"prometheus_client": "prometheus-client", "pydantic_core": "pydantic", "ziglang": "ziglang"}
PRIVATE_PARTS = ("typer", "uvicorn", "websockets")  # of these we use what may change with any version


def test_what_is_imported_is_required() -> None:
    """What comes only because something else needs it may be gone one day."""
    source = "\n".join(file.read_text("utf-8") for file in (ROOT / "src/tilefolk").rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:from|import) ([a-z]\w*)", source, re.MULTILINE))
    wanted = [
        *PROJECT["dependencies"],
        *(each for extra in PROJECT["optional-dependencies"].values() for each in extra),
    ]
    required = {re.split(r"[\[<>=]", each)[0] for each in wanted}
    others = imported - sys.stdlib_module_names - {"tilefolk"}
    assert not {name for name in others if PACKAGE_OF.get(name, name) not in required}


def test_what_a_site_installs_has_a_lower_bound_and_private_parts_an_upper_one() -> None:
    assert len(lowest_versions(PROJECT)) > len(PROJECT["dependencies"])
    assert {each.partition(">")[0] for each in PROJECT["dependencies"] if "<" in each} == set(PRIVATE_PARTS)
