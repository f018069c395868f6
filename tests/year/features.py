"""Features that every run must cover at least once."""

from collections.abc import Mapping

from bot.service.actions import claims
from tests.extensions import extension_modules

ALWAYS = {
    "a player plays the computer": "begun/against the computer",
    "a player plays all seats": "begun/one player for all seats",
    "the computer joins a multiplayer match": "begun/multiplayer with the computer",
    "a player resigns from a multiplayer match": "did/resign from a multiplayer match",
    "the computer moves for a player who left": "computer/moves for players who left",
    "the computer moves": "computer/moves",
    "the database is unavailable": "downtimes/database",
    "the bot restarts": "downtimes/restarts",
    "the machine sleeps": "downtimes/sleeps",
    "the bot is disconnected from Discord": "downtimes/cut off",
    "a conditional move is played": "played by plan",
}
"""Features required in any world, and their keys in the tally.

Extensions add their own features.
"""
IN_A_YEAR = {
    "a request fails because of the database": "database/requests failed",
    "a board is late because of a database outage": "database/boards posted after an outage",
    "a match starts from a position of another": "begun/from a position, on",
    "a worker process dies during a search": "computer/process died",
    "a reply of the database is lost": "database/answers lost",
    "a change is committed although its reply is lost": "database/committed without an answer",
    "a player offers the computer a draw": "computer/declined a draw",
    "a player has a rematch against the computer": "begun/against the computer again",
    "a long search is announced": "computer/boards that announce a long search",
    "players have a rematch": "begun/again",
    "a takeback offer is answered": "settled/takeback",
    "a pause offer is answered": "settled/pause",
    "a draw is agreed": "ending/agreed",
    "extra time is given": "did/give a day",
    "an overdue turn is claimed": f"did/{claims.claim_turn.__name__} when overdue",
    "a partner plays both seats": "did/choose hands",
    "a turn is lost on time": "ending/time",
    "a player nudges": "did/nudge",
    "a player goes on vacation": "did/vacation",
    "downtime is credited to turns": "turns credited",
    "a player is erased": "did/request erasure",
    "a match is rated": "rated games",
    "a rated game is annulled": "annulled games",
}
"""Features that require many players and a long time."""


def missing(tally: Mapping[str, int], *, year: bool) -> list[str]:
    """Return a message for each required feature that never occurred."""
    wanted = ALWAYS | IN_A_YEAR if year else ALWAYS
    for activity in extension_modules("year"):
        wanted = wanted | activity.FEATURES
    for simulation in extension_modules("beside_year") if year else ():
        wanted = wanted | simulation.FEATURES
    return [f"never: {what}" for what, count in wanted.items() if tally.get(count, 0) <= 0]
