"""The examples of docs/index.md and docs/library.md can be executed."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tools.site.api_pages import MODULES

DOCS = Path(__file__).resolve().parent.parent / "docs"


def examples(page: str) -> list[str]:
    """Return the Python examples of a page."""
    text = (DOCS / page).read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.check
@pytest.mark.parametrize(
    ("page", "picture"), [("index.md", "halma.png"), ("library.md", "board.png")]
)
def test_the_examples_run_in_order_and_save_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, picture: str
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile("\n".join(examples(page)), page, "exec"), {})
    with Image.open(BytesIO((tmp_path / picture).read_bytes())) as image:
        assert image.format == "PNG"
        assert min(image.size) > 300


def test_the_front_page_plays_a_game_in_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = examples("index.md")
    assert len([line for line in example.splitlines() if line]) <= 10


def test_the_library_imports_only_modules_of_the_reference() -> None:
    text = "\n".join(examples("index.md") + examples("library.md"))
    imported = set(re.findall(r"^from ((?:engine|render)[\w.]*)", text, re.MULTILINE))
    assert imported <= set(MODULES)
    assert {"engine", "render"} <= imported
