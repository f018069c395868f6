"""`python -m render FOLDER` writes sample pictures, without network or font files."""

import io
import socket
from pathlib import Path

import pytest
from PIL import Image, ImageFont

from engine import VARIANTS
from render import draw, layout, png, scene
from render.__main__ import main


@pytest.fixture(autouse=True)
def two_themes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use only two themes, because other tests draw the variants in all themes."""
    monkeypatch.setattr("render.__main__.THEMES", ("wood", "dark"))


@pytest.mark.check
def test_the_pictures_of_a_game_are_written_into_a_folder(tmp_path: Path) -> None:
    main([str(tmp_path / "out"), "le-grec"])
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert "le-grec-000-south-wood.png" in names
    assert "le-grec-005-north-dark.png" in names
    assert len(names) == 3 * 2 * 2
    for name in names:
        with Image.open(tmp_path / "out" / name) as picture:
            assert picture.format == "PNG"


def test_an_unknown_variant_is_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path), "chess"])
    assert "no such game: chess" in capsys.readouterr().err


@pytest.mark.check
def test_a_game_that_ends_early_is_written_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("render.__main__.TURNS", (0, 2_000))
    main([str(tmp_path), "caesar"])
    plies = {int(path.name.split("-")[1]) for path in tmp_path.iterdir()}
    assert len(plies) == 2
    assert max(plies) < 2_000


def test_drawing_uses_no_network_and_no_font_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the picture reaches for the network")

    real = ImageFont.truetype

    def only_from_memory(font: object, *rest: object, **more: object) -> ImageFont.FreeTypeFont:
        assert isinstance(font, io.BytesIO)
        return real(font, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(ImageFont, "truetype", only_from_memory)
    layout.typeface.cache_clear()
    draw.png.cache_clear()
    small = VARIANTS["halma-8"]
    assert png(scene(small, small.start(), width=500)).startswith(b"\x89PNG")
