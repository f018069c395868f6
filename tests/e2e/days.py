"""Helper that advances the clock of the simulated world by days."""

from tests.e2e.table import Table


async def wait(table: Table, seconds: int) -> None:
    """Advance the clock in steps of at most a day.

    After each step, the simulated world settles before its timeout.
    """
    for start in range(0, seconds, 86400):
        await table.env.advance_time(min(86400, seconds - start))
