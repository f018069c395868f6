"""`/game`: what can be done about a game besides moving: end it, offer, wait, look back."""

from discord.app_commands import locale_str

from bot.registry import group

group(
    "game",
    locale_str("A game that you play"),
    "resign hint draw takeback pause abort gift claim nudge partner plan rematch "
    "record position replay analysis import",
)
