"""Puzzles: their files, and attempts at them with hints.

Every puzzle has exactly one right answer at every step and a grade: the weakest level that solves it.  `lab/make/puzzles.py`
makes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from pathlib import Path

from c4 import models
from c4.agents.levels import LEVELS
from c4.errors import C4Error
from c4.game.columns import DIGITS, full_column, name_columns, square
from c4.game.position import Position
from c4.review.finish import AT_ONCE, STACKED, TWO, finish_of, winning_squares
from c4.storage import read_text, reading
from c4.text import capitalised, pluralise

WIN = "win"
HOLD = "hold"
LOSES = "loses"
ODD = "odd threat"
KINDS = (WIN, HOLD, LOSES, ODD)

GRADES = (*(name for name in LEVELS if name not in ("random", "nearly-perfect", "perfect")), "perfect")
"""The levels that solve puzzles, the weakest first.  "nearly-perfect" is left out: it looks every answer up and slips by
chance."""

SQUARE_COLUMNS = "abcdefg"
"""The columns as the name of a square has them."""

MAX_FILE_BYTES = 8 << 20
"""The most bytes of a file of puzzles that are read."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle.

    kind        one of KINDS
    moves       the position, as a move string
    solution    columns from 1 as a move string: the answer, and for a win the replies and all further answers
    square      the square to find ("c3") for an odd threat, otherwise ""
    grade       one of GRADES
    refuted     for each wrong column (from 1, as text) of the first step the best reply (0: none is needed), as a
                column from 1
    """

    kind: str
    moves: str
    solution: str
    square: str
    grade: str
    refuted: dict[str, int] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """Its first position."""
        return Position.from_moves(self.moves)

    @property
    def task(self) -> str:
        """What is asked for, in a sentence."""
        if self.kind == WIN:
            return f"Win in {pluralise(len(self.solution) // 2 + 1, 'move')}."
        return {
            HOLD: "Find the only move that does not lose.",
            LOSES: "Which move loses?",
            ODD: "Find the odd threat that decides the game.",
        }[self.kind]

    @property
    def demonstration(self) -> tuple[int, ...]:
        """The columns (from 0) that show the solution: its moves, and the reply that refutes a losing one."""
        columns = tuple(DIGITS.index(column) for column in self.solution)
        if self.kind != LOSES:
            return columns
        reply = self.refuted.get(self.solution, 0)
        return (*columns, reply - 1) if reply else columns

    def answer_to_losing(self) -> str:
        """How the other side answers the losing move: ": the other side answers column 5"; "" if that is not known."""
        column, *replies = self.demonstration
        if not replies:
            return ""
        after = self.position.play(column)
        return f": the other side answers {reply_in_words(after, replies[0])}"

    @property
    def explanation(self) -> str:
        """The solution in words, and what refutes the other moves."""
        if self.kind == ODD:
            return f"It is in {place_of(self.square)}, counted from the bottom."
        if self.kind == LOSES:
            return f"Column {self.solution} loses{self.answer_to_losing()}."
        text = f"Play {self.solution[0]}"
        for place, column in enumerate(self.solution[1:]):
            text += f", then {column}" if place % 2 else f", the other side must answer {column}"
        verb = "wins" if self.kind == WIN else "holds"
        text += f" {verb}" if len(self.solution) > 1 else f": it {verb}"
        return f"{text}. {self._refutations()}".strip()

    def _refutations(self) -> str:
        """What the other moves of the first step fail to, in a sentence; "" if that is not known."""
        replies = {reply for reply in self.refuted.values() if reply}
        if not replies:
            return ""
        if self.kind == WIN:
            fails = "is stopped by"
            fail = "are stopped by"
        else:
            fails = "loses to"
            fail = "lose to"
        if len(replies) == 1 and all(self.refuted.values()):
            return f"Any other column {fails} a reply in column {replies.pop()}."
        parts = []
        for reply in sorted(replies):
            columns = [DIGITS.index(column) for column, answer in self.refuted.items() if answer == reply]
            verb = fails if len(columns) == 1 else fail
            parts.append(f"{capitalised(name_columns(columns))} {verb} a reply in column {reply}.")
        return " ".join(parts)


# -- files -------------------------------------------------------------------------------------------------------------


def place_of(square: str) -> str:
    """A square ("c4") in words for people: "column 3, row 4"; rows count from the bottom."""
    column = SQUARE_COLUMNS.index(square[0]) + 1
    return f"column {column}, row {square[1]}"


def default_path() -> Path:
    """The file of the built-in puzzles."""
    return models.default_path("puzzles", ".jsonl")


@lru_cache(maxsize=1)
def shipped() -> tuple[Puzzle, ...]:
    """The built-in puzzles, read once.  Raises C4Error as `read` does."""
    return tuple(read())


def read(path: str | Path | None = None) -> list[Puzzle]:
    """The puzzles of a file, by default the built-in ones.  Raises C4Error naming the line."""
    path = default_path() if path is None else Path(path)
    with reading(f"the puzzles {path}", other=f"the puzzles {path} cannot be read: they are not text in UTF-8"):
        lines = read_text(path, MAX_FILE_BYTES).splitlines()
    return [_read(line, number, path) for number, line in enumerate(lines, start=1)]


def _read(line: str, number: int, path: Path) -> Puzzle:
    try:
        return parse(json.loads(line))
    except C4Error as error:
        raise C4Error(f"{path}: line {number}: {error}") from None
    except (ValueError, RecursionError):
        raise C4Error(f"{path}: line {number} is not a puzzle") from None


NOT_A_PUZZLE = "not a puzzle"
"""What is said of an object that lacks what a puzzle has."""


def parse(content: object) -> Puzzle:
    """The puzzle of an object as it is in files.  Raises C4Error for anything else."""
    if not isinstance(content, dict):
        raise C4Error(NOT_A_PUZZLE)
    unknown = sorted(content.keys() - {field.name for field in fields(Puzzle)})
    if unknown:
        names = ", ".join(unknown)[:60]
        raise C4Error(f"the field {names!r} is unknown: a newer program wrote it; update this program to open it")
    try:
        puzzle = Puzzle(**content)
        is_sound = _is_sound(puzzle)
    except (ValueError, TypeError, AttributeError):
        is_sound = False
    if not is_sound:
        raise C4Error(NOT_A_PUZZLE)
    Position.from_moves(puzzle.moves + puzzle.solution)
    shown = "".join(DIGITS[column] for column in puzzle.demonstration)
    Position.from_moves(puzzle.moves + shown)
    return puzzle


def _is_sound(puzzle: Puzzle) -> bool:
    """Whether the fields of a puzzle have possible values, but for its moves."""
    texts = (puzzle.kind, puzzle.moves, puzzle.solution, puzzle.square, puzzle.grade)
    if not all(type(text) is str for text in texts):
        return False
    if puzzle.kind not in KINDS or puzzle.grade not in GRADES:
        return False
    for column, reply in puzzle.refuted.items():
        if column not in tuple(DIGITS[:7]) or type(reply) is not int or not 0 <= reply <= 7:
            return False
    if puzzle.kind == ODD:
        return re.fullmatch("[a-g][1-6]", puzzle.square) is not None
    return len(puzzle.solution) % 2 == 1  # it ends with a move of the side that solves it


# -- attempts ----------------------------------------------------------------------------------------------------------


class Attempt:
    """One attempt; `clean` is whether it is right so far, without hints and mistakes.

    `position` is on the board: after a wrong move, with the best reply to it, until `again`.  `message` is the result of
    the last move, in words, `answered` its square (row and column from 0; None before the first), and `right` whether it
    was right.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.clean = True
        self.done = False
        self.failed = False
        self.message = ""
        self.answered: tuple[int, int] | None = None
        self.right = False
        self._solution = [DIGITS.index(character) for character in puzzle.solution]
        self._step = 0
        self._hints = 0

    @property
    def asked_position(self) -> Position:
        """The position for which the next move is asked."""
        return self.puzzle.position.after(self._solution[: self._step])

    def play(self, column: int) -> None:
        """Plays a column (from 0); `message` becomes the result.

        Raises C4Error for a full column, and if no column is asked for.
        """
        if self.puzzle.kind == ODD:
            raise C4Error("choose a square, not a column")
        if self.done or self.failed:
            raise C4Error("this attempt is over: try again, or go on to the next puzzle")
        if column not in self.position.legal_columns():
            raise C4Error(full_column(column))
        after = self.position.play(column)
        self.answered = (self.position.height(column), column)
        self.right = column == self._solution[self._step]
        if not self.right:
            self._fail_with(after, column)
            return
        self.position = after
        self._step += 1
        if self._step == len(self._solution):
            self._succeed()
            return
        reply = self._solution[self._step]
        self.position = self.position.play(reply)
        self._step += 1
        self.message = f"The best reply is column {DIGITS[reply]}. Go on."

    def choose(self, row: int, column: int) -> None:
        """Chooses a square (from 0).  Raises C4Error if none is asked for, and for an occupied one."""
        if self.puzzle.kind != ODD:
            raise C4Error("choose a column")
        if self.done or self.failed:
            raise C4Error("this attempt is over: try again, or go on to the next puzzle")
        if self.position.owner(row, column) is not None:
            raise C4Error("there is a disc on that square: choose an empty one")
        self.answered = (row, column)
        self.right = square(row, column) == self.puzzle.square
        if self.right:
            self._succeed()
            return
        self.clean = False
        self.failed = True
        self.message = f"{capitalised(place_of(square(row, column)))} does not decide the game."

    def _succeed(self) -> None:
        """Ends the attempt, and says why the answer is right."""
        self.done = True
        if self.puzzle.kind == ODD:
            self.message = f"{capitalised(place_of(self.puzzle.square))}: in the end the other side must play below it."
            return
        self.message = {
            WIN: "Four in a row.",
            LOSES: f"{self.puzzle.explanation} No other column does.",
            HOLD: "Every other column loses.",
        }[self.puzzle.kind]

    def _fail_with(self, after: Position, column: int) -> None:
        """Leaves the wrong move on the board, with the reply that refutes it, if known."""
        self.clean = False
        self.failed = True
        self.position = after
        reply = self._refutation_of(column)
        if self.puzzle.kind == LOSES:
            self.message = f"Column {DIGITS[column]} does not lose."
        elif reply is not None and after.outcome() is None:
            self.position = after.play(reply)
            answer = reply_in_words(after, reply)
            if self.puzzle.kind == WIN:
                self.message = f"Column {DIGITS[column]} {self._too_slow()}: the other side answers {answer}."
            else:
                self.message = f"Column {DIGITS[column]} loses: the other side answers {answer}."
        elif self.puzzle.kind == WIN:
            self.message = f"Column {DIGITS[column]} {self._too_slow()}."
        else:
            self.message = f"Column {DIGITS[column]} loses."

    def _too_slow(self) -> str:
        """What a wrong column does where a win is asked for."""
        moves = len(self._solution[self._step :]) // 2 + 1
        return f"does not win in {pluralise(moves, 'move')}"

    def _refutation_of(self, column: int) -> int | None:
        """The best reply to a wrong move (columns from 0), if known: the file has replies for the first step alone."""
        if self._step > 0:
            return None
        reply = self.puzzle.refuted.get(DIGITS[column], 0)  # from 1; 0 for none
        return reply - 1 if reply > 0 else None

    def again(self) -> None:
        """Undoes a wrong move."""
        self.position = self.asked_position
        self.failed = False
        self.message = ""
        self.answered = None

    def hint(self) -> str:
        """The next hint: first the idea or fewer columns, then the answer.  A puzzle solved with one does not count."""
        self.clean = False
        self._hints += 1
        if self.puzzle.kind == ODD:
            if self._hints == 1:
                return f"The square is in {place_of(self.puzzle.square).split(',')[0]}."
            return f"The square is in {place_of(self.puzzle.square)}."
        answer = self._solution[self._step]
        if self._hints % 2 == 0:
            return f"Column {DIGITS[answer]}."
        return self._idea() or self._fewer_columns(answer)

    def _idea(self) -> str:
        """What the answer is about, without its column; "" if there is nothing to say."""
        if self.puzzle.kind == WIN:
            return idea_of_win(self.asked_position, self._solution[self._step :])
        return idea_of_defence(self.asked_position) if self.puzzle.kind == HOLD else ""

    def _fewer_columns(self, answer: int) -> str:
        """The answer among some columns, fewer than there are."""
        others = [column for column in self.asked_position.legal_columns() if column != answer]
        shown = min(2, len(others) - 1)
        if shown < 1:
            return f"Column {DIGITS[answer]}."
        start = len(self.puzzle.moves) % len(others)  # another place in every puzzle, so that no choice gives it away
        rotated = others[start:] + others[:start]
        return f"One of {name_columns(sorted([answer, *rotated[:shown]]))}."


# -- words -------------------------------------------------------------------------------------------------------------


def idea_of_win(position: Position, line: Sequence[int]) -> str:
    """How a win ends (`line` in columns from 0, to the end), without its columns; "" if it is not won by a line."""
    finish = finish_of(position, line)
    if finish is None:
        return ""
    if finish.kind == AT_ONCE:
        return "You can complete a line now."
    if finish.kind == TWO:
        return "It ends with two threats at once, in two columns."
    if finish.kind == STACKED:
        return "It ends with two threats in one column, one above the other."
    return "It ends with a winning square that the other side must play below."


def idea_of_defence(position: Position) -> str:
    """What the other side threatens; "" for no line that it could complete now."""
    columns = sorted({column for _, column in winning_squares(position, 1 - position.to_move)})
    return f"The other side threatens to complete a line in {name_columns(columns)}." if columns else ""


def reply_in_words(position: Position, column: int) -> str:
    """What the best reply (a column from 0) to a wrong move does: "with column 2, which blocks your line"."""
    side = position.to_move
    blocked = (position.height(column), column) in winning_squares(position, 1 - side)
    after = position.play(column)
    outcome = after.outcome()
    reply = f"with {name_columns([column])}"
    if outcome is not None and outcome.winner is not None:
        return f"{reply}, a line of four"
    threats = sorted({column for _, column in winning_squares(after, side)})
    parts = ["blocks your line"] if blocked else []
    if threats:
        parts.append(f"threatens to win in {name_columns(threats)}")
    return f"{reply}, which {' and '.join(parts)}" if parts else reply
