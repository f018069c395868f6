"""What comments, docstrings and pages name of our own modules is there."""

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
"""A dotted name from the top, such as bot.service.clock.calendar.parse_quiet."""
SHORT = re.compile(r"`([a-z_]+)\.(?!py\b|sqlite3\b)([A-Za-z_]\w*)")
"""A module and what is in it, such as `calendar.parse_quiet`."""
ARTICLE = re.compile(r"\ban\s+[bcdfgjklpqtvwyz]\w+|\ba\s+[ai]\w+")
"""The wrong article, as far as the first letter tells it."""


@cache
def names_in(path: Path) -> frozenset[str]:
    """All names in a file."""
    return frozenset(re.findall(r"\w+", path.read_text(encoding="utf-8")))


@cache
def modules() -> dict[str, list[Path]]:
    """The files of our modules, tests apart, by the last part of their names."""
    found = defaultdict(list)
    for top in TOPS[:-1]:
        for path in (ROOT / top).rglob("*.py"):
            found[path.stem].append(path)
    return found


def prose(path: Path) -> Iterator[str]:
    """The comments and the strings that stand alone in a Python file; a page as it is."""
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
    """Whether a dotted name from the top is a module, or stands in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:end])
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if file.is_file():
            return end == len(parts) or parts[end] in names_in(file)
    return False


def unknown(text: str) -> list[str]:
    """The dotted names from the top in a text that lead nowhere."""
    return [name for name in WHOLE.findall(text) if not is_there(name)]


def stale(text: str) -> list[str]:
    """The same, with short names."""
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
    """What is found in the prose of some files."""
    found = {
        str(path.relative_to(ROOT)): [each for text in prose(path) for each in look(text)]
        for path in paths
    }
    return {path: each for path, each in found.items() if each}


def test_every_module_and_function_that_is_named_exists() -> None:
    assert found_in(sources(), stale) == {}


def test_every_module_that_a_page_names_exists() -> None:
    """Names of files, such as `halma.sqlite3`, look like the short names of functions."""
    assert found_in(pages(), unknown) == {}


def test_nouns_have_the_right_article() -> None:
    assert found_in([*sources(), *pages()], ARTICLE.findall) == {}


@pytest.mark.parametrize(
    "text",
    ["as bot.service.nowhere.parse has it", "see `engine.record.nothing`", "`time_control.none`"],
)
def test_a_name_that_leads_nowhere_is_seen(text: str) -> None:
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
def test_a_name_that_leads_somewhere_is_none(text: str) -> None:
    assert stale(text) == []
