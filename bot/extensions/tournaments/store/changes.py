"""Update statements, one for each set of changed columns."""

from functools import cache

from sqlalchemy import BindParameter, Table, bindparam, update

from bot.extension_api.transactions import Statement


@cache
def changing(table: Table, keys: tuple[str, ...], columns: tuple[str, ...]) -> Statement:
    """Return the statement that changes these columns of the rows with these keys.

    The parameters are named `key_` and the name of a key, and `new_` and the name of a column.
    """
    these = [table.c[name] == bindparam(f"key_{name}") for name in keys]
    values: dict[str, BindParameter[object]] = {name: bindparam(f"new_{name}") for name in columns}
    return Statement(update(table).where(*these).values(values))
