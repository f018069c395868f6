"""Days that pass in the simulated world."""

from tests.e2e.table import Table


async def wait(table: Table, seconds: int) -> None:
    """So much time passes, in steps that the simulated world finishes in time."""
    for start in range(0, seconds, 86400):
        await table.env.advance_time(min(86400, seconds - start))
