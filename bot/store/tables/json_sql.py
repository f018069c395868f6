"""JSON fields in text columns, compiled for each SQL dialect."""

from typing import Any

from sqlalchemy import BigInteger, Column, FunctionElement, Text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler


class JsonNumber(FunctionElement[int]):
    """An integer field of a JSON object in a text column; NULL if it is missing."""

    inherit_cache = True
    type = BigInteger()

    def __init__(self, column: Column[str], field: str) -> None:
        super().__init__(column)
        assert field.isidentifier()
        self.field = field


class JsonWord(JsonNumber):
    """A string field of a JSON object in a text column; NULL if it is missing."""

    inherit_cache = True
    type = Text()  # type: ignore[assignment]


@compiles(JsonNumber, "sqlite")
@compiles(JsonWord, "sqlite")
def _in_sqlite(element: JsonNumber, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_extract({compiler.process(element.clauses, **how)}, '$.{element.field}')"


@compiles(JsonNumber, "postgresql")
@compiles(JsonWord, "postgresql")
def _in_postgresql(element: JsonNumber, compiler: SQLCompiler, **how: Any) -> str:
    kind = compiler.dialect.type_compiler_instance.process(element.type)
    text = compiler.process(element.clauses, **how)
    return f"CAST(CAST({text} AS JSON) ->> '{element.field}' AS {kind})"
