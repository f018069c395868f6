"""A turning point counts only if the search for the reply agrees with it."""

from engine.analysis import _agreed_by_reply, _Judgement
from engine.variants.halma import VARIANTS

WIN, LOSS = 0.95, 0.05
MOVE = VARIANTS[0].moves(VARIANTS[0].start())[0]


def test_a_turning_point_that_the_reply_does_not_confirm_is_dropped() -> None:
    lost = _Judgement(2.0, MOVE, (WIN, LOSS))
    confirmed, unconfirmed = _Judgement(swing=(WIN, WIN)), _Judgement(swing=(LOSS, LOSS))
    assert _agreed_by_reply([lost, confirmed]) == [lost, confirmed]
    dropped, _ = _agreed_by_reply([lost, unconfirmed])
    assert dropped == _Judgement(2.0, MOVE, (LOSS, LOSS))


def test_a_move_that_lost_no_turns_loses_its_better_move_too() -> None:
    judged = [_Judgement(0.0, MOVE, (WIN, LOSS)), _Judgement(swing=(LOSS, LOSS))]
    assert _agreed_by_reply(judged)[0] == _Judgement(0.0, None, (LOSS, LOSS))
