"""API reference: a page per public module of the engine, pictures and extensions."""

import ast
import inspect
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tools.imports import ROOT

FOLDER = "api"
MODULES = (
    "engine",
    "engine.search",
    "engine.analysis",
    "engine.record",
    "engine.position_format",
    "engine.puzzles",
    "render",
    "render.animation",
)
"""Modules of the library. Everything else is internal and can change at any time."""
GAME_MODULES = (
    "engine.variant_definition",
    "engine.board",
    "engine.rules",
    "engine.move_generation.movers",
)
"""Modules from which games are made."""
EXTENSION_MODULES = tuple(
    f"bot.extension_api.{path.stem}"
    for path in sorted((ROOT / "bot/extension_api").glob("[a-z]*.py"))
)
"""Modules with what extensions may import from the bot."""
PACKAGE_OPTIONS = [
    "   :imported-members:",
    # The fields of a variant are those of its base class. Other bases are from Python.
    "   :inherited-members: tuple, BaseException",
]
"""Options of the directive for a package."""


class Constant(NamedTuple):
    """A constant of a module with its annotation and its docstring."""

    name: str
    annotation: str
    text: str


def write_api_pages(folder: Path) -> list[str]:
    """Write the pages; return their names without suffix."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    names = (*MODULES, *GAME_MODULES, *EXTENSION_MODULES)
    for name in names:
        (folder / FOLDER / f"{name}.md").write_text(api_page(name), "utf-8")
    return [f"{FOLDER}/{name}" for name in names]


def api_page(name: str) -> str:
    """Return the page of a module: a directive that Sphinx replaces by the docstrings.

    Constants that a package imports from its modules are written out. Sphinx finds the docstring of
    a constant only in the module that defines it.
    """
    module = import_module(name)
    package = hasattr(module, "__path__")
    lines = [f".. automodule:: {name}", "   :members:", "   :undoc-members:"]
    if package:
        lines += PACKAGE_OPTIONS
    elif name in EXTENSION_MODULES:
        # Inherited members would be those of discord.py.
        lines += ["   :imported-members:"]
    else:
        lines += ["   :member-order: bysource"]
    of_engine = _documented_by_engine(module) if name in GAME_MODULES else []
    if of_engine:
        lines += [f"   :exclude-members: {', '.join(of_engine)}"]
    for constant in constants(module) if package else ():
        lines += ["", f".. py:data:: {name}.{constant.name}"]
        lines += [f"   :type: {constant.annotation}"] if constant.annotation else []
        lines += ["", *(f"   {line}".rstrip() for line in constant.text.splitlines())]
    page = [f"# {name}", "", "```{eval-rst}", *lines, "```", ""]
    if of_engine:
        page += [
            f"On the page [engine](engine.md): {', '.join(f'`{each}`' for each in of_engine)}.",
            "",
        ]
    return "\n".join(page)


def _documented_by_engine(module: ModuleType) -> list[str]:
    """Return the classes of a module that the page of `engine` describes."""
    listed = getattr(module, "__all__", ())
    return [
        name
        for name in import_module("engine").__all__
        if name in listed
        or getattr(getattr(module, name, None), "__module__", "") == module.__name__
    ]


def constants(package: ModuleType) -> list[Constant]:
    """Return the public constants of a package, in the order of `__all__`."""
    by_name: dict[str, Constant] = {}
    for path in sorted(Path(package.__path__[0]).glob("*.py")):
        body = ast.parse(path.read_text("utf-8")).body
        for statement, after in pairwise([*body, ast.Pass()]):
            if constant := _constant(statement, after):
                by_name.setdefault(constant.name, constant)
    wanted = (name for name in package.__all__ if name in by_name)
    return [by_name[name] for name in wanted if not inspect.isroutine(getattr(package, name))]


def _constant(statement: ast.stmt, after: ast.stmt) -> Constant | None:
    """Return the constant that a statement defines, with the docstring after it."""
    match statement:
        case ast.Assign(targets=[ast.Name(name)]):
            annotation = ""
        case ast.AnnAssign(target=ast.Name(name), annotation=kind):
            annotation = ast.unparse(kind)
        case _:
            return None
    match after:
        case ast.Expr(ast.Constant(str(text))):
            return Constant(name, annotation, inspect.cleandoc(text))
    return Constant(name, annotation, "")
