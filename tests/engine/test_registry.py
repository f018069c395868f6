"""The games that there are, by their keys."""

import pytest

from engine import registry, variant


def test_two_games_of_one_key_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="two variants have the key halma-8"):
        registry.by_key([variant("halma-8"), variant("halma"), variant("halma-8")])
