"""Plant faults in a copy of the project, and see which the random deeds notice.

    python -m tests.planted_faults              # all faults; about a minute each
    python -m tests.planted_faults rank reminder

One fault is planted at a time. The random deeds include `db check`. Other tests are not run.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import click

from tests.copies import ROOT, copy_of_project

DEEDS = "tests/bot/random_deeds"
EVENTS = "tests/bot/extensions/tournaments/test_event_deeds.py"


class Fault(NamedTuple):
    """A fault: the text that is replaced in a file, and what it is replaced with."""

    name: str
    file: str
    before: str
    after: str
    check: str = DEEDS


SERVICE = "bot/service"
FAULTS = (
    Fault(
        "pause after the deadline has no effect",
        f"{SERVICE}/match/turn_clock.py",
        "min(span[0], time_runs_out(match))",
        "span[0]",
    ),
    Fault(
        "vacation after the deadline has no effect",
        f"{SERVICE}/match/turn_clock.py",
        "min(now, time_runs_out(match))",
        "now",
    ),
    Fault(
        "credit of a wrong clock is kept",
        f"{SERVICE}/match/downtime.py",
        "    if not wrong:",
        "    if True:",
    ),
    Fault(
        "downtime is credited twice",
        f"{SERVICE}/match/turn_clock.py",
        "frozen_calendar = with_frozen(frozen_calendar, *made_good)",
        "frozen_calendar = with_frozen(\n"
        "                frozen_calendar, made_good[0], 2 * made_good[1] - made_good[0]\n"
        "            )",
    ),
    Fault(
        "the deadline is an hour too early",
        f"{SERVICE}/clock/time_control.py",
        "    return add_time(\n        start, bank,",
        "    return add_time(\n        start, bank - 3600,",
    ),
    Fault(
        "a turn is lost an hour before its deadline",
        f"{SERVICE}/actions/timeouts.py",
        "GRACE = 30\n",
        "GRACE = -3600\n",
    ),
    Fault(
        "a vacation stops a clock twice as long",
        f"{SERVICE}/match/turn_clock.py",
        'add_stop(match, ClockStop(seat, *span, "vacation"))\n\n\ndef',
        'add_stop(match, ClockStop(seat, span[0], span[1] + 10**6, "vacation"))\n\n\ndef',
    ),
    Fault(
        "a day of vacation is charged twice",
        f"{SERVICE}/clock/vacation_budget.py",
        "return VacationBudget(budget.left - seconds, budget.at)",
        "return VacationBudget(budget.left - 2 * seconds, budget.at)",
    ),
    Fault(
        "an extra day is one hour",
        f"{SERVICE}/clock/time_control.py",
        "GIFT = DAY",
        "GIFT = HOUR",
    ),
    Fault(
        "a board is not queued after a move",
        f"{SERVICE}/actions/moves.py",
        "lifecycle.queue_board(tx, match, now, in_place=live_play.is_live(match))",
        "pass",
    ),
    Fault(
        "a board is posted twice",
        f"{SERVICE}/match/lifecycle.py",
        "    outbox_rows.queue(tx, board, channel=match.place, now=now)",
        "    outbox_rows.queue(tx, board, channel=match.place, now=now)\n"
        "    outbox_rows.queue(tx, board, channel=match.place + 1, now=now)",
    ),
    Fault(
        "a reminder goes to an opponent",
        f"{SERVICE}/notifications/reminders.py",
        "        reminder = Reminder(settings.player, tuple(turn for _, turn in turns))",
        "        reminder = Reminder(\n"
        "            turns[0][0].players[1 - (turns[0][0].turn or 0)],\n"
        "            tuple(turn for _, turn in turns),\n"
        "        )",
    ),
    Fault(
        "a reminder is posted elsewhere",
        f"{SERVICE}/notifications/reminders.py",
        "channel = first.place if len(listed) == 1 else first.channel",
        "channel = first.channel + 1",
    ),
    Fault(
        "the other seat is to move",
        f"{SERVICE}/match/lifecycle.py",
        "        turn=after.turn,",
        "        turn=before.turn,",
    ),
    Fault(
        "a move is not stored",
        f"{SERVICE}/match/lifecycle.py",
        "    move_rows.add_move(tx, made)",
        "    if match.ply % 5:\n        move_rows.add_move(tx, made)",
    ),
    Fault(
        "a move is stored for the other seat",
        f"{SERVICE}/match/lifecycle.py",
        "        match.ply,\n        before.turn,\n        player,",
        "        match.ply,\n        (before.turn + 1) % len(match.players),\n        player,",
    ),
    Fault(
        "a takeback keeps the position",
        f"{SERVICE}/actions/takebacks.py",
        "position=state.rules.dump(before),",
        "position=match.position,",
    ),
    Fault(
        "a plan is kept after it was played",
        f"{SERVICE}/match/lifecycle.py",
        '        if by == "plan":\n            state',
        '        if by == "plan":\n            from bot.store.match import conditional_moves\n'
        "            from bot.store.models import Plan\n\n"
        "            match_id, turns = state.match.id, state.match.turn_count\n"
        "            text = f'[[[null,\"{state.rules.format(chosen)}\"]]]'\n"
        "            conditional_moves.put_plan(\n"
        "                tx, Plan(match_id, seat, player or 0, turns, text, now)\n"
        "            )\n            state",
    ),
    Fault(
        "a draw needs no agreement",
        f"{SERVICE}/actions/offers.py",
        "    if silent := awaiting_answer_from(tx, match):",
        '    if (silent := awaiting_answer_from(tx, match)) and offer_open.kind != "draw":',
    ),
    Fault(
        "an offer survives a move",
        f"{SERVICE}/actions/moves.py",
        "return replace(match, offer=None, planned=left)",
        "return replace(match, planned=left)",
    ),
    Fault(
        "the winner on time is the loser",
        f"{SERVICE}/actions/resignations.py",
        "groups = (stay, tuple(seats)) if stay",
        "groups = (tuple(seats), stay) if stay",
    ),
    Fault(
        "the ratings of winner and loser are swapped",
        f"{SERVICE}/rating/rate_match.py",
        "place=min(place_of[other]",
        "place=-max(place_of[other]",
    ),
    Fault(
        "a rating is not counted",
        f"{SERVICE}/rating/settlement.py",
        "        so_far.count(game)\n        ladder_rows.add_changes(",
        "        ladder_rows.add_changes(",
    ),
    Fault(
        "a rank is off by one",
        "bot/extensions/tournaments/service/ladder_members.py",
        "rank + 1, last, -1)",
        "rank + 2, last, -1)",
        EVENTS,
    ),
    Fault(
        "a challenge is open after it expired",
        f"{SERVICE}/matchmaking/challenges.py",
        'challenge_limits.close_challenge(tx, challenge, "expired", by=None, now=now)',
        "pass",
    ),
)


def plant(fault: Fault, folder: Path) -> None:
    """Change the copy. Raises `AssertionError` if the text is not there exactly once."""
    file = folder / fault.file
    text = file.read_text(encoding="utf-8")
    assert text.count(fault.before) == 1, f"{fault.name}: {text.count(fault.before)} places"
    file.write_text(text.replace(fault.before, fault.after), encoding="utf-8")


def noticed(fault: Fault, folder: Path) -> str:
    """Run the check in the copy, and return the first line of what it found, or ""."""
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", fault.check],
        cwd=folder,
        env={
            "HALMA_DEEDS": "20",
            "HALMA_DEED_STEPS": "80",
            **os.environ,
            "PYTHONPATH": str(folder),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.removeprefix("E").strip() for line in ran.stdout.splitlines() if line[:2] == "E "]
    return next((line for line in lines if "Error" in line), "") if ran.returncode else ""


def main() -> int:
    """Plant each fault whose name contains one of the arguments."""
    words = sys.argv[1:]
    missed = 0
    for fault in FAULTS:
        if words and not any(word in fault.name for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            copy = copy_of_project(Path(folder) / "halma")
            plant(fault, copy)
            reason = noticed(fault, copy)
        missed += not reason
        click.echo(f"{fault.name}: {reason[:100] or 'NOT NOTICED'}")
    return missed


if __name__ == "__main__":
    assert ROOT.is_dir()
    sys.exit(main())
