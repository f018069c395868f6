"""Developer tools, which the bot does not need: `python -m tools --help`."""
