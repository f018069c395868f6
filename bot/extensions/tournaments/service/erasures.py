"""Erasure of a player from events and ladders.

Their finished games keep counting, under the pseudonym that replaces the player.
"""

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.service import ladder_members, sign_up, withdrawals
from bot.extensions.tournaments.service.events import load_event
from bot.extensions.tournaments.store import entrant_rows, event_rows


def on_erasure(tx: Tx, player: int, now: int) -> None:
    """Remove a player from unfinished events and ladders, and delete their drafts.

    Called before the player's data is erased. Idempotent.
    """
    for event_id in [event.id for event in event_rows.events_of_player(tx, player)]:
        event = load_event(tx, event_id)
        entrant = entrant_rows.get_entrant(tx, event_id, player)
        if entrant is None or entrant.left_at is not None:
            continue
        if event.status == "running" and not entrant.waiting:
            withdrawals.withdraw(tx, event, player, "erased", now)
        else:
            sign_up.remove_from_sign_up(tx, event, entrant, now)
    for event in event_rows.unfinished_of_organiser(tx, player):
        if event.status == "draft":  # nobody else can see it
            event_rows.delete_event(tx, event.id)
    ladder_members.on_erasure(tx, player, now)
