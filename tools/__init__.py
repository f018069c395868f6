"""What only makers of games use; the bot does not need it. `python -m tools --help` lists it."""
