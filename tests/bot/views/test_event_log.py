"""Event log of a board: what has happened since the last player moved."""

from dataclasses import replace

from bot.i18n.translator import translator_for
from bot.messages.board import players_to_mention
from bot.service.results import MatchView, MoveEvent
from bot.store.models import Match
from bot.views.event_log import SHOWN, events_text
from engine import Outcome, variant

GAME = variant("halma-8")
MATCH = Match(
    id=7, variant="halma-8", revision=1, players=(1, 2), status="running", ply=9, turn=1,
    position="", outcome=None, guild=1, channel=2, thread=None, post=None,
    created=0, moved_at=0,
)  # fmt: skip


def event_log_after(turns: int) -> list[str]:
    """Return the log after `turns` moves, all conditional except the first one."""
    move = GAME.parse(GAME.start(), "II,3-III,3")
    events = tuple(
        MoveEvent(ply, ply % 2, 1 + ply % 2, "plan" if ply else "player", move)
        for ply in range(turns)
    )
    return (
        events_text(translator_for(), MatchView(MATCH, GAME.start(), move, turns, events)) or ""
    ).splitlines()


def test_a_conditional_reply_is_shown_as_such() -> None:
    assert event_log_after(2) == [
        "⚪\u00a0<@1> played `II,3-III,3`",
        "⚫\u00a0<@2> played `II,3-III,3` from a plan",
    ]


def test_of_many_moves_the_last_are_shown_and_the_others_counted() -> None:
    assert len(event_log_after(SHOWN)) == SHOWN
    assert event_log_after(SHOWN + 1)[0] == "-# … and 1 earlier move"
    assert event_log_after(SHOWN + 3)[0] == "-# … and 3 earlier moves"
    assert len(event_log_after(SHOWN + 3)) == SHOWN + 1


def test_a_player_whose_conditional_move_was_the_last_is_notified_of_the_result() -> None:
    over = replace(MATCH, status="finished", turn=None, outcome=Outcome(((1,), (0,)), "goal"))
    move = GAME.parse(GAME.start(), "II,3-III,3")
    events = (MoveEvent(8, 0, 1, "player", move), MoveEvent(9, 1, 2, "plan", move))
    assert players_to_mention(MatchView(over, GAME.start(), move, 10, events)) == (2,)
