"""Draws by agreement: an offer is open until it is answered or someone moves."""

import pytest

from bot.service.errors import AlreadyOffered, NoOffer
from engine import Outcome
from tests.bot.service.club import ADA, BRUNO, Club, asker

pytestmark = pytest.mark.usefixtures("early_draws")

DRAW = Outcome(((0, 1),), "agreed")


async def notices(club: Club) -> list[str]:
    query = "SELECT json_extract(payload, '$.notice') AS n, state FROM outbox WHERE kind = 'notice'"
    return [row["n"] for row in await club.rows(query) if row["state"] == "owed"]


async def test_an_offer_is_open_until_it_is_answered(club: Club) -> None:
    match = await club.match()
    offered = await club.act("offer_draw", match, BRUNO)
    assert (offered.status, asker(offered)) == ("running", 1)
    assert await notices(club) == ["draw-offered"]
    ended = await club.act("accept_draw", match, ADA)
    assert (ended.status, ended.outcome, asker(ended)) == ("finished", DRAW, None)
    assert await notices(club) == []


async def test_two_players_who_both_offer_a_draw_agree_on_it(club: Club) -> None:
    match = await club.match()
    await club.act("offer_draw", match, ADA)
    ended = await club.act("offer_draw", match, BRUNO)
    assert (ended.status, ended.outcome) == ("finished", DRAW)


async def test_players_cannot_repeat_or_accept_their_own_offer(club: Club) -> None:
    match = await club.match()
    await club.act("offer_draw", match, ADA)
    for what in ("offer_draw", "accept_draw"):
        with pytest.raises(AlreadyOffered):
            await club.act(what, match, ADA)
    assert (await club.get(match)).status == "running"


@pytest.mark.parametrize(("player", "notice"), [(BRUNO, "draw-declined"), (ADA, "draw-withdrawn")])
async def test_an_offer_can_be_declined_or_withdrawn(club: Club, player: int, notice: str) -> None:
    match = await club.match()
    await club.act("offer_draw", match, ADA)
    declined = await club.act("decline_draw", match, player, interaction=5)
    assert (declined.status, asker(declined)) == ("running", None)
    assert await notices(club) == ["draw-offered", notice]
    assert await club.act("decline_draw", match, player, interaction=5) == declined
    with pytest.raises(NoOffer):
        await club.act("accept_draw", match, BRUNO)
    with pytest.raises(NoOffer):
        await club.act("decline_draw", match, BRUNO)


@pytest.mark.parametrize("by", [0, 1])
async def test_a_move_by_either_player_declines_the_offer(club: Club, by: int) -> None:
    match = await club.match()
    if by == 1:
        await club.turn(match)
    await club.act("offer_draw", match, ADA)
    moved = (await club.turn(match)).match
    assert asker(moved) is None
    assert await notices(club) == []
    with pytest.raises(NoOffer):
        await club.act("accept_draw", match, BRUNO)


async def test_accepting_twice_with_one_interaction_is_accepting_once(club: Club) -> None:
    match = await club.match()
    await club.act("offer_draw", match, ADA)
    ended = await club.act("accept_draw", match, BRUNO, interaction=5)
    assert await club.act("accept_draw", match, BRUNO, interaction=5) == ended
    assert (await club.pending_kinds()).count("result") == 1
