"""Loads a match or an imported record for review, and runs review jobs."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.extension_api.boards import board_heading, viewpoint_of
from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.matches import Match, load_match, match_record
from bot.extension_api.people import Theme, board_theme, display_names, user_names
from bot.extension_api.texts import N_, ending_text, game_name, quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply, StaleComponent, UserError, seat_player_label
from bot.extensions.review.store import imported_games
from bot.extensions.review.views.review_source import Review, ReviewSource
from engine import Move
from engine.record import Record, read_trusted

Handler = Callable[[CommandContext, ComponentId], Awaitable[Reply]]
"""A function that handles a component."""
RECORD_GONE = N_("I no longer have that record. Use `/game browse` to import it again.")


async def load_review(ctx: CommandContext, number: int, source: ReviewSource = "") -> Review:
    """Return a match or imported record for review from the caller's viewpoint."""
    if source:
        return await _imported_review(ctx, number)
    match, record, people, others, side, theme = await ctx.read(_load_record, number, ctx.player)
    names = [seat_player_label(ctx.t, match, seat) for seat in range(len(match.players))]
    moves = [turn for turn in record.turns if isinstance(turn, Move)]
    ended = None
    if match.status != "running":
        ended = ending_text(
            ctx.t, match.outcome, names, record.variant, moves[-1] if moves else None
        )
    return Review(
        number,
        record,
        board_heading(ctx.t, match),
        ended,
        side,
        theme,
        is_shared=ctx.guild is not None and ctx.guild == match.guild,
        match=match,
        names=people,
        user_names=others,
    )


class _MatchRecord(NamedTuple):
    """A match and its record, with the seat and theme in which a player sees it."""

    match: Match
    record: Record
    names: Mapping[int, str]
    user_names: Mapping[int, str]
    side: int
    theme: Theme


def _load_record(tx: Tx, number: int, player: int) -> _MatchRecord:
    match = load_match(tx, number)
    names = display_names(tx, match.players)
    record = match_record(tx, match, names)
    others = user_names(tx, match.players)
    return _MatchRecord(match, record, names, others, *viewpoint_of(tx, match, player))


async def _imported_review(ctx: CommandContext, number: int) -> Review:
    """Return the review of a record that the caller imported.

    Raises `UserError` if it no longer exists.
    """
    text, theme = await ctx.read(_load_imported, number, ctx.player, ctx.guild)
    if text is None:
        raise UserError(RECORD_GONE)
    record = read_trusted(text)
    people = [quote(record.headers.get(seat.name, ""), 40) for seat in record.variant.seats]
    about = ctx.t.translate(
        "{game} · your imported record {number}",
        game=game_name(ctx.t, record.variant),
        number=number,
    )
    lines = [" · ".join(filter(None, people)), f"-# {about}"]
    review = Review(number, record, "\n".join(filter(None, lines)), None, 0, theme, False, "given-")
    return replace(review, ended=review.result(ctx.t))


def _load_imported(tx: Tx, number: int, player: int, guild: int | None) -> tuple[str | None, Theme]:
    """Return the text of a player's record, or None, and the player's theme."""
    text = imported_games.record_text(tx, number, player)
    return text, board_theme(tx, guild, player)


def handles_review(action: str, *, edits: bool = False) -> Callable[[Handler], Handler]:
    """Register a component handler for matches and for imported records."""

    def put(act: Handler) -> Handler:
        component_handler(action, edits=edits)(act)
        return component_handler(
            "given-" + action, edits=edits, about="else", created=imported_games.record_created
        )(act)

    return put


def review_source(action: str) -> ReviewSource:
    """Return "given-" if a component's action refers to an imported record, else ""."""
    return "given-" if action.startswith("given-") else ""


async def to_share(call: CommandContext, number: int) -> Review:
    """Load a game in order to share it with everyone in the channel.

    Raises `StaleComponent` if it may only be shown in private.
    """
    about = await load_review(call, number)
    if not about.is_shared:
        raise StaleComponent(str(number))
    return about
