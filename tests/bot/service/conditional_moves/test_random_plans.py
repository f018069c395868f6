"""Random conditional moves in matches of many variants."""

import random
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.operations import integrity_check
from bot.service.conditional_moves import plan_lines
from bot.service.errors import BadPlan
from bot.store import Store
from engine import Position, variant
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.bot.service.plan_transactions import rebuilt, save_plan, standing_plans
from tests.transactions import reading

pytestmark = pytest.mark.check

GAMES = (
    "halma-8", "le-zug", "top-secret-centre", "platonic", "platonic-advanced-3", "hexma-3",
    "chinese-checkers-4", "super-chinese-checkers", "carrera", "halma+gering", "renpaarden",
)  # fmt: skip


NUMBERS = count(1)
"""Interaction ids, shared by all examples because they share a database."""


def line(rng: random.Random, rules: Any, position: Position, seat: int) -> str:
    """Return a line of conditional moves that is playable from this position."""
    moves: list[str] = []
    for _ in range(rng.randrange(1, 4)):
        replies: list[str] = []
        while position.turn != seat and rules.outcome(position) is None and len(replies) < 4:
            move = rng.choice(rules.moves(position)[:3])
            replies.append(rules.format(move))
            position = rules.apply(position, move)
        if rules.outcome(position) is not None or position.turn != seat:
            break
        move = rng.choice(rules.moves(position)[:3])
        moves += [*(replies if rng.random() < 0.5 else "*"), rules.format(move)]
        position = rules.apply(position, move)
    return ", ".join(moves)


@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6), key=st.sampled_from(GAMES))
async def test_random_conditional_moves_play_only_what_they_say_and_never_corrupt_a_match(
    store: Store, seed: int, key: str
) -> None:
    club, rng = Club(store, seed), random.Random(seed)
    club.ids = NUMBERS
    rules = variant(key)
    people = (ADA, BRUNO, CLARA, DAVID)[: len(rules.seats)]
    if len(people) == 2:
        match = await club.match(variant=key)
    else:
        match = await club.seated(key, *people)
    for _ in range(10):
        state = await club.get(match)
        if state.status != "running":
            break
        position = await rebuilt(club, match)
        for seat, player in enumerate(people):
            if seat == state.turn or rng.random() < 0.3:
                continue
            text = "\n".join(line(rng, rules, position, seat) for _ in range(rng.randrange(1, 4)))
            with suppress(BadPlan):
                await save_plan(club, match, player, text)
        standing = {
            row["seat"]: (row["ply"], row["text"]) for row in await standing_plans(club, match)
        }
        move = rng.choice(rules.moves(position)[:3])
        played = await club.play(state, people[position.turn], rules.format(move))
        made = await club.rows(
            "SELECT seat, by, text FROM moves WHERE match = :m ORDER BY ply", m=match.id
        )
        for seat, (ply, text) in standing.items():
            turn = next(
                (at for at in range(state.ply, len(made)) if made[at]["seat"] == seat), None
            )
            over = turn is None and played.match.turn != seat
            if over:
                continue
            theirs = sorted(row["text"] for row in made[ply:turn])  # drops may come in any order
            lines = [each[0] for each in plan_lines.load_lines(text)]
            named = {step.move for step in lines if sorted(step.replies or "?") == theirs}
            anyhow = {step.move for step in lines if step.replies is None}
            if turn is None or made[turn]["by"] == "pass":  # the conditional moves have ended
                # A move after an `any` may have become impossible.
                assert turn is not None or all(
                    rules.reason(played.position, text) for text in named
                )
            else:
                assert made[turn]["by"] == "plan"
                assert made[turn]["text"] in (named or anyhow)
    with reading(club.store) as tx:
        assert integrity_check.find_faults(tx) == []
