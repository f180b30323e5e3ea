"""The moves of a game as text, with variations, comments and marks (docs/formats.md).

    44 5?? {loses in 4 moves} (32 3) 31 ...

`parse_moves` reads what `format_moves` writes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns, full_column
from c4.game.gametree import MARKS, MOST_NODES, ROOT, GameTree, Node, tidy
from c4.game.position import Position
from c4.library.headers import LONGEST_COMMENT, check_text

MAX_NESTING = 100
"""The most nested variations."""


def format_moves(tree: GameTree) -> str:
    """The moves of a tree with variations, comments and marks, in pairs of plies."""
    writer = _Writer(tree)
    writer.write_comment(tree.nodes[ROOT].comment)
    writer.write_line_after(ROOT, tree.start.ply)
    return " ".join(writer.parts)


class _Writer:
    """Writes moves, comments and variations, in `parts` that blanks separate."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.parts: list[str] = []
        self._is_pair_open = False
        """Whether the last part is a move of the first player, which the reply joins."""

    def write_line_after(self, node: int, ply: int) -> None:
        """Everything below a node: the main line, and each variation after the move that it replaces."""
        while children := self.tree.children(node):
            node, *others = children
            self.write_move(node, ply)
            for other in others:
                self.write_variation(other, ply)
            ply += 1

    def write_variation(self, node: int, ply: int) -> None:
        """A move and everything below it, in brackets."""
        self._is_pair_open = False
        self.write_move(node, ply, "(")
        self.write_line_after(node, ply + 1)
        self.parts[-1] += ")"
        self._is_pair_open = False

    def write_move(self, node: int, ply: int, opening: str = "") -> None:
        """A move with its mark and its comment."""
        played = self.tree.nodes[node]
        text = f"{opening}{format_columns([played.column])}{played.mark}"
        if self._is_pair_open:
            self.parts[-1] += text
        else:
            self.parts.append(text)
        self._is_pair_open = ply % 2 == 0
        self.write_comment(played.comment)

    def write_comment(self, comment: str) -> None:
        """A comment in braces, if there is one."""
        if comment:
            self.parts.append(_braced(comment))
            self._is_pair_open = False


def _braced(comment: str) -> str:
    return "{" + escaped(comment, "}") + "}"


def escaped(text: str, closing: str) -> str:
    """Text that can stand before a closing character and on one line."""
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n")


def unescaped(text: str) -> str:
    """The reverse of `escaped`; a backslash before any other character stays, as in "C:\\temp"."""
    return re.sub(r"\\([\\n\"}])", _unescaped_character, text)


def _unescaped_character(escape: re.Match[str]) -> str:
    character = escape[1]
    return "\n" if character == "n" else character


def parse_moves(text: str, start: Position | None = None, line: int = 1) -> GameTree:
    """The tree of moves with variations, comments and marks, its root on the board; see docs/formats.md.

    A variation stands in brackets after the move that it replaces.  Raises C4Error naming line and place.
    """
    return _Moves(text, Position() if start is None else start, line).read()


class Bracket(NamedTuple):
    """An open bracket: its place in the text, and the move that its variation replaces."""

    place: int
    replaced: int


class _Moves:
    """A tree while it is read.

    positions   those of `nodes`
    node        the last move
    open        the open brackets, the outermost first; the first stands for the main line
    """

    def __init__(self, text: str, start: Position, line: int) -> None:
        self.text = text
        self.start = start
        self.line = line
        self.nodes = [Node(-1, -1)]
        self.positions = [start]
        self.node = ROOT
        self.open = [Bracket(0, ROOT)]
        self.place = 0

    def read(self) -> GameTree:
        while self.place < len(self.text):
            character = self.text[self.place]
            if character == "{":
                self._comment()
            elif character == "(":
                self._open()
            elif character == ")":
                self._close()
            elif character in "!?":
                self._mark()
            elif not character.isspace():
                self._move(character)
            self.place += 1
        if len(self.open) > 1:
            self.place = self.open[-1].place
            raise self._wrong("the bracket is never closed")
        tree = GameTree(self.start, tuple(self.nodes))
        return tree.gone_to(ROOT)

    def _wrong(self, what: str) -> C4Error:
        """An error at the current place."""
        line_breaks = self.text.count("\n", 0, self.place)
        start_of_line = self.text.rfind("\n", 0, self.place) + 1
        return C4Error(f"line {self.line + line_breaks}, place {self.place - start_of_line + 1}: {what}")

    def _move(self, character: str) -> None:
        position = self.positions[self.node]
        column = DIGITS.find(character.lower())
        if not 0 <= column < position.rules.columns:
            last = DIGITS[position.rules.columns - 1]
            raise self._wrong(f"{character!r} is not a column (1 to {last}), a mark, a comment or a variation")
        outcome = position.outcome()
        if outcome is not None:
            raise self._wrong(f"a move after the end of the game: {outcome.reason}")
        if position.height(column) == position.rules.rows:
            raise self._wrong(full_column(column))
        if any(self.nodes[child].column == column for child in self.nodes[self.node].children):
            raise self._wrong(f"column {DIGITS[column]} is already a move here")
        if len(self.nodes) > MOST_NODES:
            raise self._wrong(f"a game holds {MOST_NODES:,} moves at most")
        new = len(self.nodes)
        here = self.nodes[self.node]
        self.nodes[self.node] = here._replace(children=(*here.children, new))
        self.nodes.append(Node(self.node, column))
        self.positions.append(position.play(column))
        self.node = new

    def _mark(self) -> None:
        end = self.place
        while self.text[end : end + 1] in ("!", "?"):
            end += 1
        mark = self.text[self.place : end]
        if mark not in MARKS:
            raise self._wrong(f"{mark!r} is not a mark: choose {', '.join(filter(None, MARKS))}")
        if self._line_is_empty() or self.nodes[self.node].mark:
            raise self._wrong(f"the mark {mark!r} has no move before it")
        self.nodes[self.node] = self.nodes[self.node]._replace(mark=mark)
        self.place = end - 1

    def _comment(self) -> None:
        end = self.place + 1
        while (character := self.text[end : end + 1]) != "}":
            if not character:
                raise self._wrong("the comment is never closed")
            end += 2 if character == "\\" else 1
        here = self.nodes[self.node]
        if self._line_is_empty() and len(self.open) > 1:
            raise self._wrong("a comment inside a variation comes after one of its moves")
        read = unescaped(self.text[self.place + 1 : end].replace("\n", " "))
        comment = tidy(f"{here.comment} {read}")
        try:
            check_text(comment, "comment", LONGEST_COMMENT)
        except C4Error as error:
            raise self._wrong(str(error)) from None
        self.nodes[self.node] = here._replace(comment=comment)
        self.place = end

    def _open(self) -> None:
        if self._line_is_empty():
            raise self._wrong("a variation comes after the move it replaces")
        if len(self.open) > MAX_NESTING:
            raise self._wrong(f"variations are nested at most {MAX_NESTING} deep")
        self.open.append(Bracket(self.place, self.node))
        self.node = self.nodes[self.node].parent

    def _close(self) -> None:
        if len(self.open) == 1:
            raise self._wrong("there is no variation to close")
        if self._line_is_empty():
            raise self._wrong("the variation has no move")
        self.node = self.open.pop().replaced

    def _line_is_empty(self) -> bool:
        """Whether the current line has no move yet."""
        if len(self.open) == 1:
            return self.node == ROOT
        replaced = self.open[-1].replaced
        return self.node == self.nodes[replaced].parent
