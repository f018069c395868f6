"""Message commands on boards: Position, Analysis, Replay and Game record."""

from discord.app_commands import locale_str

from bot.extension_api.commands import board_menu

board_menu(locale_str("Position"), "position")
board_menu(locale_str("Analysis"), "analysis")
board_menu(locale_str("Replay"), "replay")
board_menu(locale_str("Game record"), "record")
