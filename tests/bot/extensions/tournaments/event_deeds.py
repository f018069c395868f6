"""Random deeds in tournaments, seasons and ladders."""

from typing import Any
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import rule

from bot import extension_points
from bot.extensions.tournaments.service import (
    absences,
    drafts,
    ladder_challenges,
    ladder_members,
    ladders,
    moderation,
    seasons,
    sign_up,
)
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.service.actions import resignations
from bot.service.clock.calendar import DAY
from tests import raw
from tests.bot.extensions.tournaments import event_checks
from tests.bot.random_deeds.deeds import ANY, PERSON, Deeds
from tests.bot.random_deeds.world import (
    CHANNEL,
    GUILD,
    INSTALLED,
    PEOPLE,
    World,
    without_tournaments,
)

WITHOUT_MOVES = (
    "SELECT e.id, n.player FROM events e JOIN entrants n ON n.event = e.id"
    " WHERE e.status = 'finished' AND n.place = 1 AND (n.left_at IS NOT NULL OR NOT EXISTS"
    " (SELECT 1 FROM pairings p JOIN moves v ON v.match = p.match AND v.player = n.player"
    " WHERE p.event = e.id))"
)
"""Champions who have left or have never made a move, unless a manager has decided results."""
RANKS = (
    "SELECT ladder AS id FROM ladder_members WHERE rank IS NOT NULL"
    " GROUP BY ladder HAVING count(*) <> max(rank) OR count(*) <> count(DISTINCT rank)"
)
FORMATS = ("all", "cup", "rounds")
MANAGER = PEOPLE[0]
DECIDED: set[int] = set()
"""Events in which a manager has decided results."""


def event_faults(world: World, thorough: bool) -> list[str]:
    """Return the faults of events and ladders."""
    if extension_points.installed() != INSTALLED:
        return []  # the extension makes up for it when it is back
    rows = [row for row in raw.look(world.store, WITHOUT_MOVES) if row["id"] not in DECIDED]
    faults = [f"event {row['id']}: {row['player']} has not played and has won" for row in rows]
    rows = raw.look(world.store, RANKS)
    faults += [f"ladder {row['id']}: its ranks have gaps" for row in rows]
    return faults + (event_checks.find_faults(world.store) if thorough else [])


class EventDeeds(Deeds):
    """A world with tournaments, seasons and ladders."""

    checks = (event_faults,)

    def __init__(self) -> None:
        super().__init__()
        DECIDED.clear()
        self.gone: Any = None
        """The patch that takes the extension away, or None while it is there."""

    def teardown(self) -> None:
        """Put the extension back, and check everything once more."""
        if self.gone is not None:
            self.take_extension_away()
        super().teardown()

    def manager(self, deed: Any, *args: Any, **more: Any) -> Any:
        """Call a function as a manager, if the extension is there."""
        if self.gone is None:
            return self.world.act(deed, *args, by=MANAGER, is_manager=True, **more)
        return None

    def person(self, deed: Any, *args: Any, **more: Any) -> Any:
        """Call a function as a player, if the extension is there."""
        return self.world.act(deed, *args, **more) if self.gone is None else None

    @rule(what=st.sampled_from(FORMATS), entrants=st.integers(2, 7), start=st.booleans())
    def event(self, what: Any, entrants: int, start: bool) -> None:
        """Create an event, open it, enter players and perhaps begin it."""
        draft = EventDraft(f"Cup {next(self.world.numbers)}", "halma-8", format=what)
        made = self.person(
            drafts.create_event,
            draft,
            guild=GUILD,
            channel=CHANNEL,
            organiser=MANAGER,
            is_manager=True,
        )
        if made is None or self.manager(drafts.open_event, made.id) is None:
            return
        for player in PEOPLE[:entrants]:
            self.person(sign_up.join_event, made.id, player=player)
        if start:
            self.manager(sign_up.start_now, made.id)

    @rule(n=ANY, player=PERSON, what=st.sampled_from(("join", "leave", "answer")))
    def take_part(self, n: int, player: int, what: str) -> None:
        event = self.pick(self.ids("SELECT id FROM events ORDER BY id"), n)
        deed: Any = {
            "join": sign_up.join_event,
            "leave": sign_up.leave_event,
            "answer": absences.answer_question,
        }[what]
        if event is not None:
            self.person(deed, event, player=player)

    @rule(n=ANY, player=PERSON, what=st.sampled_from(("start", "cancel", "remove", "score")))
    def organise(self, n: int, player: int, what: str) -> None:
        event = self.pick(self.ids("SELECT id FROM events ORDER BY id"), n)
        if event is None:
            return
        if what == "start":
            self.manager(sign_up.start_now, event)
        elif what == "cancel" and n % 3 == 0:
            self.manager(drafts.cancel_event, event, reason="rain")
        elif what == "remove":
            self.manager(moderation.remove_entrant, event, player=player, reason="rain")
        elif what == "score":
            pairing = self.pick(self.ids("SELECT id FROM pairings ORDER BY id"), n // 5)
            if pairing is not None:
                DECIDED.update(self.ids("SELECT id FROM events"))
                result: Any = ("first", "second", "draw")[n % 3]
                self.manager(moderation.score_pairing, pairing, result=result, reason="rain")

    @rule(number=st.integers(3, 8), idle=st.booleans())
    def ladder(self, number: int, idle: bool) -> None:
        """Create a ladder that players join, half of them later if `idle`.

        Those who joined first then become inactive together, while the others stay below them.
        """
        made = self.manager(
            ladders.create_ladder,
            name=f"Stairs {next(self.world.numbers)}",
            variant="halma-8",
            control="72h+12h cap 120h",
            rated=True,
            guild=GUILD,
            channel=CHANNEL,
        )
        ladder = self.pick(self.ids("SELECT id FROM club_ladders ORDER BY id"), number)
        ladder = ladder if made is None else made.id
        if ladder is None:
            return
        for player in PEOPLE[: number // 2 + 2 if idle else number]:
            self.person(ladder_members.join, ladder, player=player)
        if idle:
            self.world.live(self.at_most(20 * DAY))
            for player in PEOPLE[number // 2 + 2 :]:
                self.person(ladder_members.join, ladder, player=player)
            self.world.live(self.at_most(26 * DAY))

    @rule(n=ANY, player=PERSON, other=PERSON)
    def climb(self, n: int, player: int, other: int) -> None:
        ladder = self.pick(self.ids("SELECT id FROM club_ladders ORDER BY id"), n)
        deeds: Any = (
            ladder_members.join,
            ladder_members.leave,
            ladder_members.confirm_presence,
        )
        if ladder is None:
            return
        if n % 7 < len(deeds):
            self.person(deeds[n % 7], ladder, player=player)
        else:
            self.person(ladder_challenges.challenge, ladder, player=player, other=other)

    @rule(period=st.sampled_from(("month", "quarter")))
    def season(self, period: Any) -> None:
        self.manager(
            seasons.create_series,
            EventDraft(f"Championship {period}", "halma-8"),
            period=period,
            divisions=False,
            guild=GUILD,
            channel=CHANNEL,
        )

    @rule(n=ANY, turns=st.integers(0, 5))
    def play_event_game(self, n: int, turns: int) -> None:
        """Play some moves in a match of an event, and let someone win it."""
        played = [match for match in self.world.running() if match.event is not None]
        match = self.pick(played, n)
        if match is None or len(match.players) != 2:
            return
        for _ in range(turns):
            self.play(self.world.running().index(match), n, 1)
            match = self.again(match)
            if match.status != "running":
                return

        if turns > 2:
            self.person(resignations.resign, match.id, player=match.players[n % 2])

    @rule(days=st.sampled_from((10, 46, 46, 100)))
    def weeks_pass(self, days: int) -> None:
        self.world.live(self.at_most(days * DAY))

    @rule()
    def take_extension_away(self) -> None:
        """Take the extension away, or put it back, which needs a restart."""
        self.world.note("extension away" if self.gone is None else "extension back")
        if self.gone is None:
            self.gone = mock.patch.object(extension_points, "installed", without_tournaments)
            self.gone.start()
        else:
            self.gone.stop()
            self.gone = None
        self.world.restart(0)
