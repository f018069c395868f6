"""Dump, backup and checks of a database, for the command line only."""
