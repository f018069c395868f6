"""Modules and functions named in comments, docstrings and pages exist."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("bot", "engine", "render", "tools", "tests")
WHOLE = re.compile(rf"\b(?:{'|'.join(TOPS)})(?:\.[a-z_]\w*)+(?:\.[A-Z]\w*)?\b")
"""A full dotted name, such as bot.service.clock.calendar.parse_quiet."""
SHORT = re.compile(r"`([a-z_]+)\.(?!py\b|sqlite3\b)([A-Za-z_]\w*)")
"""A module and a name in it, such as `calendar.parse_quiet`."""
CREATED = re.compile(r"^```python (\S+\.py)$", re.MULTILINE)
"""The path of a file that a guide creates, at the start of its code block."""
ARTICLE = re.compile(r"\ban\s+[bcdfgjklpqtvwyz]\w+|\ba\s+[ai]\w+")
"""A wrong article, as judged by the first letter of the noun."""


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return the set of all words in a file."""
    return frozenset(re.findall(r"\w+", path.read_text(encoding="utf-8")))


@cache
def modules() -> dict[str, list[Path]]:
    """Return the files of all modules except tests, by module name."""
    references = defaultdict(list)
    for top in TOPS[:-1]:
        for path in (ROOT / top).rglob("*.py"):
            references[path.stem].append(path)
    return references


def prose(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a Python file, or the whole text of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield text
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def is_there(name: str) -> bool:
    """Return whether a dotted name is a module or a name that occurs in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:end])
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if file.is_file():
            return end == len(parts) or parts[end] in names_in(file)
    return False


def unknown(text: str) -> list[str]:
    """Return the full dotted names in this text that do not exist.

    A guide may name the modules that its own code blocks create.
    """
    files = (path.removesuffix(".py").removesuffix("/__init__") for path in CREATED.findall(text))
    made = {file.replace("/", ".") for file in files}
    return [name for name in WHOLE.findall(text) if not is_there(name) and name not in made]


def stale(text: str) -> list[str]:
    """Return the full and short names in this text that do not exist."""
    return unknown(text) + [
        f"{module}.{name}"
        for module, name in SHORT.findall(text)
        if (files := modules().get(module)) and not any(name in names_in(file) for file in files)
    ]


def sources() -> list[Path]:
    return [path for top in TOPS for path in sorted((ROOT / top).rglob("*.py"))]


def pages() -> list[Path]:
    return [path for folder in (".", "docs", "deploy") for path in (ROOT / folder).glob("*.md")]


def found_in(paths: list[Path], look: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """Return the findings in the prose of these files, by path.

    Most files are clean as a whole, and need not be split into tokens.
    """
    missing = {
        str(path.relative_to(ROOT)): [each for text in prose(path) for each in look(text)]
        for path in paths
        if look(path.read_text(encoding="utf-8"))
    }
    return {path: each for path, each in missing.items() if each}


def test_every_referenced_module_and_function_exists() -> None:
    assert found_in(sources(), stale) == {}


def test_every_module_referenced_in_pages_exists() -> None:
    """Only full names are checked, because `halma.sqlite3` looks like a short name."""
    assert found_in(pages(), unknown) == {}


def test_nouns_have_the_right_article() -> None:
    assert found_in([*sources(), *pages()], ARTICLE.findall) == {}


@pytest.mark.parametrize(
    "text",
    ["as bot.service.nowhere.parse has it", "see `engine.record.nothing`", "`time_control.none`"],
)
def test_a_dangling_reference_is_detected(text: str) -> None:
    assert stale(text) != []


@pytest.mark.parametrize(
    "text",
    [
        "`time_control.parse`",
        "bot.service.clock.calendar.parse_quiet",
        "`env.py`",
        "`halma.sqlite3`",
    ],
)
def test_a_valid_reference_is_accepted(text: str) -> None:
    assert stale(text) == []
