"""Changes of a plan: lines that are added, removed or shown later."""

import pytest

from bot.service.actions import plan_editing
from bot.service.conditional_moves import plan_text
from bot.service.errors import BadPlan
from engine import variant
from tests.bot.service.actions.test_plan_editing import ANSWER, REPLY, begun
from tests.bot.service.club import ADA, BRUNO, CLARA, Club
from tests.bot.service.plan_transactions import own_plan, rebuilt, save_plan, standing_plans
from tests.transactions import reading, writing


async def test_a_line_chosen_by_taps_replaces_what_it_contradicts_or_continues(club: Club) -> None:
    match = await begun(club)

    async def add(*moves: str) -> str:
        with writing(club.store) as tx:
            state = plan_editing.add_line(
                tx,
                match.id,
                player=ADA,
                moves=moves,
                ply=1,
                interaction=next(club.ids),
                now=club.now,
            )
        return plan_text.print_plan(state.lines)

    assert await add("*", ANSWER) == f"*, {ANSWER}"
    assert await add(REPLY, ANSWER) == f"*, {ANSWER}\n{REPLY}, {ANSWER}"
    longer = f"{REPLY}, {ANSWER}, VI,6-V,6, IV,3-V,3"
    assert await add(*longer.split(", ")) == f"*, {ANSWER}\n{longer}"
    assert await add(REPLY, "IV,1-V,1") == f"*, {ANSWER}\n{REPLY}, IV,1-V,1"
    assert await add("*", "IV,1-V,1") == f"*, {ANSWER}\n{REPLY}, IV,1-V,1\n*, IV,1-V,1"
    assert await add("*", ANSWER) == await own_plan(club, match, ADA), "it is not added twice"
    with pytest.raises(BadPlan):
        await add(REPLY, "III,3-III,3")


async def test_lines_are_removed_one_by_one_and_the_plan_with_the_last(club: Club) -> None:
    match = await begun(club)
    await save_plan(club, match, ADA, f"*, {ANSWER}\n*, IV,1-V,1")
    for move, left in ((ANSWER, "*, IV,1-V,1"), ("IV,1-V,1", None)):
        with writing(club.store) as tx:
            plan_editing.remove_lines(
                tx,
                match.id,
                player=ADA,
                chosen=lambda line, move=move: line[0].move == move,
                ply=1,
                interaction=next(club.ids),
                now=club.now,
            )
        assert await own_plan(club, match, ADA) == left
    assert await standing_plans(club) == []


async def test_a_plan_is_shown_without_the_replies_that_have_been_made(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    rules, position = variant(match.variant), await rebuilt(club, match)
    first, other = rules.moves(position)[:2]
    after = rules.apply(position, first)
    second = rules.moves(after)[0]
    own = rules.moves(rules.apply(after, second))[0]
    elsewhere = rules.apply(position, other)
    second_elsewhere = rules.moves(elsewhere)[0]
    own_elsewhere = rules.moves(rules.apply(elsewhere, second_elsewhere))[0]
    lines = [(first, second, own), (other, second_elsewhere, own_elsewhere)]
    printed = [", ".join(map(rules.format, line)) for line in lines]
    await save_plan(club, match, CLARA, "\n".join(printed))
    await club.play(match, ADA, rules.format(first))
    with reading(club.store) as tx:
        state = plan_editing.load_plan(tx, match.id, player=CLARA)
    assert plan_text.print_plan(state.lines) == f"{rules.format(second)}, {rules.format(own)}"
