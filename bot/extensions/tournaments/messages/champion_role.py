"""Champion's role: given by the bot, or a notice that this failed."""

from functools import partial

import discord

from bot.extension_api.commands import App
from bot.extension_api.posts import (
    Draft,
    MessageKind,
    composes,
    edits,
    translator_for_post,
)
from bot.extension_api.texts import quote
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extension_api.views import layout
from bot.extensions.tournaments.payloads import ChampionRole, RoleNotice
from bot.extensions.tournaments.service import champion_roles, club_settings
from bot.extensions.tournaments.store import event_rows

ATTEMPTS = 5
NO_MEMBER = (10007, 10013)
"""Discord's error codes for an unknown member and an unknown user."""


@edits(
    MessageKind(
        "champion-role",
        ChampionRole,
        attempts=ATTEMPTS,
        given_up="dropped",
        on_failed=champion_roles.on_failed,
    )
)
async def give_role(app: App, row: OutboxRow, post: ChampionRole) -> None:
    """Take the role from the former champions and give it to the new ones.

    Players who have left the guild are skipped. Both requests can be repeated.
    """
    change = await app.store.read(champion_roles.role_change, post.event)
    if change is None:
        return
    requests = [(app.http.remove_role, player) for player in change.lose]
    requests += [(app.http.add_role, player) for player in change.gain]
    for request, player in requests:
        try:
            await request(change.guild, player, change.role, reason="champion")
        except discord.HTTPException as refused:
            if refused.code not in NO_MEMBER:
                raise


@composes(MessageKind("champion-role-notice", RoleNotice))
def compose(tx: Tx, app: App, row: OutboxRow, notice: RoleNotice) -> Draft | None:
    """Compose the notice for a manager; None if the role no longer exists."""
    event = event_rows.get_event(tx, notice.event)
    role = None if event is None else club_settings.champion_role(tx, event.guild)
    if event is None or role is None:
        return None
    t = translator_for_post(tx, app, None, notice.player)
    guild, name = app.get_guild(event.guild), f"**{quote(event.name)}**"
    if guild is not None and guild.get_role(role) is None:
        text = t.translate(
            "I could not give the champion's role to the winner of {name}, because the role has "
            "been deleted. Use `/server settings` to choose another.",
            name=name,
        )
        return Draft.of(partial(layout, text))
    text = t.translate(
        "I could not give the champion's role to the winner of {name}. I need the permission "
        "**Manage Roles**, and my own role must be above the champion's role. Please give the "
        "role yourself, or use `/server settings` to choose another.",
        name=name,
    )
    return Draft.of(partial(layout, text))
