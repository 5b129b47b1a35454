"""What import-linter's layers do not hold: no import cycle, no server module that knows everybody."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
MOST_OF_THE_SERVER = 12


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {name_of(path): path for path in SOURCE.rglob("*.py") if "static" not in path.parts}


def imports(name: str) -> set[str]:
    """The modules of ours that a module imports anywhere: also for types alone, also inside functions."""
    tree = ast.parse(modules()[name].read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(
                whole if (whole := f"{node.module}.{alias.name}") in modules() else node.module
                for alias in node.names
            )
    return {module for module in found if module in modules() and module != name}


def first_cycle(graph: dict[str, set[str]]) -> list[str]:
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_on_a_way_round() -> None:
    assert first_cycle({name: imports(name) for name in modules()}) == []


def test_a_cycle_would_be_found() -> None:
    assert first_cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}})


def test_no_module_of_the_server_imports_too_many_others_of_it() -> None:
    counts = {
        name: sum(other.startswith("tilefolk.server") for other in imports(name))
        for name in modules()
        if name.startswith("tilefolk.server")
    }
    assert len(counts) > 50
    assert {name: count for name, count in counts.items() if count > MOST_OF_THE_SERVER} == {}
