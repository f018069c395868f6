"""Ladders over many games: annulment, farming, inactivity, leaderboard."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.service.clock.calendar import DAY
from bot.service.rating import ladder_fold
from bot.service.rating.eligibility import are_inseparable
from bot.service.rating.elo import FLOOR
from bot.service.rating.ladder import (
    INITIAL_RATING,
    Ladder,
    Rating,
    RatingKey,
    RatingPool,
    get_rating,
    is_provisional,
    k_factor,
    pools_of,
    rate,
    refund,
)
from bot.store.models import RatedGame
from tests.bot.service.days import patient
from tests.bot.service.random_results import (
    DUEL,
    GUILD,
    MELEE,
    PARTNERS,
    START,
    duel,
    established,
    fold,
    game,
    history,
    melee,
    partners,
    season,
    seat,
)
from tests.bot.service.reference_leaderboard import leaderboard, unlisted_reason

ADA, BRUNO, CLARA, DAVID = 11, 22, 33, 44
EIGHT = established(*range(8))
quick = settings(patient, max_examples=25)
"""Settings of property tests over whole ladders, which are slow."""


@st.composite
def events(draw: st.DrawFn, most: int = 14) -> list[RatedGame]:
    """Rated games of all kinds over months, of which some are annulled."""
    events, later = [], st.integers(1, most + 1)
    for match in range(1, draw(st.integers(2, most + 1))):
        people = draw(st.permutations(range(1, 8)))
        kind = draw(st.sampled_from(("duel", "melee", "partners")))
        seats = 2 if kind == "duel" else draw(st.integers(3, 4)) if kind == "melee" else 4
        place = [draw(st.integers(0, 2)) for _ in range(seats)]
        results = [
            seat(
                people[number],
                side := number % 2 if kind == "partners" else number,
                place[side],
                left=draw(st.booleans()),
                rated=draw(st.sampled_from((True, True, True, False))),
                excused=draw(st.sampled_from((frozenset(), frozenset(), frozenset({0})))),
            )
            for number in range(seats)
        ]
        events.append(
            game(
                kind,
                results,
                START + draw(st.integers(0, 40)) * 3 * DAY,
                100 * match,
                guild=draw(st.sampled_from((GUILD, GUILD, 501, None))),
                worldwide=draw(st.booleans()),
                annulled=draw(st.sampled_from((None, None, 0, 100 * draw(later) + match))),
                event=draw(st.sampled_from((False, False, True))),
            )
        )
    return events


@pytest.mark.check
@quick
@given(events(), st.integers(0, 14))
def test_continuing_from_a_ladder_equals_computing_it_from_all_games(
    played: list[RatedGame], cut: int
) -> None:
    played = [replace(game, annulled=None) for game in played]
    before = fold(played[:cut])
    kept = dict(before.ratings)
    assert fold(played[cut:], before) == fold(played)
    assert before.ratings == kept


@pytest.mark.check
@quick
@given(events(), st.integers(0, 13))
def test_an_annulment_gives_each_player_back_what_the_game_changed(
    played: list[RatedGame], index: int
) -> None:
    played = [replace(game, annulled=None) for game in played]
    game = played[index % len(played)]
    before, changes = fold(played).ratings, dict(history(played))[game]
    after = fold([replace(each, annulled=10**6) if each is game else each for each in played])
    for key, rating in after.ratings.items():
        change = changes.get(key)
        points = 0 if change is None else change.after.points - change.before.points
        games = 0 if change is None else change.after.games - change.before.games
        assert rating.points == max(FLOOR, before[key].points - points)
        assert rating.games == before[key].games - games


@pytest.mark.check
@quick
@given(events(), st.sampled_from((GUILD, 501, None)))
def test_the_rows_of_a_ladder_equal_naively_counted_games_and_refunds(
    played: list[RatedGame], guild: int | None
) -> None:
    mine = [game for game in played if (game.worldwide if guild is None else game.guild == guild)]
    rows, right = ladder_fold.fold(guild, mine), fold(mine)
    assert {
        (row.player, row.kind): (row.points, row.games, row.last_at) for row in rows.ratings
    } == {
        (player, pool.kind): (own.points, own.games, own.last)
        for (player, pool), own in right.ratings.items()
        if pool.guild == guild
    }
    assert {(row.player, row.kind, row.opponent): row.games for row in rows.opponents} == {
        (player, pool.kind, opponent): games
        for (pool, player, opponent), games in right.opponents.items()
        if pool.guild == guild and games
    }
    seen = Counter(
        game.match
        for game, changed in history(mine)
        if any(pool.guild == guild for _, pool in changed)
    )
    refunded = {row.match for row in rows.changes if row.refunded is not None}
    assert {row.match for row in rows.changes} == set(seen)
    assert refunded == {match for match, times in seen.items() if times == 2}


@pytest.mark.check
@quick
@given(events())
def test_nobody_is_below_the_floor_and_the_history_leads_to_the_ladder(
    played: list[RatedGame],
) -> None:
    now: dict[RatingKey, Rating] = {}
    for _, changed in history(played):
        for key, change in changed.items():
            assert change.after.points >= FLOOR
            assert key not in now or now[key] == change.before
            now[key] = change.after
    assert now == fold(played).ratings


@pytest.mark.check
@quick
@given(st.lists(st.tuples(st.permutations(range(8)), st.booleans()), max_size=20))
def test_points_are_conserved_among_established_players(
    rounds: list[tuple[list[int], bool]],
) -> None:
    played = [
        duel(winner, loser, START + turn * DAY, draw=draw)
        for turn, ((winner, loser, *_), draw) in enumerate(rounds)
    ]
    sums = [
        sum(c.points for c in ladder.ratings.values()) for ladder in (EIGHT, fold(played, EIGHT))
    ]
    assert sums[0] == sums[1]


def test_games_are_processed_by_number_whatever_their_times() -> None:
    first, second = duel(ADA, BRUNO, START + 1, match=7), duel(BRUNO, ADA, match=8)
    assert fold([second, first]) == fold([first, second])
    # In the second game the winner was the weaker player.
    assert fold([first, second]).ratings[BRUNO, DUEL].points > INITIAL_RATING


def test_without_games_a_ladder_stays_as_it_is() -> None:
    assert fold([]) == Ladder()
    ladder = fold([duel(ADA, BRUNO)])
    assert fold([], ladder) == ladder


def test_k_falls_from_60_to_40_to_24() -> None:
    assert [k_factor(Rating(games=games)) for games in (0, 5, 6, 11, 12, 99)] == [
        60,
        60,
        40,
        40,
        24,
        24,
    ]


def test_a_rating_is_provisional_for_twelve_games_and_for_thirty_among_partners() -> None:
    for pool, games in ((DUEL, 12), (MELEE, 12), (PARTNERS, 30)):
        assert is_provisional(Rating(games=games - 1), pool)
        assert not is_provisional(Rating(games=games), pool)


def test_a_game_counts_in_its_guild_and_globally_if_all_players_opted_in() -> None:
    world = RatingPool("duel", None)
    assert pools_of(duel(ADA, BRUNO)) == (DUEL,)
    assert pools_of(duel(ADA, BRUNO, worldwide=True)) == (DUEL, world)
    assert pools_of(duel(ADA, BRUNO, guild=None, worldwide=True)) == (world,)
    assert pools_of(duel(ADA, BRUNO, guild=None)) == ()
    assert set(fold([duel(ADA, BRUNO, worldwide=True)]).ratings) == {
        (user, pool) for user in (ADA, BRUNO) for pool in (DUEL, world)
    }


def test_a_new_pool_starts_halfway_to_the_best_established_rating_in_the_same_guild() -> None:
    ladder = fold(season(ADA, [True] * 12))
    best = ladder.ratings[ADA, DUEL].points
    assert best > INITIAL_RATING + 20000
    assert get_rating(ladder, ADA, MELEE).points == INITIAL_RATING + (best - INITIAL_RATING) // 2
    assert get_rating(ladder, ADA, RatingPool("melee", 501)) == Rating()
    assert get_rating(fold(season(ADA, [True] * 11)), ADA, MELEE) == Rating()
    event = melee([ADA, BRUNO, CLARA])
    assert rate(ladder, event)[ADA, MELEE].before == get_rating(ladder, ADA, MELEE)


def test_after_a_year_of_inactivity_six_games_count_at_k_40() -> None:
    away = START + 400 * DAY
    ladder = established(ADA)
    seen = []
    for turn in range(8):
        ladder = fold([duel(ADA, 900 + turn, away + turn)], ladder)
        seen.append(ladder.ratings[ADA, DUEL].returning_games)
    assert seen == [5, 4, 3, 2, 1, 0, 0, 0]
    gains = [
        change.after.points - change.before.points
        for event, changed in history([*season(ADA, [True, False] * 6), *season(ADA, [True], away)])
        if (change := changed.get((ADA, DUEL))) and event.finished_at == away
    ]
    # Half of K = 40, against a new player of about the same strength.
    assert 900 < gains[0] < 1100


def test_inactivity_costs_no_points() -> None:
    ladder = established(ADA)
    assert get_rating(ladder, ADA, DUEL) == ladder.ratings[ADA, DUEL]


def test_the_same_opponent_counts_less_and_less_within_thirty_days() -> None:
    ladder = established(ADA, BRUNO)
    swings = []
    for turn in range(7):
        event = duel(ADA, BRUNO, START + turn, draw=False)
        change = rate(ladder, event)[ADA, DUEL]
        swings.append(change.after.points - change.before.points)
        # The original ratings are kept, so that the changes differ only in weight.
        ladder = Ladder(ladder.ratings, fold([event], ladder).met)
    full = swings[0]
    assert full > 1000
    assert [round(swing / full, 2) for swing in swings] == [1.0, 1.0, 1.0, 0.5, 0.25, 0.0, 0.0]


def test_an_opponent_from_more_than_thirty_days_ago_counts_fully_again() -> None:
    ladder = fold(duel(ADA, BRUNO, START + turn) for turn in range(6))
    late, later = (duel(ADA, BRUNO, START + 30 * DAY + turn) for turn in (-1, 5))
    assert rate(ladder, late)[ADA, DUEL].terms == ()
    assert rate(ladder, later)[ADA, DUEL].terms != ()


def test_a_game_without_weight_does_not_count_as_rated() -> None:
    ladder = fold(duel(ADA, BRUNO, START + turn) for turn in range(9))
    assert ladder.ratings[ADA, DUEL].games == 5
    assert ladder.ratings[ADA, DUEL].last == START + 8


def test_losing_a_hundred_games_from_an_alt_account_gains_little() -> None:
    farmed = fold([duel(ADA, 99, START + turn * 3600) for turn in range(100)], established(ADA))
    before = established(ADA).ratings[ADA, DUEL].points
    assert farmed.ratings[ADA, DUEL].points - before < 2500
    honest = fold([duel(ADA, 1000 + turn, START + turn * 3600) for turn in range(100)])
    assert honest.ratings[ADA, DUEL].points - INITIAL_RATING > 30000


def test_repeated_pairs_also_count_less_in_a_melee_and_among_partners() -> None:
    ladder = fold(duel(ADA, BRUNO, START + turn) for turn in range(5))
    three = rate(ladder, melee([ADA, BRUNO, CLARA], START + 9))
    assert [term.against for term in three[ADA, MELEE].terms] == [(CLARA,)]
    sides = rate(ladder, partners([ADA, CLARA], [BRUNO, DAVID], START + 9))
    # One of the four pairings, Ada against Bruno, no longer has any weight.
    won = sides[ADA, PARTNERS].after.points - sides[ADA, PARTNERS].before.points
    assert won == 3000 * 3 // 4


def club(*games: RatedGame) -> Ladder:
    """Return a ladder on which Ada has met four opponents and won twelve games.

    Two of the opponents are established.
    """
    ladder = established(BRUNO, CLARA)
    opponents = (BRUNO, CLARA, DAVID, 55)
    wins = [duel(ADA, opponents[turn % 4], START + turn) for turn in range(12)]
    return fold([*wins, *games], ladder)


def test_the_leaderboard_requires_twelve_games_four_opponents_and_recent_activity() -> None:
    ladder = club()
    assert unlisted_reason(ladder, ADA, DUEL, START + DAY) is None
    assert unlisted_reason(ladder, ADA, DUEL, START + 11 + 120 * DAY) == "inactive"
    assert (
        unlisted_reason(ladder, DAVID, DUEL, START)
        == unlisted_reason(ladder, 77, DUEL, START)
        == "games"
    )
    listed = leaderboard(ladder, DUEL, START + DAY)
    assert (1, ADA, ladder.ratings[ADA, DUEL]) == listed[0]
    assert leaderboard(ladder, MELEE, START + DAY) == []


def test_a_player_who_has_beaten_only_new_players_is_not_listed() -> None:
    ladder = fold(season(ADA, [True] * 12))
    assert unlisted_reason(ladder, ADA, DUEL, START) == "opponents"
    few = fold(duel(ADA, 50 + turn % 3, START + turn * 11 * DAY) for turn in range(12))
    assert unlisted_reason(few, ADA, DUEL, START) == "opponents"


def test_equal_ratings_share_a_rank() -> None:
    ladder = club()
    same = ladder.ratings[ADA, DUEL]
    others = {
        (DUEL, player, other): 1
        for player in (7, 8, ADA)
        for _, first, other in ladder.opponents
        if first == ADA
    }
    ratings = {**ladder.ratings, (7, DUEL): same, (8, DUEL): replace(same, points=100100)}
    twins = Ladder(ratings, opponents=others)
    listed = [(place, user) for place, user, _ in leaderboard(twins, DUEL, START + DAY)]
    assert listed == [(1, 7), (1, ADA), (3, 8)]


def test_an_annulled_game_is_no_meeting_and_leaves_no_opponent() -> None:
    games = [duel(ADA, BRUNO, START + turn) for turn in range(4)]
    annulled = [replace(game, annulled=10**9 + game.number) for game in games[:3]]
    left = fold([*annulled, games[3]])
    swing = rate(left, duel(ADA, BRUNO, START + 9))[ADA, DUEL]
    assert swing.after.points - swing.before.points > 1000  # the second meeting, not the fifth
    assert left.opponents[DUEL, ADA, BRUNO] == 1
    last = fold([*annulled, replace(games[3], annulled=10**10)])
    assert last.opponents[DUEL, ADA, BRUNO] == 0


def test_a_refund_does_not_lead_below_the_floor() -> None:
    assert refund(Rating(FLOOR + 10, 3), 500, 1) == Rating(FLOOR, 2)


def test_a_meeting_in_the_future_was_never_one() -> None:
    """Its time was stored while the system clock was ahead."""
    ladder = fold(duel(ADA, BRUNO, START + 400 * DAY + turn) for turn in range(6))
    assert rate(ladder, duel(ADA, BRUNO, START))[ADA, DUEL].terms != ()


def test_two_accounts_are_inseparable_after_more_than_twelve_common_games_of_twenty() -> None:
    together, apart = (ADA, BRUNO, CLARA), (ADA, CLARA)
    assert are_inseparable([together] * 13 + [apart] * 7, BRUNO)
    assert not are_inseparable([together] * 12 + [apart] * 8, BRUNO)
    assert not are_inseparable([together] * 9 + [apart] * 20, BRUNO)
    assert not are_inseparable([together] * 3, BRUNO)
