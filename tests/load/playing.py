"""People who play at a steady rate, and how long they wait."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from time import perf_counter

from engine import variant
from tests.load.database import GAME, Game
from tests.load.discord import LoadedDiscord


@dataclass(frozen=True, slots=True)
class Waits:
    """How long people waited for the answer to a move, in seconds."""

    sent: int
    answered: Sequence[float]
    seconds: float
    """How long it took to send them."""

    def at(self, share: float) -> float:
        """The wait that this share of the answers kept to."""
        kept = sorted(self.answered)
        return kept[min(int(len(kept) * share), len(kept) - 1)]

    def __str__(self) -> str:
        told = ", ".join(
            f"{share:.0%} {self.at(share) * 1000:.0f} ms" for share in (0.5, 0.95, 0.99)
        )
        return f"{len(self.answered)} of {self.sent} moves answered; {told}"


def turns(games: Sequence[Game], rng: random.Random) -> Iterator[tuple[Game, int, str]]:
    """Random legal moves of these games in turn, and who makes each; a game that is over is left out."""
    game = variant(GAME)
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
    """Send so many moves a second, whether the bot keeps up or not, and wait for the answers."""
    sent: dict[int, float] = {}
    moves = turns(games, random.Random(seed))
    began = perf_counter()
    for number in range(int(rate * seconds)):
        game, person, text = next(moves)  # before it is time: it costs us, and nobody waits for it
        await asyncio.sleep(max(began + number / rate - perf_counter(), 0))
        sent[await discord.move(game, person, text)] = perf_counter()
    took = perf_counter() - began
    await discord.until(lambda: sent.keys() <= discord.answered.keys(), 240)
    return Waits(len(sent), [discord.answered[one] - at for one, at in sent.items()], took)


async def flat_out(
    discord: LoadedDiscord, games: Sequence[Game], people: int, seconds: float
) -> Waits:
    """So many people who each move again as soon as they are answered."""
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
