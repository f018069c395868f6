"""Process runtime: life cycle, workers, watchdog, rate limiter, metrics and health."""
