"""What a running bot uses: worker processes, tasks, rate limiter and metrics."""
