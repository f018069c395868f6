"""Questions after a timeout: an entrant who does not respond is withdrawn.

A timeout makes the entrant due for the job (`entrant_rows.record_timeout`). The job asks whether
they are still playing. If they were asked before and have neither answered nor moved, it withdraws
them.
"""

from dataclasses import replace

from bot.extension_api.people import guild_deleted_at, response_deadline
from bot.extension_api.transactions import Tx, queue_message
from bot.extensions.tournaments.errors import AlreadyLeft, NotEntered, NothingAsked
from bot.extensions.tournaments.models import HOUR, Entrant, Event
from bot.extensions.tournaments.payloads import EventQuestion
from bot.extensions.tournaments.service import new_stages, withdrawals
from bot.extensions.tournaments.service.events import load_event, must_not_be_over
from bot.extensions.tournaments.store import entrant_rows, pairing_rows

TIME_TO_ANSWER = 72 * HOUR
"""Seconds to answer or to move, not counting vacations, quiet hours and downtime of the bot."""
MAX_TIMEOUTS = 4
"""Number of timeouts in an event after which an entrant is withdrawn."""


def process_due(tx: Tx, *, now: int, limit: int = 5) -> int:
    """Ask or withdraw up to `limit` entrants. Returns the number processed."""
    done = 0
    for entrant in entrant_rows.due_questions(tx, now, limit):
        done += 1
        _process(tx, load_event(tx, entrant.event), entrant, now)
    return done


def answer_question(tx: Tx, event_id: int, *, player: int, now: int) -> None:
    """Record that an entrant is still playing.

    Raises `NoSuchEvent`, `EventIsOver`, `NotEntered`, `AlreadyLeft`, `NothingAsked`.
    """
    must_not_be_over(load_event(tx, event_id))
    entrant = entrant_rows.get_entrant(tx, event_id, player)
    if entrant is None:
        raise NotEntered
    if entrant.left_at is not None:
        raise AlreadyLeft
    if not entrant_rows.clear_question(tx, event_id, player):
        raise NothingAsked


def answer_deadline(tx: Tx, player: int, asked_at: int) -> int:
    """Return the time until which a player can answer a question.

    A vacation that began later, but before the job has withdrawn the player, counts from that time.
    """
    vacations = entrant_rows.vacations_since(tx, player, asked_at)
    return response_deadline(tx, player, asked_at, TIME_TO_ANSWER, vacations)


def _process(tx: Tx, event: Event, entrant: Entrant, now: int) -> None:
    """Ask an entrant, wait longer, withdraw them, or drop the question."""
    # While the bot is removed from the guild, nobody can answer with a move.
    removed = guild_deleted_at(tx, event.guild) is not None
    over = event.status != "running" or entrant.left_at is not None
    if removed or over or entrant.asked_at is None:
        entrant_rows.save(tx, entrant, replace(entrant, asked_at=None, withdraw_at=None))
        return
    if entrant.timeouts >= MAX_TIMEOUTS:
        withdrawals.withdraw(tx, event, entrant.player, "timeouts", now)
        return
    if entrant.withdraw_at == entrant.asked_at:
        _ask(tx, event, entrant, now)
        return
    timed_out_again = entrant.withdraw_at is not None and entrant.withdraw_at < entrant.asked_at
    last_move = entrant_rows.last_move(tx, event.id, entrant.player)
    if last_move is not None and last_move >= entrant.asked_at:
        entrant_rows.clear_question(tx, event.id, entrant.player)
        if timed_out_again:
            _ask(tx, event, replace(entrant, asked_at=now), now)
        return
    deadline = answer_deadline(tx, entrant.player, entrant.asked_at)
    if deadline > now and not timed_out_again:
        entrant_rows.save(tx, entrant, replace(entrant, withdraw_at=deadline))
        return
    withdrawals.withdraw(tx, event, entrant.player, "silent", now)


def _ask(tx: Tx, event: Event, entrant: Entrant, now: int) -> None:
    """Ask an entrant whether they are still playing.

    The question is a direct message, and a post in the thread of their last game."""
    assert entrant.asked_at is not None
    deadline = answer_deadline(tx, entrant.player, entrant.asked_at)
    before = replace(entrant, asked_at=None, withdraw_at=None)
    entrant_rows.save(tx, before, replace(entrant, withdraw_at=max(deadline, now + 1)))
    new_stages.notify(tx, event, "question", [(entrant.player, 0)], now)
    thread = pairing_rows.last_thread(tx, event.id, entrant.player)
    if thread is not None:
        # Players who do not accept direct messages see this post.
        question = EventQuestion(event.id, entrant.player)
        queue_message(tx, question, channel=thread, now=now)
