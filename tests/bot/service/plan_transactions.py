"""Helpers for conditional moves, each of which runs one transaction."""

from typing import Any

from bot.service.conditional_moves import editing
from bot.service.conditional_moves.editing import Plan
from bot.store.models import Match
from engine import Position
from tests.bot.service import rebuilt_match
from tests.bot.service.club import Club
from tests.transactions import reading, writing


async def save_plan(club: Club, match: Match, player: int, text: str, **more: Any) -> Plan:
    arguments: dict[str, Any] = {"ply": None, "interaction": next(club.ids), "now": club.now}
    with writing(club.store) as tx:
        _, plan = editing.save_plan(tx, match.id, player=player, text=text, **(arguments | more))
    return plan


async def own_plan(club: Club, match: Match, player: int) -> str | None:
    with reading(club.store) as tx:
        _, plan = editing.current_plan(tx, match.id, player=player)
    return None if plan is None else plan.text


async def standing_plans(club: Club, match: Match | None = None) -> list[dict[str, Any]]:
    """Return the active conditional moves of a match, or of all matches if it is None."""
    rows = await club.rows("SELECT * FROM plans WHERE ended IS NULL ORDER BY seat")
    return [dict(row) for row in rows if match is None or row["match"] == match.id]


async def rebuilt(club: Club, match: Match) -> Position:
    with reading(club.store) as tx:
        return rebuilt_match.rebuilt(tx, match.id)
