"""Daily puzzles in the simulated year: posted once a day, solved by some players."""

from datetime import UTC, datetime
from functools import partial

from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from engine import puzzles
from tests import raw
from tests.year.habits import DAY, Person
from tests.year.matchmaking import GUILDS
from tests.year.simulated_world import World

FEATURES = {
    "the daily puzzle is posted": "daily/posted",
    "the daily puzzle is solved": "daily/solved",
}
CHANNEL = 99
"""Last two digits of the id of each guild's channel for daily puzzles."""
SHARE = 40
"""The share of daily attempts: one per this number of players."""


def begin(world: World, tx: Tx, days: int) -> None:
    """Schedule the daily posts in both guilds, and attempts by random players."""
    for guild in GUILDS:
        channel = str(guild * 100 + CHANNEL)
        daily_schedule.set_channel(tx, guild, channel, by=1, now=world.now)
    for day in range(days):
        for _ in range(max(1, len(world.people) // SHARE)):
            person = world.rng.choice(list(world.people.values()))
            at = world.now + day * DAY + world.rng.randrange(DAY)
            world.at(person.awake(at, world.rng), partial(try_it, world, person))


async def try_it(world: World, person: Person) -> None:
    """Open the daily puzzle, and solve all of it, a part of it or none of it."""
    if person.id not in world.people or (person.stops_at or world.now + 1) <= world.now:
        return
    day = daily_schedule.today(world.now)
    solitaire = await world.ask(
        "open the problem of the day", daily_results.open_daily, player=person.id, day=day
    )
    if solitaire.turns is not None:
        return
    game = puzzle_games.current_game(solitaire)
    if not daily_schedule.is_at_beginning(game) or world.rng.random() < 0.2:
        return
    about = {"player": person.id, "problem": solitaire.problem}
    solution = puzzles.figure_solution(daily_schedule.figure_of_day(day))
    turns = [game.problem.variant.format(turn) for turn in solution[len(game.moves) :]]
    first = world.rng.randrange(1, len(turns))
    for part in (turns[:first], turns[first:]):
        if world.rng.random() < 0.1:
            await world.ask("take a turn back", puzzle_games.undo, interaction=world.id(), **about)
            return
        solitaire = await world.ask(
            "turns of the problem",
            puzzle_games.play,
            text="; ".join(part),
            guild=world.rng.choice(GUILDS),
            interaction=world.id(),
            **about,
        )
    if solitaire.turns != len(solution):
        world.fault(f"{solitaire.problem} is not solved in {len(solution)} turns: {solitaire}")
    world.tally["daily/solved"] += 1
    _solved(world).add((person.id, day))


def _posts(world: World) -> set[tuple[int, int]]:
    """Return the guild and day of each daily post."""
    return world.remembered["daily posts"]


def _solved(world: World) -> set[tuple[int, int]]:
    """Return the player and day of each solved daily puzzle."""
    return world.remembered["daily puzzles"]


def delivered(world: World, row: OutboxRow) -> None:
    """Check that the puzzle is posted once a day and in the daytime."""
    if row.kind != "daily":
        return
    world.tally["daily/posted"] += 1
    post = (row.payload.guild, row.payload.day)
    if post in _posts(world):
        world.fault(f"the puzzle of day {post[1]} was posted twice in guild {post[0]}")
    _posts(world).add(post)
    if not 8 <= datetime.fromtimestamp(world.now, UTC).hour < 22:
        world.fault(f"the puzzle of day {post[1]} was posted in quiet hours")


def check(world: World, began: int) -> None:
    """Check that no daily post is missing and that all solutions are stored.

    Days on which the bot was down are skipped.
    """
    for day in range(began // DAY + 1, world.now // DAY):
        away = any(gone < (day + 1) * DAY and back > day * DAY for gone, back in world.downtimes)
        for guild in GUILDS:
            if (guild, day) not in _posts(world) and not away:
                world.fault(f"the puzzle of day {day} was not posted in guild {guild}")
    rows = raw.look(world.store, "SELECT player, day FROM dailies")
    kept = {(row["player"], row["day"]) for row in rows if row["player"] in world.people}
    solved = {solution for solution in _solved(world) if solution[0] in world.people}
    if kept != solved:
        world.fault(f"missing or unexpected solutions: {sorted(kept ^ solved)}")
