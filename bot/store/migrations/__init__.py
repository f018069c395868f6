"""Alembic's folder: `env.py`, and one file in `versions` for each change of the tables.

The file of a change is called by its revision ("v0002_what_changes.py"), so that the newest is known
without Alembic. The first one runs the SQL text beside it.
"""
