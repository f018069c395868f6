"""Brackets: their size, their limits and their legibility."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from render.bracket import (
    MARGIN,
    MOST_PAIRS,
    NAMES,
    WIDTH,
    Bracket,
    BracketEntrant,
    render_bracket,
)
from render.theme import READABLE, THEMES, ThemeName, contrast

LONG = "Maximilian Freiherr von und zu Guttenberg-Hohenzollern"


def bracket(pairs: int, rounds: int, name: str = "Ada") -> Bracket:
    """Return a bracket in which the first entrant of each pair has won."""
    pair = BracketEntrant(name, "1½", has_won=True), BracketEntrant(name, "½")
    return Bracket(
        "Autumn Cup",
        tuple((f"Round {number}", (pair,) * (pairs >> number)) for number in range(rounds)),
    )


def picture(data: bytes) -> Image.Image:
    """Return the picture in RGB."""
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.check
@pytest.mark.parametrize(("pairs", "rounds"), [(1, 1), (2, 1), (2, 2), (4, 3), (8, 3), (3, 1)])
@pytest.mark.parametrize("name", [LONG, ""])
def test_a_bracket_of_every_size_keeps_its_margin_free(pairs: int, rounds: int, name: str) -> None:
    drawn = picture(render_bracket(bracket(pairs, rounds, name)))
    assert drawn.width == WIDTH
    edge = MARGIN - 2
    for box in (
        (0, 0, edge, drawn.height),
        (WIDTH - edge, 0, WIDTH, drawn.height),
        (0, drawn.height - edge, WIDTH, drawn.height),
    ):
        assert len(drawn.crop(box).getcolors() or ()) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_names_of_a_bracket_stand_out_from_their_ground(theme: ThemeName) -> None:
    drawn = picture(render_bracket(bracket(1, 1), theme))
    box = drawn.crop(
        (MARGIN + 8, drawn.height - MARGIN - 50, WIDTH // 2, drawn.height - MARGIN - 8)
    )
    counted = sorted(box.getcolors(10_000) or (), reverse=True)
    ground = counted[0][1]
    assert max(contrast(colour, ground) for _, colour in counted) >= READABLE  # type: ignore[arg-type]
    assert min(NAMES) * 262 / WIDTH >= 9


@pytest.mark.check
def test_winners_and_the_reader_are_marked_without_colours() -> None:
    plain = bracket(2, 2)
    heading, (pair, other) = plain.rounds[0]
    for first in (replace(pair[0], has_won=False), replace(pair[0], is_marked=True)):
        changed = replace(plain, rounds=((heading, ((first, pair[1]), other)), plain.rounds[1]))
        grey = [picture(render_bracket(each)).convert("L") for each in (plain, changed)]
        assert grey[0].tobytes() != grey[1].tobytes()


@pytest.mark.parametrize(
    "sizes", [(), (0,), (MOST_PAIRS + 1,), (4, 3), (8, 4, 2, 1), (2, 2)], ids=str
)
def test_a_bracket_that_does_not_fit_is_refused(sizes: tuple[int, ...]) -> None:
    pair = BracketEntrant("Ada"), BracketEntrant("Bruno")
    wrong = Bracket("Cup", tuple(("Round", (pair,) * size) for size in sizes))
    with pytest.raises(ValueError, match="bracket"):
        render_bracket(wrong)
