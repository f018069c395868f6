"""SQL of the current tables: `python -m tools schema sqlite`.

The files of the first migration, `bot/store/migrations/versions/v0001_*.sql`, were created with it. They
are never regenerated: each change of the tables is a separate migration.
"""

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store.tables import metadata

DIALECTS = {"sqlite": sqlite.dialect, "postgresql": postgresql.dialect}


def schema_text(dialect: str) -> str:
    """Return the statements that create all tables and indexes."""
    language = DIALECTS[dialect]()
    made = []
    for table in metadata.sorted_tables:
        made.append(CreateTable(table).compile(dialect=language))
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        made += [CreateIndex(index).compile(dialect=language) for index in indexes]
    statements = ("\n".join(map(str.rstrip, str(one).strip().splitlines())) for one in made)
    return "".join(f"{statement};\n\n" for statement in statements).expandtabs(4).rstrip() + "\n"
