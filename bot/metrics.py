"""What the bot measures of itself, for Prometheus: each metric once, by the name that dashboards use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 10.0)
"""Seconds that a person waits: Discord gives up after three."""
SHORT = (0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)
LONG = (1, 5, 15, 60, 300, 900, 3600, 6 * 3600, 86400)
BYTES = (10_000, 20_000, 40_000, 80_000, 160_000, 320_000)

MOVES = Counter("halma_moves", "Moves that were played", registry=REGISTRY)
INTERACTIONS = Histogram(
    "halma_interaction_seconds",
    "From the arrival of a command, a button or a message to its answer",
    ["what"],
    buckets=QUICK,
    registry=REGISTRY,
)
REFUSALS = Counter(
    "halma_refusals", "What people were refused, by its kind", ["kind"], registry=REGISTRY
)
ERRORS = Counter("halma_errors", "Errors that nobody had foreseen", registry=REGISTRY)
DELIVERIES = Histogram(
    "halma_delivery_seconds",
    "From owing a message to Discord having it",
    ["kind"],
    buckets=LONG,
    registry=REGISTRY,
)
UNDELIVERED = Counter(
    "halma_undelivered",
    "Attempts to deliver that failed, for good or for now",
    ["kind", "outcome"],
    registry=REGISTRY,
)
OWED = Gauge("halma_owed", "Messages that are owed", registry=REGISTRY)
OWED_AGE = Gauge("halma_owed_age_seconds", "Age of the oldest of them", registry=REGISTRY)
OVERDUE = Gauge(
    "halma_overdue_deadlines",
    "Turns whose time is up and that nobody has seen to",
    registry=REGISTRY,
)
LATE = Histogram(
    "halma_late_seconds",
    "How late a duty was seen to, such as a reminder",
    ["duty"],
    buckets=LONG,
    registry=REGISTRY,
)
DUTY_FAILURES = Gauge(
    "halma_duty_failures",
    "How often a duty has failed since it last succeeded",
    ["duty"],
    registry=REGISTRY,
)
TRANSACTIONS = Histogram(
    "halma_transaction_seconds",
    "Transactions: until they begin, and until they are over",
    ["kind", "phase"],
    buckets=SHORT,
    registry=REGISTRY,
)
DATABASE_BYTES = Gauge(
    "halma_database_bytes", "Size of the database and of its log", ["part"], registry=REGISTRY
)
PICTURES = Histogram(
    "halma_picture_seconds", "Drawing of a picture", buckets=SHORT, registry=REGISTRY
)
PICTURE_BYTES = Histogram(
    "halma_picture_bytes", "Size of a picture", buckets=BYTES, registry=REGISTRY
)
REQUESTS = Counter(
    "halma_requests",
    "Requests to Discord, by the status of the answer",
    ["status"],
    registry=REGISTRY,
)
REQUEST_WAIT = Histogram(
    "halma_request_wait_seconds",
    "What a request waits so that the bot asks no faster than Discord allows",
    buckets=SHORT,
    registry=REGISTRY,
)
INVALID_REQUESTS = Gauge(
    "halma_invalid_requests", "Requests that Discord refused in ten minutes", registry=REGISTRY
)
JOBS = Histogram(
    "halma_job_seconds",
    "What the worker computed, such as the moves of the computer",
    ["what"],
    buckets=QUICK,
    registry=REGISTRY,
)
QUEUE = Gauge("halma_jobs", "Jobs that the worker has or that wait for it", registry=REGISTRY)
RUNNING = Gauge("halma_games_running", "Games that are being played", registry=REGISTRY)
SERVERS = Gauge("halma_servers", "Servers that the bot is in", registry=REGISTRY)
CONNECTED = Gauge("halma_connected", "1 while Discord can reach the bot", registry=REGISTRY)
LOOP_LAG = Histogram(
    "halma_loop_lag_seconds",
    "How late the event loop runs what is due",
    buckets=SHORT,
    registry=REGISTRY,
)


@contextmanager
def answering(what: str) -> Iterator[None]:
    """Measure how long somebody waits for an answer."""
    began = perf_counter()
    try:
        yield
    finally:
        INTERACTIONS.labels(what).observe(perf_counter() - began)


def late(duty: str, seconds: int) -> None:
    """A duty is seen to so long after it fell due."""
    LATE.labels(duty).observe(max(seconds, 0))


def transaction(kind: str, phase: str, seconds: float) -> None:
    """A transaction of this kind ("read", "write") has begun ("wait") or is over ("hold")."""
    TRANSACTIONS.labels(kind, phase).observe(seconds)


def page() -> bytes:
    """All of them, as Prometheus reads them."""
    return generate_latest(REGISTRY)
