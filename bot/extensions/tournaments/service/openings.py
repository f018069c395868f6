"""Start of matches: a few at a time, each in a thread or in a forum post.

A thread opens under a line in the event's channel, but in a round it opens without a line, because
one post lists all pairs of the round once their games are open. A pairing is running as soon as its
line, thread or forum post is queued. The match starts in the transaction that records it. It
therefore has exactly one thread, and its clock never runs before its players can see the board.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.extension_api.matches import resign_seats, start_event_match
from bot.extension_api.people import guild_deleted_at
from bot.extension_api.texts import N_
from bot.extension_api.transactions import OutboxRow, Tx, queue_message
from bot.extensions.tournaments.models import HOUR, IN_ROUNDS, Event, Pairing, PairingSeat
from bot.extensions.tournaments.payloads import EventGame, EventLine, ForumGame, ThreadGame
from bot.extensions.tournaments.rules.cup import pairs_in_round
from bot.extensions.tournaments.rules.openings import may_open
from bot.extensions.tournaments.rules.sections import section_letter
from bot.extensions.tournaments.service import forums
from bot.extensions.tournaments.store import (
    entrant_rows,
    event_rows,
    pairing_rows,
    stage_rows,
)

BATCH, PAUSE = 5, 1
"""Maximum number of matches that begin together, and seconds until the next batch."""
REMOVED_PAUSE = HOUR
"""Seconds between two checks whether the bot is back in the guild of an event."""
FINAL = N_("Final")
LAST_ROUNDS: Mapping[int, str] = {1: FINAL, 2: N_("Semi-final"), 4: N_("Quarter-final")}
"""Labels of the games in the last rounds of a cup, by number of pairs."""
SEPARATOR = " · "
"""Separator of an event's name and the section or round in the label of a match."""


def open_due(tx: Tx, *, now: int, limit: int = 5) -> int:
    """Begin the next matches of up to `limit` events. Returns the number of events."""
    done = 0
    for event in event_rows.due_openings(tx, now, limit):
        done += 1
        if guild_deleted_at(tx, event.guild) is not None:
            again: int | None = now + REMOVED_PAUSE
        else:
            begun = _open_batch(tx, event, now) if event.status == "running" else 0
            again = now + PAUSE if begun else None
        event_rows.save(tx, event, replace(event, openings_at=again))
    return done


def next_pairings(tx: Tx, event: Event) -> list[Pairing]:
    """Return the waiting pairings of a running event whose matches may begin now."""
    left = {each.player for each in entrant_rows.entrants_of(tx, event.id) if each.left_at}
    unfinished = pairing_rows.unfinished_pairings(tx, event.id)
    waiting = [each for each in unfinished if each[0].state == "waiting"]
    running = [each for each in unfinished if each[0].state == "running"]

    def present(seats: tuple[PairingSeat, ...]) -> list[int]:
        return [seat.player for seat in seats if seat.player not in left]

    chosen = may_open(
        [present(seats) for _, seats in waiting],
        [present(seats) for _, seats in running],
        event.at_once if event.format in ("all", "tables") else len(unfinished),
        in_order=event.format == "all",
    )
    return [waiting[index][0] for index in chosen]


def _open_batch(tx: Tx, event: Event, now: int) -> int:
    """Queue the lines of the next matches of an event. Returns their number."""
    chosen = next_pairings(tx, event)[:BATCH]
    for pairing in chosen:
        if pairing_rows.begin(tx, pairing.id, now):
            queue_opening(tx, event, pairing.id, now)
    return len(chosen)


def queue_opening(tx: Tx, event: Event, pairing: int, now: int) -> None:
    """Queue the message, thread or forum post with which a match begins."""
    if event.forum is None:
        _queue_in_channel(tx, event, pairing, now)
    else:
        queue_message(tx, ForumGame(event.id, pairing), channel=event.forum, now=now)


def _queue_in_channel(tx: Tx, event: Event, pairing: int, now: int) -> None:
    """Queue a match's thread in an event's channel, or the line under which it opens."""
    kind = ThreadGame if event.format in IN_ROUNDS else EventGame
    queue_message(tx, kind(event.id, pairing), channel=event.channel, now=now)


def on_line_posted(tx: Tx, row: OutboxRow, game: EventGame, message: int | None, now: int) -> None:
    """Start the match of a pairing, in a thread under its line."""
    _start(tx, game.event, game.pairing, now, under=message)


def on_thread_opened(
    tx: Tx, row: OutboxRow, game: ThreadGame, thread: int | None, now: int
) -> None:
    """Start the match of a pairing in its thread; no-op if the pairing is over."""
    if thread is not None:
        _start(tx, game.event, game.pairing, now, thread=thread)


def on_line_failed(
    tx: Tx, row: OutboxRow, game: EventGame | ThreadGame, destination_gone: bool, now: int
) -> None:
    """Start a match in the channel, because its thread cannot be opened."""
    _start(tx, game.event, game.pairing, now)


def on_post_created(tx: Tx, row: OutboxRow, game: ForumGame, thread: int | None, now: int) -> None:
    """Start the match of a pairing in its forum post; no-op if the pairing is over."""
    if thread is not None:
        _start(tx, game.event, game.pairing, now, forum=row.channel, thread=thread)


def on_post_failed(
    tx: Tx, row: OutboxRow, game: ForumGame, destination_gone: bool, now: int
) -> None:
    """Queue a line or thread in the channel, because the forum post cannot be created.

    If the forum has been deleted, all later matches of the event begin in the channel too.
    """
    event = event_rows.get_event(tx, game.event)
    if event is None:
        return
    if destination_gone and event.forum == row.channel:
        forums.leave_forum(tx, event, now)
    _queue_in_channel(tx, event, game.pairing, now)


def _start(
    tx: Tx,
    event_id: int,
    pairing_id: int,
    now: int,
    *,
    under: int | None = None,
    forum: int | None = None,
    thread: int | None = None,
) -> None:
    """Start the match of a running pairing, unless it has already been started.

    The match is in this post of a forum, or in a thread under a message. The channel of a match in
    a forum is that of the event, where it continues if its post is deleted.
    """
    event = event_rows.get_event(tx, event_id)
    pairing = pairing_rows.get_pairing(tx, pairing_id)
    if event is None or event.status != "running":
        return
    if pairing is None or pairing.state != "running" or pairing.match is not None:
        return
    players = [seat.player for seat in pairing_rows.seats_of(tx, pairing.id)]
    match = start_event_match(
        tx,
        event.variant,
        event.control,
        players=players,
        guild=event.guild,
        channel=event.channel,
        event=label(tx, event, pairing),
        rated=event.rated,
        under=under,
        thread=thread,
        in_thread=True,
        pauses_for_vacations=event.vacation,
        now=now,
    )
    pairing_rows.set_match(tx, pairing.id, match.id, forum)
    left = {each.player for each in entrant_rows.entrants_of(tx, event.id) if each.left_at}
    seats = [seat for seat, player in enumerate(players) if player in left]
    if seats:
        resign_seats(tx, match, seats, now)
    if event.format in IN_ROUNDS and _is_round_open(tx, pairing):
        line = EventLine(event.id, "round", pairing.stage)
        queue_message(tx, line, channel=event.channel, now=now)


def _is_round_open(tx: Tx, last: Pairing) -> bool:
    """Return whether all games of a round are open now that this one is.

    A game that begins long after the others, for a substitute, does not open the round again.
    """
    others = pairing_rows.pairings_of_stage(tx, last.event, last.stage)
    begun = [each.began_at for each in others if each.began_at is not None]
    return max(begun) - min(begun) < HOUR and not any(
        each.state == "waiting" or (each.state == "running" and each.match is None)
        for each in others
    )


def label(tx: Tx, event: Event, pairing: Pairing) -> str:
    """Return the label of a match in English: the event and its section or round."""
    part = _part_of_event(tx, event, pairing)
    return f"{event.name}{SEPARATOR}{part}" if part else event.name


def _part_of_event(tx: Tx, event: Event, pairing: Pairing) -> str:
    """Return the section or round of a pairing; "" if there is only one section."""
    if event.format == "rounds":
        return f"Round {pairing.stage}"
    if event.format == "cup":
        seeded = sum(each.seed is not None for each in entrant_rows.entrants_of(tx, event.id))
        pairs = pairs_in_round(seeded, pairing.stage)
        return LAST_ROUNDS.get(pairs, f"Round {pairing.stage}")
    if pairing.stage > 1:
        return FINAL
    sections = [
        each for each in stage_rows.sections_of(tx, event.id) if each.stage == pairing.stage
    ]
    return "" if len(sections) == 1 else section_letter(pairing.section)
