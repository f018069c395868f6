"""Draws by agreement in multiplayer matches: all remaining players must agree."""

import pytest

from bot.service.errors import AlreadyOffered, NoOffer
from engine import Outcome
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club, agreed, asker

pytestmark = pytest.mark.usefixtures("early_draws")

STAR = "chinese-checkers-4"
PEOPLE = (ADA, BRUNO, CLARA, DAVID)


async def notices(club: Club) -> list[str]:
    query = "SELECT json_extract(payload, '$.notice') AS n, state FROM outbox WHERE kind = 'notice'"
    return [row["n"] for row in await club.rows(query) if row["state"] == "owed"]


@pytest.mark.check
async def test_a_draw_is_agreed_when_the_last_player_accepts(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    offered = await club.act("offer_draw", match, DAVID)
    assert (asker(offered), agreed(offered)) == (3, (3,))
    await club.act("accept_draw", match, ADA)
    third = await club.act("offer_draw", match, BRUNO)
    assert (third.status, asker(third), agreed(third)) == ("running", 3, (0, 1, 3))
    assert await notices(club) == ["draw-offered", "draw-agreed", "draw-agreed"]
    ended = await club.act("accept_draw", match, CLARA)
    assert ended.outcome == Outcome(((0, 1, 2, 3),), "agreed")
    assert (asker(ended), agreed(ended)) == (None, ())
    assert await club.faults() == []


async def test_a_player_who_has_agreed_cannot_agree_again(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("offer_draw", match, DAVID)
    await club.act("accept_draw", match, ADA)
    for player in (ADA, DAVID):
        for what in ("offer_draw", "accept_draw"):
            with pytest.raises(AlreadyOffered):
                await club.act(what, match, player)


@pytest.mark.parametrize(
    ("who", "notice"), [(DAVID, "draw-withdrawn"), (ADA, "draw-declined"), (BRUNO, "draw-declined")]
)
async def test_one_refusal_ends_the_offer_for_all(club: Club, who: int, notice: str) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("offer_draw", match, DAVID)
    await club.act("accept_draw", match, ADA)
    declined = await club.act("decline_draw", match, who)
    assert (asker(declined), agreed(declined)) == (None, ())
    assert (await notices(club))[-1] == notice
    with pytest.raises(NoOffer):
        await club.act("accept_draw", match, CLARA)


async def test_a_move_declines_a_partly_accepted_offer(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("offer_draw", match, DAVID)
    await club.act("accept_draw", match, BRUNO)
    assert agreed((await club.turn(match)).match) == ()


async def test_a_player_who_has_left_need_not_agree_and_is_ranked_last(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("resign", match, BRUNO)
    await club.act("resign", match, DAVID)
    await club.act("offer_draw", match, ADA)
    ended = await club.act("accept_draw", match, CLARA)
    assert ended.outcome == Outcome(((0, 2), (3,), (1,)), "agreed")
    assert await club.faults() == []


async def test_leaving_ends_the_offer(club: Club) -> None:
    match = await club.seated(STAR, *PEOPLE)
    await club.act("offer_draw", match, DAVID)
    left = await club.act("resign", match, DAVID)
    assert (asker(left), agreed(left)) == (None, ())
    assert await club.faults() == []
