"""Rule diagrams show only legal moves, on the game's own board."""

import struct
from io import BytesIO
from itertools import pairwise

import pytest
from discord import File
from PIL import Image

from bot.dialogs.variant_picker import FAMILIES
from bot.i18n.translator import LANGUAGES, translator_for
from bot.store.models import Theme
from bot.texts.game_names import shapes
from bot.views.discord_limits import ALT_TEXT
from bot.views.rule_cards import how_to_play_view, page_view, rules_button
from bot.views.rule_diagrams import (
    captions,
    diagrams_of,
    hop_diagram,
    hop_picture,
    moves_picture,
    start_in_words,
    start_picture,
    step_diagram,
)
from engine import VARIANTS, Position, Variant, variant
from engine.move_generation.movers import Hop
from engine.position import kind_of, seat_of
from render import scene
from render.collage import GAP
from render.crop import crop_part
from render.draw import render_scene
from tests.bot.bodies import faults
from tests.phone import screens

GAMES = pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.key)
EN = translator_for()


def alone(game: Variant, cell: int, byte: int) -> Position:
    """Return a position with one man."""
    cells = bytearray(len(game.board.spots))
    cells[cell] = byte
    return Position(bytes(cells), 0)


@GAMES
def test_dots_mark_where_each_kind_of_man_may_step(game: Variant) -> None:
    drawn = step_diagram(game)
    men = {cell: byte for cell, byte in enumerate(drawn.position.cells) if byte}
    shown = {game.kinds[kind_of(byte)].name for byte in men.values()}
    assert shown == {kind.name for kind in game.kinds}
    reached = [
        move.path[-1]
        for cell, byte in men.items()
        for move in game.from_cell(alone(game, cell, byte), cell)
    ]
    assert sorted(mark.cell for mark in drawn.marks) == sorted(reached)
    assert len(reached) >= 2 * len(men)


@GAMES
def test_the_hop_is_legal_and_needs_every_man_on_the_board(game: Variant) -> None:
    drawn = hop_diagram(game)
    if drawn is None:
        movers = [mover for kind in game.kinds for mover in kind.movers]
        assert not any(isinstance(mover, Hop) or getattr(mover, "relay", False) for mover in movers)
        return
    assert drawn.last_move is not None
    origin, *stops = drawn.last_move.path
    before = bytearray(drawn.position.cells)
    mover = before[stops[-1]]
    before[stops[-1]], before[origin] = 0, mover
    assert seat_of(mover) == 0
    routes = game.moves_via(Position(bytes(before), 0), origin, tuple(stops))
    assert [move.path for move in routes][:1] == [drawn.last_move.path]
    assert len(stops) >= 2
    for cell, byte in enumerate(before):
        if byte and cell != origin:
            fewer = before[:cell] + bytes(1) + before[cell + 1 :]
            left = game.moves_via(Position(bytes(fewer), 0), origin, tuple(stops))
            assert not left, game.board.names[cell]


def test_long_jumps_relays_and_the_free_step_are_shown() -> None:
    def legs(key: str) -> set[float]:
        drawn = hop_diagram(variant(key))
        assert drawn is not None
        assert drawn.last_move is not None
        points = variant(key).board.points
        path = drawn.last_move.path
        return {
            round(max(abs(points[a][i] - points[b][i]) for i in (0, 1)), 1)
            for a, b in pairwise(path)
        }

    assert len(legs("super-halma")) > 1
    assert legs("halma") == {2.0}
    assert len(legs("le-zug")) > 1
    relay = hop_diagram(variant("renpaarden"))
    assert relay is not None
    assert relay.last_move is not None
    enemies = [relay.position.cells[cell] for cell in relay.last_move.path[1:-1]]
    assert enemies
    assert {seat_of(byte) for byte in enemies} == {1}


def test_options_do_not_change_the_diagrams() -> None:
    assert diagrams_of(variant("halma+full")) == diagrams_of(variant("halma"))


@pytest.mark.parametrize("key", ["halma", "le-grec", "carrera", "platonic", "chinese-checkers-6"])
async def test_the_diagrams_stand_side_by_side_in_a_small_file_with_alt_text(
    key: str,
) -> None:
    game = variant(key)
    file = await moves_picture(EN, game, "wood")
    data = file.fp.read()
    wide, high = struct.unpack(">II", data[16:24])
    assert wide == high * (1 if key == "carrera" else 2) + (0 if key == "carrera" else GAP)
    assert len(data) < 60_000
    assert file.description == " ".join(captions(EN, game))


@pytest.mark.check
@pytest.mark.parametrize("theme", ["wood", "dark", "contrast", "colourblind", "print"])
async def test_a_card_shows_the_start_and_the_moves_in_one_sharp_and_small_picture(
    theme: Theme,
) -> None:
    for key in ("halma-8", "chinese-checkers-6"):
        file = await start_picture(EN, variant(key), "rules.png", theme)
        data = file.fp.read()
        wide, high = struct.unpack(">II", data[16:24])
        assert wide >= 1_000
        assert high < 0.7 * wide
        assert len(data) < 120_000


@pytest.mark.each_kind
@GAMES
def test_the_palette_of_a_combined_picture_contains_the_colours_of_every_part(
    game: Variant,
) -> None:
    """All parts use the palette of the board, so it must contain their colours."""
    board = render_scene(scene(game, game.start())).getpalette("RGB")
    for drawn in diagrams_of(game):
        shown = scene(game, drawn.position, last=drawn.last_move, marks=drawn.marks)
        assert render_scene(shown).getpalette("RGB") == board


@pytest.mark.parametrize("key", ["halma-8", "hexma", "platonic-advanced", "renpaarden+full"])
async def test_a_new_player_sees_the_rules_with_pictures_and_a_link_to_the_card(key: str) -> None:
    game = variant(key)
    for language in ("en", "de"):
        cards = await how_to_play_view(translator_for(language), game, "wood")
        assert cards.view is not None
        body = cards.view.to_components()  # type: ignore[no-untyped-call]
        assert faults({"components": body, "flags": 1 << 15}) == []
        assert f"h:rules:0:0:{game.key}" in str(body)
        assert len(cards.files) >= 1
        words = sum(len(part["content"]) for part in body[0]["components"] if part["type"] == 10)
        assert words < 1100
    assert rules_button(EN, game.key).label == "Rules"


@pytest.mark.check
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_a_card_is_fully_described_in_words(language: str) -> None:
    words = translator_for(language)
    for game in VARIANTS.values():
        cards = start_in_words(words, game)
        assert len(cards) <= ALT_TEXT
        assert "\n".join(captions(words, game)) in cards


@pytest.mark.parametrize("game", FAMILIES)
def test_a_card_takes_little_more_than_a_phone_screen(game: str) -> None:
    view = page_view(EN, variant(game), "rules", File(BytesIO(), "rules.png")).view
    assert view is not None
    pieces = bool(shapes(EN, variant(game)))
    body = view.to_components()  # type: ignore[no-untyped-call]
    assert screens([body], tall=0.66) < (1.9 if pieces else 1.4)


@pytest.mark.check
async def test_the_picture_of_a_hop_shows_all_coordinates_of_its_part() -> None:
    game = variant("halma-8")
    drawn = hop_diagram(game)
    assert drawn is not None
    shown = scene(game, drawn.position, last=drawn.last_move)
    file = await hop_picture(EN, game, "wood")
    picture = Image.open(BytesIO(file.fp.read()))
    assert (
        picture.convert("RGB").tobytes() == crop_part(shown, drawn.cells).convert("RGB").tobytes()
    )
