"""Interface of the core to extensions, by subject.

Extensions import from the core only what these modules name in `__all__`, and also `engine` and
`render`. Modules that show something may import Discord. The others may be used in transactions:
`tables`, `transactions`, `hooks`, `errors`, `matches`, `event_matches`, `clocks`, `people`, `guilds`,
`outbox` and `texts`.
"""

# The tables of extensions use `bot.extension_api.tables`. Importing all tables first, before any
# module of this package, ensures that `tables` is complete when they do.
import bot.store.tables  # noqa: F401
