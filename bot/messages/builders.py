"""Message builders: one per outbox kind, each reading the database once.

Builders run in a read transaction, on another thread than the event loop. Views are created later,
in `Draft.make`, because `ui.View.stop` has no effect on a view created without an event loop, so
discord.py would keep it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.extensions.puzzles.service import daily_results, daily_schedule
from bot.extensions.puzzles.views import daily_page
from bot.i18n.translator import Translator, translator_for
from bot.messages import welcome
from bot.messages.notices import (
    is_offer_notice,
    mentions_people,
    notice,
    recipients_of,
    table_notice,
)
from bot.messages.reminders import (
    digest_view,
    downtime_credit_text,
    reminder_view,
    vacation_notice_text,
)
from bot.service.actions import moves
from bot.service.conditional_moves import executor
from bot.service.guilds import board_themes, guild_settings, match_channels
from bot.service.match import lifecycle, vacation_notices
from bot.service.matchmaking import challenges
from bot.service.notifications import reminders
from bot.service.players import player_settings, players
from bot.service.rating import eligibility
from bot.service.rating.ladder import RatingChange
from bot.service.results import MatchView, MoveEvent
from bot.store import Tx
from bot.store.models import Match, VacationNotice, level_of
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import (
    BoardPost,
    ChallengePost,
    DailyPost,
    EndedPlan,
    Kind,
    Notice,
    Reminder,
    TableNotice,
    VacationNoticePost,
    Welcome,
)
from bot.views import board_post
from bot.views.board_image import Scenery, board_image
from bot.views.challenge_post import challenge_post
from bot.views.components import layout
from bot.views.conditional_moves_panel import ended_text
from bot.views.player_labels import variant_of
from bot.views.rule_cards import file_name
from engine import puzzles, variant
from render.scenes import Marker

Message = tuple[ui.LayoutView, list[discord.File]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A message whose database reads are done; only rendering is left."""

    make: Callable[[], Awaitable[Message]]
    """Renders the message, once per attempt, because files can be read only once."""
    mentions: tuple[int, ...] = ()
    """Players whom the message may mention."""
    caused_by: int | None = None
    """Player whose action mentions the others, for the ping limit; None for turns."""
    guild: int | None = None
    server: Mapping[str, str] | None = None
    """Settings of the guild, if they have been loaded."""
    turns: tuple[tuple[Match, str], ...] = ()
    """Pending turns in a reminder message, with the kind of each reminder."""


def plain_draft(
    build: Callable[[], ui.LayoutView],
    *,
    mentions: tuple[int, ...] = (),
    by: int | None = None,
    guild: int | None = None,
) -> Draft:
    """Return a draft without an image."""

    async def make() -> Message:
        return build(), []

    return Draft(make, mentions, by, guild)


class GuildOnOtherShard(Exception):
    """The guild is on another process's shard, so its locale must be fetched."""

    def __init__(self, guild: int) -> None:
        super().__init__(f"server {guild}")
        self.guild = guild


def translator_for_post(tx: Tx, app: App, guild: int | None, user: int | None = None) -> Translator:
    """Return the translator for a guild's posts, or for a user in a DM."""
    if user is not None:
        return translator_for(players.load_player(tx, user).locale)
    return guild_translator(app, guild, guild_settings.load_settings(tx, guild))


def guild_translator(app: App, guild: int | None, server: Mapping[str, str]) -> Translator:
    """Return the translator for posts in a guild with these settings.

    Raises `GuildOnOtherShard` if the guild's locale is needed but not cached.
    """
    if guild is None or server["language"]:
        return translator_for(server["language"])
    if (discord_guild := app.get_guild(guild)) is not None:
        return translator_for(discord_guild.preferred_locale)
    if guild not in app.locales and not app.serves_guild(guild):
        raise GuildOnOtherShard(guild)
    return translator_for(app.locales.get(guild))


def _board(tx: Tx, app: App, row: OutboxRow, post: BoardPost) -> Draft:
    """Build the board at the row's ply, or the final board with the result."""
    view = moves.view_at(tx, post.match, post.ply)
    view = replace(view, match=match_channels.with_running_clock(tx, view.match, app.clock()))
    server = guild_settings.load_settings(tx, view.match.guild)
    t, theme = guild_translator(app, view.match.guild, server), board_themes.chosen_theme(server)
    # A single-player match in DMs uses the player's language.
    if view.match.guild is None and view.match.is_solo:
        t = translator_for_post(tx, app, None, *view.match.people)
    if row.kind == "result":
        called = players_to_mention(view)
    else:
        player = view.match.acting_player(view.position.turn)
        mentioned = not view.match.is_solo and level_of(player) is None
        called = (
            (player,)
            if mentioned and player_settings.load_settings(tx, player).remind == "channel"
            else ()
        )

    async def make() -> Message:
        file = await board_image(t, board_post.scenery(view, 0, theme))
        if row.kind == "result":
            return board_post.result_post(t, view, file, await _effect(app, view)), [file]
        return board_post.board_post(t, view, file, app.queue_position(view.match.id)), [file]

    return Draft(make, tuple(called), guild=view.match.guild, server=server)


async def _effect(app: App, view: MatchView) -> Mapping[int, RatingChange]:
    """Return a finished match's rating changes by player; empty if it was unrated."""
    if not view.match.rated:
        return board_post.NO_RATING_CHANGE
    match, people = view.match.id, view.match.players
    return await app.ladders.query(view.match.guild, lambda kept: kept.effect_of(match, people))


def _challenge(tx: Tx, app: App, row: OutboxRow, post: ChallengePost) -> Draft:
    challenge = challenges.load_challenge(tx, post.challenge)
    server = guild_settings.load_settings(tx, challenge.guild)
    t, theme = guild_translator(app, challenge.guild, server), board_themes.chosen_theme(server)
    preview = eligibility.preview(tx, challenge, now=app.clock())
    game = variant_of(challenge.variant) if challenge.status == "open" else None

    async def make() -> Message:
        if game is None:
            return challenge_post(t, challenge, preview), []
        scenery = Scenery(game, game.start(), file_name(game), theme=theme)
        start = await board_image(t, scenery)
        return challenge_post(t, challenge, preview, start.description), [start]

    return Draft(make, challenge.invited_players, challenge.challenger, challenge.guild, server)


def _table_notice(tx: Tx, app: App, row: OutboxRow, what: TableNotice) -> Draft:
    """Build the notice that a player has left a multiplayer challenge."""
    table = challenges.load_challenge(tx, what.challenge)
    build = partial(table_notice, translator_for_post(tx, app, table.guild), table, what)
    return plain_draft(build, mentions=(table.challenger,), by=what.player, guild=table.guild)


def _notice(tx: Tx, app: App, row: OutboxRow, what: Notice) -> Draft:
    """Build a notice about an event in a match."""
    match = lifecycle.load(tx, what.match)
    t = translator_for_post(tx, app, match.guild, row.user)
    others = tuple(match.players[other] for other in recipients_of(match, what))
    build = partial(notice, t, match, what)
    by = match.players[what.seat] if is_offer_notice(what.notice) else None
    called = others if mentions_people(what.notice) else ()
    return plain_draft(build, mentions=called, by=by, guild=match.guild)


def _reminder(tx: Tx, app: App, row: OutboxRow, what: Reminder) -> Draft | None:
    """Build a reminder, digest or downtime notice for the turns still pending.

    Returns None if no turn is pending any more.
    """
    turns, player = reminders.still_running(tx, what), what.player
    if not turns:
        return None
    guild = turns[0][0].guild
    t = translator_for_post(tx, app, guild, player if row.user else None)
    games = [match for match, _ in turns]
    if row.kind == "downtime-credit":
        build = partial(downtime_credit_text, t, player, games)
    elif row.kind == "digest":
        build = partial(digest_view, t, games)
    else:
        build = partial(reminder_view, t, player, turns)
    calls = () if row.kind == "downtime-credit" else (player,)
    return replace(plain_draft(build, mentions=calls, guild=guild), turns=tuple(turns))


def _plan(tx: Tx, app: App, row: OutboxRow, plan: EndedPlan) -> Draft | None:
    """Build the notice of ended conditional moves; None if already reported."""
    if executor.unread(tx, plan) is None:
        return None
    match = lifecycle.load(tx, plan.match)
    t = translator_for_post(tx, app, match.guild, row.user)
    return plain_draft(partial(layout, ended_text(t, match, plan.ended)), guild=match.guild)


def vacation_notice_draft(
    tx: Tx, app: App, post: VacationNoticePost
) -> tuple[VacationNotice, Callable[[], ui.LayoutView]] | None:
    """Return a vacation notice and a function that builds its view.

    Returns None if the notice is obsolete.
    """
    content = vacation_notices.notice_content(tx, post)
    if content is None:
        return None
    notice, games = content
    t = translator_for_post(tx, app, notice.guild)
    return notice, partial(vacation_notice_text, t, notice, games)


def _vacation_notice(tx: Tx, app: App, row: OutboxRow, post: VacationNoticePost) -> Draft | None:
    draft = vacation_notice_draft(tx, app, post)
    return None if draft is None else plain_draft(draft[1], guild=draft[0].guild)


def _welcome(tx: Tx, app: App, row: OutboxRow, greeted: Welcome) -> Draft:
    t = translator_for_post(tx, app, greeted.guild)
    theme = board_themes.theme_for_posts(tx, greeted.guild)

    async def make() -> Message:
        game = variant(welcome.GAME)
        scenery = Scenery(game, game.start(), "halma-welcome.png", theme=theme)
        file = await board_image(t, scenery)
        return welcome.post(t, greeted.guild, file), [file]

    return Draft(make, guild=greeted.guild)


def _daily(tx: Tx, app: App, row: OutboxRow, post: DailyPost) -> Draft | None:
    """Build the daily puzzle post with yesterday's solvers; None once the day is over."""
    if daily_schedule.today(app.clock()) != post.day:
        return None
    server = guild_settings.load_settings(tx, post.guild)
    t, theme = guild_translator(app, post.guild, server), board_themes.chosen_theme(server)
    before = daily_results.solvers_of_day(tx, post.guild, post.day - 1)
    problem = puzzles.figure_problem(daily_schedule.figure_of_day(post.day))
    game, part = problem.variant, daily_page.part_of_board(problem)
    marks = [Marker(cell, "target") for cell in sorted(game.seats[0].goal)]

    async def make() -> Message:
        name = f"figure-{daily_schedule.figure_of_day(post.day)}.png"
        scenery = Scenery(game, game.start(), name, theme=theme)
        file = await board_image(t, scenery, marks=marks, around=part)
        return daily_page.daily_post(t, post.day, file, before), [file]

    return Draft(make, guild=post.guild, server=server)


Compose = Callable[[Tx, App, OutboxRow, Any], Draft | None]
COMPOSE: Mapping[Kind, Compose] = {
    "board": _board,
    "result": _board,
    "challenge": _challenge,
    "notice": _notice,
    "table-notice": _table_notice,
    "reminder": _reminder,
    "digest": _reminder,
    "downtime-credit": _reminder,
    "plan": _plan,
    "absence": _vacation_notice,
    "welcome": _welcome,
    "daily": _daily,
}
"""Builder by outbox kind; a builder returns None if the message is obsolete."""


def players_to_mention(view: MatchView) -> tuple[int, ...]:
    """Return the players to mention in a result: all but the one who ended the match."""
    match = view.match
    if match.outcome is None or match.outcome.reason in {"agreed", "time"}:
        return match.players
    if match.outcome.reason == "resigned":
        leavers = match.outcome.ranking[-1]
    else:
        people = [
            event.seat
            for event in view.events
            if not isinstance(event, MoveEvent) or event.by == "player"
        ]
        leavers = tuple(people[-1:])
    return tuple(player for seat, player in enumerate(match.players) if seat not in leavers)
