"""Events with their entrants and pairings, series of seasons, and ladders.

A pairing becomes one match. Points are half-points: a win over one opponent scores 2.
"""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Text, text
from sqlalchemy.schema import SchemaItem

from bot.extension_api.tables import (
    BIG,
    COMPUTED,
    DELETED,
    OF_GUILDS,
    ORDER,
    PAST,
    PSEUDONYMIZED,
    after,
    due,
    one_of,
    partial_index,
    table,
)


def _flag(name: str) -> Column[int]:
    """Return a column for a boolean, false by default."""
    return Column(name, Integer, nullable=False, server_default=text("0"))


def _of_event() -> SchemaItem:
    """Return the first column of a table whose rows are deleted with their event."""
    return Column(
        "event",
        BIG,
        ForeignKey("events.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )


series = table(
    "series",
    # A series starts a season of a club championship in each period.
    Column("id", BIG, primary_key=True),
    Column("guild", BIG, nullable=False),
    Column("channel", BIG, nullable=False),
    Column("name", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("control", Text, nullable=False),
    _flag("rated"),
    Column("period", Text, nullable=False),
    _flag("divisions"),  # whether to form divisions if enough players take part
    Column("seasons", Integer, nullable=False, server_default=text("0")),  # seasons started so far
    Column("next_at", BIG, info=due("seasons") | COMPUTED),  # NULL: no further season
    Column("last_event", BIG),
    Column("created_by", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    one_of("period", "month", "quarter", "half-year"),
    info=OF_GUILDS,
    sqlite_autoincrement=True,
)
Index(None, series.c.guild)
Index(None, series.c.next_at)
Index(None, series.c.created_by)

events = table(
    "events",
    Column("id", BIG, primary_key=True),
    Column("guild", BIG, nullable=False),
    Column("channel", BIG, nullable=False),
    Column("hub", BIG),  # the message that shows the event; NULL until posted
    Column("name", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("control", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("organiser", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    _flag("rated"),
    _flag("vacation"),  # whether vacations stop the clocks
    Column("games_each", Integer),  # games per pair; NULL: depends on the section
    Column("at_once", Integer, nullable=False),  # games of an entrant at the same time
    Column("min_entrants", Integer, nullable=False),
    Column("max_entrants", Integer, nullable=False),
    Column("min_reliability", Integer, nullable=False, server_default=text("0")),  # percent
    Column("min_rating", Integer),
    Column("max_rating", Integer),
    Column("role", BIG),  # only members with this role may enter
    Column("rounds", Integer),  # number of rounds of a Swiss event
    Column("round_days", Integer),
    Column("series", BIG, ForeignKey("series.id", ondelete="SET NULL")),
    Column("season", Integer),  # number within the series
    Column("stage", Integer, nullable=False, server_default=text("0")),  # 0: not started
    Column("created_at", BIG, nullable=False, info=PAST),
    Column("opens_at", BIG, info=PAST),
    Column("closes_at", BIG, info=after("opens_at")),
    _flag("extended"),  # whether the sign-up has been extended once
    Column("started_at", BIG, info=PAST),
    Column("ended_at", BIG, info=PAST),
    Column("note", Text),  # the last decision of a manager, with its reason
    # When the sign-up opens or closes, when a round ends, or when a result must be processed.
    Column("phase_at", BIG, info=due("event phases")),
    Column("openings_at", BIG, info=due("event openings")),  # when the next matches may begin
    Column("hub_at", BIG, info=due("event hubs")),  # when the hub must be edited
    Column("hub_edited_at", BIG, info=PAST),
    Column("forum", BIG),  # the forum in which the next matches begin; NULL: under the channel
    one_of("format", "all", "tables", "cup", "rounds"),
    one_of("status", "draft", "open", "running", "finished", "cancelled"),
    CheckConstraint("(status IN ('finished', 'cancelled')) = (ended_at IS NOT NULL)", name="ended"),
    info=OF_GUILDS,
    sqlite_autoincrement=True,
)
Index(None, events.c.guild, events.c.status)
Index(None, events.c.organiser)
Index(None, events.c.series)
Index(None, events.c.phase_at)
Index(None, events.c.openings_at)
Index(None, events.c.hub_at)

entrants = table(
    "entrants",
    _of_event(),
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=PSEUDONYMIZED),
    Column("joined_at", BIG, nullable=False, info=ORDER),
    _flag("waiting"),  # whether on the waiting list
    _flag("once"),  # whether not to be entered into the next season
    Column("rating", Integer),  # the rating when the event began; NULL: unrated
    Column("seed", Integer),  # from 1, which is the strongest; NULL until the event begins
    Column("place", Integer),  # final place, from 1; NULL until it is certain
    Column("timeouts", Integer, nullable=False, server_default=text("0")),
    Column("asked_at", BIG, info=PAST),  # when the player was asked whether they are still playing
    Column("withdraw_at", BIG, info=due("event questions")),  # withdrawal time, unless they answer
    Column("left_at", BIG, info=PAST),
    Column("left_why", Text),
    CheckConstraint("(left_at IS NULL) = (left_why IS NULL)", name="left"),
    one_of("left_why", "left", "silent", "timeouts", "removed", "erased"),
)
Index(None, entrants.c.player)
Index(None, entrants.c.withdraw_at)

stages = table(
    "stages",
    # A section of a stage. In cups and Swiss events, each round has a single section.
    _of_event(),
    Column("stage", Integer, primary_key=True),  # counted from 1
    Column("section", Integer, primary_key=True),  # counted from 1
    Column("began_at", BIG, nullable=False, info=PAST),
    Column("certain_at", BIG, info=PAST),  # when it became certain which players advance
    Column("ended_at", BIG, info=PAST),
)

section_entrants = table(
    "section_entrants",
    _of_event(),
    Column("stage", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=PSEUDONYMIZED),
    Column("section", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # number in the section, from 1
    Column("place", Integer),  # place in the section, from 1; NULL until it has ended
    _flag("qualified"),  # whether the player advances
    _flag("struck"),  # whether none of the player's games counts
)
Index(None, section_entrants.c.player)

pairings = table(
    "pairings",
    Column("id", BIG, primary_key=True),
    Column("event", BIG, ForeignKey("events.id", ondelete="CASCADE"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("section", Integer, nullable=False),
    Column("position", Integer, nullable=False),  # the order in which matches begin, from 1
    Column("match", BIG, ForeignKey("matches.id"), unique=True),
    Column("state", Text, nullable=False, server_default="waiting"),
    Column("began_at", BIG, info=PAST),
    Column("scored_at", BIG, info=PAST),
    Column("margin", Integer),  # turns that the loser still needed, in a cup
    Column("turns", Integer),  # turns that the winner took, in a cup
    Column("reason", Text),  # a manager's reason for the score
    Column("scored_by", BIG, ForeignKey("players.id"), info=PSEUDONYMIZED),
    Column("forum", BIG),  # the forum in which the match is a post; NULL: it is elsewhere
    one_of("state", "waiting", "running", "scored", "forfeit", "void"),
    sqlite_autoincrement=True,
)
Index(
    None, pairings.c.event, pairings.c.stage, pairings.c.section, pairings.c.position, unique=True
)
Index(None, pairings.c.scored_by)
partial_index("ix_pairings_waiting", pairings.c.state == text("'waiting'"), pairings.c.event)

pairing_seats = table(
    "pairing_seats",
    Column(
        "pairing",
        BIG,
        ForeignKey("pairings.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("seat", Integer, primary_key=True),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("half_points", Integer),
    Column("place", Integer),  # place in the match, from 1; tied seats share a place
    _flag("forfeit"),  # whether the points were not won or lost on the board
)
Index(None, pairing_seats.c.player)

club_ladders = table(
    "club_ladders",
    Column("id", BIG, primary_key=True),
    Column("guild", BIG, nullable=False),
    Column("channel", BIG, nullable=False),
    Column("post", BIG),  # the message that shows the ladder; NULL until posted
    Column("name", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("control", Text, nullable=False),
    _flag("rated"),
    Column("created_by", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("created_at", BIG, nullable=False, info=PAST),
    Column("removed_at", BIG, info=PAST),
    Column("post_at", BIG, info=due("ladder posts")),  # when the post must be edited
    Column("post_edited_at", BIG, info=PAST),
    Column("news_at", BIG, info=due("ladder news")),  # next weekly summary, if anything has changed
    info=OF_GUILDS,
    sqlite_autoincrement=True,
)
Index(None, club_ladders.c.guild)
Index(None, club_ladders.c.created_by)
Index(None, club_ladders.c.post_at)
Index(None, club_ladders.c.news_at)


def _of_ladder(*, key: bool) -> SchemaItem:
    """Return the column `ladder` of a table whose rows are deleted with their ladder."""
    return Column(
        "ladder",
        BIG,
        ForeignKey("club_ladders.id", ondelete="CASCADE"),
        primary_key=key,
        nullable=False,
        autoincrement=False,
    )


ladder_members = table(
    "ladder_members",
    _of_ladder(key=True),
    Column("player", BIG, ForeignKey("players.id"), primary_key=True, info=DELETED),
    Column("rank", Integer),  # from 1, which is the top; NULL: inactive, or has left
    Column("joined_at", BIG, nullable=False, info=PAST),
    Column("active_at", BIG, nullable=False, info=PAST),  # last ladder game or confirmed activity
    Column("old_rank", Integer),  # when the member became inactive or left
    Column("inactive_since", BIG, info=PAST),
    Column("left_at", BIG, info=PAST),
    Column("timeouts", Integer, nullable=False, server_default=text("0")),
    Column("timeout_at", BIG, info=PAST),  # the last timeout
    # When the member is next warned, or becomes inactive.
    Column("check_at", BIG, info=due("ladder inactivity")),
    _flag("warned"),
)
Index(None, ladder_members.c.player)
Index(None, ladder_members.c.ladder, ladder_members.c.rank)
Index(None, ladder_members.c.check_at)

ladder_games = table(
    "ladder_games",
    Column("match", BIG, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    _of_ladder(key=False),
    Column("challenger", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("challenged", BIG, ForeignKey("players.id"), nullable=False, info=PSEUDONYMIZED),
    Column("began_at", BIG, nullable=False, info=PAST),
    Column("ended_at", BIG, info=PAST),
    Column("winner", BIG, ForeignKey("players.id"), info=PSEUDONYMIZED),  # NULL: drawn, or running
)
Index(None, ladder_games.c.ladder, ladder_games.c.ended_at)
Index(None, ladder_games.c.challenger)
Index(None, ladder_games.c.challenged)
Index(None, ladder_games.c.winner)

ladder_moves = table(
    "ladder_moves",
    # Changes of rank, kept for 24 months.
    Column("id", BIG, primary_key=True),
    _of_ladder(key=False),
    Column("player", BIG, ForeignKey("players.id"), nullable=False, info=DELETED),
    Column("at", BIG, nullable=False, info=PAST),
    Column("delete_at", BIG, nullable=False, info=due("ladder history") | after("at")),
    Column("from_rank", Integer),
    Column("to_rank", Integer),
    Column("match", BIG, ForeignKey("matches.id")),
)
Index(None, ladder_moves.c.ladder, ladder_moves.c.at)
Index(None, ladder_moves.c.player)
Index(None, ladder_moves.c.delete_at)
Index(None, ladder_moves.c.match)
