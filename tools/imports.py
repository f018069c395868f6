"""Imports of the project, read from its sources: the import graph and its cycles."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "render", "bot")
"""The packages of the program, as opposed to its tests and tools."""


def sources(root: Path, tops: Iterable[str] = PACKAGES) -> Iterator[tuple[PurePosixPath, Path]]:
    """Yield (path from the root, path) of each Python file under these folders."""
    for top in tops:
        for path in sorted((root / top).rglob("*.py")):
            yield PurePosixPath(path.relative_to(root)), path


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements of a tree, including nested ones."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for node in getattr(tree, part, ()):
            yield node
            yield from statements(node)


@cache
def imported(inside: PurePosixPath, source: str) -> tuple[tuple[int, str], ...]:
    """Return (line, absolute dotted name) for each import, including nested ones."""
    package, imported = inside.parent.parts, list[tuple[int, str]]()
    by_name = "__import__" in source or "import_module" in source
    for node in (ast.walk if by_name else statements)(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported += ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            near = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*near, *filter(None, [node.module])))
            imported += ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and ast.unparse(node.func) in {"__import__", "import_module", "importlib.import_module"}
        ):
            imported.append((node.lineno, str(node.args[0].value)))
    return tuple(imported)


def modules(root: Path, tops: Iterable[str]) -> dict[str, Path]:
    """Return the files under these folders, keyed by dotted name."""
    return {
        ".".join(inside.with_suffix("").parts).removesuffix(".__init__"): path
        for inside, path in sources(root, tops)
    }


def arrows(root: Path, tops: Iterable[str]) -> dict[str, set[str]]:
    """Return the import graph of these folders, with imports for annotations."""
    files = modules(root, tops)
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        source = path.read_text(encoding="utf-8")
        named_here = {name for _, name in imported(PurePosixPath(path.relative_to(root)), source)}
        graph[module] = {
            known
            for name in named_here
            for known in (name if name in files else name.rpartition(".")[0],)
            if known in files and known != module
        }
    return graph


def circles(graph: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Find the import cycles with Tarjan's algorithm.

    Returns the names in each cycle, sorted.
    """
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    cycles: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in number:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                cycles.append(sorted(group))

    for module in sorted(graph):
        if module not in number:
            visit(module)
    return cycles
