"""`make sbom`: what the program is made of, as a CycloneDX list, and the licences of its Python packages.

Everything comes from the pinned files of this repository and from what is installed; nothing is downloaded.
The browser client carries its own notices (third_party_notices.txt, made by its build).
"""

import base64
import json
import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PINS = ("base.txt", "print.txt", "cluster.txt")  # what a site installs; tools for development are not in it
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)")
LICENCE_FILE = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def python_components() -> list[dict[str, Any]]:
    """The pinned packages, each with the hashes of the files that may be installed."""
    found: dict[str, dict[str, Any]] = {}
    for file in PINS:
        name = ""
        for row in (ROOT / "requirements" / file).read_text("utf-8").splitlines():
            if pin := PIN.match(row):
                name = pin[1].lower()
                found[name] = {
                    "type": "library",
                    "name": name,
                    "version": pin[2],
                    "purl": f"pkg:pypi/{name}@{pin[2]}",
                    "hashes": [],
                    **licences(name),
                }
            if name and (digest := HASH.search(row)):
                known = {"alg": "SHA-256", "content": digest[1]}
                if known not in found[name]["hashes"]:
                    found[name]["hashes"].append(known)
    return [found[name] for name in sorted(found)]


def licences(name: str) -> dict[str, Any]:
    if (installed := installed_package(name)) is None:
        return {}
    given = installed.metadata.get("License-Expression") or installed.metadata.get("License") or ""
    named = given.splitlines()[0].strip() if given else ""
    return {"licenses": [{"license": {"name": named}}]} if named else {}


def installed_package(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def client_components() -> list[dict[str, Any]]:
    """What the browser client is built with; the bundle holds a part of it."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    found = []
    for path, package in sorted(lock["packages"].items()):
        if path:
            name = path.rpartition("node_modules/")[2]
            component: dict[str, Any] = {
                "type": "library",
                "name": name,
                "version": package["version"],
                "purl": f"pkg:npm/{name.replace('@', '%40', 1)}@{package['version']}",
                "scope": "optional" if package.get("dev") else "required",
            }
            kind, _, digest = package.get("integrity", "").partition("-")
            if kind == "sha512":
                component["hashes"] = [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}]
            if "license" in package:
                component["licenses"] = [{"license": {"name": package["license"]}}]
            found.append(component)
    return found


def notices() -> str:
    """The licence texts of the installed Python packages."""
    parts = []
    for component in python_components():
        if installed := installed_package(component["name"]):
            files = sorted(str(file) for file in installed.files or () if LICENCE_FILE.search(file.name))
            texts = [Path(str(installed.locate_file(file))).read_text("utf-8", "replace") for file in files]
            parts.append("\n\n".join([f"{component['name']} {installed.version}", *map(str.strip, texts)]))
    return f"\n\n{'-' * 78}\n\n".join(parts) + "\n"


def main(folder: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version = project["version"]
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "tilefolk",
                "version": version,
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [*python_components(), *client_components()],
    }
    folder.mkdir(exist_ok=True)
    (folder / f"tilefolk-{version}.cdx.json").write_text(json.dumps(bom, indent=1) + "\n", "utf-8")
    (folder / f"tilefolk-{version}-notices.txt").write_text(notices(), "utf-8")
    print(f"{len(bom['components'])} components in {folder}/tilefolk-{version}.cdx.json")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
