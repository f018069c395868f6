"""Process runtime: life cycle, workers, watchdog, rate limiter and monitoring."""
