"""The star with partners: three pairs win, rank and leave pair by pair."""

import pytest

from engine import Outcome, Position, Variant, variant
from engine.analysis import are_partners
from engine.outcome import teams_of
from engine.search.blockades import rivals_of
from tests.engine.boards import placed, played

KEY = "chinese-checkers-6-partners"
SIX = variant(KEY)


@pytest.mark.parametrize("players", [4, 6])
def test_partners_sit_in_opposite_points_and_exchange_them(players: int) -> None:
    game = variant(f"chinese-checkers-{players}-partners")
    for first, second in teams_of(game):
        one, other = game.seats[first], game.seats[second]
        assert (one.home, one.goal) == (other.goal, other.home)
    alone = variant(f"chinese-checkers-{players}")
    assert [(seat.name, seat.home) for seat in game.seats] == [
        (seat.name, seat.home) for seat in alone.seats
    ]


def nearly_home(done: tuple[int, ...], turn: int) -> Position:
    """Return a position in which every seat that is not done needs one step."""
    board, men = SIX.board, dict[int, str]()
    for number, seat in enumerate(SIX.seats):
        goal, last = (
            set(seat.goal),
            next(
                (cell, near)
                for cell in sorted(seat.goal)
                for near in board.neighbours[cell]
                if not any(near in other.home for other in SIX.seats)
            ),
        )
        if number not in done:
            goal = goal - {last[0]} | {last[1]}
        men[number] = " ".join(board.names[cell] for cell in goal)
    return placed(SIX, men, turn=turn, ply=120 + turn, done=done)


def last_step(game: Variant, position: Position) -> str:
    """Return the move with which the seat to move reaches its goal."""
    seat = position.turn
    (move,) = (move for move in game.moves(position) if seat in game.apply(position, move).done)
    return game.format(move)


def test_the_first_pair_that_is_home_wins_and_the_others_tie() -> None:
    position = nearly_home((0, 1), 3)
    assert SIX.outcome(position) is None
    ended = played(SIX, position, last_step(SIX, position))
    assert SIX.outcome(ended) == Outcome(((0, 3), (1, 4, 2, 5)), "goal")


def test_a_seat_that_is_home_is_skipped() -> None:
    position = nearly_home((1, 3), 0)
    assert played(SIX, position, "XIII,6-XIII,7").turn == 2


def test_pairs_play_on_for_all_places() -> None:
    game = variant(f"{KEY}+places")
    position = nearly_home((2,), 3)
    order = []
    while game.outcome(position) is None:
        order.append(position.turn)
        position = played(game, position, last_step(game, position))
    assert order == [3, 4, 5, 0], "then 0 and 3 are home, and the last pair is known"
    assert game.outcome(position) == Outcome(((2, 5), (0, 3), (1, 4)), "goal")


def test_a_pair_ranks_last_once_both_have_left() -> None:
    position = SIX.start()
    for seat in (1, 5):
        position = SIX.retire(position, seat)
        assert SIX.outcome(position) is None
    position = SIX.retire(position, 4)
    assert SIX.outcome(position) is None, "two pairs still have a player"
    ended = SIX.retire(position, 2)
    assert SIX.outcome(ended) == Outcome(((0, 3), (2, 5), (1, 4)), "left")


def test_the_other_two_pairs_are_rivals() -> None:
    assert sorted(rivals_of(SIX, 1)) == [0, 2, 3, 5]
    assert [are_partners(SIX, 1, other) for other in range(6)] == [
        *(False, True, False),
        *(False, True, False),
    ]
