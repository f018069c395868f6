"""The share card: its size, its text, and the fit of its parts."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine import VARIANTS, Move, variant
from render import scene
from render.animation import FINISH, TITLE, Film, Part, render_animation
from render.share_card import (
    GOLDS,
    HEIGHT,
    OTHER,
    WIDTH,
    WINNER,
    CardPlayer,
    ShareCard,
    render_share_card,
)
from render.theme import THEMES, ThemeName, contrast

LONG = "Maximilian Freiherr von und zu Guttenberg-Hohenzollern"


def card(key: str, theme: ThemeName = "wood", name: str = "Ada", **more: str) -> ShareCard:
    """Return a card of a starting position."""
    game = variant(key)
    players = tuple(
        CardPlayer(seat, name, f"{seat + 1}.", has_won=seat == 0) for seat in range(len(game.seats))
    )
    texts = {"caption": f"Move 27 · {name}: 5 jumps in one move", "result": f"{name} has won!"}
    board = scene(game, game.start(), theme=theme)
    return ShareCard(board, players=players, footer="Halma by Post", **(texts | more))


def picture(data: bytes) -> Image.Image:
    """Return a card's picture in RGB."""
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.check
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_card_of_every_game_has_the_size_of_a_link_preview_and_a_free_margin(key: str) -> None:
    drawn = picture(render_share_card(card(key, name=LONG)))
    assert drawn.size == (WIDTH, HEIGHT)
    paper = drawn.getpixel((0, 0))
    margin = drawn.crop((WIDTH - 20, 0, WIDTH, HEIGHT)).getcolors()
    assert margin == [(20 * HEIGHT, paper)]
    assert drawn.crop((0, HEIGHT - 20, WIDTH, HEIGHT)).getcolors() == [(20 * WIDTH, paper)]


@pytest.mark.check
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_card_has_the_paper_and_the_ink_of_its_theme(theme: ThemeName) -> None:
    drawn = picture(render_share_card(card("halma-8", theme)))
    colours = {colour for _, colour in drawn.getcolors(1 << 16) or ()}
    near = [
        min(max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) for colour in colours)
        for wanted in (THEMES[theme].paper, THEMES[theme].ink)
    ]
    assert max(near) <= 12


@pytest.mark.check
def test_the_longest_hop_is_drawn_on_the_board() -> None:
    game = variant("halma-8")
    plain = card("halma-8")
    hop = Move((game.board.cell(2, 2), game.board.cell(4, 4)))
    drawn = scene(game, game.start(), last=hop)
    other = replace(plain, board=drawn)
    assert render_share_card(plain) != render_share_card(other)


def test_initials_are_on_the_discs_left_of_the_names() -> None:
    ada, ana, bea = (
        picture(render_share_card(card("halma-8", name=name, result="", caption=""))).convert("L")
        for name in ("Ada", "Ana", "Bea")
    )

    def first_column(other: Image.Image) -> int:
        clear = ImageChops.difference(ada, other).point(lambda level: 255 if level > 60 else 0)
        return (clear.getbbox() or (0, 0, 0, 0))[0]

    assert 0 < first_column(bea) < first_column(ana) - WINNER


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_initials_stand_out_on_the_men_of_every_seat(theme: ThemeName) -> None:
    for seating in card("chinese-checkers-6", theme).board.stage.seatings:
        assert contrast(seating.ink, seating.face) >= 3


def test_the_winner_has_a_larger_disc_and_a_wreath() -> None:
    shown = card("halma-4", "contrast")
    shown = replace(
        shown,
        players=(replace(shown.players[2], has_won=True), replace(shown.players[0], has_won=False)),
    )
    gold = GOLDS[1]  # on a white paper

    def golden(each: ShareCard) -> int:
        colours = picture(render_share_card(each)).getcolors(1 << 16) or ()
        return sum(
            count
            for count, colour in colours
            if max(abs(a - b) for a, b in zip(colour, gold, strict=True)) < 10  # type: ignore[arg-type]
        )

    drawn = replace(shown, players=tuple(replace(each, has_won=False) for each in shown.players))
    assert golden(shown) > golden(drawn) + WINNER**2 / 2
    assert OTHER < WINNER


@pytest.mark.check
def test_a_replay_opens_with_its_title_and_ends_with_the_result() -> None:
    moves = ("II,3-III,3", "VII,6-VI,6")
    plain = Film("halma-8", moves, Part(0, 2))
    titled = Film("halma-8", moves, Part(0, 2), title=("Ada · Bruno",), ending=("Ada has won!",))
    frames, more = times(render_animation(plain)), times(render_animation(titled))
    assert more == [TITLE, *frames[:-1], more[-2], FINISH]
    assert len(more) == len(frames) + 2
    first_part = Film("halma-8", moves, Part(0, 1), title=("Ada",), ending=("Ada has won!",))
    assert times(render_animation(first_part))[0] == TITLE
    assert len(times(render_animation(first_part))) == 3


def times(film: bytes) -> list[int]:
    """Return the display time of each frame of a GIF in milliseconds."""
    opened = Image.open(io.BytesIO(film))
    shown = []
    for frame in range(getattr(opened, "n_frames", 1)):
        opened.seek(frame)
        shown.append(int(opened.info["duration"]))
    return shown
