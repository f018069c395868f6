"""Simulated Discord running the whole bot, with members who click and type."""

import copy
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import discord

from bot.client import HalmaClient
from bot.service.actions import moves
from bot.service.match import lifecycle
from bot.store import Store, Tx
from bot.store.match import match_saver
from bot.store.models import Match, MoveSource
from bot.views.discord_limits import walk
from bot.views.new_game_form import RATED, NewGame
from engine import Position, search, variant
from tests.bot.inline_worker import inline_worker
from tests.bot.service.rebuilt_match import rebuilt
from tests.e2e import simulator
from tests.e2e.simulator import InteractionType, base_payload, message_payload
from tests.transactions import reading, writing

Shown = discord.Message | simulator.ResponseMessage


def parts(message: Shown) -> list[dict[str, Any]]:
    """Return all components of a message, as sent."""
    raw = [
        component if isinstance(component, dict) else component.to_dict()
        for component in message.components
    ]
    return list(walk(raw))


def text(message: Shown | None) -> str:
    """Return all text of a message, with command mentions as plain commands."""
    assert message is not None, "nothing was said"
    contents = [
        message.content,
        *(part["content"] for part in parts(message) if part["type"] == 10),
    ]
    return re.sub(r"</([a-z ]+):\d+>", r"`/\1`", "\n".join(contents))


def ids(message: Shown) -> dict[str, str]:
    """Return the custom ids of a message's buttons and selects, keyed by action."""
    ids = [part["custom_id"] for part in parts(message) if part.get("custom_id")]
    return {custom_id.split(":")[1]: custom_id for custom_id in ids}


def options(message: Shown) -> list[dict[str, Any]]:
    """Return the options of a message's selects."""
    return [option for part in parts(message) for option in part.get("options") or ()]


def alts(message: Shown) -> list[str]:
    """Return the alt texts of a message's images."""
    return [item["description"] for part in parts(message) for item in part.get("items") or ()]


@dataclass
class Table:
    """A guild with one channel, the bot and four members."""

    env: simulator.Env
    store: Store
    channel: simulator.ChannelHandle
    ada: simulator.MemberActor
    bruno: simulator.MemberActor
    chen: simulator.MemberActor
    dara: simulator.MemberActor
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    """Interaction ids for service calls that bypass Discord."""
    expected: tuple[type[BaseException], ...] = ()
    """Exceptions that may reach discord.py's own error handlers in this test."""

    @property
    def client(self) -> HalmaClient:
        """The running bot."""
        assert isinstance(self.env.bot, HalmaClient)
        return self.env.bot

    @property
    def board(self) -> discord.Message:
        """The channel's newest message that has a board."""
        return next(message for message in reversed(self.posts()) if message.attachments)

    @property
    def last(self) -> discord.Message:
        """The newest message in the channel."""
        message = self.channel.last_message
        assert message is not None
        return message

    def posts(self) -> list[discord.Message]:
        """Return the bot's messages in the channel, oldest first."""
        me = self.env.backend.bot_user.id
        return [message for message in self.channel.history() if message.author.id == me]

    def seen(self, message: Shown) -> dict[str, Any]:
        """Return a snapshot of a message, for pressing its buttons after it has changed."""
        stored = self.env.backend.get_message(self.channel.id, message.id)
        return copy.deepcopy(dict(message_payload(self.env.backend, stored)))

    async def at_once(
        self, presses: list[tuple[simulator.MemberActor, Shown | dict[str, Any], str]]
    ) -> list[simulator.InteractionResult]:
        """Press buttons at the same instant and return the results.

        The bot receives the first interaction only after all of them have been sent.
        """
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
        return [simulator.InteractionResult(self.env, record) for record in records]

    async def menu(self, person: simulator.MemberActor) -> simulator.ResponseMessage:
        """Open the private menu of the newest board."""
        interaction = await person.click(self.board, custom_id=ids(self.board)["menu"])
        assert interaction.response is not None
        assert interaction.response.ephemeral
        return interaction.response

    async def game_record(
        self, person: simulator.MemberActor, browsed: simulator.InteractionResult
    ) -> discord.Attachment:
        """Return the file with the record of the game in an answer of `/game browse`."""
        assert browsed.response is not None
        answer = await person.click(browsed.response, custom_id=ids(browsed.response)["record"])
        assert answer.response is not None
        [file] = answer.response.attachments
        return file

    async def restart(self) -> None:
        """Stop the client and start another on the same database."""
        await self.env.restart_bot(new_client(self.env, self.store))

    async def challenge(
        self,
        challenger: simulator.MemberActor,
        opponent: simulator.MemberActor | None = None,
        channel: simulator.ChannelHandle | None = None,
        **choices: Any,
    ) -> discord.Message:
        """Make a challenge and return its post."""
        place = channel or self.channel
        interaction = await self.challenged(challenger, opponent, place, **choices)
        assert interaction.response is not None
        assert interaction.response.ephemeral
        post = place.last_message
        assert post is not None
        return post

    async def challenged(
        self,
        challenger: simulator.MemberActor,
        opponent: simulator.MemberActor | None = None,
        channel: simulator.ChannelHandle | None = None,
        *,
        others: Sequence[simulator.MemberActor] = (),
        game: str = "halma-8",
        clock: str = "standard",
        rated: bool = True,
        options: Sequence[str] = (),
        side: str = "1",
        note: str = "",
    ) -> simulator.InteractionResult:
        """Submit the More rules form with these choices and return the answer.

        `options` are optional rules and "hints"; `side` is a seat number or "random".
        """
        people = tuple(each.id for each in (opponent, *others) if each is not None)
        wish = NewGame(game, clock, frozenset({RATED} if rated else ()), people)
        components: list[dict[str, Any]] = [
            {"type": 22, "custom_id": "options", "values": list(options)},
            {"type": 3, "custom_id": "side", "values": [side]},
            {"type": 4, "custom_id": "note", "value": note},
        ]
        return await self.forged(challenger, wish.control("new-rules").id("m"), components, channel)

    async def forged(
        self,
        person: simulator.MemberActor,
        custom_id: str,
        components: Sequence[Mapping[str, Any]],
        channel: simulator.ChannelHandle | None = None,
    ) -> simulator.InteractionResult:
        """Submit a form that the bot has not shown."""
        record = self.send_form(person, custom_id, components, channel)
        await self.env.settle()
        return simulator.InteractionResult(self.env, record)

    def send_form(
        self,
        person: simulator.MemberActor,
        custom_id: str,
        components: Sequence[Mapping[str, Any]],
        channel: simulator.ChannelHandle | None = None,
    ) -> Any:
        """Send a submitted form to the bot and return the simulator's record of it."""
        record, payload = base_payload(
            self.env.backend,
            type=InteractionType.MODAL_SUBMIT,
            channel_id=(channel or self.channel).id,
            guild_id=self.channel.guild.id,
            user_id=person.id,
            data={
                "custom_id": custom_id,
                "components": [{"type": 18, "component": dict(each)} for each in components],
            },
        )
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    async def begin(
        self,
        first: simulator.MemberActor,
        second: simulator.MemberActor,
        channel: simulator.ChannelHandle | None = None,
        **choices: Any,
    ) -> int:
        """Start a match between two members and return its number."""
        post = await self.challenge(first, second, channel, **choices)
        await second.click(post, custom_id=ids(post)["accept"])
        with reading(self.store) as tx:
            return (lifecycle.running_of(tx, second.id))[-1].id

    async def match(self, number: int) -> Match:
        """Load a match from the database."""
        with reading(self.store) as tx:
            return lifecycle.load(tx, number)

    async def position(self, number: int) -> Position:
        """Rebuild the position of a match from its moves."""
        with reading(self.store) as tx:
            return rebuilt(tx, number)

    async def good_move(self, number: int, rng: random.Random) -> str:
        """Return a sensible move in the current position."""
        game = variant((await self.match(number)).variant)
        position, runner = await self.position(number), search.levels(game)[1]
        return game.format(search.choose(game, position, runner, seed=rng.getrandbits(32)))

    async def played_on(self, number: int, moves: Iterable[str]) -> None:
        """Play these moves in order without Discord, and post the newest board."""
        with writing(self.store) as tx:
            for move in moves:
                self._make(tx, lifecycle.load(tx, number), move)
        self.client.scheduler.wake()
        await self.env.settle()

    async def put_forward(self, number: int, moves: Sequence[str], ply: int) -> None:
        """Store the moves of a game up to `ply` and post the newest board.

        The moves are not validated.
        """
        now = self.client.clock()
        with writing(self.store) as tx:
            stored = lifecycle.load(tx, number)
            position = lifecycle.load_position(tx, stored)
            while position.position.ply < ply:
                chosen = position.rules.parse_canonical(moves[position.position.ply])
                player = None if chosen == lifecycle.PASS else position.match.to_move
                by: MoveSource = "player" if player else "pass"
                position = lifecycle.apply_move(tx, position, chosen, player=player, by=by, now=now)
            position, _ = lifecycle.advance(tx, position, now=now)
            match_saver.save(tx, stored, position.match)
            lifecycle.queue_board(tx, position.match, now)
        self.client.scheduler.wake()
        await self.env.settle()

    def _make(self, tx: Tx, match: Match, move: str) -> None:
        moves.play(
            tx,
            match.id,
            player=match.to_move or 0,
            text=move,
            ply=match.ply,
            interaction=next(self.numbers),
            now=self.client.clock(),
        )

    async def moved(self, number: int, *moves: str) -> None:
        """Play these moves in order, by command."""
        people = {each.id: each for each in (self.ada, self.bruno, self.chen, self.dara)}
        for move in moves:
            match = await self.match(number)
            player = people[match.to_move or 0]
            place = simulator.ChannelHandle(
                self.env, self.channel.guild, self.env.backend.get_channel(match.channel)
            )
            await player.slash(place, "move", move=move, game=str(number))


def new_client(env: simulator.Env | None, store: Store) -> HalmaClient:
    """Return a client whose clock is that of the simulated world."""
    worlds = [env] if env else []
    client = HalmaClient(
        store,
        clock=lambda: int(worlds[0].now().timestamp()) if worlds else 0,
        rng=random.Random(1),
        worker=inline_worker(),
    )
    client.__dict__["worlds"] = worlds
    return client
