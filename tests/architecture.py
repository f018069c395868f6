"""Checks of the project's architecture, read from the sources.

Imports point one way, ``engine <- render <- bot``, and each third-party library may be used only
in certain places. Every check returns a list of complaints, so that tests can verify that it
finds violations.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "render", "bot")
LONGEST = 400
"""Maximum number of lines of a source file."""

MAY_IMPORT: dict[str, frozenset[str]] = {
    "engine": frozenset({"engine"}),
    "render": frozenset({"engine", "render", "PIL", "zlib_ng"}),
}
"""Imports allowed beyond the standard library.

The rules for ``bot`` are `ROOMS` and `FORBIDDEN` instead.
"""

ROOMS: dict[str, tuple[str, ...]] = {
    "discord": (
        "bot/app.py",
        "bot/client.py",
        "bot/commands",
        "bot/dialogs",
        "bot/extensions/*/commands",
        "bot/extensions/*/commands.py",
        "bot/extensions/*/dialogs",
        "bot/extensions/*/messages",
        "bot/extensions/*/views",
        "bot/invite_link.py",
        "bot/messages",
        "bot/registry.py",
        "bot/process/doctor.py",
        "bot/runtime/gateway_events.py",
        "bot/process/runner.py",
        "bot/process/sandbox.py",
        "bot/views",
    ),
    "simcord": ("bot/process/sandbox.py",),
    "sqlalchemy": (
        "bot/operations",
        "bot/store",
        "bot/extensions/*/store",
        "bot/extensions/*/tables.py",
        "bot/extensions/*/*_rows.py",
    ),
    "alembic": ("bot/store",),
    "aiosqlite": ("bot/store",),
    "sqlite3": ("bot/store",),
    "prometheus_client": ("bot/runtime/metrics.py",),
    "PIL": ("render",),
    "zlib_ng": ("render",),
}
"""The only places that may import each library."""

FRONT = ("render", "bot.client", "bot.commands", "bot.messages", "bot.views", "bot.process.sandbox")
FORBIDDEN: dict[str, tuple[str, ...]] = {
    "bot/service": (*FRONT, "bot.settings"),
    "bot/store": (*FRONT, "bot.service"),
    "bot/i18n": (*FRONT, "bot.store"),
    "bot/texts": (*FRONT, "bot.store"),
}
"""Imports forbidden in a package of the bot, as prefixes of dotted names."""

EXTENSIONS = "bot.extensions"
"""The package of extensions.

The core may import only its loader. An extension must not import another extension.
"""

SERVICE = (
    "results errors idempotency outbox position_cache setting",
    "clock",
    "players",
    "rating",
    "match conditional_moves",
    "actions",
    "guilds",
    "matchmaking",
    "privacy",
    "notifications",
    "jobs",
)
"""Layers of ``bot/service``. A layer may import only itself and earlier layers.

The first layer consists of the package's top-level modules.
"""

SYNCHRONOUS = ("bot/service", "bot/store", "bot/extensions/*/service", "bot/extensions/*/store")
"""Packages whose functions run inside a transaction, where nothing can be awaited."""
ASYNCHRONOUS = (
    "bot/service/jobs",
    *(f"bot/store/driver/{name}.py" for name in ("store", "retrying", "sqlite", "postgres")),
    *(f"bot/store/driver/{name}_connection.py" for name in ("sqlite", "postgres")),
)
"""Parts of `SYNCHRONOUS` that run transactions, and talk to Discord or to threads."""
OF_MATCHES = frozenset(
    ["matches", "match_seats", "departures", "offers", "consents", "clocks", "clock_stops"]
)
"""Tables whose rows make up a match."""
CHANGING = frozenset(
    [
        *("insert", "update", "delete", "upsert"),
        *("insert_row", "insert_with_id", "insert_missing", "update_rows", "delete_rows"),
    ]
)
"""Functions that build a statement that changes the table given first."""

CIRCLES_RUN = (*PACKAGES, "tests", "tools")
"""Packages that must not have import cycles, even under TYPE_CHECKING."""
VAGUE = frozenset(["utils", "util", "helpers", "helper", "common", "misc"])
STRAY = ("../" + "shared", "/" + "work/", "/" + "root/")
"""Local paths that must not appear in any file.

They are split in two because this file is checked too.
"""
REGISTRIES = ("pypi.org", "pythonhosted.org", "docker.io", "ghcr.io", "quay.io", "npmjs.")


def sources(root: Path, tops: Iterable[str] = PACKAGES) -> Iterator[tuple[PurePosixPath, Path]]:
    """Yield (path from the root, path) of each Python file under these folders."""
    for top in tops:
        for path in sorted((root / top).rglob("*.py")):
            yield PurePosixPath(path.relative_to(root)), path


def texts(root: Path) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield (path, content) of each text file, except generated and installed files."""
    made = {"data", "out", "build", "dist", "__pycache__", ".git"}
    for path in sorted(root.rglob("*")):
        inside = PurePosixPath(path.relative_to(root))
        hidden = any(part.startswith(".") for part in inside.parts[:-1] if part != ".ci")
        if hidden or made & set(inside.parts) or ".egg-info" in str(inside) or not path.is_file():
            continue
        try:
            yield inside, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # the file is an image or a compiled catalogue


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


def named(name: str, start: str) -> bool:
    """Return whether a dotted name is `start` or inside that module."""
    return name == start or name.startswith(start + ".")


def lies_in(inside: PurePosixPath, room: str) -> bool:
    """Return whether a path is `room` or inside it.

    `room` is a file or folder. A star in it matches any single name.
    """
    depth = len(PurePosixPath(room).parts)
    return PurePosixPath(*inside.parts[:depth]).match(room)


def wrong_imports(root: Path) -> list[str]:
    """Return a complaint for each import that its file is not allowed to make.

    The rules are `MAY_IMPORT`, `ROOMS` and `FORBIDDEN`.
    """
    complaints = []
    for inside, path in sources(root):
        allowed = MAY_IMPORT.get(inside.parts[0])
        for line, name in imported(inside, path.read_text(encoding="utf-8")):
            top = name.split(".")[0]
            foreign = allowed is not None and top not in sys.stdlib_module_names | allowed
            roomless = top in ROOMS and not any(lies_in(inside, room) for room in ROOMS[top])
            indiscreet = any(
                inside.is_relative_to(room) and any(named(name, start) for start in starts)
                for room, starts in FORBIDDEN.items()
            )
            if foreign or roomless or indiscreet:
                complaints.append(f"{inside}:{line} imports {name}")
    return complaints


def named_extensions(root: Path) -> list[str]:
    """Report imports of an extension by the core or by another extension."""
    packages = {path.name for path in (root / "bot/extensions").glob("*/") if path.is_dir()}
    complaints = []
    for inside, path in sources(root):
        mine = ".".join(inside.parts[:3])
        for line, name in imported(inside, path.read_text(encoding="utf-8")):
            its = next((each for each in packages if named(name, f"{EXTENSIONS}.{each}")), None)
            if its is not None and mine != f"{EXTENSIONS}.{its}":
                complaints.append(f"{inside}:{line} imports {name}")
    return complaints


def wrong_rooms(root: Path) -> list[str]:
    """Report imports in the service that its layers do not allow.

    These are imports from a later layer, and modules or imports that `SERVICE` does not list.
    """
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


def asynchronous(root: Path) -> list[str]:
    """Report `async` and `await` in packages that run inside transactions."""
    return [
        f"{inside}:{node.lineno} is asynchronous"
        for inside, path in sources(root, ("bot",))
        if any(lies_in(inside, room) for room in SYNCHRONOUS)
        and not any(lies_in(inside, room) for room in ASYNCHRONOUS)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AsyncFunctionDef | ast.Await)
    ]


def match_writers(root: Path) -> list[str]:
    """Return the modules that change tables of matches, each with the table."""
    return sorted(
        {
            f"{inside} changes {node.args[0].id}"
            for inside, path in sources(root, ("bot",))
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in CHANGING
            if node.args and isinstance(node.args[0], ast.Name) and node.args[0].id in OF_MATCHES
        }
    )


def modules(root: Path, tops: Iterable[str]) -> dict[str, Path]:
    """Return the files under these folders, keyed by dotted name."""
    return {
        ".".join(inside.with_suffix("").parts).removesuffix(".__init__"): path
        for inside, path in sources(root, tops)
    }


def arrows(root: Path, tops: Iterable[str], annotations: bool) -> dict[str, set[str]]:
    """Return the import graph of these folders.

    Imports under TYPE_CHECKING count only if `annotations` is true.
    """
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


def hidden(root: Path) -> list[str]:
    """Report modules hidden by a function or class of the same name in their package."""
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
            exists = (path.parent / f"{name}.py").exists() or (path.parent / name).is_dir()
            if exists and origin != package:
                complaints.append(f"{inside} hides the module {package}.{name}")
    return complaints


def too_long(root: Path) -> list[str]:
    """Report source files that are too long."""
    return [
        f"{inside} has {length} lines"
        for inside, path in sources(root, (*PACKAGES, "tests", "tools"))
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    ]


def vaguely_named(root: Path) -> list[str]:
    """Report files and folders with vague names."""
    return [
        f"{inside} is named vaguely"
        for inside, _ in sources(root, (*PACKAGES, "tests", "tools"))
        if VAGUE & set(inside.with_suffix("").parts)
    ]


def stray_words(root: Path) -> list[str]:
    """Report local paths, and registry addresses in prose."""
    prose = {".md", ".txt", ".toml", ".yaml", ".yml", ".service", ".example"}
    return [
        f"{inside}:{number} mentions {word}"
        for inside, text in texts(root)
        for number, line in enumerate(text.splitlines(), 1)
        for word in (*STRAY, *(REGISTRIES if inside.suffix in prose else ()))
        if word in line
    ]
