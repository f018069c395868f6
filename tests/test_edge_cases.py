"""Thirty-five classic edge cases of correspondence servers, and their tests.

The calendar supports rest days (12), but players cannot choose them yet. Outside tournaments, a
game without a first move is aborted (25). In tournaments it is forfeited, which the tests of that
extension cover.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CASES: dict[int, tuple[str, ...]] = {
    1: ("edge_1_a_player_challenged_twice_may_accept_both",),
    2: (
        "edge_2_nobody_plays_against_one_who_has_left_the_server",
        "players_cannot_challenge_themselves",
        "an_erased_player_cannot_be_challenged",
    ),
    3: ("of_two_players_who_take_the_last_seat_at_once_one_gets_it",),
    4: (
        "edge_4_a_move_sent_before_the_deadline_counts_even_if_it_arrives_later",
        "edge_4_and_35_only_the_bots_clock_decides_whether_a_rated_move_is_late",
    ),
    5: (
        "edge_5_accepting_twice_takes_back_only_once",
        "edge_5_requesting_a_rematch_twice_creates_one_challenge",
    ),
    6: (
        "a_second_click_on_the_same_board_is_stale",
        "edge_6_an_old_board_stays_stale_even_after_as_many_new_moves",
    ),
    7: (
        "edge_7_conditional_moves_are_not_played_after_a_takeback",
        "edge_7_conditional_moves_are_not_played_after_a_takeback",
    ),
    8: ("edge_8_a_conditional_move_with_a_blocked_path_is_cancelled_with_a_notice",),
    9: ("edge_9_seventy_two_hours_are_exact_across_a_daylight_saving_change",),
    10: (
        "edge_10_equal_quiet_hours_mean_none_and_a_whole_day_is_refused",
        "a_deadline_in_the_night_moves_to_one_hour_after_it",
    ),
    11: ("edge_11_a_new_time_zone_applies_from_the_next_turn",),
    12: ("overlapping_vacation_and_rest_days_are_skipped_once",),
    13: (
        "edge_13_a_vacation_that_starts_exactly_at_the_deadline_saves_the_turn",
        "edge_13_a_vacation_block_ending_at_the_deadline_leaves_the_next_block_whole",
    ),
    14: ("edge_14_downtime_of_the_bot_over_a_deadline_costs_nobody_time",),
    15: ("edge_15_after_its_thread_was_deleted_a_match_moves_to_the_parent_channel",),
    16: (
        "edge_16_without_permission_the_clock_stops_and_both_players_are_notified_once",
        "edge_16_a_deleted_channel_is_not_retried_automatically",
        "edge_16_a_move_by_command_takes_a_game_out_of_a_deleted_channel",
    ),
    17: (
        "edge_17_matches_of_a_removed_guild_wait_thirty_days_and_continue_if_it_returns",
        "edges_17_and_18_a_server_that_is_left_and_found_again",
    ),
    18: ("edge_18_after_thirty_days_matches_are_aborted_unrated_and_guild_data_is_deleted",),
    19: ("erasure_in_the_middle_of_a_match_counts_as_leaving",),
    20: ("four_players_who_time_out_together_share_a_rank",),
    21: (
        "edge_20_and_21_when_all_but_one_have_timed_out_the_last_one_wins",
        "edge_21_after_claims_against_three_of_four_the_last_player_has_won",
    ),
    22: ("edge_22_a_partner_finishes_and_the_other_leaves",),
    23: ("edge_23_the_computer_makes_no_move_after_the_match_is_decided",),
    24: (
        "edge_24_a_finished_player_is_not_asked_not_timed_and_cannot_claim",
        "edge_24_there_are_no_reminders_for_finished_or_untimed_matches",
    ),
    25: (
        "a_match_without_a_first_move_is_aborted_on_a_timeout",
        "a_no_show_lowers_the_reliability_and_costs_no_points",
    ),
    26: ("a_tie_for_second_place_of_four_is_half_a_point_for_each",),
    27: ("at_the_floor_the_loser_pays_nothing_and_the_winner_gains_nothing",),
    28: ("two_provisional_players_risk_the_whole_of_their_pair",),
    29: ("switching_ratings_off_applies_only_to_new_matches",),
    30: ("some_matches_are_never_rated",),
    31: ("an_annulled_match_is_refunded_and_later_ratings_stay",),
    32: ("two_matches_of_a_pair_that_end_at_the_same_time_count_in_turn",),
    33: ("edge_33_a_home_yard_rule_is_reached_by_turns_and_not_by_time",),
    34: ("edge_34_the_computer_drops_pieces_for_a_player_who_leaves_in_the_drop_stage",),
    35: ("edge_35_the_bots_own_clock_counts_when_discords_clock_is_ahead",),
}


def test_all_cases_are_listed() -> None:
    assert sorted(CASES) == list(range(1, 36))


@pytest.mark.parametrize("number", CASES)
def test_each_case_has_the_tests_that_are_listed(number: int) -> None:
    sources = [path.read_text(encoding="utf-8") for path in TESTS.glob("bot/**/test_*.py")]
    sources += [path.read_text(encoding="utf-8") for path in TESTS.glob("e2e/test_*.py")]
    numbers = set(re.findall(r"def test_(\w+)", "\n".join(sources)))
    assert set(CASES[number]) - numbers == set()
