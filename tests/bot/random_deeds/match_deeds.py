"""Deeds of players in their challenges and matches.

Each rule chooses from what there is by a number, so that hypothesis can shrink a failing history.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.service.actions import agreements, moves, offers, plan_editing, resignations
from bot.service.clock.time_control import PRESETS
from bot.service.match import lifecycle
from bot.service.matchmaking import challenge_limits, challenges, computer_games, rematches
from bot.store import Store, address
from bot.store.models import ChallengeSeat, Match
from engine import variant
from tests import raw
from tests.bot.random_deeds.truths import Truths
from tests.bot.random_deeds.world import CHANNEL, GUILD, PEOPLE, World
from tests.transactions import reading

T = TypeVar("T")
KEPT: list[Any] = []
"""Folders that last as long as the process."""
GAMES = ("halma-8", "halma-8", "halma-8", "halma-4-opposite", "halma-4")
FEW = 3
"""Number of running matches of two below which another begins."""
ANY = st.integers(0, 10**6)
PERSON = st.sampled_from(PEOPLE)


@cache
def template() -> Path:
    """Return an empty database with all tables, created once per process."""
    folder = tempfile.TemporaryDirectory()
    KEPT.append(folder)
    path = Path(folder.name) / "template.sqlite3"

    async def make() -> None:
        await (await Store.open(address(path))).close()

    asyncio.run(make())
    return path


class MatchDeeds(RuleBasedStateMachine):
    """A world in which players play, and in which everything must stay true."""

    checks: Sequence[Any] = ()
    """Further checks; see `Truths`."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.patches = [
            mock.patch.object(agreements, "FIRST_ROUNDS", 0),
            mock.patch.object(challenge_limits, "MAX_RUNNING", 10**6),
        ]
        for patch in self.patches:
            patch.start()
        self.world = World(Path(self.folder.name), template())
        self.truths = Truths(self.world, self.checks)
        self.wrong = self.right_by = 0
        """Seconds by which the system clock is ahead, and when it is set right at the latest.

        A clock that stays ahead for longer than it is ahead cannot be recognized as such.
        """

    def teardown(self) -> None:
        """Check everything once more."""
        try:
            self.world.run_jobs()
            self.truths.check(thorough=True)
        finally:
            self.world.end()
            for patch in self.patches:
                patch.stop()
            self.folder.cleanup()

    @invariant()
    def everything_is_true(self) -> None:
        """Run the jobs, and find no fault. A world without matches would be idle."""
        self.world.run_jobs()
        self.truths.check()
        if sum(len(match.people) == 2 for match in self.world.running()) < FEW:
            rng = self.world.rng
            self.started(rng.sample(PEOPLE, 2), rng.random() < 0.5, rng.randrange(10**6))
        self.truths.show()

    # -- choices ---------------------------------------------------------------------------------

    def pick(self, things: Sequence[T], n: int) -> T | None:
        """Return one of these things, or None if there are none."""
        return things[n % len(things)] if things else None

    def some_match(self, n: int) -> Match | None:
        """Return a running match."""
        return self.pick(self.world.running(), n)

    def someone_in(self, match: Match, n: int) -> int:
        """Return a player of a match."""
        return match.players[n % len(match.players)]

    def ids(self, sql: str) -> list[int]:
        """Return the ids that a query finds."""
        return [int(row["id"]) for row in raw.look(self.world.store, sql)]

    def number_of(self, match: Match) -> int:
        """Return the number with which `some_match` finds this match."""
        return [each.id for each in self.world.running()].index(match.id)

    def again(self, match: Match) -> Match:
        """Return a match as it is now."""
        with reading(self.world.store) as tx:
            return lifecycle.load(tx, match.id)

    # -- challenges ------------------------------------------------------------------------------

    @rule(host=PERSON, n=ANY, other=st.none() | PERSON, rated=st.booleans(), control=ANY)
    def challenge(self, host: int, n: int, other: int | None, rated: bool, control: int) -> None:
        game = GAMES[n % len(GAMES)]
        seats = len(variant(game).seats) - 1
        places = [ChallengeSeat(other if slot == 0 else None) for slot in range(seats)]
        self.world.act(
            challenges.create,
            challenger=host,
            variant=game,
            places=places,
            rated=rated,
            control=list(PRESETS.values())[control % len(PRESETS)],
            guild=GUILD,
            channel=CHANNEL,
        )

    @rule(
        n=ANY,
        player=PERSON,
        what=st.sampled_from(("join", "join", "join", "decline", "cancel", "leave", "start")),
    )
    def answer_challenge(self, n: int, player: int, what: str) -> None:
        challenge = self.pick(self.ids("SELECT id FROM challenges ORDER BY id"), n)
        if challenge is not None:
            self.world.act(getattr(challenges, what), challenge, player=player)

    @rule(
        players=st.lists(PERSON, min_size=2, max_size=2, unique=True),
        rated=st.booleans(),
        control=ANY,
    )
    def begin(self, players: list[int], rated: bool, control: int) -> None:
        """Let two players begin a match at once."""
        self.started(players, rated, control)

    @rule(
        players=st.lists(PERSON, min_size=2, max_size=2, unique=True),
        turns=st.integers(8, 14),
        n=ANY,
    )
    def finish(self, players: list[int], turns: int, n: int) -> None:
        """Let two players begin a rated match, and one of them resign after some turns."""
        match = self.started(players, True, n)
        for ply in range(turns):
            match = self.played(match, n // (ply + 1))
        if match is not None:
            loser = self.someone_in(match, n)
            over = self.world.act(resignations.resign, match.id, player=loser)
            if over is not None:
                self.resigned(over, loser)

    def resigned(self, over: Match, loser: int) -> None:
        """Check that a player who has resigned has not won."""
        if over.outcome is not None:
            assert loser not in [over.players[seat] for seat in over.outcome.ranking[0]]

    def started(self, players: list[int], rated: bool, control: int) -> Match | None:
        """Begin a match of two players. Returns None if they may not."""
        made = self.world.act(
            challenges.create,
            challenger=players[0],
            variant="halma-8",
            places=[ChallengeSeat(players[1])],
            rated=rated,
            control=list(PRESETS.values())[control % len(PRESETS)],
            guild=GUILD,
            channel=CHANNEL,
        )
        if made is None or self.world.act(challenges.join, made.id, player=players[1]) is None:
            return None
        return max(self.world.running(), key=lambda match: match.id, default=None)

    @rule(player=PERSON, level=st.integers(1, 2))
    def against_computer(self, player: int, level: int) -> None:
        self.world.act(
            computer_games.start_computer_game,
            variant("halma-8"),
            player=player,
            level=level,
            guild=GUILD,
            channel=CHANNEL,
        )

    @rule(n=ANY, who=ANY)
    def rematch(self, n: int, who: int) -> None:
        over = self.pick(self.ids("SELECT id FROM matches WHERE status <> 'running'"), n)
        if over is not None:
            with reading(self.world.store) as tx:
                match = lifecycle.load(tx, over)
            self.world.act(rematches.request_rematch, over, player=self.someone_in(match, who))

    # -- moves -----------------------------------------------------------------------------------

    @rule(n=ANY, choice=ANY, turns=st.integers(1, 6))
    def play(self, n: int, choice: int, turns: int) -> None:
        """Make some moves in a match."""
        match = self.some_match(n)
        for _ in range(turns):
            match = self.played(match, choice)

    def played(self, match: Match | None, choice: int) -> Match | None:
        """Make a move in a match. Returns None if it is over or a computer is to move."""
        if match is None or match.status != "running" or match.level is not None:
            return None
        played = self.world.act(
            moves.play,
            match.id,
            player=match.to_move,
            text=lambda rules, position: rules.moves(position)[choice % len(rules.moves(position))],
            ply=None,
        )
        assert played is None or played.match.offer is None
        return None if played is None else played.match

    @rule(n=ANY, who=ANY, choice=ANY)
    def plan(self, n: int, who: int, choice: int) -> None:
        """Store a conditional move, for one reply or for any."""
        match = self.some_match(n)
        if match is not None and len(match.players) == 2:
            self.planned(match, who % 2, choice)

    @rule(n=ANY, choice=ANY)
    def plan_and_reply(self, n: int, choice: int) -> None:
        """Store a conditional move for the opponent's next turn, in which they play it."""
        match = self.some_match(n)
        if match is None or len(match.players) > 2 or match.turn is None:
            return
        reply = self.planned(match, 1 - match.turn, choice)
        if reply is not None:
            self.played(match, choice)

    def planned(self, match: Match, seat: int, choice: int) -> Match | None:
        """Store a conditional move of a seat. Returns None if it is refused."""
        if match.players[seat] not in PEOPLE:
            return None
        with reading(self.world.store) as tx:
            state = lifecycle.load_position(tx, match)
        replies = state.rules.moves(state.position)
        reply = replies[choice % len(replies)]
        options = state.rules.moves(state.rules.play(state.position, reply))
        if not options:
            return None
        text = state.rules.format(options[choice % len(options)])
        done = self.world.act(
            plan_editing.save_plan,
            match.id,
            player=match.players[seat],
            text=f"{state.rules.format(reply) if choice % 2 else '*'}, {text}",
            ply=None,
        )
        if done is None:
            return None
        self.truths.plan(match, seat)
        return match

    @rule(n=ANY, who=ANY)
    def take_back(self, n: int, who: int) -> None:
        match = self.some_match(n)
        if match is not None:
            self.world.act(offers.take_back, match.id, player=self.someone_in(match, who))
