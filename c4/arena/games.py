"""Games of the arena on disk: one game a line of JSON, appended as soon as it is played.

    {"first": "greedy", "second": "alphabeta:depth=4", "opening": "44", "seed": 7, "moves": "4453...",
     "winner": 0, "reason": "four in a row", "seconds": [0.1, 0.4]}

`first` played the discs of player 0, who begins; `moves` are all of the game, the opening's too, columns from 1;
`winner` is 0, 1, or null for a draw; `seconds` the processor time each thought.  A line that a kill has torn is
passed over, and its game played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from c4.errors import C4Error
from c4.game.position import Position
from c4.storage import read_bytes, reading


@dataclass(frozen=True)
class Game:
    """A finished game; fields as in the file (see above)."""

    first: str
    second: str
    opening: str
    seed: int
    moves: str
    winner: int | None
    reason: str = ""
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def pairing(self) -> tuple[str, str, str, int]:
        """What identifies a game within a match or tournament."""
        return self.first, self.second, self.opening, self.seed

    def position(self) -> Position:
        """The position at the end of the game."""
        return Position.from_moves(self.moves)

    def result_of(self, agent: str) -> int:
        """The result for one of the two: 1, 0 or -1."""
        if self.winner is None:
            return 0
        winner = (self.first, self.second)[self.winner]
        return 1 if winner == agent else -1


MAX_LINE_CHARACTERS = 10_000
"""Letters of a line that may hold a game."""

MAX_FILE_BYTES = 1 << 30
"""Bytes of a file of games that is read."""


class GamesFile:
    """Games recorded in a file; without a path nothing is recorded."""

    def __init__(self, path: str | Path | None) -> None:
        self.path = None if path is None else Path(path)

    def read(self) -> Iterator[Game]:
        """The games that are there; torn lines are passed over.

        Raises C4Error for a file that cannot be read, or that holds something else.
        """
        if self.path is None or not self.path.exists():
            return
        with reading(self.path):
            lines = read_bytes(self.path, MAX_FILE_BYTES).split(b"\n")
        games = [parse_game(line) for line in lines if line.strip()]
        if games and not any(games):
            raise C4Error(f"{self.path} is not a file of games and was left unchanged")
        yield from (game for game in games if game is not None)

    def append(self, game: Game) -> None:
        """Appends a game; when this returns it is on the disk.  Raises C4Error when it cannot be written."""
        if self.path is None:
            return
        try:
            with self.path.open("ab+") as file:
                end = file.seek(0, os.SEEK_END)
                if end:
                    file.seek(end - 1)
                    if file.read(1) != b"\n":  # a kill has torn the last line
                        file.write(b"\n")
                file.write((json.dumps(asdict(game)) + "\n").encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise C4Error(f"{self.path} cannot be written: {error.strerror or error}") from None


def parse_game(line: bytes | str) -> Game | None:
    """The game on a line; None if there is none, or an incomplete one."""
    if len(line) > MAX_LINE_CHARACTERS:
        return None
    try:
        content = json.loads(line)
        game = Game(**{**content, "seconds": tuple(content["seconds"])})
        are_texts = all(isinstance(text, str) for text in (game.first, game.second, game.opening, game.moves))
        outcome = game.position().outcome()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):  # C4Error is a ValueError
        return None
    if not are_texts or outcome is None:
        return None
    if outcome.winner != game.winner or not game.moves.startswith(game.opening):
        return None
    return game
