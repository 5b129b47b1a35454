"""`make audit-python` and `make audit-client`: known faults of what we use, where there is a network to ask.

Exit status: 0 nothing known, 1 something is known, 3 nothing could be asked.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
NO_NETWORK = re.compile(
    r"ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|ENOAUDIT|audit endpoint|ConnectionError|Max retries|resolve"
    r"|NetworkError|timed out|Connection refused|40[34] |50[0-9] ",
    re.IGNORECASE,
)


def audit_python() -> int:
    own = Path(sys.executable).parent / "pip-audit"
    program = str(own) if own.exists() else shutil.which("pip-audit")
    if program is None:
        print("pip-audit is not installed, so nothing was checked: .venv/bin/pip install pip-audit")
        return 3
    pins = ROOT / "requirements" / "cluster.txt"
    return run([program, "--require-hashes", "--disable-pip", "-r", str(pins)], ROOT, "pip-audit")


def audit_client() -> int:
    npm = shutil.which("npm") or str(Path(sys.executable).parent / "npm")
    if not Path(npm).exists():
        print("npm is not installed, so nothing was checked: make play installs it")
        return 3
    return run([npm, "audit", "--package-lock-only"], ROOT / "web", "npm audit")


def run(command: list[str], folder: Path, name: str) -> int:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    if done.returncode and NO_NETWORK.search(told) and "vulnerabilit" not in told:
        print(f"{name} could not ask anybody (no network?), so nothing was checked.")
        return 3
    print(told.strip())
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit({"python": audit_python, "client": audit_client}[sys.argv[1]]())
