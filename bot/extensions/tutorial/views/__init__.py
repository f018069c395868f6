"""Messages of the tutorial."""
