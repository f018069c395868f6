"""Rows of entrants."""

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import bindparam, case, delete, exists, func, literal_column, or_, select, update

from bot.extension_api.tables import match_seats, matches, moves, vacations
from bot.extension_api.transactions import DueRows, Statement, Tx, equal, insert_row, save_changes
from bot.extensions.tournaments.models import Entrant
from bot.extensions.tournaments.tables import entrants, events, pairing_seats, pairings

MOST_KNOWN = 200
"""Maximum number of players of a guild whose accounts are considered."""
_ADD = insert_row(entrants)
_DELETE = Statement(delete(entrants).where(equal(entrants, "event", "player")))
_GET = Statement(select(entrants).where(equal(entrants, "event", "player")))
_OF_EVENT = Statement(
    select(entrants)
    .where(entrants.c.event == bindparam("event"))
    .order_by(entrants.c.joined_at, entrants.c.player)
)
_COUNT_RUNNING = Statement(
    select(func.count())
    .select_from(entrants.join(events, events.c.id == entrants.c.event))
    .where(
        entrants.c.player == bindparam("person"),
        entrants.c.left_at.is_(None),
        events.c.status.in_(("open", "running")),
    )
)
_SILENCES = Statement(
    select(entrants.c.left_at)
    .where(
        entrants.c.player == bindparam("person"),
        entrants.c.left_why == literal_column("'silent'"),
    )
    .order_by(entrants.c.left_at)
)
_PLAYERS = Statement(
    select(match_seats.c.player)
    .distinct()
    .join(matches, matches.c.id == match_seats.c.match)
    .where(matches.c.guild == bindparam("in_guild"), match_seats.c.player > 0)
    .limit(MOST_KNOWN)
)
_DUE_QUESTIONS = DueRows(entrants.c.withdraw_at)
# If the two times are equal, the job asks the player. If `withdraw_at` is earlier, the player has
# timed out again before answering, and the job withdraws them.
_TIMED_OUT = Statement(
    update(entrants)
    .where(
        entrants.c.event == bindparam("event"),
        entrants.c.player.in_(bindparam("people", expanding=True)),
        entrants.c.left_at.is_(None),
    )
    .values(
        timeouts=entrants.c.timeouts + 1,
        asked_at=func.coalesce(entrants.c.asked_at, bindparam("now")),
        withdraw_at=case(
            (entrants.c.asked_at.is_(None), bindparam("now")),
            (entrants.c.withdraw_at == entrants.c.asked_at, entrants.c.asked_at),
            else_=entrants.c.asked_at - 1,
        ),
    )
)
_ANSWER = Statement(
    update(entrants)
    .where(
        entrants.c.event == bindparam("event"),
        entrants.c.player == bindparam("person"),
        entrants.c.asked_at.is_not(None),
    )
    .values(asked_at=None, withdraw_at=None)
)
_LAST_MOVE = Statement(
    select(func.max(moves.c.at))
    .join(pairings, pairings.c.match == moves.c.match)
    .where(
        pairings.c.event == bindparam("event"),
        moves.c.player == bindparam("person"),
        moves.c.by == literal_column("'player'"),
    )
)
_MOVED = Statement(
    select(moves.c.player)
    .join(pairings, pairings.c.match == moves.c.match)
    .where(pairings.c.event == bindparam("event"), moves.c.player.is_not(None))
    .distinct()
)
_OTHERS = pairing_seats.alias()
# Games that were resigned or scored by a manager before the first move, without a withdrawal.
_DECIDED = Statement(
    select(pairing_seats.c.player)
    .join(pairings, pairings.c.id == pairing_seats.c.pairing)
    .where(
        pairings.c.event == bindparam("event"),
        pairings.c.state == literal_column("'scored'"),
        or_(pairings.c.match.is_not(None), pairings.c.scored_by.is_not(None)),
        ~exists()
        .where(
            _OTHERS.c.pairing == pairings.c.id,
            entrants.c.event == pairings.c.event,
            entrants.c.player == _OTHERS.c.player,
            entrants.c.left_at.is_not(None),
        )
        .correlate(pairings),
    )
    .distinct()
)
_VACATIONS = Statement(
    select(vacations.c.started, vacations.c.until)
    .where(vacations.c.player == bindparam("person"), vacations.c.until > bindparam("since"))
    .order_by(vacations.c.started)
)
_SEED = Statement(
    update(entrants)
    .where(entrants.c.event == bindparam("in_event"), entrants.c.player == bindparam("person"))
    .values(seed=bindparam("new_seed"), rating=bindparam("new_rating"))
)
_PLACE = Statement(
    update(entrants)
    .where(entrants.c.event == bindparam("in_event"), entrants.c.player == bindparam("person"))
    .values(place=bindparam("new_place"))
)
_STOP_ASKING = Statement(
    update(entrants)
    .where(entrants.c.event == bindparam("event"), entrants.c.asked_at.is_not(None))
    .values(asked_at=None, withdraw_at=None)
)
_CHAMPIONS = Statement(
    select(entrants.c.event, entrants.c.player)
    .join(events, events.c.id == entrants.c.event)
    .where(
        events.c.guild == bindparam("server"),
        events.c.status == literal_column("'finished'"),
        entrants.c.place == literal_column("1"),
    )
    .order_by(events.c.ended_at.desc(), entrants.c.player)
)


def add_entrant(tx: Tx, entrant: Entrant) -> None:
    """Insert an entrant."""
    tx.run(_ADD, entrant)


def delete_entrant(tx: Tx, event: int, player: int) -> None:
    """Delete an entrant who leaves before the start."""
    tx.run(_DELETE, event=event, player=player)


def get_entrant(tx: Tx, event: int, player: int) -> Entrant | None:
    """Return this entrant, or None."""
    return tx.one(Entrant, _GET, event=event, player=player)


def entrants_of(tx: Tx, event: int) -> list[Entrant]:
    """Return all entrants in the order of sign-up, including the waiting list."""
    return tx.all(Entrant, _OF_EVENT, event=event)


def players_of_guild(tx: Tx, guild: int) -> list[int]:
    """Return up to `MOST_KNOWN` people who have played in a guild."""
    return [row.player for row in tx.rows(_PLAYERS, in_guild=guild)]


def save(tx: Tx, before: Entrant, after: Entrant) -> None:
    """Write the difference between the stored state of an entrant and a new state."""
    save_changes(tx, entrants, before, after)


def count_running_events(tx: Tx, player: int) -> int:
    """Return the number of open and running events that this player has entered."""
    number: int = tx.value(_COUNT_RUNNING, person=player)
    return number


def silences_of(tx: Tx, player: int) -> list[int]:
    """Return when this player was withdrawn from events for not answering."""
    return tx.column(_SILENCES, person=player)


def due_questions(tx: Tx, now: int, limit: int) -> Iterator[Entrant]:
    """Yield up to `limit` entrants to ask or to withdraw, most overdue first."""
    return _DUE_QUESTIONS.each(tx, Entrant, now, limit)


def record_timeout(tx: Tx, event: int, players: Sequence[int], now: int) -> None:
    """Count a timeout for these entrants, and make them due for the job."""
    tx.run(_TIMED_OUT, event=event, people=players, now=now)


def clear_question(tx: Tx, event: int, player: int) -> bool:
    """Record that an entrant is still playing.

    Returns False if no question was open.
    """
    return tx.run(_ANSWER, event=event, person=player) == 1


def clear_questions(tx: Tx, event: int) -> None:
    """Delete all questions of an event that is over."""
    tx.run(_STOP_ASKING, event=event)


def last_move(tx: Tx, event: int, player: int) -> int | None:
    """Return when this player last moved in a match of an event, or None."""
    at: int | None = tx.value(_LAST_MOVE, event=event, person=player)
    return at


def vacations_since(tx: Tx, player: int, since: int) -> list[tuple[int, int]]:
    """Return the start and end of each vacation that lasted beyond `since`."""
    return [(row.started, row.until) for row in tx.rows(_VACATIONS, person=player, since=since)]


def set_seeds(tx: Tx, event: int, seeds: Iterable[tuple[int, int | None]]) -> None:
    """Store the player and the rating of each seed, starting with seed 1."""
    tx.many(
        _SEED,
        [
            {"in_event": event, "person": player, "new_seed": seed, "new_rating": rating}
            for seed, (player, rating) in enumerate(seeds, 1)
        ],
    )


def players_who_moved(tx: Tx, event: int) -> set[int]:
    """Return the players who have made a move in a game of this event.

    In an event without any move, e.g. one to try tournaments out, these are instead the players of
    games that were resigned, agreed or scored by a manager, unless one of their players has left.
    """
    return set(tx.column(_MOVED, event=event) or tx.column(_DECIDED, event=event))


def set_places(tx: Tx, event: int, places: Iterable[tuple[int, int | None]]) -> None:
    """Store the final place of each of these players."""
    tx.many(
        _PLACE,
        [{"in_event": event, "person": player, "new_place": place} for player, place in places],
    )


def champions_of_guild(tx: Tx, guild: int) -> list[tuple[int, int]]:
    """Return (event, player) of each first place in a guild, newest event first."""
    return [(row.event, row.player) for row in tx.rows(_CHAMPIONS, server=guild)]
