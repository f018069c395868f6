"""Idempotency: each interaction takes effect once, and old ids expire."""

import ast
from pathlib import Path

import pytest

import bot
from bot.service.errors import AlreadyDone
from bot.service.idempotency import once
from bot.store import Tx
from bot.store.driver.table_statements import BATCH
from bot.store.outbox import interactions
from bot.store.outbox.interactions import Interaction
from tests.bot.service.club import START, Club, job_due_at, run_job
from tests.transactions import reading, writing


async def test_interactions_are_stored_for_a_day(club: Club) -> None:
    with reading(club.store) as tx:
        assert job_due_at(tx, "interactions") is None
    await club.challenge(interaction=1)
    with writing(club.store) as tx:
        assert job_due_at(tx, "interactions") == START + 25 * 3600
        assert run_job(tx, "interactions", START + 24 * 3600) == 0
        assert interactions.get_interaction(tx, 1) is not None
        assert run_job(tx, "interactions", START + 25 * 3600) == 1
        assert interactions.get_interaction(tx, 1) is None


async def test_old_interactions_are_deleted_in_batches(club: Club) -> None:
    with writing(club.store) as tx:
        for number in range(BATCH + 3):
            did = Interaction("challenge", None, None, None)
            interactions.add_interaction(tx, number + 1, did, START + number)
        later = START + 30 * 3600
        assert run_job(tx, "interactions", later) == BATCH
        assert job_due_at(tx, "interactions") == START + BATCH + 25 * 3600
        assert run_job(tx, "interactions", later) == 3


BOT = Path(bot.__file__).parent
FILES = [*BOT.glob("service/**/*.py"), *BOT.glob("extensions/*/service/**/*.py")]


def interaction_callees(function: ast.FunctionDef) -> set[str]:
    """Return the names of the functions to which an action passes the interaction."""
    names = set[str]()
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        values = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(isinstance(each, ast.Name) and each.id == "interaction" for each in values):
            names.add(ast.unparse(call.func).rpartition(".")[2])
    return names


def is_done_once(function: ast.FunctionDef) -> bool:
    """Return whether an action has the decorator `once`."""
    return any("once(" in ast.unparse(each) for each in function.decorator_list)


def actions() -> dict[str, ast.FunctionDef]:
    """Return the functions that take a transaction and an interaction id."""
    decorated = {}
    for path in FILES:
        module = ".".join(path.relative_to(BOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if module != "service.idempotency" and isinstance(node, ast.FunctionDef):
                names = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
                if {"tx", "interaction"} <= names:
                    decorated[f"{module}.{node.name}"] = node
    return decorated


@pytest.mark.check
def test_every_action_with_an_interaction_id_takes_effect_once() -> None:
    """Each action is idempotent itself, or passes the id only to functions that are.

    An action may also pass the id to `sent_at`, which only extracts the time.
    """
    known = actions()
    assert len(known) > 20
    fine = {name for name, function in known.items() if is_done_once(function)}
    assert len(fine) > 20
    for name in sorted(set(known) - fine):
        handed = interaction_callees(known[name])
        assert handed, name
        assert handed <= {"sent_at", *(each.rpartition(".")[2] for each in fine)}, name


def _count(tx: Tx, did: Interaction, *arguments: object, **more: object) -> int:
    assert did.ply is not None
    return did.ply


@once("count-{kind}", _count, effect=lambda result: {"ply": result})
def count(
    tx: Tx, match_id: int, kind: str = "all", *, fails: bool = False, interaction: int, now: int
) -> int:
    done.append((match_id, kind))
    if fails:
        raise ValueError(kind)
    return len(done)


done: list[tuple[int, str]] = []


async def test_a_repeated_interaction_does_nothing_and_returns_the_first_result(
    club: Club,
) -> None:
    done.clear()
    match = await club.match()
    with writing(club.store) as tx:
        assert count(tx, match.id, kind="a", interaction=1, now=START) == 1
        assert count(tx, match.id, "a", interaction=2, now=START) == 2
        assert count(tx, match.id, kind="a", interaction=1, now=START) == 1
    assert done == [(match.id, "a")] * 2


async def test_an_interaction_is_not_used_for_another_action_or_match(club: Club) -> None:
    done.clear()
    match = await club.match()
    with writing(club.store) as tx:
        count(tx, match.id, "a", interaction=1, now=START)
        for match_id, kind in ((match.id, "b"), (match.id + 1, "a")):
            with pytest.raises(AlreadyDone):
                count(tx, match_id, kind, interaction=1, now=START)
    assert len(done) == 1


async def test_a_refused_interaction_may_be_repeated(club: Club) -> None:
    done.clear()
    match = await club.match()
    with writing(club.store) as tx:
        with pytest.raises(ValueError, match="a"):
            count(tx, match.id, "a", fails=True, interaction=1, now=START)
        assert count(tx, match.id, "a", interaction=1, now=START) == 2
