"""The lists of positions in a library file: adding and looking up.  Imports numpy.

Single games put their positions into the table "fresh"; many games at once, and "fresh" when it has grown, become
sorted blocks.  A lookup reads one block of each sorted list and the table "fresh".
"""

from __future__ import annotations

import sqlite3

import numpy as np

from c4.library.index import Block, Keys, Posts, blocks_of, posts_in, sort

MANY = 50_000
"""From this many entries on, blocks are made."""

_SHIFT = 1 << 63
"""SQLite's integers are signed, so this is subtracted from keys."""


def add(connection: sqlite3.Connection, board: int, keys: Keys, posts: Posts) -> None:
    """Adds entries, inside a transaction of the caller's."""
    if len(keys) < MANY:
        rows = zip(keys.tolist(), posts.tolist())
        connection.executemany(
            "INSERT INTO fresh VALUES (?, ?, ?)", ((board, key - _SHIFT, post) for key, post in rows)
        )
        if connection.execute("SELECT count(*) FROM fresh").fetchone()[0] > MANY:
            _settle(connection)
        return
    _add_blocks(connection, board, *sort(keys, posts))


def _add_blocks(connection: sqlite3.Connection, board: int, keys: Keys, posts: Posts) -> None:
    """Adds a sorted list."""
    connection.executemany(
        "INSERT INTO block (board, low, high, size, keys, posts) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (board, block.low - _SHIFT, block.high - _SHIFT, block.size, block.keys, block.posts)
            for block in blocks_of(keys, posts)
        ),
    )


def _settle(connection: sqlite3.Connection) -> None:
    """Turns "fresh" into blocks."""
    for (board,) in connection.execute("SELECT DISTINCT board FROM fresh").fetchall():
        rows = connection.execute("SELECT key, post FROM fresh WHERE board = ? ORDER BY key, post", (board,)).fetchall()
        keys = np.array([key + _SHIFT for key, _ in rows], dtype=np.uint64)
        posts = np.array([post for _, post in rows], dtype=np.uint32)
        _add_blocks(connection, board, keys, posts)
    connection.execute("DELETE FROM fresh")


def lookup(connection: sqlite3.Connection, board: int, key: int) -> Posts:
    """The posts of a position, ascending, without those of removed games.  Raises C4Error for a damaged list."""
    wanted = key - _SHIFT
    parts = [
        posts_in(Block(low + _SHIFT, high + _SHIFT, size, keys, posts), key)
        for low, high, size, keys, posts in connection.execute(
            "SELECT low, high, size, keys, posts FROM block WHERE board = ? AND low <= ? AND high >= ?",
            (board, wanted, wanted),
        )
    ]
    fresh = connection.execute("SELECT post FROM fresh WHERE board = ? AND key = ?", (board, wanted)).fetchall()
    parts.append(np.array([post for (post,) in fresh], dtype=np.uint32))
    found = np.sort(np.concatenate(parts))
    gone = connection.execute("SELECT game FROM gone").fetchall()
    if gone:
        found = found[~np.isin(found >> np.uint32(2), np.array([game for (game,) in gone], dtype=np.uint32))]
    return found
