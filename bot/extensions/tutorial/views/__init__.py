"""Messages for the tutorial."""
