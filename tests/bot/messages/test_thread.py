"""Names of the threads of matches."""

from bot.i18n.translator import translator_for
from bot.messages.thread import NAME, thread_name

T = translator_for("en")


def test_the_players_come_first_and_unknown_ones_are_someone() -> None:
    assert thread_name(T, ["Dara", ""], "Halma #7") == "Dara – someone · Halma #7"


def test_a_long_name_keeps_the_game_and_its_number() -> None:
    name = thread_name(T, ["x" * 40] * 6, "Autumn Cup · Final #12")
    assert len(name) == NAME
    assert name.startswith("x" * 40 + " – ")
    assert name.endswith("… · Autumn Cup · Final #12")
