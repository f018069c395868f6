"""Prose lint for docstrings, comments, messages, names and documents.

`python -m tools.prose` checks the project, or only the files that are named. The words are in
`tools.refused_words`, and `docs/style.md` explains the style.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.refused_words import (
    EXEMPT_FILES,
    LONGEST_FIRST_LINE,
    MARKERS,
    NAME_PARTS,
    VAGUE,
    VARIABLES,
    WORDS,
)

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ("engine", "render", "bot", "tools", "tests")
"""Folders whose Python files are checked."""
NAMED = ("engine", "render", "bot", "tools")
"""Folders whose public names and variables are checked.

Tests are left out, because test names are sentences.
"""
DOCUMENTS = ("*.md", "docs/*.md", "deploy/*.md", "tests/*.md", ".github/**/*.md")
COMMENTED = (
    "Makefile",
    "pyproject.toml",
    "constraints.txt",
    ".ci/*",
    "deploy/*",
    ".github/**/*.yml",
)
"""Files in other languages, whose comments are checked."""

_PATTERNS = "|".join(
    rf"(?P<w{number}>(?:{word.pattern})\b)".replace(" ", r"\s+")
    for number, word in enumerate(WORDS)
)
# The boundary comes first, so that the words are compared at the beginning of a word only.
_WORD = re.compile(rf"\b(?:{_PATTERNS})", re.IGNORECASE)
_PARTS = {each.part: each for each in NAME_PARTS}
_NAME_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->", re.DOTALL)


class Complaint(NamedTuple):
    """A passage or name that violates the style."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


class _Passage(NamedTuple):
    """A piece of prose, with the number of its first line."""

    line: int
    text: str


def check(root: Path = ROOT, only: Sequence[str] = ()) -> list[Complaint]:
    """Return the complaints about the project in this folder, by path and line.

    `only` limits the check to these paths, if any are given.
    """
    kinds = (
        ([f"{folder}/**/*.py" for folder in PYTHON], python_complaints),
        (DOCUMENTS, document_complaints),
        (COMMENTED, comment_complaints),
    )
    complaints = {
        complaint
        for patterns, complaints_about in kinds
        for path in _files(root, patterns)
        if (name := path.relative_to(root).as_posix()) in only or not only
        for complaint in complaints_about(name, path.read_text("utf-8"))
    }
    return sorted(complaints)


def python_complaints(path: str, source: str) -> list[Complaint]:
    """Return the complaints about one Python file."""
    tree = ast.parse(source)
    nodes = [*ast.walk(tree)]
    complaints = [
        complaint
        for passage in (*_docstrings(nodes), *_messages(nodes), *_comments(source))
        for complaint in _refused(path, passage)
    ]
    complaints += _long_first_lines(path, nodes)
    if path.split("/")[0] in NAMED:
        complaints += _refused_names(path, tree, nodes)
        complaints += _refused_variables(path, nodes)
    return complaints


def document_complaints(path: str, text: str) -> list[Complaint]:
    """Return the complaints about a Markdown document.

    Code and link targets are skipped.
    """
    prose = _FENCE.sub(_blank, text)
    return _refused(path, _Passage(1, _CODE.sub(_blank, prose)))


def comment_complaints(path: str, text: str) -> list[Complaint]:
    """Return the complaints about comments that start with #."""
    lines = (line.partition("#")[2] for line in text.splitlines())
    return _refused(path, _Passage(1, "\n".join(lines)))


def _files(root: Path, patterns: list[str] | tuple[str, ...]) -> Iterator[Path]:
    paths = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    for path in sorted(paths):
        if path.relative_to(root).as_posix() not in EXEMPT_FILES:
            yield path


def _blank(match: re.Match[str]) -> str:
    """Return spaces of the same length as the matched text, with its line breaks."""
    return re.sub(r"[^\n]", " ", match[0])


def _docstrings(nodes: Iterable[ast.AST]) -> Iterator[_Passage]:
    """Yield all docstrings, including those of constants and fields."""
    for node in nodes:
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield _Passage(value.lineno, value.value)


def _messages(nodes: Iterable[ast.AST]) -> Iterator[_Passage]:
    """Yield the sentences that are marked for translation."""
    for node in nodes:
        if isinstance(node, ast.Call) and _called(node.func) in MARKERS:
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield _Passage(argument.lineno, argument.value)


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _comments(source: str) -> Iterator[_Passage]:
    """Yield the comments, with adjacent lines joined to find phrases across them."""
    if not _WORD.search("\n".join(line.partition("#")[2] for line in source.splitlines())):
        return  # tokenizing takes much longer than this search
    lines: list[str] = []
    start = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if lines and token.start[0] == start + len(lines):
                lines.append(token.string.lstrip("#"))
                continue
            if lines:
                yield _Passage(start, "\n".join(lines))
            start, lines = token.start[0], [token.string.lstrip("#")]
    if lines:
        yield _Passage(start, "\n".join(lines))


def _refused(path: str, passage: _Passage) -> list[Complaint]:
    """Return a complaint for each refused word of a passage."""
    complaints = []
    for match in _WORD.finditer(passage.text):
        word = WORDS[int(str(match.lastgroup)[1:])]
        if any(_is_inside(match, phrase) for phrase in word.allowed):
            continue
        line = passage.line + passage.text.count("\n", 0, match.start())
        shown = " ".join(match[0].split())
        message = f'"{shown}" is refused ({word.reason}): write {word.instead}'
        complaints.append(Complaint(path, line, message))
    return complaints


def _is_inside(match: re.Match[str], phrase: str) -> bool:
    """Return whether the matched word is part of an occurrence of this phrase."""
    phrases = re.finditer(phrase.replace(" ", r"\s+"), match.string, re.IGNORECASE)
    return any(each.start() <= match.start() and match.end() <= each.end() for each in phrases)


def _long_first_lines(path: str, nodes: Iterable[ast.AST]) -> Iterator[Complaint]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in nodes:
        if not isinstance(node, kinds):
            continue
        first = (ast.get_docstring(node) or "").partition("\n")[0]
        if len(first) > LONGEST_FIRST_LINE:
            text = f"the first line of a docstring has {len(first)} characters, "
            yield Complaint(path, node.body[0].lineno, f"{text}more than {LONGEST_FIRST_LINE}")


def _refused_names(path: str, tree: ast.Module, nodes: Iterable[ast.AST]) -> Iterator[Complaint]:
    for line, name in _public_names(tree, nodes):
        for part in _NAME_PART.findall(name):
            refused = _PARTS.get(part.lower())
            if refused is not None and name not in refused.allowed:
                text = f'the name {name} contains "{refused.part}": write {refused.instead}'
                yield Complaint(path, line, text)


def _public_names(tree: ast.Module, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of public functions, methods, classes and constants."""
    named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [(node.lineno, node.name) for node in nodes if isinstance(node, named)]
    for node in tree.body:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        names += [(each.lineno, each.id) for each in targets if isinstance(each, ast.Name)]
    return ((line, name) for line, name in sorted(names) if not name.startswith("_"))


def _refused_variables(path: str, nodes: Iterable[ast.AST]) -> Iterator[Complaint]:
    for node in nodes:
        if isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        else:
            continue
        if name in VARIABLES:
            text = f'the variable "{name}" is refused ({VAGUE}): write {VARIABLES[name]}'
            yield Complaint(path, node.lineno, text)


def main(paths: Sequence[str]) -> None:
    """Print the complaints about the project, or these paths only; exit 1 if any."""
    complaints = check(only=paths)
    for each in complaints:
        sys.stdout.write(f"{each}\n")
    if complaints:
        sys.exit(f"{len(complaints)} complaints; docs/style.md has the rules")


if __name__ == "__main__":
    main(sys.argv[1:])
