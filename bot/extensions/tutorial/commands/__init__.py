"""Commands for the tutorial."""
