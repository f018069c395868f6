"""Events with their entrants and pairings, series of seasons, and ladders."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "club_ladders",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("post", BIG),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("control", sa.Text(), nullable=False),
        sa.Column("rated", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_by", BIG, nullable=False),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("removed_at", BIG),
        sa.Column("post_at", BIG),
        sa.Column("post_edited_at", BIG),
        sa.Column("news_at", BIG),
        sa.ForeignKeyConstraint(["created_by"], ["players.id"], name="fk_club_ladders_created_by"),
        sa.PrimaryKeyConstraint("id", name="pk_club_ladders"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("ix_club_ladders_created_by", "club_ladders", ["created_by"])
    op.create_index("ix_club_ladders_guild", "club_ladders", ["guild"])
    op.create_index("ix_club_ladders_news_at", "club_ladders", ["news_at"])
    op.create_index("ix_club_ladders_post_at", "club_ladders", ["post_at"])
    op.create_table(
        "series",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("control", sa.Text(), nullable=False),
        sa.Column("rated", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("divisions", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("seasons", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_at", BIG),
        sa.Column("last_event", BIG),
        sa.Column("created_by", BIG, nullable=False),
        sa.CheckConstraint("period IN ('month', 'quarter', 'half-year')", name="period"),
        sa.ForeignKeyConstraint(["created_by"], ["players.id"], name="fk_series_created_by"),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("ix_series_created_by", "series", ["created_by"])
    op.create_index("ix_series_guild", "series", ["guild"])
    op.create_index("ix_series_next_at", "series", ["next_at"])
    op.create_table(
        "events",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("hub", BIG),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("control", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("organiser", BIG, nullable=False),
        sa.Column("rated", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("vacation", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("games_each", sa.Integer()),
        sa.Column("at_once", sa.Integer(), nullable=False),
        sa.Column("min_entrants", sa.Integer(), nullable=False),
        sa.Column("max_entrants", sa.Integer(), nullable=False),
        sa.Column("min_reliability", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("min_rating", sa.Integer()),
        sa.Column("max_rating", sa.Integer()),
        sa.Column("role", BIG),
        sa.Column("rounds", sa.Integer()),
        sa.Column("round_days", sa.Integer()),
        sa.Column("series", BIG),
        sa.Column("season", sa.Integer()),
        sa.Column("stage", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("opens_at", BIG),
        sa.Column("closes_at", BIG),
        sa.Column("extended", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("started_at", BIG),
        sa.Column("ended_at", BIG),
        sa.Column("note", sa.Text()),
        sa.Column("phase_at", BIG),
        sa.Column("openings_at", BIG),
        sa.Column("hub_at", BIG),
        sa.Column("hub_edited_at", BIG),
        sa.CheckConstraint(
            "(status IN ('finished', 'cancelled')) = (ended_at IS NOT NULL)",
            name="ended",
        ),
        sa.CheckConstraint("format IN ('all', 'tables', 'cup', 'rounds')", name="format"),
        sa.CheckConstraint(
            "status IN ('draft', 'open', 'running', 'finished', 'cancelled')",
            name="status",
        ),
        sa.ForeignKeyConstraint(["organiser"], ["players.id"], name="fk_events_organiser"),
        sa.ForeignKeyConstraint(
            ["series"], ["series.id"], name="fk_events_series", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("ix_events_guild_status", "events", ["guild", "status"])
    op.create_index("ix_events_hub_at", "events", ["hub_at"])
    op.create_index("ix_events_openings_at", "events", ["openings_at"])
    op.create_index("ix_events_organiser", "events", ["organiser"])
    op.create_index("ix_events_phase_at", "events", ["phase_at"])
    op.create_index("ix_events_series", "events", ["series"])
    op.create_table(
        "ladder_games",
        sa.Column("match", BIG, autoincrement=False, nullable=False),
        sa.Column("ladder", BIG, autoincrement=False, nullable=False),
        sa.Column("challenger", BIG, nullable=False),
        sa.Column("challenged", BIG, nullable=False),
        sa.Column("began_at", BIG, nullable=False),
        sa.Column("ended_at", BIG),
        sa.Column("winner", BIG),
        sa.ForeignKeyConstraint(["challenged"], ["players.id"], name="fk_ladder_games_challenged"),
        sa.ForeignKeyConstraint(["challenger"], ["players.id"], name="fk_ladder_games_challenger"),
        sa.ForeignKeyConstraint(
            ["ladder"], ["club_ladders.id"], name="fk_ladder_games_ladder", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_ladder_games_match"),
        sa.ForeignKeyConstraint(["winner"], ["players.id"], name="fk_ladder_games_winner"),
        sa.PrimaryKeyConstraint("match", name="pk_ladder_games"),
        sqlite_strict=True,
    )
    op.create_index("ix_ladder_games_challenged", "ladder_games", ["challenged"])
    op.create_index("ix_ladder_games_challenger", "ladder_games", ["challenger"])
    op.create_index(
        "ix_ladder_games_ladder_ended_at",
        "ladder_games",
        ["ladder", "ended_at"],
        unique=False,
    )
    op.create_index("ix_ladder_games_winner", "ladder_games", ["winner"])
    op.create_table(
        "ladder_members",
        sa.Column("ladder", BIG, autoincrement=False, nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("rank", sa.Integer()),
        sa.Column("joined_at", BIG, nullable=False),
        sa.Column("active_at", BIG, nullable=False),
        sa.Column("old_rank", sa.Integer()),
        sa.Column("inactive_since", BIG),
        sa.Column("left_at", BIG),
        sa.Column("timeouts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("timeout_at", BIG),
        sa.Column("check_at", BIG),
        sa.Column("warned", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["ladder"],
            ["club_ladders.id"],
            name="fk_ladder_members_ladder",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ladder_members_player"),
        sa.PrimaryKeyConstraint("ladder", "player", name="pk_ladder_members"),
        sqlite_strict=True,
    )
    op.create_index("ix_ladder_members_ladder_rank", "ladder_members", ["ladder", "rank"])
    op.create_index("ix_ladder_members_player", "ladder_members", ["player"])
    op.create_index("ix_ladder_members_check_at", "ladder_members", ["check_at"])
    op.create_table(
        "ladder_moves",
        sa.Column("id", BIG, nullable=False),
        sa.Column("ladder", BIG, autoincrement=False, nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("delete_at", BIG, nullable=False),
        sa.Column("from_rank", sa.Integer()),
        sa.Column("to_rank", sa.Integer()),
        sa.Column("match", BIG),
        sa.ForeignKeyConstraint(
            ["ladder"], ["club_ladders.id"], name="fk_ladder_moves_ladder", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_ladder_moves_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ladder_moves_player"),
        sa.PrimaryKeyConstraint("id", name="pk_ladder_moves"),
        sqlite_strict=True,
    )
    op.create_index("ix_ladder_moves_delete_at", "ladder_moves", ["delete_at"])
    op.create_index("ix_ladder_moves_ladder_at", "ladder_moves", ["ladder", "at"])
    op.create_index("ix_ladder_moves_match", "ladder_moves", ["match"])
    op.create_index("ix_ladder_moves_player", "ladder_moves", ["player"])
    op.create_table(
        "entrants",
        sa.Column("event", BIG, autoincrement=False, nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("joined_at", BIG, nullable=False),
        sa.Column("waiting", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("once", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("rating", sa.Integer()),
        sa.Column("seed", sa.Integer()),
        sa.Column("place", sa.Integer()),
        sa.Column("timeouts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("asked_at", BIG),
        sa.Column("withdraw_at", BIG),
        sa.Column("left_at", BIG),
        sa.Column("left_why", sa.Text()),
        sa.CheckConstraint(
            "left_why IN ('left', 'silent', 'timeouts', 'removed', 'erased')",
            name="left_why",
        ),
        sa.CheckConstraint("(left_at IS NULL) = (left_why IS NULL)", name="left"),
        sa.ForeignKeyConstraint(
            ["event"], ["events.id"], name="fk_entrants_event", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_entrants_player"),
        sa.PrimaryKeyConstraint("event", "player", name="pk_entrants"),
        sqlite_strict=True,
    )
    op.create_index("ix_entrants_player", "entrants", ["player"])
    op.create_index("ix_entrants_withdraw_at", "entrants", ["withdraw_at"])
    op.create_table(
        "pairings",
        sa.Column("id", BIG, nullable=False),
        sa.Column("event", BIG, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("section", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("match", BIG),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("began_at", BIG),
        sa.Column("scored_at", BIG),
        sa.Column("margin", sa.Integer()),
        sa.Column("turns", sa.Integer()),
        sa.Column("reason", sa.Text()),
        sa.Column("scored_by", BIG),
        sa.CheckConstraint(
            "state IN ('waiting', 'running', 'scored', 'forfeit', 'void')",
            name="state",
        ),
        sa.ForeignKeyConstraint(
            ["event"], ["events.id"], name="fk_pairings_event", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_pairings_match"),
        sa.ForeignKeyConstraint(["scored_by"], ["players.id"], name="fk_pairings_scored_by"),
        sa.PrimaryKeyConstraint("id", name="pk_pairings"),
        sa.UniqueConstraint("match"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(
        "ix_pairings_event_stage_section_position",
        "pairings",
        ["event", "stage", "section", "position"],
        unique=True,
    )
    op.create_index("ix_pairings_scored_by", "pairings", ["scored_by"])
    op.create_index(
        "ix_pairings_waiting",
        "pairings",
        ["event"],
        unique=False,
        sqlite_where=sa.text("state = 'waiting'"),
        postgresql_where=sa.text("state = 'waiting'"),
    )
    op.create_table(
        "section_entrants",
        sa.Column("event", BIG, autoincrement=False, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("section", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("qualified", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("struck", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["event"], ["events.id"], name="fk_section_entrants_event", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_section_entrants_player"),
        sa.PrimaryKeyConstraint("event", "stage", "player", name="pk_section_entrants"),
        sqlite_strict=True,
    )
    op.create_index("ix_section_entrants_player", "section_entrants", ["player"])
    op.create_table(
        "stages",
        sa.Column("event", BIG, autoincrement=False, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("section", sa.Integer(), nullable=False),
        sa.Column("began_at", BIG, nullable=False),
        sa.Column("certain_at", BIG),
        sa.Column("ended_at", BIG),
        sa.ForeignKeyConstraint(
            ["event"], ["events.id"], name="fk_stages_event", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event", "stage", "section", name="pk_stages"),
        sqlite_strict=True,
    )
    op.create_table(
        "pairing_seats",
        sa.Column("pairing", BIG, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", BIG, nullable=False),
        sa.Column("half_points", sa.Integer()),
        sa.Column("place", sa.Integer()),
        sa.Column("forfeit", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["pairing"], ["pairings.id"], name="fk_pairing_seats_pairing", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_pairing_seats_player"),
        sa.PrimaryKeyConstraint("pairing", "seat", name="pk_pairing_seats"),
        sqlite_strict=True,
    )
    op.create_index("ix_pairing_seats_player", "pairing_seats", ["player"])
