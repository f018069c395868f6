"""Conditional moves in a match: execution, cancellation and privacy."""

from dataclasses import replace
from typing import Any

import pytest

from bot.service.actions import game_records, moves, plan_editing
from bot.service.clock.calendar import DAY
from bot.service.clock.time_control import TimeControl
from bot.service.conditional_moves import executor
from bot.service.errors import BadPlan, NoPlan, NotPlaying, NoTurn, Stale, YourTurn
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.service.results import MoveEvent
from bot.store import Store
from bot.store.match import conditional_moves
from bot.store.models import Match
from bot.store.outbox import outbox_rows
from engine import Position, variant
from tests.bot.service.club import ADA, BRUNO, CLARA, Club, job_due_at
from tests.bot.service.plan_transactions import own_plan, rebuilt, save_plan, standing_plans
from tests.transactions import reading, writing

QUIET: dict[str, Any] = {"zone": "UTC", "quiet": "22:00-08:00"}
OPENING, REPLY, ANSWER = "II,3-III,3", "VII,6-VI,6", "III,3-IV,3"


async def news(club: Club, player: int) -> list[tuple[int, str | None]]:
    with writing(club.store) as tx:
        ended = conditional_moves.ended_plans(tx, player)
        executor.mark_read(tx, ended)
        return [(plan.match, plan.ended) for plan in ended]


async def begun(club: Club, **more: Any) -> Match:
    """Return a match in which Ada has moved and Bruno is to move."""
    match = await club.match(**more)
    await club.play(match, ADA, OPENING)
    await club.deliver()
    return await club.get(match)


async def test_a_conditional_move_is_played_with_the_move_it_answers_and_shown_on_one_board(
    club: Club,
) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"{REPLY}, {ANSWER}")
    assert await club.pending_kinds() == []
    played = await club.play(match, BRUNO, REPLY)
    assert (played.match.ply, played.match.to_move) == (3, BRUNO)
    (reply,) = played.replies
    assert (reply.ply, reply.seat, reply.player, reply.by) == (2, 0, ADA, "plan")
    seen = await club.seen(match)
    assert [event.by for event in seen.events if isinstance(event, MoveEvent)] == ["player", "plan"]
    assert [
        (row.kind, row.ply) for row in await club.deliver() if row.kind != "remove-buttons"
    ] == [("board", 3)]
    assert await standing_plans(club) == []
    assert await news(club, ADA) == []
    assert await club.faults() == []


async def test_the_record_is_the_same_as_for_moves_played_by_hand(club: Club) -> None:
    with_plan, by_hand = await begun(club), await begun(club)
    await save_plan(club, with_plan, ADA, f"*, {ANSWER}")
    await club.play(with_plan, BRUNO, REPLY)
    for player, move in ((BRUNO, REPLY), (ADA, ANSWER)):
        await club.play(by_hand, player, move)
    with reading(club.store) as tx:
        both = [lifecycle.load(tx, match.id) for match in (with_plan, by_hand)]
        texts = [game_records.record_text(tx, match, {}) for match in both]
    assert texts[0] == texts[1]


async def test_a_repeated_move_returns_the_same_reply_and_plays_nothing_more(club: Club) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"*, {ANSWER}, *, IV,3-V,3")
    first = await club.play(match, BRUNO, REPLY, interaction=99)
    again = await club.play(match, BRUNO, REPLY, interaction=99)
    assert again.repeated
    assert (again.move, again.replies, again.match) == (first.move, first.replies, first.match)
    assert await own_plan(club, match, ADA) == "*, IV,3-V,3"


async def test_a_conditional_move_takes_no_time_and_earns_its_increment(club: Club) -> None:
    match = await begun(club, control=TimeControl(2 * DAY, DAY // 3, 9 * DAY))
    await save_plan(club, match, ADA, f"*, {ANSWER}")
    (before,) = await club.rows("SELECT bank FROM match_seats WHERE seat = 0")
    club.now += 5 * 3600
    await club.play(match, BRUNO, REPLY, interaction=club.sent_at(club.now))
    (after,) = await club.rows("SELECT bank FROM match_seats WHERE seat = 0")
    assert after["bank"] == before["bank"] + DAY // 3
    (clock,) = await club.rows("SELECT seat, ply, started FROM clocks")
    assert (clock["seat"], clock["ply"], clock["started"]) == (1, 3, club.now)


async def test_a_plan_continues_turn_after_turn_and_ends_with_its_last_move(club: Club) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"{REPLY}, {ANSWER}, *, IV,3-V,3\n*, {ANSWER}")
    await club.play(match, BRUNO, REPLY)
    assert await own_plan(club, match, ADA) == "*, IV,3-V,3"
    played = await club.play(match, BRUNO, "VIII,5-VII,5")
    assert [reply.by for reply in played.replies] == ["plan"]
    assert await own_plan(club, match, ADA) is None
    assert await news(club, ADA) == []


async def test_edge_7_conditional_moves_are_not_played_after_a_takeback(club: Club) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"*, {ANSWER}")
    with writing(club.store) as tx:
        now = lifecycle.load(tx, match.id)
        executor.cancel_plans(tx, now, why="takeback", now=club.now)
    played = await club.play(match, BRUNO, REPLY)
    assert (played.replies, played.match.to_move) == ((), ADA)
    assert await news(club, ADA) == [(match.id, "takeback")]
    assert await news(club, ADA) == []


async def test_edge_8_a_conditional_move_with_a_blocked_path_is_cancelled_with_a_notice(
    club: Club,
) -> None:
    match = await club.match()
    game, clash = variant(match.variant), None
    while clash is None:  # until a man of each player can move to the same square
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
    await save_plan(club, match, ADA, f"*, {game.format(own)}")
    played = await club.play(match, BRUNO, game.format(target))
    assert (played.replies, played.match.to_move) == ((), ADA)
    assert await own_plan(club, match, ADA) is None
    assert await news(club, ADA) == [(match.id, "touched")]
    assert await club.faults() == []


async def test_a_reply_that_no_line_covers_cancels_the_conditional_moves(club: Club) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"{REPLY}, {ANSWER}")
    played = await club.play(match, BRUNO, "VIII,5-VII,5")
    assert played.replies == ()
    assert await news(club, ADA) == [(match.id, "unforeseen")]


async def test_a_cancellation_is_reported_by_direct_message_after_quiet_hours_and_only_once(
    club: Club,
) -> None:
    match = await begun(club)
    with writing(club.store) as tx:
        player_settings.change_settings(tx, ADA, QUIET, now=club.now)
    club.now += -club.now % 86400 - 3600  # 23:00
    await save_plan(club, match, ADA, f"{REPLY}, {ANSWER}")
    await club.play(match, BRUNO, "VIII,5-VII,5", interaction=club.sent_at(club.now))
    with reading(club.store) as tx:
        assert job_due_at(tx, "plans") == club.now + 9 * 3600
    club.now += 9 * 3600
    with writing(club.store) as tx:
        assert executor.queue_due_notices(tx, now=club.now) == 1
        assert executor.queue_due_notices(tx, now=club.now) == 0
        due = outbox_rows.due_rows(tx, now=club.now, limit=9)
        rows = [row for row in due if row.kind == "plan"]
    (row,) = rows
    assert (row.user, row.channel, row.match) == (ADA, None, match.id)
    assert ANSWER not in str(row.payload)
    with writing(club.store) as tx:
        assert executor.unread(tx, row.payload) is not None
        executor.on_cancellation_delivered(tx, row, row.payload, None, club.now)
        assert executor.unread(tx, row.payload) is None
    assert await news(club, ADA) == []


async def test_a_cancellation_not_reported_before_the_night_waits_for_the_morning(
    club: Club,
) -> None:
    match = await begun(club)
    with writing(club.store) as tx:
        player_settings.change_settings(tx, ADA, QUIET, now=club.now)
    club.now += -club.now % 86400 - 3 * 3600  # 21:00
    await save_plan(club, match, ADA, f"{REPLY}, {ANSWER}")
    await club.play(match, BRUNO, "VIII,5-VII,5", interaction=club.sent_at(club.now))
    club.now += 2 * 3600  # The bot was down in the meantime.
    with writing(club.store) as tx:
        executor.queue_due_notices(tx, now=club.now)
        assert job_due_at(tx, "plans") == club.now + 9 * 3600
    assert "plan" not in await club.pending_kinds()
    with writing(club.store) as tx:
        executor.queue_due_notices(tx, now=club.now + 9 * 3600)
    assert "plan" in await club.pending_kinds()


async def test_if_there_are_more_cancellations_than_one_batch_reports_none_is_lost(
    club: Club,
) -> None:
    for _ in range(2):
        match = await begun(club)
        await save_plan(club, match, ADA, f"{REPLY}, {ANSWER}")
        await club.play(match, BRUNO, "VIII,5-VII,5")
    for _ in range(2):
        with writing(club.store) as tx:
            assert executor.queue_due_notices(tx, now=club.now, limit=1) == 1
    assert (await club.pending_kinds()).count("plan") == 2


async def test_a_player_without_reminders_gets_no_direct_message_but_sees_the_notice_later(
    club: Club,
) -> None:
    match = await begun(club)
    with writing(club.store) as tx:
        player_settings.change_settings(tx, ADA, {"remind": "none"}, now=club.now)
    await save_plan(club, match, ADA, f"{REPLY}, {ANSWER}")
    await club.play(match, BRUNO, "VIII,5-VII,5")
    with writing(club.store) as tx:
        assert job_due_at(tx, "plans") is None
    assert await news(club, ADA) == [(match.id, "unforeseen")]


async def test_conditional_moves_can_be_replaced_and_withdrawn_only_by_their_owner(
    club: Club,
) -> None:
    match = await begun(club)
    with pytest.raises(YourTurn):
        await save_plan(club, match, BRUNO, f"*, {REPLY}")
    with pytest.raises(NotPlaying):
        await save_plan(club, match, CLARA, f"*, {REPLY}")
    with pytest.raises(Stale):
        await save_plan(club, match, ADA, f"*, {ANSWER}", ply=0)
    with pytest.raises(BadPlan):
        await save_plan(club, match, ADA, "if")
    assert await standing_plans(club) == []
    await save_plan(club, match, ADA, f"*, {ANSWER}", interaction=77)
    assert (await save_plan(club, match, ADA, "*, IV,1-V,1", interaction=77)) == f"*, {ANSWER}"
    await save_plan(club, match, ADA, "*, IV,1-V,1", ply=1)
    assert await own_plan(club, match, ADA) == "*, IV,1-V,1"
    assert await own_plan(club, match, BRUNO) is None
    with writing(club.store) as tx:
        with pytest.raises(NoPlan):
            plan_editing.delete_plan(tx, match.id, player=BRUNO)
        plan_editing.delete_plan(tx, match.id, player=ADA)
    assert (await club.play(match, BRUNO, REPLY)).replies == ()
    assert await news(club, ADA) == []


async def test_nothing_visible_to_others_reveals_conditional_moves(club: Club) -> None:
    match = await begun(club)
    before = await club.seen(match), await club.get(match), await club.rows("SELECT * FROM outbox")
    await save_plan(club, match, ADA, f"*, {ANSWER}")
    assert before == (
        await club.seen(match),
        await club.get(match),
        await club.rows("SELECT * FROM outbox"),
    )


async def test_conditional_moves_are_deleted_silently_when_the_match_ends_or_the_player_leaves(
    club: Club,
) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"*, {ANSWER}")
    await club.act("resign", match, BRUNO)
    assert await standing_plans(club) == []
    three = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    await save_plan(club, three, BRUNO, f"*, {await any_move(club, three, 1)}")
    await save_plan(club, three, CLARA, f"*, {await any_move(club, three, 2)}")
    await club.act("resign", three, BRUNO)
    assert [row["player"] for row in await standing_plans(club)] == [CLARA]
    assert await news(club, BRUNO) == []


async def any_move(club: Club, match: Match, seat: int) -> str:
    game = variant(match.variant)
    position = await rebuilt(club, match)
    elsewhere = Position(position.cells, seat, position.stock, position.done, position.gone)
    return game.format(game.moves(elsewhere)[0])


async def test_conditional_moves_of_two_players_answer_one_move_of_a_third(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    for player, seat in ((BRUNO, 1), (CLARA, 2)):
        await save_plan(club, match, player, f"*, {await any_move(club, match, seat)}")
    played = await club.play(match, ADA, await any_move(club, match, 0))
    assert [(reply.player, reply.by) for reply in played.replies] == [
        (BRUNO, "plan"),
        (CLARA, "plan"),
    ]
    assert (played.match.ply, played.match.to_move) == (3, ADA)
    assert [row.kind for row in await club.deliver() if row.kind != "remove-buttons"] == ["board"]
    assert await club.faults() == []


async def test_conditional_moves_answer_the_computer_that_plays_for_a_departed_player(
    club: Club,
) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    await save_plan(club, match, BRUNO, f"*, {await any_move(club, match, 1)}")
    after = await club.act("resign", match, ADA)
    assert (after.ply, after.to_move) == (2, CLARA)
    events = (await club.seen(match)).events
    assert [each.by for each in events if isinstance(each, MoveEvent)] == ["computer", "plan"]
    assert await club.faults() == []


async def test_a_finished_player_cannot_leave_conditional_moves(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    game = variant(match.variant)
    position = await rebuilt(club, match)

    with writing(club.store) as tx:
        loaded = lifecycle.load(tx, match.id)
        assert (loaded.turn, position.done) == (0, ())
    done = Position(position.cells, 0, position.stock, (1,))
    with pytest.MonkeyPatch.context() as patch:
        standing = lifecycle.load_position

        def finished(tx: Any, match: Match) -> Any:
            return replace(standing(tx, match), position=done)

        patch.setattr(lifecycle, "load_position", finished)
        with pytest.raises(NoTurn):
            await save_plan(club, match, BRUNO, f"*, {game.format(game.moves(position)[0])}")


async def test_a_crash_before_the_commit_plays_neither_the_move_nor_the_conditional_reply(
    club: Club,
) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"*, {ANSWER}")

    async def interrupted() -> None:
        with writing(club.store) as tx:
            moves.play(tx, match.id, player=BRUNO, text=REPLY, ply=1, interaction=5, now=club.now)
            raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError):
        await interrupted()
    url, path = club.store.url, club.store.path
    await club.store.close()
    club.store = await Store.open(url, files=path)
    assert (await club.get(match)).ply == 1
    assert await own_plan(club, match, ADA) == f"*, {ANSWER}"
    assert len((await club.play(match, BRUNO, REPLY)).replies) == 1
    await club.store.close()


@pytest.mark.parametrize(
    "damage", ["UPDATE plans SET ply = 2", "UPDATE plans SET match = 1, seat = 1"]
)
async def test_conditional_moves_that_should_have_been_deleted_are_found_by_the_check(
    club: Club, damage: str
) -> None:
    over = await club.match()
    await club.act("resign", over, ADA)
    match = await begun(club)
    await save_plan(club, match, ADA, f"*, {ANSWER}")
    assert await club.faults() == []
    await club.spoil(damage)
    (fault,) = await club.faults()
    assert "a plan in it should have gone" in fault


async def test_a_queue_of_drops_answers_every_drop_and_skips_occupied_squares(club: Club) -> None:
    match = await club.match(variant="top-secret")
    rules = variant("top-secret")
    zone = [rules.board.names[cell] for cell in sorted(rules.zone(0))]
    await save_plan(club, match, BRUNO, "\n".join(f"*, drop {name}" for name in zone))
    for name in (zone[1], zone[2], zone[-1]):
        played = await club.play(match, ADA, f"drop {name}")
        assert [reply.by for reply in played.replies] == ["plan"]
    drops = [row["text"] for row in await club.rows("SELECT text FROM moves ORDER BY ply")]
    assert drops[1::2] == [f"drop {zone[at]}" for at in (0, 3, 4)]
    assert (await club.get(match)).planned == (1,)
    assert await news(club, BRUNO) == []
    assert await club.faults() == []
