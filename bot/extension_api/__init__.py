"""Interface of the core to extensions, by subject.

Extensions import from the core only what these modules name in `__all__`, and also `engine` and
`render`.

- For transactions, without Discord: `hooks`, `tables`, `transactions`, `matches`, `people`, `texts`.
- For what is shown, with Discord: `commands`, `views`, `boards`, `posts`.
"""

# The tables of extensions use `bot.extension_api.tables`. Importing all tables first, before any
# module of this package, ensures that `tables` is complete when they do.
import bot.store.tables  # noqa: F401
