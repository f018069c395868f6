"""`/game`: what can be done about a game besides moving: end it, offer, wait, look back."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands.game import (
    analysis,
    claim,
    hint,
    import_record,
    nudge,
    offers,
    partner,
    plan,
    play_on,
    position,
    record,
    rematch,
    replay,
    resign,
)

PARTS = (resign, hint, offers, claim, nudge, partner, plan, rematch)
LOOKING_BACK = (record, position, replay, analysis, import_record, play_on)


def install(app: App) -> None:
    """Put the group on the tree, with what its parts do."""
    group = app_commands.Group(name="game", description=locale_str("A game that you play"))
    for part in (*PARTS, *LOOKING_BACK):
        part.install(app, group)
    app.tree.add_command(group)
