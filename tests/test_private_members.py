"""Private members of libraries that the project uses: each one is listed by name.

A library may rename a private member in any release, so each such library has an upper bound in
pyproject.toml.
"""

import ast
import inspect
import re
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite
import discord
import prometheus_client
import pytest
from discord import app_commands

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("bot", "engine", "render", "tools", "tests")
PUBLIC = frozenset({"_asdict", "_exit", "_fields", "_make", "_replace", "_typeshed"})
"""Names with a leading underscore that Python documents."""
REMEDY = (
    "{library} has no {name} any more, which {files} use. Mend these files, run the tests of them "
    "with the oldest and the newest version that pyproject.toml allows, and move its bounds."
)


class Member(NamedTuple):
    """A private member of a library."""

    library: str
    """Name of the library in pyproject.toml."""
    name: str
    owner: Any
    """A class that has the member, or an instance if only instances have it."""
    files: set[str]


UNOPENED = aiosqlite.Connection(lambda: sqlite3.connect(":memory:"), 64)
CONNECTIONS = "bot/store/driver/sqlite_connection.py"
INLINE = "tests/year/inline.py"
LANGUAGES = "tests/bot/test_commands_in_languages.py"
COUNTER = prometheus_client.Counter("a", "b", registry=None)
MONITORING = "tests/bot/process/test_health_server.py"
MEMBERS = (
    Member("aiosqlite", "_execute", UNOPENED, {CONNECTIONS, INLINE}),
    Member(
        "discord.py",
        "_connection",
        discord.AutoShardedClient(intents=discord.Intents.none()),
        {"bot/runtime/gateway_events.py"},
    ),
    Member(
        "discord.py",
        "_async_setup_hook",
        discord.Client,
        {"tests/bot/runtime/test_gateway_events.py", "tests/bot/test_reachable.py"},
    ),
    Member(
        "discord.py",
        "_locale_description",
        app_commands.Group(name="a", description="b"),
        {LANGUAGES},
    ),
    Member("discord.py", "_locale_name", app_commands.Choice(name="a", value="b"), {LANGUAGES}),
    Member("discord.py", "_remove_thread", discord.Guild, {"tests/e2e/test_match_channels.py"}),
    Member("prometheus-client", "_labelnames", COUNTER, {MONITORING}),
)


# -- finding private members ----------------------------------------------------------------------


@cache
def sources() -> dict[str, str]:
    """Return the texts of all Python files of the project, by path."""
    paths = (path for top in TOPS for path in sorted((ROOT / top).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


@cache
def nodes(file: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a file's syntax tree."""
    return tuple(ast.walk(ast.parse(sources()[file])))


def file_of(module: str) -> str | None:
    """Return the file of a module of the project, or None for other modules."""
    path = module.replace(".", "/")
    return next((each for each in (f"{path}.py", f"{path}/__init__.py") if each in sources()), None)


def private(name: str) -> bool:
    return name[:1] == "_" and name != "_" and name[-2:] != "__" and name not in PUBLIC


def last_name(function: ast.expr) -> str:
    """Return the last part of the dotted name of a called function, or ""."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


@cache
def defined(file: str) -> frozenset[str]:
    """Return the functions, classes, variables and fields that a file defines."""
    names = set[str]()
    for node in nodes(file):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        ):
            names.add(node.attr)
    return frozenset(names)


def imports(file: str) -> dict[str, str]:
    """Return the dotted name of the module or member behind each imported name."""
    names = {}
    for node in nodes(file):
        if isinstance(node, ast.Import):
            names |= {
                (each.asname or each.name).partition(".")[0]: each.name for each in node.names
            }
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return names


def uses(file: str) -> Iterator[str]:
    """Yield the private members of libraries that a file visibly uses."""
    names = imports(file)
    ours = {
        name: source
        for name, what in names.items()
        if (source := file_of(what) or file_of(what.rpartition(".")[0]))
    }
    outside = {
        name
        for name, what in names.items()
        if name not in ours and what.partition(".")[0] not in sys.stdlib_module_names
    }
    bases = {
        ast.unparse(base).partition(".")[0]
        for node in nodes(file)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    }
    near = set(ours.values())
    if any(path.startswith("bot/store/") for path in near):  # a test may go through a `Store`
        near |= {path for path in sources() if path.startswith("bot/store/")}
    known = defined(file).union(*map(defined, near))
    inherited = defined(file).union(*(defined(ours[base]) for base in bases & set(ours)))
    for node in nodes(file):
        if isinstance(node, ast.Attribute) and private(node.attr):
            root = ast.unparse(node.value).partition(".")[0]
            if root in outside or node.attr not in (inherited if root == "self" else known):
                yield node.attr
        elif isinstance(node, ast.Call) and last_name(node.func).endswith("attr"):
            texts = (each.value for each in node.args if isinstance(each, ast.Constant))
            yield from (
                text
                for text in texts
                if isinstance(text, str) and private(text) and text not in known
            )
    for what in names.values():
        if file_of(what) is None and file_of(what.rpartition(".")[0]) is None:
            yield from filter(private, what.split("."))


# -- the tests ---------------------------------------------------------------------------------------


@pytest.mark.check
def test_every_used_private_member_is_in_the_table() -> None:
    names: dict[str, set[str]] = {}
    for file in sources():
        if file != Path(__file__).relative_to(ROOT).as_posix():
            for name in uses(file):
                names.setdefault(name, set()).add(file)
    assert names == {member.name: member.files for member in MEMBERS}


NEW = """
import discord
from alembic.command import _private_command
from bot.operations import backup
from bot.app import App

class Client(App):
    _mine = 1

    async def close(self):
        backup._fsync, self._seen_players, self._mine
        self._connection.guilds
        setattr(self.user, "_banner", None)

discord.utils._wrapped(client.user._avatar)
"""


@pytest.mark.check
def test_a_new_use_of_a_private_member_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sources(), "bot/new.py", NEW)
    assert set(uses("bot/new.py")) == {
        "_private_command",
        "_connection",
        "_banner",
        "_wrapped",
        "_avatar",
    }


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: f"{member.library} {member.name}")
def test_the_library_has_the_member(member: Member) -> None:
    files = ", ".join(sorted(member.files))
    missing = object()
    assert inspect.getattr_static(member.owner, member.name, missing) is not missing, REMEDY.format(
        library=member.library, name=member.name, files=files
    )


@pytest.mark.parametrize("library", sorted({member.library for member in MEMBERS}))
def test_the_library_has_a_lower_and_an_upper_bound(library: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    more = project["optional-dependencies"].values()
    declared = [*project["dependencies"], *(each for some in more for each in some)]
    (bounds,) = [
        each.removeprefix(library)
        for each in declared
        if re.split(r"[<>=!~\[]", each)[0] == library
    ]
    assert re.fullmatch(r">=[\d.]+,<[\d.]+", bounds), f"{library}{bounds}"
