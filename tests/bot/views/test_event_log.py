"""What a board tells of what happened since somebody last looked."""

from dataclasses import replace

from bot.i18n.translator import speaker
from bot.messages.builders import concerned
from bot.service.results import Made, View
from bot.store.models import Match
from bot.views.event_log import SHOWN, happened
from engine import Outcome, variant

GAME = variant("halma-8")
MATCH = Match(
    id=7, variant="halma-8", revision=1, players=(1, 2), status="running", ply=9, turn=1,
    position="", outcome=None, guild=1, channel=2, thread=None, post=None,
    created=0, moved_at=0,
)  # fmt: skip


def told(turns: int) -> list[str]:
    """The lines after so many turns, the first by hand and the others by plans."""
    move = GAME.parse(GAME.start(), "II,3-III,3")
    events = tuple(
        Made(ply, ply % 2, 1 + ply % 2, "plan" if ply else "player", move) for ply in range(turns)
    )
    return (happened(speaker(), View(MATCH, GAME.start(), move, turns, events)) or "").splitlines()


def test_a_planned_answer_is_told_as_one() -> None:
    assert told(2) == [
        "⚪\u00a0<@1> played `II,3-III,3`",
        "⚫\u00a0<@2> answered `II,3-III,3` from a plan",
    ]


def test_of_many_turns_the_last_are_told_and_the_others_counted() -> None:
    assert len(told(SHOWN)) == SHOWN
    assert told(SHOWN + 1)[0] == "-# … and 1 turn before these"
    assert told(SHOWN + 3)[0] == "-# … and 3 turns before these"
    assert len(told(SHOWN + 3)) == SHOWN + 1


def test_who_had_planned_the_last_move_is_told_that_the_game_is_over() -> None:
    over = replace(MATCH, status="finished", turn=None, outcome=Outcome(((1,), (0,)), "goal"))
    move = GAME.parse(GAME.start(), "II,3-III,3")
    events = (Made(8, 0, 1, "player", move), Made(9, 1, 2, "plan", move))
    assert concerned(View(over, GAME.start(), move, 10, events)) == (2,)
