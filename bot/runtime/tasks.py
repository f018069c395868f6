"""Background tasks whose exceptions are logged, since nothing awaits them."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

log = structlog.get_logger(__name__)


def start_task(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Start a task. An exception that it does not handle is logged with its name."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_log_failure)
    return task


def _log_failure(task: asyncio.Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.error("unexpected", happening=task.get_name(), exc_info=error)
