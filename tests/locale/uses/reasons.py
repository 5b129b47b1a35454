"""The reasons that stand in the code itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tilefolk

SOURCE = Path(tilefolk.__file__).parent


def spelled_reasons() -> set[str]:
    """The reasons that stand in the code itself: in `Illegal((...))`, and in what `why` and the functions
    that help it return."""
    out: set[str] = set()
    for folder in ("core", "games"):
        for path in sorted((SOURCE / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            explains = any(isinstance(node, ast.FunctionDef) and node.name == "why" for node in tree.body)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Illegal":
                    out |= set(_words(node))
                elif isinstance(node, ast.FunctionDef) and (node.name.startswith("why") or explains):
                    out |= {word for given in _given(node) for word in _words(given)}
    return out


def _given(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What a function that gives reasons returns, or gathers in a list before."""
    if function.returns is None or ast.unparse(function.returns) != "tuple[str, ...]":
        return
    for node in ast.walk(function):
        if isinstance(node, ast.Return | ast.List):
            yield node
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "append":
            yield ast.List(node.args)


def _words(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List):
            for part in node.elts:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value
