"""Settlement: counts games in the stored ratings, and refunds annulled games.

A game is counted in the transaction that ends it. An annulment gives each of its players back what
the game changed, in the same transaction. Later games stay as they are. The rows of a ladder equal
a fold of its games and refunds, in the order of their numbers.
"""

from collections.abc import Sequence

from bot.service.rating.ladder import REPEAT_WINDOW
from bot.service.rating.ladder_fold import LadderFold, fold
from bot.store import Tx
from bot.store.models.ratings import LadderRows, RatedGame
from bot.store.rating import ladder_rows, ratings


def settle(tx: Tx, game: RatedGame) -> None:
    """Store a rated game that has just ended, and count it in the ratings.

    It counts towards the guild's ratings and, if it qualifies, the global ratings.
    """
    ratings.add_game(tx, game)
    for guild in _ladders_of(game):
        ladder = ladder_rows.ensure_ladder(tx, guild)
        so_far = ladder_before(tx, guild, game)
        so_far.count(game)
        ladder_rows.add_changes(tx, ladder, so_far.rows())


def annul(tx: Tx, game: RatedGame, *, by: int, now: int) -> None:
    """Annul a counted game, and give its players back what it changed.

    The game's row is kept. Raises `sqlite3.IntegrityError` if the game has been annulled.
    """
    ratings.add_annulment(tx, game.match, by, now)
    people = [seat.player for seat in game.seats]
    for guild in _ladders_of(game):
        ladder = ladder_rows.ensure_ladder(tx, guild)
        refunds = LadderFold(guild)
        refunds.load(
            ladder_rows.ratings_of(tx, ladder, people),
            changes=ladder_rows.changes_by(tx, ladder, game.match),
        )
        refunds.refund(game)
        ladder_rows.save_refunds(tx, ladder, refunds.rows())


def ladder_before(tx: Tx, guild: int | None, game: RatedGame) -> LadderFold:
    """Return a fold that can continue a stored ladder with this game."""
    so_far, ladder = LadderFold(guild), ladder_rows.find_ladder(tx, guild)
    if ladder is not None:
        people = [seat.player for seat in game.seats]
        since = game.finished_at - REPEAT_WINDOW
        met = ladder_rows.common_matches(tx, ladder, people, since)
        so_far.load(ladder_rows.ratings_of(tx, ladder, people), ratings.games_of(tx, met))
    return so_far


def find_faults(tx: Tx) -> list[str]:
    """Return a sentence for each kind of row that differs from the fold of all games."""
    faults: list[str] = []
    for guild in (*ratings.guilds_with_games(tx), None):
        different = _different(tx, guild, fold(guild, ratings.all_games(tx, guild)))
        faults += [
            f"{_name_of(guild)}: the stored {what} differ from those computed from all games."
            for what in different
        ]
    return faults


def repair(tx: Tx) -> list[str]:
    """Replace stored ratings that differ from the fold of all games by the fold.

    Returns a sentence for each ladder that was replaced.
    """
    done: list[str] = []
    for guild in (*ratings.guilds_with_games(tx), None):
        if _different(tx, guild, computed := fold(guild, ratings.all_games(tx, guild))):
            ladder_rows.replace_rows(tx, ladder_rows.ensure_ladder(tx, guild), computed)
            done.append(f"{_name_of(guild)}: computed from all games.")
    return done


def _different(tx: Tx, guild: int | None, computed: LadderRows) -> list[str]:
    """Return the kinds of rows of a guild's ladder that differ from the computed ones."""
    ladder = ladder_rows.find_ladder(tx, guild)
    stored = LadderRows([], [], []) if ladder is None else ladder_rows.all_rows(tx, ladder)
    rows: tuple[Sequence[object], ...] = stored
    right: tuple[Sequence[object], ...] = computed
    parts = zip(LadderRows._fields, rows, right, strict=True)
    return [what for what, own, others in parts if set(own) != set(others)]


def _name_of(guild: int | None) -> str:
    return "The global ratings" if guild is None else f"The ratings of server {guild}"


def _ladders_of(game: RatedGame) -> tuple[int | None, ...]:
    """Return the guilds in whose ladders a game counts; None is the global ladder."""
    return (game.guild, None) if game.worldwide else (game.guild,)
