"""Game records: a match as a `Record` for archiving, review and export."""

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.service import position_cache
from bot.service.computer_levels import stored_computer_name
from bot.store import Tx
from bot.store.match import matches, move_rows
from bot.store.models import Match, level_of
from engine import Move, Outcome
from engine.record import Record, export_record


def match_record(tx: Tx, match: Match, names: Mapping[int, str]) -> Record:
    """Return the record of a match. `names` are display names by user id.

    A computer player is named by its level, and a player without a name by their id. In a
    record, players who left together have separate ranks. Raises `RulesChanged`, `Damaged`.
    """
    rules = position_cache.variant_of(match)
    line = position_cache.merge_departures(move_rows.moves_of(tx, match.id), match.departures)
    # Prefer the outcome under the rules, which keeps the ranks of players who left together separate.
    # The stored outcome is the fallback, e.g. for a draw by agreement.
    result = (
        rules.outcome(position_cache.current_position(tx, match, rules, whole=True))
        or match.outcome
    )
    if match.status == "aborted":
        result = Outcome((tuple(range(len(match.players))),), "aborted")
    people = {
        seat.name: names.get(player) or str(player)
        if (level := level_of(player)) is None
        else stored_computer_name(level)
        for seat, player in zip(rules.seats, match.players, strict=True)
    }
    begun = datetime.fromtimestamp(match.created, UTC).date().isoformat()
    turns = position_cache.parse_turns(match, rules, line)
    return Record(rules, turns, result, {**people, "Date": begun})


def is_still_played(tx: Tx, record: Record, player: int) -> bool:
    """Whether the record begins with the moves of a player's running game that counts.

    The computer does not analyze such a game until it has ended.
    """
    made = [record.variant.format(turn) for turn in record.turns if isinstance(turn, Move)]
    for match in matches.running_of_player(tx, player):
        if match.result_counts and match.variant == record.variant.key:
            played = [row.text for row in move_rows.moves_of(tx, match.id)]
            if played and played == made[: len(played)]:
                return True
    return False


def record_text(tx: Tx, match: Match, names: Mapping[int, str]) -> str:
    """Export a match as text that `engine.record.read_record` can parse.

    Raises the same errors as `match_record`.
    """
    return export_record(match_record(tx, match, names))
