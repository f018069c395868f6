"""Alembic's folder: `env.py`, and one file in `versions` for each migration.

File names start with the revision ("v0002_what_changes.py"), so the newest is known without
Alembic. Some migrations run an SQL file next to them. Migrations 0001 to 0021 create tables of
extensions as well; later ones are in the folder `migrations` of each extension.
"""
