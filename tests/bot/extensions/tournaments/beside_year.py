"""Events beside the simulated year: a season with people of its own.

Its matches begin in jobs of the extension, so they are simulated in a world of their own instead of
the worlds of the year.
"""

from tests.bot.extensions.tournaments.season import season

FEATURES = {
    "a player who has vanished comes back": "events: did/come back",
    "a player is erased during an event": "events: entrants/erased",
    "a silent entrant is withdrawn": "events: entrants/silent",
    "a game of an event is forfeited": "events: pairings/forfeit",
    "a game of an event does not count": "events: pairings/void",
    "a game of an event is scored": "events: pairings/scored",
    "an event with sections ends": "events: ended/all finished",
    "a cup ends": "events: ended/cup finished",
    "a Swiss event ends": "events: ended/rounds finished",
    "an event at tables ends": "events: ended/tables finished",
    "a season has divisions": "events: divisions/same",
    "a member of a ladder is challenged": "events: did/challenge on a ladder",
    "a game of an event is in a forum": "events: sent/event-forum-game",
}
LONGEST = 120
"""Maximum number of days in which events are opened."""


async def simulate(people: int, days: int, seed: int) -> tuple[dict[str, int], list[str]]:
    """Simulate events with a tenth of the people of the year.

    Returns the tally and the faults.
    """
    own = max(24, people // 10)
    world = await season(own, own // 10, own * 3 // 5, min(days, LONGEST), seed)
    tally = {f"events: {what}": number for what, number in world.tally.items()}
    return tally, [f"events: {fault}" for fault in world.faults]
