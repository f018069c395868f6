"""Lint, types and the nearest tests of what differs from a revision: `make near`.

`python -m tests.near [REVISION]` compares the working tree with a revision, by default with the
parent of the last commit. A test can fail if it imports a changed module, directly or through other
modules. The fewer imports lie between them, the earlier it runs, until a budget of processor time
is used. Decision 90 in docs/why.md compares this with pytest-testmon.
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from importlib import import_module
from pathlib import Path, PurePosixPath

import pytest

from tools.imports import imported, modules

ROOT = Path(__file__).resolve().parent.parent
BUDGET = 6.0
"""Seconds of processor time after which no further test is started."""
MOST_FILES = 24
"""The largest number of test files that are imported."""
LOOSE = 4
"""The weight of a connection that few tests depend on: a fixture, or the discovery of a module."""
LAWS_OF_GAMES = ("tests/engine/test_cases.py", "tests/engine/test_laws.py")
"""The test files that run first if a game has changed."""
_IMPORT = re.compile(
    r"^ *(?:from\s+\S+\s+import\s+(?:\([^)]*\)|[^\n(#]+)|import\s+[^\n#]+)", re.MULTILINE
)
_TYPED = ("engine", "render", "bot", "tools")


def git(*arguments: str) -> list[str]:
    """Return the lines that a git command prints in the project."""
    command = ("git", "-c", "core.quotePath=false", *arguments)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def changed_files(revision: str) -> list[str]:
    """Return the paths that differ from a revision, without ignored files."""
    differing = git("diff", "--name-only", "--no-renames", revision, "--")
    return sorted({*differing, *git("ls-files", "--others", "--exclude-standard")})


def module_name(path: str) -> str:
    """Return the dotted name of a Python file."""
    return ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")


def import_graph(root: Path, deleted: Iterable[str] = ()) -> dict[str, dict[str, int]]:
    """Return the modules that each module imports, with the weight of each import.

    Import statements are found by a regular expression, which is ten times as fast as parsing whole
    files. One in a docstring adds an import that does not exist, and so at most a test too many. A
    module that discovers modules imports all modules of the packages that it names. A test file
    imports the `conftest` modules of its folders. The last two have the weight `LOOSE`, others 1.
    Modules may still import `deleted` ones.
    """
    files = modules(root, (*_TYPED, "tests"))
    gone = {*deleted}
    graph: dict[str, dict[str, int]] = {}
    for module, path in files.items():
        source = path.read_text(encoding="utf-8")
        lines = "\n".join(each[0].strip() for each in _IMPORT.finditer(source))
        try:
            named = imported(PurePosixPath(path.relative_to(root)), lines)
        except SyntaxError:
            named = imported(PurePosixPath(path.relative_to(root)), source)
        known = {
            part
            for _, name in named
            for part in (name, name.rpartition(".")[0])
            if (part in files or part in gone) and part != module
        }
        loose = set[str]()
        if "iter_modules" in source or "walk_packages" in source:
            packages = tuple(
                f"{each}." for each in {*known, module} & {*files} if files[each].stem == "__init__"
            )
            loose |= {each for each in files if each.startswith(packages)}
        if module.startswith("tests."):
            above = module.split(".")[:-1]
            folders = (".".join((*above[:depth], "conftest")) for depth in range(1, len(above) + 1))
            loose |= {each for each in folders if each in files and each != module}
        graph[module] = dict.fromkeys(loose, LOOSE) | dict.fromkeys(known, 1)
    return graph


def distances(graph: Mapping[str, Mapping[str, int]], changed: Iterable[str]) -> dict[str, int]:
    """Return the weight of the shortest path from each module to a changed one."""
    importers: dict[str, list[tuple[str, int]]] = {}
    for module, others in graph.items():
        for other, weight in others.items():
            importers.setdefault(other, []).append((module, weight))
    found: dict[str, int] = {}
    waiting = [(0, module) for module in sorted(changed)]
    while waiting:
        distance, module = heappop(waiting)
        if module not in found:
            found[module] = distance
            for importer, weight in importers.get(module, ()):
                heappush(waiting, (distance + weight, importer))
    return found


def mentions(root: Path, files: Iterable[str]) -> set[str]:
    """Return the test modules that name one of these files, or its folder."""
    names = {name for file in files for name in _names(PurePosixPath(file))}
    return {
        module
        for module, path in modules(root, ("tests",)).items()
        if names and any(name in path.read_text(encoding="utf-8") for name in names)
    }


def _names(file: PurePosixPath) -> Iterable[str]:
    yield file.name
    if len(file.parts) > 2:  # cases, locale, migrations: tests name the folder
        yield f'"{file.parent.name}"'
        yield f"{file.parent.name}/"


def nearest_files(root: Path, changed: Iterable[str]) -> list[str]:
    """Return the test files that can fail because of changed files, nearest first.

    A test file with the name of a changed file counts as nearer, because `tests` mirrors the
    packages, and so do those in the same folder among files of the same distance.
    """
    python = [path for path in changed if path.endswith(".py")]
    sources = {module_name(path) for path in python}
    others = mentions(root, [path for path in changed if not path.endswith(".py")])
    found = distances(import_graph(root, sources), sources)
    found |= {module: min(1, found.get(module, 1)) for module in others}
    candidates = {
        module: distance
        for module, distance in found.items()
        if module.rpartition(".")[2].startswith("test_")
        and not module.startswith(("tests.bench.", "tests.package."))
        and (root / (module.replace(".", "/") + ".py")).exists()
    }

    def order(module: str) -> tuple[int, int, str]:
        own = module.removeprefix("tests.").replace("test_", "").split(".")
        alike = max((_likeness(own, each.split(".")) for each in sources), default=(0, 0))
        return candidates[module] - alike[0], -alike[1], module

    return [module.replace(".", "/") + ".py" for module in sorted(candidates, key=order)]


def _likeness(test: list[str], module: list[str]) -> tuple[int, int]:
    """Return by how much two paths are alike: in the last names, and in the folders.

    The same name counts as much as eight imports, a word in common as much as one.
    """
    words = {word for word in module[-1].split("_") if len(word) > 3}
    same = 8 if test[-1] == module[-1] else len(words & {*test[-1].split("_")})
    pairs = [*zip(test, module, strict=False)]
    return same, next((n for n, (a, b) in enumerate(pairs) if a != b), len(pairs))


class Budget:
    """A pytest plugin that starts no further test when the processor time is used."""

    def __init__(self, seconds: float) -> None:
        """Begin to count with the first test."""
        self.seconds = seconds
        self.used = 0.0
        self.left_out = 0

    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool | None:
        """Leave the test out if the budget is used."""
        if self.used >= self.seconds:
            self.left_out += 1
            return True
        return None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> object:
        """Count the processor time of the test."""
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.used += time.process_time() - begun


def games_in(changed: Iterable[str]) -> set[str]:
    """Return the keys of the games whose file or cases have changed."""
    found: set[str] = set()
    for path in map(PurePosixPath, changed):
        if path.match("engine/variants/*.py") and (ROOT / path).exists():
            games = getattr(import_module(module_name(str(path))), "VARIANTS", ())
            found |= {game.key for game in games}
        elif path.match("tests/engine/cases/*.txt"):
            found.add(path.stem)
    return found


def run(*command: str) -> bool:
    """Run a command in the project, and return whether it succeeded."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def check(changed: list[str]) -> bool:
    """Check lint and types of these files. Returns whether all are clean."""
    existing = [path for path in changed if (ROOT / path).is_file()]
    python = [path for path in existing if path.endswith(".py")]
    good = True
    if python:
        good &= run(sys.executable, "-m", "ruff", "format", "--check", "--quiet", *python)
        good &= run(sys.executable, "-m", "ruff", "check", "--quiet", *python)
    if existing:
        good &= run(sys.executable, "-m", "tools.prose", *existing)
    if any(path.split("/")[0] in _TYPED for path in python):
        good &= run(sys.executable, "-m", "mypy")
    return good


def main(arguments: list[str]) -> int:
    """Check what differs from the revision. Returns the exit code."""
    revision = arguments[0] if arguments else "HEAD~1"
    changed = changed_files(revision)
    sys.stdout.write(f"{len(changed)} files differ from {revision}.\n")
    sys.stdout.flush()
    good = check(changed)
    files = nearest_files(ROOT, changed)
    if not files:
        sys.stdout.write("No test can fail because of them.\n")
        return 0 if good else 1
    games = sorted(games_in(changed))
    if games:
        files = [*dict.fromkeys((*LAWS_OF_GAMES, *files))]
    budget = Budget(BUDGET)
    options = ("-q", "-m", "not check", "--maxfail=10", "-p", "no:randomly")
    code = pytest.main(
        [*options, f"--games={','.join(games)}", *files[:MOST_FILES]], plugins=[budget]
    )
    rest = max(0, len(files) - MOST_FILES)
    if budget.left_out or rest:
        sys.stdout.write(
            f"Not run, because they are farther away: {budget.left_out} tests, and "
            f"{rest} files. `make test` runs them.\n"
        )
    return 0 if good and code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
