"""Available actions: exactly those that a player may take in a match now."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.service.actions import available_actions, plan_editing
from bot.service.clock.calendar import DAY
from bot.service.clock.time_control import parse
from bot.service.match import lifecycle
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.transactions import reading, writing

SHORT = parse("24h+12h cap 48h")


async def can(club: Club, match: Match, player: int) -> list[str]:
    with reading(club.store) as tx:
        now = lifecycle.load(tx, match.id)
        return list(available_actions.available_actions(tx, now, player, now=club.now))


async def test_the_first_turn_offers_few_actions_and_none_to_spectators(club: Club) -> None:
    match = await club.match()
    assert await can(club, match, ADA) == ["pause", "resign", "abort"]
    assert await can(club, match, BRUNO) == ["pause", "gift", "plan", "resign", "abort"]
    assert await can(club, match, CLARA) == []


async def test_a_hint_is_available_on_ones_turn_if_the_players_agreed_to_hints(club: Club) -> None:
    match = await club.match(hints=True)
    assert await can(club, match, ADA) == ["hint", "pause", "resign", "abort"]
    assert "hint" not in await can(club, match, BRUNO)


@pytest.mark.check
async def test_undo_takebacks_and_draw_offers_are_available_only_at_the_right_times(
    club: Club,
) -> None:
    match = await club.match()
    await club.turn(match)
    assert await can(club, match, ADA) == ["undo", "pause", "gift", "plan", "resign", "abort"]
    club.now += 61
    assert await can(club, match, ADA) == ["takeback", "pause", "gift", "plan", "resign", "abort"]
    for _ in range(19):
        await club.turn(match)
    assert await can(club, match, ADA) == ["takeback", "draw", "pause", "resign"]


@pytest.mark.usefixtures("early_draws")
async def test_an_offer_can_be_answered_by_the_opponent_and_withdrawn_by_its_author(
    club: Club,
) -> None:
    match = await club.match()
    await club.act("offer_draw", match, ADA)
    assert await can(club, match, ADA) == ["withdraw", "resign", "abort"]
    assert (await can(club, match, BRUNO))[:2] == ["agree", "refuse"]
    club.now += 8 * DAY
    assert "draw" in await can(club, match, BRUNO)


async def test_a_pause_extra_time_and_a_claim_are_available_when_allowed(club: Club) -> None:
    match = await club.match(control=SHORT, rated=False)
    assert "pause" in await can(club, match, ADA)
    assert "gift" not in await can(club, match, ADA)
    assert "gift" in await can(club, match, BRUNO)
    with writing(club.store) as tx:
        for player in (ADA, BRUNO):
            player_settings.change_settings(tx, player, {"vacation": "off"}, now=club.now)
    for _ in range(2):
        await club.turn(match)
    await club.sweep(3 * DAY)
    assert "claim" in await can(club, match, BRUNO)
    assert "claim" not in await can(club, match, ADA)
    await club.act("offer_pause", match, ADA)
    assert "agree" in await can(club, match, BRUNO)


async def test_after_a_departure_nothing_and_after_the_end_only_a_rematch_is_available(
    club: Club,
) -> None:
    match = await club.seated("halma-4", ADA, BRUNO, CLARA, DAVID)
    await club.act("resign", match, ADA)
    assert await can(club, match, ADA) == []
    duel = await club.match()
    await club.act("resign", duel, ADA)
    assert await can(club, duel, ADA) == await can(club, duel, BRUNO) == ["rematch"]


async def test_the_partner_of_a_player_who_left_can_choose(club: Club) -> None:
    match = await club.seated("halma-4-opposite", ADA, BRUNO, CLARA, DAVID)
    await club.act("resign", match, ADA)
    assert ["partner" in await can(club, match, player) for player in (BRUNO, CLARA, DAVID)] == [
        False,
        True,
        False,
    ]


@pytest.mark.check
async def test_available_actions_at_random_moments_are_never_refused(club: Club) -> None:
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
                    with writing(club.store) as tx:
                        arguments = {
                            "player": player,
                            "interaction": next(club.ids),
                            "now": club.now,
                        }
                        acts[what](tx, match.id, **arguments)
                elif what == "plan":
                    with reading(club.store) as tx:
                        assert plan_editing.load_plan(tx, match.id, player=player).lines == ()
