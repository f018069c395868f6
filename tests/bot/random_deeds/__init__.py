"""Random deeds: everything that people and time can do to the bot, in any order."""
