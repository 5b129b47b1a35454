"""`make audit-python` and `make audit-client` say what they found, or that there was nobody to ask."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "requirements" / "audit.py"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("printed", "status", "answer", "said"),
    [
        ("found 0 vulnerabilities", 0, 0, "found 0 vulnerabilities"),
        ("2 vulnerabilities (1 moderate, 1 high)", 1, 1, "2 vulnerabilities"),
        ("npm error code ENOTFOUND registry", 1, 3, "nothing was checked"),
        ("requests.exceptions.ConnectionError: Max retries exceeded", 1, 3, "nothing was checked"),
        ("a fault of the program itself", 2, 1, "a fault of the program itself"),
    ],
)
def test_an_audit_tells_what_it_asked(
    audit: ModuleType, printed: str, status: int, answer: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-c", f"print({printed!r}); raise SystemExit({status})"]
    assert audit.run(command, Path.cwd(), "the audit") == answer
    assert said in capsys.readouterr().out


def test_a_missing_program_is_named(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit.shutil, "which", lambda name: None)
    monkeypatch.setattr(audit.sys, "executable", str(tmp_path / "python"))
    assert (audit.audit_python(), audit.audit_client()) == (3, 3)
    assert capsys.readouterr().out.count("nothing was checked") == 2
