"""The process: life cycle, worker processes, watchdog, rate limiter, metrics, health, doctor."""
