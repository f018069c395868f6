"""Moves sent as messages: replies to a board, mentions of the bot, and DMs.

A reply that does not look like a move is treated as conversation and ignored. Mentions and DMs
always get an answer. None of the three needs the message content intent.
"""

import re
from functools import partial

import discord
import structlog

from bot.app import App, CommandContext
from bot.dialogs import game_picker
from bot.dialogs.help_reply import help_reply
from bot.dialogs.typed_move import (
    FindMatch,
    NeedsConfirmation,
    confirmation_question,
    make_move,
    move_summary,
    split_game_number,
)
from bot.i18n.escaping import without_mentions
from bot.i18n.translator import N_, Translator, translator_for
from bot.registry import component_handler
from bot.request_context import RequestContext
from bot.service.actions import takebacks
from bot.service.errors import NotFound
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.service.players import players, visibility
from bot.service.results import PlayedMove
from bot.store import Tx
from bot.store.models import Match
from bot.store.outbox import posts
from bot.texts.reply_keywords import requested_action
from bot.views.action_menu import keyword_reply
from bot.views.components import ComponentId, parse_int
from bot.views.discord_errors import summarize
from bot.views.player_labels import link
from bot.views.reply import Reply, UserError, plain_view
from engine import BadNotation, variant
from engine.board import ROMAN
from engine.move_lexer import parse_typed

log = structlog.get_logger(__name__)

_SQUARE = re.compile(r"\b(?:[ivx]{1,5}|\d{1,2}) ?, ?\d{1,2}\b", re.IGNORECASE)
_SLANG = re.compile(r"(?<![^\W_])[a-z]\d{1,2}(?![,\d])", re.IGNORECASE)
"""A single square in chess notation.

Text such as "m8" is usually slang, not a move.
"""
_NOT_SAID = re.compile(r"(?ms)~~.+?~~|\|\|.+?\|\||^>>> .*\Z|^> [^\n]*")
"""Parts of a message that are struck out, hidden as a spoiler or quoted, which are no moves."""
CHAT_LENGTH = 60
"""Length above which unreadable text counts as conversation."""
UNREADABLE = N_(
    "I cannot read a reply that does not mention me: leave the @ turned on when you reply, "
    "or use `/move`."
)
EDITED = N_(
    "I have read only the first version of your message. To correct it, send your move in a new one."
)
NOT_YOUR_QUESTION = N_("This question is for {player}.")
GREETING = N_("Send me a move, e.g. `II,3-IV,5`, or use `/help`.")
SEVERAL_GAMES = N_("You are playing several games. Reply to the board of the one you mean.")


def looks_like_move(text: str) -> bool:
    """Guess whether a message is meant as a move.

    Moves are two or more squares, "pass" alone, or one square with at most two words unless it
    looks like slang. Numbers of two digits are squares, as in "23-33". Unreadable text counts as a
    move if it is short and contains a square in the rulebook's notation.
    """
    try:
        typed = parse_typed(text, len(ROMAN))
    except BadNotation:
        return len(text) <= CHAT_LENGTH and bool(_SQUARE.search(text))
    if typed.digits:
        return True
    if typed.squares:
        lone = len(typed.squares) == 1
        return not lone or (len(typed.words) <= 2 and not _SLANG.search(text))
    return typed.words == ("pass",)


async def translator_of(app: App, message: discord.Message) -> Translator:
    """Return the translator for the author's last known locale, or else the guild's."""
    guild = message.guild
    spoken = await app.store.read(
        _load_locale, message.author.id, None if guild is None else guild.id
    )
    if spoken is None and guild is not None:
        spoken = str(guild.preferred_locale)
    return translator_for(spoken)


def _load_locale(tx: Tx, player: int, guild: int | None) -> str | None:
    """Return the player's last known locale, or else the guild's chosen language."""
    try:
        spoken = players.load_player(tx, player).locale
    except NotFound:
        spoken = None
    if spoken is None and guild is not None:
        return guild_settings.load_settings(tx, guild)["language"] or None
    return spoken


class MessageContext:
    """The text of a message, and how the message addresses the bot."""

    def __init__(self, app: App, message: discord.Message) -> None:
        me = app.user.id if app.user else 0
        reference = message.reference if message.type is discord.MessageType.reply else None
        answered = reference.resolved if reference else None
        self.direct = message.guild is None
        content = message.content
        self.mention = re.search(rf"<@!?{me}>", content) is not None
        self.replied = reference.message_id if reference else None
        author = getattr(answered, "author", None)
        self.reply = self.replied is not None and (author is None or author.id == me)
        self.text = without_mentions(_NOT_SAID.sub(" ", content))
        """The text, without parts that are struck out, quoted or hidden as spoilers."""
        self.is_question = self.text.endswith("?")
        self.without_text = not content and not message.attachments and not message.stickers


async def handle_message(app: App, message: discord.Message) -> Reply | None:
    """Return the reply to a message, or None if it should be ignored."""
    written = MessageContext(app, message)
    if not (written.direct or written.mention or written.reply):
        return None
    replied = written.replied if written.reply else None
    if not (written.direct or written.mention or _has_move(written)):
        board = await app.store.read(_replied_board, replied)
        if written.without_text:
            return await _unreadable_reply(app, message, board)
        return await _keyword_reply(app, message, board, written.text)
    await app.upsert_player(message.author)
    if not written.text:
        return Reply((await translator_of(app, message)).translate(GREETING))
    game, text = split_game_number(written.text)
    if written.is_question or not looks_like_move(text):
        t = await translator_of(app, message)
        guild = None if message.guild is None else message.guild.id
        return await help_reply(app, message.author.id, t, guild)
    find = partial(_find_match, message=message, text=text, game=game, replied=replied)
    try:
        return await _play_move(app, message, find, text)
    except game_picker.SeveralGames:
        return await _play_or_ask(app, message, text, await translator_of(app, message))


async def handle_edit(app: App, message: discord.Message) -> Reply | None:
    """Return the answer to a message that was edited into a move, or None.

    A move is read only once, when the message is sent.
    """
    written = MessageContext(app, message)
    if not (written.direct or written.mention or written.reply) or not _has_move(written):
        return None
    return Reply((await translator_of(app, message)).translate(EDITED))


def _has_move(written: MessageContext) -> bool:
    if written.without_text or written.is_question:
        return False
    return looks_like_move(split_game_number(written.text)[1])


async def _keyword_reply(
    app: App, message: discord.Message, board: Match | None, text: str
) -> Reply | None:
    """Return the matching button for a keyword sent in reply to a board.

    Returns None for conversation.
    """
    what, player = requested_action(text), message.author.id
    if what is None or board is None or board.seat_of(player) is None or board.status != "running":
        return None
    if what == "undo" and takebacks.undo_state_for(board, player, app.clock()) is None:
        what = "takeback"
    return Reply(view=keyword_reply(await translator_of(app, message), board, what))


def _replied_board(tx: Tx, replied: int | None) -> Match | None:
    """Return the match of the replied-to message; None if the message shows no board."""
    post = None if replied is None else posts.get_post(tx, replied)
    return None if post is None or post.match is None else lifecycle.load(tx, post.match)


def _find_match(
    tx: Tx, *, message: discord.Message, text: str, game: int | None, replied: int | None
) -> tuple[int, int | None]:
    """Return the match that a message refers to, and the ply of the replied-to board.

    Raises `SeveralGames`, and `NotFound` if the author may not see the match.
    """
    guild = None if message.guild is None else message.guild.id
    post = None if replied is None else posts.get_post(tx, replied)
    ply = None
    if post is not None and post.match is not None and game in (None, post.match):
        game, ply = post.match, post.ply
    if game is None:
        channel = None if guild is None else message.channel.id
        candidates = _candidates(tx, text, message.author.id, channel)
        if len(candidates) != 1:
            raise game_picker.SeveralGames
        game = candidates[0].id
    visibility.must_see(tx, "match", game, player=message.author.id, guild=guild)
    return game, ply


async def _unreadable_reply(
    app: App, message: discord.Message, board: Match | None
) -> Reply | None:
    """Return a notice that the bot cannot read the reply of the player to move.

    Returns None for other players, who may be chatting.
    """
    if board is None or board.to_move != message.author.id:
        return None
    return Reply((await translator_of(app, message)).translate(UNREADABLE))


async def _play_or_ask(
    app: App, message: discord.Message, text: str, t: Translator
) -> Reply | None:
    """Play in the only candidate match, or ask the player to choose one."""
    player = message.author.id
    channel = None if message.guild is None else message.channel.id
    result = await app.store.read(_find_games, text, player, channel, t)
    if isinstance(result, int):
        return await _play_move(app, message, result, text)
    control = ComponentId("say", player, 0, text)
    if not control.fits_limit():
        raise UserError(SEVERAL_GAMES)
    return game_picker.game_question(t, control, result)


def _find_games(
    tx: Tx, text: str, player: int, channel: int | None, t: Translator
) -> int | list[discord.SelectOption]:
    """Return the only match that awaits this move, or the options of a select."""
    candidates = _candidates(tx, text, player, channel)
    if len(candidates) == 1:
        return candidates[0].id
    values = {match.id: f"{match.id}:{match.ply}" for match in candidates}
    return game_picker.game_options(tx, candidates, player, t, values)


def _candidates(tx: Tx, text: str, player: int, channel: int | None) -> list[Match]:
    """Return the matches that await this player's move.

    If the move is legal in some of them, returns only those.
    """
    candidates = game_picker.awaiting_move(tx, player, channel)
    return [match for match in candidates if _is_legal(match, text)] or candidates


def _is_legal(match: Match, text: str) -> bool:
    game = variant(match.variant)
    return game.reason(game.load(match.position), text) is None


async def _play_move(
    app: App, message: discord.Message, match: int | FindMatch, text: str
) -> Reply | None:
    """Play a move in a match and acknowledge it with a reaction.

    In a DM, returns a confirmation. In a guild, returns None, because the new board is the answer.
    If the move must be confirmed first, returns the question. A reply to an old board is rejected
    as stale.
    """
    guild = None if message.guild is None else message.guild.id
    ctx = RequestContext(app.store, app.clock, message.author.id, guild)
    if isinstance(match, int):
        ctx.must_see(match)
    try:
        played = await ctx.write(
            make_move,
            match,
            player=ctx.player,
            text=text,
            interaction=message.id,
            now=ctx.now,
            typed=True,
            elsewhere=False,
        )
    except NeedsConfirmation as asked_first:
        return await confirmation_question(ctx, asked_first, await translator_of(app, message))
    await _react(message)
    if message.guild is not None:
        return None
    return Reply(_confirmation(await translator_of(app, message), played))


def _confirmation(t: Translator, played: PlayedMove) -> str:
    """Return the confirmation with a link to the board."""
    where = link(played.match) or f"<#{played.match.place}>"
    return f"{move_summary(t, played)} {where}"


async def _react(message: discord.Message) -> None:
    """React to the message with a check mark, if the bot is allowed to."""
    guild, channel = message.guild, message.channel
    if guild is not None and not isinstance(channel, discord.PartialMessageable):
        if isinstance(channel, discord.DMChannel | discord.GroupChannel):
            return
        allowed = channel.permissions_for(guild.me)
        if not (allowed.add_reactions and allowed.read_message_history):
            return
    try:
        await message.add_reaction("✅")
    except Exception as lost:  # the move has been played in any case
        log.info("no reaction", message=message.id, why=summarize(lost))


@component_handler("say", edits="anywhere", about="else")
async def choose_game(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select that asked which match is meant.

    The custom id's subject is the player who was asked, and its `extra` is the move. The selected
    value is "match:ply".
    """
    if ctx.player != control.subject:
        raise UserError(NOT_YOUR_QUESTION, player=f"<@{control.subject}>")
    number, _, ply = control.value.partition(":")
    match = parse_int(number)
    ctx.must_see(match)
    ctx.must_be_newer(match)
    try:
        played = await ctx.write(
            make_move,
            match,
            text=control.extra,
            ply=parse_int(ply),
            typed=True,
            elsewhere=False,
            **ctx.actor,
        )
    except NeedsConfirmation as asked_first:
        return await confirmation_question(ctx, asked_first, ctx.t)
    return Reply(view=plain_view(_confirmation(ctx.t, played)))
