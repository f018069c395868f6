"""Rule cards follow their sources and name the authors of the rules."""

import pytest

from bot.texts.rule_card import history
from engine import variant
from tests.bot.texts.test_rule_texts import looked_up, shown


def test_only_the_card_for_four_players_names_the_three_games() -> None:
    for key in ("halma-4", "halma-4-opposite", "halma-4-adjacent"):
        assert "There are three games for four" in looked_up(key)
    assert "three games" not in looked_up("halma")


def test_a_card_says_in_which_corner_the_horses_of_carrera_start() -> None:
    game = variant("carrera")
    assert "around the corner on their right" in shown(game, "rules")
    places = [game.board.spots[cell] for cell in game.seats[0].home]
    assert {place for _, place in places} == {8, 9, 10}
    assert max(row for row, _ in places) == 3


def test_reconstructed_and_assumed_rules_are_marked_as_such() -> None:
    for key in ("halma-8", "halma-10", "top-secret", "top-secret-centre"):
        assert "reconstructed" in " ".join(history(variant(key))), key
    assert "The source does not state a goal" in " ".join(history(variant("carrera")))
    for key in ("le-grec", "caesar"):
        assert "the source does not mention it" in looked_up(key)
    for key in ("hexma", "hexma-3", "hexma-hex"):
        assert "suggests a rule" in " ".join(history(variant(key)))


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("halma", ("G. H. Monks", "1885", "Parker Brothers", "Greek", "England", "1915")),
        ("halma-4", ("G. H. Monks", "1885")),
        ("halma+full+locked", ("Parlett",)),
        ("halma+ploog", ("Ploog",)),
        ("halma+gering", ("Gering",)),
        ("halma-8", ("BrainKing",)),
        ("super-halma", ("Schmittberger", "Neto")),
        ("super-chinese-checkers-6", ("Schmittberger", "Richard's PBeM Server")),
        ("top-secret", ("Neto",)),
        ("le-grec", ("Huguenin", "Chédel", "French")),
        ("renpaarden", ("Fred Horn", "1981", "Dutch")),
        ("le-zug", ("Springgay", "1971")),
        ("carrera", ("Canteros", "1988", "Spanish")),
        ("hexma-hex", ("Cameron Browne", "2003")),
        ("caesar", ("Richter", "1904", "GARD")),
        ("chinese-checkers", ("Germany",)),
        ("platonic-4", ("Kuby", "Miller", "Winther", "2006", "Plato")),
        ("platonic", ("Invented by M. Kuby", "four elements")),
        ("pythagoreic-advanced", ("Kuby", "Winther", "Pythagoras", "only one Diamond")),
        ("pythagoreic-3", ("the board is smaller", "still the strongest")),
    ],
)
def test_authors_years_and_history_are_on_the_card(key: str, names: tuple[str, ...]) -> None:
    text = shown(variant(key), "history")
    assert [name for name in names if name not in text] == []
    assert "Source: " in text
