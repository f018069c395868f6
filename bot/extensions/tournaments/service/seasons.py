"""Seasons of a club championship, which begin on dates in the guild's time zone.

A series opens the sign-up of a season ten days before each period. Players stay signed up from
season to season unless they entered only once or were withdrawn. An unfinished season continues
alongside the next one.
"""

from contextlib import suppress
from dataclasses import replace

from bot.extension_api.matches import parse_clock
from bot.extension_api.people import (
    ensure_players,
    guild_deleted_at,
    guild_settings,
    log_guild_change,
    must_be_allowed_channel,
)
from bot.extension_api.transactions import Interaction, ServiceError, Tx, once
from bot.extensions.tournaments.errors import (
    BadEventName,
    NoSuchSeries,
    SeriesExists,
    TooManySeries,
)
from bot.extensions.tournaments.models import DAY, Entrant, Event, Period, Series
from bot.extensions.tournaments.rules.season_dates import SeasonDates, next_season
from bot.extensions.tournaments.service import drafts, sign_up
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.service.events import must_manage
from bot.extensions.tournaments.store import entrant_rows, event_rows, series_rows

MAX_SERIES = 5
"""Maximum number of series of a guild."""
SHORTEST_SIGN_UP = 3 * DAY
"""Minimum duration of a season's sign-up in seconds. With less time left, the season is skipped."""
FAR_FUTURE, MAX_DUE = 2**40, 10**9
"""A time and a limit with which all series are found."""
NAME_LENGTH = drafts.NAME_LENGTH - 6
"""Maximum length of a series' name in characters; the number of a season is added to it."""


def load_series(tx: Tx, series_id: int, guild: int | None = None) -> Series:
    """Return this series.

    Raises `NoSuchSeries`, also if it has been stopped or is in another guild.
    """
    series = series_rows.get_series(tx, series_id)
    if series is None or series.next_at is None or guild not in (None, series.guild):
        raise NoSuchSeries(key=series_id)
    return series


def series_of_guild(tx: Tx, guild: int) -> list[Series]:
    """Return the series of a guild that have not been stopped, oldest first."""
    return series_rows.series_of_guild(tx, guild)


def _series_again(tx: Tx, did: Interaction, *arguments: object, **more: object) -> Series:
    """Return the series of an earlier interaction, whose record has its id as a ply."""
    assert did.ply is not None
    series = series_rows.get_series(tx, did.ply)
    assert series is not None
    return series


@once("series", _series_again, effect=lambda series: {"ply": series.id})
def create_series(
    tx: Tx,
    draft: EventDraft,
    *,
    period: Period,
    divisions: bool,
    guild: int,
    channel: int,
    by: int,
    is_manager: bool,
    interaction: int,
    now: int,
) -> Series:
    """Create a series of seasons of a game for two, and return it.

    The name, game, clock and rating are taken from the draft. If sign-up for the next season should
    already be open, and at least three days are left, it opens at once. Raises `NotAManager`,
    `WrongChannel`, `SeriesExists`, `TooManySeries`, and the errors of `drafts.check_draft`.
    """
    must_manage(is_manager=is_manager)
    drafts.check_draft(tx, draft, guild=guild, organiser=by, is_manager=True, now=now)
    must_be_allowed_channel(tx, guild, channel, None)
    event = drafts.new_event(draft, guild=guild, channel=channel, organiser=by, now=now)
    if len(event.name) > NAME_LENGTH:
        raise BadEventName(limit=NAME_LENGTH)
    present = series_of_guild(tx, guild)
    for other in present:
        if (other.variant, other.period) == (event.variant, period):
            raise SeriesExists(series=other.name)
    if len(present) >= MAX_SERIES:
        raise TooManySeries(limit=MAX_SERIES)
    ensure_players(tx, [by], now)
    series = series_rows.add_series(
        tx,
        Series(
            id=0,
            guild=guild,
            channel=channel,
            name=event.name,
            variant=event.variant,
            control=event.control,
            rated=event.rated,
            period=period,
            divisions=divisions,
            seasons=0,
            next_at=max(now, _next_dates(tx, guild, period, now).opens_at),
            last_event=None,
            created_by=by,
        ),
    )
    log_guild_change(
        tx, series.guild, by, f"season {series.id}", "", f"created: {event.variant} {period}", now
    )
    return series


def stop_series(
    tx: Tx, series_id: int, *, guild: int, by: int, is_manager: bool, now: int
) -> Series:
    """Stop a series, and return it.

    A season whose sign-up has opened still takes place. Raises `NotAManager`, `NoSuchSeries`.
    """
    must_manage(is_manager=is_manager)
    series = load_series(tx, series_id, guild)
    after = replace(series, next_at=None)
    series_rows.save_series(tx, series, after)
    log_guild_change(tx, series.guild, by, f"season {series.id}", series.name, "stopped", now)
    return after


def open_due(tx: Tx, *, now: int, limit: int = 5) -> int:
    """Open the next seasons of up to `limit` series. Returns their number."""
    done = 0
    for series in series_rows.due_series(tx, now, limit):
        done += 1
        dates = _next_dates(tx, series.guild, series.period, now)
        if guild_deleted_at(tx, series.guild) is not None:
            after = replace(series, next_at=_opens_after(tx, series, dates.closes_at))
        elif dates.opens_at > now:  # the time zone has changed, or the bot was offline for too long
            after = replace(series, next_at=dates.opens_at)
        else:
            event = _open_season(tx, series, dates, now)
            after = replace(
                series,
                seasons=event.season or 0,
                last_event=event.id,
                next_at=_opens_after(tx, series, dates.closes_at),
            )
        series_rows.save_series(tx, series, after)
    return done


def on_clock_set_back(tx: Tx, now: int) -> None:
    """Correct the dates of the next seasons after the system clock was ahead.

    A season whose sign-up should be open by now is not opened, because it may have been opened
    while the clock was ahead.
    """
    for series in series_rows.due_series(tx, FAR_FUTURE, MAX_DUE):
        dates = _next_dates(tx, series.guild, series.period, now)
        opens_at = dates.opens_at
        if opens_at <= now:
            opens_at = _opens_after(tx, series, dates.closes_at)
        if series.next_at is not None and opens_at < series.next_at:
            series_rows.save_series(tx, series, replace(series, next_at=opens_at))


def _open_season(tx: Tx, series: Series, dates: SeasonDates, now: int) -> Event:
    """Create the event of a season, enter players who stay in, and open sign-up."""
    number = series_rows.count_held(tx, series.id) + 1
    draft = EventDraft(
        f"{series.name} #{number}",
        series.variant,
        control=str(parse_clock(series.control)),
        rated=series.rated,
        closes_in=dates.closes_at - now,
    )
    made = drafts.new_event(
        draft, guild=series.guild, channel=series.channel, organiser=series.created_by, now=now
    )
    last = None if series.last_event is None else event_rows.get_event(tx, series.last_event)
    forum = None if last is None else last.forum
    event = event_rows.add_event(tx, replace(made, series=series.id, season=number, forum=forum))
    event = drafts.begin_sign_up(tx, event, now)
    for entrant in _staying(tx, series):
        # Players who may not enter right now are skipped. They can still enter themselves.
        with suppress(ServiceError):
            sign_up.enter(tx, event.id, player=entrant.player, now=now)
    return event


def _staying(tx: Tx, series: Series) -> list[Entrant]:
    """Return the entrants of the last season who stay in for the next one."""
    if series.last_event is None:
        return []
    return [
        entrant
        for entrant in entrant_rows.entrants_of(tx, series.last_event)
        if entrant.player > 0 and not entrant.once and entrant.left_at is None
    ]


def _next_dates(tx: Tx, guild: int, period: Period, now: int) -> SeasonDates:
    """Return the dates of the next season whose sign-up is long enough."""
    zone = guild_settings(tx, guild)["zone"]
    return next_season(period, now + SHORTEST_SIGN_UP, zone)


def _opens_after(tx: Tx, series: Series, closed_at: int) -> int:
    """Return when the sign-up of the next season opens, after one that closed."""
    zone = guild_settings(tx, series.guild)["zone"]
    return next_season(series.period, closed_at, zone).opens_at
