"""All small faults that a source file allows, found in its syntax tree: whole lines, and what they become."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

FLIPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
SWAPPED_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
UNREAD = {"__repr__", "__str__"}  # functions that only people who debug see


@dataclass(frozen=True)
class Fault:
    """Lines of a file of the package, and the lines that stand there instead."""

    path: str
    line: int
    kind: str
    function: str
    old: str
    new: str

    @property
    def key(self) -> str:
        return "\n".join((self.path, self.old, self.new))

    def planted(self, text: str) -> str:
        """The file with the fault; of several places that look alike the one nearest to the line."""
        places, start = [], text.find(self.old)
        while start >= 0:
            places.append(start)
            start = text.find(self.old, start + 1)
        if not places:
            raise ValueError(f"{self.path} has no such lines:\n{self.old}")
        place = min(places, key=lambda each: abs(text.count("\n", 0, each) + 1 - self.line))
        return text[:place] + self.new + text[place + len(self.old) :]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def draw(root: Path, package: str, number: int, seed: int, counts: Callable[[Fault], bool]) -> list[Fault]:
    """Faults of a package by chance, at most one for a line, of those that count and can be compiled."""
    files = [path for path in sorted((root / package).rglob("*.py")) if "migrations" not in path.parts]
    found = list(chain.from_iterable(faults(root, path) for path in files))
    Random(f"{seed} {package}").shuffle(found)
    drawn: dict[tuple[str, int], Fault] = {}
    for fault in found:
        if len(drawn) == number:
            break
        place = fault.path, fault.line
        if place not in drawn and counts(fault) and is_python(fault, root):
            drawn[place] = fault
    return list(drawn.values())


def faults(root: Path, path: Path) -> Iterator[Fault]:
    """Those of one file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    name = path.relative_to(root).as_posix()
    for function in functions(ast.parse(text)):
        for kind, node, replacement in changes(function):
            first, last = node.lineno, node.end_lineno or node.lineno
            old = "\n".join(lines[first - 1 : last])
            new = spliced(lines[first - 1 : last], node, replacement)
            if new != old:
                yield Fault(name, first, kind, function.name, old, new)


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The outermost ones; what is in them belongs to them. What stands at the top of a module is data."""
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        for child in ast.iter_child_nodes(open_nodes.pop()):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                if child.name not in UNREAD:
                    yield child
            elif isinstance(child, ast.ClassDef):
                open_nodes.append(child)


def spliced(lines: list[str], node: ast.expr | ast.stmt, replacement: str) -> str:
    """The lines with something else in the place of the node; columns count bytes."""
    before = lines[0].encode()[: node.col_offset]
    after = lines[-1].encode()[node.end_col_offset or 0 :]
    return (before + replacement.encode() + after).decode()


def is_python(fault: Fault, root: Path) -> bool:
    try:
        compile(fault.planted((root / fault.path).read_text(encoding="utf-8")), "fault", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


Change = tuple[str, ast.expr | ast.stmt, str]  # the kind of a fault, a node, what stands there instead


def changes(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Change]:
    for statement in function.body:
        yield from within(statement)


def within(node: ast.AST) -> Iterator[Change]:
    """Annotations and texts with holes are left alone: the one is never run, the other is for people."""
    if isinstance(node, ast.JoinedStr):
        return
    if isinstance(node, ast.stmt):
        yield from of_statement(node)
    if isinstance(node, ast.expr):
        yield from of_expression(node)
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from within(child)


def of_statement(node: ast.stmt) -> Iterator[Change]:
    if isinstance(node, ast.If):
        if isinstance(node.body[-1], LEAVING) and not node.orelse:
            yield "guard left out", node, "pass"
        yield "branches swapped", node.test, f"not ({ast.unparse(node.test)})"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
        yield "statement left out", node, "pass"
    elif isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node, ast.AugAssign) or not isinstance(targets[0], ast.Name | ast.Tuple):
            yield "statement left out", node, "pass"
    elif isinstance(node, ast.Delete | ast.Raise):
        yield "statement left out", node, "pass"


def of_expression(node: ast.expr) -> Iterator[Change]:
    changed = partial(with_field, node)
    if isinstance(node, ast.Compare) and type(node.ops[0]) in FLIPPED:
        yield "comparison", node, changed(ops=[FLIPPED[type(node.ops[0])](), *node.ops[1:]])
    elif isinstance(node, ast.BinOp) and type(node.op) in FLIPPED:
        yield "operator", node, changed(op=FLIPPED[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield "and/or", node, changed(op=FLIPPED[type(node.op)]())
        for index in range(len(node.values)):
            rest = node.values[:index] + node.values[index + 1 :]
            yield "clause left out", node, changed(values=rest) if rest[1:] else f"({ast.unparse(rest[0])})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.IfExp):
        yield "branches swapped", node, changed(body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        value = not node.value if isinstance(node.value, bool) else node.value + 1
        yield "off by one" if type(node.value) is int else "not", node, repr(value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED_CALLS:
        yield "min/max", node.func, SWAPPED_CALLS[node.func.id]
    elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        for index, part in enumerate(node.generators):
            if part.ifs:
                bare = ast.comprehension(part.target, part.iter, [], part.is_async)
                loops = [*node.generators[:index], bare, *node.generators[index + 1 :]]
                yield "filter left out", node, changed(generators=loops)


def with_field(node: ast.expr, **fields: Any) -> str:
    """The node with other fields as text, in brackets: it stands alone wherever it is put."""
    kept = {name: getattr(node, name) for name in node._fields}
    text = ast.unparse(type(node)(**{**kept, **fields}))
    return text if text[0] in "([{" and text[-1] in ")]}" and not isinstance(node, ast.BinOp) else f"({text})"
