"""`/server abort` and `/server annul`: moderation of a guild's games."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import parse_game_number
from bot.dialogs.permissions import must_manage
from bot.i18n.escaping import quote
from bot.registry import command, component_handler
from bot.service.errors import NotFound
from bot.service.guilds import guild_settings
from bot.texts.event_labels import event_label
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.player_labels import game_and_number, player_label
from bot.views.reply import Reply


@command(
    "server abort",
    locale_str("Abort a game in progress, without a result"),
    game=locale_str("The number of the game"),
)
async def abort_question(ctx: CommandContext, game: str) -> Reply:
    """Handle the `/server abort` command: name the game and ask for confirmation."""
    t = ctx.t
    match = await ctx.read(guild_settings.abortable_match, ctx.guild or 0, _match_number(game))
    people = t.join(player_label(t, player) for player in match.players)
    return Reply(
        view=layout(
            [
                f"**{game_and_number(t, match)}** · {people}",
                t.translate("Abort this game without a result? This cannot be undone."),
            ],
            button_row(
                Button(
                    ComponentId("server-abort", match.id, match.ply),
                    t.translate("Abort the game"),
                    "danger",
                ),
                Button(ComponentId("never-mind", match.id, match.ply), t.translate("No, play on")),
            ),
        )
    )


@component_handler("server-abort", edits=True)
async def abort_game(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the confirmation button."""
    must_manage(ctx)
    over = await ctx.write(
        guild_settings.abort_match, ctx.guild or 0, control.subject, by=ctx.player, now=ctx.now
    )
    text = ctx.t.translate("The game has been aborted and does not count.")
    return Reply(f"**{game_and_number(ctx.t, over)}**\n{text}")


@command(
    "server annul",
    locale_str("Annul a game, so that it no longer counts towards the ratings"),
    game=locale_str("The number of the game"),
)
async def annul_game(ctx: CommandContext, game: str) -> Reply:
    """Handle the `/server annul` command."""
    match = await ctx.write(
        guild_settings.annul_match,
        ctx.guild or 0,
        _match_number(game),
        by=ctx.player,
        now=ctx.now,
    )
    text = ctx.t.translate(
        "Game {number} no longer counts. Its rating changes have been taken back; later games "
        "stay as they are.",
        number=match.id,
    )
    if match.event is not None:
        stays = ctx.t.translate(
            "Its result still counts in {event}, where a manager can change it.",
            event=quote(event_label(ctx.t, match.event)),
        )
        text = f"{text}\n{stays}"
    return Reply(text)


def _match_number(game: str) -> int:
    """Parse a match number. Raises `NotFound` with reason "server" if it is invalid."""
    try:
        return parse_game_number(game)
    except NotFound:
        raise NotFound(what="match", key=game, why="server") from None
