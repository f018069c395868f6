"""Registry of variants by key."""

import pytest

from engine import registry, variant


def test_two_variants_with_the_same_key_are_refused() -> None:
    with pytest.raises(ValueError, match="two variants have the key halma-8"):
        registry.index_by_key([variant("halma-8"), variant("halma"), variant("halma-8")])
