"""Worker process: reads jobs from standard input, answers on standard output.

Requests and answers are pickled. `bot.runtime.worker_pool` starts it as `python -m
bot.runtime.worker_process`. It runs at low priority, is the first candidate of the OOM killer, and
exits when the bot does. It does not import discord.py, only the modules that its jobs need.
"""

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

JOBS = frozenset(
    {
        "bot.runtime.computer_jobs:considers_drawn",
        "bot.runtime.computer_jobs:best_moves",
        "bot.runtime.computer_jobs:choose_move",
        "bot.runtime.worker_process:echo",
        "engine.analysis:analysed",
        "engine.record:check_text",
        "engine.puzzles.hints:search_json",
        "render.animation:render_animation",
    }
)
"""Allowlist of jobs, as "package.module:function"; nothing else is called.

A job takes the payload as its argument. If the caller wants progress reports, the job also takes
a progress callback.
"""
NICENESS = 10
"""Nice value: leaves the process about a tenth of a contended core.

With the maximum of 19 it would be a seventieth.
"""
MEMORY_LIMIT = 512 * 2**20
"""Address space limit in bytes."""


def main() -> None:
    """Run jobs until the bot closes the pipe."""
    lower_priority()
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # Redirect standard output so that printing by a job does not corrupt the answers.
    os.dup2(2, 1)
    exit_with_parent(asked.fileno())
    while True:
        try:
            name, payload, reports = pickle.load(asked)
        except EOFError:
            return
        write_result(answers, run_job(name, payload, answers if reports else None))


def run_job(name: str, payload: Any, answers: BinaryIO | None) -> bytes:
    """Run a job; return the pickled ("done", result) or ("failed", traceback)."""
    try:
        job = find_job(name)
        if answers is None:
            return pickle.dumps(("done", job(payload)))
        report = partial(_report, answers)
        return pickle.dumps(("done", job(payload, report)))
    except MemoryError:
        os._exit(1)  # Exit to free the memory; the pool starts a new process.
    except Exception:
        return pickle.dumps(("failed", traceback.format_exc()))


def find_job(name: str) -> Callable[..., Any]:
    """Return the function of a job. Raises `LookupError` if it is not in `JOBS`."""
    if name not in JOBS:
        raise LookupError(f"{name} is no job")
    module, _, function = name.partition(":")
    function_found: Callable[..., Any] = getattr(import_module(module), function)
    return function_found


def write_result(answers: BinaryIO, answer: bytes) -> None:
    """Write one answer and flush it."""
    answers.write(answer)
    answers.flush()


def _report(answers: BinaryIO, value: Any) -> None:
    write_result(answers, pickle.dumps(("progress", value)))


def lower_priority() -> None:
    """Lower the CPU priority, limit memory and ignore Ctrl-C.

    If the machine runs out of memory, the OOM killer ends this process first.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        return
    import resource

    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    score = Path("/proc/self/oom_score_adj")
    if score.exists():
        score.write_text("1000")


def exit_with_parent(request_fd: int) -> None:
    """Exit as soon as the bot closes the pipe, even in the middle of a job."""
    if sys.platform == "win32":
        return
    import select

    def wait() -> None:
        poll = select.poll()
        poll.register(request_fd, 0)  # An empty event mask reports only a hang-up of the other end.
        poll.poll()
        os._exit(0)

    threading.Thread(target=wait, name="end", daemon=True).start()


def echo(payload: Any, report: Callable[[object], None] | None = None) -> Any:
    """Return the payload; a health check of the worker."""
    if report is not None:
        report(payload)
    return payload


if __name__ == "__main__":
    main()
