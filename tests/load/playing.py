"""Load generator: players who move at a steady rate, and their response times."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from time import perf_counter

from engine import variant
from tests.load.database import GAME, Game
from tests.load.discord import LoadedDiscord


@dataclass(frozen=True, slots=True)
class Waits:
    """Response times of moves, in seconds."""

    sent: int
    answered: Sequence[float]
    seconds: float
    """Time taken to send all moves, in seconds."""

    def at(self, share: float) -> float:
        """Return the response time at a quantile, e.g. 0.95."""
        kept = sorted(self.answered)
        return kept[min(int(len(kept) * share), len(kept) - 1)]

    def __str__(self) -> str:
        percentiles = ", ".join(
            f"{share:.0%} {self.at(share) * 1000:.0f} ms" for share in (0.5, 0.95, 0.99)
        )
        return f"{len(self.answered)} of {self.sent} moves answered; {percentiles}"


def turns(
    games: Sequence[Game], rng: random.Random, key: str = GAME
) -> Iterator[tuple[Game, int, str]]:
    """Yield random legal moves of these matches in turn, each with its player.

    The matches are of the variant `key`. Finished matches are skipped.
    """
    game = variant(key)
    for each in cycle(games):
        possible = game.moves(each.position)
        if not possible:
            continue
        move = rng.choice(possible)
        person, each.position = each.to_move, game.play(each.position, move)
        yield each, person, game.format(move)


async def play(
    discord: LoadedDiscord, games: Sequence[Game], rate: float, seconds: float, seed: int = 1
) -> Waits:
    """Send `rate` moves per second even if the bot falls behind; await all replies."""
    sent: dict[int, float] = {}
    moves = turns(games, random.Random(seed))
    began = perf_counter()
    for number in range(int(rate * seconds)):
        game, person, text = next(moves)  # chosen in advance, so that the choice is not measured
        await asyncio.sleep(max(began + number / rate - perf_counter(), 0))
        sent[await discord.move(game, person, text)] = perf_counter()
    took = perf_counter() - began
    await discord.until(lambda: sent.keys() <= discord.answered.keys(), 240)
    return Waits(len(sent), [discord.answered[item] - at for item, at in sent.items()], took)


async def flat_out(
    discord: LoadedDiscord, games: Sequence[Game], people: int, seconds: float
) -> Waits:
    """Simulate players who move again as soon as they get a reply."""
    waits: list[float] = []
    began = perf_counter()

    async def one(number: int) -> None:
        moves = turns(games[number::people], random.Random(number))
        while perf_counter() < began + seconds:
            game, person, text = next(moves)
            at = perf_counter()
            asked = await discord.move(game, person, text)
            await discord.until(partial(discord.answered.__contains__, asked))
            waits.append(discord.answered[asked] - at)

    await asyncio.gather(*(one(number) for number in range(people)))
    return Waits(len(waits), waits, perf_counter() - began)


async def play_slowly(
    discord: LoadedDiscord, games: Sequence[Game], moves: int, key: str, seed: int = 1
) -> None:
    """Make one move a second, each with autocomplete, and wait for its board.

    Autocomplete is requested twice: for an empty text, and for the first square of the move. If the
    match has an older board, the move ends when its buttons are removed.
    """
    chosen = islice(turns(games, random.Random(seed), key), moves)
    for game, person, text in chosen:
        began = perf_counter()
        posted, edited = len(discord.posted), discord.times("PATCH", "")
        has_board = game.position.ply > 1
        for typed in ("", text[: text.index("-")]):
            await discord.autocomplete(game, person, typed)
        await discord.move(game, person, text)
        await discord.until_posted(posted + 1)
        await discord.until(lambda: discord.times("PATCH", "") > edited or not has_board)  # noqa: B023
        await asyncio.sleep(max(began + 1 - perf_counter(), 0))
