"""Hints: agreed in the challenge, never rated, and shown with their moves."""

import pytest

from bot.service.actions import hints, takebacks
from bot.service.errors import RatedWithHints
from bot.service.match import lifecycle
from bot.service.matchmaking import rematches
from bot.service.results import MoveEvent
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, Club
from tests.transactions import writing


async def used(club: Club, match: Match) -> None:
    """Record that the player to move has used a hint."""
    with writing(club.store) as tx:
        state = lifecycle.load_position(tx, match)
        hints.record_hint(tx, state.match, state.position)


async def shown(club: Club, match: Match) -> list[bool]:
    """Return for each move on the newest board whether it was made with a hint."""
    view = await club.seen(match)
    return [event.hinted for event in view.events if isinstance(event, MoveEvent)]


async def test_people_have_hints_only_if_the_challenge_offered_them(club: Club) -> None:
    without, agreed = await club.match(), await club.match(hints=True)
    assert not without.hints
    assert not hints.has_hints(without)
    assert agreed.hints
    assert not agreed.rated
    assert hints.may_ask(agreed, ADA)
    assert not hints.may_ask(agreed, BRUNO)


async def test_one_person_has_hints_without_anyones_consent(club: Club) -> None:
    match = await club.against_computer()
    assert not match.hints
    assert hints.has_hints(match)


async def test_a_challenge_cannot_be_rated_and_have_hints(club: Club) -> None:
    with pytest.raises(RatedWithHints):
        await club.challenge(hints=True, rated=True)
    made = await club.challenge(hints=True, rated=None)
    assert (made.hints, made.rated) == (True, False)


async def test_a_move_made_with_a_hint_is_shown_as_such_and_the_next_one_is_not(club: Club) -> None:
    match = await club.match(hints=True)
    await used(club, match)
    await used(club, match)
    await club.turn(match)
    assert await shown(club, match) == [True]
    match = await club.get(match)
    await club.turn(match)
    assert await shown(club, match) == [False]


async def test_a_hint_is_not_forgotten_when_the_move_is_undone(club: Club) -> None:
    match = await club.match(hints=True)
    await used(club, match)
    text = await club.some_move(match)
    played = await club.play(match, ADA, text, interaction=Club.sent_at(club.now, 5001))
    with writing(club.store) as tx:
        undone = takebacks.undo_move(
            tx,
            match.id,
            player=ADA,
            ply=played.match.ply,
            interaction=Club.sent_at(club.now, 5002),
            now=club.now,
        )
    await club.play(undone, ADA, text)
    assert await shown(club, match) == [True]


async def test_alone_against_the_computer_no_hint_is_recorded(club: Club) -> None:
    match = await club.against_computer()
    await used(club, match)
    assert await club.rows("SELECT * FROM match_hints") == []


async def test_a_rematch_keeps_the_hints(club: Club) -> None:
    match = await club.match(hints=True)
    await club.act("resign", match, ADA)
    with writing(club.store) as tx:
        offered = rematches.request_rematch(
            tx, match.id, player=ADA, interaction=next(club.ids), now=club.now, rng=club.rng
        )
    assert offered.challenge.hints
