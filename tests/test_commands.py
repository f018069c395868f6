"""Documented commands: executed by a test or a workflow, or named as untested."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.documented_commands import DOCUMENTS, ROOT, commands, text_of

PAGES = "tests/package/test_documents.py"
WHEEL = "tests/package/test_wheel.py"
SERVICE = f"{PAGES}::test_the_bot_runs_as_a_systemd_service_with_logs_and_backups"
PLAY = f"{PAGES}::test_make_play_and_make_run_need_only_python_git_and_make"
MOVE = f"{PAGES}::test_the_games_move_to_postgresql"
MAKE = f"{PAGES}::test_make_targets_of_contributors_and_releases"
FILES = f"{PAGES}::test_private_files_are_made_as_documented"
DAY = f"{WHEEL}::test_a_game_is_played_backed_up_and_restored_and_the_installation_stays_as_it_is"
EXECUTED = {
    r"git clone ADDRESS halma|cd halma": PLAY,
    r"make play|(DISCORD_TOKEN=\.\.\. )?make run": PLAY,
    r"make near": "tests/test_near.py",
    r"(cp|mv|chmod) .*env": FILES,
    r"make (format|translations|lock|notes TAG=v[\d.]+)": MAKE,
    r"sudo (useradd|python3|/opt/halma/bin/pip|install|systemctl|mkdir|mv|-u halma) .*": SERVICE,
    r"journalctl .*|cd /var/lib/halma": SERVICE,
    r"halma-bot (doctor|db upgrade|db backup( FILE)?)": DAY,
    r"halma-bot --version": f"{WHEEL}::test_both_commands_print_the_version",
    r"halma-bot health": "tests/bot/process/test_process.py",
    r"halma-bot invite( --application ID)?": "tests/bot/test_invite.py",
    r"halma-bot db forget ID": "tests/bot/test_command_line.py",
    r"HALMA_OPERATOR='.+' HALMA_CONTACT=\S+ make docs": "tests/tools/test_site.py",
    r"python -m tools pictures out/pictures": "tests/tools/test_tools.py",
    r"python -m tools repository OWNER/NAME": "tests/tools/test_repository.py",
    r"python -m tools floors --page": "tests/tools/test_floors.py",
    r"pip install 'halma-by-post\[postgresql\]'": MOVE,
    r"(HALMA_DATABASE=postgresql://\.\.\. )?halma-bot db (export|import|check).*": MOVE,
    r"HALMA_SHARDS=\d-\d/4|pg_dump .*": MOVE,
    r"pipx install \.": f"{WHEEL}::test_pipx_installs_the_wheel",
    r"uvx --from '\.\[sandbox\]' halma-bot try": f"{WHEEL}::test_uvx_plays_in_the_sandbox",
}
"""Commands by regular expression, with the test or the test file that executes them."""
BY_WORKFLOW = r"make (test|plain|check|package|image|docs|postgresql|processes)"
"""Targets that a workflow runs."""
UNTESTED = (
    *("docker", "gh", "git tag", "git push", "litestream", "make links", "make load"),
    "make wheels",
    "python -m tests.load",
    "python -m tests.bench.with_and_without_speedups",
)
"""Beginnings of commands that no test executes. Each page with one names it as untested."""


def is_untested(command: str) -> bool:
    """Return whether no test executes this command."""
    plain = re.sub(r"^([A-Z_]+=\S+ )+", "", command)
    return plain.startswith(tuple(f"{name} " for name in UNTESTED)) or plain in UNTESTED


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_is_executed_or_named_as_untested(document: str) -> None:
    listed = list(commands(document))
    assert listed
    patterns = [*EXECUTED, BY_WORKFLOW]
    for command in listed:
        matching = [each for each in patterns if re.fullmatch(each, command, re.DOTALL)]
        assert len(matching) == (0 if is_untested(command) else 1), command
    plain = [re.sub(r"^([A-Z_]+=\S+ )+", "", command) for command in listed]
    expected = {name for name in UNTESTED if any(each.startswith(name) for each in plain)}
    sentences = re.findall(r"\*\*Untested:\*\* (.+?)\.\s", text_of(document), re.DOTALL)
    named = {name for sentence in sentences for name in re.findall(r"`([^`]+)`", sentence)}
    assert named == expected


def test_no_pattern_is_left_over() -> None:
    listed = {command for document in DOCUMENTS for command in commands(document)}
    unused = [
        each
        for each in (*EXECUTED, BY_WORKFLOW)
        if not any(re.fullmatch(each, command, re.DOTALL) for command in listed)
    ]
    assert unused == []


def test_the_tests_that_execute_commands_exist() -> None:
    for place in EXECUTED.values():
        path, _, name = place.partition("::")
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        tests = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert not name or name in tests, place


def test_workflows_run_the_targets_that_no_test_executes() -> None:
    text = "".join(path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml"))
    ci = (ROOT / ".ci/run").read_text("utf-8")
    targets = re.findall(r"\w+", BY_WORKFLOW.partition(" ")[2])
    assert [name for name in targets if f"make {name}" not in f"{text}{ci}"] == []


def test_make_accepts_every_documented_target(tmp_path: Path) -> None:
    targets = {
        match[1]
        for document in DOCUMENTS
        for command in commands(document)
        if (match := re.search(r"\bmake ([a-z]+)", command))
    }
    assert len(targets) > 10
    dry = ["make", "--dry-run", f"VENV={tmp_path}", *sorted(targets)]
    done = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
