"""A worker pool whose jobs run immediately, in a thread of the test process."""

import pickle
from typing import Any

from bot.runtime import worker_process
from bot.runtime.worker_pool import Progress, Worker


class Inline:
    """A job runner that pickles payload and result as a worker process would."""

    def run_job(self, job: str, payload: Any, seconds: float, progress: Progress | None) -> Any:
        del seconds
        function = worker_process.find_job(job)
        sent = pickle.loads(pickle.dumps(payload))
        result = function(sent) if progress is None else function(sent, progress)
        return pickle.loads(pickle.dumps(result))

    def kill(self) -> None:
        """No-op, because there is no process to kill."""


def inline_worker() -> Worker:
    """Return a worker pool with one inline runner."""
    return Worker(1, Inline)
