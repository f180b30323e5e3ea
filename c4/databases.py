"""SQLite: why a database cannot be used, and what is in its schema."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported only where databases are read or written
    import sqlite3


def sqlite_reason(error: Exception, path: Path) -> str:
    """Why a database cannot be used, in words, given SQLite's or the system's error."""
    import sqlite3

    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program is writing to it"
    if code == sqlite3.SQLITE_INTERRUPT:
        return "a query takes too long"
    if path.exists() and not path.is_file():
        return "it is a folder" if path.is_dir() else "it is not a regular file"
    folder = path.resolve().parent
    if not folder.is_dir():
        return f"there is no folder {folder}"
    if code == sqlite3.SQLITE_CANTOPEN and not os.access(folder, os.W_OK):
        return f"its folder {folder} cannot be written"
    if code == sqlite3.SQLITE_IOERR and not shutil.disk_usage(path.absolute().parent).free:
        return "the disk is full"
    return str(error)


MAX_SCHEMA_ENTRIES = 100
"""The most tables, indexes, views and triggers of a database that are looked at."""

Entry = tuple[str, str, str, str]
"""Of a table, an index, a view or a trigger of a database: its type, its name, the name of its table, its statement."""


def schema_of(connection: sqlite3.Connection) -> list[Entry]:
    """All entries of a database's schema, sorted; the statements without comments and line breaks.

    Of more than MAX_SCHEMA_ENTRIES the rest is left out.
    """
    rows = connection.execute(
        "SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_master LIMIT ?", (MAX_SCHEMA_ENTRIES,)
    )
    return sorted((str(kind), str(name), str(table), _statement(str(sql))) for kind, name, table, sql in rows)


@cache
def schema_entries(statements: str) -> tuple[Entry, ...]:
    """The entries of a new database in which these statements were executed."""
    import sqlite3

    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(statements)
        return tuple(schema_of(connection))


def _statement(sql: str) -> str:
    """A statement in one line, without its comments.  Only a space, a tab and a line break separate words."""
    return " ".join(part for part in re.split(r"[ \t\n]+", re.sub(r"--[^\n]*", "", sql)) if part)
