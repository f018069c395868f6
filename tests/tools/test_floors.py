"""The floors of the architecture, and the page that shows them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools import __main__ as tools
from tools.floors import BEGIN, END, PAGE, drawn, floors, picture

SMALL = {
    "bot.client": 11,
    "bot.extensions": 0,
    "bot.extensions.chess.views": 12,
    "bot.views": 10,
    "engine.board": 0,
}


@pytest.mark.check
def test_the_page_shows_the_floors_of_the_present_imports() -> None:
    page = PAGE.read_text("utf-8")
    assert page == drawn(page, picture(floors())), "draw them: python -m tools floors --page"


def test_the_picture_has_a_line_for_each_floor_of_the_core() -> None:
    assert picture(SMALL) == "11  bot.client\n10  bot.views\n 0  bot.extensions, engine.board\n"
    crowded = {f"engine.module_{number:02}": 0 for number in range(9)}
    first, second = picture(crowded).splitlines()
    assert len(first) <= 100
    assert first.startswith(" 0  engine.module_00, ")
    assert second.startswith("    engine.module_0")


def test_the_floors_are_printed_or_drawn_between_the_markers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "ARCHITECTURE.md"
    page.write_text(f"# A\n\n{BEGIN} 0  engine.old\n{END}\nB\n", "utf-8")
    monkeypatch.setattr(tools, "PAGE", page)
    monkeypatch.setattr(tools, "floors", lambda: SMALL)
    assert CliRunner().invoke(tools.main, ["floors"]).output == picture(SMALL)
    assert "engine.old" in page.read_text("utf-8")
    assert CliRunner().invoke(tools.main, ["floors", "--page"]).exit_code == 0
    assert page.read_text("utf-8") == f"# A\n\n{BEGIN}{picture(SMALL)}{END}\nB\n"
