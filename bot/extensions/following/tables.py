"""Watched games, followed people and events, and weekly posts."""

from sqlalchemy import Column, ForeignKey, Index, Text

from bot.extension_api.tables import (
    BIG,
    DELETED,
    DELETED_UNEXPORTED,
    OF_GUILDS,
    PAST,
    due,
    one_of,
    table,
)

watches = table(
    "watches",
    # A player watches a match in which they have no seat.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True),
    Column("level", Text, nullable=False),
    Column("since", BIG, nullable=False, info=PAST),
    # When the result was queued as a direct message; NULL: running, or left to the digest.
    Column("result_at", BIG, info=PAST),
    Column("delete_at", BIG, info=due("old watches")),  # NULL while the match is running
    one_of("level", "day", "end", "moves"),
)
Index(None, watches.c.match)
Index(None, watches.c.delete_at)

follows = table(
    "follows",
    # A player follows a person in a guild.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("person", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED_UNEXPORTED),
    Column("guild", BIG, primary_key=True, autoincrement=False),
    Column("since", BIG, nullable=False, info=PAST),
    Column("delete_at", BIG, nullable=False, info=due("old follows")),
    info=OF_GUILDS,
)
Index(None, follows.c.person, follows.c.guild)
Index(None, follows.c.guild)
Index(None, follows.c.delete_at)

event_follows = table(
    "event_follows",
    # A player follows an event of another extension, which may not be installed.
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("event", BIG, primary_key=True, autoincrement=False),
    Column("guild", BIG, nullable=False),
    Column("since", BIG, nullable=False, info=PAST),
    Column("delete_at", BIG, nullable=False, info=due("old event follows")),
    info=OF_GUILDS,
)
Index(None, event_follows.c.guild)
Index(None, event_follows.c.delete_at)

week_posts = table(
    "week_posts",
    # The channel for a guild's weekly posts, and when the next one is due.
    Column("guild", BIG, primary_key=True, autoincrement=False),
    Column("channel", BIG, nullable=False),
    Column("due_at", BIG, nullable=False, info=due("week posts")),
    info=OF_GUILDS,
)
Index(None, week_posts.c.due_at)
