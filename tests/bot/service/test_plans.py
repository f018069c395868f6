"""Plans that stand in a match: played at once, ended in private, and never anybody else's business."""

import random
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.service import matches, outbox, planned, planning, plans, verify
from bot.service import settings as wishes
from bot.service.calendar import DAY
from bot.service.clocks import TimeControl
from bot.service.errors import BadPlan, NoPlan, NotPlaying, NoTurn, Stale, YourTurn
from bot.service.plans import Plan
from bot.service.values import Made, Match
from bot.store import Store, address
from engine import VARIANTS, Position
from engine import variant as game_of
from tests.bot.service.club import ADA, BRUNO, CLARA, Club

OPENING, REPLY, ANSWER = "II,3-III,3", "VII,6-VI,6", "III,3-IV,3"


async def leave(club: Club, match: Match, player: int, text: str, **more: Any) -> Plan:
    told: dict[str, Any] = {"ply": None, "interaction": next(club.ids), "now": club.now}
    async with club.store.write() as tx:
        return await plans.leave(tx, match.id, player=player, text=text, **(told | more))


async def mine(club: Club, match: Match, player: int) -> str | None:
    async with club.store.read() as tx:
        _, plan = await plans.mine(tx, match.id, player=player)
    return None if plan is None else plan.text


async def news(club: Club, player: int) -> list[tuple[int, str | None]]:
    async with club.store.write() as tx:
        return [(plan.match, plan.ended) for plan in await plans.news(tx, player)]


async def begun(club: Club, **more: Any) -> Match:
    """A match in which Ada has moved and Bruno is to move."""
    match = await club.match(**more)
    await club.play(match, ADA, OPENING)
    await club.tell()
    return await club.get(match)


async def stored(club: Club, match: Match | None = None) -> list[dict[str, Any]]:
    """The plans that stand, of this match or of all."""
    rows = await club.rows("SELECT * FROM plans WHERE ended IS NULL ORDER BY seat")
    return [dict(row) for row in rows if match is None or row["match_id"] == match.id]


async def test_a_plan_is_played_with_the_move_that_it_answers_and_shown_on_one_board(
    club: Club,
) -> None:
    match = await begun(club)
    await leave(club, match, ADA, f"if {REPLY} then {ANSWER}")
    assert await club.owed() == []
    played = await club.play(match, BRUNO, REPLY)
    assert (played.match.ply, played.match.to_move) == (3, BRUNO)
    (reply,) = played.replies
    assert (reply.ply, reply.seat, reply.player, reply.by) == (2, 0, ADA, "plan")
    seen = await club.seen(match)
    assert [event.by for event in seen.events if isinstance(event, Made)] == ["player", "plan"]
    assert [(row.kind, row.ply) for row in await club.tell() if row.kind != "strip"] == [
        ("board", 3)
    ]
    assert await stored(club) == []
    assert await news(club, ADA) == []
    assert await club.faults() == []


async def test_the_record_is_the_same_as_if_it_had_been_played_by_hand(club: Club) -> None:
    with_plan, by_hand = await begun(club), await begun(club)
    await leave(club, with_plan, ADA, f"any {ANSWER}")
    await club.play(with_plan, BRUNO, REPLY)
    for player, move in ((BRUNO, REPLY), (ADA, ANSWER)):
        await club.play(by_hand, player, move)
    async with club.store.read() as tx:
        records = [await matches.record(tx, one.id, {}) for one in (with_plan, by_hand)]
    assert records[0] == records[1]


async def test_the_same_move_a_second_time_tells_the_same_and_plays_nothing(club: Club) -> None:
    match = await begun(club)
    await leave(club, match, ADA, f"any {ANSWER} any IV,3-V,3")
    first = await club.play(match, BRUNO, REPLY, interaction=99)
    again = await club.play(match, BRUNO, REPLY, interaction=99)
    assert again.repeated
    assert (again.move, again.replies, again.match) == (first.move, first.replies, first.match)
    assert await mine(club, match, ADA) == "any IV,3-V,3"


async def test_a_planned_move_takes_no_time_and_earns_its_increment(club: Club) -> None:
    match = await begun(club, control=TimeControl(2 * DAY, DAY // 3, 9 * DAY))
    await leave(club, match, ADA, f"any {ANSWER}")
    (before,) = await club.rows("SELECT bank FROM match_seats WHERE seat = 0")
    club.now += 5 * 3600
    await club.play(match, BRUNO, REPLY, interaction=club.sent_at(club.now))
    (after,) = await club.rows("SELECT bank FROM match_seats WHERE seat = 0")
    assert after["bank"] == before["bank"] + DAY // 3
    (clock,) = await club.rows("SELECT seat, ply, started FROM clocks")
    assert (clock["seat"], clock["ply"], clock["started"]) == (1, 3, club.now)


async def test_a_plan_goes_on_turn_after_turn_and_ends_with_its_last_move(club: Club) -> None:
    match = await begun(club)
    await leave(club, match, ADA, f"if {REPLY} then {ANSWER} any IV,3-V,3; any {ANSWER}")
    await club.play(match, BRUNO, REPLY)
    assert await mine(club, match, ADA) == "any IV,3-V,3"
    played = await club.play(match, BRUNO, "VIII,5-VII,5")
    assert [reply.by for reply in played.replies] == ["plan"]
    assert await mine(club, match, ADA) is None
    assert await news(club, ADA) == []


async def test_edge_7_a_plan_does_not_fire_after_a_move_was_taken_back(club: Club) -> None:
    match = await begun(club)
    await leave(club, match, ADA, f"any {ANSWER}")
    async with club.store.write() as tx:
        await plans.cancel(tx, match, why="takeback", now=club.now)
    played = await club.play(match, BRUNO, REPLY)
    assert (played.replies, played.match.to_move) == ((), ADA)
    assert await news(club, ADA) == [(match.id, "takeback")]
    assert await news(club, ADA) == []


async def test_edge_8_a_plan_whose_path_is_blocked_is_cancelled_with_notice(club: Club) -> None:
    match = await club.match()
    game, clash = game_of(match.variant), None
    while clash is None:  # until a man of Bruno's can go where one of Ada's wants to go
        await club.turn(match)
        position = await rebuilt(club, match)
        if position.turn == 1:
            clash = next(
                (
                    (reply, step)
                    for reply in game.moves(position)
                    for step in game.moves(Position(position.cells, 0))
                    if step.path[-1] == reply.path[-1]
                ),
                None,
            )
    target, own = clash
    await leave(club, match, ADA, f"any {game.format(own)}")
    played = await club.play(match, BRUNO, game.format(target))
    assert (played.replies, played.match.to_move) == ((), ADA)
    assert await mine(club, match, ADA) is None
    assert await news(club, ADA) == [(match.id, "touched")]
    assert await club.faults() == []


async def rebuilt(club: Club, match: Match) -> Position:
    async with club.store.read() as tx:
        return await matches.rebuild(tx, match.id)


async def test_a_reply_that_no_line_foresees_ends_the_plan(club: Club) -> None:
    match = await begun(club)
    await leave(club, match, ADA, f"if {REPLY} then {ANSWER}")
    played = await club.play(match, BRUNO, "VIII,5-VII,5")
    assert played.replies == ()
    assert await news(club, ADA) == [(match.id, "unforeseen")]


async def test_the_end_is_told_by_direct_message_after_the_night_and_only_once(club: Club) -> None:
    match = await begun(club)
    async with club.store.write() as tx:
        await wishes.change(tx, ADA, zone="UTC", quiet="22:00-08:00", now=club.now)
    club.now += -club.now % 86400 - 3600  # 23:00
    await leave(club, match, ADA, f"if {REPLY} then {ANSWER}")
    await club.play(match, BRUNO, "VIII,5-VII,5", interaction=club.sent_at(club.now))
    async with club.store.read() as tx:
        assert await planned.next_due(tx) == club.now + 9 * 3600
    club.now += 9 * 3600
    async with club.store.write() as tx:
        assert await planned.tell(tx, now=club.now) == 1
        assert await planned.tell(tx, now=club.now) == 0
        rows = [row for row in await outbox.due(tx, now=club.now, limit=9) if row.kind == "plan"]
    (row,) = rows
    assert (row.user, row.channel, row.match) == (ADA, None, match.id)
    assert ANSWER not in str(row.payload)
    async with club.store.write() as tx:
        assert await planned.untold(tx, row) is not None
        await planned.told(tx, row)
        assert await planned.untold(tx, row) is None
    assert await news(club, ADA) == []


async def test_who_wants_no_reminders_gets_no_direct_message_but_is_told_when_he_comes(
    club: Club,
) -> None:
    match = await begun(club)
    async with club.store.write() as tx:
        await wishes.change(tx, ADA, remind="none", now=club.now)
    await leave(club, match, ADA, f"if {REPLY} then {ANSWER}")
    await club.play(match, BRUNO, "VIII,5-VII,5")
    async with club.store.write() as tx:
        assert await planned.next_due(tx) is None
    assert await news(club, ADA) == [(match.id, "unforeseen")]


async def test_a_plan_is_replaced_withdrawn_and_left_only_by_whom_it_concerns(club: Club) -> None:
    match = await begun(club)
    with pytest.raises(YourTurn):
        await leave(club, match, BRUNO, f"any {REPLY}")
    with pytest.raises(NotPlaying):
        await leave(club, match, CLARA, f"any {REPLY}")
    with pytest.raises(Stale):
        await leave(club, match, ADA, f"any {ANSWER}", ply=0)
    with pytest.raises(BadPlan):
        await leave(club, match, ADA, "if")
    assert await stored(club) == []
    await leave(club, match, ADA, f"any {ANSWER}", interaction=77)
    assert (await leave(club, match, ADA, "any IV,1-V,1", interaction=77)).text == f"any {ANSWER}"
    await leave(club, match, ADA, "any IV,1-V,1", ply=1)
    assert await mine(club, match, ADA) == "any IV,1-V,1"
    assert await mine(club, match, BRUNO) is None
    async with club.store.write() as tx:
        with pytest.raises(NoPlan):
            await plans.withdraw(tx, match.id, player=BRUNO)
        await plans.withdraw(tx, match.id, player=ADA)
    assert (await club.play(match, BRUNO, REPLY)).replies == ()
    assert await news(club, ADA) == []


async def test_nothing_that_others_can_ask_for_knows_of_a_plan(club: Club) -> None:
    match = await begun(club)
    before = await club.seen(match), await club.get(match), await club.rows("SELECT * FROM outbox")
    await leave(club, match, ADA, f"any {ANSWER}")
    assert before == (
        await club.seen(match),
        await club.get(match),
        await club.rows("SELECT * FROM outbox"),
    )


async def test_plans_go_silently_when_the_match_ends_or_their_player_leaves(club: Club) -> None:
    match = await begun(club)
    await leave(club, match, ADA, f"any {ANSWER}")
    await club.act("resign", match, BRUNO)
    assert await stored(club) == []
    three = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    await leave(club, three, BRUNO, f"any {await any_move(club, three, 1)}")
    await leave(club, three, CLARA, f"any {await any_move(club, three, 2)}")
    await club.act("resign", three, BRUNO)
    assert [row["player"] for row in await stored(club)] == [CLARA]
    assert await news(club, BRUNO) == []


async def any_move(club: Club, match: Match, seat: int) -> str:
    game = game_of(match.variant)
    position = await rebuilt(club, match)
    there = Position(position.cells, seat, position.stock, position.done, position.gone)
    return game.format(game.moves(there)[0])


async def test_the_plans_of_two_players_answer_one_move_of_a_third(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    for player, seat in ((BRUNO, 1), (CLARA, 2)):
        await leave(club, match, player, f"any {await any_move(club, match, seat)}")
    played = await club.play(match, ADA, await any_move(club, match, 0))
    assert [(reply.player, reply.by) for reply in played.replies] == [
        (BRUNO, "plan"),
        (CLARA, "plan"),
    ]
    assert (played.match.ply, played.match.to_move) == (3, ADA)
    assert [row.kind for row in await club.tell() if row.kind != "strip"] == ["board"]
    assert await club.faults() == []


async def test_a_plan_answers_the_computer_that_plays_for_somebody_who_left(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    await leave(club, match, BRUNO, f"any {await any_move(club, match, 1)}")
    after = await club.act("resign", match, ADA)
    assert (after.ply, after.to_move) == (2, CLARA)
    assert [event.by for event in (await club.seen(match)).events if isinstance(event, Made)] == [
        "runner",
        "plan",
    ]
    assert await club.faults() == []


async def test_who_has_finished_has_nothing_to_plan(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    game = game_of(match.variant)
    position = await rebuilt(club, match)

    async with club.store.write() as tx:
        here = await matches.get(tx, match.id)
        assert (here.turn, position.done) == (0, ())
    done = Position(position.cells, 0, position.stock, (1,))
    with pytest.MonkeyPatch.context() as patch:
        standing = plans.course.standing

        async def finished(tx: Any, match: Match) -> Any:
            return replace(await standing(tx, match), position=done)

        patch.setattr(plans.course, "standing", finished)
        with pytest.raises(NoTurn):
            await leave(club, match, BRUNO, f"any {game.format(game.moves(position)[0])}")


GAMES = (
    "halma-8", "le-zug", "top-secret-centre", "platonic", "platonic-advanced-3", "hexma-3",
    "chinese-checkers-4", "super-chinese-checkers", "carrera", "halma-gering", "renpaarden",
)  # fmt: skip


NUMBERS = count(1)
"""Ids of interactions: the examples share a database."""


def line(rng: random.Random, rules: Any, position: Position, seat: int) -> str:
    """A line that could be played from here, by chance with `any`."""
    steps: list[str] = []
    for _ in range(rng.randrange(1, 4)):
        replies: list[str] = []
        while position.turn != seat and rules.outcome(position) is None and len(replies) < 4:
            move = rng.choice(rules.moves(position)[:3])
            replies.append(rules.format(move))
            position = rules.apply(position, move)
        if rules.outcome(position) is not None or position.turn != seat:
            break
        move = rng.choice(rules.moves(position)[:3])
        condition = f"if {' and '.join(replies)} then" if replies else "then"
        steps.append(f"{condition if rng.random() < 0.5 else 'any'} {rules.format(move)}")
        position = rules.apply(position, move)
    return " ".join(steps)


@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6), key=st.sampled_from(GAMES))
async def test_plans_at_random_play_only_what_they_say_and_never_break_a_match(
    store: Store, seed: int, key: str
) -> None:
    club, rng = Club(store, seed), random.Random(seed)
    club.ids = NUMBERS
    rules = VARIANTS[key]
    people = (ADA, BRUNO, CLARA, 44)[: len(rules.seats)]
    if len(people) == 2:
        match = await club.match(variant=key)
    else:
        match = await club.seated(key, *people)
    for _ in range(10):
        here = await club.get(match)
        if here.status != "running":
            break
        position = await rebuilt(club, match)
        for seat, player in enumerate(people):
            if seat == here.turn or rng.random() < 0.3:
                continue
            text = ";".join(line(rng, rules, position, seat) for _ in range(rng.randrange(1, 4)))
            with suppress(BadPlan):
                await leave(club, match, player, text)
        standing = {row["seat"]: (row["ply"], row["text"]) for row in await stored(club, match)}
        move = rng.choice(rules.moves(position)[:3])
        played = await club.play(here, people[position.turn], rules.format(move))
        made = await club.rows(
            "SELECT seat, by, text FROM moves WHERE match_id = :m ORDER BY ply", m=match.id
        )
        for seat, (ply, text) in standing.items():
            turn = next((at for at in range(here.ply, len(made)) if made[at]["seat"] == seat), None)
            over = turn is None and played.match.turn != seat
            if over:
                continue
            theirs = sorted(one["text"] for one in made[ply:turn])  # drops may come in any order
            lines = [each[0] for each in planning.read(text)]
            named = {step.move for step in lines if sorted(step.replies or "?") == theirs}
            anyhow = {step.move for step in lines if step.replies is None}
            if turn is None or made[turn]["by"] == "pass":  # the plan has ended
                # What stood behind an `any` may have become impossible.
                assert turn is not None or all(rules.reason(played.position, one) for one in named)
            else:
                assert made[turn]["by"] == "plan"
                assert made[turn]["text"] in (named or anyhow)
    async with club.store.read() as tx:
        assert await verify.check(tx) == []


async def test_a_crash_before_the_commit_plays_neither_the_move_nor_the_plan(club: Club) -> None:
    match = await begun(club)
    await leave(club, match, ADA, f"any {ANSWER}")

    async def interrupted() -> None:
        async with club.store.write() as tx:
            await matches.play(
                tx, match.id, player=BRUNO, text=REPLY, ply=1, interaction=5, now=club.now
            )
            raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError):
        await interrupted()
    path = club.store.path
    await club.store.close()
    club.store = await Store.open(address(path))
    assert (await club.get(match)).ply == 1
    assert await mine(club, match, ADA) == f"any {ANSWER}"
    assert len((await club.play(match, BRUNO, REPLY)).replies) == 1
    await club.store.close()
