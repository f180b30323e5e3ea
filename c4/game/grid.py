"""Boards as grids: pictures as programs print them, and lists or arrays of numbers.

A grid is a list of rows from the top, each a list of cells: EMPTY, FIRST (a disc of the first player) or SECOND.
`read_grid` reads a grid in these steps:

    text     ->  lines of signs        frames, brackets, quotes and colour codes are left out
    lines    ->  rows of signs         lines of column names and frames are left out
    signs    ->  a grid                by the first of several meanings of the signs that gives a possible board
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.rules import STANDARD, Rules
from c4.text import pluralise

EMPTY = 0
FIRST = 1
SECOND = 2

MOST_CHARACTERS = 10_000
"""The most characters of a position as text."""

Grid = list[list[int]]

EMPTY_SIGNS = frozenset("._-·*∙⋅□▢◻☐⬜⬛◌")
"""Signs that are an empty cell in every picture."""

WORDS = {
    "none": ".",
    "null": ".",
    "nan": ".",
    "empty": ".",
    "0.": "0",
    "0.0": "0",
    "-0.": "0",
    "1.": "1",
    "1.0": "1",
    "+1": "1",
    "2.": "2",
    "2.0": "2",
    "-1": "-1",
    "-1.": "-1",
    "-1.0": "-1",
}
"""Cells of several characters, in lower case, and the sign that each is read as."""

SAME_SIGNS = {
    "🟥": "🔴",
    "❤": "🔴",
    "🟨": "🟡",
    "💛": "🟡",
    "🟦": "🔵",
    "💙": "🔵",
    "🖤": "⚫",
    "🤍": "⚪",
    "🟩": "🟢",
    "🟧": "🟠",
    "🟪": "🟣",
    "❌": "x",
    "✕": "x",
    "✖": "x",
    "×": "x",
    "⭕": "o",
    "◯": "○",
    "⬤": "●",
    "⚽": "○",
}
"""Signs that are read as others."""

SHORT_CODES = {
    "red_circle": "🔴",
    "yellow_circle": "🟡",
    "blue_circle": "🔵",
    "white_circle": "⚪",
    "black_circle": "⚫",
    "green_circle": "🟢",
    "orange_circle": "🟠",
    "purple_circle": "🟣",
    "red_square": "🟥",
    "yellow_square": "🟨",
    "blue_square": "🟦",
    "black_large_square": "⬛",
    "white_large_square": "⬜",
    "x": "x",
    "o": "o",
    "zero": "0",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
}
"""Chat programs write ":red_circle:" for an emoji."""

ORDERED_PAIRS = (("x", "o"), ("1", "2"), ("●", "○"))
"""Signs of two players of whom the first began."""

COLOURS = ("r", "y", "w", "b", "g", "🔴", "🟡", "🟠", "🟢", "🟣", "🔵", "⚪", "⚫", "1", "-1")
"""Signs of players where the one with more discs began; if both have as many, the one that comes first here."""

BLANK_SIGNS = ("0", "⚪", "⚫", "🔵", "○", "b", "e", "🟢")
"""Signs that may also be the empty cell, the likeliest first."""

CELL_SIGNS = EMPTY_SIGNS | {*COLOURS, *BLANK_SIGNS, *"xo12●○"}
"""Signs of cells."""

KNOWN_SIGNS = CELL_SIGNS | set(DIGITS)
"""Signs of cells, and of the names of rows and columns."""

BARS = "|│┃║¦#"
FRAME_SIGNS = frozenset("+=─━═╔╗╚╝╠╣╦╩╬╤╧╪╞╡╟╢╥╨╫┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋\\/^~" + BARS)
INVISIBLE = re.compile("\x1b\\[[0-9;]*m|[\ufe0e\ufe0f\u20e3\u200b\u200c\u200d\ufeff]")
"""Colour codes of terminals, and what makes an emoji of a character."""


BRACKETED_CELLS = re.compile(r"\s*(\[[^\[\],]{0,3}\]\s*){2,}")
"""A row such as "[ ][X][O]"."""


class Line(NamedTuple):
    """A line of a picture that may be a row: its number in the text, and its signs."""

    number: int
    signs: list[str]


class Meaning(NamedTuple):
    """What the signs of a picture mean: signs of the empty cell, and of the two players; `ordered` if `first` began."""

    empty: frozenset[str]
    first: str
    second: str
    ordered: bool


def read_grid(content: object, rules: Rules | None = None) -> tuple[Grid, Rules]:
    """The grid of a picture (text, or a list of rows as text), or of a nested or flat list or array of numbers.

    Rows come from the top.  Numbers are 0, 1 and 2, or 0, 1 and -1.  Without `rules` the board has the size of the
    grid, and a flat list is a standard board.
    Raises C4Error, naming line and place, for a wrong sign, row or number of rows, a floating disc, and an impossible
    number of discs.
    """
    if isinstance(content, str) and len(content) > MOST_CHARACTERS:
        raise C4Error(f"a text of {len(content):,} characters is too long for a picture")
    lines = list(_lines_of_text(content)) if isinstance(content, str) else _lines_of_list(content)
    lines = _without_labels(lines, rules)
    lines = _folded(lines, rules)
    if not lines:
        raise C4Error("the picture has no rows")
    rules = rules or Rules(len(lines), max(len(line.signs) for line in lines))
    if len(lines) != rules.rows:
        strange = next((line for line in lines if not set(line.signs) <= CELL_SIGNS), None)
        hint = "" if strange is None else f": line {strange.number} does not look like a row"
        raise C4Error(f"the picture has {pluralise(len(lines), 'row')}, the board {rules.rows}{hint}")
    lines = _without_row_names(lines, rules)
    for row, line in enumerate(lines, start=1):
        if len(line.signs) != rules.columns:
            raise C4Error(
                f"{_place(line, row)} has {pluralise(len(line.signs), 'cell')}, the board"
                f" {pluralise(rules.columns, 'column')}"
            )
    return _grid_of(lines), rules


def is_picture(text: str, rules: Rules) -> bool:
    """Whether a text is to be read as a picture, not as moves or a number."""
    if "\n" in text or "/" in text or re.search(r"[\[(]\s*[\[(]", text) is not None:
        return True
    signs = [sign for line in _lines_of_text(text) for sign in line.signs]
    is_moves = all(sign in DIGITS[: rules.columns] for sign in signs)
    if len(signs) == rules.cells and not is_moves:
        return True
    return rules.rows == 1 and bool(set(signs) & {".", "x"})


def is_line_of_picture(line: str, rules: Rules, begun: bool = False) -> bool:
    """Whether a line of a list of positions is a row, a frame or the names of the columns of a picture on several lines.

    A line of columns alone is moves, unless a picture has `begun`.
    """
    stripped = _without_names(line.strip())
    if not 0 < len(stripped) <= MOST_CHARACTERS or rules.rows == 1:
        return False
    if any(part in stripped for part in OTHER_NOTATIONS):
        return False
    if _is_frame(line):
        return True
    plain = unicodedata.normalize("NFKC", INVISIBLE.sub("", stripped))
    signs = _signs(plain)
    most_signs = rules.columns + 2  # the name of the row may stand at both ends
    if not rules.columns <= len(signs) <= most_signs or not set(signs) <= KNOWN_SIGNS:
        return False
    if set(stripped) <= set(DIGITS + " \t,"):
        return begun
    has_emoji_names = plain != stripped and _is_count(signs)  # the names of the columns as emoji
    return has_emoji_names or not _has_moves(plain)


OTHER_NOTATIONS = ("packed", "pos=", "/", "{")
"""Parts of a line that holds a whole position: a packed state, an address, a picture in one line, JSON."""


def _has_moves(line: str) -> bool:
    """Whether a line holds several columns in one word, such as "4453 -2".

    In a line of several words a word of several digits is moves: "44 1".  A line of one word may also be a row of 0, 1
    and 2, "0012110", so that only a higher digit makes it moves: "4453".
    """
    if any(sign in line for sign in BARS + "["):
        return False
    words = re.split(r"[\s,;]+", line)
    long_words = "".join(word for word in words if len(_signs_of_part(word)) > 1)
    digits_of_moves = "[3-9]" if len(words) == 1 else "[0-9]"
    return re.search(digits_of_moves, long_words) is not None


# -- lines ------------------------------------------------------------------------------------------------------------


def _lines_of_text(text: str) -> Iterator[Line]:
    """The lines of a picture that are not frames."""
    text = unicodedata.normalize("NFKC", INVISIBLE.sub("", text)).strip()
    text = _without_names(text)
    if "\n" not in text:
        text = text.replace("/", "\n")
    if "\n" not in text and BRACKETED_CELLS.fullmatch(text) is None:
        text = re.sub(r"[\])][\s,]*(?=[\[(])", "\n", text)
    for number, line in enumerate(text.split("\n"), start=1):
        if not _is_frame(line) and (signs := _signs(line)):
            yield Line(number, signs)


def _without_names(text: str) -> str:
    """A text with emoji for their short codes, and without the names that other libraries write around an array."""
    text = re.sub(r":([a-z_]+):", lambda code: SHORT_CODES.get(code[1], code[0]), text)
    text = re.sub(r"\b(?:np\.|numpy\.)?(?:array|matrix|tensor)\(", "(", text)
    return re.sub(r"\b(?:dtype|device)=[\w.'\":]+", "", text)


def _is_frame(line: str) -> bool:
    """Whether a line is blank, or only separates or encloses rows."""
    signs = set("".join(line.split()))
    if not signs:
        return True
    if not signs <= FRAME_SIGNS | {"-", "_"}:
        return False
    if signs <= {"-", "_"}:  # a row of empty cells: "- - - - - - -"
        return False
    return not _is_empty_row(line, signs)


def _is_empty_row(line: str, signs: set[str]) -> bool:
    """Whether a line of frame signs is a row of empty cells between bars: "|   |   |   |" or "| - | - |"."""
    if not signs & set(BARS):
        return False
    cells = [cell.strip() for cell in re.split(f"[{BARS}]", line) if cell]
    return len(cells) == 1 or (bool(cells) and all(len(cell) <= 1 for cell in cells))


QUOTED_CELL = r"'(?P<single>[^']*)'|\"(?P<double>[^\"]*)\""


def _without_quotes(quoted: re.Match[str]) -> str:
    """The sign of a cell in quotes, between blanks; "." if nothing is in them."""
    sign = quoted["double"] if quoted["single"] is None else quoted["single"]
    return f" {sign.strip() or '.'} "


def _signs(line: str) -> list[str]:
    """The signs of a line, in small letters."""
    if BRACKETED_CELLS.fullmatch(line) is not None:
        line = re.sub(r"\[\s*\]", "[.]", line)
    line = re.sub(QUOTED_CELL, _without_quotes, line)
    line = re.sub(r"[\[\](){}]", " ", line)
    if any(bar in line for bar in BARS):
        cells = re.split(f"[{BARS}]", line.strip().strip("".join(FRAME_SIGNS - set(BARS))))
        if not cells[0].strip():
            cells = cells[1:]
        if cells and not cells[-1].strip():
            cells = cells[:-1]
        parts = [part for cell in cells for part in (cell.split() or ["."])]
    else:
        parts = re.split(r"[\s,;]+", line.strip().strip(",;"))
    return [sign for part in parts for sign in _signs_of_part(part)]


def _signs_of_part(part: str) -> list[str]:
    """The signs of a part of a line that stands between blanks or commas."""
    part = part.lower()
    if part in WORDS:
        return [WORDS[part]]
    if part in DIGIT_NAMES:
        return [part]
    return [SAME_SIGNS.get(sign, sign) for sign in part]


DIGIT_NAMES = frozenset(str(number) for number in range(10, 33))
"""Names of columns and rows with two digits."""


def _lines_of_list(content: Any) -> list[Line]:
    """The lines of a nested or flat list or array."""
    if hasattr(content, "tolist"):
        content = content.tolist()
    if not isinstance(content, Sequence):
        raise C4Error(f"a grid is a text, a list or an array, not {type(content).__name__}")
    if content and all(isinstance(row, str) and len(row.strip()) > 1 for row in content):
        return list(_lines_of_text("\n".join(content)))
    if not any(isinstance(row, Sequence) and not isinstance(row, str) for row in content):
        return [Line(1, [_sign_of_cell(cell) for cell in content])]
    lines = []
    for number, row in enumerate(content, start=1):
        if not isinstance(row, Sequence):
            raise C4Error(f"row {number} from the top is not a list of cells")
        lines.append(Line(number, [_sign_of_cell(cell) for cell in row]))
    return lines


def _sign_of_cell(cell: object) -> str:
    """The sign of a cell of a list."""
    if cell is None:
        return "."
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    signs = _signs_of_part(str(cell).strip() or ".")
    return signs[0] if len(signs) == 1 else str(cell)[:40]


# -- rows -------------------------------------------------------------------------------------------------------------


def _without_labels(lines: list[Line], rules: Rules | None) -> list[Line]:
    """The lines without the names of the columns above or below, and without frames that could be empty rows."""
    if len(lines) > 1 and _names_columns(lines[-1], lines, rules):
        lines = lines[:-1]
    if len(lines) > 1 and _names_columns(lines[0], lines, rules):
        lines = lines[1:]
    if _has_surplus(lines, rules) and _is_dashes(lines[-1]):
        lines = lines[:-1]
    if _has_surplus(lines, rules) and _is_dashes(lines[0]):
        lines = lines[1:]
    return lines


SIGNS_ALSO_IN_NAMES = frozenset({"0", "1", "2", "b", "e"})
"""Names of columns that are signs of cells, too: numbers of the players, black, and empty."""


def _names_columns(line: Line, lines: list[Line], rules: Rules | None) -> bool:
    """Whether the first or last line of a picture holds the names of the columns."""
    if len(line.signs) < 2 or not _is_count(line.signs):
        return False
    may_be_row = all(sign in EMPTY_SIGNS | SIGNS_ALSO_IN_NAMES for sign in line.signs)
    return _has_surplus(lines, rules) or not may_be_row


def _has_surplus(lines: list[Line], rules: Rules | None) -> bool:
    """Whether there are more lines than the board has rows."""
    return rules is not None and len(lines) > rules.rows


def _is_dashes(line: Line) -> bool:
    """Whether a line is drawn, such as "-------": a frame, or an empty row."""
    return set(line.signs) <= {"-", "_"}


def _is_count(signs: list[str]) -> bool:
    """Whether signs are 1, 2, 3 ..., 0, 1, 2 ... or a, b, c ..., in this or the opposite order."""
    count = len(signs)
    numbers = [str(number) for number in range(count + 1)]
    letters = [chr(ord("a") + number) for number in range(count)]
    last_digits = [str(number % 10) for number in range(count + 1)]
    orders = [numbers[1:], numbers[:-1], letters, last_digits[1:], last_digits[:-1]]
    if count > 9:
        orders.append(list("".join(numbers[1:]))[:count])
    return signs in orders or signs[::-1] in orders


def _without_row_names(lines: list[Line], rules: Rules) -> list[Line]:
    """The lines without the numbers or letters of the rows at their left and right ends."""
    for place in (0, -1):
        surplus = all(len(line.signs) > rules.columns for line in lines)
        if surplus and _is_count([line.signs[place] for line in lines]):
            lines = [line._replace(signs=line.signs[1:] if place == 0 else line.signs[:-1]) for line in lines]
    return lines


def _folded(lines: list[Line], rules: Rules | None) -> list[Line]:
    """The rows of a board that was given as one long row."""
    if len(lines) != 1:
        return lines
    signs = lines[0].signs
    if rules is None and len(signs) == STANDARD.cells:
        rules = STANDARD
    if rules is None or rules.rows == 1 or len(signs) != rules.cells:
        return lines
    rows = range(rules.rows)
    return [Line(row + 1, signs[row * rules.columns : (row + 1) * rules.columns]) for row in rows]


def _place(line: Line, row: int) -> str:
    """The words for a row (from 1) in an error."""
    name = f"row {row} from the top"
    return name if line.number == row else f"line {line.number} ({name})"


# -- signs ------------------------------------------------------------------------------------------------------------


def _grid_of(lines: list[Line]) -> Grid:
    """The grid of rows of signs: by the first meaning that gives a possible board."""
    signs = {sign for line in lines for sign in line.signs}
    first_fault = ""
    for meaning in _meanings(signs):
        try:
            return _read_as(lines, meaning)
        except C4Error as error:
            first_fault = first_fault or str(error)
    raise C4Error(first_fault)


def _meanings(signs: set[str]) -> Iterator[Meaning]:
    """What signs may mean, the likeliest first.

    A pair whose first player is known comes before colours, where the discs must say who began; what is certainly empty
    comes before a sign that may be a blank or a disc:

        an ordered pair and empty cells             . x o      0 1 2      . ● ○
        X and 0, with empty cells                   . x 0
        an ordered pair, or two colours             . r y      x o with no empty cell
        the same, with a sign that may be a blank   b r y      x o _
        numbers with 0 for empty, otherwise X and O             for the error that is said
    """
    has_plain_blank = bool(EMPTY_SIGNS & signs)
    for first, second in ORDERED_PAIRS:
        empty = EMPTY_SIGNS | {"0"} if first == "1" else EMPTY_SIGNS
        if signs <= empty | {first, second}:
            yield Meaning(empty, first, second, True)
    if "o" not in signs and signs <= EMPTY_SIGNS | {"x", "0"} and has_plain_blank:
        yield Meaning(EMPTY_SIGNS, "x", "0", True)
    blanks = [frozenset[str](), *(frozenset({sign}) for sign in BLANK_SIGNS if sign in signs)]
    for other_blank in blanks:
        empty = EMPTY_SIGNS | other_blank
        players = sorted(signs - empty)
        if len(players) > 2:
            continue
        pair = next((pair for pair in ORDERED_PAIRS if set(players) <= set(pair)), None)
        if pair is not None:
            yield Meaning(empty, pair[0], pair[1], True)
        elif set(players) <= set(COLOURS):
            players.sort(key=COLOURS.index)
            yield Meaning(empty, players[0], players[-1], False)
    is_numbers = bool(signs & {"0", "1", "2"})
    if is_numbers:
        yield Meaning(EMPTY_SIGNS | {"0"}, "1", "2", True)
    else:
        yield Meaning(EMPTY_SIGNS, "x", "o", True)


OTHER_OWNER = {EMPTY: EMPTY, FIRST: SECOND, SECOND: FIRST}


def _read_as(lines: list[Line], meaning: Meaning) -> Grid:
    """The grid of rows of signs with a meaning.  Raises C4Error if it is not a possible board."""
    grid: Grid = []
    for row, line in enumerate(lines, start=1):
        cells = []
        for column, sign in enumerate(line.signs, start=1):
            if sign in meaning.empty:
                cells.append(EMPTY)
            elif sign == meaning.first:
                cells.append(FIRST)
            elif sign == meaning.second:
                cells.append(SECOND)
            else:
                raise C4Error(f"{sign!r} at place {column} of {_place(line, row)} is not a cell: use . X O")
        grid.append(cells)
    _check_falling(lines, grid)
    first, second = (sum(row.count(player) for row in grid) for player in (FIRST, SECOND))
    if not meaning.ordered and second > first:
        grid = [[OTHER_OWNER[cell] for cell in row] for row in grid]
        first, second = second, first
    if first - second not in (0, 1):
        raise C4Error(
            f"X has {pluralise(first, 'disc')} and O has {second}: X begins, so it has as many as O or one more"
        )
    return grid


def _check_falling(lines: list[Line], grid: Grid) -> None:
    """Raises C4Error if a disc has an empty cell below it."""
    for row, (upper, lower) in enumerate(pairwise(grid), start=1):
        for column, (cell, below) in enumerate(zip(upper, lower), start=1):
            if cell != EMPTY and below == EMPTY:
                raise C4Error(
                    f"the disc at place {column} of {_place(lines[row - 1], row)} floats: the cell below it is empty"
                )
