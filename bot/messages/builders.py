"""Message builders: one per outbox kind, each reading the database once."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.extensions.puzzles.service import daily_results, daily_schedule
from bot.extensions.puzzles.views import daily_page
from bot.i18n.translator import Words, speaker
from bot.messages import welcome
from bot.messages.notices import asked, calls, notice, offered, table_notice
from bot.messages.reminders import away, digest, given_back, reminder
from bot.service.actions import moves
from bot.service.conditional_moves import executor
from bot.service.guilds import board_themes, guild_settings, match_channels
from bot.service.match import lifecycle, vacation_notices
from bot.service.matchmaking import challenges
from bot.service.notifications import reminders
from bot.service.players import player_settings, players
from bot.service.rating import eligibility
from bot.service.rating.ladder import Change
from bot.service.results import Made, View
from bot.store import Tx
from bot.store.models import Absence, Match, level_of
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import (
    AbsencePost,
    BoardPost,
    ChallengePost,
    DailyPost,
    EndedPlan,
    Kind,
    Notice,
    Reminder,
    TableNotice,
    Welcome,
)
from bot.views import board_post
from bot.views.board_image import Scenery, picture
from bot.views.challenge_post import post as challenge_post
from bot.views.components import layout
from bot.views.conditional_moves_panel import ended
from bot.views.player_labels import rules_of
from bot.views.rule_cards import file_name
from engine import puzzles, variant
from render.scenes import Mark

Message = tuple[ui.LayoutView, list[discord.File]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A message whose database reads are done; only rendering is left."""

    make: Callable[[], Awaitable[Message]]
    """Renders the message; called for each attempt, as a file can be read only once."""
    calls: tuple[int, ...] = ()
    """Players whom the message may mention."""
    by: int | None = None
    """Player who causes the mentions, for the ping limit; None for turn mentions."""
    guild: int | None = None
    server: Mapping[str, str] | None = None
    """Settings of the guild, if they have been loaded."""
    turns: tuple[tuple[Match, str], ...] = ()
    """Pending turns that the message reminds of, with the kind of each reminder."""


def plain(
    view: ui.LayoutView,
    *,
    calls: tuple[int, ...] = (),
    by: int | None = None,
    guild: int | None = None,
) -> Draft:
    """Return a draft without an image."""

    async def make() -> Message:
        return view, []

    return Draft(make, calls, by, guild)


class UnknownServer(Exception):
    """The guild is on another process's shard, so its locale must be fetched."""

    def __init__(self, guild: int) -> None:
        super().__init__(f"server {guild}")
        self.guild = guild


async def words(app: App, tx: Tx, guild: int | None, user: int | None = None) -> Words:
    """Return the translator for a guild's posts, or for a user in a DM."""
    if user is not None:
        return speaker((await players.get(tx, user)).locale)
    return in_language(app, guild, await guild_settings.settings(tx, guild))


def in_language(app: App, guild: int | None, server: Mapping[str, str]) -> Words:
    """Return the translator for posts in a guild with these settings.

    Raises `UnknownServer` if the guild's locale is needed but not cached.
    """
    if guild is None or server["language"]:
        return speaker(server["language"])
    if (found := app.get_guild(guild)) is not None:
        return speaker(found.preferred_locale)
    if guild not in app.locales and not app.serves(guild):
        raise UnknownServer(guild)
    return speaker(app.locales.get(guild))


async def _board(app: App, tx: Tx, row: OutboxRow, post: BoardPost) -> Draft:
    """Build the board at the row's ply, or the final board with the result."""
    view = await moves.view(tx, post.match, post.ply)
    view = replace(view, match=await match_channels.as_posted(tx, view.match, app.clock()))
    server = await guild_settings.settings(tx, view.match.guild)
    said, theme = in_language(app, view.match.guild, server), board_themes.chosen(server)
    # A match of one player in their DMs uses the player's language.
    if view.match.guild is None and view.match.alone:
        said = await words(app, tx, None, *view.match.people)
    if row.kind == "result":
        called = concerned(view)
    else:
        player = view.match.hand(view.position.turn)
        mentioned = not view.match.alone and level_of(player) is None
        called = (
            (player,)
            if mentioned and (await player_settings.of(tx, player)).remind == "channel"
            else ()
        )

    async def make() -> Message:
        file = await picture(said, board_post.scenery(view, 0, theme))
        if row.kind == "result":
            return board_post.result_post(said, view, file, await _effect(app, view)), [file]
        return board_post.board_post(said, view, file, app.moves_before(view.match.id)), [file]

    return Draft(make, tuple(called), guild=view.match.guild, server=server)


async def _effect(app: App, view: View) -> Mapping[int, Change]:
    """Return the rating changes by player that a finished match caused."""
    if not view.match.rated:
        return board_post.NO_EFFECT
    match, people = view.match.id, view.match.players
    return await app.ladders.ask(view.match.guild, lambda kept: kept.effect(match, people))


async def _challenge(app: App, tx: Tx, row: OutboxRow, post: ChallengePost) -> Draft:
    challenge = await challenges.get(tx, post.challenge)
    server = await guild_settings.settings(tx, challenge.guild)
    said, theme = in_language(app, challenge.guild, server), board_themes.chosen(server)
    known = await eligibility.prospects(tx, challenge, now=app.clock())
    game = rules_of(challenge.variant) if challenge.status == "open" else None

    async def make() -> Message:
        if game is None:
            return challenge_post(said, challenge, known), []
        scenery = Scenery(game, game.start(), file_name(game), theme=theme)
        start = await picture(said, scenery)
        return challenge_post(said, challenge, known, start.description), [start]

    return Draft(make, challenge.invited, challenge.challenger, challenge.guild, server)


async def _table_notice(app: App, tx: Tx, row: OutboxRow, what: TableNotice) -> Draft:
    """Build the notice that a player has left a multiplayer challenge."""
    table = await challenges.get(tx, what.challenge)
    view = table_notice(await words(app, tx, table.guild), table, what)
    return plain(view, calls=(table.challenger,), by=what.player, guild=table.guild)


async def _notice(app: App, tx: Tx, row: OutboxRow, what: Notice) -> Draft:
    """Build a notice about an event in a match."""
    match = await lifecycle.get(tx, what.match)
    said = await words(app, tx, match.guild, row.user)
    others = tuple(match.players[other] for other in asked(match, what))
    view = notice(said, match, what)
    by = match.players[what.seat] if offered(what.notice) else None
    called = others if calls(what.notice) else ()
    return plain(view, calls=called, by=by, guild=match.guild)


async def _reminder(app: App, tx: Tx, row: OutboxRow, what: Reminder) -> Draft | None:
    """Build a reminder, digest or downtime notice for the turns still pending.

    Returns None if none of them is.
    """
    turns, player = await reminders.still(tx, what), what.player
    if not turns:
        return None
    guild = turns[0][0].guild
    said = await words(app, tx, guild, player if row.user else None)
    games = [match for match, _ in turns]
    if row.kind == "downtime-credit":
        view = given_back(said, player, games)
    else:
        view = digest(said, games) if row.kind == "digest" else reminder(said, player, turns)
    calls = () if row.kind == "downtime-credit" else (player,)
    return replace(plain(view, calls=calls, guild=guild), turns=tuple(turns))


async def _plan(app: App, tx: Tx, row: OutboxRow, plan: EndedPlan) -> Draft | None:
    """Build the notice that conditional moves have ended; None if their owner knows."""
    if await executor.untold(tx, plan) is None:
        return None
    match = await lifecycle.get(tx, plan.match)
    said = await words(app, tx, match.guild, row.user)
    return plain(layout(ended(said, match, plan.ended)), guild=match.guild)


async def absence(app: App, tx: Tx, post: AbsencePost) -> tuple[Absence, ui.LayoutView] | None:
    """Return a vacation notice and its current view, or None if it is obsolete."""
    found = await vacation_notices.told(tx, post)
    if found is None:
        return None
    known, games = found
    return known, away(await words(app, tx, known.guild), known, games)


async def _absence(app: App, tx: Tx, row: OutboxRow, post: AbsencePost) -> Draft | None:
    found = await absence(app, tx, post)
    return None if found is None else plain(found[1], guild=found[0].guild)


async def _welcome(app: App, tx: Tx, row: OutboxRow, greeted: Welcome) -> Draft:
    said = await words(app, tx, greeted.guild)
    theme = await board_themes.of_posts(tx, greeted.guild)

    async def make() -> Message:
        game = variant(welcome.GAME)
        scenery = Scenery(game, game.start(), "halma-welcome.png", theme=theme)
        file = await picture(said, scenery)
        return welcome.post(said, greeted.guild, file), [file]

    return Draft(make, guild=greeted.guild)


async def _daily(app: App, tx: Tx, row: OutboxRow, post: DailyPost) -> Draft | None:
    """Build the daily puzzle post with yesterday's solvers; None once the day is over."""
    if daily_schedule.today(app.clock()) != post.day:
        return None
    server = await guild_settings.settings(tx, post.guild)
    said, theme = in_language(app, post.guild, server), board_themes.chosen(server)
    before = await daily_results.table_of_day(tx, post.guild, post.day - 1)
    problem = puzzles.figure_problem(daily_schedule.of_day(post.day))
    game, part = problem.variant, daily_page.part_of_board(problem)
    marks = [Mark(cell, "target") for cell in sorted(game.seats[0].goal)]

    async def make() -> Message:
        name = f"figure-{daily_schedule.of_day(post.day)}.png"
        scenery = Scenery(game, game.start(), name, theme=theme)
        file = await picture(said, scenery, marks=marks, around=part)
        return daily_page.post(said, post.day, file, before), [file]

    return Draft(make, guild=post.guild, server=server)


Compose = Callable[[App, Tx, OutboxRow, Any], Awaitable[Draft | None]]
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
    "absence": _absence,
    "welcome": _welcome,
    "daily": _daily,
}
"""Builder by outbox kind; a builder returns None if the message is obsolete."""


def concerned(view: View) -> tuple[int, ...]:
    """Return the players to mention in a result: all who did not end the match."""
    match = view.match
    if match.outcome is None or match.outcome.reason in {"agreed", "time"}:
        return match.players
    if match.outcome.reason == "resigned":
        leavers = match.outcome.ranking[-1]
    else:
        people = [
            event.seat
            for event in view.events
            if not isinstance(event, Made) or event.by == "player"
        ]
        leavers = tuple(people[-1:])
    return tuple(player for seat, player in enumerate(match.players) if seat not in leavers)
