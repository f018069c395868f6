CREATE TABLE vacation_budgets (
    player INTEGER NOT NULL,
    "left" INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT pk_vacation_budgets PRIMARY KEY (player),
    CONSTRAINT fk_vacation_budgets_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO vacation_budgets (player, "left", at)
SELECT player, "left", at
FROM budgets;

DROP TABLE budgets;

CREATE TABLE clock_stops (
    id INTEGER NOT NULL,
    "match" INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    started INTEGER NOT NULL,
    until INTEGER NOT NULL,
    why TEXT NOT NULL,
    CONSTRAINT pk_clock_stops PRIMARY KEY (id),
    CONSTRAINT ck_clock_stops_why CHECK (why IN ('vacation', 'pause', 'gift', 'unreachable_channel')),
    CONSTRAINT ck_clock_stops_span CHECK (started < until),
    CONSTRAINT fk_clock_stops_match FOREIGN KEY("match") REFERENCES matches (id)
)
 STRICT;

INSERT INTO clock_stops (id, "match", seat, started, until, why)
SELECT id, "match", seat, started, until, CASE why WHEN 'place' THEN 'unreachable_channel' ELSE why END
FROM stops;

DROP TABLE stops;

CREATE INDEX ix_clock_stops_match_seat ON clock_stops ("match", seat);

CREATE TABLE undelivered_boards (
    "match" INTEGER NOT NULL,
    since INTEGER NOT NULL,
    notified_ply INTEGER,
    retry_at INTEGER,
    CONSTRAINT pk_undelivered_boards PRIMARY KEY ("match"),
    CONSTRAINT fk_undelivered_boards_match FOREIGN KEY("match") REFERENCES matches (id)
)
 STRICT;

INSERT INTO undelivered_boards ("match", since, notified_ply, retry_at)
SELECT "match", since, told, again_at
FROM unposted;

DROP TABLE unposted;

CREATE INDEX ix_undelivered_boards_retry_at ON undelivered_boards (retry_at);

CREATE TABLE removed_guilds (
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT pk_removed_guilds PRIMARY KEY (guild)
)
 STRICT;

INSERT INTO removed_guilds (guild, at)
SELECT guild, at
FROM removals;

DROP TABLE removals;

CREATE TABLE downtimes (
    id INTEGER NOT NULL,
    started INTEGER NOT NULL,
    until INTEGER NOT NULL,
    CONSTRAINT pk_downtimes PRIMARY KEY (id),
    CONSTRAINT ck_downtimes_span CHECK (started < until)
)
 STRICT;

INSERT INTO downtimes (id, started, until)
SELECT id, started, until
FROM outages;

DROP TABLE outages;

CREATE INDEX ix_downtimes_until ON downtimes (until);

CREATE TABLE vacation_notices (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER,
    started INTEGER NOT NULL,
    until INTEGER,
    CONSTRAINT fk_vacation_notices_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO vacation_notices (id, player, guild, channel, message, started, until)
SELECT id, player, guild, channel, message, started, until
FROM absences;

DELETE FROM sqlite_sequence WHERE name = 'vacation_notices';

INSERT INTO sqlite_sequence (name, seq)
SELECT 'vacation_notices', seq FROM sqlite_sequence WHERE name = 'absences';

DROP TABLE absences;

CREATE UNIQUE INDEX ix_vacation_notices_lasting ON vacation_notices (player, channel) WHERE until IS NULL;

CREATE INDEX ix_vacation_notices_over ON vacation_notices (until) WHERE until IS NOT NULL;

CREATE INDEX ix_vacation_notices_player ON vacation_notices (player);

CREATE TABLE computer_moves (
    "match" INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    level INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    claimed_at INTEGER,
    attempts INTEGER DEFAULT 0 NOT NULL,
    notify_at INTEGER,
    claimed_by INTEGER,
    CONSTRAINT pk_computer_moves PRIMARY KEY ("match"),
    CONSTRAINT fk_computer_moves_match FOREIGN KEY("match") REFERENCES matches (id)
)
 STRICT;

INSERT INTO computer_moves ("match", ply, level, asked_at, due_at, claimed_at, attempts, notify_at, claimed_by)
SELECT "match", ply, level, asked_at, due_at, claimed_at, attempts, show_at, claimed_by
FROM owed_moves;

DROP TABLE owed_moves;

CREATE INDEX ix_computer_moves_due_at ON computer_moves (due_at);

CREATE INDEX ix_computer_moves_notify_at ON computer_moves (notify_at);

CREATE TABLE imported_games (
    id INTEGER NOT NULL,
    player INTEGER NOT NULL,
    text TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    analysis TEXT,
    CONSTRAINT pk_imported_games PRIMARY KEY (id),
    CONSTRAINT fk_imported_games_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO imported_games (id, player, text, given_at, analysis)
SELECT id, player, text, given_at, analysis
FROM given_records;

DROP TABLE given_records;

CREATE INDEX ix_imported_games_player ON imported_games (player);

CREATE TABLE longest_hop_answers (
    "match" INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    player INTEGER NOT NULL,
    jumps INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT pk_longest_hop_answers PRIMARY KEY ("match", ply, player),
    CONSTRAINT fk_longest_hop_answers_match FOREIGN KEY("match") REFERENCES matches (id),
    CONSTRAINT fk_longest_hop_answers_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO longest_hop_answers ("match", ply, player, jumps, at)
SELECT "match", ply, player, jumps, at
FROM found_hops;

DROP TABLE found_hops;

CREATE INDEX ix_longest_hop_answers_player ON longest_hop_answers (player);

CREATE TABLE figure_solutions (
    figure INTEGER NOT NULL,
    way TEXT NOT NULL,
    player INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT pk_figure_solutions PRIMARY KEY (figure, way, player),
    CONSTRAINT fk_figure_solutions_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO figure_solutions (figure, way, player, at)
SELECT figure, way, player, at
FROM found_ways;

DROP TABLE found_ways;

CREATE INDEX ix_figure_solutions_player ON figure_solutions (player);

CREATE TABLE lesson_progress (
    player INTEGER NOT NULL,
    course TEXT NOT NULL,
    lesson INTEGER NOT NULL,
    position TEXT DEFAULT '' NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT pk_lesson_progress PRIMARY KEY (player, course),
    CONSTRAINT fk_lesson_progress_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO lesson_progress (player, course, lesson, position, at)
SELECT player, course, lesson, position, at
FROM progress;

DROP TABLE progress;

ALTER TABLE moves RENAME TO old_moves;

CREATE TABLE moves (
    "match" INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player INTEGER,
    "by" TEXT NOT NULL,
    text TEXT NOT NULL,
    repetition_hash INTEGER NOT NULL,
    at INTEGER NOT NULL,
    bank INTEGER,
    CONSTRAINT pk_moves PRIMARY KEY ("match", ply),
    CONSTRAINT ck_moves_by CHECK (by IN ('player', 'plan', 'computer', 'pass')),
    CONSTRAINT ck_moves_who CHECK ((player IS NULL) = (by IN ('computer', 'pass'))),
    CONSTRAINT fk_moves_match FOREIGN KEY("match") REFERENCES matches (id),
    CONSTRAINT fk_moves_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO moves ("match", ply, seat, player, "by", text, repetition_hash, at, bank)
SELECT "match", ply, seat, player, CASE "by" WHEN 'runner' THEN 'computer' ELSE "by" END, text, mark, at, bank
FROM old_moves;

DROP TABLE old_moves;

CREATE INDEX ix_moves_player ON moves (player);

ALTER TABLE departures RENAME TO old_departures;

CREATE TABLE departures (
    "match" INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    at INTEGER NOT NULL,
    why TEXT NOT NULL,
    group_number INTEGER NOT NULL,
    played_by TEXT DEFAULT 'computer' NOT NULL,
    partner INTEGER,
    until INTEGER,
    CONSTRAINT pk_departures PRIMARY KEY ("match", number),
    CONSTRAINT uq_departures_match_seat UNIQUE ("match", seat),
    CONSTRAINT fk_departures_match FOREIGN KEY("match") REFERENCES matches (id)
)
 STRICT;

INSERT INTO departures ("match", number, seat, ply, at, why, group_number, played_by, partner, until)
SELECT "match", number, seat, ply, at, why, together, CASE hands WHEN 'runner' THEN 'computer' ELSE hands END, partner, until
FROM old_departures;

DROP TABLE old_departures;

ALTER TABLE settings RENAME TO old_settings;

CREATE TABLE settings (
    player INTEGER NOT NULL,
    zone TEXT NOT NULL,
    quiet TEXT NOT NULL,
    remind TEXT NOT NULL,
    reminded INTEGER,
    dm_blocked INTEGER NOT NULL,
    vacation INTEGER DEFAULT 1 NOT NULL,
    digest INTEGER,
    digest_at INTEGER,
    digested INTEGER,
    board_side TEXT DEFAULT 'first' NOT NULL,
    confirm_typed INTEGER DEFAULT 0 NOT NULL,
    confirm_taps INTEGER DEFAULT 1 NOT NULL,
    theme TEXT DEFAULT 'posts' NOT NULL,
    show_name INTEGER DEFAULT 0 NOT NULL,
    share_positions INTEGER DEFAULT 0 NOT NULL,
    CONSTRAINT pk_settings PRIMARY KEY (player),
    CONSTRAINT ck_settings_remind CHECK (remind IN ('channel', 'dm', 'none')),
    CONSTRAINT ck_settings_board_side CHECK (board_side IN ('first', 'mine')),
    CONSTRAINT ck_settings_theme CHECK (theme IN ('posts', 'wood', 'dark', 'contrast', 'colourblind', 'print')),
    CONSTRAINT fk_settings_player FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT;

INSERT INTO settings (player, zone, quiet, remind, reminded, dm_blocked, vacation, digest, digest_at, digested, board_side, confirm_typed, confirm_taps, theme, show_name, share_positions)
SELECT player, zone, quiet, remind, reminded, refused, vacation, digest, digest_at, digested, side, confirm, taps, theme, named, lends
FROM old_settings;

DROP TABLE old_settings;

CREATE INDEX ix_settings_digest_at ON settings (digest_at);

ALTER TABLE aborts RENAME TO old_aborts;

CREATE TABLE aborts (
    "match" INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    why TEXT NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT pk_aborts PRIMARY KEY ("match"),
    CONSTRAINT ck_aborts_why CHECK (why IN ('requested', 'no-show')),
    CONSTRAINT fk_aborts_match FOREIGN KEY("match") REFERENCES matches (id)
)
 STRICT;

INSERT INTO aborts ("match", seat, why, at)
SELECT "match", seat, CASE why WHEN 'asked' THEN 'requested' ELSE why END, at
FROM old_aborts;

DROP TABLE old_aborts;
