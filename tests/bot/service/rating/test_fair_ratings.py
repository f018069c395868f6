"""Fair play: bars from rated matches, inseparable players and waived results."""

import pytest

from bot.service.actions import annulment
from bot.service.errors import AlreadyAnnulled, NotPlaying, NotTheWinner, TooLateToWaive
from bot.service.match import lifecycle
from bot.service.rating import eligibility, player_ratings, player_stats
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.bot.service.rated_game_fixtures import (
    DAY,
    flag,
    four,
    points,
    rated_match,
)
from tests.transactions import reading, writing


async def test_three_aborted_matches_in_a_month_bar_from_rated_ones_for_a_week(club: Club) -> None:
    for turns in (0, 1, 1):
        await club.act("abort", await rated_match(club, turns=turns), BRUNO)
    offer = await club.challenge(ADA, BRUNO, rated=True)
    assert not offer.rated
    with reading(club.store) as tx:
        assert eligibility.challenge_unrated_reason(tx, offer, now=club.now) == "barred"
    club.now += 7 * DAY
    assert (await club.challenge(ADA, BRUNO, rated=True)).rated


@pytest.mark.check
async def test_a_no_show_lowers_the_reliability_and_costs_no_points(club: Club) -> None:
    for _ in range(4):
        await club.act("resign", await rated_match(club), ADA)
    await rated_match(club, turns=1)
    [_] = await club.sweep(later=20 * DAY)
    with reading(club.store) as tx:
        assert player_stats.player_reliability(tx, BRUNO, now=club.now) == 80
        assert player_stats.player_reliability(tx, ADA, now=club.now) is None
    assert len(await club.rows("SELECT * FROM rated_games")) == 4


@pytest.mark.check
async def test_two_players_who_are_always_together_cannot_play_a_rated_melee(club: Club) -> None:
    for _ in range(13):
        await club.match(ADA, BRUNO)
    assert not (await four(club, turns=0)).rated
    for other in (BRUNO, CLARA, DAVID):
        for _ in range(8):
            await club.match(ADA, other)
            await club.match(BRUNO, CLARA if other == BRUNO else other)
    assert (await four(club, turns=0)).rated


@pytest.mark.check
async def test_a_winner_on_time_may_waive_the_result_for_two_days(club: Club) -> None:
    """A winner may decline points gained only because the opponent timed out."""
    first, two = await rated_match(club), await rated_match(club)
    played = await rated_match(club, CLARA, DAVID)
    await club.act("resign", played, DAVID)
    await flag(club, first, ADA)
    await flag(club, two, ADA)
    assert await points(club, BRUNO) != [150_000]
    with writing(club.store) as tx:
        for player, error in ((ADA, NotTheWinner), (CLARA, NotPlaying)):
            with pytest.raises(error):
                annulment.waive_win(tx, first.id, player=player, now=club.now)
        with pytest.raises(NotTheWinner):
            annulment.waive_win(tx, played.id, player=CLARA, now=club.now)
        annulment.waive_win(tx, first.id, player=BRUNO, now=club.now)
        with pytest.raises(AlreadyAnnulled):
            annulment.waive_win(tx, first.id, player=BRUNO, now=club.now)
        with pytest.raises(TooLateToWaive):
            annulment.waive_win(tx, two.id, player=BRUNO, now=club.now + 2 * DAY + 1)
        annulment.waive_win(tx, two.id, player=BRUNO, now=club.now + 2 * DAY)
    assert await points(club, ADA, BRUNO) == [150_000, 150_000]
    assert (await club.pending_kinds()).count("notice") == 2


@pytest.mark.check
async def test_the_cost_of_resigning_is_shown_without_changing_any_rating(club: Club) -> None:
    match = await rated_match(club)
    early = await rated_match(club, turns=2)
    with reading(club.store) as tx:
        then = player_stats.preview_resignation(tx, lifecycle.load(tx, match.id), 0, now=club.now)
        assert (
            player_stats.preview_resignation(tx, lifecycle.load(tx, early.id), 0, now=club.now)
            is None
        )
    assert then is not None
    with reading(club.store) as tx:
        change = player_ratings.preview(tx, then).changes[ADA]
    assert (change.before.points, change.after.points) == (150_000, 147_000)
    assert await points(club, ADA) == [150_000]
    await club.act("resign", match, ADA)
    assert await points(club, ADA) == [147_000]
