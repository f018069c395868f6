"""Alt text, which contains everything that the picture shows."""

import random
import re
from dataclasses import replace

import pytest

from engine import VARIANTS, Move, Position, Variant
from engine.board import ROMAN
from engine.position import kind_of, man, seat_of
from render import describe, seat_label
from render.alt_text import ENOUGH, LIMIT
from tests.render.games import course, scattered

GAMES = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def seat_named(variant: Variant, name: str) -> int:
    return [seat_label(variant, seat) for seat in range(len(variant.seats))].index(name)


def read(variant: Variant, text: str) -> Position:
    """Parse a description back into a position."""
    lines = text.split("\n")
    cells = bytearray(len(variant.board.spots))
    stock = [0] * (len(variant.kinds) * len(variant.seats) if variant.stock else 0)
    done: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    turn = -1
    # Two kinds may look the same and differ only in their history, so the first one stands for
    # both.
    letters = {kind.letter: number for number, kind in reversed([*enumerate(variant.kinds)])}
    kinds = {kind.name: number for number, kind in reversed([*enumerate(variant.kinds)])}
    if matched := re.match(r"(\w+) to move\.", lines[0]):
        turn = seat_named(variant, matched[1])
    for line in lines[1:]:
        if matched := re.fullmatch(r"(\w+) \(\w+\): (.+)\.", line):
            seat = seat_named(variant, matched[1])
            for row in matched[2].split("; ") if matched[2] != "none" else ():
                figure, places = row.split(" ", 1)
                for run in places.split(", "):
                    ends = re.fullmatch(r"([A-Z]?)(\d+)(?:-(\d+))?", run)
                    assert ends, run
                    kind = letters[ends[1]] if ends[1] else 0
                    for place in range(int(ends[2]), int(ends[3] or ends[2]) + 1):
                        spot = ROMAN.index(figure) + 1, place
                        cells[variant.board.index[spot]] = man(seat, kind)
        elif matched := re.fullmatch(r"(\w+) still has to drop: (.+)\.", line):
            for piece in matched[2].split(", "):
                kind_name, number = piece.split(" × ")
                at = seat_named(variant, matched[1]) * len(variant.kinds) + kinds[kind_name]
                stock[at] = int(number)
        elif matched := re.fullmatch(r"Finished: (.+)\.", line):
            done = tuple(seat_named(variant, name.split(" ")[1]) for name in matched[1].split(", "))
        elif matched := re.fullmatch(r"Left the game: (.+)\.", line):
            gone = tuple(seat_named(variant, name) for name in matched[1].split(", "))
        else:
            assert line.startswith("Goal of ")
    return Position(bytes(cells), turn, stock=tuple(stock), done=done, gone=gone)


def looks(variant: Variant, cells: bytes) -> list[tuple[int, str]]:
    """Return the seat and the name of the kind on each cell."""
    names = [kind.name for kind in variant.kinds]
    return [(seat_of(byte), names[kind_of(byte)] if byte else "") for byte in cells]


@pytest.mark.each_kind
@GAMES
def test_a_position_can_be_reconstructed_from_its_alt_text(variant: Variant) -> None:
    for position, last in course(variant.key)[::5]:
        text = describe(variant, position, last)
        assert len(text) <= LIMIT
        reconstructed = read(variant, text)
        assert looks(variant, reconstructed.cells) == looks(variant, position.cells)
        assert reconstructed.stock == position.stock
        if variant.outcome(position) is None:
            assert reconstructed.turn == position.turn
        if last is not None:
            assert variant.format(last) in text


@pytest.mark.each_kind
@GAMES
def test_even_scattered_men_are_described_in_full_within_the_limit(variant: Variant) -> None:
    rng = random.Random(variant.key)
    longest = Move(tuple(range(min(60, len(variant.board.spots)))))
    for side in range(len(variant.seats)):
        for _ in range(10):
            position = scattered(variant, rng)
            text = describe(variant, position, longest, side)
            assert len(text) <= LIMIT
            reconstructed = read(variant, text)
            assert looks(variant, reconstructed.cells) == looks(variant, position.cells)


@GAMES
def test_the_viewing_seat_is_named_and_its_men_are_listed_first(variant: Variant) -> None:
    for side in range(len(variant.seats)):
        lines = describe(variant, variant.start(), side=side).split("\n")
        assert f"Seen from {seat_label(variant, side)}'s side." in lines[0]
        assert lines[1].startswith(seat_label(variant, side, emblem=True))


def test_the_start_of_halma_reads_like_the_rulebook() -> None:
    halma = VARIANTS["halma"]
    assert describe(halma, halma.start()) == (
        "White to move. Seen from White's side.\n"
        "White (dot): I 1-5; II 1-5; III 1-4; IV 1-3; V 1-2.\n"
        "Black (ring): XII 15-16; XIII 14-16; XIV 13-16; XV 12-16; XVI 12-16.\n"
        "Goal of White: XII 15-16; XIII 14-16; XIV 13-16; XV 12-16; XVI 12-16."
    )


def test_a_very_long_last_move_is_described_by_its_ends() -> None:
    halma = VARIANTS["super-halma"]
    last = Move(tuple(range(62)))
    text = describe(replace(halma, routes=True), halma.start(), last)
    assert "Last move: I,1-IV,14 (61)." in text
    assert len(text.split("\n")[0]) < ENOUGH


def test_ranks_and_players_who_left_are_described() -> None:
    four = VARIANTS["halma-4"]
    position = replace(four.start(), done=(2, 0), gone=(3,), turn=1)
    reconstructed = read(four, describe(four, position))
    assert (reconstructed.done, reconstructed.gone) == ((2, 0), (3,))


def test_a_seat_without_men_is_described_as_having_none() -> None:
    drops = VARIANTS["top-secret"]
    assert "White (dot): none." in describe(drops, drops.start())


def test_the_end_of_a_game_is_described_with_its_winner() -> None:
    small = VARIANTS["halma-8"]
    text = describe(small, replace(small.start(), done=(1,)))
    assert text.startswith("The game is over. Final ranking: Black, White.")
    assert "Goal of" not in text


def test_a_draw_is_described_as_a_draw() -> None:
    halma = VARIANTS["halma"]
    drawn = replace(halma.start(), ply=halma.limit)
    assert describe(halma, drawn).startswith("The game is over: a draw.")


def test_every_sentence_and_word_can_be_translated() -> None:
    halma = VARIANTS["halma"]
    asked: list[str] = []

    def say(sentence: str) -> str:
        asked.append(sentence)
        return sentence.replace("to move", "am Zug").replace("White", "Weiß")

    text = describe(halma, halma.start(), say=say)
    assert text.startswith("Weiß am Zug.")
    assert {"White", "Black", "dot", "ring", "{seat} to move."} <= set(asked)


def test_several_moves_are_named_with_their_seats_while_there_is_room() -> None:
    game = VARIANTS["halma-4"]
    position, made = game.start(), list[tuple[int, Move]]()
    for _ in range(3):
        made.append((position.turn, game.moves(position)[0]))
        position = game.play(position, made[-1][1])
    text = describe(game, position, last=made[-1][1], earlier=made[:-1])
    named = ", ".join(f"{seat_label(game, seat)} {game.format(move)}" for seat, move in made)
    assert f"Last moves: {named}." in text
    assert len(text) <= LIMIT
    many = describe(game, position, last=made[-1][1], earlier=made * 40)
    assert many == describe(game, position, last=made[-1][1])
