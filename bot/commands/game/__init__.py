"""`/game`: commands about one match other than moving, such as offers and reviews."""

from discord.app_commands import locale_str

from bot.registry import group

group(
    "game",
    locale_str("Commands for one of your games"),
    "board resign hint draw takeback pause abort claim nudge takeover plan rematch",
)
