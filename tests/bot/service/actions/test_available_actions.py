"""What a person can do in a match just now: all that is possible, and nothing else."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.service.actions import available_actions
from bot.service.clock.calendar import DAY
from bot.service.clock.time_control import parse
from bot.service.conditional_moves import editing
from bot.service.match import lifecycle
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club

SHORT = parse("24h+12h cap 48h")


async def can(club: Club, match: Match, player: int) -> list[str]:
    async with club.store.read() as tx:
        now = await lifecycle.get(tx, match.id)
        return list(await available_actions.of(tx, now, player, now=club.now))


async def test_the_beginning_offers_little_and_onlookers_nothing(club: Club) -> None:
    match = await club.match()
    assert await can(club, match, ADA) == ["hint", "pause", "resign", "abort"]
    assert await can(club, match, BRUNO) == ["pause", "gift", "plan", "resign", "abort"]
    assert await can(club, match, CLARA) == []


async def test_moves_can_be_taken_back_and_draws_offered_from_when_they_may(club: Club) -> None:
    match = await club.match()
    await club.turn(match)
    assert await can(club, match, ADA) == ["undo", "pause", "gift", "plan", "resign", "abort"]
    club.now += 61
    assert await can(club, match, ADA) == ["takeback", "pause", "gift", "plan", "resign", "abort"]
    for _ in range(19):
        await club.turn(match)
    assert await can(club, match, ADA) == ["hint", "takeback", "draw", "pause", "resign"]


@pytest.mark.usefixtures("early_draws")
async def test_an_offer_is_answered_by_whom_it_asks_and_withdrawn_by_who_made_it(
    club: Club,
) -> None:
    match = await club.match()
    await club.act("offer_draw", match, ADA)
    assert await can(club, match, ADA) == ["hint", "withdraw", "resign", "abort"]
    assert (await can(club, match, BRUNO))[:2] == ["agree", "refuse"]
    club.now += 8 * DAY
    assert "draw" in await can(club, match, BRUNO)


async def test_a_clock_can_be_paused_a_day_given_and_what_is_overdue_claimed(club: Club) -> None:
    match = await club.match(control=SHORT, rated=False)
    assert "pause" in await can(club, match, ADA)
    assert "gift" not in await can(club, match, ADA)
    assert "gift" in await can(club, match, BRUNO)
    async with club.store.write() as tx:
        for player in (ADA, BRUNO):
            await player_settings.change(tx, player, vacation=False, now=club.now)
    for _ in range(2):
        await club.turn(match)
    await club.sweep(3 * DAY)
    assert "claim" in await can(club, match, BRUNO)
    assert "claim" not in await can(club, match, ADA)
    await club.act("offer_pause", match, ADA)
    assert "agree" in await can(club, match, BRUNO)


async def test_who_is_gone_or_over_can_do_no_more_than_play_again(club: Club) -> None:
    match = await club.seated("halma-4", ADA, BRUNO, CLARA, DAVID)
    await club.act("resign", match, ADA)
    assert await can(club, match, ADA) == []
    duel = await club.match()
    await club.act("resign", duel, ADA)
    assert await can(club, duel, ADA) == await can(club, duel, BRUNO) == ["rematch"]


async def test_a_partner_who_is_left_alone_can_choose(club: Club) -> None:
    match = await club.seated("halma-4-opposite", ADA, BRUNO, CLARA, DAVID)
    await club.act("resign", match, ADA)
    assert ["partner" in await can(club, match, one) for one in (BRUNO, CLARA, DAVID)] == [
        False,
        True,
        False,
    ]


async def test_what_is_offered_at_random_moments_is_never_refused(club: Club) -> None:
    acts: dict[str, Callable[..., Awaitable[Any]]] = {"nudge": reminders.nudge}
    match = await club.match(control=SHORT)
    for _ in range(24):
        await club.turn(match)
        club.now += 5 * 3600
        for player in (ADA, BRUNO):
            for what in await can(club, match, player):
                if what in {"takeback", "draw", "pause"}:
                    await club.act(f"offer_{what}", match, player)
                    await club.act(f"decline_{what}", match, player)
                    club.now += 3601
                elif what in acts:
                    async with club.store.write() as tx:
                        told = {"player": player, "interaction": next(club.ids), "now": club.now}
                        await acts[what](tx, match.id, **told)
                elif what == "plan":
                    async with club.store.read() as tx:
                        assert (await editing.mine(tx, match.id, player=player))[1] is None
