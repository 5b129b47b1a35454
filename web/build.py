"""Builds the browser client into the server's static folder, when anything in web/ has changed."""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WEB = Path(__file__).parent
ROOT = WEB.parent
STATIC = ROOT / "src" / "tilefolk" / "server" / "static"
STAMP = STATIC / ".built"
FONTS = ROOT / "src" / "tilefolk" / "printing" / "fonts"
KERNELS = ROOT / "src" / "tilefolk" / "twin" / "core"


def sources() -> list[Path]:
    inner = [path for path in (WEB / "src").rglob("*") if path.is_file()]
    outer = [path for path in WEB.iterdir() if path.is_file() and path.name not in ("build.py", ".lock")]
    public = [path for path in (WEB / "public").rglob("*") if path.is_file()]
    kernels = [KERNELS / "kernels.json", KERNELS / "kernels.wasm"]
    return sorted(inner + outer + public + kernels)


def fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def npm() -> tuple[str, dict[str, str]]:
    """npm of the system's node 20 or newer, else of the wheel inside our environment."""
    found, node = shutil.which("npm"), shutil.which("node")
    if found and node:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        if (number := re.match(r"v(\d+)", version)) and int(number.group(1)) >= 20:
            return found, dict(os.environ)
    own = Path(sys.executable).parent
    if not (own / "npm").exists():
        pip = [
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "-q",
            "install",
            "--require-hashes",
        ]
        subprocess.run([*pip, "-r", str(ROOT / "requirements" / "node.txt")], check=True)
    return str(own / "npm"), {**os.environ, "PATH": f"{own}{os.pathsep}{os.environ['PATH']}"}


def run(*step: str, show: bool = False, folder: Path = WEB) -> None:
    command, env = npm()
    done = subprocess.run(
        [command, *step], cwd=folder, env=env, capture_output=not show, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"npm {' '.join(step)} failed\n{done.stdout or ''}{done.stderr or ''}")


@contextmanager
def locked() -> Iterator[None]:
    """One build or installation at a time: a second one waits for the first."""
    with (WEB / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build() -> None:
    """Build the client, and from it the font of the printed sheets, unless these very sources were built."""
    with locked():
        wanted = fingerprint()
        if FONTS.is_dir() and STAMP.is_file() and STAMP.read_text(encoding="ascii") == wanted:
            return
        print("Building the browser client (once) ...", flush=True)
        install()
        run("run", "--silent", "build")
        add_font_notices()
        subprocess.run([sys.executable, str(WEB / "fonts.py"), str(FONTS)], check=True)
        STAMP.write_text(wanted, encoding="ascii")


def add_font_notices() -> None:
    """The bundler lists the licences of scripts alone; those of the fonts come after them."""
    fonts = sorted((WEB / "node_modules" / "@fontsource-variable").iterdir())
    with (STATIC / "third_party_notices.txt").open("a", encoding="utf-8") as notices:
        for font in fonts:
            package = json.loads((font / "package.json").read_text(encoding="utf-8"))
            notices.write(f"\n## {package['name']} - {package['version']} ({package['license']})\n\n")
            notices.write((font / "LICENSE").read_text(encoding="utf-8"))


def install(folder: Path = WEB) -> None:
    """What a folder's package-lock.json lists, unless it is there."""
    wanted = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    installed = folder / "node_modules" / ".installed"
    if installed.is_file() and installed.read_text(encoding="ascii") == wanted:
        return
    run("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
    installed.write_text(wanted, encoding="ascii")


def main(scripts: list[str]) -> None:
    """Build, then run the scripts of package.json that are named; `lint` alone needs no build."""
    if scripts == ["lint"]:
        with locked():
            install()
    else:
        build()
    for script in scripts:
        if script == "test":
            subprocess.run([sys.executable, "-m", "tests.kernel_positions"], cwd=ROOT, check=True)
        run("run", "--silent", script, show=True)


if __name__ == "__main__":
    main(sys.argv[1:])
