"""Architecture checks: they pass on the sources and find faults in bad samples."""

import re
from pathlib import Path

import pytest

from tests.architecture import (
    CIRCLES_RUN,
    LONGEST,
    REGISTRIES,
    STRAY,
    asynchronous,
    beyond_the_interface,
    changing_imports,
    commands_of_commands,
    hidden,
    match_writers,
    misnumbered_migrations,
    named_extensions,
    stray_words,
    too_long,
    unused_names,
    vaguely_named,
    wrong_imports,
)
from tools.floors import RisingImports, floors, rising
from tools.imports import PACKAGES, ROOT, arrows, circles, sources


@pytest.mark.check
def test_no_import_runs_back_up_to_a_higher_floor() -> None:
    assert rising(ROOT) == []


@pytest.mark.check
def test_libraries_and_packages_are_imported_only_where_they_may_be() -> None:
    assert set(PACKAGES) == {inside.parts[0] for inside, _ in sources(ROOT)}
    assert wrong_imports(ROOT) == []


@pytest.mark.check
def test_nobody_imports_an_extension_but_itself() -> None:
    assert named_extensions(ROOT) == []


@pytest.mark.check
def test_extensions_import_only_the_interface_of_the_core() -> None:
    assert beyond_the_interface(ROOT) == []


def test_extensions_use_every_name_of_the_interface() -> None:
    assert unused_names(ROOT) == []


def test_commands_do_not_import_each_other() -> None:
    assert commands_of_commands(ROOT) == []


@pytest.mark.check
def test_nothing_is_awaited_inside_a_transaction() -> None:
    assert asynchronous(ROOT) == []


@pytest.mark.check
def test_a_match_is_changed_by_the_match_saver_alone() -> None:
    changes = [line for line in match_writers(ROOT) if "match_saver" not in line]
    assert changes == [
        # These are not part of the value, or concern many matches at once.
        "bot/store/guilds/match_channel_rows.py changes match_seats",  # who has left the guild
        "bot/store/guilds/removed_guild_rows.py changes matches",  # ended matches of a deleted guild
        "bot/store/match/downtimes.py changes clocks",  # after the system clock was set back
        "bot/store/match/offer_rows.py changes consents",  # of expired offers
        "bot/store/match/offer_rows.py changes offers",  # expired ones, which count as none
    ]


@pytest.mark.check
def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(arrows(ROOT, CIRCLES_RUN)) == []


def test_no_module_is_hidden_by_a_function_of_the_same_name() -> None:
    assert hidden(ROOT) == []


@pytest.mark.check
def test_no_file_is_too_long() -> None:
    assert too_long(ROOT) == []


def test_no_file_has_a_vague_name() -> None:
    assert vaguely_named(ROOT) == []


@pytest.mark.check
def test_no_file_mentions_a_machine_or_a_registry() -> None:
    assert stray_words(ROOT) == []


def test_migrations_are_numbered_consecutively() -> None:
    assert misnumbered_migrations(ROOT) == []


def test_migrations_import_nothing_that_changes() -> None:
    assert changing_imports(ROOT) == []


def write(root: Path, inside: str, text: str) -> None:
    """Write a file of a sample project."""
    (root / inside).parent.mkdir(parents=True, exist_ok=True)
    (root / inside).write_text(text, encoding="utf-8")


def test_a_wrong_import_is_reported_in_any_spelling(tmp_path: Path) -> None:
    write(tmp_path, "engine/a.py", "import json\nfrom engine.board import Board\nimport PIL\n")
    write(tmp_path, "engine/variants/b.py", "from ...render import scene\nfrom .. import errors\n")
    write(tmp_path, "engine/c.py", "def late():\n    import bot.i18n\n")
    write(tmp_path, "engine/d.py", "import importlib\nimportlib.import_module('numpy.linalg')\n")
    write(tmp_path, "render/e.py", "from PIL import Image\nimport engine\nfrom bot import i18n\n")
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
    write(
        tmp_path, "bot/extensions/go/service/k.py", "from bot.extension_api.views import mention\n"
    )
    write(tmp_path, "bot/extension_api/texts.py", "from bot.views import labels\n")
    write(tmp_path, "bot/extension_api/views.py", "from bot.views import labels\n")
    write(tmp_path, "bot/store/l.py", "from bot.i18n import language\n")
    assert wrong_imports(tmp_path) == [
        "engine/a.py:3 imports PIL",
        "engine/c.py:2 imports bot.i18n",
        "engine/d.py:2 imports numpy.linalg",
        "engine/variants/b.py:1 imports render.scene",
        "render/e.py:3 imports bot.i18n",
        "bot/__main__.py:1 imports discord.ext.commands",
        "bot/extension_api/texts.py:1 imports bot.views.labels",
        "bot/extensions/go/service/k.py:1 imports bot.extension_api.views.mention",
        "bot/service/f.py:1 imports discord",
        "bot/service/f.py:2 imports render.png",
        "bot/service/f.py:3 imports PIL.Image",
        "bot/service/g.py:1 imports sqlalchemy.select",
        "bot/store/h.py:2 imports bot.service.actions.moves",
        "bot/store/l.py:1 imports bot.i18n.language",
        "bot/views/j.py:1 imports simcord",
    ]


def test_one_test_file_imports_the_simulated_discord() -> None:
    imports = re.compile(r"^\s*(?:import|from) simcord\b", re.MULTILINE)
    files = [
        path for path in (ROOT / "tests").rglob("*.py") if imports.search(path.read_text("utf-8"))
    ]
    assert [str(path.relative_to(ROOT)) for path in files] == ["tests/e2e/simulator.py"]


def test_a_long_file_a_vague_name_and_a_stray_path_are_reported(tmp_path: Path) -> None:
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


def test_a_floor_is_the_longest_path_down(tmp_path: Path) -> None:
    write(tmp_path, "engine/__init__.py", "from engine.high import h\n")
    write(tmp_path, "engine/high.py", "from engine import low\nfrom engine.search import a\n")
    write(tmp_path, "engine/low.py", "import json\n")
    write(tmp_path, "engine/search/a.py", "from engine.search import b\n")
    write(tmp_path, "engine/search/b.py", "def late():\n    from engine.low import x\n")
    write(tmp_path, "render/c.py", "from render import d\n")
    write(tmp_path, "render/d.py", "from engine.low import x\n")
    write(tmp_path, "bot/extensions/chess/rules.py", "from engine import low\n")
    write(tmp_path, "bot/extensions/chess/extension.py", "from bot.extensions.chess import rules\n")
    assert floors(tmp_path) == {
        "bot.extensions.chess.extension": 2,
        "bot.extensions.chess.rules": 1,
        "engine": 3,
        "engine.high": 2,
        "engine.low": 0,
        "engine.search": 1,
        "render": 1,
    }


def test_the_fewest_imports_of_a_circle_of_rooms_are_reported(tmp_path: Path) -> None:
    write(tmp_path, "bot/service/clock/a.py", "from bot.service.actions.moves import m\n")
    write(tmp_path, "bot/service/match/b.py", "from bot.service.clock import a, c\n")
    write(tmp_path, "bot/service/clock/c.py", "")
    write(tmp_path, "bot/service/actions/moves.py", "from bot.service.match.b import x\n")
    write(tmp_path, "bot/service/actions/d.py", "from bot.service.match.b import x\n")
    write(
        tmp_path,
        "bot/service/e.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.views.f import F\n",
    )
    write(tmp_path, "bot/views/f.py", "from bot.service.e import x\nfrom bot.service import g\n")
    write(tmp_path, "bot/service/g.py", "")
    complaints = [
        "bot.service.clock.a imports bot.service.actions.moves, but "
        "bot.service.actions imports bot.service.match imports bot.service.clock",
        "bot.service.e imports bot.views.f, but bot.views imports bot.service",
    ]
    assert rising(tmp_path) == complaints
    with pytest.raises(RisingImports, match=r"e imports bot\.views\.f, but"):
        floors(tmp_path)


def test_a_command_that_imports_another_is_reported(tmp_path: Path) -> None:
    write(tmp_path, "bot/commands/a.py", "from bot.views import b\n")
    write(tmp_path, "bot/commands/game/c.py", "from .. import a\nfrom bot.commands.me.d import D\n")
    write(tmp_path, "bot/client.py", "from bot.commands import a\n")
    write(
        tmp_path,
        "bot/extensions/notes/commands/e.py",
        "from bot.extension_api.commands import command\n"
        "from bot.extensions.notes.commands.f import shown\n"
        "from bot.extensions.notes.dialogs import choice\n",
    )
    assert commands_of_commands(tmp_path) == [
        "bot/commands/game/c.py:1 imports bot.commands.a",
        "bot/commands/game/c.py:2 imports bot.commands.me.d.D",
        "bot/extensions/notes/commands/e.py:2 imports bot.extensions.notes.commands.f.shown",
    ]


def test_an_import_cycle_and_a_hidden_module_are_reported(tmp_path: Path) -> None:
    write(
        tmp_path,
        "bot/d.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.e import E\n",
    )
    write(tmp_path, "bot/e.py", "def late():\n    from bot import d\n")
    write(tmp_path, "engine/f.py", "")
    write(tmp_path, "engine/__init__.py", "from engine.f import f\nfrom engine import g\n")
    write(tmp_path, "engine/g.py", "")
    assert circles(arrows(tmp_path, ("bot",))) == [["bot.d", "bot.e"]]
    assert hidden(tmp_path) == ["engine/__init__.py hides the module engine.f"]


def test_an_await_and_a_statement_that_changes_a_match_are_reported(tmp_path: Path) -> None:
    write(tmp_path, "bot/service/a.py", "async def act():\n    await later()\n")
    write(tmp_path, "bot/service/jobs/b.py", "async def act():\n    await later()\n")
    write(tmp_path, "bot/extensions/chess/store/c.py", "import x\nasync def act(): ...\n")
    write(tmp_path, "bot/extensions/chess/commands/d.py", "async def act(): ...\n")
    write(tmp_path, "bot/store/e.py", "DROP = sa.delete(clocks)\nGET = select(clocks)\n")
    assert asynchronous(tmp_path) == [
        "bot/extensions/chess/store/c.py:2 is asynchronous",
        "bot/service/a.py:1 is asynchronous",
        "bot/service/a.py:2 is asynchronous",
    ]
    assert match_writers(tmp_path) == ["bot/store/e.py changes clocks"]


def test_an_extension_imported_by_the_core_or_by_another_is_reported(tmp_path: Path) -> None:
    write(
        tmp_path, "bot/a.py", "from bot import extensions\nfrom bot.extensions import installed\n"
    )
    write(tmp_path, "bot/b.py", "def late():\n    from bot.extensions.chess.store import rows\n")
    write(tmp_path, "bot/extensions/chess/store/rows.py", "from bot.extensions.chess import c\n")
    write(tmp_path, "bot/extensions/go/d.py", "from bot.extensions.chess import c\n")
    assert named_extensions(tmp_path) == [
        "bot/b.py:2 imports bot.extensions.chess.store.rows",
        "bot/extensions/go/d.py:1 imports bot.extensions.chess.c",
    ]


def test_a_name_of_the_interface_that_no_extension_uses_is_reported(tmp_path: Path) -> None:
    write(tmp_path, "bot/extension_api/texts.py", '__all__ = ["code", "quote", "stamp"]\n')
    write(tmp_path, "bot/extensions/go/a.py", "from bot.extension_api.texts import code\n")
    write(tmp_path, "bot/extensions/chess/b.py", "from bot.extension_api.texts import quote\n")
    assert unused_names(tmp_path) == ["bot/extension_api/texts.py names stamp"]


def test_an_import_of_an_extension_beyond_the_interface_is_reported(tmp_path: Path) -> None:
    write(tmp_path, "bot/extensions/chess/a.py", "from bot.extensions.chess import b\n")
    write(tmp_path, "bot/extensions/chess/b.py", "from bot.extension_api.matches import Match\n")
    write(tmp_path, "bot/extensions/chess/c.py", "import discord\nfrom bot.store import Tx\n")
    write(tmp_path, "bot/extensions/chess/d.py", "def late():\n    from bot import app\n")
    write(tmp_path, "bot/extensions/chess/e.py", "from ... import extension_points\n")
    write(tmp_path, "bot/commands/f.py", "from bot.store import Tx\n")
    assert beyond_the_interface(tmp_path) == [
        "bot/extensions/chess/c.py:2 imports bot.store.Tx",
        "bot/extensions/chess/d.py:2 imports bot.app",
        "bot/extensions/chess/e.py:1 imports bot.extension_points",
    ]


def test_a_migration_that_imports_code_which_changes_is_reported(tmp_path: Path) -> None:
    own, extension = "bot/store/migrations", "bot/extensions/chess"
    write(tmp_path, f"{own}/env.py", "from bot.store.tables import metadata\n")
    write(tmp_path, f"{own}/versions/v0001_a.py", "from bot.store.migrations import frozen\n")
    write(tmp_path, f"{own}/versions/v0002_b.py", "from bot.store.tables import metadata\n")
    write(
        tmp_path,
        f"{extension}/migrations/v0001_c.py",
        "import json\nimport sqlalchemy as sa\nfrom alembic import op\nfrom . import frozen\n"
        "from bot.extensions.chess.tables import games\n"
        "def upgrade():\n    from bot.extension_api.tables import BIG\n    import engine\n",
    )
    write(tmp_path, f"{extension}/tables.py", "from bot.extension_api.tables import BIG\n")
    assert changing_imports(tmp_path) == [
        f"{extension}/migrations/v0001_c.py:5 imports bot.extensions.chess.tables.games",
        f"{extension}/migrations/v0001_c.py:7 imports bot.extension_api.tables.BIG",
        f"{extension}/migrations/v0001_c.py:8 imports engine",
        f"{own}/versions/v0002_b.py:1 imports bot.store.tables.metadata",
    ]
    assert wrong_imports(tmp_path) == []


def test_a_migration_with_a_wrong_number_is_reported(tmp_path: Path) -> None:
    text = 'revision = "{:04}"\ndown_revision = {}\n'
    chess, go = "bot/extensions/chess/migrations", "bot/extensions/go/migrations"
    write(tmp_path, "bot/store/migrations/versions/v0001_a.py", text.format(1, None))
    write(tmp_path, f"{chess}/v0001_b.py", text.format(1, None))
    write(tmp_path, f"{chess}/v0002_c.py", text.format(2, None))
    write(tmp_path, f"{chess}/v0004_d.py", text.format(4, '"0002"'))
    write(tmp_path, f"{go}/v0001_e.py", text.format(1, '"0021"'))
    assert misnumbered_migrations(tmp_path) == [
        f"{chess}/v0002_c.py is not migration 0002",
        f"{chess}/v0004_d.py is not migration 0003",
        f"{go}/v0001_e.py is not migration 0001",
    ]
