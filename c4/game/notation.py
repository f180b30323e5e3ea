"""Positions as text, read and written: move strings ("4453"), packed states, pictures, links."""

from __future__ import annotations

import re
from collections.abc import Callable

from c4.errors import C4Error, naming
from c4.game.columns import DIGITS, format_columns
from c4.game.grid import MOST_CHARACTERS, is_line_of_picture, is_picture
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.text import pluralise

SOLVER_LINK = "https://connect4.gamesolver.org/?pos="
"""The public solver's address; a move string follows."""

_LINK = re.compile(r"(?:^|[?&#])pos=([^&#\s]*)")
_MOVE_NUMBER = re.compile(r"\d+\.+")
_SEPARATORS = re.compile(r"[\s,;]+|(?<=\w)-(?=\w)")

_ANSWER = re.compile(
    r"(empty|packed:\d+|[1-9a-wA-W]+)"  # the position
    r"\s+([-+]?\d{1,2})"  # its score
    r"(?:\s+[-+.\w]+)*"  # nodes, microseconds, scores of the columns, best play
)
"""A line of a test set of solvers, or one that `c4 solve` printed."""

_PAIRS_AND_SCORE = re.compile(r"([1-9a-wA-W]{1,2}(?:\s+[1-9a-wA-W]{1,2})+)\s+([-+]\d{1,2})")
"""Moves in groups of one or two, and a score with its sign."""

MOST_SCORE = 32
"""No exact score is larger: boards have at most 64 cells."""

MIN_NUMBER_DIGITS = 16
"""A text of so many digits that are not all columns is a packed state; shorter ones are moves with a mistake."""

MAX_NUMBER_DIGITS = 20
"""The most digits of a number of 64 bits."""

PAIR = 2
"""The most moves in a group of a move string: one of each side, as files of games have it."""


def parse_position(text: str, rules: Rules = STANDARD) -> Position:
    """The position of a text that somebody typed or pasted.

    "empty"; a move string, "4453", "44 53" or "4, 4, 5, 3"; a packed state, "packed:10378..." or the number alone (its
    own side is to move); a link of the public solver, "...?pos=4453"; a picture (see `c4.game.grid`).
    Raises C4Error with one sentence for anything else; if the text has several lines, it names the line.
    """
    text = text.strip().lstrip("\ufeff").strip()
    if len(text) > MOST_CHARACTERS and not text.startswith("packed:"):
        raise C4Error(f"{text[:20]!r}... has {len(text):,} characters, too many for a position")
    if text in ("", "empty"):
        return Position(rules=rules)
    if text.startswith("packed:"):
        return _from_number(text.removeprefix("packed:"), rules)
    if (link := _LINK.search(text)) is not None:
        return Position.from_moves(link[1], rules)
    if "://" in text:
        raise C4Error(f"{text[:80]!r} is a link without a position: one of the public solver ends in ?pos=4453")
    columns = DIGITS[: rules.columns]
    is_number = len(text) >= MIN_NUMBER_DIGITS and text.isascii() and text.isdigit() and not set(text) <= set(columns)
    if is_number and len(text) != rules.cells:
        return _from_number(text, rules)
    check_lines(text, rules)
    moves = _without_separators(text)
    if not set(moves.lower()) <= set(columns) and is_picture(text, rules):
        return Position.from_grid(text, rules)
    return Position.from_moves(moves, rules)


def without_remark(line: str) -> str:
    """A line of a list of positions without a byte order mark, blanks around it, and a remark, from "#" to its end."""
    line = line.lstrip("\ufeff").strip()
    return line if line.startswith("{") else line.partition("#")[0].rstrip()


def entry_text(line: str) -> str:
    """The position in a line of a list of positions, as text: without a remark, and without a score after it.

    Lines of test sets ("4453 -2", "44 53 -2") and of `c4 solve` hold a score; groups of one or two columns are moves
    ("44 5" is 445).
    """
    return entry_of(line)[0]


def entry_of(line: str) -> tuple[str, str]:
    """The position in a line of a list, and its score, "" if there is none; both as text (see `entry_text`)."""
    line = without_remark(line)
    if len(line) > MOST_CHARACTERS:
        return line, ""
    if (pairs := _PAIRS_AND_SCORE.fullmatch(line)) is not None and abs(int(pairs[2])) <= MOST_SCORE:
        return pairs[1], pairs[2]
    answer = _ANSWER.fullmatch(line)
    moves = _without_separators(line)
    is_moves = moves.isalnum() and "0" not in moves
    if answer is None or is_moves or abs(int(answer[2])) > MOST_SCORE:
        return line, ""
    return answer[1], answer[2]


def check_lines(text: str, rules: Rules) -> None:
    """Raises C4Error for a text of several lines of which one has moves, and none is a row of a picture.

    Lines with the numbers of moves are one game.
    """
    lines = text.splitlines()
    numbered = any(_MOVE_NUMBER.match(line.strip()) for line in lines)
    if len(lines) < 2 or numbered or any(is_line_of_picture(line, rules, begun=True) for line in lines):
        return
    if not any(line.strip() and set(_SEPARATORS.sub("", line)) <= set("123456789") for line in lines):
        return
    count = 0
    for number, line in enumerate(lines, start=1):
        if line.strip():
            count += 1
            with naming(f"line {number}"):
                Position.from_moves(_without_separators(line.strip()), rules)
    raise C4Error(f"here are {pluralise(count, 'line')} of moves, but one position is one line")


def _without_separators(text: str) -> str:
    """The moves of a text in groups of one or two, numbered or not; any other text as it is."""
    parts = _SEPARATORS.split(text.strip("[]() \t"))
    groups = [part for part in parts if _MOVE_NUMBER.fullmatch(part) is None]
    return "".join(groups) if all(1 <= len(group) <= PAIR for group in groups) else text


def _from_number(number: str, rules: Rules) -> Position:
    """The position of a packed state written as a decimal number."""
    if not number:
        raise C4Error("a number is missing after packed:")
    if not (number.isascii() and number.isdigit()):
        bad = next(i for i, c in enumerate(number, start=1) if not (c.isascii() and c.isdigit()))
        raise C4Error(f"{number[bad - 1]!r} at place {bad} of {number!r} is not a digit")
    if len(number) > MAX_NUMBER_DIGITS:
        raise C4Error(
            f"a number of {pluralise(len(number), 'digit')} is too long for a packed state, which has 64 bits"
        )
    return Position.from_packed(int(number), rules)


def format_position(position: Position) -> str:
    """The shortest text that `parse_position` reads as this position."""
    if position.moves is not None:
        return format_columns(position.moves) or "empty"
    return format_packed(position)


def place_in_words(position: Position) -> str:
    """A position in words: "at the start", "after 4453"; "in" and its text for one that was set up."""
    if position.moves is None:
        return f"in {format_position(position)}"
    return f"after {format_columns(position.moves)}" if position.moves else "at the start"


def format_moves(position: Position) -> str:
    """A move string that leads to the position, "empty" for none.  Raises C4Error when no game leads there."""
    return _move_string(position) or "empty"


def _move_string(position: Position) -> str:
    """A move string that leads to the position.  Raises C4Error when no game leads there."""
    moves = find_moves(position)
    if moves is None:
        if position.rules.turn_every:
            raise C4Error(
                "the moves before a turn cannot be worked out backwards: copy this position in another format"
            )
        raise C4Error("no game leads to this position, so it has no move string: copy it in another format")
    return format_columns(moves)


def format_packed(position: Position) -> str:
    """The packed state for the side to move, as text."""
    return f"packed:{position.packed()}"


def format_link(position: Position) -> str:
    """The public solver's link.  Raises C4Error for other boards, and when no game leads to the position."""
    if position.rules != STANDARD:
        raise C4Error(f"the public solver only knows the standard board, not {position.rules}")
    return SOLVER_LINK + _move_string(position)


FORMATS: dict[str, Callable[[Position], str]] = {
    "Move string": format_moves,
    "Packed state": format_packed,
    "Picture in text": Position.grid,
    "Link of the public solver": format_link,
}
"""The forms in which a position can be copied, by name; `parse_position` reads all of them."""


def find_moves(position: Position) -> tuple[int, ...] | None:
    """A game (columns from 0) that leads to a position given by its discs, or None when there is none.

    Discs are removed from the tops of the columns, the last mover's first.  What is left depends on the heights
    alone, so at most (rows + 1) ** columns situations are visited.
    """
    rules = position.rules
    if position.moves is not None or rules.turn_every:  # no way back through a turn
        return position.moves
    first, second = (stones.bit_count() for stones in position.stones)
    if first - second not in (0, 1) or first - second != position.to_move:
        return None
    dead_ends: set[int] = set()

    def back(stones: tuple[int, int], last: int) -> list[int] | None:
        occupied = stones[0] | stones[1]
        if not occupied:
            return []
        if occupied in dead_ends:
            return None
        tops = (occupied + rules.bottom) >> 1 & occupied
        for column in range(rules.columns):
            cell = tops & stones[last] & rules.column_mask(column)
            if not cell:
                continue
            earlier = (stones[0] ^ cell, stones[1]) if last == 0 else (stones[0], stones[1] ^ cell)
            if rules.scoring != COUNT_LINES and rules.outcome(*earlier, last=1 - last) is not None:
                continue
            way = back(earlier, 1 - last)
            if way is not None:
                return [*way, column]
        dead_ends.add(occupied)
        return None

    way = back(position.stones, 1 - position.to_move)
    return None if way is None else tuple(way)
