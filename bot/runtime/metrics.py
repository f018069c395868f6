"""Prometheus metrics of the bot."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter

import prometheus_client as prometheus

REGISTRY = prometheus.CollectorRegistry()
prometheus.ProcessCollector(registry=REGISTRY)
counter = partial(prometheus.Counter, registry=REGISTRY)
gauge = partial(prometheus.Gauge, registry=REGISTRY)
histogram = partial(prometheus.Histogram, registry=REGISTRY)

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 10.0)
"""Buckets in seconds for response times; Discord drops an interaction after three."""
SHORT = (0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)
LONG = (1, 5, 15, 60, 300, 900, 3600, 6 * 3600, 86400)
BYTES = (10_000, 20_000, 40_000, 80_000, 160_000, 320_000)

MOVES = counter("halma_moves", "Moves that were played")
INTERACTIONS = histogram(
    "halma_interaction_seconds",
    "From the arrival of a command, a button or a message to its answer",
    ["what"],
    buckets=QUICK,
)
REFUSALS = counter("halma_refusals", "What people were refused, by its kind", ["kind"])
ERRORS = counter("halma_errors", "Errors that nobody had foreseen")
DELIVERIES = histogram(
    "halma_delivery_seconds", "From owing a message to Discord having it", ["kind"], buckets=LONG
)
UNDELIVERED = counter(
    "halma_undelivered", "Attempts to deliver that failed, for good or for now", ["kind", "outcome"]
)
OWED = gauge("halma_owed", "Messages that are owed")
OWED_AGE = gauge("halma_owed_age_seconds", "Age of the oldest of them")
OVERDUE = gauge("halma_overdue_deadlines", "Turns whose time is up and that nobody has seen to")
LATE = histogram(
    "halma_late_seconds", "How late a duty was seen to, such as a reminder", ["duty"], buckets=LONG
)
DUTY_FAILURES = gauge(
    "halma_duty_failures", "How often a duty has failed since it last succeeded", ["duty"]
)
TRANSACTIONS = histogram(
    "halma_transaction_seconds",
    "Transactions: until they begin, and until they are over",
    ["kind", "phase"],
    buckets=SHORT,
)
DATABASE_BYTES = gauge("halma_database_bytes", "Size of the database and of its log", ["part"])
PICTURES = histogram("halma_picture_seconds", "Drawing of a picture", buckets=SHORT)
PICTURE_BYTES = histogram("halma_picture_bytes", "Size of a picture", buckets=BYTES)
REQUESTS = counter("halma_requests", "Requests to Discord, by the status of the answer", ["status"])
REQUEST_WAIT = histogram(
    "halma_request_wait_seconds",
    "What a request waits so that the bot asks no faster than Discord allows",
    buckets=SHORT,
)
INVALID_REQUESTS = gauge("halma_invalid_requests", "Requests that Discord refused in ten minutes")
JOBS = histogram(
    "halma_job_seconds",
    "What the worker computed, such as the moves of the computer",
    ["what"],
    buckets=QUICK,
)
QUEUE = gauge("halma_jobs", "Jobs that the worker has or that wait for it")
RUNNING = gauge("halma_games_running", "Games that are being played")
SERVERS = gauge("halma_servers", "Servers that the bot is in")
CONNECTED = gauge("halma_connected", "1 while Discord can reach the bot")
LOOP_LAG = histogram(
    "halma_loop_lag_seconds", "How late the event loop runs what is due", buckets=SHORT
)


@contextmanager
def answering(what: str) -> Iterator[None]:
    """Measure the time until an interaction or message is answered."""
    began = perf_counter()
    try:
        yield
    finally:
        INTERACTIONS.labels(what).observe(perf_counter() - began)


def late(duty: str, seconds: int) -> None:
    """Record how many seconds after its due time a scheduled job ran."""
    LATE.labels(duty).observe(max(seconds, 0))


def transaction(kind: str, phase: str, seconds: float) -> None:
    """Record the duration of a transaction's phase in seconds.

    `kind` is "read" or "write"; `phase` is "wait" (until it begins) or "hold" (until it ends).
    """
    TRANSACTIONS.labels(kind, phase).observe(seconds)


def page() -> bytes:
    """Return all metrics in Prometheus text format."""
    return prometheus.generate_latest(REGISTRY)
