"""The number of jumps in a move, in games with steps, hops, leaps and exits."""

import pytest

from engine import variant
from engine.jumps import jumps_of
from tests.engine.boards import placed


@pytest.mark.parametrize(
    ("key", "men", "text", "jumps"),
    [
        ("halma-8", {0: "I,1", 1: "VIII,8"}, "I,1-II,2", 0),
        ("halma-8", {0: "I,1 II,2 IV,4", 1: "VIII,8"}, "I,1-V,5", 2),
        ("renpaarden", {0: "I,1", 1: "IX,9"}, "I,1-III,2", 1),
        ("renpaarden", {0: "I,1", 1: "III,2 IX,9"}, "I,1-V,3", 2),
        ("caesar", {0: "V,2", 1: "VII,2 XIII,1"}, "V,2-IX,2", 1),
        ("le-zug", {0: "V,5", 1: "VI,6 XVII,1"}, "V,5-VII,7", 1),
        ("le-zug", {0: "V,5", 1: "VI,6 XVII,1"}, "V,5-VIII,8", 1),
        ("top-secret", {0: "I,5", 1: "VIII,8"}, "I,5-off", 0),
        ("top-secret", {0: "II,5 I,5", 1: "VIII,8"}, "II,5-off", 1),
        ("top-secret", {0: "IV,5 III,5", 1: "I,5 VIII,8"}, "IV,5-off", 2),
    ],
)
def test_jumps_are_counted_without_steps_and_with_an_exit_over_a_man(
    key: str, men: dict[int, str], text: str, jumps: int
) -> None:
    game = variant(key)
    position = placed(game, men)
    assert jumps_of(game, game.parse(position, text)) == jumps
