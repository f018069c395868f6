"""Ratings of stored matches: which are rated, their effect, and later changes.

Edge case numbers refer to the list in `tests/test_edge_cases.py`.
"""

from sqlite3 import IntegrityError

import pytest

from bot.service.actions import moves
from bot.service.clock.snowflakes import created_at
from bot.service.clock.time_control import UNTIMED, parse
from bot.service.errors import AlreadyAnnulled, Finished, NotFound, NotRated
from bot.service.guilds import guild_settings
from bot.service.privacy import erasure
from bot.service.rating import player_ratings, player_stats
from bot.service.rating.ladder import RatingPool
from bot.store.rating import ratings
from engine import variant
from engine.search import distance
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, GUILD, START, Club
from tests.bot.service.rated_game_fixtures import (
    DAY,
    events,
    flag,
    four,
    of,
    points,
    rated_match,
)
from tests.transactions import reading, writing

pytestmark = pytest.mark.usefixtures("early_draws")

OWNER = 99


@pytest.mark.check
async def test_a_finished_rated_match_is_one_rated_game_and_changes_two_ratings(club: Club) -> None:
    match = await rated_match(club)
    assert match.rated
    await club.act("resign", match, BRUNO)
    assert await points(club, ADA, BRUNO) == [153_000, 147_000]
    assert len(await club.rows("SELECT * FROM rated_games")) == 1
    with reading(club.store) as tx:
        effect = player_ratings.changes_of(tx, GUILD, match.id).changes
    assert (effect[ADA].before.points, effect[ADA].after.points) == (150_000, 153_000)


async def test_a_match_is_rated_only_if_requested(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    for _ in range(10):
        await club.turn(match)
    await club.act("resign", match, BRUNO)
    assert not match.rated
    assert await club.rows("SELECT * FROM rated_games") == []


async def test_new_accounts_and_matches_outside_a_guild_are_not_rated(club: Club) -> None:
    fresh = (START - 1_420_070_400 - 13 * DAY) * 1000 << 22
    assert START - created_at(fresh) == 13 * DAY
    assert not (await club.match(ADA, fresh, rated=True)).rated
    assert not (await club.match(ADA, BRUNO, rated=True, guild=None)).rated
    club.now += DAY
    assert (await club.match(ADA, fresh, rated=True)).rated


@pytest.mark.check
async def test_switching_ratings_off_applies_only_to_new_matches(
    club: Club,
) -> None:
    """Edge case 29 in `tests/test_edge_cases.py`."""
    running = await rated_match(club)
    waiting = await club.challenge(CLARA, DAVID, rated=True)
    with writing(club.store) as tx:
        assert guild_settings.change_setting(tx, GUILD, "ratings", "off", by=OWNER, now=club.now)
    assert not (await club.match(ADA, BRUNO, rated=True)).rated
    assert not (await club.accept(waiting, DAVID)).rated
    assert (await club.get(running)).rated
    await club.act("resign", running, ADA)
    assert await points(club, ADA, BRUNO) == [147_000, 153_000]


async def test_untimed_and_very_fast_matches_are_not_rated(club: Club) -> None:
    assert not (await club.match(ADA, BRUNO, rated=True, control=UNTIMED)).rated
    assert not (await club.match(ADA, BRUNO, rated=True, control=parse("1h+1h cap 2h"))).rated
    assert (await club.match(ADA, BRUNO, rated=True)).rated


@pytest.mark.check
async def test_a_match_left_before_everyone_has_made_five_moves_is_not_rated(club: Club) -> None:
    match = await rated_match(club, turns=9)
    await club.act("resign", match, ADA)
    assert await club.rows("SELECT * FROM rated_games") == []
    drawn = await rated_match(club, turns=2)
    await club.act("offer_draw", drawn, ADA)
    await club.act("accept_draw", drawn, BRUNO)
    assert len(await club.rows("SELECT * FROM rated_games")) == 1
    aborted = await rated_match(club, turns=1)
    await club.act("abort", aborted, BRUNO)
    assert len(await club.rows("SELECT * FROM rated_games")) == 1


@pytest.mark.check
async def test_two_matches_of_a_pair_that_end_at_the_same_time_count_in_turn(
    club: Club,
) -> None:
    """Edge case 32 in `tests/test_edge_cases.py`."""
    first, other = await rated_match(club), await rated_match(club)
    await club.act("resign", first, BRUNO)
    await club.act("resign", other, ADA)
    with reading(club.store) as tx:
        games = events(tx, GUILD)
    assert [event.match for event in games] == [first.id, other.id]
    assert {event.finished_at for event in games} == {club.now}
    with reading(club.store) as tx:
        course = player_ratings.history_of(tx, GUILD, ADA).courses["duel"]
    assert course[0].points == 153_000
    assert course[1].points < course[0].points


@pytest.mark.check
async def test_an_annulled_match_is_refunded_and_later_ratings_stay(
    club: Club,
) -> None:
    """Edge case 31 in `tests/test_edge_cases.py`."""
    first = await rated_match(club, ADA, CLARA)
    await club.act("resign", first, CLARA)
    club.now += DAY
    later = await rated_match(club, ADA, BRUNO)
    await club.act("resign", later, BRUNO)
    before = await points(club, ADA, BRUNO)
    with writing(club.store) as tx:
        guild_settings.annul_match(tx, GUILD, first.id, by=OWNER, now=club.now)
        with pytest.raises(AlreadyAnnulled):
            guild_settings.annul_match(tx, GUILD, first.id, by=OWNER, now=club.now)
    with reading(club.store) as tx:
        old = player_ratings.changes_of(tx, GUILD, first.id)
        assert not player_ratings.changes_of(tx, GUILD, later.id).annulled
    assert old.annulled
    assert old.changes.keys() == {ADA, CLARA}
    assert await points(club, ADA, BRUNO, CLARA) == [before[0] - 3_000, before[1], 150_000]
    assert len(await club.rows("SELECT * FROM rated_games")) == 2  # no row was deleted


@pytest.mark.check
async def test_an_owner_can_annul_and_abort_only_in_their_guild_and_it_is_audited(
    club: Club,
) -> None:
    rated, unrated = await rated_match(club), await club.match(CLARA, DAVID)
    await club.act("resign", rated, BRUNO)
    with writing(club.store) as tx:
        with pytest.raises(NotFound):
            guild_settings.annul_match(tx, GUILD + 1, rated.id, by=OWNER, now=club.now)
        with pytest.raises(NotFound):
            guild_settings.abort_match(tx, GUILD + 1, unrated.id, by=OWNER, now=club.now)
        with pytest.raises(NotRated):
            guild_settings.annul_match(tx, GUILD, unrated.id, by=OWNER, now=club.now)
        guild_settings.annul_match(tx, GUILD, rated.id, by=OWNER, now=club.now)
        guild_settings.abort_match(tx, GUILD, unrated.id, by=OWNER, now=club.now)
        with pytest.raises(Finished):
            guild_settings.abort_match(tx, GUILD, unrated.id, by=OWNER, now=club.now)
        assert not guild_settings.change_setting(tx, GUILD, "ratings", "on", by=OWNER, now=club.now)
        guild_settings.change_setting(tx, GUILD, "worldwide", "on", by=OWNER, now=club.now)
        written = [
            (change.by, change.what, change.before, change.after)
            for change in guild_settings.recent_changes(tx, GUILD)
        ]
    assert written == [
        (OWNER, "worldwide", "off", "on"),
        (OWNER, f"match {unrated.id}", "running", "aborted"),
        (OWNER, f"match {rated.id}", "rated", "annulled"),
    ]
    assert (await club.get(unrated)).status == "aborted"


async def test_a_second_rated_result_of_a_match_is_refused(club: Club) -> None:
    match = await rated_match(club)
    await club.act("resign", match, BRUNO)
    with pytest.raises(IntegrityError):
        await club.spoil(
            "INSERT INTO rated_games VALUES (2, :id, 1, 'duel', 500, 0, 0)", id=match.id
        )


@pytest.mark.check
async def test_global_ratings_count_only_if_the_guild_and_all_players_opt_in(club: Club) -> None:
    world = RatingPool("duel", None)
    with writing(club.store) as tx:
        guild_settings.change_setting(tx, GUILD, "worldwide", "on", by=OWNER, now=club.now)
    first = await rated_match(club)
    with writing(club.store) as tx:
        ratings.set_global_opt_in(tx, ADA, True)
    await club.act("resign", first, BRUNO)
    assert (await of(club, ADA, world)).games == 0
    two = await rated_match(club)
    with writing(club.store) as tx:
        ratings.set_global_opt_in(tx, BRUNO, True)
        assert ratings.opted_in_globally(tx, (ADA, BRUNO, CLARA)) == {ADA, BRUNO}
    await club.act("resign", two, BRUNO)
    assert (await of(club, ADA, world)).games == 1
    assert (await of(club, ADA)).games == 2


@pytest.mark.check
async def test_four_players_who_time_out_together_share_a_rank(club: Club) -> None:
    """Edge case 20: no points are gained."""
    match = await four(club)
    ended = await flag(club, match, *match.players)
    assert ended.status == "finished"
    melee = RatingPool("melee", GUILD)
    total = sum([(await of(club, player, melee)).points for player in match.players])
    assert total == 4 * 150_000


@pytest.mark.check
async def test_after_three_players_have_left_the_last_one_wins(club: Club) -> None:
    """Edge case 21 in `tests/test_edge_cases.py`."""
    match = await four(club)
    for player in (ADA, BRUNO, CLARA):
        match = await club.act("resign", match, player)
    assert match.status == "finished"
    melee = RatingPool("melee", GUILD)
    points = [(await of(club, player, melee)).points for player in (ADA, BRUNO, CLARA, DAVID)]
    assert points == sorted(points)
    assert points[-1] > 150_000 > points[0]
    [row] = await club.rows("SELECT place FROM rated_seats WHERE player = :id", id=DAVID)
    assert row["place"] == 0


@pytest.mark.check
async def test_a_player_who_leaves_too_early_is_not_rated_but_the_others_are(club: Club) -> None:
    match = await four(club, turns=19)
    last = match.players[3]
    match = await club.act("resign", match, last)
    [row] = await club.rows("SELECT rated FROM rated_seats WHERE player = :id", id=last) or [None]
    assert row is None  # the match continues
    for player in [player for player in match.players if player != last][:2]:
        match = await club.act("resign", match, player)
    [row] = await club.rows("SELECT rated FROM rated_seats WHERE player = :id", id=last)
    assert row["rated"] == 0


@pytest.mark.check
async def test_a_second_timeout_of_a_series_is_excused_where_the_player_was_not_behind(
    club: Club,
) -> None:
    first, two = await rated_match(club, ADA, BRUNO, 11), await rated_match(club, ADA, CLARA, 11)
    club.now += 3 * DAY
    await flag(club, first, ADA)
    await flag(club, two, ADA)
    excused = await club.rows("SELECT excused FROM rated_seats WHERE player = :id", id=ADA)
    assert excused[0]["excused"] == "[]"
    with reading(club.store) as tx:
        position = (moves.view_at(tx, two.id)).position
    game = variant("halma-8")
    behind = distance(game, position, 0) > distance(game, position, 1)
    assert excused[1]["excused"] == ("[]" if behind else "[1]")


@pytest.mark.check
async def test_reliability_is_independent_of_skill_and_shown_after_five_matches(club: Club) -> None:
    for turn in range(5):
        match = await rated_match(club)
        if turn < 4:
            await club.act("resign", match, ADA)
        else:
            await flag(club, match, ADA)
        with reading(club.store) as tx:
            reliabilities = [
                player_stats.player_reliability(tx, player, now=club.now) for player in (ADA, BRUNO)
            ]
        assert reliabilities == ([80, 100] if turn == 4 else [None, None])


@pytest.mark.check
async def test_results_and_head_to_head_are_counted_within_the_guild(club: Club) -> None:
    first, two = await rated_match(club), await rated_match(club, ADA, CLARA)
    abroad = await club.match(ADA, BRUNO, guild=GUILD + 1)
    for match, loser in ((first, BRUNO), (two, ADA), (abroad, ADA)):
        await club.act("resign", match, loser)
    drawn = await rated_match(club)
    await club.act("offer_draw", drawn, ADA)
    await club.act("accept_draw", drawn, BRUNO)
    with reading(club.store) as tx:
        assert player_stats.player_results(tx, ADA, GUILD) == player_stats.Results(1, 1, 1)
        assert player_stats.head_to_head(tx, ADA, BRUNO, GUILD) == player_stats.Results(1, 1, 0)
        assert (player_stats.head_to_head(tx, CLARA, BRUNO, GUILD)).games == 0


@pytest.mark.check
async def test_after_an_erasure_the_ratings_of_other_players_stay(club: Club) -> None:
    first, second = await rated_match(club, ADA, BRUNO), await rated_match(club, CLARA, ADA)
    await club.act("resign", first, BRUNO)
    await club.act("resign", second, CLARA)
    before = await points(club, BRUNO, CLARA)
    with writing(club.store) as tx:
        nobody = erasure.erase(tx, ADA, now=club.now)
    assert await points(club, BRUNO, CLARA) == before
    assert (await of(club, nobody)).games == 2
    assert (await of(club, ADA)).games == 0
