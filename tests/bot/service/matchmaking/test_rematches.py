"""Rematches: one ordinary challenge per finished match."""

import random

import pytest

from bot.service.errors import NotOver, NotPlaying, NotTogether
from bot.service.matchmaking import rematches
from bot.service.matchmaking.challenge_limits import DIRECT_LIFETIME
from bot.service.matchmaking.rematches import rotated_seats
from bot.service.results import JoinResult
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ, Club
from tests.transactions import writing


async def again(
    club: Club, match: Match, player: int, interaction: int | None = None
) -> JoinResult:
    with writing(club.store) as tx:
        return rematches.request_rematch(
            tx,
            match.id,
            player=player,
            interaction=interaction or next(club.ids),
            now=club.now,
            rng=random.Random(1),
        )


@pytest.fixture
async def over(club: Club) -> Match:
    match = await club.match(rated=True)
    return await club.act("resign", match, ADA)


async def test_a_rematch_is_a_challenge_with_the_seats_swapped(club: Club, over: Match) -> None:
    asked = (await again(club, over, BRUNO)).challenge
    assert (asked.challenger, asked.opponent, asked.seats[0].seat) == (BRUNO, ADA, 0)
    assert (asked.variant, asked.control) == (over.variant, over.control)
    assert asked.expires_at == club.now + DIRECT_LIFETIME
    begun = await club.accept(asked, ADA)
    assert begun.players == (BRUNO, ADA)


@pytest.mark.parametrize("rated", [True, False])
async def test_a_rematch_is_rated_if_the_match_was(club: Club, rated: bool) -> None:
    match = await club.act("resign", await club.match(rated=rated), ADA)
    assert (await again(club, match, ADA)).challenge.rated == rated


async def test_edge_5_requesting_a_rematch_twice_creates_one_challenge(
    club: Club, over: Match
) -> None:
    first = await again(club, over, ADA, interaction=1)
    assert await again(club, over, ADA, interaction=1) == first
    assert await again(club, over, ADA) == first
    assert len(await club.rows("SELECT id FROM challenges WHERE status = 'open'")) == 1


async def test_if_both_request_a_rematch_it_starts_once(club: Club, over: Match) -> None:
    await again(club, over, ADA)
    begun = await again(club, over, BRUNO)
    assert begun.match is not None
    assert begun.match.players == (BRUNO, ADA)
    for player in (ADA, BRUNO):
        assert (await again(club, over, player)).match == begun.match
    assert len(await club.rows("SELECT id FROM matches WHERE status = 'running'")) == 1
    assert await club.faults() == []


@pytest.mark.parametrize("how", ["declined", "cancelled", "expired"])
async def test_after_a_refusal_or_expiry_a_rematch_may_be_requested_again(
    club: Club, over: Match, how: str
) -> None:
    asked = (await again(club, over, ADA)).challenge
    if how == "declined":
        await club.decline(asked, BRUNO)
    elif how == "cancelled":
        await club.cancel(asked, ADA)
    else:
        club.now = asked.expires_at
    later = (await again(club, over, BRUNO)).challenge
    assert later.id != asked.id
    assert later.challenger == BRUNO


async def test_a_rematch_is_only_for_players_of_a_finished_match(club: Club, over: Match) -> None:
    with pytest.raises(NotPlaying):
        await again(club, over, CLARA)
    with pytest.raises(NotOver):
        await again(club, await club.match(), ADA)
    await club.spoil("INSERT INTO blocks (player, blocked, at) VALUES (22, 11, 1)")
    with pytest.raises(NotTogether):
        await again(club, over, ADA)


async def test_with_more_than_two_players_the_seats_rotate_and_all_must_agree(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    for player in (ADA, BRUNO):
        await club.act("resign", match, player)
    assert (await again(club, match, BRUNO)).match is None
    assert (await again(club, match, ADA)).match is None
    begun = (await again(club, match, CLARA)).match
    assert begun is not None
    assert begun.players == (CLARA, ADA, BRUNO)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("halma-8", (1, 0)),
        ("halma-4", (1, 2, 3, 0)),
        ("halma-4-opposite", (1, 2, 3, 0)),
        ("halma-4-adjacent", (2, 3, 0, 1)),
        ("chinese-checkers-6-partners", (1, 2, 3, 4, 5, 0)),
    ],
)
async def test_partners_stay_partners(club: Club, game: str, expected: tuple[int, ...]) -> None:
    people = (ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ)[: len(expected)]
    match = await (club.match(variant=game) if len(people) == 2 else club.seated(game, *people))
    assert rotated_seats(match) == expected
