"""`/game`: commands about one match other than moving, such as offers and reviews."""

from discord.app_commands import locale_str

from bot.registry import group

group(
    "game",
    locale_str("A game that you play"),
    "resign hint draw takeback pause abort gift claim nudge partner plan rematch "
    "record position replay analysis import",
)
