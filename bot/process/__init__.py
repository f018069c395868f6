"""Starting, checking and stopping the bot, and the sandbox.

The app imports nothing from here.
"""
