"""Settlement: adds finished games to the stored ratings, and recalculates them.

The rows of a ladder equal a fold of its games in historical order. A game is counted in the
transaction that ends it. A second ladder is built next to the current one after an annulment, after
an erasure, or when a game is counted after a later game of one of its players. A job adds the games
to the new ladder in batches. The transaction that finds no more games makes the new ladder the
current one.

A game that ends in the meantime is counted at once in the current ladder. The job adds it to the
new ladder in historical order. If the job has already passed its position, building starts over.
Both are decided in the transaction that ends the game, and writers run one at a time. Each game is
therefore counted exactly once in each ladder, even if the process stops.
"""

from collections.abc import Sequence

from bot.service.rating.ladder import REPEAT_WINDOW
from bot.service.rating.ladder_fold import LadderFold, fold
from bot.store import Tx, ladder_rows, ratings
from bot.store.models.ratings import LadderRows, RatedGame

CHUNK = 50
"""Number of games counted per transaction while a ladder is being built."""


def settle(tx: Tx, game: RatedGame, *, now: int) -> None:
    """Store a rated game that has just ended, and count it in the ratings.

    It counts towards the guild's ratings and, if it qualifies, the global ratings.
    """
    ratings.add_game(tx, game)
    for guild in (game.guild, None) if game.worldwide else (game.guild,):
        shown = ladder_rows.get_ladder(tx, guild)
        ladder = ladder_rows.add_ladder(tx, guild, "shown") if shown is None else shown.id
        so_far = _load(tx, ladder, guild, [game])
        late = any(tally.last_game > game.order for tally in so_far.tallies.values())
        so_far.count(game)
        ladder_rows.save(tx, ladder, so_far.rows())
        if late:
            ladder_rows.recalculate(tx, guild, game.order, now)
        else:
            ladder_rows.recalculate_if_passed(tx, guild, game.order, now)


def recalculate_due(tx: Tx, *, now: int) -> bool:
    """Continue to build one ladder, or to delete a discarded one.

    Returns False if neither exists.
    """
    ladder = ladder_rows.first_due(tx, now)
    if ladder is None:
        return False
    if ladder.status == "discarded":
        ladder_rows.delete_batch(tx, ladder)
        return True
    guild = ladder.guild or None
    games = ratings.games_after(tx, guild, ladder.counted_to, limit=CHUNK)
    if games:
        so_far = _load(tx, ladder.id, guild, games)
        for game in games:
            so_far.count(game)
        ladder_rows.save(tx, ladder.id, so_far.rows())
    if len(games) < CHUNK:
        ladder_rows.show(tx, ladder, now)
    else:
        ladder_rows.record_progress(tx, ladder, games[-1].order, now)
    return True


def recalculate_all_of(tx: Tx, guilds: Sequence[int], now: int) -> None:
    """Recalculate the ratings of these guilds, and the global ones if there are any."""
    for guild in (*guilds, None) if guilds else ():
        ladder_rows.recalculate(tx, guild, ladder_rows.BEGINNING, now)


def find_faults(tx: Tx) -> list[str]:
    """Return a sentence for each kind of row that differs from the fold of all games.

    Ladders that are being recalculated are skipped.
    """
    faults: list[str] = []
    for guild in (*ratings.guilds_with_games(tx), None):
        if ladder_rows.get_ladder(tx, guild, "building") is not None:
            continue
        shown = ladder_rows.get_ladder(tx, guild)
        stored: tuple[Sequence[object], ...] = (
            ladder_rows.all_rows(tx, shown.id) if shown is not None else fold(guild, ())
        )
        computed: tuple[Sequence[object], ...] = fold(guild, ratings.all_games(tx, guild))
        where = "The global ratings" if guild is None else f"The ratings of server {guild}"
        faults += [
            f"{where}: the stored {what} differ from those computed from all games."
            for what, rows, right in zip(LadderRows._fields, stored, computed, strict=True)
            if set(rows) != set(right)
        ]
    return faults


def _load(tx: Tx, ladder: int, guild: int | None, games: Sequence[RatedGame]) -> LadderFold:
    """Return a fold that can continue a stored ladder with these games."""
    people = {seat.player for game in games for seat in game.seats}
    since = min(game.finished_at for game in games) - REPEAT_WINDOW
    rows = ladder_rows.rows_of(tx, ladder, people, since)
    so_far = LadderFold(guild)
    so_far.load(rows.ratings, rows.meetings, rows.tallies)
    return so_far
