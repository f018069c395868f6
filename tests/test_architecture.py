"""Architecture checks: they pass on the sources and find faults in bad samples."""

import re
from pathlib import Path

import pytest

from tests.architecture import (
    CIRCLES_RUN,
    LONGEST,
    PACKAGES,
    REGISTRIES,
    ROOT,
    STRAY,
    arrows,
    asynchronous,
    circles,
    hidden,
    match_writers,
    named_extensions,
    sources,
    stray_words,
    too_long,
    vaguely_named,
    wrong_imports,
    wrong_rooms,
)


@pytest.mark.check
def test_imports_point_one_way_and_libraries_stay_in_their_places() -> None:
    assert set(PACKAGES) == {inside.parts[0] for inside, _ in sources(ROOT)}
    assert wrong_imports(ROOT) == []


@pytest.mark.check
def test_nobody_imports_an_extension_but_itself() -> None:
    assert named_extensions(ROOT) == []


def test_the_packages_of_the_service_import_one_way() -> None:
    assert wrong_rooms(ROOT) == []


@pytest.mark.check
def test_nothing_is_awaited_inside_a_transaction() -> None:
    assert asynchronous(ROOT) == []


@pytest.mark.check
def test_a_match_is_changed_by_the_match_saver_alone() -> None:
    changes = [line for line in match_writers(ROOT) if "match_saver" not in line]
    assert changes == [
        # These are not part of the value, or concern many matches at once.
        "bot/store/match/downtimes.py changes clocks",  # after the system clock was set back
        "bot/store/guilds/match_channel_rows.py changes match_seats",  # who has left the guild
        "bot/store/match/offer_rows.py changes consents",  # of expired offers
        "bot/store/match/offer_rows.py changes offers",  # expired ones, which count as none
        "bot/store/guilds/removed_guild_rows.py changes matches",  # ended matches of a deleted guild
    ]


@pytest.mark.check
def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(arrows(ROOT, CIRCLES_RUN, annotations=True)) == []


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
    files = sorted((ROOT / "bot/store/migrations/versions").glob("v*.py"))
    numbers = [int(file.name[1:5]) for file in files]
    assert numbers == list(range(1, len(files) + 1))
    for before, file in zip(numbers, files[1:], strict=False):
        assert f'down_revision = "{before:04}"' in file.read_text("utf-8"), file.name


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


def test_a_later_layer_an_import_cycle_and_a_hidden_module_are_reported(tmp_path: Path) -> None:
    write(tmp_path, "bot/service/match/a.py", "from bot.service.actions import moves\n")
    write(
        tmp_path, "bot/service/actions/b.py", "from bot.service.match import a\nimport bot.store\n"
    )
    write(tmp_path, "bot/service/attic/c.py", "from bot.service import results\n")
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
