"""The interface is the one that is written down, and holds against whatever is sent."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.server.serving import Server, Visitor, running
from tilefolk.server.messages import MAX_NAME_CHARACTERS
from tilefolk.server.run.app import Config, create_app

OPENAPI = Path(__file__).parent.parent.parent / "docs" / "openapi.json"
EXAMPLES = 200


def written() -> str:
    """The interface as a document; `make docs` writes it."""
    app = create_app(Config(Path("unused")))
    return json.dumps(app.openapi(), indent=1, sort_keys=True) + "\n"


def operations() -> list[tuple[str, str]]:
    paths = json.loads(OPENAPI.read_text(encoding="utf-8"))["paths"]
    return [(path, method.upper()) for path, methods in paths.items() for method in methods]


def test_the_document_is_fresh() -> None:
    assert OPENAPI.read_text(encoding="utf-8") == written(), "run `make docs`"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("api")) as server:
        yield server


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    import schemathesis  # slow to load

    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


@pytest.mark.parametrize(("path", "method"), operations())
def test_nothing_breaks_the_interface(server: Server, schema: Any, path: str, method: str) -> None:
    operation = schema[path][method]
    share = max(1, EXAMPLES // len(operations()))

    @seed(20261115)
    @settings(
        max_examples=share,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def holds(case: Any) -> None:
        answer = case.call(base_url=server.url)
        assert answer.status_code < 500, f"{method} {path}: {answer.status_code}"
        case.validate_response(answer)

    holds()


@pytest.mark.parametrize(("language", "words"), [("en", "1 to 24"), ("pl", "od 1 do 24")])
def test_a_name_that_is_none_is_told_what_one_is(server: Server, language: str, words: str) -> None:
    ola = Visitor(server, "Ola")
    ola.put("/api/me", language=language)
    for name in ("", "   ", "x" * (MAX_NAME_CHARACTERS + 1), "a\nb", 7):
        answer = ola.http.put("/api/me", json={"name": name})
        told = answer.json()
        assert (answer.status_code, told["code"]) == (422, "bad_name") and words in told["detail"]
    assert str(MAX_NAME_CHARACTERS) in words
    assert ola.http.put("/api/me", json={"name": "", "colour": "red"}).json()["code"] == "bad_request"
    assert ola.put("/api/me", name=f" {'x' * MAX_NAME_CHARACTERS} ")["name"] == "x" * MAX_NAME_CHARACTERS


if __name__ == "__main__":
    OPENAPI.write_text(written(), encoding="utf-8")
