"""Reminders: one message for all games of a player, outside quiet hours.

Each player chooses reminders by direct message, reminders in channels, or none. A turn has one
alarm at a time, stored with its clock. When the alarm has fired, the next one is set. A reminder is
an outbox row, and turns that have ended before delivery are left out of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.clock.reminder_times import GATHER_WITHIN, awake_and_present, gather_until
from bot.service.errors import NotYourTurn, OutOfTime, TooEarlyToNudge
from bot.service.guilds import guild_settings
from bot.service.idempotency import once
from bot.service.match import lifecycle, turn_clock
from bot.service.players import ping_limits, player_settings
from bot.store import Tx
from bot.store.match import clocks, match_saver, matches
from bot.store.models import Clock, Match, PlayerSettings
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import PlayerTurns, Reminder, ReminderTurn
from bot.store.outbox import outbox_rows, posts
from bot.store.outbox.interactions import Interaction
from bot.store.players import player_setting_rows

BATCHED = frozenset({"half", "last"})
"""Kinds of alarms that are batched over all of a player's games."""
WAITING = "waiting"
"""The kind of a turn that a message lists although its alarm is not due."""


def queue_due_reminders(tx: Tx, *, now: int, limit: int | None = None) -> int:
    """Queue the reminders of up to `limit` players whose alarms are due.

    Returns the number of players.
    """
    people = clocks.with_due_alarm(tx, now, limit)
    for player in people:
        settings = player_settings.load_settings(tx, player)
        waiting = matches.awaiting_player(tx, player)
        ringing = [_credited(tx, match) for match in waiting if _is_due(match, now)]
        turns = [match for match in ringing if _is_due(match, now)]
        if any(turn_clock.get_clock(match).alarm == "turn" for match in turns):
            # The delay counts from the first new turn. Later new turns are included in the same
            # message.
            match_ids = {match.id for match in ringing}
            new = (match for match in waiting if match.id not in match_ids)
            turns += [match for match in new if turn_clock.get_clock(match).alarm == "turn"]
        if settings.remind == "channel":
            guilds = {match.guild for match in turns}
            servers = {guild: guild_settings.load_settings(tx, guild) for guild in guilds}
            turns = [match for match in turns if not _held_back(tx, match, servers, now)]
        if turns:
            _remind(tx, settings, turns, waiting, now)
    return len(people)


@once("mute")
def mute_turn(tx: Tx, match_id: int, *, player: int, ply: int, interaction: int, now: int) -> Match:
    """Turn off reminders of this turn. Returns the match.

    Raises `NotFound`, `Finished`, `Stale`, `NotPlaying`, `HasLeft`, `NotYourTurn`.
    """
    match = lifecycle.get_running(tx, match_id, ply=ply)
    lifecycle.seat_of(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    clock = turn_clock.get_clock(match)
    _save_clock(tx, match, replace(clock, muted=True, alarm=None, alarm_at=None))
    return match


def _nudged_earlier(tx: Tx, did: Interaction, match_id: int, *, now: int, **more: object) -> int:
    return turn_clock.get_clock(lifecycle.get_running(tx, match_id)).alarm_at or now


@once("nudge", _nudged_earlier)
def nudge(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int:
    """Nudge the player to move. Returns when the reminder will be sent.

    The reminder is not sent in their quiet hours, nor within an hour after the same player last
    pinged them. Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `TooEarlyToNudge`, and
    `OutOfTime` if it is too late for a move.
    """
    match = lifecycle.get_running(tx, match_id)
    lifecycle.seat_of(match, player)
    clock = turn_clock.get_clock(match)
    if match.level is not None:
        raise TooEarlyToNudge(match, why="computer")
    first = turn_clock.nudge_allowed_at(match)
    if match.to_move == player or now < first:
        why = "own-turn" if match.to_move == player else "lately" if clock.nudged else None
        raise TooEarlyToNudge(match, deadline=first, why=why)
    if match.result_counts and (ran_out := turn_clock.time_runs_out(match)) < now:
        raise OutOfTime(match, deadline=ran_out, why="other")
    at = now
    if not clock.muted and match.to_move is not None:
        at = ping_limits.schedule_nudge(tx, match.to_move, player, now=now)
    at = awake_and_present(at, turn_clock.turn_calendar(match))
    kept = replace(clock, nudged=now)
    _save_clock(tx, match, kept if clock.muted else replace(kept, alarm="nudge", alarm_at=at))
    return at


def reschedule_reminder(tx: Tx, match_id: int, *, ply: int, at: int, kind: str = "turn") -> bool:
    """Set the alarm of a turn to `at`, because its notice was deferred by quiet hours.

    Returns False if an earlier alarm is set, the turn is muted or it will be over by that time.
    """
    match = matches.get_match(tx, match_id)
    clock = None if match is None else match.clock
    if match is None or clock is None:
        return False
    if clock.ply != ply or clock.muted or clock.deadline <= at:
        return False
    if clock.alarm_at is not None and clock.alarm_at <= at:
        return False
    _save_clock(tx, match, replace(clock, alarm=kind, alarm_at=at))
    return True


def on_dm_refused(
    tx: Tx, row: OutboxRow, reminder: Reminder, destination_gone: bool, now: int
) -> None:
    """Switch a player to reminders in channels after a direct message bounced.

    The reminder is repeated in the channels of its games. The player is notified of the change when
    they next use the bot.
    """
    if row.user is None:
        return
    settings = player_settings.load_settings(tx, row.user)
    player_setting_rows.put_settings(tx, replace(settings, remind="channel", dm_blocked=True))
    turns = [(lifecycle.load(tx, turn[0]), turn) for turn in reminder.turns]
    _queue_in_channels(tx, row.user, turns, now)


def has_blocked_dms(tx: Tx, player: int) -> bool:
    """Whether this player must still be notified that their direct messages bounced."""
    return (player_settings.load_settings(tx, player)).dm_blocked


def record_refused_dm(tx: Tx, player: int) -> None:
    """Record that a direct message bounced, so that the player is notified of it."""
    settings = player_settings.load_settings(tx, player)
    player_setting_rows.put_settings(tx, replace(settings, dm_blocked=True))


def clear_blocked_dms(tx: Tx, player: int) -> None:
    """Record that the player has been notified that their direct messages bounced."""
    player_setting_rows.put_settings(
        tx, replace(player_settings.load_settings(tx, player), dm_blocked=False)
    )


def upcoming_reminders(tx: Tx, player: int) -> list[tuple[Match, int]]:
    """Return this player's matches with a scheduled reminder, each with its time.

    Empty if the player wants no reminders.
    """
    waiting = lifecycle.waiting_for(tx, player)
    reminders = [
        (match, at) for match in waiting if (at := turn_clock.get_clock(match).alarm_at) is not None
    ]
    return reminders if (player_settings.load_settings(tx, player)).remind != "none" else []


def still_running(tx: Tx, reminder: PlayerTurns) -> list[tuple[Match, str]]:
    """Return the matches of a message whose turn is not over, with the kind of alarm.

    Empty if no turn is left that was the reason for the message.
    """
    running_turns = []
    for match_id, ply, kind in reminder.turns:
        match = lifecycle.load(tx, match_id)
        if match.status == "running" and match.ply == ply:
            running_turns.append((match, kind))
    return running_turns if any(kind != WAITING for _, kind in running_turns) else []


def awake_players(
    tx: Tx, people: Iterable[int], now: int, loaded: PlayerSettings | None = None
) -> list[int]:
    """Return the players whom a mention would not disturb in their quiet hours.

    `loaded` contains the settings of one of them, if the caller has loaded them.
    """
    awake = []
    for player in people:
        if loaded is None or loaded.player != player:
            loaded = player_settings.load_settings(tx, player)
        if quiet_hours_end(loaded, now) == now:
            awake.append(player)
    return awake


def quiet_hours_end(settings: PlayerSettings, now: int) -> int:
    """Return when this player's quiet hours end, or `now` outside quiet hours."""
    return awake_and_present(now, Calendar(settings.zone, parse_quiet(settings.quiet)))


def _save_clock(tx: Tx, match: Match, clock: Clock) -> None:
    match_saver.save(tx, match, replace(match, clock=clock))


def _credited(tx: Tx, match: Match) -> Match:
    """Credit downtime to the turn of a match, and save it."""
    credited = turn_clock.credit_downtimes(match)
    match_saver.save(tx, match, credited)
    return credited


def _is_due(match: Match, now: int) -> bool:
    at = turn_clock.get_clock(match).alarm_at
    return at is not None and at <= now


def _held_back(
    tx: Tx, match: Match, servers: Mapping[int | None, Mapping[str, str]], now: int
) -> bool:
    """Whether this reminder is deferred by the guild's quiet hours.

    If so, its alarm is postponed. `servers` contains the settings of the guild.
    """
    clock = turn_clock.get_clock(match)
    morning = guild_settings.mentions_allowed_at(servers[match.guild], now)
    if morning is None or not now < morning < clock.deadline:
        return False
    _save_clock(tx, match, replace(clock, alarm_at=morning))
    return True


def _remind(
    tx: Tx, settings: PlayerSettings, due: Sequence[Match], waiting: Iterable[Match], now: int
) -> None:
    """Remind one player of these turns, now or later, and set the next alarm of each.

    The message includes the player's other reminders that are due soon, and lists all games that
    are `waiting` for the player.
    """
    days = Calendar(settings.zone, parse_quiet(settings.quiet))
    kinds = {_alarm(match) for match in due}
    when = (
        gather_until(now, settings.reminded, days)
        if kinds == {"half"}
        else awake_and_present(now, days)
    )
    if when > now:
        for match in due:
            match_saver.save(tx, match, _postponed(match, when))
        return
    others: list[Match] = []
    if kinds & BATCHED:
        match_ids = {match.id for match in due}
        others = [match for match in waiting if match.id not in match_ids]
    soon = [match for match in others if _is_batched_by(match, now + GATHER_WITHIN)]
    for match in (*due, *soon):
        at = turn_clock.get_clock(match).alarm_at or now
        match_saver.save(tx, match, turn_clock.reschedule(match, max(now, at)))
    if settings.remind == "none":
        return
    turns: list[tuple[Match, ReminderTurn]] = []
    for match in due:
        if _alarm(match) == "table":
            _repost_board(tx, match, now)
        else:
            turns.append((match, (match.id, match.ply, _alarm(match))))
    if not turns:
        return
    if kinds & BATCHED:
        player_setting_rows.put_settings(tx, replace(settings, reminded=now))
    turns += [(match, (match.id, match.ply, _alarm(match))) for match in soon]
    turns += [
        (match, (match.id, match.ply, WAITING))
        for match in others
        if match not in soon and not turn_clock.get_clock(match).muted
    ]
    if settings.remind == "dm":
        reminder = Reminder(settings.player, tuple(turn for _, turn in turns))
        outbox_rows.queue(tx, reminder, user=settings.player, now=now)
    else:
        _queue_in_channels(tx, settings.player, turns, now)


def _postponed(match: Match, when: int) -> Match:
    """Postpone the alarm of a turn to `when`, or to its next alarm if that is earlier."""
    clock = turn_clock.get_clock(match)
    following = turn_clock.reschedule(match, clock.alarm_at or when)
    at = turn_clock.get_clock(following).alarm_at
    if at is not None and at <= when:
        return following
    return replace(match, clock=replace(clock, alarm_at=when))


def _alarm(match: Match) -> str:
    return str(turn_clock.get_clock(match).alarm)


def _is_batched_by(match: Match, at: int) -> bool:
    """Whether the next alarm of this turn can be batched and is due by this time."""
    alarm_at = turn_clock.get_clock(match).alarm_at
    return _alarm(match) in BATCHED and alarm_at is not None and alarm_at <= at


def _repost_board(tx: Tx, match: Match, now: int) -> None:
    """Queue the board again for a player who has stopped replying quickly.

    The board was edited in place, which sends no mention.
    """
    shown = posts.live_post(tx, match.id)
    if shown is None or shown.at < turn_clock.get_clock(match).started:
        lifecycle.queue_board(tx, match, now)


def _queue_in_channels(
    tx: Tx, player: int, turns: Iterable[tuple[Match, ReminderTurn]], now: int
) -> None:
    """Queue one reminder for each guild: the members of others may not see its games.

    A reminder of one game is posted where it is played, and one of several games in the channel of
    the first one, not in its thread. A guild in which nothing is due gets none.
    """
    guilds: dict[int, list[tuple[Match, ReminderTurn]]] = {}
    for match, turn in turns:
        guilds.setdefault(match.guild or match.place, []).append((match, turn))
    for listed in guilds.values():
        first = listed[0][0]
        if listed[0][1][2] == WAITING:
            continue
        channel = first.place if len(listed) == 1 else first.channel
        reminder = Reminder(player, tuple(turn for _, turn in listed))
        outbox_rows.queue(tx, reminder, channel=channel, now=now)
