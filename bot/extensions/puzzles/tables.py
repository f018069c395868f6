"""Puzzle games, daily results and solutions."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Text

from bot.extension_api.tables import (
    BIG,
    DAILY,
    DELETED,
    OF_GUILDS,
    PAST,
    PSEUDONYMIZED,
    due,
    partial_index,
    table,
)

solitaires = table(
    "solitaires",
    Column("id", BIG, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=DELETED),
    Column("problem", Text, nullable=False),
    Column("moves", Text, nullable=False),  # format: engine.puzzles.dump_game
    Column("started", BIG, nullable=False, info=PAST),  # or last opened or played
    Column("finished_at", BIG, info=PAST),
    Column("turns", Integer),  # moves of the solution; NULL if running or given up
    Column("marks", Text, nullable=False, server_default=""),  # one letter for each action
    CheckConstraint("turns IS NULL OR finished_at IS NOT NULL", name="turns"),
)
UNDER_WAY = solitaires.c.finished_at.is_(None)
partial_index(
    "ix_solitaires_current", UNDER_WAY, solitaires.c.player, solitaires.c.problem, unique=True
)
Index(None, solitaires.c.problem, solitaires.c.turns)
Index(None, solitaires.c.player)

dailies = table(
    "dailies",
    # A player's first solution of a day's puzzle, found without looking it up.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("day", Integer, primary_key=True),  # days since 1970, in UTC
    Column("guild", BIG),  # the guild in which it was solved
    Column("at", BIG, nullable=False, info=PAST),
    Column("hints_used", Integer, nullable=False),  # hints, moves taken back, restarts
)
Index(None, dailies.c.guild, dailies.c.day)
Index(None, dailies.c.day)

figure_solutions = table(
    "figure_solutions",
    # Players who found a solution of a figure.
    Column("figure", Integer, primary_key=True, autoincrement=False),
    Column("way", Text, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=PSEUDONYMIZED),
    Column("at", BIG, nullable=False, info=PAST),
)
Index(None, figure_solutions.c.player)

daily_posts = table(
    "daily_posts",
    # The channel for a guild's daily posts, and when the next one is due.
    Column("guild", BIG, primary_key=True, autoincrement=False),
    Column("channel", BIG, nullable=False),
    Column("due_at", BIG, nullable=False, info=due("daily posts") | DAILY),
    Column("day", Integer),  # the day of the last post
    info=OF_GUILDS,
)
Index(None, daily_posts.c.due_at)

longest_hop_answers = table(
    "longest_hop_answers",
    # Players who found the longest hop in a position of a finished match.
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=PSEUDONYMIZED),
    Column("jumps", Integer, nullable=False),
    Column("at", BIG, nullable=False, info=PAST),
)
Index(None, longest_hop_answers.c.player)
