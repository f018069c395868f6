"""Job that advances events: end of sign-up, stages, and the result."""

from dataclasses import replace

from bot.extension_api.people import guild_deleted_at
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import DAY, Event
from bot.extensions.tournaments.rules.sections import qualifiers_per_section
from bot.extensions.tournaments.rules.swiss import pair_round
from bot.extensions.tournaments.service import all_play_all, sign_up, stages, swiss_rounds
from bot.extensions.tournaments.service.drafts import end_cancelled
from bot.extensions.tournaments.service.event_state import load_state
from bot.extensions.tournaments.service.season_divisions import has_divisions
from bot.extensions.tournaments.service.swiss_rounds import RoundPairs
from bot.extensions.tournaments.store import event_rows


def prepare_due(tx: Tx, *, now: int, limit: int = 5) -> RoundPairs:
    """Do the slow computations for up to `limit` due events, without changing them.

    Returns the pairs of the next rounds of Swiss events. The qualifiers of sections are only
    cached. Both can take a third of a second, so they must not hold the write lock.
    """
    pairs: RoundPairs = {}
    for event in event_rows.due_phases(tx, now, limit):
        if event.status == "running" and event.format == "rounds":
            state = load_state(tx, event)
            if swiss_rounds.may_pair(state, now):
                entrants, number = swiss_rounds.entrants_of(state), event.stage + 1
                pairs[entrants, number] = pair_round(entrants, number)
        elif (event.status, event.format, event.stage) == ("running", "all", 1):
            sections = (state := load_state(tx, event)).of_stage(1)
            places = qualifiers_per_section(len(sections))
            if places and not has_divisions(tx, event):
                for section in sections:
                    all_play_all.qualifiers(state, section, places)
    return pairs


def continue_due(tx: Tx, *, now: int, limit: int = 5, prepared: RoundPairs) -> int:
    """Advance up to `limit` events whose next phase is due. Returns their number.

    `prepared` has the pairs of the next rounds. A round whose entrants or results have changed
    since they were computed stays due.
    """
    done = 0
    for event in event_rows.due_phases(tx, now, limit):
        done += 1
        _continue(tx, event, prepared, now)
    return done


def _continue(tx: Tx, event: Event, prepared: RoundPairs, now: int) -> None:
    deleted_at = guild_deleted_at(tx, event.guild)
    if event.status not in ("open", "running"):
        event_rows.save(tx, event, replace(event, phase_at=None))
    elif deleted_at is not None and now >= deleted_at:
        end_cancelled(tx, event, now)
    elif deleted_at is not None:
        # The bot may be invited back. Until that happens, nobody could read a post.
        event_rows.save(tx, event, replace(event, phase_at=now + DAY))
    elif event.status == "open":
        sign_up.continue_sign_up(tx, event, now)
    else:
        stages.advance(tx, event, prepared, now)
