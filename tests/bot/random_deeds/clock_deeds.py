"""Deeds that stop, extend or end the clocks of matches, often around a deadline."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from bot.service.actions import aborts, claims, offers, partner_takeover, resignations, vacations
from bot.service.clock.calendar import DAY, HOUR
from bot.service.notifications import reminders
from bot.store.match import matches
from bot.store.models import Match, OfferKind, level_of
from tests.bot.random_deeds.clock_truths import SLACK
from tests.bot.random_deeds.match_deeds import ANY, PERSON, MatchDeeds
from tests.bot.random_deeds.world import PEOPLE
from tests.transactions import reading

GIFT, PAUSE = DAY, 14 * DAY
"""Seconds by which an extra day and a pause extend a turn, independently of the service."""
AROUND = (-1, 0, 1, 10, 29, 30, 31)
"""Seconds after a deadline. A turn is lost at the first sweep that is more than 30 s after it."""
LATE = st.sampled_from(AROUND)


class ClockDeeds(MatchDeeds):
    """A world in which players make offers, go on vacation and run out of time."""

    def extended(self, before: Match, by: int, *, until: int, exactly: bool = False) -> None:
        """Check that a turn was extended by `by` seconds, and lasts at least to `until`.

        `before` is the match before. `exactly` says that the seconds are added to the time that was
        left, rather than counted from now.
        """
        after = self.again(before)
        if after.status != "running" or after.level is not None or after.turn != before.turn:
            return
        deadline, had = after.deadline or 0, max(self.world.now, before.deadline or 0)
        if before.overdue is not None:
            had = self.world.now  # its stored deadline is that of the claim
        said = (after.id, had, deadline, until, self.world.history)
        assert after.overdue is None, said
        assert deadline >= until, said
        assert deadline <= had + by + SLACK, said
        if exactly:
            assert deadline >= had + by - HOUR, said  # a change to summer time takes an hour

    def credited(self, match: Match) -> Match:
        """Return a match after all downtime was credited to its players."""
        for player in match.people:
            self.world.before_request(player)
        return self.again(match)

    # -- offers ----------------------------------------------------------------------------------

    @rule(
        n=ANY,
        kind=st.sampled_from(("draw", "takeback", "pause", "pause", "abort", "gift")),
        agree=st.booleans(),
    )
    def offer(self, n: int, kind: OfferKind, agree: bool) -> None:
        """Make an offer, to which the others may agree."""
        match = self.some_match(n)
        if match is None:
            return
        match, player = self.credited(match), self.someone_in(match, n // 7)
        if agree:
            after = self.agree(match, kind, player)
        else:
            after = self.world.act(offers.make_offer, match.id, kind, player=player, drawn=None)
            silent = [
                other
                for seat, other in enumerate(match.players)
                if other in PEOPLE and other != player and seat not in match.departed_seats
            ]
            assert after is None or match.offer or not silent or after.status == "running"
        if after is not None and after.offer is None and match.turn == after.turn:
            if kind == "pause":
                self.extended(match, PAUSE, until=self.world.now + PAUSE)
            elif kind == "gift":
                self.extended(match, GIFT, until=self.world.now + GIFT, exactly=True)

    @rule(n=ANY, kind=st.sampled_from(("draw", "takeback", "pause", "abort")), choice=ANY)
    def pass_over(self, n: int, kind: OfferKind, choice: int) -> None:
        """Make an offer that nobody answers, and a move, with which it ends."""
        match = self.some_match(n)
        if match is not None:
            self.offer(self.number_of(match), kind, agree=False)
            self.played(self.again(match), choice)

    def agree(self, match: Match, kind: OfferKind, player: int) -> Match | None:
        """Make an offer, and let all others agree to it. Returns None if it was refused."""
        after = self.world.act(offers.make_offer, match.id, kind, player=player, drawn=None)
        for other in match.players:
            if after is not None and other != player and other in PEOPLE:
                done = self.world.act(
                    offers.answer_offer, match.id, kind, agrees=True, player=other
                )
                after = done or after
        return after

    @rule(n=ANY, who=ANY, agrees=st.booleans())
    def answer(self, n: int, who: int, agrees: bool) -> None:
        match = self.some_match(n)
        if match is not None and match.offer is not None:
            self.world.act(
                offers.answer_offer,
                match.id,
                match.offer.kind,
                agrees=agrees,
                player=self.someone_in(match, who),
            )

    @rule(n=ANY, choice=ANY)
    def regret(self, n: int, choice: int) -> None:
        """Make a move, and take it back with the consent of all."""
        match = self.some_match(n)
        after = self.played(match, choice)
        if match is not None and after is not None and match.to_move in PEOPLE:
            self.agree(after, "takeback", match.to_move)

    # -- decisions -------------------------------------------------------------------------------

    @rule(
        n=ANY,
        who=ANY,
        what=st.sampled_from(("claim", "give", "day", "nudge", "mute", "abort", "resign")),
    )
    def decide(self, n: int, who: int, what: str) -> None:
        match = self.some_match(n)
        if match is None:
            return
        match = self.credited(match)
        deed: Any = {
            "claim": claims.claim_turn,
            "give": vacations.give_time,
            "day": claims.give_day,
            "nudge": reminders.nudge,
            "mute": reminders.mute_turn,
            "abort": aborts.abort,
            "resign": resignations.resign,
        }[what]
        more = {"ply": match.ply} if what == "mute" else {}
        player = self.someone_in(match, who)
        done = self.world.act(deed, match.id, player=player, **more)
        if what in ("give", "day") and done not in (None, True):
            self.extended(match, GIFT, until=self.world.now + GIFT, exactly=True)
        elif what == "resign" and done is not None:
            self.resigned(done, player)

    @rule(n=ANY, who=ANY, choice=st.sampled_from(("hands", "computer")))
    def take_over(self, n: int, who: int, choice: Any) -> None:
        match = self.some_match(n)
        if match is not None:
            self.world.act(
                partner_takeover.choose_takeover,
                match.id,
                player=self.someone_in(match, who),
                choice=choice,
            )

    @rule(player=PERSON, days=st.integers(0, 7))
    def vacation(self, player: int, days: int) -> None:
        if days == 0:
            self.world.act(vacations.end_now, player)
            return
        self.world.before_request(player)
        with reading(self.world.store) as tx:
            before = {match.id: match for match in matches.awaiting_player(tx, player)}
        until = self.world.act(vacations.start_vacation, player, days=days)
        if until is None:
            return
        assert until == self.world.now + days * DAY
        self.truths.clocks.book(player, until)
        with reading(self.world.store) as tx:
            running = {match.id for match in vacations.not_stopped(tx, player, self.world.now)}
            stopped = [
                match for match in matches.awaiting_player(tx, player) if match.id not in running
            ]
        for match in stopped:
            self.extended(before[match.id], days * DAY, until=until)

    # -- deadlines -------------------------------------------------------------------------------

    @rule(n=ANY, late=LATE)
    def go_to_deadline(self, n: int, late: int) -> None:
        """Let time pass until just around the first deadline, or another one."""
        deadlines = sorted(
            match.deadline
            for match in self.world.running()
            if match.deadline is not None and match.deadline + late > self.world.now
        )
        at = self.pick(deadlines[: 1 + n % 2], n)
        if at is not None and not self.wrong:
            self.world.live(max(0, at - 60 - self.world.now))
            self.world.now = max(self.world.now, at + late)
            self.world.note(f"{late} s after a deadline")
            self.world.beat()

    def at_deadline(self, n: int, late: int) -> Match | None:
        """Go to a deadline, and return a match whose time has nearly or just run out."""
        self.go_to_deadline(n, late)
        near = [
            match
            for match in self.world.running()
            if match.deadline is not None
            and match.overdue is None
            and abs(match.deadline - self.world.now) <= max(AROUND)
        ]
        return self.pick(near, n)

    @rule(n=ANY, late=LATE)
    def pause_at_deadline(self, n: int, late: int) -> None:
        match = self.at_deadline(n, late)
        if match is not None:
            self.offer(self.number_of(match), "pause", agree=True)

    @rule(n=ANY, late=LATE)
    def gift_at_deadline(self, n: int, late: int) -> None:
        match = self.at_deadline(n, late)
        if match is not None:
            self.decide(self.number_of(match), 1 - (match.turn or 0), "give")

    @rule(n=ANY, late=LATE, days=st.integers(1, 3))
    def vacation_at_deadline(self, n: int, late: int, days: int) -> None:
        match = self.at_deadline(n, late)
        if match is not None and match.to_move in PEOPLE:
            self.vacation(match.to_move, days)

    @rule(n=ANY, late=LATE)
    def move_at_deadline(self, n: int, late: int) -> None:
        """Move just around the deadline: it is accepted until then, and not later."""
        match = self.at_deadline(n, late)
        if match is None or level_of(match.to_move or 0) is not None:
            return
        match = self.credited(match)
        deadline = match.deadline or 0
        after = self.played(match, n)
        if match.result_counts and match.deciding_partner is None:
            assert (after is not None) == (self.world.now <= deadline), (match, self.world.history)
