"""Posts of the board at a ply, and of the final board with the result."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from discord import ui

from bot import extension_points
from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import (
    Draft,
    Message,
    composes,
    edits,
    guild_translator,
    translator_for_post,
)
from bot.messages.edits import edit
from bot.service.actions import moves
from bot.service.guilds import guild_settings, match_channels
from bot.service.match import turn_clock
from bot.service.players import player_settings
from bot.service.rating import player_ratings
from bot.service.rating.player_ratings import RatingChanges
from bot.service.results import MatchView, MoveEvent
from bot.store import Tx
from bot.store.models import Theme, level_of
from bot.store.models.outbox import OutboxRow, Post
from bot.store.models.payloads import BoardPost, BoardRefresh, ResultPost
from bot.store.outbox import posts
from bot.store.outbox.message_kinds import MessageKind
from bot.views import board_post
from bot.views.board_image import board_image, busy_cells
from bot.views.components import gallery

OLDER = ("board", "result", "notice")
"""Kinds of older messages about a match that a new board or result makes obsolete."""


@composes(
    MessageKind(
        "board",
        BoardPost,
        supersedes=OLDER,
        post="live",
        on_sent=match_channels.on_board_posted,
        on_delayed=match_channels.on_board_delayed,
        on_failed=match_channels.on_board_failed,
    )
)
def compose_board(tx: Tx, app: App, row: OutboxRow, post: BoardPost) -> Draft:
    """Compose the board with its buttons, mentioning the player to move."""
    view, server, t, theme = load_board_post(tx, app, post)
    player = view.match.acting_player(view.position.turn)
    settings = None
    if not view.match.is_solo and level_of(player) is None:
        settings = player_settings.load_settings(tx, player)
    mentioned = settings is not None and settings.remind == "channel"
    called = (player,) if mentioned else ()

    first = view.is_current and turn_clock.is_first_turn_ever(tx, view.match)

    async def make() -> Message:
        scenery, waiting = board_post.scenery(view, 0, theme), app.queue_position(view.match.id)
        part = busy_cells(scenery)
        file = await board_image(t, scenery, around=part)
        post = board_post.board_post(t, view, file, waiting, first=first, cropped=bool(part))
        return post, [file]

    return Draft(make, called, guild=view.match.guild, server=server, settings=settings)


@composes(
    MessageKind(
        "result",
        ResultPost,
        supersedes=OLDER,
        post="plain",
        on_sent=match_channels.on_board_posted,
        on_failed=match_channels.on_board_failed,
    )
)
def compose_result(tx: Tx, app: App, row: OutboxRow, post: ResultPost) -> Draft:
    """Compose the final board and the outcome of a finished or aborted match."""
    view, server, t, theme = load_board_post(tx, app, post)
    changes = _rating_changes(tx, view)
    notes = [
        note
        for extension in extension_points.installed()
        if extension.result_notes is not None
        for note in extension.result_notes(tx, view.match, t)
    ]

    async def make() -> Message:
        file = await board_image(t, board_post.scenery(view, 0, theme))
        ended = board_post.ending_line(t, view, post.aborted_by, post.seat)
        return board_post.result_post(t, view, file, ended, changes, notes), [file]

    return Draft(make, players_to_mention(view), guild=view.match.guild, server=server)


def load_board_post(
    tx: Tx, app: App, post: BoardPost
) -> tuple[MatchView, Mapping[str, str], Translator, Theme]:
    """Return the match, the settings of its guild, the translator and the theme."""
    view = moves.view_at(tx, post.match, post.ply)
    view = replace(view, match=match_channels.with_running_clock(tx, view.match, app.clock()))
    server = guild_settings.load_settings(tx, view.match.guild)
    t, theme = guild_translator(app, view.match.guild, server), guild_settings.chosen_theme(server)
    # A single-player match in DMs uses the player's language.
    if view.match.guild is None and view.match.is_solo:
        t = translator_for_post(tx, app, None, *view.match.people)
    return view, server, t, theme


def _rating_changes(tx: Tx, view: MatchView) -> RatingChanges:
    """Return a finished match's rating changes; empty if it was unrated."""
    if not view.match.rated:
        return RatingChanges()
    return player_ratings.changes_of(tx, view.match.guild, view.match.id)


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


@edits(
    MessageKind(
        "board-refresh",
        BoardRefresh,
        supersedes=("board-refresh",),
        attempts=8,
        given_up="dropped",
    )
)
async def refresh_board(app: App, row: OutboxRow, refresh: BoardRefresh) -> None:
    """Edit the newest board. No-op if a newer board follows, or if it is gone."""
    newest = await app.store.read(_load, app, refresh)
    if newest is not None:
        post, compose = newest
        await edit(app, post.channel, post.message, compose(), may_be_gone=True)


def _load(
    tx: Tx, app: App, refresh: BoardRefresh
) -> tuple[Post, Callable[[], ui.LayoutView]] | None:
    """Return the post of the board and a function that composes it, or None."""
    post = posts.live_post(tx, refresh.match)
    view, _, t, theme = load_board_post(tx, app, BoardPost(refresh.match, refresh.ply))
    if post is None or post.ply != refresh.ply or view.match.status != "running":
        return None
    if not view.is_current:
        return None
    first = turn_clock.is_first_turn_ever(tx, view.match)

    def compose() -> ui.LayoutView:
        scenery, waiting = board_post.scenery(view, 0, theme), app.queue_position(view.match.id)
        shown = gallery(scenery.name, scenery.describe(t))
        cropped = bool(busy_cells(scenery))
        return board_post.board_post(t, view, shown, waiting, first=first, cropped=cropped)

    return post, compose
