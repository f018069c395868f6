CREATE TABLE heartbeat (
    id SERIAL NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_heartbeat PRIMARY KEY (id),
    CONSTRAINT ck_heartbeat_one CHECK (id = 1)
);

CREATE TABLE ladders (
    guild BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    CONSTRAINT pk_ladders PRIMARY KEY (guild)
);

CREATE TABLE matches (
    id BIGSERIAL NOT NULL,
    variant TEXT NOT NULL,
    revision INTEGER NOT NULL,
    status TEXT NOT NULL,
    ply INTEGER NOT NULL,
    turn INTEGER,
    position TEXT NOT NULL,
    outcome TEXT,
    guild BIGINT,
    channel BIGINT NOT NULL,
    thread BIGINT,
    created BIGINT NOT NULL,
    moved_at BIGINT NOT NULL,
    ended_at BIGINT,
    rated INTEGER DEFAULT 0 NOT NULL,
    control TEXT DEFAULT 'untimed' NOT NULL,
    undone INTEGER DEFAULT 0 NOT NULL,
    prompt INTEGER DEFAULT 0 NOT NULL,
    CONSTRAINT pk_matches PRIMARY KEY (id),
    CONSTRAINT ck_matches_status CHECK (status IN ('running', 'finished', 'aborted')),
    CONSTRAINT ck_matches_turn CHECK ((status = 'running') = (turn IS NOT NULL)),
    CONSTRAINT ck_matches_ended CHECK ((status = 'running') = (ended_at IS NULL)),
    CONSTRAINT ck_matches_outcome CHECK ((status = 'finished') = (outcome IS NOT NULL))
);

CREATE INDEX ix_matches_guild_status ON matches (guild, status);

CREATE INDEX ix_matches_running ON matches (channel) WHERE status = 'running';

CREATE INDEX ix_matches_threads ON matches (thread) WHERE status = 'running';

CREATE TABLE outages (
    id BIGSERIAL NOT NULL,
    started BIGINT NOT NULL,
    until BIGINT NOT NULL,
    CONSTRAINT pk_outages PRIMARY KEY (id),
    CONSTRAINT ck_outages_span CHECK (started < until)
);

CREATE INDEX ix_outages_until ON outages (until);

CREATE TABLE players (
    id BIGINT NOT NULL,
    name TEXT NOT NULL,
    locale TEXT,
    created BIGINT NOT NULL,
    seen_at BIGINT DEFAULT 0 NOT NULL,
    worldwide INTEGER DEFAULT 0 NOT NULL,
    CONSTRAINT pk_players PRIMARY KEY (id)
);

CREATE INDEX ix_players_seen_at ON players (seen_at);

CREATE TABLE removals (
    guild BIGINT NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_removals PRIMARY KEY (guild)
);

CREATE TABLE servers (
    guild BIGINT NOT NULL,
    setting TEXT NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT pk_servers PRIMARY KEY (guild, setting)
);

CREATE TABLE aborts (
    match BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    why TEXT NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_aborts PRIMARY KEY (match),
    CONSTRAINT ck_aborts_why CHECK (why IN ('asked', 'no-show')),
    CONSTRAINT fk_aborts_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE absences (
    id BIGSERIAL NOT NULL,
    player BIGINT NOT NULL,
    guild BIGINT,
    channel BIGINT NOT NULL,
    message BIGINT,
    started BIGINT NOT NULL,
    until BIGINT,
    CONSTRAINT pk_absences PRIMARY KEY (id),
    CONSTRAINT fk_absences_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE UNIQUE INDEX ix_absences_lasting ON absences (player, channel) WHERE until IS NULL;

CREATE INDEX ix_absences_over ON absences (until) WHERE until IS NOT NULL;

CREATE INDEX ix_absences_player ON absences (player);

CREATE TABLE audit (
    id BIGSERIAL NOT NULL,
    guild BIGINT NOT NULL,
    by BIGINT NOT NULL,
    at BIGINT NOT NULL,
    what TEXT NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    CONSTRAINT pk_audit PRIMARY KEY (id),
    CONSTRAINT fk_audit_by FOREIGN KEY(by) REFERENCES players (id)
);

CREATE INDEX ix_audit_by ON audit (by);

CREATE INDEX ix_audit_guild ON audit (guild);

CREATE TABLE blocks (
    player BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (player, blocked),
    CONSTRAINT fk_blocks_player FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT fk_blocks_blocked FOREIGN KEY(blocked) REFERENCES players (id)
);

CREATE INDEX ix_blocks_blocked ON blocks (blocked);

CREATE TABLE budgets (
    player BIGINT NOT NULL,
    "left" BIGINT NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_budgets PRIMARY KEY (player),
    CONSTRAINT fk_budgets_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE TABLE challenges (
    id BIGSERIAL NOT NULL,
    challenger BIGINT NOT NULL,
    variant TEXT NOT NULL,
    note TEXT NOT NULL,
    status TEXT NOT NULL,
    guild BIGINT,
    channel BIGINT NOT NULL,
    match BIGINT,
    created BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    answered_at BIGINT,
    answered_by BIGINT,
    least INTEGER,
    rated INTEGER,
    control TEXT DEFAULT 'untimed' NOT NULL,
    CONSTRAINT pk_challenges PRIMARY KEY (id),
    CONSTRAINT ck_challenges_status CHECK (status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    CONSTRAINT ck_challenges_match CHECK ((status = 'accepted') = (match IS NOT NULL)),
    CONSTRAINT fk_challenges_challenger FOREIGN KEY(challenger) REFERENCES players (id),
    CONSTRAINT fk_challenges_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_challenges_answered_by FOREIGN KEY(answered_by) REFERENCES players (id)
);

CREATE INDEX ix_challenges_answered_by ON challenges (answered_by);

CREATE INDEX ix_challenges_challenger ON challenges (challenger);

CREATE INDEX ix_challenges_closed ON challenges (coalesce(answered_at, expires_at)) WHERE status != 'open';

CREATE INDEX ix_challenges_open ON challenges (expires_at) WHERE status = 'open';

CREATE TABLE clocks (
    match BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    started BIGINT NOT NULL,
    bank BIGINT NOT NULL,
    zone TEXT NOT NULL,
    quiet TEXT NOT NULL,
    deadline BIGINT NOT NULL,
    alarm TEXT,
    alarm_at BIGINT,
    nudged BIGINT,
    muted INTEGER DEFAULT 0 NOT NULL,
    overdue BIGINT,
    outage BIGINT DEFAULT 0 NOT NULL,
    before TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_clocks PRIMARY KEY (match),
    CONSTRAINT fk_clocks_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_clocks_alarm_at ON clocks (alarm_at);

CREATE INDEX ix_clocks_deadline ON clocks (deadline);

CREATE INDEX ix_clocks_outage ON clocks (outage);

CREATE TABLE departures (
    match BIGINT NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    at BIGINT NOT NULL,
    why TEXT NOT NULL,
    together INTEGER NOT NULL,
    hands TEXT DEFAULT 'runner' NOT NULL,
    partner INTEGER,
    until BIGINT,
    CONSTRAINT pk_departures PRIMARY KEY (match, number),
    CONSTRAINT uq_departures_match_seat UNIQUE (match, seat),
    CONSTRAINT fk_departures_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE erasures (
    player BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    by BIGINT,
    told BIGINT DEFAULT 0 NOT NULL,
    CONSTRAINT pk_erasures PRIMARY KEY (player),
    CONSTRAINT fk_erasures_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_erasures_due_at ON erasures (due_at);

CREATE TABLE match_seats (
    match BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    player BIGINT NOT NULL,
    bank BIGINT DEFAULT 2592000 NOT NULL,
    absent_since BIGINT,
    CONSTRAINT pk_match_seats PRIMARY KEY (match, seat),
    CONSTRAINT fk_match_seats_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_match_seats_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_match_seats_player_match ON match_seats (player, match);

CREATE TABLE moves (
    match BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player BIGINT,
    by TEXT NOT NULL,
    text TEXT NOT NULL,
    mark BIGINT NOT NULL,
    at BIGINT NOT NULL,
    bank BIGINT,
    CONSTRAINT pk_moves PRIMARY KEY (match, ply),
    CONSTRAINT ck_moves_by CHECK (by IN ('player', 'plan', 'runner', 'pass')),
    CONSTRAINT ck_moves_who CHECK ((player IS NULL) = (by IN ('runner', 'pass'))),
    CONSTRAINT fk_moves_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_moves_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_moves_player ON moves (player);

CREATE TABLE offers (
    match BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT pk_offers PRIMARY KEY (match),
    CONSTRAINT ck_offers_kind CHECK (kind IN ('draw', 'takeback', 'pause', 'abort', 'gift')),
    CONSTRAINT fk_offers_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_offers_expires_at ON offers (expires_at);

CREATE TABLE pings (
    player BIGINT NOT NULL,
    by BIGINT NOT NULL,
    at BIGINT NOT NULL,
    row BIGINT,
    CONSTRAINT pk_pings PRIMARY KEY (player, by),
    CONSTRAINT fk_pings_player FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT fk_pings_by FOREIGN KEY(by) REFERENCES players (id)
);

CREATE INDEX ix_pings_at ON pings (at);

CREATE INDEX ix_pings_by ON pings (by);

CREATE TABLE plans (
    match BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    player BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    left_at BIGINT NOT NULL,
    ended TEXT,
    tell_at BIGINT,
    CONSTRAINT pk_plans PRIMARY KEY (match, seat),
    CONSTRAINT ck_plans_ended CHECK (ended IN ('unforeseen', 'touched', 'impossible', 'takeback')),
    CONSTRAINT ck_plans_told CHECK (ended IS NOT NULL OR tell_at IS NULL),
    CONSTRAINT fk_plans_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_plans_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_plans_player ON plans (player);

CREATE INDEX ix_plans_tell_at ON plans (tell_at);

CREATE TABLE rated_games (
    number BIGSERIAL NOT NULL,
    match BIGINT NOT NULL,
    finished_at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    guild BIGINT NOT NULL,
    worldwide INTEGER NOT NULL,
    half INTEGER NOT NULL,
    CONSTRAINT pk_rated_games PRIMARY KEY (number),
    CONSTRAINT ck_rated_games_kind CHECK (kind IN ('duel', 'melee', 'partners')),
    UNIQUE (match),
    CONSTRAINT fk_rated_games_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_rated_games_guild_finished_at_match ON rated_games (guild, finished_at, match);

CREATE INDEX ix_rated_games_guild_number ON rated_games (guild, number);

CREATE INDEX ix_rated_games_worldwide ON rated_games (finished_at, match) WHERE worldwide = 1;

CREATE INDEX ix_rated_games_worldwide_number ON rated_games (number) WHERE worldwide = 1;

CREATE TABLE settings (
    player BIGINT NOT NULL,
    zone TEXT NOT NULL,
    quiet TEXT NOT NULL,
    remind TEXT NOT NULL,
    reminded BIGINT,
    refused INTEGER NOT NULL,
    vacation INTEGER DEFAULT 1 NOT NULL,
    digest INTEGER,
    digest_at BIGINT,
    digested BIGINT,
    side TEXT DEFAULT 'first' NOT NULL,
    confirm INTEGER DEFAULT 0 NOT NULL,
    taps INTEGER DEFAULT 1 NOT NULL,
    theme TEXT DEFAULT 'posts' NOT NULL,
    CONSTRAINT pk_settings PRIMARY KEY (player),
    CONSTRAINT ck_settings_remind CHECK (remind IN ('channel', 'dm', 'none')),
    CONSTRAINT ck_settings_side CHECK (side IN ('first', 'mine')),
    CONSTRAINT ck_settings_theme CHECK (theme IN ('posts', 'wood', 'dark', 'contrast', 'colourblind', 'print')),
    CONSTRAINT fk_settings_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_settings_digest_at ON settings (digest_at);

CREATE TABLE solitaires (
    id BIGSERIAL NOT NULL,
    player BIGINT NOT NULL,
    problem TEXT NOT NULL,
    moves TEXT NOT NULL,
    started BIGINT NOT NULL,
    finished_at BIGINT,
    turns INTEGER,
    CONSTRAINT pk_solitaires PRIMARY KEY (id),
    CONSTRAINT ck_solitaires_turns CHECK (turns IS NULL OR finished_at IS NOT NULL),
    CONSTRAINT fk_solitaires_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE UNIQUE INDEX ix_solitaires_current ON solitaires (player, problem) WHERE finished_at IS NULL;

CREATE INDEX ix_solitaires_player ON solitaires (player);

CREATE INDEX ix_solitaires_problem_turns ON solitaires (problem, turns);

CREATE TABLE stops (
    id BIGSERIAL NOT NULL,
    match BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    started BIGINT NOT NULL,
    until BIGINT NOT NULL,
    why TEXT NOT NULL,
    CONSTRAINT pk_stops PRIMARY KEY (id),
    CONSTRAINT ck_stops_why CHECK (why IN ('vacation', 'pause', 'gift', 'place')),
    CONSTRAINT ck_stops_span CHECK (started < until),
    CONSTRAINT fk_stops_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_stops_match_seat ON stops (match, seat);

CREATE TABLE takebacks (
    match BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    since INTEGER NOT NULL,
    at BIGINT NOT NULL,
    alone INTEGER DEFAULT 0 NOT NULL,
    CONSTRAINT pk_takebacks PRIMARY KEY (match, ply),
    CONSTRAINT ck_takebacks_since CHECK (since < ply),
    CONSTRAINT fk_takebacks_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE unposted (
    match BIGINT NOT NULL,
    since BIGINT NOT NULL,
    told INTEGER,
    again_at BIGINT,
    CONSTRAINT pk_unposted PRIMARY KEY (match),
    CONSTRAINT fk_unposted_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_unposted_again_at ON unposted (again_at);

CREATE TABLE vacations (
    id BIGSERIAL NOT NULL,
    player BIGINT NOT NULL,
    started BIGINT NOT NULL,
    until BIGINT NOT NULL,
    CONSTRAINT pk_vacations PRIMARY KEY (id),
    CONSTRAINT ck_vacations_span CHECK (started <= until),
    CONSTRAINT fk_vacations_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_vacations_player_until ON vacations (player, until);

CREATE TABLE annulments (
    match BIGINT NOT NULL,
    by BIGINT NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_annulments PRIMARY KEY (match),
    CONSTRAINT fk_annulments_match FOREIGN KEY(match) REFERENCES rated_games (match),
    CONSTRAINT fk_annulments_by FOREIGN KEY(by) REFERENCES players (id)
);

CREATE INDEX ix_annulments_by ON annulments (by);

CREATE TABLE challenge_seats (
    challenge BIGINT NOT NULL,
    place INTEGER NOT NULL,
    player BIGINT,
    seat INTEGER,
    joined INTEGER NOT NULL,
    team INTEGER,
    CONSTRAINT pk_challenge_seats PRIMARY KEY (challenge, place),
    CONSTRAINT ck_challenge_seats_joined CHECK (joined IN (0, 1)),
    CONSTRAINT ck_challenge_seats_who CHECK (joined = 0 OR player IS NOT NULL),
    CONSTRAINT fk_challenge_seats_challenge FOREIGN KEY(challenge) REFERENCES challenges (id),
    CONSTRAINT fk_challenge_seats_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_challenge_seats_player ON challenge_seats (player);

CREATE TABLE consents (
    match BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    CONSTRAINT pk_consents PRIMARY KEY (match, seat),
    CONSTRAINT fk_consents_match FOREIGN KEY(match) REFERENCES offers (match)
);

CREATE TABLE interactions (
    id BIGINT NOT NULL,
    action TEXT NOT NULL,
    match BIGINT,
    challenge BIGINT,
    ply INTEGER,
    at BIGINT NOT NULL,
    CONSTRAINT pk_interactions PRIMARY KEY (id),
    CONSTRAINT fk_interactions_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_interactions_challenge FOREIGN KEY(challenge) REFERENCES challenges (id)
);

CREATE INDEX ix_interactions_at ON interactions (at);

CREATE INDEX ix_interactions_challenge ON interactions (challenge) WHERE challenge IS NOT NULL;

CREATE TABLE outbox (
    id BIGSERIAL NOT NULL,
    kind TEXT NOT NULL,
    channel BIGINT,
    "user" BIGINT,
    match BIGINT,
    ply INTEGER,
    challenge BIGINT,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    created BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    claimed_at BIGINT,
    tried_at BIGINT,
    error TEXT,
    settled_at BIGINT,
    CONSTRAINT pk_outbox PRIMARY KEY (id),
    CONSTRAINT ck_outbox_state CHECK (state IN ('owed', 'sent', 'failed', 'dropped')),
    CONSTRAINT ck_outbox_to CHECK ((channel IS NULL) <> ("user" IS NULL)),
    CONSTRAINT ck_outbox_settled CHECK ((state = 'owed') = (settled_at IS NULL)),
    CONSTRAINT fk_outbox_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_outbox_challenge FOREIGN KEY(challenge) REFERENCES challenges (id)
);

CREATE INDEX ix_outbox_challenge ON outbox (challenge);

CREATE INDEX ix_outbox_failed ON outbox (settled_at) WHERE state = 'failed';

CREATE INDEX ix_outbox_match ON outbox (match);

CREATE INDEX ix_outbox_owed ON outbox (due_at) WHERE state = 'owed';

CREATE INDEX ix_outbox_place ON outbox (coalesce(channel, "user"), id) WHERE state = 'owed';

CREATE INDEX ix_outbox_settled ON outbox (settled_at) WHERE state != 'owed';

CREATE INDEX ix_outbox_user ON outbox ("user") WHERE "user" IS NOT NULL;

CREATE TABLE posts (
    message BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    match BIGINT,
    ply INTEGER,
    challenge BIGINT,
    live INTEGER NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_posts PRIMARY KEY (message),
    CONSTRAINT ck_posts_of CHECK ((match IS NULL) <> (challenge IS NULL)),
    CONSTRAINT ck_posts_live CHECK (live IN (0, 1)),
    CONSTRAINT fk_posts_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_posts_challenge FOREIGN KEY(challenge) REFERENCES challenges (id)
);

CREATE INDEX ix_posts_challenge ON posts (challenge);

CREATE INDEX ix_posts_match_ply ON posts (match, ply);

CREATE TABLE rated_seats (
    match BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    player BIGINT NOT NULL,
    side INTEGER NOT NULL,
    place INTEGER NOT NULL,
    "left" INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    excused TEXT NOT NULL,
    moves INTEGER NOT NULL,
    CONSTRAINT pk_rated_seats PRIMARY KEY (match, seat),
    CONSTRAINT fk_rated_seats_match FOREIGN KEY(match) REFERENCES rated_games (match),
    CONSTRAINT fk_rated_seats_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_rated_seats_player ON rated_seats (player);

CREATE TABLE rematches (
    match BIGINT NOT NULL,
    challenge BIGINT NOT NULL,
    CONSTRAINT pk_rematches PRIMARY KEY (match),
    CONSTRAINT fk_rematches_match FOREIGN KEY(match) REFERENCES matches (id),
    CONSTRAINT fk_rematches_challenge FOREIGN KEY(challenge) REFERENCES challenges (id)
);

CREATE INDEX ix_rematches_challenge ON rematches (challenge);
