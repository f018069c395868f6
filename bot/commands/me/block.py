"""Blocking players: the Block user command, and the panel of blocked players."""

from discord import ui
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.invitations import Person
from bot.i18n.translator import N_, Translator
from bot.registry import component_handler, user_menu
from bot.service.players import blocklist
from bot.store.players import blocks
from bot.views.components import ComponentId, layout
from bot.views.player_labels import mention
from bot.views.reply import Reply, UserError

NOBODY_CHOSEN = N_("Choose a player.")


@component_handler("blocks", about="else")
async def list_blocked(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Blocked players button of the settings."""
    return await _panel(ctx)


async def _panel(ctx: CommandContext, before: str = "") -> Reply:
    """List the blocked players, with selects that block and unblock someone."""
    t = ctx.t
    blocked = await ctx.read(blocks.blocked_by, ctx.player)
    people = t.join(mention(other) for other in blocked)
    text = (
        t.translate("You have blocked {people}.", people=people)
        if blocked
        else t.translate("You have not blocked anyone.")
    )
    return Reply(
        view=layout(
            [before, text],
            _person_select("block", t.translate("Block a player")),
            _person_select("unblock", t.translate("Unblock a player")) if blocked else None,
        )
    )


def _person_select(action: str, placeholder: str) -> ui.ActionRow[ui.LayoutView]:
    select: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=ComponentId(action, 0).id("u"), placeholder=placeholder
    )
    return ui.ActionRow(select)


@user_menu(locale_str("Block"))
async def block(ctx: CommandContext, person: Person) -> Reply:
    """Handle the Block user command."""
    return Reply(await _block(ctx, person))


@component_handler("block", edits=True, about="else")
async def block_chosen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select that blocks a player."""
    return await _panel(ctx, await _block(ctx, _chosen(control)))


@component_handler("unblock", edits=True, about="else")
async def unblock_chosen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select that unblocks a player."""
    person = _chosen(control)
    was_blocked = await ctx.write(blocks.remove_block, ctx.player, person.id)
    return await _panel(ctx, _unblocked(ctx.t, person, was_blocked=was_blocked))


async def _block(ctx: CommandContext, person: Person) -> str:
    await ctx.write(blocklist.block, ctx.player, person.id, now=ctx.now)
    return ctx.t.translate(
        "You and {person} can no longer challenge each other or join the same "
        "challenge. Games in progress continue. Only you see this.",
        person=person.mention,
    )


def _unblocked(t: Translator, person: Person, *, was_blocked: bool) -> str:
    if not was_blocked:
        return t.translate("You have not blocked {person}.", person=person.mention)
    return t.translate("You have unblocked {person}.", person=person.mention)


def _chosen(control: ComponentId) -> Person:
    if not control.people:
        raise UserError(NOBODY_CHOSEN)
    return control.people[0]
