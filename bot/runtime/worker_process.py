"""The worker's own process: it takes one job after the other from its standard input and answers on its
standard output, each a pickled value. `bot.runtime.worker_pool` starts it as `python -m bot.runtime.worker_process`.

It is the last to get processor time and the first to be ended where memory runs out, and it ends when
the bot does, however that ends. It imports no discord, and of the rest what its jobs need.
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
        "bot.runtime.computer_jobs:drawn",
        "bot.runtime.computer_jobs:hints",
        "bot.runtime.computer_jobs:move",
        "bot.runtime.worker_process:echo",
        "engine.analysis:analysed",
        "engine.record:checked",
        "engine.puzzles.hints:looked_on",
        "render.animation:animated",
    }
)
"""What it can be asked, "package.module:function": nothing else is ever imported or called. A function
takes one value, and a second argument to report progress with if who asks wants reports."""
NICENESS = 10
"""It gets a tenth of a core that the bot wants too. At 19 it would be a seventieth: nothing."""
MEMORY = 512 * 2**20
"""Bytes of address space that it may have."""


def main() -> None:
    """Work until the bot has gone."""
    humble()
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a job prints is no answer
    end_with_the_bot(asked.fileno())
    while True:
        try:
            name, payload, reports = pickle.load(asked)
        except EOFError:
            return
        tell(answers, done(name, payload, answers if reports else None))


def done(name: str, payload: Any, answers: BinaryIO | None) -> bytes:
    """What comes of a job: "done" and its result, or "failed" and the traceback."""
    try:
        job = find(name)
        if answers is None:
            return pickle.dumps(("done", job(payload)))
        report = partial(_report, answers)
        return pickle.dumps(("done", job(payload, report)))
    except MemoryError:
        os._exit(1)  # what it keeps is too much: a new process begins with nothing
    except Exception:
        return pickle.dumps(("failed", traceback.format_exc()))


def find(name: str) -> Callable[..., Any]:
    """The function of a job; LookupError if it is none."""
    if name not in JOBS:
        raise LookupError(f"{name} is no job")
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


def tell(answers: BinaryIO, answer: bytes) -> None:
    """Write one answer."""
    answers.write(answer)
    answers.flush()


def _report(answers: BinaryIO, value: Any) -> None:
    tell(answers, pickle.dumps(("progress", value)))


def humble() -> None:
    """Take a low priority, bounded memory, and no signals that a terminal sends to all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        return
    import resource

    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    score = Path("/proc/self/oom_score_adj")
    if score.exists():
        score.write_text("1000")


def end_with_the_bot(asked: int) -> None:
    """End in the middle of a job, too, once nobody can ask any more."""
    if sys.platform == "win32":
        return
    import select

    def wait() -> None:
        poll = select.poll()
        poll.register(asked, 0)  # only the end of the other side is told
        poll.poll()
        os._exit(0)

    threading.Thread(target=wait, name="end", daemon=True).start()


def echo(payload: Any, report: Callable[[object], None] | None = None) -> Any:
    """The payload itself: whether a worker can be had at all."""
    if report is not None:
        report(payload)
    return payload


if __name__ == "__main__":
    main()
