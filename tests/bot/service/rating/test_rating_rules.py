"""Rating rules: each outcome of a game, and its effect on each player."""

from dataclasses import replace

import pytest

from bot.service.clock.calendar import HOUR
from bot.service.rating.ladder import Ladder, RatingPool, rate
from bot.service.rating.rating_rules import (
    MIN_ACCOUNT_AGE,
    REPEAT_TIMEOUT_WINDOW,
    excused_sides,
    is_repeat_timeout,
    kind_of_game,
    long_enough_to_rate,
    places_of,
    unrated_code,
)
from bot.store.models import RatedGame
from bot.texts.unrated_reasons import SENTENCES
from engine import variant
from tests.bot.service.random_results import (
    DUEL,
    MELEE,
    PARTNERS,
    START,
    duel,
    established,
    fold,
    game,
    melee,
    partners,
    seat,
)

ADA, BRUNO, CLARA, DAVID = 11, 22, 33, 44


def swing(event: RatedGame, pool: RatingPool, ladder: Ladder | None = None) -> dict[int, int]:
    """Return the points that each player gains or loses in a game, in hundredths."""
    changes = rate(ladder or Ladder(), event)
    return {
        user: c.after.points - c.before.points for (user, own), c in changes.items() if own == pool
    }


def test_a_regular_finish_is_rated_by_rank() -> None:
    assert swing(duel(ADA, BRUNO), DUEL) == {ADA: 3000, BRUNO: -3000}
    assert swing(duel(ADA, BRUNO, draw=True), DUEL) == {ADA: 0, BRUNO: 0}
    assert swing(melee([ADA, BRUNO, CLARA, DAVID]), MELEE) == {
        ADA: 4500,
        BRUNO: 1500,
        CLARA: -1500,
        DAVID: -4500,
    }


def test_a_resignation_or_timeout_is_a_full_loss() -> None:
    seats = [seat(ADA, 0, 0), seat(BRUNO, 1, 1, left=True)]
    assert swing(game("duel", seats), DUEL) == {ADA: 3000, BRUNO: -3000}


def test_a_player_who_leaves_a_melee_loses_to_all_and_the_others_are_rated_by_rank() -> None:
    seats = [
        seat(ADA, 0, 0),
        seat(BRUNO, 1, 1),
        seat(CLARA, 2, 2),
        seat(DAVID, 3, 3, left=True),
    ]
    stayed = melee([ADA, BRUNO, CLARA, DAVID])
    assert swing(game("melee", seats), MELEE) == swing(stayed, MELEE)


def test_a_player_who_left_before_the_threshold_is_unrated_and_the_others_are_rated() -> None:
    seats = [
        seat(ADA, 0, 0),
        seat(BRUNO, 1, 1),
        seat(CLARA, 2, 2),
        seat(DAVID, 3, 3, left=True, rated=False),
    ]
    three = swing(melee([ADA, BRUNO, CLARA]), MELEE)
    assert swing(game("melee", seats), MELEE) == three == {ADA: 4000, BRUNO: 0, CLARA: -4000}


def test_a_duel_with_one_unrated_seat_is_not_rated() -> None:
    seats = [seat(ADA, 0, 0), seat(BRUNO, 1, 1, left=True, rated=False)]
    assert rate(Ladder(), game("duel", seats)) == {}


def test_the_first_timeout_of_a_series_is_rated_whatever_the_position() -> None:
    assert not is_repeat_timeout([], START - HOUR, START)
    assert not is_repeat_timeout([START - HOUR], START - 60, START)
    assert not is_repeat_timeout([START - REPEAT_TIMEOUT_WINDOW - 1], None, START)


def test_a_second_timeout_without_a_move_in_between_belongs_to_the_same_series() -> None:
    assert is_repeat_timeout([START - HOUR], START - 2 * HOUR, START)
    assert is_repeat_timeout([START - REPEAT_TIMEOUT_WINDOW], None, START)
    # Three days are counted from the first timeout, so that a series does not continue forever.
    assert not is_repeat_timeout([START - REPEAT_TIMEOUT_WINDOW - 1, START - HOUR], None, START)


def test_in_a_series_of_timeouts_a_lost_game_stays_lost_but_an_undeserved_win_is_unrated() -> None:
    assert excused_sides(1, {0: 20, 1: 60}) == frozenset()
    assert excused_sides(1, {0: 60, 1: 20}) == excused_sides(1, {0: 20, 1: 20}) == {0}
    behind = [seat(ADA, 0, 0), seat(BRUNO, 1, 1, left=True)]
    ahead = [behind[0], replace(behind[1], excused=frozenset({0}))]
    assert swing(game("duel", behind), DUEL) == {ADA: 3000, BRUNO: -3000}
    assert swing(game("duel", ahead), DUEL) == {ADA: 0, BRUNO: 0}


def test_in_a_series_of_timeouts_each_pair_of_a_melee_is_judged_separately() -> None:
    away = excused_sides(2, {0: 20, 1: 60, 2: 40})
    assert away == {1}
    seats = [
        seat(ADA, 0, 0),
        seat(BRUNO, 1, 1),
        seat(CLARA, 2, 2, True, True, away),
    ]
    assert swing(game("melee", seats), MELEE) == {ADA: 4000, BRUNO: -2000, CLARA: -2000}


def test_an_excused_game_does_not_count_and_does_not_reduce_the_weight_of_the_pair() -> None:
    seats = [seat(ADA, 0, 0), seat(BRUNO, 1, 1, True, True, frozenset({0}))]
    ladder = fold(game("duel", seats, START + turn) for turn in range(9))
    assert ladder.ratings[ADA, DUEL].games == 0
    assert ladder.ratings[ADA, DUEL].last == START + 8
    assert swing(duel(ADA, BRUNO, START + 10), DUEL, ladder) == {ADA: 3000, BRUNO: -3000}


def test_a_game_annulled_before_it_was_counted_is_rated_for_nobody() -> None:
    """An annulment has the number 0 if a version before schema 0020 made it."""
    assert fold([duel(ADA, BRUNO, annulled=0)]) == Ladder()


def test_partners_play_one_duel_of_their_average_ratings() -> None:
    assert swing(partners([ADA, BRUNO], [CLARA, DAVID]), PARTNERS) == {
        ADA: 3000,
        BRUNO: 3000,
        CLARA: -3000,
        DAVID: -3000,
    }
    assert set(swing(partners([ADA, BRUNO], [CLARA, DAVID], draw=True), PARTNERS).values()) == {0}


def test_a_player_who_leaves_their_partner_loses_even_if_the_partner_wins() -> None:
    event = partners([ADA, BRUNO], [CLARA, DAVID], left=[BRUNO])
    assert swing(event, PARTNERS) == {ADA: 3000, BRUNO: -3000, CLARA: -3000, DAVID: -3000}


def test_a_deserted_partner_loses_nothing_and_the_winners_gain_half() -> None:
    event = partners([ADA, BRUNO], [CLARA, DAVID], left=[DAVID])
    assert swing(event, PARTNERS) == {ADA: 1500, BRUNO: 1500, CLARA: 0, DAVID: -3000}


def test_a_draw_helps_a_deserted_partner_where_it_should() -> None:
    strong = fold([partners([ADA, BRUNO], [55, 66])])
    weak = partners([CLARA, DAVID], [ADA, BRUNO], START + 9, draw=True, left=[DAVID])
    won = swing(weak, PARTNERS, strong)
    assert won[CLARA] > 0 > won[ADA] > won[DAVID]
    even = partners([ADA, BRUNO], [CLARA, DAVID], START + 9, draw=True, left=[BRUNO])
    assert swing(even, PARTNERS, strong)[ADA] == 0


def test_partners_who_both_left_lose_like_any_side() -> None:
    event = partners([ADA, BRUNO], [CLARA, DAVID], left=[CLARA, DAVID])
    assert swing(event, PARTNERS) == swing(partners([ADA, BRUNO], [CLARA, DAVID]), PARTNERS)


def test_a_partner_who_left_before_the_threshold_is_unrated_and_nobody_pays_for_them() -> None:
    won, lost = [seat(ADA, 0, 0), seat(BRUNO, 0, 0)], [seat(CLARA, 1, 1)]
    early = seat(DAVID, 1, 1, left=True, rated=False)
    assert swing(game("partners", [*won, *lost, early]), PARTNERS) == {
        ADA: 1500,
        BRUNO: 1500,
        CLARA: 0,
    }


def test_a_partner_excused_in_a_series_of_timeouts_pays_nothing() -> None:
    gone = seat(DAVID, 1, 1, True, True, frozenset({0}))
    seats = [seat(ADA, 0, 0), seat(BRUNO, 0, 0), seat(CLARA, 1, 1), gone]
    assert swing(game("partners", seats), PARTNERS) == {ADA: 1500, BRUNO: 1500, CLARA: 0, DAVID: 0}
    both = [*seats[:2], replace(seats[2], left=True, excused=frozenset({0})), gone]
    assert set(swing(game("partners", both), PARTNERS).values()) == {0}


def test_three_sides_of_partners_are_rated_in_pairs() -> None:
    seats = [seat(user, user // 2, user // 2) for user in range(6)]
    changes = swing(game("partners", seats), PARTNERS)
    assert [changes[user] for user in range(6)] == [4000, 4000, 0, 0, -4000, -4000]


def test_an_established_player_risks_half_against_a_new_player() -> None:
    ladder = established(ADA)
    before = ladder.ratings[ADA, DUEL].points
    assert abs(before - 150000) < 1000
    changes = swing(duel(ADA, BRUNO), DUEL, ladder)
    assert 550 < changes[ADA] < 650
    assert -3100 < changes[BRUNO] < -2900


def test_a_match_can_be_rated_after_each_player_has_made_five_moves_without_drops() -> None:
    assert long_enough_to_rate([5, 5])
    assert not long_enough_to_rate([9, 4])
    assert long_enough_to_rate([7, 7], drops=5)
    assert not long_enough_to_rate([7, 6], drops=5)


def test_shared_ranks_skip_the_next_rank() -> None:
    assert places_of(((2,), (0, 3), (1,))) == {2: 0, 0: 1, 3: 1, 1: 3}
    assert places_of(((0, 1, 2, 3),)) == dict.fromkeys(range(4), 0)


def test_if_all_four_time_out_together_nobody_wins() -> None:
    ranking = places_of([(0, 1, 2, 3)])
    seats = [seat(user, user, ranking[user], left=True) for user in range(4)]
    assert set(swing(game("melee", seats), MELEE).values()) == {0}


RATED = {
    "players": (ADA, BRUNO),
    "created": (0, 0),
    "now": START,
    "timed": True,
    "ratings_on": True,
}


def test_a_timed_match_of_two_players_can_be_rated() -> None:
    assert unrated_code(**RATED) is None


UNRATED = {
    "same-person": {"players": (ADA, BRUNO, ADA)},
    "untimed": {"timed": False},
    "ratings-off": {"ratings_on": False},
    "uneven": {"uneven": True},
    "hasty": {"hasty": True},
    "barred": {"barred": True},
    "inseparable": {"inseparable": True},
    "accounts-too-new": {"created": (0, START - MIN_ACCOUNT_AGE + 1)},
}


@pytest.mark.parametrize("reason", UNRATED)
def test_some_matches_are_never_rated(reason: str) -> None:
    assert unrated_code(**RATED | UNRATED[reason]) == reason


def test_every_reason_why_a_match_is_unrated_has_a_sentence() -> None:
    assert SENTENCES.keys() == UNRATED.keys()


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("halma-8", "duel"),
        ("halma-4", "melee"),
        ("chinese-checkers-3", "melee"),
        ("halma-4-adjacent", "partners"),
    ],
)
def test_a_game_belongs_to_the_pool_of_its_sides(key: str, kind: str) -> None:
    assert kind_of_game(variant(key)) == kind
