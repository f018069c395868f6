"""Series with divisions in a simulated season, and a check of the divisions."""

from collections import defaultdict
from collections.abc import Iterator

from bot.extensions.tournaments.service import seasons
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.store import Store
from tests import raw
from tests.bot.extensions.tournaments.season_world import CONTROLS, MANAGER, World

_SEASONS = (
    "SELECT e.id, e.series, e.started_at, e.ended_at FROM events e"
    " JOIN series s ON s.id = e.series"
    " WHERE s.divisions = 1 AND e.status IN ('running', 'finished') ORDER BY e.series, e.id"
)
_PLACES = (
    "SELECT player, section, place FROM section_entrants WHERE event = :event AND stage = 1"
    " ORDER BY section, place, number"
)


def create_series(world: World, server: int, *, divisions: bool) -> None:
    """Let a manager create a monthly series."""
    world.ask(
        "create a series",
        seasons.create_series,
        EventDraft("Monthly", "halma-8", control=CONTROLS[-1], rated=True),
        period="month",
        divisions=divisions,
        guild=server,
        channel=server * 100 + 2,
        by=MANAGER if world.rng.random() < 0.5 else world.rng.choice(world.people),
        is_manager=True,
        interaction=world.id(),
    )


def stop_all(world: World) -> None:
    """Let managers stop all series, so that the simulation ends."""
    for row in raw.look(world.store, "SELECT id, guild FROM series WHERE next_at IS NOT NULL"):
        world.ask(
            "stop a series",
            seasons.stop_series,
            row["id"],
            guild=row["guild"],
            by=MANAGER,
            is_manager=True,
        )


def find_wrong_divisions(world: World) -> Iterator[str]:
    """Yield each season whose divisions contradict the last one.

    The tally counts the players who changed their division.
    """
    last: dict[int, dict[str, int]] = {}
    for season in raw.look(world.store, _SEASONS):
        placed = _divisions(world.store, season["id"])
        sizes = [len(division) for division in placed]
        if sizes != _sizes(sum(sizes)):
            yield f"season {season['id']} has divisions of {sizes}"
        before = last.get(season["series"])
        last[season["series"]] = season
        if before is None or (before["ended_at"] or season["started_at"]) >= season["started_at"]:
            continue  # the last season was still running, and its order has changed since
        now_in = {player: number for number, each in enumerate(placed) for player, _ in each}
        former = _divisions(world.store, before["id"])
        _count_changes(world, former, now_in)
        order = [
            player
            for division in _promoted(former)
            for player in division
            if player not in _substitutes(world.store, season["id"])
        ]
        present = [now_in[player] for player in order if player in now_in]
        if present != sorted(present):
            yield f"season {season['id']} places those who stay into the divisions {present}"


def _divisions(store: Store, event: int) -> list[list[tuple[int, int | None]]]:
    """Return the players of each division with their places, best first."""
    divisions = defaultdict[int, list[tuple[int, int | None]]](list)
    for row in raw.look(store, _PLACES, event=event):
        divisions[row["section"]].append((row["player"], row["place"]))
    return [divisions[number] for number in sorted(divisions)]


def _substitutes(store: Store, event: int) -> set[int]:
    """Return the players who replaced another player after the start of a season."""
    query = (
        "SELECT n.player FROM entrants n JOIN events e ON e.id = n.event"
        " WHERE e.id = :event AND n.seed IS NOT NULL AND n.joined_at > e.started_at"
    )
    return {row["player"] for row in raw.look(store, query, event=event)}


def _sizes(players: int) -> list[int]:
    """Return the sizes of divisions: at most eight, nearly equal, larger first."""
    number = -(-players // 8) if players >= 9 else 1
    return sorted(players // number + (index < players % number) for index in range(number))[::-1]


def _promoted(former: list[list[tuple[int, int | None]]]) -> list[list[int]]:
    """Return the last order, after neighbouring divisions have swapped players."""
    orders = [[player for player, place in each if place is not None] for each in former]
    after = [list(order) for order in orders]
    for upper in range(len(orders) - 1):
        smaller = min(len(orders[upper]), len(orders[upper + 1]))
        number = 2 if smaller >= 7 else 1 if smaller > 1 else 0
        for index in range(number):
            falls, climbs = (
                orders[upper][len(orders[upper]) - number + index],
                orders[upper + 1][index],
            )
            after[upper][after[upper].index(falls)] = climbs
            after[upper + 1][after[upper + 1].index(climbs)] = falls
    return after


def _count_changes(
    world: World, former: list[list[tuple[int, int | None]]], now_in: dict[int, int]
) -> None:
    for number, division in enumerate(former):
        for player, _ in division:
            if player in now_in:
                changed = now_in[player] - number
                what = "same" if not changed else "higher" if changed < 0 else "lower"
                world.tally[f"divisions/{what}"] += 1
