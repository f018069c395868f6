"""Matches of an event: no aborts, pauses, takebacks or hints."""

import pytest

from bot.i18n.translator import translator_for
from bot.service.actions import available_actions, game_records, hints
from bot.service.clock.calendar import DAY
from bot.service.errors import BoundByEvent, OutOfTime
from bot.service.match import lifecycle
from bot.service.matchmaking import rematches
from bot.store.models import Match
from bot.texts.error_messages import error_text
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.bot.service.event_matches import CUP, event_match
from tests.transactions import reading, writing


async def can(club: Club, match: Match, player: int) -> list[str]:
    with reading(club.store) as tx:
        now = lifecycle.load(tx, match.id)
        return list(available_actions.available_actions(tx, now, player, now=club.now))


async def refusal(club: Club, what: str, match: Match, player: int = ADA) -> str:
    """Return the sentence with which an action is refused."""
    before = await club.get(match)
    with pytest.raises(BoundByEvent) as refused:
        await club.act(what, match, player)
    assert await club.get(match) == before
    return error_text(translator_for(), refused.value)


async def test_a_match_of_an_event_cannot_be_aborted(club: Club) -> None:
    match = await event_match(club)
    assert await refusal(club, "abort", match) == (
        "Games in Spring Cup · A cannot be aborted. You can resign instead."
    )
    for _ in range(4):
        await club.turn(match)
    assert "cannot be aborted" in await refusal(club, "offer_abort", match)


async def test_its_clock_cannot_be_paused_by_agreement(club: Club) -> None:
    match = await event_match(club)
    assert "cannot be paused" in await refusal(club, "offer_pause", match)


async def test_its_moves_can_be_undone_but_not_taken_back_by_agreement(club: Club) -> None:
    match = await event_match(club)
    await club.turn(match)
    assert "undo" in await can(club, match, ADA)
    club.now += 61
    assert "Undo" in await refusal(club, "offer_takeback", match)


@pytest.mark.check
async def test_the_available_actions_leave_out_what_is_refused(club: Club) -> None:
    match = await event_match(club)
    assert await can(club, match, ADA) == ["resign"]
    assert await can(club, match, BRUNO) == ["gift", "plan", "resign"]
    for _ in range(20):
        await club.turn(match)
    club.now += 61
    assert await can(club, match, ADA) == ["draw", "resign"]
    assert await can(club, match, BRUNO) == ["draw", "gift", "plan", "resign"]


async def test_the_label_is_escaped_in_a_refusal(club: Club) -> None:
    match = await event_match(club, event="**Cup** @everyone")
    sentence = await refusal(club, "abort", match)
    assert "@everyone" not in sentence
    assert "**Cup**" not in sentence


async def test_pickers_leave_out_matches_of_an_event(club: Club) -> None:
    bound, free = await event_match(club), await club.match()
    for match in (bound, free):
        await club.turn(match)
    club.now += 61
    with reading(club.store) as tx:
        for match, allowed in ((bound, False), (free, True)):
            now = lifecycle.load(tx, match.id)
            arguments = (tx, now, ADA, club.now)
            assert available_actions.can_abort(*arguments) == allowed
            assert available_actions.can_take_back(*arguments) == allowed
            assert available_actions.can_offer(*arguments, kind="pause") == allowed


async def test_an_unrated_match_of_an_event_has_no_hints(club: Club) -> None:
    match = await event_match(club, rated=False, hints=True)
    assert not hints.has_hints(match)
    assert not hints.may_ask(match, ADA)


async def test_the_computer_does_not_analyse_a_running_match_of_an_event(club: Club) -> None:
    match = await event_match(club, rated=False)
    for _ in range(4):
        await club.turn(match)
    with reading(club.store) as tx:
        record = game_records.match_record(tx, lifecycle.load(tx, match.id), {})
        assert game_records.is_still_played(tx, record, ADA)
        assert not game_records.is_still_played(tx, record, CLARA)


async def test_an_unrated_match_of_an_event_is_lost_on_time_without_a_claim(club: Club) -> None:
    match = await event_match(club, rated=False)
    for _ in range(4):
        await club.turn(match)
    await club.spoil("UPDATE matches SET rated = 1")
    await club.strict(match)
    await club.spoil("UPDATE matches SET rated = 0")
    club.now += 30 * DAY
    with pytest.raises(OutOfTime):
        await club.turn(match)
    (over,) = await club.sweep()
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.ranking) == ("time", ((1,), (0,)))


async def test_a_day_is_a_gift_of_all_opponents(club: Club) -> None:
    table = await event_match(club, ADA, BRUNO, CLARA, DAVID, variant="halma-4", rated=False)
    after = await club.act("offer_gift", table, BRUNO)
    assert after.offer is not None
    assert after.offer.agreed == (1,)


async def test_a_rematch_is_an_ordinary_challenge(club: Club) -> None:
    match = await event_match(club)
    await club.act("resign", match, ADA)
    arguments = {"interaction": next(club.ids), "now": club.now, "rng": club.rng}
    with writing(club.store) as tx:
        rematches.request_rematch(tx, match.id, player=ADA, **arguments)
        arguments["interaction"] = next(club.ids)
        joined = rematches.request_rematch(tx, match.id, player=BRUNO, **arguments)
    assert joined.match is not None
    assert (joined.match.event, match.event) == (None, CUP)
    assert "abort" in await can(club, joined.match, ADA)
