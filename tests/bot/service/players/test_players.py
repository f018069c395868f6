"""Player rows: names, languages and when a player was last seen."""

import pytest

from bot.service.errors import NotFound
from bot.service.players import players
from bot.store.models import Player
from tests.bot.service.club import ADA, BRUNO, CLARA, START, Club
from tests.transactions import reading, writing

TODAY = START - START % 86400
"""Start of the day, because the last visit is stored as a day."""


async def test_a_player_has_the_name_last_seen_and_keeps_their_language(club: Club) -> None:
    with writing(club.store) as tx:
        players.record_seen(tx, ADA, "Ada", "de", now=START)
        players.record_seen(tx, ADA, "Ada L.", now=START + 5)
        assert players.load_player(tx, ADA) == Player(ADA, "Ada L.", "de", START, TODAY)


async def test_user_names_are_those_last_seen(club: Club) -> None:
    with writing(club.store) as tx:
        players.record_seen(tx, ADA, "李", user_name="ada.li", now=START)
        players.record_seen(tx, CLARA, "Clara", now=START)
        assert players.user_names(tx, [ADA, BRUNO, CLARA]) == {ADA: "ada.li"}
        players.record_seen(tx, ADA, "李", user_name="a_li", now=START + 5)
        assert players.user_names(tx, [ADA]) == {ADA: "a_li"}


async def test_a_player_known_only_from_a_challenge_has_no_name_yet(club: Club) -> None:
    await club.challenge(ADA, BRUNO)
    with reading(club.store) as tx:
        assert players.load_player(tx, BRUNO) == Player(BRUNO, "", None, START, TODAY)
        assert players.display_names(tx, [BRUNO, CLARA]) == {BRUNO: "", CLARA: ""}
        with pytest.raises(NotFound):
            players.load_player(tx, CLARA)
