"""Idempotency: each interaction takes effect once, and old ids expire."""

import ast
from pathlib import Path

import bot
from bot.service import idempotency
from bot.store.statement import BATCH
from tests.bot.service.club import START, Club, job_due_at, run_job
from tests.transactions import reading, writing


async def test_interactions_are_stored_for_a_day(club: Club) -> None:
    with reading(club.store) as tx:
        assert job_due_at(tx, "interactions") is None
    await club.challenge(interaction=1)
    with writing(club.store) as tx:
        assert job_due_at(tx, "interactions") == START + 25 * 3600
        assert run_job(tx, "interactions", START + 24 * 3600) == 0
        assert idempotency.find_earlier(tx, 1, "challenge") is not None
        assert run_job(tx, "interactions", START + 25 * 3600) == 1
        assert idempotency.find_earlier(tx, 1, "challenge") is None


async def test_old_interactions_are_deleted_in_batches(club: Club) -> None:
    with writing(club.store) as tx:
        for number in range(BATCH + 3):
            idempotency.record_done(tx, number + 1, "challenge", now=START + number)
        later = START + 30 * 3600
        assert run_job(tx, "interactions", later) == BATCH
        assert job_due_at(tx, "interactions") == START + BATCH + 25 * 3600
        assert run_job(tx, "interactions", later) == 3


BOT = Path(bot.__file__).parent
FILES = [*BOT.glob("service/**/*.py"), *BOT.glob("extensions/*/service/**/*.py")]


def interaction_callees(function: ast.FunctionDef) -> dict[str, int]:
    """Return the line of the first call of each function that gets the interaction."""
    found: dict[str, int] = {}
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        values = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(isinstance(each, ast.Name) and each.id == "interaction" for each in values):
            name = ast.unparse(call.func).rpartition(".")[2]
            found[name] = min(call.lineno, found.get(name, call.lineno))
    return found


def acts() -> dict[str, dict[str, int]]:
    """Return `interaction_callees` for each function that handles an interaction id.

    The keys are dotted names of the functions.
    """
    found = {}
    for path in FILES:
        module = ".".join(path.relative_to(BOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if module != "service.idempotency" and isinstance(node, ast.FunctionDef):
                names = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
                handed = interaction_callees(node)
                if "interaction" in names or "record_done" in handed:
                    found[f"{module}.{node.name}"] = handed
    return found


def test_every_action_with_an_interaction_id_first_checks_whether_it_is_known() -> None:
    """An action checks the id itself, or passes it to a service function that does."""
    known = acts()
    assert len(known) > 25
    asking: set[str] = set()
    while True:
        names = {name.rpartition(".")[2] for name in asking}
        more = {
            name
            for name, handed in known.items()
            if handed.get("find_earlier", 1 << 30) < handed.get("record_done", 1 << 30)
            or ("record_done" not in handed and names & set(handed))
        }
        if more == asking:
            break
        asking = more
    assert set(known) - asking == set()
