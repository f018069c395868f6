"""The shape of the house, read from the sources: who may import whom, and how a file may look.

The arrows run one way, ``engine <- render <- bot``, and each outside library has a room of its own.
Every checker answers with a list of complaints, so that it can be shown to complain.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "render", "bot")
LONGEST = 400
"""Lines of the longest file that a reader is asked to hold in mind."""

MAY_IMPORT: dict[str, frozenset[str]] = {
    "engine": frozenset({"engine"}),
    "render": frozenset({"engine", "render", "PIL", "zlib_ng"}),
}
"""What a package may import besides the standard library; ``bot`` is ruled by rooms instead."""

ROOMS: dict[str, tuple[str, ...]] = {
    "discord": (
        "bot/app.py",
        "bot/client.py",
        "bot/commands",
        "bot/runtime/doctor.py",
        "bot/invite_link.py",
        "bot/registry.py",
        "bot/runtime/runner.py",
        "bot/runtime/sandbox.py",
        "bot/views",
    ),
    "simcord": ("bot/runtime/sandbox.py",),
    "sqlalchemy": ("bot/store",),
    "alembic": ("bot/store",),
    "aiosqlite": ("bot/store",),
    "sqlite3": ("bot/store",),
    "prometheus_client": ("bot/runtime/metrics.py",),
    "PIL": ("render",),
    "zlib_ng": ("render",),
}
"""The only places that may import a library."""

FRONT = ("render", "bot.client", "bot.commands", "bot.views", "bot.runtime.sandbox")
FORBIDDEN: dict[str, tuple[str, ...]] = {
    "bot/service": (*FRONT, "bot.settings"),
    "bot/store": (*FRONT, "bot.service"),
    "bot/i18n": (*FRONT, "bot.store"),
}
"""What a room of the bot must not know, by the start of the imported name."""

SERVICE = (
    "values errors idempotency outbox replay",
    "clock",
    "people",
    "rating",
    "match",
    "play",
    "server",
    "meeting",
    "account",
    "telling",
)
"""The rooms of ``bot/service``, each importing only those before it; the first are its lone files."""

CIRCLES_RUN = ("bot", "render", "tests", "tools")
"""Where not even annotations may name a file in a circle; in ``engine`` a façade and its parts may."""
VAGUE = frozenset(["utils", "util", "helpers", "helper", "common", "misc"])
STRAY = ("../" + "shared", "/" + "work/", "/" + "root/")
"""Paths of one machine or one workshop; spelt in two halves because this file is read as well."""
REGISTRIES = ("pypi.org", "pythonhosted.org", "docker.io", "ghcr.io", "quay.io", "npmjs.")


def sources(root: Path, tops: Iterable[str] = PACKAGES) -> Iterator[tuple[PurePosixPath, Path]]:
    """Every Python file under these top folders, with its path from the root."""
    for top in tops:
        for path in sorted((root / top).rglob("*.py")):
            yield PurePosixPath(path.relative_to(root)), path


def texts(root: Path) -> Iterator[tuple[PurePosixPath, str]]:
    """Every text file that belongs to the project: what is made or installed does not."""
    made = {"data", "out", "build", "__pycache__", ".git"}
    for path in sorted(root.rglob("*")):
        inside = PurePosixPath(path.relative_to(root))
        hidden = any(part.startswith(".") for part in inside.parts[:-1] if part != ".ci")
        if hidden or made & set(inside.parts) or ".egg-info" in str(inside) or not path.is_file():
            continue
        try:
            yield inside, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a compiled catalogue


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements of a file, also those inside others."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for node in getattr(tree, part, ()):
            yield node
            yield from statements(node)


@cache
def imported(inside: PurePosixPath, source: str) -> tuple[tuple[int, str], ...]:
    """(line, absolute dotted name) for each import of a file, also those inside functions."""
    package, found = inside.parent.parts, list[tuple[int, str]]()
    by_name = "__import__" in source or "import_module" in source
    for node in (ast.walk if by_name else statements)(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            near = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*near, *filter(None, [node.module])))
            found += ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and ast.unparse(node.func) in {"__import__", "import_module", "importlib.import_module"}
        ):
            found.append((node.lineno, str(node.args[0].value)))
    return tuple(found)


def named(name: str, start: str) -> bool:
    """Whether a dotted name is this module or lies in it."""
    return name == start or name.startswith(start + ".")


def wrong_imports(root: Path) -> list[str]:
    """A complaint for each import against the arrows or outside its room."""
    complaints = []
    for inside, path in sources(root):
        allowed = MAY_IMPORT.get(inside.parts[0])
        for line, name in imported(inside, path.read_text(encoding="utf-8")):
            top = name.split(".")[0]
            foreign = allowed is not None and top not in sys.stdlib_module_names | allowed
            roomless = top in ROOMS and not any(inside.is_relative_to(room) for room in ROOMS[top])
            indiscreet = any(
                inside.is_relative_to(room) and any(named(name, start) for start in starts)
                for room, starts in FORBIDDEN.items()
            )
            if foreign or roomless or indiscreet:
                complaints.append(f"{inside}:{line} imports {name}")
    return complaints


def wrong_rooms(root: Path) -> list[str]:
    """A complaint for each import of the service from a room that comes later than its own."""
    order = {name: place for place, names in enumerate(SERVICE) for name in names.split()}
    complaints = []
    for inside, path in sources(root, ("bot/service",)):
        mine = inside.with_suffix("").parts[2]
        for line, name in imported(inside, path.read_text(encoding="utf-8")):
            parts = name.split(".")
            if parts[:2] != ["bot", "service"] or mine == "__init__":
                continue
            if mine not in order or parts[2] not in order:
                complaints.append(
                    f"{inside}:{line} is, or names, a room that SERVICE does not: {name}"
                )
            elif order[parts[2]] > order[mine]:
                complaints.append(f"{inside}:{line} imports {name}, a later room")
    return complaints


def modules(root: Path, tops: Iterable[str]) -> dict[str, Path]:
    """The files under these top folders by their dotted names."""
    return {
        ".".join(inside.with_suffix("").parts).removesuffix(".__init__"): path
        for inside, path in sources(root, tops)
    }


def arrows(root: Path, tops: Iterable[str], annotations: bool) -> dict[str, set[str]]:
    """Which file names which; with or without what is imported for annotations only."""
    files = modules(root, tops)
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        source = path.read_text(encoding="utf-8")
        if not annotations:
            tree = ast.parse(source)
            for node in ast.walk(tree):
                if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                    node.body = [ast.Pass()]
            source = ast.unparse(tree)
        named_here = {name for _, name in imported(PurePosixPath(path.relative_to(root)), source)}
        graph[module] = {
            known
            for name in named_here
            for known in (name if name in files else name.rpartition(".")[0],)
            if known in files and known != module
        }
    return graph


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of files that reach each other, each sorted: Tarjan's components of more than one."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(one: str) -> None:
        number[one] = low[one] = len(number)
        stack.append(one)
        for other in sorted(graph[one]):
            if other not in number:
                visit(other)
                low[one] = min(low[one], low[other])
            elif other in stack:
                low[one] = min(low[one], number[other])
        if low[one] == number[one]:
            group = stack[stack.index(one) :]
            del stack[stack.index(one) :]
            if len(group) > 1:
                found.append(sorted(group))

    for one in sorted(graph):
        if one not in number:
            visit(one)
    return found


def hidden(root: Path) -> list[str]:
    """A complaint for each module that its package hides behind a function or class of its name."""
    complaints = []
    for inside, path in sources(root, (*PACKAGES, "tools")):
        if inside.name != "__init__.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        given = {
            (alias.asname or alias.name, node.module or "")
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        } | {
            (node.name, "")
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        package = ".".join(inside.parent.parts)
        for name, origin in sorted(given):
            there = (path.parent / f"{name}.py").exists() or (path.parent / name).is_dir()
            if there and origin != package:
                complaints.append(f"{inside} hides the module {package}.{name}")
    return complaints


def too_long(root: Path) -> list[str]:
    """A complaint for each source file that is more than one reading."""
    return [
        f"{inside} has {length} lines"
        for inside, path in sources(root, (*PACKAGES, "tests", "tools"))
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    ]


def vaguely_named(root: Path) -> list[str]:
    """A complaint for each file or folder whose name says nothing."""
    return [
        f"{inside} is named vaguely"
        for inside, _ in sources(root, (*PACKAGES, "tests", "tools"))
        if VAGUE & set(inside.with_suffix("").parts)
    ]


def stray_words(root: Path) -> list[str]:
    """A complaint for each path of one machine and each address of a registry in prose."""
    prose = {".md", ".txt", ".toml", ".yaml", ".yml", ".service", ".example"}
    return [
        f"{inside}:{number} mentions {word}"
        for inside, text in texts(root)
        for number, line in enumerate(text.splitlines(), 1)
        for word in (*STRAY, *(REGISTRIES if inside.suffix in prose else ()))
        if word in line
    ]


def test_imports_follow_the_arrows_and_libraries_keep_to_their_rooms() -> None:
    assert set(PACKAGES) == {inside.parts[0] for inside, _ in sources(ROOT)}
    assert wrong_imports(ROOT) == []


def test_the_rooms_of_the_service_import_one_way() -> None:
    assert wrong_rooms(ROOT) == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(arrows(ROOT, CIRCLES_RUN, annotations=True)) == []


def test_no_module_is_hidden_by_a_function_of_its_name() -> None:
    assert hidden(ROOT) == []


def test_no_file_is_longer_than_one_reading() -> None:
    assert too_long(ROOT) == []


def test_every_file_is_named_for_what_it_holds() -> None:
    assert vaguely_named(ROOT) == []


def test_no_file_mentions_a_machine_or_a_registry() -> None:
    assert stray_words(ROOT) == []


def test_migrations_follow_one_another_by_their_numbers() -> None:
    files = sorted((ROOT / "bot/store/migrations/versions").glob("v*.py"))
    numbers = [int(file.name[1:5]) for file in files]
    assert numbers == list(range(1, len(files) + 1))
    for before, file in zip(numbers, files[1:], strict=False):
        assert f'down_revision = "{before:04}"' in file.read_text("utf-8"), file.name


def write(root: Path, inside: str, text: str) -> None:
    """A file of a sample house."""
    (root / inside).parent.mkdir(parents=True, exist_ok=True)
    (root / inside).write_text(text, encoding="utf-8")


def test_a_wrong_import_is_noticed_however_it_is_written(tmp_path: Path) -> None:
    write(tmp_path, "engine/a.py", "import json\nfrom engine.board import Board\nimport PIL\n")
    write(tmp_path, "engine/variants/b.py", "from ...render import scene\nfrom .. import errors\n")
    write(tmp_path, "engine/c.py", "def late():\n    import bot.i18n\n")
    write(tmp_path, "engine/d.py", "import importlib\nimportlib.import_module('numpy.linalg')\n")
    write(tmp_path, "render/e.py", "from PIL import Image\nimport engine\nfrom bot import words\n")
    write(
        tmp_path, "bot/service/f.py", "import discord\nfrom render import png\nimport PIL.Image\n"
    )
    write(tmp_path, "bot/service/g.py", "from sqlalchemy import select\nfrom ..store import rows\n")
    write(
        tmp_path,
        "bot/store/h.py",
        "import sqlalchemy as sa\nfrom bot.service.actions import moves\n",
    )
    write(tmp_path, "bot/commands/i.py", "import discord\nfrom bot.service.actions import moves\n")
    write(tmp_path, "bot/__main__.py", "import discord.ext.commands\nimport click\n")
    write(tmp_path, "bot/views/j.py", "import simcord\n")
    assert wrong_imports(tmp_path) == [
        "engine/a.py:3 imports PIL",
        "engine/c.py:2 imports bot.i18n",
        "engine/d.py:2 imports numpy.linalg",
        "engine/variants/b.py:1 imports render.scene",
        "render/e.py:3 imports bot.i18n",
        "bot/__main__.py:1 imports discord.ext.commands",
        "bot/service/f.py:1 imports discord",
        "bot/service/f.py:2 imports render.png",
        "bot/service/f.py:3 imports PIL.Image",
        "bot/service/g.py:1 imports sqlalchemy.select",
        "bot/store/h.py:2 imports bot.service.actions.moves",
        "bot/views/j.py:1 imports simcord",
    ]


def test_a_long_file_a_vague_name_and_a_stray_path_are_noticed(tmp_path: Path) -> None:
    write(tmp_path, "engine/long.py", "pass\n" * (LONGEST + 1))
    write(tmp_path, "engine/fine.py", "pass\n" * LONGEST)
    write(tmp_path, "bot/utils/rows.py", "")
    write(tmp_path, "tests/helpers.py", "")
    write(tmp_path, "docs/a.md", f"first\nsee {STRAY[0]}/notes\n")
    write(tmp_path, "docs/b.md", f"take it from {REGISTRIES[0]}\n")
    write(tmp_path, ".ci/run", f"cd {STRAY[1]}main\n")
    write(tmp_path, ".venv/pyvenv.cfg", f"home = {STRAY[1]}main\n")
    (tmp_path / "docs/board.png").write_bytes(b"\x89PNG\xff")
    assert too_long(tmp_path) == [f"engine/long.py has {LONGEST + 1} lines"]
    assert vaguely_named(tmp_path) == [
        "bot/utils/rows.py is named vaguely",
        "tests/helpers.py is named vaguely",
    ]
    assert stray_words(tmp_path) == [
        f".ci/run:1 mentions {STRAY[1]}",
        f"docs/a.md:2 mentions {STRAY[0]}",
        f"docs/b.md:1 mentions {REGISTRIES[0]}",
    ]


def test_a_later_room_and_a_circle_and_a_hidden_module_are_noticed(tmp_path: Path) -> None:
    write(tmp_path, "bot/service/match/a.py", "from bot.service.actions import moves\n")
    write(
        tmp_path, "bot/service/actions/b.py", "from bot.service.match import a\nimport bot.store\n"
    )
    write(tmp_path, "bot/service/attic/c.py", "from bot.service import values\n")
    write(
        tmp_path,
        "bot/d.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.e import E\n",
    )
    write(tmp_path, "bot/e.py", "def late():\n    from bot import d\n")
    write(tmp_path, "engine/f.py", "")
    write(tmp_path, "engine/__init__.py", "from engine.f import f\nfrom engine import g\n")
    write(tmp_path, "engine/g.py", "")
    assert wrong_rooms(tmp_path) == [
        "bot/service/attic/c.py:1 is, or names, a room that SERVICE does not: bot.service.results",
        "bot/service/match/a.py:1 imports bot.service.actions.moves, a later room",
    ]
    assert circles(arrows(tmp_path, ("bot",), annotations=True)) == [["bot.d", "bot.e"]]
    assert circles(arrows(tmp_path, ("bot",), annotations=False)) == []
    assert hidden(tmp_path) == ["engine/__init__.py hides the module engine.f"]
