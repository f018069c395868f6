"""Helpers for conditional moves, each of which runs one transaction."""

from typing import Any

from bot.service.actions import plan_editing
from bot.service.conditional_moves import plan_lines, plan_text
from bot.service.match import lifecycle
from bot.store.match import conditional_moves
from bot.store.models import Match
from engine import Position
from tests.bot.service import rebuilt_match
from tests.bot.service.club import Club
from tests.transactions import reading, writing


async def save_plan(club: Club, match: Match, player: int, text: str, **more: Any) -> str:
    """Save conditional moves, and return their text."""
    arguments: dict[str, Any] = {"ply": None, "interaction": next(club.ids), "now": club.now}
    with writing(club.store) as tx:
        state = plan_editing.save_plan(tx, match.id, player=player, text=text, **(arguments | more))
    return plan_text.print_plan(state.lines)


async def own_plan(club: Club, match: Match, player: int) -> str | None:
    """Return the text of a player's active conditional moves; None if there are none."""
    with reading(club.store) as tx:
        seat = lifecycle.seat_of(match, player)
        plan = conditional_moves.get_plan(tx, match.id, seat)
    if plan is None or plan.ended is not None:
        return None
    return plan_text.print_plan(plan_lines.load_lines(plan.text))


async def standing_plans(club: Club, match: Match | None = None) -> list[dict[str, Any]]:
    """Return the active conditional moves of a match, or of all matches if it is None."""
    rows = await club.rows("SELECT * FROM plans WHERE ended IS NULL ORDER BY seat")
    return [dict(row) for row in rows if match is None or row["match"] == match.id]


async def rebuilt(club: Club, match: Match) -> Position:
    with reading(club.store) as tx:
        return rebuilt_match.rebuilt(tx, match.id)
