"""Sentences about the outcome of a match."""

from dataclasses import replace

import pytest

from bot.i18n.translator import LANGUAGES, translator_for
from bot.texts.outcomes import ABORTED, DRAWN, TOGETHER, WON, ending_text, places_text
from engine import VARIANTS, Move, Outcome, variant
from engine.optional_rules import offered_options
from engine.position import ENDINGS
from engine.record import AGREED_REASONS

EN = translator_for()
NAMES = ("Ada", "Bruno", "Chen", "Dara", "Emil", "Fay")
WINS = Outcome(((0,), (1,)), "goal")


def outcome_sentence(key: str, outcome: Outcome | None, last: Move | None = None) -> str:
    """Return the sentence about the outcome of a match."""
    game = variant(key)
    return ending_text(EN, outcome, NAMES[: len(game.seats)], game, last)


@pytest.mark.parametrize(
    ("key", "what"),
    [
        ("halma", "all their men have arrived!"),
        ("le-grec", "all their men have arrived!"),
        ("le-zug", "all their men have arrived!"),
        ("caesar", "all their men have arrived!"),
        ("platonic", "all their men have arrived!"),
        ("halma+full+locked", "the goal is full, with at least one of their men in it!"),
        ("super-halma", "the goal is full, with at least one of their men in it!"),
        ("chinese-checkers", "the goal is full, with at least one of their men in it!"),
        ("renpaarden+full", "the goal is full, with at least one of their men in it!"),
        ("halma+ploog", "none of their men can get nearer to the far corner!"),
        ("halma-8+ploog", "none of their men can get nearer to the far corner!"),
        ("top-secret", "none of their men is left on the board!"),
        ("top-secret-centre", "none of their men is left in the centre!"),
    ],
)
def test_a_win_by_reaching_the_goal_says_how_it_was_reached(key: str, what: str) -> None:
    assert outcome_sentence(key, WINS) == f"Ada has won: {what}"


def test_every_kind_of_goal_has_its_own_sentence() -> None:
    for key, game in VARIANTS.items():
        for each in (game, *(variant(f"{key}+{option.name}") for option in offered_options(game))):
            if each.won_by == "goal":
                assert outcome_sentence(each.key, WINS) != "Ada has won by reaching the goal!", (
                    each.key
                )


def test_a_win_by_connection_is_named_as_such() -> None:
    assert outcome_sentence("hexma", Outcome(((0,), (1,)), "connected")).endswith(
        "joining the two edges!"
    )


def test_returning_to_the_yard_is_distinguished_from_never_leaving_it() -> None:
    game, lost = variant("halma-8"), Outcome(((1,), (0,)), "overstayed")
    index, names = game.board.index, game.board.names
    assert names[index[1, 4]] == "I,4"
    back = Move((index[1, 5], index[1, 4]))
    stayed = Move((index[5, 5], index[5, 6]))
    inside = Move((index[1, 3], index[1, 4]))
    assert (
        outcome_sentence("halma-8", lost, back)
        == "Bruno has won: Ada moved back into their own yard."
    )
    for last in (stayed, inside, None):
        assert (
            outcome_sentence("halma-8", lost, last)
            == "Bruno has won: Ada still has a man in their own yard."
        )


def test_at_the_turn_limit_the_player_who_finished_first_wins_or_it_is_a_draw() -> None:
    assert outcome_sentence("halma-4+places", Outcome(((2,), (0, 1, 3)), "limit")) == (
        "The move limit has been reached. Chen has won, having finished first."
    )
    assert (
        outcome_sentence("halma", Outcome(((0, 1),), "limit"))
        == "A draw: the move limit has been reached."
    )


def test_a_counted_game_names_the_men_in_the_goals() -> None:
    assert outcome_sentence("ugolki", Outcome(((1,), (0,)), "count")) == (
        "The move limit has been reached. Bruno has won, with more men in the goal."
    )
    assert outcome_sentence("ugolki", Outcome(((0, 1),), "count")) == (
        "A draw: the move limit has been reached, with equally many men in both goals."
    )


def test_repetition_is_a_draw_or_a_loss_by_the_rules_of_the_game() -> None:
    drawn = Outcome(((0, 1),), "repetition")
    assert outcome_sentence("platonic", drawn).startswith("A draw: the same position")
    lost = Outcome(((0,), (1,)), "repetition")
    assert outcome_sentence("platonic+repetition-loss", lost) == (
        "The same position occurred for the third time after Bruno's move. Ada has won."
    )


def test_partners_win_together() -> None:
    outcome = Outcome(((0, 2), (1, 3)), "goal")
    assert outcome_sentence("halma-4-opposite", outcome) == (
        "Ada and Chen have won together by reaching their goals!"
    )


def test_outcomes_by_players_actions_are_named() -> None:
    for reason, what in (
        ("resigned", "Bruno resigned. Ada has won."),
        ("time", "Bruno ran out of time. Ada has won."),
        ("agreed", "Ada has won by agreement."),
        ("stuck", "Ada has won: no one can move."),
    ):
        assert outcome_sentence("halma", Outcome(((0,), (1,)), reason)) == what
    for reason in ("resigned", "time", "left"):
        assert outcome_sentence("halma-4", Outcome(((0,), (1,), (2,), (3,)), reason)) == (
            "Ada has won: everyone else has left."
        )
    assert outcome_sentence("halma", None) == ABORTED


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_in_every_language(language: str) -> None:
    assert set(WON) == set(DRAWN) == set(ENDINGS) | set(AGREED_REASONS)
    words = translator_for(language)
    for reason in WON:
        for ranking in (((0,), (1,)), ((0, 1),), ((0, 1), (2,))):
            sentence = ending_text(words, Outcome(ranking, reason), NAMES, None, None)
            assert "{" not in sentence
            assert ("Ada" in sentence) == (len(ranking) > 1), (reason, ranking)
    assert set(TOGETHER) <= set(WON)


def test_the_sentence_for_an_unknown_game_is_general() -> None:
    assert ending_text(EN, WINS, NAMES[:2], None, None) == "Ada has won by reaching the goal!"


def test_ranks_count_partners_once() -> None:
    outcome = Outcome(((0,), (1, 2), (3,)), "goal")
    assert places_text(outcome, NAMES, (-1, -1, -1, -1)) == "1. Ada · 2. Bruno, Chen · 4. Dara"
    game = replace(variant("halma-4-opposite"))
    pairs = Outcome(((0, 2), (1, 3)), "goal")
    assert places_text(pairs, NAMES, [seat.team for seat in game.seats]) == (
        "1. Ada, Chen · 2. Bruno, Dara"
    )
