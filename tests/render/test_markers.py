"""Letter markers on men and squares: legible on a phone, without hiding shapes."""

from engine import VARIANTS, Move, variant
from render import png, scene
from render.layout import WIDTH, lay_out, reading_order
from render.markers import letter_size
from tests.render.games import opened

PHONE = 360
"""Width of a picture on a phone, in points."""
SMALLEST = 9
"""Height of the smallest legible letter, in points."""


def test_letters_are_legible_on_a_phone() -> None:
    for key, game in VARIANTS.items():
        for facing in {seat.facing for seat in game.seats}:
            tile = lay_out(game.board, facing, WIDTH).tile
            for on_shape in {False, len(game.kinds) > 1}:
                assert letter_size(tile, on_shape=on_shape) * PHONE / WIDTH >= SMALLEST, key


def test_a_letter_covers_a_plain_man_but_stands_beside_a_shape() -> None:
    for key, covered in (("halma-8", True), ("platonic", False)):
        game = variant(key)
        position = game.start()
        if game.drops(position):
            position = game.apply(position, game.moves(position)[0])
        cell = next(game.men_of(position, 0))
        plain = opened(png(scene(game, position)))
        marked = opened(png(scene(game, position, marks=[(cell, "choice", "A")])))
        lay = lay_out(game.board, 0, plain.width)
        x, y = lay.centres[cell]
        spot = (x - round(0.2 * lay.tile), y + round(0.2 * lay.tile))
        assert (plain.getpixel(spot) != marked.getpixel(spot)) == covered


def test_a_faded_last_move_is_drawn_in_muted_colours() -> None:
    game = variant("halma-8")
    move = game.moves(game.start())[0]
    after = game.apply(game.start(), move)
    bright, faded, none = (
        opened(png(each))
        for each in (
            scene(game, after, last=move),
            scene(game, after, last=move, faded=True),
            scene(game, after),
        )
    )
    teal = [
        sum(count for count, (r, _, b) in image.getcolors(999_999) or () if b > r + 40)
        for image in (bright, faded, none)
    ]
    assert teal[0] > 100
    assert teal[1] == teal[2] == 0
    assert faded.tobytes() != none.tobytes()
    assert png(scene(game, after, last=Move(()), faded=True)) == png(scene(game, after))


def test_reading_order_is_from_top_to_bottom_and_left_to_right() -> None:
    board = variant("halma-8").board
    order = reading_order(board, 0)
    assert [board.names[cell] for cell in sorted(range(64), key=order.__getitem__)][:3] == [
        "VIII,1",
        "VIII,2",
        "VIII,3",
    ]
    turned = reading_order(board, variant("halma-8").seats[1].facing)
    assert [63 - number for number in order] == [*turned]
