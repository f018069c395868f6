"""Confirmation prompts before typed moves are played."""

import pytest

from bot.dialogs.typed_move import NeedsConfirmation, make_move
from bot.service.errors import NotYourTurn
from bot.service.players import player_settings
from bot.store import Store
from bot.store.models import Match
from bot.views.illegal_move import IllegalMoveShown
from engine import BadNotation
from tests.bot.service.club import ADA, BRUNO, Club
from tests.transactions import writing

WRITES = ("INSERT", "UPDATE", "DELETE")


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


@pytest.fixture
async def match(club: Club) -> Match:
    match = await club.match()
    with writing(club.store) as tx:
        for player in (ADA, BRUNO):
            player_settings.change_settings(tx, player, {"confirm_typed": "on"}, now=club.now)
    return match


async def make(club: Club, match: Match, player: int, text: str, *, typed: bool = True) -> None:
    await club.store.write(
        make_move,
        match.id,
        player=player,
        text=text,
        interaction=next(club.ids),
        now=club.now,
        typed=typed,
    )


async def test_a_player_is_asked_before_anything_is_written(club: Club, match: Match) -> None:
    statements: list[str] = []
    club.store.counts.on_statement = statements.append
    with pytest.raises(NeedsConfirmation) as asked:
        await make(club, match, ADA, "II,3-III,3")
    assert asked.value.match == match.id
    assert len(asked.value.moves) == 1
    assert statements
    assert [sql for sql in statements if sql.startswith(WRITES)] == []
    assert await club.get(match) == match
    assert club.store.counts.moves == 0


async def test_a_confirmed_move_is_counted_once(club: Club, match: Match) -> None:
    with pytest.raises(NeedsConfirmation):
        await make(club, match, ADA, "II,3-III,3")
    await make(club, match, ADA, "II,3-III,3", typed=False)
    assert (await club.get(match)).ply == 1
    assert club.store.counts.moves == 1


async def test_nothing_is_asked_about_a_move_that_cannot_be_made(club: Club, match: Match) -> None:
    with pytest.raises(NotYourTurn):
        await make(club, match, BRUNO, "VII,6-VI,6")
    with pytest.raises(IllegalMoveShown):
        await make(club, match, ADA, "II,3-VI,6")
    with pytest.raises(BadNotation):
        await make(club, match, ADA, "XXX,1-XXX,2")
