"""A game whose seats have different tasks is never rated, wherever it begins."""

from typing import Any

import pytest

from bot.extension_api.matches import start_event_match
from bot.service.matchmaking import rematches
from bot.service.rating import eligibility
from bot.store.models import ChallengeSeat, Match
from engine import VARIANTS
from tests.bot.service.club import (
    ADA,
    BRUNO,
    CHANNEL,
    CLARA,
    DAVID,
    EMMA,
    FRANZ,
    GUILD,
    Club,
)
from tests.bot.service.event_matches import CONTROL, CUP
from tests.transactions import reading, writing

FIVE = "chinese-checkers-5"
PEOPLE = (ADA, BRUNO, CLARA, DAVID, EMMA)


async def begun(club: Club, key: str, *people: int, **more: Any) -> Match:
    """Start a match by a direct challenge that all people accept."""
    host, *others = people
    places = [ChallengeSeat(person) for person in others]
    table = await club.open_challenge(key, *places, host=host, **more)
    for person in others:
        joined = await club.join(table, person)
    assert joined.match is not None
    return joined.match


def test_only_the_game_for_five_is_uneven() -> None:
    assert [key for key, game in VARIANTS.items() if game.uneven] == [FIVE]
    taken = frozenset().union(*(seat.home for seat in VARIANTS[FIVE].seats))
    empty = [seat.name for seat in VARIANTS[FIVE].seats if not seat.goal & taken]
    assert empty == ["North-West"]


@pytest.mark.parametrize("rated", [True, None])
async def test_a_challenge_is_not_rated(club: Club, rated: bool | None) -> None:
    assert not (await begun(club, FIVE, *PEOPLE, rated=rated)).rated
    assert (await begun(club, "chinese-checkers-6", *PEOPLE, FRANZ, rated=True)).rated


@pytest.mark.parametrize("options", ["", "+places", "+full+no-rest"])
async def test_an_open_table_is_not_rated_and_says_why(club: Club, options: str) -> None:
    table = await club.open_challenge(FIVE + options, rated=True)
    assert table.rated is False
    with reading(club.store) as tx:
        assert eligibility.preview(tx, table, now=club.now).unrated == "uneven"
    for person in PEOPLE[1:]:
        joined = await club.join(table, person)
    assert joined.match is not None
    assert not joined.match.rated


async def test_a_rated_table_for_six_that_starts_with_five_is_not_rated(club: Club) -> None:
    for people, rated in ((PEOPLE, False), (PEOPLE[:4], True)):
        table = await club.open_challenge("chinese-checkers-6", rated=True, least=2)
        assert table.rated
        for person in people[1:]:
            await club.join(table, person)
        match = (await club.start(table)).match
        assert match is not None
        assert match.rated is rated


async def test_a_rematch_is_not_rated(club: Club) -> None:
    match = await begun(club, FIVE, *PEOPLE, rated=True)
    await club.spoil("UPDATE matches SET rated = 1")  # as if it had been rated
    for person in match.players[:4]:
        await club.act("resign", match, person)
    with writing(club.store) as tx:
        offer = rematches.request_rematch(
            tx, match.id, player=ADA, interaction=99, now=club.now, rng=club.rng
        )
    assert offer.challenge.variant == FIVE
    for person in PEOPLE[1:]:
        joined = await club.join(offer.challenge, person)
    assert joined.match is not None
    assert not joined.match.rated


@pytest.mark.parametrize(("key", "rated"), [(FIVE, False), ("chinese-checkers-4", True)])
async def test_a_game_of_a_rated_tournament_is_not_rated(club: Club, key: str, rated: bool) -> None:
    for person in PEOPLE:
        await club.challenge(person, None)
    with writing(club.store) as tx:
        match = start_event_match(
            tx,
            key,
            CONTROL,
            players=PEOPLE[: len(VARIANTS[key].seats)],
            guild=GUILD,
            channel=CHANNEL,
            event=CUP,
            rated=True,
            now=club.now,
        )
    assert match.rated is rated


async def test_a_challenge_for_a_game_that_is_gone_can_still_be_shown(club: Club) -> None:
    table = await club.open_challenge("chinese-checkers-6", rated=True)
    with reading(club.store) as tx:
        reason = eligibility.unrated_reason(
            tx,
            variant="gone",
            guild=GUILD,
            people=(ADA,),
            control=eligibility.time_control.parse(table.control),
            now=club.now,
        )
    assert reason is None
