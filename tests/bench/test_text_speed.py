"""Speed of text functions as ratios of times from the same run."""

from bot.i18n.escaping import plain_text
from tests.bench.timing import seconds


def test_ascii_text_takes_at_most_half_the_time_of_text_with_accents() -> None:
    plain, accented = "Played II,3-IV,5 in the game", "Pläyed II,3-IV,5 in thé gäme"
    assert 2 * seconds(lambda: plain_text(plain, 100)) <= seconds(lambda: plain_text(accented, 100))
