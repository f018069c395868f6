"""Actions of players and managers in a simulated season."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.extensions.tournaments.service import (
    absences,
    drafts,
    forums,
    ladder_challenges,
    ladder_members,
    ladder_view,
    ladders,
    moderation,
    sign_up,
)
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.service.ladder_members import load_member
from bot.service.actions import moves, resignations, vacations
from bot.service.match import lifecycle
from bot.service.players import blocklist
from bot.store import Tx
from bot.store.match import match_saver
from engine import Outcome
from engine import variant as game_of
from tests import raw
from tests.bot.extensions.tournaments import season_departures
from tests.bot.extensions.tournaments.formats import FORMATS
from tests.bot.extensions.tournaments.season_world import (
    CONTROLS,
    DAY,
    FORUM,
    HOUR,
    MANAGER,
    World,
)
from tests.transactions import reading

FORUMS = 0.3
"""Share of the events whose games are in a forum."""


def open_event(world: World) -> None:
    """Let a manager or a member open an event of a random format on a random server."""
    rng, server = world.rng, world.rng.choice(world.servers)
    organiser = MANAGER if rng.random() < 0.6 else rng.choice(world.people)
    is_manager = organiser == MANAGER or rng.random() < 0.5
    kind, variant = rng.choice(FORMATS)
    draft = EventDraft(
        f"Cup {next(world.ids)}",
        variant,
        kind,
        control=rng.choice(CONTROLS),
        rated=is_manager and rng.random() < 0.7,
        at_once=rng.randint(2, 5),
        vacation=rng.random() < 0.8,
        games_each=rng.choice((None, None, 1, 2)) if kind == "all" else None,
        max_entrants=rng.choice((12, 16, 64)),
        round_days=rng.choice((3, 10)) if kind == "rounds" else None,
        closes_in=rng.choice((DAY, 3 * DAY, 5 * DAY)),
    )
    event = world.ask(
        "create an event",
        drafts.create_event,
        draft,
        guild=server,
        channel=server * 100 + rng.randrange(3),
        organiser=organiser,
        is_manager=is_manager,
        interaction=world.id(),
    )
    if event is not None:
        world.tally[f"events/{kind} of {variant}"] += 1
        if rng.random() < FORUMS:
            world.ask(
                "choose a forum",
                forums.choose_forum,
                event.id,
                server * 100 + FORUM,
                guild=server,
                by=organiser,
                is_manager=is_manager,
            )
        world.ask("open an event", drafts.open_event, event.id, by=organiser, is_manager=False)


def join_events(world: World) -> None:
    """Let some people enter open events."""
    for row in raw.look(world.store, "SELECT id, format FROM events WHERE status = 'open'"):
        for player in world.rng.sample(world.people, min(4, len(world.people))):
            if not world.is_absent(player):
                world.ask(
                    "join an event",
                    sign_up.join_event,
                    row["id"],
                    player=player,
                    once=world.rng.random() < 0.2,
                    interaction=world.id(),
                )


def play(world: World) -> None:
    """Let the players to move act in some of the running matches."""
    for row in raw.look(world.store, "SELECT id FROM matches WHERE status = 'running' ORDER BY id"):
        if world.rng.random() < 0.35:
            world.ask("act in a match", _act, row["id"], world)


def _act(tx: Tx, match_id: int, world: World, *, now: int) -> None:
    """Move, resign, or agree to a draw, unless the player to move has vanished."""
    match = lifecycle.load(tx, match_id)
    player, rng = match.to_move, world.rng
    if match.status != "running" or player is None or world.is_absent(player) or player < 0:
        return
    if match.guild in world.removed:
        return
    luck = rng.random()
    if luck < 0.45:
        position = moves.view_at(tx, match.id).position
        game = game_of(match.variant)
        text = game.format(rng.choice(game.moves(position)))
        moves.play(
            tx, match.id, player=player, text=text, ply=None, interaction=world.id(), now=now
        )
        world.tally["moves"] += 1
    elif luck < 0.9 or len(match.players) > 2:
        resignations.resign(tx, match.id, player=player, interaction=world.id(), now=now)
        world.tally["resignations"] += 1
    elif match.ply >= 2:
        after = lifecycle.finish(tx, match, "finished", Outcome(((0, 1),), "agreed"), now)
        match_saver.save(tx, match, after)
        world.tally["draws"] += 1


def answer_questions(world: World) -> None:
    """Let some of the players who were asked answer that they are still playing."""
    query = "SELECT event, player FROM entrants WHERE withdraw_at IS NOT NULL AND left_at IS NULL"
    for row in raw.look(world.store, query):
        if not world.is_absent(row["player"]) and world.rng.random() < 0.15:
            world.ask(
                "answer a question", absences.answer_question, row["event"], player=row["player"]
            )


def take_vacation(world: World) -> None:
    """Let a player go on vacation."""
    player = world.rng.choice(world.people)
    days = world.rng.randint(1, 5)
    world.ask("vacation", vacations.start_vacation, player, days=days, interaction=world.id())


def block(world: World) -> None:
    """Let a player block another one."""
    player, other = world.rng.sample(world.people, 2)
    world.ask("block", blocklist.block, player, other)


def leave_event(world: World) -> None:
    """Let an entrant leave an event."""
    row = _some_entrant(world, "'open', 'running'")
    if row is not None:
        world.ask(
            "leave an event",
            sign_up.leave_event,
            row["event"],
            player=row["player"],
            interaction=world.id(),
        )


def enter_late(world: World) -> None:
    """Let a player enter the waiting list of an event that has begun."""
    rows = raw.look(world.store, "SELECT id FROM events WHERE status = 'running'")
    if rows:
        world.ask(
            "enter late",
            sign_up.join_event,
            world.rng.choice(rows)["id"],
            player=world.rng.choice(world.people),
            interaction=world.id(),
        )


def remove_entrant(world: World) -> None:
    """Let a manager remove an entrant."""
    row = _some_entrant(world, "'open', 'running'")
    if row is not None:
        world.ask(
            "remove an entrant",
            moderation.remove_entrant,
            row["event"],
            player=row["player"],
            reason="insults",
            by=MANAGER,
            is_manager=True,
        )


def _some_entrant(world: World, statuses: str) -> Mapping[str, Any] | None:
    rows = raw.look(
        world.store,
        "SELECT n.event, n.player FROM entrants n JOIN events e ON e.id = n.event"
        f" WHERE n.left_at IS NULL AND n.player > 0 AND e.status IN ({statuses})",
    )
    return world.rng.choice(rows) if rows else None


def score(world: World) -> None:
    """Let a manager score a pairing that is running or over."""
    rows = raw.look(
        world.store,
        "SELECT p.id, (SELECT count(*) FROM pairing_seats s WHERE s.pairing = p.id) AS seats"
        " FROM pairings p JOIN events e ON e.id = p.event WHERE e.status = 'running'"
        " AND p.state <> 'waiting'",
    )
    if not rows:
        return
    row, rng = world.rng.choice(rows), world.rng
    asked: dict[str, Any] = {"reason": "a bet", "by": MANAGER, "is_manager": True}
    if row["seats"] == 2:
        result = rng.choice(("first", "second", "draw", "forfeit-first", "forfeit-second", "void"))
        world.ask("score a pairing", moderation.score_pairing, row["id"], result=result, **asked)
    else:
        places = rng.sample(range(1, row["seats"] + 1), row["seats"])
        world.ask("score a table", moderation.score_table, row["id"], places=places, **asked)


def cancel_event(world: World) -> None:
    """Let a manager cancel an event."""
    rows = raw.look(world.store, "SELECT id FROM events WHERE status IN ('open', 'running')")
    if rows:
        event = world.rng.choice(rows)["id"]
        asked: dict[str, Any] = {"by": MANAGER, "is_manager": True, "reason": "rain"}
        world.ask("cancel an event", drafts.cancel_event, event, **asked)


def open_ladder(world: World, server: int) -> None:
    """Let a manager create a ladder, and some people join it."""
    ladder = world.ask(
        "create a ladder",
        ladders.create_ladder,
        name=f"Stairs {server}",
        variant="halma-8",
        control=CONTROLS[0],
        rated=True,
        guild=server,
        channel=server * 100 + 1,
        by=MANAGER,
        is_manager=True,
        interaction=world.id(),
    )
    for player in world.rng.sample(world.people, max(3, len(world.people) // 8)):
        world.ask(
            "join a ladder", ladder_members.join, ladder.id, player=player, interaction=world.id()
        )


def climb(world: World) -> None:
    """Let some members of ladders challenge others, answer, come back or leave."""
    query = (
        "SELECT ladder, player, inactive_since, timeouts, warned FROM ladder_members"
        " WHERE left_at IS NULL"
    )
    for row in raw.look(world.store, query):
        ladder, player = row["ladder"], row["player"]
        if world.is_absent(player) or player < 0 or world.rng.random() > 0.05:
            continue
        if row["inactive_since"] is not None:
            world.ask(
                "return to a ladder",
                ladder_members.join,
                ladder,
                player=player,
                interaction=world.id(),
            )
            continue
        if (row["timeouts"] or row["warned"]) and world.rng.random() < 0.5:
            world.ask("confirm on a ladder", ladder_members.confirm_presence, ladder, player=player)
        if world.rng.random() < 0.03:
            world.ask(
                "leave a ladder",
                ladder_members.leave,
                ladder,
                player=player,
                interaction=world.id(),
            )
            continue
        with reading(world.store) as tx:
            load_member(tx, ladder, player)
            free = ladder_view.ladder_view(tx, ladder, player, now=world.now).open_to_challenge
        if free:
            world.ask(
                "challenge on a ladder",
                ladder_challenges.challenge,
                ladder,
                player=player,
                other=world.rng.choice(free).player,
                interaction=world.id(),
            )


NOW_AND_THEN: Mapping[Callable[[World], None], float] = {
    season_departures.vanish: 6.0,
    season_departures.come_back: 4.0,
    season_departures.request_erasure: 0.4,
    take_vacation: 2.0,
    block: 1.0,
    leave_event: 2.0,
    enter_late: 4.0,
    remove_entrant: 0.5,
    score: 2.0,
    cancel_event: 0.2,
    season_departures.remove_bot: 0.5,
    season_departures.restore_bot: 0.5,
    season_departures.delete_channel: 0.3,
}
"""What happens now and then, with the number of times per day for 200 people."""
STEP = 6 * HOUR
"""Seconds between two occasions at which people act."""


def act(world: World) -> None:
    """Let people act during one step of the simulation."""
    season_departures.let_erased_return(world)
    join_events(world)
    play(world)
    answer_questions(world)
    climb(world)
    share = len(world.people) / 200 * STEP / DAY
    for action, often in NOW_AND_THEN.items():
        if world.rng.random() < often * share:
            action(world)
