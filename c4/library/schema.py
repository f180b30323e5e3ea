"""The tables of a library's file, and how those of version 1 become those of version 2."""

from __future__ import annotations

APPLICATION = 0x43344742
"""SQLite's application_id of a library."""

VERSION = 2

SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    result INTEGER NOT NULL,                -- index into c4.library.record.RESULTS
    plies INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    moves TEXT NOT NULL,                    -- the main line
    ended TEXT NOT NULL,
    date TEXT NOT NULL,
    event TEXT NOT NULL,
    note TEXT NOT NULL,
    tags TEXT NOT NULL,                     -- one a line, with a line break before and after each
    game TEXT NOT NULL,                     -- the moves with variations, comments and marks; empty if there are none
    start TEXT NOT NULL,                    -- the starting position; empty for the empty board
    board TEXT NOT NULL,                    -- such as "5x6 3 first-line"; empty for the standard rules
    others TEXT NOT NULL                    -- headers of other programs, JSON
);
CREATE TABLE position (                     -- every position of every game
    board TEXT NOT NULL,
    key INTEGER NOT NULL,                   -- see `keys_of`, less 2^63, as SQLite's integers are signed
    game INTEGER NOT NULL,
    next INTEGER,                           -- the column that was played here, from 0; none at the end of the game
    result INTEGER NOT NULL,
    PRIMARY KEY (board, key, game)
) WITHOUT ROWID;
"""

PUZZLES = """
CREATE TABLE IF NOT EXISTS puzzle_try (id INTEGER PRIMARY KEY, puzzle TEXT NOT NULL, solved INTEGER NOT NULL,
    rating REAL NOT NULL, at REAL NOT NULL)"""
"""The table of `c4.practice.puzzle_progress`, which a library may have."""

RATED_GAMES = """
CREATE TABLE IF NOT EXISTS rated_game (id INTEGER PRIMARY KEY, opponent TEXT NOT NULL, score REAL NOT NULL,
    rating REAL NOT NULL)"""
"""The table of `c4.library.rated_results`, which a library may have."""

VERSION_1 = "fc2cba54b23af067bda6157e6cc2c56afddfd29794768983430b2c1edb72d346"
"""SHA-256 of the schema of version 1."""

FROM_VERSION_1 = """
INSERT INTO game SELECT id, result, plies, (SELECT name FROM player WHERE id = first),
    (SELECT name FROM player WHERE id = second), lower(moves), ifnull(ended, ''), ifnull(date, ''), ifnull(event, ''),
    ifnull(note, ''),
    ifnull((SELECT char(10) || group_concat(name, char(10)) || char(10) FROM tag WHERE game = game1.id), ''),
    ifnull(game, ''), ifnull(start, ''),
    (SELECT iif(rows = 6 AND columns = 7 AND connect = 4 AND scoring = 'first-line', '',
        rows || 'x' || columns || ' ' || connect || ' ' || scoring) FROM board WHERE id = game1.board),
    ifnull(others, '{}') FROM game1;
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'game1') WHERE name = 'game';
DROP TABLE game1;
DROP TABLE player;
DROP TABLE board;
DROP TABLE tag;
DROP TABLE fresh;
DROP TABLE block;
DROP TABLE gone;
"""
