"""Registry of variants by key."""

import pytest

from engine import BadNotation, registry, variant
from engine.former_keys import FORMER_KEYS, plain_key
from engine.optional_rules import option_combinations
from engine.record import Record, export_record, read_record, read_trusted


def test_two_variants_with_the_same_key_are_refused() -> None:
    with pytest.raises(ValueError, match="two variants have the key halma-8"):
        registry.index_by_key([variant("halma-8"), variant("halma"), variant("halma-8")])


@pytest.mark.parametrize(
    ("former", "current"),
    [
        ("halma-gering", "halma+gering"),
        ("halma-ploog", "halma+ploog"),
        ("halma-parlett", "halma+full+locked"),
        ("halma-parlett+no-return", "halma+full+locked+no-return"),
        ("halma-gering+equal-turns+locked", "halma+equal-turns+gering+locked"),
    ],
)
def test_a_former_key_gives_the_game_of_its_current_key(former: str, current: str) -> None:
    game = variant(former)
    assert game is variant(current)
    assert game.key == current
    assert former not in registry.VARIANTS
    assert plain_key(former) == "halma"


def test_every_former_key_has_a_current_one() -> None:
    for former, current in FORMER_KEYS.items():
        assert former not in registry.VARIANTS
        assert variant(former).key == current


def test_no_two_listed_games_are_the_same_with_another_name() -> None:
    names = [game.name for game in registry.VARIANTS.values()]
    assert len(set(names)) == len(names)
    for key in registry.VARIANTS:
        for some in option_combinations(variant(key)):
            optional = variant("+".join((key, *(option.name for option in some))))
            assert optional.name not in names


def test_positions_and_records_with_a_former_key_are_read_and_not_written() -> None:
    game = variant("halma+full+locked")
    text = game.dump(game.start())
    assert text.startswith("halma+full+locked 0 0 ")
    assert game.load(text.replace("halma+full+locked", "halma-parlett")) == game.start()
    with pytest.raises(BadNotation):
        game.load(text.replace("halma+full+locked", "halma-gering"))
    written = export_record(Record(game, (game.parse(game.start(), "II,3-IV,5"),)))
    former = written.replace("halma+full+locked", "halma-parlett")
    assert export_record(read_record(former)) == written
    assert export_record(read_trusted(former)) == written
