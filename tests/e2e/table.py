"""A simulated Discord with the whole bot in it, and people who click and type there."""

import copy
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import discord
import simcord
from simcord.backend.serializers import message_payload
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from bot.client import HalmaClient
from bot.service.actions import moves
from bot.service.match import lifecycle
from bot.store import Store, Tx
from bot.store.models import By, Match
from bot.views.discord_limits import walk
from engine import Position, search, variant
from tests.bot.inline_worker import inline_worker
from tests.bot.service.rebuilt_match import rebuilt

Shown = discord.Message | simcord.ResponseMessage


def parts(message: Shown) -> list[dict[str, Any]]:
    """All components of a message, as sent."""
    raw = [
        component if isinstance(component, dict) else component.to_dict()
        for component in message.components
    ]
    return list(walk(raw))


def text(message: Shown | None) -> str:
    """Everything that a message says, commands as they are written."""
    assert message is not None, "nothing was said"
    said = [message.content, *(part["content"] for part in parts(message) if part["type"] == 10)]
    return re.sub(r"</([a-z ]+):\d+>", r"`/\1`", "\n".join(said))


def ids(message: Shown) -> dict[str, str]:
    """The custom ids of a message's buttons and selects, by action."""
    found = [part["custom_id"] for part in parts(message) if part.get("custom_id")]
    return {custom_id.split(":")[1]: custom_id for custom_id in found}


def options(message: Shown) -> list[dict[str, Any]]:
    """The options of a message's select."""
    return [option for part in parts(message) for option in part.get("options") or ()]


def alts(message: Shown) -> list[str]:
    """The alt texts of a message's pictures."""
    return [item["description"] for part in parts(message) for item in part.get("items") or ()]


@dataclass
class Table:
    """One server with one channel, the bot, and four people."""

    env: simcord.Env
    store: Store
    channel: simcord.ChannelHandle
    ada: simcord.MemberActor
    bruno: simcord.MemberActor
    chen: simcord.MemberActor
    dara: simcord.MemberActor
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    """Ids for what is done without an interaction."""
    expected: tuple[type[BaseException], ...] = ()
    """What may reach the library's own error handlers in this test."""

    @property
    def client(self) -> HalmaClient:
        """The bot that is running now."""
        assert isinstance(self.env.bot, HalmaClient)
        return self.env.bot

    @property
    def board(self) -> discord.Message:
        """The newest message of the channel that bears a board."""
        return next(message for message in reversed(self.posts()) if message.attachments)

    @property
    def last(self) -> discord.Message:
        """The newest message of the channel."""
        message = self.channel.last_message
        assert message is not None
        return message

    def posts(self) -> list[discord.Message]:
        """The bot's messages in the channel, oldest first."""
        me = self.env.backend.bot_user.id
        return [message for message in self.channel.history() if message.author.id == me]

    def seen(self, message: Shown) -> dict[str, Any]:
        """A message as it is now, for somebody who will press a button of it later."""
        stored = self.env.backend.get_message(self.channel.id, message.id)
        return copy.deepcopy(dict(message_payload(self.env.backend, stored)))

    async def at_once(
        self, presses: list[tuple[simcord.MemberActor, Shown | dict[str, Any], str]]
    ) -> list[simcord.InteractionResult]:
        """What comes of buttons that are pressed at the same instant, before the bot has seen any."""
        backend, records, payloads = self.env.backend, [], []
        for actor, message, custom_id in presses:
            record, payload = base_payload(
                backend,
                type=InteractionType.MESSAGE_COMPONENT,
                channel_id=self.channel.id,
                guild_id=self.channel.guild.id,
                user_id=actor.id,
                data={"custom_id": custom_id, "component_type": 2},
            )
            seen = message if isinstance(message, dict) else self.seen(message)
            payload["message"] = seen
            record.source_message_id = int(seen["id"])
            records.append(record)
            payloads.append(payload)
        for payload in payloads:
            backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return [simcord.InteractionResult(self.env, record) for record in records]

    async def menu(self, person: simcord.MemberActor) -> simcord.ResponseMessage:
        """The private menu of the newest board."""
        told = await person.click(self.board, custom_id=ids(self.board)["menu"])
        assert told.response is not None
        assert told.response.ephemeral
        return told.response

    async def restart(self) -> None:
        """Stop the client and start another on the same database."""
        await self.env.restart_bot(new_client(self.env, self.store))

    async def challenge(
        self,
        challenger: simcord.MemberActor,
        opponent: simcord.MemberActor | None = None,
        channel: simcord.ChannelHandle | None = None,
        **choices: Any,
    ) -> discord.Message:
        """Make a challenge; the post of it."""
        choices = {"game": "halma-8", "side": "first", **choices}
        if opponent is not None:
            choices["opponent"] = opponent
        place = channel or self.channel
        told = await challenger.slash(place, "challenge", **choices)
        assert told.response is not None
        assert told.response.ephemeral
        post = place.last_message
        assert post is not None
        return post

    async def begin(
        self,
        first: simcord.MemberActor,
        second: simcord.MemberActor,
        channel: simcord.ChannelHandle | None = None,
        **choices: Any,
    ) -> int:
        """A running game of these two; its number."""
        post = await self.challenge(first, second, channel, **choices)
        await second.click(post, custom_id=ids(post)["accept"])
        async with self.store.read() as tx:
            return (await lifecycle.running_of(tx, second.id))[-1].id

    async def match(self, number: int) -> Match:
        """A match as it is stored."""
        async with self.store.read() as tx:
            return await lifecycle.get(tx, number)

    async def position(self, number: int) -> Position:
        """The position of a match, made anew from its moves."""
        async with self.store.read() as tx:
            return await rebuilt(tx, number)

    async def good_move(self, number: int, rng: random.Random) -> str:
        """A sensible move in the present position."""
        game = variant((await self.match(number)).variant)
        here, runner = await self.position(number), search.levels(game)[1]
        return game.format(search.choose(game, here, runner, seed=rng.getrandbits(32)))

    async def played_on(self, number: int, moves: Iterable[str]) -> None:
        """These moves are made without Discord, by whose turn it is; then the newest board is posted."""
        async with self.store.write() as tx:
            for move in moves:
                await self._make(tx, await lifecycle.get(tx, number), move)
        self.client.scheduler.wake()
        await self.env.settle()

    async def put_forward(self, number: int, moves: Sequence[str], ply: int) -> None:
        """The moves of a whole game are stored as made, up to `ply`; then the newest board is posted."""
        now = self.client.clock()
        async with self.store.write() as tx:
            here = await lifecycle.with_position(tx, await lifecycle.get(tx, number))
            while here.position.ply < ply:
                chosen = here.rules.printed(moves[here.position.ply])
                player = None if chosen == lifecycle.PASS else here.match.to_move
                by: By = "player" if player else "pass"
                here = await lifecycle.move(tx, here, chosen, player=player, by=by, now=now)
            here, _ = await lifecycle.go_on(tx, here, now=now)
            await lifecycle.show(tx, here.match, now)
        self.client.scheduler.wake()
        await self.env.settle()

    async def _make(self, tx: Tx, match: Match, move: str) -> None:
        await moves.play(
            tx,
            match.id,
            player=match.to_move or 0,
            text=move,
            ply=match.ply,
            interaction=next(self.numbers),
            now=self.client.clock(),
        )

    async def moved(self, number: int, *moves: str) -> None:
        """Both players make these moves in turn, by command."""
        people = {each.id: each for each in (self.ada, self.bruno, self.chen, self.dara)}
        for move in moves:
            match = await self.match(number)
            player = people[match.to_move or 0]
            place = simcord.ChannelHandle(
                self.env, self.channel.guild, self.env.backend.get_channel(match.channel)
            )
            await player.slash(place, "move", move=move, game=str(number))


def new_client(env: simcord.Env | None, store: Store) -> HalmaClient:
    """A client whose clock is that of the simulated world."""
    worlds = [env] if env else []
    client = HalmaClient(
        store,
        clock=lambda: int(worlds[0].now().timestamp()) if worlds else 0,
        rng=random.Random(1),
        worker=inline_worker(),
    )
    client.__dict__["worlds"] = worlds
    return client
