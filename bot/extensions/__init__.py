"""The extensions that come with the bot; `bot.extension_points` finds them."""
