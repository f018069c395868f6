"""Blocking players: the Block user command, and the panel of blocked players."""

from collections.abc import Mapping
from typing import Any

from discord import ui
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.invitations import Person
from bot.i18n.translator import N_, Translator
from bot.registry import component_handler, user_menu
from bot.service.players import blocklist, players
from bot.store.players import blocks
from bot.views import discord_limits
from bot.views.components import ComponentId, Select, layout, parse_int
from bot.views.player_labels import mention
from bot.views.reply import Reply, UserError

MOST_SELECTS = 4
"""Number of selects of blocked players in a panel, with 25 players each."""
NOBODY_CHOSEN = N_("Choose a player.")


@component_handler("blocks", about="else")
async def list_blocked(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Blocked players button of the settings."""
    return await _panel(ctx)


async def _panel(ctx: CommandContext, before: str = "") -> Reply:
    """List the blocked players, with selects that block and unblock someone."""
    t = ctx.t
    blocked = await ctx.read(blocks.blocked_by, ctx.player)
    names = await ctx.read(players.display_names, blocked)
    people = t.join(mention(other) for other in blocked)
    text = (
        t.translate("You have blocked {people}.", people=people)
        if blocked
        else t.translate("You have not blocked anyone.")
    )
    return Reply(
        view=layout(
            [before, text],
            ui.ActionRow(
                ui.UserSelect[ui.LayoutView](
                    custom_id=ComponentId("block", 0).id("u"),
                    placeholder=t.translate("Block a player"),
                )
            ),
            *_unblock_selects(t, names),
        )
    )


def _unblock_selects(t: Translator, names: Mapping[int, str]) -> list[ui.ActionRow[Any]]:
    """Build selects of the blocked players, by name.

    Unlike a select of members, they offer players who have left the server. Only the first
    `MOST_SELECTS` selects are shown: unblocking someone moves the next player up.
    """
    options = {str(player): name or str(player) for player, name in names.items()}
    listed, selects = list(options), []
    for number in range(min(MOST_SELECTS, -(-len(listed) // discord_limits.OPTIONS))):
        shown, *_ = discord_limits.page(listed, number)
        control = ComponentId("unblock", 0, number)
        people = {player: options[player] for player in shown}
        selects.append(ui.ActionRow(Select(control, people, t.translate("Unblock a player"))))
    return selects


@user_menu(locale_str("Block"))
async def block(ctx: CommandContext, person: Person) -> Reply:
    """Handle the Block user command."""
    return Reply(await _block(ctx, person))


@component_handler("block", edits=True, about="else")
async def block_chosen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select that blocks a player."""
    if not control.people:
        raise UserError(NOBODY_CHOSEN)
    return await _panel(ctx, await _block(ctx, control.people[0]))


@component_handler("unblock", edits=True, about="else")
async def unblock_chosen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a select that unblocks a player."""
    player = parse_int(control.value)
    was_blocked = await ctx.write(blocks.remove_block, ctx.player, player)
    return await _panel(ctx, _unblocked(ctx.t, mention(player), was_blocked=was_blocked))


async def _block(ctx: CommandContext, person: Person) -> str:
    await ctx.write(blocklist.block, ctx.player, person.id, person.display_name, now=ctx.now)
    return ctx.t.translate(
        "You and {person} can no longer challenge each other or join the same "
        "challenge. Games in progress continue. Only you see this.",
        person=person.mention,
    )


def _unblocked(t: Translator, person: str, *, was_blocked: bool) -> str:
    if not was_blocked:
        return t.translate("You have not blocked {person}.", person=person)
    return t.translate("You have unblocked {person}.", person=person)
