"""Following a person: buttons of profiles and of results."""

from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.matches import load_match
from bot.extension_api.people import display_names
from bot.extension_api.texts import plain_text
from bot.extension_api.transactions import Tx
from bot.extension_api.views import (
    Button,
    ComponentId,
    Reply,
    StaleComponent,
    button_row,
    button_rows,
    parse_int,
)
from bot.extensions.following.service import people
from bot.extensions.following.store import follow_rows
from bot.extensions.following.views.panels import (
    DIGEST_ON,
    STOPPED,
    list_button,
    person_panel,
)


@component_handler("follow-players")
async def choose(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Follow button of a result: offer the players of the game."""
    names = await ctx.read(_load_players, control.subject)
    others = [player for player in names if player > 0 and player != ctx.player]
    if not others:
        return Reply(ctx.t.translate("No one else has played this game."))
    return Reply.of(
        ctx.t.translate(
            "Whose games do you want to follow? They are not informed, and you get a daily message."
        ),
        *button_rows(
            *(
                Button(
                    ComponentId("follow", player),
                    ctx.t.translate("Follow {player}", player=names[player] or str(player)),
                )
                for player in others
            )
        ),
    )


def _load_players(tx: Tx, match_id: int) -> dict[int, str]:
    """Return the names of a game's players, without duplicates."""
    names = display_names(tx, dict.fromkeys(load_match(tx, match_id).players))
    return {player: plain_text(name, 40) for player, name in names.items()}


@component_handler("follow", about="else")
async def start(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Follow buttons. Following someone twice changes nothing."""
    if ctx.guild is None:
        raise StaleComponent(control.action)
    turned_on = await ctx.write(
        people.follow, control.subject, player=ctx.player, guild=ctx.guild, now=ctx.now
    )
    note = ctx.t.translate(DIGEST_ON) if turned_on else None
    return person_panel(ctx.t, control.subject, ctx.guild, notes=(note,))


@component_handler("unfollow", edits=True, about="else")
async def stop(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Stop button of a followed person."""
    guild = parse_int(control.extra)
    await ctx.write(follow_rows.remove_follow, ctx.player, control.subject, guild)
    return Reply.of(ctx.t.translate(STOPPED), button_row(list_button(ctx.t)))
