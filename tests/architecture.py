"""Checks of the project's architecture, read from the sources.

`tools.floors` checks that each room of modules imports only from floors below it. The checks here are
those that floors do not imply, such as the places of third-party libraries. Every check returns a
list of complaints, so that tests can verify that it finds violations.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from tools.imports import PACKAGES, imported, sources

LONGEST = 400
"""Maximum number of lines of a source file."""

MAY_IMPORT: dict[str, frozenset[str]] = {
    "engine": frozenset({"engine"}),
    "render": frozenset({"engine", "render", "PIL", "zlib_ng"}),
}
"""Imports allowed beyond the standard library.

The rules for ``bot`` are `LIBRARIES` and `FORBIDDEN` instead.
"""

LIBRARIES: dict[str, tuple[str, ...]] = {
    "discord": (
        "bot/app.py",
        "bot/client.py",
        "bot/commands",
        "bot/dialogs",
        "bot/extension_api/commands.py",
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
        "bot/extensions/*/migrations",
        "bot/extensions/*/store",
        "bot/extensions/*/tables.py",
        "bot/extensions/*/*_rows.py",
    ),
    "alembic": ("bot/store", "bot/extensions/*/migrations"),
    "aiosqlite": ("bot/store",),
    "sqlite3": ("bot/operations", "bot/store"),
    "prometheus_client": ("bot/runtime/metrics.py",),
    "PIL": ("render",),
    "zlib_ng": ("render",),
}
"""The only places that may import each library."""

INTERFACE = "bot.extension_api"
"""The package of what extensions may import from the core."""
SHOWING = tuple(f"{INTERFACE}.{name}" for name in ("boards", "commands", "posts", "views"))
"""Modules of the interface that import Discord. The others can be used in transactions."""

FORBIDDEN: dict[str, tuple[str, ...]] = {
    "bot/service": ("render", "bot.commands", "bot.dialogs", "bot.settings", "bot.views"),
    **{
        f"bot/extensions/*/{room}": ("render", *SHOWING)
        for room in ("service", "store", "*_rows.py")
    },
    **{
        f"bot/extension_api/{name}.py": ("bot.app", "bot.dialogs", "bot.messages", "bot.views")
        for name in ("tables", "transactions", "hooks", "matches", "people", "texts")
    },
    # Migrations are not to change with the service.
    "bot/store": ("render", "bot.i18n", "bot.runtime", "bot.service", "bot.settings"),
    "bot/runtime": ("bot.store",),
    "bot/i18n": ("render", "bot.store"),
    "bot/texts": ("render", "bot.store"),
}
"""Imports forbidden in a package of the bot, as prefixes of dotted names.

The floors alone would allow some of these imports, because they do not run back up.
"""

EXTENSIONS = "bot.extensions"
"""The package of extensions.

The core may import only its loader. An extension must not import another extension.
"""

SYNCHRONOUS = ("bot/service", "bot/store", "bot/extensions/*/service", "bot/extensions/*/store")
"""Packages whose functions run inside a transaction, where nothing can be awaited."""
ASYNCHRONOUS = (
    "bot/service/jobs",
    *(f"bot/store/driver/{name}.py" for name in ("store", "retrying", "sqlite", "postgres")),
    *(f"bot/store/driver/{name}_connection.py" for name in ("sqlite", "postgres")),
)
"""Parts of `SYNCHRONOUS` that run transactions, and talk to Discord or to threads."""
MIGRATIONS = ("bot/store/migrations", "bot/extensions/*/migrations")
"""Packages of migrations."""
ENVIRONMENT = PurePosixPath("bot/store/migrations/env.py")
"""The file that runs the migrations, and is none."""
OF_MATCHES = frozenset(
    ["matches", "match_seats", "departures", "offers", "consents", "clocks", "clock_stops"]
)
"""Tables whose rows make up a match."""
CHANGING = frozenset(
    [
        *("insert", "update", "delete"),
        *("insert_row", "update_rows", "delete_rows"),
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


def named(name: str, start: str) -> bool:
    """Return whether a dotted name is `start` or inside that module."""
    return name == start or name.startswith(start + ".")


def lies_in(inside: PurePosixPath, place: str) -> bool:
    """Return whether a path is `place` or inside it.

    `place` is a file or folder. A star in it matches any single name.
    """
    depth = len(PurePosixPath(place).parts)
    return PurePosixPath(*inside.parts[:depth]).match(place)


def wrong_imports(root: Path) -> list[str]:
    """Return a complaint for each import that its file is not allowed to make.

    The rules are `MAY_IMPORT`, `LIBRARIES` and `FORBIDDEN`.
    """
    complaints = []
    for inside, path in sources(root):
        allowed = MAY_IMPORT.get(inside.parts[0])
        for line, name in imported(inside, path.read_text(encoding="utf-8")):
            top = name.split(".")[0]
            foreign = allowed is not None and top not in sys.stdlib_module_names | allowed
            displaced = top in LIBRARIES and not any(
                lies_in(inside, place) for place in LIBRARIES[top]
            )
            indiscreet = any(
                lies_in(inside, place) and any(named(name, start) for start in starts)
                for place, starts in FORBIDDEN.items()
            )
            if foreign or displaced or indiscreet:
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


def beyond_the_interface(root: Path) -> list[str]:
    """Report what extensions import from the core without its being in the interface."""
    return [
        f"{inside}:{line} imports {name}"
        for inside, path in sources(root, ("bot/extensions",))
        for line, name in imported(inside, path.read_text(encoding="utf-8"))
        if named(name, "bot") and not named(name, INTERFACE) and not named(name, EXTENSIONS)
    ]


def unused_names(root: Path) -> list[str]:
    """Report names of the interface that no extension imports."""
    used = {
        name
        for inside, path in sources(root, ("bot/extensions",))
        for _, name in imported(inside, path.read_text(encoding="utf-8"))
    }
    return [
        f"{inside} names {word.value}"
        for inside, path in sources(root, ("bot/extension_api",))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for word in ast.walk(node.value)
        if isinstance(word, ast.Constant)
        and f"{'.'.join(inside.with_suffix('').parts)}.{word.value}" not in used
    ]


def changing_imports(root: Path) -> list[str]:
    """Report imports of migrations from outside their own folder.

    Other code of the project changes, and a released migration must not change with it.
    """
    complaints = []
    for inside, path in sources(root, ("bot",)):
        if inside == ENVIRONMENT or not any(lies_in(inside, place) for place in MIGRATIONS):
            continue
        own = ".".join(inside.parts[: inside.parts.index("migrations") + 1])
        complaints += [
            f"{inside}:{line} imports {name}"
            for line, name in imported(inside, path.read_text(encoding="utf-8"))
            if name.partition(".")[0] in PACKAGES and not named(name, own)
        ]
    return complaints


def misnumbered_migrations(root: Path) -> list[str]:
    """Report migrations whose number or revision does not follow the one before."""
    of_extensions = (root / "bot/extensions").glob("*/migrations")
    complaints = []
    for folder in (root / "bot/store/migrations/versions", *sorted(of_extensions)):
        before = "None"
        for number, path in enumerate(sorted(folder.glob("v*.py")), 1):
            lines = path.read_text(encoding="utf-8").splitlines()
            revision = f'"{number:04}"'
            wanted = {f"revision = {revision}", f"down_revision = {before}"}
            if path.name[:6] != f"v{number:04}_" or not wanted <= {*lines}:
                complaints.append(f"{path.relative_to(root)} is not migration {number:04}")
            before = revision
    return complaints


def commands_of_commands(root: Path) -> list[str]:
    """Report imports of one command by another.

    Dialogs have what several commands share.
    """
    return [
        f"{inside}:{line} imports {name}"
        for inside, path in sources(root, ("bot",))
        if "commands" in inside.parent.parts
        for line, name in imported(inside, path.read_text(encoding="utf-8"))
        if "commands" in name.split(".")[:-1] and not named(name, INTERFACE)
    ]


def asynchronous(root: Path) -> list[str]:
    """Report `async` and `await` in packages that run inside transactions."""
    return [
        f"{inside}:{node.lineno} is asynchronous"
        for inside, path in sources(root, ("bot",))
        if any(lies_in(inside, place) for place in SYNCHRONOUS)
        and not any(lies_in(inside, place) for place in ASYNCHRONOUS)
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
