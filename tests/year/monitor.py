"""Consistency checks of a match, after each change that its players can see."""

from typing import Any

from bot.service.clock.calendar import DAY, HOUR
from bot.store.models import Match, level_of
from tests import raw
from tests.year import ledger, matchmaking
from tests.year.ledger import Stop
from tests.year.simulated_world import Game, World

NIGHT = 11 * HOUR + 2 * HOUR
"""Maximum shift of a deadline by quiet hours, with a margin for daylight saving time."""
_FACTS = (
    "SELECT 'bank' AS what, seat, bank AS since, 0 AS until, '' AS why"
    " FROM match_seats WHERE match = :match"
    " UNION ALL SELECT 'stop', seat, started, until, why FROM clock_stops WHERE match = :match"
    " UNION ALL SELECT 'plan', seat, ply, 0, '' FROM moves WHERE match = :match AND by = 'plan'"
    " UNION ALL SELECT 'computed', seat, ply, 0, '' FROM moves"
    " WHERE match = :match AND by = 'computer' AND ply >= :given"
    " UNION ALL SELECT 'owed', ply, level, 0, '' FROM computer_moves WHERE match = :match"
    " UNION ALL SELECT 'outage', 0, started, until, '' FROM downtimes"
)


async def look(world: World, match_id: int, *, paid: tuple[int, int] | None = None) -> Match:
    """Check the current state of a match, and schedule its players' actions.

    `paid` is the seat that has just moved, and the time at which it moved.
    """
    match = await world.fetch(match_id)
    facts: dict[str, list[tuple[Any, ...]]] = {
        kind: [] for kind in ("bank", "stop", "plan", "computed", "owed", "outage")
    }
    rows = raw.look(world.store, _FACTS, match=match_id, given=match.opening_plies)
    for what, *values in (row.values() for row in rows):
        facts[what].append(tuple(values))
    banks, stops = [bank for _, bank, *_ in sorted(facts["bank"])], facts["stop"]
    game = world.games.get(match_id)
    if game is None:
        return match
    before, game.match = game.match, match
    downtimes = [(since, until) for _, since, until, _ in facts["outage"]]
    if paid is not None:
        own = stops + ledger.away(game.ledger, paid[0], before.deadline, stops, downtimes)
        ledger.pay(game.ledger, *paid, own)
    plans = [seat for seat, *_ in sorted(facts["plan"], key=lambda plan: plan[1])]
    for seat in plans[game.planned :]:
        ledger.earn(game.ledger, seat)
        world.tally["played by plan"] += 1
    game.planned = len(plans)
    world.tally["computer/moves"] += len(facts["computed"]) - game.computed
    for seat, *_ in sorted(facts["computed"], key=lambda event: event[1])[game.computed :]:
        world.tally["computer/moves for players who left"] += seat in match.departed_seats
    game.computed = len(facts["computed"])
    if match.ply != before.ply:
        game.ledger.started = max(game.ledger.started, match.moved_at)
    if banks != game.ledger.banks:
        world.fault(f"match {match_id}: banks are {banks}, but {game.ledger.banks} by the ledger")
        game.ledger.banks = banks
    _check_stops(world, game, stops)
    if match.status != "running":
        _over(world, game)
        return match
    assert match.turn is not None
    if match.level is not None:
        if match.overdue is None and facts["owed"] != [(match.ply, match.level, 0, "")]:
            world.fault(
                f"match {match_id}: the computer is to move, but its queue has {facts['owed']}"
            )
        world.wake(world.now)
        return match
    if facts["owed"]:
        world.fault(
            f"match {match_id}: a queued computer move is left after {match.ply} turns: {facts['owed']}"
        )
    away = ledger.away(game.ledger, match.turn, before.deadline, stops, downtimes)
    if (
        "downtime credit" not in world.scheduler.due_times()
    ):  # otherwise the deadline may not include the last downtime yet
        _check_deadline(world, game, stops + away)
    if (
        match.ply != before.ply
        or (match.overdue is not None and before.overdue is None)
        or (match.deciding_partner is not None and before.deciding_partner is None)
    ):
        world.turn(match)
    return match


def _over(world: World, game: Game) -> None:
    match = game.match
    del world.games[match.id]
    reason = match.outcome.reason if match.outcome else "aborted"
    if (match.status == "finished") != (match.outcome is not None):
        world.fault(f"match {match.id} is {match.status} without a result")
    if match.deadline is not None:
        world.fault(f"match {match.id} is over and has a deadline")
    world.tally[f"ending/{reason}"] += 1
    matchmaking.again(world, match)
    if match.status == "finished" and match.turn_count:
        world.over.append(match.id)
    for follow in world.after_game:
        follow(world, match)
    if any(level_of(player) is not None for player in match.players):
        world.tally[f"computer/games over, {reason}"] += 1
    world.tally[f"game/{match.variant}/{reason}"] += 1
    world.tally[f"players/{len(match.players)}/{reason}"] += 1
    world.tally["turns"] += match.ply
    world.tally["days"] += (world.now - match.created) // DAY


def _check_deadline(world: World, game: Game, stops: list[Stop]) -> None:
    """Check that only quiet hours lie between the end of the bank and the deadline."""
    match, known = game.match, game.ledger
    if match.deadline is None or match.turn is None:
        world.fault(f"match {match.id} is running, but its turn has no deadline")
        return
    if match.deciding_partner is not None or match.overdue is not None:
        if not world.now - DAY < match.deadline < world.now + 33 * DAY:
            world.fault(f"match {match.id}: the deadline for a choice is {match.deadline}")
        return
    least = ledger.runs_out(known, match.turn, stops)
    most = least
    if known.control.respects_quiet_hours:
        # Deadlines are never in quiet hours, so each stop may move a deadline past more quiet
        # hours.
        still = sum(seat == match.turn and last > least for seat, _, last, _ in stops)
        most += NIGHT * (1 + still) + ledger.standing_still(stops, match.turn, least)
    if not least <= match.deadline <= most:
        world.fault(
            f"match {match.id}, turn {match.ply}: deadline {match.deadline}, by the ledger"
            f" from {least} to {most} (began {known.started}, bank {known.banks[match.turn]})"
        )


def _check_stops(world: World, game: Game, stops: list[Stop]) -> None:
    """Check that each clock stop has a cause and does not exceed its maximum length."""
    match = game.match
    for seat, first, last, why in stops:
        person = world.people.get(match.players[seat])
        fits = {
            "gift": last - first <= (33 if not match.rated else 1) * DAY,
            "pause": last - first <= (45 if not match.rated else 14) * DAY,
            "unreachable_channel": last - first <= 31 * DAY,  # shortened when the board is posted
            "vacation": person is None
            or match.rated
            or any(begin <= first and last <= end for begin, end in person.holidays),
        }
        if not fits[why]:
            world.fault(
                f"match {match.id}, seat {seat}: an unexpected stop ({why}) from {first} to {last}"
            )
    given = sum(last - first for _, first, last, why in stops if why == "gift")
    longest = (33 if not match.rated else 1) * DAY
    paused = sum(why == "pause" for *_, why in stops)
    if given > game.gifts * longest or paused > game.pauses:  # a pause may divide a gift
        world.fault(f"match {match.id}: gifts or pauses are missing or unexpected: {stops}")
    for seat in range(len(match.players)):
        away = sum(
            last - first for stop, first, last, why in stops if (stop, why) == (seat, "vacation")
        )
        if away > 14 * DAY:
            world.fault(f"match {match.id}, seat {seat}: on vacation for {away} seconds")
