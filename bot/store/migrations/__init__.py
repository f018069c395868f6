"""Alembic's folder: `env.py`, and one file in `versions` for each change of the tables."""
