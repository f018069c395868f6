"""Commands of the tutorial."""
