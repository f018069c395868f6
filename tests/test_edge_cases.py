"""Thirty-five classic edge cases of correspondence servers, and their tests.

Two concern missing features. The calendar supports rest days (12), but they cannot be chosen yet. There
are no tournaments (25): a game that nobody starts is aborted like any other.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CASES: dict[int, tuple[str, ...]] = {
    1: ("edge_1_a_person_challenged_twice_answers_each_and_may_play_both",),
    2: (
        "edge_2_nobody_plays_against_one_who_has_left_the_server",
        "nobody_challenges_himself",
        "a_forgotten_player_cannot_be_challenged",
    ),
    3: ("of_two_who_take_the_last_seat_at_once_one_gets_it",),
    4: (
        "edge_4_a_move_wins_that_was_sent_before_the_deadline_and_comes_after_it",
        "edge_4_and_35_no_clock_but_ours_makes_a_rated_move_late_or_early",
    ),
    5: (
        "edge_case_5_a_second_press_takes_nothing_more_back",
        "edge_case_5_pressed_twice_it_asks_once",
    ),
    6: (
        "a_second_click_on_the_same_board_is_stale",
        "edge_case_6_a_board_of_before_is_stale_also_when_as_many_moves_are_made_again",
    ),
    7: (
        "edge_7_a_plan_does_not_fire_after_a_move_was_taken_back",
        "edge_case_7_a_plan_does_not_fire_after_a_takeback",
    ),
    8: ("edge_8_a_plan_whose_path_is_blocked_is_cancelled_with_notice",),
    9: ("edge_9_seventy_two_hours_are_so_many_though_the_clocks_change_within",),
    10: (
        "edge_10_equal_quiet_hours_are_none_and_a_whole_day_is_refused",
        "a_deadline_in_the_night_moves_to_an_hour_after_it",
    ),
    11: ("edge_11_another_zone_holds_from_the_next_turn_on",),
    12: ("vacation_and_rest_days_that_overlap_are_skipped_once",),
    13: (
        "edge_13_a_vacation_that_begins_at_the_deadline_itself_saves_the_turn",
        "edge_13_a_vacation_that_ends_exactly_at_the_deadline_leaves_the_whole_next_block",
    ),
    14: ("edge_14_the_bots_absence_over_a_deadline_costs_nobody_anything",),
    15: ("edge_15_a_thread_that_is_found_deleted_is_left_for_its_channel",),
    16: (
        "edge_16_without_permission_the_clock_stands_still_and_both_are_told_once",
        "edge_16_a_deleted_channel_is_not_tried_again_by_itself",
        "edge_16_a_move_by_command_takes_a_game_out_of_a_deleted_channel",
    ),
    17: (
        "edge_17_the_games_of_a_server_wait_thirty_days_and_go_on_if_it_is_back",
        "edges_17_and_18_a_server_that_is_left_and_found_again",
    ),
    18: ("edge_18_after_thirty_days_the_games_are_aborted_unrated_and_the_server_is_forgotten",),
    19: ("erased_in_mid_game_counts_as_leaving",),
    20: ("all_four_time_out_in_one_sweep_and_share_the_place",),
    21: (
        "edge_20_and_21_when_all_but_one_run_out_of_time_the_last_has_won",
        "edge_21_three_of_four_are_claimed_and_the_last_has_won",
    ),
    22: ("edge_22_a_partner_finishes_and_the_other_leaves",),
    23: ("edge_23_no_computer_moves_once_it_is_decided",),
    24: (
        "edge_24_a_finished_seat_is_neither_asked_nor_timed_nor_listened_to",
        "edge_24_nobody_is_reminded_of_a_game_that_is_over_or_untimed",
    ),
    25: (
        "who_never_makes_a_first_move_has_the_game_aborted",
        "who_never_comes_is_less_reliable_and_loses_no_points",
    ),
    26: ("a_tie_for_second_of_four_is_half_a_point_between_the_two",),
    27: ("at_the_floor_the_loser_pays_nothing_and_the_winner_gains_nothing",),
    28: ("two_newcomers_have_the_whole_of_their_pair",),
    29: ("ratings_switched_off_hold_for_new_games_only_and_a_flag_never_changes_after_the_start",),
    30: ("some_games_are_never_rated",),
    31: ("a_game_that_is_annulled_is_as_if_it_had_not_been_rated_also_for_later_ones",),
    32: ("two_games_of_one_pair_that_end_together_count_in_the_order_of_their_numbers",),
    33: ("edge_33_a_home_yard_rule_is_reached_by_turns_and_not_by_time",),
    34: ("edge_34_the_computer_drops_for_who_leaves_in_the_drop_stage",),
    35: ("edge_35_only_our_clock_counts_where_discords_is_ahead",),
}


def test_all_cases_are_here() -> None:
    assert sorted(CASES) == list(range(1, 36))


@pytest.mark.parametrize("number", CASES)
def test_each_case_has_the_tests_that_are_named(number: int) -> None:
    sources = [path.read_text(encoding="utf-8") for path in TESTS.glob("bot/**/test_*.py")]
    sources += [path.read_text(encoding="utf-8") for path in TESTS.glob("e2e/test_*.py")]
    found = set(re.findall(r"def test_(\w+)", "\n".join(sources)))
    assert set(CASES[number]) - found == set()
