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

FAST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 10.0)
"""Buckets for response times, in seconds. Discord's limit is three seconds."""
TRANSACTION_BUCKETS = (0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)
SLOW_BUCKETS = (1, 5, 15, 60, 300, 900, 3600, 6 * 3600, 86400)
SIZE_BUCKETS = (10_000, 20_000, 40_000, 80_000, 160_000, 320_000)

MOVES = counter("halma_moves", "Moves played")
INTERACTIONS = histogram(
    "halma_interaction_seconds",
    "Time from receiving a command, component or message to responding",
    ["what"],
    buckets=FAST_BUCKETS,
)
REFUSALS = counter("halma_refusals", "Refused requests, by kind", ["kind"])
ERRORS = counter("halma_errors", "Unexpected errors")
UNREADABLE_EVENTS = counter(
    "halma_unreadable_events", "Gateway events that could not be read and were dropped", ["event"]
)
DELIVERIES = histogram(
    "halma_delivery_seconds",
    "Time from queueing a message to its delivery",
    ["kind"],
    buckets=SLOW_BUCKETS,
)
UNDELIVERED = counter(
    "halma_undelivered", "Failed delivery attempts, permanent or to be retried", ["kind", "outcome"]
)
OUTBOX_LENGTH = gauge("halma_outbox_messages", "Messages waiting to be delivered")
OUTBOX_AGE = gauge("halma_outbox_age_seconds", "Age of the oldest message waiting to be delivered")
OVERDUE = gauge("halma_overdue_deadlines", "Expired deadlines not yet processed")
JOB_DELAY = histogram(
    "halma_task_late_seconds",
    "How late a scheduled job ran, e.g. a reminder",
    ["task"],  # Prometheus reserves the label "job"
    buckets=SLOW_BUCKETS,
)
JOB_FAILURES = gauge("halma_task_failures", "Consecutive failures of a scheduled job", ["task"])
TRANSACTIONS = histogram(
    "halma_transaction_seconds",
    "Transactions: time waiting to start, and time held",
    ["kind", "phase"],
    buckets=TRANSACTION_BUCKETS,
)
DATABASE_BYTES = gauge("halma_database_bytes", "Size of the database and its log", ["part"])
PICTURES = histogram("halma_picture_seconds", "Time to draw a picture", buckets=TRANSACTION_BUCKETS)
PICTURE_BYTES = histogram("halma_picture_bytes", "Size of a picture", buckets=SIZE_BUCKETS)
REQUESTS = counter("halma_requests", "Requests to Discord, by response status", ["status"])
REQUEST_WAIT = histogram(
    "halma_request_wait_seconds",
    "Time a request waits for the rate limiter",
    buckets=TRANSACTION_BUCKETS,
)
INVALID_REQUESTS = gauge("halma_invalid_requests", "Invalid requests in the last ten minutes")
WORKER_JOBS = histogram(
    "halma_job_seconds",
    "Worker jobs, e.g. computer moves",
    ["what"],
    buckets=FAST_BUCKETS,
)
WORKER_QUEUE = gauge("halma_jobs", "Worker jobs running or queued")
RUNNING_GAMES = gauge("halma_games_running", "Games in progress")
GUILDS = gauge("halma_servers", "Servers the bot is in")
CONNECTED = gauge("halma_connected", "1 while connected to Discord")
SHARDS = gauge("halma_shards", "Shards that this process has connected")
WANTED_SHARDS = gauge("halma_wanted_shards", "Shards of all processes together")
BACKUP = gauge("halma_backup_timestamp_seconds", "Time of the last good backup; 0 if there is none")
LOOP_LAG = histogram("halma_loop_lag_seconds", "Event loop lag", buckets=TRANSACTION_BUCKETS)


@contextmanager
def measure_response(what: str) -> Iterator[None]:
    """Measure the time until an interaction or message is answered."""
    began = perf_counter()
    try:
        yield
    finally:
        INTERACTIONS.labels(what).observe(perf_counter() - began)


def observe_delay(job: str, seconds: int) -> None:
    """Record how many seconds after its due time a scheduled job ran."""
    JOB_DELAY.labels(job).observe(max(seconds, 0))


def observe_transaction(kind: str, phase: str, seconds: float) -> None:
    """Record the duration of a transaction's phase in seconds.

    `kind` is "read" or "write"; `phase` is "wait" (until it begins) or "hold" (until it ends).
    """
    TRANSACTIONS.labels(kind, phase).observe(seconds)


def render_metrics() -> bytes:
    """Return all metrics in Prometheus text format."""
    return prometheus.generate_latest(REGISTRY)
